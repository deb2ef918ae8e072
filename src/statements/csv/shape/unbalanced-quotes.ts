// Records whose quotes do not balance. Papaparse reads on to the next closing quote and swallows
// lines. A block in which it reports an error is read again here: strictly where quoting holds,
// else line by line, so that a stray quote costs at most its own line. Linear in the text: each
// record is read once strictly and once as a line.

export interface Scan {
  readonly rows: string[][];
  /** Physical lines each row takes. */
  readonly spans: number[];
  /** Index of a row -> what is wrong with its quotes. */
  readonly broken: Map<number, string>;
  /** How much of the text was used. */
  readonly used: number;
}

const QUOTE = 34;
/** The lines over which the repair of a record with stray quotes is tried. */
const REPAIR_LINES_MAX = 8;

export interface ScanOptions {
  readonly delimiter: string;
  /** The number of fields a record should have; 0: unknown. */
  readonly width: number;
  /** Whether no more text follows. */
  readonly last: boolean;
  /** A quoted field that is longer counts as never closed. */
  readonly cellMax: number;
}

/** Reads whole records from `text`. */
export function scanRecords(text: string, { delimiter, width, last, cellMax }: ScanOptions): Scan {
  const rows: string[][] = [];
  const spans: number[] = [];
  const broken = new Map<number, string>();
  let at = 0;
  while (at < text.length) {
    const strict = readStrictly(text, at, delimiter, last, cellMax);
    if (strict === "more") break;
    if (strict !== null) {
      rows.push(strict.cells);
      spans.push(strict.lines);
      at = strict.end;
      continue;
    }
    const end = findLineEnd(text, at);
    if (end === text.length && !last) break;
    const repaired = repairRecord(text, at, delimiter, width);
    if (repaired.fault !== null) broken.set(rows.length, repaired.fault);
    rows.push(repaired.cells);
    spans.push(repaired.lines);
    at = repaired.end;
  }
  return { rows, spans, broken, used: at };
}

interface OneRecord {
  readonly cells: string[];
  readonly lines: number;
  readonly end: number;
}

/** One record by RFC 4180; null if its quotes are broken, "more" where the text ends inside it. */
function readStrictly(
  text: string,
  start: number,
  delimiter: string,
  last: boolean,
  cellMax: number,
): OneRecord | null | "more" {
  const cells: string[] = [];
  let lines = 1;
  let at = start;
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      let close = at + 1;
      let doubled = false;
      for (;;) {
        close = text.indexOf('"', close);
        if (close === -1 || close - at > cellMax)
          return close === -1 && !last && text.length - at <= cellMax ? "more" : null;
        if (text.charCodeAt(close + 1) !== QUOTE) break;
        doubled = true;
        close += 2;
      }
      const raw = text.slice(at + 1, close);
      if (raw.includes("\n")) lines += raw.split("\n").length - 1;
      cells.push(doubled ? raw.replaceAll('""', '"') : raw);
      at = close + 1;
      while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 13) at += 1;
      if (at >= text.length) return last ? { cells, lines, end: at } : "more";
      if (text[at] === "\n") return { cells, lines, end: at + 1 };
      if (text[at] !== delimiter) return null;
      at += 1;
      continue;
    }
    const stop = findFieldEnd(text, at, delimiter);
    if (stop === text.length) {
      if (!last) return "more";
      cells.push(dropCr(text.slice(at, stop)));
      return { cells, lines, end: stop };
    }
    if (text[stop] === "\n") {
      cells.push(dropCr(text.slice(at, stop)));
      return { cells, lines, end: stop + 1 };
    }
    cells.push(text.slice(at, stop));
    at = stop + 1;
  }
}

/**
 * The line at `start` with its stray quotes as text; further lines join it only if that gives the
 * right width.
 */
function repairRecord(
  text: string,
  start: number,
  delimiter: string,
  width: number,
): OneRecord & { fault: string | null } {
  const single = findLineEnd(text, start);
  const { cells, open } = readLoosely(text.slice(start, single), delimiter);
  const oneLine = { cells, lines: 1, end: Math.min(single + 1, text.length) };
  if (!open && (width === 0 || cells.length === width)) return { ...oneLine, fault: null };
  let end = single;
  for (let lines = 2; lines <= REPAIR_LINES_MAX && end < text.length; lines += 1) {
    end = findLineEnd(text, end + 1);
    const tried = readLoosely(text.slice(start, end), delimiter);
    if (!tried.open && tried.cells.length === width)
      return { cells: tried.cells, lines, end: Math.min(end + 1, text.length), fault: null };
    if (tried.cells.length > width) break;
  }
  return {
    ...oneLine,
    fault: open
      ? "a quotation mark is opened and never closed"
      : "its quotation marks do not balance",
  };
}

/**
 * Fields of one line: a quote closes only before a delimiter or the end, any other quote is text.
 */
function readLoosely(line: string, delimiter: string): { cells: string[]; open: boolean } {
  const text = dropCr(line);
  const cells: string[] = [];
  let open = false;
  let at = 0;
  for (;;) {
    if (text.charCodeAt(at) === QUOTE) {
      let close = at;
      do {
        close = text.indexOf('"', close + 1);
      } while (close !== -1 && close + 1 < text.length && text[close + 1] !== delimiter);
      if (close !== -1) {
        cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
        at = close + 2;
        if (close + 1 >= text.length) return { cells, open };
        continue;
      }
    }
    const stop = text.indexOf(delimiter, at);
    const cell = text.slice(at, stop === -1 ? text.length : stop);
    // '"A"x' is text with quotes in it; an odd number of them leaves one open.
    if (cell.charCodeAt(0) === QUOTE && cell.split('"').length % 2 === 0) open = true;
    cells.push(cell);
    if (stop === -1) return { cells, open };
    at = stop + 1;
  }
}

function findFieldEnd(text: string, at: number, delimiter: string): number {
  const code = delimiter.charCodeAt(0);
  let i = at;
  while (i < text.length) {
    const unit = text.charCodeAt(i);
    if (unit === code || unit === 10) return i;
    i += 1;
  }
  return text.length;
}

function findLineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function dropCr(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
