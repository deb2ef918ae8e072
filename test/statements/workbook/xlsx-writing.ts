// XLSX workbooks as the tests write them, by hand from ECMA-376 part 1, 18: typed cells, formats, shared and inline
// texts, and the habits of other programs (prefixes, places left out, texts in runs).

import { must } from "../../../src/platform/assert.ts";
import { dayNumber, parseDay } from "../../../src/money/day.ts";
import { zipOf, type Member } from "./zip-writing.ts";

/** A cell: a text, a number, nothing, or one with a type. */
export type Put =
  | string
  | number
  | null
  | { readonly day: string; readonly seconds?: number; readonly format?: string | number }
  | { readonly number: number | string; readonly format?: string | number }
  | { readonly formula: string; readonly value?: string | number }
  | { readonly inline: string }
  | { readonly rich: readonly string[] }
  | { readonly flag: boolean }
  | { readonly error: string }
  | { readonly iso: string };

export interface SheetPut {
  readonly name?: string;
  readonly state?: "hidden" | "veryHidden";
  readonly rows: readonly (readonly Put[])[];
  readonly merges?: readonly string[];
  /** Numbers of rows that are hidden, from 1. */
  readonly hidden?: readonly number[];
}

export interface Habits {
  readonly from1904?: boolean;
  /** Tags with a prefix, as .NET programs write them. */
  readonly prefix?: string;
  /** Rows and cells do not say where they stand. */
  readonly placeless?: boolean;
  /** Texts stand in the cells. */
  readonly inlineTexts?: boolean;
  readonly stored?: boolean;
  /** Parts in place of ours, by name; null leaves one out. */
  readonly parts?: Readonly<Record<string, string | null>>;
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const DATE_FORMAT = 14;

/** One sheet's rows as a workbook. */
export function xlsxOf(
  rows: readonly (readonly Put[])[],
  habits: Habits = {},
): Promise<Uint8Array> {
  return workbookOf([{ rows }], habits);
}

/** A workbook of several sheets. */
export async function workbookOf(
  sheets: readonly SheetPut[],
  habits: Habits = {},
): Promise<Uint8Array> {
  const strings: string[] = [];
  const places = new Map<string, number>();
  const formats: (string | number)[] = [0];
  const shared = (item: string) => {
    const known = places.get(item);
    if (known !== undefined) return known;
    places.set(item, strings.length);
    return strings.push(item) - 1;
  };
  const style = (format: string | number) =>
    formats.includes(format) ? formats.indexOf(format) : formats.push(format) - 1;
  const x = habits.prefix === undefined ? "" : `${habits.prefix}:`;
  const space =
    habits.prefix === undefined ? `xmlns="${MAIN}"` : `xmlns:${habits.prefix}="${MAIN}"`;

  const bodies = sheets.map((sheet) => {
    const rows = sheet.rows.map((cells, index) => {
      const body = cells
        .map((cell, column) =>
          cellOf(
            cell,
            habits.placeless === true ? "" : ` r="${letters(column)}${index + 1}"`,
            shared,
            style,
            habits,
            x,
          ),
        )
        .join("");
      const place = habits.placeless === true ? "" : ` r="${index + 1}"`;
      return body === "" && habits.placeless !== true
        ? ""
        : `<${x}row${place}${sheet.hidden?.includes(index + 1) === true ? ' hidden="1"' : ""}>${body}</${x}row>`;
    });
    const merges =
      sheet.merges === undefined
        ? ""
        : `<${x}mergeCells>${sheet.merges.map((ref) => `<${x}mergeCell ref="${ref}"/>`).join("")}</${x}mergeCells>`;
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${x}worksheet ${space}><${x}sheetData>${rows.join("")}</${x}sheetData>${merges}</${x}worksheet>`;
  });

  const listed = sheets.map(
    ({ name, state }, index) =>
      `<${x}sheet name="${escaped(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}"${state === undefined ? "" : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  );
  const parts: Record<string, string | null> = {
    "[Content_Types].xml":
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": relationsOf([["rId1", "officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<${x}workbook ${space} xmlns:r="${OFFICE}"><${x}workbookPr${habits.from1904 === true ? ' date1904="1"' : ""}/><${x}sheets>${listed.join("")}</${x}sheets></${x}workbook>`,
    "xl/_rels/workbook.xml.rels": relationsOf([
      ...sheets.map((_, index): [string, string, string] => [
        `rId${index + 1}`,
        "worksheet",
        `worksheets/sheet${index + 1}.xml`,
      ]),
      ["rIdS", "styles", "/xl/styles.xml"],
      ["rIdT", "sharedStrings", "sharedStrings.xml"],
    ]),
    "xl/styles.xml": stylesOf(formats),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}" count="${strings.length}">${strings.map((item) => `<si>${item}</si>`).join("")}</sst>`,
    ...Object.fromEntries(
      bodies.map((body, index) => [`xl/worksheets/sheet${index + 1}.xml`, body]),
    ),
    ...habits.parts,
  };
  const members: Member[] = Object.entries(parts).flatMap(([name, content]) =>
    content === null ? [] : [{ name, content, stored: habits.stored === true }],
  );
  return zipOf(members);
}

function cellOf(
  cell: Put,
  place: string,
  shared: (item: string) => number,
  style: (format: string | number) => number,
  habits: Habits,
  x: string,
): string {
  if (cell === null) return habits.placeless === true ? `<${x}c/>` : "";
  const text = (item: string) => `<${x}c${place} t="s"><${x}v>${shared(item)}</${x}v></${x}c>`;
  const inline = (content: string) =>
    `<${x}c${place} t="inlineStr"><${x}is><${x}t xml:space="preserve">${escaped(content)}</${x}t></${x}is></${x}c>`;
  const value = (content: number | string, format: string | number | undefined) =>
    `<${x}c${place}${format === undefined ? "" : ` s="${style(format)}"`}><${x}v>${content}</${x}v></${x}c>`;
  if (typeof cell === "number") return value(cell, undefined);
  if (typeof cell === "string")
    return habits.inlineTexts === true
      ? inline(cell)
      : text(`<t xml:space="preserve">${escaped(cell)}</t>`);
  if ("day" in cell)
    return value(
      serialOf(cell.day, habits.from1904 === true) + (cell.seconds ?? 0) / 86_400,
      cell.format ?? DATE_FORMAT,
    );
  if ("number" in cell) return value(cell.number, cell.format);
  if ("inline" in cell) return inline(cell.inline);
  if ("rich" in cell)
    return text(
      `${cell.rich.map((run) => `<r><rPr><b/></rPr><t xml:space="preserve">${escaped(run)}</t></r>`).join("")}<rPh sb="0" eb="1"><t>reading aloud</t></rPh>`,
    );
  if ("flag" in cell) return `<${x}c${place} t="b"><${x}v>${cell.flag ? 1 : 0}</${x}v></${x}c>`;
  if ("error" in cell) return `<${x}c${place} t="e"><${x}v>${cell.error}</${x}v></${x}c>`;
  if ("iso" in cell) return `<${x}c${place} t="d"><${x}v>${cell.iso}</${x}v></${x}c>`;
  const cached = cell.value === undefined ? "" : `<${x}v>${escaped(String(cell.value))}</${x}v>`;
  return `<${x}c${place}${typeof cell.value === "string" ? ' t="str"' : ""}><${x}f>${escaped(cell.formula)}</${x}f>${cached}</${x}c>`;
}

/** The number of a day, by counting from a known pair: 1 January 2000 is 36526 in the calendar of 1900. */
export function serialOf(day: string, from1904 = false): number {
  const days =
    dayNumber(must(parseDay(day), "a day")) - dayNumber(must(parseDay("2000-01-01"), "a day"));
  return 36_526 + days - (from1904 ? 1_462 : 0);
}

function stylesOf(formats: readonly (string | number)[]): string {
  const own = formats.flatMap((format, index) =>
    typeof format === "string"
      ? [`<numFmt numFmtId="${164 + index}" formatCode="${escaped(format)}"/>`]
      : [],
  );
  const cells = formats.map(
    (format, index) =>
      `<xf numFmtId="${typeof format === "string" ? 164 + index : format}" applyNumberFormat="1"/>`,
  );
  return `<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${own.join("")}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join("")}</cellXfs></styleSheet>`;
}

function relationsOf(list: readonly (readonly [string, string, string])[]): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, to]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${to}"/>`).join("")}</Relationships>`;
}

/** The name of a column, from 0. */
export function letters(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
