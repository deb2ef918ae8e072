// A stranger in a real browser over the built Worker: signs up, is connected to their own budget by
// redirects alone, and imports a file at once; gives the connection up and takes it again; with
// scripts off, and on a phone.

import { expect, test } from "vitest";
import type { Page } from "playwright-core";
import { follow, takeScreenshot, sample, tributaryForTests } from "./tributary.ts";

const PASSWORD = "a long sentence of mine";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const tributary = tributaryForTests();

test("a new person signs up, imports a file at once, disconnects and connects again, without scripts", async () => {
  const { page, complaints } = await tributary.visit({ javaScriptEnabled: false });

  await signUp(page, "ada@example.com");
  await takeScreenshot(page, "70-connected-at-once");
  await page.getByText("Create an account").click();
  await page.getByLabel("Name", { exact: true }).fill("Current account");
  await page.locator("#new-account select[name=currency]").selectOption("gbp");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.selectOption("#account", { label: "Current account (GBP)" });
  await page.setInputFiles("#file", sample("uk-current.csv"));
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Import 15 transactions" }).click();
  await page.getByText("Import finished.").first().waitFor();
  await page.goto("/connections");
  await page.getByRole("heading", { name: "Household" }).waitFor();
  await takeScreenshot(page, "71-connections");
  await page.getByRole("link", { name: "Disconnect Household" }).click();
  await page.getByRole("heading", { name: "Disconnect “Household”?" }).waitFor();
  await takeScreenshot(page, "72-disconnect");
  await page.getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("You have not connected a budget yet.").waitFor();
  await takeScreenshot(page, "73-disconnected");
  await page.getByRole("button", { name: "Connect Household" }).click();
  await page.getByText("You are using this budget.").waitFor();

  expect(complaints).toEqual([]);
});

test("a person without an account drops a file, and creates the account when asked for it", async () => {
  const { page, complaints } = await tributary.visit();

  await signUp(page, "cleo@example.com");
  await page.setInputFiles("#file", sample("uk-current.csv"));
  await page.getByText("Create an account").waitFor();
  await takeScreenshot(page, "76-account-asked-for");
  await page.getByLabel("Name", { exact: true }).fill("Current account");
  await page.getByRole("button", { name: "Create account and continue" }).click();
  await page.getByRole("button", { name: "Import 15 transactions" }).click();
  await page.getByText("Import finished.").first().waitFor();

  await takeScreenshot(page, "77-imported-into-the-new-account");

  expect(await page.getByText(/^Current account/).count()).toBe(1);
  expect(complaints).toEqual([]);
});

test("the connections fit on a phone, where one of two budgets is chosen", async () => {
  const { page, complaints } = await tributary.visit({ ...PHONE, colorScheme: "dark" });

  await signUp(page, "ben@example.com");
  await page.goto("/portal/budgets");
  await page.getByLabel("Name", { exact: true }).fill("A side business with a rather long name");
  await page.getByRole("button", { name: "Create", exact: true }).tap();
  await page.getByRole("rowheader", { name: "A side business" }).waitFor();
  await page.goto("/connections");
  await follow(page, async () =>
    page.getByRole("button", { name: "Connect A side business" }).tap(),
  );
  await page.getByRole("heading", { name: "A side business" }).waitFor();
  await takeScreenshot(page, "74-connections-phone");
  await follow(page, async () =>
    page.getByRole("button", { name: "Use this budget: Household" }).tap(),
  );
  await page.goto("/");
  await takeScreenshot(page, "75-switcher-phone");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

  expect(await page.locator("select[name=connection] option[selected]").textContent()).toBe(
    "Household",
  );
  expect(wide).toBe(0);
  expect(complaints).toEqual([]);
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Your name").fill("Ada Example");
  await page.getByLabel("Password (at least 12 characters)").fill(PASSWORD);
  await page.getByLabel("Budget name").fill("Household");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(`${tributary.origin}/overview`);
  await page.goto("/");
}
