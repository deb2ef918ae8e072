// The Worker as it runs, bundled by esbuild into modules: index.js is loaded at the start, and each part that src
// imports with import() is a module beside it, loaded when it is first needed (the reader of PDF files, of mail, of
// statements, of passkeys). `node scripts/bundle.mjs` writes them to dist/, from where wrangler uploads them as they
// are ([build] in wrangler.toml); npm start, the tests and the scripts that measure take them from here too.

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { keptBundle } from "./kept-bundle.mjs";
import { ROOT } from "./local.mjs";

/** The module that is loaded at the start. */
export const MAIN = "index.js";
const FOLDER = join(ROOT, "dist");

/** @typedef {{name: string, text: string}} Module */

const DEFINED = { "process.env.NODE_ENV": '"production"' };

/**
 * What the sources are told when they are bundled: the hash of them all, by which the Worker knows which version has
 * read a document (src/importer/imports/sources-hash.ts).
 */
function defineHash() {
  const hash = createHash("sha256");
  const src = join(ROOT, "src");
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const inOrder = [...files, join(ROOT, "package-lock.json")].sort((a, b) => (a < b ? -1 : 1));
  for (const file of inOrder) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return { ...DEFINED, SOURCES_HASH: JSON.stringify(hash.digest("hex").slice(0, 32)) };
}

/** @type {import("esbuild").BuildOptions & {write: false}} */
const OPTIONS = {
  absWorkingDir: ROOT,
  outdir: FOLDER,
  chunkNames: "part-[name]-[hash]",
  bundle: true,
  splitting: true,
  write: false,
  format: "esm",
  target: "es2024",
  supported: { using: true },
  conditions: ["workerd", "worker", "browser"],
  external: ["cloudflare:*"],
  define: DEFINED,
  // Words are data in many scripts; escaped, each letter would take six bytes.
  charset: "utf8",
  keepNames: true,
  // For a third more text, Miniflare starts half a second later.
  minifyWhitespace: true,
  logLevel: "error",
};

/** Another Worker than the project's is named by its entry. */
const entryOf = (/** @type {string} */ entry) => ({ entryPoints: { index: join(ROOT, entry) } });

/**
 * The modules, the main one first, with the names that the sources give. For the start on this machine, which takes
 * those of the last one where nothing has changed since.
 * @returns {Promise<Module[]>}
 */
export async function bundle() {
  return keptBundle(async () => {
    const { build } = await import("esbuild");
    const define = defineHash();
    const built = await build({ ...OPTIONS, ...entryOf("src/index.ts"), define, metafile: true });
    const inputs = Object.keys(built.metafile.inputs);
    // esbuild marks so what the package's own list leaves out for browsers: it is empty, and no file.
    return {
      modules: modulesOf(built),
      inputs: inputs.filter((path) => !path.startsWith("(disabled):")),
    };
  });
}

/**
 * As `bundle`, again for each change of a source file; a stack trace then names the lines of the sources, for a second
 * more at the start.
 * @param {(modules: Module[]) => Promise<void> | void} takeUp
 */
export async function bundleEachChange(takeUp) {
  const plugin = {
    name: "reload",
    setup: (/** @type {import("esbuild").PluginBuild} */ into) =>
      into.onEnd((built) => (built.errors.length > 0 ? undefined : takeUp(modulesOf(built)))),
  };
  const traceable = {
    sourcemap: /** @type {const} */ ("inline"),
    sourcesContent: false,
    minifyWhitespace: false,
  };
  const options = { ...OPTIONS, ...entryOf("src/index.ts"), ...traceable, plugins: [plugin] };
  const { context } = await import("esbuild");
  await (await context(options)).watch();
}

/**
 * Writes the modules and their source maps into a folder, as they are deployed; `named` keeps the names of the
 * sources, as a test needs that changes a limit in them, and `readable` their lines and paths too.
 * @param {string} folder
 * @param {{entry?: string, as?: "deployed" | "named" | "readable"}} [how]
 */
export async function writeBundle(folder, { entry = "src/index.ts", as = "deployed" } = {}) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    ...OPTIONS,
    ...entryOf(entry),
    define: defineHash(),
    minify: as === "deployed",
    minifyWhitespace: as !== "readable",
    sourcemap: "linked",
  });
  mkdirSync(folder, { recursive: true });
  for (const { path, contents } of outputFiles)
    writeFileSync(join(folder, basename(path)), contents);
}

/**
 * The modules as Miniflare takes them, as if they were files in the folder; with their source maps, it names the lines
 * of the sources in a stack trace.
 * @param {string} folder
 * @param {readonly Module[]} modules
 */
export function describeModules(folder, modules) {
  return {
    modules: modules.map(({ name, text }) => ({
      type: /** @type {const} */ ("ESModule"),
      path: join(folder, name),
      contents: text,
    })),
    modulesRoot: folder,
  };
}

/** Loads the Worker's main module. */
const ENTRY = `export * from "./${MAIN}";\nexport { default } from "./${MAIN}";\n`;

/**
 * As `describeModules`, but the runtime asks for each module when it first imports it, which halves the time of a
 * start: Miniflare copies its whole configuration whenever it grows by a few kilobytes.
 * @template Answer
 * @param {string} folder
 * @param {readonly Module[]} modules
 * @param {{json(body: unknown): Answer}} response Miniflare's class Response
 */
export function serveModules(folder, modules, response) {
  const texts = new Map(modules.map(({ name, text }) => [name, text]));
  return {
    ...describeModules(folder, [{ name: "entry.js", text: ENTRY }]),
    unsafeUseModuleFallbackService: true,
    unsafeModuleFallbackService: (/** @type {{url: string}} */ asked) => {
      const name = new URL(asked.url).searchParams.get("specifier")?.slice("/".length) ?? "";
      const text = texts.get(name);
      // Miniflare prints it, and the import fails.
      if (text === undefined) throw new Error(`There is no module ${name}.`);
      return response.json({ name, esModule: text });
    },
  };
}

/**
 * The modules that `writeBundle` wrote into a folder, the main one first.
 * @param {string} folder
 * @returns {Module[]}
 */
export function readBundle(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
  return mainFirst(names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") })));
}

/**
 * Of the modules, those that the main one imports, directly or not; the others are loaded when they are needed.
 * @param {readonly Module[]} modules
 */
export function loadedAtStart(modules) {
  const named = new Map(modules.map((module) => [module.name, module]));
  const found = new Set([MAIN]);
  for (const name of found)
    for (const [, next = ""] of (named.get(name)?.text ?? "").matchAll(STATIC_IMPORT))
      if (named.has(next)) found.add(next);
  return modules.filter(({ name }) => found.has(name));
}

/** `import ... from "./x.js"` or `import "./x.js"`, minified or not; `import("./x.js")` is none. */
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([\w.-]+\.js)"/g;

/** @param {{outputFiles?: import("esbuild").OutputFile[]}} built */
function modulesOf({ outputFiles = [] }) {
  return mainFirst(outputFiles.map(({ path, text }) => ({ name: basename(path), text })));
}

/** @param {Module[]} modules */
function mainFirst(modules) {
  return modules.sort((a, b) => Number(b.name === MAIN) - Number(a.name === MAIN));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A module of an earlier build would be uploaded too.
  rmSync(FOLDER, { recursive: true, force: true });
  await writeBundle(FOLDER);
}
