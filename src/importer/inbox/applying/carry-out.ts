// Carries out the applications of a receipt, and continues one that was cut short. Order of writes:
// the request and the previous values are stored, then the request leaves, then its result is
// stored. If the Worker dies in between, the transaction is read again: values that it already has
// are not sent again, and an inserted transaction is recognised by its external id.

import { must } from "../../../platform/assert.ts";
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Present } from "../../posting/transaction.ts";
import { againIn, type Settlement } from "../match/outcome.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import { messageBySeq } from "../store.ts";
import type { Step } from "../../../platform/outbox/effect.ts";
import type { InboxTools } from "../job-tools.ts";
import { attachReceipt } from "./attach.ts";
import { appendLine, toMetadata, writeNote } from "./item.ts";
import { insertTransaction } from "./insert.ts";
import { transferEdits } from "./carry-over.ts";
import {
  changeApplication,
  deleteApplication,
  findApplication,
  listApplications,
  type ApplicationRow,
} from "./applications.ts";
import {
  readOwnMetadata,
  readEvidence,
  readSavedValues,
  type PreviousValues,
  type WrittenValues,
} from "./saved-values.ts";

/** Carries out a receipt's applications in turn; returns the result, or the reason to wait. */
export async function carryOut(
  tools: InboxTools,
  receipt: ReceiptRow,
  applications: readonly ApplicationRow[],
): Promise<Step<Settlement>> {
  const message = must(messageBySeq(tools.sql, receipt.message), "a receipt's message exists");
  for (const { id } of applications) {
    const unfinished = await carryOutApplication(tools, receipt, id, message);
    if (unfinished !== null) return unfinished;
  }
  const done = listApplications(tools.sql, receipt.id);
  const first = must(done[0], "an application exists until it is undone");
  const transactions = done.map(transactionOf);
  const evidence = [...readEvidence(first), ...new Set(done.flatMap(({ said }) => said ?? []))];
  const transaction_id = transactionOf(first);
  if (first.how === "insert") return { kind: "inserted", transaction_id, evidence };
  return {
    kind: "matched",
    transaction_id,
    evidence,
    ...(transactions.length > 1 && { transactions }),
  };
}

function transactionOf({ transaction_id: id }: ApplicationRow): number {
  return must(id, "an application that is carried out has a transaction");
}

/** Returns null when the application is done. */
async function carryOutApplication(
  tools: InboxTools,
  receipt: ReceiptRow,
  id: number,
  message: MessageRow,
): Promise<Step<Settlement> | null> {
  const application = findApplication(tools.sql, id);
  if (application?.state !== "doing") return againIn(0);
  const write = application.how === "enrich" ? enrichTransaction : insertTransaction;
  const unfinished = await write(tools, receipt, application, message);
  if (unfinished !== null) return unfinished;
  // The user may have taken this back while the request was under way.
  const written = findApplication(tools.sql, id);
  if (written?.state !== "doing") return againIn(0);
  const waits = await attachReceipt(tools, written, receipt, message, transactionOf(written));
  return waits === "gone" ? lookForAnother(tools, written) : waits;
}

/** The transaction was deleted, by the user or with its import: the receipt looks for another. */
function lookForAnother(
  { sql, chance }: InboxTools,
  application: ApplicationRow,
): Step<Settlement> {
  deleteApplication(sql, application, chance.now());
  return againIn(0);
}

/** Writes the receipt's line and facts to the transaction; returns null when it has them. */
async function enrichTransaction(
  tools: InboxTools,
  receipt: ReceiptRow,
  application: ApplicationRow,
  message: MessageRow,
): Promise<Step<Settlement> | null> {
  if (application.put_done === 1) return null;
  const { sql } = tools;
  const service = queueService(tools.upstream, tools.pace);
  const transaction = must(application.transaction_id, "a match has its transaction");
  const now = await service.present(transaction);
  if (now.kind === "refused" && now.status === 404) return lookForAnother(tools, application);
  if (now.kind === "refused") return { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  storeCurrency(tools, receipt, parseCurrency(now.currency));
  const values =
    readPreparedWrite(application, now) ?? prepareWrite(tools, receipt, application, now, message);
  if (isWritten(values, now)) {
    changeApplication(sql, application.id, { put_done: 1 });
    return null;
  }
  const reply = await service.update(transaction, JSON.stringify(values));
  if (reply.kind === "updated") changeApplication(sql, application.id, { put_done: 1 });
  else if (reply.kind === "refused" && reply.status === 404)
    return lookForAnother(tools, application);
  else if (reply.kind === "refused")
    changeApplication(sql, application.id, {
      put: null,
      before: null,
      put_done: 1,
      said: `its notes stay as they were: ${reply.message}`,
    });
  else return reply;
  return null;
}

/** The bank's transaction tells which currency an ambiguous symbol ("$", "kr") means. */
function storeCurrency({ sql }: InboxTools, { id }: ReceiptRow, currency: Currency | null): void {
  if (currency !== null)
    sql.run("UPDATE receipts SET currency = ? WHERE id = ? AND currency IS NULL", currency, id);
}

/** The stored values; null if there are none, or if they would overwrite an edit of the notes. */
function readPreparedWrite(application: ApplicationRow, now: Present): WrittenValues | null {
  const saved = readSavedValues(application);
  if (saved === null) return null;
  const { written, previous } = saved;
  return written.notes === undefined ||
    now.notes === written.notes ||
    (now.notes ?? "") === (previous.notes ?? "")
    ? written
    : null;
}

function isWritten(values: WrittenValues, now: Present): boolean {
  return (
    (values.notes === undefined || values.notes === now.notes) &&
    readOwnMetadata(now)["receipt"] === readOwnMetadata(values)["receipt"]
  );
}

/** Stores the values to write and the values before, and returns the former. */
function prepareWrite(
  { sql }: InboxTools,
  receipt: ReceiptRow,
  application: ApplicationRow,
  now: Present,
  message: MessageRow,
): WrittenValues {
  const line = writeNote(receipt);
  const { notes: transferredNotes, ...transferred } = transferEdits(now, application.carried);
  const withLine = appendLine(now.notes, line);
  const notes =
    transferredNotes === null
      ? withLine
      : (appendLine(withLine ?? now.notes, transferredNotes) ?? withLine);
  const facts = { ...readOwnMetadata(now), ...toMetadata(receipt, message.id) };
  const written: WrittenValues = {
    ...transferred,
    ...(notes !== null && { notes }),
    custom_metadata: { ...now.custom_metadata, tributary: facts },
  };
  const previous: PreviousValues = {
    notes: now.notes,
    custom_metadata: now.custom_metadata,
    category_id: now.category_id,
    tag_ids: now.tag_ids,
  };
  const isLeftOut = withLine === null && line !== "" && !(now.notes ?? "").includes(line);
  changeApplication(sql, application.id, {
    put: JSON.stringify(written),
    before: JSON.stringify(previous),
    said: isLeftOut ? "the transaction's notes have no room for more" : null,
  });
  return written;
}
