// /api/rates: our own interface to the currency rates. A person may add the bank's files, and rates
// of currencies that the bank does not publish. New rates convert affected amounts again.

import * as z from "zod";
import {
  ERRORS_MAX,
  OFFSET_MAX,
  RATES_BATCH_MAX,
  RATES_PAGE_DEFAULT,
  RATES_PAGE_MAX,
  RATES_UPLOAD_BYTES_MAX,
} from "../../platform/limits.ts";
import { readBankFile } from "../../sources/ecb/bank-file.ts";
import type { Rate, RateFile } from "../../sources/ecb/rate.ts";
import { CURRENCIES, isCurrency } from "../../money/currency.ts";
import { parseDecimal } from "../../money/decimal.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBytes } from "../../platform/api/json.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { isRecomputing, startRecompute } from "./recompute.ts";
import { countCurrencies } from "./series.ts";
import { listRates, missingRates, newestRates, storeRates } from "./store.ts";

const CURRENCY_OUT = z.enum(CURRENCIES);
const LIST = z.strictObject({
  currency: wire
    .textAs(
      (text) => (isCurrency(text) ? text : null),
      "enum",
      "must be one of the service's currency codes",
    )
    .optional(),
  start_date: wire.day.optional(),
  end_date: wire.day.optional(),
  limit: wire.textInteger(1, RATES_PAGE_MAX).default(RATES_PAGE_DEFAULT),
  offset: wire.textInteger(0, OFFSET_MAX).default(0),
});
const RATE = z.strictObject({ currency: CURRENCY_OUT, date: wire.DAY_OUT, per_euro: z.string() });

const PER_EURO = wire.textAs(
  (text) => (parseDecimal(text) === null ? null : text),
  "format",
  "must be a positive decimal as text, of at most 15 digits before and after the point",
);
const BODY = z.strictObject({
  rates: z
    .array(
      z.strictObject({ currency: wire.currency, date: wire.day, per_euro: PER_EURO }),
      "must be a list of rates",
    )
    .min(1)
    .max(RATES_BATCH_MAX),
});

/** The number of rates that were read, and how many of them are new or changed. */
const ADDED = z.strictObject({
  days: z.int(),
  currencies: z.int(),
  rates: z.int(),
  stored: z.int(),
});

export const RATE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/rates",
    scope: null,
    tag: "rates",
    summary: "The stored rates, by currency, newest day first",
    query: LIST,
    response: z.strictObject({ rates: z.array(RATE), has_more: z.boolean() }),
    failures: [400],
    handle: ({ sql }, { query: { limit, offset, ...filter } }) => {
      const rows = listRates(sql, filter, limit + 1, offset);
      return ok({ rates: rows.slice(0, limit), has_more: rows.length > limit });
    },
  }),
  route({
    method: "GET",
    path: "/rates/newest",
    scope: null,
    tag: "rates",
    summary: "The newest rate of each currency in use that has one",
    response: z.strictObject({ rates: z.array(RATE) }),
    failures: [400],
    handle: ({ sql }) => ok({ rates: newestRates(sql) }),
  }),
  route({
    method: "GET",
    path: "/rates/missing",
    scope: null,
    tag: "rates",
    summary:
      "The currencies in use that have no rate, with how many transactions are not counted for it, and whether amounts are being converted",
    response: z.strictObject({
      missing: z.array(z.strictObject({ currency: CURRENCY_OUT, transactions: z.int() })),
      primary_currency: CURRENCY_OUT,
      converting: z.boolean(),
    }),
    failures: [400],
    handle: ({ sql }) => {
      const { primary_currency } = readBudget(sql);
      return ok({
        missing: missingRates(sql, primary_currency),
        primary_currency,
        converting: isRecomputing(sql),
      });
    },
  }),
  route({
    method: "POST",
    path: "/rates",
    scope: null,
    tag: "rates",
    summary: "Add a file of the bank's: XML or CSV, of a day or of years, also as ZIP",
    response: ADDED,
    failures: [400, 413],
    prepare: readUpload,
    handle: (context, _, file) => ok(add(context, file)),
  }),
  route({
    method: "PUT",
    path: "/rates",
    scope: null,
    tag: "rates",
    summary: "Add rates one by one, in place of those of the same days",
    body: BODY,
    example: { rates: [{ currency: "btc", date: "2026-11-20", per_euro: "0.0000125" }] },
    response: ADDED,
    failures: [400, 413],
    handle: (context, { body }) => {
      const rates = body.rates.map(({ currency, date, per_euro }): Rate => [
        currency,
        date,
        per_euro,
      ]);
      const errors = listFaults(rates);
      if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));
      return ok(add(context, { days: new Set(rates.map(([, date]) => date)).size, rates }));
    },
  }),
];

async function readUpload({ request }: Outside): Promise<Result<RateFile, Problem>> {
  const bytes = await readBytes(request, RATES_UPLOAD_BYTES_MAX);
  if (bytes === null) {
    return refuse("too large", {
      errMsg: `The file is longer than ${RATES_UPLOAD_BYTES_MAX} bytes; a ZIP archive of it may be shorter.`,
    });
  }
  if (bytes.length === 0)
    return refuse("invalid body", {
      errMsg: "The request body is empty; expected a file of rates.",
    });
  const file = await readBankFile(bytes);
  return file.ok ? file : refuse("invalid body", { errMsg: file.error });
}

function listFaults(rates: readonly Rate[]): ErrorItem[] {
  const seen = new Set<string>();
  return rates.flatMap(([currency, date], index): ErrorItem[] => {
    const key = `${currency} ${date}`;
    const again = seen.has(key);
    seen.add(key);
    const at = { rates_index: index };
    if (currency === "eur")
      return [{ errMsg: `rates[${index}] is of eur; a euro is always one euro.`, ...at }];
    return again ? [{ errMsg: `rates[${index}] repeats ${currency} on ${date}.`, ...at }] : [];
  });
}

function add({ sql, now }: Context, { days, rates }: RateFile): z.output<typeof ADDED> {
  const { count, since } = storeRates(sql, rates, true);
  if (since !== null) startRecompute(sql, now, since);
  return { days, currencies: countCurrencies(rates), rates: rates.length, stored: count };
}
