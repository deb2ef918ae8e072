// Writes text and structure, in the order of the HTML, as lines. A table row whose cells have one
// line each becomes one line with tabs. Columns of which one holds figures are read across. Any
// other row becomes its cells one below the other. Rows nested beyond a bound are plain lines,
// which keeps the work linear.

import { tidyLine, cleanCharacters } from "./characters.ts";

const ROWS_NESTED_MAX = 24;
const COLUMN_LINES_MAX = 60;
const FIGURE_CHARS_MAX = 40;
/**
 * In a longer line raised digits are left as they are; copying its end each time would not be
 * linear.
 */
const RAISED_LINE_CHARS_MAX = 2_000;

interface Row {
  /** The lines that the row's own lines are added to. */
  readonly outer: string[];
  /** The lines of each cell. */
  readonly cells: string[][];
}

export class LineWriter {
  readonly #all: string[] = [];
  readonly #rows: (Row | null)[] = [];
  #into = this.#all;
  #line = "";
  readonly #raised: number[] = [];

  #columnEnded = false;

  write(text: string): void {
    // Small letters go on with the word, as after an initial that is set apart.
    if (this.#columnEnded && /^[^\s\p{Ll}]/u.test(text) && /\S$/.test(this.#line.slice(-1)))
      this.#line += "\t";
    this.#columnEnded = false;
    this.#line += text;
  }

  /** Ends the line, unless it is empty. */
  endLine(): void {
    this.#raised.length = 0;
    if (this.#line === "") return;
    const line = tidyLine(cleanCharacters(this.#line));
    this.#line = "";
    if (line !== "") this.#into.push(line);
  }

  /** Ends the line. One empty line is kept, never two in a row. */
  breakLine(): void {
    const before = this.#into.length;
    this.endLine();
    if (this.#into.length === before && before > 0 && this.#into.at(-1) !== "") this.#into.push("");
  }

  /** What follows stands beside what the line holds. */
  startColumn(): void {
    if (this.#line.trim() !== "") this.#line += "\t";
  }

  /** What follows without a blank stands apart from what the line holds. */
  endColumn(): void {
    this.#columnEnded = true;
  }

  openRow(): void {
    this.endLine();
    this.#rows.push(this.#rows.length < ROWS_NESTED_MAX ? { outer: this.#into, cells: [] } : null);
  }

  openCell(): void {
    this.endLine();
    const row = this.#rows.at(-1);
    if (row === null || row === undefined) return;
    this.#into = [];
    row.cells.push(this.#into);
  }

  closeCell(): void {
    this.endLine();
    const row = this.#rows.at(-1);
    if (row !== null && row !== undefined) this.#into = row.outer;
  }

  closeRow(): void {
    this.endLine();
    const row = this.#rows.pop();
    if (row === null || row === undefined) return;
    this.#into = row.outer;
    for (const line of toLines(row.cells)) this.#into.push(line);
  }

  openRaised(): void {
    this.#raised.push(this.#line.length);
  }

  /**
   * Two raised digits after a whole number are its cents; others, such as a footnote, get a blank.
   */
  closeRaised(): void {
    const at = this.#raised.pop();
    if (at === undefined || this.#line.length > RAISED_LINE_CHARS_MAX) return;
    const raised = cleanCharacters(this.#line.slice(at)).trim();
    const before = cleanCharacters(this.#line.slice(0, at)).trimEnd();
    if (!/^\d{1,4}$/.test(raised) || !/\d$/.test(before.slice(-1))) return;
    const number = /[\d.,'\u00a0]{1,16}$/.exec(before.slice(-16))?.[0] ?? "";
    const areCents = raised.length === 2 && !/[.,]\d{2}$/.test(number);
    const mark = number.includes(".") ? "," : ".";
    this.#line = before + (areCents ? mark : " ") + raised;
  }

  text(): string {
    this.endLine();
    while (this.#rows.length > 0) this.closeRow();
    return trimBlank(this.#all).join("\n");
  }
}

/** The lines of a row. */
function toLines(cells: readonly (readonly string[])[]): readonly string[] {
  const filled = cells.map(trimBlank);
  const visible = filled.filter((cell) => cell.length > 0);
  if (visible.length < 2) return visible[0] ?? [];
  if (visible.every((cell) => cell.length === 1))
    return [
      filled
        .map((cell) => cell[0] ?? "")
        .join("\t")
        .replace(/^\t+|\t+$/g, ""),
    ];
  if (!areColumns(visible)) return visible.flat();
  return (visible[0] ?? []).map((_line, index) =>
    visible.map((cell) => cell[index] ?? "").join("\t"),
  );
}

/**
 * Whether cells are columns of as many lines each, of which at least one holds nothing but figures.
 */
function areColumns(cells: readonly (readonly string[])[]): boolean {
  const lines = cells[0]?.length ?? 0;
  if (lines > COLUMN_LINES_MAX || cells.some((cell) => cell.length !== lines || cell.includes("")))
    return false;
  return (
    cells.some((cell) =>
      cell.every((line) => line.length <= FIGURE_CHARS_MAX && /\d/.test(line)),
    ) && cells.some((cell) => cell.every((line) => !/^[\d\s.,]+$/.test(line)))
  );
}

function trimBlank(lines: readonly string[]): readonly string[] {
  let start = 0;
  let end = lines.length;
  while (start < end && lines[start] === "") start += 1;
  while (end > start && lines[end - 1] === "") end -= 1;
  return lines.slice(start, end);
}
