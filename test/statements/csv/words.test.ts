// Strangers extend the words of languages and the banks' layouts, so every entry must be one that
// the reader can use.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseCurrency } from "../../../src/money/currency.ts";
import { findLayout } from "../../../src/statements/banks/known-layouts.ts";
import { LAYOUT_ROWS } from "../../../src/statements/banks/layouts.ts";
import { normalLabel } from "../../../src/statements/csv/columns/labels.ts";
import { COLUMN_LABELS, ROLES } from "../../../src/statements/csv/columns/role.ts";
import { DATE_ORDERS } from "../../../src/statements/csv/dates/dates.ts";
import moneyWords from "../../../src/statements/words/money-words.json" with { type: "json" };
import months from "../../../src/statements/words/months.json" with { type: "json" };

const SOURCES = import.meta.glob<string>("../../../src/statements/banks/layouts/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const FILES = Object.entries(SOURCES).map(([path, text]) => ({
  country: path.split("/").at(-1),
  rows: z.array(z.unknown()).parse(JSON.parse(text)),
}));

const layoutSchema = z.strictObject({
  bank: z.string().min(2).nullable(),
  date_order: z.enum(DATE_ORDERS).optional(),
  decimal_mark: z.enum([".", ","]).optional(),
  money_out: z.enum(["negative", "positive"]).optional(),
  date_column: z.enum(ROLES).optional(),
  header: z.string().includes("|"),
});

describe("the layouts of banks", () => {
  test("every file of layouts is in the list", () => {
    const listed = new Set(LAYOUT_ROWS.map((row) => JSON.stringify(row)));
    const missing = FILES.filter(
      ({ rows }) => !rows.every((row) => listed.has(JSON.stringify(row))),
    );

    expect(missing.map(({ country }) => country)).toEqual([]);
    expect(LAYOUT_ROWS).toHaveLength(FILES.flatMap(({ rows }) => rows).length);
  });

  test.each(FILES)("the file $country holds only layouts", ({ rows }) => {
    expect(z.array(layoutSchema).safeParse(rows).error?.issues).toBeUndefined();
  });

  test("every layout is found by its header, as its bank or one that prints the same", () => {
    for (const { header } of LAYOUT_ROWS) expect(findLayout(header.split("|"))).not.toBeNull();
  });
});

describe("words in the languages of statements", () => {
  test("the words of labels name exactly the roles that columns can have", () => {
    expect(Object.keys(COLUMN_LABELS)).toEqual(ROLES);
    for (const label of Object.values(COLUMN_LABELS).flat())
      expect(normalLabel(label), label).not.toBe("");
  });

  test("every language has twelve months", () => {
    for (const [language, names] of Object.entries(months.names))
      expect(names.split(" "), language).toHaveLength(12);
  });

  test("every currency word names one currency or several", () => {
    for (const [word, code] of Object.entries(moneyWords.currencies))
      expect(code === null || parseCurrency(code) !== null, word).toBe(true);
  });
});
