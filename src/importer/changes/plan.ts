// Decides what is sent for a transaction, and afterwards what became of it. A field is written only
// where it still has the value that the person saw. Pure.

import {
  FIELDS,
  isSame,
  listFields,
  valueOf,
  type AllFields,
  type Changed,
  type Conflict,
  type Field,
  type Fields,
} from "./fields.ts";

/** The wish of a person for one transaction: each field as they saw it, and as it is to be. */
export interface WantedEdit {
  readonly was: Fields;
  readonly set: Fields;
}

interface EditPlan {
  /** What to send; empty if nothing is to be written. */
  readonly put: Fields;
  readonly conflicts: readonly Conflict[];
}

/** What to write to a transaction that is as `now`. */
export function planEdit({ was, set }: WantedEdit, now: AllFields): EditPlan {
  const open = listFields(set).filter((field) => !isSame(field, now[field], set[field]));
  // Without what was seen, it is written over anything.
  const conflicts = open
    .filter((field) => was[field] !== undefined && !isSame(field, now[field], was[field]))
    .map((field) => ({
      field,
      was: valueOf(was, field),
      now: now[field],
      set: valueOf(set, field),
    }));
  const left = new Set<Field>(conflicts.map(({ field }) => field));
  const put = pick(set, (field) => open.includes(field) && !left.has(field));
  const isAny = listFields(put).length > 0;
  // Otherwise the service might mark as reviewed what the person wants to stay unreviewed.
  const isKept = set.status !== undefined && isSame("status", now.status, set.status);
  return { put: isAny && isKept ? { ...put, status: set.status } : put, conflicts };
}

/** The same fields without some. */
export function pick(some: Fields, isWanted: (field: Field) => boolean): Fields {
  return Object.fromEntries(
    listFields(some)
      .filter(isWanted)
      .map((field) => [field, some[field]]),
  );
}

/**
 * Keeps the service from changing more than an undo asks for. Undoing is no review by a person, and
 * a recurring item that is linked again must not write its payee, notes and category again.
 */
export function withOthers(put: Fields, now: AllFields): Fields {
  const { status, payee, notes, category_id } = now;
  const settable = status === "reviewed" || status === "unreviewed";
  const isLinking = put.recurring_id !== undefined && put.recurring_id !== null;
  return { ...(isLinking && { payee, notes, category_id }), ...(settable && { status }), ...put };
}

/**
 * The fields that a write changed, by its answer. A write may mark the transaction as reviewed as
 * well. A recurring item may write its own payee, notes and category.
 */
export function listChanged(before: AllFields, put: Fields, after: AllFields): Changed[] {
  const reviewed =
    put.status === undefined && before.status === "unreviewed" && after.status === "reviewed";
  const isLinking = put.recurring_id !== undefined;
  return FIELDS.filter(
    (field) => put[field] !== undefined || isLinking || (field === "status" && reviewed),
  )
    .filter((field) => !isSame(field, before[field], after[field]))
    .map((field) => ({ field, before: before[field], after: after[field] }));
}

/** What a recurring item writes to a transaction that is linked to it. */
const FOLLOWS_ITEM: readonly Field[] = ["payee", "category_id", "notes", "status"];

/** What became of a write whose answer was lost. */
export type Looked =
  | { readonly kind: "not written" }
  | {
      readonly kind: "written";
      readonly changed: readonly Changed[];
      readonly conflicts: readonly Conflict[];
    };

/**
 * Whether a write without an answer was carried out, by the transaction as it is now. A write is
 * all or nothing: if one field has its new value, the others had it and were changed since.
 */
export function judgeWrite(before: AllFields, put: Fields, now: AllFields): Looked {
  const sent = listFields(put).filter((field) => !isSame(field, before[field], put[field]));
  const arrived = sent.filter((field) => isSame(field, now[field], put[field]));
  if (arrived.length === 0) return { kind: "not written" };
  // A field that was sent and has another value now is a conflict, not a change of ours.
  const changed = listChanged(
    before,
    pick(put, (field) => arrived.includes(field)),
    now,
  ).filter(
    ({ field }) =>
      arrived.includes(field) || (put[field] === undefined && FOLLOWS_ITEM.includes(field)),
  );
  const conflicts = sent
    .filter((field) => !arrived.includes(field))
    .map((field) => ({ field, was: before[field], now: now[field], set: valueOf(put, field) }));
  return { kind: "written", changed, conflicts };
}

/** What differs from what is expected: fields that somebody changed since. */
export function listDifferences(expected: Fields, now: AllFields): Conflict[] {
  return listFields(expected)
    .filter((field) => !isSame(field, expected[field], now[field]))
    .map((field) => ({ field, was: valueOf(expected, field), now: now[field], set: null }));
}
