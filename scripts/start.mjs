// npm start: the Worker on this machine, with a one-time sign-in link.
// `npm start -- --port 8790 --persist-to DIR --var NAME:VALUE --ip ADDRESS --log-level LEVEL --inspector-port PORT`;
// with --reload (npm run dev) changed sources are taken up. Where Tributary already listens on the port, this
// prints a fresh link to it and ends.

import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { frontOf, isThisMachine } from "./front.mjs";
import { LOG_LEVELS, startWorker } from "./local-worker.mjs";
import { ensureSecrets, fail, STATE } from "./local.mjs";
import { quietOffline } from "./quiet.mjs";

const START_MS_MAX = 120_000;
const STOP_MS_MAX = 10_000;
const STRANGER_MS_MAX = 5_000;
const HEARTBEAT_MS = 15 * 60_000;

// State, logs and the secrets are for their owner alone, whatever the terminal's own mask is.
process.umask(0o077);
const { given, givenVars } = readArguments(process.argv.slice(2));
const secrets = ensureSecrets();
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

/** @type {import("miniflare").Miniflare | null} */
let worker = null;
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

let stopping = false;
// Miniflare would ask who runs it for the facts that a request carries in the cloud; its explorer reads all stored
// data without a credential; its trace store keeps whole addresses, and those hold codes and sign-in links.
Object.assign(process.env, {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  X_LOCAL_EXPLORER: "false",
  X_LOCAL_OBSERVABILITY: "false",
});
worker = await startWorker({
  port: inner,
  inspectorPort:
    given["inspector-port"] === undefined ? undefined : Number(given["inspector-port"]),
  state,
  vars: { ...vars, ...givenVars },
  logLevel: given["log-level"] ?? "error",
  filter: quietOffline(),
  reload: given.reload !== undefined,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  // Miniflare's own listener would end this process as if it had failed.
  process.removeAllListeners(signal);
  process.on(signal, () => void stop());
}
await worker.ready;

await untilItAnswers();
await greet("Tributary runs");
// Miniflare does not pull the cron trigger of wrangler.toml by itself.
setInterval(
  () => void fetch(`${address}/cdn-cgi/local/scheduled`).catch(() => undefined),
  HEARTBEAT_MS,
).unref();

/** Ends the Worker and this process as the terminal asked, in any case after a while. */
async function stop(code = 0) {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(code), STOP_MS_MAX).unref();
  front.close();
  front.closeAllConnections();
  await worker?.dispose();
  process.exit(code);
}

async function untilItAnswers() {
  const deadline = Date.now() + START_MS_MAX;
  for (let found = await health(START_MS_MAX); found !== "ok"; found = await health(START_MS_MAX)) {
    if (found === "faulty") {
      console.error(
        "Tributary cannot run with these vars; the line above says what is wrong with them.",
      );
      await stop(1);
    }
    if (Date.now() > deadline) {
      console.error(`Nothing answered at ${address} within ${START_MS_MAX / 1000} seconds.`);
      await stop(1);
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
  const other =
    `Port ${port} is taken. Stop what listens there, or choose another: npm start -- ` +
    `--port ${port + 1}`;
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
    if (worker !== null)
      console.error(`${what} at ${address}, but gives no sign-in link (${response.status}).`);
    return false;
  }
  const { link } = await response.json();
  console.log(`
  ${what} at ${address}

  Open it:   ${address}/sign-in?link=${link}
             (works once, for 15 minutes; ${again()} in a second terminal prints another)

  Token, for /api, /v2 and /v1 on this machine (from .dev.vars):

export TOKEN=${secrets.LOCAL_TOKEN}

  Try, after that line:

curl -H "Authorization: Bearer $TOKEN" --data-binary @samples/us-checking.csv "${address}/api/imports?account=Checking&name=us-checking.csv"

  ${worker === null ? `Stop it with Ctrl-C where it was started. For another beside it: npm start -- --port ${port + 1} --persist-to .wrangler/second` : `Stop with Ctrl-C. ${whereStateStays()}`}
`);
  return true;
}

/** The command that prints another link. */
function again() {
  return given.port === undefined ? "npm start" : `npm start -- --port ${port}`;
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

/** The options of the command line; what is unknown or cannot be is refused with what is expected. */
function readArguments(args) {
  const names = ["ip", "port", "persist-to", "log-level", "inspector-port"];
  const { values, positionals, tokens } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(names.map((name) => [name, { type: /** @type {const} */ ("string") }])),
      var: { type: "string", multiple: true },
      reload: { type: "boolean" },
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName } = token;
    if (![...names, "var", "reload"].includes(name))
      fail(
        `npm start has no option ${rawName}; it has ${names.map((one) => `--${one}`).join(", ")}, --var and --reload.`,
      );
    if (name !== "reload" && token.value === undefined) fail(`${rawName} needs a value.`);
  }
  if (positionals.length > 0) fail(`npm start cannot use "${positionals[0]}".`);
  /** @type {Record<string, string | undefined>} */
  const given = Object.fromEntries(
    [...names, "reload"].flatMap((name) =>
      values[name] === undefined ? [] : [[name, String(values[name])]],
    ),
  );
  if (given["log-level"] !== undefined && !LOG_LEVELS.includes(given["log-level"]))
    fail(`--log-level ${given["log-level"]} is none of ${LOG_LEVELS.join(", ")}.`);
  const texts = /** @type {string[]} */ (values["var"] ?? []);
  return { given, givenVars: Object.fromEntries(texts.map(readVar)) };
}

/** NAME:VALUE */
function readVar(text) {
  const [, name, value] = /^([A-Z][A-Z0-9_]*):(.*)$/s.exec(text) ?? [];
  return name === undefined ? fail(`--var ${text} is not NAME:VALUE.`) : [name, value];
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
