// Recurring payments in a real browser over the built Worker: the object's own alarm suggests them.
// They are kept by keyboard, and dismissed and added without scripts on a phone.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, addMonths, dayOfInstant } from "../../src/money/day.ts";
import { printDay } from "../../src/pages/ui/print.ts";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const TODAY = dayOfInstant(Date.now());
const FIRST = addDays(TODAY, 1 - Number(TODAY.slice(8)));

const tributary = tributaryForTests(async (started) => {
  const monthly = (payee: string, amounts: readonly string[], day: number) =>
    amounts.map((amount, index) => ({
      date: addDays(addMonths(FIRST, index - amounts.length), day - 1),
      amount,
      payee,
      manual_account_id: 1,
      status: "unreviewed",
    }));
  const transactions = [
    ...monthly("HARBOUR HOMES <LTD>", ["1250", "1250", "1250", "1250"], 1),
    ...monthly("NORTHWIND PAYROLL", ["-2450", "-2450", "-2450", "-2450"], 25),
    ...monthly("FILMS.EXAMPLE", ["9.99", "9.99", "12.99", "12.99", "12.99"], 3),
    ...["7", "12.40", "3.75"].map((amount, index) => ({
      date: addDays(TODAY, -index * 9),
      amount,
      payee: "CORNER COFFEE",
      manual_account_id: 1,
    })),
    {
      date: FIRST,
      amount: "1250",
      payee: "HARBOUR HOMES <LTD>",
      manual_account_id: 1,
      status: "unreviewed",
    },
  ];
  const inserted = await started.call("/v2/transactions", "POST", { transactions });
  if (inserted.status !== 201) throw new Error(await inserted.text());
});

test("recurring payments are suggested; one is kept by keyboard, and its transactions are reviewed", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await suggestion(page, "HARBOUR HOMES <LTD>");
  await takeScreenshot(page, "30-recurring-suggested");

  await tabTo(page, "Keep HARBOUR HOMES <LTD>");
  await follow(page, async () => page.keyboard.press("Enter"));
  await page
    .locator("section", { has: page.getByRole("heading", { name: "Your recurring items" }) })
    .getByRole("rowheader", { name: /HARBOUR/ })
    .waitFor();
  const row = page.getByRole("row", { name: /HARBOUR/ });
  await takeScreenshot(page, "31-recurring-kept");
  const { transactions } = (await (await tributary.call("/v2/transactions?limit=100")).json()) as {
    transactions: { payee: string; status: string; recurring_id: number | null }[];
  };

  expect(await page.getByRole("button", { name: /^Keep / }).count()).toBe(2);
  expect(await row.locator(".days").innerText()).toBe(`${printDay(FIRST)} arrived`);
  expect(await row.locator(".amount").innerText()).toBe("−1,250.00 USD");
  expect(await row.locator(".rhythm").innerText()).toBe("every month");
  const rents = transactions.filter(({ payee }) => payee.startsWith("HARBOUR"));
  expect(rents.map(({ status, recurring_id }) => [status, recurring_id !== null])).toEqual(
    Array.from({ length: 5 }, () => ["reviewed", true]),
  );
  expect(complaints).toEqual([]);
});

test("a suggestion is dismissed, and an item added, refused and deleted, on a phone without scripts", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    javaScriptEnabled: false,
  });
  await suggestion(page, "FILMS.EXAMPLE");
  await takeScreenshot(page, "32-recurring-phone");

  await follow(page, async () => page.getByRole("button", { name: "Dismiss FILMS.EXAMPLE" }).tap());
  const dismissed = await page.getByRole("button", { name: "Dismiss FILMS.EXAMPLE" }).count();
  await page.getByText("Add a recurring item").tap();
  await page.getByLabel("Payee, as the bank writes it").fill("City Power");
  await page.getByLabel("Amount").fill("80.50");
  await page.getByLabel("How often").selectOption({ label: "every 3 months" });
  await page.getByLabel("Date of one payment").fill(FIRST);
  await page.getByLabel("Account").selectOption({ label: "Checking (USD)" });
  const inForm = await controlHeights(page);
  await follow(page, async () => page.getByRole("button", { name: "Add", exact: true }).tap());
  const row = page.getByRole("row", { name: /City Power/ });
  const rowText = await row.innerText();
  await takeScreenshot(page, "33-recurring-phone-added");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await row.getByText("Delete…").tap();
  await follow(page, async () => row.getByRole("button", { name: "Delete", exact: true }).tap());

  expect(dismissed).toBe(0);
  expect(await row.count()).toBe(0);
  expect(rowText).toContain("every 3 months");
  expect(rowText).toContain("−80.50 USD");
  expect(rowText).toContain(`${printDay(FIRST)} ${FIRST < TODAY ? "missing" : "expected"}`);
  expect(wide).toBeLessThanOrEqual(0);
  // The suggestion's two, the form's seven, the summaries and the way out.
  expect(inForm.length).toBeGreaterThanOrEqual(10);
  expect(Math.min(...inForm)).toBeGreaterThanOrEqual(40);
  expect(complaints).toEqual([]);
});

test("an invalid form is refused in words, on the same page", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/recurring");
  await page.getByText("Add a recurring item").click();
  await page.getByLabel("Payee, as the bank writes it").fill("Nothing");
  await page.getByLabel("Amount").fill("0");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").waitFor();

  expect(await page.getByRole("alert").innerText()).toContain("amount must not be zero");
  // The browser itself notes an answer of 400.
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

/** How high everything is that a finger can press. */
async function controlHeights(page: Page): Promise<number[]> {
  const controls = await page
    .locator("button:visible, select:visible, summary:visible, input[name]:visible")
    .all();
  return Promise.all(controls.map(async (control) => (await control.boundingBox())?.height ?? 0));
}

/** Opens the page again until this payee is suggested: detection runs some seconds after the insert. */
async function suggestion(page: Page, payee: string): Promise<void> {
  for (let tries = 0; tries < 120; tries += 1) {
    await page.goto("/recurring");
    if ((await page.getByRole("button", { name: `Keep ${payee}` }).count()) === 1) return;
    await page.waitForTimeout(500);
  }
  throw new Error(`${payee} is not suggested: ${await page.innerText("main")}`);
}

/** Presses Tab until what has the focus has this accessible name. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  await page.waitForLoadState();
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    if (
      (await page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')")) ===
      wanted
    )
      return;
  }
  throw new Error(`No way by keyboard to "${wanted}"`);
}
