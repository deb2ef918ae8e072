// Accepts every suggested transfer that needs no choice, for all imports with suggestions.

import { MATCHES_PAGE_MAX, OVERVIEW_TRANSFER_PAGES_MAX } from "../../platform/limits.ts";
import { TRANSFERS } from "../../importer/matching/wire.ts";
import { change, encodePath } from "../ui/calls.ts";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { waitingImportsSchema } from "../ui/wire.ts";

/** How many were accepted, and how many still need a decision. */
export interface Accepted {
  readonly accepted: number;
  readonly left: number;
}

/** Accepts the transfers one by one. One that was decided meanwhile is left as it is. */
export async function acceptTransfers(api: Variables["api"]): Promise<Accepted> {
  let [accepted, left] = [0, 0];
  for (const run of await listRuns(api)) {
    const path = encodePath`/api/imports/${run}/transfers`;
    const found = await read(api, `${path}?limit=${MATCHES_PAGE_MAX}`, TRANSFERS);
    const open = found.ok ? found.value.transfers.filter(({ state }) => state === "suggested") : [];
    for (const { n, problem } of open) {
      const done = problem === null ? await change(api, `${path}/${n}/accept`) : null;
      if (done?.ok === true) accepted += 1;
      else left += 1;
    }
  }
  return { accepted, left };
}

/** The imports that have transfers to decide. All are listed first: deciding one shortens the list. */
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
