// The stored rates, and conversion of an amount on a day: by the nearest rate of that day or
// earlier, otherwise the nearest later one. Without any rate the value is 0: not counted, never 1:1
// (gaps.md, D22). A write puts its currencies in use: their rates are loaded (load.ts), and values
// of 0 are recomputed (recompute.ts). A read writes nothing.

import { PARAMETER_CHARS_MAX, RATES_LOAD_DELAY_MS } from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { units, type Units } from "../../money/money.ts";
import { requestJob } from "../jobs/queue.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Rate } from "../../sources/ecb/rate.ts";
import { ONE, parseDecimal, type Decimal } from "../../money/decimal.ts";
import { convert } from "./convert.ts";

/** The value of `amount` of `from` in `to` on that day. */
export type Convert = (amount: Units, from: Currency, to: Currency, date: Day) => Units;

const NEAREST = `SELECT per_euro FROM (
  SELECT * FROM (SELECT per_euro, 0 AS later FROM rates WHERE currency = ?1 AND date <= ?2 ORDER BY date DESC LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT per_euro, 1 AS later FROM rates WHERE currency = ?1 AND date > ?2 ORDER BY date LIMIT 1)
) ORDER BY later LIMIT 1`;

/** The nearest rates, each currency and day looked up once; for the length of one request. */
export function perEuroOn(sql: Sql): (currency: Currency, date: Day) => Decimal | null {
  const known = new Map<string, Decimal | null>();
  return (currency, date) => {
    if (currency === "eur") return ONE;
    const key = `${currency} ${date}`;
    let rate = known.get(key);
    if (rate === undefined) {
      const row = sql.first<{ per_euro: string }>(NEAREST, currency, date);
      rate = row === null ? null : parseDecimal(row.per_euro);
      known.set(key, rate);
    }
    return rate;
  };
}

/**
 * A converter for answers: looks each currency and day up once, for the length of one request, and
 * writes nothing.
 */
export function converter(sql: Sql): Convert {
  return convertingBy(perEuroOn(sql));
}

/** A converter for what is written: it puts the currencies that it meets in use. */
export function writingConverter({ sql, now }: Writer): Convert {
  const perEuro = perEuroOn(sql);
  const met = new Set<Currency>();
  return convertingBy((currency, date) => {
    if (!met.has(currency)) useCurrency({ sql, now }, currency);
    met.add(currency);
    return perEuro(currency, date);
  });
}

/** The database and the time of a write. */
interface Writer {
  readonly sql: Sql;
  readonly now: number;
}

function convertingBy(perEuro: ReturnType<typeof perEuroOn>): Convert {
  return (amount, from, to, date) => {
    if (from === to) return amount;
    const fromRate = perEuro(from, date);
    const toRate = perEuro(to, date);
    return fromRate === null || toRate === null ? units(0) : convert(amount, fromRate, toRate);
  };
}

/**
 * Requests the rates by which amounts of these currencies will be shown; none if all are the
 * primary currency.
 */
export function useCurrencies(
  writer: Writer,
  primary: Currency,
  currencies: readonly Currency[],
): void {
  if (currencies.every((currency) => currency === primary)) return;
  for (const currency of [primary, ...currencies]) useCurrency(writer, currency);
}

/**
 * Requests the rates of a currency from now on; the euro needs none. The delay gathers the
 * currencies of one import.
 */
function useCurrency({ sql, now }: Writer, currency: Currency): void {
  if (
    currency === "eur" ||
    sql.first("SELECT 1 FROM currencies_in_use WHERE currency = ?", currency) !== null
  )
    return;
  sql.run("INSERT INTO currencies_in_use (currency) VALUES (?)", currency);
  requestJob(sql, "load rates", now + RATES_LOAD_DELAY_MS);
}

/** The currencies whose rates matter here, without the euro. */
export function currenciesInUse(sql: Sql): Currency[] {
  return sql
    .all<{ currency: Currency }>("SELECT currency FROM currencies_in_use ORDER BY currency")
    .map(({ currency }) => currency);
}

/** The effects of storing rates. */
export interface Stored {
  /** How many rates are new or another than before. */
  readonly count: number;
  /** The first day on which a conversion may change; "" if any day may, null if none does. */
  readonly since: Day | "" | null;
}

const ADD = `INSERT INTO rates (currency, date, per_euro)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true ON CONFLICT (currency, date)`;
const REPLACE = "DO UPDATE SET per_euro = excluded.per_euro WHERE per_euro <> excluded.per_euro";

/** Stores rates; those that are there already stay as they are, or are replaced. */
export function storeRates(sql: Sql, rates: readonly Rate[], replace: boolean): Stored {
  const first = new Map<Currency, Day>();
  let count = 0;
  for (const part of inParts(rates)) {
    const changed = sql.all<{ currency: Currency; date: Day }>(
      `${ADD} ${replace ? REPLACE : "DO NOTHING"} RETURNING currency, date`,
      part,
    );
    count += changed.length;
    for (const { currency, date } of changed) {
      const earliest = first.get(currency);
      if (earliest === undefined || date < earliest) first.set(currency, date);
    }
  }
  return { count, since: findFirstChange(sql, first) };
}

/** A rate holds from its day on, and where it is the currency's first, for all days before it. */
function findFirstChange(sql: Sql, first: ReadonlyMap<Currency, Day>): Day | "" | null {
  let since: Day | "" | null = null;
  for (const currency of currenciesInUse(sql)) {
    const date = first.get(currency);
    if (date === undefined) continue;
    const earlier = "SELECT 1 FROM rates WHERE currency = ? AND date < ? LIMIT 1";
    const from = sql.first(earlier, currency, date) === null ? "" : date;
    if (since === null || from < since) since = from;
  }
  return since;
}

const PART_RATES = Math.floor(
  PARAMETER_CHARS_MAX / '["usd","2026-11-20","123456789012345.123456789012345"],'.length,
);

function* inParts(rates: readonly Rate[]): Generator<string> {
  for (let at = 0; at < rates.length; at += PART_RATES)
    yield JSON.stringify(rates.slice(at, at + PART_RATES));
}

export interface RateFilter {
  readonly currency?: Currency | undefined;
  readonly start_date?: Day | undefined;
  readonly end_date?: Day | undefined;
}

export interface RateRow {
  readonly currency: Currency;
  readonly date: Day;
  readonly per_euro: string;
}

/** One page of the stored rates, by currency, newest day first. */
export function listRates(sql: Sql, filter: RateFilter, limit: number, offset: number): RateRow[] {
  return sql.all<RateRow>(
    `SELECT currency, date, per_euro FROM rates
     WHERE (?1 IS NULL OR currency = ?1) AND date >= ?2 AND date <= ?3
     ORDER BY currency, date DESC LIMIT ?4 OFFSET ?5`,
    filter.currency ?? null,
    filter.start_date ?? "",
    filter.end_date ?? "9999-12-31",
    limit,
    offset,
  );
}

/** The newest rate of each currency in use that has one, by currency. */
export function newestRates(sql: Sql): RateRow[] {
  return sql.all<RateRow>(
    `SELECT r.currency, r.date, r.per_euro FROM currencies_in_use u CROSS JOIN rates r
     ON r.currency = u.currency AND r.date = (SELECT max(date) FROM rates WHERE currency = u.currency)
     ORDER BY u.currency`,
  );
}

export interface Missing {
  readonly currency: Currency;
  /** How many transactions are not counted because of it. */
  readonly transactions: number;
}

/**
 * The currencies in use without any rate. Without a rate of the primary currency no foreign amount
 * can be converted, so it is counted with all of them.
 */
export function missingRates(sql: Sql, primary: Currency): Missing[] {
  return sql.all<Missing>(
    `WITH waiting AS (
       SELECT currency, count(*) AS transactions FROM transactions INDEXED BY transactions_without_base
       WHERE to_base = 0 AND amount <> 0 GROUP BY currency)
     SELECT u.currency, CASE u.currency WHEN ?1 THEN (SELECT coalesce(sum(transactions), 0) FROM waiting)
       ELSE coalesce((SELECT transactions FROM waiting w WHERE w.currency = u.currency), 0) END AS transactions
     FROM currencies_in_use u
     WHERE NOT EXISTS (SELECT 1 FROM rates r WHERE r.currency = u.currency) ORDER BY u.currency`,
    primary,
  );
}
