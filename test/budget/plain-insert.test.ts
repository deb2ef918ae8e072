// The quick reader of insert bodies beside the schema: what it reads, the schema reads alike.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as limits from "../../src/platform/limits.ts";
import { readPlainInsert } from "../../src/budget/transactions/plain-insert.ts";
import { INSERT_BODY } from "../../src/budget/transactions/schemas.ts";

/** What an import sends. */
const ITEM = {
  date: "2026-11-20",
  amount: "4.50",
  currency: "eur",
  payee: "Corner Café",
  original_name: "CORNER CAFÉ 0042",
  notes: null,
  manual_account_id: 1,
  external_id: "t1:20261120:abc:1",
  custom_metadata: { tributary: { run: "r", line: 7 } },
};
const BODY = { transactions: [ITEM], apply_rules: true, skip_duplicates: true };

test("an import's batch is read without the schema", () => {
  expect(readPlainInsert(BODY)).toEqual({
    transactions: [
      { ...ITEM, amount: 45_000, custom_metadata: '{"tributary":{"run":"r","line":7}}' },
    ],
    apply_rules: true,
    skip_duplicates: true,
    skip_balance_update: false,
  });
});

const long = (chars: number) => "x".repeat(chars);
test.each([
  ["no object", []],
  ["nothing", null],
  ["no transactions", { transactions: [] }],
  [
    "one transaction too many",
    { transactions: Array.from({ length: limits.BATCH_ROWS_MAX + 1 }, () => ITEM) },
  ],
  ["a further property", { ...BODY, check: true }],
  ["a property named like an object's own", JSON.parse('{"transactions":[{"__proto__":1}]}')],
  ["a flag that is null", { ...BODY, apply_rules: null }],
  ["an item that is no object", { transactions: [null] }],
  ["an item with a further property", { transactions: [{ ...ITEM, constructor: 1 }] }],
  ["an item without a date", { transactions: [{ amount: 1 }] }],
  ["an item without an amount", { transactions: [{ date: "2026-11-20" }] }],
  ["a day that does not exist", { transactions: [{ ...ITEM, date: "2026-02-30" }] }],
  ["an amount with five decimals", { transactions: [{ ...ITEM, amount: "1.23456" }] }],
  ["a currency in capitals", { transactions: [{ ...ITEM, currency: "EUR" }] }],
  ["a payee too long", { transactions: [{ ...ITEM, payee: long(limits.PAYEE_CHARS_MAX + 1) }] }],
  ["a payee that is null", { transactions: [{ ...ITEM, payee: null }] }],
  ["half of a character", { transactions: [{ ...ITEM, notes: "\ud83d" }] }],
  ["an id with decimals", { transactions: [{ ...ITEM, category_id: 1.5 }] }],
  ["an id beyond what is exact", { transactions: [{ ...ITEM, category_id: 2 ** 53 }] }],
  ["tags", { transactions: [{ ...ITEM, tag_ids: [1] }] }],
  [
    "metadata too long",
    { transactions: [{ ...ITEM, custom_metadata: { a: long(limits.METADATA_CHARS_MAX) } }] },
  ],
])("what has %s is left to the schema", (_, body) => {
  expect(readPlainInsert(body)).toBeNull();
});

test.each([
  ["payee", limits.PAYEE_CHARS_MAX],
  ["original_name", limits.DESCRIPTION_CHARS_MAX],
  ["notes", limits.NOTES_CHARS_MAX],
  ["external_id", limits.EXTERNAL_ID_CHARS_MAX],
])("a %s of %i characters is read, and one more is the schema's to refuse", (name, charsMax) => {
  const bodyWith = (chars: number) => ({ transactions: [{ ...ITEM, [name]: long(chars) }] });
  const longest = bodyWith(charsMax);
  const tooLong = bodyWith(charsMax + 1);

  expect(INSERT_BODY.safeParse(longest)).toEqual({ success: true, data: readPlainInsert(longest) });
  expect(readPlainInsert(tooLong)).toBeNull();
  expect(INSERT_BODY.safeParse(tooLong).success).toBe(false);
});

test("a body that is read is read as the schema reads it", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 12 });
  const odd = fc.oneof(
    fc.constantFrom(null, "", "\udc00", "EUR", "2026-02-30", "1e3", "delete_pending", 2 ** 53, -0),
    fc.boolean(),
    fc.double(),
    fc.array(fc.integer(), { maxLength: 2 }),
  );
  const rarely = <T>(usual: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const amount = fc.oneof(
    fc.integer({ min: -1e9, max: 1e9 }).map((cents) => (cents / 100).toFixed(2)),
    fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
  );
  const item = fc.record(
    {
      date: rarely(fc.constantFrom("2026-11-20", "2024-02-29", "1900-01-01")),
      amount: rarely(amount),
      currency: rarely(fc.constantFrom("eur", "usd")),
      payee: rarely(text),
      original_name: rarely(text),
      category_id: rarely(fc.integer()),
      notes: rarely(text),
      manual_account_id: rarely(fc.integer()),
      linked_account_id: rarely(fc.integer()),
      recurring_id: rarely(fc.integer()),
      status: rarely(fc.constantFrom("reviewed", "unreviewed")),
      external_id: rarely(text),
      custom_metadata: rarely(fc.object({ maxDepth: 2, maxKeys: 3 })),
    },
    { requiredKeys: ["date", "amount"] },
  );
  const body = fc.record(
    {
      transactions: fc.array(item, { minLength: 1, maxLength: 2 }),
      apply_rules: rarely(fc.boolean()),
      skip_duplicates: rarely(fc.boolean()),
      skip_balance_update: rarely(fc.boolean()),
    },
    { requiredKeys: ["transactions"] },
  );
  let plain = 0;
  fc.assert(
    fc.property(body, (sent) => {
      const read = readPlainInsert(sent);
      if (read === null) return;
      plain += 1;
      expect(INSERT_BODY.safeParse(sent)).toEqual({ success: true, data: read });
    }),
    { numRuns: 1_000 },
  );
  expect(plain).toBeGreaterThan(300);
});
