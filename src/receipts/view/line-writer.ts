// Text and structure written one after the other become lines. A table's row whose cells have a line each is one line with
// tabs; columns beside one another, of which one holds figures, are read across; any other row is its cells one below the
// other. Rows nested beyond a bound are plain lines, which keeps the work linear.

import { tidyLine, visibleCharacters } from "./characters.ts";

const ROWS_NESTED_MAX = 24;
const COLUMN_LINES_MAX = 60;
const FIGURE_CHARS_MAX = 40;
/** In a longer line raised digits are looked at no more, so that a line's end is never copied again and again. */
const RAISED_LINE_CHARS_MAX = 2_000;

interface Row {
  /** Where the row's line goes; the lines of each cell. */
  readonly outer: string[];
  readonly cells: string[][];
}

export class LineWriter {
  readonly #all: string[] = [];
  readonly #rows: (Row | null)[] = [];
  #into = this.#all;
  #line = "";
  readonly #raised: number[] = [];

  write(text: string): void {
    this.#line += text;
  }

  /** Ends the line where something stands in it. */
  endLine(): void {
    const line = tidyLine(visibleCharacters(this.#line));
    this.#line = "";
    this.#raised.length = 0;
    if (line !== "") this.#into.push(line);
  }

  /** Ends the line; an empty one is kept, though never two in a row. */
  breakLine(): void {
    const before = this.#into.length;
    this.endLine();
    if (this.#into.length === before && before > 0 && this.#into.at(-1) !== "") this.#into.push("");
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
    for (const line of acrossOrDown(row.cells)) this.#into.push(line);
  }

  openRaised(): void {
    this.#raised.push(this.#line.length);
  }

  /** Two raised digits behind a whole number are its cents; other raised digits (a footnote) are kept apart. */
  closeRaised(): void {
    const at = this.#raised.pop();
    if (at === undefined || this.#line.length > RAISED_LINE_CHARS_MAX) return;
    const raised = visibleCharacters(this.#line.slice(at)).trim();
    const before = visibleCharacters(this.#line.slice(0, at)).trimEnd();
    if (!/^\d{1,4}$/.test(raised) || !/\d$/.test(before.slice(-1))) return;
    const number = /[\d.,'\u00a0]{1,16}$/.exec(before.slice(-16))?.[0] ?? "";
    const whole = raised.length === 2 && !/[.,]\d{2}$/.test(number);
    this.#line = before + (whole ? (number.includes(".") ? "," : ".") : " ") + raised;
  }

  text(): string {
    this.endLine();
    while (this.#rows.length > 0) this.closeRow();
    return trimBlank(this.#all).join("\n");
  }
}

function acrossOrDown(cells: readonly (readonly string[])[]): readonly string[] {
  const filled = cells.map(trimBlank);
  const shown = filled.filter((cell) => cell.length > 0);
  if (shown.length < 2) return shown[0] ?? [];
  if (shown.every((cell) => cell.length === 1))
    return [
      filled
        .map((cell) => cell[0] ?? "")
        .join("\t")
        .replace(/^\t+|\t+$/g, ""),
    ];
  if (!areColumns(shown)) return shown.flat();
  return (shown[0] ?? []).map((_line, index) => shown.map((cell) => cell[index] ?? "").join("\t"));
}

/** Columns of as many lines each, of which at least one holds nothing but figures. */
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
