// A view cut into sentences and rows; a row is a label with its value. Lines that break off in the
// middle of a sentence are joined. A full stop after an abbreviation ends nothing. One pass,
// bounded.

import { rememberTexts } from "../words/remembered.ts";
import {
  BELOW_LINES,
  LABEL_CHARS_MAX,
  readColumns,
  readRoles,
  readValuesAbove,
  type Line,
  type Segment,
} from "./cells.ts";
import { readBareName } from "./bare-labels.ts";
import { readRows } from "./line-rows.ts";
import { splitLines } from "./lines.ts";
import { readTable } from "./tables.ts";
import { isAbbreviation, isDayBeforeTime, isOrdinalDay } from "../words/abbreviations.ts";
import { findMatches } from "../words/matches.ts";

const SEGMENTS_MAX = 2_000;
const WRAPPED_CHARS_MIN = 40;
/** The short word at which a line breaks off, with the blanks around it. */
const LAST_WORD_CHARS = 8;

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
  if (/[.!?:;。！？]\*?\s?$/.test(text.slice(Math.max(line.start, line.end - 3), line.end)))
    return false;
  // A line of a table ends with its last cell, and Spanish marks where a question begins.
  if (ENDS_TABLE_LINE.test(text.slice(line.start, line.end))) return false;
  if (/^[¿¡]/u.test(text.slice(next.start, next.start + 1))) return false;
  const isLabel =
    next.end - next.start <= LABEL_CHARS_MAX &&
    // "giao", "dịch với số tiền 166,000 VND tại Corner Cafe.": the end of the sentence, whatever labels it has.
    !/^\p{Ll}.*\.\s?$/u.test(text.slice(next.start, next.end)) &&
    readRoles(folded, next.start, next.end).length > 0;
  return !isLabel && readRows(text, folded, next, undefined).length === 0;
}

/** "Interest tax\t15 %\t-2 139 Ft": a last cell that ends in figures, or in those and a currency. */
const ENDS_TABLE_LINE =
  /\t[^\t]*\d(?:[^\p{L}\t]{0,4}| ?(?:\p{Lu}{3}|Ft|kr\.?|Kč|zł|lei|TL|лв\.?|грн\.?|руб\.?|р\.|дин\.?))$/u;

const STOP = new RegExp(
  [
    String.raw`(?<!\d\. ?\d{1,2}\. ?\d{4}(?=\.\s\d{1,2}[:.]\d{2}(?!\d)))`,
    // "2026.11.26.\t10 267 Ft": the stop of a date in a cell.
    String.raw`(?!(?<=\d)\.\t)`,
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
