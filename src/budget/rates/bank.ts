// The heartbeat's part for rates: fetches the bank's file, at most once in some hours, and adds it
// to the bucket. It fetches the whole history if the bucket is empty, or days are missing in between.
// It never throws: a failure is logged and retried at the next heartbeat. The state is written
// last, so that an interrupted write is repeated.

import {
  RATES_FETCH_INTERVAL_MS,
  RATES_FILE_BYTES_MAX,
  RATES_GAP_DAYS_MAX,
} from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { must } from "../../platform/assert.ts";
import { readBankFile } from "../../sources/ecb/bank-file.ts";
import type { Rate } from "../../sources/ecb/rate.ts";
import type { Fetching } from "../../sources/fetching.ts";
import { addRates, readState, writeState, type FetchState } from "./bucket.ts";

/** The addresses of the bank's files. */
export interface Sources {
  readonly daily: string;
  readonly history: string;
}

/** Fetches what the bank has published since the last time, where that is long enough ago. */
export async function refreshRates(
  bucket: R2Bucket,
  fetching: Fetching,
  sources: Sources,
  now: number,
): Promise<void> {
  try {
    const state = await readState(bucket);
    if (state !== null && now - state.fetched_at < RATES_FETCH_INTERVAL_MS) return;
    const daily = await fetchRates(fetching, sources.daily);
    const history = followsOn(state, daily) ? [] : await fetchRates(fetching, sources.history);
    await addRates(bucket, [...history, ...daily]);
    await writeState(bucket, { fetched_at: now, latest: findLatest([...history, ...daily]) });
  } catch (thrown) {
    logFault({ event: "rates not fetched", error: String(thrown) });
  }
}

/** Whether no published day lies between what is stored and what was fetched. */
function followsOn(state: FetchState | null, daily: readonly Rate[]): boolean {
  if (state === null || state.latest === null) return false;
  const earliest = daily.reduce<Day | null>(
    (least, [, day]) => (least === null || day < least ? day : least),
    null,
  );
  return earliest !== null && dayNumber(earliest) - dayNumber(state.latest) <= RATES_GAP_DAYS_MAX;
}

function findLatest(rates: readonly Rate[]): Day {
  const latest = rates.reduce<Day | null>(
    (most, [, day]) => (most === null || day > most ? day : most),
    null,
  );
  return must(latest, "a fetched file has rates");
}

async function fetchRates(fetching: Fetching, address: string): Promise<readonly Rate[]> {
  const answer = await fetching({ url: address, bytesMax: RATES_FILE_BYTES_MAX });
  if (!answer.ok) throw new Error(`${answer.error.kind}: ${answer.error.message}`);
  const file = await readBankFile(answer.value.body);
  if (!file.ok) throw new Error(`${address}: ${file.error}`);
  if (file.value.rates.length === 0)
    throw new Error(`${address} holds no rate of a currency we know`);
  return file.value.rates;
}
