// An unquoted thousands comma splits its number in a comma-separated file. Such a row is rejected,
// wherever the surplus cell ends up; "1,500.00" is never read as 1.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRow, describeFate, read } from "./reading.ts";

test.each([
  [
    "the surplus cell stands in place of an empty one at the end",
    "Date,Description,Amount,Memo,Category",
    "2026-03-14,Rent,1,500.00,,",
  ],
  [
    "the surplus cell fills the last column",
    "Date,Description,Amount,Memo",
    "2026-03-14,Rent,1,500.00",
  ],
  [
    "a minus stands in front",
    "Date,Description,Amount,Memo,Category",
    "2026-03-14,Rent,-1,500.00,,",
  ],
  [
    "parentheses stand around it",
    "Date,Description,Amount,Memo,Category",
    "2026-03-14,Rent,(1,500.00),,",
  ],
  [
    "a currency stands in front",
    "Date,Description,Amount,Memo,Category",
    "2026-03-14,Rent,$1,500.00,,",
  ],
  ["it has millions", "Date,Description,Amount,Memo,Category", "2026-03-14,Rent,1,500,000.00,"],
])("a row is rejected if %s", async (_, header, row) => {
  const width = header.split(",").length;
  const plain = (day: string, amount: string) =>
    [day, "Shop", amount, ...Array.from({ length: width - 3 }, () => "")].join(",");
  const { records, rows } = await read(
    `${header}\n${plain("2026-03-13", "-4.00")}\n${row}\n${plain("2026-03-15", "-55.25")}\n${plain("2026-03-16", "210.00")}\n`,
  );

  expect(rows.map(describeRow)).toEqual([
    "2026-03-13 -4.00 Shop",
    "2026-03-15 -55.25 Shop",
    "2026-03-16 210.00 Shop",
  ]);
  expect(records.map(describeFate)).toEqual([
    "2 transaction",
    "3 rejected",
    "4 transaction",
    "5 transaction",
  ]);
  const [, , head = "", tail = ""] = row.split(",");
  expect(records[1]).toMatchObject({
    reason: `The number in "Amount" seems to continue in the next cell: "${head}" and "${tail}" may be one number with a comma, which also separates the cells.`,
  });
});

test("the parts of a split number are not an amount in and an amount out, even before a balance", async () => {
  const { records } = await read(
    "Date,Description,Withdrawal,Deposit,Balance\n2026-03-13,A,4.00,,996.00\n2026-03-14,B,1,500.00,,504.00\n2026-03-15,C,5.00,,499.00\n2026-03-16,D,,2.00,501.00\n",
  );

  expect(records.map(describeFate)).toEqual([
    "2 transaction",
    "3 rejected",
    "4 transaction",
    "5 transaction",
  ]);
});

describe("cells that resemble the parts of a number", () => {
  test.each([
    [
      "a whole amount before a number of three digits that its column often has",
      "Date,Description,Amount,Check number\n2026-03-13,A,-4,101\n2026-03-14,B,-15,102\n2026-03-15,C,-20,103\n2026-03-16,D,200,\n",
      ["2026-03-13 -4.00 A", "2026-03-14 -15.00 B", "2026-03-15 -20.00 C", "2026-03-16 200.00 D"],
    ],
    [
      "a whole amount before a balance of three digits",
      "Date,Description,Amount,Balance\n2026-03-13,A,-4,996.00\n2026-03-14,B,-15,981.00\n2026-03-15,C,-20,961.00\n2026-03-16,D,20,981.00\n",
      ["2026-03-13 -4.00 A", "2026-03-14 -15.00 B", "2026-03-15 -20.00 C", "2026-03-16 20.00 D"],
    ],
    [
      "an amount with its decimals before a number",
      "Date,Description,Amount,Memo\n2026-03-13,A,-4.00,room 12\n2026-03-14,B,-15.00,500\n2026-03-15,C,-20.00,\n2026-03-16,D,20.00,\n",
      [
        "2026-03-13 -4.00 A room 12",
        "2026-03-14 -15.00 B 500",
        "2026-03-15 -20.00 C",
        "2026-03-16 20.00 D",
      ],
    ],
    [
      "in a file of semicolons",
      "Date;Description;Amount;Memo\n2026-03-13;A;-4,00;\n2026-03-14;B;-1;500,00\n2026-03-15;C;-20,00;\n2026-03-16;D;20,00;\n",
      ["2026-03-13 -4.00 A", "2026-03-14 -1.00 B", "2026-03-15 -20.00 C", "2026-03-16 20.00 D"],
    ],
  ])("cells that only look like the parts of a number are read: %s", async (_, file, said) => {
    expect((await read(file)).rows.map(describeRow)).toEqual(said);
  });
});

test("no amount from 1,000 up is read as another, with any number and kind of columns after it", async () => {
  const entry = fc.record({
    cents: fc.integer({ min: -900_000, max: 900_000 }).filter((cents) => cents !== 0),
    memo: fc.constantFrom("", "", "note", "12"),
  });
  const behind = fc.constantFrom(
    ["Memo"],
    ["Memo", "Category"],
    ["Memo", "Category", "Tags"],
    ["Balance", "Memo", "Tags"],
  );
  const grouped = (cents: number) => (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ",");
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 3, maxLength: 14 }),
      behind,
      async (some, columns) => {
        const all = [
          { cents: -425, memo: "" },
          ...some,
          { cents: -1_999, memo: "" },
          { cents: 2_050, memo: "" },
        ];
        let total = 50_000;
        const lines = all.map(({ cents, memo }, at) => {
          total += cents;
          const printed: Readonly<Record<string, string>> = {
            Balance: (total / 100).toFixed(2),
            Memo: memo,
          };
          const cells = columns.map((column) => printed[column] ?? "");
          return `2026-03-${String(at + 10)},Shop ${at},${[grouped(cents), ...cells].join(",")}`;
        });
        const { rows } = await read(
          `Date,Description,Amount,${columns.join(",")}\n${lines.join("\n")}\n`,
          { sign: "as_printed" },
        );
        const said = new Set(
          all.map(({ cents }, at) => `2026-03-${String(at + 10)} ${(cents / 100).toFixed(2)}`),
        );

        expect(
          rows
            .map((row) => describeRow(row).split(" ").slice(0, 2).join(" "))
            .filter((one) => !said.has(one)),
        ).toEqual([]);
      },
    ),
    { numRuns: 120 },
  );
});
