// Layouts in a real browser over the built Worker: a misread file leads to its layout, where every
// change is previewed at once and saved for the next file. This works without scripts, on a phone
// and by keyboard too.

import { readFileSync } from "node:fs";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  javaScriptEnabled: false,
};
const HOSTILE = "<img src=x onerror=alert(1)>";
const statement = (year: number) =>
  `Date,Who,${HOSTILE},Amount,Balance\n${year}-01-15,Corner Shop,Milk,-20.00,80.00\n${year}-01-16,Kiosk,Paper,-5.50,74.50\n${year}-01-17,Employer,Wage,10.00,84.50\n`;

const tributary = tributaryForTests();

test("a misread file leads to its layout; a change is previewed at once, and saved for the next file", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await upload(page, "january.csv", statement(2024));
  await page.getByText("Read wrongly?").click();
  await page.getByRole("link", { name: "All of this layout" }).click();
  await page.getByRole("heading", { name: "Preview: january.csv" }).waitFor();
  await page.waitForLoadState();
  const before = await amounts(page);
  await takeScreenshot(page, "50-layout");

  await page.getByLabel("Signs").selectOption("turned");
  await page.locator("#preview .warning").waitFor();
  const turned = await amounts(page);
  const warning = await page.locator("#preview .warning").innerText();
  const proof = await page.locator("#preview .proof").innerText();
  await takeScreenshot(page, "51-layout-turned");
  await page.getByLabel("Signs").selectOption("");
  await page.locator("#preview .proof.proven").waitFor();
  await page.getByText("Meaning of the 5 columns").click();
  await page.getByLabel(HOSTILE).selectOption("payee");
  await page.getByLabel("Who", { exact: true }).selectOption("notes");
  await page.locator("#preview td.payee", { hasText: "Milk" }).waitFor();
  await takeScreenshot(page, "52-layout-columns");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. This applies to the next file with this layout.").waitFor();
  await takeScreenshot(page, "53-layout-saved");
  await upload(page, "february.csv", statement(2025));
  const payees = await page.locator(".rows td.payee").allInnerTexts();

  expect(before).toEqual(["−20.00", "−5.50", "+10.00"]);
  expect(turned).toEqual(["+20.00", "+5.50", "−10.00"]);
  expect(warning).toBe(
    "Warning: Positive amounts are money out, as set; with the other reading the running balance would prove 2 of 2 rows.",
  );
  expect(proof).toContain("matches 0 of 2 steps");
  expect(payees.map((text) => text.split("\n")[0])).toEqual(["Milk", "Paper", "Wage"]);
  expect(complaints).toEqual([]);
});

test("a phone without scripts previews and saves by buttons, and an invalid choice is refused next to it", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ ...PHONE, colorScheme: "dark" });
  await page.goto("/layouts");
  await takeScreenshot(page, "54-layouts-phone");
  await page.locator(".layouts th a").first().tap();
  await page.getByLabel("Dates").selectOption("dmy");
  await page.getByLabel("Currency of every row").fill("CHF");
  await follow(page, async () => page.getByRole("button", { name: "Preview" }).tap());
  const kept = [
    await page.getByLabel("Dates").inputValue(),
    await page.getByLabel("Currency of every row").inputValue(),
  ];
  const heading = await page.locator("#preview h2").innerText();
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  const heights = await controlHeights(page);
  await takeScreenshot(page, "55-layout-phone");
  await page.getByLabel("Date", { exact: true }).selectOption("amount");
  await page.getByLabel("Amount", { exact: true }).selectOption("amount");
  await follow(page, async () => page.getByRole("button", { name: "Save" }).tap());
  const alert = await page.locator("main > .alert").innerText();
  const still = await page.getByLabel("Date", { exact: true }).inputValue();
  await page.getByLabel("Date", { exact: true }).selectOption("");
  await page.getByLabel("Amount", { exact: true }).selectOption("");
  await page.getByRole("button", { name: "Save" }).tap();
  await page.getByText("Saved. This applies to the next file").waitFor();

  expect(heading).toBe("Preview: february.csv");
  expect(kept).toEqual(["dmy", "CHF"]);
  expect([alert, still]).toEqual([
    "Columns 1 and 4 are both set as the amount; only one can be.",
    "amount",
  ]);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  expect(wide).toBeLessThanOrEqual(0);
  expect(complaints.filter((complaint) => !/\b400\b/.test(complaint))).toEqual([]);
});

test("all layouts are exported by keyboard, one is forgotten, and the import shows its effect first", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/layouts");
  const download = page.waitForEvent("download");
  await tabTo(page, "Download all layouts as a file");
  await page.keyboard.press("Enter");
  const path = await (await download).path();
  const text = readFileSync(path, "utf8");
  await page.locator(".layouts th a").first().click();
  await tabTo(page, "Forget this layout…");
  await page.keyboard.press("Enter");
  await tabTo(page, "Forget layout");
  await follow(page, async () => page.keyboard.press("Enter"));
  await page.getByText("The layout was forgotten.").waitFor();
  const none = await page.locator(".layouts").count();

  await page.setInputFiles("input[name=file]", {
    name: "layouts.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
  await tabTo(page, "Preview changes");
  await follow(page, async () => page.keyboard.press("Enter"));
  await page.getByRole("heading", { name: "Upload layouts" }).waitFor();
  const changes = await page.locator(".changes li").allInnerTexts();
  await takeScreenshot(page, "56-layouts-changes");
  await tabTo(page, "Merge");
  await follow(page, async () => page.keyboard.press("Enter"));
  await page.getByText("The layouts were uploaded.").waitFor();
  await takeScreenshot(page, "57-layouts");

  expect(JSON.parse(text)).toMatchObject({ tributary_layouts: 1, layouts: [{ format: "csv" }] });
  expect(text).not.toContain("Corner Shop");
  expect(none).toBe(0);
  expect(changes).toEqual(
    expect.arrayContaining([
      "Dates: Day first.",
      "Currency: CHF.",
      `Column “${HOSTILE}”: payee.`,
      "Column “Who”: notes.",
    ]),
  );
  expect(await page.locator(".layouts tbody tr").count()).toBe(1);
  expect(complaints).toEqual([]);
});

test("a question shows what each answer would do; if none fits, the settings read the waiting file again", async () => {
  const { page: sender } = await tributary.visitSignedIn();
  const text = `Day,Where,Sum\n2026-03-01,${HOSTILE},4.00\n2026-03-02,Grocer,12.00\n`;
  await sender.goto("/");
  await sender.locator("#account").selectOption({ index: 1 });
  await sender.setInputFiles("#file", {
    name: "unsigned.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await sender.getByText("This file needs an answer from you.").waitFor();

  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await page.goto(sender.url());
  const legend = await page.locator("legend").innerText();
  const marked = await page.locator(".shown-rows mark").allInnerTexts();
  const chosen = await page.locator(".choice :checked").count();
  const follows = await page.locator(".choice").first().locator("small").allInnerTexts();
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await takeScreenshot(page, "58-question-phone");
  await follow(page, async () =>
    page.getByRole("link", { name: "Set how this file is read" }).tap(),
  );
  const guess = [
    await page.getByLabel("Signs").inputValue(),
    await page.getByLabel("Sum", { exact: true }).inputValue(),
  ];
  await page.getByLabel("Signs").selectOption("turned");
  await page.getByRole("button", { name: "Save and read the file again" }).tap();
  await page.getByText("Preview: nothing has been imported yet.").waitFor();
  const read = await page.locator(".rows td.amount").allInnerTexts();

  expect(legend).toBe("Are the amounts in “Sum” money in or money out?");
  expect([marked, chosen]).toEqual([["4.00", "12.00"], 0]);
  expect(follows.map((line) => line.replaceAll(/\s+/g, " "))).toEqual([
    `${HOSTILE} −4.00 money out`,
    "Grocer −12.00 money out",
    "2 transactions: money in 0.00, money out 16.00.",
  ]);
  expect(guess).toEqual(["as_printed", "amount"]);
  expect(read.map((amount) => amount.split("\n")[0])).toEqual(["−4.00", "−12.00"]);
  expect(wide).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

/** Sends a file into the first account and waits for its page. */
async function upload(page: Page, name: string, text: string): Promise<void> {
  await page.goto("/");
  await page.locator("#account").selectOption({ index: 1 });
  await page.setInputFiles("#file", { name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: /^Import \d+ transactions?$/ }).waitFor();
  await page.waitForLoadState();
}

const amounts = async (page: Page) =>
  (await page.locator("#preview td.amount").allInnerTexts()).map((text) => text.split("\n")[0]);

/** How high everything is that a finger can press. */
async function controlHeights(page: Page): Promise<number[]> {
  const controls = await page
    .locator("main button:visible, main select:visible, main summary:visible, main input:visible")
    .all();
  return Promise.all(controls.map(async (control) => (await control.boundingBox())?.height ?? 0));
}

/** Presses Tab until what has the focus is the control of this name. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  await page.waitForLoadState();
  for (let count = 0; count < 80; count += 1) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate<string>("document.activeElement.textContent.trim()")) === wanted)
      return;
  }
  throw new Error(`No way by keyboard to "${wanted}"`);
}
