// The month as a workbook: typed dates and numbers, with a running balance, or with references and texts in the cells.

import { must } from "../../../../src/platform/assert.ts";
import { xlsxOf, type Put } from "../../../statements/workbook/xlsx-writing.ts";
import { CURRENCY, decimal, IBAN, isoDay, type Entry, type Month } from "../truth.ts";
import type { Writer } from "./writer.ts";

const day = (entry: Entry): Put => ({ day: isoDay(entry) });
/** As its cell would hold it: "12.5", not "12.50". */
const amount = (cents: number): Put => ({ number: String(Number(decimal(cents))), format: 4 });
const table = (
  header: readonly string[],
  row: (entry: Entry) => readonly Put[],
  rows: Month,
): (readonly Put[])[] => [header, ...rows.map(row)];
const common = { format: "xlsx", answers: { sign: "as_printed" } } as const;

export const XLSX: readonly Writer[] = [
  {
    ...common,
    name: "xlsx, with a balance",
    witness: "balance",
    text: "payee and purpose",
    write: (rows) =>
      xlsxOf([
        ["Account", IBAN],
        [],
        ...table(
          ["Date", "Text", "Amount", "Balance"],
          (entry) => [
            day(entry),
            `${entry.payee} ${entry.purpose}`,
            amount(entry.cents),
            amount(entry.balance),
          ],
          rows,
        ),
      ]),
  },
  {
    ...common,
    name: "xlsx, of 1904, newest first, with references",
    witness: "reference",
    text: "payee and purpose",
    write: (rows) => {
      const [header, ...printed] = table(
        ["Transaction ID", "Booking date", "Payee", "Purpose", "Amount", "Currency"],
        (entry) => [
          { inline: entry.reference },
          day(entry),
          { rich: [entry.payee] },
          entry.purpose,
          amount(entry.cents),
          CURRENCY,
        ],
        rows,
      );
      return xlsxOf([must(header, "a table has a header"), ...printed.toReversed()], {
        from1904: true,
        inlineTexts: true,
        prefix: "x",
      });
    },
  },
  {
    ...common,
    name: "xlsx, payee only",
    witness: null,
    text: "payee",
    write: (rows) =>
      xlsxOf(
        table(
          ["Date", "Payee", "Amount"],
          (entry) => [day(entry), entry.payee, amount(entry.cents)],
          rows,
        ),
      ),
  },
];
