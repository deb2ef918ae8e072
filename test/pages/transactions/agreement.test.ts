// Goal: a view has the same rows over the embedded service and over the documented interface,
// whatever its filters and however few rows a window of the interface holds.

import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { readLedger, walkLedger, type Ways } from "../../../src/pages/transactions/read-ledger.ts";
import { readView, type Cursor, type LedgerQuery } from "../../../src/pages/transactions/query.ts";
import { LEDGER_REQUESTS_MAX } from "../../../src/platform/limits.ts";
import {
  accountId,
  addLinkedAccount,
  categoryId,
  database,
  get,
  insert,
  post,
} from "../../budget/client.ts";
import { reset } from "../../reset.ts";
import { documentedWays, EMBEDDED } from "./ways.ts";

const PAYEES = ["Müller GmbH", "MÜLLER", "Straße 5", "STRASSE", "100% a_b", "Кафе", "ALDI SÜD"];
const NOTES = [null, "with Ann", "MIT ÖL", "aldi"];
const METADATA = [
  null,
  { tributary: { run: "r1", line: 3 } },
  { tributary: { run: "r2", receipt: "m1" } },
  { tributary: { receipt: "m1" } },
];
const ROWS = 120;

/** Words of the filters, by what the budget's ids are. */
let filters: Record<string, readonly string[]> = {};

beforeAll(async () => {
  await reset();
  const [groceries, checking, savings] = [
    await categoryId("Groceries"),
    await accountId("Checking"),
    await accountId("Savings"),
  ];
  const linked = await addLinkedAccount(true);
  const { body } = await get("/tags");
  const tag: number = body.tags[0].id;
  const inserted = await insert(
    Array.from({ length: ROWS }, (_, index) => ({
      // Days of very different fullness, out of order.
      date: `2026-0${1 + (index % 3)}-${String(1 + ((index * index) % 27)).padStart(2, "0")}`,
      amount: ((index % 7) - 3) * 5.25,
      payee: must(PAYEES[index % PAYEES.length], "a payee"),
      notes: NOTES[index % NOTES.length] ?? null,
      original_name: index % 5 === 0 ? "POS ALDI 1234" : null,
      category_id: index % 3 === 0 ? groceries : null,
      tag_ids: index % 4 === 0 ? [tag] : [],
      status: index % 2 === 0 ? "reviewed" : "unreviewed",
      manual_account_id: index % 6 === 5 ? null : [checking, savings][index % 2],
      linked_account_id: index % 12 === 5 ? linked : null,
      custom_metadata: METADATA[(index * 3) % METADATA.length] ?? null,
      external_id: index % 9 === 0 && index % 6 !== 5 ? `email:${index}` : null,
    })),
  );
  const ids: number[] = inserted.transactions.map((one: { id: number }) => one.id);
  await post(`/transactions/split/${ids[18]}`, {
    child_transactions: [{ amount: 5.25 }, { amount: 0 }],
  });
  // 5.25 out of one account and into another, and two that are no transfer.
  for (const pair of [
    [ids[25], ids[2]],
    [ids[8], ids[9]],
  ])
    await post("/transactions/group", { ids: pair, date: "2026-02-10", payee: "Moved money" });
  await database((sql) =>
    sql.run("UPDATE transactions SET status = 'delete_pending' WHERE id = ?", ids[40] ?? 0),
  );
  await database((sql) =>
    sql.run(
      "UPDATE transactions SET is_pending = 1, status = 'unreviewed' WHERE id = ?",
      ids[17] ?? 0,
    ),
  );
  await database((sql) =>
    sql.run(
      "INSERT INTO attachments (transaction_id, uploaded_by, name, type, bytes, key, created_at) VALUES (?, 1, 'a', 'b', 1, 'k', 1)",
      ids[30] ?? 0,
    ),
  );
  filters = {
    q: [
      "müller",
      "MÜLLER gmbh",
      "strasse",
      "stras",
      "STRAẞE",
      "s",
      "ß",
      "ALDI",
      "aldi ann",
      "%",
      "_b",
      "кафе",
      "öl",
      "nowhere",
    ],
    account: [`manual:${checking}`, `manual:${savings}`, `linked:${linked}`, "cash"],
    category: ["0", String(groceries)],
    tag: [String(tag)],
    month: ["2026-01", "2026-02"],
    min: ["5.25", "6"],
    max: ["10.50", "5.25"],
    direction: ["in", "out"],
    status: ["reviewed", "unreviewed", "pending", "withdrawn"],
    source: ["import:r1", "import:r2", "mail:m1", "person"],
    has: ["receipt", "notes", "split", "transfer"],
    no: ["category", "receipt"],
  };
});
afterAll(() => reset());

const view = (typed: Readonly<Record<string, string | undefined>>): LedgerQuery => {
  const set = Object.entries(typed).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text]],
  );
  const { query, errors } = readView(new URLSearchParams(set));
  expect([...errors]).toEqual([]);
  return query;
};

async function walk(ways: Ways, query: LedgerQuery, pageRows: number): Promise<number[]> {
  const ids: number[] = [];
  for await (const page of walkLedger(ways, query, { pageRows, most: 10_000 })) {
    if (!page.ok) throw new Error(page.error.message);
    ids.push(...page.value.map(({ id }) => id));
  }
  return ids;
}

/** From the newest page to the last and back again; the rows of each page on the way back. */
async function walkBack(ways: Ways, query: LedgerQuery, rows: number): Promise<number[][]> {
  let cursor: Cursor | null = null;
  for (;;) {
    const page = await readLedger(ways, query, cursor, { rows, totals: false });
    if (!page.ok) throw new Error(page.error.message);
    if (page.value.older === null) break;
    cursor = { side: "before", at: page.value.older };
  }
  const pages: number[][] = [];
  for (;;) {
    const page = await readLedger(ways, query, cursor, { rows, totals: false });
    if (!page.ok) throw new Error(page.error.message);
    pages.push(page.value.rows.map(({ id }) => id));
    if (page.value.newer === null || cursor === null) return pages;
    cursor = { side: "after", at: page.value.newer };
  }
}

const anyView = () =>
  fc.record(
    Object.fromEntries(
      Object.entries(filters).map(([name, words]) => [name, fc.constantFrom(...words)]),
    ),
    { requiredKeys: [] },
  );

test("each filter alone has the same rows both ways, and most have some", async () => {
  const empty: string[] = [];
  for (const [name, words] of Object.entries(filters)) {
    for (const word of words) {
      const query = view({ [name]: word });
      const [own, documented] = [
        await walk(EMBEDDED, query, 50),
        await walk(documentedWays(2_000), query, 50),
      ];
      expect([name, word, documented]).toEqual([name, word, own]);
      if (own.length === 0) empty.push(`${name}=${word}`);
    }
  }

  expect(empty).toEqual(["q=nowhere"]);
});

test("filters together have the same rows both ways, whatever a window holds", async () => {
  await fc.assert(
    fc.asyncProperty(anyView(), fc.constantFrom(3, 10, 2_000), async (typed, most) => {
      fc.pre(Number(typed["min"] ?? 0) <= Number(typed["max"] ?? 99));
      const query = view(typed);

      expect(await walk(documentedWays(most), query, 8)).toEqual(await walk(EMBEDDED, query, 8));
    }),
    { numRuns: 40 },
  );
});

test("the way back over pages shows the same transactions both ways", async () => {
  for (const typed of [{}, { q: "aldi" }, { direction: "in" }]) {
    const query = view(typed);
    const all = await walk(EMBEDDED, query, 50);
    for (const ways of [EMBEDDED, documentedWays(2_000), documentedWays(9)]) {
      const pages = await walkBack(ways, query, 10);
      const seen = new Set(pages.flat());

      expect(all.filter((id) => !seen.has(id))).toEqual([]);
      expect(pages.at(-1)).toEqual(all.slice(0, 10));
    }
  }
});

test("a page over another service asks at most ten times, says how far it came, and goes on", async () => {
  const asked: URLSearchParams[] = [];
  const query = view({ q: "nowhere" });
  const page = await readLedger(documentedWays(3, asked), query);
  if (!page.ok) throw new Error(page.error.message);

  expect(asked).toHaveLength(LEDGER_REQUESTS_MAX);
  expect(page.value.rows).toEqual([]);
  expect(page.value.searchedTo).toMatch(/^2026-03-\d\d$/);
  expect(page.value.older?.date).toBe(page.value.searchedTo);
  expect(page.value.totals).toBeNull();
});
