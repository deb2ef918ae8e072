// Which column holds the booking date, and dates that are printed without a year.

import { describe, expect, test } from "vitest";
import { describeRow, read } from "./reading.ts";

/** A statement with two dates under these labels. */
function printTwo(labels: string, dates: readonly (readonly [string, string])[]): string {
  const rows = dates.map(([one, other], at) => `${one};${other};Shop ${at};-${at + 1},50\n`);
  return `${labels};Description;Amount\n${rows.join("")}`;
}

const TURNING: readonly (readonly [string, string])[] = [
  ["2026-03-05", "2026-03-05"],
  ["2026-03-03", "2026-03-06"],
  ["2026-03-06", "2026-03-06"],
  ["2026-03-04", "2026-03-07"],
];

describe("columns of dates", () => {
  test.each(["Aaa;Bbb", "Fecha operación;Fecha contable"])(
    "of two dates under %s the one that the rows are in the order of is the booking date",
    async (labels) => {
      const { rows, survey } = await read(printTwo(labels, TURNING));

      expect(survey.questions).toEqual([]);
      expect(rows.map(({ date }) => date)).toEqual(TURNING.map(([, booked]) => booked));
    },
  );

  test("two dates under unknown labels that both run one way are asked about", async () => {
    const both = TURNING.map(([, day], at) => [`2026-03-0${at + 1}`, day] as const);
    const { survey } = await read(printTwo("Aaa;Bbb", both));

    expect(survey.questions.map(({ id }) => id)).toEqual(["date_column"]);
  });

  test("beside a date of value, the other column of dates is the booking date", async () => {
    const both = TURNING.map(([, day], at) => [day, `2026-03-${12 + at}`] as const);
    const { rows } = await read(printTwo("Aaa;Value date", both));

    expect(rows.map(({ date }) => date)).toEqual(both.map(([booked]) => booked));
  });

  test("a text that ends in a date is no date", async () => {
    const lines = [5, 6, 7].map(
      (day) => `0${day}.08.2025;Kortafærsla 0${day}.08.2025;-${day},50\n`,
    );
    const { rows, survey } = await read(`Dags.;Skýring;Upphæð\n${lines.join("")}`);

    expect(survey.questions).toEqual([]);
    expect(rows.map(describeRow)[0]).toBe("2025-08-05 -5.50 Kortafærsla 05.08.2025");
  });
});

describe("dates without a year", () => {
  const ROWS = "Date;Text;Amount\n15 Mar;Shop;-3,50\n16 Mar;Bakery;-4,50\n28/03;Work;400,50\n";

  test("the stated period tells the year", async () => {
    const { rows, survey } = await read(`Period;01.03.2024 - 31.03.2024;\n${ROWS}`);

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ date }) => date)).toEqual(["2024-03-15", "2024-03-16", "2024-03-28"]);
  });

  test("years of two digits in Thai are of the Buddhist calendar", async () => {
    const { rows } = await read(
      "วันที่,รายการ,จำนวนเงิน\n29/02/67,ร้านกาแฟ,-3.50\n17/03/67,เงินเดือน,40.50\n",
    );

    expect(rows.map(({ date }) => date)).toEqual(["2024-02-29", "2024-03-17"]);
  });

  test("without a period the year is asked, and never remembered for the next file", async () => {
    const { survey } = await read(ROWS);

    expect(
      survey.questions.map(({ id, choices }) => [id, ...choices.map((one) => one.label)]),
    ).toEqual([["year", "2026", "2025", "2024"]]);
    expect((await read(ROWS, { year: "2025" })).rows.map(describeRow)).toEqual([
      "2025-03-15 -3.50 Shop",
      "2025-03-16 -4.50 Bakery",
      "2025-03-28 400.50 Work",
    ]);
  });
});
