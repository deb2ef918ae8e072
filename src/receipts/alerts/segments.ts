// A view as sentences and as rows of a label and its value, each with where it stands. Lines that were broken in the middle
// of a sentence are one; a stop behind an abbreviation ends nothing. One pass, bounded.

import { LABELS, type LabelRole } from "./labels.ts";
import { foldInPlace } from "./words.ts";

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Of a row: what its label says the value is, and where the value stands. */
  readonly row: {
    readonly roles: readonly LabelRole[];
    readonly start: number;
    readonly end: number;
  } | null;
}

const SEGMENTS_MAX = 2_000;
const LABEL_CHARS_MAX = 60;
const WRAPPED_CHARS_MIN = 40;
/** A value may stand below its label with up to two empty lines between. */
const BELOW_LINES = 3;
const ABBREVIATIONS = new Set(
  "rs no nr nro num a/c ac acc acct acnt avl bal ref st ltd inc co sr sra mr mrs ms dr cta tel av ave art aut op min max approx pvt corp int intl dept bs s/ tarj pag p.m a.m s.a c.v ul ok tj bzw evtl inkl zzgl ggf ca mld mio dt tgl env mme руб г ул д к р тыс обл грн коп тел ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค น บจก หจก".split(
    " ",
  ),
);

/** The segments of a text, in order. `folded` is the same text, folded in place. */
export function segmentsOf(text: string, folded: string = foldInPlace(text)): readonly Segment[] {
  const segments: Segment[] = [];
  const lines = linesOf(text);
  for (let index = 0; index < lines.length && segments.length < SEGMENTS_MAX; index += 1) {
    const line = lines[index];
    if (line === undefined || line.end === line.start) continue;
    const below = lines
      .slice(index + 1, index + 1 + BELOW_LINES)
      .find(({ start, end }) => end > start);
    const rows = rowsOf(text, folded, line, below);
    if (rows.length > 0) {
      segments.push(...rows);
      continue;
    }
    let end = line.end;
    while (index + 1 < lines.length && goesOn(text, folded, lines[index], lines[index + 1])) {
      index += 1;
      end = lines[index]?.end ?? end;
    }
    segments.push(...sentencesOf(text, line.start, end));
  }
  return segments;
}

interface Line {
  readonly start: number;
  readonly end: number;
}

function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    lines.push(...pipedLines(text, start, end));
    start = end + 1;
  }
  return lines;
}

/** "Txn: Credit|Acct: ****1234|Amt: NGN5,000.00|Desc: ...": a line of rows. */
function pipedLines(text: string, start: number, end: number): readonly Line[] {
  const parts = text.slice(start, end).split("|");
  if (parts.length < PIPED_PARTS_MIN || parts.length > PIPED_PARTS_MAX) return [{ start, end }];
  let at = start;
  return parts.map((part) => {
    const line = { start: at, end: at + part.length };
    at = line.end + 1;
    return line;
  });
}

const PIPED_PARTS_MIN = 4;
const PIPED_PARTS_MAX = 20;

/** The rows that a line is, if it is any: cells side by side, a label with a colon, or a label over its value. */
function rowsOf(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  const raw = text.slice(line.start, line.end);
  if (raw.includes("\t")) return cellRows(raw, folded, line);
  const colon =
    /^[^\p{L}\p{N}]{0,6}([^:：】\]\n]{2,60}?)\s{0,2}(?:[:：】]|\]\s|\s[-–=]\s)\s{0,3}/u.exec(raw);
  if (
    colon !== null &&
    (colon[1]?.length ?? 99) <= LABEL_CHARS_MAX &&
    (colon[1]?.split(" ").length ?? 99) <= 8
  ) {
    const roles = rolesOf(folded, line.start, line.start + colon[0].length);
    const start = line.start + colon[0].length;
    if (
      roles.length > 0 &&
      start < line.end &&
      !/[.!?] \p{Lu}/u.test(colon[1] ?? "") &&
      !HOLDS_AMOUNT.test(colon[1] ?? "") &&
      !SENTENCES.test(text.slice(start, line.end)) &&
      !SPOKEN.test(folded.slice(start, start + 8))
    )
      return [{ start: line.start, end: line.end, row: { roles, start, end: line.end } }];
  }
  return besideOrOver(text, folded, line, below);
}

/** A label holds no amount. Words with an amount before a colon are a sentence. */
const HOLDS_AMOUNT = /\d[.,]\d\d(?!\d)|\d ?(?:元|円|원|บาท)/u;

/** What goes on in sentences is no row's value. */
const SPOKEN = /^(?:you|your|we|a|an|the|dear) /u;
const SENTENCES = /[.!] {1,2}\p{Lu}[\p{Ll}']{1,12} [^\n]{25}/u;

/** "Amount $25.00" without a colon, or a label alone with its value on the line below. */
function besideOrOver(
  text: string,
  folded: string,
  line: Line,
  below: Line | undefined,
): readonly Segment[] {
  if (line.end - line.start > LABEL_CHARS_MAX) return [];
  const hits = LABELS.find(folded, line.start, line.end);
  const [first] = hits;
  if (first === undefined || first.start - line.start > 2) return [];
  const rest = text.slice(first.end, line.end).replace(/^[\s:：]{1,4}/, "");
  const restAt = line.end - rest.length;
  if (rest !== "" && /^[^\p{L}]{0,4}(?:[A-Z]{2,3}\s?)?[^\p{L}]{0,2}\d/u.test(rest))
    return [
      {
        start: line.start,
        end: line.end,
        row: { roles: [first.tag], start: restAt, end: line.end },
      },
    ];
  const filled = /^[\s:：*.()\p{L}]{0,14}$/u.test(rest);
  if (!filled || below === undefined || below.end === below.start || below.end - below.start > 100)
    return [];
  return [
    {
      start: line.start,
      end: below.end,
      row: { roles: rolesOf(folded, line.start, line.end), start: below.start, end: below.end },
    },
  ];
}

function cellRows(raw: string, folded: string, line: Line): readonly Segment[] {
  const rows: Segment[] = [];
  const cells: Line[] = [];
  let at = line.start;
  for (const cell of raw.split("\t")) {
    // A colon may have a cell of its own.
    if (!/^\s?[:：]\s?$/.test(cell)) cells.push({ start: at, end: at + cell.length });
    at += cell.length + 1;
  }
  for (const [index, cell] of cells.entries()) {
    const next = cells[index + 1];
    if (next === undefined || next.end === next.start || cell.end - cell.start > LABEL_CHARS_MAX)
      continue;
    const roles = rolesOf(folded, cell.start, cell.end);
    if (roles.length > 0)
      rows.push({
        start: cell.start,
        end: next.end,
        row: { roles, start: next.start, end: next.end },
      });
  }
  return rows;
}

function rolesOf(folded: string, start: number, end: number): readonly LabelRole[] {
  const label = folded.slice(start, end).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  return [
    ...new Set(
      LABELS.find(folded, start, end)
        .filter(({ phrase }) => phrase === label || !PARTICLES.has(phrase))
        .map(({ tag }) => tag),
    ),
  ];
}

/** Whether a line breaks off in the middle of a sentence. */
function goesOn(
  text: string,
  folded: string,
  line: Line | undefined,
  next: Line | undefined,
): boolean {
  if (
    line === undefined ||
    next === undefined ||
    next.end === next.start ||
    line.end - line.start < WRAPPED_CHARS_MIN
  )
    return false;
  if (/[.!?:;。！？]\s?$/.test(text.slice(Math.max(line.start, line.end - 2), line.end)))
    return false;
  return rowsOf(text, folded, next, undefined).length === 0;
}

/** Words that are a label alone, and nothing within a longer one. */
const PARTICLES = new Set(
  "van da von od от від fra de a para le on to at em bei bij u from sum due value total when origen origin lugar tu".split(
    " ",
  ),
);

const STOP = /[.!?](?=\s{1,3}["'“«(¡¿]?[\p{Lu}\p{Lo}\d])|\s\.(?=\p{Lu})|[。！？។]|[.!?]$/gu;

function sentencesOf(text: string, start: number, end: number): readonly Segment[] {
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
  for (const stop of part.matchAll(STOP)) {
    const word = (
      /[^\s(]{1,12}$/.exec(part.slice(Math.max(from, stop.index - 12), stop.index))?.[0] ?? ""
    )
      .toLowerCase()
      .replace(/^.*[:;,=]/, "");
    const spoken =
      stop[0] === "." &&
      (ABBREVIATIONS.has(word) ||
        /^\p{L}$/u.test(word) ||
        (/^(?:no|nr|rs|inr|bal)\.?/.test(word) && word.length < 4));
    if (!spoken) push(stop.index + stop[0].length);
  }
  push(part.length);
  return segments;
}
