import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { StatementRow } from "../../../src/statements/statement.ts";
import {
  foreignNote,
  readForeign,
  isConversion,
  leadsTo,
} from "../../../src/importer/imports/foreign.ts";
import { normalize } from "../../../src/importer/imports/item.ts";
import { ITEM_NOTES_CHARS_MAX } from "../../../src/platform/limits.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";
import { read } from "../../statements/csv/reading.ts";

const rowOf = (
  description: string,
  amount: number,
  facts: Readonly<Record<string, string>> = {},
): StatementRow => ({
  line: 2,
  date: must(parseDay("2026-03-14"), "a day"),
  time: null,
  amount: units(amount),
  currency: null,
  payee: description,
  description,
  notes: null,
  reference: null,
  balance: null,
  account: null,
  pending: false,
  facts,
  cells: [],
});
const itemOf = (row: StatementRow, currency: "usd" | "gbp" | "eur" = "gbp") =>
  normalize(row, { run: "r", account: { id: 1, currency }, currency: null }).item;

test.each([
  [
    "HOTEL MARAIS EUROS 78.80 VISAXR 1.0724 CD 1425",
    -734_800,
    { original_amount: "78.80", original_currency: "EUR", rate: "1.0724" },
  ],
  [
    "SHOP USD 25.00 at 0.7891",
    -197_300,
    { original_amount: "25.00", original_currency: "USD", rate: "0.7891" },
  ],
  [
    "SHOP 25,00 USD Kurs 0,7891",
    -197_300,
    { original_amount: "25,00", original_currency: "USD", rate: "0,7891" },
  ],
  [
    "SHOP SEK 1.250,00 @ 13,0208",
    -960_000,
    { original_amount: "1.250,00", original_currency: "SEK", rate: "13,0208" },
  ],
  [
    "SHOP USD 25.00 at 0.7891 FX FEE 0.60",
    -203_300,
    { original_amount: "25.00", original_currency: "USD", rate: "0.7891", fee: "0.60" },
  ],
])("%s is read from the text", (text, amount, expected) => {
  expect(readForeign(rowOf(text, amount), "gbp")).toEqual(expected);
});

test.each([
  ["amount and rate do not lead to what was booked", "SHOP USD 25.00 at 0.7891", -1_000_000],
  ["the currency is the account's own", "SHOP GBP 25.00 at 1.0000", -250_000],
  ["no rate stands beside it", "INVOICE USD 25.00", -197_300],
  ["the number is a time", "SHOP AT 12.34", -123_400],
])("nothing is made of a text where %s", (_, text, amount) => {
  expect(readForeign(rowOf(text, amount), "gbp")).toEqual({});
});

test("a document's own fields go before the text; a currency in the amount's cell counts", () => {
  expect(
    readForeign(
      rowOf("SHOP USD 25.00 at 0.7891", -197_300, {
        original_amount: "30.00",
        original_currency: "usd",
      }),
      "gbp",
    ),
  ).toEqual({ original_amount: "30.00", original_currency: "USD" });
  expect(readForeign(rowOf("SHOP", -50_000, { original_amount: "-5,95 USD" }), "eur")).toEqual({
    original_amount: "-5,95",
    original_currency: "USD",
  });
});

test("a booking at home is none abroad: same currency, rate 1, fee 0", () => {
  expect(
    readForeign(
      rowOf("SHOP", -50_000, {
        original_amount: "5.00",
        original_currency: "GBP",
        rate: "1",
        fee: "0.00",
      }),
      "gbp",
    ),
  ).toEqual({});
});

test("what is posted is the account's amount; the other stands in notes and facts", () => {
  const item = itemOf({
    ...rowOf("SHOP", -197_300, {
      original_amount: "25.00",
      original_currency: "USD",
      rate: "0.7891",
      fee: "0.30",
    }),
    notes: "for the team",
  });

  expect(item).toMatchObject({
    amount: "19.7300",
    currency: "gbp",
    notes: "for the team\nOriginal amount: 25.00 USD, rate 0.7891, fee 0.30",
  });
  expect(item.custom_metadata.tributary).toMatchObject({
    original_amount: "25.00",
    original_currency: "USD",
    rate: "0.7891",
    fee: "0.30",
  });
  expect(itemOf(rowOf("SHOP", -197_300)).notes).toBeNull();
});

test("notes stay within what the service takes, whatever the cells hold", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 600 }),
      fc.string({ maxLength: 200 }),
      fc.string({ maxLength: 200 }),
      (notes, amount, rate) => {
        const item = itemOf({
          ...rowOf("SHOP", -1, { original_amount: amount, original_currency: "USD", rate }),
          notes,
        });
        expect(item.notes?.length ?? 0).toBeLessThanOrEqual(ITEM_NOTES_CHARS_MAX);
      },
    ),
  );
});

test("a rate is understood both ways round, within a twentieth", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9_999_99 }),
      fc.integer({ min: 1_000, max: 500_000 }),
      (cents, rate) => {
        const printed = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
        const by = `${Math.floor(rate / 10_000)}.${String(rate % 10_000).padStart(4, "0")}`;
        // In 1/10,000: cents * 100 * rate / 10,000.
        const booked = Math.round((cents * rate) / 100);
        fc.pre(booked > 1_000);
        expect(leadsTo(printed, by, booked)).toBe(true);
        expect(leadsTo(printed, by, booked * 1_000_000)).toBe(false);
      },
    ),
  );
});

test("changing money between one's own pockets is marked, so that it need not count as spending", () => {
  for (const [text, type] of [
    ["Exchanged to EUR", "EXCHANGE"],
    ["", "General Currency Conversion"],
    ["Converted 100.00 USD to EUR", ""],
  ] as const) {
    expect(isConversion(rowOf(text, -1, { type }))).toBe(true);
    expect(itemOf(rowOf(text, -1, { type })).custom_metadata.tributary["currency_conversion"]).toBe(
      "yes",
    );
  }
  expect(isConversion(rowOf("Currency Exchange Bureau Ltd", -1))).toBe(false);
});

test("an account in several currencies is posted in each row's own, and the balances prove each currency for itself", async () => {
  const { rows, proof, survey } = await read(
    "Type,Completed Date,Description,Amount,Currency,Balance\n" +
      "TOPUP,2026-03-01,Top-up,100.00,EUR,100.00\n" +
      "CARD,2026-03-02,Kiosk,-10.00,EUR,90.00\n" +
      "EXCHANGE,2026-03-03,Exchanged to USD,-40.00,EUR,50.00\n" +
      "EXCHANGE,2026-03-03,Exchanged from EUR,43.20,USD,43.20\n" +
      "CARD,2026-03-04,Diner,-13.20,USD,30.00\n" +
      "CARD,2026-03-05,Bakery,-5.00,EUR,45.00\n",
  );

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.currency)).toEqual(["eur", "eur", "eur", "usd", "usd", "eur"]);
  expect(proof).toMatchObject({ kind: "running balance", breaks_at: null });
  expect(proof.rows_proven).toBe(proof.rows_checked);
  expect(rows.map((row) => itemOf(row).currency)).toEqual([
    "eur",
    "eur",
    "eur",
    "usd",
    "usd",
    "eur",
  ]);
});

test("a file with no amount but the original one is posted in the original currency, never as if it were the account's", async () => {
  const { rows } = await read(
    "Date,Description,Original Amount,Original Currency\n2026-03-01,Diner,-25.00,USD\n2026-03-02,Kiosk,-8.00,CHF\n2026-03-03,Refund,5.00,USD\n",
  );

  expect(rows.map((row) => [row.amount, row.currency])).toEqual([
    [-250_000, "usd"],
    [-80_000, "chf"],
    [50_000, "usd"],
  ]);
});

test("the note is said of nothing without amount and currency", () => {
  expect(foreignNote({})).toBeNull();
  expect(foreignNote({ original_currency: "USD", rate: "1.1" })).toBeNull();
});
