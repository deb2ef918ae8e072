// Who may come in, in a real browser: a deployment in each value of SIGN_UP. And its administrator, who sees people,
// storage and faults, ends an account, and sees nobody's money.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";
import { firstPass } from "../../scripts/proof.mjs";
import { startWorker, type Worker } from "../node/worker.ts";
import { until } from "../node/connecting.ts";

const KEY = "token-key-of-the-administrator-0123456789";
const PASSWORD = "a long sentence of mine";
const STATEMENT = readFileSync(
  fileURLToPath(new URL("../../samples/us-checking.csv", import.meta.url).href),
  "utf8",
);

let browser: Browser;
let worker: Worker | null = null;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
afterEach(async () => {
  await Promise.all(browser.contexts().map(async (context) => context.close()));
  await worker?.close();
  worker = null;
});
afterAll(async () => browser.close());

/** A deployment with this rule, as people reach it. */
async function deployed(rule: string): Promise<Worker> {
  const vars = { ENVIRONMENT: "production", LOCAL_TOKEN: "", SIGN_UP: rule };
  worker = await startWorker(vars, { TOKEN_KEY: KEY });
  await worker.configure({ ...vars, OAUTH_ISSUER_SELF: worker.origin }, { TOKEN_KEY: KEY });
  return worker;
}

async function visit(address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(address).origin });
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByLabel("E-mail address").fill(`${name.toLowerCase()}@home.example`);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password (at least 12 characters)").fill(PASSWORD);
  await page.getByLabel("Budget name").fill(`${name}'s secret savings`);
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/overview");
}

async function isClosed(address: string): Promise<boolean> {
  const page = await visit(address);
  return page.getByRole("heading", { name: "By invitation only" }).isVisible();
}

test('with "first" the first visitor signs up, and the next one needs an invitation', async () => {
  const { origin } = await deployed("first");

  await signUp(await visit(`${origin}/sign-up`), "Dana");

  expect(await isClosed(`${origin}/sign-up`)).toBe(true);
});

test('with "invited" nobody signs up but by the operator\'s link, once', async () => {
  const { origin } = await deployed("invited");
  const link = `${origin}/sign-up?first=${firstPass(KEY, Date.now() + 60_000)}`;

  expect(await isClosed(`${origin}/sign-up`)).toBe(true);
  await signUp(await visit(link), "Dana");
  expect(await isClosed(link)).toBe(true);
});

test('with "open" everybody signs up, and the first of them administrates', async () => {
  const { origin } = await deployed("open");
  const dana = await visit(`${origin}/sign-up`);
  await signUp(dana, "Dana");
  const ben = await visit(`${origin}/sign-up`);
  await signUp(ben, "Ben");

  const [hers, his] = await Promise.all([
    dana.goto(`${origin}/administrator`),
    ben.goto(`${origin}/administrator`),
  ]);

  expect([hers?.status(), his?.status()]).toEqual([200, 404]);
});

test("the administrator sees people, storage and faults and nobody's money, and ends an account", async () => {
  const { origin } = await deployed("open");
  const dana = await visit(`${origin}/sign-up`);
  await signUp(dana, "Dana");
  const ben = await visit(`${origin}/sign-up`);
  await signUp(ben, "Ben");
  await importStatement(ben);

  await dana.goto("/account");
  await dana.getByRole("link", { name: "people, storage and faults" }).click();
  await dana.waitForURL("**/administrator");
  const row = dana.getByRole("row").filter({ hasText: "ben@home.example" });
  const words = await row.innerText();
  const everything = await dana.content();
  expect(words).toMatch(/[\d.,]+ [KM]B/);
  expect(words).toContain("1 failed import");
  for (const secret of [
    "NORTHWIND",
    "COFFEE",
    "2184.60",
    "2,184.60",
    "3,381.43",
    "Pocket",
    "secret savings",
    "wages",
  ])
    expect([secret, everything.includes(secret)]).toEqual([secret, false]);

  await row.getByRole("link", { name: "End account…" }).click();
  await dana.getByLabel("To confirm, type their e-mail address").fill("ben@home.example");
  await dana.getByLabel("Your password").fill("not my own password");
  await dana.getByRole("button", { name: "End this account" }).click();
  await dana.getByText("The password is wrong. Nothing was deleted.").waitFor();
  await dana.getByLabel("To confirm, type their e-mail address").fill("ben@home.example");
  await dana.getByLabel("Your password").fill(PASSWORD);
  await dana.getByRole("button", { name: "End this account" }).click();
  await dana.getByRole("heading", { name: "Administration" }).waitFor();
  expect(await dana.getByText("ben@home.example").count()).toBe(0);
  await ben.goto("/overview");
  await ben.getByRole("heading", { name: "Sign in" }).waitFor();
}, 180_000);

/** An account with two transactions, and an import that fails. */
async function importStatement(page: Page): Promise<void> {
  await page.goto("/portal");
  await page.getByLabel("Name of the token").fill("tests");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = (await page.locator("#token").innerText()).trim();
  const send = async (path: string, data: string, type: string) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": type };
    const response = await page.request.post(path, { data, headers });
    return response.status();
  };
  const pocket = JSON.stringify({ name: "Pocket", type: "cash", subtype: "checking" });
  const made = await send("/v2/manual_accounts", pocket, "application/json");
  const read = await send("/api/imports?name=wages.csv&account=Pocket", STATEMENT, "text/csv");
  const unread = await send("/api/imports?name=broken.csv", "nothing\nat all", "text/csv");
  expect([made, read, unread]).toEqual([201, 202, 422]);
  await until(async () => {
    const listed = await (await page.request.get("/api/imports")).text();
    return listed.includes('"failed"') && listed.includes('"done"') ? listed : null;
  });
}
