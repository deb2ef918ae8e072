// Exchange rates in a real browser over the built Worker. An import in a currency without a rate
// leads to the page. Invalid input is refused next to its form, on a phone without scripts. The
// bank's file and a rate entered by keyboard make everything count.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { RATES_UPLOAD_BYTES_MAX } from "../../src/platform/limits.ts";
import { addDays, dayOfInstant } from "../../src/money/day.ts";
import { bankXml } from "../budget/bank-files.ts";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const TODAY = dayOfInstant(Date.now());
const YESTERDAY = addDays(TODAY, -1);
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  javaScriptEnabled: false,
};

const tributary = tributaryForTests(async (started) => {
  const made = await started.call("/v2/manual_accounts", "POST", {
    name: "Compte",
    type: "cash",
    currency: "xof",
  });
  if (made.status !== 201) throw new Error(await made.text());
  const transactions = [
    { date: YESTERDAY, amount: "88", currency: "gbp", payee: "Tea" },
    { date: YESTERDAY, amount: "9.30", currency: "chf", payee: "Alpine Railways" },
  ];
  const inserted = await started.call("/v2/transactions", "POST", { transactions });
  if (inserted.status !== 201) throw new Error(await inserted.text());
});

test("a finished import in a currency without a rate links to the page that shows the uncounted amounts", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/");
  await page.locator("#account").selectOption({ label: "Compte (XOF)" });
  const csv = `Date,Payee,Amount\n${YESTERDAY},MARCHE SANDAGA,-655957\n${YESTERDAY},SALAIRE,1311914\n`;
  await page.setInputFiles("#file", {
    name: "compte.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByRole("button", { name: "Import 2 transactions" }).click();
  const link = page.getByRole("link", { name: "Add a rate" });
  await link.waitFor();
  await page.waitForLoadState();
  const line = await page.locator(".caution", { has: link }).innerText();
  await takeScreenshot(page, "40-rates-import");
  await link.click();
  await page.getByRole("heading", { name: "Currency rates" }).waitFor();
  await page.waitForLoadState();
  const missing = await page.locator(".made li").allInnerTexts();
  await takeScreenshot(page, "41-rates-missing");

  // Dollars are the budget's own: without their rate none of the foreign amounts can be counted.
  expect(line).toBe(
    "Exchange rates are missing: EUR to USD, XOF to USD. Amounts that need them are not counted in the budget. Add a rate",
  );
  expect(missing).toEqual([
    "CHF to USD: 1 transaction in CHF is not counted.",
    "GBP to USD: 1 transaction in GBP is not counted.",
    "EUR to USD: 4 transactions in other currencies are not counted.",
    "XOF to USD: 2 transactions in XOF are not counted.",
  ]);
  expect(complaints).toEqual([]);
});

test("an invalid rate is refused next to its form on a phone without scripts, and the input stays", async ({
  onTestFinished,
}) => {
  // By its path: the browser reads it itself.
  const folder = mkdtempSync(join(tmpdir(), "tributary-rates-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const large = join(folder, "large.xml");
  writeFileSync(large, "x".repeat(20 * RATES_UPLOAD_BYTES_MAX));
  const { page, complaints } = await tributary.visitSignedIn({ ...PHONE, colorScheme: "dark" });
  await page.goto("/rates");
  const file = sectionOf(page, "Add rates from a file");
  const byHand = sectionOf(page, "Add a rate by hand");

  await send(page, { name: "hello.csv", mimeType: "text/csv", buffer: Buffer.from("hello") });
  const notOne = await file.getByRole("alert").innerText();
  await takeScreenshot(page, "43-rates-phone-refused");
  await send(page, large);
  const tooLarge = await file.getByRole("alert").innerText();
  await page.getByLabel("Currency").selectOption("xof");
  await page.getByLabel("Date").fill("2026-01-31");
  await page.getByLabel("Units for one euro").fill("0.0");
  await follow(page, async () => page.getByRole("button", { name: "Add rate", exact: true }).tap());
  const refused = await byHand.getByRole("alert").innerText();
  const kept = [
    await page.getByLabel("Currency").inputValue(),
    await page.getByLabel("Date").inputValue(),
    await page.getByLabel("Units for one euro").inputValue(),
  ];
  const heights = await controlHeights(page);
  await takeScreenshot(page, "44-rates-phone-typed");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

  expect(notOne).toContain('its first line begins with "hello", not with "Date"');
  expect(tooLarge).toContain("“large.xml” is larger than 2 MB");
  expect(refused).toMatch(/^Units for one euro must be a positive decimal/);
  expect(await file.getByRole("alert").count()).toBe(0);
  expect(kept).toEqual(["xof", "2026-01-31", "0.0"]);
  // Two buttons, the file, the currency, the day, the rate, the way out.
  expect(heights.length).toBeGreaterThanOrEqual(7);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  expect(wide).toBeLessThanOrEqual(0);
  // The browser itself notes answers of 400 and 413.
  expect(complaints.filter((complaint) => !/\b4(00|13)\b/.test(complaint))).toEqual([]);
});

test("the bank's large file, and a rate entered by keyboard alone, make everything count", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/rates");
  const old = addDays(TODAY, -12);
  const xml = bankXml({
    [YESTERDAY]: { USD: "1.10", GBP: "0.88" },
    [old]: { USD: "1.00", CHF: "0.93" },
  });
  await page.setInputFiles("input[name=file]", {
    name: "eurofxref-hist-90d.xml",
    mimeType: "text/xml",
    buffer: Buffer.from(xml + " ".repeat(200_000)),
  });
  await tabTo(page, "Add rates");
  await follow(page, async () => page.keyboard.press("Enter"));
  const statusText = await sectionOf(page, "Add rates from a file").getByRole("status").innerText();
  const left = await page.locator(".made li").allInnerTexts();
  const newest = await page.locator(".newest li").allInnerTexts();
  await takeScreenshot(page, "45-rates-read");

  await tabTo(page, "Units for one euro");
  await page.keyboard.type("655.957");
  await follow(page, async () => page.keyboard.press("Enter"));
  const stored = await sectionOf(page, "Add a rate by hand").getByRole("status").innerText();
  await page.emulateMedia({ colorScheme: "dark" });
  await takeScreenshot(page, "46-rates-whole-dark");
  const { transactions } = (await (await tributary.call("/v2/transactions?limit=100")).json()) as {
    transactions: { payee: string; to_base: number }[];
  };

  expect(statusText).toBe(
    "Read “eurofxref-hist-90d.xml”: 2 days, 3 currencies, 4 rates. All were stored.",
  );
  expect(left).toEqual(["XOF to USD: 2 transactions in XOF are not counted."]);
  // A day older behind midnight.
  expect(newest.map((line) => line.replaceAll(/\s+/g, " "))).toEqual([
    expect.stringMatching(/^1 EUR = 0\.93 CHF, .* 1[23] days old$/),
    expect.stringMatching(/^1 EUR = 0\.88 GBP, \d+ \w+ \d{4}$/),
    expect.stringMatching(/^1 EUR = 1\.10 USD, \d+ \w+ \d{4}$/),
  ]);
  expect(stored).toMatch(/^Stored: 1 EUR = 655\.957 XOF, \d+ \w+ \d{4}\.$/);
  expect(await page.locator(".made").count()).toBe(0);
  // 88 GBP are 100 EUR, 9.30 CHF are 10, 655,957 XOF are 1,000; a euro is 1.10 USD.
  expect(
    Object.fromEntries(transactions.map(({ payee, to_base }) => [payee.toUpperCase(), to_base])),
  ).toMatchObject({ TEA: 110, "ALPINE RAILWAYS": 11, "MARCHE SANDAGA": 1_100, SALAIRE: -2_200 });
  expect(complaints).toEqual([]);
});

const sectionOf = (page: Page, heading: string) =>
  page.locator("section", { has: page.getByRole("heading", { name: heading, exact: true }) });

/** Sends a file with the form and waits for the page that answers. */
async function send(page: Page, file: Parameters<Page["setInputFiles"]>[1]): Promise<void> {
  await page.setInputFiles("input[name=file]", file);
  await follow(page, async () => page.getByRole("button", { name: "Add rates" }).tap());
}

/** How high everything is that a finger can press. */
async function controlHeights(page: Page): Promise<number[]> {
  const controls = await page
    .locator("button:visible, select:visible, summary:visible, input[name]:visible")
    .all();
  return Promise.all(controls.map(async (control) => (await control.boundingBox())?.height ?? 0));
}

/** Presses Tab until what has the focus is the control or button of this name. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  await page.waitForLoadState();
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    const name =
      "(document.activeElement.labels?.[0]?.querySelector('span') ?? document.activeElement).textContent.trim()";
    if ((await page.evaluate<string>(name)) === wanted) return;
  }
  throw new Error(`No way by keyboard to "${wanted}"`);
}
