// Undoes the updates of a run, the newest first: a transaction gets the values back that it had
// before, except what a person has changed since. If a later import has updated the transaction
// again, that import keeps it.

import type { Sql } from "../../platform/sql/sql.ts";
import { parseUnits } from "../../money/money.ts";
import { isInsertedForReceipt, recordRowMerge } from "../inbox/applying/bank-row.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { type Drained } from "../posting/drain.ts";
import {
  readField,
  release,
  settleUpdate,
  toNoAnswer,
  type Fields,
  type Update,
  type Updating,
} from "./updates.ts";

/** Undoes one update of a run, in one step; null when none is left. */
export async function undoUpdate(updating: Updating, run: Run): Promise<Drained | null> {
  const { sql, runs } = updating;
  const sent = sql.first<Update>(
    `SELECT u.* FROM updates u JOIN pendings p USING (transaction_id) WHERE u.state = 'sent' AND (u.run = ?1 OR p.run = ?1) ORDER BY u.id LIMIT 1`,
    run.seq,
  );
  // It must be known first whether the update was carried out.
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
    // A later import has changed it again, or nothing was written: the budget needs no change.
    sql.transaction(() => {
      if (next !== null) inherit(sql, last, next);
      const reason = "undone: a later import has changed the transaction again";
      drop(updating, last, { reason, asBefore: next === null });
    });
    return { kind: "moved" };
  }
  return putBack(updating, last);
}

/** The undo of the later update will also restore what the earlier one changed. */
function inherit(sql: Sql, last: Update, next: Update): void {
  const [put, before] = [parseFields(last.put), parseFields(last.before)];
  const [nextPut, nextBefore] = [parseFields(next.put), parseFields(next.before)];
  const names = [...new Set([...Object.keys(put), ...Object.keys(nextPut)])];
  const all = { ...put, ...nextPut };
  // A value that the later one found is the earlier one's, or what a person made of it.
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
  if (now.kind !== "present") return toNoAnswer(now);
  if (now.split || now.group !== null) {
    const freed = await (now.group === null
      ? service.dissolve("split", update.transaction_id)
      : service.dissolve("group", now.group));
    if (freed.kind === "deleted") return { kind: "moved" };
    if (freed.kind !== "refused") return freed;
  }
  const [put, before] = [parseFields(update.put), parseFields(update.before)];
  // Fields that differ from what the import wrote were changed by a person since.
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
  if (name !== "amount") return toCanonicalText(one) === toCanonicalText(other);
  const [a, b] = [parseUnits(String(one)), parseUnits(String(other))];
  return a.ok && b.ok && a.value === b.value;
}

/** A value as text, whatever the order of its members. */
function toCanonicalText(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
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
