// Passkeys in a real browser, with its authenticator for tests (CDP, WebAuthn domain). One is added
// on the account page, signs in with and without an address, and is removed. Without scripts the
// password signs in.

import type { BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { expect, test } from "vitest";
import { takeScreenshot, tributaryForTests, type Visit } from "./tributary.ts";

const PASSWORD = "a long sentence of mine";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const tributary = tributaryForTests();

test("a passkey is added on the account page, signs in with and without an address, and is removed", async () => {
  const { page, complaints } = await visitByName();
  await signUp(page, "ada@example.com");
  const browser = await authenticatorOf(page);
  await page.goto("/account");
  await page.getByLabel("Passkey name").fill("Laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("rowheader", { name: "Laptop" }).waitFor();
  await takeScreenshot(page, "60-account-passkey");

  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor();
  await takeScreenshot(page, "61-sign-in-passkey");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  await page.goto("/account");
  const account = await page.innerText("main");

  await page.getByText("Remove…").click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("rowheader", { name: "Laptop" }).waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("E-mail address").fill("ada@example.com");
  const before = complaints.length;
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("alert").waitFor();
  const refused = await page.getByRole("alert").innerText();
  await takeScreenshot(page, "62-sign-in-passkey-refused");

  expect(account).toContain("ada@example.com");
  expect(account).not.toContain("never");
  // Where its passkey is not among those asked for, the browser says no, or the service does.
  expect(refused).toMatch(/^(Cancelled|This passkey was not accepted)/);
  expect(complaints.slice(0, before)).toEqual([]);
  await browser.detach();
});

test("a person without a passkey stays on the page, sees the reason, and signs in with the password", async () => {
  const { page } = await visitByName(PHONE);
  await signUp(page, "ben@example.com");
  await authenticatorOf(page, false);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).tap();
  await page.getByRole("alert").waitFor({ timeout: 60_000 });
  const alertText = await page.getByRole("alert").innerText();
  await takeScreenshot(page, "63-account-phone");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.getByRole("button", { name: "Sign out" }).tap();
  await page.getByLabel("E-mail address").fill("ben@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await takeScreenshot(page, "64-sign-in-phone");
  await page.getByRole("button", { name: "Sign in", exact: true }).tap();
  await page.getByRole("button", { name: "Sign out" }).waitFor();

  expect(alertText).toMatch(/^Cancelled/);
  expect(wide).toBeLessThanOrEqual(0);
});

test("a person deletes a budget with a passkey, and themselves with the password", async () => {
  const { page, complaints } = await visitByName(PHONE);
  await signUp(page, "dora@example.com");
  await authenticatorOf(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add a passkey" }).tap();
  await page.getByText("Remove…").waitFor();
  await page.goto("/portal/budgets");
  await page.getByLabel("Name", { exact: true }).fill("Side business");
  await page.getByRole("button", { name: "Create", exact: true }).tap();
  await page.getByRole("link", { name: "Delete Side business" }).waitFor();
  await takeScreenshot(page, "66-budgets-phone");
  await page.getByRole("link", { name: "Delete Side business" }).tap();
  await page.getByLabel("To confirm, type the budget’s name: Side business").fill("Side business");
  await takeScreenshot(page, "67-delete-budget-phone");
  await page.getByRole("button", { name: "Delete this budget with a passkey" }).tap();
  await page.waitForURL(/\/portal\/budgets$/);
  const budgets = await page.innerText("main");

  await page.goto("/account");
  await page.getByRole("link", { name: "See what would be deleted" }).tap();
  await page
    .getByLabel("To confirm, type your e-mail address: dora@example.com")
    .fill("dora@example.com");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.setViewportSize({ width: 1280, height: 800 });
  await takeScreenshot(page, "68-delete-person");
  await page.getByRole("button", { name: "Delete my profile", exact: true }).tap();
  await page.getByRole("heading", { name: "Your profile has been deleted" }).waitFor();
  await takeScreenshot(page, "69-deleted");
  await page.getByRole("link", { name: "Sign up again" }).tap();
  await page.waitForURL("**/sign-up");
  await signUp(page, "dora@example.com");

  expect(budgets).not.toContain("Side business");
  expect(budgets).toContain("Household");
  expect(complaints).toEqual([]);
});

test("no passkey is offered without scripts or at an IP address, and the password signs in", async () => {
  const { page } = await visitByName({ javaScriptEnabled: false });
  await signUp(page, "cleo@example.com");
  await page.goto("/account");
  const account = await page.innerText("main");
  await takeScreenshot(page, "65-account-no-scripts");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("E-mail address").waitFor();
  await page.waitForLoadState();
  const offered = await page.getByRole("button", { name: "Sign in with a passkey" }).count();
  await page.getByLabel("E-mail address").fill("cleo@example.com");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();

  const byAddress = await tributary.visit({
    baseURL: tributary.origin.replace("localhost", "127.0.0.1"),
  });
  await byAddress.page.goto("/sign-in");
  await byAddress.page.locator("html.scripted").waitFor();
  const there = await byAddress.page
    .getByRole("button", { name: "Sign in with a passkey" })
    .count();

  expect(account).toContain("To add a passkey, turn on JavaScript");
  expect(account).not.toContain("Add a passkey");
  expect([offered, there]).toEqual([0, 0]);
});

/** A browser that calls the Worker by a name: passkeys belong to one. */
async function visitByName(options: BrowserContextOptions = {}): Promise<Visit> {
  return tributary.visit({
    baseURL: tributary.origin.replace("127.0.0.1", "localhost"),
    ...options,
  });
}

/** Gives the page's browser an authenticator with a fingerprint, of somebody who uses it or does not. */
async function authenticatorOf(page: Page, takes = true): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: takes,
      automaticPresenceSimulation: true,
    },
  });
  return browser;
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Your name").fill("Ada Example");
  await page.getByLabel("Password (at least 12 characters)").fill(PASSWORD);
  await page.getByLabel("Budget name").fill("Household");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
}
