// Unsigned amounts between two named parties, with two columns of fees.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const HEADER = "Date,From,To,Amount,Fee,Levy,Balance";
const ROWS = [
  "2026-03-01,Own 77,Shop 1,120.00,0.90,0.20,878.90",
  "2026-03-03,Payer 5,Own 77,500.00,0.00,0.00,1378.90",
  "2026-03-05,Own 77,Shop 2,60.00,0.00,0.00,1318.90",
  "2026-03-09,Own 77,Shop 3,200.00,2.00,0.00,1116.90",
  "2026-03-12,Payer 6,Own 77,40.00,0.00,0.00,1156.90",
  "2026-03-15,Own 77,Shop 4,800.00,6.00,7.00,343.90",
];

describe("unsigned amounts between a payer and a payee", () => {
  test("get their sides from the holder's column, and two fees together leave the account", async () => {
    const { survey, rows, proof } = await read(`${[HEADER, ...ROWS].join("\n")}\n`);

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ amount }) => amount / 10_000)).toEqual([-121.1, 500, -60, -202, 40, -813]);
    expect(proof).toMatchObject({ rows_checked: 5, rows_proven: 5 });
    expect(survey.layout.why).toContain(
      '"Fee" and "Levy" also change the balance: with them the running balance fits 5 of 5 rows, without them 3.',
    );
  });

  test("stay a question where one balance does not fit the two fees", async () => {
    const wrong = ROWS.map((row) => row.replace("1116.90", "1117.90"));
    const { survey } = await read(`${[HEADER, ...wrong].join("\n")}\n`);

    expect(survey.questions).not.toEqual([]);
  });
});
