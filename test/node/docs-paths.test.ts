// Every link and every path in the project's documents leads somewhere. Otherwise the documents
// would keep the name of a renamed file.

import { globSync, readFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
const TOP = ["src", "test", "docs", "scripts", "samples", "public", ".ci"];

const files = [
  ...TOP.flatMap((folder) => globSync(`${folder}/**/*`, { cwd: ROOT })),
  ...globSync("*", { cwd: ROOT }),
];
const documents = files.filter((file) => file.endsWith(".md"));

interface Named {
  readonly document: string;
  readonly path: string;
}

function textOf(document: string): string {
  return readFileSync(join(ROOT, document), "utf8");
}

/** The links of a document to files, without what is behind "#". */
function linksIn(document: string): Named[] {
  return [...textOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target.replace(/#.*/, ""))
    .filter((target) => target !== "" && !/^\w+:/.test(target))
    .map((path) => ({ document, path }));
}

/** Paths in code marks: what has the ending of a file or of a folder. NAME is whatever a stranger chooses. */
function pathsIn(document: string): Named[] {
  return [...textOf(document).matchAll(/`((?:\.\.?\/)*[\w.-]+(?:\/[\w.-]+)*\/?)`/g)]
    .map(([, path = ""]) => path)
    .filter((path) => /^[\w./-]+(\/|\.(tsx?|mjs|json|md|toml|sql|html))$/.test(path))
    .filter((path) => !path.includes("NAME"))
    .map((path) => ({ document, path }));
}

/**
 * Whether the path is there from the project's top, from the document, or below a folder that the
 * document speaks of.
 */
function isThere({ document, path }: Named): boolean {
  const plain = path.replace(/\/$/, "").replace(/^(\.\.?\/)+/, "");
  return (
    existsSync(join(ROOT, path)) ||
    existsSync(join(ROOT, dirname(document), path)) ||
    files.some((file) => file === plain || file.endsWith(`/${plain}`))
  );
}

/** What npm start and npm run deploy make, what a stranger is told to make, and a key of the store. */
const MADE = new Set([
  ".dev.vars",
  ".wrangler/state",
  "deployment/",
  "settings.json",
  "deployment/wrangler.toml",
  "mail.eml",
  "expected.json",
  "rates/state.json",
]);

test("every link in the project's documents leads to a file", () => {
  const links = documents
    .filter((document) => !document.startsWith("scripts/reference/"))
    .flatMap((document) => linksIn(document));
  const lost = links.filter(
    ({ document, path }) => !existsSync(join(ROOT, dirname(document), path)),
  );

  expect(links.length).toBeGreaterThan(80);
  expect(lost).toEqual([]);
});

test("every path that the documents name exists", () => {
  const paths = documents.flatMap((document) => pathsIn(document));

  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((named) => !MADE.has(named.path) && !isThere(named))).toEqual([]);
});
