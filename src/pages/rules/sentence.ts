// A rule as a sentence: "If the bank's text contains “ALDI”, set the category to Food · Groceries".
// Pure.

import { parseUnits, printUnits } from "../../money/money.ts";
import { nameCategory, nameTag, type Names } from "../transactions/read-names.ts";
import type { RuleMatch, RulePart, RuleSet, TextTest } from "./wire.ts";

export const HOW_WORDS: Readonly<Record<TextTest["how"], string>> = {
  contains: "contains",
  equals: "is exactly",
  starts_with: "starts with",
};

export const TEXT_WORDS = {
  payee: "Payee",
  original_name: "The bank’s text",
  notes: "Notes",
} as const;

/** The conditions and the actions, each in words. */
export interface Words {
  readonly when: readonly string[];
  readonly actions: readonly string[];
}

/** A rule in words. */
export function describeRule(
  { match, set }: { readonly match: RuleMatch; readonly set: RuleSet },
  names: Names,
): Words {
  return { when: describeMatch(match, names), actions: describeSet(set, names) };
}

/** The words as one sentence of plain text. */
export function printRule(words: Words): string {
  return `If ${words.when.join(" and ")}: ${words.actions.join(", ")}`;
}

function describeMatch(match: RuleMatch, names: Names): string[] {
  const texts = (["original_name", "payee", "notes"] as const).flatMap((field) => {
    const test = match[field];
    const subject = { payee: "the payee", original_name: "the bank’s text", notes: "the notes" };
    const verb = field === "notes" ? NOTES_HOW : HOW_WORDS;
    return test === undefined ? [] : [`${subject[field]} ${verb[test.how]} “${test.text}”`];
  });
  const account = describeAccount(match, names);
  return [
    ...texts,
    ...describeAmount(match),
    ...(match.sign === undefined
      ? []
      : [match.sign === "debit" ? "money goes out" : "money comes in"]),
    ...(account === null ? [] : [`the account is ${account}`]),
  ];
}

const NOTES_HOW: typeof HOW_WORDS = {
  contains: "contain",
  equals: "are exactly",
  starts_with: "start with",
};

function describeAmount({ amount_min: min, amount_max: max }: RuleMatch): string[] {
  if (min !== undefined && max !== undefined)
    return [
      min === max
        ? `the amount is ${printBound(min)}`
        : `the amount is ${printBound(min)} to ${printBound(max)}`,
    ];
  if (min !== undefined) return [`the amount is at least ${printBound(min)}`];
  return max === undefined ? [] : [`the amount is at most ${printBound(max)}`];
}

/** "20.0000" as "20.00". */
export function printBound(amount: string): string {
  const read = parseUnits(amount);
  return read.ok ? printUnits(read.value, 2) : amount;
}

function describeAccount(match: RuleMatch, { accounts }: Names): string | null {
  const key = toAccountKey(match);
  if (key === null) return null;
  return accounts.find((one) => one.key === key)?.name ?? "an account that was deleted";
}

/** The account as addresses and forms name it; null for none. */
export function toAccountKey({
  manual_account_id: manual,
  linked_account_id: linked,
}: RuleMatch): string | null {
  if (manual !== undefined) return `manual:${manual}`;
  return linked === undefined ? null : `linked:${linked}`;
}

function describeSet(set: RuleSet, names: Names): string[] {
  const tags = set.tag_ids ?? [];
  const named = tags.map((tag) => `“${nameTag(names, tag)}”`).join(", ");
  return [
    ...(set.category_id === undefined
      ? []
      : [`set the category to ${nameCategory(names, set.category_id)}`]),
    ...(set.payee === undefined ? [] : [`set the payee to “${set.payee}”`]),
    ...(set.notes === undefined ? [] : [`set the notes to “${set.notes}”`]),
    ...(tags.length === 0 ? [] : [`add the ${tags.length === 1 ? "tag" : "tags"} ${named}`]),
    ...(set.reviewed === true ? ["mark it as reviewed"] : []),
    ...(set.split === undefined ? [] : [describeSplit(set.split, names)]),
  ];
}

function describeSplit(parts: readonly RulePart[], names: Names): string {
  const words = parts.map((part) => {
    const category = part.category_id == null ? "" : ` ${nameCategory(names, part.category_id)}`;
    return `${printSize(part)}${category}`;
  });
  return `split it into ${words.join(" + ")}`;
}

/** A part's size as a form takes it: "30%", "12.50", "rest". */
export function printSize({ share, amount }: RulePart): string {
  if (share !== undefined) return `${share}%`;
  return amount === undefined || amount === "rest" ? "rest" : printBound(amount);
}
