// The overview's page over canned answers of the service and of our own API.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import type { InboxCounts } from "../../../src/pages/inbox/wire.ts";
import type { Schedule } from "../../../src/pages/schedules/wire.ts";
import type { Import } from "../../../src/pages/ui/wire.ts";
import { importOf, LOCAL_SESSION } from "../fake-api.ts";

type Answers = Readonly<Record<string, object | number>>;

const ACCOUNT = {
  id: 1,
  name: "Till <b>",
  type: "cash",
  balance: "1200.5",
  currency: "usd",
  to_base: 1200.5,
  balance_as_of: "2020-01-02T03:04:05.000Z",
  status: "active",
};
const LINKED = {
  id: 2,
  name: "Everyday",
  type: "depository",
  status: "relink",
  balance: "10",
  currency: "usd",
  to_base: 10,
};
const NO_MESSAGES: InboxCounts = {
  received: 0,
  reading: 0,
  waiting: 0,
  matched: 0,
  inserted: 0,
  review: 0,
  ignored: 0,
  duplicate: 0,
  unmatched: 0,
};
const QUIET: Answers = {
  "/me": { primary_currency: "usd" },
  "/manual_accounts": { manual_accounts: [ACCOUNT] },
  "/linked_accounts": { linked_accounts: [] },
  "/crypto/manual": { crypto_manual: [] },
  "/crypto/synced": { crypto_synced: [] },
  "/balance_history": { balance_history: [] },
  "/api/imports": { imports: [], has_more: false, total: 0 },
  "/api/inbox/counts": NO_MESSAGES,
  "/api/rates/missing": { missing: [], primary_currency: "usd", converting: false },
  "/api/balances/unconfirmed": { balances: [] },
  "/api/schedules": { schedules: [] },
  "/api/transactions": {
    transactions: [],
    before: null,
    after: null,
    totals: { count: 0, in: "0", out: "0" },
  },
  "/api/recurring": { recurring_items: [] },
  "/categories": { categories: [{ id: 5, name: "Groceries" }] },
  "/summary": { categories: [] },
};

const schedule = (name: string, stopped: string | null, state: "failed" | "done"): Schedule => ({
  id: name,
  name,
  cron: "0 6 * * *",
  timezone: "UTC",
  enabled: stopped === null,
  stopped,
  source: { type: "json", secrets: {} },
  target: { manual_account_id: 1 },
  next_runs: [],
  failures: 1,
  created_at: "2026-11-21T05:00:00.000Z",
  updated_at: "2026-11-21T05:00:00.000Z",
  last_run: {
    id: 1,
    state,
    due_at: null,
    tries: 1,
    written: null,
    import: null,
    next_attempt_at: null,
    read: null,
    outcome: "Set to 5.",
    fault: state === "failed" ? { kind: "gone", message: "There is no row." } : null,
    created_at: "2026-11-22T05:00:00.000Z",
    finished_at: null,
  },
});

const waiting = (changes: Partial<Import>, transfers = 0) => ({
  ...importOf(changes),
  transfers_to_decide: transfers,
});

/** The page, with some answers other than of a quiet budget; a number is the status of a refusal. */
async function overview(answers: Answers = {}, path = "/overview") {
  const all: Answers = { ...QUIET, ...answers };
  const asked: string[] = [];
  const answer = async (to: string): Promise<Response> => {
    asked.push(to);
    const found = all[to.split("?")[0] ?? ""];
    if (found === undefined) throw new Error(`Unexpected call: ${to}`);
    return typeof found === "number"
      ? Response.json(
          { message: "Refused", errors: [{ errMsg: "It is down." }] },
          { status: found },
        )
      : Response.json(found);
  };
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("api", answer);
    c.set("service", answer);
    return next();
  });
  app.route("/", pages);
  const response = await app.fetch(
    new Request(`http://localhost${path}`),
    env,
    createExecutionContext(),
  );
  const html = await response.text();
  return {
    status: response.status,
    html,
    words: html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " "),
    asked,
  };
}

test("a quiet budget shows its net worth and accounts, that nothing waits, and the age of a balance", async () => {
  const { status, html, words } = await overview();

  expect(status).toBe(200);
  expect(words).toContain("Nothing needs your attention");
  expect(words).toContain("1,200.50 net worth, USD");
  expect(words).toMatch(/As of 2 Jan 2020, 03:04 UTC , [\d,]+ days ago , outdated/);
  expect(html).toContain("Till &lt;b&gt;");
});

test("a new budget shows its first steps, the next one with its button, until it has accounts and categories", async () => {
  const none = { "/manual_accounts": { manual_accounts: [] }, "/categories": { categories: [] } };
  const fresh = await overview(none);
  const imported = await overview({ "/categories": { categories: [] } });
  const complete = await overview();
  const buttonIn = ({ html }: { html: string }) =>
    /<a href="([^"]+)" class="button primary">/.exec(html.split('id="first-steps"')[1] ?? "")?.[1];

  expect(fresh.words).toMatch(
    /First steps Import a bank statement Import files Choose categories Add categories Plan the month/,
  );
  expect(imported.words).toContain("Import a bank statement ✓ (done)");
  expect([fresh, imported, complete].map(buttonIn)).toEqual(["/", "/categories", undefined]);
  expect(complete.words).not.toContain("First steps");
});

test.each([["/manual_accounts"], ["/linked_accounts"], ["/crypto/manual"], ["/crypto/synced"]])(
  "the page without %s shows no sum, and the reason",
  async (path) => {
    const { status, words } = await overview({ [path]: 503 });

    expect(status).toBe(200);
    expect(words).toMatch(
      /could not be read: It is down\. .*There is no total while accounts are missing/,
    );
    expect(words).not.toContain("net worth, USD");
  },
);

test("the page without the history still sums the current balances", async () => {
  const { words } = await overview({ "/balance_history": 503 });

  expect(words).toContain("The balance history could not be read: It is down.");
  expect(words).toContain("1,200.50 net worth, USD");
});

test("the page shows only the reason if the service does not report whose budget it is", async () => {
  expect(await overview({ "/me": 401 })).toMatchObject({
    status: 401,
    words: expect.stringContaining("It is down."),
  });
});

test("everything that waits for a person is listed, each with its link", async () => {
  const { html, words } = await overview({
    "/linked_accounts": { linked_accounts: [LINKED] },
    "/api/imports": {
      imports: [waiting({ id: "5", state: "question" }), waiting({ id: "6", state: "done" }, 3)],
      has_more: false,
      total: 2,
    },
    "/api/inbox/counts": { ...NO_MESSAGES, unmatched: 4, review: 2 },
    "/api/rates/missing": {
      missing: ["gbp", "xaf", "xof"].map((currency) => ({ currency, transactions: 3 })),
      primary_currency: "usd",
      converting: false,
    },
    "/api/schedules": {
      schedules: [
        schedule("s1", null, "failed"),
        schedule("s2", "The key was refused.", "failed"),
        schedule("s3", null, "done"),
      ],
    },
  });

  expect(words).toContain("The schedule “s1” failed: There is no row.");
  expect(words).toContain("The schedule “s2” was stopped: The key was refused.");
  expect(words).not.toContain("The schedule “s3”");
  expect(words).toContain("s3 Set to 5.");
  expect(words).toContain("7 things need your attention");
  expect(words).toMatch(/needs an answer from you\. Answer/);
  expect(words).toContain("has 3 possible transfers to review.");
  expect(words).toContain("2 messages in the inbox need your review.");
  expect(words).toContain("Exchange rates are missing: GBP to USD, XAF to USD, XOF to USD.");
  expect(words).toContain("Everyday needs to be reconnected");
  for (const href of [
    "/imports/5",
    "/imports/6",
    "/inbox?state=review",
    "/rates",
    "/accounts#linked-2",
    "/schedules/s1",
  ])
    expect(html).toContain(`<a href="${href}">`);
  expect(words).not.toContain("..");
});

test("imports beyond the list's room are counted, with a link to all of them", async () => {
  const imports = Array.from({ length: 10 }, (_, index) =>
    waiting({ id: String(index), state: "preview" }),
  );
  const { html, words, asked } = await overview({
    "/api/imports": { imports, has_more: true, total: 1010 },
  });

  expect(words).toContain("1,010 things need your attention");
  expect(words).toContain("And 1,000 more imports.");
  expect(html).toContain('<a href="/imports?waiting=true">See all waiting imports</a>');
  expect(asked.filter((path) => path.startsWith("/api/imports?waiting"))).toEqual([
    "/api/imports?waiting=true&limit=10",
  ]);
});

test("a card's debt lowers the net worth by the same amount, and is not shown as credit", async () => {
  const card = {
    ...ACCOUNT,
    id: 2,
    name: "Visa",
    type: "credit",
    balance: "258.71",
    to_base: 258.71,
  };
  const { words } = await overview({ "/manual_accounts": { manual_accounts: [ACCOUNT, card] } });

  expect(words).toContain("941.79 net worth, USD");
  expect(words).toContain("1,200.50 assets");
  expect(words).toContain("258.71 debts");
  expect(words).not.toContain("paid more than you owed");
});

test("a debt whose sign was changed without certainty waits for a check", async () => {
  const balances = [
    {
      manual_account_id: 2,
      name: "Visa",
      balance_before: "700.0000",
      balance: "1300.0000",
      currency: "usd",
    },
  ];
  const { html, words } = await overview({ "/api/balances/unconfirmed": { balances } });

  expect(words).toContain("Compare the balance of “Visa” with what you really owe.");
  expect(html).toContain('<a href="/accounts#manual-2">');
});

test("the page names what it could not check, instead of saying that nothing waits", async () => {
  const { words } = await overview({ "/api/inbox/counts": 503 });

  expect(words).toContain("The inbox could not be checked: It is down.");
  expect(words).not.toContain("Nothing needs your attention");
});

test("the chart goes back as far as requested, else a year, and never into the current month", async () => {
  const rangeIn = (asked: readonly string[]) =>
    new URLSearchParams(asked.find((one) => one.startsWith("/balance_history"))?.split("?")[1]);
  const monthsIn = (asked: readonly string[]) => {
    const [start, end] = [
      rangeIn(asked).get("start_month") ?? "",
      rangeIn(asked).get("end_month") ?? "",
    ];
    return (
      (Number(end.slice(0, 4)) - Number(start.slice(0, 4))) * 12 +
      Number(end.slice(5)) -
      Number(start.slice(5)) +
      1
    );
  };

  expect(monthsIn((await overview()).asked)).toBe(11);
  expect(monthsIn((await overview({}, "/overview?months=60")).asked)).toBe(59);
  expect(monthsIn((await overview({}, "/overview?months=61")).asked)).toBe(11);
});
