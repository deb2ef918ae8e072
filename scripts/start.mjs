// npm start: the Worker on this machine, with a one-time sign-in link. Arguments go on to wrangler dev
// (`npm start -- --port 8790 --persist-to DIR --var NAME:VALUE`). Where Tributary already listens on the port,
// this prints a fresh link to it and ends.

import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { frontOf, isThisMachine } from "./front.mjs";
import { ensureSecrets, fail, namesInConfig, ROOT, STATE } from "./local.mjs";

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 10_000;
const STRANGER_MS_MAX = 5_000;
const HEARTBEAT_MS = 15 * 60_000;
const WRANGLER = new URL("../node_modules/wrangler/wrangler-dist/cli.js", import.meta.url);

// State, logs and the secrets are for their owner alone, whatever the terminal's own mask is.
process.umask(0o077);
const { given, passedOn } = readArguments(process.argv.slice(2));
const secrets = ensureSecrets();
const mentioned = namesInConfig();
// A mailbox that exists nowhere: receipt addresses can be tried by the local e-mail trigger.
const vars = { RECEIPT_ADDRESS: "receipts@tributary.localhost", SIGN_UP: "open", ...secrets };
const ip = given.ip ?? "127.0.0.1";
// A browser keeps cookies by host, whatever the port: with --ip 127.0.0.1 a second Tributary is
// another site than the first.
const host = given.ip === undefined || ip === "0.0.0.0" || ip === "*" ? "localhost" : ip;
const port = given.port === "0" ? await freePort() : Number(given.port ?? 8787);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`--port ${given.port} is not a port from 1 to 65535.`);
const address = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

let child = null;
if (!(await isFree(port, ip))) await greetRunning();

if (!isThisMachine(await addressOf(ip))) warnOfOthers();
const state = given["persist-to"] ?? STATE;
// What an earlier start made may have been readable by everybody.
const kept = join(state, "v3");
mkdirSync(kept, { recursive: true });
chmodSync(kept, 0o700);
const inner = await freePort();
const front = frontOf(inner);
front.listen({ port, host: ip === "*" ? "0.0.0.0" : ip, exclusive: true });
await once(front, "listening");

child = spawn(
  process.execPath,
  [
    "--no-warnings",
    "--experimental-vm-modules",
    WRANGLER.pathname,
    "dev",
    "--ip",
    "127.0.0.1",
    "--port",
    String(inner),
    "--persist-to",
    state,
    "--log-level",
    given["log-level"] ?? "error",
    "--inspector-port",
    given["inspector-port"] ?? String(await freePort()),
    // Of .dev.vars wrangler takes only the names that wrangler.toml mentions, and a secret is no var there.
    ...Object.entries(vars).flatMap(([name, value]) =>
      mentioned.has(name) && name in secrets ? [] : ["--var", `${name}:${value}`],
    ),
    "--show-interactive-dev-session=false",
    ...passedOn,
  ],
  {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_SEND_ERROR_REPORTS: "false",
      WRANGLER_HIDE_BANNER: "true",
      WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
      // Its explorer reads and writes all stored data without a credential; its trace store keeps whole addresses, and
      // those hold codes, invitations and sign-in links, as its log file does.
      X_LOCAL_EXPLORER: "false",
      X_LOCAL_OBSERVABILITY: "false",
      WRANGLER_WRITE_LOGS: "false",
    },
  },
);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
child.on("exit", (code, signal) => {
  process.exit(stopping ? 0 : (code ?? (signal === null ? 1 : 128)));
});

await untilItAnswers();
await greet("Tributary runs");
// wrangler dev does not pull the cron trigger of wrangler.toml by itself.
setInterval(
  () => void fetch(`${address}/cdn-cgi/local/scheduled`).catch(() => undefined),
  HEARTBEAT_MS,
).unref();

/** Ends the Worker as the terminal asked; for good, should it not listen. */
function stop() {
  if (stopping) return;
  stopping = true;
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX).unref();
}

async function untilItAnswers() {
  const deadline = Date.now() + START_MS_MAX;
  for (let found = await health(START_MS_MAX); found !== "ok"; found = await health(START_MS_MAX)) {
    if (stopping) await once(child, "exit");
    if (found === "faulty") {
      child.removeAllListeners("exit");
      stop();
      await once(child, "exit");
      fail("Tributary cannot run with these vars; the line above says what is wrong with them.");
    }
    if (Date.now() > deadline) {
      stop();
      console.error(`Nothing answered at ${address} within ${START_MS_MAX / 1000} seconds.`);
      await once(child, "exit");
    }
    await sleep(100);
  }
}

async function isTributary() {
  return (await health(STRANGER_MS_MAX)) === "ok";
}

/** Whether Tributary answers at the address in time; "faulty" where it says that its vars are not what they must be. */
async function health(patience) {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(patience) });
    if (response.status === 500 && (await response.text()).startsWith('{"message":'))
      return "faulty";
    return response.ok && (await response.text()) === "ok" ? "ok" : "silent";
  } catch {
    return "silent";
  }
}

async function greetRunning() {
  const other = `Port ${port} is taken. Stop what listens there, or choose another: npm start -- --port ${port + 1}`;
  if (!(await isTributary())) fail(other);
  if (!(await greet("Tributary already runs")))
    fail(`${other}\n(A Tributary answers there, but not to the token in .dev.vars.)`);
  process.exit(0);
}

/** Prints where to go; false where no link could be had. */
async function greet(what) {
  const response = await fetch(`${address}/api/sign-in-links`, {
    method: "POST",
    headers: { authorization: `Bearer ${secrets.LOCAL_TOKEN}` },
  });
  if (!response.ok) {
    if (child !== null)
      console.error(`${what} at ${address}, but gives no sign-in link (${response.status}).`);
    return false;
  }
  const { link } = await response.json();
  console.log(`
  ${what} at ${address}

  Open it:   ${address}/sign-in?link=${link}
             (works once, for 15 minutes; npm start in a second terminal prints another)

  Token:     ${secrets.LOCAL_TOKEN}
             (for /api, /v2 and /v1; from .dev.vars, this machine only)

  Try:       curl -H "Authorization: Bearer ${secrets.LOCAL_TOKEN}" \\
               --data-binary @samples/us-checking.csv "${address}/api/imports?account=Checking"

  ${child === null ? "Stop it where it was started." : `Stop with Ctrl-C. ${whereStateStays()}`}
`);
  return true;
}

function whereStateStays() {
  const elsewhere = given["persist-to"];
  return elsewhere === undefined
    ? "State stays in .wrangler/state; npm run reset forgets it."
    : `State stays in ${elsewhere}.`;
}

/** What a name stands for; the name itself where it cannot be asked: listening there says what is wrong with it. */
async function addressOf(name) {
  if (name === "*") return "0.0.0.0";
  return (await lookup(name).catch(() => ({ address: name }))).address;
}

function warnOfOthers() {
  console.error(`
  Others can reach this Tributary: it listens on ${ip}, not on this machine alone. Whoever reaches it may sign up and
  try passwords, and what travels is not encrypted: passwords, tokens and statements can be read on the way.
  Without --ip it listens on loopback only.`);
}

/** Our own options out of the arguments; everything else is wrangler's. */
function readArguments(args) {
  const ours = ["ip", "port", "persist-to", "log-level", "inspector-port"];
  const options = Object.fromEntries(ours.map((name) => [name, { type: "string" }]));
  const { tokens } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const taken = new Set();
  /** @type {Record<string, string | undefined>} */
  const given = {};
  for (const token of tokens) {
    if (token.kind !== "option" || !ours.includes(token.name)) continue;
    if (token.value === undefined) fail(`${token.rawName} needs a value.`);
    given[token.name] = token.value;
    taken.add(token.index);
    if (!token.inlineValue) taken.add(token.index + 1);
  }
  return { given, passedOn: args.filter((_, index) => !taken.has(index)) };
}

/** Whether this process could listen there. */
async function isFree(wanted, at) {
  const server = createServer();
  try {
    server.listen({ port: wanted, host: at === "*" ? "0.0.0.0" : at, exclusive: true });
    await once(server, "listening");
    return true;
  } catch (error) {
    if (error.code === "EADDRINUSE") return false;
    return fail(`Cannot listen on ${at}, port ${wanted}: ${error.message}`);
  } finally {
    server.close();
  }
}

/** A port below those that the system gives out by itself: until wrangler listens there nobody else is given it. */
async function freePort() {
  for (;;) {
    const wanted = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(wanted, "127.0.0.1")) return wanted;
  }
}
