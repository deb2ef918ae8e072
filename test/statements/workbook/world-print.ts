// One month of made-up bookings, and how a bank's table of them becomes a file: typed or printed cells, in each kind of
// workbook. What a file says is known by construction: the month.

import { escaped, workbookOf, type Put, type SheetPut } from "./xlsx-writing.ts";
import { xlsOf, type XlsPut } from "./xls-writing.ts";
import { zipOf } from "./zip-writing.ts";

export interface Entry {
  readonly day: string;
  readonly value: string;
  readonly clock: string;
  readonly cents: number;
  readonly who: string;
  readonly what: string;
  readonly id: string;
  /** The account's balance behind it. */
  readonly balance: number;
}

export type Value =
  null | string | { readonly day: string; readonly clock?: string } | { readonly cents: number };

/** What a column means, by the words of languages.ts; "" for the rest. */
export type Role =
  | "date"
  | "value date"
  | "description"
  | "payee"
  | "amount"
  | "debit"
  | "credit"
  | "balance"
  | "currency"
  | "reference"
  | "";

export interface Column {
  readonly label: string;
  readonly role: Role;
  readonly value: (entry: Entry) => Value;
}

export interface Style {
  /** "typed", or how they are printed: d, m, y stand for day, month, year; b for the month's name, t for the time. */
  readonly dates: string;
  /** Typed, or printed with these signs between thousands and before decimals. */
  readonly numbers:
    "typed" | { readonly thousands: string; readonly decimal: string; readonly behind?: string };
  readonly dateFormat?: string | number;
  readonly moneyFormat?: string;
}

export type Kind = "xlsx" | "xls" | "ods" | "xml" | "html" | "tabs";

export interface Table {
  readonly name: string;
  readonly kind: Kind;
  readonly lead: readonly (readonly Value[])[];
  readonly columns: readonly Column[];
  readonly header: boolean;
  readonly newestFirst: boolean;
  readonly tail: readonly (readonly Value[])[];
  readonly style: Style;
  /** Rows that the bank puts between others, by the entry they stand behind. */
  /** So many rows alone. */
  readonly only?: number;
  /** Numbers as sums leave them: 12.300000000000001. */
  readonly noisy?: boolean;
  readonly between?:
    undefined | ((entry: Entry, next: Entry | undefined) => readonly (readonly Value[])[]);
  /** Columns that are blank before the first. */
  readonly indent?: number;
  readonly further?: readonly SheetPut[];
  readonly hiddenRows?: readonly number[];
  /** Which of an entry's days the bank prints as the day of posting; the first unless told. */
  readonly posted?: "value" | undefined;
}

const BOOKINGS: readonly (readonly [number, number, number, string, string])[] = [
  [2, 2, -450, "NORTH CAFE", "card 1234"],
  [2, 2, -450, "NORTH CAFE", "card 1234"],
  [3, 4, -8_995, "GROCER & SONS", "weekly shop"],
  [5, 5, 250_000, "ACME LTD", "salary march"],
  [9, 9, -120_045, "HOUSING CO", "rent 03"],
  [11, 12, -1_999, "STREAMFLIX", "subscription"],
  [13, 13, 3_500, "BOOKSHOP", "refund 881"],
  [13, 13, -20_000, "ATM MAIN ST", "cash"],
  [17, 18, -6_720, "POWER GRID", "bill 7"],
  [20, 20, -133, "PARKING", "zone 4"],
  [24, 24, -54_000, "INSURER", "policy 55"],
  [27, 27, 125_075, "J. NILSEN", "shared costs"],
  [30, 30, -7_710, 'BISTRO "Été"', "dinner"],
  [30, 30, -2_500, "PHARMACY", "item"],
];
export const OPENING = 312_340;

function month(): readonly Entry[] {
  let balance = OPENING;
  const two = (number: number) => String(number).padStart(2, "0");
  return BOOKINGS.map(([day, value, cents, who, what], index) => ({
    day: `2026-03-${two(day)}`,
    value: `2026-03-${two(value)}`,
    clock: `${two(8 + index)}:${two(index * 4)}:${two(index + 10)}`,
    cents,
    who,
    what,
    id: `FT2603${two(index)}${7_001 + index * 13}`,
    balance: (balance += cents),
  }));
}

export const MONTH = month();
export const CLOSING = MONTH.at(-1)?.balance ?? 0;

/** What the table's file says: the day of posting, the amount in units of a ten-thousandth. */
export function saidBy({ posted }: Table): readonly string[] {
  return posted === "value" ? BY_VALUE : BY_DAY;
}

const BY_DAY = MONTH.map(({ day, cents }) => `${day} ${cents * 100}`).toSorted();
const BY_VALUE = MONTH.map(({ value, cents }) => `${value} ${cents * 100}`).toSorted();

/** The same by either day: which of two dates is the row's may hang on their labels. */
export function eitherDay(table: Table): readonly (readonly string[])[] {
  return table.columns.some(({ role }) => role === "value date")
    ? [BY_DAY, BY_VALUE]
    : [saidBy(table)];
}

/** The table's cells: lead, header, rows, tail. */
export function cellsOf(table: Table): readonly (readonly Value[])[] {
  const entries = (table.newestFirst ? MONTH.toReversed() : MONTH).slice(0, table.only);
  const rows = entries.flatMap((entry, index) => [
    table.columns.map(({ value }) => value(entry)),
    ...(table.between?.(entry, entries[index + 1]) ?? []),
  ]);
  const all = [
    ...table.lead,
    ...(table.header ? [table.columns.map(({ label }) => label)] : []),
    ...rows,
    ...table.tail,
  ];
  const indent = Array.from({ length: table.indent ?? 0 }, () => null);
  return all.map((cells) => (cells.length === 0 ? [] : [...indent, ...cells]));
}

/** The table as a file of its kind. */
export async function fileOf(table: Table): Promise<Uint8Array> {
  const { kind, style } = table;
  const cells = cellsOf(table);
  if (kind === "xlsx")
    return workbookOf([
      {
        name: "Statement",
        rows: cells.map((row) => row.map((cell) => put(cell, style, table.noisy === true))),
        ...(table.hiddenRows !== undefined && { hidden: table.hiddenRows }),
      },
      ...(table.further ?? []),
    ]);
  if (kind === "xls") return xlsOf(cells.map((row) => row.map((cell) => xlsPut(cell, style))));
  if (kind === "ods") return odsOf(cells, style);
  if (kind === "xml") return utf8(xmlOf(cells, style));
  const texts = cells.map((row) => row.map((cell) => textOf(cell, style)));
  if (kind === "tabs") return utf8(texts.map((row) => `${row.join("\t")}\t`).join("\n"));
  return utf8(
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body><table>${texts.map((row) => `<tr>${row.map((text) => `<td nowrap>${escaped(text)}</td>`).join("")}</tr>`).join("\n")}</table></body></html>`,
  );
}

const utf8 = (text: string) => new TextEncoder().encode(text);

function put(cell: Value, style: Style, noisy: boolean): Put {
  if (cell === null || typeof cell === "string") return cell;
  if ("cents" in cell)
    return style.numbers === "typed"
      ? {
          number: noisy ? `${(cell.cents / 100).toFixed(2)}00000000001` : String(cell.cents / 100),
          ...(style.moneyFormat !== undefined && { format: style.moneyFormat }),
        }
      : textOf(cell, style);
  if (style.dates !== "typed") return textOf(cell, style);
  return {
    day: cell.day,
    seconds: secondsOf(cell.clock),
    ...(style.dateFormat !== undefined && { format: style.dateFormat }),
  };
}

function xlsPut(cell: Value, style: Style): XlsPut {
  if (cell === null || typeof cell === "string") return cell;
  if ("cents" in cell) return style.numbers === "typed" ? cell.cents / 100 : textOf(cell, style);
  return style.dates === "typed" ? { day: cell.day } : textOf(cell, style);
}

function secondsOf(clock: string | undefined): number {
  const [hours = 0, minutes = 0, seconds = 0] = (clock ?? "").split(":").map(Number);
  return hours * 3_600 + minutes * 60 + seconds;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** As the cell is printed where it is text. */
export function textOf(cell: Value, { dates, numbers }: Style): string {
  if (cell === null || typeof cell === "string") return cell ?? "";
  if ("cents" in cell)
    return printed(cell.cents, numbers === "typed" ? { thousands: "", decimal: "." } : numbers);
  const [y = "", m = "", d = ""] = cell.day.split("-");
  const parts: Readonly<Record<string, string>> = {
    y,
    m,
    d,
    b: MONTHS[Number(m) - 1] ?? "",
    t: cell.clock ?? "",
  };
  return (dates === "typed" ? "y-m-d" : dates)
    .replace(/[ymdbt]/g, (letter) => parts[letter] ?? letter)
    .trim();
}

function printed(
  cents: number,
  { thousands, decimal, behind }: Exclude<Style["numbers"], "typed">,
): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? "-" : ""}${whole}${decimal}${digits.slice(-2)}${behind ?? ""}`;
}

function xmlOf(cells: readonly (readonly Value[])[], style: Style): string {
  const data = (cell: Value) => {
    if (cell === null || cell === "") return "<Cell/>";
    if (typeof cell !== "string" && "day" in cell && style.dates === "typed")
      return `<Cell><Data ss:Type="DateTime">${cell.day}T${cell.clock ?? "00:00:00"}.000</Data></Cell>`;
    if (typeof cell !== "string" && "cents" in cell && style.numbers === "typed")
      return `<Cell><Data ss:Type="Number">${cell.cents / 100}</Data></Cell>`;
    return `<Cell><Data ss:Type="String">${escaped(textOf(cell, style))}</Data></Cell>`;
  };
  return `<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Statement"><Table>${cells.map((row) => `<Row>${row.map(data).join("")}</Row>`).join("")}</Table></Worksheet></Workbook>`;
}

function odsOf(cells: readonly (readonly Value[])[], style: Style): Promise<Uint8Array> {
  const data = (cell: Value) => {
    const text = escaped(textOf(cell, style));
    if (cell === null || cell === "") return "<table:table-cell/>";
    if (typeof cell !== "string" && "day" in cell && style.dates === "typed")
      return `<table:table-cell office:value-type="date" office:date-value="${cell.day}${cell.clock === undefined ? "" : `T${cell.clock}`}"><text:p>${text}</text:p></table:table-cell>`;
    if (typeof cell !== "string" && "cents" in cell && style.numbers === "typed")
      return `<table:table-cell office:value-type="float" office:value="${cell.cents / 100}"><text:p>${text}</text:p></table:table-cell>`;
    return `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  };
  const rows = cells
    .map(
      (row) =>
        `<table:table-row>${row.map(data).join("")}<table:table-cell table:number-columns-repeated="900"/></table:table-row>`,
    )
    .join("");
  const content = `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Statement">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  return zipOf([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.spreadsheet", stored: true },
    { name: "content.xml", content },
  ]);
}
