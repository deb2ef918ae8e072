// Rules and the review in a real browser over the built Worker, as a person who signed up: a rule
// from a correction with its dry run, taken back by one Undo; and a queue that is worked off.

import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, dayOfInstant } from "../../src/money/day.ts";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const TODAY = dayOfInstant(Date.now());
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

const tributary = tributaryForTests();

async function insert(
  payees: readonly (readonly [payee: string, text: string])[],
  status: "reviewed" | "unreviewed",
): Promise<readonly number[]> {
  const answer = await tributary.call("/v2/transactions", "POST", {
    transactions: payees.map(([payee, text], index) => ({
      date: addDays(TODAY, -index),
      amount: String(12 + index),
      payee,
      original_name: text,
      status,
    })),
  });
  expect(answer.status).toBe(201);
  const { transactions } = (await answer.json()) as { transactions: { id: number }[] };
  return transactions.map(({ id }) => id);
}

async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

async function findCategory(name: string): Promise<number> {
  const answer = await tributary.call("/v2/categories?format=flattened");
  const { categories } = (await answer.json()) as { categories: { id: number; name: string }[] };
  return categories.find((one) => one.name === name)?.id ?? 0;
}

test("a rule made from a transaction is saved by one press, changes the ticked transactions, and one Undo takes all of it back", async () => {
  const ids = await insert(
    [
      ["Aldi", "ALDI SUED 4411 BERN"],
      ["Aldi", "ALDI SUED 0017 BASEL"],
      ["Aldi", "ALDI SUED 0017 BASEL"],
      ["Migros", "MIGROS 12"],
    ],
    "reviewed",
  );
  const groceries = await findCategory("Groceries");
  const coffee = await findCategory("Coffee");
  await tributary.call("/api/changes", "POST", {
    key: "by-hand",
    transactions: [{ id: ids[2], was: { category_id: null }, set: { category_id: coffee } }],
  });
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto(`/rules/new?transaction=${ids[0]}&category=${groceries}`);
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const counts = await page.locator("#dry-run .sentence").innerText();
  const shared = await page.getByLabel("The bank’s text", { exact: true }).inputValue();
  const byHand = await page.locator(".dry-rows .caution").innerText();
  await takeScreenshot(page, "a0-rule-new");
  await follow(page, async () => page.getByRole("button", { name: "Always" }).click());
  const said = await page.getByRole("status").innerText();
  const sentence = await page.locator(".rule-sentence").innerText();
  await takeScreenshot(page, "a1-rules");

  const read = async () => {
    const answer = await tributary.call(`/api/transactions?ids=${ids.join(",")}`);
    const { transactions } = (await answer.json()) as {
      transactions: { id: number; category_id: number | null }[];
    };
    return ids.map((id) => transactions.find((one) => one.id === id)?.category_id);
  };
  const after = await read();
  await follow(page, async () => page.getByRole("button", { name: "Undo" }).click());
  const undone = await read();

  expect(title).toBe("Always Groceries for “Aldi”?");
  expect(counts).toBe("3 would change");
  expect(shared).toBe("ALDI SUED");
  expect(byHand).toMatch(/^You set the category by hand on /);
  expect(sentence).toBe(
    "If the bank’s text contains “ALDI SUED”: set the category to Food · Groceries",
  );
  expect(said).toBe("Category of 2 transactions set to Groceries; a rule added.");
  expect(after).toEqual([groceries, groceries, coffee, null]);
  expect(undone).toEqual([null, null, coffee, null]);
  expect(complaints).toEqual([]);
});

test("without scripts on a phone a rule is tried out, refused, saved, moved, switched off and deleted", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    ...PHONE,
    javaScriptEnabled: false,
  });
  const groceries = await findCategory("Groceries");
  const other = { match: { payee: { how: "equals", text: "x" } }, set: { category_id: groceries } };
  await tributary.call("/api/rules", "POST", other);
  await page.goto("/rules/new");
  await follow(page, async () => page.getByRole("button", { name: "Save" }).tap());
  const refusal = await page.getByRole("alert").innerText();
  await page.getByLabel("Payee", { exact: true }).fill("migros");
  await page.getByLabel("Set the payee").fill("Migros Bern");
  await follow(page, async () => page.locator("#rule-try").tap());
  const counts = await page.locator("#dry-run .sentence").innerText();
  const widths = [await measureOverflow(page)];
  await takeScreenshot(page, "a2-rule-tried-phone");
  await follow(page, async () => page.getByRole("button", { name: "Save", exact: true }).tap());
  await takeScreenshot(page, "a3-rules-phone");
  widths.push(await measureOverflow(page));

  await follow(page, async () => page.getByRole("button", { name: "Move rule 2 up" }).tap());
  const first = await page.locator(".rule-sentence").first().innerText();
  await follow(page, async () => page.getByRole("button", { name: "Switch rule 1 off" }).tap());
  const off = await page.locator(".rule.off").count();
  await follow(page, async () => page.locator(".rule-text a").first().tap());
  await page.getByText("Delete this rule…").tap();
  await follow(page, async () => page.getByRole("button", { name: "Delete", exact: true }).tap());

  expect(refusal).toBe("Give at least one condition: a rule without one would match everything.");
  expect(counts).toBe("1 would change");
  expect(first).toBe("If the payee contains “migros”: set the payee to “Migros Bern”");
  expect(off).toBe(1);
  expect(await page.locator(".rule").count()).toBe(1);
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

test("the review is worked off by keys at a desk, and on a phone one card at a time; Undo brings a card back", async () => {
  const groceries = await findCategory("Groceries");
  const day = (back: number) => addDays(TODAY, -back);
  const item = (payee: string, back: number, amount: string, more: object = {}) => ({
    date: day(back),
    amount,
    payee,
    ...more,
  });
  const known = { category_id: groceries, status: "reviewed" };
  const inserted = await tributary.call("/v2/transactions", "POST", {
    transactions: [
      ...[30, 37, 44].map((back) => item("Coop", back, "20", known)),
      item("Coop", 1, "21"),
      item("Coop", 2, "22"),
      item("Denner", 3, "18", known),
      item("Denner", 2, "19"),
      item("Coop", 3, "50"),
      item("Zoo Zürich", 1, "29"),
    ],
  });
  expect(inserted.status).toBe(201);
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/review");
  const left = page.locator("#left");
  const before = await left.innerText();
  const titles = await page.locator(".review-card h2").allInnerTexts();
  const oddity = await page.locator(".review-card .caution").allInnerTexts();
  const reasons = await page.locator(".review-card .field small").allInnerTexts();
  const all = await page.locator("#accept-all").innerText();
  await takeScreenshot(page, "a4-review");
  const zoo = page.locator(".review-card", { hasText: "Zoo Zürich" });
  await zoo.locator("select").focus();
  await zoo.locator("select").selectOption({ label: "Restaurants" });
  await zoo.getByRole("link", { name: "Skip" }).focus();
  const becomes = async (words: string) => page.locator("#left", { hasText: words }).waitFor();
  await page.keyboard.press("a");
  await becomes("4 left");
  await page.keyboard.press("u");
  await becomes("5 left");
  await page.locator("#accept-all").click();
  await becomes("2 left");

  const phone = await tributary.visitSignedIn({ ...PHONE, javaScriptEnabled: false });
  await phone.page.goto("/review");
  const cards = await phone.page.locator(".review-card:visible").count();
  const width = await measureOverflow(phone.page);
  await takeScreenshot(phone.page, "a5-review-phone");
  await follow(phone.page, async () =>
    phone.page.locator(".review-card:visible [data-key=s]").tap(),
  );
  const second = await phone.page.locator(".review-card:visible h2").innerText();
  await follow(phone.page, async () =>
    phone.page.locator(".review-card:visible [data-key=a]").tap(),
  );
  await follow(phone.page, async () => phone.page.locator(".picks button").first().tap());
  await takeScreenshot(phone.page, "a6-review-done-phone");

  expect(before).toBe("5 left");
  expect(titles.toSorted()).toEqual(["Coop", "Coop", "Denner", "Zoo Zürich"]);
  expect(oddity).toEqual(["More than twice as much as ever before."]);
  expect(reasons.toSorted()).toEqual(["As 3 times before", "As 3 times before", "As once before"]);
  expect(all).toBe("Accept all 3 routine ones");
  expect(cards).toBe(1);
  expect(second).toBe("Coop");
  expect(await phone.page.locator("#left").innerText()).toBe("Everything is reviewed.");
  expect(width).toBeLessThanOrEqual(0);
  expect([...complaints, ...phone.complaints]).toEqual([]);
});
