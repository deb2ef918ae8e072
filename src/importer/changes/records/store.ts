// The rows of the records of a change. Each write is one statement, inside the caller's
// transaction.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import {
  nameRecord,
  parseRecord,
  type Facts,
  type RecordAction,
  type RecordKind,
} from "./kinds.ts";
import type { ChangedFact, FactConflict } from "./plan.ts";
import type { CurrentId } from "./renumber.ts";

/** A row of `change_records`; the texts are JSON (schema.ts describes it). */
export interface RecordRow {
  readonly id: number;
  readonly change: number;
  readonly kind: RecordKind;
  readonly action: RecordAction;
  readonly record: string;
  readonly undoes: number | null;
  readonly wanted: string;
  readonly state: "waiting" | "sent" | "settled";
  readonly name: string | null;
  readonly kept: string | null;
  readonly put: string | null;
  readonly done: string;
  readonly conflicts: string;
  readonly refused: string;
  readonly losses: string;
  readonly effect: number;
  readonly made: number | null;
  readonly undone: string;
}

/** A record of a change before it has a row. */
export interface NewRecord {
  readonly kind: RecordKind;
  readonly action: RecordAction;
  readonly record: string;
  /** The record of another entry that this one undoes. */
  readonly undoes: number | null;
  readonly wanted: object;
  readonly name: string | null;
}

/** A field, or a whole record (null), that was refused. */
export interface FactRefusal {
  readonly field: string | null;
  readonly message: string;
  /** How many records of each kind depend on a record, so that it was not deleted. */
  readonly dependents?: Readonly<Record<string, number>> | undefined;
}

/** The end of a record. Properties that are left out stay as they are. */
export interface SettledRecord {
  readonly done?: readonly ChangedFact[];
  readonly conflicts?: readonly FactConflict[];
  readonly refused?: readonly FactRefusal[];
  readonly losses?: readonly string[];
  /** Whether something was changed. */
  readonly effect: boolean;
  readonly made?: number;
  readonly kept?: Facts;
}

const facts = z.record(z.string(), z.unknown());
const changedFacts = z.array(
  z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }),
);
const factConflicts = z.array(
  z.object({ field: z.string(), was: z.unknown(), now: z.unknown(), set: z.unknown() }),
);
const factRefusals = z.array(
  z.object({
    field: z.string().nullable(),
    message: z.string(),
    dependents: z.record(z.string(), z.number()).optional(),
  }),
);
const texts = z.array(z.string());

/** Stores the records of a new entry. */
export function addRecords(sql: Sql, change: number, records: readonly NewRecord[]): void {
  for (const one of records)
    sql.run(
      "INSERT INTO change_records (change, kind, action, record, undoes, wanted, state, name) VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?)",
      change,
      one.kind,
      one.action,
      one.record,
      one.undoes,
      JSON.stringify(one.wanted),
      one.name,
    );
}

/** The records of an entry in order; only those in `state`, if it is given. */
export function listRecords(sql: Sql, change: number, state?: RecordRow["state"]): RecordRow[] {
  return state === undefined
    ? sql.all<RecordRow>("SELECT * FROM change_records WHERE change = ? ORDER BY id", change)
    : sql.all<RecordRow>(
        "SELECT * FROM change_records WHERE change = ? AND state = ? ORDER BY id",
        change,
        state,
      );
}

/** A record by its id; null if the journal no longer has it. */
export function findRecord(sql: Sql, id: number): RecordRow | null {
  return sql.first<RecordRow>("SELECT * FROM change_records WHERE id = ?", id);
}

/** Stores the request before it is sent. */
export function markRecordSent(
  sql: Sql,
  row: RecordRow,
  sent: {
    readonly kept: Facts;
    readonly put: Facts;
    readonly name: string;
    readonly conflicts?: readonly FactConflict[];
  },
): void {
  sql.run(
    "UPDATE change_records SET state = 'sent', kept = ?, put = ?, name = ?, conflicts = ? WHERE id = ?",
    JSON.stringify(sent.kept),
    JSON.stringify(sent.put),
    sent.name,
    JSON.stringify(sent.conflicts ?? []),
    row.id,
  );
}

/** Marks a record as not written: it will be read and compared again. */
export function markRecordWaiting(sql: Sql, id: number): void {
  sql.run("UPDATE change_records SET state = 'waiting' WHERE id = ?", id);
}

/** Stores what will be lost with a record that is about to be deleted. */
export function markLosses(sql: Sql, id: number, losses: readonly string[]): void {
  sql.run("UPDATE change_records SET losses = ? WHERE id = ?", JSON.stringify(losses), id);
}

/** Stores the name by which a person knows the record. */
export function markName(sql: Sql, id: number, name: string): void {
  sql.run("UPDATE change_records SET name = ? WHERE id = ?", name, id);
}

/** Stores the fields that are refused and therefore left out. */
export function markRefused(sql: Sql, id: number, refused: readonly FactRefusal[]): void {
  sql.run("UPDATE change_records SET refused = ? WHERE id = ?", JSON.stringify(refused), id);
}

/** Stores the end of a record. */
export function settleRecord(sql: Sql, id: number, settled: SettledRecord): void {
  const text = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
  sql.run(
    `UPDATE change_records SET state = 'settled', done = coalesce(?, done), conflicts = coalesce(?, conflicts),
       refused = coalesce(?, refused), losses = coalesce(?, losses), kept = coalesce(?, kept), effect = ?,
       made = coalesce(?, made) WHERE id = ?`,
    text(settled.done),
    text(settled.conflicts),
    text(settled.refused),
    text(settled.losses),
    text(settled.kept),
    settled.effect,
    settled.made ?? null,
    id,
  );
}

/** Stores which fields of a record are undone now. */
export function markRecordUndone(sql: Sql, id: number, fields: readonly string[]): void {
  const row = findRecord(sql, id);
  if (row === null) return;
  const all = [...new Set([...readJson(texts, row.undone), ...fields])];
  sql.run("UPDATE change_records SET undone = ? WHERE id = ?", JSON.stringify(all), id);
}

/** Reads the JSON columns of a row. */
export function readRecord(row: RecordRow) {
  return {
    wanted: readJson(facts, row.wanted),
    kept: readJson(facts, row.kept ?? "{}"),
    put: readJson(facts, row.put ?? "{}"),
    done: readJson(changedFacts, row.done),
    conflicts: readJson(factConflicts, row.conflicts),
    refused: readJson(factRefusals, row.refused),
    losses: readJson(texts, row.losses),
    undone: readJson(texts, row.undone),
  };
}

/** Reads facts inside other facts; empty if the value is not an object. */
export function readFacts(value: unknown): Facts {
  const read = facts.safeParse(value);
  return read.success ? read.data : {};
}

/**
 * Finds the current id of a record: a deleted one may have been restored. A negative id names a
 * record that the same change creates.
 */
export function currentIds(sql: Sql, change: number): CurrentId {
  return (kind, first) => {
    const seen = new Set<number>();
    let id = first;
    while (!seen.has(id)) {
      seen.add(id);
      const next = sql.first<{ made: number }>(
        `SELECT made FROM change_records WHERE kind = ?1 AND record = ?2 AND made IS NOT NULL AND (?3 >= 0 OR change = ?4)
         ORDER BY id DESC LIMIT 1`,
        kind,
        String(id),
        id,
        change,
      );
      if (next === null) return id;
      id = next.made;
    }
    return id;
  };
}

/** The name of a record, with its current id. */
export function nameCurrent(kind: RecordKind, record: string, current: CurrentId): string {
  const { id, start } = parseRecord(record);
  const isOfCategory = kind === "budget" || kind === "rollover";
  return nameRecord(current(isOfCategory ? "category" : kind, id), start);
}
