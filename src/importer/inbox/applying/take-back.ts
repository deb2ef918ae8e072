// Undoes what a receipt changed in the budget: deletes its file, then restores the transaction, or
// deletes the one that was inserted. Everything that the user has changed since stays. If the
// Worker dies in between, all steps are repeated: a file or transaction that no longer exists is no
// error.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
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
import { restoreTransaction } from "./restore.ts";
import {
  changeApplication,
  findApplication,
  listApplications,
  listApplicationsOn,
  type ApplicationRow,
} from "./applications.ts";
import { NO_RUN } from "./bank-row.ts";
import { carryOutAgain, finishTakingBack, releaseDeletedTransactions } from "./release.ts";
import { joinParts } from "./split.ts";
import { deleteSplit } from "./split-request.ts";

/** The request of an insert, as stored. */
const BODY = z.looseObject({});
/** The fields of a bank's row that a receipt may overwrite. */
const ITEM = z.object({
  payee: z.string(),
  notes: z.string().nullish(),
  custom_metadata: z.record(z.string(), z.unknown()).optional(),
});

/** The receipt then waits for the user's decision; it is not applied again by itself. */
const TAKEN_BACK = "taken back, as asked: import it again, or ignore it";

/**
 * Begins to undo what a receipt changed; false if it changed nothing. The same match is not made
 * again. Runs inside a database transaction.
 */
export function startTakingBack(sql: Sql, receipt: number, now: number): boolean {
  const applications = listApplications(sql, receipt);
  const row = receiptById(sql, receipt);
  if (applications.length === 0 && (row?.state !== "matched" || row.transaction_id === null))
    return false;
  // If the receipt was to move to another transaction, it does so no more.
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

/** Forbids this match. If the user looks for the transaction again, it is only suggested. */
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

/** The applications that are to be taken back. */
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
  const application = findApplication(sql, id);
  if (application?.state === "undoing") finishTakingBack(sql, application, chance.now());
}

/**
 * Records that the application could not be taken back, because the service refused or the user has
 * edited the transaction. It stays in the budget. If the receipt was to move to another
 * transaction, it keeps its own.
 */
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
  const obstacle =
    application.instead === null
      ? await joinParts(tools, application.receipt)
      : await prepareMerge(tools, application, transaction);
  if (
    obstacle !== null &&
    (obstacle.kind !== "refused" || application.how === "enrich" || application.instead !== null)
  )
    return obstacle;
  const unanswered = await deleteReceiptFile(tools, application, transaction);
  if (unanswered !== null) return unanswered;
  if (application.how === "enrich") return restoreTransaction(tools, transaction, application);
  const merged = tools.sql.first<{ run: number; seq: number; item: string }>(
    `SELECT u.run, u.seq, item FROM updates u JOIN row_texts USING (run, seq)
     WHERE u.transaction_id = ? AND u.state = 'done' ORDER BY u.id DESC LIMIT 1`,
    transaction,
  );
  return merged === null
    ? deleteInserted(tools, transaction)
    : leaveToBankRow(tools, transaction, merged);
}

/** Sends an insert again whose answer was lost: the answer names the transaction, old or new. */
async function findInserted(
  tools: InboxTools,
  { put }: ApplicationRow,
): Promise<number | null | NoAnswer> {
  const body = readJson(BODY, put ?? "{}");
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

/** Deletes the inserted transaction. A split or group that it is in now is dissolved first. */
async function deleteInserted(
  tools: InboxTools,
  transaction: number,
): Promise<Refused | NoAnswer | null> {
  const service = queueService(tools.upstream, tools.pace);
  const standing = await service.standing(transaction);
  if (standing.kind !== "standing" && standing.kind !== "refused") return standing;
  if (standing.kind === "standing" && (standing.split || standing.group !== null)) {
    const dissolved: DeleteReply = await (standing.group === null
      ? service.dissolve("split", transaction)
      : service.dissolve("group", standing.group));
    if (dissolved.kind !== "deleted" && dissolved.kind !== "refused") return dissolved;
  }
  const reply = await service.remove([transaction]);
  if (reply.kind === "refused" && reply.status !== 404) return reply;
  if (reply.kind !== "deleted" && reply.kind !== "refused") return reply;
  tools.sql.run("DELETE FROM pendings WHERE transaction_id = ? AND run = ?", transaction, NO_RUN);
  releaseDeletedTransactions(tools.sql, [transaction], tools.chance.now());
  return null;
}

/**
 * Leaves the transaction to the bank's row that was merged into it: it gets the values that the row
 * alone would have given it, and counts as inserted by the row's import.
 */
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
  const { payee, notes, custom_metadata } = readJson(ITEM, row.item);
  const reply = await service.update(
    transaction,
    JSON.stringify({ payee, notes: notes ?? null, custom_metadata }),
  );
  if (reply.kind !== "updated") return reply;
  const { sql, runs } = tools;
  sql.transaction(() => {
    const taken = sql.all(
      `UPDATE rows SET state = 'inserted'
       WHERE run = ? AND seq = ? AND state = 'duplicate' RETURNING seq`,
      row.run,
      row.seq,
    );
    runs.count(row.run, { duplicate: -taken.length, inserted: taken.length });
    sql.run("DELETE FROM updates WHERE transaction_id = ?", transaction);
    sql.run("DELETE FROM pendings WHERE transaction_id = ? AND run = ?", transaction, NO_RUN);
    // That update overwrote the values of the shop's receipt, so it is applied once more.
    for (const other of listApplicationsOn(sql, transaction))
      if (other.beside === 1 && other.state === "doing")
        carryOutAgain(sql, other, tools.chance.now());
  });
  return null;
}
