// Runs wrangler, as if no terminal were there: it then asks nothing and takes a secret from its standard input.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "../local.mjs";

/** @typedef {{code: number, out: string, err: string}} Answer */
/** @typedef {(args: string[], input?: string) => Promise<Answer>} Wrangler */

const OWN = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
// Colours and other commands to the terminal.
// oxlint-disable-next-line no-control-regex -- they are what it is about
const COMMANDS = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const ANSWER_CHARS_MAX = 4_000_000;

/**
 * The project's wrangler, or another program that speaks like it.
 * @param {string | undefined} program
 * @param {() => string | undefined} account the id of the account that it works in, once it is known
 * @returns {Wrangler}
 */
export function wranglerOf(program, account) {
  const path = program ?? OWN;
  const [command, ...before] = /\.m?js$/.test(path) ? [process.execPath, path] : [path];
  return (args, input = "") =>
    new Promise((resolve, reject) => {
      const child = spawn(command, [...before, ...args], {
        cwd: ROOT,
        env: environment(account()),
      });
      const texts = { out: "", err: "" };
      child.stdout.on("data", (part) => (texts.out = keep(texts.out, part)));
      child.stderr.on("data", (part) => (texts.err = keep(texts.err, part)));
      child.on("error", reject);
      child.on("close", (code) => resolve({ code: code ?? 1, ...texts }));
      // A program that ends without reading is no fault of its own.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    });
}

/**
 * Lets wrangler talk to the person at the terminal (`wrangler login` opens a browser).
 * @param {string | undefined} program
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function talk(program, args) {
  const path = program ?? OWN;
  const [command, ...before] = /\.m?js$/.test(path) ? [process.execPath, path] : [path];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, ...args], { cwd: ROOT, stdio: "inherit" });
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/**
 * @param {string} text
 * @param {Buffer} part
 */
function keep(text, part) {
  return (text + part.toString("utf8").replace(COMMANDS, "")).slice(0, ANSWER_CHARS_MAX);
}

/** @param {string | undefined} account */
function environment(account) {
  return {
    ...process.env,
    ...(account !== undefined && { CLOUDFLARE_ACCOUNT_ID: account }),
    NO_COLOR: "1",
    FORCE_COLOR: "0",
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
    WRANGLER_HIDE_BANNER: "true",
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
    WRANGLER_WRITE_LOGS: "false",
  };
}
