// A new person's story in a real browser over the built Worker: signs up, creates budgets, invites
// somebody in another browser, creates and revokes a token, registers a client, is locked out and
// learns until when.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PASSWORD = "a long sentence of mine";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const tributary = tributaryForTests();

test("a new person creates a second budget, lets another person in, and uses a token until it is revoked", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto("/");
  await takeScreenshot(page, "40-sign-in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await takeScreenshot(page, "41-sign-up");
  await signUp(page, "ada@example.com", "Ada Example", "Household");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto("/portal");
  await takeScreenshot(page, "42-portal-empty");

  await page
    .getByRole("navigation", { name: "Pages", exact: true })
    .getByRole("link", { name: "People" })
    .click();
  await page
    .getByRole("navigation", { name: "People" })
    .getByRole("link", { name: "Budgets" })
    .click();
  await page.getByLabel("Name", { exact: true }).fill("Side business");
  await page.getByLabel("Primary currency").selectOption("eur");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("rowheader", { name: "Side business" }).waitFor();
  await takeScreenshot(page, "43-portal-budgets");

  await page
    .getByRole("navigation", { name: "People" })
    .getByRole("link", { name: "People" })
    .click();
  await page.getByRole("button", { name: "Create invitation" }).click();
  const invitation = await page.locator("#invitation").innerText();
  await takeScreenshot(page, "44-portal-invitation");

  const guest = await tributary.visit(PHONE);
  await guest.page.goto(invitation);
  await follow(guest.page, async () => guest.page.getByRole("link", { name: "Sign up" }).tap());
  await takeScreenshot(guest.page, "45-sign-up-phone");
  await signUp(guest.page, "ben@example.com", "Ben Guest", "Ben’s own");
  await guest.page.getByRole("heading", { name: "Invitation to “Side business”" }).waitFor();
  await takeScreenshot(guest.page, "46-invitation-phone");
  await guest.page.getByRole("button", { name: "Accept" }).tap();
  await guest.page.waitForURL(/\/overview/);
  const landed = await guest.page.innerText("body");
  const money = await guest.page
    .getByRole("navigation", { name: "Main pages" })
    .getByRole("link")
    .allInnerTexts();
  await guest.page.goto("/portal/people");
  await guest.page.getByRole("rowheader", { name: "Ada Example" }).waitFor();
  await takeScreenshot(guest.page, "47-people-phone");
  const wide = await guest.page.evaluate<number>(
    "document.documentElement.scrollWidth - innerWidth",
  );

  await page.goto("/portal");
  await page.getByLabel("Name of the token").fill("reports");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.locator("#token").innerText();
  await takeScreenshot(page, "48-portal-token");
  const used = await me(token);
  await page.goto("/portal");
  await page.getByText("Revoke…").click();
  await takeScreenshot(page, "49-portal-revoke");
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("You have no developer tokens.").waitFor();
  const revoked = await me(token);

  await page.goto("/portal/people");
  await page.getByText("Remove…").click();
  await page.getByRole("button", { name: "Remove from this budget" }).click();
  await page.getByRole("rowheader", { name: "Ben Guest" }).waitFor({ state: "detached" });
  await guest.page.goto("/portal/people");
  const left = await guest.page.innerText("main");

  expect(landed).toContain("in, EUR");
  expect(landed).not.toContain("Which budget?");
  expect(money).toContain("Transactions");
  expect(used).toMatchObject({
    status: 200,
    body: {
      email: "ada@example.com",
      budget_name: "Side business",
      primary_currency: "eur",
      api_key_label: "reports",
    },
  });
  expect(revoked.status).toBe(401);
  expect(left).not.toContain("Ada Example");
  expect(left).toContain("Ben’s own");
  expect(wide).toBeLessThanOrEqual(0);
  // The browser itself notes the 401 of the page before the sign-in.
  expect(complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
  expect(guest.complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
});

test("a client is registered by keyboard alone, its secret copied, and the client deleted", async () => {
  const { page, complaints } = await tributary.visit({ colorScheme: "dark" });
  await page.goto("/sign-up");
  await signUp(page, "cleo@example.com", "Cleo", "Cleo’s");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.goto("/portal");
  await takeScreenshot(page, "50-portal-dark");
  await page.goto("/portal/clients");
  await tabTo(page, "name");
  await page.keyboard.type("Charts");
  await page.keyboard.press("Tab");
  await page.keyboard.type("https://charts.example/callback\nhttps://charts.example/other");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, "scopes");
  await takeScreenshot(page, "51-client-form-dark");
  await page.keyboard.press("Enter");
  const secret = await page.locator("#secret").innerText();
  await takeScreenshot(page, "52-client-dark");
  const shown = await page.innerText("main");
  await page.getByText("Delete…").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await follow(page, async () => page.keyboard.press("Enter"));
  await page.waitForURL(`${tributary.origin}/portal/clients`);

  expect(secret).toMatch(/^cs_[a-z0-9]{24}_[a-z2-7]{52}$/);
  expect(shown).toContain("https://charts.example/callback");
  expect(shown).toContain("me:read");
  expect(await page.getByRole("link", { name: "Charts" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("wrong passwords on a phone without scripts lock out even the right one, and show for how long", async () => {
  const { page, complaints } = await tributary.visit({ ...PHONE, javaScriptEnabled: false });
  await page.goto("/sign-up");
  await signUp(page, "dora@example.com", "Dora", "Dora’s");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).tap();
  await page.getByLabel("E-mail address").waitFor();
  const signedOut = (await page.goto("/portal"))?.status();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await page.getByLabel("E-mail address").fill("dora@example.com");
    await page.getByLabel("Password").fill("a wrong sentence");
    await follow(page, async () => page.getByRole("button", { name: "Sign in" }).tap());
  }
  const alertText = await page.getByRole("alert").innerText();
  await page.getByLabel("Password").fill(PASSWORD);
  await follow(page, async () => page.getByRole("button", { name: "Sign in" }).tap());
  const locked = await page.getByRole("alert").innerText();
  await takeScreenshot(page, "53-locked-out-phone");

  expect(signedOut).toBe(401);
  expect(alertText).toMatch(/^Too many wrong passwords\. Try again in (30|2\d) seconds\.$/);
  expect(locked).toMatch(/Try again in \d+ seconds\.$/);
  expect(complaints.filter((complaint) => !/401|429/.test(complaint))).toEqual([]);
});

test("the local person signs in by link, and sees only the demo budget's portal and account page", async () => {
  const { page, complaints } = await tributary.visit(PHONE);
  await page.goto(await tributary.signInLink());
  await page.waitForURL(`${tributary.origin}/overview`);
  await page.goto("/portal");
  const portal = await page.innerText("main");
  await takeScreenshot(page, "54-portal-phone");
  const heights = await controlHeights(page);
  await page.goto("/portal/clients");
  await takeScreenshot(page, "55-clients-phone");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.goto("/account");
  await takeScreenshot(page, "56-account-phone");
  const account = await page.innerText("main");
  await page.goto("/portal/budgets");
  await takeScreenshot(page, "57-budgets-phone");

  expect(portal).toContain("Demo budget");
  expect(account).toContain("you@localhost");
  expect(account).toContain("You have no password");
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
  expect(wide).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

async function signUp(page: Page, email: string, name: string, budget: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password (at least 12 characters)").fill(PASSWORD);
  await page.getByLabel("Budget name").fill(budget);
  await page.getByRole("button", { name: "Sign up" }).click();
}

async function me(token: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${tributary.origin}/v2/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: await response.json() };
}

/** Presses Tab until a field with this name has the focus. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  await page.waitForLoadState();
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press("Tab");
    if (
      (await page.evaluate<string | null>("document.activeElement.getAttribute('name')")) === wanted
    )
      return;
  }
  throw new Error(`No way by keyboard to "${wanted}"`);
}

/** How high everything is that a finger can press. */
async function controlHeights(page: Page): Promise<number[]> {
  const controls = await page
    .locator(
      "main button:visible, main select:visible, main summary:visible, main input[name]:visible",
    )
    .all();
  return Promise.all(controls.map(async (control) => (await control.boundingBox())?.height ?? 0));
}
