// Items of another program are stored and read exactly as sent, and invalid rows are named.

import { expect, test } from "vitest";
import {
  ITEMS_HEAD,
  itemsDocument,
  type ToldItem,
} from "../../../src/statements/items/document.ts";
import { readItems } from "../../../src/statements/items/items.ts";
import { read } from "../reading.ts";

const COFFEE: ToldItem = {
  date: "2026-11-20",
  amount: "3.50",
  currency: "eur",
  payee: "Blue Cup",
  original_name: null,
  notes: null,
  reference: "A-1",
};

test("in items of another program positive is money out, the id the reference, the payee the fallback name", async () => {
  const { survey, rows } = await read(
    itemsDocument("account number 7", [
      COFFEE,
      {
        ...COFFEE,
        amount: "-20",
        original_name: "REFUND 7",
        notes: "two\nlines",
        reference: "A-2",
      },
    ]),
  );

  expect([survey.layout.account, survey.questions]).toEqual(["account number 7", []]);
  expect(rows).toMatchObject([
    {
      line: 2,
      date: "2026-11-20",
      amount: -35_000,
      currency: "eur",
      payee: "Blue Cup",
      description: "Blue Cup",
      reference: "A-1",
      pending: false,
    },
    { line: 3, amount: 200_000, description: "REFUND 7", notes: "two\nlines", reference: "A-2" },
  ]);
});

test("an invalid row is rejected with its fault, and the others are read", async () => {
  const changed = (change: object) => JSON.stringify({ ...COFFEE, ...change });
  const rows = [
    changed({ date: "2026-02-30" }),
    changed({ amount: "1.23456" }),
    changed({ currency: "xxq" }),
    changed({ payee: "" }),
    changed({ more: 1 }),
    changed({ reference: undefined }),
    "7",
    changed({}),
  ];
  const { records } = await read(`${ITEMS_HEAD}"account":"a","items":[\n${rows.join(",\n")}\n]}`);

  expect(
    records.map((record) =>
      record.kind === "rejected" ? [record.line, record.reason] : record.kind,
    ),
  ).toEqual([
    [2, '"2026-02-30" is not a day; expected YYYY-MM-DD.'],
    [3, '"1.23456" is not an amount of at most four decimals.'],
    [4, '"xxq" is not a currency code.'],
    [5, "The item's payee is not as expected."],
    [6, "The item's shape is not as expected."],
    [7, "The item's reference is not as expected."],
    [8, "The item's shape is not as expected."],
    "transaction",
  ]);
});

test("a document that is cut off, or not UTF-8, is refused", () => {
  const whole = new TextEncoder().encode(itemsDocument("a", [COFFEE]));
  const latin = whole.slice();
  latin[latin.length - 20] = 0xe9;
  for (const bytes of [
    whole.slice(0, -3),
    latin,
    new TextEncoder().encode(`${ITEMS_HEAD}"account":"","items":[]}`),
  ]) {
    expect(readItems(bytes)).toMatchObject({ ok: false, error: { reason: "malformed" } });
  }
});
