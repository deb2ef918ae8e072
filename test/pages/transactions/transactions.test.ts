// The pages of transactions over the whole Worker with its own service: what they show, and what
// their forms change. Expected values are those that were inserted.

import { afterEach, beforeEach, expect, test } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import {
  accountId,
  addLinkedAccount,
  bindings,
  categoryId,
  get,
  insert,
  post,
  put,
} from "../../budget/client.ts";
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
const rowOf = (html: string, id: number) =>
  wordsOf(new RegExp(`<tr id="row-${id}">(.*?)</tr>`, "s").exec(html)?.[1] ?? "");
const shownIds = (html: string) =>
  [...html.matchAll(/<tr id="row-(\d+)">/g)].map(([, id]) => Number(id));
const linkTo = (html: string, words: string) =>
  new RegExp(`<a[^>]* href="([^"]*)"[^>]*>${words}</a>`)
    .exec(html)?.[1]
    ?.replaceAll("&amp;", "&") ?? "";
const besideOf = (html: string, id: string) =>
  new RegExp(`<p class="refused" id="${id}-error" role="alert">([^<]*)`).exec(html)?.[1] ?? "";
const hiddenOf = (html: string, name: string) =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "missing";

async function insertIds(items: readonly object[]): Promise<number[]> {
  const { transactions } = await insert(
    items.map((item) => ({ manual_account_id: checking, ...item })),
  );
  return transactions.map(({ id }: { id: number }) => id);
}

/** The form of a transaction as a browser sends it back, with some fields changed. */
async function openForm(id: number): Promise<Record<string, string>> {
  const { text } = await visitor.get(`/transactions/${id}`);
  const was = Object.fromEntries(
    ["payee", "category_id", "notes", "tag_ids", "date", "status"].map((field) => [
      field,
      hiddenOf(text, `was.${field}`),
    ]),
  );
  return {
    key: hiddenOf(text, "key"),
    ...Object.fromEntries(Object.entries(was).map(([field, value]) => [`was.${field}`, value])),
    payee: was["payee"] ?? "",
    category_id: was["category_id"] ?? "",
    notes: was["notes"] ?? "",
    date: was["date"] ?? "",
    tags: "shown",
    review: "shown",
    ...(was["status"] === "reviewed" && { reviewed: "yes" }),
  };
}

test("a row shows payee, the bank's text where it differs, notes, group and category, account and amount", async () => {
  const [out = 0, into = 0, foreign = 0] = await insertIds([
    {
      date: "2026-10-01",
      amount: "3.20",
      payee: "Corner <Coffee>",
      original_name: "CORNER COFFEE 12 SPRINGFIELD",
      notes: "with Ann",
      category_id: groceries,
    },
    { date: "2026-10-02", amount: "-2450", payee: "Payroll", original_name: "Payroll" },
    { date: "2026-10-03", amount: "10", currency: "eur", payee: "Hotel", status: "unreviewed" },
  ]);
  const { status, text } = await visitor.get("/transactions");

  expect(status).toBe(200);
  expect(shownIds(text)).toEqual([foreign, into, out]);
  expect(rowOf(text, out).trim()).toMatch(
    /^1 Oct 2026 Corner &lt;Coffee&gt; CORNER COFFEE 12 SPRINGFIELD with Ann Food · Groceries Checking −3\.20$/,
  );
  expect(rowOf(text, into).trim()).toBe("2 Oct 2026 Payroll No category Checking +2,450.00");
  expect(rowOf(text, foreign)).toContain("−10.00 EUR");
  expect(rowOf(text, foreign)).toContain("to review");
});

test("the heading counts the view and sums money out and in", async () => {
  await insertIds([
    { date: "2026-10-01", amount: "3.20", payee: "A" },
    { date: "2026-10-02", amount: "4.05", payee: "A" },
    { date: "2026-10-02", amount: "-10", payee: "A" },
    { date: "2026-10-02", amount: "99", payee: "B" },
  ]);
  const { text } = await visitor.get("/transactions?q=a");

  expect(wordsOf(/<p class="lead totals".*?<\/p>/s.exec(text)?.[0] ?? "").trim()).toMatch(
    /^3 transactions, −7\.25 USD out , \+10\.00 USD in$/,
  );
});

test("filters are chips that drop one each, and the form shows them", async () => {
  await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const { text } = await visitor.get(
    `/transactions?q=coffee&account=manual:${checking}&category=0&month=2026-10&min=1,00&direction=out`,
  );
  const chips = [...text.matchAll(/<a class="chip" href="([^"]*)"[^>]*>([^<]*)/g)].map(
    ([, href, words]) => [words?.trim(), href?.replaceAll("&amp;", "&")],
  );

  expect(shownIds(text)).toHaveLength(1);
  expect(chips.map(([words]) => words)).toEqual([
    "“coffee”",
    "Checking",
    "No category",
    "Oct 2026",
    "at least 1.00",
    "Money out",
  ]);
  expect(chips[1]?.[1]).toBe(
    "/transactions?q=coffee&category=0&month=2026-10&min=1%2C00&direction=out",
  );
  expect(text).toContain(`<option value="manual:${checking}" selected="">`);
});

test("a wrong filter is named beside its field, an unknown one above the form, and nothing is listed", async () => {
  await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const { status, text } = await visitor.get(
    "/transactions?from=2026-02-30&min=much&category=x&colour=red&max=2",
  );

  expect(status).toBe(400);
  expect(besideOf(text, "filter-from")).toBe(
    "“2026-02-30” is not a date. A date looks like 2026-11-21.",
  );
  expect(besideOf(text, "filter-min")).toBe("“much” is not an amount. An amount looks like 12.50.");
  expect(besideOf(text, "filter-category")).toContain("There is no category “x”.");
  expect(wordsOf(text)).toContain("Transactions cannot be filtered by “colour”.");
  expect(text).toContain('value="2026-02-30"');
  expect(shownIds(text)).toEqual([]);
});

test("the empty fields of a form leave the address", async () => {
  const { status, headers } = await visitor.get("/transactions?q=&account=&min=5&from=");

  expect([status, headers.get("location")]).toEqual([303, "/transactions?min=5"]);
});

test("an empty view says what each filter hides", async () => {
  await insertIds([
    { date: "2026-10-01", amount: "3.20", payee: "Coffee" },
    { date: "2026-09-01", amount: "3.20", payee: "Tea" },
  ]);
  const { text } = await visitor.get("/transactions?q=coffee&month=2026-09");

  expect(wordsOf(text)).toContain("1 transaction without “coffee”");
  expect(wordsOf(text)).toContain("1 transaction without Sep 2026");
  expect(wordsOf((await visitor.get("/transactions?q=nowhere&month=2020-01")).text)).toContain(
    "See all transactions",
  );
});

test("Older and Newer lead over 120 transactions, each shown once, and back to the whole first page", async () => {
  const ids = await insertIds(
    Array.from({ length: 120 }, (_, index) => ({
      date: `2026-10-${String(1 + (index % 28)).padStart(2, "0")}`,
      amount: "1",
      payee: "Coffee",
    })),
  );
  const first = (await visitor.get("/transactions?q=coffee")).text;
  const second = (await visitor.get(linkTo(first, "Older →"))).text;
  const third = (await visitor.get(linkTo(second, "Older →"))).text;
  const backToSecond = (await visitor.get(linkTo(third, "← Newer"))).text;
  const backToFirst = (await visitor.get(linkTo(backToSecond, "← Newer"))).text;
  const pages = [first, second, third].map(shownIds);

  expect(pages.map((page) => page.length)).toEqual([50, 50, 20]);
  expect(pages.flat().toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  expect(linkTo(third, "Older →")).toBe("");
  expect(shownIds(backToSecond)).toEqual(pages[1]);
  expect(shownIds(backToFirst)).toEqual(pages[0]);
  expect(linkTo(first, "← Newer")).toBe("");
});

test("a person corrects payee, category, notes, date and status; only the changed fields are written", async () => {
  const [id = 0] = await insertIds([
    { date: "2026-10-01", amount: "3.20", payee: "COFFEE 12", status: "unreviewed" },
  ]);
  const saved = await visitor.post(`/transactions/${id}`, {
    ...(await openForm(id)),
    payee: "Corner Coffee",
    category_id: String(groceries),
    notes: "two lines\r\nof notes",
    date: "2026-10-02",
    reviewed: "yes",
    back: "q=coffee",
  });
  const { body } = await get(`/transactions/${id}`);
  const shown = await visitor.get(saved.headers.get("location") ?? "");

  expect([saved.status, saved.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(new RegExp(`^/transactions/${id}\\?saved=[1-9]\\d*&back=q%3Dcoffee$`)),
  ]);
  expect(body).toMatchObject({
    payee: "Corner Coffee",
    category_id: groceries,
    notes: "two lines\nof notes",
    date: "2026-10-02",
    status: "reviewed",
    amount: "3.2000",
  });
  expect(wordsOf(shown.text)).toContain("Saved.");
  expect(shown.text).toContain(`href="/transactions?q=coffee#row-${id}"`);
});

test("a form that is sent again with another edit, after the browser's Back, is written too", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "COFFEE 12" }]);
  const form = { ...(await openForm(id)), payee: "Corner Coffee" };
  const first = await visitor.post(`/transactions/${id}`, form);
  const again = await visitor.post(`/transactions/${id}`, form);
  const other = await visitor.post(`/transactions/${id}`, { ...form, notes: "With Ann" });
  const { body } = await get(`/transactions/${id}`);

  expect([first.status, again.status, other.status]).toEqual([303, 303, 303]);
  expect(again.headers.get("location")).toContain("saved=0");
  expect(body).toMatchObject({ payee: "Corner Coffee", notes: "With Ann" });
});

test("tags are ticked and unticked", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const { body } = await get("/tags");
  const [one = 0, two = 0]: number[] = body.tags.map((tag: { id: number }) => tag.id);
  const form = new URLSearchParams(await openForm(id));
  for (const tag of [two, one]) form.append("tag", String(tag));
  await visitor.post(`/transactions/${id}`, form);
  const ticked = (await get(`/transactions/${id}`)).body.tag_ids;
  await visitor.post(`/transactions/${id}`, await openForm(id));

  expect(new Set(ticked)).toEqual(new Set([one, two]));
  expect((await get(`/transactions/${id}`)).body.tag_ids).toEqual([]);
});

test("a field that somebody changed meanwhile is not overwritten; both values and the choice are shown", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const restaurants = await categoryId("Restaurants");
  const form = await openForm(id);
  await put(`/transactions/${id}`, { category_id: groceries });
  const answer = await visitor.post(`/transactions/${id}`, {
    ...form,
    payee: "Corner Coffee",
    category_id: String(restaurants),
  });
  const afterFirst = (await get(`/transactions/${id}`)).body;
  const again = {
    ...form,
    payee: "Corner Coffee",
    "was.payee": "Corner Coffee",
    category_id: String(restaurants),
    "was.category_id": hiddenOf(answer.text, "was.category_id"),
    conflict: "category_id",
  };
  const undecided = await visitor.post(`/transactions/${id}`, again);
  const afterSave = (await get(`/transactions/${id}`)).body;
  const used = await visitor.post(`/transactions/${id}`, { ...again, use: "category_id" });

  expect(answer.status).toBe(409);
  expect(wordsOf(answer.text)).toContain(
    "Now Food · Groceries. You wrote Food · Restaurants. Nothing was changed here.",
  );
  expect(afterFirst).toMatchObject({ payee: "Corner Coffee", category_id: groceries });
  expect(undecided.status).toBe(409);
  expect(afterSave.category_id).toBe(groceries);
  expect(used.status).toBe(303);
  expect((await get(`/transactions/${id}`)).body.category_id).toBe(restaurants);
});

test("Keep leaves what the other one wrote", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const form = await openForm(id);
  await put(`/transactions/${id}`, { notes: "theirs" });
  const answer = await visitor.post(`/transactions/${id}`, { ...form, notes: "mine" });
  const kept = await visitor.post(`/transactions/${id}`, {
    ...form,
    notes: "mine",
    "was.notes": hiddenOf(answer.text, "was.notes"),
    conflict: "notes",
    keep: "notes",
  });

  expect(answer.status).toBe(409);
  expect(wordsOf(answer.text)).toContain("Now “theirs”. You wrote “mine”.");
  expect(kept.status).toBe(303);
  expect((await get(`/transactions/${id}`)).body.notes).toBe("theirs");
});

test("a refused value is kept beside its reason, and nothing is written", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const answer = await visitor.post(`/transactions/${id}`, {
    ...(await openForm(id)),
    payee: "Tea",
    date: "2026-02-30",
  });
  const long = await visitor.post(`/transactions/${id}`, {
    ...(await openForm(id)),
    payee: "x".repeat(1_001),
  });

  expect(answer.status).toBe(400);
  expect(besideOf(answer.text, "date")).toBe(
    "“2026-02-30” is not a date. A date looks like 2026-11-21.",
  );
  expect(answer.text).toContain('value="2026-02-30"');
  expect(answer.text).toContain('name="payee" value="Tea"');
  expect(long.status).toBe(400);
  expect(besideOf(long.text, "payee")).toMatch(/^Payee /);
  expect((await get(`/transactions/${id}`)).body.payee).toBe("Coffee");
});

test("a split transaction and its parts lead to each other; the whole cannot be changed here", async () => {
  const [id = 0] = await insertIds([{ date: "2026-10-01", amount: "30", payee: "Supermarket" }]);
  const { body } = await post(`/transactions/split/${id}`, {
    child_transactions: [
      { amount: 10, category_id: groceries },
      { amount: 20, payee: "Flowers" },
    ],
  });
  const [part] = body.children.map((child: { id: number }) => child.id);
  const whole = (await visitor.get(`/transactions/${id}`)).text;
  const child = (await visitor.get(`/transactions/${part}`)).text;

  expect(wordsOf(whole)).toContain(
    "This transaction is split. Change its parts instead, or undo the split.",
  );
  expect(whole).toContain(`href="/transactions/${part}"`);
  expect(wordsOf(whole)).toContain("2 parts");
  expect(child).toContain(`href="/transactions/${id}"`);
});

test("the page says where a transaction came from", async () => {
  const linked = await addLinkedAccount(true);
  const [imported = 0, entered = 0] = await insertIds([
    {
      date: "2026-10-01",
      amount: "1",
      payee: "A",
      custom_metadata: { tributary: { run: "77", line: 12, value_date: "2026-09-30" } },
    },
    { date: "2026-10-01", amount: "1", payee: "B" },
  ]);
  const first = wordsOf((await visitor.get(`/transactions/${imported}`)).text);

  expect(first).toContain("An import that is no longer kept here (77) brought it, from line 12");
  expect(first).toContain("Value date 2026-09-30");
  expect(wordsOf((await visitor.get(`/transactions/${entered}`)).text)).toContain(
    "A person or another program entered it.",
  );
  expect((await visitor.get(`/transactions?account=linked:${linked}`)).status).toBe(200);
});

test("a view is downloaded as CSV: ISO days, the sign as shown, texts that are no formulas", async () => {
  await insertIds([
    {
      date: "2026-10-01",
      amount: "1234.50",
      payee: "=HYPERLINK(1)",
      notes: '-1 "quoted", with comma',
      category_id: groceries,
    },
    { date: "2026-10-02", amount: "-10", payee: "Müller", original_name: "+49 Müller" },
    { date: "2026-11-02", amount: "5", payee: "Another month" },
  ]);
  const { headers, text } = await visitor.get("/transactions.csv?month=2026-10");
  const [head, ...lines] = text.split("\r\n");

  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(
    /^attachment; filename="transactions-.*\.csv"$/,
  );
  expect(head?.replace("\ufeff", "")).toBe(
    "Date,Payee,Amount,Currency,Account,Group,Category,Tags,Notes,Bank text,Status,Budget amount,Budget currency,Number",
  );
  expect(lines.map((line) => line.replace(/\d+$/, "N"))).toEqual([
    "2026-10-02,Müller,10.00,USD,Checking,,,,,'+49 Müller,reviewed,10.00,USD,N",
    `2026-10-01,'=HYPERLINK(1),-1234.50,USD,Checking,Food,Groceries,,"'-1 ""quoted"", with comma",'=HYPERLINK(1),reviewed,-1234.50,USD,N`,
    "",
  ]);
});

test("a file of many pages has every transaction once, and an unclear view is not downloaded", async () => {
  for (let batch = 0; batch < 3; batch += 1)
    await insertIds(
      Array.from({ length: 150 }, (_, index) => ({
        date: "2026-10-05",
        amount: "1",
        payee: `P${batch}-${index}`,
      })),
    );
  const { text } = await visitor.get("/transactions.csv");
  const payees = text
    .split("\r\n")
    .slice(1, -1)
    .map((line) => line.split(",")[1]);

  expect(payees).toHaveLength(450);
  expect(new Set(payees).size).toBe(450);
  expect((await visitor.get("/transactions.csv?month=May")).status).toBe(400);
});

test("the page of accounts leads to each account, and that to its transactions", async () => {
  await insertIds([{ date: "2026-10-01", amount: "3.20", payee: "Coffee" }]);
  const { text: list } = await visitor.get("/accounts");
  const { text: account } = await visitor.get(`/accounts/manual/${checking}`);

  expect(list).toContain(`href="/accounts/manual/${checking}"`);
  expect(account).toMatch(new RegExp(`href="/transactions\\?account=manual(:|%3A)${checking}"`));
});

test("an unknown transaction is not found, and nobody sees a list without signing in", async () => {
  expect((await visitor.get("/transactions/999999")).status).toBe(404);
  for (const path of ["/transactions", "/transactions/1", "/transactions.csv"])
    expect((await new Visitor().get(path)).status).toBe(401);
});
