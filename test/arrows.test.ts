// Holds the dependency arrows: value <- sources <- budget, import; value <- connect, oauth; all <- pages <- http <- index; and the
// importer knows the budgeting service only as HTTP. config, limits and sql are below all of them.

import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,tsx}", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Folder -> folders and files it may import from; "type" imports count too, but for the Env of config.ts. */
const MAY: Record<string, readonly string[]> = {
  value: [],
  sql: ["value", "limits.ts", "log.ts"],
  sources: ["value", "limits.ts", "log.ts"],
  budget: ["value", "sources", "sql", "config.ts", "limits.ts", "log.ts"],
  connect: ["value", "sql", "config.ts", "limits.ts", "log.ts"],
  import: ["value", "sources", "sql", "config.ts", "limits.ts", "log.ts", "connect"],
  oauth: ["value", "sql", "config.ts", "limits.ts", "log.ts"],
  pages: [
    "value",
    "sql",
    "config.ts",
    "limits.ts",
    "log.ts",
    "budget",
    "import",
    "connect",
    "oauth",
  ],
};

function folderOf(path: string): string {
  return path.replace(/^\.\.\/src\//, "").split("/")[0] ?? "";
}

function importsOf(path: string, source: string): string[] {
  const base = new URL(path, "file:///test/");
  return [...source.matchAll(/^(?:import|export)\s[^;]*?from "(\.[^"]+)"/gm)].map((match) =>
    folderOf(new URL(match[1] ?? "", base).pathname.replace(/^\/src\//, "../src/")),
  );
}

test("there are sources to look at", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(30);
});

for (const [folder, allowed] of Object.entries(MAY)) {
  test(`${folder} imports only from ${[folder, ...allowed].join(", ")}`, () => {
    for (const [path, source] of Object.entries(SOURCES).filter(
      ([path]) => folderOf(path) === folder,
    )) {
      for (const target of importsOf(path, source)) {
        expect([folder, ...allowed], `${path} imports from ${target}`).toContain(target);
      }
    }
  });
}

test("only http.ts and the index know everybody", () => {
  for (const [path, source] of Object.entries(SOURCES)) {
    if (["http.ts", "index.ts"].includes(folderOf(path))) continue;
    expect(importsOf(path, source), path).not.toContain("http.ts");
  }
});
