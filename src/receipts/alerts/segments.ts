// A view cut into sentences and rows; a row is a label with its value. Lines that break off in the
// middle of a sentence are joined. A full stop after an abbreviation ends nothing. One pass,
// bounded.

import { rememberTexts } from "../words/remembered.ts";
import {
  BELOW_LINES,
  LABEL_CHARS_MAX,
  readCells,
  readColumns,
  readRoles,
  readValuesAbove,
  splitCells,
  type Line,
  type Segment,
} from "./cells.ts";
import { readBareName } from "./bare-labels.ts";
import { readTable } from "./tables.ts";
import { legalFormIn } from "../issuer/legal-forms.ts";
import { isAbbreviation, isDayBeforeTime, isOrdinalDay } from "../words/abbreviations.ts";
import { isUnspaced } from "../words/phrases.ts";
import { findMatches } from "../words/matches.ts";
import { findLabels } from "./vocabulary.ts";

const SEGMENTS_MAX = 2_000;
const LABEL_WORDS_MAX = 8;
const VALUE_CHARS_MAX = 100;
const WRAPPED_CHARS_MIN = 40;
/** The short word at which a line breaks off, with the blanks around it. */
const LAST_WORD_CHARS = 8;
/** A line with so many "|" is a line of rows. */
const PIPED_PARTS_MIN = 4;
const PIPED_PARTS_MAX = 20;
/** "Fee (0.5%)": a rate behind a label is no value. */
const RATE_OF_LABEL = /^\(\d{1,3}(?:[.,]\d{1,3})?\s?%\)\s?$/;
/** A label holds no amount. Words with an amount before a colon are a sentence. */
const HAS_AMOUNT = /\d[.,]\d\d(?!\d)|\p{Sc} ?\d|\d[.,]\d{3}(?!\d)|\d ?(?:元|円|원|บาท)/u;
/** "1.203,88 EUR", "US$ 12.00": a line with a value alone, so that the line above may be longer. */
const BARE_VALUE =
  /^\P{L}{0,4}(?:\p{L}{1,3}\P{L}{1,2})?\d[\d.,' ]{0,16}(?:\P{L}{0,2}\p{L}{1,5})?\P{L}{0,2}$/u;
/** A text that goes on in sentences is no row's value. */
const SENTENCE_START = /^(?:you|your|we|a|an|the|dear) /u;
const SENTENCES = /[.!] {1,2}\p{Lu}[\p{Ll}']{1,12} [^\n]{25}/u;

/**
 * The segments of a text, in order. `folded` is the same text, folded in place. Of a table of
 * movements only the line with that number is read, if one is given.
 */
export function findSegments(
  text: string,
  folded: string,
  tableLine: number | null = null,
): readonly Segment[] {
  return tableLine === null ? findRemembered(text, folded) : cutText(text, folded, tableLine);
}

/** Most readers cut the same text, one after another. */
const findRemembered = rememberTexts((text: string, folded: string) => cutText(text, folded, null));

function cutText(text: string, folded: string, tableLine: number | null): readonly Segment[] {
  const segments: Segment[] = [];
  const lines = splitLines(text, folded);
  for (let index = 0; index < lines.length && segments.length < SEGMENTS_MAX; index += 1) {
    const line = lines[index];
    if (line === undefined || line.end === line.start) continue;
    const below = lines
      .slice(index + 1, index + 1 + BELOW_LINES)
      .find(({ start, end }) => end > start && !/^\s?[:：]\s?$/.test(text.slice(start, end)));
    const table = tableLine === null ? null : readTable(text, folded, lines, index);
    if (table !== null && tableLine !== null) {
      segments.push(...(table.movements[tableLine] ?? []));
      index = table.last;
      continue;
    }
    const columns =
      readColumns(text, folded, lines, index) ?? readValuesAbove(text, folded, lines, index);
    if (columns !== null) {
      segments.push(...columns.rows);
      index = columns.index;
      continue;
    }
    const named = readBareName(text, folded, line, [below, lines[index - 1]]);
    const rows = named === null ? readRows(text, folded, line, below) : [named];
    if (rows.length > 0) {
      segments.push(...rows);
      continue;
    }
    let end = line.end;
    let isWithin = false;
    while (
      index + 1 < lines.length &&
      isContinued(text, folded, [lines[index], lines[index + 1]], isWithin)
    ) {
      // "... con tarjeta 8050, en", "AMZN", "Mktp US, por $ 109.90": however short, it is in the middle.
      const breaksOff = /\s\p{Ll}{1,4}\s?$/u.test(
        text.slice(Math.max(line.start, end - LAST_WORD_CHARS), end),
      );
      index += 1;
      isWithin = breaksOff && !/[\d:：]/u.test(text.slice(lines[index]?.start, lines[index]?.end));
      end = lines[index]?.end ?? end;
    }
    segments.push(...splitSentences(text, line.start, end));
  }
  return segments;
}

/** How many lines of values the tables of movements have, at most. */
export function countTableLines(text: string, folded: string): number {
  const lines = splitLines(text, folded);
  const counts = lines.map(
    (_, index) => readTable(text, folded, lines, index)?.movements.length ?? 0,
  );
  return Math.max(0, ...counts);
}

function splitLines(text: string, folded: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    lines.push(...splitPiped(text, start, end).flatMap((line) => splitGlued(text, folded, line)));
    start = end + 1;
  }
  return lines;
}

/** A label with a capital right behind a value, without a blank: "HKD 520.00Card No. ending with: 1234". */
const GLUED = /(?<=[\p{L}\d.])(?=\p{Lu}\p{Ll}{2,}[^\n:：]{0,40}[:：])/gu;
const GLUED_MIN = 2;
const GLUED_CHARS_MAX = 600;

const isAtStart = ({ start }: { readonly start: number }): boolean => start === 0;

/** "Merchant: CORNER CAFETransaction Amount:HKD 12.00Card No.: 4410": rows whose breaks were lost. */
function splitGlued(text: string, folded: string, { start, end }: Line): readonly Line[] {
  if (end - start > GLUED_CHARS_MAX) return [{ start, end }];
  const breaks = [...text.slice(start, end).matchAll(GLUED)]
    .map(({ index }) => start + index)
    .filter((at) => findLabels(folded.slice(at, end), 0, end - at).some(isAtStart));
  if (breaks.length < GLUED_MIN) return [{ start, end }];
  return [start, ...breaks].map((at, index) => ({ start: at, end: breaks[index] ?? end }));
}

/** "Txn: Credit|Acct: ****1234|Amt: NGN5,000.00|Desc: ...": a line of rows. */
function splitPiped(text: string, start: number, end: number): readonly Line[] {
  const parts = text.slice(start, end).split("|");
  if (parts.length < PIPED_PARTS_MIN || parts.length > PIPED_PARTS_MAX) return [{ start, end }];
  let at = start;
  return parts.map((part) => {
    const line = { start: at, end: at + part.length };
    at = line.end + 1;
    return line;
  });
}

/**
 * The rows of a line, if any: cells side by side, a label with a colon, or a label over its value.
 */
function readRows(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  if (text.slice(line.start, line.end).includes("\t"))
    return (
      readWholeRows(text, folded, line) ??
      readLabelledCell(text, folded, line) ??
      readCells(text, folded, line)
    );
  const several = readSeveral(text, folded, line);
  if (several !== null) return several;
  const row = readColonRow(text, folded, line);
  return row === null ? readWithoutColon(text, folded, line, below) : [row];
}

/** "Account: 116***50 Details: NETFLIX Balance: 17,499.92": three or more labels that are known, on one line. */
function readSeveral(text: string, folded: string, line: Line): readonly Segment[] | null {
  const labels = findLabels(folded, line.start, line.end)
    .map((label) => ({ ...label, colon: COLON.exec(text.slice(label.end, label.end + 3)) }))
    .filter(({ colon, end }) => colon !== null && end < line.end);
  const [first] = labels;
  if (labels.length < ROWS_ON_A_LINE_MIN || first?.start !== line.start) return null;
  return labels.flatMap(({ start, end, colon, role }, at) => {
    const next = labels[at + 1]?.start ?? line.end;
    const from = end + (colon?.[0].length ?? 0);
    const until = next - (/[\s,;|]*$/u.exec(text.slice(from, next))?.[0].length ?? 0);
    return from >= until
      ? []
      : [{ start, end: until, row: { roles: [role], start: from, end: until } }];
  });
}

const ROWS_ON_A_LINE_MIN = 3;
const COLON = /^ ?[:：] ?(?=\S|$)/u;

/** "Number: 4471", and in the next cell "Date: 12/11/2026": each cell is a row. Null if one is not. */
function readWholeRows(text: string, folded: string, line: Line): readonly Segment[] | null {
  const rows = splitCells(text, line).map((cell) => readColonRow(text, folded, cell));
  const whole = rows.filter((row) => row !== null);
  return rows.length >= 2 && whole.length === rows.length ? whole : null;
}

/**
 * "Transaction details : CORNER CAFE\tLisboa": label and value in the first cell, and behind it cells that
 * are no labels and no values of their own. Null where the label's value is in the next cell.
 */
function readLabelledCell(text: string, folded: string, line: Line): readonly Segment[] | null {
  const [first, ...others] = splitCells(text, line);
  const row = first === undefined ? null : readColonRow(text, folded, first);
  const isAlone = others.every(
    ({ start, end }) =>
      /^[^\d:：]*$/u.test(text.slice(start, end)) && readRoles(folded, start, end).length === 0,
  );
  return row?.row?.roles[0] === "merchant" && isAlone ? [row] : null;
}

/** "Amount: $25.00", "Amount ........ $25.00". */
function readColonRow(text: string, folded: string, line: Line): Segment | null {
  const colon =
    /^[^\p{L}\p{N}]{0,6}([^:：】\]\n]{2,60}?)\s{0,2}(?:(?<!\d)[:：]|[:：](?!\d)|】|\]\s|\s[-–=]\s|(?:\.{4,60}|…{2,30})\s?[:：]?)\s{0,3}/u.exec(
      text.slice(line.start, line.end),
    );
  const label = colon?.[1] ?? "";
  const start = line.start + (colon?.[0].length ?? 0);
  if (
    colon === null ||
    label.length > LABEL_CHARS_MAX ||
    label.split(" ").length > LABEL_WORDS_MAX ||
    start >= line.end ||
    /[.!?] \p{Lu}/u.test(label) ||
    // "Cardeal Comércio de Móveis Ltda. – CNPJ 00.417": a company and its register, below a message.
    endsInForm(label) ||
    // "VEGA HERMANOS SRL, Cuenta corriente ** - 2222": the digits of an account that is masked.
    /[*•]{2,}$/u.test(label) ||
    HAS_AMOUNT.test(label) ||
    SENTENCES.test(text.slice(start, line.end)) ||
    SENTENCE_START.test(folded.slice(start, start + 8))
  )
    return null;
  const roles = readRoles(folded, line.start, start);
  return roles.length === 0
    ? null
    : { start: line.start, end: line.end, row: { roles, start, end: line.end } };
}

function endsInForm(label: string): boolean {
  const form = legalFormIn(label, 2);
  return form !== null && label.length - form.end <= 1;
}

/** "Amount $25.00", or a label alone with its value on the line below. */
function readWithoutColon(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  if (line.end - line.start > LABEL_CHARS_MAX) return [];
  const [first] = findLabels(folded, line.start, line.end);
  if (first === undefined || first.start - line.start > 2) return [];
  const rest = text
    .slice(first.end, line.end)
    .replace(/^[\s:：]{1,4}/, "")
    .replace(RATE_OF_LABEL, "");
  if (rest !== "" && /^[^\p{L}]{0,4}(?:[A-Z]{2,3}\s?)?[^\p{L}]{0,2}\d/u.test(rest)) {
    const row = { roles: [first.role], start: line.end - rest.length, end: line.end };
    return [{ start: line.start, end: line.end, row }];
  }
  if (isBlankBetween(text, folded, { first, line, below })) {
    const row = { roles: [first.role], start: line.end - rest.length, end: line.end };
    return [{ start: line.start, end: line.end, row }];
  }
  const isLabelAlone =
    /^[\s:：*.()\p{L}]{0,14}$/u.test(rest) ||
    (first.role === "balance" &&
      /^[\s:：*.()\p{L}]{0,40}$/u.test(rest) &&
      below !== undefined &&
      BARE_VALUE.test(text.slice(below.start, below.end)));
  if (
    !isLabelAlone ||
    below === undefined ||
    // A row below has a label of its own; the line above it is a heading.
    text.slice(below.start, below.end).includes("\t") ||
    /[:：]\s?$/.test(text.slice(below.start, below.end)) ||
    readColonRow(text, folded, below) !== null ||
    // "Origen" over "Nombre: ADA LANE", whose label is not known.
    /^\p{Lu}\p{L}{1,14}(?: \p{L}{1,12}){0,2}: \S/u.test(text.slice(below.start, below.end)) ||
    below.end === below.start ||
    below.end - below.start > VALUE_CHARS_MAX
  )
    return [];
  const roles = readRoles(folded, line.start, line.end);
  // "To" says something only alone; "To CORNER CAFE" is no label of the line below.
  if (roles.length === 0 && /^\p{Lu}/u.test(rest)) return [];
  const row = { roles, start: below.start, end: below.end };
  return [{ start: line.start, end: below.end, row }];
}

/** "商店名稱 路易莎咖啡", and a label of its own in the next line: between label and value is a blank. */
function isBlankBetween(
  text: string,
  folded: string,
  {
    first,
    line,
    below,
  }: {
    readonly first: Pick<Segment, "start" | "end">;
    readonly line: Line;
    readonly below: Line | undefined;
  },
): boolean {
  const [next] = below === undefined ? [] : findLabels(folded, below.start, below.end);
  return (
    isUnspaced(text[first.end - 1]) &&
    /^[ \u3000]{1,3}[\p{L}\p{N}]{2}/u.test(text.slice(first.end, line.end)) &&
    (below === undefined || next?.start === below.start)
  );
}

const LINK = /^\s?<https?:\/\/[^\s>]*>\s?$/u;

/** Whether a line breaks off in the middle of a sentence that the next line continues. */
function isContinued(
  text: string,
  folded: string,
  [line, next]: readonly [Line | undefined, Line | undefined],
  isWithin: boolean,
): boolean {
  if (
    line === undefined ||
    next === undefined ||
    next.end === next.start ||
    (line.end - line.start < WRAPPED_CHARS_MIN && !isWithin)
  )
    return false;
  // "<https://bank.example/card>": a link alone goes on nowhere.
  if (LINK.test(text.slice(line.start, line.end))) return false;
  if (/[.!?:;。！？]\s?$/.test(text.slice(Math.max(line.start, line.end - 2), line.end)))
    return false;
  // A line of a table ends with its last cell, and Spanish marks where a question begins.
  if (/\t[^\t]*\d[^\p{L}\t]{0,4}$/u.test(text.slice(line.start, line.end))) return false;
  if (/^[¿¡]/u.test(text.slice(next.start, next.start + 1))) return false;
  const isLabel =
    next.end - next.start <= LABEL_CHARS_MAX && readRoles(folded, next.start, next.end).length > 0;
  return !isLabel && readRows(text, folded, next, undefined).length === 0;
}

const STOP = new RegExp(
  [
    String.raw`(?<!\d\. ?\d{1,2}\. ?\d{4}(?=\.\s\d{1,2}[:.]\d{2}(?!\d)))`,
    String.raw`[.!?](?=\s{1,3}["'“«(¡¿]?[\p{Lu}\p{Lo}\u10d0-\u10ff\d])|\s\.(?=\p{Lu})|[。！？។।۔]|[.!?]$`,
  ].join(""),
  "gu",
);

/** "E.S. REPSOL LA ALBUERA": initials that begin a line are a part of a name. */
const INITIALS_ALONE = /^\s*\p{Lu}(?:\.\p{Lu})+$/u;

function splitSentences(text: string, start: number, end: number): readonly Segment[] {
  const segments: Segment[] = [];
  const part = text.slice(start, end);
  let from = 0;
  const push = (to: number) => {
    const raw = part.slice(from, to);
    const lead = raw.length - raw.trimStart().length;
    if (raw.trim() !== "")
      segments.push({
        start: start + from + lead,
        end: start + from + raw.trimEnd().length,
        row: null,
      });
    from = to;
  };
  for (const stop of findMatches(part, STOP)) {
    const before = part.slice(Math.max(from, stop.index - 12), stop.index);
    const behind = part.slice(stop.index + 1, stop.index + 16);
    const isInside =
      isAbbreviation(before) ||
      INITIALS_ALONE.test(before) ||
      isOrdinalDay(before, behind) ||
      isDayBeforeTime(before, behind);
    if (stop[0] !== "." || !isInside) push(stop.index + stop[0].length);
  }
  push(part.length);
  return segments;
}

/** The lines of a segment: short rows and the lines of a footer are joined into one. */
export function splitSegment(
  text: string,
  { start, end }: Pick<Segment, "start" | "end">,
): readonly Line[] {
  let at = start;
  return text
    .slice(start, end)
    .split("\n")
    .map((line) => {
      const own = { start: at, end: at + line.length };
      at = own.end + 1;
      return own;
    });
}

/** The folded text of a segment. */
export function sliceSegment(
  { folded, segments }: { readonly folded: string; readonly segments: readonly Segment[] },
  index: number,
): string {
  return folded.slice(segments[index]?.start, segments[index]?.end);
}
