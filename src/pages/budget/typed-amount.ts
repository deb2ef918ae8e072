// Amounts as people type them into a budget: "12.50", "12,50", "1 200", and sums such as "3*45 + 20".
// Pure; exact fractions until the end, then rounded to the currency's smallest coin.

import { exponentOf, parseCurrency } from "../../money/currency.ts";
import { units, UNITS_MAX, UNIT_DECIMALS, type Units } from "../../money/money.ts";
import { BUDGET_TYPED_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseMagnitude } from "../transactions/query.ts";

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const BELOW_NOTHING = "A budget cannot be less than 0.";
const ONE = 10n ** BigInt(UNIT_DECIMALS);

/** The amount in units; null for an empty field. Refused with a sentence for a person. */
export function parseTypedAmount(text: string, currency: string): Result<Units | null, string> {
  const typed = text.trim();
  if (typed === "") return ok(null);
  const wrong = err(`“${typed.slice(0, 40)}” is not an amount. An amount looks like 12.50.`);
  if (typed.length > BUDGET_TYPED_CHARS_MAX) return wrong;
  if (/^[-−]/.test(typed)) return err(BELOW_NOTHING);
  const parts = typed.split(/([+\-−*/×÷])/).map((part) => part.trim());
  const isSum = parts.length > 1;
  const total = addTerms(parts);
  if (total === null) return wrong;
  const amount = isSum ? roundTo(total, currency) : round(total, 1n);
  if (amount < 0n) return err(BELOW_NOTHING);
  if (amount > BigInt(UNITS_MAX)) return err("This amount is too large.");
  return ok(units(Number(amount)));
}

/** Numbers and the operators between them; * and / bind first. Null for anything else. */
function addTerms(parts: readonly string[]): Fraction | null {
  let sum: Fraction = { over: 0n, under: 1n };
  let term: Fraction = { over: 1n, under: 1n };
  let sign = 1n;
  for (let index = 0; index < parts.length; index += 2) {
    const number = parseMagnitude(parts[index] ?? "");
    if (number === null) return null;
    const operator = parts[index - 1] ?? "+";
    const read = { over: BigInt(number), under: ONE };
    if (operator === "/" || operator === "÷") {
      if (read.over === 0n) return null;
      term = multiply(term, { over: read.under, under: read.over });
    } else if (operator === "*" || operator === "×") term = multiply(term, read);
    else {
      if (index > 0) sum = add(sum, { ...term, over: term.over * sign });
      [term, sign] = [read, operator === "+" ? 1n : -1n];
    }
  }
  return add(sum, { ...term, over: term.over * sign });
}

function multiply(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.over, under: one.under * other.under };
}

function add(one: Fraction, other: Fraction): Fraction {
  return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
}

function roundTo(value: Fraction, currency: string): bigint {
  const known = parseCurrency(currency);
  const decimals = Math.min(UNIT_DECIMALS, known === null ? 2 : exponentOf(known));
  return round(value, 10n ** BigInt(UNIT_DECIMALS - decimals));
}

/** In units, to a multiple of `step`; half away from zero. */
function round({ over, under }: Fraction, step: bigint): bigint {
  const [top, bottom] = [over * ONE, under * step];
  const magnitude = ((top < 0n ? -top : top) * 2n + bottom) / (bottom * 2n);
  return (top < 0n ? -magnitude : magnitude) * step;
}
