// Decides whether a receipt is about a charge that another mail already reported. Pure. An order's
// confirmation, invoice and receipt are one charge; two forwards of one document are one charge. If
// facts differ that should agree, the user is asked.

import { dayNumber, type Day } from "../../money/day.ts";
import type { Kind, Reason } from "../../receipts/receipt.ts";
import { normalizeNumber, rankKind, type ChargeFacts, type Sameness } from "./identity.ts";

/** A stored receipt, as far as a new one is compared with it. */
export interface Known extends Omit<ChargeFacts, "date"> {
  readonly id: number;
  readonly kind: Kind;
  readonly date: Day | null;
  /** In the budget, or on its way there: nothing may take its place. */
  readonly settled: boolean;
  /** A bank alert about the same card, amount and minute. */
  readonly same_moment?: boolean;
  /** How its document compares with the new receipt's. */
  readonly document: Sameness;
}

export interface Arriving extends ChargeFacts {
  readonly kind: Kind;
}

export type Relation =
  | { readonly kind: "new" }
  /** The same charge, already stored. */
  | { readonly kind: "duplicate"; readonly of: number; readonly why: string }
  /** The same charge, with better facts: it replaces the one named. */
  | { readonly kind: "supersedes"; readonly of: number; readonly why: string }
  | {
      readonly kind: "doubt";
      readonly of: number;
      readonly reason: Reason;
      readonly detail: string;
    };

const DAYS_APART_MAX = 1;

/** Compares a receipt with stored ones of the same sender and class, the oldest first. */
export function relate(one: Arriving, known: readonly Known[]): Relation {
  const all = known.filter(
    (other) =>
      other.class === one.class && (other.domain === one.domain || other.document !== "different"),
  );
  const again = all.find((other) => other.document === "same" && sameAmount(one, other));
  if (again !== undefined)
    return {
      kind: "duplicate",
      of: again.id,
      why: "the same document was read before, in another mail",
    };
  const number = normalizeNumber(one.order_number);
  const numbered =
    number === "" ? [] : all.filter((other) => normalizeNumber(other.order_number) === number);
  return numbered.length > 0 ? relateByNumber(one, numbered) : relateWithoutNumber(one, all);
}

function relateByNumber(one: Arriving, numbered: readonly Known[]): Relation {
  const equal = numbered.find((other) => sameAmount(one, other));
  if (equal === undefined) return relateParts(one, numbered) ?? doubtAmount(one, numbered);
  if (one.class === "refund" || one.class === "income") {
    const detail = `another document already reported this amount for number ${one.order_number ?? ""}`;
    return { kind: "doubt", of: equal.id, reason: "possible_duplicate", detail };
  }
  if (rankKind(one.kind) > rankKind(equal.kind) && !equal.settled) {
    return {
      kind: "supersedes",
      of: equal.id,
      why: `the ${one.kind} of number ${one.order_number ?? ""} replaces its ${equal.kind}`,
    };
  }
  return {
    kind: "duplicate",
    of: equal.id,
    why: `number ${one.order_number ?? ""} was already reported by its ${equal.kind}`,
  };
}

/**
 * An order that is charged in parts: it is no charge of its own once its parts add up to it. Null
 * where they do not.
 */
function relateParts(one: Arriving, numbered: readonly Known[]): Relation | null {
  const parts = numbered.filter(({ kind }) => kind !== "order");
  const charged = parts.reduce((sum, { total }) => sum + total, 0);
  const isOneCurrency = [one, ...numbered].every(({ currency }) => currency === one.currency);
  const number = one.order_number ?? "";
  const [first] = parts;
  if (first === undefined || !isOneCurrency) return null;
  if (one.kind === "order")
    return parts.length > 1 && charged === one.total
      ? {
          kind: "duplicate",
          of: first.id,
          why: `number ${number} is charged in ${parts.length} parts`,
        }
      : null;
  const order = numbered.find(
    ({ kind, total, settled }) => kind === "order" && !settled && charged + one.total === total,
  );
  return order === undefined
    ? null
    : {
        kind: "supersedes",
        of: order.id,
        why: `the order of number ${number} is charged in ${parts.length + 1} parts, which add up to it`,
      };
}

function doubtAmount(one: Arriving, numbered: readonly Known[]): Relation {
  const [first] = numbered;
  if (first === undefined) return { kind: "new" };
  const differs = rankKind(one.kind) !== rankKind(first.kind);
  const number = one.order_number ?? "";
  const detail = differs
    ? `the ${first.kind} of number ${number} has a different amount from this ${one.kind}`
    : `number ${number} already has a ${first.kind} with another amount: this may be a further charge, or a correction`;
  return { kind: "doubt", of: first.id, reason: "further_charge", detail };
}

/** If either side lacks a number, only sender, amount and day can be compared. */
function relateWithoutNumber(one: Arriving, all: readonly Known[]): Relation {
  const alike = all.filter(
    (other) =>
      sameAmount(one, other) &&
      nearDays(one.date, other.date) &&
      (normalizeNumber(one.order_number) === "" || normalizeNumber(other.order_number) === ""),
  );
  // Two separate mails of one kind, without numbers, are two purchases: two equal coffees.
  const isSeparate = (other: Known) =>
    other.same_moment !== true &&
    other.document === "different" &&
    other.kind === one.kind &&
    normalizeNumber(one.order_number) === normalizeNumber(other.order_number);
  const doubtful = alike.find((other) => !isSeparate(other));
  if (doubtful === undefined) return { kind: "new" };
  return {
    kind: "doubt",
    of: doubtful.id,
    reason: "possible_duplicate",
    detail:
      "a mail of the same sender reports the same amount around that day: this may be the same charge",
  };
}

/** Equal totals; an unknown currency may be the one that the other mail names. */
function sameAmount(one: ChargeFacts, other: Pick<Known, "total" | "currency">): boolean {
  return (
    one.total === other.total &&
    (one.currency === other.currency || one.currency === null || other.currency === null)
  );
}

function nearDays(a: Day, b: Day | null): boolean {
  return b !== null && Math.abs(dayNumber(a) - dayNumber(b)) <= DAYS_APART_MAX;
}
