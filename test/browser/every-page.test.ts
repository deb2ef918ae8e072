// Checks of every page: no violation of axe's accessibility rules, light and dark, with everything
// unfolded; no sideways scrolling at 320 px; no complaint of the browser; and a heading without
// scripts too. The person has imported statements, a preview, a question and a receipt.

import axe from "axe-core";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { NAVIGATION } from "../../src/pages/ui/navigation.tsx";
import { makeHousehold } from "../household.ts";
import { reloadUntil, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

/** The household's checking account: one month is imported, the next one is in preview. */
const [FIRST, , , NEXT] = makeHousehold().files;
const RECEIPT = makeHousehold().receipts[0];
const NARROW = { width: 320, height: 640 };
const WALK_MS = 300_000;
const WIDE = { width: 1280, height: 900 };

const paths: string[] = [];

beforeAll(async () => {
  const { page } = await tributary.visitSignedIn();
  const listed = NAVIGATION.flatMap(({ rows }) =>
    rows.flatMap(({ href, tabs = [] }) => [href, ...tabs.map((tab) => tab.href)]),
  );
  const done = await bringStatement(FIRST?.name ?? "", FIRST?.text ?? "", true);
  const preview = await bringStatement(NEXT?.name ?? "", NEXT?.text ?? "", false);
  await page.goto(`/imports/${done}`);
  await reloadUntil(page, page.locator("#sentence", { hasText: "Import finished." }));
  const message = await bringReceipt();
  await page.goto("/transactions");
  const one = await page.locator(".ledger .payee a").first().getAttribute("href");
  const account = (await tributary.person()).accountId;
  expect(account).toBeGreaterThan(0);
  paths.push(
    ...new Set([
      ...listed,
      one ?? "",
      `/imports/${done}`,
      `/imports/${preview}`,
      `/inbox/${message}`,
      "/inbox/matches",
      "/inbox/senders",
      "/administrator",
      "/nothing-here",
    ]),
  );
});

async function bringStatement(name: string, text: string, confirm: boolean): Promise<string> {
  const query = new URLSearchParams({ account: "Checking", name, preview: String(!confirm) });
  const response = await fetch(`${tributary.origin}/api/imports?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await tributary.person()).token}` },
    body: text,
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

async function bringReceipt(): Promise<string> {
  const response = await fetch(`${tributary.origin}/api/inbox`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${(await tributary.person()).token}`,
      "content-type": "message/rfc822",
    },
    body: RECEIPT ?? "",
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

/**
 * For each page, axe's findings by colour scheme, and how many pixels it is wider than a narrow
 * screen.
 */
const violations: Record<string, readonly string[]> = {};
const wide: Record<string, string> = {};
const complained: string[] = [];

beforeAll(async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  for (const path of paths) {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await page.evaluate(
      "document.querySelectorAll('details').forEach((one) => { one.open = true; })",
    );
    await page.evaluate(axe.source);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const found = await runAxe(page, colorScheme === "dark");
      if (found.length > 0) violations[`${path} ${colorScheme}`] = found;
    }
    await page.setViewportSize(NARROW);
    const over = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
    if (over > 0) wide[path] = `${over} px: ${await findWide(page)}`;
  }
  complained.push(...complaints.filter((text) => !text.includes("404")));
}, WALK_MS);

/** The elements that stick out of a narrow page. */
async function findWide(page: Page): Promise<string> {
  return page.evaluate<string>(`[...document.querySelectorAll("main *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth && one.children.length === 0)
    .map((one) => one.outerHTML.slice(0, 150)).slice(0, 3).join(" | ")`);
}

/**
 * Each violation in words; in the second colour scheme only the colours are looked at. No frame is looked into: the only
 * one shows a mail, where no script runs.
 */
async function runAxe(page: Page, coloursOnly: boolean): Promise<string[]> {
  const options = { iframes: false, ...(coloursOnly && { runOnly: ["color-contrast"] }) };
  return page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ["violations"] })}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" | ")))`,
  );
}

test("no page violates a rule of accessibility, light or dark", () => {
  expect(paths.length).toBeGreaterThan(20);
  expect(violations).toEqual({});
  expect(complained).toEqual([]);
});

test("no page scrolls sideways at 320 px", () => {
  expect(wide).toEqual({});
});

test("every page has its heading without scripts", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ javaScriptEnabled: false });
  const bare: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    if ((await page.locator("main h1").count()) !== 1) bare.push(path);
  }

  expect(bare).toEqual([]);
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
});
