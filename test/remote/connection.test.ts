// A connection to somebody else's service through its authorization server, in the real objects and over real HTTP:
// an import goes on through expired, refused and lost tokens, and every row is in the budget once.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deriveConnectionId, type Identity } from "../../src/importer/connection/identity.ts";
import type { Import } from "../../src/importer/imports/runs.ts";
import { REFRESH_REPEAT_MS } from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";
import { forgetConnections } from "../importer/forget-connections.ts";
import { fail, fake, manyRows, statement, type FakeState } from "./driver.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

const ADA: Identity = {
  userId: 7,
  accountId: 41,
  name: "Ada Example",
  email: "ada@example.com",
  budgetName: "Household",
  currency: "usd",
};
const OWNER = "0123456789abcdef0123456789abcdef";
const SERVICE = must(env.BUDGET_API_URL, "the remote project has one");
const ISSUER = new URL(SERVICE).origin;
const id = await deriveConnectionId({ budgetApiUrl: SERVICE }, ADA);
const importer = () => env.IMPORTER.getByName(id);
let key = "";

beforeEach(async () => {
  await forgetConnections();
  await fake("/reset");
});
afterEach(() => reset());

async function connect(lifetime = 3_600_000, owner = OWNER) {
  const granted = must((await fake("/grant")).granted, "the fake gives tokens");
  const credential = {
    kind: "oauth",
    issuer: ISSUER,
    ...granted,
    expiresAt: Date.now() + lifetime,
    scope: null,
  } as const;
  const connected = await importer().connectBudget({ owner, identity: ADA, credential });
  if (connected.ok && key === "")
    key = must(await callsTo(importer()).createKey("script"), "there is room").token;
  return connected;
}

async function call(path: string, init: RequestInit = {}): Promise<Response> {
  return exports.default.fetch(
    new Request(`https://tributary.test${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}` },
    }),
  );
}

async function upload(rows: number): Promise<string> {
  const response = await call("/api/imports?account=Checking", {
    method: "POST",
    body: statement(manyRows(rows)),
  });
  expect(response.status).toBe(202);
  return (await response.json<Import>()).id;
}

async function until(run: string, states: readonly string[]): Promise<Import> {
  return vi.waitFor(
    async () => {
      const now = must(await callsTo(importer()).get(run), "the import exists");
      expect(states, JSON.stringify(now)).toContain(now.state);
      return now;
    },
    { timeout: 50_000, interval: 20 },
  );
}

const tokens = (state: FakeState) =>
  state.asked.filter(({ path }) => path === "/oauth/token").map(({ token }) => token);

beforeEach(() => {
  key = "";
});

test("a token that is refused in the middle of 1,500 rows is refreshed once, and every row is in the budget once", async () => {
  await connect();
  await fail({ commit: true }, { status: 401 });
  const run = await until(await upload(1_500), ["done"]);

  expect(run.counts).toMatchObject({ read: 1_500, inserted: 1_500, duplicate: 0, rejected: 0 });
  const state = await fake("/look");
  expect(state.kept.length).toBe(1_500);
  expect(new Set(state.kept.map((t) => t.external_id)).size).toBe(1_500);
  expect(tokens(state)).toEqual(["planted-refresh-1"]);
  const posts = state.log
    .filter(({ method }) => method === "POST")
    .map(({ items, authorization }) => [items, authorization]);
  expect(posts).toEqual([
    [500, "Bearer planted-access-1"],
    [500, "Bearer planted-access-1"],
    [500, "Bearer planted-access-2"],
    [500, "Bearer planted-access-2"],
  ]);
});

test("50 who ask the object at once for an expired token make one refresh", async () => {
  await connect(-1);
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => importer().accessToken()),
  );

  expect(
    new Set(answers.map((answer) => (answer.ok ? answer.value.token : answer.error.message))),
  ).toEqual(new Set(["planted-access-2"]));
  expect(tokens(await fake("/look"))).toEqual(["planted-refresh-1"]);
});

test("50 who ask the object at once after a 401 make one refresh", async () => {
  await connect();
  const { generation } = must(
    await importer()
      .accessToken()
      .then((answer) => (answer.ok ? answer.value : null)),
    "there is a token",
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => importer().renew(generation)),
  );

  expect(
    new Set(answers.map((answer) => (answer.ok ? answer.value.token : answer.error.message))),
  ).toEqual(new Set(["planted-access-2"]));
  expect(tokens(await fake("/look"))).toEqual(["planted-refresh-1"]);
});

test("an object that is ended between a refresh and its answer sends it again by its alarm, and the connection goes on", async () => {
  await connect(-1);
  await fake("/oauth-faults", [{ on: "/oauth/token", hang: true }]);
  const asked = importer()
    .accessToken()
    .then(
      () => "answered",
      () => "ended",
    );
  await vi.waitFor(async () => expect(tokens(await fake("/look")).length).toBe(1), 20_000);
  const alarm = await runInDurableObject(importer(), (_, state) => state.storage.getAlarm());
  expect(
    must(alarm, "the alarm is set before the refresh leaves") - Date.now(),
  ).toBeLessThanOrEqual(REFRESH_REPEAT_MS);
  await abortAllDurableObjects();
  expect(await asked).toBe("ended");

  await runInDurableObject(importer(), (_, state) =>
    state.storage.sql.exec("UPDATE connection SET refresh_sent_at = 1"),
  );
  await runDurableObjectAlarm(importer());

  expect(await importer().accessToken()).toMatchObject({
    ok: true,
    value: { token: "planted-access-2" },
  });
  expect(tokens(await fake("/look"))).toEqual(["planted-refresh-1", "planted-refresh-1"]);
});

test("a refresh whose answer is dropped by the network is sent again", async () => {
  await connect(-1);
  await fake("/oauth-faults", [{ on: "/oauth/token", commit: true, drop: true }]);
  expect(await importer().accessToken()).toMatchObject({ ok: false, error: { kind: "wait" } });

  await vi.waitFor(
    async () =>
      expect(await importer().accessToken()).toMatchObject({
        ok: true,
        value: { token: "planted-access-2" },
      }),
    { timeout: 50_000, interval: 200 },
  );
});

describe("access that was ended upstream", () => {
  async function ended(): Promise<string> {
    await connect();
    await fail({ commit: true }, { status: 401 });
    await fake("/oauth-faults", [
      { on: "/oauth/token", status: 400, body: '{"error":"invalid_grant"}' },
    ]);
    return upload(1_500);
  }

  test("keeps the queue, says so at the import, and asks nobody any more", async () => {
    const run = await until(await ended(), ["waiting"]);
    expect(run.error).toContain("Authorize again");
    const before = await fake("/look");

    for (let round = 0; round < 5; round += 1) {
      await runInDurableObject(importer(), (_, state) =>
        state.storage.sql.exec("UPDATE runs SET next_attempt_at = 1"),
      );
      await runInDurableObject(importer(), (_, state) =>
        state.storage.setAlarm(Date.now() + 3_600_000),
      );
      await runDurableObjectAlarm(importer());
    }

    const after = await fake("/look");
    expect([after.log.length, after.asked.length]).toEqual([
      before.log.length,
      before.asked.length,
    ]);
    expect(await importer().connection()).toMatchObject({ state: "authorize again" });
    expect((await callsTo(importer()).get(run.id))?.counts).toMatchObject({
      inserted: 500,
      waiting: 1_000,
    });
  });

  test("goes on by itself when the person authorizes again, and every row is in the budget once", async () => {
    const waiting = await until(await ended(), ["waiting"]);
    await evictDurableObject(importer());
    await connect();
    const run = await until(waiting.id, ["done"]);

    expect(run.counts).toMatchObject({ read: 1_500, inserted: 1_500 });
    expect((await fake("/look")).kept.length).toBe(1_500);
  });
});

test("disconnecting ends tokens, keys and KV, keeps the imports, and is undone by connecting again", async () => {
  await connect();
  const run = await until(await upload(20), ["done"]);
  await importer().disconnect();

  expect((await fake("/look")).revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
  expect((await call("/api/imports")).status).toBe(401);
  expect((await env.TOKENS.list()).keys).toEqual([]);
  expect(await importer().connection()).toBeNull();
  await connect();
  expect((await callsTo(importer()).list(10, 0)).imports.map((found) => found.id)).toEqual([
    run.id,
  ]);
});

test("nothing that is stored, shown or logged holds a token", async () => {
  const said: string[] = [];
  for (const method of ["log", "warn", "error", "info"] as const)
    vi.spyOn(console, method).mockImplementation(
      (...words) => void said.push(words.map(String).join(" ")),
    );
  await connect();
  await fail(
    { commit: true },
    { status: 401 },
    { status: 401, body: '{"message":"planted","errors":[]}' },
  );
  const run = await upload(1_500);
  await until(run, ["waiting", "done"]);
  await connect(3_600_000, "somebody-else");

  const dump = await runInDurableObject(importer(), (_, state) => {
    const names = state.storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .toArray();
    return JSON.stringify(
      names.map(({ name }) => state.storage.sql.exec(`SELECT * FROM "${name}"`).toArray()),
    );
  });
  const shown = JSON.stringify([await importer().connection(), await callsTo(importer()).get(run)]);
  const kv = await env.TOKENS.get(`connection/${id}`);
  vi.restoreAllMocks();

  expect(dump).toContain("Household");
  for (const text of [dump, shown, kv ?? "", said.join("\n")])
    expect(text).not.toMatch(/planted-(access|refresh)|planted-client/);
});

test("an object that nobody connected answers that it is not, and writes nothing", async () => {
  const stranger = env.IMPORTER.getByName("a".repeat(26));

  expect(await stranger.connection()).toBeNull();
  expect(await stranger.accessToken()).toMatchObject({
    ok: false,
    error: { kind: "unauthorized" },
  });
  expect(await stranger.renew(1)).toMatchObject({ ok: false, error: { kind: "unauthorized" } });
  await stranger.disconnect();
  await stranger.retry();
  await stranger.wake();
  const tables = await runInDurableObject(stranger, (_, state) =>
    state.storage.sql
      .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
      .toArray(),
  );
  expect(tables).toEqual([]);
});

test("an object takes no identity but the one it is named for", async () => {
  const stranger = env.IMPORTER.getByName("a".repeat(26));
  const granted = must((await fake("/grant")).granted, "the fake gives tokens");
  const credential = {
    kind: "oauth",
    issuer: ISSUER,
    ...granted,
    expiresAt: Date.now() + 1_000,
    scope: null,
  } as const;

  expect(await stranger.connectBudget({ owner: OWNER, identity: ADA, credential })).toEqual({
    ok: false,
    error: { kind: "another identity" },
  });
  expect((await fake("/look")).revoked).toEqual([granted.refreshToken, granted.accessToken]);
  expect((await env.TOKENS.list()).keys).toEqual([]);
});

test("the connection that is configured says whose it is, and can be neither replaced nor taken away", async () => {
  const own = env.IMPORTER.getByName("1");
  await own.disconnect();

  expect(await own.connection()).toMatchObject({
    id: "1",
    kind: "configured",
    userId: 7,
    accountId: 41,
    name: "Household",
    state: "connected",
  });
  expect(
    await own.connectBudget({
      owner: "1",
      identity: ADA,
      credential: { kind: "token", token: "x" },
    }),
  ).toEqual({ ok: false, error: { kind: "configured" } });
  expect((await own.accessToken()).ok).toBe(true);
});
