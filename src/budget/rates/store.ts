// The stored rates, and what an amount is worth in another currency on a day: by the nearest rate of
// that day or earlier, else the nearest later one. Without any rate it is 0: not counted, never 1:1
// (gaps.md, D22). The loader that fills the table and recomputes such zeros comes with the rates.

import type { Currency } from "../../value/currency.ts";
import type { Day } from "../../value/day.ts";
import { units, type Units } from "../../value/money.ts";
import type { Sql } from "../../sql/sql.ts";
import { convert, ONE, parseDecimal, type Decimal } from "./convert.ts";

/** What `amount` of `from` is worth in `to` on that day. */
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

/** A converter that looks each currency and day up once; for the length of one request. */
export function converter(sql: Sql): Convert {
  const perEuro = perEuroOn(sql);
  return (amount, from, to, date) => {
    if (from === to) return amount;
    const fromRate = perEuro(from, date);
    const toRate = perEuro(to, date);
    return fromRate === null || toRate === null ? units(0) : convert(amount, fromRate, toRate);
  };
}
