// The page of one account in a real browser, for a person who signed up: a statement sets its
// balance and agrees; another figure differs by a sum that the page computes and explains; an
// adjusting transaction resolves the difference and is undone; the account is changed, closed,
// reopened and deleted.

import { expect, test } from "vitest";
import { must } from "../../src/platform/assert.ts";
import { follow, sample, takeScreenshot, tributaryForTests } from "./tributary.ts";
import type { Page } from "playwright-core";

const tributary = tributaryForTests();

/** Imports the sample once. Returns the id of its account. */
async function importChecking(page: Page): Promise<number> {
  const { manual_accounts: accounts }: { manual_accounts: { id: number; name: string }[] } =
    JSON.parse(await (await tributary.call("/v2/manual_accounts")).text());
  const { id } = must(
    accounts.find(({ name }) => name === "Checking"),
    "everybody has it",
  );
  await page.goto("/");
  await page.locator("html.scripted").waitFor();
  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", sample("us-checking.csv"));
  await page.waitForURL(/\/imports\/\w+$/);
  await page.getByRole("button", { name: /^Import \d+ transactions$/ }).click();
  await page.locator("#sentence", { hasText: "Import finished." }).waitFor();
  return id;
}

test("an account agrees with its statement; a difference is explained, adjusted once, and undone", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  const id = await importChecking(page);
  await page.goto("/accounts");
  const mark = page.locator(`#manual-${id} .statement-mark`);
  expect(await mark.textContent()).toMatch(/^(agrees|old: agreed) on /);
  await takeScreenshot(page, "120-accounts");
  await follow(page, async () => mark.click());
  expect(await page.locator(".verdict").textContent()).toMatch(
    /^Agrees\. On .* the statement and the budget both say 3,399\.61 USD\.$/,
  );
  await takeScreenshot(page, "121-account");

  await page.fill("#reconcile-balance", "3368.41");
  await follow(page, async () => page.click("#reconcile-compare"));
  expect(await page.locator(".verdict").textContent()).toContain("Differs by −31.20.");
  const steps = await page.locator(".computation dd").allTextContents();
  const [start, moneyIn, moneyOut, end] = steps.map((text) =>
    Math.round(Number(text.replaceAll(",", "").replace("−", "-")) * 100),
  );
  expect([Number(start) + Number(moneyIn) - Number(moneyOut), end]).toEqual([339_961, 339_961]);
  await page.click("#adjust-open");
  await takeScreenshot(page, "122-account-differs");
  await follow(page, async () => page.click("#adjust"));
  expect(await page.locator(".verdict").textContent()).toContain("Agrees.");
  expect(await page.locator("#head .one-balance").textContent()).toContain("3,368.41 USD");
  await takeScreenshot(page, "123-account-adjusted");
  await follow(page, async () => page.click("#adjust-undo"));
  expect(await page.locator(".verdict").textContent()).toContain("Differs by −31.20.");
  expect(await page.locator("#head .one-balance").textContent()).toContain("3,399.61 USD");
  expect(complaints).toEqual([]);
});

test("without scripts an account is changed, refused beside its field, closed, reopened and deleted", async () => {
  const made = await tributary.call("/v2/manual_accounts", "POST", {
    name: "Old card",
    type: "credit",
    balance: "1200.50",
  });
  const { id } = (await made.json()) as { id: number };
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    javaScriptEnabled: false,
    colorScheme: "dark",
  });
  await page.goto(`/accounts/manual/${id}`);
  expect(await page.locator("#head").textContent()).toContain("1,200.50 USD owed");
  await takeScreenshot(page, "124-account-phone-dark");
  await page.click("#edit-open");
  await page.fill("#edit-name", "Savings");
  await follow(page, async () => page.click("#edit-save"));
  expect(await page.locator("#edit-name-error").textContent()).toBe(
    "Another account is called “Savings” already.",
  );
  await takeScreenshot(page, "125-account-edit-phone");
  await page.fill("#edit-name", "Travel card");
  await page.fill("#edit-institution_name", "Alpine Bank");
  await follow(page, async () => page.click("#edit-save"));
  expect(await page.locator("h1").textContent()).toBe("Alpine Bank Travel card");
  await page.click("#close-open");
  await page.fill("#closed-on", "2026-01-31");
  await follow(page, async () => page.click("#close"));
  expect(await page.locator("#head").textContent()).toContain("closed on 31 Jan 2026");
  await page.goto("/accounts");
  await takeScreenshot(page, "126-accounts-phone-dark");
  expect(await page.locator("#closed").textContent()).toContain("Alpine Bank Travel card");
  await page.goto(`/accounts/manual/${id}`);
  await follow(page, async () => page.click("#reopen"));
  await page.goto(`/accounts/manual/${id}/delete`);
  await takeScreenshot(page, "127-account-delete");
  expect(await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")).toBe(0);
  await page.check("#delete-history");
  await follow(page, async () => page.click("#delete"));
  expect(await page.locator("main").textContent()).not.toContain("Travel card");
  // The browser logs the refused form.
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});
