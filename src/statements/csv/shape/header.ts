// Which row is the header, by its labels, by the cells under them, and by how many rows of the
// table follow. A small table above the statement (accounts, totals) has labels too, but few rows.

import { stripCell, type CellKind } from "./cells.ts";
import { matchRoles, normalLabel } from "../columns/labels.ts";

export const HIT_WEIGHT_MIN = 56;
const HEADER_ROWS_MAX = 400;
const CHECKED_ROWS_MAX = 200;
/** A row with fewer labels than this share of the most cannot be the header. */
const RIVAL_SHARE_MIN = 0.6;
/** So many rows with a date may be between a header in unknown words and the first transaction. */
const DATED_ROWS_MAX = 3;
/** Fewer filled cells than this beyond the last label are appended columns. */
const UNNAMED_MIN = 3;
const MONEY: ReadonlySet<string> = new Set(["amount", "debit", "credit", "balance"]);

type Rows = readonly (readonly string[])[];
type Kinds = readonly (readonly CellKind[])[];

interface Candidate {
  readonly index: number;
  readonly hits: number;
  readonly labels: string;
  /** Whether a date and an amount are among its labels. */
  readonly full: boolean;
  /** Rows with a date and an amount up to the next candidate that has such rows. */
  readonly below: number;
}

/**
 * The row whose labels head the most rows of the file; null if no row holds labels. `data`: the
 * rows with a date and an amount.
 */
export function findLabelledHeader(
  rows: Rows,
  kinds: Kinds,
  data: readonly number[],
): number | null {
  const all = listCandidates(rows, kinds, data);
  const found = countRowsBelow(
    all.some(({ full }) => full) ? all.filter(({ full }) => full) : all,
    data,
  );
  const most = Math.max(0, ...found.map(({ hits }) => hits));
  const rivals = found.filter(({ hits }) => hits >= RIVAL_SHARE_MIN * most);
  const total = (labels: string): number =>
    rivals.reduce((all, one) => all + (one.labels === labels ? one.below : 0), 0);
  let best: Candidate | null = null;
  for (const one of rivals) {
    if (
      best === null ||
      total(one.labels) > total(best.labels) ||
      (total(one.labels) === total(best.labels) && one.hits > best.hits)
    )
      best = one;
  }
  return best?.index ?? null;
}

function listCandidates(
  rows: Rows,
  kinds: Kinds,
  data: readonly number[],
): Omit<Candidate, "below">[] {
  const found: Omit<Candidate, "below">[] = [];
  const end = Math.min(rows.length, HEADER_ROWS_MAX);
  for (let index = 0; index < end; index += 1) {
    const row = kinds[index] ?? [];
    if (row.includes("date") || row.length < 2) continue;
    const texts = (rows[index] ?? []).filter((_, column) => row[column] === "text");
    if (texts.length < 2) continue;
    const hits = texts.filter(
      (cell) =>
        cell.length <= 80 && (matchRoles(stripCell(cell))[0]?.weight ?? 0) >= HIT_WEIGHT_MIN,
    ).length;
    const filled = row.filter((kind) => kind !== "empty").length;
    if (hits < 2 || hits < 0.4 * filled || isContradicted(rows[index] ?? [], kinds, data, index))
      continue;
    found.push({
      index,
      hits,
      labels: (rows[index] ?? []).map(normalLabel).join("|"),
      full: namesDateAndAmount(texts),
    });
  }
  return found;
}

function namesDateAndAmount(labels: readonly string[]): boolean {
  const roles = labels.flatMap((label) => {
    const [best] = matchRoles(stripCell(label));
    return best !== undefined && best.weight >= HIT_WEIGHT_MIN ? [best.role] : [];
  });
  return (
    roles.some((role) => role.endsWith("date")) &&
    roles.some((role) => role === "amount" || role === "debit" || role === "credit")
  );
}

function countRowsBelow(
  found: readonly Omit<Candidate, "below">[],
  data: readonly number[],
): Candidate[] {
  const out: Candidate[] = [];
  let end = Number.POSITIVE_INFINITY;
  let next = 0;
  let at = data.length - 1;
  for (const one of found.toReversed()) {
    let below = 0;
    for (; at >= 0 && (data[at] ?? 0) > one.index; at -= 1) if ((data[at] ?? 0) < end) below += 1;
    end = one.index;
    next = below > 0 ? below : next;
    out.unshift({ ...one, below: next });
  }
  return out;
}

/**
 * Whether most rows below have no date under a date's label, or have one under a label of money:
 * then it heads another table.
 */
function isContradicted(
  labels: readonly string[],
  kinds: Kinds,
  data: readonly number[],
  header: number,
): boolean {
  const roles = labels.map((label) => matchRoles(stripCell(label))[0] ?? null);
  const columns = (wanted: (role: string) => boolean) =>
    roles.flatMap((match, column) =>
      match !== null && match.weight >= HIT_WEIGHT_MIN && wanted(match.role) ? [column] : [],
    );
  const dates = columns((role) => role.endsWith("date"));
  const money = columns((role) => MONEY.has(role));
  let against = 0;
  let checked = 0;
  for (const index of data) {
    if (index <= header) continue;
    if (checked === CHECKED_ROWS_MAX) break;
    checked += 1;
    const row = kinds[index] ?? [];
    const undated = dates.length > 0 && !dates.some((column) => row[column] === "date");
    const unnamed = row.slice(labels.length).filter((kind) => kind !== "empty").length;
    if (undated || unnamed >= UNNAMED_MIN || money.some((column) => row[column] === "date"))
      against += 1;
  }
  return against > 0.5 * checked;
}

/**
 * A header in unknown words: the row of texts right before the first row of the table. Rows with a
 * date between them state a balance, or hold an amount nobody can read.
 */
export function findUnlabelledHeader(kinds: Kinds, data: readonly number[]): number | null {
  const [first] = dropOtherTables(kinds, data);
  if (first === undefined) return null;
  const filled = (index: number) => (kinds[index] ?? []).filter((kind) => kind !== "empty").length;
  const least = Math.max(0, first - 1 - DATED_ROWS_MAX);
  let index = first - 1;
  while (index >= least && (filled(index) === 0 || kinds[index]?.includes("date") === true))
    index -= 1;
  if (index < least) return null;
  const row = kinds[index] ?? [];
  if (row.includes("date") || row.includes("amount")) return null;
  return filled(index) >= Math.max(3, 0.6 * filled(first)) ? index : null;
}

/**
 * The rows from the first whose date is in the usual column: those before it belong to another
 * table.
 */
export function dropOtherTables(kinds: Kinds, data: readonly number[]): readonly number[] {
  const usual = findUsualDate(kinds, data);
  const first = data.findIndex((index) => kinds[index]?.[usual] === "date");
  return first * 2 > data.length ? data : data.slice(Math.max(0, first));
}

/** The column in which most of the rows have a date; the first of several. */
function findUsualDate(kinds: Kinds, data: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const index of data) {
    const row = kinds[index] ?? [];
    for (let column = row.indexOf("date"); column >= 0; column = row.indexOf("date", column + 1))
      counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted(([one, a], [other, b]) => b - a || one - other);
  return usual?.[0] ?? -1;
}

/**
 * Whether a header stands in the middle of its own table: more rows of the same shape are above it
 * than below, and no header is above them. It heads a section; were it taken for the header, the
 * rows above it would be lost.
 */
export function isWithinTable(
  rows: Rows,
  kinds: Kinds,
  data: readonly number[],
  header: number,
): boolean {
  const below = data.filter((index) => index > header);
  const above = data.filter((index) => index < header);
  if (above.length <= below.length) return false;
  const usual = findUsualDate(kinds, below);
  const width = rows[below[0] ?? -1]?.length;
  const alike = above.filter(
    (index) => kinds[index]?.[usual] === "date" && rows[index]?.length === width,
  );
  if (alike.length <= below.length) return false;
  return listCandidates(rows.slice(0, header), kinds, above).length === 0;
}
