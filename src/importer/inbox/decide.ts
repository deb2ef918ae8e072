// What the user decides about a message: to import a charge in it, as read or corrected, to ignore
// it, or to have it read again. A decision about a charge outlives every later reading. Runs inside
// a transaction and makes no request.

import { RECEIPT_WAIT_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { READER_VERSION } from "../../receipts/reading.ts";
import type { Receipt, Reason } from "../../receipts/receipt.ts";
import type { ImportProblem } from "../problem.ts";
import { correctionsSchema, deriveFacts, type Corrections, type Facts } from "./facts.ts";
import { recallMerchant, rememberMerchant } from "./memory.ts";
import { isOnItsWay, type MessageRow, type Mode, type ReceiptRow } from "./rows.ts";
import { identityOfRow } from "./document-identities.ts";
import { storeReceipt } from "./store-receipt.ts";
import { changeMessages, changeReceipt, READ_AGAIN, refresh } from "./change-state.ts";
import { READ, TO_BE_READ } from "./states.ts";
import { listReceipts, record } from "./store.ts";
import { learnTrust } from "./trust.ts";

export interface ImportRequest {
  /** The receipt's id; null: the message's only charge, or one that was not read at all. */
  readonly receipt: number | null;
  readonly corrections: Corrections;
  /** Null: insert if an account is known, else wait for the bank's row. */
  readonly mode: Mode | null;
}

/**
 * Sends the charge with its corrections on its way to the budget, or says what is missing. Safe to
 * repeat.
 */
export function importByPerson(
  sql: Sql,
  message: MessageRow,
  request: ImportRequest,
  now: number,
): Result<null, ImportProblem> {
  const chosen = chooseReceipt(sql, message, request.receipt);
  if (!chosen.ok) return chosen;
  const row = chosen.value;
  if (row !== null && (row.state === "matched" || row.state === "inserted")) return ok(null);
  if (row !== null && isOnItsWay(row)) return err(onItsWay("imported otherwise"));
  const identity = identityOfRow(sql, { message: message.seq, document: row?.document ?? 0 });
  const receipt: Receipt = row === null ? UNREAD : JSON.parse(row.receipt);
  const sent = identity.day === null ? null : { day: identity.day, instant: identity.instant };
  const combined = { ...readCorrections(row), ...request.corrections };
  const remembered = recallMerchant(sql, identity.domain);
  const read = deriveFacts(receipt, sent, remembered, combined);
  // If only the bank's row supplied the currency, the user has seen it, and accepts it with the
  // rest.
  const corrections =
    read.currency === null && row !== null && row.currency !== null
      ? { ...combined, currency: row.currency }
      : combined;
  const facts =
    corrections === combined ? read : deriveFacts(receipt, sent, remembered, corrections);
  const missing = findMissing(facts);
  if (missing !== null) return err(missing);
  const account = (facts.cash ? corrections.account_id : facts.account) ?? row?.account ?? null;
  if (facts.cash && request.mode === null && account === null)
    return err(
      invalid("account_id", "It was paid in cash: name the account for cash that it goes to."),
    );
  const mode = request.mode ?? (account === null ? "wait" : "insert");
  if (mode === "insert" && account === null)
    return err(invalid("account_id", "To insert it now, name the account that it goes to."));
  const decided = {
    mode,
    account,
    until: now + RECEIPT_WAIT_MS,
    corrected: JSON.stringify(corrections),
    decided_at: now,
  };
  const slot = {
    message: message.seq,
    document: row?.document ?? 0,
    charge: row?.charge ?? 0,
    receipt,
    facts,
    identity,
    handling: null,
  };
  const stored = storeReceipt(sql, slot, row?.id ?? null, decided, now);
  learnTrust(sql, stored, { asked: row?.reason ?? null, now });
  rememberMerchant(sql, identity.domain, request.corrections, facts.cash, now);
  afterReading(sql, message);
  return ok(null);
}

/** Ignores a charge, or all that are open. Safe to repeat. */
export function ignore(
  sql: Sql,
  message: MessageRow,
  receipt: number | null,
  now: number,
): Result<null, ImportProblem> {
  const rows = listReceipts(sql, message.seq).filter(
    (row) => receipt === null || row.id === receipt,
  );
  if (receipt !== null && rows.length === 0) return err(noSuchReceipt(receipt));
  const settled = rows.find(({ state }) => state === "matched" || state === "inserted");
  if (settled !== undefined && rows.length === 1)
    return err({
      kind: "wrong message state",
      state: settled.state,
      action: "ignored",
      allowed: "waiting, review, duplicate",
    });
  if (TO_BE_READ.includes(message.state))
    return err({
      kind: "wrong message state",
      state: message.state,
      action: "ignored",
      allowed: "read",
    });
  if (rows.some(isOnItsWay)) return err(onItsWay("ignored"));
  for (const { id } of rows) {
    const changes = {
      state: "ignored",
      reason: null,
      detail: null,
      decided_at: now,
      next_attempt_at: null,
    } as const;
    changeReceipt(sql, id, ["waiting", "review", "duplicate"], changes);
  }
  if (receipt === null)
    sql.run("UPDATE inbox SET dismissed_at = ? WHERE seq = ?", now, message.seq);
  if (rows.length === 0)
    changeMessages(
      sql,
      { from: READ, where: "seq = ?1 AND same_bytes = 0", values: [message.seq] },
      { state: "ignored", reason: null, detail: null },
    );
  afterReading(sql, message);
  record(sql, { message: message.seq, receipt, who: "person", what: "ignored" }, now);
  return ok(null);
}

/** Has a message read again; decisions and settled receipts stay. Safe to repeat. */
export function reread(sql: Sql, message: MessageRow, now: number): Result<null, ImportProblem> {
  if (message.same_bytes === 1)
    return err({
      kind: "wrong message state",
      state: message.state,
      action: "read again",
      allowed: "the first of its bytes",
    });
  toBeRead(sql, message.seq);
  record(sql, { message: message.seq, who: "person", what: "to be read again" }, now);
  return ok(null);
}

/** Marks a message that was read to be read again. */
export function toBeRead(sql: Sql, message: number): void {
  changeMessages(
    sql,
    { from: READ, where: "seq = ?1 AND same_bytes = 0", values: [message] },
    READ_AGAIN,
  );
}

/**
 * Marks messages to be read again that an earlier version read, or that could not be read; all
 * messages if `everything`. Returns their number.
 */
export function rereadAll(sql: Sql, everything: boolean, now: number): number {
  const which = `same_bytes = 0 AND ${WAS_READ} AND (?1 OR reader_version IS NOT ?2 OR reason = 'parse_error')`;
  return sql.transaction(() => {
    const count =
      sql.first<{ n: number }>(
        `SELECT COUNT(*) AS n FROM inbox WHERE ${which}`,
        everything,
        READER_VERSION,
      )?.n ?? 0;
    sql.run(
      `INSERT INTO inbox_history (message, at, who, what) SELECT seq, ?3, 'person', 'to be read again' FROM inbox WHERE ${which}`,
      everything,
      READER_VERSION,
      now,
    );
    changeMessages(
      sql,
      { from: READ, where: which, values: [everything, READER_VERSION] },
      READ_AGAIN,
    );
    return count;
  });
}

const WAS_READ = `state NOT IN ${inSql(TO_BE_READ)}`;

function afterReading(sql: Sql, { seq }: MessageRow): void {
  sql.run("UPDATE inbox SET duplicate_of = NULL WHERE seq = ? AND same_bytes = 0", seq);
  refresh(sql, seq);
}

/** Null if no charge was read: the user enters all of it. */
function chooseReceipt(
  sql: Sql,
  message: MessageRow,
  id: number | null,
): Result<ReceiptRow | null, ImportProblem> {
  if (message.same_bytes === 1 || TO_BE_READ.includes(message.state)) {
    return err({
      kind: "wrong message state",
      state: message.state,
      action: "imported",
      allowed: "read, and the first of its bytes",
    });
  }
  const rows = listReceipts(sql, message.seq);
  if (rows.length === 0 && message.duplicate_of !== null)
    return err({
      kind: "wrong message state",
      state: "duplicate",
      action: "imported",
      allowed: "the first of the mails that it repeats",
    });
  if (id !== null) {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? err(noSuchReceipt(id)) : ok(row);
  }
  const open = rows.filter(({ state }) => state === "review" || state === "waiting");
  if (rows.length === 0) return ok(null);
  const [only, second] = open.length > 0 ? open : rows;
  if (only === undefined || second !== undefined)
    return err(
      invalid(
        "receipt",
        `The message has several charges; name one of them: ${rows.map((row) => row.id).join(", ")}.`,
      ),
    );
  return ok(only);
}

function readCorrections(row: ReceiptRow | null): Corrections {
  const earlier = correctionsSchema.safeParse(
    row?.corrected === null || row === null ? {} : JSON.parse(row.corrected),
  );
  return earlier.success ? earlier.data : {};
}

const FIELDS: Partial<Record<Reason, string>> = {
  no_total: "total",
  ambiguous_currency: "currency",
  ambiguous_date: "date",
};

function findMissing({ class: what, doubts }: Facts): ImportProblem | null {
  if (what === "none")
    return invalid(
      "kind",
      "Choose what it is: receipt, order, invoice, refund, bank alert, authorisation or income.",
    );
  const [doubt] = doubts;
  return doubt === undefined
    ? null
    : invalid(
        FIELDS[doubt.reason] ?? "",
        `Enter the ${FIELDS[doubt.reason] ?? "value"}: ${doubt.detail}.`,
      );
}

function invalid(field: string, message: string): ImportProblem {
  return { kind: "invalid", field: `/body/${field}`, message };
}

/** A receipt whose change to the budget is under way is left alone until that has ended. */
export function onItsWay(action: string): ImportProblem {
  return {
    kind: "wrong message state",
    state: "on its way to the budget",
    action,
    allowed: "settled first; that takes a moment",
  };
}

function noSuchReceipt(id: number): ImportProblem {
  return invalid("receipt", `The message has no charge ${id}.`);
}

/** The receipt of a message in which nothing was found. */
const UNREAD: Receipt = {
  kind: "receipt",
  merchant: null,
  total: null,
  currency: null,
  date: null,
  order_number: null,
  card_last4: null,
  subtotal: null,
  tax: null,
  shipping: null,
  tip: null,
  discount: null,
  incoming: false,
  items: [],
  doubts: [],
  why: [],
};
