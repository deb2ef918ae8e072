// Pairs receipts with transactions of the same purchase. Pure, and independent of the order of
// either list. It pairs by itself only if the exact amount and one more fact agree, and the pair is
// the only such on both sides; or if there are as many equal receipts as equal transactions, in
// order of time. The rest is offered to the user with reasons; a tie is never broken.

import { exponentOf, type Currency } from "../../../money/currency.ts";
import { compareDays, addDays, type Day } from "../../../money/day.ts";
import { printUnits, UNIT_DECIMALS, units, type Units } from "../../../money/money.ts";
import { daysFrom } from "../../matching/rules/likeness.ts";
import type { Kind } from "../../../receipts/receipt.ts";
import { isNoPurchase, namesNobody, sameMerchant } from "./names.ts";
import { namesNumber, namesOtherNumber } from "./numbers.ts";

/** A receipt, as far as it is compared. */
export interface Claimed {
  readonly id: number;
  readonly kind: Kind;
  readonly date: Day;
  /** For an invoice, its due date. */
  readonly dueOn?: Day | null;
  /** The service's sign: positive is a debit. */
  readonly amount: Units;
  /** The currency it names, or those that its symbol may mean; empty if its total has no symbol. */
  readonly currencies: readonly Currency[];
  /** The currencies that its amount may be in abroad; `currencies` if left out. */
  readonly originals?: readonly Currency[];
  /** The number of the order or the invoice. */
  readonly number?: string | null;
  /**
   * The user is asked about it. Only the merchant, the number or the card in the bank's text
   * settles it.
   */
  readonly asked?: boolean;
  /** Possible names of its merchant. */
  readonly names: readonly string[];
  readonly card: string | null;
}

/** A transaction without a receipt, as far as it is compared. */
export interface Booked {
  readonly id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  /** Payee and what the bank printed. */
  readonly texts: readonly string[];
  /** Last four digits of the cards it mentions. */
  readonly cards: readonly string[];
  /** The amount in the original currency, without a sign. */
  readonly original: { readonly amount: Units; readonly currency: string } | null;
}

/** A pair with its evidence, one sentence for each reason. */
export interface Pair {
  readonly receipt: number;
  readonly transaction: number;
  readonly evidence: readonly string[];
}

/** A candidate: one transaction, or several that add up to the receipt. */
export interface Candidate {
  readonly transactions: readonly number[];
  readonly evidence: readonly string[];
}

export interface Paired {
  readonly pairs: readonly Pair[];
  /**
   * Receipts for which several transactions are equally likely, or transactions with several such
   * receipts; each with its candidates.
   */
  readonly tied: ReadonlyMap<number, readonly Candidate[]>;
  /** Only the amount agrees. */
  readonly weak: ReadonlyMap<number, readonly Candidate[]>;
  /**
   * Pairs with only the amount in common, no competitor on either side, and nothing against them.
   */
  readonly alone: readonly Pair[];
}

const DAYS_BEFORE = 3;
const DAYS_AFTER = 10;
const DAYS_AFTER_ORDER = 45;
/**
 * A purchase is booked within a week. A later transaction with only the amount in common is
 * probably another purchase.
 */
const DAYS_AFTER_ALONE = 7;
/** A due date further off than this is not waited for. */
export const DUE_DAYS_MAX = 120;
/**
 * A transaction earlier than this is more likely the previous purchase, whose receipt never came.
 */
const DAYS_BEFORE_SURE = 1;
/**
 * Where the bank names somebody else, a card's purchase is booked within so many days. The same
 * amount later is more likely another purchase on that card.
 */
const DAYS_AFTER_OTHER_NAME = 4;

/** The days on which the receipt's transaction may be booked. */
export function bookingWindow({
  kind,
  date,
  dueOn = null,
}: Pick<Claimed, "kind" | "date" | "dueOn">): { readonly from: Day; readonly to: Day } {
  const after = addDays(
    date,
    kind === "order" || kind === "invoice" ? DAYS_AFTER_ORDER : DAYS_AFTER,
  );
  const furthest = addDays(date, DUE_DAYS_MAX);
  const due =
    dueOn === null || dueOn < date
      ? after
      : addDays(dueOn > furthest ? furthest : dueOn, DAYS_AFTER);
  return { from: addDays(date, -DAYS_BEFORE), to: due > after ? due : after };
}

interface Edge {
  readonly receipt: Claimed;
  readonly row: Booked;
  readonly merchant: boolean;
  readonly card: boolean;
  readonly number: boolean;
  /** Only the amount supports it, and nothing contradicts it. */
  readonly plain: boolean;
  readonly evidence: readonly string[];
}

/** `rejected`: pairs that the user has rejected, as "receipt/transaction". */
export function pairUp(
  receipts: readonly Claimed[],
  rows: readonly Booked[],
  rejected: ReadonlySet<string>,
): Paired {
  const edges = findEdges(receipts, rows, rejected);
  const pairs: Pair[] = [];
  const tied = new Map<number, readonly Candidate[]>();
  const taken = { receipts: new Set<number>(), rows: new Set<number>() };
  const free = ({ receipt, row }: Edge) =>
    !taken.receipts.has(receipt.id) && !taken.rows.has(row.id);
  for (const level of [
    (edge: Edge) => edge.number,
    (edge: Edge) => edge.merchant && edge.card,
    (edge: Edge) => edge.merchant,
    (edge: Edge) => edge.card,
  ]) {
    for (const group of groupEdges(edges.filter((edge) => level(edge) && free(edge)))) {
      const found = decide(group);
      for (const { receipt, row, evidence } of found)
        pairs.push({ receipt: receipt.id, transaction: row.id, evidence });
      for (const { receipt, row } of group) {
        taken.receipts.add(receipt.id);
        taken.rows.add(row.id);
        if (found.length === 0) tied.set(receipt.id, listCandidates(group, receipt.id));
      }
    }
  }
  const weak = new Map<number, readonly Candidate[]>();
  const left = edges.filter(free);
  for (const { receipt } of left) weak.set(receipt.id, listCandidates(left, receipt.id));
  return {
    pairs: pairs.toSorted((a, b) => a.receipt - b.receipt),
    tied,
    weak,
    alone: findLonePairs(edges),
  };
}

/**
 * Pairs a receipt with the only transaction of its amount, if it is that transaction's only
 * receipt.
 */
function findLonePairs(edges: readonly Edge[]): Pair[] {
  const perReceipt = Map.groupBy(edges, ({ receipt }) => receipt.id);
  const perRow = Map.groupBy(edges, ({ row }) => row.id);
  const only = edges.filter(
    ({ receipt, row, plain }) =>
      plain && perReceipt.get(receipt.id)?.length === 1 && perRow.get(row.id)?.length === 1,
  );
  return only.map(({ receipt, row, evidence }) => ({
    receipt: receipt.id,
    transaction: row.id,
    evidence: [
      ...evidence,
      "it is the only transaction of that amount around that day, and nothing in it contradicts the match",
    ],
  }));
}

/** All combinations that agree in amount and days. */
function findEdges(
  receipts: readonly Claimed[],
  rows: readonly Booked[],
  rejected: ReadonlySet<string>,
): Edge[] {
  const byAmount = Map.groupBy(rows, (row) => `${row.currency} ${row.amount}`);
  const byNumber = Map.groupBy(rows, (row) => row.amount);
  const byOriginal = Map.groupBy(
    rows.filter((row) => row.original !== null),
    (row) =>
      `${row.original?.currency ?? ""} ${Math.sign(row.amount) * (row.original?.amount ?? 0)}`,
  );
  return receipts.flatMap((receipt) => {
    const keys = [...new Set(receipt.currencies)].map(
      (currency) => `${currency} ${receipt.amount}`,
    );
    const window = bookingWindow(receipt);
    const near = (row: Booked) =>
      row.date >= window.from && row.date <= window.to && !rejected.has(`${receipt.id}/${row.id}`);
    const same = (
      receipt.currencies.length === 0
        ? (byNumber.get(receipt.amount) ?? [])
        : keys.flatMap((key) => byAmount.get(key) ?? [])
    ).filter(near);
    const abroad = [...new Set(receipt.originals ?? receipt.currencies)].map(
      (currency) => `${currency} ${receipt.amount}`,
    );
    const foreign = abroad
      .flatMap((key) => byOriginal.get(key) ?? [])
      .filter((row) => near(row) && !same.includes(row));
    return [
      ...same.map((row) => toEdge(receipt, row, null)),
      ...foreign.map((row) => toEdge(receipt, row, row.original)),
    ];
  });
}

function toEdge(receipt: Claimed, row: Booked, foreign: Booked["original"]): Edge {
  const named = sameMerchant(receipt.names, row.texts);
  const numbered = namesNumber(receipt.number ?? null, row.texts);
  const otherNumber =
    receipt.kind === "invoice" && namesOtherNumber(receipt.number ?? null, row.texts);
  const sameCard = receipt.card !== null && row.cards.includes(receipt.card);
  const otherCard = receipt.card !== null && row.cards.length > 0 && !sameCard;
  const days = daysFrom(receipt.date, row.date);
  const evidence = [
    foreign === null
      ? `the amount is the same, ${printAmount(row.amount, row.currency)}`
      : `${printUnits(foreign.amount, 2)} ${foreign.currency.toUpperCase()} is the original amount that the bank printed`,
    ...(numbered ? [`the bank's text names its number ${receipt.number ?? ""}`] : []),
    ...(named ? [`the bank's text "${(row.texts[0] ?? "").slice(0, 60)}" names the merchant`] : []),
    ...(sameCard ? [`the card ends in ${receipt.card ?? ""} in both`] : []),
    ...(otherCard
      ? [
          `but the receipt's card ends in ${receipt.card ?? ""}, the bank's in ${row.cards.join(", ")}`,
        ]
      : []),
    ...(otherNumber ? ["but the bank's text names another number of that kind"] : []),
    describeDays(receipt.date, row.date),
  ];
  // Another card, another number or a day that is too early contradicts the match. The user has to
  // look.
  const against = otherCard || otherNumber || days < -DAYS_BEFORE_SURE;
  const card =
    sameCard &&
    days >= -DAYS_BEFORE_SURE &&
    (named || isByOtherName(receipt, row, days)) &&
    !otherNumber &&
    !(receipt.asked === true && receipt.kind === "invoice");
  return {
    receipt,
    row,
    evidence,
    merchant: named && !against,
    number: numbered && !against,
    card,
    plain: !against && days <= DAYS_AFTER_ALONE && isPlain(receipt, row),
  };
}

/**
 * Whether a purchase on the same card may be the receipt's, though the bank's text does not name its
 * merchant: nobody is named, or it was booked at once and its amount is not one of many.
 */
function isByOtherName(receipt: Claimed, row: Booked, days: number): boolean {
  if (namesNobody(row.texts) || namesNobody(receipt.names)) return true;
  const isRound = row.amount % units(10 ** UNIT_DECIMALS) === 0;
  const isWhole = exponentOf(row.currency) === 0;
  return days >= 0 && days <= DAYS_AFTER_OTHER_NAME && (isWhole || !isRound);
}

/** Whether the bank's text names no merchant, or the receipt names none and the booking is a purchase. */
function isPlain(receipt: Claimed, row: Booked): boolean {
  if (receipt.asked === true || receipt.currencies.length === 0) return false;
  return namesNobody(row.texts) || (namesNobody(receipt.names) && !isNoPurchase(row.texts));
}

/** The amount for the user, without its sign. */
export function printAmount(amount: Units, currency: Currency): string {
  return `${printUnits(units(Math.abs(amount)), exponentOf(currency))} ${currency.toUpperCase()}`;
}

export function describeDays(receipt: Day, row: Day): string {
  const days = daysFrom(receipt, row);
  if (days === 0) return `it was booked on the day of the receipt, ${row}`;
  return `it was booked on ${row}, ${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"} ${days > 0 ? "after" : "before"} the receipt's day`;
}

/** Connected groups of edges. */
function groupEdges(edges: readonly Edge[]): Edge[][] {
  const parent = new Map<string, string>();
  const root = (name: string): string => {
    let at = name;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    parent.set(name, at);
    return at;
  };
  for (const { receipt, row } of edges) parent.set(root(`r${receipt.id}`), root(`t${row.id}`));
  return [...Map.groupBy(edges, ({ receipt }) => root(`r${receipt.id}`)).values()];
}

/** The pairs of a group: its only one, or equal ones in order of time; none if a choice is left. */
function decide(group: readonly Edge[]): Edge[] {
  const receipts = inTime(group.map(({ receipt }) => receipt));
  const rows = inTime(group.map(({ row }) => row));
  if (receipts.length !== rows.length) return [];
  if (
    receipts.length > 1 &&
    !group.every(({ merchant, receipt }) => merchant && receipt.amount === receipts[0]?.amount)
  )
    return [];
  const pairs = receipts.flatMap((receipt, index) =>
    group
      .filter((edge) => edge.receipt.id === receipt.id && edge.row.id === rows[index]?.id)
      .slice(0, 1),
  );
  if (pairs.length !== receipts.length) return [];
  const equal = `there are ${receipts.length} equal receipts and as many equal transactions: they are paired in the order of their days`;
  return receipts.length === 1
    ? pairs
    : pairs.map((edge) => ({ ...edge, evidence: [...edge.evidence, equal] }));
}

function inTime<T extends { readonly id: number; readonly date: Day }>(all: readonly T[]): T[] {
  const once = [...new Map(all.map((one) => [one.id, one])).values()];
  return once.sort((a, b) => compareDays(a.date, b.date) || a.id - b.id);
}

const CANDIDATES_MAX = 10;

function listCandidates(edges: readonly Edge[], receipt: number): Candidate[] {
  const mine = edges
    .filter((edge) => edge.receipt.id === receipt)
    .toSorted((a, b) => a.row.id - b.row.id);
  return mine
    .slice(0, CANDIDATES_MAX)
    .map(({ row, evidence }) => ({ transactions: [row.id], evidence }));
}
