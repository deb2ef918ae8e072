// npm run picture: takes docs/pictures/preview.png, the picture of the README. It starts the built Worker with nothing stored,
// signs a person up on the pages, makes an account and shows the preview of a sample, in the Chromium of this machine (CHROMIUM
// names another).

import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createTestHarness } from "wrangler";
import { build } from "./built.mjs";
import { fail, ROOT } from "./local.mjs";

const PICTURE = join(ROOT, "docs/pictures/preview.png");
const SAMPLE = join(ROOT, "samples/us-checking.csv");
const BYTES_MAX = 200 * 1024;
const PERSON = {
  "E-mail address": "alex@example.com",
  "Your name": "Alex Example",
  "Password (at least 12 characters)": "a long sentence of mine",
  "Budget name": "Household",
};

const folder = mkdtempSync(join(tmpdir(), "tributary-picture-"));
try {
  build("wrangler.toml", folder);
  await takePicture();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { size } = statSync(PICTURE);
if (size > BYTES_MAX) fail(`${PICTURE} has ${size} bytes; ${BYTES_MAX} are its bound.`);
console.log(`${PICTURE}: ${size} bytes`);

async function takePicture() {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const vars = { ENVIRONMENT: "local", BUDGET_API_URL: "", RATES_URL: "", SOURCE_DNS_URL: "" };
  const secrets = {
    TOKEN_KEY: "token-key-of-the-picture-0123456789012345",
    LOCAL_TOKEN: "local-token-of-the-picture-01234567890123",
  };
  const configPath = join(ROOT, "wrangler.toml");
  const harness = createTestHarness({
    workers: [{ configPath, prebuiltWorkerDir: folder, vars, secrets }],
  });
  const { url } = await harness.listen();
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    const viewport = { width: 1100, height: 920 };
    const page = await browser.newPage({ baseURL: url.origin, viewport });
    await signUp(page);
    await makeAccount(page, url.origin);
    await showPreview(page);
    mkdirSync(join(ROOT, "docs/pictures"), { recursive: true });
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
    await harness.close();
  }
}

async function signUp(page) {
  await page.goto("/sign-up");
  for (const [label, text] of Object.entries(PERSON)) await page.getByLabel(label).fill(text);
  await page.locator("select[name=currency]").selectOption("usd");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/");
}

/** By the service's interface, as a developer would; its token is made on the pages. */
async function makeAccount(page, origin) {
  await page.goto("/portal");
  await page.getByLabel("Name of the token").fill("picture");
  await page.getByRole("button", { name: "Create token" }).click();
  const token = await page.locator("#token").textContent();
  const { status } = await fetch(new URL("/v2/manual_accounts", origin), {
    method: "POST",
    headers: { authorization: `Bearer ${token.trim()}` },
    body: JSON.stringify({ name: "Checking", type: "cash", subtype: "checking" }),
  });
  if (status !== 201) fail(`The account was not made: ${status}.`);
}

async function showPreview(page) {
  await page.goto("/");
  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", SAMPLE);
  const send = page.locator("#upload button[type=submit]");
  if (await send.isVisible()) await send.click();
  await page.waitForURL(({ pathname }) => pathname.startsWith("/imports/"));
  await page.locator("#sentence", { hasText: "Preview: nothing has been imported yet." }).waitFor();
}
