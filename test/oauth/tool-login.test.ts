// A tool in a terminal is let in: the code, the person's decision and the key, over the whole
// Worker.

import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { newCode, parseCode, printCode } from "../../src/oauth/tool-login/code.ts";
import { TOOL_LOGIN_LIFETIME_MS } from "../../src/platform/limits.ts";
import { Tab } from "../importer/connection/tab.ts";

interface Begun {
  readonly code: string;
  readonly credential: string;
  readonly address: string;
}

let addresses = 0;

afterEach(() => vi.restoreAllMocks());

async function ask(method: string, path: string, body?: object, token?: string): Promise<Response> {
  addresses += 1;
  const headers = new Headers({ "cf-connecting-ip": `2001:db8:77:${addresses.toString(16)}::1` });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  return exports.default.fetch(new Request(`http://localhost${path}`, init));
}

async function begin(tool = "tributary on laptop"): Promise<Begun> {
  const response = await ask("POST", "/api/tool-logins", { tool });
  expect(response.status).toBe(201);
  return response.json();
}

async function take(credential: string): Promise<{ status: number; token?: string }> {
  const response = await ask("POST", "/api/tool-logins/key", { credential });
  return { status: response.status, ...(await response.json<{ token?: string }>()) };
}

async function somebody(): Promise<{ tab: Tab; connection: string }> {
  const tab = new Tab();
  await tab.signUp();
  const { connections } = await (
    await tab.ask("GET", "/api/connections")
  ).json<{ connections: { id: string }[] }>();
  return { tab, connection: connections[0]?.id ?? "" };
}

const decide = (tab: Tab, code: string, fields: Record<string, string>) =>
  tab.submit("/tool/decide", { code, ...fields });

test("a tool that a person lets in gets one key, which sends files and reads transactions", async () => {
  const { tab } = await somebody();
  const begun = await begin();
  const early = await take(begun.credential);
  const question = await tab.submit("/tool", { code: begun.code.toLowerCase().replace("-", " ") });
  const said = await decide(tab, begun.code, { decision: "allow", reads: "true" });
  const first = await take(begun.credential);
  const second = await take(begun.credential);

  expect(begun.address).toBe("http://localhost/tool");
  expect(early.status).toBe(202);
  expect(question.text).toContain("Let “tributary on laptop” in?");
  expect(question.text).toContain("It asks from another network than yours");
  expect(said.text).toContain("The tool is signed in.");
  expect([first.status, second.status]).toEqual([200, 410]);
  expect(first.token).toMatch(/^imp_/);
  expect(said.text).not.toContain("imp_");
  expect((await ask("GET", "/api/export", undefined, first.token)).status).toBe(200);
  expect((await ask("GET", "/api/imports", undefined, first.token)).status).toBe(200);
  expect((await ask("GET", "/api/keys", undefined, first.token)).status).toBe(403);
});

test("a key without the right to read is refused the transactions, and revokes itself", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();
  await decide(tab, code, { decision: "allow" });
  const { token = "" } = await take(credential);

  const refused = await ask("GET", "/api/export", undefined, token);
  const own = await (await ask("GET", "/api/key", undefined, token)).json();
  const revoked = await ask("DELETE", "/api/key", undefined, token);

  expect(refused.status).toBe(403);
  expect(await refused.text()).toContain("may not read transactions");
  expect(own).toMatchObject({ key: { label: "tributary on laptop", reads: false } });
  expect(revoked.status).toBe(204);
  expect((await ask("GET", "/api/imports", undefined, token)).status).toBe(401);
});

test("the person of a developer's machine lets a tool in, and a budget that nobody connected none", async () => {
  const made = await env.IMPORTER.getByName("1").makeKey("laptop", false);
  const none = await env.IMPORTER.getByName("c".repeat(26)).makeKey("laptop", false);

  expect(made).toMatch(/^imp_1_/);
  expect(none).toBeNull();
});

test("a tool that a person denies gets no key, and the decision stays", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();

  await decide(tab, code, { decision: "deny" });
  const again = await decide(tab, code, { decision: "allow" });

  expect(again.status).toBe(404);
  expect((await take(credential)).status).toBe(403);
  expect((await take(credential)).status).toBe(410);
});

test("after ten minutes a code is unknown, also one that was allowed", async () => {
  const { tab } = await somebody();
  const waiting = await begin();
  const allowed = await begin();
  await decide(tab, allowed.code, { decision: "allow" });
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + TOOL_LOGIN_LIFETIME_MS);

  expect((await take(waiting.credential)).status).toBe(410);
  expect((await take(allowed.credential)).status).toBe(410);
  expect(await env.TOOL_LOGIN.getByName(letters(waiting.code)).asking()).toBeNull();
});

test("another tool's secret takes nothing, and does not use up the decision", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();
  await decide(tab, code, { decision: "allow" });
  const stranger = `login_${letters(code)}_${"a".repeat(52)}`;

  expect((await take(stranger)).status).toBe(410);
  expect((await take(credential)).status).toBe(200);
});

test("of two requests for the key at once one gets it", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();
  await decide(tab, code, { decision: "allow" });

  const answers = await Promise.all([take(credential), take(credential), take(credential)]);

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
});

test("nobody decides without signing in, and no other site decides for a person", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();

  const nobody = await new Tab().submit("/tool/decide", { code, decision: "allow" });
  const body = new URLSearchParams({ code, decision: "allow" });
  const crossSite = await tab.ask("POST", "/tool/decide", body, { "sec-fetch-site": "cross-site" });

  expect([nobody.status, crossSite.status]).toEqual([401, 403]);
  expect((await take(credential)).status).toBe(202);
});

test("a form of another budget than the current one lets nothing in", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();

  const refused = await tab.submit(`/tool/decide?connection=${"b".repeat(26)}`, {
    code,
    decision: "allow",
  });

  expect(refused.status).toBe(409);
  expect((await take(credential)).status).toBe(202);
});

test("a person who guesses codes is stopped after ten tries in a minute", async () => {
  const { tab } = await somebody();
  const statuses = [];
  for (let round = 0; round < 14; round += 1)
    statuses.push((await tab.submit("/tool", { code: newCode() })).status);

  expect(statuses.slice(0, 8)).toEqual(Array.from({ length: 8 }, () => 404));
  expect(statuses.slice(-2)).toEqual([429, 429]);
});

test("the object of a login keeps hashes and no key, and an unknown code stores nothing", async () => {
  const { tab } = await somebody();
  const { code, credential } = await begin();
  await decide(tab, code, { decision: "allow" });
  const kept = await stored(letters(code));
  await tab.submit("/tool", { code: "BBBB-BBBB" });

  expect(JSON.stringify(kept)).toContain("tributary on laptop");
  expect(JSON.stringify(kept)).not.toContain(credential.slice(-52));
  expect(JSON.stringify(kept)).not.toContain("imp_");
  expect(await stored("BBBBBBBB")).toEqual([]);
});

test.each([
  ["no body", undefined],
  ["an empty name", { tool: " " }],
  ["a name of two lines", { tool: "a\nb" }],
  ["a name that turns the text around", { tool: "a\u202eb" }],
  ["a name that is too long", { tool: "a".repeat(101) }],
])("a login is refused with %s", async (_, body) => {
  expect((await ask("POST", "/api/tool-logins", body)).status).toBe(400);
});

test("codes have eight consonants, and are read in any case with or without a dash", () => {
  for (let round = 0; round < 200; round += 1) {
    const code = newCode();
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/);
    expect(parseCode(` ${printCode(code).toLowerCase()} `)).toBe(code);
  }
  expect(parseCode("BCDFGHJ")).toBeNull();
  expect(parseCode("BCDFGHJA")).toBeNull();
  expect(parseCode("B".repeat(100))).toBeNull();
});

function letters(code: string): string {
  return parseCode(code) ?? "";
}

async function stored(code: string): Promise<unknown[]> {
  return runInDurableObject(env.TOOL_LOGIN.getByName(code), async (_, { storage }) => [
    ...storage.kv.list(),
  ]);
}
