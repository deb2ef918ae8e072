// The transactions in a real browser over the built Worker, as a person who signed up: a sample
// statement is imported, a row is found and corrected, with scripts and without, at a desk and on a
// phone, and two tabs that edit one row lose nothing.

import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, sample, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  javaScriptEnabled: false,
};

const tributary = tributaryForTests(async (started) => {
  const { page } = await started.visitSignedIn();
  await page.goto("/");
  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", sample("us-checking.csv"));
  await page.waitForURL(/\/imports\/\w+$/);
  await page.getByRole("button", { name: /^Import \d+ / }).click();
  await page.locator("#sentence", { hasText: "Import finished." }).waitFor();
  await page.context().close();
});

const rowOf = (page: Page, payee: string): Locator =>
  page.getByRole("row", { name: payee }).first();

async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

test("an import's page leads to its transactions; one is found by its text and corrected", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ acceptDownloads: true });
  await page.goto("/imports");
  await page.getByRole("link", { name: "us-checking.csv" }).click();
  const link = page.getByRole("link", { name: /^See the \d+ transactions$/ });
  const count = Number(/\d+/.exec(await link.innerText())?.[0]);
  await takeScreenshot(page, "60-import-see-transactions");
  await follow(page, () => link.click());
  const listed = await page.locator(".ledger tbody tr").count();
  const chip = await page.locator(".chip").innerText();
  await page.getByRole("searchbox").fill("lakeside BOOKS");
  await page.keyboard.press("Enter");
  await page.waitForURL(/q=lakeside/);
  await takeScreenshot(page, "61-transactions-found");
  const found = await page.locator(".ledger tbody tr").count();
  await rowOf(page, "Lakeside").getByRole("link").first().click();
  const origin = await page.getByRole("region", { name: "Where it comes from" }).innerText();
  await takeScreenshot(page, "62-transaction");
  await page.getByLabel("Payee").fill("Lakeside Books");
  await page.getByLabel("Category").selectOption({ label: "Coffee" });
  await page.locator("#notes").fill("A present");
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.locator("main").getByText("Saved.").waitFor();
  await takeScreenshot(page, "63-transaction-saved");
  await page.getByRole("link", { name: "← Transactions" }).click();
  const row = await rowOf(page, "Lakeside Books").innerText();

  expect(listed).toBe(count);
  expect(chip).toContain("One import");
  expect(found).toBe(1);
  expect(origin).toContain("us-checking.csv");
  expect(origin).toMatch(/line \d+/);
  expect(row).toContain("Food · Coffee");
  expect(row).toContain("A present");
  expect(row).toContain("−41.18");
  expect(page.url()).toContain("q=lakeside");
  expect(complaints).toEqual([]);
});

test("filters are set in the form, dropped by their chips, and the view is downloaded", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ acceptDownloads: true });
  await page.goto("/overview");
  await follow(page, async () =>
    page.getByRole("link", { name: "Transactions", exact: true }).click(),
  );
  await takeScreenshot(page, "64-transactions");
  const all = await page.locator(".ledger tbody tr").count();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Account", { exact: true }).selectOption({ label: "Checking" });
  await page.getByLabel("Amount from").fill("50,00");
  await page.getByLabel("Direction").selectOption({ label: "Money out" });
  await takeScreenshot(page, "65-transactions-filter");
  await page.getByRole("button", { name: "Show transactions" }).click();
  await page.waitForURL(/direction=out/);
  const amounts = await page.locator(".ledger .amount").allInnerTexts();
  const { search } = new URL(page.url());
  await takeScreenshot(page, "66-transactions-filtered");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download as CSV" }).click();
  const csv = readFileSync(await (await download).path(), "utf8");
  await page.getByRole("link", { name: /at least 50.00/ }).click();
  await page.waitForURL((url) => !url.search.includes("min="));
  const afterwards = await page.locator(".ledger tbody tr").count();
  const account = new URLSearchParams(search).get("account") ?? "";
  await page.goto(`/transactions?account=${encodeURIComponent(account)}`);
  const balances = await page.locator(".ledger .running").allInnerTexts();
  await takeScreenshot(page, "66-transactions-balance");

  expect(balances).toHaveLength(all);
  expect([balances[0], balances.at(-1)]).toEqual(["3,399.61", "1,200.58"]);
  expect(search).toMatch(/^\?account=manual%3A\d+&min=50%2C00&direction=out$/);
  expect(amounts.filter((amount) => amount.startsWith("−"))).toEqual(amounts);
  expect(amounts.length).toBeGreaterThan(1);
  expect(amounts.length).toBeLessThan(all);
  expect(csv.startsWith("\ufeffDate,Payee,Amount,")).toBe(true);
  expect(csv.trim().split("\r\n")).toHaveLength(amounts.length + 1);
  expect(afterwards).toBeGreaterThan(amounts.length);
  expect(complaints).toEqual([]);
});

test("on a phone without scripts rows are cards, and a category is corrected without sideways scrolling", async () => {
  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await page.goto("/transactions");
  const wide = [await measureOverflow(page)];
  await takeScreenshot(page, "67-transactions-phone", { fullPage: false });
  await page.getByRole("searchbox").fill("greenleaf");
  await follow(page, async () => page.getByRole("button", { name: "Search" }).tap());
  wide.push(await measureOverflow(page));
  await page.getByText("Filter", { exact: true }).tap();
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "68-transactions-phone-filter");
  await follow(page, async () => page.locator(".ledger .payee a").first().tap());
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "69-transaction-phone");
  await page.getByLabel("Category").selectOption({ label: "Groceries" });
  await page.getByLabel("Reviewed").setChecked(true);
  await follow(page, async () => page.getByRole("button", { name: "Save" }).last().tap());
  const saved = await page.getByRole("status").innerText();
  await follow(page, async () => page.getByRole("link", { name: "← Transactions" }).tap());
  const card = await page.locator(".ledger tbody tr").first().innerText();
  await takeScreenshot(page, "70-transactions-phone-corrected");
  await page.setViewportSize({ width: 320, height: 640 });
  wide.push(await measureOverflow(page));

  expect(saved).toBe("Saved.");
  expect(card).toContain("Food · Groceries");
  expect(wide.filter((pixels) => pixels > 0)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("two tabs that edit one transaction lose nothing: the second sees both values and chooses", async () => {
  const first = await tributary.visitSignedIn();
  const second = await first.context.newPage();
  const { page, complaints } = first;
  await page.goto("/transactions?q=metro");
  await rowOf(page, "Metro").getByRole("link").first().click();
  await page.getByLabel("Payee").waitFor();
  await second.goto(page.url());
  await page.getByLabel("Category").selectOption({ label: "Groceries" });
  await page.getByRole("button", { name: "Save" }).last().click();
  await page.locator("main").getByText("Saved.").waitFor();
  await second.getByLabel("Category").selectOption({ label: "Restaurants" });
  await second.locator("#notes").fill("monthly ticket");
  await second.locator("#notes").press("Tab");
  await second.getByRole("button", { name: "Save" }).last().click();
  const conflict = second.locator("#conflict-category_id");
  await conflict.waitFor();
  const words = await conflict.innerText();
  await takeScreenshot(second, "71-transaction-conflict");
  await page.reload();
  const kept = await page.getByLabel("Category").locator("option:checked").innerText();
  const notes = await page.locator("#notes").inputValue();
  await conflict.getByRole("button", { name: /^Use / }).click();
  await second.locator("main").getByText("Saved.").waitFor();
  const used = await second.getByLabel("Category").locator("option:checked").innerText();

  expect(words).toContain("Now Food · Groceries. You wrote Food · Restaurants.");
  expect(kept).toBe("Groceries");
  expect(notes).toBe("monthly ticket");
  expect(used).toBe("Restaurants");
  // The browser itself notes an answer of 409.
  expect(complaints.filter((complaint) => !complaint.includes("409"))).toEqual([]);
});
