// Carries out what a receipt has begun in the budget, and goes on where it was cut short. Order of writes: what is to be sent and
// what was there is stored, then the request leaves, then its effect is stored. Killed anywhere, the transaction is read again: what
// stands in it already is not sent a second time, and an insert is found by its external_id.

import type { Sql } from "../../../platform/sql/sql.ts";
import { must } from "../../../platform/assert.ts";
import type { Currency } from "../../../money/currency.ts";
import { units } from "../../../money/money.ts";
import type { Known } from "../../matching/pendings.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Present } from "../../posting/transaction.ts";
import { parseCurrency } from "../../../money/currency.ts";
import { deriveExternalId } from "../identity.ts";
import { againIn, type Settlement } from "../match/outcome.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import { messageBySeq } from "../store.ts";
import type { Step } from "../../../platform/outbox/effect.ts";
import type { InboxTools } from "../job-tools.ts";
import { attachReceipt } from "./attach.ts";
import { appendLine, toMetadata, toItem, writeNote, toAmount } from "./item.ts";
import { transferEdits } from "./carry-over.ts";
import {
  changeApplication,
  deleteApplication,
  NO_RUN,
  findApplication,
  findApplicationOn,
  listApplications,
  type ApplicationRow,
} from "./applications.ts";

const AGAIN = againIn(0);

/** Does what is left of it, one transaction after the other; what became of the receipt, or that it has to go on later. */
export async function carryOut(
  tools: InboxTools,
  receipt: ReceiptRow,
  applications: readonly ApplicationRow[],
): Promise<Step<Settlement>> {
  const message = must(messageBySeq(tools.sql, receipt.message), "a receipt's message exists");
  for (const { id } of applications) {
    const left = await carryOutApplication(tools, receipt, id, message);
    if (left !== null) return left;
  }
  const done = listApplications(tools.sql, receipt.id);
  const first = must(done[0], "the application is there until it is undone");
  const transactions = done.map(({ transaction_id: id }) =>
    must(id, "what was carried out has a transaction"),
  );
  const evidence = [
    ...JSON.parse(first.evidence),
    ...new Set(done.flatMap(({ said }) => said ?? [])),
  ];
  const transaction_id = must(transactions[0], "what was carried out has a transaction");
  if (first.how === "insert") return { kind: "inserted", transaction_id, evidence };
  return {
    kind: "matched",
    transaction_id,
    evidence,
    ...(transactions.length > 1 && { transactions }),
  };
}

/** Null when it is done. */
async function carryOutApplication(
  tools: InboxTools,
  receipt: ReceiptRow,
  id: number,
  message: MessageRow,
): Promise<Step<Settlement> | null> {
  const application = findApplication(tools.sql, id);
  if (application?.state !== "doing") return AGAIN;
  const left =
    application.how === "enrich"
      ? await enrichTransaction(tools, receipt, application, message)
      : await insertTransaction(tools, receipt, application, message);
  if (left !== null) return left;
  // What a person is faster than is undone by now.
  const now = findApplication(tools.sql, id);
  if (now?.state !== "doing") return AGAIN;
  const waits = await attachReceipt(
    tools,
    now,
    receipt,
    message,
    must(now.transaction_id, "what was carried out has a transaction"),
  );
  if (waits === "gone") return startAgain(tools, now);
  return waits;
}

/** The transaction is gone: a person, or the undoing of its import, was faster. */
function startAgain({ sql, chance }: InboxTools, application: ApplicationRow): Step<Settlement> {
  deleteApplication(sql, application, chance.now());
  return AGAIN;
}

/** The transaction's notes and facts are put; null when they are. */
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
  if (now.kind === "refused" && now.status === 404) return startAgain(tools, application);
  if (now.kind === "refused") return { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  storeCurrency(tools, receipt, parseCurrency(now.currency));
  const put =
    readPreparedWrite(application, now) ?? prepareWrite(tools, receipt, application, now, message);
  if (isWritten(put, now)) {
    changeApplication(sql, application.id, { put_done: 1 });
    return null;
  }
  const reply = await service.update(transaction, JSON.stringify(put));
  if (reply.kind === "updated") changeApplication(sql, application.id, { put_done: 1 });
  else if (reply.kind === "refused" && reply.status === 404) return startAgain(tools, application);
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

/** What a sign may mean, the bank's row says. */
function storeCurrency({ sql }: InboxTools, { id }: ReceiptRow, currency: Currency | null): void {
  if (currency !== null)
    sql.run("UPDATE receipts SET currency = ? WHERE id = ? AND currency IS NULL", currency, id);
}

/** What is put. Category and tags only where they come from the transaction that was the receipt's own. */
export interface WrittenValues {
  readonly notes?: string;
  readonly category_id?: number;
  readonly tag_ids?: readonly number[];
  readonly custom_metadata: Readonly<Record<string, unknown>>;
}

/** What there was of it. */
export type PreviousValues = Pick<Present, "notes" | "custom_metadata" | "category_id" | "tag_ids">;

/** What was stored to be sent, where the transaction's notes are still what they were then, or what was sent. */
function readPreparedWrite({ put, before }: ApplicationRow, now: Present): WrittenValues | null {
  if (put === null || before === null) return null;
  const [sent, found]: [WrittenValues, PreviousValues] = [JSON.parse(put), JSON.parse(before)];
  return sent.notes === undefined ||
    now.notes === sent.notes ||
    (now.notes ?? "") === (found.notes ?? "")
    ? sent
    : null;
}

function isWritten(put: WrittenValues, now: Present): boolean {
  return (
    (put.notes === undefined || put.notes === now.notes) &&
    ownMetadata(now)["receipt"] === ownMetadata(put)["receipt"]
  );
}

function prepareWrite(
  { sql }: InboxTools,
  receipt: ReceiptRow,
  application: ApplicationRow,
  now: Present,
  message: MessageRow,
): WrittenValues {
  const line = writeNote(receipt);
  const { notes: kept, ...carried } = transferEdits(now, application.carried);
  const written = appendLine(now.notes, line);
  const notes = kept === null ? written : (appendLine(written ?? now.notes, kept) ?? written);
  const facts = { ...ownMetadata(now), ...toMetadata(receipt, message.id) };
  const put: WrittenValues = {
    ...carried,
    ...(notes !== null && { notes }),
    custom_metadata: { ...now.custom_metadata, tributary: facts },
  };
  const before: PreviousValues = {
    notes: now.notes,
    custom_metadata: now.custom_metadata,
    category_id: now.category_id,
    tag_ids: now.tag_ids,
  };
  const said =
    written === null && line !== "" && !(now.notes ?? "").includes(line)
      ? "the transaction's notes have no room for more"
      : null;
  changeApplication(sql, application.id, {
    put: JSON.stringify(put),
    before: JSON.stringify(before),
    said,
  });
  return put;
}

/** What imports and receipts keep in a transaction. */
export function ownMetadata({
  custom_metadata: metadata,
}: Pick<Present, "custom_metadata"> | WrittenValues): Readonly<Record<string, unknown>> {
  const kept = metadata?.["tributary"];
  return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? { ...kept } : {};
}

/** The receipt's own transaction is inserted; null when it is. */
async function insertTransaction(
  tools: InboxTools,
  receipt: ReceiptRow,
  application: ApplicationRow,
  message: MessageRow,
): Promise<Step<Settlement> | null> {
  if (application.transaction_id !== null) return null;
  const { sql } = tools;
  const whole = must(toAmount(receipt), "what is inserted has amount, currency and day");
  const account = must(receipt.account, "what is inserted has its account");
  const externalId = await deriveExternalId(
    must(receipt.base, "what waits has its identity"),
    must(receipt.seq, "what waits has its number"),
  );
  const item = toItem(receipt, whole, account, externalId, message.id);
  const body =
    application.put ??
    JSON.stringify({ apply_rules: true, skip_duplicates: true, transactions: [item] });
  if (application.put === null) changeApplication(sql, application.id, { put: body });
  const wait = await tools.pace();
  if (wait > 0) return againIn(wait);
  const reply = await queueService(tools.upstream, tools.pace).post(body);
  if (reply.kind === "refused") {
    deleteApplication(sql, application, tools.chance.now());
    return {
      kind: "ask",
      reason: "no_match",
      detail: `it could not be inserted: ${reply.message}`,
      match: null,
    };
  }
  if (reply.kind !== "accepted") return reply;
  const [skip] = reply.skipped;
  const id =
    reply.inserted.get(externalId) ??
    (skip?.reason === "duplicate_external_id" ? skip.existing : undefined);
  if (id !== undefined) {
    const known = {
      date: whole.date,
      amount: units(0 - whole.amount),
      currency: whole.currency,
      payee: item.payee,
      notes: item.notes ?? null,
      text: item.payee,
      reference: null,
      external_id: externalId,
    };
    sql.transaction(() => {
      changeApplication(sql, application.id, { transaction_id: id, put_done: 1 });
      expectRow(tools, receipt, { id, account, known });
    });
    return null;
  }
  if (skip === undefined)
    return { kind: "unknown", message: "the service's answer does not fit the request" };
  handleSkippedInsert(sql, application, skip.existing, item);
  return AGAIN;
}

/** The service took the receipt's item for a transaction that is there: another receipt's, or the one to enrich. */
function handleSkippedInsert(
  sql: Sql,
  application: ApplicationRow,
  existing: number,
  item: object,
): void {
  if (findApplicationOn(sql, existing) !== null) {
    // It is another receipt's: this one is its twin.
    changeApplication(sql, application.id, {
      put: JSON.stringify({ apply_rules: true, skip_duplicates: false, transactions: [item] }),
    });
    return;
  }
  const evidence = ["account, payee, day and amount are those of a transaction that was there"];
  changeApplication(sql, application.id, {
    how: "enrich",
    transaction_id: existing,
    put: null,
    evidence: JSON.stringify(evidence),
  });
}

/** From now on an import that brings the bank's row changes this transaction to it (matching/receipts.ts). */
function expectRow(
  { sql, chance }: InboxTools,
  receipt: ReceiptRow,
  { id, account, known }: { readonly id: number; readonly account: number; readonly known: Known },
): void {
  sql.run(
    "INSERT OR REPLACE INTO pendings (transaction_id, account, state, run, seq, inserted_at, facts) VALUES (?, ?, 'posted', ?, ?, ?, ?)",
    id,
    account,
    NO_RUN,
    receipt.id,
    chance.now(),
    JSON.stringify(known),
  );
}
