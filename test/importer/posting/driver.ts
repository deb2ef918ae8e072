// Drives the importer and the embedded service by their own interfaces, as a person with two
// accounts and her bank's files does.

import { env, exports } from "cloudflare:workers";
import { expect } from "vitest";
import { whileTimeStands } from "../../clock.ts";
import type { SuggestedTransfer } from "../../../src/importer/matching/transfers.ts";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { callsTo } from "../../importer-calls.ts";

export const HEADERS = { authorization: "Bearer local-token-for-tests" };

/** What the API answers; a text or bytes are sent as they are, anything else as JSON. */
export async function api<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const init = { method, headers: HEADERS, ...(body !== undefined && { body: raw }) };
  const response = await exports.default.fetch(
    new Request(`https://tributary.test/api${path}`, init),
  );
  expect(response.status, `${method} ${path}: ${await response.clone().text()}`).toBeLessThan(300);
  return response.json<T>();
}

/** The same, of what is answered when it is done, or before that where it takes long. */
export const done = <T>(path: string, body?: unknown): Promise<T> =>
  whileTimeStands(() => api<T>(path, "POST", body));

export async function service<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const init = {
    method,
    headers: HEADERS,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await exports.Service.fetch(
    new Request(`https://budget.internal/v2${path}`, init),
  );
  expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
  return response.status === 204 ? (undefined as T) : response.json<T>();
}

export interface Listed {
  readonly id: number;
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly external_id: string | null;
  readonly manual_account_id: number | null;
  readonly is_group_parent: boolean;
  readonly group_parent_id: number | null;
  readonly notes: string | null;
  readonly status: string;
}

export async function listed(query = ""): Promise<Listed[]> {
  return (await service<{ transactions: Listed[] }>(`/transactions?limit=2000${query}`))
    .transactions;
}

export async function importer() {
  return env.IMPORTER.getByName("1");
}

export async function rest(id: string): Promise<Import> {
  for (let round = 0; round < 4_000; round += 1) {
    const run = await callsTo(await importer()).get(id);
    if (run !== null && ["question", "preview", "done", "failed", "undone"].includes(run.state))
      return run;
    await scheduler.wait(10);
  }
  throw new Error("the import does not rest");
}

/**
 * Sends a file and waits until its import rests. An import that is done has also looked for transfers, so that the
 * next file does not arrive before that search.
 */
export async function send(
  file: string | Uint8Array,
  account: string,
  query = "",
  name = "bank.csv",
): Promise<Import> {
  const request = new Request(
    `https://tributary.test/api/imports?account=${account}&name=${name}${query}`,
    { method: "POST", headers: HEADERS, body: file },
  );
  const response = await exports.default.fetch(request);
  expect(response.status, await response.clone().text()).toBe(202);
  const run = await rest((await response.json<Import>()).id);
  if (run.state === "done") await transfersOf(run.id);
  return run;
}

export async function undo(id: string): Promise<Import> {
  await callsTo(await importer()).undo(id);
  return rest(id);
}

/** The transfers an import offers, once it has looked for them: that goes on after the import is done. */
export async function transfersOf(id: string): Promise<SuggestedTransfer[]> {
  for (let round = 0; round < 4_000; round += 1) {
    const { transfers, looking } = await api<{ transfers: SuggestedTransfer[]; looking: boolean }>(
      `/imports/${id}/transfers`,
    );
    if (!looking) return transfers;
    await scheduler.wait(10);
  }
  throw new Error("the import looks for transfers for ever");
}

export const csv = (...rows: readonly (readonly [string, string, string])[]) =>
  `Date,Description,Amount\n${rows.map((row) => row.join(",")).join("\n")}\n`;
