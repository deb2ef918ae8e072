// A household's month, lived on a Worker in less than a minute: pages, statements, receipts, schedules, webhooks, calls
// of the API. Bank rows and receipts are different each time; a quarter of each statement was in the one before.

import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { TOKEN } from "../built.mjs";
import { habitsOf } from "./households.mjs";

/** Every 15 minutes, 31 days. */
export const BEATS_A_MONTH = 2_976;
const BEATS_MEASURED = 10;
/** How often each thing is done again, to know what one costs. */
const TIMES_MEASURED = 5;
const REST_MS = 300;
const WAIT_MS_MAX = 60_000;

/** @typedef {Record<string, number>} Counts */

/**
 * Lives the month of a household, and does each thing of it a few times more; `take` gives the counts since it was last
 * called, with the processor time so far.
 * @param {string} origin
 * @param {import("./households.mjs").Household} household
 * @param {() => Promise<Counts>} take
 * @returns {Promise<{month: Counts, beat: Counts, emptyBytes: number, units: Record<string, Counts>}>} emptyBytes: the
 *   databases before the month; units: each thing done once
 */
export async function liveAMonth(origin, household, take) {
  const call = caller(origin);
  const receiver = await startReceiver();
  let last = { cpu_ms: 0, database_bytes: 0 };
  /** What was counted since the last time, `times` times: once. */
  const since = async (times = 1) => {
    const counts = await take();
    const { cpu_ms: cpu, database_bytes: bytes } = counts;
    const grown = {
      ...counts,
      cpu_ms: cpu - last.cpu_ms,
      database_bytes: bytes - last.database_bytes,
    };
    last = { cpu_ms: cpu, database_bytes: bytes };
    return Object.fromEntries(Object.entries(grown).map(([name, count]) => [name, count / times]));
  };
  try {
    const doing = deeds(
      call,
      origin,
      household,
      await settleIn(call, origin, household, receiver.url),
    );
    const { database_bytes: emptyBytes } = await since();
    const habits = Object.entries(habitsOf(household));
    for (const [habit, times] of habits) await repeat(doing[habit], 0, times);
    await untilQuiet(call);
    const month = await since();
    for (let index = 0; index < BEATS_MEASURED; index += 1)
      await fetch(`${origin}/cdn-cgi/local/scheduled`);
    const beat = { ...(await since(BEATS_MEASURED)), database_bytes: 0 };
    /** @type {Record<string, Counts>} */
    const units = {};
    for (const [habit, times] of habits.filter(([, often]) => often > 0)) {
      await repeat(doing[habit], times, TIMES_MEASURED);
      // Asking whether a message is read costs requests, which another habit's cost must not include.
      await (habit === "mail" ? untilQuiet(call) : sleep(REST_MS));
      units[habit] = await since(TIMES_MEASURED);
    }
    return { month, beat, emptyBytes, units };
  } finally {
    receiver.close();
  }
}

/**
 * Does a thing so many times; the first of them is that household's `first`.
 * @param {(index: number) => Promise<unknown>} deed
 * @param {number} first
 * @param {number} times
 */
async function repeat(deed, first, times) {
  for (let index = first; index < first + times; index += 1) await deed(index);
}

/**
 * How each habit is done for the nth time.
 * @param {ReturnType<typeof caller>} call
 * @param {string} origin
 * @param {import("./households.mjs").Household} household
 * @param {{address: string, schedules: string[], hook: string | null, account: number, cookie: string}} settled
 * @returns {Record<string, (index: number) => Promise<unknown>>}
 */
function deeds(call, origin, { rows, pages }, { address, schedules, hook, account, cookie }) {
  return {
    statement: async (index) => {
      const path = `/api/imports?account=Checking&name=${index}.csv`;
      await call("POST", path, statement(index, rows), "text/csv");
      await untilQuiet(call);
    },
    mail: (index) => send(origin, address, index),
    run: (index) => call("POST", `/api/schedules/${schedules[index % schedules.length]}/run`),
    hookCall: (index) => tellBalance(hook ?? "", account, index),
    call: () => call("GET", "/v2/transactions?limit=100"),
    ...Object.fromEntries(
      Object.keys(pages).map((page) => [page, () => open(`${origin}/${page}`, cookie)]),
    ),
  };
}

/** Whoever is told by webhook: it takes everything. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/**
 * A receipt address, schedules, webhooks both ways and a signed-in browser: not of every month.
 * @param {ReturnType<typeof caller>} call
 * @param {string} origin
 * @param {import("./households.mjs").Household} household
 * @param {string} receiver
 */
async function settleIn(call, origin, household, receiver) {
  const { address } = await call("POST", "/api/addresses", { label: "shops" });
  const { manual_accounts: accounts } = await call("GET", "/v2/manual_accounts");
  const account = accounts.at(-1).id;
  const schedules = [];
  for (let index = 0; index < household.schedules; index += 1)
    schedules.push(await addSchedule(call, account, index));
  if (household.isTold) await call("POST", "/api/webhooks", { label: "home", url: receiver });
  const hook =
    household.hookCalls === 0
      ? null
      : (
          await call("POST", "/api/hooks", {
            label: "till",
            check: "address",
            account_id: accounts[0].id,
          })
        ).url;
  const cookie = await signIn(call, origin);
  return { address, schedules, hook, account: accounts[0].id, cookie };
}

/**
 * @param {ReturnType<typeof caller>} call
 * @param {number} account
 * @param {number} index
 */
async function addSchedule(call, account, index) {
  const source = {
    type: "formula",
    rule: "straight_line",
    currency: "usd",
    cost: "24000",
    residual: "4000",
    from: "2026-01-01",
    months: 60,
  };
  const { id } = await call("POST", "/api/schedules", {
    name: `Car ${index + 1}`,
    cron: "0 6 * * *",
    timezone: "UTC",
    source,
    target: { manual_account_id: account },
  });
  return id;
}

/**
 * A browser's cookies.
 * @param {ReturnType<typeof caller>} call
 * @param {string} origin
 */
async function signIn(call, origin) {
  const { link } = await call("POST", "/api/sign-in-links");
  const entered = await fetch(`${origin}/sign-in`, {
    method: "POST",
    body: new URLSearchParams({ link }),
    headers: { "sec-fetch-site": "same-origin" },
    redirect: "manual",
  });
  return entered.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

/**
 * An incoming webhook: a balance of its own time.
 * @param {string} url
 * @param {number} account
 * @param {number} index
 */
async function tellBalance(url, account, index) {
  const at = new Date(Date.now() - (1_000 - index) * 60_000).toISOString();
  const balance = { account, amount: money(100_000 + index * 113), currency: "usd", as_of: at };
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ balance }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the hook answers ${response.status} ${text.slice(0, 200)}`);
}

/**
 * Rows of a month's quarter, each with the running balance.
 * @param {number} index
 * @param {number} rows
 */
function statement(index, rows) {
  const first = index * (rows - Math.floor(rows / 4));
  let balance = 500_000;
  const lines = ["Date,Description,Amount,Running Bal."];
  for (let row = 0; row < first + rows; row += 1) {
    const cents = 300 + ((row * 7_919) % 9_000);
    balance -= cents;
    const day = new Date(Date.UTC(2026, 8, 1 + Math.floor(row / 6)));
    const date = `${String(day.getUTCMonth() + 1).padStart(2, "0")}/${String(day.getUTCDate()).padStart(2, "0")}/2026`;
    if (row >= first)
      lines.push(`${date},SHOP ${row % 40} STREET ${row},"-${money(cents)}","${money(balance)}"`);
  }
  return `${lines.join("\n")}\n`;
}

/** @param {number} cents */
function money(cents) {
  return (cents / 100).toFixed(2);
}

/**
 * @param {string} origin
 * @param {string} to
 * @param {number} index
 */
async function send(origin, to, index) {
  const raw = [
    `From: Shop ${index % 8} <orders@shop${index % 8}.example>`,
    "To: Elena Rivera <elena.rivera@mail.example>",
    `Subject: Your receipt for order A-${1_000 + index}`,
    `Date: ${new Date(Date.UTC(2026, 8, 1 + index)).toUTCString()}`,
    `Message-ID: <${index}@shop.example>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    `Thank you for your order!\n\nOrder number: A-${1_000 + index}\n\nTotal   USD ${money(1_500 + index * 37)}\n`,
    "x".repeat(20_000).replace(/.{70}/g, "$&\n"),
  ].join("\r\n");
  const query = new URLSearchParams({ from: "orders@shop.example", to });
  await fetch(`${origin}/cdn-cgi/local/email?${query.toString()}`, { method: "POST", body: raw });
}

/**
 * @param {string} address
 * @param {string} cookie
 */
async function open(address, cookie) {
  const response = await fetch(address, { headers: { cookie, accept: "text/html" } });
  await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
}

/**
 * Waits until no import and no message is being worked on.
 * @param {ReturnType<typeof caller>} call
 */
async function untilQuiet(call) {
  const deadline = Date.now() + WAIT_MS_MAX;
  for (;;) {
    await sleep(REST_MS);
    const { imports } = await call("GET", "/api/imports");
    const { messages } = await call("GET", "/api/inbox");
    const states = [...imports, ...messages].map(({ state }) => state);
    if (
      !states.some((state) =>
        ["received", "reading", "posting", "waiting_for_service"].includes(state),
      )
    )
      return;
    if (Date.now() > deadline) throw new Error(`still at work: ${states.join(" ")}`);
  }
}

/** @param {string} origin */
function caller(origin) {
  let calls = 0;
  /**
   * @param {string} method
   * @param {string} path
   * @param {object | string} [body]
   * @param {string} [type]
   */
  return async (method, path, body, type = "application/json") => {
    calls += 1;
    const response = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        "content-type": type,
        // The service counts requests by address.
        "cf-connecting-ip": `10.0.0.${Math.floor(calls / 50) % 250}`,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return text === "" ? null : JSON.parse(text);
  };
}
