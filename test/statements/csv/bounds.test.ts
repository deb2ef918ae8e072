// Limits and abuse: each is answered quickly, by a refusal or by a visibly rejected row.

import { describe, expect, test } from "vitest";
import {
  CSV_CELL_CHARS_MAX,
  CSV_COLUMNS_MAX,
  CSV_RECORD_CHARS_MAX,
} from "../../../src/platform/limits.ts";
import { readCsv } from "../../../src/statements/csv/read.ts";
import { SLICE_RECORDS } from "../../../src/statements/format.ts";
import { expectWithin } from "../../growth.ts";
import { describeFate, documentOf, read, readRefusal } from "./reading.ts";

const ROW = "2024-01-15,A,-3.00\n";
const HEAD = "Date,Payee,Amount\n";

describe("bounds of CSV files", () => {
  test(`a cell of ${CSV_CELL_CHARS_MAX} characters is read, and one more is rejected`, async () => {
    const file = (chars: number) =>
      `${HEAD}${ROW.repeat(40)}2024-01-16,"${"x".repeat(chars)}",4.00\n${ROW}`;

    expect((await read(file(CSV_CELL_CHARS_MAX))).records.map(describeFate)[40]).toBe(
      "42 transaction",
    );
    expect((await read(file(CSV_CELL_CHARS_MAX + 1))).records.map(describeFate)[40]).toBe(
      "42 rejected",
    );
  });

  test("a row that is too long to hold is rejected, and the rows after it keep their lines", async () => {
    const { records } = await read(
      `${HEAD}${ROW.repeat(40)}2024-01-16,${"x".repeat(2 * CSV_RECORD_CHARS_MAX)},4.00\n${ROW}`,
    );

    expect(records.map(describeFate).slice(39)).toEqual([
      "41 transaction",
      "42 rejected",
      "43 transaction",
    ]);
  });

  test(`a file of ${CSV_COLUMNS_MAX} columns is read, and one more is refused`, async () => {
    const file = (columns: number) => {
      const rest = columns - 3;
      return `Date,Payee,Amount${",x".repeat(rest)}\n${`2024-01-15,A,-3.00${",y".repeat(rest)}\n`.repeat(3)}`;
    };

    expect((await read(file(CSV_COLUMNS_MAX))).rows.length).toBe(3);
    expect(await readRefusal(file(CSV_COLUMNS_MAX + 1))).toBe(
      "Line 1 has 257 columns; at most 256 are read.",
    );
  });

  test("rows with huge amounts, NUL bytes or another width are rejected with their number", async () => {
    const { records } = await read(
      `${HEAD}${ROW}2024-01-16,B,99999999999999999.99\n2024-01-16,B,900719925475.00\n2024-01-17,C\0D,-1.00\n2024-01-18,-1.00\n2024-01-19,E,f,-1.00\n${ROW}`,
    );

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 rejected",
      "4 rejected",
      "5 rejected",
      "6 rejected",
      "7 rejected",
      "8 transaction",
    ]);
  });

  test("a last row that is cut off is rejected", async () => {
    const { records } = await read(`${HEAD}${ROW}2024-01-16,B,-4.`);

    expect(records.map(describeFate)).toEqual(["2 transaction", "3 rejected"]);
  });

  const ABUSE: readonly (readonly [string, () => string])[] = [
    ["ten million commas", () => ",".repeat(10_000_000)],
    ["five million rows of commas", () => `a,b\n${",\n".repeat(5_000_000)}`],
    ["ten million line ends", () => "\n".repeat(10_000_000)],
    ["ten million quotes", () => '"'.repeat(10_000_000)],
    ["a quote that never closes", () => `a,b\n1,"${"x,y\n".repeat(2_500_000)}`],
    ["three million quoted cells in a row", () => `a,b\n${'"",'.repeat(3_000_000)}`],
    ["every delimiter in turn", () => ",;\t|".repeat(1_250_000)],
    ["one field of twenty million", () => `a\n${"x".repeat(20_000_000)}`],
  ];
  test.each(ABUSE)("%s is refused within a second", async (_, make) => {
    const content = new TextEncoder().encode(make());

    await expectWithin(1_000, async () => expect(await readRefusal(content)).toMatch(/\.$/));
  });

  test("an open quote on every line costs linear time", async () => {
    const content = HEAD + ROW.repeat(20) + '2024-01-16,"B,-4.00\n'.repeat(20_000);

    await expectWithin(2_000, async () => {
      const { records } = await read(content);
      expect(records.filter((record) => record.kind === "rejected").length).toBe(20_000);
    });
  });
});

describe("slices of a CSV file", () => {
  test("every record appears exactly once, even if reading resumes at any slice", async () => {
    const content =
      HEAD +
      Array.from(
        { length: 2_500 },
        (_, index) => `2024-01-${String(13 + (index % 15))},Shop ${index},-${index}.25\n`,
      ).join("");
    const whole = await read(content);

    for (const from of [0, 1, SLICE_RECORDS, 1_999, 2_500]) {
      const lines: number[] = [];
      let next = from;
      for await (const slice of readCsv(documentOf(content), whole.survey.plan, from)) {
        expect(slice.records.length).toBeLessThanOrEqual(SLICE_RECORDS);
        lines.push(
          ...slice.records.map((record) =>
            record.kind === "transaction" ? record.row.line : record.line,
          ),
        );
        next = slice.next;
      }
      expect(next).toBe(2_500);
      expect(lines).toEqual(Array.from({ length: 2_500 - from }, (_, index) => index + from + 2));
    }
  });

  test("the maximum number of rows is read, and one more is refused with a visible reason", async () => {
    const content = HEAD + ROW.repeat(51);
    const { survey } = await read(content);
    const readFates = async (rowsMax: number) => {
      const all = [];
      for await (const slice of readCsv(documentOf(content), survey.plan, 0, rowsMax))
        all.push(...slice.records.map(describeFate));
      return all;
    };

    expect((await readFates(51)).length).toBe(51);
    expect((await readFates(50)).slice(49)).toEqual(["51 transaction", "52 rejected"]);
    expect((await readFates(20)).slice(19)).toEqual(["21 transaction", "22 rejected"]);
  });

  test("the plan survives being stored as JSON", async () => {
    const content = HEAD + ROW.repeat(30);
    const { survey, records } = await read(content);
    const again = [];
    for await (const slice of readCsv(
      documentOf(content),
      JSON.parse(JSON.stringify(survey.plan)),
      0,
    ))
      again.push(...slice.records);

    expect(again).toEqual(records);
  });
});
