// The inbox's part of the Importer's alarm. Each call does one step: it reads a message, looks for
// a receipt's transaction, or deletes a forgotten message. A reading that was cut short begins
// again, with the same result. Its begin is stored first: otherwise a message that kills the Worker
// would be read forever. After MAIL_READS_MAX attempts the user is asked.

import type { Step } from "../../platform/outbox/effect.ts";
import { joinOutboxes, makeOutbox, type Outbox } from "../../platform/outbox/runner.ts";
import { effectTable } from "../../platform/outbox/table.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import { INBOX_TEXT_CHARS_MAX, MAIL_READS_MAX, RECEIPT_LOOK_MS } from "../../platform/limits.ts";
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
import { changeMessage, changeReceipt } from "./change-state.ts";
import { TO_BE_READ } from "./states.ts";
import { receiptById, record } from "./store.ts";
import { FORGOTTEN_MAIL } from "./forget.ts";
import { COMPETING_MATCHES } from "./match/competing-match.ts";
import { watchForCompetingMatch } from "./applying/bank-row.ts";
import { SPLITS } from "./applying/split.ts";
import { TAKING_BACK } from "./applying/take-back.ts";
import type { InboxTools } from "./job-tools.ts";

const UNREAD = effectTable<MessageRow>("inbox", ({ seq }) => seq, {
  key: "seq",
  at: "COALESCE(next_attempt_at, 1)",
  waiting: `state IN ${inSql(TO_BE_READ)}`,
  order: "failures, seq",
});

/** The messages to read. The begin of a reading is stored, and synced to disk, before it starts. */
const MAIL = makeOutbox<InboxTools, MessageRow, { readonly kind: "read" }>({
  ...UNREAD,
  begin: async ({ sql, sync }, message) => {
    changeMessage(sql, message.seq, TO_BE_READ, {
      state: "reading",
      failures: message.failures + 1,
      next_attempt_at: null,
    });
    await sync();
    return message;
  },
  send: async (tools, message) => {
    await read(tools, message);
    return { kind: "read" };
  },
  settle: () => undefined,
  putOff: ({ sql }, { seq }, at) =>
    sql.run("UPDATE inbox SET next_attempt_at = ? WHERE seq = ? AND state = 'reading'", at, seq),
  fault: ({ id }, thrown) => ({
    event: "mail could not be read",
    message: id,
    error: String(thrown).slice(0, INBOX_TEXT_CHARS_MAX),
  }),
  limit: { attempts: MAIL_READS_MAX, giveUp: leaveUnread },
});

/** How a receipt is settled; matching's own unless told. */
export type Settle = (tools: InboxTools, receipt: ReceiptRow) => Promise<Step<Settlement>>;

const WAITING = effectTable<ReceiptRow>("receipts", ({ id }) => id);

/** The receipts whose transaction is looked for. */
function makeReceipts(settle: Settle): Outbox<InboxTools> {
  return makeOutbox<InboxTools, ReceiptRow, Settlement>({
    ...WAITING,
    send: settle,
    settle: (tools, receipt, settlement) =>
      tools.sql.transaction(() => applySettlement(tools, receipt, settlement)),
    putOff: ({ sql }, receipt, next_attempt_at) => {
      const changes = { failures: receipt.failures + 1, next_attempt_at };
      if (isStill(sql, receipt)) changeReceipt(sql, receipt.id, [receipt.state], changes);
    },
    fault: ({ id }, thrown) => ({
      event: "receipt could not be matched",
      receipt: id,
      error: String(thrown).slice(0, INBOX_TEXT_CHARS_MAX),
    }),
  });
}

/** All that the alarm does for the inbox: a step is one attempt of the first that is due. */
export function makeInbox(settle: Settle): Outbox<InboxTools> {
  const receipts = makeReceipts(settle);
  return joinOutboxes(MAIL, TAKING_BACK, receipts, SPLITS, COMPETING_MATCHES, FORGOTTEN_MAIL);
}

export const INBOX = makeInbox(settleReceipt);

function leaveUnread({ sql, chance }: InboxTools, { seq }: MessageRow): void {
  const detail = "reading it failed again and again; the mail is kept as it came";
  sql.transaction(() => {
    changeMessage(sql, seq, TO_BE_READ, {
      state: "review",
      reason: "parse_error",
      detail,
      next_attempt_at: null,
    });
    record(sql, { message: seq, who: "reader", what: detail }, chance.now());
  });
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

/**
 * Decides open currency symbols by the budget's currencies. If the service gives no answer, the
 * user is asked, and match/match-receipt.ts tries again.
 */
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

/** Whether it is as it was when its attempt began: a person may have decided about it meanwhile. */
function isStill(sql: Sql, { id, state, decided_at }: ReceiptRow): boolean {
  const now = receiptById(sql, id);
  return now?.state === state && now.decided_at === decided_at;
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
  if (!isStill(sql, receipt)) return;
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
      if (state === "inserted" && !isCash(receipt)) watchForCompetingMatch(sql, receipt, now);
      const which =
        several.length > 0 ? `transactions ${several.join(", ")}` : `transaction ${transaction_id}`;
      say(`${state}: ${which}, ${evidence.join("; ")}`);
      return;
    }
    case "ask": {
      const { reason, detail, match } = settlement;
      const stored = match === null ? null : JSON.stringify(match);
      change({ ...done, state: "review", reason, detail, match: stored });
      say(detail);
      return;
    }
    case "read again":
      toBeRead(sql, receipt.message);
      say("the budget says which currency its sign means: it is read again");
      return;
    case "none": {
      const until = receipt.settle_until ?? 0;
      const next_attempt_at = Math.min(now + RECEIPT_LOOK_MS, until);
      if (now < until) change({ failures: 0, match: null, next_attempt_at });
      else if (receipt.state === "review") change({ next_attempt_at: null });
      else if (isChargedOtherwise(sql, receipt)) {
        change({ ...done, state: "duplicate", detail: CHARGED_OTHERWISE });
        say(CHARGED_OTHERWISE);
      } else {
        change({ ...done, state: "review", reason: "no_match", detail: NEVER_CAME });
        say(NEVER_CAME);
      }
    }
  }
}

/** Whether an order was charged by other mails of its number, with other amounts. */
function isChargedOtherwise(sql: Sql, { id, kind, domain, order_number }: ReceiptRow): boolean {
  return (
    kind === "order" &&
    sql.first(
      `SELECT 1 FROM receipts WHERE id != ? AND domain = ? AND order_number = ?
         AND kind != 'order' AND state IN ('matched', 'inserted')`,
      id,
      domain,
      order_number,
    ) !== null
  );
}

const CHARGED_OTHERWISE =
  "no bank's row for the whole order came; what was charged for its number is in the budget";
const NEVER_CAME = "no bank's row for it came in all that time";
