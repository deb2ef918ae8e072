// "Transaction type: CREDIT" over "Transaction amount: 500.00": rows in which a bank prints a movement. An
// offer below them says nothing of it.

import { findRows, type AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { findVerbs, MOVING } from "./vocabulary.ts";

/** Whether the amount is in a row, and the whole value of another row says which way it went. */
export function namesOperation(alert: AlertText, movements: readonly Movement[]): boolean {
  const { folded, segments } = alert;
  const isInRow = movements.some(({ segment }) => segments[segment]?.row !== null);
  return (
    isInRow &&
    findRows(alert, "operation").some(({ row }) =>
      findVerbs(folded, row.start, row.end).some(
        ({ sense, start, end }) => MOVING.has(sense) && start === row.start && end === row.end,
      ),
    )
  );
}
