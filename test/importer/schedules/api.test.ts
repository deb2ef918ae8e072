// /api/schedules in one process with the embedded service: made, changed, run, deleted; what is
// wrong is said with its field; what is due is run by the heartbeat, once; secrets go in and never
// come out.

import {
  createScheduledController,
  runDurableObjectAlarm,
  runInDurableObject,
} from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nextRuns } from "../../../src/importer/schedules/due.ts";
import worker from "../../../src/index.ts";
import { whileTimeStands } from "../../clock.ts";
import { reset } from "../../reset.ts";

const bindings: Env = { ...env, RATES_URL: "" };
const HEADERS = {
  authorization: "Bearer local-token-for-tests",
  "content-type": "application/json",
};

beforeEach(() => reset());
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface Shown {
  readonly id: string;
  readonly cron: string;
  readonly timezone: string;
  readonly enabled: boolean;
  readonly next_runs: readonly string[];
  readonly last_run: {
    readonly state: string;
    readonly outcome: string | null;
    readonly due_at: string | null;
  } | null;
  readonly runs: readonly { readonly state: string; readonly due_at: string | null }[];
}

async function ask(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const response = await exports.default.fetch(
    new Request(`https://tributary.test${path}`, {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : JSON.parse(text) };
}

async function service(
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const request = new Request(`https://budget.internal/v2${path}`, {
    method,
    headers: HEADERS,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await exports.Service.fetch(request)).json();
}

async function account(currency = "eur"): Promise<number> {
  return Number(
    (
      await service("POST", "/manual_accounts", {
        name: "House",
        type: "real estate",
        balance: "0",
        currency,
        balance_as_of: "2020-01-01",
      })
    )["id"],
  );
}

const HOUSE = {
  type: "formula",
  rule: "appreciation",
  currency: "eur",
  from: "2020-01-01",
  cost: "100000",
  yearly_percent: "0",
  compounded: "monthly",
};
const wish = (id: number, more: object = {}) => ({
  name: "House",
  cron: "0 6 * * *",
  timezone: "Europe/Berlin",
  source: HOUSE,
  target: { manual_account_id: id },
  ...more,
});

async function make(body: unknown): Promise<Shown> {
  const made = await ask("POST", "/api/schedules", body);
  expect(made.status).toBe(201);
  return made.json as Shown;
}

/** A run that was wished for, when it has ended. */
const runOf = ({ id }: Shown) => whileTimeStands(() => ask("POST", `/api/schedules/${id}/run`));

test("a schedule is made, shown with its next three runs, run now, changed and deleted", async () => {
  const id = await account();
  const made = await make(wish(id));
  expect(made).toMatchObject({
    name: "House",
    cron: "0 6 * * *",
    timezone: "Europe/Berlin",
    enabled: true,
    source: { ...HOUSE, secrets: {} },
    target: { manual_account_id: id },
    last_run: null,
    stopped: null,
  });
  expect(made.next_runs).toHaveLength(3);

  const run = await runOf(made);
  expect(run).toMatchObject({
    status: 202,
    json: { state: "done", due_at: null, fault: null, read: { amount: "100000", unit: "eur" } },
  });
  expect(await service("GET", `/manual_accounts/${id}`)).toMatchObject({ balance: "100000.0000" });

  const changed = await ask("PUT", `/api/schedules/${made.id}`, { name: "Home", enabled: false });
  expect(changed).toMatchObject({
    status: 200,
    json: {
      name: "Home",
      enabled: false,
      next_runs: [],
      last_run: { state: "done" },
      source: HOUSE,
    },
  });
  expect((await ask("GET", "/api/schedules")).json).toMatchObject({
    schedules: [{ id: made.id, name: "Home" }],
  });
  expect((await ask("GET", `/api/schedules/${made.id}`)).json).toMatchObject({
    runs: [{ state: "done" }],
  });
  expect([
    (await ask("DELETE", `/api/schedules/${made.id}`)).status,
    (await ask("GET", `/api/schedules/${made.id}`)).status,
    (await ask("POST", `/api/schedules/${made.id}/run`)).status,
  ]).toEqual([204, 404, 404]);
});

test("what is due is run once, however often the heart beats", async () => {
  const id = await account();
  const made = await make(wish(id));
  const importer = bindings.IMPORTER.getByName("1");
  const due = Date.parse(made.next_runs[0] ?? "");
  vi.spyOn(Date, "now").mockImplementation(() => due + 60_000);
  await runInDurableObject(importer, (_, state) => state.storage.deleteAlarm());

  for (let beats = 0; beats < 3; beats += 1) {
    await worker.scheduled(createScheduledController(), bindings);
    await runDurableObjectAlarm(importer);
  }

  expect((await ask("GET", `/api/schedules/${made.id}`)).json).toMatchObject({
    runs: [{ state: "done", due_at: made.next_runs[0] }],
    next_runs: [made.next_runs[1], made.next_runs[2], expect.any(String)],
  });
  expect(await service("GET", `/manual_accounts/${id}`)).toMatchObject({
    balance: "100000.0000",
    balance_as_of: new Date(due + 60_000).toISOString(),
  });
});

test("beats at the same time, with an alarm among them, run what is due once; days late it is made up once", async () => {
  const id = await account();
  const made = await make(wish(id));
  const importer = bindings.IMPORTER.getByName("1");
  let now = Date.parse(made.next_runs[0] ?? "");
  vi.spyOn(Date, "now").mockImplementation(() => now);
  const beat = () => worker.scheduled(createScheduledController(), bindings);
  const ring = () => runDurableObjectAlarm(importer);

  await Promise.all([beat(), ring(), beat(), ring(), beat()]);
  await Promise.all([ring(), ring()]);
  now += 5 * 86_400_000 + 60_000;
  await Promise.all([beat(), beat()]);
  await Promise.all([ring(), beat(), ring()]);
  await ring();

  const latest =
    nextRuns({ cron: made.cron, timezone: made.timezone }, Date.parse(made.next_runs[0] ?? ""), 6)
      .filter((at) => at <= now)
      .at(-1) ?? 0;
  const shown = (await ask("GET", `/api/schedules/${made.id}`)).json as Shown;
  expect(shown.runs.map(({ state, due_at }) => [state, due_at])).toEqual([
    ["done", new Date(latest).toISOString()],
    ["done", made.next_runs[0]],
  ]);
  expect(await service("GET", `/manual_accounts/${id}`)).toMatchObject({ balance: "100000.0000" });
});

test("a schedule that was stored before its alarm was set, and then killed, is found by the heartbeat", async () => {
  const made = await make(wish(await account()));
  const importer = bindings.IMPORTER.getByName("1");
  await runInDurableObject(importer, (_, state) =>
    state.storage.setAlarm(Date.parse(made.next_runs[2] ?? "")),
  );

  await worker.scheduled(createScheduledController(), bindings);

  expect(
    await runInDurableObject(importer, (_, state) => state.storage.getAlarm()),
  ).toBeLessThanOrEqual(Date.parse(made.next_runs[0] ?? ""));
});

test("a month that is over gets its balance", async () => {
  const id = await account();
  const made = await make(
    wish(id, {
      target: { history: id, month: "2026-01" },
      source: {
        ...HOUSE,
        rule: "straight_line",
        from: "2025-12-31",
        cost: "6200",
        residual: "0",
        months: 2,
        yearly_percent: undefined,
        compounded: undefined,
      },
    }),
  );

  const run = await runOf(made);

  // 31 of the 59 days from 31 December to 28 February are over: 6200 * 28 / 59.
  expect(run).toMatchObject({
    json: {
      state: "done",
      written: {
        path: `/balance_history/manual/${id}`,
        body: { balances: [{ month: "2026-01", balance: "2942.3700", currency: "eur" }] },
      },
    },
  });
});

describe("what is wrong is said with its field:", () => {
  const wrong: readonly (readonly [string, object, string, string])[] = [
    ["a pattern", { cron: "0 25 * * *" }, "/body/cron", "The hour has"],
    ["one that is too often", { cron: "*/5 * * * *" }, "/body/cron", "15 minutes"],
    ["a time zone", { timezone: "Mars/Olympus" }, "/body/timezone", "no time zone"],
    ["a type", { source: { type: "oracle" } }, "/body/source/type", "formula"],
    [
      "a setting",
      { source: { ...HOUSE, cost: "12,50" } },
      "/body/source/cost",
      "It must be a decimal above 0",
    ],
    [
      "a setting that is none",
      { source: { ...HOUSE, colour: "red" } },
      "/body/source/colour",
      "no such property",
    ],
    [
      "a secret that is none",
      { source: { ...HOUSE, secrets: { token: "planted-secret" } } },
      "/body/source/secrets/token",
      "has no such secret",
    ],
    ["a target", { target: { account: 5 } }, "/body/target", "It must be {manual_account_id}"],
    [
      "an account",
      { target: { manual_account_id: 987_654 } },
      "/body/target/manual_account_id",
      "no open account 987654",
    ],
    [
      "a statement of what has none",
      { target: { statement: 1 } },
      "/body/target",
      "tells of no transactions",
    ],
    ["a property", { every: "day" }, "/body/every", "no such property"],
    ["a name", { name: " " }, "/body/name", ""],
  ];
  test.each(wrong)("%s", async (_, more, field, message) => {
    const refused = await ask("POST", "/api/schedules", wish(await account(), more));

    expect(refused).toMatchObject({
      status: 400,
      json: { errors: [{ instancePath: field, errMsg: expect.stringContaining(message) }] },
    });
    expect((await ask("GET", "/api/schedules")).json).toEqual({ schedules: [] });
  });
});

test("in another currency than the account's nothing is written, and the run says so", async () => {
  const id = await account("usd");
  const made = await make(wish(id));

  const run = await runOf(made);

  expect(run).toMatchObject({
    json: { state: "failed", written: null, fault: { kind: "another currency" } },
  });
  expect(await service("GET", `/manual_accounts/${id}`)).toMatchObject({ balance: "0.0000" });
});

test("an import key has no part in schedules", async () => {
  const key = await ask("POST", "/api/keys", { label: "script" });
  const { token } = key.json as { token: string };
  const response = await exports.default.fetch(
    new Request("https://tributary.test/api/schedules", {
      headers: { authorization: `Bearer ${token}` },
    }),
  );

  expect(response.status).toBe(403);
});

test("the sources are told of with their fields", async () => {
  expect((await ask("GET", "/api/schedules/sources")).json).toMatchObject({
    sources: expect.arrayContaining([expect.objectContaining({ type: "formula", secrets: [] })]),
  });
});
