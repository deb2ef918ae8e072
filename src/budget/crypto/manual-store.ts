// The crypto_manual table.

import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Quantity } from "../../money/quantity.ts";
import { PRICED, type Priced } from "./store.ts";

/** The properties of a holding that a person may set, besides its symbol. */
export interface ManualState {
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string | null;
  readonly balance: Quantity;
}

export interface ManualRow extends ManualState, Priced {
  readonly id: number;
  readonly balance: Quantity;
  readonly symbol: string;
  readonly created_by_name: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

const SELECT = `SELECT m.id, m.name, m.display_name, m.institution_name, m.balance, m.symbol, u.name AS created_by_name,
  m.created_at, m.updated_at, ${PRICED} FROM crypto_manual m
  LEFT JOIN cryptocurrencies c ON c.symbol = m.symbol LEFT JOIN users u ON u.id = m.created_by`;

export function listManual(sql: Sql): ManualRow[] {
  return sql.all<ManualRow>(`${SELECT} ORDER BY m.id`);
}

export function findManual(sql: Sql, id: number): ManualRow | null {
  return sql.first<ManualRow>(`${SELECT} WHERE m.id = ?`, id);
}

export function countManual(sql: Sql): number {
  return sql.count("crypto_manual");
}

/** A new holding; its id. */
export function insertManual(
  sql: Sql,
  state: ManualState,
  symbol: string,
  userId: number,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    `INSERT INTO crypto_manual (name, display_name, institution_name, balance, symbol, created_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    state.name,
    state.display_name,
    state.institution_name,
    state.balance,
    symbol,
    userId,
    now,
    now,
  );
  return must(row, "an inserted holding has an id").id;
}

export function updateManual(
  sql: Sql,
  id: number,
  state: ManualState,
  symbol: string,
  now: number,
): void {
  sql.run(
    "UPDATE crypto_manual SET name = ?, display_name = ?, institution_name = ?, balance = ?, symbol = ?, updated_at = ? WHERE id = ?",
    state.name,
    state.display_name,
    state.institution_name,
    state.balance,
    symbol,
    now,
    id,
  );
}

export function deleteManual(sql: Sql, id: number): void {
  sql.run("DELETE FROM crypto_manual WHERE id = ?", id);
}
