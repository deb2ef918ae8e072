// @ts-check
// A file's content by its SHA-256, and its bytes once more for sending. If the file changes in between, the last bytes
// are never sent: the server gets a body that was cut, which it refuses, and nothing of a half-written file is imported.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { Fault } from "./fault.mjs";
import { unreadable } from "./inputs.mjs";

/** The file was changed while it was read. */
export class Changed extends Fault {}

/** The SHA-256 of a file, in hexadecimal. */
export async function hashFile(/** @type {string} */ path) {
  const hash = createHash("sha256");
  for await (const chunk of read(path)) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * The file's bytes, the last of them only if all have this hash.
 * @param {string} path
 * @param {string} expected
 * @returns {AsyncGenerator<Uint8Array>}
 */
export async function* readAs(path, expected) {
  const hash = createHash("sha256");
  let held = null;
  for await (const chunk of read(path)) {
    hash.update(chunk);
    if (held !== null) yield held;
    held = chunk;
  }
  if (hash.digest("hex") !== expected || held === null)
    throw new Changed(`${path} was changed while it was read.`);
  yield held;
}

async function* read(/** @type {string} */ path) {
  try {
    for await (const chunk of createReadStream(path)) yield /** @type {Buffer} */ (chunk);
  } catch (error) {
    throw unreadable(path, error);
  }
}
