// The list of transactions in a real browser, as a person who signed up: edited by the keyboard
// alone, with the focus where it belongs after each swap; many at once on a phone; and without
// scripts.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PAYEES = ["Aldi", "Bakery", "Cinema", "Dentist", "Electric"];

const tributary = tributaryForTests(async (started) => {
  await started.call("/v2/tags", "POST", { name: "Work" });
  const accounts = await (await started.call("/v2/manual_accounts")).json();
  const [account] = (accounts as { manual_accounts: { id: number }[] }).manual_accounts;
  await started.call("/v2/transactions", "POST", {
    transactions: Array.from({ length: 60 }, (_, index) => ({
      date: `2026-10-${String(28 - (index % 28)).padStart(2, "0")}`,
      amount: `${5 + index}.25`,
      payee: PAYEES[index % PAYEES.length],
      manual_account_id: account?.id,
      status: "unreviewed",
    })),
  });
});

const focusedId = (page: Page) => page.evaluate<string>("document.activeElement.id");
const focusIs = (page: Page, id: string) => page.locator(`#${id}:focus`).waitFor();
const overflowOf = (page: Page) =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
const spoken = (page: Page, words: string) =>
  page.locator("#announcement", { hasText: words }).waitFor({ state: "attached" });

async function listIds(page: Page): Promise<string[]> {
  const ids = await page
    .locator(".ledger tbody tr")
    .evaluateAll((rows) => rows.map(({ id }) => id));
  return ids.map((id) => id.replace("row-", ""));
}

test("the keyboard alone edits, reviews, selects, changes and undoes, and the focus stays in the list", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/transactions?q=aldi");
  const [first = "", second = "", third = ""] = await listIds(page);
  await page.locator("html.scripted").waitFor();
  await page.keyboard.press("j");
  await focusIs(page, `payee-${first}`);
  await takeScreenshot(page, "list-1-focus");
  await page.keyboard.press("c");
  await focusIs(page, "edit-category_id");
  await takeScreenshot(page, "list-2-edit");
  await page.keyboard.type("Groceries");
  await page.keyboard.press("Enter");
  await page.locator(`#row-${second}.editing`).waitFor();
  await focusIs(page, "edit-category_id");
  await spoken(page, "Category of “Aldi” set to Groceries");
  await takeScreenshot(page, "list-3-next");
  await page.keyboard.press("Escape");
  await focusIs(page, `payee-${second}`);
  const corrected = await page.locator(`#row-${first}`).innerText();
  await page.keyboard.press("a");
  await page.locator(`#review-${second}`).waitFor({ state: "detached" });
  await focusIs(page, `payee-${second}`);
  await page.keyboard.press("u");
  await page.locator(`#review-${second}`).waitFor();
  const afterUndo = await focusedId(page);
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  const selected = await page.locator("#selected-count").innerText();
  await takeScreenshot(page, "list-4-selected");
  await page.locator("#bulk-category").selectOption({ label: "Coffee" });
  await page.locator("#bulk-change").press("Enter");
  await focusIs(page, "undo");
  await spoken(page, "Category of 2 transactions set to Coffee");
  const changed = await page.locator(`#row-${third}`).innerText();
  await takeScreenshot(page, "list-5-changed");
  await page.keyboard.press("Enter");
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
  const undone = await page.locator(`#row-${third}`).innerText();
  await page.keyboard.press("?");
  const keys = await page.getByRole("dialog", { name: "Keys" }).innerText();
  await takeScreenshot(page, "list-6-keys", { fullPage: false });
  await page.getByLabel("Letters and Enter act as keys").uncheck();
  await page.keyboard.press("Escape");
  await page.locator(`#payee-${first}`).focus();
  await page.keyboard.press("c");
  const whenOff = await page.locator(".editing").count();

  expect(corrected).toContain("Food · Groceries");
  expect(afterUndo).toBe(`payee-${second}`);
  expect(selected).toBe("2 selected");
  expect(changed).toContain("Food · Coffee");
  expect(undone).toContain("No category");
  expect(keys).toContain("Undo the last change");
  expect(whenOff).toBe(0);
  expect(complaints).toEqual([]);
});

test("on a phone many transactions are selected by one button, and deleted after a page that names them", async () => {
  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await page.goto("/transactions?q=bakery");
  const [first = "", second = ""] = await listIds(page);
  const wide = [await overflowOf(page)];
  await takeScreenshot(page, "list-7-phone", { fullPage: false });
  await page.getByText("Select", { exact: true }).tap();
  await page.locator(`#select-${first}`).tap();
  await page.locator(`#select-${second}`).tap();
  wide.push(await overflowOf(page));
  await takeScreenshot(page, "list-8-phone-selected", { fullPage: false });
  await follow(page, async () => page.locator("#bulk-delete").tap());
  const question = await page.locator("h1").innerText();
  wide.push(await overflowOf(page));
  await takeScreenshot(page, "list-9-phone-delete", { fullPage: false });
  await follow(page, async () => page.locator("#confirm").tap());
  const left = await page.locator(".ledger tbody tr").count();
  await page.locator("#undo").tap();
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
  const back = await page.locator(".ledger tbody tr").count();
  const [top = ""] = await listIds(page);
  await page.locator(`#edit-${top}`).tap();
  await page.locator("#edit-category_id").waitFor();
  wide.push(await overflowOf(page));
  await takeScreenshot(page, "list-10-phone-edit", { fullPage: false });
  // A category that is picked by a finger is saved.
  await page.locator("#edit-category_id").selectOption({ label: "Restaurants" });
  await page.locator(`#offer-${top}`).waitFor();
  await takeScreenshot(page, "list-11-phone-offer", { fullPage: false });
  wide.push(await overflowOf(page));

  expect(question).toBe("Delete 2 transactions?");
  expect([left, back]).toEqual([10, 12]);
  expect(wide.filter((pixels) => pixels > 0)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("without scripts rows are ticked and changed, and a row is edited in its place", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    javaScriptEnabled: false,
    colorScheme: "dark",
  });
  await page.goto("/transactions?q=cinema");
  const [first = "", second = "", third = ""] = await listIds(page);
  await page.locator(`#select-${first}`).check();
  await page.locator(`#select-${second}`).check();
  await page.locator("#bulk-review").selectOption("reviewed");
  await takeScreenshot(page, "list-12-plain", { fullPage: false });
  await follow(page, async () => page.locator("#bulk-change").click());
  const says = await page.getByRole("status").innerText();
  const toReview = await page.locator(".ledger .mark.asks").count();
  await follow(page, async () => page.locator("#undo").click());
  const again = await page.locator(".ledger .mark.asks").count();
  await follow(page, async () => page.locator(`#edit-${third}`).click());
  await page.locator("#edit-notes").fill("With Ann");
  await takeScreenshot(page, "list-13-plain-edit", { fullPage: false });
  await follow(page, async () => page.locator("#edit-save").click());
  const row = await page.locator(`#row-${third}`).innerText();

  expect(says).toBe("2 transactions marked as reviewed.");
  expect([toReview, again]).toEqual([10, 12]);
  expect(row).toContain("With Ann");
  expect(complaints).toEqual([]);
});
