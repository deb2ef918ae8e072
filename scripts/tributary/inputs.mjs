// @ts-check
// The files that a command was given: files, folders and "-" for standard input.

import { createReadStream, statSync } from "node:fs";
import { opendir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { Fault } from "./fault.mjs";
import { codeOf, messageOf } from "./folders.mjs";

/** The most files of one command. */
export const FILES_MAX = 10_000;
const DEPTH_MAX = 20;

/**
 * A file to send. `size` is null for standard input; `open` gives its bytes, from the start each time.
 * @typedef {{ path: string, name: string, size: number | null, isMail: boolean, open: () => AsyncIterable<Uint8Array> }} Input
 */

/**
 * Whether a folder's entry is left alone: hidden files, and what browsers, editors and office programs write beside a
 * file or before it is whole.
 */
export function isPassedOver(/** @type {string} */ name) {
  return (
    /^(\.|~\$)|~$/.test(name) ||
    /\.(part|partial|crdownload|download|opdownload|tmp|temp|swp|lock|filepart)$/i.test(name) ||
    /^(thumbs\.db|desktop\.ini)$/i.test(name)
  );
}

/** Whether the name is that of a mail. */
export function isMailName(/** @type {string} */ name) {
  return /\.eml$/i.test(name);
}

/**
 * All files of the arguments, in their order, those of a folder by name.
 * @param {readonly string[]} args
 * @param {{ recursive?: boolean | undefined, name?: string | undefined }} options
 * @returns {Promise<Input[]>}
 */
export async function listInputs(args, { recursive = false, name }) {
  const found = [];
  for (const arg of args) {
    if (arg === "-") found.push(standardInput(name));
    else if (statOf(arg).isDirectory()) found.push(...(await filesIn(arg, recursive)));
    else found.push(fileInput(arg, basename(arg)));
    if (found.length > FILES_MAX)
      throw new Fault(`There are more than ${FILES_MAX} files. Import them in smaller folders.`);
  }
  if (args.filter((arg) => arg === "-").length > 1)
    throw new Fault("Standard input (-) can be given once.");
  const [only, ...others] = found;
  if (name === undefined || only === undefined) return found;
  if (others.length > 0) throw new Fault("--name is for one file. Leave it out for several.");
  return [{ ...only, name, isMail: isMailName(name) }];
}

/**
 * One file. A folder or a device is a Fault.
 * @param {string} path
 * @param {string} name what the server is told that it is called
 * @returns {Input}
 */
export function fileInput(path, name) {
  const found = statOf(path);
  if (found.isDirectory())
    throw new Fault(`${path} is a folder; a file is needed here. Name one of its files.`);
  if (!found.isFile() && !found.isFIFO())
    throw new Fault(`${path} is not a file. Name a file that your bank gave you.`);
  const size = found.isFile() ? found.size : null;
  return { path, name, size, isMail: isMailName(name), open: () => readFile(path) };
}

/** A file's bytes; a Fault if it cannot be read, so that nobody takes it for a fault of the server. */
async function* readFile(/** @type {string} */ path) {
  try {
    yield* createReadStream(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function standardInput(/** @type {string | undefined} */ name) {
  if (name === undefined)
    throw new Fault("Standard input has no name. Add --name statement.csv, or whatever it is.");
  return {
    path: "-",
    name,
    size: null,
    isMail: isMailName(name),
    open: () => /** @type {AsyncIterable<Uint8Array>} */ (process.stdin),
  };
}

function statOf(/** @type {string} */ path) {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * @param {string} path
 * @param {unknown} error
 */
export function unreadable(path, error) {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR")
    return new Fault(`Cannot read ${path}: there is no such file. Check its name.`);
  if (code === "EACCES" || code === "EPERM")
    return new Fault(`Cannot read ${path}: you may not read it. Check its permissions.`);
  return new Fault(`Cannot read ${path}: ${messageOf(error)}.`);
}

/**
 * @param {string} folder
 * @param {boolean} recursive
 */
async function filesIn(folder, recursive) {
  const paths = await pathsIn(folder, recursive, 0);
  const names = paths.map((path) => ({ path, name: relative(folder, path).split(sep).join("/") }));
  names.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (names.length === 0)
    throw new Fault(
      "There are no files in " +
        `${folder}.${recursive ? "" : " Add --recursive to look in its folders too."}`,
    );
  return names.map(({ path, name }) => fileInput(path, name));
}

/**
 * @param {string} folder
 * @param {boolean} recursive
 * @param {number} depth
 * @returns {Promise<string[]>}
 */
async function pathsIn(folder, recursive, depth) {
  if (depth > DEPTH_MAX)
    throw new Fault(`${folder} is more than ${DEPTH_MAX} folders deep. Import it by itself.`);
  const found = [];
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (isPassedOver(entry.name)) continue;
      if (entry.isFile()) found.push(path);
      else if (entry.isDirectory() && recursive)
        found.push(...(await pathsIn(path, recursive, depth + 1)));
      if (found.length > FILES_MAX)
        throw new Fault(`${folder} holds more than ${FILES_MAX} files. Import its parts.`);
    }
  } catch (error) {
    throw error instanceof Fault ? error : unreadable(folder, error);
  }
  return found;
}
