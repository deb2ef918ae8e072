// Goal: a new person sees in a browser how much they owe. A card's statement raises it, a payment
// into a loan lowers it, and the list of accounts and the overview agree. The expected sums come
// from the printed files, in whole cents.

import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { takeScreenshot, sample, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

const centsOf = (text: string | undefined) => Math.round(Number(text) * 100);
const printed = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The card prints what is owed as positive, returns and payments as negative. */
const CARD_CENTS = readFileSync(sample("us-card.csv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .reduce((sum, line) => sum + centsOf(line.split(",").at(-1)), 0);
const LOAN_CENTS = 900_000;
const PAYMENTS = [25_000, 25_000] as const;
const LOAN_FILE = [
  "Date,Description,Debit,Credit",
  ...PAYMENTS.map(
    (cents, index) => `2026-1${index}-05,PAYMENT RECEIVED,,${(cents / 100).toFixed(2)}`,
  ),
  "2026-10-31,INTEREST,41.20,",
  "",
].join("\n");
const OWED_CENTS = LOAN_CENTS - PAYMENTS.reduce((sum, cents) => sum + cents, 0) + 4_120;

/** Chooses the account and the file on the import page, and confirms what was read. */
async function importFile(
  page: Page,
  account: string,
  file: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto("/");
  await page.locator("html.scripted").waitFor();
  await page.selectOption("#account", { label: `${account} (USD)` });
  await page.setInputFiles("#file", file);
  await page.waitForURL(/\/imports\/\w+$/);
  await page.getByRole("button", { name: /^Import \d+ transactions$/ }).click();
  await page.locator("#sentence", { hasText: "Import finished." }).waitFor();
}

const owedOn = async (page: Page, account: string) =>
  page.getByRole("row", { name: account }).locator("td.number").first().innerText();
/** Net worth, what you have, what you owe. */
const figuresOn = async (page: Page) => page.locator(".figures.worth dd").allTextContents();

test("a card's statement raises the amount owed on every page, and a payment into a loan lowers it", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await importFile(page, "Credit Card", sample("us-card.csv"));

  await page.goto("/accounts");
  expect(await owedOn(page, "Credit Card")).toContain(`${printed(CARD_CENTS)} USD owed`);
  await page.goto("/overview");
  expect(await figuresOn(page)).toEqual([`−${printed(CARD_CENTS)}`, "0.00", printed(CARD_CENTS)]);

  const made = await tributary.call("/v2/manual_accounts", "POST", {
    name: "Car loan",
    type: "loan",
    balance: LOAN_CENTS / 100,
  });
  expect(made.status).toBe(201);
  await importFile(page, "Car loan", {
    name: "car-loan.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(LOAN_FILE),
  });

  await page.goto("/accounts");
  expect(await owedOn(page, "Car loan")).toContain(`${printed(OWED_CENTS)} USD owed`);
  expect(await owedOn(page, "Credit Card")).toContain(`${printed(CARD_CENTS)} USD owed`);
  await takeScreenshot(page, "80-accounts-owed");
  await page.goto("/overview");
  expect(await figuresOn(page)).toEqual([
    `−${printed(CARD_CENTS + OWED_CENTS)}`,
    "0.00",
    printed(CARD_CENTS + OWED_CENTS),
  ]);
  await takeScreenshot(page, "81-overview-owed");
  expect(complaints).toEqual([]);
});
