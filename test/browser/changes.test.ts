// The journal of changes in a real browser: a person undoes a change on a phone without scripts,
// from a page that was loaded later, and reads what was left because somebody changed it since.

import { expect, test } from "vitest";
import { must } from "../../src/platform/assert.ts";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const DATE = "2026-11-03";
const tributary = tributaryForTests();

/** Sends JSON; the answer must be a success. */
async function call<T>(path: string, method: string, body: unknown): Promise<T> {
  const response = await tributary.call(path, method, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

test("a person undoes a change on a phone without scripts; what was changed since is left and named", async () => {
  const transactions = ["Corner Café", "Deutsche Bahn Fernverkehr AG", "ALDI Süd"].map((payee) => ({
    date: DATE,
    amount: "5.25",
    payee,
  }));
  const made = await call<{ transactions: { id: number }[] }>("/v2/transactions", "POST", {
    transactions,
  });
  const ids = made.transactions.map(({ id }) => id);
  await call("/api/changes", "POST", {
    key: "browser",
    from: "the transactions page",
    transactions: ids.map((id) => ({ id, was: { notes: null }, set: { notes: "Trip to Kiel" } })),
  });
  await call("/api/changes", "POST", { key: "browser 2", delete: ids.slice(1, 2) });
  await call(`/v2/transactions/${must(ids[0], "it was made")}`, "PUT", { notes: "With Ben" });

  const query = new URLSearchParams({ account: "Checking" });
  await fetch(`${tributary.origin}/api/imports?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await tributary.person()).token}` },
    body: "Date,Description,Amount\n2026-11-02,Rent,-900.00\n2026-11-04,Salary,2100.00\n",
  });

  const phone = { viewport: { width: 320, height: 720 }, isMobile: true, javaScriptEnabled: false };
  const { page, complaints } = await tributary.visitSignedIn(phone);
  await page.goto("/changes");
  await takeScreenshot(page, "70-changes-phone");
  const overhang = () => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  expect(await overhang()).toBeLessThanOrEqual(0);
  await follow(page, () =>
    page.getByRole("button", { name: "Undo: Notes of 3 transactions changed" }).click(),
  );
  await takeScreenshot(page, "71-change-phone");

  const words = await page.locator("main").innerText();
  expect(words).toContain("Undo: Notes of 3 transactions changed");
  expect(words).toContain("Left as it is: 2 transactions");
  expect(words).toContain("Now “With Ben”; this change wanted “none”.");
  expect(words).toContain("It is no longer in the budget.");
  expect(await overhang()).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test("a deletion is undone and done again on a desktop", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/changes");
  await takeScreenshot(page, "72-changes");
  await page
    .getByRole("link", { name: "“Deutsche Bahn Fernverkehr AG” deleted", exact: true })
    .click();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByRole("heading", { name: /^Undo: / }).waitFor();
  await takeScreenshot(page, "73-change");
  await page.getByRole("button", { name: /^Redo/ }).click();
  await page.getByRole("heading", { name: /^Redo: / }).waitFor();

  expect(await page.locator("main").innerText()).toContain("deleted");
  expect(complaints).toEqual([]);
});
