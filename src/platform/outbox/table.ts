// Where effects of a kind are kept: a table of which each row counts its failures and says when it is due. Tables differ in their
// names and in which of their rows wait; what is asked of them is the same.

import type { Bindable, Sql } from "../sql/sql.ts";

/** How a table differs from `id`, `next_attempt_at`, and "waits where that is set". */
interface Columns {
  readonly key?: string;
  readonly at?: string;
  /** The condition of a row that waits. */
  readonly waiting?: string;
  /** What is attempted first of what is due. */
  readonly order?: string;
}

/** The effects in one table. `Row` names its columns. */
export class EffectTable<Row> {
  readonly #dueAt: string;
  readonly #next: string;
  readonly #hurry: string;
  readonly #putOff: (columns: readonly string[]) => string;

  constructor(table: string, columns: Columns = {}) {
    const { key = "id", at = "next_attempt_at" } = columns;
    const { waiting = `${at} IS NOT NULL`, order = `${at}, ${key}` } = columns;
    this.#dueAt = `SELECT MIN(${at}) AS at FROM ${table} WHERE ${waiting}`;
    this.#next = `SELECT * FROM ${table} WHERE ${waiting} AND ${at} <= ? ORDER BY ${order} LIMIT 1`;
    this.#hurry = `UPDATE ${table} SET ${at} = 1 WHERE ${waiting}`;
    this.#putOff = (others) =>
      `UPDATE ${table} SET failures = failures + 1, ${[at, ...others].map((name) => `${name} = ?`).join(", ")} WHERE ${key} = ? AND ${waiting}`;
  }

  /** When the next one is due; null where none waits. */
  dueAt(sql: Sql): number | null {
    return sql.first<{ at: number | null }>(this.#dueAt)?.at ?? null;
  }

  /** The one that is due first; null where none is. */
  next(sql: Sql, now: number): Row | null {
    return sql.first<Row>(this.#next, now);
  }

  /** Counts a failure and stores when the effect is due again, with other columns; nothing where it waits no more. */
  putOff(
    sql: Sql,
    key: string | number,
    at: number,
    others: Readonly<Record<string, Bindable>> = {},
  ): void {
    sql.run(this.#putOff(Object.keys(others)), at, ...Object.values(others), key);
  }

  /** All of them are due now. */
  hurry(sql: Sql): void {
    sql.run(this.#hurry);
  }
}
