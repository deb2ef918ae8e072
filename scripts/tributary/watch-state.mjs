// @ts-check
// What a watch has done, in a file of the system's state folder, so that it need not send again after a restart. Each
// change is a line at the end; a line that was cut is ignored. If the file is lost, files are sent again and the server
// finds every row there already.

import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault } from "./fault.mjs";
import { makeFolder, messageOf, stateFolder, writePrivate } from "./folders.mjs";

/** Contents beyond this many are forgotten, the oldest first. */
const CONTENTS_MAX = 50_000;
const FILE_BYTES_MAX = 64_000_000;

/**
 * One content: its SHA-256, the imports (or the message) that it became, and whether those are at rest.
 * @typedef {{ hash: string, name: string, kind: "statement" | "mail", ids: string[], state: "sent" | "done" | "refused" }} Content
 * A file as it was when its content was read.
 * @typedef {{ file: string, size: number, changed: number, is: string }} Known
 */

export class WatchState {
  /** @type {Map<string, Content>} */
  #contents = new Map();
  /** @type {Map<string, Known>} */
  #files = new Map();

  /** @param {string} path */
  constructor(path) {
    this.path = path;
    makeFolder(join(path, ".."));
    for (const line of readLines(path)) this.#take(line);
    this.#trim();
  }

  /**
   * The hash of this file if it was read before and has not changed since; null otherwise.
   * @param {import("./watch-folder.mjs").Seen} file
   */
  hashOf({ name, size, changed }) {
    const known = this.#files.get(name);
    return known?.size === size && known.changed === changed ? known.is : null;
  }

  /** What became of this content; null if it was never sent. */
  content(/** @type {string} */ hash) {
    return this.#contents.get(hash) ?? null;
  }

  /** What was sent and is not known to be at rest. */
  sent() {
    return [...this.#contents.values()].filter(({ state }) => state === "sent");
  }

  /** Keeps what became of a content. */
  keep(/** @type {Content} */ content) {
    this.#contents.delete(content.hash);
    this.#contents.set(content.hash, content);
    this.#append(content);
    this.#trim();
  }

  /**
   * Keeps that a file has this content.
   * @param {import("./watch-folder.mjs").Seen} file
   * @param {string} hash
   */
  know({ name, size, changed }, hash) {
    const known = { file: name, size, changed, is: hash };
    this.#files.set(name, known);
    this.#append(known);
    this.#trim();
  }

  /** Forgets a content, so that it is sent again: the server no longer knows it. */
  forget(/** @type {string} */ hash) {
    this.#contents.delete(hash);
    this.#append({ forget: hash });
  }

  /** Writes the file anew, without what was replaced. */
  compact() {
    const lines = [...this.#contents.values(), ...this.#files.values()];
    writePrivate(this.path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }

  #append(/** @type {object} */ line) {
    try {
      appendFileSync(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch (error) {
      throw new Fault(
        `Cannot write ${this.path}: ${messageOf(error)}. Make room, or make its folder writable.`,
      );
    }
  }

  #take(/** @type {any} */ line) {
    if (typeof line?.hash === "string" && Array.isArray(line.ids)) {
      this.#contents.delete(line.hash);
      this.#contents.set(line.hash, line);
    } else if (typeof line?.file === "string" && typeof line.is === "string")
      this.#files.set(line.file, line);
    else if (typeof line?.forget === "string") this.#contents.delete(line.forget);
  }

  #trim() {
    for (const map of [this.#contents, this.#files])
      for (const key of map.keys()) {
        if (map.size <= CONTENTS_MAX) break;
        map.delete(key);
      }
  }
}

/**
 * The file of the state of one folder that is watched for one server and account.
 * @param {{ url: string, folder: string, account: string | undefined }} watch
 * @param {NodeJS.ProcessEnv} env
 */
export function stateFile({ url, folder, account }, env = process.env) {
  const name = createHash("sha256")
    .update(JSON.stringify([url, folder, account ?? null]))
    .digest("hex");
  return join(stateFolder(env), `watch-${name.slice(0, 24)}.jsonl`);
}

/** @returns {unknown[]} */
function readLines(/** @type {string} */ path) {
  if (!existsSync(path)) return [];
  try {
    if (statSync(path).size > FILE_BYTES_MAX) throw new Error("it is too large");
    chmodSync(path, 0o600);
    return readFileSync(path, "utf8").split("\n").flatMap(parseLine);
  } catch (error) {
    throw new Fault(
      `Cannot read ${path}: ${messageOf(error)}. Delete it; the server knows what it has.`,
    );
  }
}

/** @returns {unknown[]} */
function parseLine(/** @type {string} */ line) {
  try {
    return line === "" ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}
