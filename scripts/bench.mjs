// npm run bench: how fast the parts are, each beside a bare rival in the same run, as ratios. The
// Worker is built as for a deployment and run on Miniflare's own interface (wrangler dev's proxy would be
// measured instead of the Worker). No network. Figures are medians. docs/design/bench.md says what
// each line means and how a run is compared with a saved one.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { readArguments } from "./bench/arguments.mjs";
import { backup } from "./bench/backup.mjs";
import { formats, linear } from "./bench/by-format.mjs";
import { parseRun, printRun } from "./bench/compare.mjs";
import { distinct } from "./bench/distinct.mjs";
import { FORMATS } from "./bench/formats.mjs";
import { insert } from "./bench/insert.mjs";
import { journey } from "./bench/journey.mjs";
import { abuse, large, workbooks } from "./bench/large-files.mjs";
import { lists } from "./bench/lists.mjs";
import { mails } from "./bench/mail-reading.mjs";
import { memory } from "./bench/memory.mjs";
import { heap } from "./bench/memory-of-imports.mjs";
import { million } from "./bench/million.mjs";
import { pages } from "./bench/pages.mjs";
import { Report } from "./bench/report.mjs";
import { stage } from "./bench/stage.mjs";
import { start } from "./bench/start.mjs";
import { whole } from "./bench/whole.mjs";
import { describe } from "./built.mjs";
import { writeBundle } from "./bundle.mjs";
import { fail } from "./local.mjs";

const PARTS = {
  stage,
  distinct,
  formats,
  linear,
  insert,
  whole,
  journey,
  lists,
  start,
  heap,
  million,
  large,
  abuse,
  workbooks,
  mails,
  pages,
  memory,
  backup,
};
const USUAL = [
  "stage",
  "insert",
  "whole",
  "distinct",
  "journey",
  "lists",
  "start",
  "formats",
  "mails",
  "heap",
];
const USUAL_LONG = [...USUAL, "million"];

const asked = readWords();
const saved = asked.against === undefined ? null : readSaved(asked.against);
const report = new Report(saved);
const folder = mkdtempSync(join(tmpdir(), "tributary-bench-"));
let nextPort = 9230 + (process.pid % 500);
let states = 0;
try {
  await writeBundle(folder, { entry: "scripts/bench/worker.ts" });
  await withWorker(async (shared) => {
    for (const part of chooseParts()) {
      report.begin(part);
      await PARTS[part]({ ...shared, ...asked, report, withWorker, folder });
      report.end();
    }
  });
  if (asked.save !== undefined) {
    writeFileSync(asked.save, printRun(report.lines));
    console.log(`\n${report.lines.length} lines are saved in ${asked.save}.`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the built Worker, with no data, while `use` works with its { base, inspectorPort }. With `heapMb` it is the
 * deployed one, without doors to its parts and to their rivals, and V8 keeps its heap below so many MB as the platform
 * does; without, V8 takes what the machine has and collects late.
 */
async function withWorker(use, { heapMb } = {}) {
  const inspectorPort = nextPort++;
  const state = join(folder, `state-${states++}`);
  const deployed = join(folder, "deployed");
  if (heapMb !== undefined && !existsSync(deployed)) await writeBundle(deployed);
  if (heapMb !== undefined) process.env.MINIFLARE_WORKERD_V8_FLAGS = `--max-heap-size=${heapMb}`;
  const described =
    heapMb === undefined
      ? describe(folder, state, { objects: ["Rival"], inspectorPort })
      : describe(deployed, state, { inspectorPort });
  const worker = new Miniflare(described);
  try {
    await use({ base: await worker.ready, inspectorPort });
  } finally {
    delete process.env.MINIFLARE_WORKERD_V8_FLAGS;
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
}

function chooseParts() {
  if (asked.parts.length > 0) return asked.parts;
  return asked.long ? USUAL_LONG : USUAL;
}

function readWords() {
  try {
    return readArguments(process.argv.slice(2), Object.keys(PARTS), FORMATS);
  } catch (error) {
    return fail(error.message);
  }
}

function readSaved(path) {
  try {
    return parseRun(readFileSync(path, "utf8"));
  } catch (error) {
    return fail(`${path} is no saved run: ${error.message}.`);
  }
}
