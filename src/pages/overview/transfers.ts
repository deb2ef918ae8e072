// Accepts suggested transfers as one change, which can be undone as one step: those that a person
// chose, or all that need no choice, for all imports with suggestions.

import {
  CHANGE_RECORDS_MAX,
  MATCHES_PAGE_MAX,
  OVERVIEW_TRANSFER_PAGES_MAX,
} from "../../platform/limits.ts";
import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { TRANSFERS } from "../../importer/matching/wire.ts";
import { ok, type Result } from "../../platform/result.ts";
import { encodePath } from "../ui/calls.ts";
import { read, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { waitingImportsSchema } from "../ui/wire.ts";

/** How many were accepted, and how many still need a decision. */
export interface Accepted {
  readonly accepted: number;
  readonly left: number;
  /** The entry of the journal; null if there was nothing to accept. */
  readonly change: number | null;
}

/**
 * Accepts all suggestions that were not refused before. One that was decided meanwhile is left as
 * it is.
 */
export async function acceptAllTransfers(api: Variables["api"], key: string): Promise<Accepted> {
  const open: number[] = [];
  let left = 0;
  for (const run of await listRuns(api)) {
    const path = encodePath`/api/imports/${run}/transfers`;
    const found = await read(api, `${path}?limit=${MATCHES_PAGE_MAX}`, TRANSFERS);
    const waiting = found.ok
      ? found.value.transfers.filter(({ state }) => state === "suggested")
      : [];
    open.push(...waiting.filter(({ problem }) => problem === null).map(({ n }) => n));
    left += waiting.filter(({ problem }) => problem !== null).length;
  }
  const now = open.slice(0, CHANGE_RECORDS_MAX);
  left += open.length - now.length;
  if (now.length === 0) return { accepted: 0, left, change: null };
  const done = await acceptTransfers(api, key, now);
  if (!done.ok) return { accepted: 0, left: left + now.length, change: null };
  const { change, refused } = done.value;
  return { accepted: now.length - refused.length, left: left + refused.length, change };
}

/** Accepts these as one change; `refused`: for each that was not accepted, why. */
export async function acceptTransfers(
  api: Variables["api"],
  key: string,
  transfers: readonly number[],
): Promise<Result<{ readonly change: number; readonly refused: readonly string[] }, Refusal>> {
  const records = transfers
    .slice(0, CHANGE_RECORDS_MAX)
    .map((id) => ({
      kind: "transfer",
      id,
      was: { decision: "open" },
      set: { decision: "accepted" },
    }));
  const body = { key: key || crypto.randomUUID(), records };
  const done = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!done.ok) return done;
  const { record_refused: refused, record_conflicts: conflicts, change } = done.value;
  const decided = conflicts.map(() => "Somebody decided about it meanwhile.");
  const why = refused.filter(({ kind }) => kind === "transfer").map(({ message }) => message);
  return ok({ change: change.id, refused: [...why, ...decided] });
}

/** The imports that have transfers to decide. */
async function listRuns(api: Variables["api"]): Promise<string[]> {
  const runs: string[] = [];
  for (let page = 0; page < OVERVIEW_TRANSFER_PAGES_MAX; page += 1) {
    const query = `waiting=true&limit=${PAGE}&offset=${page * PAGE}`;
    const found = await read(api, `/api/imports?${query}`, waitingImportsSchema);
    if (!found.ok) break;
    const { imports, has_more: more } = found.value;
    runs.push(...imports.filter((run) => run.transfers_to_decide > 0).map(({ id }) => id));
    if (!more) break;
  }
  return runs;
}

const PAGE = 100;
