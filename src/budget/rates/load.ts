// The job that copies fetched rates of the currencies in use: as soon as a currency is first used,
// then once a day. Stored rates stay: the bank's rate does not replace a person's.

import { RATES_LOAD_INTERVAL_MS, RATES_LOAD_RETRY_MS } from "../../platform/limits.ts";
import type { Job } from "../jobs/job.ts";
import { recomputeAccounts, startRecompute } from "./recompute.ts";
import { readSeries } from "./series.ts";
import { currenciesInUse, storeRates } from "./store.ts";

/** One step does it all: a budget uses few currencies. */
export const loadRatesJob: Job = async ({ sql, ports, now, clock }) => {
  const currencies = currenciesInUse(sql);
  if (currencies.length === 0) return null;
  const series = await ports.rates.read(currencies);
  if (series === null) return { at: now + RATES_LOAD_RETRY_MS, cursor: null };
  const rates = [...series].flatMap(([currency, lines]) => readSeries(currency, lines));
  sql.transaction(() => {
    const { since } = storeRates(sql, rates, false);
    if (since !== null) startRecompute(sql, clock(), since);
    // Accounts are worth what they are worth today, which is another day.
    else recomputeAccounts(sql, clock());
  });
  return { at: now + RATES_LOAD_INTERVAL_MS, cursor: null };
};
