// Where effects of a kind are kept: a table of which each row counts its failures and says when it
// is due. Tables differ in their names and in which of their rows wait; what is asked of them is
// the same.

import type { Bindable, Sql } from "../sql/sql.ts";
import type { Kind, Tools } from "./effect.ts";

/** How a table differs from `id`, `next_attempt_at`, and "waits where that is set". */
interface Columns {
  readonly key?: string;
  readonly at?: string;
  /** The condition of a row that waits. */
  readonly waiting?: string;
  /** What is attempted first of what is due. */
  readonly order?: string;
}

interface SqlTools extends Tools {
  readonly sql: Sql;
}

type OfTable<Row> = Pick<Kind<SqlTools, Row, never>, "dueAt" | "next" | "failures">;

/** What a kind has from its table. */
interface EffectTable<Row> extends OfTable<Row> {
  /** Counts a failure and stores when the row is due again, with other columns; nothing where it waits no more. */
  readonly putOff: (
    tools: SqlTools,
    row: Row,
    at: number,
    why: unknown,
    others?: Readonly<Record<string, Bindable>>,
  ) => void;
  /** All that waits is due now. */
  readonly hurry: (sql: Sql) => void;
}

/** The effects in one table; `keyOf` gives a row's key, and `Row` names its columns. */
export function effectTable<Row extends { readonly failures: number }>(
  table: string,
  keyOf: (row: Row) => string | number,
  columns: Columns = {},
): EffectTable<Row> {
  const { key = "id", at: due = "next_attempt_at" } = columns;
  const { waiting = `${due} IS NOT NULL`, order = `${due}, ${key}` } = columns;
  const first = `SELECT MIN(${due}) AS at FROM ${table} WHERE ${waiting}`;
  const next = `SELECT * FROM ${table} WHERE ${waiting} AND ${due} <= ? ORDER BY ${order} LIMIT 1`;
  return {
    dueAt: (sql) => sql.first<{ at: number | null }>(first)?.at ?? null,
    next: ({ sql, chance }) => sql.first<Row>(next, chance.now()),
    failures: ({ failures }) => failures,
    putOff: ({ sql }, row, at, _why, others = {}) => {
      const set = [due, ...Object.keys(others)].map((name) => `${name} = ?`).join(", ");
      const statement = `UPDATE ${table} SET failures = failures + 1, ${set} WHERE ${key} = ? AND ${waiting}`;
      sql.run(statement, at, ...Object.values(others), keyOf(row));
    },
    hurry: (sql) => sql.run(`UPDATE ${table} SET ${due} = 1 WHERE ${waiting}`),
  };
}
