// npm test: vitest, with nothing secret printed. Arguments go on to vitest; its output is passed on
// line by line, with every secret cut out, and its exit code is ours, but 1 where there was a
// secret in what it printed or in a report that it wrote (--outputFile): then the lines are named
// at the end.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { constants } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { once } from "node:events";
import { ROOT } from "./local.mjs";
import { cut } from "./printed.mjs";

const SHOWN_CHARS = 300;
const NAMED_MAX = 50;

/** Linux's file system in memory. What tests store there costs no wait for a disk: a third of their time. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES_MIN = 4 * 2 ** 30;

const args = process.argv.slice(2);
const scratch = makeScratch();
const temporary = scratch === null ? {} : { TMPDIR: scratch };
const colours =
  process.stdout.isTTY && !process.env.NO_COLOR && !process.env.FORCE_COLOR
    ? { FORCE_COLOR: "1" }
    : {};
const child = spawn(
  process.execPath,
  [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", ...args],
  { stdio: ["inherit", "pipe", "pipe"], env: { ...process.env, ...colours, ...temporary } },
);
// A terminal's Ctrl-C reaches vitest by itself; its end is waited for.
process.on("SIGINT", () => undefined);
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

/** @type {string[]} */
const leaks = [];
const ended = once(child, "close");
await Promise.all([
  pass(child.stdout, process.stdout, "stdout"),
  pass(child.stderr, process.stderr, "stderr"),
]);
const [code, signal] = await ended;
for (const file of reports()) {
  // A report may be one long line: it is looked at string by string.
  readFileSync(file, "utf8")
    .split(/(?<=[",\n])/)
    .forEach((piece, index) => note(file, index + 1, piece));
}

if (leaks.length > 0) {
  console.error(`\nSecrets were printed, ${leaks.length} times:`);
  for (const leak of leaks.slice(0, NAMED_MAX)) console.error(`  ${leak}`);
}
const vitests = code ?? 128 + constants.signals[signal];
process.exitCode = vitests === 0 && leaks.length > 0 ? 1 : vitests;
if (scratch !== null) rmSync(scratch, { recursive: true, force: true });

/** A folder in memory for everything temporary; null where there is no memory to spare, or TMPDIR is set. */
function makeScratch() {
  if (process.env.TMPDIR !== undefined || !existsSync(MEMORY)) return null;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < MEMORY_BYTES_MIN ? null : mkdtempSync(join(MEMORY, "tributary-"));
}

/** Passes a stream on as it comes, a line at a time. */
async function pass(from, to, name) {
  let number = 0;
  for await (const line of createInterface({ input: from, crlfDelay: Infinity })) {
    number += 1;
    const clean = note(name, number, line);
    if (!to.write(`${clean}\n`)) await once(to, "drain");
  }
}

function note(where, number, line) {
  const { found, clean } = cut(line);
  if (found.length > 0)
    leaks.push(`${where}, line ${number}: ${clean.trim().slice(0, SHOWN_CHARS)}`);
  return clean;
}

/** The files that vitest was told to write reports to: --outputFile=x, --outputFile.json=x, or the name after it. */
function reports() {
  const named = args.flatMap((arg, index) => {
    const [option, value] = arg.split(/=(.*)/s);
    return /^--outputFile(\.\w+)?$/.test(option) ? [value ?? args[index + 1] ?? ""] : [];
  });
  return named.map((file) => resolve(file)).filter((file) => existsSync(file));
}
