// The accounts that have a history: every existing account with its current balance, symbols of
// synced accounts that are no longer held but have entries, and deleted accounts.

import type { Currency } from "../../money/currency.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import { units, type Units } from "../../money/money.ts";
import { monthOf, type Month } from "../../money/month.ts";
import type { Quantity } from "../../money/quantity.ts";
import { cryptoBalances } from "../crypto/store.ts";
import { readBudget } from "../me/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { SourceDetails } from "./streams.ts";

/** In the order of lists. */
export const KINDS = ["manual", "linked", "crypto_manual", "crypto_synced", "deleted"] as const;
export type Kind = (typeof KINDS)[number];

/** One stream of entries; `symbol` is "" but for the streams of synced crypto accounts. */
export interface Key {
  readonly kind: Kind;
  readonly id: number;
  readonly symbol: string;
}

/** The current balance of an account. */
export interface Holding {
  readonly balance: Units;
  readonly currency: Currency;
  readonly toBase: Units;
  /** Of crypto; null for money. */
  readonly quantity: Quantity | null;
  /** The month the account was created in. */
  readonly since: Month;
  /** The month the account was closed in, with which its history ends; null while it is open. */
  readonly until: Month | null;
}

export interface Stream {
  readonly key: Key;
  /** The currency of entries that name none. */
  readonly currency: Currency;
  /** The coin, where there is one. */
  readonly symbol: string | null;
  /** Null for what no longer exists or is no longer held. */
  readonly holding: Holding | null;
  /** Of deleted accounts. */
  readonly details: SourceDetails | null;
}

/** A text that tells keys apart. */
export function nameOfKey({ kind, id, symbol }: Key): string {
  return `${kind} ${id} ${symbol}`;
}

/** All streams in the order of lists: by kind, then id, then symbol. */
export function listStreams(sql: Sql, now: number): Stream[] {
  return [...manual(sql), ...linked(sql), ...crypto(sql, now), ...deleted(sql)];
}

/** The stream of that key, or null if it does not exist. */
export function findStream(sql: Sql, now: number, key: Key): Stream | null {
  const wanted = nameOfKey(key);
  return (
    streamsOfKind(sql, now, key.kind).find((stream) => nameOfKey(stream.key) === wanted) ?? null
  );
}

function streamsOfKind(sql: Sql, now: number, kind: Kind): Stream[] {
  switch (kind) {
    case "manual":
      return manual(sql);
    case "linked":
      return linked(sql);
    case "deleted":
      return deleted(sql);
    case "crypto_manual":
    case "crypto_synced":
    default:
      return crypto(sql, now);
  }
}

interface MoneyRow {
  readonly id: number;
  readonly balance: number;
  readonly currency: Currency;
  readonly to_base: number;
  readonly since: Day;
  readonly until: Day | null;
}

function manual(sql: Sql): Stream[] {
  const rows = sql.all<Omit<MoneyRow, "since"> & { created_at: number }>(
    "SELECT id, balance, currency, to_base, created_at, closed_on AS until FROM manual_accounts ORDER BY id",
  );
  return money(
    "manual",
    sql,
    rows.map((row) => ({ ...row, since: dayOfInstant(row.created_at) })),
  );
}

function linked(sql: Sql): Stream[] {
  const rows = sql.all<MoneyRow>(
    "SELECT id, balance, currency, to_base, date_linked AS since, NULL AS until FROM linked_accounts ORDER BY id",
  );
  return money("linked", sql, rows);
}

function money(kind: Kind, sql: Sql, rows: readonly MoneyRow[]): Stream[] {
  const { primary_currency: primary } = readBudget(sql);
  return rows.map(({ id, balance, currency, to_base: toBase, since, until }) => ({
    key: { kind, id, symbol: "" },
    currency,
    symbol: null,
    holding: {
      balance: units(balance),
      currency,
      // An account's own to_base is recomputed some time after the primary currency has changed.
      toBase: units(currency === primary ? balance : toBase),
      quantity: null,
      since: monthOf(since),
      until: until === null ? null : monthOf(until),
    },
    details: null,
  }));
}

const CREATED = `SELECT 'crypto_manual' AS kind, id, created_at FROM crypto_manual
  UNION ALL SELECT 'crypto_synced', id, created_at FROM crypto_synced`;
const SYNCED = `SELECT DISTINCT account_id AS id, symbol FROM balance_history WHERE kind = 'crypto_synced'`;

/**
 * The balance of crypto is its value in the primary currency; 0 if that is unknown (gaps.md, D22).
 */
function crypto(sql: Sql, now: number): Stream[] {
  const { primary_currency: currency } = readBudget(sql);
  const created = new Map(
    sql
      .all<{ kind: Kind; id: number; created_at: number }>(CREATED)
      .map(({ kind, id, created_at }) => [nameOfKey({ kind, id, symbol: "" }), created_at]),
  );
  const streams = new Map<string, Stream>();
  for (const { source, symbol, balance: quantity, to_base } of cryptoBalances(sql, now)) {
    const key = {
      kind: source.type,
      id: source.id,
      symbol: source.type === "crypto_synced" ? symbol : "",
    };
    const worth = to_base ?? units(0);
    const since = monthOf(dayOfInstant(created.get(nameOfKey({ ...key, symbol: "" })) ?? now));
    const holding = { balance: worth, currency, toBase: worth, quantity, since, until: null };
    streams.set(nameOfKey(key), { key, currency, symbol, holding, details: null });
  }
  for (const { id, symbol } of sql.all<{ id: number; symbol: string }>(SYNCED)) {
    const key = { kind: "crypto_synced", id, symbol } as const;
    if (!streams.has(nameOfKey(key)))
      streams.set(nameOfKey(key), { key, currency, symbol, holding: null, details: null });
  }
  return [...streams.values()].sort(byKey);
}

function byKey({ key: a }: Stream, { key: b }: Stream): number {
  if (a.kind !== b.kind) return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
  return a.id - b.id || (a.symbol < b.symbol ? -1 : 1);
}

const DELETED = `SELECT id, name, institution_name, display_name, account_type, subtype, mask, symbol
  FROM deleted_accounts ORDER BY id`;

function deleted(sql: Sql): Stream[] {
  const { primary_currency: currency } = readBudget(sql);
  return sql
    .all<SourceDetails & { id: number }>(DELETED)
    .map(({ id, ...details }) => ({
      key: { kind: "deleted", id, symbol: "" },
      currency,
      symbol: details.symbol,
      holding: null,
      details,
    }));
}
