// Finds the charge of a message that a decision of the user's is about.

import type { Sql } from "../../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import { listReceipts } from "../store.ts";

/**
 * Finds the one charge that the user means, among those in one of the states. An inserted charge
 * counts only if there is no other.
 */
export function findOneReceipt(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  states: readonly ReceiptRow["state"][],
  action: string,
): Result<ReceiptRow, ImportProblem> {
  const rows = listReceipts(sql, message.seq).filter(
    (row) => (receipt === null || row.id === receipt) && states.includes(row.state),
  );
  const open = rows.filter(({ state }) => state !== "inserted");
  const [only, second] = open.length > 0 ? open : rows;
  if (only === undefined)
    return err({
      kind: "wrong message state",
      state: message.state,
      action,
      allowed: states.join(", "),
    });
  return second === undefined
    ? ok(only)
    : err(
        invalid(
          "receipt",
          `The message has several charges; name one of them: ${rows.map(({ id }) => id).join(", ")}.`,
        ),
      );
}

/** The problem of one field of the request's body. */
export function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field: `/body/${field}`, message };
}
