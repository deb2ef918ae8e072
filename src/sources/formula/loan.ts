// A loan with equal monthly payments, as banks compute it: the payment and each month's interest
// are rounded half up to the currency's decimals, and the last payment is the rest. The debt never
// falls below zero.

import { addMonths, type Day } from "../../money/day.ts";
import type { Quantity } from "../../money/quantity.ts";
import { QUANTITY_DECIMALS } from "../../money/quantity.ts";
import { toScaled, ONE, type Scaled } from "./decimal.ts";

/** A twelfth of `yearly_percent` is charged each month. */
export interface Loan {
  readonly principal: Quantity;
  readonly yearly_percent: Quantity;
  readonly months: number;
  readonly first_payment: Day;
}

/** One month of the loan, in 1/10^18. */
export interface Installment {
  readonly payment: Scaled;
  readonly interest: Scaled;
  readonly owed: Scaled;
}

/** The monthly payment, rounded half up: principal * i / (1 - (1 + i)^-n), or principal / n. */
export function monthlyPayment(loan: Loan, decimals: number): Scaled {
  const rate = toScaled(loan.yearly_percent);
  const [principal, term] = [toScaled(loan.principal), BigInt(loan.months)];
  // The monthly rate is rate / (1200 * ONE). With q = 1 + i as a fraction a/b, the payment is
  // P * (a-b) * a^n / (b * (a^n - b^n)).
  const b = 1200n * ONE;
  const a = b + rate;
  const common = divisor(a, b);
  const [top, bottom] = [(a / common) ** term, (b / common) ** term];
  const numerator = rate === 0n ? principal : principal * rate * top;
  const denominator = rate === 0n ? term : b * (top - bottom);
  return roundUp(numerator, denominator, decimals);
}

/** All months of the loan, from the first payment on. */
export function listInstallments(loan: Loan, decimals: number): Installment[] {
  const payment = monthlyPayment(loan, decimals);
  const rate = toScaled(loan.yearly_percent);
  const plan: Installment[] = [];
  let owed = toScaled(loan.principal);
  for (let month = 1; month <= loan.months; month += 1) {
    const interest = roundUp(owed * rate, 1200n * ONE, decimals);
    const due = owed + interest;
    const paid = month === loan.months || payment > due ? due : payment;
    owed = due - paid;
    plan.push({ payment: paid, interest, owed });
  }
  return plan;
}

/** The debt at the end of a day: the principal before the first payment, zero after the last. */
export function owedOn(loan: Loan, on: Day, decimals: number): Scaled {
  let made = 0;
  while (made < loan.months && addMonths(loan.first_payment, made) <= on) made += 1;
  return made === 0
    ? toScaled(loan.principal)
    : (listInstallments(loan, decimals)[made - 1]?.owed ?? 0n);
}

/** numerator / denominator, neither negative, rounded half up to this number of decimals. */
function roundUp(numerator: bigint, denominator: bigint, decimals: number): Scaled {
  const step = 10n ** BigInt(QUANTITY_DECIMALS - decimals);
  return ((2n * numerator + denominator * step) / (2n * denominator * step)) * step;
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}
