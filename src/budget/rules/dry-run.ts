// Decides what a rule would change in a transaction that was imported earlier. Rules run in their
// order, so a field that an earlier rule sets is left to that rule. Only new transactions are
// split. Pure.

import type { TransactionRow } from "../transactions/row.ts";
import { compareWith, type Actions, type Rule } from "./matcher.ts";

/** The fields of a transaction that a rule compares or changes. */
export interface Subject extends Pick<
  TransactionRow,
  | "payee"
  | "original_name"
  | "notes"
  | "amount"
  | "manual_account_id"
  | "linked_account_id"
  | "category_id"
  | "status"
  | "is_pending"
> {
  readonly tag_ids: readonly number[];
}

/** The fields that a rule sets. */
export interface Values {
  readonly payee?: string;
  readonly category_id?: number | null;
  readonly notes?: string | null;
  readonly tag_ids?: readonly number[];
  readonly status?: TransactionRow["status"];
}

/** The result for one transaction that the rule matches. */
export type Verdict =
  | { readonly kind: "change"; readonly before: Values; readonly after: Values }
  | { readonly kind: "already" }
  /** An earlier rule sets what this one would set. */
  | { readonly kind: "decided"; readonly by: number }
  | { readonly kind: "split only" };

const PROPERTIES = ["payee", "category_id", "notes", "tag_ids", "reviewed"] as const;
export type Property = (typeof PROPERTIES)[number];

/**
 * Judges a rule on one transaction, given the enabled rules that run before it; null if the rule
 * does not match.
 */
export function judge(rule: Rule, earlier: readonly Rule[], subject: Subject): Verdict | null {
  const isMatch = compareWith(subject);
  if (!isMatch(rule.criteria)) return null;
  const own = listProperties(rule.actions);
  if (own.length === 0) return { kind: "split only" };
  const others = earlier.filter(({ criteria }) => isMatch(criteria));
  let before: Values = {};
  let after: Values = {};
  let decider: number | null = null;
  for (const property of own) {
    const first = others.find((one) => decides(one, property));
    if (first !== undefined) {
      decider ??= first.id;
      continue;
    }
    const change = findChange(rule, property, subject);
    before = { ...before, ...change?.before };
    after = { ...after, ...change?.after };
  }
  if (Object.keys(after).length > 0) return { kind: "change", before, after };
  return decider === null ? { kind: "already" } : { kind: "decided", by: decider };
}

/** The properties that a rule sets, apart from its split. */
export function listProperties(actions: Actions): Property[] {
  return PROPERTIES.filter((property) => actions[property] !== undefined);
}

/** Whether a rule leaves nothing of a property to later rules; the tags of all are collected. */
export function decides({ actions }: Rule, property: Property): boolean {
  return property !== "tag_ids" && actions[property] !== undefined;
}

interface Change {
  readonly before: Values;
  readonly after: Values;
}

/** Null if the transaction has the value already. */
function findChange({ actions }: Rule, property: Property, subject: Subject): Change | null {
  if (property === "tag_ids") {
    const all = [...new Set([...subject.tag_ids, ...(actions.tag_ids ?? [])])].sort(
      (a, b) => a - b,
    );
    return all.length === subject.tag_ids.length
      ? null
      : { before: { tag_ids: subject.tag_ids }, after: { tag_ids: all } };
  }
  if (property === "reviewed")
    return subject.status === "unreviewed" && subject.is_pending === 0
      ? { before: { status: "unreviewed" }, after: { status: "reviewed" } }
      : null;
  return actions[property] === subject[property]
    ? null
    : { before: { [property]: subject[property] }, after: { [property]: actions[property] } };
}
