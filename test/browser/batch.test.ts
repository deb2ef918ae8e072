// Many files at once, as a person brings a year of two accounts: how many clicks it takes, and that
// the ledger is exact. Also on a phone, and without scripts.

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { reloadUntil, sample, takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

const PHONE = {
  colorScheme: "dark",
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

interface Booked {
  readonly date: string;
  readonly text: string;
  readonly cents: number;
}

interface ExportFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const dayAt = (number: number) =>
  new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);

/**
 * A year of an account: a purchase on most days, two equal ones every fifth day, and money in at
 * the start of each month.
 */
function bookYear(shop: string, seed: number): readonly Booked[] {
  return Array.from({ length: 365 }, (_, day): Booked[] => {
    const date = dayAt(day);
    const cents = -(100 + ((day * 37 + seed) % 900));
    const one = { date, text: `${shop} ${day % 11}`, cents };
    if (date.endsWith("-01")) return [{ date, text: `${shop} salary`, cents: 250_000 }, one];
    return day % 5 === 0 ? [one, one] : [one];
  }).flat();
}

const money = (cents: number) => (cents / 100).toFixed(2);

/** A file for each month, each with the last five days of the month before. */
function exportMonths(name: string, year: readonly Booked[], opening: number): ExportFile[] {
  const withBalance = year.map((one, index) => ({
    ...one,
    balance: year.slice(0, index + 1).reduce((sum, { cents }) => sum + cents, opening),
  }));
  return Array.from({ length: 12 }, (_, month) => {
    const first = new Date(Date.UTC(2025, month, 1 - 5)).toISOString().slice(0, 10);
    const last = new Date(Date.UTC(2025, month + 1, 0)).toISOString().slice(0, 10);
    const rows = withBalance.filter(({ date }) => date >= first && date <= last);
    const lines = rows.map(({ date, text, cents, balance }) =>
      [date, text, money(cents), money(balance)].join(","),
    );
    const text = `Date,Description,Amount,Balance\n${lines.join("\n")}\n`;
    const number = String(month + 1).padStart(2, "0");
    return { name: `${name}-2025-${number}.csv`, mimeType: "text/csv", buffer: Buffer.from(text) };
  });
}

interface Listed {
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly manual_account_id: number | null;
}

async function ledgerOf(account: string): Promise<string[]> {
  const { manual_accounts: accounts } = (await (
    await tributary.call("/v2/manual_accounts")
  ).json()) as { manual_accounts: { id: number; name: string; balance: string }[] };
  const own = accounts.find(({ name }) => name === account);
  const { transactions } = (await (
    await tributary.call(
      `/v2/transactions?start_date=2024-12-01&end_date=2026-01-31&limit=2000&manual_account_id=${own?.id}`,
    )
  ).json()) as { transactions: Listed[] };
  return transactions.map(({ date, amount, payee }) => `${date} ${payee} ${amount}`).sort();
}

const asLedger = (year: readonly Booked[]) =>
  year.map(({ date, text, cents }) => `${date} ${text} ${(-cents / 100).toFixed(4)}`).sort();

test("24 monthly exports of two accounts are in the budget after 6 clicks, with two new accounts, and the ledger is exact", async () => {
  const everyday = bookYear("Market", 3);
  const reserve = bookYear("Studio", 500);
  const files = [
    ...exportMonths("everyday", everyday, 120_000),
    ...exportMonths("reserve", reserve, 5_000),
  ];
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/");
  await takeScreenshot(page, "90-import-files");
  let clicks = 0;
  const click = async (where: Locator) => {
    clicks += 1;
    await where.click();
  };

  const chooser = page.waitForEvent("filechooser");
  clicks += 1;
  await page.locator(".pick").click({ position: { x: 40, y: 20 } });
  await (await chooser).setFiles(files);
  await page.waitForURL(/\/imports\/uploads\/\w+$/);
  const questions = page.locator(".asks");
  await questions.nth(1).waitFor();
  await takeScreenshot(page, "91-uploads-questions");
  const asked = await page.locator("#sentence").textContent();
  for (const name of ["everyday", "reserve"]) {
    const group = questions.filter({ hasText: `${name}-2025-01.csv` });
    await click(group.getByText("This is a new account"));
    await click(group.getByRole("button", { name: "Create account for 12 files" }));
    await group.waitFor({ state: "detached" });
  }
  const confirm = page.getByRole("button", { name: "Import the 24 proven" });
  await confirm.waitFor();
  await takeScreenshot(page, "92-uploads-proven");
  const sum = await page.locator("#upload-step .hint").textContent();
  await click(confirm);
  await page.locator("#sentence", { hasText: "24 files: 24 imported." }).waitFor();
  await takeScreenshot(page, "93-uploads-done");

  const printed = files.reduce(
    (rows, { buffer }) => rows + buffer.toString().trim().split("\n").length - 1,
    0,
  );
  const distinct = everyday.length + reserve.length;
  expect(asked).toBe("24 files: 24 need an answer.");
  expect(sum).toContain(`${new Intl.NumberFormat("en").format(distinct)} new transactions; `);
  expect(sum).toContain(`${printed - distinct} are already there or in two of these files.`);
  expect(await ledgerOf("Everyday")).toEqual(asLedger(everyday));
  expect(await ledgerOf("Reserve")).toEqual(asLedger(reserve));
  expect(clicks).toBe(6);
  expect(complaints).toEqual([]);
});

test("without scripts, on a phone, several files share one page: a file that is not a statement says why, and one button imports all proven files", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    ...PHONE,
    javaScriptEnabled: false,
  });
  await page.goto("/");
  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", [sample("us-checking.csv"), sample("receipt.eml")]);
  await page.getByRole("button", { name: "Preview" }).click();
  await reloadUntil(page, page.getByText("2 files: 1 proven, 1 is no statement."));
  await takeScreenshot(page, "94-uploads-phone-dark");
  const width = await overflow(page);
  await page.getByRole("button", { name: "Import the proven file" }).click();
  await reloadUntil(page, page.getByText("2 files: 1 imported, 1 is no statement."));
  await page.getByRole("link", { name: "us-checking.csv" }).click();
  await page.getByText("Import finished.").waitFor();

  expect(width).toBe(0);
  expect(complaints).toEqual([]);
});

test("a preview marks each row, leaves one out, and is read again with other settings; its result, and the same file imported again, say what was done", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await tributary.call("/v2/manual_accounts", "POST", { name: "Marks", type: "cash" });
  const file = {
    name: "marks.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "Date,Description,Amount\n2026-04-11,Tea,-2.50\n2026-04-12,Salary,100.00\n2026-04-13,Books,-18.00\n2026-04-14,Bus,-2.90\n2026-04-15,Milk,-1.20\n2026-02-30,Nowhere,-1.00\n",
    ),
  };
  const bring = async () => {
    await page.goto("/");
    await page.selectOption("#account", { label: "Marks (USD)" });
    await page.setInputFiles("#file", file);
    await page.waitForURL(/\/imports\/\w+$/);
    await page
      .locator("#sentence", { hasText: "Preview: nothing has been imported yet." })
      .waitFor();
  };
  const amounts = () => page.locator(".marked .amount").allTextContents();

  const made = await tributary.call("/v2/categories", "POST", { name: "Hot drinks" });
  const { id: category } = await made.json<{ id: number }>();
  await tributary.call("/api/rules", "POST", {
    name: "Tea time",
    match: { payee: { how: "equals", text: "tea" } },
    set: { category_id: category, payee: "Tea House" },
  });
  await bring();
  const ruled = await page.locator(".marked .foreseen").allTextContents();
  const marks = await page.locator(".marked .fate").allTextContents();
  await page.getByText("Read wrongly?").click();
  await page.getByLabel("Signs").selectOption("turned");
  await takeScreenshot(page, "95-read-wrongly");
  await page.getByRole("button", { name: "Read again" }).click();
  await page.locator(".marked .amount", { hasText: "+18.00" }).waitFor();
  const turned = await amounts();
  await page.getByText("Read wrongly?").click();
  await page.getByLabel("Signs").selectOption("as_printed");
  await page.getByLabel("Delimiter").selectOption({ label: "Comma" });
  await page.getByRole("button", { name: "Read again" }).click();
  await page.locator(".marked .amount", { hasText: "−18.00" }).waitFor();
  const read = await page.locator(".how-read").textContent();
  await page.getByRole("button", { name: "Leave out Tea, 2026-04-11" }).click();
  await page.getByRole("button", { name: "Take in Tea, 2026-04-11" }).waitFor();
  await takeScreenshot(page, "96-marks");
  await page.getByRole("button", { name: "Import 4 transactions" }).click();
  await page.locator("#sentence", { hasText: "Import finished." }).waitFor();
  const result = await page.locator("section.skipped tbody tr").allInnerTexts();
  await page.locator("[data-figure=inserted] a").click();
  await page.waitForURL(/\/transactions\?source=import/);
  const listed = await page.locator("main").innerText();
  await bring();
  const again = await page.locator(".imported-before").textContent();
  await page.getByRole("link", { name: "Already there (4)" }).click();
  await page.getByRole("link", { name: "Already there", exact: true }).first().waitFor();
  await takeScreenshot(page, "97-marks-again");
  const there = await page.locator(".marked .payee").allTextContents();

  expect(marks.map((mark) => mark.replace(/:.*/, ""))).toEqual([
    ...Array.from({ length: 5 }, () => "+New"),
    "!Oddnot imported",
  ]);
  expect(ruled).toEqual(["→ payee “Tea House”, Hot drinks by Tea time"]);
  expect(turned).toEqual(["+2.50", "−100.00", "+18.00", "+2.90", "+1.20"]);
  expect(read).toContain("Fields are separated by comma, as set.");
  expect(result.some((row) => row.includes("you left it out"))).toBe(true);
  expect(listed).toContain("Salary");
  expect(listed).not.toContain("Tea");
  expect(again).toMatch(/^You imported this file on .*\. See that import$/);
  expect(there).toEqual(["Salary", "Books", "Bus", "Milk"]);
  expect(complaints).toEqual([]);
});

function overflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}
