// The states of imports, messages, receipts and schedules' runs change only through the functions
// that hold their tables.

import { expect, test } from "vitest";

const SOURCES = import.meta.glob<string>("../../src/importer/**/*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * A statement that sets a state by itself. The functions that hold the tables build theirs from the
 * columns they are given.
 */
const SETS_STATE = /UPDATE (?:runs|inbox|receipts|schedule_runs) SET (?:(?!WHERE)[^`"])*\bstate = /;

test("no statement sets the state of an import, message, receipt or schedule's run past its table", () => {
  const files = Object.entries(SOURCES);

  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(([, text]) => SETS_STATE.test(text)).map(([path]) => path)).toEqual([]);
});

test("such a statement would be found", () => {
  expect("UPDATE inbox SET failures = 0, state = 'received' WHERE seq = ?").toMatch(SETS_STATE);
});
