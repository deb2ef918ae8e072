// A deployment that works with somebody else's service: nothing of the service is here, people sign in by showing a
// developer token of theirs, and have an object of their own.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { TOKEN_SESSION_LIFETIME_MS } from "../../src/platform/limits.ts";
import { must } from "../../src/platform/assert.ts";
import { nameRemoteUser } from "../../src/platform/credentials/remote-user.ts";
import { withinAMinute } from "../clock.ts";
import { ORIGIN, Tab } from "../importer/connection/tab.ts";
import { call, fail, fake } from "./driver.ts";
import { reset } from "../reset.ts";

// Person 7, account 41 of the fake service (fake-budget.ts).
const DEVELOPER_TOKEN = "planted-remote-token";
const SERVICE_ORIGIN = new URL(must(env.BUDGET_API_URL, "this project has a remote service"))
  .origin;

beforeEach(async () => {
  await fake("/reset");
});

afterEach(() => reset());

describe("a deployment with a remote service", () => {
  test("answers nothing of the service's own, and says so", async () => {
    const tab = new Tab();
    for (const path of [
      "/v2/me",
      "/v1/me",
      "/mock/v2/me",
      "/oauth/authorize",
      "/oauth/token",
      "/oauth/revoke",
      "/.well-known/oauth-authorization-server",
      "/sign-up",
      "/portal",
      "/portal/tokens",
      "/join?invite=x",
      "/docs",
      "/accounts/new/simplefin",
    ]) {
      const response = await tab.ask("GET", path);
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.text(), path).toMatch(
        /no budgeting service of its own|This page does not exist here/,
      );
    }
  });

  test("has the budget's own resources in the service itself", async () => {
    const response = await call("/api/rules");

    expect(response.status).toBe(404);
    expect(await response.text()).toContain("managed in the remote service itself");
  });

  test("offers a token to sign in with, and no password", async () => {
    const page = await new Tab().open("/sign-in");

    expect(page.text).toContain('name="token"');
    expect(page.text).not.toContain('autocomplete="current-password"');
    expect(page.text).not.toContain("/sign-up");
    expect(page.text).not.toContain('href="/docs"');
  });
});

describe("connecting at the service", () => {
  test("signs its person in and shows the page that they wanted, with a new object of their own", async () => {
    const tab = visitor((back) => back.set("code", "good-code"));

    const page = await tab.submit("/connect", { next: "/imports" });
    const text = await (await tab.ask("GET", "/api/connections")).text();

    expect(page.trail).toEqual([
      "POST /connect",
      "GET /oauth/authorize",
      "GET /connect/callback",
      "GET /imports",
    ]);
    expect(page.status).toBe(200);
    expect(tab.cookies.get("tributary_session")).toMatch(/^ses_[0-9a-f]{32}_/);
    expect(JSON.parse(text)).toMatchObject({
      connections: [{ name: "Household", kind: "oauth", state: "connected", user: { id: 7 } }],
    });
    expect(text).not.toContain("planted");
  });

  test("is asked for with PKCE, and the page's policy lets the form lead there", async () => {
    const tab = new Tab();

    const page = await tab.ask("GET", "/sign-in");
    const left = await tab.ask("POST", "/connect", new URLSearchParams({ next: "/" }));
    const asked = new URL(must(left.headers.get("location"), "the browser is sent to the service"));

    expect(page.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${SERVICE_ORIGIN}`,
    );
    expect([left.status, asked.origin, asked.pathname]).toEqual([
      303,
      SERVICE_ORIGIN,
      "/oauth/authorize",
    ]);
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      client_id: "tributary-test",
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${ORIGIN}/connect/callback`,
    });
  });

  test("refused by the person, is a plain page that leads back to signing in, and signs nobody in", async () => {
    const tab = visitor((back) => back.set("error", "access_denied"));

    const page = await tab.submit("/connect");

    expect(page.status).toBe(200);
    expect(page.text).toContain("You did not authorize Tributary. Nothing was changed.");
    expect(page.text).toContain('href="/sign-in"');
    expect(tab.cookies.size).toBe(0);
  });

  test("by somebody else than who is signed in is noticed: the tokens are revoked, and nothing else changes", async () => {
    const tab = visitor((back) => back.set("code", "good-code"));
    tab.cookies.set("tributary_session", await benSession());

    const page = await tab.submit("/connect");

    expect(page.status).toBe(409);
    expect(page.text).toContain("Ada Example gave the authorization");
    expect(page.text).toContain("Ben is signed in here");
    expect((await fake("/look")).revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    expect(await (await tab.ask("GET", "/api/connections")).json()).toEqual({ connections: [] });
  });

  test("is undone where the service does not say whose budget it is", async () => {
    const tab = visitor((back) => back.set("code", "good-code"));
    await fake("/faults", [{ on: "GET", status: 503 }]);

    const page = await tab.submit("/connect");

    expect(page.status).toBe(502);
    expect(page.text).toContain("could not be reached");
    expect((await fake("/look")).revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    expect(tab.cookies.size).toBe(0);
  });
});

describe("a pasted developer token", () => {
  test("signs its person in for a day, connects their budget, and leaves no trace in what is shown", async () => {
    const tab = new Tab();
    const response = await tab.ask(
      "POST",
      "/connections",
      new URLSearchParams({ token: DEVELOPER_TOKEN, next: "/imports" }),
    );
    const cookie = must(response.headers.getSetCookie()[0], "a session was started");
    const list = await tab.ask("GET", "/api/connections");
    const text = await list.text();

    expect([response.status, response.headers.get("location")]).toEqual([303, "/imports"]);
    expect(cookie).toContain(`Max-Age=${TOKEN_SESSION_LIFETIME_MS / 1000};`);
    expect(JSON.parse(text)).toMatchObject({
      connections: [
        {
          name: "Household",
          kind: "token",
          state: "connected",
          account_id: 41,
          user: { id: 7, email: "ada@example.com" },
        },
      ],
    });
    expect(text + (await tab.open("/connections")).text).not.toContain(DEVELOPER_TOKEN);
  });

  test("opens every page, whatever the service lacks: that is said there", async () => {
    const tab = new Tab();
    await tab.submit("/connections", { token: DEVELOPER_TOKEN });

    const opened = await Promise.all(
      [
        "/overview",
        "/schedules",
        "/schedules/new?type=simplefin",
        "/webhooks",
        "/inbox",
        "/imports",
        "/layouts",
        "/connections",
      ].map(async (path) => [path, await tab.open(path)] as const),
    );

    expect(opened.map(([path, { status }]) => [path, status])).toEqual(
      opened.map(([path]) => [path, 200]),
    );
    expect(new Map(opened).get("/schedules/new?type=simplefin")?.text).toContain(
      "The crypto holdings could not be read: unexpected GET",
    );
    const overview = new Map(opened).get("/overview")?.text ?? "";
    // Its accounts have neither type nor balance; of the others it knows nothing.
    expect(overview).toContain(
      "The manual accounts could not be read: The budgeting service sent an answer that Tributary cannot read: manual_accounts.0.type",
    );
    for (const what of [
      "The linked accounts",
      "The crypto holdings",
      "The synced crypto accounts",
      "The balance history",
    ])
      expect(overview, what).toContain(`${what} could not be read: unexpected GET`);
  });

  test.each(["<html>", "", "[]", '{"primary_currency":5}'])(
    "opens its overview where the service answers %j to everything from then on, and says so",
    async (body) => {
      const tab = new Tab();
      await tab.submit("/connections", { token: DEVELOPER_TOKEN });
      await fail(...Array.from({ length: 20 }, () => ({ on: "GET" as const, status: 200, body })));

      const pages = await Promise.all(["/overview", "/schedules"].map((path) => tab.open(path)));

      expect(pages.map(({ status }) => status)).toEqual([200, 200]);
      expect(pages[0]?.text).toContain(
        "The budgeting service sent an answer that Tributary cannot read",
      );
    },
  );

  test("opens pages that work for that budget, and an account page without a password", async () => {
    const tab = new Tab();

    const home = await tab.submit("/connections", { token: DEVELOPER_TOKEN });
    const account = await tab.open("/account");

    expect([home.path, home.status]).toEqual(["/overview", 200]);
    expect((await tab.open("/")).text).toContain("Checking");
    expect(
      (await fake("/look")).log.some(
        ({ authorization }) => authorization === `Bearer ${DEVELOPER_TOKEN}`,
      ),
    ).toBe(true);
    expect(account.text).toContain("ada@example.com");
    expect(account.text).not.toContain('autocomplete="current-password"');
    expect(account.text).not.toContain('href="/portal"');
  });

  test("that the service does not take signs nobody in", async () => {
    await fake("/faults", [{ on: "GET", status: 401 }]);
    const tab = new Tab();

    const page = await tab.submit("/connections", { token: "nobody-has-this" });

    expect(page.status).toBe(400);
    expect(page.text).toContain("does not accept this token");
    expect(tab.cookies.size).toBe(0);
  });

  test("is tried at most ten times a minute from one network", async () => {
    const statuses = await withinAMinute(async () => {
      const tab = new Tab();
      const found: number[] = [];
      for (let count = 0; count < 11; count += 1)
        found.push(
          (await tab.ask("POST", "/connections", new URLSearchParams({ token: "not a token" })))
            .status,
        );
      return found;
    });

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
  });

  test("of one person does nothing in the session of another", async () => {
    const ada = new Tab();
    await ada.submit("/connections", { token: DEVELOPER_TOKEN });
    const ben = new Tab(new Map([["tributary_session", await benSession()]]));

    const page = await ben.submit("/connections", { token: DEVELOPER_TOKEN });

    expect(page.status).toBe(409);
    expect(page.text).toContain("Ada Example gave the authorization");
    expect(page.text).toContain("Ben is signed in here");
    expect(await (await ben.ask("GET", "/api/connections")).json()).toEqual({ connections: [] });
    expect(new URL(page.path, ORIGIN).pathname).toBe("/connections");
  });
});

describe("a session from before", () => {
  test("of a person of the service that the deployment worked with then is over", async () => {
    const tab = new Tab(
      new Map([["tributary_session", await benSession("https://before.example.com/v2")]]),
    );

    expect((await tab.open("/connections")).status).toBe(401);
    expect((await tab.ask("GET", "/api/connections")).status).toBe(401);
  });

  test("begun with a password cannot be had again: the page says why", async () => {
    const page = await new Tab().submit("/sign-in", {
      email: "ada@example.com",
      password: "a long enough password",
    });

    expect(page.status).toBe(401);
    expect(page.text).toContain("this server has no budgeting service of its own");
  });
});

/** A tab whose person answers at the service as told. */
function visitor(answer: (back: URLSearchParams) => void): Tab {
  const tab = new Tab();
  tab.elsewhere = (url) => {
    if (url.origin !== SERVICE_ORIGIN) return null;
    const back = new URL(must(url.searchParams.get("redirect_uri"), "an address to go back to"));
    back.searchParams.set("state", url.searchParams.get("state") ?? "");
    back.searchParams.set("iss", SERVICE_ORIGIN);
    answer(back.searchParams);
    return new Response(null, { status: 303, headers: { location: back.href } });
  };
  return tab;
}

/** A session of another person of the service, or of the same number at another one, who is connected to nothing. */
async function benSession(
  service = must(env.BUDGET_API_URL, "this project has a remote service"),
): Promise<string> {
  const user = env.USER.getByName(await nameRemoteUser(service, 8));
  const wanted = { id: "c".repeat(26), service, userId: 8, accountId: 9, name: "Theirs" };
  await user.beginConnection(wanted, {
    person: { id: 8, name: "Ben", email: "ben@example.com" },
    othersConnected: false,
  });
  return user.startSession({ agent: "", connection: wanted.id, lifetimeMs: 60_000 });
}
