// Updates a transaction that an earlier import inserted as pending to the row that the bank posted.
// undo-update.ts undoes such an update. Order of writes: the transaction is read, the new and the
// previous values are stored, then the request is sent. If the Worker dies in between, the
// transaction is read again: if it has the row's external_id, the update succeeded; otherwise it is
// sent again.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { isInsertedForReceipt, recordRowMerge } from "../inbox/applying/bank-row.ts";
import { releaseDeletedTransactions } from "../inbox/applying/release.ts";
import { readOwnMetadata } from "../inbox/applying/saved-values.ts";
import type { DeleteReply, Refused } from "../posting/client.ts";
import type { NoAnswer, Chance } from "../../platform/outbox/effect.ts";
import { type Drained } from "../posting/drain.ts";
import { KNOWN, parseKnown, shownAs, type Known } from "./pendings.ts";
import type { Runs } from "../imports/runs.ts";
import type { Present, UpdateReply } from "../posting/transaction.ts";

/** The service as updating sees it. */
export interface UpdateService {
  present(id: number): Promise<Present | Refused | NoAnswer>;
  update(id: number, body: string): Promise<UpdateReply>;
  dissolve(what: "split" | "group", id: number): Promise<DeleteReply>;
}

/** The fields that an update writes, or their values before. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Update {
  readonly id: number;
  readonly transaction_id: number;
  readonly run: number;
  readonly seq: number;
  readonly state: "planned" | "sent" | "done";
  readonly because: string;
  readonly put: string | null;
  readonly before: string | null;
  readonly known: string;
}

/** What settling an update and taking it back work with. */
export interface Updating {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly service: UpdateService;
  readonly chance: Chance;
}

/** Reads the next unfinished update of a run; null if all are done. */
export function nextUpdate(sql: Sql, run: number): Update | null {
  return sql.first<Update>(
    "SELECT * FROM updates WHERE run = ? AND state <> 'done' ORDER BY id LIMIT 1",
    run,
  );
}

/**
 * Does one step: reads the transaction and updates it to the row. If the transaction no longer
 * exists or the service refuses, the row is inserted like any other.
 */
export async function settleUpdate(updating: Updating, update: Update): Promise<Drained> {
  const { sql, service, chance } = updating;
  const now = await service.present(update.transaction_id);
  if (now.kind === "refused" && now.status === 404) {
    // The user deleted it, so the posted row is new.
    sql.transaction(() => {
      sql.run(
        "UPDATE pendings SET state = 'deleted' WHERE transaction_id = ?",
        update.transaction_id,
      );
      releaseDeletedTransactions(sql, [update.transaction_id], chance.now());
      release(sql, update);
    });
    return { kind: "moved" };
  }
  if (now.kind !== "present") return toNoAnswer(now);
  const row = sql.first<{ facts: string; item: string }>(
    `SELECT ${KNOWN} AS facts, item FROM rows JOIN row_texts USING (run, seq) WHERE run = ? AND seq = ?`,
    update.run,
    update.seq,
  );
  if (row === null) throw new Error("Invariant broken: an update without its row");
  const facts = parseKnown(row.facts);
  if (update.state === "sent" && now.external_id === facts.external_id) {
    done(updating, update, facts, null);
    return { kind: "moved" };
  }
  if (now.split || now.group !== null) {
    const what = now.split ? "was split" : "was put into a group";
    const unchanged = `it ${what} meanwhile and keeps its date and amount, ${shownAs(facts)} in this file`;
    done(updating, update, facts, unchanged);
    return { kind: "moved" };
  }
  const stored = update.put === null ? prepare(sql, update, now, facts, row.item) : update;
  const reply = await service.update(update.transaction_id, stored.put ?? "{}");
  if (reply.kind === "updated") done(updating, stored, facts, null);
  else if (reply.kind === "refused") sql.transaction(() => release(sql, update));
  else return reply;
  return { kind: "moved" };
}

/**
 * Stores the values to send and the previous values. Fields that differ from what we inserted were
 * edited by the user and stay.
 */
function prepare(sql: Sql, update: Update, now: Present, facts: Known, item: string): Update {
  const known = parseKnown(update.known);
  const { date, custom_metadata: metadata }: { date: Day; custom_metadata: Fields } =
    JSON.parse(item);
  const put: Record<string, unknown> = {
    date,
    amount: printUnits(units(0 - facts.amount)),
    currency: facts.currency,
    external_id: facts.external_id,
    custom_metadata: { ...now.custom_metadata, ...metadata },
  };
  // The bank knows the day and the amount better than the receipt; merchant and items stay.
  if (isInsertedForReceipt(sql, update.transaction_id))
    put["custom_metadata"] = withReceipt(now, metadata, facts);
  else {
    if (now.payee === known.payee) put["payee"] = facts.payee;
    if (now.notes === known.notes && facts.notes !== known.notes) put["notes"] = facts.notes;
  }
  // The status stays as it is: a posting by the bank is not a review by the user.
  if (now.status === "reviewed" || now.status === "unreviewed") put["status"] = now.status;
  const before = Object.fromEntries(Object.keys(put).map((name) => [name, readField(now, name)]));
  const stored = {
    ...update,
    state: "sent",
    put: JSON.stringify(put),
    before: JSON.stringify(before),
  } as const;
  sql.run(
    "UPDATE updates SET state = 'sent', put = ?, before = ? WHERE id = ?",
    stored.put,
    stored.before,
    update.id,
  );
  return stored;
}

/** The metadata of the receipt and the row, with the bank's text. */
function withReceipt(now: Present, metadata: Fields, facts: Known): Fields {
  return {
    ...now.custom_metadata,
    ...metadata,
    tributary: {
      ...readOwnMetadata(now),
      ...readOwnMetadata({ custom_metadata: metadata }),
      printed: facts.text.slice(0, PRINTED_CHARS_MAX),
    },
  };
}

const PRINTED_CHARS_MAX = 200;

/** A field of the transaction as it is now; null if the service does not send it. */
export function readField(now: Present, name: string): unknown {
  return Object.entries(now).find(([field]) => field === name)?.[1] ?? null;
}

/** Lets the row be inserted like any other, since it is not this transaction. */
export function release(sql: Sql, update: Update): void {
  sql.run("DELETE FROM updates WHERE id = ?", update.id);
  sql.run(
    "UPDATE rows SET batch = NULL, reason = NULL WHERE run = ? AND seq = ? AND state = 'waiting'",
    update.run,
    update.seq,
  );
}

/** Settles the row as this transaction. `unchanged`: why the transaction keeps its old values. */
function done(
  { sql, runs, chance }: Updating,
  update: Update,
  facts: Known,
  unchanged: string | null,
): void {
  const reason =
    unchanged === null
      ? `already there, updated: it was ${isInsertedForReceipt(sql, update.transaction_id) ? "inserted for a receipt" : "pending"} as ${shownAs(parseKnown(update.known))} (${update.because})`
      : `already there: ${unchanged}`;
  sql.transaction(() => {
    const settled = sql.all<{ pending: number }>(
      "UPDATE rows SET state = 'duplicate', transaction_id = ?, batch = NULL, reason = ? WHERE run = ? AND seq = ? AND state = 'waiting' RETURNING pending",
      update.transaction_id,
      reason,
      update.run,
      update.seq,
    );
    const [row] = settled;
    if (row === undefined) return;
    runs.count(update.run, { duplicate: 1 });
    sql.run("UPDATE updates SET state = 'done' WHERE id = ?", update.id);
    recordRowMerge(
      sql,
      update.transaction_id,
      `the bank's row came, ${shownAs(facts)}: ${update.because}`,
      chance.now(),
    );
    const state = row.pending === 1 ? "pending" : "posted";
    sql.run(
      "UPDATE pendings SET state = ?, facts = ?, missing_in = NULL WHERE transaction_id = ?",
      state,
      JSON.stringify(facts),
      update.transaction_id,
    );
    // Without the row's id on it, the next file finds it by this.
    if (unchanged !== null) {
      sql.run(
        "INSERT OR REPLACE INTO claims (external_id, account, transaction_id) SELECT ?, account, ? FROM rows WHERE run = ? AND seq = ?",
        facts.external_id,
        update.transaction_id,
        update.run,
        update.seq,
      );
    }
  });
}

/** If the service refuses to show the transaction, nothing is known about it. */
export function toNoAnswer(reply: Refused | NoAnswer): NoAnswer {
  return reply.kind === "refused" ? { kind: "unknown", message: reply.message } : reply;
}
