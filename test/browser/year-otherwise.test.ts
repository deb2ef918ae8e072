// Variants of the year's story: two months of the same household by keyboard alone, on a phone, and
// without scripts; and two people who change the same transaction. Each test begins by signing up.

import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeHousehold } from "../household.ts";
import { Visitor, wordsOf } from "../node/visitor.ts";
import { follow, reloadUntil, takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();
const household = makeHousehold();
/** September and October of three accounts, overlapping by five days. */
const FILES = household.files
  .slice(-6)
  .map(({ name, text }) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) }));
/** The bank's transactions in these files: two months and the five days before them. */
const ROWS = household.rows.filter(({ date }) => date >= "2026-08-27").length;
/** How often the household ate there in these files. */
const COUNT_OF_LUCIA = household.rows.filter(
  ({ date, text }) => date >= "2026-08-27" && text === "TRATTORIA LUCIA",
).length;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const TARGET_PIXELS = 44;
const PASSWORD = "a long sentence of mine";

/** A person with a keyboard: every key is counted, and the focus must always be visible. */
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

  /** Presses Tab until this has the focus. Returns the number of Tabs. */
  async tabTo(wanted: Locator, most = 40): Promise<number> {
    await wanted.first().waitFor();
    for (let tabs = 1; tabs <= most; tabs += 1) {
      await this.press("Tab");
      expect(
        await isFocusSeen(this.#page),
        `the focus is seen on ${await focused(this.#page)}`,
      ).toBe(true);
      if (await hasFocus(wanted)) return tabs;
    }
    throw new Error(
      `${most} Tabs do not reach ${String(wanted)}; the focus is on ${await focused(this.#page)}`,
    );
  }

  /** Skips the navigation, by the link that every page begins with. */
  async skip(): Promise<void> {
    await this.tabTo(this.#page.locator("a.skip"), 1);
    await this.press("Enter");
  }

  /** Goes to another page, and waits for it. */
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

test("a person signs up, adds categories, imports six files with their questions, corrects with Always, undoes, reviews and budgets by keyboard alone, and the focus is never lost", async () => {
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
  }
  await person.tabTo(page.getByRole("button", { name: "Import the 4 proven" }));
  await person.press("Enter");
  await page.locator("#sentence", { hasText: "6 files: 4 imported, 2 to check." }).waitFor();
  expect(await isFocusLost(page), "after the proven").toBe(false);
  await person.tabTo(page.getByRole("button", { name: "Import the 2 to check" }));
  await person.press("Enter");
  await page.locator("#sentence", { hasText: "6 files: 6 imported." }).waitFor();
  expect(await isFocusLost(page), "after all").toBe(false);
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
  await takeScreenshot(page, "203-keys-offer", { fullPage: false });
  const tabs = await person.tabTo(page.locator(`#always-${id}`));
  expect(tabs).toBeLessThanOrEqual(2);
  await person.press("Enter");
  await page.locator(`#always-${id}`).waitFor({ state: "detached" });
  expect(await isFocusLost(page), "after Always").toBe(false);
  await takeScreenshot(page, "204-keys-always", { fullPage: false });
  await person.press("u");
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
  expect(await isFocusLost(page), "after undo").toBe(false);
}

async function reviewByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "r");
  await takeScreenshot(page, "205-keys-review");
  const left = await page.locator("#left").innerText();
  await person.press("a");
  await page.locator("#undo").waitFor();
  expect(await isFocusLost(page), "after accept").toBe(false);
  await person.press("u");
  await page.locator("#left", { hasText: left }).waitFor();
  expect(await isFocusLost(page), "after undo").toBe(false);
}

async function budgetByKeys(page: Page, person: Keyboard): Promise<void> {
  await person.follow("g", "b");
  await person.skip();
  const tabs = await person.tabTo(page.getByRole("link", { name: "Fill from my last 3 months" }));
  expect(tabs).toBeLessThanOrEqual(8);
  await person.press("Enter");
  await page.locator("#proposal-title:focus").waitFor();
  await person.tabTo(page.locator("#accept"));
  await person.press("Enter");
  await page.locator("#undo:focus").waitFor();
  await takeScreenshot(page, "206-keys-budget", { fullPage: false });
  await person.press("u");
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
}

/** A person who taps: records targets that are too small, and pages that scroll sideways. */
class Finger {
  taps = 0;
  readonly small: string[] = [];
  readonly wide: string[] = [];
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async tap(where: Locator): Promise<void> {
    await this.#measure(where);
    this.taps += 1;
    await where.tap();
    const over = await this.#page
      .evaluate<number>("document.documentElement.scrollWidth - innerWidth")
      .catch(() => 0);
    if (over > 0) this.wide.push(`${this.#page.url()} by ${over}`);
  }

  /** Chooses in a list, as the phone's own picker does. */
  async choose(where: Locator, label: string): Promise<void> {
    await this.#measure(where);
    this.taps += 2;
    await where.selectOption({ label });
  }

  async follow(where: Locator): Promise<void> {
    await follow(this.#page, async () => this.tap(where));
  }

  /**
   * The whole area in which a tap counts as this element, including the space around the words of a
   * link.
   */
  async #measure(where: Locator): Promise<void> {
    await where.scrollIntoViewIfNeeded();
    const box = await where.boundingBox();
    if (box === null) throw new Error(`${String(where)} is not shown`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const sizes = await this.#page.evaluate<number[]>(`(${MEASURE})(${x}, ${y})`);
    if (Math.min(...sizes) < TARGET_PIXELS)
      this.small.push(`${String(where)}: ${sizes.join(" × ")}`);
  }
}

/** The width and height in which the control at a point takes a tap. */
const MEASURE = `(x, y) => {
  const find = (right, down) =>
    document.elementFromPoint(x + right, y + down)?.closest("a, button, summary, label, select, td.select") ?? null;
  const control = find(0, 0);
  const reach = (right, down) => {
    for (let step = 1; step < 60; step += 1)
      if (find(right * step, down * step) !== control) return step - 1;
    return 60;
  };
  return [reach(-1, 0) + reach(1, 0) + 1, reach(0, -1) + reach(0, 1) + 1];
}`;

test("on a phone nothing scrolls sideways, every target is large enough, and taps change many transactions at once", async () => {
  const { page, complaints } = await tributary.visit({ locale: "en-US", ...PHONE });
  const person = new Finger(page);
  await page.goto("/sign-up");
  await fillSignUp(page, "phone@example.com");
  await person.follow(page.getByRole("button", { name: "Sign up" }));
  await person.follow(page.getByRole("link", { name: "Add categories" }));
  await person.follow(page.getByRole("button", { name: "Add these" }));
  await importByTaps(page, person);
  await correctByTaps(page, person);
  await reviewByTaps(page, person);
  await budgetByTaps(page, person);

  expect(person.wide).toEqual([]);
  expect(person.small).toEqual([]);
  expect(complaints).toEqual([]);
  console.log(`${person.taps} taps`);
}, 240_000);

const bar = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main pages" }).getByRole("link", { name });

async function fillSignUp(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Your name").fill("Pat Otherwise");
  await page.getByLabel(/^Password/).fill(PASSWORD);
}

async function importByTaps(page: Page, person: Finger): Promise<void> {
  await person.follow(bar(page, "Import"));
  const chooser = page.waitForEvent("filechooser");
  await person.tap(page.locator(".pick"));
  await (await chooser).setFiles(FILES);
  await page.waitForURL(/\/imports\/uploads\/\w+$/);
  await page.locator(".asks").nth(2).waitFor();
  await takeScreenshot(page, "210-phone-questions");
  for (const name of ["card", "checking", "savings"]) {
    const asks = page.locator(".asks").filter({ hasText: `${name}-2026-09.csv` });
    if (name === "card") await person.choose(asks.getByLabel("Type"), "Credit card");
    await person.tap(asks.getByRole("button", { name: "Create account for 2 files" }));
    await asks.waitFor({ state: "detached" });
  }
  const proven = page.getByRole("button", { name: "Import the 4 proven" });
  await proven.waitFor();
  await takeScreenshot(page, "211-phone-proven");
  await person.tap(proven);
  await page.locator("#sentence", { hasText: "6 files: 4 imported, 2 to check." }).waitFor();
  await person.tap(page.getByRole("button", { name: "Import the 2 to check" }));
  await page.locator("#sentence", { hasText: "6 files: 6 imported." }).waitFor();
  await takeScreenshot(page, "212-phone-imported");
}

async function correctByTaps(page: Page, person: Finger): Promise<void> {
  await person.follow(bar(page, "Transactions"));
  const id = await readFirstId(page);
  await person.tap(page.locator(`#edit-${id}`));
  await person.choose(page.locator("#edit-category_id"), "Groceries");
  await page.locator(`#always-${id}`).waitFor();
  await takeScreenshot(page, "213-phone-offer", { fullPage: false });
  await person.tap(page.locator(`#always-${id}`));
  await page.locator(`#always-${id}`).waitFor({ state: "detached" });
  await takeScreenshot(page, "214-phone-always", { fullPage: false });
  await person.tap(page.locator("#undo"));
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
  await person.tap(page.locator("label", { hasText: /^Select$/ }));
  const boxes = page.locator(".ledger tbody td.select");
  await person.tap(boxes.nth(0));
  await person.tap(boxes.nth(1));
  await page.locator("#selected-count", { hasText: "2 selected" }).waitFor();
  await takeScreenshot(page, "215-phone-selected", { fullPage: false });
  await person.choose(page.locator("#bulk-category"), "Gifts and donations");
  await person.tap(page.locator("#bulk-change"));
  await page.getByText("Category of 2 transactions set to").first().waitFor();
  await person.tap(page.locator("#undo"));
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
}

const readFirstId = async (page: Page) =>
  (await page.locator(".ledger tbody tr").first().getAttribute("id"))?.slice("row-".length) ?? "";

async function reviewByTaps(page: Page, person: Finger): Promise<void> {
  await person.tap(page.locator(".bar .menu summary"));
  await person.follow(page.locator(".bar .menu").getByRole("link", { name: "Review" }));
  await takeScreenshot(page, "216-phone-review", { fullPage: false });
  const left = await page.locator("#left").innerText();
  await person.tap(page.locator(".review-card [data-key=a]").first());
  await page.locator("#undo").waitFor();
  await takeScreenshot(page, "217-phone-accepted", { fullPage: false });
  await person.tap(page.locator("#undo"));
  await page.locator("#left", { hasText: left }).waitFor();
}

async function budgetByTaps(page: Page, person: Finger): Promise<void> {
  await person.follow(bar(page, "Budget"));
  await takeScreenshot(page, "218-phone-budget", { fullPage: false });
  await person.tap(page.getByRole("link", { name: "Fill from my last 3 months" }));
  await page.locator("#accept").waitFor();
  await takeScreenshot(page, "219-phone-proposal", { fullPage: false });
  await person.tap(page.locator("#accept"));
  await page.locator("#undo").waitFor();
  await takeScreenshot(page, "220-phone-filled", { fullPage: false });
  await person.tap(page.locator("#undo"));
  await page.locator("#undo", { hasText: "Redo" }).waitFor();
}

test("without scripts six files are imported, the ledger is read and searched, a transaction is corrected, undone and reviewed, and an amount is budgeted", async () => {
  const { page, complaints } = await tributary.visit({ locale: "en-US", javaScriptEnabled: false });
  const press = (name: string) =>
    follow(page, async () => page.getByRole("button", { name, exact: true }).first().click());
  await page.goto("/sign-up");
  await fillSignUp(page, "plain@example.com");
  await press("Sign up");
  await page.goto("/categories");
  await press("Add these");
  await importPlainly(page, press);

  await page.goto("/transactions");
  const totals = await page.locator("#totals").innerText();
  await page.locator("#q").fill("lucia");
  await press("Search");
  const found = await page.locator(".ledger tbody tr").count();
  const id = await readFirstId(page);
  await follow(page, async () => page.locator(`#edit-${id}`).click());
  await page.locator("#edit-category_id").selectOption({ label: "Gifts and donations" });
  await follow(page, async () => page.locator("#edit-save").click());
  const corrected = await page.locator(`#row-${id}`).innerText();
  await takeScreenshot(page, "230-plain-corrected", { fullPage: false });
  await follow(page, async () => page.locator("#undo").click());
  const undone = await page.locator(`#row-${id}`).innerText();
  await page.goto("/review");
  const left = Number.parseInt((await page.locator("#left").innerText()).replace(",", ""), 10);
  await follow(page, async () => page.locator(".review-card [data-key=a]").first().click());
  const afterwards = Number.parseInt(
    (await page.locator("#left").innerText()).replace(",", ""),
    10,
  );
  await takeScreenshot(page, "231-plain-review", { fullPage: false });
  await page.goto("/budget?month=2026-10");
  await page.getByLabel(/^Budgeted for Groceries/).fill("400");
  await press("Save amounts");
  const budgeted = await page.getByLabel(/^Budgeted for Groceries/).inputValue();
  await takeScreenshot(page, "232-plain-budget", { fullPage: false });

  expect(totals).toContain(`${ROWS} transactions`);
  expect(found).toBe(COUNT_OF_LUCIA);
  expect(corrected).toContain("Gifts and donations");
  expect(undone).not.toContain("Gifts and donations");
  expect(afterwards).toBeLessThan(left);
  expect(budgeted).toBe("400.00");
  expect(complaints).toEqual([]);
}, 240_000);

async function importPlainly(page: Page, press: (name: string) => Promise<void>): Promise<void> {
  await page.goto("/");
  await page.setInputFiles("#file", FILES);
  await press("Preview");
  for (const name of ["card", "checking", "savings"]) {
    const asks = page.locator(".asks").filter({ hasText: `${name}-2026-09.csv` });
    await reloadUntil(page, asks);
    if (name === "card") await asks.getByLabel("Type").selectOption({ label: "Credit card" });
    await follow(page, async () =>
      asks.getByRole("button", { name: "Create account for 2 files" }).click(),
    );
  }
  await reloadUntil(page, page.getByRole("button", { name: "Import the 4 proven" }));
  await press("Import the 4 proven");
  await reloadUntil(page, page.getByText("6 files: 4 imported, 2 to check."));
  await press("Import the 2 to check");
  await reloadUntil(page, page.getByText("6 files: 6 imported."));
}

test("if two people change the same transaction, the second is told what the first wrote and chooses, and each change is in Changes with its name", async () => {
  const [ada, ben] = [new Visitor(), new Visitor()];
  await shareBudget(ada, ben);
  const token = await makeToken(ada);
  const categories = await addByToken(token, "/v2/categories", {
    name: "Food",
    is_group: true,
    children: ["Groceries", "Eating out"],
  });
  const [eatingOut, groceries] = categories["children"] as { id: number }[];
  const inserted = await addByToken(token, "/v2/transactions", {
    transactions: [{ date: "2026-10-05", payee: "Corner Coffee", amount: "4.50" }],
  });
  const [{ id } = { id: 0 }] = inserted["transactions"] as { id: number }[];
  const editing = at(`/transactions?edit=${id}`);
  const [seenByAda, seenByBen] = [await ada.open(editing), await ben.open(editing)];
  const action = `/transactions/${id}/edit`;
  await ada.submit(seenByAda, action, {
    category_id: String(groceries?.id),
    notes: "for the week",
  });
  const late = await ben.submit(seenByBen, action, {
    category_id: String(eatingOut?.id),
    notes: "",
  });
  const before = await readTransaction(token, id);
  await ben.submit(late, action, { category_id: String(eatingOut?.id), use: "category_id" });
  const after = await readTransaction(token, id);
  const changes = [await ada.open(at("/changes")), await ben.open(at("/changes"))].map(({ text }) =>
    wordsOf(text),
  );

  expect(late.status).toBe(409);
  expect(wordsOf(late.text)).toContain(
    "Now Food · Groceries. You wrote Food · Eating out. Nothing was changed here.",
  );
  expect(before).toMatchObject({ category_id: groceries?.id, notes: "for the week" });
  expect(after).toMatchObject({ category_id: eatingOut?.id, notes: "for the week" });
  expect(changes[0]).toMatch(/Ada .*of “Corner Coffee” changed/);
  expect(changes[1]).toMatch(/Ben .*of “Corner Coffee” set to Eating out/);
});

const at = (path: string) => new URL(path, tributary.origin);

/** Ada signs up and invites Ben, who signs up with her link, accepts, and opens her budget. */
async function shareBudget(ada: Visitor, ben: Visitor): Promise<void> {
  await ada.send(at("/sign-up"), signUpForm("Ada"));
  const people = await ada.submit(await ada.open(at("/portal/people")), "/portal/invites");
  const link = /\/join\?invite=inv_[^"<\s]+/.exec(people.text)?.[0] ?? "no invitation";
  const invited = await ben.send(at("/sign-up"), { ...signUpForm("Ben"), next: link });
  const joined = await ben.submit(invited, "/join");
  // He has a budget of his own too, and sees the one that he was invited to.
  expect(joined.url.pathname).toBe("/overview");
}

async function makeToken(visitor: Visitor): Promise<string> {
  const fields = { label: "tests", name: "tests" };
  const made = await visitor.submit(await visitor.open(at("/portal")), "/portal/tokens", fields);
  return / id="token"[^>]*>([^<]+)</.exec(made.text)?.[1] ?? "no token";
}

async function addByToken(token: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}` };
  const made = await fetch(at(path), { method: "POST", headers, body: JSON.stringify(body) });
  return made.json<Record<string, unknown>>();
}

async function readTransaction(token: string, id: number): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(at(`/v2/transactions/${id}`), { headers })).json();
}

const signUpForm = (name: string) => ({
  email: `${name.toLowerCase()}@example.com`,
  name,
  password: PASSWORD,
  budget: `${name}'s budget`,
  currency: "usd",
});
