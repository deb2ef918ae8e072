// Finds the total that no word labels: the amount below the subtotal and the parts that are added to
// it, if they make it. Some shops print only the name of the card there: "Subtotal 27.99, Tax 2.45,
// Northwind Blue 30.44".

import type { Candidate } from "./candidates.ts";
import type { Label, Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { PAYMENT_METHOD_RANK, RANKS, type Role } from "./money-labels.ts";

const PARTS: ReadonlySet<Role> = new Set<Role>(["tax", "shipping", "tip", "discount", "credit"]);
const ADDED: ReadonlySet<Role> = new Set<Role>(["tax", "shipping", "tip"]);
const PARTS_MAX = 12;
const SUBTOTALS_MAX = 100;
const LABEL_CHARS_MAX = 40;

/**
 * The candidates, with the amount that a subtotal and its parts make as a total; as they are if a
 * label names a total already.
 */
export function withSumLine(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const roles = new Map(candidates.map(({ amount, role }) => [amount, role]));
  const subtotals = candidates.filter(({ role }) => role === "subtotal").slice(0, SUBTOTALS_MAX);
  const sum = subtotals.flatMap((one) => findSum(lines, roles, one) ?? [])[0];
  if (sum === undefined) return candidates;
  return [...candidates.filter(({ amount }) => amount !== sum.amount), sum].sort(
    (a, b) => a.amount.start - b.amount.start,
  );
}

/** The amount on the line after a subtotal and its parts, if they make it; else null. */
function findSum(
  lines: readonly Line[],
  roles: ReadonlyMap<Amount, Role>,
  subtotal: Candidate,
): Candidate | null {
  let sum = unitsOf(subtotal.amount);
  let added = 0;
  for (const [at, line] of lines
    .slice(subtotal.line + 1, subtotal.line + 2 + PARTS_MAX)
    .entries()) {
    const [amount, ...more] = line.amounts;
    if (amount === undefined) continue;
    if (more.length > 0 || amount.currency !== subtotal.amount.currency) return null;
    const role = roles.get(amount);
    // "Subtotal 309.32, tax 55.68, store credit 365.00": by which means the whole was paid.
    if (role === "credit" && added > 0 && !amount.negative && unitsOf(amount) === sum)
      return asCharged(toTotal(line, amount, subtotal.line + 1 + at));
    if (role === undefined || role === "amount")
      return added > 0 && !amount.negative && unitsOf(amount) === sum
        ? toTotal(line, amount, subtotal.line + 1 + at)
        : null;
    if (!PARTS.has(role)) return null;
    if (ADDED.has(role)) added += 1;
    sum += ADDED.has(role) && !amount.negative ? unitsOf(amount) : -unitsOf(amount);
  }
  return null;
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}

function asCharged(total: Candidate): Candidate {
  return { ...total, role: "charged", tag: "charged", rank: PAYMENT_METHOD_RANK };
}

function toTotal(line: Line, amount: Amount, index: number): Candidate {
  const text = line.text.slice(0, amount.start - line.start).slice(0, LABEL_CHARS_MAX);
  const label: Label = { text, start: line.start, place: "before" };
  const reading = {
    role: "total",
    tag: "total",
    phrase: "sum of the subtotal and its parts",
  } as const;
  return { amount, ...reading, rank: RANKS.total, label, line: index, card: null };
}
