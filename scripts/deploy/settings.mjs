// What is remembered of a deployment, in a folder that git ignores: settings.json (answers and ids, no secrets),
// token-key (the key that seals, for its owner alone) and wrangler.toml (the project's with the settings in it, written
// each time). The project's own wrangler.toml stays as it is.

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "../local.mjs";
import { Fault } from "./faults.mjs";

/**
 * @typedef {object} Settings
 * @property {string} name the Worker's
 * @property {"free" | "paid"} plan
 * @property {string} [account] the account's id
 * @property {string} [kv] the namespace's id
 * @property {string} [bucket]
 * @property {string} [domain] "budget.example.com"; without it, workers.dev
 * @property {string} [mailbox] "receipts@example.com"
 * @property {boolean} [catchAll] mail to every address of the domain comes here
 * @property {string} [origin] where the deployment answers
 * @property {string} [version] the newest one that was seen to work
 * @property {Record<string, string>} vars over those of wrangler.toml
 */

/**
 * @param {string} folder
 * @returns {Settings}
 */
export function readSettings(folder) {
  const path = join(folder, "settings.json");
  if (!existsSync(path)) return { name: "tributary", plan: "paid", vars: {} };
  try {
    return { vars: {}, ...JSON.parse(readFileSync(path, "utf8")) };
  } catch {
    throw new Fault(
      `${path} is no JSON.`,
      "Correct it, or delete it: then npm run deploy looks for what it made by name.",
    );
  }
}

/**
 * @param {string} folder
 * @param {Settings} settings
 */
export function writeSettings(folder, settings) {
  write(join(folder, "settings.json"), `${JSON.stringify(settings, null, 2)}\n`);
}

/**
 * The key kept in the folder; null without one.
 * @param {string} folder
 */
export function readKey(folder) {
  const path = join(folder, "token-key");
  return existsSync(path) ? readFileSync(path, "utf8").trim() : null;
}

/**
 * The key kept in the folder, made if there is none: it is kept before anybody is given it.
 * @param {string} folder
 */
export function ensureKey(folder) {
  const kept = readKey(folder);
  if (kept !== null) return kept;
  const key = randomBytes(32).toString("base64url");
  write(join(folder, "token-key"), `${key}\n`);
  return key;
}

/**
 * Writes the wrangler.toml of the folder, and gives its path.
 * @param {string} folder
 * @param {Settings} settings
 */
export function writeConfig(folder, settings) {
  const path = join(folder, "wrangler.toml");
  write(path, configOf(folder, settings));
  return path;
}

/**
 * The project's wrangler.toml with the settings in it; its paths are from the folder.
 * @param {string} folder
 * @param {Settings} settings
 */
export function configOf(folder, settings) {
  const from = (/** @type {string} */ path) => relative(folder, join(ROOT, path));
  const { account, kv, bucket, domain, mailbox, plan } = settings;
  let text = readFileSync(join(ROOT, "wrangler.toml"), "utf8");
  text = replace(text, "name", settings.name);
  text = replace(text, "main", from("dist/index.js"));
  text = replace(text, "directory", from("public"));
  if (kv !== undefined) text = replace(text, "id", kv);
  if (bucket !== undefined) text = replace(text, "bucket_name", bucket);
  if (plan === "free") text = text.replace(/^\[limits\]\n(?:.+\n)+/m, "");
  for (const [name, value] of Object.entries(varsOf(text, settings)))
    text = hasName(text, name) ? replace(text, name, value) : addVar(text, name, value);
  const top = {
    ...(account !== undefined && { account_id: account }),
    workers_dev: domain === undefined,
    ...(mailbox !== undefined && { addresses: [routedAddress(settings)] }),
  };
  const lines = Object.entries(top).map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`);
  if (domain !== undefined)
    lines.push(`routes = [{ pattern = ${JSON.stringify(domain)}, custom_domain = true }]\n`);
  return lines.join("") + text;
}

/**
 * The lines that the settings change or add; with --free also the one that is left out.
 * @param {string} folder
 * @param {Settings} settings
 */
export function differences(folder, settings) {
  const before = readFileSync(join(ROOT, "wrangler.toml"), "utf8").split("\n");
  const after = configOf(folder, settings).split("\n");
  return [
    ...after.filter((line) => !before.includes(line)),
    ...(settings.plan === "free" ? ["# without [limits]"] : []),
  ];
}

/**
 * The address whose mail comes to the Worker, as Email Routing takes it.
 * @param {Settings} settings
 */
export function routedAddress({ mailbox = "", catchAll = false }) {
  return catchAll ? `*@${mailbox.split("@")[1]}` : mailbox;
}

/**
 * The vars over those of wrangler.toml.
 * @param {string} text
 * @param {Settings} settings
 */
function varsOf(text, { domain, mailbox, plan, vars }) {
  return {
    // Nobody but the first person, by their pass, until they invite others.
    ...(/^SIGN_UP\s*=\s*""/m.test(text) && { SIGN_UP: "invited" }),
    // The lower limits of src/platform/plan-limits.ts.
    ...(plan === "free" && { PLAN: "free" }),
    ...(mailbox !== undefined && { RECEIPT_ADDRESS: mailbox }),
    ...(domain !== undefined && { OAUTH_ISSUER_SELF: `https://${domain}` }),
    ...vars,
  };
}

/**
 * @param {string} text
 * @param {string} name
 */
function hasName(text, name) {
  return new RegExp(`^${name}\\s*=`, "m").test(text);
}

/**
 * The first line of this name with another value.
 * @param {string} text
 * @param {string} name
 * @param {string} value
 */
function replace(text, name, value) {
  // A JSON text without control characters is a TOML one.
  const line = `${name} = ${JSON.stringify(value)}`;
  return text.replace(new RegExp(`^${name}\\s*=.*$`, "m"), () => line);
}

/**
 * @param {string} text
 * @param {string} name
 * @param {string} value
 */
function addVar(text, name, value) {
  return text.replace("[vars]\n", () => `[vars]\n${name} = ${JSON.stringify(value)}\n`);
}

/**
 * Whole or not at all, and for its owner alone.
 * @param {string} path
 * @param {string} text
 */
function write(path, text) {
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  const next = `${path}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, path);
}
