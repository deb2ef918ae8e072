// Takes back what a receipt did in the budget, one step a call: the file, then what was put, or the transaction that was inserted.
// What a person has changed since stays. Killed anywhere it is done again: a file or transaction that is gone is gone.

import type { Sql } from "../../../platform/sql/sql.ts";
import { makeOutbox } from "../../../platform/outbox/runner.ts";
import { effectTable } from "../../../platform/outbox/table.ts";
import type { DeleteReply, Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { queueService } from "../../posting/paced-service.ts";
import { changeReceipt } from "../change-state.ts";
import { receiptById, record } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { deleteFile, listFiles } from "./files.ts";
import { prepareMerge } from "./merge.ts";
import { restoreTransaction } from "./rewrite-before.ts";
import {
  carryOutAgain,
  changeApplication,
  NO_RUN,
  findApplication,
  listApplications,
  listApplicationsOn,
  releaseDeletedTransactions,
  finishTakingBack,
  type ApplicationRow,
} from "./applications.ts";
import { deleteSplit, joinParts } from "./split.ts";

/** What was taken back goes to a person: it is not tried again by itself. */
const TAKEN_BACK = "taken back, as asked: import it again, or ignore it";

/**
 * Begins taking back what a receipt did; false where it did nothing. The transaction is not suggested to it again. Runs inside a
 * transaction.
 */
export function startTakingBack(sql: Sql, receipt: number, now: number): boolean {
  const applications = listApplications(sql, receipt);
  const row = receiptById(sql, receipt);
  if (applications.length === 0 && (row?.state !== "matched" || row.transaction_id === null))
    return false;
  // What was to become another transaction is no longer.
  if (applications.some(({ instead }) => instead !== null))
    sql.run("UPDATE settlings SET instead = NULL WHERE receipt = ? AND state = 'undoing'", receipt);
  else if (applications.length > 0 && applications.every(({ state }) => state === "undoing"))
    return true;
  for (const { id } of applications)
    changeApplication(sql, id, { state: "undoing", failures: 0, next_attempt_at: now });
  sql.run("DELETE FROM rivals WHERE receipt = ?", receipt);
  const transactions = [
    ...applications.map(({ transaction_id: id }) => id),
    row?.transaction_id ?? null,
  ];
  for (const transaction of transactions)
    if (transaction !== null) rejectMatch(sql, receipt, transaction);
  const changes = {
    state: "review",
    reason: "no_match",
    detail: TAKEN_BACK,
    match: null,
    transaction_id: null,
    next_attempt_at: null,
    decided_at: now,
  } as const;
  if (row !== null && changeReceipt(sql, receipt, ["matched", "inserted", "waiting"], changes))
    record(sql, { message: row.message, receipt, who: "person", what: "taken back" }, now);
  return true;
}

/** The pair is not made again; where a person looks again, it is shown. */
export function rejectMatch(sql: Sql, receipt: number, transaction: number): void {
  sql.run(
    "INSERT OR REPLACE INTO match_rejections (receipt, transaction_id, again) VALUES (?, ?, 0)",
    receipt,
    transaction,
  );
}

const UNDOING = effectTable<ApplicationRow>("settlings", ({ id }) => id, {
  waiting: "state = 'undoing'",
});

/** What receipts did and is to be taken back. */
export const TAKING_BACK = makeOutbox<
  InboxTools,
  ApplicationRow,
  Refused | { readonly kind: "done" }
>({
  ...UNDOING,
  send: async (tools, application) => (await takeBack(tools, application)) ?? { kind: "done" },
  settle: (tools, application, outcome) =>
    outcome.kind === "done"
      ? finishIfUndoing(tools, application.id)
      : recordRefusal(tools, application, outcome.message),
  fault: ({ receipt }, thrown) => ({
    event: "a receipt could not be taken back",
    receipt,
    error: String(thrown),
  }),
});

function finishIfUndoing({ sql, chance }: InboxTools, id: number): void {
  const now = findApplication(sql, id);
  if (now?.state === "undoing") finishTakingBack(sql, now, chance.now());
}

/** The service does not let it: it stays, and is said. What was to become another transaction is the receipt's own again. */
function recordRefusal(
  { sql, chance }: InboxTools,
  { id, receipt }: ApplicationRow,
  message: string,
): void {
  const now = chance.now();
  sql.transaction(() => {
    const instead = findApplication(sql, id)?.instead ?? null;
    deleteSplit(sql, receipt);
    const row = receiptById(sql, receipt);
    if (instead === null) changeApplication(sql, id, { state: "undone", next_attempt_at: null });
    else {
      changeApplication(sql, id, {
        state: "doing",
        next_attempt_at: null,
        instead: null,
        carried: null,
        file: null,
        file_done: 0,
      });
      rejectMatch(sql, receipt, instead);
      changeReceipt(sql, receipt, ["waiting"], { next_attempt_at: now });
    }
    if (row !== null)
      record(
        sql,
        {
          message: row.message,
          receipt,
          who: "match",
          what: `${instead === null ? "not taken back in the budget" : `it stays apart from transaction ${instead}`}: ${message}`,
        },
        now,
      );
  });
}

async function takeBack(
  tools: InboxTools,
  application: ApplicationRow,
): Promise<Refused | NoAnswer | null> {
  const transaction =
    application.transaction_id ??
    (application.put === null ? null : await findInserted(tools, application));
  if (transaction === null) return null;
  if (typeof transaction !== "number") return transaction;
  const kept =
    application.instead === null
      ? await joinParts(tools, application.receipt)
      : await prepareMerge(tools, application, transaction);
  if (
    kept !== null &&
    (kept.kind !== "refused" || application.how === "enrich" || application.instead !== null)
  )
    return kept;
  const files = await deleteReceiptFile(tools, application, transaction);
  if (files !== null) return files;
  if (application.how === "enrich") return restoreTransaction(tools, transaction, application);
  const merged = tools.sql.first<{ run: number; seq: number; item: string; put: string | null }>(
    "SELECT u.run, u.seq, r.item, u.put FROM updates u JOIN rows r USING (run, seq) WHERE u.transaction_id = ? AND u.state = 'done' ORDER BY u.id DESC LIMIT 1",
    transaction,
  );
  return merged === null
    ? deleteInserted(tools, transaction)
    : leaveToBankRow(tools, transaction, merged);
}

/** An insert whose answer was lost is sent once more: the answer names its transaction, old or new. */
async function findInserted(
  tools: InboxTools,
  { put }: ApplicationRow,
): Promise<number | null | NoAnswer> {
  const body: { transactions: { external_id: string }[] } = JSON.parse(put ?? "{}");
  const reply = await queueService(tools.upstream, tools.pace).post(
    JSON.stringify({ ...body, skip_duplicates: false }),
  );
  if (reply.kind === "refused") return null;
  if (reply.kind !== "accepted") return reply;
  return [...reply.inserted.values()][0] ?? reply.skipped[0]?.existing ?? null;
}

async function deleteReceiptFile(
  tools: InboxTools,
  { file }: ApplicationRow,
  transaction: number,
): Promise<NoAnswer | null> {
  if (file === null) return null;
  const listed = await listFiles(tools.upstream, transaction);
  if (listed.kind === "refused") return null;
  if (listed.kind !== "files") return listed;
  for (const { id } of listed.files.filter(({ name }) => name === file)) {
    const deleted = await deleteFile(tools.upstream, id);
    if (deleted.kind !== "deleted" && deleted.kind !== "refused") return deleted;
  }
  return null;
}

/** A split or group that it was put into since is undone first, as when an import is taken back. */
async function deleteInserted(
  tools: InboxTools,
  transaction: number,
): Promise<Refused | NoAnswer | null> {
  const service = queueService(tools.upstream, tools.pace);
  const standing = await service.standing(transaction);
  if (standing.kind !== "standing" && standing.kind !== "refused") return standing;
  if (standing.kind === "standing" && (standing.split || standing.group !== null)) {
    const freed: DeleteReply = await (standing.group === null
      ? service.dissolve("split", transaction)
      : service.dissolve("group", standing.group));
    if (freed.kind !== "deleted" && freed.kind !== "refused") return freed;
  }
  const reply = await service.remove([transaction]);
  if (reply.kind === "refused" && reply.status !== 404) return reply;
  if (reply.kind !== "deleted" && reply.kind !== "refused") return reply;
  tools.sql.run("DELETE FROM pendings WHERE transaction_id = ? AND run = ?", transaction, NO_RUN);
  releaseDeletedTransactions(tools.sql, [transaction], tools.chance.now());
  return null;
}

/** A bank's row is this transaction by now: it becomes what the row alone would have been, and the import's own. */
async function leaveToBankRow(
  tools: InboxTools,
  transaction: number,
  row: { run: number; seq: number; item: string },
): Promise<Refused | NoAnswer | null> {
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.present(transaction);
  if (now.kind === "refused")
    return now.status === 404 ? null : { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  const {
    payee,
    notes,
    custom_metadata: metadata,
  }: { payee: string; notes?: string | null; custom_metadata: object } = JSON.parse(row.item);
  const reply = await service.update(
    transaction,
    JSON.stringify({ payee, notes: notes ?? null, custom_metadata: metadata }),
  );
  if (reply.kind !== "updated") return reply;
  const { sql, runs } = tools;
  sql.transaction(() => {
    const taken = sql.all(
      "UPDATE rows SET state = 'inserted' WHERE run = ? AND seq = ? AND state = 'duplicate' RETURNING seq",
      row.run,
      row.seq,
    );
    runs.count(row.run, { duplicate: -taken.length, inserted: taken.length });
    sql.run("DELETE FROM updates WHERE transaction_id = ?", transaction);
    sql.run("DELETE FROM pendings WHERE transaction_id = ? AND run = ?", transaction, NO_RUN);
    // What the shop's receipt had written beside went with it.
    for (const beside of listApplicationsOn(sql, transaction))
      if (beside.beside === 1 && beside.state === "doing")
        carryOutAgain(sql, beside, tools.chance.now());
  });
  return null;
}
