// npm run bench: how fast the parts are, each beside a bare rival in the same run, as ratios. The
// Worker is built by wrangler and run on Miniflare's own interface (wrangler dev's proxy would be
// measured instead of the Worker). No network. Figures are medians. docs/design/bench.md says what
// each line means and how a run is compared with a saved one.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Miniflare } from "miniflare";
import { readArguments } from "./bench/arguments.mjs";
import { formats, linear } from "./bench/by-format.mjs";
import { parseRun, printRun } from "./bench/compare.mjs";
import { FORMATS } from "./bench/formats.mjs";
import { insert } from "./bench/insert.mjs";
import { abuse, large, workbooks } from "./bench/large-files.mjs";
import { mails } from "./bench/mail-reading.mjs";
import { memory } from "./bench/memory.mjs";
import { million } from "./bench/million.mjs";
import { pages } from "./bench/pages.mjs";
import { Report } from "./bench/report.mjs";
import { stage } from "./bench/stage.mjs";
import { whole } from "./bench/whole.mjs";
import { build, describe } from "./built.mjs";
import { fail } from "./local.mjs";

const PARTS = {
  stage,
  formats,
  linear,
  insert,
  whole,
  million,
  large,
  abuse,
  workbooks,
  mails,
  pages,
  memory,
};
const WITHOUT_NAMES = ["stage", "formats", "insert", "whole", "million"];

const asked = readWords();
const saved = asked.against === undefined ? null : readSaved(asked.against);
const report = new Report(saved);
const folder = mkdtempSync(join(tmpdir(), "tributary-bench-"));
const inspectorPort = 9230 + (process.pid % 500);
const workers = [];
try {
  build("scripts/bench/wrangler.toml", folder);
  const base = await startWorker("state");
  const context = { base, report, inspectorPort, startWorker, folder, ...asked };
  for (const part of asked.parts.length > 0 ? asked.parts : WITHOUT_NAMES) {
    report.begin(part);
    await PARTS[part](context);
    report.end();
  }
  if (asked.save !== undefined) {
    writeFileSync(asked.save, printRun(report.lines));
    console.log(`\n${report.lines.length} lines are saved in ${asked.save}.`);
  }
} finally {
  for (const worker of workers) await worker.dispose();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the built Worker with the data in a folder of this name; its address. */
async function startWorker(state) {
  const more = { objects: ["Rival"], inspectorPort: inspectorPort + workers.length };
  const worker = new Miniflare(describe(folder, "worker.js", join(folder, state), more));
  workers.push(worker);
  return worker.ready;
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
