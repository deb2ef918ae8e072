// @ts-check
// The keys that `tributary login` got, by the server's address, in a file that only its owner may read. A key is used
// for the server that gave it and for no other.

import { chmodSync, existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { configFolder, messageOf, writePrivate } from "./folders.mjs";

const FILE_BYTES_MAX = 1_000_000;

/**
 * @typedef {{ token: string, label: string, at: string }} Login
 * @typedef {{ current: string | null, logins: Record<string, Login> }} Kept
 */

/** The file of the keys. */
export function loginsFile(/** @type {NodeJS.ProcessEnv} */ env = process.env) {
  return join(configFolder(env), "login.json");
}

/**
 * The stored keys; none where there is no file.
 * @param {string} path
 * @returns {Kept}
 */
export function readLogins(path) {
  if (!existsSync(path)) return { current: null, logins: {} };
  const advice = `Delete ${path} and run tributary login again.`;
  try {
    if (statSync(path).size > FILE_BYTES_MAX) throw new Error("it is too large");
    if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    return parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Fault(`Cannot read the stored key: ${messageOf(error)}. ${advice}`);
  }
}

/**
 * @param {unknown} value
 * @returns {Kept}
 */
function parse(value) {
  const { current, logins } = /** @type {Record<string, unknown>} */ (value ?? {});
  if (typeof logins !== "object" || logins === null) throw new Error("it lists no logins");
  /** @type {Record<string, Login>} */
  const known = {};
  for (const [url, one] of Object.entries(logins)) {
    if (typeof one?.token !== "string") throw new Error("a login in it has no key");
    known[url] = { token: one.token, label: String(one.label ?? ""), at: String(one.at ?? "") };
  }
  return {
    current: typeof current === "string" && current in known ? current : null,
    logins: known,
  };
}

/**
 * Keeps a key, and makes its server the one that commands go to.
 * @param {string} path
 * @param {string} url
 * @param {Login} login
 */
export function keepLogin(path, url, login) {
  const { logins } = readLogins(path);
  write(path, { current: url, logins: { ...logins, [url]: login } });
}

/**
 * Forgets the key of a server.
 * @param {string} path
 * @param {string} url
 */
export function forgetLogin(path, url) {
  const { current, logins } = readLogins(path);
  const others = Object.fromEntries(Object.entries(logins).filter(([known]) => known !== url));
  const [next = null] = Object.keys(others);
  if (next === null) rmSync(path, { force: true });
  else write(path, { current: current === url ? next : current, logins: others });
}

/**
 * @param {string} path
 * @param {Kept} kept
 */
function write(path, kept) {
  writePrivate(path, `${JSON.stringify(kept, null, 2)}\n`);
}
