// The lines of :86: back into one text. Some banks cut a narrative after so many characters, words or not; others break
// it between words and drop the blank. Each narrative's own lines tell which: never another's, or the same movement would
// read otherwise in another export.

/** What SWIFT and older standards give a line; two columns of 32; the tag before the first line is counted by some. */
const WIDTHS: ReadonlySet<number> = new Set([65, 35, 27]);
const FIRST_WIDTHS: ReadonlySet<number> = new Set([65, 61, 35, 27]);
const TEXT_WIDTHS: ReadonlySet<number> = new Set([65, 64, 35, 27]);
/** A blank or two that stood where the line was cut are gone. */
const LOST_BLANKS_MAX = 2;

/** What a structured narrative's subfields begin with, and the ends of lines behind which one goes on. */
export interface Glued {
  readonly separator: string;
  readonly behind: RegExp;
}

/**
 * One text of the lines: without a blank where a line was cut, else with one. A structured narrative is always cut by counting.
 */
export function joinLines(lines: readonly string[], glued: Glued | null): string {
  const width = glued === null ? cutWidth(lines) : 0;
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
  { width, glued }: { width: number; glued: Glued | null },
): boolean {
  if (glued === null) return width > 0 && line.length >= width;
  if (next.startsWith(glued.separator) || glued.behind.test(line.slice(-4))) return true;
  return (first ? FIRST_WIDTHS : WIDTHS).has(line.length);
}

/** The length at which the lines of a free text are cut; 0 where they are broken between words. */
function cutWidth(lines: readonly string[]): number {
  const inner = lines
    .filter((_, at) => (lines[at + 1] ?? "").trim() !== "")
    .map((line) => line.length);
  if (inner.length === 0) return 0;
  const width = inner.reduce((most, length) => Math.max(most, length), 0);
  const short = inner.filter((length) => length < width - LOST_BLANKS_MAX && length > 0);
  if (short.length === 0 && TEXT_WIDTHS.has(width)) return width;
  // Of two lines the first shows how long it may be; of more, it is shorter by its tag.
  const [first = 0, ...further] = inner;
  if ((FIRST_WIDTHS.has(first) || TEXT_WIDTHS.has(first)) && further.length === 0) return first;
  return inner.length > 1 && short.length <= 1 && WIDTHS.has(width) && first === width - 4
    ? width - 4
    : 0;
}
