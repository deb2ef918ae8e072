// The built Worker on loopback and Debian's Chromium in front of it. Whatever the browser complains
// about (console errors, content-security violations, uncaught errors) is collected and must be empty.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import type { Env } from "../../src/config.ts";
import { LOCAL_TOKEN, startWorker } from "../node/worker.ts";

/** Contexts whose pages run no scripts. */
const PLAIN = new WeakSet<BrowserContext>();
const SCREENSHOTS = fileURLToPath(new URL("screenshots/", import.meta.url).href);
const SAMPLES = fileURLToPath(new URL("../../samples/", import.meta.url).href);
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Tributary {
  readonly origin: string;
  /** A new browser profile; `complaints` collects what it complains about. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  signInLink(): Promise<string>;
  /** A call of the API with the local token. */
  call(path: string, method?: string, body?: unknown): Promise<Response>;
  /** The Worker's own bindings, for what has no page or interface. */
  bindings(): Promise<Env>;
  /** Closes every profile that was opened. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: readonly string[];
}

/** Starts the built Worker with nothing stored, and a browser; `folder` is another build than the tests' common one. */
export async function startTributary(folder?: string): Promise<Tributary> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const [worker, browser] = await Promise.all([
    startWorker({ RECEIPT_ADDRESS: "receipts@tributary.localhost" }, {}, folder),
    chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS }),
  ]);
  const { origin } = worker;
  const call = (path: string, method = "GET", body?: unknown) =>
    fetch(new URL(path, origin), {
      method,
      headers: { authorization: `Bearer ${LOCAL_TOKEN}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    origin,
    visit: (options = {}) => visit(browser, origin, options),
    signInLink: async () => {
      const made = await (await call("/api/sign-in-links", "POST")).json();
      return (made as { url: string }).url;
    },
    call,
    bindings: async () => worker.bindings(),
    leave: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    close: async () => {
      await browser.close();
      await worker.close();
    },
  };
}

/** The cookies of a person who has signed in by link, for new profiles: only so many sign-ins a minute are allowed. */
export async function signedInState(tributary: Tributary): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const { page, context } = await tributary.visit();
  await page.goto(await tributary.signInLink());
  await page.waitForURL(`${tributary.origin}/`);
  return context.storageState();
}

async function visit(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({ baseURL: origin, timezoneId: "Europe/Berlin", locale: "en-GB", ...options });
  if (options.javaScriptEnabled === false) PLAIN.add(context);
  const complaints: string[] = [];
  await context.addInitScript(`document.addEventListener("securitypolicyviolation", (event) => {
    console.error("content-security policy: " + event.violatedDirective + " " + event.blockedURI);
  })`);
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("requestfailed", (request) => {
    // Leaving a page breaks off what it was loading, and a download is no page; nothing else may fail.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  return { context, page: await context.newPage(), complaints };
}

/** A picture of the whole page, kept beside the tests for a person to look at. */
export async function look(page: Page, name: string): Promise<void> {
  // Without scripts nothing marks the page as scripted, and there is nothing to wait for.
  if (!PLAIN.has(page.context())) await page.locator("html.scripted").waitFor({ timeout: 3_000 }).catch(() => undefined);
  await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
}

/** The path of a sample statement. */
export function sample(name: string): string {
  return SAMPLES + name;
}
