// The month as CSV in the dialects of the world: what differs is everything but what it says.

import {
  CURRENCY,
  dayParts,
  decimal,
  IBAN,
  isoDay,
  latin1,
  utf16,
  utf8,
  type Entry,
  type Month,
} from "../truth.ts";
import type { Writer } from "./writer.ts";

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

interface Dialect {
  readonly header: readonly string[];
  readonly row: (entry: Entry) => readonly string[];
  readonly delimiter?: string;
  readonly end?: string;
  readonly newestFirst?: boolean;
  readonly quoteAll?: boolean;
  readonly preamble?: readonly string[];
  readonly footer?: (rows: Month) => readonly string[];
  readonly encode?: (text: string) => Uint8Array;
}

/** The rows as a table's bytes. */
export function table(dialect: Dialect, rows: Month): Uint8Array {
  const {
    header,
    row,
    delimiter = ",",
    end = "\n",
    newestFirst = false,
    quoteAll = false,
    preamble = [],
    footer,
    encode = utf8,
  } = dialect;
  const printed = rows.map(row);
  const quote = (cell: string) =>
    quoteAll || /["\r\n]/.test(cell) || cell.includes(delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = [header, ...(newestFirst ? printed.toReversed() : printed)].map((cells) =>
    cells.map(quote).join(delimiter),
  );
  return encode(
    [...preamble, ...lines, ...(footer === undefined ? [] : footer(rows))].join(end) + end,
  );
}

const monthFirst = (entry: Entry) => {
  const [y, m, d] = dayParts(entry);
  return `${m}/${d}/${y}`;
};
const dotted = (entry: Entry) => dayParts(entry).toReversed().join(".");
const written = (entry: Entry) => {
  const [y, m, d] = dayParts(entry);
  return `${d} ${MONTHS[Number(m) - 1] ?? ""} ${y}`;
};
/** "1.234,56" and its like: groups of three before the mark. */
const grouped = (cents: number, group: string, mark: string) => {
  const [whole = "", fraction = ""] = decimal(cents).split(".");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, group)}${mark}${fraction}`;
};
const both = ({ payee, purpose }: Entry) => `${payee} ${purpose}`;
const out = (cents: number, print: (cents: number) => string) => (cents < 0 ? print(-cents) : "");
const into = (cents: number, print: (cents: number) => string) => (cents > 0 ? print(cents) : "");

function writer(
  name: string,
  witness: Writer["witness"],
  dialect: Dialect,
  text: Writer["text"] = "payee and purpose",
  answers: Writer["answers"] = {},
): Writer {
  return {
    name: `csv, ${name}`,
    format: "csv",
    witness,
    text,
    answers: { sign: "as_printed", ...answers },
    write: (rows) => table(dialect, rows),
  };
}

export const CSV: readonly Writer[] = [
  writer(
    "american",
    "balance",
    {
      header: ["Date", "Description", "Amount", "Balance"],
      row: (entry) => [
        monthFirst(entry),
        both(entry),
        decimal(entry.cents),
        decimal(entry.balance),
      ],
    },
    "payee and purpose",
    { date_order: "mdy" },
  ),
  writer(
    "german",
    "balance",
    {
      header: ["Buchungstag", "Empfänger", "Verwendungszweck", "Betrag", "Saldo"],
      row: (entry) => [
        dotted(entry),
        entry.payee,
        entry.purpose,
        grouped(entry.cents, ".", ","),
        grouped(entry.balance, ".", ","),
      ],
      delimiter: ";",
      end: "\r\n",
      newestFirst: true,
      quoteAll: true,
      encode: latin1,
      preamble: [`"Kontonummer:";"${IBAN}"`, '"Zeitraum:";"01.03.2024 - 31.03.2024"', ""],
    },
    "payee and purpose",
    { date_order: "dmy" },
  ),
  writer("irish", "balance", {
    header: ["Date", "Transaction description", "Paid out", "Paid in", "Balance"],
    row: (entry) => [
      written(entry),
      both(entry),
      out(entry.cents, (cents) => `€${grouped(cents, ",", ".")}`),
      into(entry.cents, (cents) => `€${grouped(cents, ",", ".")}`),
      `€${grouped(entry.balance, ",", ".")}`,
    ],
    newestFirst: true,
  }),
  writer(
    "swiss",
    "balance",
    {
      header: ["Datum", "Buchungstext", "Belastung", "Gutschrift", "Saldo"],
      row: (entry) => [
        dotted(entry),
        both(entry),
        out(entry.cents, (cents) => grouped(cents, "'", ".")),
        into(entry.cents, (cents) => grouped(cents, "'", ".")),
        grouped(entry.balance, "'", "."),
      ],
      delimiter: ";",
      encode: utf16,
      preamble: [`IBAN;${IBAN}`],
    },
    "payee and purpose",
    { date_order: "dmy" },
  ),
  writer("with a reference", "reference", {
    header: [
      "Transaction ID",
      "Date",
      "Value date",
      "Payee",
      "Purpose",
      "Amount",
      "Currency",
      "Original amount",
      "Original currency",
      "Exchange rate",
    ],
    row: (entry) => [
      entry.reference,
      isoDay(entry),
      isoDay(entry),
      entry.payee,
      entry.purpose,
      decimal(entry.cents),
      CURRENCY,
      entry.original === null ? "" : decimal(entry.original.cents),
      entry.original?.currency ?? "",
      entry.original?.rate ?? "",
    ],
    newestFirst: true,
  }),
  writer("with times", "time", {
    header: ["Date", "Time", "Description", "Amount"],
    row: (entry) => [isoDay(entry), entry.time, both(entry), decimal(entry.cents)],
    delimiter: "\t",
  }),
  writer("debit or credit in words", null, {
    header: ["Date", "Description", "Debit/Credit", "Amount"],
    row: (entry) => [
      isoDay(entry),
      both(entry),
      entry.cents < 0 ? "Debit" : "Credit",
      decimal(Math.abs(entry.cents)),
    ],
  }),
  writer(
    "payee only",
    null,
    {
      header: ["Date", "Payee", "Amount"],
      row: (entry) => [isoDay(entry), entry.payee, decimal(entry.cents)],
    },
    "payee",
  ),
];
