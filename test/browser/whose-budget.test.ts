// Whose budget, from outside: a stranger signs up, registers a client, lets an app in, imports through the pages and
// ends the app's access. Then a second Tributary, on a port of its own, connects to the first as to somebody else's
// service, imports through it, waits its quota out, and is disconnected. The second is reached by another host name of
// this machine than the first, as another site would be.

import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startWorker, withLimit, type Variant, type Worker } from "../node/worker.ts";
import { startRegisteredApp, type RegisteredApp } from "./registered-app.ts";
import { takeScreenshot, sample, startTributary, type Tributary } from "./tributary.ts";

const ROWS = 1_200;
const QUOTA = 100;
/** The first Tributary's, in place of a minute. */
const WINDOW_MS = 30_000;
/** What is left of it when the import begins, on a busy machine too. */
const LEFT_MS_MIN = 20_000;
const SCOPES = [
  "me:read",
  "categories:read",
  "tags:read",
  "accounts:read",
  "accounts:write",
  "transactions:read",
  "transactions:write",
  "crypto:read",
  "offline_access",
];

let first: Tributary;
let hurried: Variant;
let second: Worker | null = null;
let app: RegisteredApp;
const opened: Page[] = [];

beforeAll(async () => {
  hurried = withLimit("RATE_LIMIT_WINDOW_MS", WINDOW_MS);
  first = await startTributary(hurried.folder);
  app = await startRegisteredApp();
});

afterEach(async ({ task }) => {
  if (task.result?.state === "fail")
    for (const page of opened) await takeScreenshot(page, "99-failed").catch(() => {});
  await first.leave();
});

afterAll(async () => {
  await second?.close();
  await first.close();
  app.close();
  hurried.discard();
});

test("a new person's budget receives an import, is shared with an app, and the app's access ended", async () => {
  const { page, complaints } = await first.visit();
  opened.push(page);
  // Signing up is connecting: nothing is asked while there is one budget.
  await signUp(page, "nora@example.com");
  await page.goto(`${first.origin}/`);
  await page.getByRole("heading", { name: "Import files" }).waitFor();
  await page.goto("/portal/budgets");
  await page.getByLabel("Name", { exact: true }).fill("Side business");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await page.getByRole("rowheader", { name: "Side business" }).waitFor();
  await useInPortal(page, "Household");

  const { clientId, secret } = await register(page, "Ledger for the desk", app.callback);
  await app.know(first.origin, clientId, secret);
  await page.goto(`${app.origin}/start`);
  await page
    .getByRole("heading", { name: "Allow “Ledger for the desk” to access your budget?" })
    .waitFor();
  await page.getByLabel("Household").check();
  await page.getByRole("button", { name: "Allow" }).click();
  const shown = await page.getByText(/onnected/).innerText();
  const letIn = await app.ask("/v2/tags");

  await page.goto(`${first.origin}/connections`);
  await page
    .locator("section[aria-labelledby=another] li", { hasText: "Side business" })
    .getByRole("button")
    .click();
  await page.getByRole("heading", { name: "Side business" }).waitFor();
  await takeScreenshot(page, "91-connections");
  const connected = await page.getByRole("heading", { level: 2 }).allInnerTexts();
  await page.getByRole("button", { name: "Use this budget: Household" }).click();
  await page.goto(`${first.origin}/`);
  await makeAccount(page, "Checking");
  await page.setInputFiles("#file", sample("us-checking.csv"));
  await sentence(page, "Preview: nothing has been imported yet.");
  await page.getByRole("button", { name: "Import 19 transactions" }).click();
  await sentence(page, "Import finished.");
  await useInPortal(page, "Household");
  const apps = await page.locator("section[aria-labelledby=apps]").innerText();
  await endAccess(page, "Ledger for the desk");
  const after = await app.ask("/v2/tags");

  expect(shown).toBe("Connected to Household");
  expect(letIn).toBe(200);
  expect(connected).toEqual(expect.arrayContaining(["Household", "Side business"]));
  expect(apps).toContain("Ledger for the desk");
  expect(after).toBe(401);
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
});

test("a second Tributary connects to the first as a remote service, imports, waits for its quota, and disconnects", async () => {
  const { page, complaints } = await first.visit();
  opened.push(page);
  await signUp(page, "olaf@example.com");
  await page.goto("/portal");
  await page.getByLabel("Name of the token").fill("the test's own look");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.locator("#token").innerText();

  // Its port is part of its redirect address, and the client's id of its vars: it is started first, and told then.
  second = await startWorker({ BUDGET_API_URL: `${first.origin}/v2` });
  const origin = second.origin.replace("127.0.0.1", "localhost");
  const { clientId, secret } = await register(
    page,
    "Another Tributary",
    `${origin}/connect/callback`,
  );
  await second.configure(
    { OAUTH_ISSUER: first.origin, OAUTH_CLIENT_ID: clientId },
    { OAUTH_CLIENT_SECRET: secret },
  );

  await page.goto(`${origin}/`);
  await takeScreenshot(page, "92-connect-remote");
  await page.getByRole("button", { name: /^Connect / }).click();
  await page
    .getByRole("heading", { name: "Allow “Another Tributary” to access your budget?" })
    .waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await page.waitForURL(`${origin}/**`);
  await page.goto(`${origin}/`);
  await page.getByRole("heading", { name: "Import files" }).waitFor();
  await makeAccount(page, "Checking");
  await page.setInputFiles("#file", {
    name: "many.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(statement(ROWS)),
  });
  await sentence(page, "Preview: nothing has been imported yet.");

  const spent = await useUpQuota(token);
  await page.getByRole("button", { name: "Import 1,200 transactions" }).click();
  await page.locator("#sentence", { hasText: "Waiting for the budgeting service." }).waitFor();
  const run = page.url().split("/").at(-1) ?? "";
  const waited = await importOf(page, run);
  await takeScreenshot(page, "93-waiting-for-the-quota");
  await page.locator("#sentence", { hasText: "Import finished." }).waitFor({ timeout: 120_000 });
  const done = await importOf(page, run);
  await takeScreenshot(page, "94-imported-remotely");
  const kept = await transactions(token);

  await page.goto(`${first.origin}/portal`);
  const before = await page.innerText("main");
  await page.goto(`${origin}/connections`);
  await takeScreenshot(page, "95-remote-connection");
  await page.getByRole("link", { name: "Disconnect Household" }).click();
  await takeScreenshot(page, "96-disconnect");
  await page.getByRole("button", { name: /^Disconnect/ }).click();
  await page.waitForLoadState();
  await page.goto(`${first.origin}/portal`);
  const afterwards = await page.innerText("main");

  expect(spent).toBe(429);
  expect(waited).toMatchObject({ state: "waiting", counts: { inserted: 0 } });
  expect(done).toMatchObject({
    state: "done",
    counts: { read: ROWS, inserted: ROWS, duplicate: 0, rejected: 0, skipped: 0 },
  });
  expect(kept).toHaveLength(ROWS);
  expect(new Set(kept.map(({ external_id }) => external_id)).size).toBe(ROWS);
  expect(new Set(kept.map(({ payee }) => payee)).size).toBe(ROWS);
  expect(before).toContain("Another Tributary");
  expect(afterwards).not.toContain("Another Tributary");
  expect(complaints.filter((line) => !line.includes("401"))).toEqual([]);
}, 300_000);

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Your name").fill("A stranger");
  await page.getByLabel(/^Password/).fill("a long sentence of mine");
  await page.getByLabel("Budget name").fill("Household");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL((url) => url.pathname !== "/sign-up");
}

/** Registers a confidential client in the portal. */
async function register(
  page: Page,
  name: string,
  callback: string,
): Promise<{ clientId: string; secret: string }> {
  await page.goto("/portal/clients");
  await page.getByLabel("Name, shown to people who give it access").fill(name);
  await page.getByLabel(/^Redirect URIs/).fill(callback);
  for (const scope of SCOPES) await page.locator(`input[name=scopes][value="${scope}"]`).check();
  await page.getByRole("button", { name: "Register" }).click();
  const secret = await page.locator("#secret").innerText();
  return { clientId: await page.locator("dl.facts code").first().innerText(), secret };
}

async function makeAccount(page: Page, name: string): Promise<void> {
  await page.getByText("Create an account").click();
  await page.locator("#new-account").getByLabel("Name", { exact: true }).fill(name);
  await page.locator("#new-account").getByRole("button", { name: "Create account" }).click();
  await page
    .locator("#account")
    .getByRole("option", { name: `${name} (USD)` })
    .waitFor({ state: "attached" });
  await page.selectOption("#account", { label: `${name} (USD)` });
}

/** The portal's first page, of a budget account. */
async function useInPortal(page: Page, name: string): Promise<void> {
  await page.goto("/portal/budgets");
  const row = page.getByRole("row", { name });
  if ((await row.getByRole("button", { name: "Use" }).count()) > 0)
    await row.getByRole("button", { name: "Use" }).click();
  await page.goto("/portal");
}

async function endAccess(page: Page, client: string): Promise<void> {
  const row = page.getByRole("row", { name: client });
  await row.getByText("End access…").click();
  await row.getByRole("button", { name: "End access" }).click();
  await page.getByRole("row", { name: client }).waitFor({ state: "detached" });
}

async function sentence(page: Page, text: string): Promise<void> {
  await page.locator("#sentence", { hasText: text }).waitFor();
  await page.waitForLoadState();
}

/** A statement of so many different payments. */
function statement(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, i) =>
      `2026-10-${String(13 + (i % 10)).padStart(2, "0")},Shop ${i},${i % 50 === 7 ? "" : "-"}${((i + 301) / 100).toFixed(2)}`,
  );
  return `Date,Description,Amount\n${lines.join("\n")}\n`;
}

/**
 * Sends requests from this machine, all at once, until the service says that the quota is used up
 * for long enough. Returns the last status.
 */
async function useUpQuota(token: string): Promise<number> {
  for (let round = 0; round < 5; round += 1) {
    const asked = await Promise.all(Array.from({ length: QUOTA + 1 }, async () => ask(token)));
    const refused = asked.find(({ status }) => status === 429);
    const left = (refused?.resetsAt ?? 0) - Date.now();
    if (left >= LEFT_MS_MIN) return 429;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
  return 200;
}

async function ask(token: string): Promise<{ status: number; resetsAt: number }> {
  const response = await fetch(`${first.origin}/v2/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return {
    status: response.status,
    resetsAt: 1000 * Number(response.headers.get("ratelimit-reset")),
  };
}

async function importOf(page: Page, id: string): Promise<unknown> {
  return (await page.request.get(new URL(`/api/imports/${id}`, page.url()).href)).json();
}

async function transactions(token: string): Promise<{ external_id: string; payee: string }[]> {
  const response = await fetch(`${first.origin}/v2/transactions?limit=2000`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const page = await response.json<{ transactions: { external_id: string; payee: string }[] }>();
  return page.transactions;
}
