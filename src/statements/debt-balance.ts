// Whether a running balance is what is there or what is owed. Both lead through the same amounts with every sign
// turned, so the balances cannot tell: the account's type, the labels or a person must.

import { printUnits, units } from "../money/money.ts";
import type { Question, StatementRecord } from "./statement.ts";

/** The question, answered "held" or "owed". */
export const BALANCE_SAYS = "balance_says";

/** The question; the examples are a row of the file as either answer reads it. */
export function balanceQuestion(held: string, owed: string): Question {
  return {
    id: BALANCE_SAYS,
    ask: "Does the balance in this file say what is in the account, or what is owed?",
    choices: [
      { value: "held", label: "What is in the account", example: held },
      { value: "owed", label: "What is owed, as on a card or a loan", example: owed },
    ],
  };
}

/**
 * The question for a file of a debt whose running balances are never negative: by them more was paid than was owed, all
 * the time.
 * Null where they say otherwise, or where there are none.
 */
export function askOfDebt(sample: readonly StatementRecord[]): Question | null {
  const rows = sample.flatMap((record) =>
    record.kind === "transaction" && record.row.balance !== null ? [record.row] : [],
  );
  if (
    !rows.some(({ balance }) => (balance ?? 0) > 0) ||
    rows.some(({ balance }) => (balance ?? 0) < 0)
  )
    return null;
  const row = rows.find(({ amount }) => amount !== 0);
  if (row === undefined) return null;
  const shown = (into: boolean) =>
    `${row.date} ${row.payee.slice(0, 60)}: ${printUnits(units(Math.abs(row.amount)), 2)} ${into ? "in" : "out"}`;
  return balanceQuestion(shown(row.amount > 0), shown(row.amount < 0));
}
