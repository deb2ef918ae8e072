// The page of the budget over the whole Worker with its own service, and over the documented
// interface alone: the relations between its figures, what its forms write, and its undo.

import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addMonths, dayOfInstant, parseDay } from "../../../src/money/day.ts";
import { firstDay, lastDay, monthOf } from "../../../src/money/month.ts";
import { must } from "../../../src/platform/assert.ts";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { listLeaves, listLines } from "../../../src/pages/budget/model.ts";
import { readBudget, readHistory } from "../../../src/pages/budget/read-budget.ts";
import type { Found } from "../../../src/pages/budget/read-budget.ts";
import { sumFlows } from "../../../src/pages/budget/plots.tsx";
import { bindings, callOwn, get, insert, put } from "../../budget/client.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";
import { documentedWays, EMBEDDED } from "../transactions/ways.ts";

const TODAY = dayOfInstant(Date.now());
const [THIS, LAST] = [monthOf(TODAY), monthOf(addMonths(TODAY, -1))];

let visitor: Visitor;
const ids = new Map<string, number>();
const idOf = (name: string) => must(ids.get(name), `there is a category ${name}`);

beforeEach(async () => {
  await reset();
  visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  const { body } = await get("/categories?format=flattened");
  for (const { id, name } of body.categories) ids.set(name, id);
});
afterEach(() => reset());

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const rowOf = (html: string, id: number) =>
  wordsOf(new RegExp(`<tr[^>]* id="row-${id}"[^>]*>(.*?)</tr>`, "s").exec(html)?.[1] ?? "").trim();
const fieldOf = (html: string, id: number) =>
  new RegExp(`<input id="amount-${id}"[^>]* value="([^"]*)"`).exec(html)?.[1] ?? "missing";

async function read(month = THIS, ways = EMBEDDED): Promise<Found> {
  const found = await readBudget(ways, { day: null, month, complaint: null }, TODAY, false);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

const budget = (name: string, amount: number | string, month = THIS, more: object = {}) =>
  put("/budgets", { category_id: idOf(name), start_date: firstDay(month), amount, ...more });

const LEAVES = ["Groceries", "Coffee", "Rent", "Health", "Salary", "Card Payment"];

test("the amount left is carried over plus budgeted minus spent to the cent, and the money to budget is the sum of its parts", async () => {
  await callOwn("PUT", `/budgets/categories/${idOf("Groceries")}`, {
    rollover_option: "same category",
  });
  await callOwn("PUT", `/budgets/categories/${idOf("Coffee")}`, {
    rollover_option: "available funds",
    start_date: firstDay(LAST),
  });
  await callOwn("PUT", "/budgets/settings", { budget_rollover_left_to_budget: true });
  const cents = fc.integer({ min: 0, max: 500_000 });
  const amounts = fc.record({
    spent: fc.array(fc.tuple(fc.constantFrom(...LEAVES, null), cents, fc.boolean(), fc.boolean()), {
      maxLength: 25,
    }),
    budgets: fc.array(
      fc.tuple(
        fc.constantFrom(...LEAVES.slice(0, 5), "Food"),
        fc.integer({ min: 300_000, max: 900_000 }),
        fc.boolean(),
      ),
      { maxLength: 8 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(amounts, async ({ spent, budgets }) => {
      for (const [name, amount, isLast] of budgets)
        await put("/budgets", {
          category_id: idOf(name),
          start_date: firstDay(isLast ? LAST : THIS),
          amount: amount / 100,
        });
      const rows = spent.map(([name, amount, isLast, isIn]) => ({
        date: firstDay(isLast ? LAST : THIS),
        amount: (isIn ? -amount : amount) / 100,
        payee: "Anybody",
        ...(name !== null && { category_id: idOf(name) }),
      }));
      if (rows.length > 0) await insert(rows);
      await holdIdentities(await read());
    }),
    { numRuns: 6 },
  );
});

async function holdIdentities(found: Found): Promise<void> {
  const { pot, income, spending, incomeSums, spendingSums, outside, uncategorized } = found.budget;
  const before = (await read(LAST)).budget;
  for (const line of listLines([...income, ...spending])) {
    if (line.left !== null)
      expect(line.left, line.name).toBe(line.carried + (line.budgeted ?? 0) - line.spent);
  }
  const groceries = ({ budget: { spending: all } }: Pick<Found, "budget">) =>
    must(
      listLines(all).find(({ name }) => name === "Groceries"),
      "Groceries are shown",
    );
  expect(groceries(found).carried).toBe(groceries({ budget: before }).left ?? 0);
  expect(pot.left).toBe(pot.pool + pot.income - pot.budgeted);
  expect([pot.planned, pot.received]).toEqual([incomeSums.budgeted, incomeSums.spent]);
  for (const sums of [incomeSums, spendingSums])
    expect(sums.left).toBe(sums.carried + sums.budgeted - sums.spent);
  for (const { group, members } of [...income, ...spending])
    if (group !== null)
      expect(group.spent).toBe(members.reduce((sum, { spent }) => sum + spent, 0));
  const { body } = await get(
    `/transactions?start_date=${firstDay(THIS)}&end_date=${lastDay(THIS)}&limit=2000`,
  );
  const all = body.transactions.reduce(
    (sum: number, { to_base: amount }: { to_base: number }) => sum + Math.round(amount * 10_000),
    0,
  );
  const away = outside.reduce((sum, { spent }) => sum + spent, 0);
  const { spent: out, received } = uncategorized;
  expect(spendingSums.spent - incomeSums.spent + away + out - received).toBe(all);
  const history = await readHistory(EMBEDDED, found, found.period);
  const flow = sumFlows(history, found.tree).at(-1);
  expect([flow?.income, flow?.spending]).toEqual([incomeSums.spent, spendingSums.spent]);
}

test("a remote service shows the same figures, and only its documented interface is called", async () => {
  await budget("Groceries", 400);
  await budget("Salary", 2000);
  await insert([
    { date: firstDay(THIS), amount: 120.4, payee: "A", category_id: idOf("Groceries") },
    { date: firstDay(THIS), amount: 17, payee: "B" },
  ]);
  const [own, other] = [await read(), await read(THIS, documentedWays(1000))];

  expect(other.budget).toEqual(own.budget);
  expect(other.entered).toBeNull();
  expect(own.budget.pot.left).toBe(16_000_000);
  expect(listLeaves(other.budget).find(({ name }) => name === "Groceries")).toMatchObject({
    budgeted: 4_000_000,
    spent: 1_204_000,
    left: 2_796_000,
  });
});

test("a service whose periods start on other days than its settings say is read by its own periods", async () => {
  await budget("Groceries", 400);
  const ways = documentedWays(1000);
  const settings = (await get("/budgets/settings")).body;
  const service: typeof ways.service = async (path, init) =>
    path === "/budgets/settings"
      ? Response.json({ ...settings, budget_period_anchor_date: "2020-01-10" })
      : ways.service(path, init);
  const wanted = { day: must(parseDay(`${THIS}-12`), "a day"), month: null, complaint: null };
  const found = await readBudget({ ...ways, service }, wanted, TODAY, false);

  expect(found).toMatchObject({
    ok: true,
    value: { period: { start: firstDay(THIS), end: lastDay(THIS) } },
  });
  expect(found.ok && found.value.budget.pot.budgeted).toBe(4_000_000);
});

test("an amount and its note are saved as one change, which Undo takes back", async () => {
  const groceries = idOf("Groceries");
  const form = { start: firstDay(THIS), key: "one", [`was.${groceries}`]: "" };
  const saved = await visitor.post("/budget", {
    ...form,
    [`amount.${groceries}`]: "2*150,25",
    [`note.${groceries}`]: "Two birthdays",
    [`was-note.${groceries}`]: "",
  });
  const { text } = await visitor.get(saved.headers.get("location") ?? "");
  const row = rowOf(text, groceries);
  const amount = fieldOf(text, groceries);
  const change = /name="change" value="(\d+)"/.exec(text)?.[1] ?? "";
  const undone = await visitor.post("/budget/undo", { change, start: firstDay(THIS), key: "undo" });
  const { text: afterwards } = await visitor.get(undone.headers.get("location") ?? "");
  const after = fieldOf(afterwards, groceries);

  expect(saved.status).toBe(303);
  expect(saved.headers.get("location")).toMatch(
    new RegExp(`^/budget\\?month=${THIS}&saved=\\d+#row-${groceries}$`),
  );
  expect(wordsOf(text)).toMatch(/Budget of Groceries for .*: none → 300\.50/);
  expect(amount).toBe("300.50");
  expect(row).toContain("Two birthdays");
  expect(after).toBe("");
  expect(wordsOf(afterwards)).toMatch(/Undo: Budget of Groceries.*Redo/);
});

test("an amount that cannot be saved stays in its field with the reason, and the rest is saved", async () => {
  const [groceries, coffee, rent, food] = ["Groceries", "Coffee", "Rent", "Food"].map(idOf);
  await budget("Groceries", 400);
  await budget("Coffee", 50);
  const answer = await visitor.post("/budget", {
    start: firstDay(THIS),
    key: "two",
    // Somebody set 400 since this person saw 300.
    [`was.${groceries}`]: "300.00",
    [`amount.${groceries}`]: "350",
    [`was.${coffee}`]: "50.00",
    [`amount.${coffee}`]: "lots",
    [`was.${rent}`]: "",
    [`amount.${rent}`]: "1 200",
    [`was.${food}`]: "",
    [`amount.${food}`]: "10",
  });
  const { text } = answer;

  expect(answer.status).toBe(400);
  expect(wordsOf(text)).toContain("3 amounts were not saved. The others were saved.");
  expect(rowOf(text, groceries ?? 0)).toContain("Somebody set 400.00 meanwhile.");
  expect(rowOf(text, coffee ?? 0)).toContain("“lots” is not an amount.");
  expect(fieldOf(text, groceries ?? 0)).toBe("350");
  expect(fieldOf(text, coffee ?? 0)).toBe("lots");
  expect(fieldOf(text, rent ?? 0)).toBe("1200.00");
  const { entered } = await read();
  expect(entered?.get(groceries ?? 0)?.amount).toBe(4_000_000);
  expect(entered?.has(food ?? 0)).toBe(false);
});

test("an amount that is budgeted automatically is a hint in its field, and typing over it is not a conflict", async () => {
  const rent = idOf("Rent");
  const form = { start: firstDay(THIS), category: String(rent) };
  const refused = await visitor.post("/budget/continue", {
    ...form,
    rollover: "same category",
    automatic: "fixed",
    automatic_amount: "",
  });
  await visitor.post("/budget/continue", {
    ...form,
    rollover: "same category",
    automatic: "fixed",
    automatic_amount: "1 200",
  });
  // Set again from a later period: automatic amounts before it stay.
  await visitor.post("/budget/continue", {
    ...form,
    start: firstDay(monthOf(addMonths(TODAY, 1))),
    rollover: "same category",
    automatic: "fixed",
    automatic_amount: "1 200",
  });
  const { text } = await visitor.get(`/budget?edit=${rent}`);
  const typed = await visitor.post("/budget", {
    start: firstDay(THIS),
    key: "three",
    [`was.${rent}`]: "",
    [`amount.${rent}`]: "1300",
  });
  const { entered, budget: now } = await read();

  expect(refused.status).toBe(400);
  expect(text).toMatch(new RegExp(`id="amount-${rent}"[^>]*value=""[^>]*placeholder="1200.00"`));
  expect(text).toMatch(/value="same category" checked/);
  expect(typed.status).toBe(303);
  expect(entered?.get(rent)?.amount).toBe(13_000_000);
  expect(now.pot.budgeted).toBe(13_000_000);
});

test("periods are made as the person says, and a wrong setting has its reason beside it", async () => {
  const form = { quantity: "2", granularity: "week", anchor: "2026-01-05", income: "activity" };
  const wrong = await visitor.post("/budget/settings", { ...form, quantity: "0", anchor: "soon" });
  const right = await visitor.post("/budget/settings", { ...form, hides: "yes" });
  const { text } = await visitor.get("/budget?start=2026-03-04");

  expect(wrong.status).toBe(400);
  expect(wordsOf(wrong.text)).toContain("“0” is no whole number from 1.");
  expect(wordsOf(wrong.text)).toContain("“soon” is not a date.");
  expect(right.status).toBe(303);
  // Two weeks from 5 January on: the fifth period starts 56 days later.
  expect(wordsOf(text)).toContain("2 Mar to 15 Mar 2026");
  expect(text).toContain('href="/budget?start=2026-02-16"');
  expect(wordsOf(text)).toMatch(/Show \d+ categories without budget and activity/);
  expect(text).not.toContain(`id="row-${idOf("Groceries")}"`);
});

test("one category over time has each of its last periods, and an unknown one is not found", async () => {
  await budget("Groceries", 400, LAST);
  await insert([
    { date: firstDay(LAST), amount: 120.4, payee: "A", category_id: idOf("Groceries") },
  ]);
  const { text } = await visitor.get(`/budget/category/${idOf("Groceries")}`);
  const row = wordsOf(new RegExp(`month=${LAST}#row.*?</tr>`, "s").exec(text)?.[0] ?? "");

  expect(row).toMatch(/400\.00 120\.40 279\.60/);
  expect(text).toContain(`/transactions?category=${idOf("Groceries")}&amp;month=${LAST}`);
  expect((await visitor.get("/budget/category/99999")).status).toBe(404);
});
