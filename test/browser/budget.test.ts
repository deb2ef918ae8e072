// The budget in a real browser over the built Worker, as a person who signed up: amounts are typed
// with scripts and without, at a desk and on a phone, and every figure agrees with the service's.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addMonths, dayOfInstant } from "../../src/money/day.ts";
import { firstDay, lastDay, monthOf } from "../../src/money/month.ts";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const TODAY = dayOfInstant(Date.now());
const monthsAgo = (count: number) => monthOf(addMonths(TODAY, -count));
const [THIS, LAST] = [monthsAgo(0), monthsAgo(1)];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const ids = new Map<string, number>();

async function send(path: string, method: string, body?: object) {
  const answer = await tributary.call(path, method, body);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}

const tributary = tributaryForTests(async (started) => {
  await started.person();
  await send("/v2/categories", "POST", {
    name: "Earnings",
    is_group: true,
    is_income: true,
    children: ["Salary"],
  });
  await send("/v2/categories", "POST", { name: "Rent" });
  const { categories } = (await send("/v2/categories?format=flattened", "GET")) as {
    categories: { id: number; name: string }[];
  };
  for (const { id, name } of categories) ids.set(name, id);
  const month = (count: number, more: object) => ({ date: firstDay(monthsAgo(count)), ...more });
  const of = (name: string, amount: string, payee: string) => ({
    category_id: ids.get(name) ?? 0,
    amount,
    payee,
  });
  const transactions = Array.from({ length: 13 }, (_, count) => [
    month(count, of("Salary", "-2610.00", "Northwind")),
    month(count, of("Rent", "1200.00", "Landlord")),
    month(count, of("Groceries", `${300 + ((count * 37) % 90)}.40`, "Greenleaf")),
    month(count, of("Restaurants", `${60 + ((count * 53) % 70)}.00`, "Trattoria")),
    month(count, of("Coffee", `${20 + ((count * 11) % 30)}.50`, "Corner Coffee")),
  ]).flat();
  const extra = [
    month(0, { amount: "17.30", payee: "Unknown shop" }),
    month(0, of("Account Transfer", "250.00", "To savings")),
  ];
  await send("/v2/transactions", "POST", { transactions: [...transactions, ...extra] });
  const budget = (name: string, amount: string) =>
    send("/v2/budgets", "PUT", {
      category_id: ids.get(name) ?? 0,
      start_date: firstDay(LAST),
      amount,
    });
  await send("/api/recurring", "POST", {
    transaction_criteria: {
      granularity: "month",
      anchor_date: lastDay(THIS),
      payee: "Vegetable box",
      amount: "40.00",
    },
    overrides: { category_id: ids.get("Groceries") ?? 0 },
  });
  await budget("Salary", "2610");
  await budget("Rent", "1200");
  await budget("Groceries", "350");
});

const leftOf = (page: Page, name: string) =>
  page.locator(`#left-${ids.get(name) ?? 0}`).innerText();
const fieldOf = (page: Page, name: string) => page.locator(`#amount-${ids.get(name) ?? 0}`);

async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

test("a month is filled from the last, an amount is typed as a sum, and every figure follows at once", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 1280, height: 900 },
  });
  await page.goto("/overview");
  await page.getByRole("link", { name: "Budget", exact: true }).first().click();
  await page.getByText("Nothing is budgeted for").waitFor();
  await takeScreenshot(page, "80-budget-empty");
  await page.getByRole("link", { name: "Copy last month" }).first().click();
  await page.locator("#proposal tbody tr").first().waitFor();
  const proposed = await page.locator("#proposal tbody tr").allInnerTexts();
  await takeScreenshot(page, "81-budget-proposal");
  await page.getByRole("button", { name: "Accept 3 changes" }).click();
  await page.locator("#budget-done .saved").waitFor();
  const pot = await page.locator("#pot").innerText();
  const groceries = fieldOf(page, "Groceries");
  await groceries.fill("3*100 + 20");
  await groceries.press("Enter");
  await page.locator("#pot", { hasText: "1,090.00" }).waitFor();
  const typed = await groceries.inputValue();
  const focused = await page.evaluate<string>("document.activeElement.getAttribute('aria-label')");
  const over = await leftOf(page, "Restaurants");
  await fieldOf(page, "Restaurants").fill("fifty");
  await fieldOf(page, "Restaurants").press("Enter");
  await page.getByText("“fifty” is not an amount.").waitFor();
  const kept = await fieldOf(page, "Restaurants").inputValue();
  await fieldOf(page, "Restaurants").fill("60");
  await fieldOf(page, "Restaurants").press("Enter");
  await page.locator("#pot", { hasText: "1,030.00" }).waitFor();
  const told = await page.locator("#budget-done").innerText();
  await takeScreenshot(page, "82-budget");
  await page.emulateMedia({ colorScheme: "dark" });
  await takeScreenshot(page, "83-budget-dark");
  const stored = await send(
    `/v2/summary?start_date=${firstDay(THIS)}&end_date=${firstDay(THIS)}`,
    "GET",
  );

  expect(proposed).toEqual([
    expect.stringMatching(/Salary\s+none\s+2,610.00/),
    expect.stringMatching(/Groceries\s+none\s+350.00/),
    expect.stringMatching(/Rent\s+none\s+1,200.00/),
  ]);
  expect(pot).toContain("1,060.00 USD left to budget");
  expect(typed).toBe("320.00");
  expect(focused).toMatch(/^Budgeted for Restaurants/);
  expect(over).toBe("not budgeted");
  expect(kept).toBe("fifty");
  expect(told).toMatch(/Restaurants.*60\.00[^]*Undo/);
  expect(await leftOf(page, "Restaurants")).toBe("nothing left");
  expect(await leftOf(page, "Groceries")).toMatch(
    /19\.60 left\s+◆? ?will be over by 20\.40 with what is expected/,
  );
  expect(stored).toMatchObject({ aligned: false });
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

test("a row offers amounts of one click, a note, and what happens at the end of the month", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 1280, height: 900 },
  });
  const [coffee, groceries] = [ids.get("Coffee") ?? 0, ids.get("Groceries") ?? 0];
  await page.goto(`/budget?month=${LAST}&edit=${groceries}`);
  await takeScreenshot(page, "84-budget-open-row");
  await page.getByLabel("stays in this category").check();
  await follow(page, async () =>
    page.getByRole("button", { name: "Save for every period" }).click(),
  );
  await page.goto(`/budget?month=${THIS}`);
  await page.locator(`#row-${coffee}`).hover();
  await page.getByRole("link", { name: "Suggest: Coffee" }).click();
  const offer = page.getByRole("button", { name: /mean of 3 months/ });
  const mean = (await offer.locator("strong").innerText()).trim();
  await page.getByLabel("Note", { exact: true }).fill("Only at weekends");
  await offer.click();
  await page.locator("#budget-done .saved").waitFor();
  const typed = await fieldOf(page, "Coffee").inputValue();
  const row = await page.locator(`#row-${coffee}`).innerText();
  const carried = await leftOf(page, "Groceries");
  await page.locator(`#name-${groceries}`).click();
  await page.getByRole("heading", { name: "Food · Groceries" }).waitFor();
  await takeScreenshot(page, "85-budget-category");
  const months = await page.locator(".plot-table tbody tr").count();
  await page.goto("/budget/settings");
  await takeScreenshot(page, "86-budget-settings");
  await page.getByLabel("Carry what was not budgeted").check();
  await follow(page, async () => page.getByRole("button", { name: "Save" }).click());
  const saved = await page.getByRole("status").innerText();

  expect(typed).toBe(mean);
  expect(row).toContain("Only at weekends");
  // Last month 350.00 were budgeted and 337.40 spent.
  expect(carried).toContain("12.60 of it carried over");
  expect(months).toBe(13);
  expect(saved).toBe("Saved.");
  expect(complaints).toEqual([]);
});

test("on a phone without scripts rows are cards, an amount is saved, and a wrong one stays with its reason", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    ...PHONE,
    javaScriptEnabled: false,
  });
  await page.goto(`/budget?month=${THIS}`);
  const bar = await page
    .getByRole("navigation", { name: "Main pages" })
    .locator("> ul > li > a")
    .allInnerTexts();
  const wide = [await measureOverflow(page)];
  await takeScreenshot(page, "87-budget-phone");
  await fieldOf(page, "Rent").fill("1 250,00");
  await follow(page, async () => page.getByRole("button", { name: "Save amounts" }).tap());
  const rent = await fieldOf(page, "Rent").inputValue();
  await fieldOf(page, "Rent").fill("12..5");
  await follow(page, async () => page.getByRole("button", { name: "Save amounts" }).tap());
  const error = await page.locator(`#amount-${ids.get("Rent") ?? 0}-error`).innerText();
  const kept = await fieldOf(page, "Rent").inputValue();
  wide.push(await measureOverflow(page));
  await page.goto(`/budget?month=${THIS}&edit=${ids.get("Rent") ?? 0}`);
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "88-budget-phone-open", { fullPage: false });
  await follow(page, async () => page.locator(`#row-${ids.get("Rent") ?? 0} .spent a`).tap());
  const shown = await page.locator("#totals").innerText();

  expect(bar).toEqual(["Overview", "Transactions", "Budget", "Import"]);
  expect(rent).toBe("1250.00");
  expect(error).toBe("“12..5” is not an amount. An amount looks like 12.50.");
  expect(kept).toBe("12..5");
  expect(shown).toContain("1 transaction, −1,200.00 USD out");
  expect(wide.filter((pixels) => pixels > 0)).toEqual([]);
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});
