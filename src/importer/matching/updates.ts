// Updates a transaction that an earlier import inserted as pending to the row that the bank posted,
// and undoes such an update. Order of writes: the transaction is read, the new and the previous
// values are stored, then the request leaves. If the Worker dies in between, the transaction is
// read again: if it has the row's external_id, the update succeeded; otherwise it is sent again.

import type { Sql } from "../../platform/sql/sql.ts";
import { parseUnits, printUnits, units } from "../../money/money.ts";
import { isInsertedForReceipt, recordRowMerge } from "../inbox/applying/bank-row.ts";
import { releaseDeletedTransactions } from "../inbox/applying/release.ts";
import { readOwnMetadata } from "../inbox/applying/saved-values.ts";
import type { DeleteReply, Refused } from "../posting/client.ts";
import type { NoAnswer, Chance } from "../../platform/outbox/effect.ts";
import { type Drained } from "../posting/drain.ts";
import { KNOWN, parseKnown, shownAs, type Known } from "./pendings.ts";
import type { Run, Runs } from "../imports/runs.ts";
import type { Present, UpdateReply } from "../posting/transaction.ts";

/** The service as updating sees it. */
export interface UpdateService {
  present(id: number): Promise<Present | Refused | NoAnswer>;
  update(id: number, body: string): Promise<UpdateReply>;
  dissolve(what: "split" | "group", id: number): Promise<DeleteReply>;
}

/** What an update puts, and what was there: only what it changed. */
type Fields = Readonly<Record<string, unknown>>;

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

/** The next row of the run that is to be settled by an update, or null. */
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
  if (now.kind !== "present") return unclear(now);
  const row = sql.first<{ facts: string; item: string }>(
    `SELECT ${KNOWN} AS facts, item FROM rows WHERE run = ? AND seq = ?`,
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
  const { custom_metadata: metadata }: { custom_metadata: Fields } = JSON.parse(item);
  const put: Record<string, unknown> = {
    date: facts.date,
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

/** What the receipt and the row keep there, and what the bank printed. */
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

function readField(now: Present, name: string): unknown {
  return Object.entries(now).find(([field]) => field === name)?.[1] ?? null;
}

/** The row is inserted like any other: the transaction is not what it is. */
function release(sql: Sql, update: Update): void {
  sql.run("DELETE FROM updates WHERE id = ?", update.id);
  sql.run(
    "UPDATE rows SET batch = NULL, reason = NULL WHERE run = ? AND seq = ? AND state = 'waiting'",
    update.run,
    update.seq,
  );
}

/** The row is that transaction; `unchanged` says why it still looks as before. */
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

/** One step of taking a run's updates back; null when none is left. */
export async function undoUpdate(updating: Updating, run: Run): Promise<Drained | null> {
  const { sql, runs } = updating;
  const sent = sql.first<Update>(
    `SELECT u.* FROM updates u JOIN pendings p USING (transaction_id) WHERE u.state = 'sent' AND (u.run = ?1 OR p.run = ?1) ORDER BY u.id LIMIT 1`,
    run.seq,
  );
  // Whether it was carried out is settled first.
  if (sent !== null) return settleUpdate(updating, sent);
  for (const planned of sql.all<Update>(
    `SELECT u.* FROM updates u JOIN pendings p USING (transaction_id) WHERE u.state = 'planned' AND (u.run = ?1 OR p.run = ?1)`,
    run.seq,
  )) {
    sql.transaction(() => release(sql, planned));
  }
  handOver(sql, runs, run.seq);
  const last = sql.first<Update>(
    "SELECT * FROM updates WHERE run = ? ORDER BY id DESC LIMIT 1",
    run.seq,
  );
  if (last === null) return null;
  const next = sql.first<Update>(
    "SELECT * FROM updates WHERE transaction_id = ? AND id > ? ORDER BY id LIMIT 1",
    last.transaction_id,
    last.id,
  );
  if (next !== null || last.put === null) {
    // A later import has changed it again, or nothing was put: nothing to do in the budget.
    sql.transaction(() => {
      if (next !== null) inherit(sql, last, next);
      const reason = "undone: a later import has changed the transaction again";
      drop(updating, last, { reason, asBefore: next === null });
    });
    return { kind: "moved" };
  }
  return putBack(updating, last);
}

/** The later update takes back what the earlier one changed as well. */
function inherit(sql: Sql, last: Update, next: Update): void {
  const [put, before] = [parseFields(last.put), parseFields(last.before)];
  const [nextPut, nextBefore] = [parseFields(next.put), parseFields(next.before)];
  const names = [...new Set([...Object.keys(put), ...Object.keys(nextPut)])];
  const all = { ...put, ...nextPut };
  // What it found was what the earlier one had put, or else what a person made of that.
  const found = names.map((name) => [
    name,
    name in put && (!(name in nextPut) || same(name, nextBefore[name], put[name]))
      ? before[name]
      : nextBefore[name],
  ]);
  const stored =
    names.length === 0
      ? [null, null]
      : [JSON.stringify(all), JSON.stringify(Object.fromEntries(found))];
  sql.run(
    "UPDATE updates SET put = ?, before = ?, known = ? WHERE id = ?",
    stored[0] ?? null,
    stored[1] ?? null,
    last.known,
    next.id,
  );
}

function parseFields(text: string | null): Fields {
  return JSON.parse(text ?? "{}");
}

async function putBack(updating: Updating, update: Update): Promise<Drained> {
  const { sql, service } = updating;
  const now = await service.present(update.transaction_id);
  if (now.kind === "refused" && now.status === 404) {
    const reason = "undone: the transaction had been deleted already";
    sql.transaction(() => drop(updating, update, { reason, asBefore: false }));
    return { kind: "moved" };
  }
  if (now.kind !== "present") return unclear(now);
  if (now.split || now.group !== null) {
    const freed = await (now.group === null
      ? service.dissolve("split", update.transaction_id)
      : service.dissolve("group", now.group));
    if (freed.kind === "deleted") return { kind: "moved" };
    if (freed.kind !== "refused") return freed;
  }
  const [put, before] = [parseFields(update.put), parseFields(update.before)];
  // What is no longer as the import put it, a person has changed since.
  const restored = Object.fromEntries(
    Object.keys(put)
      .filter((name) => same(name, readField(now, name), put[name]))
      .map((name) => [name, before[name] ?? null]),
  );
  const reply =
    Object.keys(restored).length === 0
      ? ({ kind: "updated" } as const)
      : await service.update(update.transaction_id, JSON.stringify(restored));
  if (reply.kind === "updated") {
    const reason = "undone: the transaction is as it was before, pending";
    sql.transaction(() => drop(updating, update, { reason, asBefore: true }));
  } else if (reply.kind === "refused") {
    sql.transaction(() => {
      sql.run("DELETE FROM updates WHERE id = ?", update.id);
      sql.run(
        "UPDATE rows SET kept = 1, reason = ? WHERE run = ? AND seq = ?",
        `not undone: ${reply.message}`,
        update.run,
        update.seq,
      );
    });
  } else return reply;
  return { kind: "moved" };
}

function same(name: string, one: unknown, other: unknown): boolean {
  if (name !== "amount") return canonical(one) === canonical(other);
  const [a, b] = [parseUnits(String(one)), parseUnits(String(other))];
  return a.ok && b.ok && a.value === b.value;
}

/** A value as text, whatever the order of its members. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** A refusal to show a transaction that is there says nothing that could be acted on. */
function unclear(reply: Refused | NoAnswer): NoAnswer {
  return reply.kind === "refused" ? { kind: "unknown", message: reply.message } : reply;
}

/** Deletes an update and skips its row. `asBefore`: the transaction has its old values again. */
function drop(
  { sql, runs, chance }: Updating,
  update: Update,
  { reason, asBefore }: { readonly reason: string; readonly asBefore: boolean },
): void {
  sql.run("DELETE FROM updates WHERE id = ?", update.id);
  if (asBefore) {
    if (isInsertedForReceipt(sql, update.transaction_id))
      recordRowMerge(sql, update.transaction_id, null, chance.now());
    sql.run(
      "UPDATE pendings SET state = CASE WHEN state = 'deleted' THEN state WHEN run = 0 THEN 'posted' ELSE 'pending' END, facts = ? WHERE transaction_id = ?",
      update.known,
      update.transaction_id,
    );
  }
  // If nothing was changed, the row stays a duplicate.
  if (update.put === null) return;
  const left = sql.all(
    "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq = ? AND state = 'duplicate' RETURNING seq",
    reason,
    update.run,
    update.seq,
  );
  runs.count(update.run, { duplicate: -left.length, skipped: left.length });
}

/**
 * Hands over the transactions of the run that a later import has updated to rows of its own: those
 * rows own them from now on. Without this run, they would have inserted the transactions.
 */
function handOver(sql: Sql, runs: Runs, run: number): void {
  const heirs = sql.all<{
    transaction_id: number;
    seq: number;
    id: number;
    heir_run: number;
    heir_seq: number;
  }>(
    `SELECT p.transaction_id, p.seq, u.id, u.run AS heir_run, u.seq AS heir_seq FROM pendings p
     JOIN updates u ON u.id = (SELECT MIN(id) FROM updates WHERE transaction_id = p.transaction_id AND run <> p.run) WHERE p.run = ? AND p.state <> 'deleted'`,
    run,
  );
  for (const { transaction_id: transaction, seq, id, heir_run: heir, heir_seq: heirSeq } of heirs) {
    sql.transaction(() => {
      const reason = "undone: the transaction stays, as a later import has it";
      const left = sql.all(
        "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq = ? AND state = 'inserted' RETURNING seq",
        reason,
        run,
        seq,
      );
      runs.count(run, { inserted: -left.length, skipped: left.length });
      const taken = sql.all(
        "UPDATE rows SET state = 'inserted' WHERE run = ? AND seq = ? AND state = 'duplicate' RETURNING seq",
        heir,
        heirSeq,
      );
      runs.count(heir, { duplicate: -taken.length, inserted: taken.length });
      sql.run(
        "UPDATE pendings SET run = ?, seq = ? WHERE transaction_id = ?",
        heir,
        heirSeq,
        transaction,
      );
      sql.run("DELETE FROM updates WHERE id = ?", id);
    });
  }
}
