// Compares two backups file by file: of a budget, and of the one that it was restored into. The same
// person has another number there, and nothing else may differ.

import { inflateRawSync } from "node:zlib";
import { DATA_TABLES } from "../../src/budget/tables/tables.ts";

/** Files that say who made a backup, and what a budget does by itself after a while. */
const OF_ITS_BUDGET = new Set([
  "README.txt",
  "manifest.json",
  "contents.json",
  "budget/users.jsonl",
  "budget/budget.jsonl",
  "budget/jobs.jsonl",
  "budget/recurring_detection.jsonl",
]);
/** By file, the columns with the number of a person. */
const PEOPLE = new Map(
  DATA_TABLES.map(({ name, people = [] }) => [`budget/${name}.jsonl`, people]).filter(
    ([, people]) => people.length > 0,
  ),
);

/** How many files were compared, and the names of those that differ. */
export function compareBackups(original, copy) {
  const [before, after] = [original, copy].map(listFiles);
  const names = new Set(
    [...before.keys(), ...after.keys()].filter((name) => !OF_ITS_BUDGET.has(name)),
  );
  const differ = [...names].filter((name) => !isSame(name, before, after));
  return { files: names.size, differ };
}

function isSame(name, before, after) {
  const [one, other] = [before.get(name), after.get(name)];
  if (one === undefined || other === undefined) return false;
  const columns = PEOPLE.get(name);
  if (columns === undefined) return one.checksum === other.checksum && one.size === other.size;
  return (
    withoutNumbers(one.read(), columns, personOf(before)) ===
    withoutNumbers(other.read(), columns, personOf(after))
  );
}

/** The number of the person who made the backup. */
function personOf(files) {
  return JSON.parse(files.get("manifest.json").read()).person.id;
}

/** The rows with "own" for the number of `person`, and nobody's sign for others (restoring.ts). */
function withoutNumbers(lines, columns, person) {
  const change = (name, value) => {
    if (!columns.includes(name) || typeof value !== "number") return value;
    return value === person ? "own" : Math.abs(value);
  };
  const rows = lines.split("\n").filter((line) => line !== "");
  return rows.map((line) => JSON.stringify(JSON.parse(line), change)).join("\n");
}

/** The files of a ZIP by name, from its directory at the end: checksum, length, and a way to read each. */
function listFiles(zip) {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = bytes.lastIndexOf(Buffer.from("PK\u0005\u0006"));
  const files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [length, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    const [checksum, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field));
    const start = bytes.readUInt32LE(at + 42);
    const name = bytes.toString("utf8", at + 46, at + 46 + length);
    files.set(name, { checksum, size, read: () => readFile(bytes, start, packed) });
    at += 46 + length + extra + comment;
  }
  return files;
}

function readFile(bytes, start, packed) {
  const [method, length, extra] = [8, 26, 28].map((field) => bytes.readUInt16LE(start + field));
  const from = start + 30 + length + extra;
  const data = bytes.subarray(from, from + packed);
  return (method === 0 ? data : inflateRawSync(data)).toString("utf8");
}
