// Labels over their values become rows, where figures tell that the lines below labels are values.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { joinLabelsOverValues } from "../../../src/receipts/view/label-over-value.ts";
import { expectLinear } from "../../growth.ts";

const join = (...lines: string[]) => joinLabelsOverValues(lines.join("\n")).split("\n");

test("figures below labels stand beside them, and so does a name between two of them", () => {
  expect(
    join(
      "Hello Ada,",
      "Card",
      "•••• 4410",
      "Merchant",
      "CORNER CAFE",
      "Amount",
      "12.00 €",
      "Date",
      "20.11.2026",
      "Bye",
    ),
  ).toEqual([
    "Hello Ada,",
    "Card\t•••• 4410",
    "Merchant\tCORNER CAFE",
    "Amount\t12.00 €",
    "Date\t20.11.2026",
    "Bye",
  ]);
});

test("a heading between two rows stays a line of its own", () => {
  const lines = [
    "Card",
    "•••• 4410",
    "Your order",
    "Amount",
    "12.00 €",
    "Total",
    "12.00 €",
    "Date",
    "20.11.2026",
  ];

  expect(join(...lines)).toContain("Your order");
  expect(join(...lines)).toContain("Total\t12.00 €");
});

test.each([
  [
    "values over their labels",
    [
      "- 129,000 VND",
      "Amount",
      "02/11/2026",
      "Date",
      "VISA *3127",
      "Card",
      "18,414,845 VND",
      "Limit",
    ],
  ],
  ["fewer than three figures", ["Amount", "12.00 €", "Date", "20.11.2026"]],
  [
    "labels of which none is known",
    ["Quux", "12.00 €", "Blarg", "20.11.2026", "Zork", "•••• 4410"],
  ],
  [
    "sentences over figures",
    [
      "This is what you paid.",
      "12.00 €",
      "And this is the day.",
      "20.11.2026",
      "Then this.",
      "1234",
    ],
  ],
])("stay as they are: %s", (_what, lines) => {
  expect(join(...lines)).toEqual(lines);
});

test("the name over an account's number is the value of the label above it", () => {
  expect(
    join(
      "Recipient",
      "ADA LANE",
      "NWB - 52201***88",
      "Date",
      "9 Nov 2026",
      "Amount",
      "Rp 1.500.000,00",
      "Fee",
      "Rp 2.500,00",
    ),
  ).toContain("ADA LANE");
});

test("no character moves, so that places in the text stay the same", () => {
  const line = fc.constantFrom(
    "Card",
    "•••• 4410",
    "Amount",
    "12.00 €",
    "Date",
    "20.11.2026",
    "",
    "Hello, Ada!",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const text = lines.join("\n");
      expect(joinLabelsOverValues(text).replaceAll("\t", "\n")).toBe(text);
    }),
  );
});

test("the time grows with the length of the text", async () => {
  await expectLinear(2_000, (size) => joinLabelsOverValues("Amount\n12.00 €\n".repeat(size)));
});
