// Import keys, with which scripts send documents to this connection. Only their hashes are stored.

import { KEYS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { KeyCaller } from "../route.ts";

export interface ImportKey {
  readonly id: number;
  readonly label: string;
  /** Whether it may read the budget's transactions as well. */
  readonly reads: boolean;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

interface KeyRow {
  readonly id: number;
  readonly label: string;
  readonly reads: number;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

const COLUMNS = "id, label, reads, created_at, last_used_at";
const LAST_USED_STEP_MS = 60_000;

/** The import keys of one connection. */
export class ImportKeys {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  list(): ImportKey[] {
    return this.#sql.all<KeyRow>(`SELECT ${COLUMNS} FROM keys ORDER BY id`).map(toKey);
  }

  /** Null if the maximum is reached. */
  add(
    { label, reads }: Pick<ImportKey, "label" | "reads">,
    hash: string,
    now: number,
  ): ImportKey | null {
    const { count } = this.#sql.first<{ count: number }>("SELECT count(*) AS count FROM keys") ?? {
      count: 0,
    };
    if (count >= KEYS_MAX) return null;
    this.#sql.run(
      "INSERT INTO keys (label, reads, hash, created_at) VALUES (?, ?, ?, ?)",
      label,
      reads ? 1 : 0,
      hash,
      now,
    );
    const row = this.#find(hash);
    if (row === null) throw new Error("Invariant broken: a key that was just stored is gone");
    return toKey(row);
  }

  /** False if there is no such key. */
  remove(id: number): boolean {
    return this.#sql.run("DELETE FROM keys WHERE id = ?", id) > 0;
  }

  /** Deletes all keys when a connection ends. */
  removeAll(): void {
    this.#sql.run("DELETE FROM keys");
  }

  /**
   * The key with this hash, or null; its use is recorded at most once a minute. The index compares
   * digests, not secrets.
   */
  check(hash: string, now: number): KeyCaller | null {
    const row = this.#find(hash);
    if (row === null) return null;
    if (now - (row.last_used_at ?? 0) >= LAST_USED_STEP_MS)
      this.#sql.run("UPDATE keys SET last_used_at = ? WHERE id = ?", now, row.id);
    return { id: row.id, reads: row.reads === 1 };
  }

  /** The key with this id, or null. */
  get(id: number): ImportKey | null {
    const row = this.#sql.first<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE id = ?`, id);
    return row === null ? null : toKey(row);
  }

  #find(hash: string): KeyRow | null {
    return this.#sql.first<KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE hash = ?`, hash);
  }
}

function toKey(row: KeyRow): ImportKey {
  return {
    id: row.id,
    label: row.label,
    reads: row.reads === 1,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  };
}
