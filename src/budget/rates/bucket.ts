// The fetched rates in the bucket, shared by all budgets: one text per currency (series.ts), and
// the state of the fetching. Only the heartbeat writes them (bank.ts); each budget reads the
// currencies it uses.

import * as z from "zod";
import type { Rate } from "../../sources/ecb/rate.ts";
import type { Currency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import type { RateStore } from "../outside.ts";
import { mergeSeries } from "./series.ts";

const FOLDER = "rates";
const STATE_KEY = `${FOLDER}/state.json`;

const STATE = z.object({
  /** When a file was last fetched and stored, in milliseconds since 1970. */
  fetched_at: z.number(),
  /** The last day there are rates of. */
  latest: z.string().transform((text) => parseDay(text)),
});
export interface FetchState extends z.output<typeof STATE> {}

function bucketKey(currency: Currency): string {
  return `${FOLDER}/${currency}`;
}

/** The state of the fetching; null if nothing was ever stored completely. */
export async function readState(bucket: R2Bucket): Promise<FetchState | null> {
  const object = await bucket.get(STATE_KEY);
  if (object === null) return null;
  const state = STATE.safeParse(await object.json());
  return state.success ? state.data : null;
}

export async function writeState(bucket: R2Bucket, state: FetchState): Promise<void> {
  await bucket.put(STATE_KEY, JSON.stringify(state));
}

/** Adds rates to the bucket, replacing those of the same days. Safe to repeat. */
export async function addRates(bucket: R2Bucket, rates: readonly Rate[]): Promise<void> {
  for (const [currency, added] of Map.groupBy(rates, ([code]) => code)) {
    const object = await bucket.get(bucketKey(currency));
    const before = object === null ? "" : await object.text();
    const after = mergeSeries(before, added);
    if (after !== before) await bucket.put(bucketKey(currency), after);
  }
}

/** The bucket as a store of rates. */
export function r2Rates(bucket: R2Bucket): RateStore {
  return {
    read: async (currencies) => {
      if ((await bucket.head(STATE_KEY)) === null) return null;
      const series = new Map<Currency, string>();
      for (const currency of currencies) {
        const object = await bucket.get(bucketKey(currency));
        if (object !== null) series.set(currency, await object.text());
      }
      return series;
    },
  };
}
