// The words about files that were uploaded together, and the groups with the same questions.

import { expect, test } from "vitest";
import {
  findProgress,
  groupAsking,
  isProven,
  proposeAccountName,
  sharedAnswers,
  summarize,
} from "../../../src/pages/import/upload-summary.ts";
import { labelConfirm, countInserted } from "../../../src/pages/import/preview.tsx";
import type { Import, Layout, PreviewedRows } from "../../../src/pages/ui/wire.ts";

const PROOF = {
  kind: "running balance",
  rows_checked: 3,
  rows_proven: 3,
  breaks_at: null,
} as const;
const LAYOUT: Layout = {
  fingerprint: "csv:1",
  format: "csv",
  bank: null,
  encoding: "utf-8",
  delimiter: ",",
  header_line: 1,
  columns: [],
  date_format: null,
  decimal_mark: ".",
  sign: null,
  currency: "usd",
  account: null,
  proof: PROOF,
  why: [],
};

function runOf(name: string, changes: Partial<Import> = {}): Import {
  return {
    id: name,
    state: "preview",
    door: "upload",
    document: { name, bytes: 900, sha256: "0".repeat(64), media_type: "text/csv" },
    account: { id: 1, name: "Checking", currency: "usd" },
    layout: LAYOUT,
    questions: [],
    requests: 0,
    counts: { read: 4, inserted: 0, duplicate: 0, rejected: 0, skipped: 0, waiting: 4 },
    next_attempt_at: null,
    error: null,
    waits_for: null,
    balances: [],
    dismissed_at: null,
    created_at: "2026-11-22T10:00:00Z",
    finished_at: null,
    ...changes,
  };
}

const choice = (value: string) => ({ value, label: value, example: "" });
const ACCOUNT = { id: "account", ask: "Which account?", choices: [choice("1"), choice("2")] };
const DATES = { id: "date_order", ask: "Which date?", choices: [choice("dmy"), choice("mdy")] };

test("a sentence counts the files by what is left to do with them", () => {
  const proven = Array.from({ length: 21 }, (_, n) => runOf(`proven-${n}.csv`));
  const asks = ["a.csv", "b.csv"].map((name) => runOf(name, { state: "question" }));
  const photo = runOf("photo.png", { state: "failed", layout: null });

  expect(summarize([...proven, ...asks, photo])).toBe(
    "24 files: 21 proven, 2 need an answer, 1 is no statement.",
  );
  expect(summarize([runOf("a.csv", { state: "done" }), runOf("b.csv", { state: "posting" })])).toBe(
    "2 files: 1 imported, 1 being imported.",
  );
});

test("a file is proven only if balances prove every row, none is rejected, and its currency is the account's", () => {
  const changes: readonly Partial<Import>[] = [
    { layout: { ...LAYOUT, proof: { ...PROOF, rows_proven: 2, breaks_at: 4 } } },
    {
      layout: {
        ...LAYOUT,
        proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null },
      },
    },
    { layout: { ...LAYOUT, warnings: ["The balances contradict the signs."] } },
    { layout: { ...LAYOUT, currency: "eur" } },
    { counts: { ...runOf("a").counts, rejected: 1 } },
  ];

  expect(isProven(runOf("a.csv"))).toBe(true);
  expect(changes.map((change) => findProgress(runOf("a.csv", change)))).toEqual(
    changes.map(() => "unproven"),
  );
});

test("files of one layout whose names differ in numbers alone are answered once; another account's, and another folder's, are not", () => {
  const asking: Partial<Import> = { state: "question", questions: [ACCOUNT] };
  const inFolder = (folder: string) => ({
    ...asking,
    document: { ...runOf("2026-01.csv").document, folder },
  });
  const groups = groupAsking([
    runOf("checking-10.csv", asking),
    runOf("checking-2.csv", asking),
    runOf("savings-2.csv", asking),
    runOf("f1", inFolder("Card")),
    runOf("f2", inFolder("Loan")),
    runOf("done.csv"),
  ]);

  expect(groups.map(({ imports }) => imports.map(({ id }) => id))).toEqual([
    ["f1"],
    ["f2"],
    ["checking-2.csv", "checking-10.csv"],
    ["savings-2.csv"],
  ]);
});

test("a question about the layout alone is asked once for all its files, and its answer also holds for files with further questions", () => {
  const files = ["checking-1.csv", "savings.csv"].map((name) =>
    runOf(name, { state: "question", questions: [DATES] }),
  );
  const more = runOf("card.csv", { state: "question", questions: [ACCOUNT, DATES] });

  expect(groupAsking(files).length).toBe(1);
  expect(sharedAnswers({ account: "1", date_order: "mdy", sign: "x" }, more)).toEqual({
    date_order: "mdy",
  });
});

test.each([
  ["everyday-2025-01.csv", undefined, "Everyday"],
  ["Joint_Account_Statement_Mar_2026.xlsx", undefined, "Joint Account"],
  ["2026-01.csv", "Holiday savings", "Holiday savings"],
  ["2026-01.csv", undefined, ""],
])("the account of %s in the folder %s is proposed as %s", (name, folder, proposed) => {
  const document = { ...runOf(name).document, ...(folder !== undefined && { folder }) };

  expect(proposeAccountName(document)).toBe(proposed);
});

test("the button counts the transactions to insert, including those of another waiting file, and the changed ones", () => {
  const preview = (marks: Partial<PreviewedRows["marks"]>): PreviewedRows => ({
    import: runOf("a.csv"),
    marks: { new: 0, there: 5, elsewhere: 0, changed: 0, odd: 1, left_out: 2, ...marks },
    from: null,
    to: null,
    imported_before: null,
    rows: [],
    applies_rules: true,
    has_more: false,
  });

  expect(countInserted(preview({ new: 32, elsewhere: 7 }))).toBe(39);
  expect(labelConfirm(preview({ new: 32, elsewhere: 7 }))).toBe("Import 39 transactions");
  expect(labelConfirm(preview({ new: 1, changed: 2 }))).toBe("Import 1 transaction and change 2");
  expect(labelConfirm(preview({ changed: 1 }))).toBe("Change 1 transaction");
  expect(labelConfirm(preview({}))).toBe("Continue");
});
