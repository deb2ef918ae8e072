// @ts-check
// tributary login URL: shows a code, waits until a person who is signed in at the server has typed it and let the tool
// in, and stores the key that it gets. The key is never printed and is in no address.

import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { LOCAL_URL, parseServer } from "./access.mjs";
import { EXIT, Fault, NoAnswer, Refusal } from "./fault.mjs";
import { forgetLogin, keepLogin, loginsFile, readLogins } from "./logins.mjs";
import { Server } from "./server.mjs";
import { plain } from "./words.mjs";

const INTERVAL_S_MIN = 1;
const INTERVAL_S_MAX = 30;
const LABEL_CHARS_MAX = 100;
const WAIT_S_MAX = 3_600;

/**
 * @param {string | undefined} named
 * @param {{ options: any, screen: import("./screen.mjs").Screen, env: NodeJS.ProcessEnv }} parts
 */
export async function runLogin(named, { options, screen, env }) {
  const url = parseServer(named ?? env["TRIBUTARY_URL"] ?? LOCAL_URL, options.insecure === true);
  const path = loginsFile(env);
  const before = readLogins(path).logins[url];
  const server = new Server({ url, token: "", from: "login" });
  const tool = toolName(options.name ?? `tributary on ${hostname()}`);
  const begun = await begin(server, tool);
  screen.print(`\n  Open   ${plain(begun.address)}\n  Type   ${plain(begun.code)}\n`);
  screen.print("Sign in there, and let this tool in. It waits here; Ctrl-C ends it.");
  const key = await waitForKey(server, begun);
  keepLogin(path, url, { token: key.token, label: key.label, at: new Date().toISOString() });
  screen.print(`Signed in to ${url}. The key is in ${path}, which only you may read.`);
  if (before !== undefined) await revoke(new Server({ url, token: before.token, from: "login" }));
  screen.record({ server: url, signed_in: true, reads: key.reads });
  return EXIT.done;
}

/**
 * @param {Server} server
 * @param {string} tool
 */
async function begin(server, tool) {
  try {
    return await server.call("/api/tool-logins", { method: "POST", json: { tool } });
  } catch (error) {
    // A server of before this way of signing in takes the address for one that needs a key.
    if (!(error instanceof Refusal) || ![401, 404, 405].includes(error.status)) throw error;
    throw new Fault(
      `${server.url} cannot sign tools in. Create an import key at ` +
        `${server.url}/keys and set TRIBUTARY_TOKEN to it.`,
      EXIT.signedOut,
    );
  }
}

/**
 * @param {Server} server
 * @param {any} begun
 */
async function waitForKey(server, { credential, expires_in: seconds, interval }) {
  const until = Date.now() + Math.min(Number(seconds) || 0, WAIT_S_MAX) * 1000;
  const pause = Math.min(Math.max(Number(interval) || 0, INTERVAL_S_MIN), INTERVAL_S_MAX) * 1000;
  while (Date.now() < until) {
    await sleep(pause);
    const answer = await ask(server, credential);
    if (answer?.state === "allowed" && typeof answer.token === "string") return answer;
  }
  throw new Fault("Nobody let the tool in within the time. Run tributary login again.");
}

/** Null while the server cannot answer: it is asked again. */
async function ask(/** @type {Server} */ server, /** @type {string} */ credential) {
  try {
    return await server.call("/api/tool-logins/key", { method: "POST", json: { credential } });
  } catch (error) {
    if (error instanceof NoAnswer) return null;
    if (error instanceof Refusal && (error.status === 403 || error.status === 410))
      throw new Fault(`${error.message} Run tributary login again.`, EXIT.signedOut);
    throw error;
  }
}

function toolName(/** @type {string} */ name) {
  const text = plain(name).trim().slice(0, LABEL_CHARS_MAX);
  if (text === "") throw new Fault("--name has no letters. Leave it out, or write a name.");
  return text;
}

/**
 * tributary logout: revokes the key at the server and forgets it here.
 * @param {{ options: any, screen: import("./screen.mjs").Screen, env: NodeJS.ProcessEnv }} parts
 */
export async function runLogout({ options, screen, env }) {
  const path = loginsFile(env);
  const { current, logins } = readLogins(path);
  const named = options.url ?? env["TRIBUTARY_URL"];
  const url = named === undefined ? current : parseServer(named, true);
  const login = url === null ? undefined : logins[url];
  if (url === null || login === undefined)
    throw new Fault(`You are not signed in${url === null ? "" : ` to ${url}`}.`, EXIT.signedOut);
  const isRevoked = await revoke(new Server({ url, token: login.token, from: "login" }));
  forgetLogin(path, url);
  screen.print(`Signed out of ${url}.`);
  if (!isRevoked)
    screen.warn(
      `The server did not confirm it. Revoke the key "${plain(login.label)}" at ${url}/keys.`,
    );
  screen.record({ server: url, signed_in: false, revoked: isRevoked });
  return isRevoked ? EXIT.done : EXIT.unreachable;
}

/** Whether the server no longer accepts the key. */
async function revoke(/** @type {Server} */ server) {
  try {
    await server.call("/api/key", { method: "DELETE" });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.status === 401 || error.status === 404;
    if (error instanceof Fault) return false;
    throw error;
  }
}
