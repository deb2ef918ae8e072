// The interface of an Importer object, called without the Worker: as a person who acts for the
// connection. What is not found is null.

import { makeCore, type Core } from "../src/importer/core.ts";
import type { AddressList } from "../src/importer/keys/feature.ts";
import type { ReceiptAddress } from "../src/importer/connection/addresses.ts";
import type { Import, WaitingPage } from "../src/importer/imports/runs.ts";
import type { RowState } from "../src/importer/imports/rows.ts";
import type { ShownRun, ShownSchedule } from "../src/importer/schedules/schedule.ts";
import type { Hook, HookCall } from "../src/importer/webhooks/receiving/store.ts";
import type { ImportKey } from "../src/importer/keys/keys.ts";
import type { Trusted } from "../src/importer/inbox/trust.ts";
import { Sql } from "../src/platform/sql/sql.ts";

/** The object, or a stub of it. */
export interface Handles {
  handle(request: Request, who: { isPerson: boolean }): PromiseLike<Response>;
}

export interface Answered<T> {
  readonly status: number;
  readonly ok: boolean;
  /** Of a refusal, the envelope. */
  readonly value: T;
}

interface ShownRow {
  readonly line: number;
  readonly state: RowState;
  readonly reason: string | null;
  readonly transaction_id: number | null;
}

/** The calls that tests make. */
export function callsTo(importer: Handles) {
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<Answered<T>> => {
    const init =
      body === undefined
        ? { method }
        : { method, body: typeof body === "string" ? body : JSON.stringify(body) };
    const request = new Request(`https://tributary.test/api${path}`, init);
    const response = await importer.handle(request, { isPerson: true });
    const text = await response.text();
    return {
      status: response.status,
      ok: response.ok,
      value: (text === "" ? null : JSON.parse(text)) as T,
    };
  };
  const found = async <T>(path: string): Promise<T | null> => {
    const { ok, status, value } = await ask<T>("GET", path);
    if (!ok && status !== 404) throw new Error(`GET ${path}: ${status} ${JSON.stringify(value)}`);
    return ok ? value : null;
  };
  const all = async <T>(path: string): Promise<T> => {
    const value = await found<T>(path);
    if (value === null) throw new Error(`GET ${path}: 404`);
    return value;
  };
  return {
    ask,
    get: (id: string) => found<Import>(`/imports/${id}`),
    list: (limit: number, offset: number) =>
      all<{ imports: Import[]; has_more: boolean }>(`/imports?limit=${limit}&offset=${offset}`),
    waiting: (limit: number, offset: number) =>
      all<WaitingPage>(`/imports?waiting=true&limit=${limit}&offset=${offset}`),
    rows: (id: string, state: RowState, limit: number, offset: number) =>
      found<{ rows: ShownRow[]; has_more: boolean }>(
        `/imports/${id}/rows?state=${state}&limit=${limit}&offset=${offset}`,
      ),
    answer: (id: string, answers: Readonly<Record<string, string>>) =>
      ask<Import>("POST", `/imports/${id}/answers`, { answers }),
    undo: (id: string) => ask<Import>("POST", `/imports/${id}/undo`),
    mailDetail: (id: string) => found<object>(`/inbox/${id}`),
    trusted: async () => (await all<{ trusted: Trusted[] }>("/trusted")).trusted,
    listKeys: async () => (await all<{ keys: ImportKey[] }>("/keys")).keys,
    createKey: async (label: string) => {
      const { ok, value } = await ask<ImportKey & { token: string }>("POST", "/keys", { label });
      return ok ? { key: value, token: value.token } : null;
    },
    deleteKey: async (id: number) => (await ask("DELETE", `/keys/${id}`)).ok,
    listAddresses: () => all<AddressList>("/addresses"),
    createAddress: (label: string) => ask<ReceiptAddress>("POST", "/addresses", { label }),
    rotateAddress: (id: number, days: number) =>
      ask<ReceiptAddress>("POST", `/addresses/${id}/rotate`, { grace_days: days }),
    deleteAddress: async (id: number) => (await ask("DELETE", `/addresses/${id}`)).ok,
    schedules: async () => (await all<{ schedules: ShownSchedule[] }>("/schedules")).schedules,
    schedule: (id: string) => found<ShownSchedule & { runs: ShownRun[] }>(`/schedules/${id}`),
    createSchedule: (body: object) => ask<ShownSchedule>("POST", "/schedules", body),
    changeSchedule: (id: string, body: object) =>
      ask<ShownSchedule>("PUT", `/schedules/${id}`, body),
    deleteSchedule: async (id: string) => (await ask("DELETE", `/schedules/${id}`)).ok,
    runSchedule: (id: string) => ask<ShownRun>("POST", `/schedules/${id}/run`),
    hooks: async () => (await all<{ hooks: Hook[] }>("/hooks")).hooks,
    hookCalls: (id: number, limit: number, offset: number) =>
      all<{ calls: HookCall[] }>(`/hooks/${id}/calls?limit=${limit}&offset=${offset}`),
    resend: (id: number, delivery: number) =>
      ask("POST", `/webhooks/${id}/deliveries/${delivery}/resend`),
  };
}

/** The core that features of the connection's object work with, for calling a feature by itself inside the object. */
export function coreOf(state: DurableObjectState, env: Env, connection: string): Core {
  const nothing = async () => undefined;
  const sql = new Sql(state.storage);
  const end = () => undefined;
  return makeCore({ ctx: state, env, connection, sql, arm: nothing, resume: nothing, end });
}
