// The built Worker with an empty database, and Chromium in which a person has just signed up, for
// the scripts that look at pages. CHROMIUM names another browser than this machine's.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { createTestHarness } from "wrangler";
import { writeBundle } from "./bundle.mjs";
import { findChromium } from "./chromium.mjs";
import { fail, ROOT } from "./local.mjs";

const PERSON = {
  "E-mail address": "elena.rivera@mail.example",
  "Your name": "Elena Rivera",
  "Password (at least 12 characters)": "a long sentence of mine",
  "Budget name": "Household",
};

/**
 * Calls `use` with { origin, browser, session (of the browser's contexts), call (the API by a token
 * of the person) }.
 */
export async function withPerson(use) {
  const folder = mkdtempSync(join(tmpdir(), "tributary-pages-"));
  let worker = null;
  let browser = null;
  try {
    await writeBundle(folder);
    worker = start(folder);
    const { origin } = (await worker.listen()).url;
    browser = await chromium.launch({
      executablePath: findChromium(),
      args: ["--no-sandbox", "--disable-gpu"],
    });
    const page = await browser.newPage({ baseURL: origin });
    await signUp(page);
    const token = await makeToken(page);
    const session = await page.context().storageState();
    await page.context().close();
    await use({ origin, browser, session, call: caller(origin, token) });
  } finally {
    await browser?.close();
    await worker?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts the Worker with its assets, as a deployment has them. */
function start(prebuiltWorkerDir) {
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = "false";
  const vars = { ENVIRONMENT: "local", BUDGET_API_URL: "", RATES_URL: "", SOURCE_DNS_URL: "" };
  const secrets = {
    TOKEN_KEY: "token-key-of-the-scripts-0123456789012345",
    LOCAL_TOKEN: "local-token-of-the-scripts-01234567890123",
  };
  const configPath = join(ROOT, "wrangler.toml");
  return createTestHarness({ workers: [{ configPath, prebuiltWorkerDir, vars, secrets }] });
}

async function signUp(page) {
  await page.goto("/sign-up");
  for (const [label, text] of Object.entries(PERSON)) await page.getByLabel(label).fill(text);
  await page.locator("select[name=currency]").selectOption("usd");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/overview");
}

async function makeToken(page) {
  await page.goto("/portal");
  await page.getByLabel("Name of the token").fill("scripts");
  await page.getByRole("button", { name: "Create token" }).click();
  return (await page.locator("#token").textContent()).trim();
}

function isPlain(body) {
  return typeof body === "string" || ArrayBuffer.isView(body);
}

/**
 * (method, path, body, type) to the parsed answer. Text and bytes are sent as they are, anything else as
 * JSON.
 */
function caller(origin, token) {
  let calls = 0;
  return async (method, path, body, type) => {
    calls += 1;
    const response = await fetch(new URL(path, origin), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        // The service counts requests by address. A new address after every 50 requests keeps the
        // script within the quota.
        "cf-connecting-ip": `10.0.0.${Math.floor(calls / 50) % 250}`,
        ...(type !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body: isPlain(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) fail(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return text === "" ? null : JSON.parse(text);
  };
}
