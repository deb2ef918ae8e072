// The year's story otherwise: two months of the same household by keyboard alone, on a phone, and
// without scripts; and two people who change the same transaction. Each signs up first.

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeHousehold } from "../household.ts";
import { Visitor, wordsOf } from "../node/visitor.ts";
import { follow, reloadUntil, takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();
const household = makeHousehold();
/** September and October of three accounts, overlapping by five days. */
const FILES = household.files.slice(-6).map(({ name, text }) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(text),
}));
/** What the bank booked in these files: two months and the five days before them. */
const ROWS = household.rows.filter(({ date }) => date >= "2026-08-27").length;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const TARGET_PIXELS = 44;
const PASSWORD = "a long sentence of mine";

/** Somebody with a keyboard: every key is counted, and the focus must be seen wherever it goes. */
class Keyboard {
  keys = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.keys += 1;
      await this.#page.keyboard.press(key);
    }
  }

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.#page.keyboard.type(text);
  }

  /** Goes on by Tab until this has the focus; the number of Tabs. */
  async tabTo(wanted: Locator, most = 40): Promise<number> {
    await wanted.first().waitFor();
    for (let tabs = 1; tabs <= most; tabs += 1) {
      await this.press("Tab");
      expect(await isFocusSeen(this.#page), `the focus is seen on ${await focused(this.#page)}`).toBe(true);
      if (process.env["TRAIL"]) console.log("   ", tabs, await focused(this.#page));
      if (await hasFocus(wanted)) return tabs;
    }
    throw new Error(`${most} Tabs do not reach ${String(wanted)}; the focus is on ${await focused(this.#page)}`);
  }

  /** Past the navigation, by the link that every page begins with. */
  async skip(): Promise<void> {
    await this.tabTo(this.#page.locator("a.skip"), 1);
    await this.press("Enter");
  }

  /** To another page, and waits for it. */
  async follow(...keys: readonly string[]): Promise<void> {
    await follow(this.#page, async () => this.press(...keys));
    await this.#page.locator("html.scripted").waitFor();
  }

  async count(what: string, act: () => Promise<unknown>): Promise<void> {
    const before = this.keys;
    await act();
    console.log(`${what}: ${this.keys - before} keys`);
  }
}

const hasFocus = (wanted: Locator) =>
  wanted.first().evaluate((element) => element === element.ownerDocument.activeElement);
const focused = (page: Page) =>
  page.evaluate<string>(
    "`${document.activeElement.tagName} ${document.activeElement.id} ${document.activeElement.textContent.trim().slice(0, 40)}`",
  );
/** The focused element, or what is around it, or the label's button has an outline. */
const isFocusSeen = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const seen = (one) => getComputedStyle(one).outlineStyle !== "none" && parseFloat(getComputedStyle(one).outlineWidth) > 0;
    const [active, around] = [document.activeElement, []];
    for (let one = active; one !== null && !one.matches("main, body"); one = one.parentElement) around.push(one);
    return [...around, ...(active.closest("label")?.children ?? [])].some(seen);
  })()`);
const isFocusLost = async (page: Page) => (await focused(page)).startsWith("BODY");

test("by keyboard alone: sign up, categories, six files with their questions, a correction with Always, undo, review and a budget, and the focus is never lost", async () => {
  const { page, complaints } = await tributary.visit({ locale: "en-US" });
  const person = new Keyboard(page);
  await person.count("sign up", () => signUpByKeys(page, person));
  await person.count("categories", () => addCategoriesByKeys(page, person));
  await person.count("import", () => importByKeys(page, person));
  await person.count("correct, always, undo", () => correctByKeys(page, person));
  await person.count("review", () => reviewByKeys(page, person));
  await person.count("budget", () => budgetByKeys(page, person));

  expect(complaints).toEqual([]);
  console.log(`${person.keys} keys in all`);
}, 240_000);

async function signUpByKeys(page: Page, person: Keyboard): Promise<void> {
  await page.goto("/sign-up");
  await person.tabTo(page.getByLabel("E-mail address"));
  await person.type("keys@example.com");
  await person.press("Tab");
  await person.type("Kim Keys");
  await person.press("Tab");
  await person.type(PASSWORD);
  await person.follow("Enter");
  expect(new URL(page.url()).pathname).toBe("/overview");
}

async function addCategoriesByKeys(page: Page, person: Keyboard): Promise<void> {
  await takeScreenshot(page, "200-keys-overview");
  await person.skip();
  await person.tabTo(page.locator("main").getByRole("link", { name: /categories/i }), 8);
  await person.follow("Enter");
  await takeScreenshot(page, "201-keys-categories");
  await person.skip();
  await person.tabTo(page.getByRole("button", { name: "Add these" }));
  await person.press("Enter");
  await page.getByText("Groceries").first().waitFor();
}

async function importByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "i");
  await person.skip();
  await person.tabTo(page.locator("#file"));
  const chooser = page.waitForEvent("filechooser");
  await person.press("Enter");
  await (await chooser).setFiles(FILES);
  await page.waitForURL(/\/imports\/uploads\/\w+$/);
  for (const name of ["card", "checking", "savings"]) {
    const asks = page.locator(".asks").filter({ hasText: `${name}-2026-09.csv` });
    await asks.waitFor();
    if (await isFocusLost(page)) await person.skip();
    if (name === "card") {
      await person.tabTo(asks.getByLabel("Type"));
      await person.type("Cr");
    }
    await person.tabTo(asks.getByRole("button", { name: "Create account for 2 files" }));
    await takeScreenshot(page, `202-keys-question-${name}`);
    await person.press("Enter");
    await asks.waitFor({ state: "detached" });
    expect(await isFocusLost(page), "after an answer").toBe(false);
    console.log("after an answer:", await focused(page));
  }
  await person.tabTo(page.getByRole("button", { name: "Import the 4 proven" }));
  await person.press("Enter");
  await page.locator("#sentence", { hasText: "6 files: 4 imported, 2 to check." }).waitFor();
  expect(await isFocusLost(page), "after the proven").toBe(false);
  if (process.env["TRAIL"]) console.log("after the proven:", await focused(page));
  await person.tabTo(page.getByRole("button", { name: "Import the 2 to check" }));
  await person.press("Enter");
  await page.locator("#sentence", { hasText: "6 files: 6 imported." }).waitFor();
  expect(await isFocusLost(page), "after all").toBe(false);
  if (process.env["TRAIL"]) console.log("after all:", await focused(page));
}

async function correctByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "t");
  await person.press("j");
  const row = page.locator(".ledger tbody tr").first();
  const id = (await row.getAttribute("id"))?.slice("row-".length) ?? "";
  await person.press("c");
  await page.locator("#edit-category_id:focus").waitFor();
  await person.type("Groc");
  await person.press("Control+Enter");
  await page.locator(`#always-${id}`).waitFor();
  expect(await isFocusLost(page), "after a correction").toBe(false);
  if (process.env["TRAIL"]) console.log("after a correction:", await focused(page));
  await takeScreenshot(page, "203-keys-offer", { fullPage: false });
  const tabs = await person.tabTo(page.locator(`#always-${id}`));
  console.log("to Always:", tabs);
  await person.press("Enter");
  await page.locator(`#always-${id}`).waitFor({ state: "detached" });
  expect(await isFocusLost(page), "after Always").toBe(false);
  if (process.env["TRAIL"]) console.log("after Always:", await focused(page));
  await takeScreenshot(page, "204-keys-always", { fullPage: false });
  await person.press("u");
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
  expect(await isFocusLost(page), "after undo").toBe(false);
  if (process.env["TRAIL"]) console.log("after undo:", await focused(page));
}

async function reviewByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "r");
  await takeScreenshot(page, "205-keys-review");
  const left = await page.locator("#left").innerText();
  await person.press("a");
  await page.locator("#undo").waitFor();
  expect(await isFocusLost(page), "after accept").toBe(false);
  if (process.env["TRAIL"]) console.log("after accept:", await focused(page));
  await person.press("u");
  await page.locator("#left", { hasText: left }).waitFor();
  expect(await isFocusLost(page), "after undo").toBe(false);
  if (process.env["TRAIL"]) console.log("after undo:", await focused(page));
}

async function budgetByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "b");
  await person.skip();
  const tabs = await person.tabTo(page.getByRole("link", { name: "Fill from my last 3 months" }));
  console.log("to Fill:", tabs);
  await person.follow("Enter");
  console.log("after Fill:", await focused(page));
  await person.tabTo(page.locator("#accept"));
  await person.press("Enter");
  await page.locator("#undo").waitFor();
  expect(await isFocusLost(page), "after Accept").toBe(false);
  if (process.env["TRAIL"]) console.log("after Accept:", await focused(page));
  await takeScreenshot(page, "206-keys-budget", { fullPage: false });
  await person.press("u");
  await page.getByText("Nothing is budgeted for").waitFor();
}
