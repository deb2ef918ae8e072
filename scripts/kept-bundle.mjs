// The bundle of the last start, kept beside the stored data (.wrangler/bundle, which git ignores) and used again while
// nothing that it was made of has changed. Its list has the size and time of every input: the sources that esbuild
// names in its metafile, and the lock file, the configuration of TypeScript and the scripts that bundle.
//
// A file that appears and would be found before an input (src/x.ts before src/x/index.ts) is not noticed: imports name
// their files with the extension, so there is no such file. Another bundle is written beside the old one and renamed,
// so a start that is killed leaves either.

import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./local.mjs";

/** @typedef {import("./bundle.mjs").Module} Module */
/** @typedef {Record<string, [number, number]>} Inputs path -> size in bytes, time in milliseconds */

const FOLDER = join(ROOT, ".wrangler/bundle");
/** What decides about the bundle and is no source of it. */
const MADE_BY = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "scripts/bundle.mjs",
  "scripts/kept-bundle.mjs",
];

/**
 * The kept modules if every input is as it was, else those that `build` makes, which are kept then.
 * @param {() => Promise<{modules: Module[], inputs: readonly string[]}>} build
 * @param {{folder?: string, root?: string, madeBy?: readonly string[]}} [where]
 * @returns {Promise<Module[]>}
 */
export async function keptBundle(build, where = {}) {
  const { folder = FOLDER, root = ROOT, madeBy = MADE_BY } = where;
  const kept = readKept(folder, root);
  if (kept !== null) return kept;
  const begun = Date.now();
  const { modules, inputs } = await build();
  const facts = factsOf(root, [...madeBy, ...inputs]);
  // One that was saved while esbuild read may be in it as it was before.
  if (facts !== null && Object.values(facts).every(([, time]) => time < begun))
    keep(folder, modules, facts);
  return modules;
}

/**
 * @param {string} folder
 * @param {string} root
 * @returns {Module[] | null}
 */
function readKept(folder, root) {
  try {
    /** @type {{inputs: Inputs, modules: Module[]}} */
    const { inputs, modules } = JSON.parse(readFileSync(join(folder, "kept.json"), "utf8"));
    const now = factsOf(root, Object.keys(inputs));
    const isSame = Object.entries(inputs).every(
      ([path, [size, time]]) => now?.[path]?.[0] === size && now[path][1] === time,
    );
    return isSame && modules.length > 0 ? modules : null;
  } catch {
    // None was kept, or what was kept cannot be read: it is made.
    return null;
  }
}

/**
 * @param {string} folder
 * @param {readonly Module[]} modules
 * @param {Inputs} inputs
 */
function keep(folder, modules, inputs) {
  const fresh = join(folder, `kept.${process.pid}.json`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fresh, JSON.stringify({ inputs, modules }));
    renameSync(fresh, join(folder, "kept.json"));
  } catch {
    // A folder that cannot be written, or a full disk: the next start bundles again.
    rmSync(fresh, { force: true });
  }
}

/**
 * The size and time of each file; null if one is gone.
 * @param {string} root
 * @param {readonly string[]} paths
 * @returns {Inputs | null}
 */
function factsOf(root, paths) {
  /** @type {Inputs} */
  const facts = {};
  for (const path of paths) {
    const found = statSync(join(root, path), { throwIfNoEntry: false });
    if (found === undefined) return null;
    facts[path] = [found.size, found.mtimeMs];
  }
  return facts;
}
