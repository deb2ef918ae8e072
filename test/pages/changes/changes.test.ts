// The pages of the journal over a fake API: who changed what and when, before and after, what was
// left as it is, and the one form that undoes it.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { ShownChange, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { pages } from "../../../src/pages/app.tsx";
import type { PageEnv } from "../../../src/pages/ui/context.ts";
import { LOCAL_SESSION } from "../fake-api.ts";

const CHANGE: ShownChange = {
  id: 7,
  at: "2026-11-21T14:02:00.000Z",
  who: { id: 1, name: "Ann" },
  sentence: "Category of 2 transactions set to Groceries",
  from: "the transactions page",
  state: "done",
  transactions: 2,
  count: 2,
  undoes: null,
  undone_by: null,
  can_undo: true,
  problem: null,
  import: null,
  cannot_undo: null,
};
const LABEL = { payee: "ALDI <Süd>", date: "2026-11-05", amount: "5.2500", currency: "eur" };
const DETAIL: ShownDetail = {
  change: CHANGE,
  conflicts: [],
  refused: [],
  not_restored: [],
  record_conflicts: [],
  record_refused: [],
  made: [],
  records: [],
  items: [
    {
      id: 3,
      current_id: 3,
      kind: "edit",
      changed: true,
      label: LABEL,
      fields: [
        { field: "category_id", before: null, after: 5, undone: false },
        { field: "status", before: "unreviewed", after: "reviewed", undone: true },
        { field: "tag_ids", before: [], after: [9, 8], undone: false },
      ],
    },
  ],
};

interface World {
  readonly changes?: readonly ShownChange[];
  readonly more?: boolean;
  readonly detail?: ShownDetail;
  readonly refused?: string;
}

async function ask(path: string, init: RequestInit = {}, world: World = {}) {
  const calls: string[] = [];
  const app = new Hono<PageEnv>();
  app.use(async (c, next) => {
    c.set("session", LOCAL_SESSION);
    c.set("api", async (to, call) => {
      const body = typeof call?.body === "string" ? ` ${call.body}` : "";
      if (to.startsWith("/api/changes")) calls.push(`${call?.method ?? "GET"} ${to}${body}`);
      const { changes = [], more = false, detail = DETAIL, refused } = world;
      if (call?.method === "POST")
        return refused === undefined
          ? Response.json({ ...detail, change: { ...detail.change, id: 8 } }, { status: 201 })
          : Response.json({ message: "Refused", errors: [{ errMsg: refused }] }, { status: 409 });
      return Response.json(/changes\/\d+$/.test(to) ? detail : { changes, has_more: more });
    });
    c.set("service", async (to) =>
      Response.json(
        to.startsWith("/categories")
          ? { categories: [{ id: 5, name: "Groceries" }] }
          : { tags: [{ id: 9, name: "trip" }] },
      ),
    );
    return next();
  });
  app.route("/", pages);
  const request = new Request(`http://localhost${path}`, init);
  request.headers.set("sec-fetch-site", "same-origin");
  const response = await app.fetch(request, env, createExecutionContext());
  const html = await response.text();
  const words = html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
  const location = response.headers.get("location");
  return { status: response.status, location, html, words, calls };
}

test("the list says who changed what and when, and offers to undo what can be undone", async () => {
  const undone: ShownChange = { ...CHANGE, id: 6, state: "undone", can_undo: false, from: null };
  const { html, words, calls } = await ask(
    "/changes?before=90",
    {},
    { changes: [CHANGE, undone], more: true },
  );

  expect(calls).toEqual(["GET /api/changes?limit=50&before=90"]);
  expect(words).toContain("21 Nov 2026, 14:02 UTC");
  expect(words).toContain("Ann");
  expect(words).toContain("From the transactions page");
  expect(html).toContain('href="/changes/7"');
  expect(html.match(/action="\/changes\/\d+\/undo/g)).toEqual(['action="/changes/7/undo']);
  expect(html).toContain('href="/changes?before=6"');
  expect(html).toContain('aria-current="page"');
});

test("an empty list says so", async () => {
  expect((await ask("/changes")).words).toContain("You have not changed anything yet.");
});

test("a change shows each field before and after, in the words of the budget", async () => {
  const { html, words } = await ask("/changes/7");

  expect(words).toContain("Category none Groceries");
  expect(words).toContain("Reviewed no yes undone since");
  expect(words).toContain("Tags none trip, a deleted tag (8)");
  expect(words).toContain("5 Nov 2026, −5.25 EUR");
  expect(html).toContain("ALDI &lt;Süd&gt;");
  expect(html).toContain('href="/transactions/3"');
  expect(html).not.toContain("style=");
});

test("what was left is named, with its value now", async () => {
  const { words } = await ask(
    "/changes/7",
    {},
    {
      detail: {
        ...DETAIL,
        conflicts: [{ id: 3, field: "notes", was: "mine", now: "hers", set: null }],
        refused: [{ id: 4, field: null, message: "It is no longer in the budget." }],
      },
    },
  );

  expect(words).toContain("Left as it is: 2 transactions");
  expect(words).toContain("Notes changed since. Now “hers”; this change wanted “none”.");
  expect(words).toContain("Transaction 4: It is no longer in the budget.");
});

test("records are shown by their names, with money as money, and lead to where they are", async () => {
  const named = { kind: "budget", id: 5, start_date: "2026-11-01", name: "Groceries" } as const;
  const { words, html } = await ask(
    "/changes/7",
    {},
    {
      detail: {
        ...DETAIL,
        items: [],
        records: [
          {
            ...named,
            current_id: 5,
            action: "edit",
            changed: true,
            fields: [{ field: "amount", before: "400", after: "1450.5000", undone: true }],
          },
          {
            kind: "category",
            id: 6,
            start_date: null,
            name: "Pets",
            current_id: 9,
            action: "create",
            changed: true,
            fields: [],
          },
          {
            kind: "rule",
            id: 2,
            start_date: null,
            name: "Coffee",
            current_id: 2,
            action: "edit",
            changed: true,
            fields: [
              {
                field: "match",
                before: { payee: { how: "contains", text: "cafe" }, amount_max: "20.0000" },
                after: { sign: "debit" },
                undone: false,
              },
              { field: "set", before: { category_id: 5 }, after: { tag_ids: [9] }, undone: false },
            ],
          },
        ],
        record_conflicts: [{ ...named, field: "notes", was: null, now: "hers", set: "mine" }],
        record_refused: [
          {
            kind: "tag",
            id: 3,
            start_date: null,
            name: "trip",
            field: null,
            message: "It is in use.",
          },
        ],
      },
    },
  );

  expect(words).toContain(
    "Budget of Groceries for November 2026 Amount 400.00 1,450.50 undone since",
  );
  expect(html).toContain('href="/budget?month=2026-11"');
  expect(words).toContain("Category Pets Category not there added");
  expect(html).toContain('href="/categories?edit=9#category-9-name"');
  expect(words).toContain("Conditions payee contains “cafe”; at most 20.00 direction money out");
  expect(words).toContain("What it sets category Groceries tags trip");
  expect(words).toContain("Left as it is: 2 other entries");
  expect(words).toContain("Note changed since. Now “hers”; this change wanted “mine”.");
  expect(words).toContain("Tag trip: It is in use.");
});

test("a deletion says what an undo cannot bring back, and what it deleted", async () => {
  const { words, html } = await ask(
    "/changes/7",
    {},
    {
      detail: {
        ...DETAIL,
        not_restored: ["ALDI: its attached file"],
        items: [{ id: 3, current_id: 3, kind: "delete", changed: true, label: LABEL, fields: [] }],
      },
    },
  );

  expect(words).toContain("What an undo cannot bring back ALDI: its attached file");
  expect(words).toContain("Transaction there deleted");
  expect(html).not.toContain('href="/transactions/3"');
});

test("a change that waits says why, and the page comes back by itself", async () => {
  const { words, html } = await ask(
    "/changes/7",
    {},
    {
      detail: {
        ...DETAIL,
        change: {
          ...CHANGE,
          state: "applying",
          can_undo: false,
          problem: "the service asked us to wait",
        },
        items: [],
      },
    },
  );

  expect(words).toContain("It is tried again by itself: the service asked us to wait.");
  expect(html).toContain('http-equiv="refresh"');
  expect(html).not.toContain("/undo");
});

test("the form of an undo sends its one-time id and leads to the undo, which names what it left", async () => {
  const body = new URLSearchParams({ key: "once" });
  const { status, location, calls } = await ask("/changes/7/undo", { method: "POST", body });

  expect(calls).toEqual(['POST /api/changes/7/undo {"key":"once"}']);
  expect([status, location]).toEqual([303, "/changes/8"]);
});

test("a refused undo shows the change with the reason", async () => {
  const init = { method: "POST", body: new URLSearchParams({ key: "once" }) };
  const refused = "Nothing of this change is left to undo.";
  const { status, html } = await ask("/changes/7/undo", init, { refused });

  expect(status).toBe(409);
  expect(html).toContain(`role="alert">${refused}`);
});

test("the page of a long change shows its first 100 rows and counts the rest; ?rows= shows more", async () => {
  const item = must(DETAIL.items[0], "there is one");
  const items = Array.from({ length: 1_250 }, (_, id) => ({
    ...item,
    id,
    fields: item.fields.slice(0, 1),
  }));
  const world = { detail: { ...DETAIL, items } };
  const rows = ({ html }: { readonly html: string }) =>
    html.split('data-label="Before"').length - 1;
  const first = await ask("/changes/7", {}, world);
  expect(rows(first)).toBe(100);
  expect(first.html).toContain("The first 100 of 1,250 are shown.");
  expect(first.html).toContain('href="/changes/7?rows=1000">Show 1,000</a>');
  const all = await ask("/changes/7?rows=1250", {}, world);
  expect(rows(all)).toBe(1_250);
  expect(all.html).not.toContain("more-rows");
});
