import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  ITEM_NOTES_CHARS_MAX,
  ITEM_PAYEE_CHARS_MAX,
  METADATA_CHARS_MAX,
} from "../../../src/platform/limits.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import { itemText } from "../../../src/importer/imports/item-text.ts";
import { normalize } from "../../../src/importer/imports/item.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";

const ROW: StatementRow = {
  line: 12,
  date: must(parseDay("2026-03-14"), "a day"),
  time: null,
  amount: units(-35_000),
  currency: null,
  payee: "Blue Bottle",
  description: "BLUE BOTTLE 0042",
  notes: null,
  reference: null,
  balance: null,
  account: null,
  pending: false,
  facts: {},
  cells: ["14.03.2026", "BLUE BOTTLE 0042", "-3.50"],
};
const CONTEXT = { run: "run1", account: { id: 7, currency: "usd" as const }, currency: null };

test("money out of the account is a positive amount of the service, in the account's currency unless the file says", () => {
  expect(normalize(ROW, CONTEXT).item).toMatchObject({
    date: "2026-03-14",
    amount: "3.5000",
    currency: "usd",
    payee: "Blue Bottle",
    original_name: "BLUE BOTTLE 0042",
    manual_account_id: 7,
    custom_metadata: { tributary: { run: "run1", line: 12 } },
  });
  expect(
    normalize({ ...ROW, amount: units(250_000), currency: "eur" }, CONTEXT).item,
  ).toMatchObject({ amount: "-25.0000", currency: "eur" });
  expect(normalize(ROW, { ...CONTEXT, currency: "chf" }).item.currency).toBe("chf");
});

test("the original name holds the payee's raw text too where the bank's description lacks it", () => {
  const named = { ...ROW, payee: "ACME GMBH 4711", description: "Salary March" };

  expect(normalize(named, CONTEXT).item.original_name).toBe("ACME GMBH 4711 Salary March");
});

test("facts that only repeat the posting date or are empty are left out", () => {
  const facts = { value_date: "2026-03-14", purchase_date: "2026-03-12", fee: "" };

  expect(normalize({ ...ROW, facts }, CONTEXT).item.custom_metadata.tributary).toEqual({
    run: "run1",
    line: 12,
    purchase_date: "2026-03-12",
  });
});

test("the identity is of the raw description, not of the payee or what is cut", () => {
  const long = "x".repeat(5_000);
  expect(normalize({ ...ROW, description: long }, CONTEXT).identity.description).toBe(long);
  expect(normalize({ ...ROW, payee: "Cleaned" }, CONTEXT).identity).toEqual(
    normalize(ROW, CONTEXT).identity,
  );
});

test("texts are cut to what the service takes, between the characters a reader sees", () => {
  const family = "👩‍👩‍👧‍👦".repeat(60);
  const { item } = normalize({ ...ROW, payee: family, notes: "n".repeat(400) }, CONTEXT);

  expect(item.payee.length).toBeLessThanOrEqual(ITEM_PAYEE_CHARS_MAX);
  expect(item.payee.replace("…", "").split("👩‍👩‍👧‍👦").join("")).toBe("");
  expect(item.notes?.length).toBe(ITEM_NOTES_CHARS_MAX);
});

test("the item's text is JSON of the item, whatever the bank printed", () => {
  const text = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(
      text,
      text,
      fc.option(text),
      fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), text),
      fc.boolean(),
      (payee, description, notes, facts, pending) => {
        const { item } = normalize({ ...ROW, payee, description, notes, facts, pending }, CONTEXT);
        const parsed: Record<string, unknown> = JSON.parse(itemText(item, "t1:x:1"));

        expect(parsed).toEqual({
          ...item,
          // The service takes the payee where there is no other name, and null where there are no notes.
          original_name: item.original_name === item.payee ? undefined : item.original_name,
          notes: item.notes ?? undefined,
          // What is pending counts as not reviewed, whatever the person's settings say of new transactions.
          status: pending ? "unreviewed" : undefined,
          external_id: "t1:x:1",
        });
        expect(JSON.stringify(parsed["custom_metadata"]).length).toBeLessThanOrEqual(
          METADATA_CHARS_MAX,
        );
      },
    ),
    { numRuns: 300 },
  );
});
