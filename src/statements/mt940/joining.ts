// Joins the lines of :86: into one text. Some banks cut a narrative after a number of characters,
// even inside words; others break it between words and drop the blank. Only the narrative's own
// lines decide. Otherwise the same transaction would read differently in another export.

/**
 * The line lengths of SWIFT and older standards, and two columns of 32; some banks count the tag of
 * the first line.
 */
const WIDTHS: ReadonlySet<number> = new Set([65, 35, 27]);
const FIRST_WIDTHS: ReadonlySet<number> = new Set([65, 61, 35, 27]);
const TEXT_WIDTHS: ReadonlySet<number> = new Set([65, 64, 35, 27]);
/** Trailing blanks at the cut may be missing, at most so many. */
const LOST_BLANKS_MAX = 2;

/** The separator of subfields, and the line ends after which a subfield's separator continues. */
export interface Continuation {
  readonly separator: string;
  readonly after: RegExp;
}

/**
 * Joins lines: without a blank where a line was cut, otherwise with one. A structured narrative is
 * always cut after a number of characters.
 */
export function joinLines(lines: readonly string[], glued: Continuation | null): string {
  const [only] = lines;
  if (lines.length === 1 && only !== undefined) return only;
  const width = glued === null ? findCutWidth(lines) : 0;
  const parts: string[] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    parts.push(
      before === undefined || isCut(before, line, at === 1, { width, glued }) ? line : ` ${line}`,
    );
  });
  return parts.join("");
}

function isCut(
  line: string,
  next: string,
  first: boolean,
  { width, glued }: { width: number; glued: Continuation | null },
): boolean {
  if (glued === null) return width > 0 && line.length >= width;
  if (next.startsWith(glued.separator) || glued.after.test(line.slice(-4))) return true;
  return (first ? FIRST_WIDTHS : WIDTHS).has(line.length);
}

/** The length at which a free text is cut; 0 when its lines are broken between words. */
function findCutWidth(lines: readonly string[]): number {
  const inner = lines
    .filter((_, at) => (lines[at + 1] ?? "").trim() !== "")
    .map((line) => line.length);
  if (inner.length === 0) return 0;
  const width = inner.reduce((most, length) => Math.max(most, length), 0);
  const short = inner.filter((length) => length < width - LOST_BLANKS_MAX && length > 0);
  if (short.length === 0 && TEXT_WIDTHS.has(width)) return width;
  // Of two lines, the first shows the width; of more, the first is shorter by its tag.
  const [first = 0, ...further] = inner;
  if ((FIRST_WIDTHS.has(first) || TEXT_WIDTHS.has(first)) && further.length === 0) return first;
  return inner.length > 1 && short.length <= 1 && WIDTHS.has(width) && first === width - 4
    ? width - 4
    : 0;
}
