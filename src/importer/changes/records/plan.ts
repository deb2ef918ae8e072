// Decides which fields of a record are written, and afterwards which were changed. The rule is that
// of transactions: a field is written only if it still has the value that the person saw. Pure.

import { KINDS, type Facts, type RecordKind } from "./kinds.ts";

/** The wanted change of one record: each field as the person saw it, and as it is to be. */
export interface WantedFacts {
  readonly was: Facts;
  readonly set: Facts;
}

/** A field of a record that was changed. */
export interface ChangedFact {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A field of a record that somebody else has changed. It is left as it is. */
export interface FactConflict {
  readonly field: string;
  /** The value that the person saw. */
  readonly was: unknown;
  readonly now: unknown;
  /** The value that the person wants. */
  readonly set: unknown;
}

/** Whether two values of a field are equal: 400 equals "400.00", and an empty text equals null. */
export function isSameFact(one: unknown, other: unknown, field = ""): boolean {
  return toText(one, field) === toText(other, field);
}

/** The fields of the facts, in the order of the kind. */
export function listFacts(kind: RecordKind, some: Facts): string[] {
  return KINDS[kind].fields.filter((field) => some[field] !== undefined);
}

/** Some fields of a record; null for those that it does not have. */
export function pickFacts(some: Facts, fields: readonly string[]): Facts {
  return Object.fromEntries(fields.map((field) => [field, some[field] ?? null]));
}

/**
 * The fields to write to a record that is as `now`, and the conflicts with what somebody else
 * changed.
 */
export function planFacts(
  kind: RecordKind,
  { was, set }: WantedFacts,
  now: Facts,
): { readonly put: Facts; readonly conflicts: readonly FactConflict[] } {
  const seen = kind === "manual_account" ? withoutDerivedName(was, now) : was;
  const open = listFacts(kind, set).filter((field) => !isSameFact(now[field], set[field], field));
  const changed = open.filter((field) => !isSameFact(now[field], seen[field], field));
  const conflicts = changed.map((field) => toConflict(field, seen, now, set));
  // With the currency of another amount, it would be a different amount.
  const isWhole = kind === "budget" && changed.length > 0;
  const put = isWhole ? [] : open.filter((field) => !changed.includes(field));
  return { put: pickFacts(set, put), conflicts };
}

/**
 * The fields that a write changed, by its answer: those that were sent and those that follow from
 * them.
 */
export function listChangedFacts(
  kind: RecordKind,
  before: Facts,
  put: Facts,
  after: Facts,
): ChangedFact[] {
  const { fields, together } = KINDS[kind];
  const sent = Object.keys(put);
  const written = new Set([...sent, ...sent.flatMap((field) => together[field] ?? [])]);
  return fields
    .filter((field) => written.has(field) && !isSameFact(before[field], after[field], field))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/**
 * Whether a write without an answer was carried out, by the record as it is now. The service writes
 * all fields or none: if one has its new value, the others had theirs and were changed since.
 */
export function judgeFacts(kind: RecordKind, before: Facts, put: Facts, now: Facts) {
  const sent = listFacts(kind, put).filter(
    (field) => !isSameFact(before[field], put[field], field),
  );
  const arrived = sent.filter((field) => isSameFact(now[field], put[field], field));
  if (arrived.length === 0) return null;
  const changed = listChangedFacts(kind, before, pickFacts(put, arrived), now);
  const conflicts = sent
    .filter((field) => !arrived.includes(field))
    .map((field) => toConflict(field, before, now, put));
  return { changed, conflicts };
}

/** The fields that differ from their expected values: somebody has changed them since. */
export function listFactDifferences(kind: RecordKind, expected: Facts, now: Facts): FactConflict[] {
  return listFacts(kind, expected)
    .filter((field) => !isSameFact(expected[field], now[field], field))
    .map((field) => toConflict(field, expected, now, {}));
}

/** The body that writes `put` to a record that is as `now`; null if nothing is left to write. */
export function toPutBody(kind: RecordKind, put: Facts, now: Facts): Facts | null {
  if (kind === "recurring") return { overrides: { category_id: put["category_id"] } };
  // The day from which it holds cannot be removed again.
  if (kind === "rollover" && put["start_date"] === null) {
    const { start_date: _, ...rest } = put;
    return Object.keys(rest).length === 0 ? null : rest;
  }
  // A PUT replaces the whole rule.
  if (kind === "rule") return { ...pickFacts(now, KINDS.rule.fields), ...put };
  if (kind !== "manual_account") return put;
  const { closed_on: closed, balance_as_of: at, ...rest } = put;
  const isClosed = (put["status"] ?? now["status"]) === "closed";
  const body = {
    ...rest,
    ...(at != null && put["balance"] != null && { balance_as_of: at }),
    ...(closed != null && isClosed && { closed_on: closed, status: "closed" }),
  };
  return Object.keys(body).length === 0 ? null : body;
}

/** Without the display name, if the service only derived it from the bank's and account's names. */
export function withoutDerivedName(some: Facts, account: Facts): Facts {
  const derived = [account["institution_name"], account["name"]]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" ");
  return some["display_name"] === derived ? { ...some, display_name: null } : some;
}

function toConflict(field: string, was: Facts, now: Facts, set: Facts): FactConflict {
  return { field, was: was[field] ?? null, now: now[field] ?? null, set: set[field] ?? null };
}

const AMOUNTS = new Set(["amount", "balance", "amount_min", "amount_max", "auto_budget_amount"]);
const TIMES = new Set(["balance_as_of"]);

function toText(value: unknown, field: string): string {
  return JSON.stringify(simplify(value, field));
}

/** One form for all values that mean the same, with the properties of objects in order. */
function simplify(value: unknown, field: string): unknown {
  if (value === undefined || value === "" || value === null) return null;
  if (AMOUNTS.has(field) && Number.isFinite(Number(value))) return Number(value);
  if (TIMES.has(field) && typeof value === "string") return Date.parse(value);
  if (Array.isArray(value)) return value.map((one) => simplify(one, ""));
  if (typeof value !== "object") return value;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => [name, simplify(one, name)]);
}
