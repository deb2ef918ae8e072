// Problems of a rule among the others: an earlier rule that leaves it nothing to do, an archived
// category, a deleted account. Pure.

import { parseUnits } from "../../money/money.ts";
import type { Names } from "../transactions/read-names.ts";
import { toAccountKey } from "./sentence.ts";
import type { Rule, RuleMatch, TextTest } from "./wire.ts";

/** Describes the problems of the rule at a place in the order, in a sentence each. */
export function findProblems(rules: readonly Rule[], at: number, names: Names): readonly string[] {
  const rule = rules[at];
  if (rule === undefined || !rule.enabled) return [];
  const earlier = rules.slice(0, at).filter(({ enabled }) => enabled);
  return [...findNeverReached(rule, earlier, rules), ...findGone(rule, names)];
}

function findNeverReached(rule: Rule, earlier: readonly Rule[], rules: readonly Rule[]): string[] {
  // Tags add up, so a rule that adds some always has something to do.
  const own = PROPERTIES.filter((property) => rule.set[property] !== undefined);
  if (own.length === 0 || rule.set.tag_ids !== undefined) return [];
  const wider = earlier.filter((one) => implies(rule.match, one.match));
  const deciders = own.map((property) => wider.find(({ set }) => set[property] !== undefined));
  const [first] = deciders;
  if (first === undefined || deciders.includes(undefined)) return [];
  const number = rules.indexOf(first) + 1;
  return [`It is never reached: rule ${number} sets the same first. Move it above rule ${number}.`];
}

const PROPERTIES = ["payee", "category_id", "notes", "reviewed", "split"] as const;

function findGone({ match, set }: Rule, { categories, tags, accounts }: Names): string[] {
  const ids = [set.category_id, ...(set.split ?? []).map((part) => part.category_id)];
  const archived = categories.filter(({ id, isArchived }) => isArchived && ids.includes(id));
  const tagged = tags.filter(
    ({ id, isArchived }) => isArchived && set.tag_ids?.includes(id) === true,
  );
  const key = toAccountKey(match);
  const isGone = key !== null && accounts.length > 0 && !accounts.some((one) => one.key === key);
  return [
    ...archived.map(({ name }) => `The category “${name}” is archived.`),
    ...tagged.map(({ name }) => `The tag “${name}” is archived.`),
    ...(isGone ? ["Its account was deleted, so it matches nothing."] : []),
  ];
}

/** Whether everything that the first conditions match is matched by the second ones too. */
export function implies(narrow: RuleMatch, wide: RuleMatch): boolean {
  return (
    (["payee", "original_name", "notes"] as const).every((field) =>
      impliesText(narrow[field], wide[field]),
    ) &&
    (wide.sign === undefined || wide.sign === narrow.sign) &&
    (wide.amount_min === undefined || isAtLeast(narrow.amount_min, wide.amount_min)) &&
    (wide.amount_max === undefined || isAtLeast(wide.amount_max, narrow.amount_max)) &&
    (["manual_account_id", "linked_account_id"] as const).every(
      (field) => wide[field] === undefined || wide[field] === narrow[field],
    )
  );
}

function impliesText(narrow: TextTest | undefined, wide: TextTest | undefined): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const [own, other] = [narrow.text.toLowerCase(), wide.text.toLowerCase()];
  if (wide.how === "contains") return own.includes(other);
  if (wide.how === "equals") return narrow.how === "equals" && own === other;
  return narrow.how !== "contains" && own.startsWith(other);
}

/** Whether the amount is given and not below the other one. */
function isAtLeast(amount: string | undefined, other: string | undefined): boolean {
  const [above, below] = [parseUnits(amount ?? ""), parseUnits(other ?? "")];
  return above.ok && below.ok && above.value >= below.value;
}
