// Where the table stands in the file: what is preamble, which row (or two) is the header, where the
// records begin, how many cells they have. By content, never by counting lines: banks add lines.

import { kindOf, plain, type CellKind } from "./cells.ts";
import { labelRoles } from "./labels.ts";

export interface Region {
  /** Index of the header row, -1 where there is none. */
  readonly header: number;
  /** Index of the first record. */
  readonly first: number;
  /** The labels by column; "" where the header has none. */
  readonly labels: readonly string[];
  readonly width: number;
  readonly widths: readonly number[];
  /** Indexes of the rows that have a date and an amount. */
  readonly data: readonly number[];
}

const HIT_WEIGHT_MIN = 56;
const HEADER_ROWS_MAX = 400;
const MONEY: ReadonlySet<string> = new Set(["amount", "debit", "credit", "balance"]);
/** A number of cells that at least this share of the data rows have is one that rows may have. */
const WIDTH_SHARE_MIN = 0.1;

/** Finds the table; null where no row is a header and none has a date and an amount. */
export function findRegion(rows: readonly (readonly string[])[]): Region | null {
  const kinds = rows.map((row) => row.map(kindOf));
  const data: number[] = [];
  kinds.forEach((row, index) => {
    if (row.includes("date") && row.includes("amount")) data.push(index);
  });
  const named = namedHeader(rows, kinds, data);
  const firstData = named === null ? data[0] : (data.find((index) => index > named) ?? undefined);
  const header = named ?? (firstData === undefined ? null : silentHeader(kinds, firstData));
  if (header === null && firstData === undefined) return null;
  const below = header === null ? data : data.filter((index) => index > header);
  const second = header !== null && isSecondLine(rows, kinds, header) ? header + 1 : null;
  const lengths = new Map<number, number>();
  for (const index of below) lengths.set(rows[index]?.length ?? 0, (lengths.get(rows[index]?.length ?? 0) ?? 0) + 1);
  let width = header === null ? 0 : trimmedLength(rows[header] ?? []);
  let most = 0;
  const labelled = width;
  for (const [length, count] of lengths) {
    // Where two widths are equally common, the header's is the table's; the other is a footer's.
    if (count > most || (count === most && Math.abs(length - labelled) < Math.abs(width - labelled))) [width, most] = [length, count];
  }
  const widths = [...lengths].filter(([length, count]) => length === width || (count >= 2 && count >= WIDTH_SHARE_MIN * below.length)).map(([length]) => length);
  if (widths.length === 0) widths.push(width);
  const regular = below.filter((index) => widths.includes(rows[index]?.length ?? 0));
  const columns = Math.max(width, header === null ? 0 : trimmedLength(rows[header] ?? []));
  const labels = Array.from({ length: columns }, (_, column) => {
    const upper = header === null ? "" : plain(rows[header]?.[column] ?? "");
    const lower = second === null ? "" : plain(rows[second]?.[column] ?? "");
    return `${upper} ${lower}`.trim();
  });
  const first = header === null ? (below[0] ?? 0) : (second ?? header) + 1;
  return { header: header ?? -1, first, labels, width, widths, data: regular };
}

/** The row with the most cells that are known labels; at least two, and two in five of its cells. */
function namedHeader(rows: readonly (readonly string[])[], kinds: readonly (readonly CellKind[])[], data: readonly number[]): number | null {
  let best: number | null = null;
  let bestHits = 1;
  const end = Math.min(rows.length, HEADER_ROWS_MAX);
  for (let index = 0; index < end; index += 1) {
    const row = kinds[index] ?? [];
    if (row.includes("date") || row.length < 2) continue;
    const texts = (rows[index] ?? []).filter((_, column) => row[column] === "text" );
    if (texts.length < 2) continue;
    const hits = texts.filter((cell) => cell.length <= 80 && (labelRoles(plain(cell))[0]?.weight ?? 0) >= HIT_WEIGHT_MIN).length;
    const filled = row.filter((kind) => kind !== "empty").length;
    if (hits > bestHits && hits >= 0.4 * filled && !contradicted(rows[index] ?? [], kinds, data.filter((at) => at > index))) [best, bestHits] = [index, hits];
  }
  return best;
}

const CHECKED_ROWS_MAX = 200;

/** Whether most rows below hold no date under any label of a date, or text under one of an amount: another table's header. */
function contradicted(labels: readonly string[], kinds: readonly (readonly CellKind[])[], below: readonly number[]): boolean {
  const roles = labels.map((label) => labelRoles(plain(label))[0] ?? null);
  const columns = (wanted: (role: string) => boolean) => roles.flatMap((match, column) => (match !== null && match.weight >= HIT_WEIGHT_MIN && wanted(match.role) ? [column] : []));
  const dates = columns((role) => role.endsWith("date"));
  const money = columns((role) => MONEY.has(role));
  let against = 0;
  const checked = below.slice(0, CHECKED_ROWS_MAX);
  for (const index of checked) {
    const row = kinds[index] ?? [];
    const undated = dates.length > 0 && !dates.some((column) => row[column] === "date");
    if (undated || money.some((column) => row[column] === "date")) against += 1;
  }
  return against > 0.5 * checked.length;
}

/** A header in words we do not know: the row of texts right before the first data row. */
function silentHeader(kinds: readonly (readonly CellKind[])[], firstData: number): number | null {
  const filled = (index: number) => (kinds[index] ?? []).filter((kind) => kind !== "empty").length;
  let index = firstData - 1;
  while (index >= 0 && filled(index) === 0) index -= 1;
  if (index < 0) return null;
  const row = kinds[index] ?? [];
  if (row.includes("date") || row.includes("amount")) return null;
  return filled(index) >= Math.max(3, 0.6 * filled(firstData)) ? index : null;
}

/** A header may take two lines ("Data" over "Operaz."): all texts, mostly labels, data right below. */
function isSecondLine(rows: readonly (readonly string[])[], kinds: readonly (readonly CellKind[])[], header: number): boolean {
  const row = kinds[header + 1] ?? [];
  const texts = (rows[header + 1] ?? []).filter((_, column) => row[column] === "text");
  if (texts.length === 0 || row.includes("date") || row.includes("amount")) return false;
  const below = kinds[header + 2] ?? [];
  if (!below.includes("date")) return false;
  const hits = texts.filter((cell) => (labelRoles(plain(cell))[0]?.weight ?? 0) >= HIT_WEIGHT_MIN).length;
  return hits >= 0.5 * texts.length;
}

function trimmedLength(row: readonly string[]): number {
  let length = row.length;
  while (length > 0 && (row[length - 1] ?? "").trim() === "") length -= 1;
  return length;
}
