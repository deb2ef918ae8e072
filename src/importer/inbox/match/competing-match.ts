// Whether the bank's row of a receipt that was inserted first has come another way than by an import here: from a linked account,
// by hand, by another program. Looked for daily, by the very conditions by which receipts meet transactions, for as long as one
// waits for its row. The only one that is certain is offered to a person; nothing is merged by itself.

import { RECEIPT_LOOK_MS } from "../../../platform/limits.ts";
import { backoffDelay } from "../../connection/retry.ts";
import { logFault } from "../../../platform/log.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Match, ReceiptRow } from "../rows.ts";
import { awaitsRow, findApplication } from "../applying/applications.ts";
import { receiptById, record, refresh } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { pairUp } from "./pair.ts";
import { bookedAround, toClaimed, isByBank, listRivals, rejectedPairs } from "./pool.ts";
import { later } from "./outcome.ts";

interface RivalRow {
  readonly receipt: number;
  readonly match: string | null;
  readonly until: number;
  readonly failures: number;
}

/** When the next is looked for; null where none is. */
export function rivalsDueAt(sql: Sql): number | null {
  return (
    sql.first<{ at: number | null }>(
      "SELECT MIN(next_attempt_at) AS at FROM rivals WHERE next_attempt_at IS NOT NULL",
    )?.at ?? null
  );
}

/** Looks for one receipt's; false where none is due. It does not throw. */
export async function lookForRival(tools: InboxTools): Promise<boolean> {
  const { sql, chance } = tools;
  const row = sql.first<RivalRow>(
    "SELECT * FROM rivals WHERE next_attempt_at <= ? ORDER BY next_attempt_at, receipt LIMIT 1",
    chance.now(),
  );
  if (row === null) return false;
  const again = (failures: number, delay: number) =>
    sql.run(
      "UPDATE rivals SET failures = ?, next_attempt_at = ? WHERE receipt = ?",
      failures,
      chance.now() + delay,
      row.receipt,
    );
  try {
    const receipt = receiptById(sql, row.receipt);
    const settling = findApplication(sql, row.receipt);
    const own =
      settling?.how === "insert" && settling.state === "doing" ? settling.transaction_id : null;
    if (receipt?.state !== "inserted" || own === null || !awaitsRow(sql, own))
      end(sql, row.receipt);
    else if (chance.now() >= row.until && row.match === null) end(sql, row.receipt);
    else {
      const waits = await look(tools, receipt, row, own);
      again(waits === null ? 0 : row.failures + 1, waits ?? RECEIPT_LOOK_MS);
    }
  } catch (error) {
    logFault({
      event: "a receipt's other transaction could not be looked for",
      receipt: row.receipt,
      error: String(error),
    });
    again(row.failures + 1, backoffDelay(row.failures + 1, chance.random()));
  }
  return true;
}

/** Null where it was looked, else how long to wait. */
async function look(
  tools: InboxTools,
  receipt: ReceiptRow,
  row: RivalRow,
  own: number,
): Promise<number | null> {
  const { sql, chance } = tools;
  const claimed = toClaimed(receipt);
  if (claimed === null) return null;
  const around = await bookedAround(
    sql,
    queueService(tools.upstream, tools.pace),
    claimed,
    isByBank(receipt),
  );
  if (around.kind !== "around") return later(tools, row, around).delay;
  const others = listRivals(sql, claimed, isByBank(receipt));
  const pair = pairUp([...others, claimed], around.free, rejectedPairs(sql)).pairs.find(
    (one) => one.receipt === claimed.id,
  );
  const match =
    pair === undefined
      ? null
      : JSON.stringify({
          transaction_id: own,
          evidence: [],
          candidates: [
            { transactions: [pair.transaction], evidence: [...pair.evidence, CAME_OTHERWISE] },
          ],
        } satisfies Match);
  if (match === row.match) return null;
  sql.transaction(() => {
    sql.run("UPDATE rivals SET match = ? WHERE receipt = ?", match, receipt.id);
    if (pair !== undefined)
      record(
        sql,
        {
          message: receipt.message,
          receipt: receipt.id,
          who: "match",
          what: `transaction ${pair.transaction} may be the same purchase: ${pair.evidence.join("; ")}`,
        },
        chance.now(),
      );
    refresh(sql, receipt.message);
  });
  return null;
}

const CAME_OTHERWISE =
  "it came another way than by an import here; what was inserted for the receipt gives way to it if you say so";

function end(sql: Sql, receipt: number): void {
  sql.transaction(() => {
    sql.run("DELETE FROM rivals WHERE receipt = ?", receipt);
    const row = receiptById(sql, receipt);
    if (row !== null) refresh(sql, row.message);
  });
}
