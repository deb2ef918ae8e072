// "Always": a correction becomes a rule with one press, in the list and in the review, over the
// whole Worker with its own service. The page says before what the rule would change, and one Undo
// takes all of it back.

import { afterEach, beforeEach, expect, test } from "vitest";
import { mintSignInLink } from "../../src/oauth/sign-in/session.ts";
import { accountId, bindings, callOwn, categoryId, get, insert } from "../budget/client.ts";
import { Visitor } from "../oauth/visitor.ts";
import { reset } from "../reset.ts";

let visitor: Visitor;
let groceries = 0;
let ids: number[] = [];

/** Four rows of one shop, of which the last has a category already, and one of another. */
beforeEach(async () => {
  await reset();
  visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  groceries = await categoryId("Groceries");
  const checking = await accountId("Checking");
  const rows = [
    { date: "2026-10-05", amount: "5", payee: "Aldi", original_name: "ALDI 0231" },
    { date: "2026-10-04", amount: "4", payee: "Aldi", original_name: "ALDI 0231" },
    { date: "2026-10-03", amount: "3", payee: "Aldi", original_name: "ALDI 0231" },
    { date: "2026-10-02", amount: "2", payee: "Aldi", category_id: groceries },
    { date: "2026-10-01", amount: "1", payee: "Bakery", original_name: "BAKERY" },
  ].map((row) => ({ manual_account_id: checking, status: "unreviewed", ...row }));
  const { transactions } = await insert(rows);
  ids = transactions.map(({ id }: { id: number }) => id);
});
afterEach(() => reset());

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const categoriesOf = async () =>
  Promise.all(ids.map(async (id) => (await get(`/transactions/${id}`)).body.category_id));
const countRules = async () => (await callOwn("GET", "/rules")).body.rules.length;
const field = (html: string, form: RegExp, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`)
    .exec(form.exec(html)?.[0] ?? "")?.[1]
    ?.replaceAll("&amp;", "&") ?? "";

/** Corrects the first row of the list in a view. */
async function correct(view: string): Promise<string> {
  const id = ids[0] ?? 0;
  const opened = await visitor.get(`/transactions?${view}&edit=${id}`);
  const hidden = [...opened.text.matchAll(/name="(was\.[^"]+|key|back)" value="([^"]*)"/g)];
  const sent = await visitor.post(`/transactions/${id}/edit`, {
    ...Object.fromEntries(
      hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]),
    ),
    payee: "Aldi",
    date: "2026-10-05",
    notes: "",
    category_id: String(groceries),
    go: "stay",
  });
  expect(sent.status).toBe(303);
  return (await visitor.get(sent.headers.get("location") ?? "")).text;
}

const OFFER = /<form[^>]*\/always[^>]*>[\s\S]*?<\/form>/;

async function sayAlways(html: string) {
  const names = ["key", "back", "category"];
  const fields = Object.fromEntries(names.map((name) => [name, field(html, OFFER, name)]));
  const answer = await visitor.post(`/transactions/${ids[0] ?? 0}/always`, fields);
  return { answer, location: answer.headers.get("location") ?? "", fields };
}

test("the offer says how many more would change; one press makes the rule and changes them, and one Undo takes back both", async () => {
  const html = await correct("q=aldi");
  const before = await categoriesOf();
  const { answer, location, fields } = await sayAlways(html);
  const again = await visitor.post(`/transactions/${ids[0] ?? 0}/always`, fields);
  const [after, rules] = [await categoriesOf(), await countRules()];
  const shown = await visitor.get(location);
  await visitor.post("/transactions/undo", {
    key: "undo",
    back: "q=aldi",
    change: field(shown.text, /<form[^>]*\/transactions\/undo[^>]*>[\s\S]*?<\/form>/, "change"),
  });

  expect(wordsOf(html)).toContain("“Aldi”? 2 more transactions would change.");
  expect(before).toEqual([groceries, null, null, groceries, null]);
  expect([answer.status, again.status]).toEqual([303, 303]);
  expect(after).toEqual([groceries, groceries, groceries, groceries, null]);
  expect(rules).toBe(1);
  expect(await categoriesOf()).toEqual(before);
  expect(await countRules()).toBe(0);
});

test("a row that its correction takes out of the view still has its offer", async () => {
  const html = await correct("category=0");
  const id = ids[0] ?? 0;

  expect(html).not.toContain(`<tr id="row-${id}"`);
  expect(html).toContain(`<div class="offer" id="offer-${id}">`);
  expect(wordsOf(html)).toContain("2 more transactions would change.");
});

test("in the review Always accepts the group with its category and makes it a rule; without a category it is asked for", async () => {
  const { text } = await visitor.get("/review");
  const form = /<form[^>]*data-swap="review">(?:(?!<\/form>)[\s\S])*?Bakery[\s\S]*?<\/form>/;
  const row = field(text, form, "row");
  const send = (category: number) =>
    visitor.post("/review", {
      key: field(text, form, "key"),
      row,
      category: String(category),
      do: "always",
    });
  const refused = await send(0);
  const refusal = wordsOf(refused.text);
  const rulesBefore = await countRules();
  const done = await send(groceries);
  const { body } = await get(`/transactions/${ids[4] ?? 0}`);

  expect([refused.status, rulesBefore]).toEqual([400, 0]);
  expect(refusal).toContain("Choose the category that it always is.");
  expect(done.status).toBe(303);
  expect(body).toMatchObject({ category_id: groceries, status: "reviewed" });
  expect(await countRules()).toBe(1);
});
