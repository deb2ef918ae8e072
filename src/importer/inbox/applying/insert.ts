// Inserts the transaction of a receipt whose bank transaction has not come. The request is stored
// before it leaves, and names an external id: if the answer is lost, sending it again finds the
// same transaction.

import type { Sql } from "../../../platform/sql/sql.ts";
import { must } from "../../../platform/assert.ts";
import { units } from "../../../money/money.ts";
import type { Known } from "../../matching/pendings.ts";
import { queueService } from "../../posting/paced-service.ts";
import { deriveExternalId } from "../identity.ts";
import { againIn, type Settlement } from "../match/outcome.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import type { Step } from "../../../platform/outbox/effect.ts";
import type { InboxTools } from "../job-tools.ts";
import { toAmount, toItem } from "./item.ts";
import {
  changeApplication,
  deleteApplication,
  findApplicationOn,
  type ApplicationRow,
} from "./applications.ts";
import { NO_RUN } from "./bank-row.ts";

/** Inserts the receipt's own transaction; returns null when it exists. */
export async function insertTransaction(
  tools: InboxTools,
  receipt: ReceiptRow,
  application: ApplicationRow,
  message: MessageRow,
): Promise<Step<Settlement> | null> {
  if (application.transaction_id !== null) return null;
  const { sql } = tools;
  const amount = must(toAmount(receipt), "an inserted receipt has an amount, currency and day");
  const account = must(receipt.account, "an inserted receipt has an account");
  const externalId = await deriveExternalId(
    must(receipt.base, "a waiting receipt has an identity"),
    must(receipt.seq, "a waiting receipt has a number"),
  );
  const item = toItem(receipt, amount, account, externalId, message.id);
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
      date: amount.date,
      amount: units(0 - amount.amount),
      currency: amount.currency,
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
  return againIn(0);
}

/**
 * The service skipped the insert because a transaction looks the same. If that one has another
 * receipt, this is a second, identical purchase: it is inserted without the check. Otherwise it is
 * the receipt's transaction.
 */
function handleSkippedInsert(
  sql: Sql,
  application: ApplicationRow,
  existing: number,
  item: object,
): void {
  if (findApplicationOn(sql, existing) !== null) {
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

/** Lets an import merge the bank's row into this transaction (matching/receipts.ts). */
function expectRow(
  { sql, chance }: InboxTools,
  receipt: ReceiptRow,
  { id, account, known }: { readonly id: number; readonly account: number; readonly known: Known },
): void {
  sql.run(
    `INSERT OR REPLACE INTO pendings (transaction_id, account, state, run, seq, inserted_at, facts)
     VALUES (?, ?, 'posted', ?, ?, ?, ?)`,
    id,
    account,
    NO_RUN,
    receipt.id,
    chance.now(),
    JSON.stringify(known),
  );
}
