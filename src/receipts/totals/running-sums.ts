// Sums on the way to the whole: "Total 100.00", "Delivery 12.00", "To pay 112.00". The first is the sum of
// the goods, whatever it is called, where what follows it makes the last.

import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS, type Role } from "./money-labels.ts";

const ADDED: ReadonlySet<Role> = new Set<Role>(["tax", "shipping", "tip", "amount"]);
const PARTS_MAX = 8;
const TOTALS_MAX = 100;

/** The candidates; a total to which the lines below it are added, up to another total, is not the whole. */
export function withoutRunningSums(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const totals = candidates.filter(isTotal);
  if (totals.length < 2 || totals.length > TOTALS_MAX) return candidates;
  const byAmount = new Map(candidates.map((one) => [one.amount, one]));
  const running = new Set(totals.filter((one) => isRunning(lines, byAmount, one)));
  return candidates.map((one) => (running.has(one) ? refuse(one, "a sum on the way") : one));
}

function isTotal({ rank, amount }: Candidate): boolean {
  return rank > RANKS.amount && rank < CHARGED_RANK_MIN && !amount.negative;
}

/**
 * "Total 48.70", "Health insurance  -34.08", "Your share 14.62": rows below a total that are printed negative, and
 * an amount that is what they leave of it, and that no label calls due or a part. That is what was paid.
 */
export function withRemainders(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const totals = candidates.filter(isTotal);
  if (totals.length === 0 || totals.length > TOTALS_MAX) return candidates;
  if (candidates.some(({ rank }) => rank >= CHARGED_RANK_MIN)) return candidates;
  const byAmount = new Map(candidates.map((one) => [one.amount, one]));
  const rests = new Map<Candidate, Candidate>(
    totals.flatMap((one) => {
      const rest = findRest(lines, byAmount, one);
      return rest === null ? [] : [[one, rest] as const];
    }),
  );
  if (rests.size === 0) return candidates;
  const found = new Set([...rests.values()].map(({ amount }) => amount));
  const others = candidates.filter(({ amount }) => !found.has(amount));
  return [
    ...others.map((one) => (rests.has(one) ? refuse(one, "before what others paid of it") : one)),
    ...rests.values(),
  ].sort((a, b) => a.amount.start - b.amount.start);
}

const TAKEN_OFF_ROLES: ReadonlySet<Role> = new Set<Role>(["credit", "veto", "discount"]);

function findRest(
  lines: readonly Line[],
  byAmount: ReadonlyMap<Amount, Candidate>,
  total: Candidate,
): Candidate | null {
  let rest = unitsOf(total.amount);
  let taken = 0;
  for (const [at, line] of lines.slice(total.line + 1, total.line + 2 + PARTS_MAX).entries()) {
    const [amount, ...more] = line.amounts;
    if (amount === undefined || more.length > 0 || amount.currency !== total.amount.currency)
      return null;
    const part = byAmount.get(amount);
    if (amount.negative) {
      if (part !== undefined && !TAKEN_OFF_ROLES.has(part.role)) return null;
      if (part?.tag === "deposit") return null;
      rest -= unitsOf(amount);
      taken += 1;
      continue;
    }
    if (taken === 0 || rest <= 0 || unitsOf(amount) !== rest) return null;
    if (part !== undefined && isTotal(part) && part.role !== "due") return part;
    return part === undefined || part.role === "amount"
      ? { ...total, amount, line: total.line + 1 + at, phrase: "what others left of the total" }
      : null;
  }
  return null;
}

function refuse(one: Candidate, phrase: string): Candidate {
  return { ...one, role: "veto", tag: "veto", phrase, rank: 0 };
}

/** Whether what is added right below a total makes the next one. */
function isRunning(
  lines: readonly Line[],
  byAmount: ReadonlyMap<Amount, Candidate>,
  total: Candidate,
): boolean {
  let sum = unitsOf(total.amount);
  let added = 0;
  for (const line of lines.slice(total.line + 1, total.line + 2 + PARTS_MAX)) {
    const [amount, ...more] = line.amounts;
    if (amount === undefined) continue;
    if (more.length > 0 || amount.currency !== total.amount.currency) return false;
    const part = byAmount.get(amount);
    if (part !== undefined && isTotal(part)) return added > 0 && unitsOf(amount) === sum;
    if (part?.role === "discount") sum -= unitsOf(amount);
    else if (part === undefined ? isRow(line, amount) : ADDED.has(part.role)) {
      sum += unitsOf(amount);
      added += unitsOf(amount);
    } else return false;
  }
  return false;
}

/** A short name and an amount, such as the carrier and its price. */
function isRow({ text, start }: Line, amount: Amount): boolean {
  return (
    !amount.negative &&
    /^[^\t\n.!?]{2,40}[\t :]\P{L}{0,4}$/u.test(text.slice(0, amount.start - start))
  );
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
