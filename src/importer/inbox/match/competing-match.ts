// Looks daily for the bank's row of a receipt that was inserted first: it may have come from a
// linked account, by hand or from another program instead of an import. The conditions are those
// for matching receipts. A single certain match is offered to a person; nothing is merged
// automatically.

import { RECEIPT_LOOK_MS } from "../../../platform/limits.ts";
import type { NoAnswer, Step } from "../../../platform/outbox/effect.ts";
import { makeOutbox } from "../../../platform/outbox/runner.ts";
import { effectTable } from "../../../platform/outbox/table.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Match, ReceiptRow } from "../rows.ts";
import { findFirstApplication } from "../applying/applications.ts";
import { awaitsRow } from "../applying/bank-row.ts";
import { refresh } from "../change-state.ts";
import { receiptById, record } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { pairUp } from "./pair.ts";
import { bookedAround, toClaimed, isByBank, listRivals, rejectedPairs } from "./pool.ts";

interface RivalRow {
  readonly receipt: number;
  readonly match: string | null;
  readonly until: number;
  readonly failures: number;
}

const RIVALS = effectTable<RivalRow>("rivals", ({ receipt }) => receipt, { key: "receipt" });

/** The receipts whose transaction may come another way. */
export const COMPETING_MATCHES = makeOutbox<InboxTools, RivalRow, Outcome>({
  ...RIVALS,
  send: look,
  settle: ({ sql, chance }, { receipt }, { kind }) => {
    if (kind === "over") end(sql, receipt);
    else
      sql.run(
        "UPDATE rivals SET failures = 0, next_attempt_at = ? WHERE receipt = ?",
        chance.now() + RECEIPT_LOOK_MS,
        receipt,
      );
  },
  fault: ({ receipt }, thrown) => ({
    event: "a receipt's other transaction could not be looked for",
    receipt,
    error: String(thrown),
  }),
});

/** "over": nobody waits for it any more. */
interface Outcome {
  readonly kind: "looked" | "over";
}

async function look(tools: InboxTools, row: RivalRow): Promise<Step<Outcome>> {
  const { sql, chance } = tools;
  const receipt = receiptById(sql, row.receipt);
  const application = findFirstApplication(sql, row.receipt);
  const own =
    application?.how === "insert" && application.state === "doing"
      ? application.transaction_id
      : null;
  if (receipt?.state !== "inserted" || own === null || !awaitsRow(sql, own))
    return { kind: "over" };
  if (chance.now() >= row.until && row.match === null) return { kind: "over" };
  const failed = await lookAround(tools, receipt, row, own);
  return failed ?? { kind: "looked" };
}

/** Null where it was looked. */
async function lookAround(
  tools: InboxTools,
  receipt: ReceiptRow,
  row: RivalRow,
  own: number,
): Promise<NoAnswer | null> {
  const { sql, chance } = tools;
  const claimed = toClaimed(receipt);
  if (claimed === null) return null;
  const around = await bookedAround(
    sql,
    queueService(tools.upstream, tools.pace),
    claimed,
    isByBank(receipt),
  );
  if (around.kind !== "around") return around;
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
