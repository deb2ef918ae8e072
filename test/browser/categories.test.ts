// Categories and tags in a real browser over the built Worker, as a person who signed up: the first
// set, renaming, merging, archiving and deleting, at a desk and on a phone, with and without scripts.

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

interface Listed {
  readonly id: number;
  readonly name: string;
  readonly archived: boolean;
}

async function categories(): Promise<readonly Listed[]> {
  const answer = await tributary.call("/v2/categories?format=flattened");
  const { categories: found } = (await answer.json()) as { categories: Listed[] };
  return found;
}

async function makeCategory(name: string, transactions: number): Promise<number> {
  const made = await tributary.call("/v2/categories", "POST", { name });
  const { id } = (await made.json()) as Listed;
  if (transactions === 0) return id;
  const inserted = await tributary.call("/v2/transactions", "POST", {
    transactions: Array.from({ length: transactions }, (_, index) => ({
      date: addDays(TODAY, -index),
      amount: "2.50",
      payee: `${name} ${index}`,
      category_id: id,
    })),
  });
  expect(inserted.status).toBe(201);
  return id;
}

async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

/** How high everything is that a finger can press. */
async function controlHeights(page: Page): Promise<number[]> {
  const controls = await page
    .locator("main :is(button, select, summary, label.tick, label.tag, a.edit):visible")
    .all();
  return Promise.all(controls.map(async (control) => (await control.boundingBox())?.height ?? 0));
}

test("a new person is offered a first set on the empty page, unticks one, and adds the others", async () => {
  // Somebody of their own: the file's person has categories.
  const { page, complaints } = await tributary.visit({ locale: "fr-FR" });
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill("nouvelle@example.com");
  await page.getByLabel("Your name").fill("Camille Exemple");
  await page.getByLabel("Password (at least 12 characters)").fill("a long sentence of mine");
  await page.getByLabel("Budget name").fill("Foyer");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL((url) => url.pathname === "/overview");
  await follow(page, async () => page.getByRole("link", { name: "Categories and tags" }).click());
  await takeScreenshot(page, "90-categories-empty");

  await page.getByLabel("Enfants").uncheck();
  await follow(page, async () => page.getByRole("button", { name: "Add these" }).click());
  await takeScreenshot(page, "91-categories-first-set");

  expect(await page.getByRole("status").innerText()).toContain("21 categories added");
  expect(await page.getByRole("rowheader", { name: "Courses" }).count()).toBe(1);
  expect(await page.getByRole("rowheader", { name: "Enfants" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a category is renamed in its place by keyboard, and a taken name is refused beside the field", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/categories");
  await follow(page, async () => page.getByRole("link", { name: "Change Coffee" }).press("Enter"));
  const focused = await page.evaluate<string>("document.activeElement.getAttribute('name')");
  await takeScreenshot(page, "92-categories-edit");

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Groceries");
  await follow(page, async () => page.keyboard.press("Enter"));
  const refusal = await page.getByRole("alert").innerText();
  const link = await page.getByRole("link", { name: "Go to “Groceries”" }).count();
  await takeScreenshot(page, "93-categories-taken");
  await page.getByRole("row").getByLabel("Name").fill("Cafés");
  await page.getByRole("row").getByLabel("Group").selectOption({ label: "No group" });
  await follow(page, async () => page.getByRole("button", { name: "Save" }).click());

  expect(focused).toBe("name");
  expect(refusal).toBe('There is already a category or group named "Groceries".');
  expect(link).toBe(1);
  expect(await page.getByRole("rowheader", { name: "Cafés" }).count()).toBe(1);
  expect(new URL(page.url()).hash).toMatch(/^#category-\d+$/);
  expect(complaints.filter((complaint) => !complaint.includes("400"))).toEqual([]);
});

for (const { where, options } of [
  { where: "at a desk with scripts", options: {} },
  { where: "on a phone with scripts", options: PHONE },
  { where: "on a phone without scripts", options: { ...PHONE, javaScriptEnabled: false } },
  { where: "at a desk without scripts", options: { javaScriptEnabled: false } },
])
  test(`${where}, categories are added, merged, archived and deleted`, async () => {
    const word = where.replaceAll(" ", "-");
    await makeCategory(`Books ${where}`, 3);
    const into = await makeCategory(`Media ${where}`, 2);
    const used = await makeCategory(`Old ${where}`, 1);
    const { page, complaints } = await tributary.visitSignedIn(options);
    await page.goto("/categories");
    const widths = [await measureOverflow(page)];
    const heights = await controlHeights(page);
    await takeScreenshot(page, `94-categories-${word}`);

    await page.getByText("Add a category", { exact: true }).click();
    await page.locator("#new-name").fill(`Pets ${where}`);
    await page.locator("#new-group").selectOption({ index: 1 });
    await follow(page, async () => page.getByRole("button", { name: "Add category" }).click());
    const added = await page.getByRole("rowheader", { name: `Pets ${where}` }).count();

    await openRow(page, `Books ${where}`);
    widths.push(await measureOverflow(page));
    heights.push(...(await controlHeights(page)));
    await takeScreenshot(page, `95-categories-open-${word}`);
    await follow(page, async () => page.getByRole("link", { name: /^Merge into/ }).click());
    await page.getByLabel("Merge into the category").selectOption(String(into));
    await follow(page, async () => page.getByRole("button", { name: "Continue" }).click());
    const said = await page.locator(".sentence").innerText();
    widths.push(await measureOverflow(page));
    await takeScreenshot(page, `96-categories-merge-${word}`);
    await follow(page, async () => page.getByRole("button", { name: /^Merge into/ }).click());
    const merged = await page.getByRole("status").innerText();

    await openRow(page, `Pets ${where}`);
    await follow(page, async () => page.getByRole("button", { name: /^Archive/ }).click());
    const folded = await page.getByText(/^\d+ archived categor/).innerText();

    await openRow(page, `Old ${where}`);
    await page.getByText("Delete…").click();
    await follow(page, async () =>
      page.getByRole("button", { name: "Delete", exact: true }).click(),
    );
    widths.push(await measureOverflow(page));
    await takeScreenshot(page, `97-categories-delete-${word}`);
    const named = await page.locator("main ul").first().innerText();
    await follow(page, async () =>
      page.getByRole("button", { name: `Delete Old ${where}` }).click(),
    );

    const left = await categories();
    expect(added).toBe(1);
    expect(said).toBe(`3 transactions go to “Media ${where}”.`);
    expect(merged).toContain("Category of 3 transactions set to");
    expect(folded).toMatch(/^\d+ archived categor/);
    expect(named).toBe("1 transaction");
    expect(left.some(({ id }) => id === used)).toBe(false);
    expect(left.some(({ name }) => name === `Books ${where}`)).toBe(false);
    expect(left.find(({ name }) => name === `Pets ${where}`)?.archived).toBe(true);
    expect(Math.max(...widths)).toBeLessThanOrEqual(0);
    if (where.includes("phone")) expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
    expect(complaints).toEqual([]);
  });

test("a tag gets a colour on a phone, and its colour violates no policy", async () => {
  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await page.goto("/categories");
  await page.getByText("Add a tag", { exact: true }).tap();
  await page.locator("#tag-name").fill("Rome 2026");
  await page.getByLabel("Teal").check();
  await takeScreenshot(page, "98-tags-new-phone");
  await follow(page, async () => page.getByRole("button", { name: "Add tag" }).tap());
  const shown = page.locator(".category-list .tag", { hasText: "Rome 2026" });
  await takeScreenshot(page, "99-tags-phone");

  const widths = [await measureOverflow(page)];
  const colour = await shown.getAttribute("class");
  await page.setViewportSize({ width: 320, height: 640 });
  widths.push(await measureOverflow(page));
  await page.goto("/categories/first-set?language=de");
  widths.push(await measureOverflow(page));
  await takeScreenshot(page, "99-first-set-phone");

  expect(colour).toBe("tag hue-6");
  expect(Math.max(...widths)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

async function openRow(page: Page, name: string): Promise<void> {
  await follow(page, async () =>
    page.getByRole("link", { name: `Change ${name}`, exact: true }).click(),
  );
}
