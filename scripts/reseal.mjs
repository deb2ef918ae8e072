// npm run reseal: after TOKEN_KEY was changed, everything that is kept sealed is sealed again by the new key, so that
// TOKEN_KEY_PREVIOUS can go. Breaking it off and running it again harms nothing. Exit code 0: nothing failed.

import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { fail, readSecrets } from "./local.mjs";
import { proofOf } from "./proof.mjs";

const USAGE = `Usage: npm run reseal [-- --url ADDRESS]

  --url   where Tributary runs, http://localhost:8787 unless told
  It takes the TOKEN_KEY that is in use there: from the environment; on this machine from .dev.vars; else it asks for it.`;

const PATH = "/api/operator/reseal";
const TRIES = 4;
const TRY_AGAIN_MS = 2_000;
const TIMEOUT_MS = 60_000;

const url = readUrl();
const key = await readKey();
/**
 * @type {{connections: number, budgets: number, resealed: number, current: number, failed:
 * {connection?: string, budget?: number, message: string}[]}}
 */
const all = { connections: 0, budgets: 0, resealed: 0, current: 0, failed: [] };

let cursor = null;
do {
  const step = await ask(JSON.stringify({ cursor }));
  for (const name of ["connections", "budgets", "resealed", "current"]) all[name] += step[name];
  all.failed.push(...step.failed);
  if (process.stderr.isTTY)
    process.stderr.write(`\r${all.connections} connections and ${all.budgets} budgets looked at`);
  cursor = step.cursor;
} while (cursor !== null);
if (process.stderr.isTTY) process.stderr.write("\n");

console.log(
  `Re-sealed: ${all.resealed}. Already sealed by this key: ${all.current}. Failed: ` +
    `${all.failed.length}.`,
);
for (const { connection, budget, message } of all.failed)
  console.log(
    `  ${budget === undefined ? `connection ${connection}` : `budget ${budget}`}: ${message}`,
  );
console.log(whatNext());
process.exitCode = all.failed.length === 0 ? 0 : 1;

function whatNext() {
  if (all.failed.length > 0)
    return (
      "Keep TOKEN_KEY_PREVIOUS and run this again. What fails again is lost with the " +
      "older key: its person authorizes again or changes the address."
    );
  if (all.resealed > 0)
    return (
      "Keep TOKEN_KEY_PREVIOUS and run this again in five minutes: until then " +
      "something may have been sealed by the older key once more."
    );
  return (
    "For connections, banks, wallets, schedules and receipt addresses " +
    "TOKEN_KEY_PREVIOUS may go. Passwords need it until their people have signed in " +
    "once more (docs/design/security.md)."
  );
}

/** One step; what may pass by itself is tried again. */
async function ask(body) {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(body).catch((error) => ({
      problem: `${url.origin} does not answer: ${error.cause?.code ?? error.name}`,
      again: true,
    }));
    if (answer.problem === undefined) return answer;
    if (!answer.again || tries === TRIES) fail(answer.problem);
    await sleep(TRY_AGAIN_MS);
  }
}

async function send(body) {
  const headers = { "content-type": "application/json", authorization: proofOf(key, PATH, body) };
  const response = await fetch(new URL(PATH, url), {
    method: "POST",
    body,
    headers,
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  let said = text.slice(0, 200);
  try {
    said = JSON.parse(text).errors[0].errMsg;
  } catch {
    // Not our envelope: what was said is shown as it is.
  }
  const hint =
    response.status === 401
      ? " Is this the TOKEN_KEY in use there, and this machine's clock right?"
      : "";
  return { problem: `${response.status}: ${said}${hint}`, again: response.status >= 500 };
}

function readUrl() {
  let values;
  try {
    ({ values } = parseArgs({ options: { url: { type: "string" }, help: { type: "boolean" } } }));
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const text = values.url ?? "http://localhost:8787";
  if (!URL.canParse(text)) fail(`--url ${text} is no address.\n\n${USAGE}`);
  const parsed = new URL(text);
  if (parsed.protocol !== "https:" && !(parsed.protocol === "http:" && isHere(parsed)))
    fail("--url takes an https address; http only for this machine.");
  return parsed;
}

function isHere({ hostname }) {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

async function readKey() {
  const known = process.env.TOKEN_KEY || (isHere(url) ? readSecrets().TOKEN_KEY : "");
  const given = known || (await askForKey());
  if (given.length < 32) fail("TOKEN_KEY has at least 32 characters. Nothing was sent.");
  return given;
}

/** One line from the terminal, which is not shown, or from a pipe. */
async function askForKey() {
  if (process.stdin.isTTY) process.stderr.write(`TOKEN_KEY of ${url.host} (not shown): `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY,
  });
  for await (const line of lines) {
    lines.close();
    if (process.stdin.isTTY) process.stderr.write("\n");
    return line.trim();
  }
  return "";
}
