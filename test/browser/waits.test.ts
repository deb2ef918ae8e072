// Goal: in a browser, a failed upload is dismissed in the list of waiting imports and on its own
// page.

import { expect, test } from "vitest";
import { takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

test("a failed upload is dismissed on its page and in the list of waiting imports, on a phone without scripts", async () => {
  const { page, complaints } = await tributary.visitSignedIn({
    ...PHONE,
    javaScriptEnabled: false,
  });
  for (const name of ["statement.png", "contacts.csv"]) {
    const file =
      name === "statement.png"
        ? "\x89PNG\r\n\x1a\n no statement"
        : "Name,Phone\nAda,555\nBob,556\n";
    expect(
      (await tributary.call(`/api/imports?account=Checking&name=${name}`, "POST", file)).status,
    ).toBe(422);
  }
  await page.goto("/overview");
  const waits = page.locator(".waits li", { hasText: "could not be imported" });
  expect(await waits.count()).toBe(2);
  const height = (await page.getByRole("button", { name: "Dismiss contacts.csv" }).boundingBox())
    ?.height;
  await takeScreenshot(page, "82-waits-phone");
  const width = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

  await page.getByRole("button", { name: "Dismiss contacts.csv" }).click();
  await page.waitForURL(/\/overview$/);
  expect(await waits.count()).toBe(1);
  await waits.getByRole("link", { name: "See why" }).click();
  await takeScreenshot(page, "83-failed-phone");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText("You dismissed this import.").waitFor();
  await page.goto("/imports");
  await takeScreenshot(page, "84-imports-dismissed-phone");
  expect(await page.getByRole("row").filter({ hasText: "dismissed" }).count()).toBe(2);
  await page.goto("/overview");
  expect(await waits.count()).toBe(0);

  expect(width).toBe(0);
  expect(height).toBeGreaterThanOrEqual(44);
  expect(complaints).toEqual([]);
});
