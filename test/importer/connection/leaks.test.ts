// Two people with budgets of their own, side by side: whatever one asks of /api, with a session or
// with a key, nothing of the other's comes out and nothing of the other's changes. The routes are
// read from the tables that answer them, so a new one is in here from the start.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { OWN_ROUTES } from "../../../src/budget/routes.ts";
import { CONNECTION_ROUTES } from "../../../src/importer/connection/routes.ts";
import { DOOR_ROUTES } from "../../../src/importer/doors.ts";
import { IMPORT_ROUTES } from "../../../src/importer/imports/routes.ts";
import { ACCESS_ROUTES } from "../../../src/importer/keys/routes.ts";
import { must } from "../../../src/platform/assert.ts";
import { connectedPerson, ORIGIN, Tab } from "./tab.ts";
import { callsTo } from "../../importer-calls.ts";

/** Only the owner's data says it, in every place that one can write to. */
const MARK = "Zanzibar";

interface Asked {
  readonly method: string;
  readonly path: string;
}

const ROUTES: readonly Asked[] = [
  ...DOOR_ROUTES.filter(({ path }) => path.startsWith("/imports")),
  ...IMPORT_ROUTES,
  ...ACCESS_ROUTES,
  ...CONNECTION_ROUTES,
  ...OWN_ROUTES,
].map(({ method, path }) => ({ method, path: `/api${path}`.replaceAll(/\{(\w+)\}/g, ":$1") }));

let owner: { tab: Tab; connection: string };
let other: { tab: Tab; connection: string };
let importId = "";
let keys: { owner: string; other: string };

beforeAll(async () => {
  owner = await connectedPerson(`${MARK} household`);
  other = await connectedPerson("Quiet household");
  keys = { owner: "", other: "" };
  for (const [who, label] of [
    ["owner", `${MARK} script`],
    ["other", "a script"],
  ] as const) {
    const { tab } = who === "owner" ? owner : other;
    keys[who] = (
      await json<{ token: string }>(await tab.ask("POST", "/api/keys", JSON.stringify({ label })))
    ).token;
  }
  await owner.tab.submit("/accounts", { name: `${MARK} bank`, type: "cash", currency: "eur" });
  const file = `Date,Description,Amount\n2026-03-13,${MARK} market,-80.00\n2026-03-14,${MARK} salary,2500.00\n`;
  const uploaded = await owner.tab.ask("POST", `/api/imports?account=${MARK}%20bank`, file);
  importId = (await json<{ id: string }>(uploaded)).id;
  const importer = env.IMPORTER.getByName(owner.connection);
  for (
    let round = 0;
    round < 4_000 && (await callsTo(importer).get(importId))?.state !== "done";
    round += 1
  )
    await scheduler.wait(20);
  const rule = {
    name: MARK,
    criteria: { payee: { match: "contains", value: MARK } },
    actions: { payee: `${MARK} renamed` },
  };
  await owner.tab.ask("POST", "/api/rules", JSON.stringify(rule));
});

test("the routes are those of imports, keys, addresses, connections and the budget's own", () => {
  expect(ROUTES.length).toBeGreaterThan(40);
  for (const path of [
    "/api/imports/:id/document",
    "/api/keys/:id",
    "/api/addresses",
    "/api/connections/:id",
    "/api/rules",
  ]) {
    expect(
      ROUTES.map((route) => route.path),
      path,
    ).toContain(path);
  }
});

test("the owner is answered with their own, by session and by key", async () => {
  const seen = await snapshot();
  const byKey = await ask(keys.owner, { method: "GET", path: `/api/imports/${importId}/rows` });

  expect(seen["/api/imports"]).toContain(`${MARK} bank`);
  expect(seen["/api/connections"]).toContain(`${MARK} household`);
  expect(byKey.text).toContain(`${MARK} market`);
});

describe("nothing of the owner's comes out or changes", () => {
  test.each([
    [
      "to another person",
      async (asked: Asked) =>
        answerOf(await other.tab.ask(asked.method, asked.path, bodyOf(asked))),
    ],
    ["to an import key of another connection", (asked: Asked) => ask(keys.other, asked)],
    [
      "to nobody",
      async (asked: Asked) =>
        answerOf(await new Tab().ask(asked.method, asked.path, bodyOf(asked))),
    ],
    ["to a made-up key", (asked: Asked) => ask(`imp_${owner.connection}_${"a".repeat(52)}`, asked)],
    [
      "to a key of a made-up connection",
      (asked: Asked) => ask(`imp_${"a".repeat(26)}_${"a".repeat(52)}`, asked),
    ],
  ] as const)("%s", async (who, by) => {
    const before = await snapshot();

    for (const route of ROUTES) {
      const asked = { method: route.method, path: filled(route.path) };
      const { status, text } = await by(asked);
      const what = `${asked.method} ${asked.path} ${status}`;
      expect(text, what).not.toContain(MARK);
      expect(status, what).toBeLessThan(500);
      if (who !== "to another person" && who !== "to an import key of another connection")
        expect(status, what).toBe(401);
      if (asked.path.includes(importId) || asked.path.includes(owner.connection))
        expect([401, 403, 404], what).toContain(status);
    }

    expect(await snapshot()).toEqual(before);
  });

  test("to an import key of one's own, but the imports and the connection", async () => {
    const before = await snapshot();
    for (const route of ROUTES.filter(
      ({ path }) => !path.startsWith("/api/imports") && path !== "/api/key",
    )) {
      const asked = { method: route.method, path: filled(route.path) };
      const { status } = await ask(keys.owner, asked);
      const ownConnection = asked.method === "GET" && asked.path.startsWith("/api/connections");
      expect(status, `${asked.method} ${asked.path}`).toBe(ownConnection ? 200 : 403);
    }
    expect(await snapshot()).toEqual(before);
  });
});

test("a session that another site's page sends along changes nothing", async () => {
  const before = await snapshot();
  for (const route of ROUTES.filter(({ method }) => method !== "GET")) {
    const response = await owner.tab.ask(route.method, filled(route.path), "{}", {
      "sec-fetch-site": "cross-site",
    });
    expect(response.status, `${route.method} ${route.path}`).toBe(401);
    await response.text();
  }
  expect(await snapshot()).toEqual(before);
});

test("a key or a connection with a made-up name makes no object", async () => {
  const name = "b".repeat(26);
  await ask(`imp_${name}_${"a".repeat(52)}`, { method: "GET", path: "/api/imports" });
  await owner.tab.ask("DELETE", `/api/connections/${name}`);
  await owner.tab.submit("/connect", { connection: name });

  const tables = await runInDurableObject(env.IMPORTER.getByName(name), (_, state) => [
    ...state.storage.sql.exec("SELECT name FROM sqlite_master"),
  ]);
  expect(tables).toEqual([]);
});

/** What the owner has, as they see it themselves, without what a look changes. */
async function snapshot(): Promise<Record<string, string>> {
  const paths = [
    "/api/imports",
    `/api/imports/${importId}/rows`,
    "/api/keys",
    "/api/addresses",
    "/api/connections",
    "/api/rules",
    "/api/recurring",
    "/api/rates",
  ];
  const texts = await Promise.all(
    paths.map(async (path) =>
      (await (await owner.tab.ask("GET", path)).text()).replaceAll(
        /"last_used_at":("[^"]*"|null)/g,
        "",
      ),
    ),
  );
  return Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ""]));
}

/** A route's path with the owner's own names in it. */
function filled(path: string): string {
  return path
    .replace("/api/imports/:id", `/api/imports/${importId}`)
    .replace("/api/connections/:id", `/api/connections/${owner.connection}`)
    .replaceAll(/:\w+/g, "1");
}

function bodyOf({ method, path }: Asked): string | null {
  if (method === "GET") return null;
  return path.endsWith("/answers") ? JSON.stringify({ answers: {} }) : "{}";
}

async function ask(key: string, asked: Asked): Promise<{ status: number; text: string }> {
  const init = {
    method: asked.method,
    body: bodyOf(asked),
    headers: { authorization: `Bearer ${key}` },
  };
  return answerOf(await exports.default.fetch(new Request(`${ORIGIN}${asked.path}`, init)));
}

/** Of a stream of events, only the first. */
async function answerOf(response: Response): Promise<{ status: number; text: string }> {
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true)
    return { status: response.status, text: await response.text() };
  const reader = must(response.body, "events have a body").getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return { status: response.status, text: new TextDecoder().decode(value) };
}

async function json<T>(response: Response): Promise<T> {
  return response.json<T>();
}
