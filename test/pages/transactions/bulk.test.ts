// Changing many transactions at once from the list, over the whole Worker with its own service:
// what is written, what is left and why, the pages that ask first, the undo, and rows edited in
// place.

import { afterEach, beforeEach, expect, test } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { pickLikely } from "../../../src/pages/transactions/likely.ts";
import {
  planBulk,
  planDelete,
  printChosen,
  readChosen,
  readWish,
} from "../../../src/pages/transactions/bulk.ts";
import { findRunning } from "../../../src/pages/transactions/running.ts";
import { findLarge } from "../../../src/pages/transactions/large.ts";
import type { Day } from "../../../src/money/day.ts";
import { readState, stateAddress } from "../../../src/pages/transactions/page-state.ts";
import type { Transaction } from "../../../src/pages/transactions/wire.ts";
import { accountId, bindings, categoryId, get, insert, post, put } from "../../budget/client.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

let visitor: Visitor;
let checking = 0;
let groceries = 0;

beforeEach(async () => {
  await reset();
  visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  checking = await accountId("Checking");
  groceries = await categoryId("Groceries");
});
afterEach(() => reset());

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");
const attributeOf = (html: string, tag: RegExp, name: string) =>
  new RegExp(`${name}="([^"]*)"`).exec(tag.exec(html)?.[0] ?? "")?.[1]?.replaceAll("&amp;", "&") ??
  "missing";
const boxOf = (html: string, id: number) =>
  attributeOf(html, new RegExp(`<input[^>]* id="select-${id}"[^>]*>`), "value");
const keyOf = (html: string) => attributeOf(html, /<input[^>]* name="key"[^>]*>/, "value");

async function insertIds(items: readonly object[]): Promise<number[]> {
  const { transactions } = await insert(
    items.map((item) => ({ manual_account_id: checking, ...item })),
  );
  return transactions.map(({ id }: { id: number }) => id);
}

const coffees = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}`,
    amount: String(1 + index),
    payee: "Coffee",
  }));

/** The form of the list as a browser sends it, with these boxes ticked. */
async function tickForm(query: string, ids: readonly number[]): Promise<URLSearchParams> {
  const { text } = await visitor.get(`/transactions?${query}`);
  return new URLSearchParams([
    ["key", keyOf(text)],
    ["back", query],
    ...ids.map((id) => ["id", boxOf(text, id)]),
  ]);
}

async function sendForm(form: URLSearchParams, fields: Record<string, string>) {
  const body = new URLSearchParams(form);
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await visitor.post("/transactions/bulk", body);
  return { ...answer, location: answer.headers.get("location") ?? "" };
}

const read = async (id: number) => (await get(`/transactions/${id}`)).body;

test("ticked rows get category, tag, notes and review in one change, which one Undo takes back", async () => {
  const [one = 0, two = 0, other = 0] = await insertIds([
    { date: "2026-10-01", amount: "1", payee: "Coffee", notes: "old", status: "unreviewed" },
    { date: "2026-10-02", amount: "2", payee: "Coffee", category_id: groceries },
    { date: "2026-10-03", amount: "3", payee: "Coffee" },
  ]);
  const [tag = 0] = (await get("/tags")).body.tags.map(({ id }: { id: number }) => id);
  const restaurants = await categoryId("Restaurants");
  const form = await tickForm("q=coffee", [one, two]);
  const sent = await sendForm(form, {
    do: "change",
    category: String(restaurants),
    add_tag: String(tag),
    notes_way: "append",
    notes: "new",
    review: "reviewed",
  });
  const shown = await visitor.get(sent.location);
  const after = [await read(one), await read(two), await read(other)];
  const undone = await visitor.post("/transactions/undo", {
    key: "undo-1",
    back: "q=coffee",
    change: attributeOf(shown.text, /<input[^>]* name="change"[^>]*>/, "value"),
  });
  const before = [await read(one), await read(two)];

  expect([sent.status, sent.location]).toEqual([
    303,
    expect.stringMatching(/^\/transactions\?q=coffee&changed=[1-9]\d*$/),
  ]);
  expect(wordsOf(shown.text)).toContain("of 2 transactions changed. Undo");
  expect(after.map((row) => [row.category_id, row.notes, row.tag_ids, row.status])).toEqual([
    [restaurants, "old\nnew", [tag], "reviewed"],
    [restaurants, "new", [tag], "reviewed"],
    [null, null, [], "reviewed"],
  ]);
  expect(undone.headers.get("location")).toMatch(/^\/transactions\?q=coffee&changed=[1-9]\d*$/);
  expect(before.map((row) => [row.category_id, row.notes, row.tag_ids, row.status])).toEqual([
    [null, "old", [], "unreviewed"],
    [groceries, null, [], "reviewed"],
  ]);
});

test("a row that somebody changed since is left and named, and the others are changed", async () => {
  const [one = 0, two = 0] = await insertIds([
    { date: "2026-10-01", amount: "1", payee: "Coffee" },
    { date: "2026-10-02", amount: "2", payee: "Coffee" },
  ]);
  const form = await tickForm("q=coffee", [one, two]);
  const restaurants = await categoryId("Restaurants");
  await put(`/transactions/${one}`, { category_id: groceries });
  const sent = await sendForm(form, { do: "change", category: String(restaurants) });
  const { text } = await visitor.get(sent.location);

  expect([(await read(one)).category_id, (await read(two)).category_id]).toEqual([
    groceries,
    restaurants,
  ]);
  expect(wordsOf(text)).toContain(
    "Left as it is: 1 transaction Coffee, 1 Oct 2026, −1.00 : somebody changed it since you opened the list.",
  );
});

test("all matching transactions are changed if they are still as many as the person saw; otherwise none is", async () => {
  const ids = await insertIds(coffees(120));
  const { text } = await visitor.get("/transactions?q=coffee");
  const form = { key: keyOf(text), back: "q=coffee", do: "change", category: String(groceries) };
  await insertIds([{ date: "2026-10-03", amount: "3", payee: "Coffee" }]);
  const stale = await visitor.post("/transactions/bulk", { ...form, all: "120" });
  const untouched = await read(ids[0] ?? 0);
  const sent = await visitor.post("/transactions/bulk", { ...form, all: "121" });
  const left = await visitor.get("/transactions?q=coffee&category=0");

  expect(wordsOf(text)).toContain("All 120 transactions that match");
  expect(stale.status).toBe(409);
  expect(wordsOf(stale.text)).toContain(
    "The view has changed: it had 120 transactions, now it has more than 120. Nothing was changed.",
  );
  expect(untouched.category_id).toBe(null);
  expect(sent.status).toBe(303);
  expect(wordsOf(left.text)).toContain("No transaction matches all filters");
});

test("several transactions are deleted after a page that names them; a part of a split is left; Undo brings them back", async () => {
  const [one = 0, two = 0, whole = 0] = await insertIds([
    { date: "2026-10-01", amount: "1", payee: "Coffee" },
    { date: "2026-10-02", amount: "2", payee: "Coffee" },
    { date: "2026-10-03", amount: "3", payee: "Coffee" },
  ]);
  const split = await post(`/transactions/split/${whole}`, {
    child_transactions: [
      { amount: "1", payee: "Coffee" },
      { amount: "2", payee: "Coffee" },
    ],
  });
  const [part = 0] = split.body.children.map(({ id }: { id: number }) => id);
  const form = await tickForm("q=coffee", [one, two, part]);
  const asked = await sendForm(form, { do: "delete" });
  const stillThere = (await get(`/transactions/${one}`)).status;
  const sent = await sendForm(form, { do: "delete", confirmed: "yes" });
  const gone = (await get(`/transactions/${one}`)).status;
  const { text } = await visitor.get(sent.location);
  await visitor.post("/transactions/undo", {
    key: "undo-1",
    change: attributeOf(text, /<input[^>]* name="change"[^>]*>/, "value"),
  });
  const { text: back } = await visitor.get("/transactions?q=coffee");

  expect(asked.status).toBe(200);
  expect(wordsOf(asked.text)).toContain("Delete 2 transactions?");
  expect(wordsOf(asked.text)).toContain("1 transaction: it is a part of a split.");
  expect([stillThere, gone]).toEqual([200, 404]);
  expect(wordsOf(text)).toContain("it is a part of a split");
  expect(back.match(/<tr id="row-/g)).toHaveLength(4);
});

test("a form with nothing ticked, with nothing chosen, or sent again is answered in words", async () => {
  const [one = 0] = await insertIds(coffees(1));
  const form = await tickForm("", [one]);
  const idle = await sendForm(form, { do: "change" });
  const none = await visitor.post("/transactions/bulk", { do: "change", category: "none" });
  const fields = { do: "change", notes_way: "append", notes: "again" };
  const all = new URLSearchParams({ key: "one-time", all: "1" });
  const first = await sendForm(all, fields);
  const second = await sendForm(all, fields);
  const same = await sendForm(await tickForm("", [one]), { do: "change", category: "none" });

  expect([idle.status, none.status, first.status, second.status]).toEqual([400, 400, 303, 409]);
  expect(wordsOf(idle.text)).toContain("Choose what to change");
  expect(wordsOf(none.text)).toContain("Tick at least one transaction.");
  expect(wordsOf(second.text)).toContain("This form was sent before");
  expect((await read(one)).notes).toBe("again");
  expect(same.location).toBe("/transactions?changed=0");
  expect(wordsOf((await visitor.get(same.location)).text)).toContain("all of them are so already");
});

test("the ticked rows are downloaded, and all matching ones by the view's own download", async () => {
  const [one = 0, two = 0] = await insertIds(coffees(3));
  const some = await sendForm(await tickForm("", [one, two]), { do: "export" });
  const all = await sendForm(new URLSearchParams("back=q=coffee&all=3"), { do: "export" });

  expect(some.headers.get("content-disposition")).toMatch(/^attachment; filename="transactions-/);
  expect(some.text.trim().split("\r\n")).toHaveLength(3);
  expect(all.location).toBe("/transactions.csv?q=coffee");
});

test("a row opens in its place, is saved with the next one opened, and a rule is offered", async () => {
  const [one = 0, two = 0] = await insertIds([
    { date: "2026-10-01", amount: "1", payee: "Coffee" },
    { date: "2026-10-02", amount: "2", payee: "Coffee" },
  ]);
  const { text } = await visitor.get(`/transactions?q=coffee&edit=${two}&field=notes`);
  const was = ["payee", "category_id", "notes", "tag_ids", "date"].map((field) => [
    `was.${field}`,
    attributeOf(text, new RegExp(`<input[^>]* name="was.${field}"[^>]*>`), "value"),
  ]);
  const form = {
    ...Object.fromEntries(was),
    key: keyOf(text),
    back: "q=coffee",
    next: attributeOf(text, /<input[^>]* name="next"[^>]*>/, "value"),
    payee: "Coffee",
    category_id: String(groceries),
    notes: "",
    date: "2026-10-02",
  };
  const wrong = await visitor.post(`/transactions/${two}/edit`, { ...form, date: "2026-02-30" });
  const saved = await visitor.post(`/transactions/${two}/edit`, { ...form, go: "next" });
  const location = saved.headers.get("location") ?? "";
  const shown = await visitor.get(location.split("#")[0] ?? "");
  const conflict = await visitor.post(`/transactions/${two}/edit`, { ...form, category_id: "3" });

  expect(text).toMatch(/<textarea[^>]* name="notes"[^>]* autofocus/);
  expect(wrong.status).toBe(400);
  expect(wordsOf(wrong.text)).toContain("“2026-02-30” is not a date.");
  expect(location).toMatch(
    new RegExp(`^/transactions\\?q=coffee&edit=${one}&changed=\\d+&offer=${two}#row-${one}$`),
  );
  expect((await read(two)).category_id).toBe(groceries);
  expect(wordsOf(shown.text)).toContain("Always Food · Groceries for “Coffee”?");
  expect(shown.text).toContain(`href="/rules/new?transaction=${two}&amp;category=${groceries}"`);
  expect(shown.text).toMatch(new RegExp(`<tr id="row-${one}" class="editing">`));
  expect(conflict.status).toBe(409);
  expect(wordsOf(conflict.text)).toContain("Now Food · Groceries.");
});

test("a view is saved under a name, stands above the list, is replaced by its name and deleted", async () => {
  await insertIds(coffees(30));
  const save = (name: string, back: string) => visitor.post("/transactions/views", { name, back });
  const saved = await save("Coffees", "q=coffee&before=2026-10-05.1");
  await save("Coffees", "q=coffee&direction=out");
  const unnamed = await save(" ", "q=coffee");
  const { text } = await visitor.get("/transactions?q=coffee&direction=out");
  const id = attributeOf(text, /<input[^>]* name="delete"[^>]*>/, "value");
  await visitor.post("/transactions/views", { delete: id, back: "q=coffee" });
  const after = await visitor.get("/transactions?q=coffee");

  expect([saved.status, unnamed.status]).toEqual([303, 400]);
  expect(wordsOf(unnamed.text)).toContain("Give the view a name.");
  expect(text).toMatch(
    /<a [^>]*href="\/transactions\?q=coffee&amp;direction=out" aria-current="true"[^>]*>Coffees</,
  );
  expect(wordsOf(after.text)).not.toContain("Coffees");
  // Of 30 amounts from 1 to 30 every tenth is 28 or more.
  expect(wordsOf(after.text)).toContain("Large (from 20)");
});

const ROW: Transaction = {
  id: 5,
  date: "2026-10-01",
  amount: "3.2000",
  currency: "usd",
  payee: "Coffee",
  status: "unreviewed",
  category_id: 2,
  tag_ids: [1, 2],
};

test("only fields that differ are written, each with its value before; a transaction that cannot be changed is left with the reason", () => {
  const rows = new Map([ROW, { ...ROW, id: 6, is_pending: true }].map((row) => [row.id, row]));
  const chosen = readChosen({ id: [printChosen(ROW), "6", "7", "7", "x"] });
  const tags = planBulk(chosen, rows, readWish({ add_tag: ["2", "3"], remove_tag: "1" }));
  const review = planBulk(chosen, rows, readWish({ review: "reviewed", category: "2" }));
  const notes = planBulk(chosen, rows, readWish({ notes_way: "remove", payee: " Coffee " }));
  const seenOther = readChosen({ id: printChosen({ ...ROW, payee: "Tea" }) });

  expect(chosen.map(({ id, seen }) => [id, seen?.length])).toEqual([
    [5, 6],
    [6, undefined],
    [7, undefined],
  ]);
  expect(tags.transactions).toEqual([
    { id: 5, was: { tag_ids: [1, 2] }, set: { tag_ids: [2, 3] } },
    { id: 6, was: { tag_ids: [1, 2] }, set: { tag_ids: [2, 3] } },
  ]);
  expect(tags.left).toEqual([{ id: 7, reason: "gone" }]);
  expect(review).toEqual({
    transactions: [{ id: 5, was: { status: "unreviewed" }, set: { status: "reviewed" } }],
    left: [
      { id: 6, reason: "pending" },
      { id: 7, reason: "gone" },
    ],
  });
  expect(notes.transactions).toEqual([]);
  // Another field's change is no conflict; that of the written one is.
  expect(planBulk(seenOther, rows, readWish({ category: "none" })).transactions).toHaveLength(1);
  expect(planBulk(seenOther, rows, readWish({ payee: "Bar" })).left).toEqual([
    { id: 5, reason: "changed" },
  ]);
  expect(planDelete(seenOther, rows).left).toEqual([{ id: 5, reason: "changed" }]);
});

test("an address names twenty of the transactions that were left and counts the others", () => {
  const left = Array.from({ length: 25 }, (_, index) => ({
    id: index + 1,
    reason: "gone" as const,
  }));
  const address = stateAddress("/transactions?q=a", { changed: 7, left, kept: 2 }, "#row-1");
  const state = readState(new URL(address, "http://x").searchParams);

  expect(address).toMatch(/^\/transactions\?q=a&changed=7&left=gone-1\+.*&kept=7#row-1$/);
  expect([state.changed, state.left.length, state.kept]).toEqual([7, 20, 7]);
});

test("the likely categories are those of the same payee, then those around it", () => {
  const names = {
    categories: [1, 2, 3, 4].map((id) => ({
      id,
      name: `C${id}`,
      group: null,
      isGroup: false,
      isArchived: id === 4,
    })),
  };
  const rows = [
    { id: 1, payee: "Bar", category_id: 3 },
    { id: 2, payee: "Bar", category_id: 3 },
    { id: 3, payee: "coffee", category_id: 2 },
    { id: 5, payee: "Coffee", category_id: 1 },
    { id: 6, payee: "Coffee", category_id: 4 },
  ];

  expect(pickLikely(names, ROW, rows).map(({ id }) => id)).toEqual([2, 3]);
});

test("the balance is shown beside rows that lead from one of the bank's balances to the next", () => {
  const row = (id: number, day: number, out: string, run: string | null = null): Transaction => ({
    ...ROW,
    id,
    date: `2026-10-0${day}`,
    amount: out,
    custom_metadata: run === null ? null : { tributary: { run } },
  });
  const anchor = (day: number, balance: number, run = "x") => ({
    day: `2026-10-0${day}` as Day,
    balance: balance * 10_000,
    run,
  });
  // Newest first: 5 after the last balance of the bank, 3 and 4 between two, 2 of a file, 1 typed by a person.
  const rows = [
    row(5, 5, "7"),
    row(4, 4, "-10"),
    row(3, 3, "4"),
    row(2, 2, "1", "x"),
    row(1, 1, "9"),
  ];
  const page = { rows, currency: "usd", isNewest: true };
  const of = (found: ReadonlyMap<number, number>) =>
    Object.fromEntries([...found].map(([id, units]) => [id, units / 10_000]));
  const proven = findRunning(page, [anchor(4, 106), anchor(2, 100)]);
  const other = findRunning(page, [anchor(4, 106), anchor(2, 99)]);
  const foreign = { ...page, rows: rows.map((one) => ({ ...one, currency: "eur" })) };

  // 106 − 7 = 99 after 5; 106 after 4; 106 − 10 = 96 after 3; 96 + 4 = 100 after 2.
  expect(of(proven)).toEqual({ 5: 99, 4: 106, 3: 96, 2: 100 });
  // A transaction is missing or extra between the two balances: 3 and 4 get none.
  expect(of(other)).toEqual({ 5: 99, 2: 99 });
  // On a later page the newest balance has no position.
  expect(of(findRunning({ ...page, isNewest: false }, [anchor(5, 99)]))).toEqual({});
  expect(of(findRunning(foreign, [anchor(4, 106)]))).toEqual({});
  expect(of(findRunning(page, []))).toEqual({});
});

test("an amount that one row in ten reaches counts as large, rounded down; few rows or two currencies have no such amount", () => {
  const rows = (count: number, currency = "usd") =>
    Array.from({ length: count }, (_, index) => ({ amount: String(-10 * (index + 1)), currency }));

  // Of 10, 20 ... 500 the fifth largest is 460.
  expect(findLarge(rows(50))).toBe(200 * 10_000);
  expect(findLarge([...rows(20), ...rows(5, "eur")])).toBe(null);
  expect([findLarge(rows(19)), findLarge(Array.from({ length: 30 }, () => ROW))]).toEqual([
    null,
    null,
  ]);
});
