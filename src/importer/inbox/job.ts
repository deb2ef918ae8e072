// What the Importer's alarm does for the inbox, one step a call: reads a message, or looks for a receipt's transaction, or
// deletes what is forgotten. A reading that was cut short anywhere is begun again and comes to the same. That it begins is
// stored first: a mail that kills the isolate, or faults, MAIL_READS_MAX times ends with a person and is never tried for ever.

import { backoffDelay } from "../connection/retry.ts";
import { INBOX_TEXT_CHARS_MAX, MAIL_READS_MAX, RECEIPT_LOOK_MS } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { must } from "../../platform/assert.ts";
import { isUnresolved, type MailVerdict } from "../../receipts/authenticity/verdict.ts";
import type { MailReading } from "../../receipts/reading.ts";
import { queueService } from "../posting/paced-service.ts";
import { asksBudget, currenciesHeld, readInBudget } from "./budget-currency.ts";
import { toBeRead } from "./decide.ts";
import { isCash } from "./facts.ts";
import { identifyDelivery, identifyDocument } from "./identity.ts";
import { rawKey } from "./mail-store.ts";
import { settleReceipt } from "./match/match-receipt.ts";
import type { Settlement } from "./match/outcome.ts";
import type { MessageRow, ReceiptRow } from "./rows.ts";
import { keepReading } from "./reading-store.ts";
import { storeReading } from "./store-reading.ts";
import { importStatements } from "./statements.ts";
import { changeReceipt, dueMessage, dueReceipt, receiptById, record } from "./store.ts";
import { forgetNext } from "./forget.ts";
import { lookForRival } from "./match/competing-match.ts";
import { watchForRival } from "./applying/applications.ts";
import { splitNext } from "./applying/split.ts";
import { takeBackNext } from "./applying/take-back.ts";
import type { InboxTools } from "./job-tools.ts";

/** How a receipt is settled; matching's own unless told. */
export type Settle = (tools: InboxTools, receipt: ReceiptRow) => Promise<Settlement>;

/** One step of what is due; false where nothing is. It does not throw. */
export async function workOnInbox(
  tools: InboxTools,
  settle: Settle = settleReceipt,
): Promise<boolean> {
  const now = tools.chance.now();
  const message = dueMessage(tools.sql, now);
  if (message !== null) await readOne(tools, message);
  else if (!(await takeBackNext(tools))) {
    const receipt = dueReceipt(tools.sql, now);
    if (receipt !== null) await settleOne(tools, receipt, settle);
    else return (await splitNext(tools)) || (await lookForRival(tools)) || forgetNext(tools);
  }
  return true;
}

async function readOne(tools: InboxTools, message: MessageRow): Promise<void> {
  const { sql, chance } = tools;
  if (message.failures >= MAIL_READS_MAX) {
    const detail = "reading it failed again and again; the mail is kept as it came";
    sql.transaction(() => {
      sql.run(
        "UPDATE inbox SET state = 'review', reason = 'parse_error', detail = ?, next_attempt_at = NULL WHERE seq = ?",
        detail,
        message.seq,
      );
      record(sql, { message: message.seq, who: "reader", what: detail }, chance.now());
    });
    return;
  }
  sql.run(
    "UPDATE inbox SET state = 'reading', failures = failures + 1, next_attempt_at = NULL WHERE seq = ?",
    message.seq,
  );
  await tools.sync();
  try {
    await read(tools, message);
  } catch (error) {
    logFault({
      event: "mail could not be read",
      message: message.id,
      error: String(error).slice(0, INBOX_TEXT_CHARS_MAX),
    });
    const at = chance.now() + backoffDelay(message.failures + 1, chance.random());
    sql.run(
      "UPDATE inbox SET next_attempt_at = ? WHERE seq = ? AND state = 'reading'",
      at,
      message.seq,
    );
  }
}

async function read(tools: InboxTools, message: MessageRow): Promise<void> {
  const stored = must(
    await tools.bucket.get(rawKey(tools.connection, message.sha256)),
    `the mail ${message.id} is stored`,
  );
  const raw = new Uint8Array(await stored.arrayBuffer());
  const reading = await inOwnBudget(tools, await tools.read(raw));
  const verdict = await verdictOn(tools, message, raw, reading.carried);
  const [delivery, identities] = [
    await identifyDelivery(raw, reading.message.messageId),
    await Promise.all(reading.documents.map(identifyDocument)),
  ];
  const statements = await importStatements(tools, message, reading);
  const kept = await keepReading(tools, message, reading);
  storeReading(tools, message.seq, { reading, verdict, delivery, identities, statements, kept });
}

/** Settles open signs by the budget's currencies. If the service gives no answer, the receipt is asked about; match/match-receipt.ts tries again. */
async function inOwnBudget(tools: InboxTools, reading: MailReading): Promise<MailReading> {
  const held = asksBudget(reading)
    ? await currenciesHeld(queueService(tools.upstream, tools.pace))
    : null;
  return held === null ? reading : readInBudget(reading, held);
}

/** What was found when it came; asked again only where nobody answered. */
async function verdictOn(
  tools: InboxTools,
  { verdict }: MessageRow,
  raw: Uint8Array,
  carried: readonly Uint8Array[],
): Promise<MailVerdict> {
  const known: MailVerdict | null = verdict === null ? null : JSON.parse(verdict);
  return known !== null && !isUnresolved(known) ? known : tools.authenticate(raw, carried);
}

async function settleOne(tools: InboxTools, receipt: ReceiptRow, settle: Settle): Promise<void> {
  const { sql, chance } = tools;
  const settlement = await settle(tools, receipt).catch((error: unknown): Settlement => {
    logFault({
      event: "receipt could not be matched",
      receipt: receipt.id,
      error: String(error).slice(0, INBOX_TEXT_CHARS_MAX),
    });
    return { kind: "wait", delay: backoffDelay(receipt.failures + 1, chance.random()) };
  });
  sql.transaction(() => applySettlement(tools, receipt, settlement));
}

/** Stores what became of a receipt; nothing where a person was faster. */
function applySettlement(
  { sql, chance }: InboxTools,
  receipt: ReceiptRow,
  settlement: Settlement,
): void {
  const now = chance.now();
  const done = { next_attempt_at: null, failures: 0, reason: null, detail: null };
  const say = (what: string) =>
    record(sql, { message: receipt.message, receipt: receipt.id, who: "match", what }, now);
  const present = receiptById(sql, receipt.id);
  if (
    present === null ||
    present.state !== receipt.state ||
    present.decided_at !== receipt.decided_at
  )
    return;
  const change = (changes: Partial<ReceiptRow>) =>
    changeReceipt(sql, receipt.id, [receipt.state], changes);
  switch (settlement.kind) {
    case "matched":
    case "inserted": {
      const { kind: state, transaction_id, evidence } = settlement;
      const several = settlement.kind === "matched" ? (settlement.transactions ?? []) : [];
      change({
        ...done,
        state,
        transaction_id,
        match: JSON.stringify({
          transaction_id,
          ...(several.length > 0 && { transactions: several }),
          evidence,
        }),
      });
      if (state === "inserted" && !isCash(receipt)) watchForRival(sql, receipt, now);
      say(
        several.length > 0
          ? `${state}: transactions ${several.join(", ")}, ${evidence.join("; ")}`
          : `${state}: transaction ${transaction_id}, ${evidence.join("; ")}`,
      );
      return;
    }
    case "ask": {
      const { reason, detail, match } = settlement;
      change({
        ...done,
        state: "review",
        reason,
        detail,
        match: match === null ? null : JSON.stringify(match),
      });
      say(detail);
      return;
    }
    case "read again":
      toBeRead(sql, receipt.message);
      say("the budget says which currency its sign means: it is read again");
      return;
    case "none": {
      const until = receipt.settle_until ?? 0;
      if (now < until)
        change({
          failures: 0,
          match: null,
          next_attempt_at: Math.min(now + RECEIPT_LOOK_MS, until),
        });
      else if (receipt.state === "review") change({ next_attempt_at: null });
      else {
        change({ ...done, state: "review", reason: "no_match", detail: NEVER_CAME });
        say(NEVER_CAME);
      }
      return;
    }
    case "wait":
      change({ failures: receipt.failures + 1, next_attempt_at: now + settlement.delay });
  }
}

const NEVER_CAME = "no bank's row for it came in all that time";
