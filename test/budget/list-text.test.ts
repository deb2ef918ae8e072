// The list's text is written without objects. It must be what JSON.stringify makes of them.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENCIES } from "../../src/money/currency.ts";
import type { Day } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";
import { LISTED, writeList, type ListedRow } from "../../src/budget/transactions/list-text.ts";
import { PLAIN, toWire } from "../../src/budget/transactions/present.ts";
import type { TransactionRow } from "../../src/budget/transactions/row.ts";

const anyId = fc.nat({ max: 2 ** 40 });
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.constantFrom(
    'He said "no"',
    "C:\\x",
    "Tab\tand\nline",
    "\u2028 \u0000 \u007f",
    "Müller & Söhne",
    "",
  ),
);
const flag = fc.nat({ max: 1 });
const amount = fc.integer({ min: -(2 ** 52), max: 2 ** 52 }).map(units);
const instant = fc.constantFrom(0, 1, 1_795_540_800_000, 1_795_540_800_999);
const anyRow: fc.Arbitrary<TransactionRow> = fc.record({
  id: anyId,
  date: fc.constantFrom("2026-11-20", "1999-12-31") as fc.Arbitrary<Day>,
  amount,
  currency: fc.constantFrom(...CURRENCIES),
  to_base: amount,
  payee: anyText,
  original_name: fc.option(anyText),
  category_id: fc.option(anyId),
  notes: fc.option(anyText),
  status: fc.constantFrom("reviewed", "unreviewed", "delete_pending"),
  is_pending: flag,
  manual_account_id: fc.option(anyId),
  linked_account_id: fc.option(anyId),
  recurring_id: fc.option(anyId),
  external_id: fc.option(anyText),
  source: fc.option(anyText),
  is_split_parent: flag,
  split_parent_id: fc.option(anyId),
  is_group_parent: flag,
  group_parent_id: fc.option(anyId),
  balance_moved: amount,
  created_at: instant,
  updated_at: instant,
  linked_metadata: fc.constant(null),
  custom_metadata: fc.constant(null),
});

test("the text of a list is the JSON of its transaction objects, character for character", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyRow, fc.array(anyId, { maxLength: 3 })), { maxLength: 4 }),
      fc.boolean(),
      (listed, hasMore) => {
        const tags = new Map(listed.map(([row, ids]) => [row.id, ids]));
        const values = listed.map(
          ([row]) => LISTED.map((column) => row[column]) as unknown as ListedRow,
        );

        expect(writeList(values, tags, hasMore).text).toBe(
          JSON.stringify({
            transactions: listed.map(([row]) => toWire(row, tags.get(row.id) ?? [], PLAIN)),
            has_more: hasMore,
          }),
        );
      },
    ),
    { numRuns: 500 },
  );
});
