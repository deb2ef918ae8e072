// Records out of text: corner cases of quoting and line ends, and what broken quotes may cost.

import { describe, expect, test } from "vitest";
import { tokenizer } from "../../../src/statements/csv/shape/tokenize.ts";
import { describeRow, describeFate, read } from "./reading.ts";

function rowsOf(text: string, delimiter = ",", width = 0): string[][] {
  const tokens = tokenizer({ delimiter, newline: "\n", wrapped: false }, width);
  return [...tokens.push(text).rows, ...tokens.end().rows];
}

// prettier-ignore
const CASES: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
  ["a comma in quotes", 'a,"b, c",d\n', [["a", "b, c", "d"]]],
  ["doubled quotes", '"say ""hi""",b\n', [['say "hi"', "b"]]],
  ["a line end in quotes", '"two\nlines",b\nc,d\n', [["two\nlines", "b"], ["c", "d"]]],
  ["CRLF and LF in one file", "a,b\r\nc,d\ne,f\r\n", [["a", "b"], ["c", "d"], ["e", "f"]]],
  ["a lone CR among LF", "a,b\nc,d\re,f\n", [["a", "b"], ["c", "d"], ["e", "f"]]],
  ["no line end at the end", "a,b\nc,d", [["a", "b"], ["c", "d"]]],
  ["empty fields", ",\n,b\n", [["", ""], ["", "b"]]],
  ["a quote within a field is text", 'pipe 12" long,b\n', [['pipe 12" long', "b"]]],
  ["text behind a closing quote is text", '"A"x,b\nc,d\n', [['"A"x', "b"], ["c", "d"]]],
  ["blanks are kept", " a , b \n", [[" a ", " b "]]],
];

describe("records of a CSV text", () => {
  test.each(CASES)("records are split correctly: %s", (_, text, rows) => {
    expect(rowsOf(text)).toEqual(rows);
  });

  test("a quote that is never closed spoils only its own line, which is numbered", async () => {
    const { records, rows } = await read(
      'Date,Payee,Amount\n2024-01-15,A,-3.00\n2024-01-16,"B,-4.00\n2024-01-17,C,5.00\n',
    );

    expect(rows.map(describeRow)).toEqual(["2024-01-15 -3.00 A", "2024-01-17 5.00 C"]);
    expect(records.filter((record) => record.kind === "rejected").map(describeFate)).toEqual([
      "3 rejected",
    ]);
  });

  test("lines are counted through quoted line ends", async () => {
    const { records } = await read(
      'Date,Payee,Amount\n2024-01-15,"A\nB\nC",-3.00\n2024-01-16,D,x\n2024-01-17,E,5.00\n',
    );

    expect(records.map(describeFate)).toEqual(["2 transaction", "5 rejected", "6 transaction"]);
  });

  test("rows that are completely in one quoted cell are unfolded", async () => {
    const { rows, survey } = await read(
      '"Date,Amount,Name,Description"\n"2024-01-15,""-3,50"",Shop,""Tea, cake"""\n"2024-01-16,""4,00"",Friend,Lunch"\n',
    );

    expect(survey.plan.dialect.wrapped).toBe(true);
    expect(rows.map(describeRow)).toEqual([
      "2024-01-15 -3.50 Shop Tea, cake",
      "2024-01-16 4.00 Friend Lunch",
    ]);
  });

  test("a declared separator is used", async () => {
    const { rows } = await read(
      "sep=;\nDate;Payee;Amount\n2024-01-15;A, B, C;-3,00\n2024-01-16;D;4,00\n",
    );

    expect(rows.map(describeRow)).toEqual(["2024-01-15 -3.00 A, B, C", "2024-01-16 4.00 D"]);
  });

  test("a spreadsheet's guard around a cell is removed", async () => {
    const { rows } = await read(
      'Date,Reference,Payee,Amount\n2024-01-15,"=""000123""",A,-3.00\n2024-01-16,"=""000124""",B,4.00\n',
    );

    expect(rows.map((row) => row.facts["reference"])).toEqual(["000123", "000124"]);
  });

  test("labels that are names of object members do no harm", async () => {
    const { rows } = await read(
      "__proto__,constructor,Date,Amount,Payee\n1,2,2024-01-15,-3.00,A\n1,2,2024-01-16,4.00,toString\n",
    );

    expect(rows.map(describeRow)).toEqual(["2024-01-15 -3.00 A", "2024-01-16 4.00 toString"]);
  });
});
