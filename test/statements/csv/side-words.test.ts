// Unsigned amounts with a word for the side, known, learned or asked about.

import { describe, expect, test } from "vitest";
import { describeRow, read } from "./reading.ts";

/** Twenty debits and a credit among them. */
const SPENDING = Array.from(
  { length: 20 },
  (_, index) => `2024-03-${String(index + 1).padStart(2, "0")},LUNCH,3.50,debit`,
);

test("one credit among twenty debits is still money in", async () => {
  const { rows } = await read(
    `Date,Description,Amount,Transaction Type\n${[...SPENDING, "2024-03-21,EMPLOYER,2123.45,credit"].join("\n")}\n`,
  );

  expect(rows.map((row) => row.amount)).toEqual([
    ...Array.from({ length: 20 }, () => -35_000),
    21_234_500,
  ]);
});

const WORDS = `Date,Description,Amount,Kind,Balance
2024-03-01,EMPLOYER,900.00,Plusz,1900.00
2024-03-02,GROCER,42.10,Minusz,1857.90
2024-03-03,BUS,2.00,Minusz,1855.90
2024-03-04,REFUND,10.00,Plusz,1865.90
`;

test("an unknown word's meaning is learned from the balances, even for a row they do not prove", async () => {
  const { rows, survey } = await read(WORDS);

  expect(survey.questions).toEqual([]);
  expect(rows.map(describeRow)).toEqual([
    "2024-03-01 900.00 EMPLOYER",
    "2024-03-02 -42.10 GROCER",
    "2024-03-03 -2.00 BUS",
    "2024-03-04 10.00 REFUND",
  ]);
});

test("without balances the word for money out needs an answer, which settles every row", async () => {
  const file = WORDS.replaceAll(/,[^,\n]*$/gm, "");
  const { survey } = await read(file);
  const [question] = survey.questions;

  expect(question?.id).toBe("sign");
  const choice = question?.choices.find(({ label }) => label.startsWith("“Minusz”"));
  const { rows } = await read(file, { sign: choice?.value ?? "" });
  expect(rows.map((row) => row.amount)).toEqual([9_000_000, -421_000, -20_000, 100_000]);
});

test("a word that is on no row of the survey is rejected, not guessed", async () => {
  const many = Array.from(
    { length: 1_200 },
    (_, index) => `2024-03-04,BUS,1.00,Minusz,${(1864.9 - index).toFixed(2)}`,
  );
  const { records } = await read(`${WORDS}${many.join("\n")}\n2024-03-05,ODD,1.00,Storno,1.00\n`);

  expect(records.at(-1)).toMatchObject({
    kind: "rejected",
    reason: '"Storno" in "Kind" means neither debit nor credit.',
  });
});

test("a few unsigned amounts that are proven to be out do not settle the row that no balance proves", async () => {
  const { survey } = await read(
    "Date,Description,Amount,Balance\n2024-03-01,EMPLOYER,900.00,1900.00\n2024-03-02,GROCER,42.10,1857.90\n2024-03-03,BUS,2.00,1855.90\n",
  );

  expect(survey.questions.map(({ id }) => id)).toEqual(["sign"]);
});

test("balances from before each row do not reverse the signs", async () => {
  const { rows } = await read(
    "01-03-2024,X1,EMPLOYER,1000.00,900.00\n14-03-2024,X2,GROCER,1900.00,-42.10\n15-03-2024,X3,BUS,1857.90,-2.00\n",
    { amount_column: "4" },
  );

  expect(rows.map((row) => row.amount)).toEqual([9_000_000, -421_000, -20_000]);
});

describe("which words a question may be about", () => {
  const file = (label: string, one: string, two: string) =>
    `Date,Text,Amount,${label}\n2026-03-13,A,10.00,${one}\n2026-03-14,B,20.00,${two}\n2026-03-15,C,30.00,${one}\n2026-03-16,D,40.00,${two}\n`;

  test("first names are no key to money in and out", async () => {
    const { survey } = await read(file("VORNAME", "Gavin", "Hannah"));

    expect(survey.questions.map(({ id, choices }) => [id, choices.length])).toEqual([["sign", 2]]);
  });

  test("a label that spells two letters says which is money out", async () => {
    const { survey, rows } = await read(file("B/D", "B", "D"));

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ amount }) => amount / 10_000)).toEqual([-10, 20, -30, 40]);
  });

  test("words of sides are known in many languages, in whatever order the label has them", async () => {
    for (const [label, out, into] of [
      ["Ind/Ud", "Ud", "Ind"],
      ["Pano/Otto", "Otto", "Pano"],
      ["D/P", "Isplata", "Uplata"],
      ["नामे/जमा", "डेबिट", "क्रेडिट"],
      ["Дт/Кт", "Дт", "Кт"],
      ["收支类型", "借", "贷"],
      ["T/J", "T", "J"],
    ] as const) {
      const { survey, rows } = await read(file(label, out, into));

      expect([label, survey.questions]).toEqual([label, []]);
      expect([label, ...rows.map(({ amount }) => amount / 10_000)]).toEqual([
        label,
        -10,
        20,
        -30,
        40,
      ]);
    }
  });
});
