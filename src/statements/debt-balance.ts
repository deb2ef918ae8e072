// Whether a running balance states what the account holds or what is owed. Both fit the same
// amounts with all signs reversed, so the balances cannot tell. The account's type, the labels or a
// person must decide.

import { printSize } from "./questions/words.ts";
import type { Question, StatementRecord } from "./statement.ts";

/** The question's id; its answers are "held" and "owed". */
export const BALANCE_SAYS = "balance_says";

/** Asks the question; the examples show one row of the file under either answer. */
export function balanceQuestion(held: string, owed: string): Question {
  return {
    id: BALANCE_SAYS,
    ask: "Does the balance in this file show what is in the account or what is owed?",
    note: "A card or a loan often prints what you owe as a plain number. Then a purchase raises it.",
    choices: [
      { value: "held", label: "What is in the account", example: held },
      { value: "owed", label: "What is owed, as for a card or a loan", example: owed },
    ],
  };
}

/**
 * Asks about a debt account whose running balances are never negative. Read as holdings, they would
 * mean that the card or loan was overpaid the whole time. Null when some are negative, or none
 * exist.
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
    `${row.date} ${row.payee.slice(0, 60)}: ${printSize(row.amount)} ${into ? "in" : "out"}`;
  return balanceQuestion(shown(row.amount > 0), shown(row.amount < 0));
}
