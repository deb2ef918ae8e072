// The built Worker on loopback and Chromium in front of it. Whatever the browser complains
// about (console errors, content-security violations, uncaught errors) is collected and must be empty.

import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { findChromium } from "../../scripts/chromium.mjs";
import { must } from "../../src/platform/assert.ts";
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
  // Every other name is unknown at once, whatever the machine's network says of it.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];
/** What a page waits for takes a moment here, and longer on a busy machine. */
const PATIENCE_MS = 60_000;
const PICTURE_MS = 15_000;

export interface Tributary {
  readonly origin: string;
  /** A new browser profile; `complaints` collects what it complains about. */
  visit(options?: BrowserContextOptions): Promise<Visit>;
  /** The same, of the file's person: signed up once for all, since only so many sign-ins a minute are allowed. */
  visitSignedIn(options?: BrowserContextOptions): Promise<Visit>;
  /** A link by which the local person signs in, for what is about them. */
  signInLink(): Promise<string>;
  /** Who signed up. */
  person(): Promise<Person>;
  /** A call of the API with the person's developer token. */
  call(path: string, method?: string, body?: unknown): Promise<Response>;
  /** The Worker's own bindings, for what has no page or interface. */
  bindings(): Promise<Env>;
  /** Closes every profile that was opened. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Somebody who signed up, with a budget of the accounts and categories in `furnish`. */
export interface Person {
  /** The name of their User object. */
  readonly user: string;
  readonly accountId: number;
  /** A developer token of their budget. */
  readonly token: string;
  readonly session: State;
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
    chromium.launch({ executablePath: findChromium(), args: FLAGS }),
  ]);
  const { origin } = worker;
  const byToken = (token: string, path: string, method: string, body?: unknown) =>
    fetch(new URL(path, origin), {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const signInLink = async () => {
    const made = await (await byToken(LOCAL_TOKEN, "/api/sign-in-links", "POST")).json();
    return (made as { url: string }).url;
  };
  let signedUp: Promise<Person> | null = null;
  const person = async () => {
    signedUp ??= signUp(await visit(browser, origin, {}), await worker.bindings());
    return signedUp;
  };
  const call = async (path: string, method = "GET", body?: unknown) =>
    byToken((await person()).token, path, method, body);

  return {
    origin,
    visit: (options = {}) => visit(browser, origin, options),
    visitSignedIn: async (options = {}) =>
      visit(browser, origin, { ...options, storageState: (await person()).session }),
    person,
    signInLink,
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

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

const ACCOUNTS = [
  { name: "Checking", type: "cash", subtype: "checking" },
  { name: "Savings", type: "cash", subtype: "savings" },
  { name: "Credit Card", type: "credit", subtype: "credit card" },
  { name: "Cash", type: "cash", subtype: "physical cash" },
] as const;
const GROUPS = [
  { name: "Food", children: ["Groceries", "Restaurants", "Coffee"] },
  {
    name: "Transfers",
    children: ["Account Transfer", "Card Payment"],
    exclude_from_budget: true,
    exclude_from_totals: true,
  },
] as const;

/** Signs up on the page as anybody would, and furnishes the budget through the service's interface. */
async function signUp({ page, context }: Visit, env: Env): Promise<Person> {
  await page.goto("/sign-up");
  await page.getByLabel("E-mail address").fill("person@example.com");
  await page.getByLabel("Your name").fill("Alex Example");
  await page.getByLabel("Password (at least 12 characters)").fill("a long sentence of mine");
  await page.getByLabel("Budget name").fill("Household");
  await page.locator("select[name=currency]").selectOption("usd");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL((url) => url.pathname === "/overview");
  const session = await context.storageState();
  await context.close();
  const [, user = "", secret = ""] = (
    session.cookies.find(({ name }) => name === "tributary_session")?.value ?? ""
  ).split("_");
  const { userId } = must(
    await env.USER.getByName(user).session(secret),
    "who signed up is signed in",
  );
  const { accountId } = must(
    (await env.USER.getByName(user).accounts())[0],
    "who signed up has a budget",
  );
  const issued = await env.BUDGET.getByName(String(accountId)).issueMemberToken(userId, "tests");
  if (!issued.ok) throw new Error(issued.error);
  const { origin } = new URL(page.url());
  await furnish(origin, issued.value);
  return { user, accountId, token: issued.value, session };
}

async function furnish(origin: string, token: string): Promise<void> {
  const make = async (path: string, body: object) => {
    const response = await fetch(new URL(path, origin), {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (response.status !== 201)
      throw new Error(
        `${path} ${JSON.stringify(body)}: ${response.status} ${await response.text()}`,
      );
  };
  for (const account of ACCOUNTS) await make("/v2/manual_accounts", account);
  for (const { children, ...group } of GROUPS)
    await make("/v2/categories", { ...group, is_group: true, children });
}

/**
 * The Tributary of a test file: started before its tests and made ready by `prepare`, every profile closed behind each
 * test, closed behind the last. Nothing of it is there before.
 */
export function tributaryForTests(
  prepare: (tributary: Tributary) => Promise<unknown> = async () => undefined,
): Tributary {
  let started: Tributary | null = null;
  const running = () => must(started, "a Tributary is there in tests and hooks alone");
  beforeAll(async () => {
    started = await startTributary();
    await prepare(started);
  });
  afterEach(async () => started?.leave());
  afterAll(async () => started?.close());
  return {
    get origin() {
      return running().origin;
    },
    visit: async (options) => running().visit(options),
    visitSignedIn: async (options) => running().visitSignedIn(options),
    signInLink: async () => running().signInLink(),
    person: async () => running().person(),
    call: async (...request) => running().call(...request),
    bindings: async () => running().bindings(),
    leave: async () => running().leave(),
    close: async () => running().close(),
  };
}

async function visit(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    timezoneId: "Europe/Berlin",
    locale: "en-GB",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (options.javaScriptEnabled === false) PLAIN.add(context);
  const complaints: string[] = [];
  await context.addInitScript(`document.addEventListener("securitypolicyviolation", (event) => {
    console.error("content-security policy: " + event.violatedDirective + " " + event.blockedURI);
  })`);
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  // A page is asked for its file choosers from the beginning: asking takes effect some time later.
  context.on("page", (opened) => opened.on("filechooser", () => undefined));
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("requestfailed", (request) => {
    // Leaving a page breaks off what it was loading, and a download is no page; nothing else may fail.
    const reason = request.failure()?.errorText ?? "";
    if (reason !== "net::ERR_ABORTED") complaints.push(`${request.url()} ${reason}`);
  });
  return { context, page: await context.newPage(), complaints };
}

/**
 * With SCREENSHOTS set: a picture of the whole page, kept beside the tests for a person to look at. One that cannot be
 * taken fails no test.
 */
export async function takeScreenshot(
  page: Page,
  name: string,
  { fullPage = true } = {},
): Promise<void> {
  if (process.env["SCREENSHOTS"] === undefined) return;
  await page.waitForLoadState();
  // Without scripts nothing marks the page as scripted, and there is nothing to wait for.
  if (!PLAIN.has(page.context()))
    await page
      .locator("html.scripted")
      .waitFor({ timeout: 3_000 })
      .catch(() => undefined);
  const picture = { path: `${SCREENSHOTS}${name}.png`, timeout: PICTURE_MS };
  // A browser short of memory takes no picture of a very long page.
  await page
    .screenshot({ ...picture, fullPage })
    .catch(async () => page.screenshot(picture))
    .catch(() => undefined);
}

/**
 * Runs an action that leads to another page or replaces a part of this one (public/swap.js), and
 * waits until the result is there with its style sheet and scripts. A tap or a key does not wait
 * for that.
 */
export async function follow(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.waitForLoadState();
  const loaded = page.waitForEvent("load");
  const arrived = PLAIN.has(page.context()) ? loaded : Promise.race([loaded, swapped(page)]);
  await Promise.all([arrived, act()]);
  // A wait that nobody needs any more may still run into its time limit.
  loaded.catch(() => undefined);
}

/** Resolves when a part of the page was replaced; never if the page is left instead. */
function swapped(page: Page): Promise<unknown> {
  const script = `new Promise((resolve) => document.addEventListener("swapped", resolve, { once: true })).then(() => undefined)`;
  return page.evaluate(script).catch(() => new Promise(() => undefined));
}

/**
 * Loads the page again until this is on it. The work that a form begins may still be under way when
 * the next page is shown.
 */
export async function reloadUntil(page: Page, wanted: Locator): Promise<void> {
  await page.waitForLoadState();
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await page.reload()) {
    if ((await wanted.count()) > 0) return;
  }
  throw new Error(
    `The page does not come to show ${String(wanted)}: ${await page.innerText("main")}`,
  );
}

/** The path of a sample statement. */
export function sample(name: string): string {
  return SAMPLES + name;
}
