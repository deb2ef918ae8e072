// The columns of a printed table. Rows with a date and an amount show where they are: amounts are
// aligned at the right and dates at the left, so what overlaps from row to row is one column; texts
// begin at one place.

import type { PageLine, TextRun } from "./lines.ts";

export interface Column {
  readonly kind: TextRun["kind"];
  readonly from: number;
  readonly to: number;
}

/** Texts that begin at most so many heights of a letter apart are in one column. */
const TEXT_DRIFT = 0.8;
/** A place where texts begin in a smaller share of the rows is no column of its own. */
const TEXT_SHARE_MIN = 0.15;

/** Whether a line is a row of a table of transactions: it has a date and an amount. */
export function isRow({ runs }: PageLine): boolean {
  return (
    runs.slice(0, 4).some(({ kind }) => kind === "date") &&
    runs.some(({ kind, text }) => kind === "amount" && /\d[.,]\d\d(?!\d)/.test(text))
  );
}

/** The columns of these rows, from left to right. */
export function findColumns(rows: readonly PageLine[]): readonly Column[] {
  const runs = rows.flatMap((row) => row.runs);
  const values = (["date", "amount"] as const).flatMap((kind) =>
    uniteRuns(runs.filter((run) => run.kind === kind)).map(([from, to]) => ({ kind, from, to })),
  );
  return [...values, ...findTextColumns(rows, values)].sort((a, b) => a.from - b.from);
}

/** The intervals that overlapping runs cover together. */
function uniteRuns(runs: readonly TextRun[]): (readonly [number, number])[] {
  const united: [number, number][] = [];
  for (const { from, to } of [...runs].sort((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else united.push([from, to]);
  }
  return united;
}

function findTextColumns(rows: readonly PageLine[], values: readonly Column[]): Column[] {
  const texts = rows.flatMap(({ runs, height }) =>
    runs
      .filter(({ kind }) => kind === "text")
      .map(({ from, to }) => ({ from, to, drift: TEXT_DRIFT * height })),
  );
  const groups: { from: number; last: number; to: number; count: number }[] = [];
  for (const { from, to, drift } of texts.sort((a, b) => a.from - b.from)) {
    const group = groups.at(-1);
    if (group !== undefined && from - group.last <= drift) {
      group.last = from;
      group.to = Math.max(group.to, to);
      group.count += 1;
    } else groups.push({ from, last: from, to, count: 1 });
  }
  const most = groups.reduce((max, { count }) => Math.max(max, count), 0);
  const columns = groups.filter(
    ({ count }) => count === most || count >= Math.max(2, TEXT_SHARE_MIN * rows.length),
  );
  return columns.map(({ from, to }, index) => {
    const next = [...columns.slice(index + 1), ...values]
      .map((column) => column.from)
      .filter((start) => start > from);
    return { kind: "text", from, to: Math.min(to, ...next) };
  });
}

/** The column to which a run belongs: of its own kind if it overlaps one, else the nearest. */
export function columnOf(run: TextRun, columns: readonly Column[]): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  columns.forEach(({ kind, from, to }, index) => {
    const overlap = Math.min(run.to, to) - Math.max(run.from, from);
    // A text that runs on under the amounts belongs where it begins.
    const own = kind === run.kind ? KIND_BONUS : 0;
    const begins =
      run.kind === "text" && kind === "text" ? -Math.abs(run.from - from) : Math.min(overlap, 0);
    const fit = (overlap > 0 || kind === run.kind ? own : 0) + begins + Math.max(0, overlap) / 100;
    if (fit > most) [best, most] = [index, fit];
  });
  return best;
}

const KIND_BONUS = 40;
