// The form of a rule: the fields of a stored rule as texts, and the rule that the fields describe,
// with an error for each field that cannot be read. Pure.

import { printUnits, units } from "../../money/money.ts";
import { RULE_PARTS_MAX } from "../../platform/limits.ts";
import { parseMagnitude } from "../transactions/query.ts";
import { parseId } from "../ui/form.ts";
import { toAccountKey, printBound, printSize } from "./sentence.ts";
import type { Rule, RuleBody, RuleMatch, RulePart, RuleSet, TextTest } from "./wire.ts";

/** The texts of the form's controls by name; a name may have several. */
export type RuleFields = ReadonlyMap<string, readonly string[]>;

export const TEXT_FIELDS = ["original_name", "payee", "notes"] as const;
const HOW = ["contains", "equals", "starts_with"] as const;

/** The text of a control; "" if there is none. */
export function readControl(fields: RuleFields, name: string): string {
  return fields.get(name)?.[0]?.trim() ?? "";
}

/** The form's own fields of a body or an address. */
export function readRuleFields(entries: Iterable<readonly [string, unknown]>): RuleFields {
  const fields = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (typeof value !== "string" || !/^(?:if|then|part|rule)\./.test(name)) continue;
    const known = fields.get(name);
    if (known === undefined) fields.set(name, [value]);
    else known.push(value);
  }
  return fields;
}

/** A rule as the form shows it. */
export function toFields(rule: Pick<Rule, "name" | "match" | "set">): RuleFields {
  const { match, set } = rule;
  const texts = TEXT_FIELDS.flatMap((field): [string, string][] => {
    const test = match[field];
    return test === undefined
      ? []
      : [
          [`if.${field}`, test.text],
          [`if.${field}.how`, test.how],
        ];
  });
  const parts = (set.split ?? []).flatMap((part, index): [string, string][] => [
    [`part.${index}.size`, printSize(part)],
    [`part.${index}.category`, String(part.category_id ?? "")],
    [`part.${index}.payee`, part.payee ?? ""],
    [`part.${index}.notes`, part.notes ?? ""],
    [`part.${index}.tags`, (part.tag_ids ?? []).join(",")],
  ]);
  const single: [string, string][] = [
    ["rule.name", rule.name ?? ""],
    ...texts,
    ["if.min", match.amount_min === undefined ? "" : printBound(match.amount_min)],
    ["if.max", match.amount_max === undefined ? "" : printBound(match.amount_max)],
    ["if.sign", match.sign ?? ""],
    ["if.account", toAccountKey(match) ?? ""],
    ["then.category", String(set.category_id ?? "")],
    ["then.payee", set.payee ?? ""],
    ["then.notes", set.notes ?? ""],
    ["then.reviewed", set.reviewed === true ? "yes" : ""],
    ...parts,
  ];
  return new Map([
    ...single.map(([name, text]): [string, readonly string[]] => [name, [text]]),
    ["then.tag", (set.tag_ids ?? []).map(String)],
  ]);
}

/** The typed rule, and its errors by the control's name. */
export interface ReadRule {
  readonly body: RuleBody;
  readonly errors: ReadonlyMap<string, string>;
}

/** Reads the form. What the form has no field for is kept from `rule`. */
export function readRule(
  fields: RuleFields,
  rule: Pick<RuleBody, "priority" | "enabled">,
): ReadRule {
  const errors = new Map<string, string>();
  const match = readMatch(fields, errors);
  const set = readSet(fields, errors);
  if (errors.size === 0 && Object.keys(match).length === 0)
    errors.set("if", "Give at least one condition: a rule without one would match everything.");
  if (errors.size === 0 && Object.keys(set).length === 0)
    errors.set("then", "Choose at least one thing for the rule to do.");
  const name = readControl(fields, "rule.name");
  const { priority, enabled } = rule;
  return { body: { name: name === "" ? null : name, priority, enabled, match, set }, errors };
}

type Errors = Map<string, string>;

function readMatch(fields: RuleFields, errors: Errors): RuleMatch {
  const [min, max] = [readAmount(fields, "if.min", errors), readAmount(fields, "if.max", errors)];
  if (min !== null && max !== null && min > max)
    errors.set("if.max", "The largest amount is less than the smallest.");
  const sign = readControl(fields, "if.sign");
  const [kind, id] = readControl(fields, "if.account").split(":");
  const account = parseId(id ?? "");
  const texts = Object.fromEntries(TEXT_FIELDS.flatMap((field) => readTest(fields, field)));
  return {
    ...texts,
    ...(min !== null && { amount_min: printUnits(units(min)) }),
    ...(max !== null && { amount_max: printUnits(units(max)) }),
    ...((sign === "debit" || sign === "credit") && { sign }),
    ...(account !== 0 && kind === "manual" && { manual_account_id: account }),
    ...(account !== 0 && kind === "linked" && { linked_account_id: account }),
  };
}

function readTest(fields: RuleFields, field: string): [string, TextTest][] {
  const text = readControl(fields, `if.${field}`);
  const how = HOW.find((one) => one === readControl(fields, `if.${field}.how`)) ?? "contains";
  return text === "" ? [] : [[field, { how, text }]];
}

function readAmount(fields: RuleFields, name: string, errors: Errors): number | null {
  const text = readControl(fields, name);
  if (text === "") return null;
  const amount = parseMagnitude(text);
  if (amount === null) errors.set(name, `“${text}” is not an amount. An amount looks like 12.50.`);
  return amount;
}

function readSet(fields: RuleFields, errors: Errors): RuleSet {
  const [payee, notes] = [readControl(fields, "then.payee"), readControl(fields, "then.notes")];
  const category = parseId(readControl(fields, "then.category"));
  const tags = (fields.get("then.tag") ?? []).map(parseId).filter((id) => id !== 0);
  const split = readSplit(fields, errors);
  return {
    ...(category !== 0 && { category_id: category }),
    ...(payee !== "" && { payee }),
    ...(notes !== "" && { notes }),
    ...(tags.length > 0 && { tag_ids: tags }),
    ...(readControl(fields, "then.reviewed") !== "" && { reviewed: true }),
    ...(split.length > 0 && { split }),
  };
}

function readSplit(fields: RuleFields, errors: Errors): RulePart[] {
  const parts = Array.from({ length: RULE_PARTS_MAX }, (_, index) => index).flatMap((index) => {
    const part = readPart(fields, index, errors);
    return part === null ? [] : [part];
  });
  const [one] = parts;
  if (one !== undefined && parts.length === 1)
    errors.set("part.1.size", "A split has at least two parts.");
  return parts;
}

function readPart(fields: RuleFields, index: number, errors: Errors): RulePart | null {
  const field = (name: string) => readControl(fields, `part.${index}.${name}`);
  const [payee, notes, category] = [field("payee"), field("notes"), parseId(field("category"))];
  const size = readSize(field("size"));
  if (field("size") === "") {
    if (payee !== "" || notes !== "" || category !== 0)
      errors.set(`part.${index}.size`, "Say how much: 30%, 12.50 or rest.");
    return null;
  }
  if (size === null) {
    errors.set(`part.${index}.size`, `“${field("size")}” is no size. Write 30%, 12.50 or rest.`);
    return null;
  }
  const tags = field("tags")
    .split(",")
    .map(parseId)
    .filter((id) => id !== 0);
  return {
    ...size,
    ...(payee !== "" && { payee }),
    ...(category !== 0 && { category_id: category }),
    ...(notes !== "" && { notes }),
    ...(tags.length > 0 && { tag_ids: tags }),
  };
}

function readSize(text: string): Pick<RulePart, "share" | "amount"> | null {
  if (text.toLowerCase() === "rest") return { amount: "rest" };
  const [, percent] = /^(\d{1,2})\s*%$/.exec(text) ?? [];
  if (percent !== undefined) return Number(percent) === 0 ? null : { share: Number(percent) };
  const amount = text.includes("%") ? null : parseMagnitude(text);
  return amount === null || amount === 0 ? null : { amount: printUnits(amount) };
}

/** The fields as the query of an address, which tries the rule out. */
export function toQuery(fields: RuleFields): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, texts] of fields)
    for (const text of texts) if (text !== "") query.append(name, text);
  return query;
}

/** Whether two rules have the same conditions and actions. */
export function isSameRule(a: Pick<RuleBody, "match" | "set">, b: typeof a): boolean {
  return isSameValue([a.match, a.set], [b.match, b.set]);
}

/** Whether two values are the same, whatever the order of their members. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(sortMembers(a)) === JSON.stringify(sortMembers(b));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sortMembers(one)]));
}
