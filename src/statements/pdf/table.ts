// The rows of the tables on all pages. A line below a row that has only text goes on with the row's
// text. All other lines (headings, heads, balances, totals) stay rows of their own; what they are
// is decided as in a CSV file.

import { isBlankLine } from "../csv/shape/cells.ts";
import { columnOf, findColumns, isRow, type Column } from "./columns.ts";
import type { PageLine, TextRun } from "./lines.ts";

/** A line below another one by at most so many heights of a letter continues it. */
const PITCH_MAX = 2;
const MARGIN = 1;

interface OpenRow {
  readonly cells: string[];
  readonly row: boolean;
  line: PageLine;
}

/** The rows as cells; null if no line has a date and an amount. */
export function toRows(lines: readonly PageLine[]): readonly (readonly string[])[] | null {
  const rows = lines.filter(isRow);
  if (rows.length === 0) return null;
  const columns = findColumns(rows);
  const open: OpenRow[] = [];
  for (const line of lines) {
    const last = open.at(-1);
    if (last !== undefined && continues(line, last, columns)) {
      addRuns(last.cells, line.runs, columns);
      last.line = line;
      continue;
    }
    const cells = columns.map(() => "");
    const [only] = line.runs;
    // A line of one text stays whole, in the first cell: a heading or a sentence.
    if (line.runs.length === 1 && only?.kind === "text") cells[0] = only.text;
    else addRuns(cells, line.runs, columns);
    open.push({ cells, row: isRow(line), line });
  }
  return open.map(({ cells }) => cells).filter((cells) => !isBlankLine(cells.join("")));
}

function continues(
  line: PageLine,
  { row, line: before }: OpenRow,
  columns: readonly Column[],
): boolean {
  if (!row || line.page !== before.page) return false;
  if (before.y - line.y > PITCH_MAX * Math.max(before.height, line.height)) return false;
  return line.runs.every(
    (run) =>
      run.kind === "text" &&
      columns.some(
        ({ kind, from, to }) =>
          kind === "text" && run.from >= from - MARGIN * line.height && run.from < to,
      ),
  );
}

function addRuns(cells: string[], runs: readonly TextRun[], columns: readonly Column[]): void {
  for (const run of runs) {
    const column = columnOf(run, columns);
    const before = cells[column] ?? "";
    cells[column] = before === "" ? run.text : `${before} ${run.text}`;
  }
}
