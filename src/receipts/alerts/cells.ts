// Rows whose labels and values are cells of a table: side by side, or a line of labels over a line of
// values. A tab is between cells.

import { findLabels, type LabelRole } from "./vocabulary.ts";

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Of a row: what its label says the value is, and the value's offsets. Null for a sentence. */
  readonly row: {
    readonly roles: readonly LabelRole[];
    readonly start: number;
    readonly end: number;
  } | null;
}

export interface Line {
  readonly start: number;
  readonly end: number;
}

export const LABEL_CHARS_MAX = 60;
/** A value may be below its label with up to two empty lines between. */
export const BELOW_LINES = 3;
/** So many labels side by side may be the columns of a table. */
export const COLUMNS_MIN = 3;

/**
 * The rows of a line of labels over one line of their values, with the index of the line of values;
 * null if the line at `index` is no such line of labels.
 */
export function readColumns(
  text: string,
  folded: string,
  lines: readonly Line[],
  index: number,
): { readonly rows: readonly Segment[]; readonly index: number } | null {
  const cellsAt = (at: number | undefined) => withoutEmptyEnd(splitCells(text, lines[at ?? -1]));
  const labels = cellsAt(index);
  if (labels.length < COLUMNS_MIN || hasDigit(text, lines[index])) return null;
  const roles = labels.map(({ start, end }) => readRoles(folded, start, end));
  if (!isHeading(text, lines[index], roles)) return null;
  const [below, next] = [1, 2, 3]
    .map((count) => index + count)
    .filter((at) => (lines[at]?.end ?? 0) > (lines[at]?.start ?? 0));
  const first = cellsAt(below);
  const rest = next === (below ?? index) + 1 ? cellsAt(next) : [];
  // The last cell may stand on the line below the others, or a cell may go on there.
  const isBelow =
    first.length === labels.length - 1 &&
    rest.length === 1 &&
    roles.at(-1)?.includes("status") === true;
  const isCut = rest.length > 1 && first.length + rest.length - 1 === labels.length;
  const isBroken = isBelow || isCut;
  const joined = isCut ? joinCut(first, rest) : [...first, ...rest];
  const values = isBroken ? joined : first;
  // Several lines of values are several movements, whose rows would be mixed up.
  if (
    below === undefined ||
    values.length !== labels.length ||
    (!isBroken && cellsAt(next).length === labels.length) ||
    isHeading(
      text,
      lines[below],
      values.map(({ start, end }) => readRoles(folded, start, end)),
    )
  )
    return null;
  const rows = values.flatMap(({ start, end }, at) =>
    end === start ? [] : [{ start, end, row: { roles: roles[at] ?? [], start, end } }],
  );
  return { rows, index: isBroken && next !== undefined ? next : below };
}

/** Without the empty cells behind the last one: "Amount\tDate\tStatus\t". */
function withoutEmptyEnd(cells: readonly Line[]): readonly Line[] {
  return cells.slice(0, cells.findLastIndex(({ start, end }) => end > start) + 1);
}

/** The cells of two lines, of which the last of the first line goes on with the first of the second. */
function joinCut(above: readonly Line[], below: readonly Line[]): readonly Line[] {
  const [last, first] = [above.at(-1), below[0]];
  if (last === undefined || first === undefined) return [...above, ...below];
  return [...above.slice(0, -1), { start: last.start, end: first.end }, ...below.slice(1)];
}

/** Whether a line is the labels of columns: most of its cells are labels, and none has a digit. */
function isHeading(
  text: string,
  line: Line | undefined,
  roles: readonly (readonly LabelRole[])[],
): boolean {
  const labelled = roles.filter((one) => one.length > 0).length;
  // "Amount  Date  Channel": the two that a movement needs, beside one that is not known.
  const hasBoth = roles.flat().includes("amount") && roles.flat().includes("date");
  return (
    (labelled >= COLUMNS_MIN || hasBoth) && labelled > roles.length / 2 && !hasDigit(text, line)
  );
}

function hasDigit(text: string, line: Line | undefined): boolean {
  return /\d/.test(text.slice(line?.start, line?.end));
}

export function splitCells(text: string, line: Line | undefined): readonly Line[] {
  if (line === undefined) return [];
  let at = line.start;
  return text
    .slice(line.start, line.end)
    .split("\t")
    .map((cell) => {
      const start = at;
      at += cell.length + 1;
      return { start, end: start + cell.length };
    });
}

/** The rows of a line whose cells are labels and values by turns. */
export function readCells(text: string, folded: string, line: Line): readonly Segment[] {
  // A colon may have a cell of its own, and an empty one before it.
  const isColon = (cell: Line | undefined): boolean =>
    cell !== undefined && /^\s?[:：]\s?$/.test(text.slice(cell.start, cell.end));
  const cells = splitCells(text, line).filter(
    (cell, at, all) => !isColon(cell) && !(cell.end === cell.start && isColon(all[at + 1])),
  );
  return cells.flatMap((cell, index) => {
    const next = cells[index + 1];
    if (next === undefined || next.end === next.start || cell.end - cell.start > LABEL_CHARS_MAX)
      return [];
    const roles = readRoles(folded, cell.start, cell.end);
    const row = { roles, start: next.start, end: next.end };
    return roles.length === 0 ? [] : [{ start: cell.start, end: next.end, row }];
  });
}

/** The roles that the words of a label name. */
export function readRoles(folded: string, start: number, end: number): readonly LabelRole[] {
  const labels = findLabels(folded, start, end);
  if (labels.length === 0) return [];
  const label = folded.slice(start, end).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const roles = labels
    .filter((hit) => !hit.isWholeLabel || hit.end - hit.start === label.length)
    .map(({ role }) => role);
  return [...new Set(roles)];
}

const STACKED_MIN = 3;
const STACKED_MAX = 12;
/** Blank lines may stand between a value and its label. */
const BLANKS_MAX = 2;
const STACKED_LINES_MAX = STACKED_MAX * (2 + BLANKS_MAX);

/**
 * "- 50,000 VND", "Amount", "Corner Cafe", "Details", "24/08/2026", "Time": each value above its label. Null
 * if fewer than three such pairs follow one another, or a label stands above the first value.
 */
export function readValuesAbove(
  text: string,
  folded: string,
  lines: readonly Line[],
  index: number,
): { readonly rows: readonly Segment[]; readonly index: number } | null {
  if (!/\d/.test(text.slice(lines[index]?.start, lines[index]?.end))) return null;
  const rolesOf = ({ start, end }: Line): readonly LabelRole[] => {
    const isLine = end - start <= LABEL_CHARS_MAX && !/[\d\t:：]/u.test(text.slice(start, end));
    return isLine ? readRoles(folded, start, end) : [];
  };
  const isFilled = ({ start, end }: Line): boolean => end > start;
  const above = lines.slice(Math.max(0, index - BLANKS_MAX), index).findLast(isFilled);
  if (above !== undefined && rolesOf(above).length > 0) return null;
  const below = lines.slice(index, index + STACKED_LINES_MAX).filter(isFilled);
  const rows: Segment[] = [];
  while (rows.length < STACKED_MAX) {
    const [value, label] = below.slice(rows.length * 2);
    if (value === undefined || label === undefined) break;
    const roles = rolesOf(label);
    const isValue = value.end - value.start <= LABEL_CHARS_MAX && rolesOf(value).length === 0;
    if (!isValue || roles.length === 0) break;
    const place = withoutAsterisks(text, value);
    rows.push({ ...place, row: { roles, ...place } });
  }
  const fits = ({ start, end, row }: Segment): boolean => {
    const value = text.slice(start, end);
    const [role = "status"] = row?.roles ?? [];
    return role === "amount" ? MONEY_ALONE.test(value) : role !== "date" || DAY.test(value);
  };
  const hasAmount = rows.some(({ row }) => row?.roles[0] === "amount") && rows.every(fits);
  const last = below[rows.length * 2 - 1];
  // A value below the last label: then each label is above its value.
  return rows.length < STACKED_MIN ||
    !hasAmount ||
    last === undefined ||
    isValueBelow(text, below[rows.length * 2])
    ? null
    : { rows, index: lines.indexOf(last) };
}

/** "*- 83,144 VND*": a text made of HTML puts bold words between asterisks. */
function withoutAsterisks(text: string, { start, end }: Line): Line {
  const bold = /^\*([^*\n]+)\*$/u.exec(text.slice(start, end));
  return bold === null ? { start, end } : { start: start + 1, end: end - 1 };
}

/** "- 50,000 VND", "$12.00" */
const MONEY_ALONE = /^[-+−–]? ?(?:[A-Z]{3} ?|\p{Sc} ?)?\d[\d.,']{0,14} ?(?:[A-Z]{3}|\p{Sc}|đ)?$/u;
const DAY = /\d{1,4}[./:-]\d{1,2}|\d{1,2} \p{L}{3}|\p{L}{3} \d{1,2}/u;

function isValueBelow(text: string, line: Line | undefined): boolean {
  const value = text.slice(line?.start, line?.end);
  return /\d/.test(value) && !/\p{L}{3,}.*\p{L}{3,}/u.test(value);
}
