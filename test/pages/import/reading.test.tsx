// How a file was read, as a person sees it, for formats with a table and for those without.

import { expect, test } from "vitest";
import { Proof, Reading } from "../../../src/pages/import/reading.tsx";
import { RowTable } from "../../../src/pages/import/rows.tsx";
import { READ_ACCEPT } from "../../../src/pages/import/words.ts";
import type { Layout, Row } from "../../../src/pages/ui/wire.ts";

const LAYOUT: Layout = {
  fingerprint: "csv:1",
  format: "csv",
  bank: null,
  encoding: "utf-8",
  delimiter: ";",
  header_line: 1,
  columns: [{ index: 0, label: "Date", role: "date" }],
  date_format: "YYYY-MM-DD",
  decimal_mark: ",",
  sign: "negative",
  currency: "eur",
  account: null,
  proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null },
  why: [],
};

const text = (page: unknown) =>
  String(page)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("a table shows its delimiter, header and columns", () => {
  const shown = text(<Reading layout={LAYOUT} />);

  expect(shown).toContain("Format CSV");
  expect(shown).toContain("Delimiter semicolon Header line 1");
  expect(shown).toContain("Column Date Used as date");
});

test.each([
  ["camt", "ISO 20022 (camt)"],
  ["ofx", "OFX, QFX or QBO"],
  ["qif", "QIF"],
  ["mt940", "SWIFT MT940"],
  ["coda", "CODA"],
  ["bai2", "BAI2"],
  ["aeb43", "AEB 43 (Norma 43)"],
  ["cfonb120", "CFONB 120"],
])("%s has no header, no delimiter, and fields instead of columns", (format, name) => {
  const shown = text(
    <Reading
      layout={{ ...LAYOUT, format, delimiter: null, header_line: null, decimal_mark: null }}
    />,
  );

  expect(shown).toContain(`Format ${name}`);
  expect(shown).not.toMatch(/Header|Delimiter|Decimal mark/);
  expect(shown).toContain("Field Date");
});

test("a workbook has a header and no delimiter", () => {
  const shown = text(
    <Reading layout={{ ...LAYOUT, format: "xlsx", delimiter: null, header_line: 3 }} />,
  );

  expect(shown).toContain("Format Excel workbook (XLSX)");
  expect(shown).toContain("Header line 3");
  expect(shown).not.toContain("Delimiter");
});

test("a balance that does not fit is shown even if it could check no row", () => {
  const proof: Layout["proof"] = {
    kind: "opening and closing balance",
    rows_checked: 0,
    rows_proven: 0,
    breaks_at: 12,
  };

  expect(text(<Proof proof={proof} />)).toContain("does not match at line 12");
  expect(text(<Proof proof={proof} />)).toContain("Balances do not match.");
  expect(text(<Proof proof={LAYOUT.proof} />)).toContain("Not verified");
});

test("only a balance that fits everywhere is called proven; otherwise the share and the breaking lines are shown", () => {
  const whole = text(
    <Proof
      proof={{ kind: "running balance", rows_checked: 19, rows_proven: 19, breaks_at: null }}
    />,
  );
  const part = text(
    <Proof
      proof={{
        kind: "running balance",
        rows_checked: 19,
        rows_proven: 13,
        breaks_at: 4,
        breaks: 6,
        break_lines: [4, 7, 8, 12, 13, 20],
      }}
    />,
  );
  const many = text(
    <Proof
      proof={{
        kind: "running balance",
        rows_checked: 900,
        rows_proven: 870,
        breaks_at: 4,
        breaks: 30,
        break_lines: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
      }}
    />,
  );

  expect(whole).toBe(
    "Verified. The running balance confirms 19 of 19 steps from row to row: the amounts and signs are right and no row is missing.",
  );
  expect(part).toBe(
    "Partly verified. The running balance matches 13 of 19 steps from row to row. It does not match in 6 places: lines 4, 7, 8, 12, 13, 20. A row may be missing or misread there.",
  );
  expect(many).toContain(
    "It does not match in 30 places: lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13 and 20 more.",
  );
});

const rowOf = (line: number, notes: string | null = null): Row => ({
  line,
  state: "waiting",
  transaction_id: null,
  reason: null,
  raw: [],
  item: {
    date: "2026-10-01",
    amount: "3.2000",
    payee: "Corner Coffee",
    original_name: "Corner Coffee Order 5512",
    notes,
    external_id: `t1:${line}:1`,
  },
});

test("each row where the running balance breaks is marked, but not by a closing balance on one line", () => {
  const table = (proof: Layout["proof"]) =>
    text(<RowTable rows={[rowOf(3), rowOf(4)]} caption="Rows" currency="eur" proof={proof} />);

  expect(
    table({ kind: "running balance", rows_checked: 2, rows_proven: 1, breaks_at: 4 })
      .split(" 4 2026-10-01 ")
      .map((part) => part.includes("the balance does not match here")),
  ).toEqual([false, true]);
  expect(
    table({
      kind: "running balance",
      rows_checked: 2,
      rows_proven: 0,
      breaks_at: 3,
      breaks: 2,
      break_lines: [3, 4],
    }).match(/does not match here/g),
  ).toHaveLength(2);
  expect(
    table({ kind: "opening and closing balance", rows_checked: 2, rows_proven: 0, breaks_at: 4 }),
  ).not.toContain("does not match here");
  expect(table(LAYOUT.proof)).not.toContain("does not match here");
});

test("notes that are already in the bank's full text are not shown twice", () => {
  const table = (notes: string) =>
    text(<RowTable rows={[rowOf(3, notes)]} caption="Rows" currency="eur" proof={null} />);

  expect(table("Order 5512").match(/Order 5512/g)).toHaveLength(1);
  expect(table("Original amount: 25.00 GBP")).toContain("Original amount: 25.00 GBP");
});

test("a file whose only balance proves nothing is not described as having none", () => {
  expect(text(<Proof proof={LAYOUT.proof} />)).not.toContain("has no balances");
});

test("the page says in words how money out is marked", () => {
  expect(text(<Reading layout={{ ...LAYOUT, sign: "flag column" }} />)).toContain(
    "Money out marked by a word or letter",
  );
});

test("the file dialog accepts the file names under which banks offer their files", () => {
  const offered = READ_ACCEPT.split(",");

  for (const end of [
    ".csv",
    ".ofx",
    ".qfx",
    ".qbo",
    ".qif",
    ".xml",
    ".sta",
    ".mt940",
    ".cod",
    ".bai",
    ".n43",
    ".cfo",
    ".pdf",
    ".xlsx",
    ".xls",
    ".zip",
  ])
    expect(offered).toContain(end);
});
