// The same statement printed another way: each mutation turns one habit of a file into another bank's and keeps
// what its rows say. Facts of printing only; what comes of a mutated file is judged in verdict.ts.

import { readAmount, type DecimalMark } from "../../../src/statements/csv/amounts/amount.ts";
import { stripCell } from "../../../src/statements/csv/shape/cells.ts";
import { dateParts, dayIn, type DateOrder } from "../../../src/statements/csv/dates/dates.ts";
import { LANGUAGES } from "./languages.ts";

/** A record as printed and, where it is a transaction, what it says: "2024-03-28 -125000". */
export interface SheetRow {
  readonly cells: readonly string[];
  readonly truth: string | null;
  /** The same with each of its other dates: which of them is the row's may hang on labels. */
  readonly others?: readonly string[];
}

/** A statement taken apart, with what is known of its columns. */
export interface Sheet {
  readonly lead: readonly (readonly string[])[];
  readonly header: readonly (readonly string[])[];
  readonly rows: readonly SheetRow[];
  readonly dates: readonly number[];
  readonly order: DateOrder;
  readonly money: readonly number[];
  /** Money columns and all others that hold amounts. */
  readonly amounts: readonly number[];
  readonly mark: DecimalMark;
  /** The role of each column, in the words of the layout. */
  readonly roles: readonly string[];
  readonly print: Print;
}

export interface Print {
  readonly delimiter: string;
  readonly end: readonly string[];
  readonly quote: "needed" | "all" | "none";
  readonly lead: string;
  readonly trailing: boolean;
  readonly blanks: boolean;
}

export interface Mutation {
  readonly kind: string;
  readonly name: string;
  /** Null where the mutation does not apply: it would not keep what the rows say. */
  readonly apply: (sheet: Sheet) => Sheet | null;
}

export const PRINT: Print = {
  delimiter: ",",
  end: ["\n"],
  quote: "needed",
  lead: "",
  trailing: false,
  blanks: false,
};

/** The text of a sheet. */
export function printed(sheet: Sheet): string {
  const { delimiter, end, quote, lead, trailing, blanks } = sheet.print;
  const needsQuotes = (cell: string) =>
    quote === "all" || cell.includes(delimiter) || /["\r\n]/.test(cell);
  const cellOf = (cell: string) =>
    quote !== "none" && needsQuotes(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const table = [...sheet.lead, ...sheet.header, ...sheet.rows.map((row) => row.cells)];
  const lines = table.map(
    (cells, index) =>
      `${cells.map(cellOf).join(delimiter)}${trailing ? delimiter : ""}${end[index % end.length] ?? "\n"}${blanks && index % 3 === 2 ? (end[0] ?? "\n") : ""}`,
  );
  return lead + lines.join("");
}

/** What the sheet says, in order; then the same by each of its other dates. */
export function truthsOf(sheet: Sheet): readonly (readonly string[])[] {
  const rows = sheet.rows.flatMap((row) =>
    row.truth === null ? [] : [{ truth: row.truth, others: row.others ?? [] }],
  );
  const columns = Math.max(0, ...rows.map(({ others }) => others.length));
  return [
    rows.map(({ truth }) => truth),
    ...indexes(columns).map((column) => rows.map(({ truth, others }) => others[column] ?? truth)),
  ].map((keys) => keys.toSorted());
}

const all = (sheet: Sheet) => [
  ...sheet.lead,
  ...sheet.header,
  ...sheet.rows.map((row) => row.cells),
];
const withPrint = (sheet: Sheet, print: Partial<Print>): Sheet => ({
  ...sheet,
  print: { ...sheet.print, ...print },
});

function mapCells(
  sheet: Sheet,
  columns: readonly number[],
  change: (cell: string) => string,
): Sheet {
  const rows = sheet.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, column) => (columns.includes(column) ? change(cell) : cell)),
  }));
  return { ...sheet, rows };
}

/** Columns in another order; cells beyond the widest header stay where they are. */
function moved(sheet: Sheet, order: readonly number[]): Sheet {
  const place = <T>(cells: readonly T[], none: T) => order.map((from) => cells[from] ?? none);
  const at = (columns: readonly number[]) =>
    columns.map((column) => order.indexOf(column)).filter((column) => column >= 0);
  return {
    ...sheet,
    header: sheet.header.map((cells) => place(cells, "")),
    rows: sheet.rows.map((row) =>
      row.cells.length <= 1 ? row : { ...row, cells: place(row.cells, "") },
    ),
    dates: at(sheet.dates),
    money: at(sheet.money),
    amounts: at(sheet.amounts),
    roles: place(sheet.roles, "not used"),
  };
}

const widthOf = (sheet: Sheet) =>
  Math.max(
    ...sheet.header.map((cells) => cells.length),
    ...sheet.rows.map((row) => row.cells.length),
    0,
  );
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const DATE_FORMS: Readonly<Record<string, (y: string, m: string, d: string) => string>> = {
  "DD/MM/YYYY": (y, m, d) => `${d}/${m}/${y}`,
  "MM/DD/YYYY": (y, m, d) => `${m}/${d}/${y}`,
  "M/D/YY": (y, m, d) => `${Number(m)}/${Number(d)}/${y.slice(2)}`,
  "D.M.YYYY": (y, m, d) => `${Number(d)}.${Number(m)}.${y}`,
  "DD.MM.YY": (y, m, d) => `${d}.${m}.${y.slice(2)}`,
  "DD-MM-YYYY": (y, m, d) => `${d}-${m}-${y}`,
  "MM-DD-YYYY": (y, m, d) => `${m}-${d}-${y}`,
  "YYYY-MM-DD": (y, m, d) => `${y}-${m}-${d}`,
  "YYYY/MM/DD": (y, m, d) => `${y}/${m}/${d}`,
  YYYYMMDD: (y, m, d) => `${y}${m}${d}`,
  DDMMYYYY: (y, m, d) => `${d}${m}${y}`,
  "YY-MM-DD": (y, m, d) => `${y.slice(2)}-${m}-${d}`,
  "DD MMM YYYY": (y, m, d) => `${d} ${MONTHS[Number(m) - 1] ?? ""} ${y}`,
  "MMM DD, YYYY": (y, m, d) => `${MONTHS[Number(m) - 1] ?? ""} ${d}, ${y}`,
  "with a time": (y, m, d) => `${y}-${m}-${d}T10:15:00Z`,
};

function redated(sheet: Sheet, form: (y: string, m: string, d: string) => string): Sheet | null {
  const days = sheet.rows.flatMap((row) => (row.truth === null ? [] : [row.truth]));
  if (!days.some((day) => Number(day.slice(8, 10)) > 12)) return null;
  return mapCells(sheet, sheet.dates, (cell) => {
    const parts = dateParts(stripCell(cell));
    const day = parts === null ? null : dayIn(parts, sheet.order);
    return day === null ? cell : form(day.slice(0, 4), day.slice(5, 7), day.slice(8, 10));
  });
}

const AMOUNT_FORMS: Readonly<
  Record<string, (sign: string, whole: string, fraction: string) => string>
> = {
  "1234.56": (sign, whole, fraction) => `${sign}${whole}.${fraction}`,
  "1,234.56": (sign, whole, fraction) => `${sign}${grouped(whole, ",")}.${fraction}`,
  "1234,56": (sign, whole, fraction) => `${sign}${whole},${fraction}`,
  "1.234,56": (sign, whole, fraction) => `${sign}${grouped(whole, ".")},${fraction}`,
  "1 234,56": (sign, whole, fraction) => `${sign}${grouped(whole, "\u00a0")},${fraction}`,
  "1'234.56": (sign, whole, fraction) => `${sign}${grouped(whole, "'")}.${fraction}`,
  "1234.56-": (sign, whole, fraction) => `${whole}.${fraction}${sign}`,
  "(1,234.56)": (sign, whole, fraction) =>
    sign === "" ? `${grouped(whole, ",")}.${fraction}` : `(${grouped(whole, ",")}.${fraction})`,
  "\u22121234,56": (sign, whole, fraction) => `${sign === "" ? "" : "\u2212"}${whole},${fraction}`,
  "+1234.56": (sign, whole, fraction) => `${sign === "" ? "+" : "-"}${whole}.${fraction}`,
  "1234.5": (sign, whole, fraction) =>
    `${sign}${whole}${fraction === "00" ? "" : `.${fraction.replace(/0$/, "")}`}`,
  "$1,234.56": (sign, whole, fraction) => `${sign}$${grouped(whole, ",")}.${fraction}`,
  "1.234,56 EUR": (sign, whole, fraction) => `${sign}${grouped(whole, ".")},${fraction} EUR`,
};

function grouped(digits: string, mark: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, mark);
}

function reprinted(
  sheet: Sheet,
  form: (sign: string, whole: string, fraction: string) => string,
): Sheet | null {
  let fractions = 0;
  const changed = mapCells(sheet, sheet.amounts, (cell) => {
    if (marked(cell)) return cell;
    const value = readAmount(stripCell(cell), sheet.mark, 2);
    if (typeof value !== "number") return cell;
    if (value % 100 !== 0) fractions += 1;
    const digits = String(Math.abs(value)).padStart(3, "0");
    return form(value < 0 ? "-" : "", digits.slice(0, -2), digits.slice(-2));
  });
  const words = sheet.money.some((column) =>
    sheet.rows.some((row) => marked(row.cells[column] ?? "")),
  );
  return fractions === 0 || words ? null : changed;
}

/** A sign that is a word or a plus is part of what the cell says. */
const marked = (cell: string) => /[+a-z]/i.test(cell);

const DELIMITERS: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  bar: "|",
  caret: "^",
  tilde: "~",
};
const ENDS: Readonly<Record<string, readonly string[]>> = {
  LF: ["\n"],
  CRLF: ["\r\n"],
  CR: ["\r"],
  "LF and CRLF": ["\n", "\r\n"],
};

const PREAMBLES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "five lines": [
    ["Account statement"],
    ["Account", "12345678"],
    ["Period", "2001-01-01 - 2030-12-31"],
    ["Created", "2026-11-20"],
    [""],
  ],
  "a summary": [
    ["Description", "", "Summary Amt."],
    ["Total credits", "", "1,234.00"],
    ["Total debits", "", "-1,200.00"],
    [""],
  ],
  "a table of accounts": [
    ["Account", "Currency", "Balance", "Date"],
    ["Checking", "EUR", "77.10", "2026-11-20"],
    ["Savings", "EUR", "1500.00", "2026-11-20"],
    [""],
  ],
};
const FOOTERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  "a remark": [["The bank assumes no liability for this information."]],
  "a total": [["Total", "", "", "99.99"]],
  "a count": [["Number of transactions:", "12"], ["Created on 2026-11-20 at 10:11"]],
};

function addLead(sheet: Sheet, lines: readonly (readonly string[])[]): Sheet {
  return { ...sheet, lead: [...lines, ...sheet.lead] };
}

function addTail(sheet: Sheet, lines: readonly (readonly string[])[]): Sheet {
  return { ...sheet, rows: [...sheet.rows, ...lines.map((cells) => ({ cells, truth: null }))] };
}

/** The roles whose labels are translated; a header with another role in it keeps that label. */
function relabelled(sheet: Sheet, words: Readonly<Record<string, string>>): Sheet | null {
  const [header, ...more] = sheet.header;
  if (header === undefined || more.length > 0) return null;
  const taken = new Set<string>();
  let known = 0;
  const labels = header.map((label, column) => {
    const role = sheet.dates[0] === column ? "date" : (sheet.roles[column] ?? "");
    const word = words[role];
    if (word === undefined || taken.has(role)) return label;
    taken.add(role);
    known += 1;
    return word;
  });
  return known < 3 ? null : { ...sheet, header: [labels] };
}

function shuffled(count: number): readonly number[] {
  return indexes(count).toSorted((a, b) => ((a * 7919 + 13) % 101) - ((b * 7919 + 13) % 101));
}

function firstRows(sheet: Sheet, count: number): Sheet | null {
  const ends = sheet.rows.flatMap((row, index) => (row.truth === null ? [] : [index]));
  const last = ends[count - 1];
  return last === undefined || ends.length === count
    ? null
    : { ...sheet, rows: sheet.rows.slice(0, last + 1) };
}

function dropped(sheet: Sheet, roles: readonly string[]): Sheet | null {
  const keep = indexes(widthOf(sheet)).filter(
    (column) =>
      !roles.includes(sheet.roles[column] ?? "") ||
      sheet.dates[0] === column ||
      sheet.money.includes(column),
  );
  return keep.length === widthOf(sheet) ? null : moved(sheet, keep);
}

/** All mutations but the encodings, which change bytes and not texts. */
export const MUTATIONS: readonly Mutation[] = [
  { kind: "none", name: "as it is", apply: (sheet) => sheet },
  ...Object.entries(DELIMITERS).map(([name, delimiter]): Mutation => ({
    kind: "delimiter",
    name,
    apply: (sheet) => withPrint(sheet, { delimiter }),
  })),
  ...Object.entries(ENDS).map(([name, end]): Mutation => ({
    kind: "line ends",
    name,
    apply: (sheet) => withPrint(sheet, { end }),
  })),
  ...Object.entries(DATE_FORMS).map(([name, form]): Mutation => ({
    kind: "dates",
    name,
    apply: (sheet) => redated(sheet, form),
  })),
  ...Object.entries(AMOUNT_FORMS).map(([name, form]): Mutation => ({
    kind: "amounts",
    name,
    apply: (sheet) => reprinted(sheet, form),
  })),
  ...Object.entries(PREAMBLES).map(([name, lines]): Mutation => ({
    kind: "preamble",
    name,
    apply: (sheet) => addLead(sheet, lines),
  })),
  {
    kind: "preamble",
    name: "dropped",
    apply: (sheet) => (sheet.lead.length === 0 ? null : { ...sheet, lead: [] }),
  },
  ...Object.entries(FOOTERS).map(([name, lines]): Mutation => ({
    kind: "footer",
    name,
    apply: (sheet) => addTail(sheet, lines),
  })),
  ...Object.entries(LANGUAGES).map(([name, words]): Mutation => ({
    kind: "header language",
    name,
    apply: (sheet) => relabelled(sheet, words),
  })),
  {
    kind: "header",
    name: "dropped",
    apply: (sheet) => (sheet.header.length === 0 ? null : { ...sheet, lead: [], header: [] }),
  },
  {
    kind: "header",
    name: "unknown words",
    apply: (sheet) =>
      sheet.header.length !== 1
        ? null
        : {
            ...sheet,
            header: sheet.header.map((cells) =>
              cells.map((_, index) => `Qx${String.fromCharCode(97 + (index % 26))}v`),
            ),
          },
  },
  {
    kind: "header",
    name: "repeated",
    apply: (sheet) =>
      sheet.header.length !== 1
        ? null
        : {
            ...sheet,
            rows: sheet.rows.flatMap((row, index) =>
              index > 0 && index % 7 === 0 && row.truth !== null
                ? [{ cells: sheet.header[0] ?? [], truth: null }, row]
                : [row],
            ),
          },
  },
  { kind: "quotes", name: "all", apply: (sheet) => withPrint(sheet, { quote: "all" }) },
  {
    kind: "quotes",
    name: "none",
    apply: (sheet) =>
      all(sheet).some((cells) =>
        cells.some((cell) => /["\r\n]/.test(cell) || cell.includes(sheet.print.delimiter)),
      )
        ? null
        : withPrint(sheet, { quote: "none" }),
  },
  {
    kind: "byte order mark",
    name: "added",
    apply: (sheet) => withPrint(sheet, { lead: "\ufeff" }),
  },
  {
    kind: "sep line",
    name: "added",
    apply: (sheet) => withPrint(sheet, { lead: `sep=${sheet.print.delimiter}\n` }),
  },
  {
    kind: "trailing delimiter",
    name: "added",
    apply: (sheet) => withPrint(sheet, { trailing: true }),
  },
  { kind: "blank lines", name: "added", apply: (sheet) => withPrint(sheet, { blanks: true }) },
  {
    kind: "row order",
    name: "reversed",
    apply: (sheet) =>
      sheet.rows.some((row) => row.truth === null)
        ? null
        : { ...sheet, rows: sheet.rows.toReversed() },
  },
  {
    kind: "columns",
    name: "reversed",
    apply: (sheet) => moved(sheet, indexes(widthOf(sheet)).toReversed()),
  },
  { kind: "columns", name: "shuffled", apply: (sheet) => moved(sheet, shuffled(widthOf(sheet))) },
  {
    kind: "columns",
    name: "one added in front",
    apply: (sheet) => ({
      ...moved(sheet, [widthOf(sheet), ...indexes(widthOf(sheet))]),
      header: sheet.header.map((cells) => ["Note", ...cells]),
    }),
  },
  {
    kind: "columns",
    name: "the amount twice",
    apply: (sheet) => moved(sheet, [...indexes(widthOf(sheet)), ...sheet.money]),
  },
  {
    kind: "columns",
    name: "the date twice",
    apply: (sheet) => moved(sheet, [...indexes(widthOf(sheet)), ...sheet.dates.slice(0, 1)]),
  },
  { kind: "column dropped", name: "balance", apply: (sheet) => dropped(sheet, ["balance"]) },
  {
    kind: "column dropped",
    name: "texts",
    apply: (sheet) => dropped(sheet, ["description", "payee", "notes"]),
  },
  {
    kind: "column dropped",
    name: "other dates",
    apply: (sheet) =>
      dropped(sheet, ["value date", "transaction date", "booking date", "purchase date"]),
  },
  { kind: "column dropped", name: "currency", apply: (sheet) => dropped(sheet, ["currency"]) },
  {
    kind: "column dropped",
    name: "what is not used",
    apply: (sheet) =>
      dropped(sheet, [
        "not used",
        "number",
        "bank",
        "weak reference",
        "counterparty account",
        "category",
        "type",
      ]),
  },
  ...[1, 2, 3, 5, 10, 40].map((count): Mutation => ({
    kind: "first rows",
    name: String(count),
    apply: (sheet) => firstRows(sheet, count),
  })),
];
