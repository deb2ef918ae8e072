// Groups the transactions that wait for review by payee, each group with a proposed category and
// its reason: odd ones first, then new payees, then routine. Pure.

import { dayNumber, parseDay } from "../../money/day.ts";
import { parseUnits } from "../../money/money.ts";
import { readProvenance } from "../transactions/provenance.ts";
import type { Transaction } from "../transactions/wire.ts";

export type Kind = "odd" | "new" | "routine";

/** Why a category is proposed. */
export type Reason =
  | { readonly kind: "rule"; readonly ids: readonly number[] }
  | { readonly kind: "before"; readonly count: number }
  /** It came with the transaction. */
  | { readonly kind: "set" };

export interface Proposal {
  readonly category: number;
  readonly reason: Reason;
}

/** Transactions that are reviewed together. */
export interface Group {
  /** The id of its first transaction, which names the group in addresses. */
  readonly id: number;
  readonly payee: string;
  readonly kind: Kind;
  readonly rows: readonly Transaction[];
  /** The category that all of them have; null for none. */
  readonly category: number | null;
  readonly proposal: Proposal | null;
  /** A sentence for each oddity. */
  readonly oddities: readonly string[];
}

const ORDER: readonly Kind[] = ["odd", "new", "routine"];

/** Groups the waiting transactions, given those that were reviewed before. */
export function groupRows(
  waiting: readonly Transaction[],
  history: readonly Transaction[],
): readonly Group[] {
  const past = Map.groupBy(history, ({ payee }) => payee ?? "");
  const others = indexByAmount([...waiting, ...history]);
  const judged = waiting.map((row) => ({ row, odd: findOddities(row, past, others) }));
  // An odd transaction is a group of its own.
  const groups = Map.groupBy(judged, ({ row, odd }) =>
    [
      row.payee,
      row.category_id ?? "",
      row.rule_ids?.join(",") ?? "",
      Math.sign(Number(row.amount)),
      ...odd,
    ].join("\n"),
  );
  const made = [...groups.values()].flatMap((members): Group[] => {
    const rows = members.map(({ row }) => row);
    const [first] = rows;
    if (first === undefined) return [];
    const before = past.get(first.payee ?? "") ?? [];
    const proposal = propose(first, before);
    const oddities = members[0]?.odd ?? [];
    const kind = sortIn(proposal, oddities, before);
    const category = first.category_id ?? null;
    return [{ id: first.id, payee: first.payee ?? "", kind, rows, category, proposal, oddities }];
  });
  return made.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function sortIn(
  proposal: Proposal | null,
  oddities: readonly string[],
  before: readonly unknown[],
): Kind {
  if (proposal === null || oddities.length > 0) return "odd";
  return before.length === 0 ? "new" : "routine";
}

/** Proposes the transaction's own category, or the one that its payee mostly had. */
function propose(row: Transaction, before: readonly Transaction[]): Proposal | null {
  if (row.category_id != null) {
    const ids = row.rule_ids ?? [];
    const reason: Reason = ids.length > 0 ? { kind: "rule", ids } : { kind: "set" };
    return { category: row.category_id, reason };
  }
  const [top, second] = countCategories(before.filter((one) => isSameWay(one, row)));
  // If two categories are equally frequent, neither is proposed.
  if (top === undefined || top.count === second?.count) return null;
  return { category: top.category, reason: { kind: "before", count: top.count } };
}

/** Counts the categories of transactions, the most used first. */
export function countCategories(
  rows: readonly Transaction[],
): readonly { readonly category: number; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const { category_id: id } of rows) if (id != null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts]
    .map(([category, count]) => ({ category, count }))
    .toSorted((a, b) => b.count - a.count);
}

function isSameWay(a: Transaction, b: Transaction): boolean {
  return Math.sign(Number(a.amount)) === Math.sign(Number(b.amount));
}

const UNUSUAL_TIMES = 2;
const USUAL_MIN = 3;
const TWIN_DAYS = 1;
const TRANSFER_DAYS = 4;

function findOddities(
  row: Transaction,
  past: ReadonlyMap<string, readonly Transaction[]>,
  others: ReadonlyMap<string, readonly Transaction[]>,
): readonly string[] {
  const amount = readMagnitude(row);
  const before = (past.get(row.payee ?? "") ?? []).filter((one) => isSameWay(one, row));
  const most = Math.max(0, ...before.map(readMagnitude));
  const alike = (others.get(makeGroupKey(row)) ?? []).filter((one) => one.id !== row.id);
  return [
    ...(alike.some((one) => isLikelyTwice(row, one))
      ? ["Possibly a duplicate: the same amount from another source."]
      : []),
    ...(alike.some((one) => isOtherSide(row, one))
      ? ["Possibly a transfer: the same amount the other way in another account."]
      : []),
    ...(before.length >= USUAL_MIN && amount > most * UNUSUAL_TIMES
      ? ["More than twice as much as ever before."]
      : []),
  ];
}

function isLikelyTwice(row: Transaction, other: Transaction): boolean {
  return (
    isSameWay(row, other) &&
    findAccountKey(row) === findAccountKey(other) &&
    readProvenance(row).run !== readProvenance(other).run &&
    isWithin(row, other, TWIN_DAYS)
  );
}

function isOtherSide(row: Transaction, other: Transaction): boolean {
  return (
    !isSameWay(row, other) &&
    findAccountKey(row) !== findAccountKey(other) &&
    isWithin(row, other, TRANSFER_DAYS)
  );
}

function findAccountKey({
  manual_account_id: manual,
  linked_account_id: linked,
}: Transaction): string {
  return `${manual ?? ""} ${linked ?? ""}`;
}

function isWithin(a: Transaction, b: Transaction, days: number): boolean {
  const [from, to] = [parseDay(a.date), parseDay(b.date)];
  return from !== null && to !== null && Math.abs(dayNumber(from) - dayNumber(to)) <= days;
}

function readMagnitude({ amount }: Transaction): number {
  const read = parseUnits(amount);
  return read.ok ? Math.abs(read.value) : 0;
}

function makeGroupKey(row: Transaction): string {
  return `${row.currency} ${readMagnitude(row)}`;
}

function indexByAmount(rows: readonly Transaction[]): ReadonlyMap<string, readonly Transaction[]> {
  return Map.groupBy(rows, makeGroupKey);
}
