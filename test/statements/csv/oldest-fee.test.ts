// A fee on the oldest row, which no running balance tests.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const TABLE = [
  "Date,Text,Amount,Fee,Balance",
  "2026-05-02,Cash machine,-40.00,1.50,858.50",
  "2026-05-04,Bakery,-8.50,0.00,850.00",
  "2026-05-09,Refund,20.00,0.00,870.00",
];

/** The ids of the questions and the amounts of a file of these lines. */
async function readLines(lines: readonly string[], answers: Record<string, string> = {}) {
  const { survey, rows } = await read(new TextEncoder().encode(lines.join("\n")), answers);
  return { asked: survey.questions.map(({ id }) => id), amounts: rows.map(({ amount }) => amount) };
}

describe("a fee on the oldest row alone", () => {
  test("a person is asked whether it comes on top, and either answer is followed", async () => {
    expect((await readLines(TABLE)).asked).toEqual(["fee"]);
    expect((await readLines(TABLE, { fee: "on_top" })).amounts).toEqual([
      -415_000, -85_000, 200_000,
    ]);
    expect((await readLines(TABLE, { fee: "included" })).amounts).toEqual([
      -400_000, -85_000, 200_000,
    ]);
  });

  test("an opening balance above the table shows that the fee comes on top", async () => {
    expect(await readLines(["Opening balance: 900.00", "", ...TABLE])).toEqual({
      asked: [],
      amounts: [-415_000, -85_000, 200_000],
    });
  });

  test("an opening balance above the table shows that the amount includes the fee", async () => {
    expect(await readLines(["Opening balance: 898.50", "", ...TABLE])).toEqual({
      asked: [],
      amounts: [-400_000, -85_000, 200_000],
    });
  });

  test("a fee on a later row is decided by the balances without a question", async () => {
    const later = [...TABLE.slice(0, 1), "2026-05-01,Shop,-10.00,0.00,900.00", ...TABLE.slice(1)];

    expect((await readLines(later)).asked).toEqual([]);
    expect((await readLines(later)).amounts).toEqual([-100_000, -415_000, -85_000, 200_000]);
  });
});
