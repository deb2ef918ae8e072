// @ts-check
// Which server a command goes to, and with which key. A key that was stored for one server never goes to another, and
// no key travels unencrypted but to this machine.

import { EXIT, Fault } from "./fault.mjs";
import { loginsFile, readLogins } from "./logins.mjs";

/** Where npm start listens. */
export const LOCAL_URL = "http://localhost:8787";

/**
 * @typedef {{ url: string, token: string, from: "TRIBUTARY_TOKEN" | "login" | "checkout" }} Access
 * @typedef {{ token?: string | undefined }} Checkout the LOCAL_TOKEN of a checkout, for npm run import
 */

/**
 * The server's address without a path's end; a Fault if it is none, or if keys would travel unencrypted.
 * @param {string} text
 * @param {boolean} insecure
 */
export function parseServer(text, insecure = false) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Fault(`"${text}" is not a server's address. Write it as https://budget.example.com.`);
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    throw new Fault(
      "The server's address must have no name, password, query or fragment: write it " +
        `as ${url.origin}.`,
    );
  if (url.protocol === "http:" && !isThisMachine(url.hostname) && !insecure)
    throw new Fault(
      `${url.origin} is not encrypted: your key and statements could be read on the ` +
        "way. Use https, or add --insecure in a network that you trust.",
    );
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

function isThisMachine(/** @type {string} */ host) {
  return host === "localhost" || host.endsWith(".localhost") || /^127\.|^\[::1\]$/.test(host);
}

/**
 * The server and the key of a command: --url or TRIBUTARY_URL, and TRIBUTARY_TOKEN; else what login stored. In a
 * checkout (npm run import) the local server comes before what login stored.
 * @param {{ url?: string | undefined, insecure?: boolean | undefined }} options
 * @param {NodeJS.ProcessEnv} env
 * @param {Checkout | null} checkout
 * @returns {Access}
 */
export function chooseAccess(options, env = process.env, checkout = null) {
  const named = options.url || env["TRIBUTARY_URL"] || null;
  const insecure = options.insecure ?? false;
  const given = env["TRIBUTARY_TOKEN"];
  if (given)
    return {
      url: parseServer(named ?? defaultServer(env, checkout), insecure),
      token: given,
      from: "TRIBUTARY_TOKEN",
    };
  if (checkout !== null && checkout.token && isLocal(named))
    return { url: parseServer(named ?? LOCAL_URL), token: checkout.token, from: "checkout" };
  const { current, logins } = readLogins(loginsFile(env));
  // Whoever signed in without encryption was asked about it then.
  const url = named === null ? current : parseServer(named, true);
  const login = url === null ? undefined : logins[url];
  if (url !== null && login !== undefined) return { url, token: login.token, from: "login" };
  if (named !== null) parseServer(named, insecure);
  if (checkout !== null && named === null)
    throw new Fault(
      "There is no token: set TRIBUTARY_TOKEN, or run npm start once, which writes .dev.vars.",
      EXIT.signedOut,
    );
  throw new Fault(
    `There is no key for ${url ?? "any server"}. Run tributary login ` +
      `${url ?? "https://your-server"}, or set TRIBUTARY_URL and TRIBUTARY_TOKEN.`,
    EXIT.signedOut,
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {Checkout | null} checkout
 */
function defaultServer(env, checkout) {
  if (checkout !== null) return LOCAL_URL;
  return readLogins(loginsFile(env)).current ?? LOCAL_URL;
}

/** The token of a checkout is for this machine's server. */
function isLocal(/** @type {string | null} */ named) {
  return named === null || (URL.canParse(named) && isThisMachine(new URL(named).hostname));
}
