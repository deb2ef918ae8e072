// Files with few rows, and amounts whose sign, column or year nothing in the file shows, raise a
// question or are rejected. They are never read as if the file were clear.

import { describe, expect, test } from "vitest";
import { describeFate, read } from "./reading.ts";

const asks = async (file: string) => (await read(file)).survey.questions.map(({ id }) => id);
const rows = (amounts: readonly string[], text: (at: number) => string = (at) => `Alpha ${at}`) =>
  amounts.map((amount, at) => `2024-03-${13 + at},${text(at)},${amount}\n`).join("");

describe("few rows with as many amounts in as out", () => {
  test.each([
    ["under unknown labels", `Zorp,Blimt,Quonk\n${rows(["4.00", "-2.00", "7.00", "-9.00"])}`],
    ["under known labels", `Date,Description,Amount\n${rows(["4.00", "-2.00", "7.00", "-9.00"])}`],
    [
      "of a card",
      `Date,Card No.,Amount\n${rows(["4.00", "-2.00", "7.00", "-9.00", "3.00"], () => "****1234")}`,
    ],
    ["without a header", rows(["4.00", "-2.00", "7.00", "-9.00"])],
  ])(
    "few rows with as many amounts in as out need an answer about the sign: %s",
    async (_, file) => {
      expect(await asks(file)).toEqual(["sign"]);
    },
  );

  test.each([
    ["mostly out", `Date,Description,Amount\n${rows(["4.00", "-2.00", "-7.00", "-9.00"])}`],
    [
      "in nine rows",
      `Date,Description,Amount\n${rows(["4.00", "-2.00", "7.00", "-9.00", "-1.00", "3.00", "-2.00", "5.00", "6.00"])}`,
    ],
    [
      "with a word that says so",
      `Date,Description,Amount\n${rows(["4.00", "-2.00", "7.00", "-9.00"], (at) => (at === 0 ? "Salary March" : `Alpha ${at}`))}`,
    ],
    [
      "with balances",
      "Date,Description,Amount,Balance\n2024-03-13,A,4.00,104.00\n2024-03-14,B,-2.00,102.00\n2024-03-15,C,7.00,109.00\n2024-03-16,D,-9.00,100.00\n",
    ],
  ])("few rows need no answer about the sign: %s", async (_, file) => {
    expect(await asks(file)).toEqual([]);
  });

  test("the answer about the sign applies to every row", async () => {
    const file = `Zorp,Blimt,Quonk\n${rows(["4.00", "-2.00", "7.00", "-9.00"])}`;

    expect((await read(file, { sign: "turned" })).rows.map(({ amount }) => amount)).toEqual([
      -40_000, 20_000, -70_000, 90_000,
    ]);
    expect((await read(file, { sign: "as_printed" })).rows.map(({ amount }) => amount)).toEqual([
      40_000, -20_000, 70_000, -90_000,
    ]);
  });
});

test("amounts without any sign need an answer, although their texts mention purchases", async () => {
  const texts = [
    "POS PURCHASE A",
    "POS PURCHASE B",
    "CARD PAYMENT C",
    "ATM WITHDRAWAL D",
    "NORTHWIND",
  ];

  expect(
    await asks(
      `Date,Description,Amount\n${rows(["4.00", "2.00", "7.00", "9.00", "1000.00"], (at) => texts[at] ?? "")}`,
    ),
  ).toEqual(["sign"]);
});

describe("files with only negative amounts", () => {
  test.each([
    ["one payment of a card's bill", ["-250.00"], ["PAYMENT THANK YOU"]],
    [
      "payments of a card's bill among other rows",
      ["-250.00", "-12.00", "-80.00"],
      ["AUTOPAY PAYMENT RECEIVED", "Alpha", "Beta"],
    ],
    ["rows whose texts speak of money in", ["-250.00", "-12.00"], ["SALARY MARCH", "REFUND BOOKS"]],
  ])(
    "negative amounts of %s need an answer, because the bank may print charges as positive",
    async (_, amounts, texts) => {
      const file = `Date,Description,Amount\n${rows(amounts, (at) => texts[at] ?? "")}`;

      expect(await asks(file)).toEqual(["sign"]);
      expect((await read(file, { sign: "turned" })).rows.every(({ amount }) => amount > 0)).toBe(
        true,
      );
    },
  );

  test("negative amounts of purchases are money out without a question", async () => {
    const file = `Date,Description,Amount\n${rows(["-250.00", "-12.00", "-80.00"], (at) => ["RENT", "GROCERY", "Alpha"][at] ?? "")}`;

    expect(await asks(file)).toEqual([]);
    expect((await read(file)).rows.map(({ amount }) => amount)).toEqual([
      -2_500_000, -120_000, -800_000,
    ]);
  });
});

test.each([
  [
    "oldest first",
    "2024-03-13,A,10.00,90.00\n2024-03-14,B,20.00,110.00\n2024-03-15,C,5.00,105.00\n",
  ],
  [
    "newest first",
    "2024-03-15,C,5.00,105.00\n2024-03-14,B,20.00,110.00\n2024-03-13,A,10.00,90.00\n",
  ],
])(
  "unsigned amounts with steps up and down in the balance, %s, get a warning that no answer fits",
  async (_, printed) => {
    const { survey } = await read(`Date,Description,Amount,Balance\n${printed}`);

    expect(survey.questions.map(({ id }) => id)).toEqual(["sign"]);
    expect(survey.layout.warnings?.join(" ")).toContain(
      "neither answer about their sign is right for every row",
    );
  },
);

test("amounts in an unnamed original currency need an answer", async () => {
  const file = `Date,Description,Original Amount\n${rows(["4.00", "-2.00", "-7.00"])}`;

  expect(await asks(file)).toEqual(["amount_column"]);
  expect((await read(file, { amount_column: "2" })).rows.map(({ amount }) => amount)).toEqual([
    40_000, -20_000, -70_000,
  ]);
  expect(
    await asks(
      file
        .replace("Original Amount", "Original Amount,Original Currency")
        .replaceAll("00\n", "00,EUR\n"),
    ),
  ).toEqual([]);
});

test("a day more than ten years ahead belongs to another calendar, and its row is rejected", async () => {
  const { records } = await read(
    "Date,Description,Amount\n13/03/67,A,-4.00\n14/03/67,B,2.00\n15/03/67,C,-2.00\n",
  );

  expect(records.map(describeFate)).toEqual(["2 rejected", "3 rejected", "4 rejected"]);
  expect(records[0]).toMatchObject({
    reason:
      '"13/03/67" would be 2067-03-13, more than ten years ahead: the year may be from another calendar.',
  });
});
