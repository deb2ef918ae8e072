// The page of recurring items over a fake API: its contents, and the requests of its forms.

import type { Session } from "../../../src/oauth/sign-in/session.ts";
import { LOCAL_SESSION } from "../fake-api.ts";
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";

const ITEM = {
  id: 3,
  description: null,
  status: "reviewed",
  transaction_criteria: {
    granularity: "month",
    quantity: 1,
    payee: "<b>FILMS</b>",
    amount: "-11.5000",
    amount_min: "-13.0000",
    amount_max: "-10.0000",
    currency: "eur",
    linked_account_id: 4,
    manual_account_id: null,
  },
  overrides: { payee: "Films" },
  matches: {
    found_transactions: [{ date: "2020-01-03" }],
    missing_transaction_dates: ["2020-01-02", "2190-01-02"],
  },
  next_expected_date: null,
};
const SESSION: Session = LOCAL_SESSION;

interface Asking {
  readonly session?: null;
  readonly status?: number;
  readonly site?: string;
}

/** Sends one request to the pages; the fake answers the list with ITEM and everything else with `status`. */
async function ask(
  path: string,
  init: RequestInit = {},
  { session, status = 200, site = "same-origin" }: Asking = {},
) {
  const calls: string[] = [];
  const refusal = {
    message: "Not Found",
    errors: [{ errMsg: "This is managed in the remote service itself." }],
  };
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", session === undefined ? SESSION : session);
    c.set("api", async (to, call) => {
      calls.push(
        [call?.method ?? "GET", to, call?.body]
          .filter((part) => typeof part === "string")
          .join(" "),
      );
      if (status >= 400) return Response.json(refusal, { status });
      return Response.json(call === undefined ? { recurring_items: [ITEM] } : ITEM);
    });
    c.set("service", async (to) =>
      to === "/manual_accounts"
        ? Response.json({
            manual_accounts: [{ id: 1, name: "Giro", currency: "eur", status: "active" }],
          })
        : Response.json({ linked_accounts: [{ id: 4, name: "Everyday" }] }),
    );
    return next();
  });
  app.route("/", pages);
  const headers = { "sec-fetch-site": site };
  const response = await app.fetch(
    new Request(`http://localhost${path}`, { ...init, headers }),
    env,
    createExecutionContext(),
  );
  return {
    status: response.status,
    location: response.headers.get("location"),
    html: await response.text(),
    calls,
  };
}

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

test("an item shows its names as text, its bounds in order, its account and the result of each day", async () => {
  const { status, html } = await ask("/recurring");

  expect(status).toBe(200);
  expect(html).toContain("bank name: &lt;b&gt;FILMS&lt;/b&gt;");
  expect(html).not.toContain("<b>");
  expect(html).toContain("+10.00 to +13.00");
  expect(html).toContain("Everyday");
  expect(html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ")).toContain(
    "2 Jan 2020 missing 3 Jan 2020 arrived 2 Jan 2190 expected ended",
  );
});

test("keeping is a PUT, dismissing a DELETE, and both lead back to the page", async () => {
  expect(await ask("/recurring/3/keep", form({}))).toMatchObject({
    status: 303,
    location: "/recurring",
    calls: ['PUT /api/recurring/3 {"status":"reviewed"}'],
  });
  expect(await ask("/recurring/3/dismiss", form({}))).toMatchObject({
    status: 303,
    location: "/recurring",
    calls: ["DELETE /api/recurring/3"],
  });
});

test("money in is a negative amount in the account's currency", async () => {
  const { calls } = await ask(
    "/recurring",
    form({
      payee: " Northwind ",
      amount: "2450.00",
      direction: "in",
      rhythm: "2 week",
      anchor_date: "2026-11-20",
      account: "1",
    }),
  );

  expect(calls).toEqual([
    'POST /api/recurring {"transaction_criteria":{"granularity":"week","quantity":2,"anchor_date":"2026-11-20","payee":"Northwind","amount":"-2450.00","manual_account_id":1,"currency":"eur"}}',
  ]);
});

test("the page does nothing without a session and for other sites", async () => {
  for (const path of ["/recurring", "/recurring/3/keep", "/recurring/3/dismiss"]) {
    expect(await ask(path, form({}), { session: null })).toMatchObject({ status: 401, calls: [] });
    expect(await ask(path, form({}), { site: "cross-site" })).toMatchObject({
      status: 403,
      calls: [],
    });
  }
  expect(await ask("/recurring", {}, { session: null })).toMatchObject({ status: 401, calls: [] });
});

test("the page explains that a remote service's budget has no recurring items here", async () => {
  const { status, html } = await ask("/recurring", {}, { status: 404 });

  expect(status).toBe(404);
  expect(html).toContain("This is managed in the remote service itself.");
});
