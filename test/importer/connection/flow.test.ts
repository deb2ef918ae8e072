// Connecting a budget of the embedded service, over the whole Worker, as a browser without scripts sees it.

import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ATTEMPT_LIFETIME_MS, TOKEN_SESSION_LIFETIME_MS } from "../../../src/platform/limits.ts";
import { OWN_CLIENT_ID } from "../../../src/platform/credentials/own-client.ts";
import { must } from "../../../src/platform/assert.ts";
import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { http } from "../../../src/http/app.ts";
import { withinAMinute } from "../../clock.ts";
import { connectedPerson, ORIGIN, sessionOfTab, Tab } from "./tab.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a stranger who signs up", () => {
  test("is led by redirects alone to the import page of their own budget", async () => {
    const tab = new Tab();

    const page = await tab.signUp("Our household");

    expect(page.trail).toEqual([
      "POST /sign-up",
      "GET /overview",
      "GET /connect",
      "GET /oauth/authorize",
      "GET /connect/callback",
      "GET /overview",
    ]);
    expect(page.status).toBe(200);
    expect(page.text).toContain("<h1>Overview</h1>");
    const { connection, user } = await sessionOfTab(tab);
    const view = must(
      await env.IMPORTER.getByName(connection).connection(),
      "it was just connected",
    );
    expect(view).toMatchObject({
      owner: user,
      name: "Our household",
      kind: "oauth",
      state: "connected",
      currency: "eur",
    });
    expect(connection).toMatch(/^[a-z2-7]{26}$/);
  });

  test("imports a file at once, into that budget", async () => {
    const { tab } = await connectedPerson();

    await tab.submit("/accounts", { name: "Checking", type: "cash", currency: "eur" });
    const imported = await tab.ask(
      "POST",
      "/api/imports?account=Checking",
      "Date,Description,Amount\n2026-03-13,Market,-80.00\n2026-03-14,Salary,2500.00\n",
    );
    const { id } = await imported.json<{ id: string }>();
    const { connection } = await sessionOfTab(tab);
    const importer = env.IMPORTER.getByName(connection);
    for (
      let round = 0;
      round < 4_000 && (await callsTo(importer).get(id))?.state !== "done";
      round += 1
    )
      await scheduler.wait(20);

    expect(await callsTo(importer).get(id)).toMatchObject({
      state: "done",
      error: null,
      counts: { read: 2, inserted: 2 },
    });
  });

  test("sees the history of their balances, and a schedule writes into it", async () => {
    const { tab } = await connectedPerson();
    await tab.submit("/accounts", { name: "House", type: "real estate", currency: "eur" });
    const source = {
      type: "formula",
      rule: "straight_line",
      currency: "eur",
      from: "2025-01-01",
      cost: "1200",
      residual: "0",
      months: 12,
    };
    const made = await tab.ask(
      "POST",
      "/api/schedules",
      JSON.stringify({
        name: "Worth",
        cron: "0 6 1 * *",
        timezone: "UTC",
        source,
        target: { history: 1, month: "2025-06" },
      }),
      { "content-type": "application/json" },
    );
    const { id } = await made.json<{ id: string }>();
    await tab.ask("POST", `/api/schedules/${id}/run`);
    const state = async () =>
      (
        await (
          await tab.ask("GET", `/api/schedules/${id}`)
        ).json<{ last_run: { state: string; outcome: string | null } | null }>()
      ).last_run;
    for (
      let round = 0;
      round < 4_000 && ((await state())?.state ?? "waiting") === "waiting";
      round += 1
    )
      await scheduler.wait(20);

    expect([made.status, await state()]).toMatchObject([
      201,
      { state: "done", outcome: expect.stringContaining("at the end of 2025-06 was set to") },
    ]);
    const overview = await tab.open("/overview?months=24");
    expect(overview.text).not.toContain("lacks the scope");
    expect(overview.text).not.toContain("could not be read");
  });

  test("leaves no cookie of the attempt behind, and no page of the flow can be kept", async () => {
    const tab = new Tab();
    await tab.signUp();

    expect([...tab.cookies.keys()].filter((name) => name.startsWith("tributary_try_"))).toEqual([]);
    for (const path of ["/connect", "/connections", "/connect/callback?code=x&state=y"]) {
      expect((await tab.ask("GET", path)).headers.get("cache-control"), path).toBe("no-store");
    }
  });
});

describe("the way back from the authorization server", () => {
  test("works once: a second time, and without its cookie, it is a plain page and nothing is exchanged", async () => {
    const { tab, location } = await onTheWayBack();
    const without = new Tab(
      [...tab.cookies]
        .filter(([name]) => name === "tributary_session")
        .reduce((all, [name, value]) => all.set(name, value), new Map<string, string>()),
    );

    const foreign = await without.open(location);
    const cookies = new Map(tab.cookies);
    const first = await tab.open(location);
    const replayed = await new Tab(cookies).open(location);

    expect([foreign.status, foreign.text.includes("This authorization cannot be used")]).toEqual([
      400,
      true,
    ]);
    expect(first.path).toBe("/");
    expect(replayed.status).toBe(400);
    expect(replayed.text).toContain("Nothing was changed.");
  });

  test("with another state, or none, is refused", async () => {
    const { tab, location } = await onTheWayBack();
    const state = must(
      new URL(location, ORIGIN).searchParams.get("state"),
      "the answer has its state",
    );

    const other = await tab.open(
      location.replace(state, `${state.slice(0, 12)}${"A".repeat(state.length - 12)}`),
    );
    const none = await tab.open(location.replace(`state=${state}`, "state="));

    expect([other.status, none.status]).toEqual([400, 400]);
    expect(await connections(tab)).toEqual([]);
  });

  test("as another session than the one that left is refused", async () => {
    const { tab, location } = await onTheWayBack();
    const other = new Tab();
    await other.signUp();
    const mixed = new Tab(new Map([...tab.cookies, ...other.cookies]));

    const page = await mixed.open(location);

    expect(page.status).toBe(400);
    expect(await connections(tab)).toEqual([]);
  });

  test("after ten minutes is refused", async () => {
    const { tab, location } = await onTheWayBack();
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + ATTEMPT_LIFETIME_MS);

    const page = await tab.open(location);

    expect(page.status).toBe(400);
  });

  test("from two tabs of one browser at once works in both", async () => {
    const tab = await waiting();
    const [one, two] = [await departed(tab), await departed(tab)];

    const pages = [await tab.open(one), await tab.open(two)];

    expect(pages.map(({ status, path }) => [status, path])).toEqual([
      [200, "/"],
      [200, "/"],
    ]);
    expect(await connections(tab)).toHaveLength(1);
  });

  test("of attempts without end is remembered for the last eight: a browser is not filled with cookies", async () => {
    const tab = await waiting();
    const first = await departed(tab);
    const locations: string[] = [];
    for (let count = 0; count < 8; count += 1) locations.push(await departed(tab));
    const kept = [...tab.cookies.keys()].filter((name) => name.startsWith("tributary_try_"));

    expect(kept).toHaveLength(8);
    expect((await tab.open(first)).status).toBe(400);
    expect((await tab.open(must(locations.at(-1), "the last one"))).status).toBe(200);
  });

  test("that says no is a plain page with a way back, and nothing is changed", async () => {
    const tab = await waiting();
    const location = await departed(tab);
    const back = new URL(location, ORIGIN);
    back.searchParams.delete("code");
    back.searchParams.set("error", "access_denied");

    const page = await tab.open(back.pathname + back.search);

    expect(page.status).toBe(200);
    expect(page.text).toContain("You did not authorize Tributary. Nothing was changed.");
    expect(page.text).toContain('action="/connect"');
    expect(await connections(tab)).toEqual([]);
    expect((await tab.submit("/connect", { next: "/" })).path).toBe("/");
  });

  test("with a code that is not one, another issuer, or an error is a plain page each", async () => {
    const expected: [Record<string, string | null>, number, string][] = [
      [{ code: "code_1_made-up" }, 502, "no longer accepts the authorization that it just gave"],
      [{ iss: "https://elsewhere.example" }, 400, "The answer did not come from localhost"],
      [{ iss: null }, 400, "The answer did not come from localhost"],
      [{ code: null, error: "server_error" }, 502, "server_error"],
      [{ code: null, error: "<script>" }, 502, "unknown error"],
      [{ code: null }, 400, "neither an authorization nor a refusal"],
    ];
    for (const [changes, status, words] of expected) {
      const tab = await waiting();
      const back = new URL(await departed(tab), ORIGIN);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) back.searchParams.delete(name);
        else back.searchParams.set(name, value);
      }
      const page = await tab.open(back.pathname + back.search);

      expect([page.status, page.text.includes(words)], JSON.stringify(changes)).toEqual([
        status,
        true,
      ]);
      expect(await connections(tab)).toEqual([]);
    }
  });
});

test("at another address than the deployment's own nobody is sent away: the page says where to connect", async () => {
  const tab = await waiting();
  const request = new Request(`${ORIGIN}/connect`, {
    headers: {
      cookie: `tributary_session=${tab.cookies.get("tributary_session")}`,
      "cf-connecting-ip": "2001:db8:2::1",
    },
    redirect: "manual",
  });

  const response = await http.fetch(
    request,
    { ...env, OAUTH_ISSUER_SELF: "https://budget.example.com" },
    createExecutionContext(),
  );

  expect(response.status).toBe(409);
  expect(await response.text()).toContain("open https://budget.example.com");
  expect(response.headers.get("set-cookie")).toBeNull();
});

describe("nobody is sent in circles", () => {
  test("without a budget account the portal is where the way ends", async () => {
    const tab = await waiting();
    const { user } = await firstAccount(tab);
    await forgetAccounts(user);

    const page = await tab.open("/");

    expect(page.path).toBe("/portal");
  });

  test("whoever disconnected is shown the connections, and is not connected again without asking for it", async () => {
    const { tab, connection } = await connectedPerson();

    const confirm = await tab.open(`/connections/${connection}/disconnect`);
    const done = await tab.submit(`/connections/${connection}/disconnect`);
    const home = await tab.open("/imports");

    expect(confirm.text).toContain("Imported transactions stay in the budget.");
    expect(done.path).toBe("/connections");
    expect(home.trail).toEqual(["GET /imports", "GET /connect", "GET /connections"]);
    expect(home.text).toContain("<li>Household</li>");
    expect(await env.IMPORTER.getByName(connection).connection()).toBeNull();
  });

  test("whoever connected again in one tab while another disconnected is connected", async () => {
    const { tab, connection, user } = await connectedPerson();
    const person = env.USER.getByName(user);
    const seen = must((await person.connections())[0], "it is recorded");

    // The other tab's Importer had given it up before, its record is ended after.
    await person.endConnection(seen);
    const page = await tab.open("/imports");

    expect([page.path, page.status]).toEqual(["/imports", 200]);
    expect((await sessionOfTab(tab)).connection).toBe(connection);
  });

  test("a page that was asked for is where the way ends", async () => {
    const tab = await waiting();

    const page = await tab.open("/imports?page=1");

    expect([page.path, page.status]).toEqual(["/imports?page=1", 200]);
  });
});

test("connecting the same budget again finds the same imports; keys from before are gone", async () => {
  const { tab, connection } = await connectedPerson();
  await tab.ask(
    "POST",
    "/api/imports?account=none&preview=true",
    "Date,Description,Amount\n2026-03-13,Market,-80.00\n",
  );
  const imports = async () =>
    (await (await tab.ask("GET", "/api/imports")).json<{ imports: unknown[] }>()).imports.length;
  await tab.submit("/accounts", { name: "Checking", type: "cash", currency: "eur" });
  await tab.ask(
    "POST",
    "/api/imports?account=Checking&preview=true",
    "Date,Description,Amount\n2026-03-13,Market,-80.00\n2026-03-14,Salary,2500.00\n",
  );
  const before = await imports();
  const key = await (
    await tab.ask("POST", "/api/keys", JSON.stringify({ label: "a script" }))
  ).json<{ token: string }>();
  const { account } = await firstAccount(tab);

  await tab.submit(`/connections/${connection}/disconnect`);
  const again = await tab.submit("/connect", { account: String(account), next: "/connections" });

  expect(again.path).toBe("/connections");
  expect((await sessionOfTab(tab)).connection).toBe(connection);
  expect([before, await imports()]).toEqual([1, 1]);
  const response = await exports.default.fetch(
    new Request(`${ORIGIN}/api/imports`, { headers: { authorization: `Bearer ${key.token}` } }),
  );
  expect(response.status).toBe(401);
});

describe("a pasted developer token", () => {
  test("of one's own budget takes the place of what was there", async () => {
    const { tab, connection, user } = await connectedPerson();
    const { account, userId } = await firstAccount(tab);
    const token = await tokenOf(account, userId);

    const page = await tab.submit("/connections", { token, next: "/connections" });

    expect(page.path).toBe("/connections");
    expect(await env.IMPORTER.getByName(connection).connection()).toMatchObject({
      kind: "token",
      owner: user,
      state: "connected",
    });
    expect(JSON.stringify(await connections(tab))).not.toContain(token);
  });

  test("of somebody else, of nobody, or malformed changes nothing", async () => {
    const { tab, connection } = await connectedPerson();
    const other = await connectedPerson("Theirs");
    const theirs = await firstAccount(other.tab);
    const tokens = [
      await tokenOf(theirs.account, theirs.userId),
      `dev_${theirs.account}_${"a".repeat(52)}`,
      "not a token",
    ];

    const pages = await Promise.all(tokens.map((token) => tab.submit("/connections", { token })));

    expect(pages.map(({ status }) => status)).toEqual([409, 400, 400]);
    expect(pages[0]?.text).toContain("is signed in here");
    expect(await env.IMPORTER.getByName(connection).connection()).toMatchObject({
      kind: "oauth",
      state: "connected",
    });
    expect(await env.IMPORTER.getByName(other.connection).connection()).toMatchObject({
      kind: "oauth",
      owner: other.user,
    });
    expect(await connections(tab)).toHaveLength(1);
  });

  test("is tried at most ten times a minute from one network, by the interface too", async () => {
    const { tab } = await connectedPerson();
    const statuses = await withinAMinute(async () => {
      const another = new Tab(tab.cookies);
      const found: number[] = [];
      for (let count = 0; count < 11; count += 1)
        found.push(
          (await another.ask("POST", "/api/connections", JSON.stringify({ token: "not-a-token" })))
            .status,
        );
      return found;
    });

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 422), 429]);
  });

  test("lets nobody sign in to the embedded service", async () => {
    const other = await connectedPerson("Theirs");
    const { account, userId } = await firstAccount(other.tab);
    const stranger = new Tab();

    const page = await stranger.submit("/connections", { token: await tokenOf(account, userId) });

    expect(page.status).toBe(401);
    expect(stranger.cookies.size).toBe(0);
    expect(TOKEN_SESSION_LIFETIME_MS).toBe(86_400_000);
  });
});

describe("a connection that is somebody else's", () => {
  test("is not shown to whoever only has it recorded, and they cannot end it or work with it", async () => {
    const { connection, user } = await connectedPerson("Theirs");
    const other = await connectedPerson("Mine");
    await env.USER.getByName(other.user).beginConnection(
      { id: connection, service: "embedded", userId: 99, accountId: 99, name: "Theirs" },
      null,
    );

    const listed = await connections(other.tab);
    const page = await other.tab.open("/connections");
    const answers = [
      (await other.tab.ask("GET", `/api/connections/${connection}`)).status,
      (await other.tab.ask("DELETE", `/api/connections/${connection}`)).status,
      (await other.tab.submit(`/connections/${connection}/disconnect`)).status,
      (await other.tab.submit(`/connections/${connection}/retry`)).status,
      (await other.tab.submit("/connections/current", { connection })).status,
    ];

    expect(JSON.stringify(listed)).not.toContain("Theirs");
    expect(page.text).not.toContain("Theirs");
    expect(answers.slice(1)).not.toContain(200);
    expect(answers[0]).toBe(404);
    expect(await env.IMPORTER.getByName(connection).connection()).toMatchObject({
      owner: user,
      state: "connected",
    });
  });
});

test("a person who is deleted while they connect leaves no connection behind that nobody sees", async () => {
  const { tab, connection } = await connectedPerson();
  await tab.submit(`/connections/${connection}/disconnect`);
  const { account, userId } = await firstAccount(tab);
  const token = await tokenOf(account, userId);
  const settle = vi.fn(async () => false);
  const getByName = env.USER.getByName.bind(env.USER);
  const deletedMeanwhile = (name: string) =>
    new Proxy(getByName(name), {
      get: (target, member) =>
        member === "settleConnection" ? settle : Reflect.get(target, member),
    });
  vi.spyOn(env.USER, "getByName").mockImplementation(deletedMeanwhile);

  const page = await tab.submit("/connections", { token });

  expect(settle).toHaveBeenCalled();
  expect(page.status).toBe(409);
  expect(await env.IMPORTER.getByName(connection).connection()).toBeNull();
});

describe("several budgets of one person", () => {
  test("are connected each, and the pages work for the one chosen", async () => {
    const { tab, connection: first, user } = await connectedPerson("Household");
    const made = await env.USER.getByName(user).makeAccount("Business", "usd");
    const account = made.ok ? made.value.accountId : 0;

    const page = await tab.submit("/connect", { account: String(account), next: "/connections" });
    const { connection: second } = await sessionOfTab(tab);
    await tab.submit("/accounts", { name: "Office", type: "cash", currency: "usd" });
    const chosen = await tab.submit("/connections/current", { connection: first });
    const home = await tab.open("/");

    expect(page.path).toBe("/connections");
    expect(second).not.toBe(first);
    expect(chosen.status).toBe(200);
    expect((await sessionOfTab(tab)).connection).toBe(first);
    expect(home.text).toContain('<option value="' + first + '" selected="">Household</option>');
    expect(home.text).not.toContain("Office");
    await tab.submit("/connections/current", { connection: second });
    expect((await tab.open("/")).text).toContain("Office");
  });

  test("the choice is the session's: another browser works with another budget", async () => {
    const { tab, connection, user } = await connectedPerson();
    const made = await env.USER.getByName(user).makeAccount("Business", "usd");
    await tab.submit("/connect", { account: String(made.ok ? made.value.accountId : 0) });
    const second = (await sessionOfTab(tab)).connection;
    const text = await env.USER.getByName(user).startSession({
      agent: "",
      connection,
      lifetimeMs: 60_000,
    });
    const other = new Tab(new Map([["tributary_session", text]]));

    expect((await sessionOfTab(other)).connection).toBe(connection);
    expect((await sessionOfTab(tab)).connection).toBe(second);
  });

  test("a form acts on the budget that it was shown for, or on none: another tab may have gone on", async () => {
    const { tab, connection: first, user } = await connectedPerson("Household");
    await tab.submit("/keys", { label: "a script of the household" });
    const shown = {
      upload: await tab.open("/"),
      keys: await tab.open("/keys"),
      recurring: await tab.open("/recurring"),
      rates: await tab.open("/rates"),
    };
    const made = await env.USER.getByName(user).makeAccount("Business", "usd");
    await tab.submit("/connect", { account: String(made.ok ? made.value.accountId : 0) });
    const second = (await sessionOfTab(tab)).connection;
    await tab.submit("/keys", { label: "a script of the business" });

    const targets = Object.values(shown).flatMap(({ text }) =>
      [...text.matchAll(/ action="(\/(?:imports|accounts|keys|recurring|rates)[^"]*)"/g)].map(
        ([, target = ""]) => target,
      ),
    );
    const late = await Promise.all(
      targets.map(async (target) => [
        target,
        (await tab.submit(target.replace(/#.*/, ""), { label: "late" })).status,
      ]),
    );
    const upload = await tab.ask(
      "POST",
      `/api/imports?preview=true&connection=${first}`,
      "Date,Description,Amount\n2026-03-13,Market,-80.00\n",
    );
    const keys = await Promise.all(
      [first, second].map(async (id) =>
        (await callsTo(env.IMPORTER.getByName(id)).listKeys()).map(({ label }) => label),
      ),
    );

    expect(new Set(targets.map((target) => target.replace(/\?.*/, "")))).toEqual(
      new Set([
        "/imports",
        "/accounts",
        "/keys",
        "/keys/1/revoke",
        "/recurring",
        "/rates/file",
        "/rates",
      ]),
    );
    expect(late).toEqual(targets.map((target) => [target, 409]));
    expect([upload.status, await upload.text()]).toEqual([
      409,
      expect.stringContaining("another budget"),
    ]);
    expect(keys).toEqual([["a script of the household"], ["a script of the business"]]);
    expect((await tab.submit("/keys?connection=" + second, { label: "in time" })).status).toBe(200);
  });

  test("which of them is asked where none is named", async () => {
    const tab = await waiting();
    const { user } = await firstAccount(tab);
    await env.USER.getByName(user).makeAccount("Business", "usd");

    const page = await tab.open("/");

    expect(page.path).toMatch(/^\/oauth\/authorize\?/);
    expect(page.text).toContain("Business");
  });
});

test("whoever is removed from a shared budget reaches its own resources no more, and is told to authorize again", async () => {
  const owner = await connectedPerson("Shared");
  const { account, userId } = await firstAccount(owner.tab);
  const guest = await connectedPerson("Guest's own");
  const budget = env.BUDGET.getByName(String(account));
  const invite = await budget.invite(userId);
  await guest.tab.submit("/join", { invite: invite.ok ? invite.value : "" });
  await guest.tab.submit("/connect", { account: String(account), next: "/connections" });
  const shared = await sessionOfTab(guest.tab);
  const rules = async () => (await guest.tab.ask("GET", "/api/rules")).status;
  const before = await rules();

  await budget.removeMember(userId, (await firstAccount(guest.tab)).userId);

  expect(shared.connection).not.toBe(owner.connection);
  expect([before, await rules()]).toEqual([200, 403]);
  await guest.tab.open("/");
  expect((await guest.tab.open("/imports")).text).toContain("needs to be authorized again");
  expect(await env.IMPORTER.getByName(owner.connection).connection()).toMatchObject({
    state: "connected",
  });
});

describe("authorize again", () => {
  test("is a banner on every page of the connection, and one button mends it", async () => {
    const { tab, connection } = await connectedPerson();
    await endGrants(tab);
    await tab.open("/");

    const pages = await Promise.all(
      ["/", "/imports", "/connections", "/keys"].map((path) => tab.open(path)),
    );
    const mended = await tab.submit("/connect", { connection, next: "/imports" });

    for (const page of pages)
      expect(page.text, page.path).toContain("needs to be authorized again");
    expect(mended.trail.slice(0, 3)).toEqual([
      "POST /connect",
      "GET /oauth/authorize",
      "GET /connect/callback",
    ]);
    expect(mended.path).toBe("/imports");
    expect(mended.text).not.toContain("needs to be authorized again");
    expect(await env.IMPORTER.getByName(connection).connection()).toMatchObject({
      state: "connected",
      problem: null,
    });
  });

  test("with another budget is noticed: the new tokens are given back and nothing else changes", async () => {
    const { tab, connection, user } = await connectedPerson();
    const made = await env.USER.getByName(user).makeAccount("Business", "usd");
    const account = made.ok ? made.value.accountId : 0;

    const page = await tab.submit("/connect", { connection, account: String(account) });

    expect(page.status).toBe(409);
    expect(page.text).toContain("You chose “Business”");
    expect(await connections(tab)).toHaveLength(1);
    const userId = (await firstAccount(tab)).userId;
    expect(await env.BUDGET.getByName(String(account)).listGrants(userId)).toEqual([]);
  });
});

/** Somebody who has signed up, and whom no redirect has led on yet. */
async function waiting(): Promise<Tab> {
  const tab = new Tab();
  tab.elsewhere = (url) => (url.pathname === "/overview" ? new Response("not followed") : null);
  await tab.signUp();
  tab.elsewhere = () => null;
  return tab;
}

/** Begins an authorization, and gives the address that the authorization server sends the browser back to. */
async function departed(tab: Tab): Promise<string> {
  const left = await tab.ask("POST", "/connect", new URLSearchParams({ next: "/" }));
  const asked = must(left.headers.get("location"), "connecting leads to the authorization server");
  expect(new URL(asked).searchParams.get("client_id")).toBe(OWN_CLIENT_ID);
  const answered = await tab.ask("GET", asked);
  return must(answered.headers.get("location"), "the server sends the browser back");
}

async function onTheWayBack(): Promise<{ tab: Tab; location: string }> {
  const tab = await waiting();
  return { tab, location: await departed(tab) };
}

async function connections(tab: Tab): Promise<unknown[]> {
  const response = await tab.ask("GET", "/api/connections");
  return (await response.json<{ connections: unknown[] }>()).connections;
}

async function firstAccount(tab: Tab): Promise<{ user: string; userId: number; account: number }> {
  const [, user = "", secret = ""] = (tab.cookies.get("tributary_session") ?? "").split("_");
  const facts = must(await env.USER.getByName(user).session(secret), "the tab is signed in");
  const [account] = await env.USER.getByName(user).accounts();
  return { user, userId: facts.userId, account: account?.accountId ?? 0 };
}

async function tokenOf(account: number, userId: number): Promise<string> {
  const issued = await env.BUDGET.getByName(String(account)).issueMemberToken(userId, "pasted");
  return issued.ok ? issued.value : "refused";
}

async function forgetAccounts(user: string): Promise<void> {
  await runInDurableObject(env.USER.getByName(user), (_, state) => {
    state.storage.sql.exec("DELETE FROM memberships");
  });
}

async function endGrants(tab: Tab): Promise<void> {
  const { userId, account } = await firstAccount(tab);
  const budget = env.BUDGET.getByName(String(account));
  for (const { id } of await budget.listGrants(userId)) await budget.endGrant(userId, id);
}
