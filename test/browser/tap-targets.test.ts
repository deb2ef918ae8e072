// On a phone, whatever is tapped in the lists is at least 24 px high and wide (WCAG 2.2, 2.5.8).

import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIDE_MIN = 24;

/** What is smaller than it may be, with its size. */
async function small(found: Locator): Promise<string[]> {
  const all = await found.all();
  const sizes = await Promise.all(
    all.map(async (one) => {
      const box = await one.boundingBox();
      const isSmall = box !== null && (box.height < SIDE_MIN || box.width < SIDE_MIN);
      return isSmall ? `${box.width} x ${box.height}` : null;
    }),
  );
  expect(all.length).toBeGreaterThan(0);
  return sizes.filter((size) => size !== null);
}

test("the files of the list of imports are tapped on 24 px", async () => {
  const { page } = await tributary.visitSignedIn(PHONE);
  const body = "Date,Description,Amount\n2026-05-02,Bakery,-4.20\n";
  await fetch(`${tributary.origin}/api/imports?account=Checking&name=a.csv`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await tributary.person()).token}` },
    body,
  });

  await page.goto("/imports");

  expect(await small(page.locator(".imports th.file > a"))).toEqual([]);
});

test.each(["/webhooks", "/portal/clients"])("the boxes of %s are tapped on 24 px", async (path) => {
  const { page } = await tributary.visitSignedIn(PHONE);

  await page.goto(path);
  await page.locator("main details").evaluateAll((all) => {
    for (const one of all) one.setAttribute("open", "");
  });

  expect(await small(page.locator("main input[type=checkbox]:visible"))).toEqual([]);
});
