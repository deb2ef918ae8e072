// @ts-check
// tributary export: the budget's transactions, newest first, as CSV or as lines of JSON, to stdout or a file. A file is
// put in place only when it is whole.

import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { csvHead, csvLine } from "./csv.mjs";
import { EXIT, Fault, NoAnswer } from "./fault.mjs";
import { messageOf } from "./folders.mjs";
import { grouped } from "./words.mjs";

const PAGE = 1_000;
const PAGES_MAX = 10_000;
const TRIES_MAX = 5;
const RETRY_MS = 500;

/**
 * @typedef {{ from?: string, to?: string, account?: string, format?: string, output?: string }} Options
 */

/**
 * @param {{ options: Options, server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen }} parts
 */
export async function runExport({ options, server, screen }) {
  const { format = "csv" } = options;
  if (format !== "csv" && format !== "jsonl")
    throw new Fault(`--format is csv or jsonl, not "${format}".`);
  for (const name of /** @type {const} */ (["from", "to"]))
    if (options[name] !== undefined && !/^\d{4}-\d\d-\d\d$/.test(options[name] ?? ""))
      throw new Fault(`--${name} is a day as YYYY-MM-DD, not "${options[name]}".`);
  const print = format === "csv" ? csvLine : (/** @type {any} */ one) => `${JSON.stringify(one)}\n`;
  const sink = options.output === undefined ? standardOutput() : fileAt(options.output);
  let count = 0;
  try {
    let head = format === "csv" ? csvHead() : "";
    for await (const rows of pages(server, options)) {
      count += rows.length;
      screen.tell(`reading ${grouped(count)} transactions`);
      await sink.write(head + rows.map(print).join(""));
      head = "";
    }
    sink.end();
  } catch (error) {
    sink.drop();
    throw error;
  }
  screen.warn(
    `${grouped(count)} transactions${options.output === undefined ? "" : ` in ${options.output}`}.`,
  );
  return EXIT.done;
}

/**
 * The transactions, page by page. One that a new transaction pushed onto the next page is left out there.
 * @param {import("./server.mjs").Server} server
 * @param {Options} options
 */
async function* pages(server, { from, to, account }) {
  const query = new URLSearchParams({ limit: String(PAGE) });
  for (const [name, value] of Object.entries({ from, to, account }))
    if (value !== undefined) query.set(name, value);
  let last = new Set();
  for (let page = 0; page < PAGES_MAX; page += 1) {
    query.set("offset", String(page * PAGE));
    const { transactions, has_more: more } = await read(server, `/api/export?${query}`);
    const before = last;
    yield transactions.filter((/** @type {any} */ { id }) => !before.has(id));
    last = new Set(transactions.map((/** @type {any} */ { id }) => id));
    if (!more) return;
  }
  throw new Fault(`There are more than ${grouped(PAGES_MAX * PAGE)} transactions. Add --from.`);
}

/** A page; a server that does not answer is asked again a few times, and waited for as long as it says. */
async function read(
  /** @type {import("./server.mjs").Server} */ server,
  /** @type {string} */ path,
) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await server.call(path);
    } catch (error) {
      if (!(error instanceof NoAnswer) || tried >= TRIES_MAX) throw error;
      await sleep(error.retryMs ?? RETRY_MS * 2 ** tried);
    }
  }
}

function standardOutput() {
  return {
    write: async (/** @type {string} */ text) => {
      if (!process.stdout.write(text)) await once(process.stdout, "drain");
    },
    end: () => undefined,
    drop: () => undefined,
  };
}

/** A file that appears when it is whole, for its owner alone. */
function fileAt(/** @type {string} */ path) {
  const draft = `${path}.${process.pid}.part`;
  const file = attempt(path, () => openSync(draft, "wx", 0o600));
  return {
    write: async (/** @type {string} */ text) => {
      const bytes = Buffer.from(text);
      let written = 0;
      while (written < bytes.length)
        written += attempt(path, () => writeSync(file, bytes, written));
    },
    end: () => {
      closeSync(file);
      attempt(path, () => renameSync(draft, path));
    },
    drop: () => rmSync(draft, { force: true }),
  };
}

/**
 * @template T
 * @param {string} path
 * @param {() => T} act
 */
function attempt(path, act) {
  try {
    return act();
  } catch (error) {
    throw new Fault(`Cannot write ${path}: ${messageOf(error)}. Choose another file.`);
  }
}
