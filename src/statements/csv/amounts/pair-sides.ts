// Which of two columns of amounts is money out, by their labels or by the words of their rows, and
// with which sign each is printed.

import { isSided } from "./money-columns.ts";
import type { MoneyContext, PairPlan, SignFinding } from "./money.ts";
import { countWordVotes } from "./sign-words.ts";

/** So many rows must say it. */
const ROWS_MIN = 3;

/** Which of two columns is money out: by their labels, else by the words of their rows. */
export function decidePair(context: MoneyContext, candidate: PairPlan): SignFinding {
  const plan = decidePairFactors(context, candidate);
  if (isSided(context.columns, candidate)) return { plan, sign: "columns", why: [] };
  const [out, into] = [countWordVotes(context, plan.debit), countWordVotes(context, plan.credit)];
  // As printed without a sign, money in agrees.
  const forth = out.against + into.agree;
  const back = out.agree + into.against;
  const isPlain = plan.debit_factor === -1 && plan.credit_factor === 1;
  if (!isPlain || Math.max(forth, back) < ROWS_MIN || Math.min(forth, back) > 0)
    return { plan, sign: "none", why: [] };
  const { debit, credit } = plan;
  return {
    plan: forth > 0 ? plan : decidePairFactors(context, { ...plan, debit: credit, credit: debit }),
    sign: "columns",
    why: ["The texts of the rows say which of the two columns is money out."],
  };
}

/**
 * A debit column may print its numbers with a minus, and a credit column too (apart from refunds):
 * the majority decides.
 */
export function decidePairFactors(context: MoneyContext, plan: PairPlan): PairPlan {
  const debit = context.columns.profiles[plan.debit];
  const credit = context.columns.profiles[plan.credit];
  return {
    ...plan,
    debit_factor: debit !== undefined && debit.negatives > debit.positives ? 1 : -1,
    credit_factor: credit !== undefined && credit.negatives > credit.positives ? -1 : 1,
  };
}
