// The frame of the pages as a person who signed up sees it: the way in leads to the overview, a
// phone has a bar and a menu, and an address that nothing answers has a way on. With and without
// scripts.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, reloadUntil, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const TARGET_PX_MIN = 44;
const PAGES = [
  "/overview",
  "/",
  "/imports",
  "/inbox",
  "/schedules",
  "/accounts",
  "/portal",
  "/keys",
  "/tool",
];

const tributary = tributaryForTests();

test("signing up leads to the overview, and the navigation has the money first", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("E-mail address").fill("frame@example.com");
  await page.getByLabel("Your name").fill("Frida Frame");
  await page.getByLabel("Password (at least 12 characters)").fill("a long sentence of mine");
  await page.getByLabel("Budget name").fill("Household");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  await takeScreenshot(page, "80-frame-first-page");

  const navigation = page.getByRole("navigation", { name: "Pages", exact: true });
  expect(await navigation.getByRole("heading").allInnerTexts()).toEqual([
    "Money",
    "Flow in",
    "Settings",
  ]);
  expect(await page.getByRole("navigation", { name: "Main pages" }).isVisible()).toBe(false);
  await navigation.getByRole("link", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { name: "Import files" }).waitFor();
  await takeScreenshot(page, "81-frame-import");
  await page.getByRole("link", { name: "Tributary" }).click();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
  expect(complaints).toEqual([]);
});

test.each([true, false])(
  "a phone reaches every page by its bar and its menu (scripts: %s)",
  async (javaScriptEnabled) => {
    const { page, complaints } = await tributary.visitSignedIn({ ...PHONE, javaScriptEnabled });
    const bar = page.getByRole("navigation", { name: "Main pages" });
    await page.goto("/overview");

    expect(await page.getByRole("navigation", { name: "Pages", exact: true }).isVisible()).toBe(
      false,
    );
    expect(await bar.getByRole("link").allInnerTexts()).toEqual([
      "Overview",
      "Transactions",
      "Budget",
      "Import",
    ]);
    await bar.getByText("Menu").tap();
    await takeScreenshot(page, `82-frame-menu-phone${javaScriptEnabled ? "" : "-plain"}`, {
      fullPage: false,
    });
    expect(await smallTargets(page)).toEqual([]);
    await follow(page, async () => bar.getByRole("link", { name: "Schedules" }).tap());
    expect(await bar.getByRole("link", { name: "Schedules" }).isVisible()).toBe(false);
    await follow(page, async () => bar.getByRole("link", { name: "Import" }).tap());
    await page.getByRole("heading", { name: "Import files" }).waitFor();
    await takeScreenshot(page, `83-frame-import-phone${javaScriptEnabled ? "" : "-plain"}`, {
      fullPage: false,
    });
    expect(complaints).toEqual([]);
  },
);

test("the menu of a phone closes by Escape and by a tap beside it", async () => {
  const { page } = await tributary.visitSignedIn(PHONE);
  await page.goto("/overview");
  const menu = page.getByRole("navigation", { name: "Main pages" }).getByText("Menu");
  const settings = page.getByRole("link", { name: "Profile" });

  await menu.tap();
  await settings.waitFor();
  await page.keyboard.press("Escape");
  expect(await settings.isVisible()).toBe(false);
  await menu.tap();
  await settings.waitFor();
  await page.getByRole("heading", { level: 1 }).tap();
  expect(await settings.isVisible()).toBe(false);
});

test("no page scrolls sideways on a screen of 320 pixels", async () => {
  const { page } = await tributary.visitSignedIn(PHONE);
  const wide: string[] = [];
  for (const path of [...PAGES, "/schedules/new?type=fixed", "/nowhere"]) {
    await page.goto(path);
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (width > PHONE.viewport.width) wide.push(`${path}: ${width}`);
  }

  expect(wide).toEqual([]);
});

test("an address that nothing answers says so, with a search of the transactions and a way home", async () => {
  const { page } = await tributary.visitSignedIn(PHONE);
  const answer = await page.goto("/nowhere");
  await takeScreenshot(page, "84-frame-not-found-phone", { fullPage: false });

  expect(answer?.status()).toBe(404);
  await page.getByLabel("Search your transactions").fill("coffee");
  await page.getByRole("button", { name: "Search" }).tap();
  await page.waitForURL(`${tributary.origin}/transactions?q=coffee`);
  await page.goto("/nowhere");
  await page.getByRole("link", { name: "Go to the overview" }).tap();
  await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
});

test("a schedule of a fixed amount is made without cron, in the browser's own time zone", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await page.goto("/schedules/new?type=fixed");
  expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");
  expect(await page.getByLabel("On", { exact: true }).isVisible()).toBe(false);
  await page.getByLabel("Name").fill("Allowance");
  await page.getByLabel("Amount").fill("+400.00");
  await page.getByLabel("Target").selectOption({ label: "Balance of Savings (USD)" });
  await page.getByLabel("On day").selectOption("31");
  await page.getByLabel("At", { exact: true }).fill("07:30");
  await takeScreenshot(page, "85-schedule-form");
  await page.getByRole("button", { name: "Create schedule" }).click();
  await page.getByRole("heading", { name: "Allowance" }).waitFor();
  const runs = await page.locator(".next-runs").innerText();
  await takeScreenshot(page, "86-schedule-made");
  await page.getByRole("button", { name: "Run Allowance now" }).click();
  await reloadUntil(page, page.getByText("The balance of Savings was set to 400.00 USD"));

  expect(runs).toContain("On day 31 of every month at 07:30");
  expect(runs).toContain("It does not run in months without a day 31.");
  expect(runs.match(/31 \w{3} \d{4}, 07:30/g)).toHaveLength(3);
  expect(complaints).toEqual([]);
});

test("a schedule is made and changed on a phone without scripts", async () => {
  const { page } = await tributary.visitSignedIn({ ...PHONE, javaScriptEnabled: false });
  await page.goto("/schedules/new?type=fixed");
  await takeScreenshot(page, "87-schedule-form-phone-plain");
  await page.getByLabel("Name").fill("Gym");
  await page.getByLabel("Amount").fill("-25.50");
  await page.getByLabel("Target").selectOption({ label: "Balance of Checking (USD)" });
  await page.getByLabel("Every").selectOption("week");
  await page.getByLabel("On", { exact: true }).selectOption("Friday");
  await page.getByLabel("Time zone").fill("Europe/Paris");
  await follow(page, async () => page.getByRole("button", { name: "Create schedule" }).tap());
  await page.getByText("Every Friday at 06:00").waitFor();
  await takeScreenshot(page, "88-schedule-made-phone", { fullPage: false });
  await page.locator("summary", { hasText: "Change" }).tap();
  await page.getByLabel("Every").selectOption("year");
  await page.getByLabel("Month", { exact: true }).selectOption("May");
  await page.getByLabel("On day").selectOption("L");
  await follow(page, async () => page.getByRole("button", { name: "Save" }).tap());
  await page.getByText("Every year on the last day of May at 06:00").waitFor();
});

test("on a phone an account says what updates it, and whether statements set its balance", async () => {
  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await page.goto("/accounts");
  const row = page.getByRole("row", { name: /^Checking/ });
  await follow(page, async () =>
    page.getByRole("button", { name: /^Never set it.*balance of Checking$/ }).tap(),
  );
  await row.getByText("Statements never change its balance.").waitFor();
  await takeScreenshot(page, "89-accounts-phone");
  await follow(page, async () =>
    page.getByRole("button", { name: /^Let statements set it.*balance of Checking$/ }).tap(),
  );
  await row.getByText("Statements set its balance.").waitFor();

  expect(
    await page.evaluate<string>(
      "getComputedStyle(document.querySelector('td[data-label=\\'Updated by\\']'), '::before').content",
    ),
  ).toContain("Updated by");
  expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(320);
  expect(complaints).toEqual([]);
});

/** The visible links and buttons of the bar that a finger could miss. */
async function smallTargets(page: Page): Promise<string[]> {
  const small: string[] = [];
  for (const target of await page.locator(".bar a:visible, .bar summary:visible").all()) {
    const box = await target.boundingBox();
    if (box !== null && (box.height < TARGET_PX_MIN || box.width < TARGET_PX_MIN))
      small.push(`${await target.innerText()}: ${box.width} x ${box.height}`);
  }
  return small;
}
