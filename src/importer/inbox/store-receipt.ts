// Stores a receipt that was read, in its message and among the charges that other mails reported.
// One row for each charge: it is settled, waits, asks the user, or names the charge it repeats.
// Runs inside the transaction that stores a reading.

import { RECEIPT_CHARS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { dayNumber } from "../../money/day.ts";
import type { Receipt } from "../../receipts/receipt.ts";
import type { Facts } from "./facts.ts";
import { bookingWindow } from "./match/pair.ts";
import { isAnsweredByRow, type Mode, type ReceiptRow } from "./rows.ts";
import { relate } from "./purchase.ts";
import { changeReceiptAlone, refresh, type ReceiptChanges } from "./change-state.ts";
import { OPEN } from "./receipt-states.ts";
import { record } from "./store.ts";
import { type ReadReceipt, toCharge } from "./read-receipt.ts";
import { type ReceiptStatus, deriveStatus } from "./receipt-status.ts";
import { askIfUntrusted, listComparable, sameIncomplete } from "./related-receipts.ts";

/** The settings of the address that it came by, or of the user's decision. */
export interface ReceiptSettings {
  readonly mode: Mode;
  readonly account: number | null;
  /** When to stop waiting for the bank's row. */
  readonly until: number;
  readonly corrected: string | null;
  readonly decided_at: number | null;
}

/**
 * Stores the receipt as row `id`, or as a new one; returns the row's id. If a person has decided,
 * only doubts about missing facts remain.
 */
export function storeReceipt(
  sql: Sql,
  one: ReadReceipt,
  id: number | null,
  settings: ReceiptSettings,
  now: number,
): number {
  const whole = toCharge(one);
  const byPerson = settings.decided_at !== null;
  const relation =
    whole === null || byPerson
      ? null
      : askIfUntrusted(one, relate(whole, listComparable(sql, one, whole, id)));
  const again = whole === null && !byPerson ? sameIncomplete(sql, one) : null;
  const superseded =
    relation?.kind === "supersedes"
      ? must(findReceipt(sql, relation.of), "what is superseded exists")
      : null;
  const stored = id === null ? null : findReceipt(sql, id);
  const status = deriveStatus(sql, one, whole, { relation, again, superseded, stored });
  // The superseded receipt first gives up its number: a charge is stored once.
  if (superseded !== null && relation?.kind === "supersedes") {
    changeReceiptAlone(sql, superseded.id, OPEN, {
      state: "duplicate",
      reason: null,
      detail: relation.why,
      next_attempt_at: null,
      base: null,
      seq: null,
    });
  }
  const receipt = write(sql, id, toColumns(one, status, settings, now), {
    message: one.message,
    document: one.document,
    charge: one.charge,
    created_at: now,
  });
  if (superseded !== null && relation?.kind === "supersedes") {
    sql.run("UPDATE receipts SET duplicate_of = ? WHERE id = ?", receipt, superseded.id);
    record(
      sql,
      { message: superseded.message, receipt: superseded.id, who: "reader", what: relation.why },
      now,
    );
    refresh(sql, superseded.message);
  }
  const what = explainStatus(one.facts, status);
  record(sql, { message: one.message, receipt, who: byPerson ? "person" : "reader", what }, now);
  return receipt;
}

function findReceipt(sql: Sql, id: number): ReceiptRow | null {
  return sql.first<ReceiptRow>("SELECT * FROM receipts WHERE id = ?", id);
}

/**
 * Whether to look for its transaction. The bank's row may also answer which currency a symbol
 * means.
 */
function isTried(
  { facts: { total, date, doubts } }: ReadReceipt,
  { state, reason, duplicate_of }: ReceiptStatus,
): boolean {
  if (state === "waiting") return true;
  const lacksCurrency =
    reason === "ambiguous_currency" &&
    doubts.every((doubt) => doubt.reason === "ambiguous_currency" || isAnsweredByRow(doubt.reason));
  return (
    state === "review" && lacksCurrency && total !== null && date !== null && duplicate_of === null
  );
}

function toColumns(
  one: ReadReceipt,
  status: ReceiptStatus,
  settings: ReceiptSettings,
  now: number,
): ReceiptChanges {
  const { facts, identity, handling, madeOut } = one;
  const { kind, merchant, total, currency, date, order_number, card_last4 } = facts;
  return {
    ...status,
    kind,
    class: facts.class,
    domain: identity.domain,
    merchant,
    total,
    currency,
    date,
    order_number,
    card_last4,
    incoming: facts.incoming ? 1 : 0,
    receipt: receiptText(one.receipt),
    ...(handling !== null && { forwarder: handling.forwarder, vouched: handling.sender }),
    ...(madeOut !== undefined && { made_out_to: madeOut?.address ?? null }),
    corrected: settings.corrected,
    decided_at: settings.decided_at,
    // A receipt in doubt is never inserted without a person.
    mode: status.reason !== null && isAnsweredByRow(status.reason) ? "wait" : settings.mode,
    account: facts.account ?? settings.account,
    match: null,
    failures: 0,
    next_attempt_at: isTried(one, status) ? now : null,
    settle_until: Math.max(settings.until, dueUntil(one)),
  };
}

/**
 * Updates row `id`, or inserts a new one with the columns `fresh` as well; returns the row's id.
 */
function write(
  sql: Sql,
  id: number | null,
  columns: ReceiptChanges,
  fresh: Partial<ReceiptRow>,
): number {
  if (id !== null) {
    changeReceiptAlone(sql, id, OPEN, columns);
    return id;
  }
  const entries = Object.entries({ ...columns, ...fresh });
  const names = entries.map(([name]) => name);
  const values = entries.map(([, value]) => value);
  const marks = names.map(() => "?").join(", ");
  sql.run(`INSERT INTO receipts (${names.join(", ")}) VALUES (${marks})`, ...values);
  return sql.first<{ id: number }>("SELECT last_insert_rowid() AS id")?.id ?? 0;
}

/** An invoice is matched until some days after its due date. */
function dueUntil({ facts: { kind, date }, receipt: { dueOn } }: ReadReceipt): number {
  return date === null || dueOn === undefined
    ? 0
    : (dayNumber(bookingWindow({ kind, date, dueOn: dueOn.value }).to) + 1) * DAY_MS;
}

const DAY_MS = 24 * 60 * 60_000;

/** The receipt as JSON that fits a row; a bill of thousands of items is kept without its items. */
function receiptText(receipt: Receipt): string {
  const text = JSON.stringify(receipt);
  return text.length <= RECEIPT_CHARS_MAX
    ? text
    : JSON.stringify({
        ...receipt,
        items: [],
        doubts: receipt.doubts.slice(0, 20),
        why: receipt.why.slice(0, 20),
      });
}

function explainStatus({ kind, why }: Facts, { state, reason, detail }: ReceiptStatus): string {
  const said = [...why, ...(detail === null ? [] : [detail])].join("; ");
  return `${kind}: ${state}${reason === null ? "" : ` (${reason})`}${said === "" ? "" : `, ${said}`}`;
}
