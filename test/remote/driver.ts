// Drives the Worker against the fake service and lets time pass without waiting for it.

import { env, exports } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import type { Import } from "../../src/importer/imports/runs.ts";
import type { Fault } from "./fake-budget.ts";

export const TOKEN = "local-token-for-tests";
const bindings: Env = env;
const service = new URL(bindings.BUDGET_API_URL ?? "");

export interface KeptTransaction {
  readonly id: number;
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly external_id: string;
  readonly notes?: string | null;
  readonly files?: readonly { readonly id: number; readonly name: string }[];
  readonly is_group_parent?: boolean;
  readonly group_parent_id?: number | null;
  readonly split_parent_id?: number | null;
}

export interface FakeState {
  readonly kept: KeptTransaction[];
  readonly log: {
    method: string;
    path: string;
    at: number;
    items: number;
    authorization: string;
  }[];
  /** How many faults are not used up yet. */
  readonly to_come: number;
  readonly refused: number;
  /** What its authorization server gave just now, was asked, and has revoked. */
  readonly granted: { accessToken: string; refreshToken: string } | null;
  readonly asked: { path: string; token: string | null }[];
  readonly revoked: string[];
}

/** Tells the fake service something, or only looks at it. */
export async function fake(
  path:
    | "/reset"
    | "/set"
    | "/carry-out"
    | "/faults"
    | "/type-by-hand"
    | "/delete"
    | "/new-window"
    | "/look"
    | "/grant"
    | "/expire"
    | "/oauth-faults",
  body?: unknown,
): Promise<FakeState> {
  const response = await fetch(new URL(path, service), {
    method: "POST",
    body: body === undefined ? "" : JSON.stringify(body),
  });
  return response.json();
}

export const fail = (...faults: Fault[]): Promise<FakeState> => fake("/faults", faults);

export function importer() {
  return bindings.IMPORTER.getByName("1");
}

export function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${TOKEN}`);
  return exports.default.fetch(new Request(`https://tributary.test${path}`, { ...init, headers }));
}

/** Uploads a file and gives the import as the 202 shows it. */
export async function upload(
  file: string | Uint8Array,
  query = "account=Checking",
  headers: Record<string, string> = {},
): Promise<Import> {
  const response = await call(`/api/imports?${query}`, { method: "POST", body: file, headers });
  const body = await response.json<Import>();
  if (response.status !== 202)
    throw new Error(`upload answered ${response.status}: ${JSON.stringify(body)}`);
  return body;
}

export async function look(id: string): Promise<Import> {
  return (await call(`/api/imports/${id}`)).json();
}

/**
 * The import once it waits for the service (or rests). What waits goes on by passTime alone,
 * however short its wait is.
 */
export async function untilWaiting(id: string): Promise<Import> {
  for (let round = 0; round < 4_000; round += 1) {
    const now = await look(id);
    if (RESTING.includes(now.state)) return now;
    if (now.next_attempt_at !== null) {
      await runInDurableObject(importer(), (_, state) =>
        state.storage.setAlarm(Date.now() + 3_600_000),
      );
      return now;
    }
    await scheduler.wait(10);
  }
  throw new Error(`the import neither waits nor rests: ${JSON.stringify(await look(id))}`);
}

/** Every wait of every run is over, and so is the service's window. */
export async function passTime(): Promise<void> {
  await runInDurableObject(bindings.PACE.getByName(service.host), (_, state) =>
    state.storage.sql.exec("DELETE FROM closed"),
  );

  await runInDurableObject(importer(), (_, state) => {
    state.storage.sql.exec("UPDATE runs SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL");
    state.storage.sql.exec("UPDATE jobs SET next_attempt_at = 1");
    state.storage.sql.exec(
      "UPDATE changes SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL",
    );
    state.storage.sql.exec(
      "UPDATE inbox SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL",
    );
    state.storage.sql.exec(
      "UPDATE receipts SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL",
    );
    state.storage.sql.exec(
      "UPDATE rivals SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL",
    );
    state.storage.sql.exec(
      "UPDATE receipt_splits SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL",
    );
    state.storage.sql.exec("UPDATE settlings SET next_attempt_at = 1 WHERE state = 'undoing'");
    return state.storage.setAlarm(Date.now() + 3_600_000);
  });
  await runDurableObjectAlarm(importer());
}

const RESTING = ["question", "preview", "done", "failed", "undone"];

/** Lets time pass until the import rests; throws when it does not within `rounds` alarms. */
export async function settle(id: string, rounds = 60): Promise<Import> {
  for (let round = 0; round < rounds; round += 1) {
    const now = await look(id);
    if (RESTING.includes(now.state)) return now;
    await passTime();
  }
  throw new Error(`the import does not rest: ${JSON.stringify(await look(id))}`);
}

/** A statement in a plain dialect: [date, payee, amount] with money in positive. */
export function statement(rows: readonly (readonly [string, string, string])[]): string {
  return `Date,Description,Amount\n${rows.map((row) => row.join(",")).join("\n")}\n`;
}

/** `count` different transactions over some days of March 2026, with a few credits so that the sign shows. */
export function manyRows(count: number): [string, string, string][] {
  return Array.from({ length: count }, (_, i) => [
    `2026-03-${String(13 + (i % 10)).padStart(2, "0")}`,
    i % 50 === 7 ? `Salary ${i}` : `Shop ${i}`,
    i % 50 === 7 ? "2500.00" : `-${(3 + i / 100).toFixed(2)}`,
  ]);
}
