// Holds the dependency arrows of src, type imports included: money, platform <- statements, sources
// <- receipts <- importer, budget, oauth <- pages <- http <- index. The importer knows the
// budgeting service only as HTTP. No file is part of a circle of imports.

import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

const BELOW = ["money", "platform", "config.ts"];

/** Folder -> the folders and files it may import from. */
const MAY: Record<string, readonly string[]> = {
  platform: [],
  money: ["platform"],
  statements: ["money", "platform"],
  sources: ["money", "platform"],
  receipts: ["money", "platform", "statements"],
  importer: [...BELOW, "statements", "receipts", "sources"],
  budget: [...BELOW, "sources"],
  oauth: BELOW,
  pages: [...BELOW, "statements", "importer", "budget", "oauth"],
  http: [...BELOW, "sources", "importer", "budget", "oauth", "pages"],
};

/** "../src/money/day.ts" -> "money/day.ts" */
const FILES = new Map(
  Object.entries(SOURCES).map(([path, source]) => [path.replace(/^\.\.\/src\//, ""), source]),
);
const IMPORTS = new Map([...FILES].map(([path, source]) => [path, listImports(path, source)]));

function listImports(path: string, source: string): string[] {
  const base = new URL(path, "file:///");
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map((match) =>
    new URL(match[1] ?? "", base).pathname.slice(1),
  );
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

test("there are sources to look at", () => {
  expect(FILES.size).toBeGreaterThan(800);
  expect([...IMPORTS.values()].flat().length).toBeGreaterThan(3_000);
});

for (const [folder, allowed] of Object.entries(MAY)) {
  test(`${folder} imports only from ${[folder, ...allowed].join(", ")}`, () => {
    for (const [path, targets] of IMPORTS) {
      if (folderOf(path) !== folder) continue;
      for (const target of targets) {
        expect([folder, ...allowed], `${path} imports ${target}`).toContain(folderOf(target));
      }
    }
  });
}

test("every folder of src has its arrows stated here", () => {
  const folders = new Set([...FILES.keys()].filter((path) => path.includes("/")).map(folderOf));

  expect([...folders].toSorted()).toEqual(Object.keys(MAY).toSorted());
});

test("no file is part of a circle of imports, types included", () => {
  // bindings.d.ts names every object class for the type checker alone; nobody imports it.
  expect(findCircles(IMPORTS)).toEqual([]);
});

/** The strongly connected components of more than one file (Tarjan's algorithm). */
function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    const own = index.size;
    index.set(file, own);
    lowest.set(file, own);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) {
        lowest.set(file, Math.min(lowest.get(file) ?? own, lowest.get(next) ?? own));
      }
    }
    if (lowest.get(file) !== own) return;
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) circles.push(component.toSorted());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return circles;
}

test("a circle of three files would be found", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c"]],
    ["c", ["a"]],
    ["d", ["a"]],
  ]);

  expect(findCircles(graph)).toEqual([["a", "b", "c"]]);
});
