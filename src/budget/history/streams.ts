// The history of one account, for callers that delete accounts: does it exist, keep it, forget it.
// A stream is the entries of one account; of a synced crypto account, those of one symbol. Kept
// history belongs to a deleted account, which exists only in the history.

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import { lastDay, type Month } from "../../money/month.ts";
import { readBudget } from "../me/store.ts";
import { type Convert, writingConverter } from "../rates/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** An account that exists; a synced one without a symbol means all of its streams. */
export type Source =
  | { readonly type: "manual" | "linked" | "crypto_manual"; readonly id: number }
  | { readonly type: "crypto_synced"; readonly id: number; readonly symbol: string | null };

/** The details of a deleted account. */
export interface SourceDetails {
  readonly name: string | null;
  readonly institution_name: string | null;
  readonly display_name: string | null;
  readonly account_type: string | null;
  readonly subtype: string | null;
  readonly mask: string | null;
  readonly symbol: string | null;
}

const OWNED = "kind = ?1 AND account_id = ?2 AND (?3 IS NULL OR symbol = ?3)";

function toKey(source: Source): readonly [string, number, string | null] {
  return [source.type, source.id, source.type === "crypto_synced" ? source.symbol : null];
}

/** Whether any month of the source is stored. */
export function hasHistory(sql: Sql, source: Source): boolean {
  return (
    sql.first(`SELECT 1 FROM balance_history WHERE ${OWNED} LIMIT 1`, ...toKey(source)) !== null
  );
}

const ADD_DELETED = `INSERT INTO deleted_accounts
  (name, institution_name, display_name, account_type, subtype, mask, symbol, deleted_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`;

const BEQUEATH = `UPDATE balance_history
  SET kind = 'deleted', account_id = ?, symbol = '', balance = v.value ->> 1, currency = v.value ->> 2, to_base = v.value ->> 3
  FROM json_each(?) v WHERE balance_history.id = v.value ->> 0`;

interface Entry {
  readonly id: number;
  readonly month: Month;
  readonly balance: Units;
  readonly currency: Currency;
}

/**
 * Moves the stored entries to a new deleted account with these details; each symbol of a synced
 * account gets its own. Does nothing without stored months.
 */
export function keepHistory(sql: Sql, source: Source, details: SourceDetails, now: number): void {
  const { primary_currency: primary } = readBudget(sql);
  const convert = writingConverter({ sql, now });
  const streams = sql.all<{ symbol: string }>(
    `SELECT DISTINCT symbol FROM balance_history WHERE ${OWNED} ORDER BY symbol`,
    ...toKey(source),
  );
  for (const { symbol } of streams) {
    const row = sql.first<{ id: number }>(
      ADD_DELETED,
      details.name,
      details.institution_name,
      details.display_name,
      details.account_type,
      details.subtype,
      details.mask,
      symbol === "" ? details.symbol : symbol,
      now,
    );
    const { id } = must(row, "an inserted deleted account has an id");
    const entries = sql.all<Entry>(
      `SELECT id, month, balance, currency FROM balance_history WHERE ${OWNED}`,
      source.type,
      source.id,
      symbol,
    );
    const bequeathed = entries.map((entry) => inPrimary(entry, primary, convert));
    sql.run(BEQUEATH, id, JSON.stringify(bequeathed));
  }
}

/**
 * Entries of deleted accounts are in the primary currency (service-v2.md, Balance history). An
 * entry without a rate keeps its own currency; otherwise it would be lost.
 */
function inPrimary({ id, month, balance, currency }: Entry, primary: Currency, convert: Convert) {
  const worth = convert(balance, currency, primary, lastDay(month));
  return worth === 0 && balance !== 0 ? [id, balance, currency, 0] : [id, worth, primary, worth];
}

/** Deletes the stored entries of the source. */
export function forgetHistory(sql: Sql, source: Source): void {
  sql.run(`DELETE FROM balance_history WHERE ${OWNED}`, ...toKey(source));
}
