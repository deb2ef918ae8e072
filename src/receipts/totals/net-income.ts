// "Gross 140.00, tax -35.00, net 105.00" in a notice of money that came in: what is left came in, whatever the
// labels are, and with or without a sign before what is taken off.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findCandidates, type Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const ROWS_MAX = 10;
const LINES_MAX = 400;

/** The candidates; where lines take something off an amount down to another, the last one is the only total. */
export function withNetIncome(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return withResult(lines, candidates, findNet);
}

const COMMISSION = phrasesIn<"commission">({ commission: PAYMENT_WORDS.commission });
const TEXT_CHARS_MAX = 20_000;

/** Whether rows take a commission off an amount: "Sold for 200.00, commission -16.00, paid out 184.00". */
export function provesPayout(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!COMMISSION.has(foldWords(read))) return false;
  const { lines } = findCandidates(read);
  const rows = listRows(lines);
  return rows.some((_row, at) => {
    const own = rows.slice(at, at + ROWS_MAX);
    const net = findNet(own.map(({ amount }) => amount));
    const until = own.findIndex(({ amount }) => amount === net);
    return own
      .slice(1, Math.max(1, until))
      .some(
        ({ amount, line }) => amount.negative && COMMISSION.has(foldWords(lines[line]?.text ?? "")),
      );
  });
}

const TOLD: readonly Candidate["role"][] = ["refunded", "subtotal"];

/**
 * The candidates of a refund of which no label names a total: "Fare 1,249, seat 135, paid out 1,384", "Paid 67.50,
 * return -3.50, 64.00".
 */
export function withRefundOfRows(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return candidates.some(({ role, rank }) => TOLD.includes(role) || rank > RANKS.amount)
    ? withoutPostage(lines, candidates)
    : withResult(lines, candidates, (rows) => findNet(rows) ?? findSum(rows));
}

/** "Returned item 74.90", "Return label -9.95", "64.95": the refund is 64.95, although a label calls 74.90 refunded. */
function withoutPostage(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? NaN;
  const rows = listRows(lines);
  const at = rows.findIndex(({ amount: whole }, index) => {
    const [taken, left] = [rows[index + 1]?.amount, rows[index + 2]?.amount];
    return (
      taken?.negative === true &&
      left?.negative === false &&
      unitsOf(whole) - unitsOf(taken) === unitsOf(left) &&
      candidates.some(({ role, amount }) => role === "refunded" && amount.value === whole.value)
    );
  });
  const [whole, left] = [rows[at]?.amount, rows[at + 2]];
  if (at === -1 || whole === undefined || left === undefined) return candidates;
  const { amount, start, line } = left;
  const total: Candidate = {
    amount,
    role: "refunded",
    tag: "refunded total",
    phrase: "what is left of it",
    rank: RANKS.refunded,
    label: { text: "", start, place: "before" },
    line,
    card: null,
  };
  const others = candidates.filter(
    (one) =>
      one.amount !== amount && !(one.role === "refunded" && one.amount.value === whole.value),
  );
  return [...others, total].sort((a, b) => a.amount.start - b.amount.start);
}

/** The candidates, with the amount that rows above it come to as the only total. */
function withResult(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  findResult: (rows: readonly Amount[]) => Amount | null,
): readonly Candidate[] {
  const rows = listRows(lines);
  for (const at of rows.keys()) {
    const net = findResult(rows.slice(at, at + ROWS_MAX).map(({ amount }) => amount));
    const row = rows.find(({ amount }) => amount === net);
    // "Total deductions" of a payslip: what was kept.
    const isKept = candidates.some(({ amount, role }) => amount === net && role === "veto");
    if (net === null || row === undefined || isKept) continue;
    const label = { text: "", start: row.start, place: "before" } as const;
    const reading = { role: "total", tag: "total", phrase: "what is left of it" } as const;
    const own = { rank: RANKS.total, label, line: row.line, card: null };
    const total: Candidate = { amount: net, ...reading, ...own };
    return [...candidates.filter(({ amount, rank }) => amount !== net && rank === 0), total].sort(
      (a, b) => a.amount.start - b.amount.start,
    );
  }
  return candidates;
}

interface Row {
  readonly amount: Amount;
  readonly start: number;
  readonly line: number;
}

/** The lines with one amount. */
function listRows(lines: readonly Line[]): readonly Row[] {
  return lines
    .slice(0, LINES_MAX)
    .flatMap(({ amounts, start }, line) =>
      amounts.length === 1 ? amounts.map((amount) => ({ amount, start, line })) : [],
    );
}

/** What is left of the first amount behind those that are taken off it, if that is printed. */
function findNet([first, ...rest]: readonly Amount[]): Amount | null {
  if (first === undefined || first.negative) return null;
  let left = unitsOf(first);
  for (const [at, amount] of rest.entries()) {
    if (amount.currency !== first.currency) return null;
    if (at > 0 && !amount.negative && unitsOf(amount) === left) {
      // "Paid out 90.00", "stay 40.00", "stay 30.00", "stay 20.00", "paid out 90.00": the parts of a sum.
      const below = rest[at + 1];
      return below !== undefined && unitsOf(below) === unitsOf(first) ? null : amount;
    }
    left -= unitsOf(amount);
    if (left <= 0) return null;
  }
  return null;
}

/** The sum of two or more amounts right above it. */
function findSum(amounts: readonly Amount[]): Amount | null {
  let sum = 0;
  for (const [at, amount] of amounts.entries()) {
    if (amount.negative || amount.currency !== amounts[0]?.currency) return null;
    if (at > 1 && unitsOf(amount) === sum) return amount;
    sum += unitsOf(amount);
  }
  return null;
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
