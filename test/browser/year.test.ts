// A year in the browser, for a person who signs up: the monthly exports of three accounts with
// overlaps, twenty receipts, every transaction categorized, a month budgeted, and the net worth to
// the cent. Every click and key of the person is counted.

import Papa from "papaparse";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeHousehold } from "../household.ts";
import { takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();
const household = makeHousehold();
/** The accounts, as their files name them. */
const NAMES = { Checking: "Checking", "Credit Card": "Card", Savings: "Savings" } as const;

/** Counts clicks and keys; typing a text counts as one. */
class Person {
  presses = 0;

  async click(where: Locator): Promise<void> {
    this.presses += 1;
    // Until the style sheet is loaded, the page also shows the links of the closed menu.
    await where.page().waitForLoadState();
    await where.click();
  }

  async choose(where: Locator, label: string): Promise<void> {
    this.presses += 1;
    await where.selectOption({ label });
  }

  async press(page: Page, key: string): Promise<void> {
    this.presses += 1;
    await page.keyboard.press(key);
  }

  /** How many presses something takes. */
  async count(act: () => Promise<unknown>): Promise<number> {
    const before = this.presses;
    await act();
    return this.presses - before;
  }
}

const money = (cents: number) =>
  new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(cents / 100);

test("a year of three accounts is imported in at most 40 presses, a correction takes at most 2 and a rule 1, and every figure is right to the cent", async () => {
  const { page, complaints } = await tributary.visit({ locale: "en-US" });
  const person = new Person();
  await signUp(page);
  const toStart = await person.count(() => addCategories(page, person));
  const toImport = await person.count(() => importYear(page, person));
  await bringReceipts(page);
  const corrections = await categorize(page, person);
  const toBudget = await person.count(() => budgetMonth(page, person));
  await page.goto("/overview");
  await takeScreenshot(page, "99-year-overview");
  const overview = await page.locator("main").innerText();
  const ledger = await readLedger(page);
  const owned = household.balances.Checking + household.balances.Savings;

  expect(toStart).toBeLessThanOrEqual(2);
  expect(toImport).toBeLessThanOrEqual(40);
  expect(Math.max(...corrections.map(({ toCorrect }) => toCorrect))).toBeLessThanOrEqual(2);
  expect(Math.max(...corrections.map(({ toRule }) => toRule))).toBeLessThanOrEqual(1);
  expect(toBudget).toBeLessThanOrEqual(3);
  expect(ledger).toEqual(expectedLedger());
  expect(overview).toContain(money(owned + household.balances["Credit Card"]));
  expect(overview).toContain(money(-household.balances["Credit Card"]));
  expect(complaints).toEqual([]);
  console.log(
    `presses: ${toStart} for the categories, ${toImport} for 36 files, ${corrections.length} merchants of at most ${Math.max(...corrections.map(({ toCorrect, toRule }) => toCorrect + toRule))}, ${toBudget} for the budget; ${person.presses} in all`,
  );
}, 600_000);

async function signUp(page: Page): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill("elena@example.com");
  await page.getByLabel("Your name").fill("Elena Rivera");
  await page.getByLabel("Password (at least 12 characters)").fill("a long sentence of mine");
  await page.getByLabel("Budget name").fill("Household");
  await page.locator("select[name=currency]").selectOption("usd");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/overview");
}

async function addCategories(page: Page, person: Person): Promise<void> {
  await person.click(page.getByRole("link", { name: "Categories and tags" }));
  await person.click(page.getByRole("button", { name: "Add these" }));
  await page.getByText("Groceries").first().waitFor();
}

async function importYear(page: Page, person: Person): Promise<void> {
  await person.click(
    page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: "Import", exact: true }),
  );
  const chooser = page.waitForEvent("filechooser");
  await person.click(page.locator(".pick"));
  const files = household.files.map(({ name, text }) => ({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  }));
  await (await chooser).setFiles(files);
  await page.waitForURL(/\/imports\/uploads\/\w+$/);
  for (const name of ["card", "checking", "savings"]) {
    const asks = page.locator(".asks").filter({ hasText: `${name}-2025-11.csv` });
    // A card's file creates a credit account, whose balance is owed.
    expect(await asks.getByLabel("Type").inputValue()).toBe(name === "card" ? "credit" : "cash");
    await person.click(asks.getByRole("button", { name: "Create account for 12 files" }));
    await asks.waitFor({ state: "detached" });
  }
  const proven = page.getByRole("button", { name: "Import the 24 proven" });
  await proven.waitFor();
  await takeScreenshot(page, "97-year-uploaded");
  await person.click(proven);
  await page.locator("#sentence", { hasText: "36 files: 24 imported, 12 to check." }).waitFor();
  await person.click(page.getByRole("button", { name: "Import the 12 to check" }));
  await page.locator("#sentence", { hasText: "36 files: 36 imported." }).waitFor();
  await takeScreenshot(page, "98-year-imported");
}

/** Receipts come by mail and need no press. */
async function bringReceipts(page: Page): Promise<void> {
  for (const mail of household.receipts) {
    const status = await page.evaluate<number>(
      `fetch("/api/inbox", { method: "POST", headers: { "content-type": "message/rfc822" }, body: ${JSON.stringify(mail)} }).then(({ status }) => status)`,
    );
    expect(status).toBe(202);
  }
  await page.goto("/inbox");
}

interface Correction {
  readonly toCorrect: number;
  readonly toRule: number;
}

/** Sets the category of the newest transaction without one, and says "Always", until there is none. */
async function categorize(page: Page, person: Person): Promise<Correction[]> {
  const chosen = new Map(household.rows.map(({ text, category }) => [text, category]));
  const corrections: Correction[] = [];
  await page.goto("/transactions?category=0");
  for (;;) {
    const row = page.locator(".ledger tbody tr").first();
    if ((await row.count()) === 0) return corrections;
    const id = (await row.getAttribute("id"))?.slice("row-".length) ?? "";
    const text = await row.innerText();
    const category = [...chosen].find(([words]) => text.includes(words))?.[1] ?? "";
    const toCorrect = await person.count(async () => {
      await person.click(page.locator(`#edit-${id}`));
      await person.choose(page.locator("#edit-category_id"), category);
    });
    const always = page.locator(`#always-${id}`);
    await always.waitFor();
    const toRule = await person.count(async () => person.click(always));
    await always.waitFor({ state: "detached" });
    corrections.push({ toCorrect, toRule });
  }
}

async function budgetMonth(page: Page, person: Person): Promise<void> {
  await page.goto("/budget?month=2026-10");
  await person.click(page.getByRole("link", { name: "Fill from my last 3 months" }));
  await takeScreenshot(page, "99-year-budget-proposal");
  await person.click(page.locator("#accept"));
  await page.locator("#undo").waitFor();
  await takeScreenshot(page, "99-year-budget");
}

/** Every transaction of the export: day, account, amount, category, and the bank's text. */
async function readLedger(page: Page): Promise<string[]> {
  const csv = await (await page.request.get("/transactions.csv")).text();
  const { data } = Papa.parse<Record<string, string>>(csv.replace("\ufeff", ""), {
    header: true,
    skipEmptyLines: true,
  });
  return data
    .map((row) =>
      [row["Date"], row["Account"], row["Amount"], row["Category"], row["Bank text"]].join("|"),
    )
    .toSorted();
}

function expectedLedger(): string[] {
  return household.rows
    .map(({ date, account, cents, category, text }) =>
      [date, NAMES[account], (cents / 100).toFixed(2), category, text].join("|"),
    )
    .toSorted();
}
