// The frame around the pages: what the navigation lists for whom, the bar of a phone, and the page
// for an address that nothing answers.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { Session } from "../../../src/oauth/sign-in/session.ts";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { fakeApi, LOCAL_SESSION } from "../fake-api.ts";

const UNCONNECTED: Session = { ...LOCAL_SESSION, connection: null, connections: [] };

describe("the navigation", () => {
  test("the navigation has the money first, then what flows in, then the settings", async () => {
    const { html } = await open("/imports");

    expect(linksIn(html, "Pages")).toEqual([
      "/overview Overview",
      "/transactions Transactions",
      "/review Review",
      "/budget Budget",
      "/accounts Accounts",
      "/recurring Recurring",
      "/ Import",
      "/inbox Inbox",
      "/schedules Schedules",
      "/changes Changes",
      "/categories Categories and tags",
      "/rules Rules",
      "/layouts Layouts",
      "/rates Currency rates",
      "/connections Connections",
      "/portal/people People",
      "/portal For developers",
      "/your-data Your data",
      "/account Profile",
    ]);
  });

  test("a person without a connection sees the settings that they can open", async () => {
    const { html } = await open("/nowhere", UNCONNECTED);

    expect(linksIn(html, "Pages")).toEqual([
      "/connections Connections",
      "/portal/people People",
      "/portal For developers",
      "/account Profile",
    ]);
  });

  test("with a remote service the row for developers leads to the import keys", async () => {
    const remote = { ...env, BUDGET_API_URL: "https://budget.example/v2" };
    const { html } = await open("/imports", LOCAL_SESSION, remote);

    expect(linksIn(html, "Pages")).toContain("/keys For developers");
    expect(linksIn(html, "Pages")).toContain("/accounts Accounts");
    expect(linksIn(html, "Pages").join()).not.toMatch(/portal|rates|recurring|rules/);
  });

  test("pages that share a row of the navigation are tabs above each of them", async () => {
    const { html } = await open("/imports");

    expect(linksIn(html, "Import")).toEqual(["/ Import files", "/imports Imports"]);
    expect(html).toContain('<a href="/imports" aria-current="page">Imports</a>');
    expect(html).toContain('<a href="/" aria-current="page">Import</a>');
  });

  test("the bar of a phone has the four main pages, and its menu the others, each page once", async () => {
    const { html } = await open("/imports");
    const [main = "", menu = ""] = navigationOf(html, "Main pages").split("<details");

    expect(linksOf(main)).toEqual([
      "/overview Overview",
      "/transactions Transactions",
      "/budget Budget",
      "/ Import",
    ]);
    expect([...linksOf(main), ...linksOf(menu)].sort()).toEqual(linksIn(html, "Pages").sort());
  });

  test("the import page is shown at both of its addresses", async () => {
    const [first, second] = [await open("/"), await open("/imports/new")];

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.html).toContain("<h1>Import files</h1>");
    expect(withoutKeys(second.html)).toBe(withoutKeys(first.html));
  });
});

describe("the first page after signing in", () => {
  test("the first page after signing in is the overview, unless another page was asked for", async () => {
    const [bare, inbox] = [await open("/", null), await open("/inbox", null)];

    expect(bare.html).toContain('name="next" value="/overview"');
    expect(inbox.html).toContain('name="next" value="/inbox"');
  });

  test("the brand leads to the overview", async () => {
    expect((await open("/imports")).html).toContain('<a class="brand" href="/overview">');
  });
});

describe("an address that nothing answers", () => {
  test("an address that nothing answers has a page in the frame, with a search and a way home", async () => {
    const { status, html } = await open("/imports/7/nowhere");

    expect(status).toBe(404);
    expect(html).toContain("There is nothing at this address.");
    expect(html).toMatch(/<form[^>]* method="get" action="\/transactions">.*name="q"/);
    expect(html).toContain('<a href="/overview">Go to the overview</a>');
    expect(linksIn(html, "Pages")).toHaveLength(19);
  });

  test("an address that nothing answers leads a stranger to the sign-in page, and shows no navigation", async () => {
    const { status, html } = await open("/nowhere", null);

    expect(status).toBe(404);
    expect(html).toContain('<a href="/sign-in">Sign in</a>');
    expect(html).not.toContain("<nav");
  });

  test("an address that nothing answers is one line for a program", async () => {
    const { status, html } = await open("/nowhere", null, env, "*/*");

    expect([status, html]).toEqual([404, "404 Not Found"]);
  });
});

/** Without the one-time keys of its forms. */
const withoutKeys = (html: string) =>
  html.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "key");

async function open(
  path: string,
  session: Session | null = LOCAL_SESSION,
  bindings: Env = env,
  accept = "text/html,*/*",
): Promise<{ readonly status: number; readonly html: string }> {
  const fake = fakeApi();
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", session);
    c.set("api", fake.api);
    c.set("service", fake.service);
    return next();
  });
  app.route("/", pages);
  const request = new Request(`http://localhost${path}`, { headers: { accept } });
  const response = await app.fetch(request, bindings, createExecutionContext());
  return { status: response.status, html: await response.text() };
}

/** The links of one navigation of a page, as "/inbox Inbox". */
function linksIn(html: string, label: string): string[] {
  return linksOf(navigationOf(html, label));
}

function navigationOf(html: string, label: string): string {
  return new RegExp(`<nav[^>]* aria-label="${label}">.*?</nav>`, "s").exec(html)?.[0] ?? "";
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href = "", text = ""]) => `${href} ${text.replaceAll(/<[^>]*>/g, "").trim()}`,
  );
}
