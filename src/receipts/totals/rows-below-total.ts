// The rows below a total that lead to another one: "Invoice total 356.04", "Deposit received -100.00", "Balance due
// 256.04"; "Total 184.40", "Rounding -0.40", "To pay 184.00"; "Goods 100.00", "Delivery 12.00", "In all 112.00". The
// last was paid or is to be paid, whatever each is called, and what is above it is on the way. Arithmetic is exact.

import type { Candidate } from "./candidates.ts";
import type { Label, Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS, type Role } from "./money-labels.ts";

const LINES_MAX = 14;
const STARTS_MAX = 40;
const SUMS_MAX = 16;
const LABEL_CHARS_MAX = 60;
/** What is rounded away is less than one unit of the currency; in ten-thousandths. */
const ROUNDING_MAX = 10_000;

/** "19 % net 35.38, VAT 6.72, gross 42.10": what a rate is of is within the total. */
const TAX_RATE = /^[\s(]*\d{1,2}(?:[.,]\d{1,2})? ?%/u;

/** Roles of what is taken off, though no minus is printed. */
const TAKEN_OFF: ReadonlySet<Role> = new Set<Role>(["discount", "credit"]);
/** Roles that may be within the total above, or added to it. */
const OPTIONAL: ReadonlySet<Role> = new Set<Role>(["tax", "veto", "later"]);

interface Chain {
  readonly start: Candidate;
  readonly parts: readonly Amount[];
  readonly end: Amount;
  readonly line: number;
  /** An amount was taken off whose label is not known and that has no minus. */
  readonly isGuessed: boolean;
}

/** The candidates; the amount to which the rows below a total lead is the total instead. */
export function withRowsBelowTotals(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  isInvoice: boolean,
): readonly Candidate[] {
  const byAmount = new Map(candidates.map((one) => [one.amount, one]));
  if (candidates.some(({ role }) => role === "refunded")) return candidates;
  const starts = candidates.filter(isStart).slice(0, STARTS_MAX);
  const charged = candidates.filter(({ role }) => role === "charged");
  const chains = starts
    .flatMap((start) => findChains(lines, byAmount, start))
    .filter((chain) => !chain.isGuessed || isPaidBelow(chain, charged))
    .filter((chain) => !isSameAgain(byAmount, chain))
    .filter((chain) => isFinal(byAmount, chain, isInvoice));
  const last = chains.reduce<Chain | null>(
    (best, one) => (best === null || one.line > best.line ? one : best),
    null,
  );
  if (last === null) return candidates;
  const total = toTotal(lines, byAmount, last);
  const others = candidates.filter(({ amount }) => amount !== last.end);
  const isCharged = candidates.some(({ role, amount }) => role === "charged" && !amount.negative);
  const isSettled = isCharged || candidates.some((one) => settles(one, last));
  const all =
    !isInvoice && !isSettled && isPaidInPart(byAmount, last)
      ? [...others, { ...total, rank: Math.max(total.rank, last.start.rank) }]
      : [...withoutSumsOnTheWay(withoutRates(others, lines, last), chains, last), total];
  return all.sort((a, b) => a.amount.start - b.amount.start);
}

/** "To pay 43.98", "of which VAT 8.22", "Amount 43.98": the same amount, and the first says more of it. */
function isSameAgain(byAmount: ReadonlyMap<Amount, Candidate>, { start, end }: Chain): boolean {
  return unitsOf(start.amount) === unitsOf(end) && (byAmount.get(end)?.rank ?? 0) <= start.rank;
}

/** The candidates; those of rows that begin with a rate, between a total and the last one, do not count. */
function withoutRates(
  candidates: readonly Candidate[],
  lines: readonly Line[],
  { start, line: end }: Chain,
): readonly Candidate[] {
  return candidates.map((one) => {
    const isBetween = one.line > start.line && one.line < end;
    return isBetween && TAX_RATE.test(lines[one.line]?.text ?? "") ? refuse(one) : one;
  });
}

/** The candidates, where totals on the way to the last one, and what is taken off on the way, do not count. */
function withoutSumsOnTheWay(
  candidates: readonly Candidate[],
  chains: readonly Chain[],
  { end }: Chain,
): readonly Candidate[] {
  const starts = new Set(chains.map(({ start }) => start.amount));
  const parts = new Set(chains.flatMap((chain) => chain.parts));
  return candidates.map((one) => {
    if (one.rank === 0) return one;
    const isOnTheWay = starts.has(one.amount) && unitsOf(one.amount) !== unitsOf(end);
    const isPart = parts.has(one.amount) && one.amount.negative;
    return isOnTheWay || isPart ? refuse(one) : one;
  });
}

/**
 * "Total 400.00, paid today -100.00, balance 300.00": what is left of an order may be paid now, or some other day.
 * Then both totals stand, and a person is asked.
 */
function isPaidInPart(
  byAmount: ReadonlyMap<Amount, Candidate>,
  { start, parts, end }: Chain,
): boolean {
  return !isRounded(start, end) && parts.some((part) => byAmount.get(part)?.role === "charged");
}

/** "Paid by your insurance -198.40, your share 49.60, card payment -49.60": the last row pays what the rows make. */
function settles({ role, amount, line }: Candidate, { end, line: endLine }: Chain): boolean {
  return role === "charged" && line > endLine && Math.abs(unitsOf(amount)) === unitsOf(end);
}

/**
 * Whether a row below pays what is left of a total. "Cash 5.00", "Visa 3.62" below "8.62" are two ways to
 * pay the total, and nothing was left.
 */
function isPaidBelow(chain: Chain, charged: readonly Candidate[]): boolean {
  return (
    charged.some((one) => settles(one, chain)) &&
    !charged.some(({ amount }) => amount === chain.end)
  );
}

function isRounded({ amount }: Candidate, end: Amount): boolean {
  return Math.abs(unitsOf(amount) - unitsOf(end)) < ROUNDING_MAX;
}

function isStart({ rank, role, amount }: Candidate): boolean {
  return (
    !amount.negative &&
    (rank > 0 || role === "subtotal") &&
    role !== "refunded" &&
    unitsOf(amount) > 0
  );
}

/** The amounts to which the rows below lead, each added or taken off. */
function findChains(
  lines: readonly Line[],
  byAmount: ReadonlyMap<Amount, Candidate>,
  start: Candidate,
): readonly Chain[] {
  let sums = [unitsOf(start.amount)];
  let guessed: readonly number[] = [];
  let isGuessed = false;
  let parts: readonly Amount[] = [];
  const found: Chain[] = [];
  for (const [at, line] of lines.slice(start.line + 1, start.line + 1 + LINES_MAX).entries()) {
    const amount = line.amounts.at(-1);
    if (amount === undefined || TAX_RATE.test(line.text)) continue;
    const part = byAmount.get(amount);
    if (!isSameCurrency(amount, start.amount) || part?.phrase === "handed over") return found;
    const units = unitsOf(amount);
    const isSum = sums.includes(units);
    if (parts.length > 0 && !amount.negative && units > 0 && (isSum || guessed.includes(units))) {
      isGuessed ||= !isSum;
      found.push({ start, parts, end: amount, line: start.line + 1 + at, isGuessed });
      sums = [units];
      guessed = [];
      continue;
    }
    if (units === 0) continue;
    const signed =
      amount.negative || (part !== undefined && TAKEN_OFF.has(part.role)) ? -units : units;
    const isOptional = part !== undefined && OPTIONAL.has(part.role) && !amount.negative;
    // "Public subsidy 192.15": the one row between a total and what was paid.
    guessed = parts.length === 0 && part === undefined ? sums.map((sum) => sum - units) : [];
    sums = [...new Set(sums.flatMap((sum) => (isOptional ? [sum, sum + signed] : [sum + signed])))];
    if (sums.length > SUMS_MAX) return found;
    parts = [...parts, amount];
  }
  return found;
}

/** Whether what the rows lead to is what is paid, and not what is left to be paid some day. */
function isFinal(
  byAmount: ReadonlyMap<Amount, Candidate>,
  { start, parts, end }: Chain,
  isInvoice: boolean,
): boolean {
  const own = byAmount.get(end);
  const role = own?.role;
  // "Your gift 50.00, tax reclaimed 12.50, worth 62.50 to us": more than a total is named by its label.
  const isNamed = own !== undefined && own.rank > 0;
  const isOfRounding = isRounded(start, end);
  // "Paid today 613", "22 November 613", "22 December 613", "Sum of the purchase 1,839": instalments, and one was paid.
  const isOfInstalments =
    start.role === "charged" && parts.every((part) => unitsOf(part) === unitsOf(start.amount));
  if (isOfInstalments && unitsOf(end) > unitsOf(start.amount)) return false;
  if (!isNamed && !isOfRounding && unitsOf(end) > unitsOf(start.amount)) return false;
  if (role === "later" || role === "tax" || role === "tip" || role === "refunded") return false;
  const isDeposit = parts.some((part) => byAmount.get(part)?.tag === "deposit");
  return isInvoice || isOfRounding || !isDeposit || role === "charged";
}

function toTotal(
  lines: readonly Line[],
  byAmount: ReadonlyMap<Amount, Candidate>,
  { end, line }: Chain,
): Candidate {
  const own = byAmount.get(end);
  if (own !== undefined && own.rank > RANKS.amount) return own;
  const { text = "", start = end.start } = lines[line] ?? {};
  const label: Label = {
    text: text.slice(0, end.start - start).slice(0, LABEL_CHARS_MAX),
    start,
    place: "before",
  };
  return {
    amount: end,
    role: "total",
    tag: "total",
    phrase: "what the rows above make",
    rank: RANKS.total,
    label: own?.label ?? label,
    line,
    card: own?.card ?? null,
  };
}

function refuse(one: Candidate): Candidate {
  return { ...one, role: "veto", tag: "veto", phrase: "a sum on the way", rank: 0 };
}

function isSameCurrency(one: Amount, other: Amount): boolean {
  return one.currency === other.currency || one.currency === null || other.currency === null;
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
