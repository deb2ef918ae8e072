// Three rows by which a person can answer a question: the answers differ on them, their texts say
// what they are (a shop, a salary), and they differ from one another in sign or words. Pure.

import { guessSide } from "../csv/columns/cell-words.ts";
import type { Concern, StatementRecord } from "../statement.ts";
import { cellsOf, type Compared } from "./reading.ts";

const ROWS_SHOWN = 3;
/** More rows are not looked at; each of the three is compared with all of them. */
const ROWS_LOOKED_AT = 400;
const TEXT_CHARS_MAX = 300;

/** The first record of a row that is a transaction, else the first. */
export function recordOf({ records }: Compared): StatementRecord | undefined {
  return (
    records.find((record) => record?.kind === "transaction") ??
    records.find((record) => record !== undefined)
  );
}

/** What is told apart: the side that the words suggest, and the signs and words in dispute. */
interface Candidate {
  readonly row: Compared;
  readonly text: string;
  readonly side: "in" | "out" | null;
  readonly marks: string;
  readonly date: string;
  readonly moves: boolean;
  readonly waits: boolean;
}

/** Chooses up to three rows, in file order. */
export function chooseTellingRows(
  rows: readonly Compared[],
  concerns: readonly Concern[],
): readonly Compared[] {
  const differing = rows.filter(({ differs }) => differs.size > 0);
  const looked = spread(differing.length > 0 ? differing : rows).map((row) =>
    describe(row, concerns),
  );
  const usual = countMarks(looked);
  const chosen: Candidate[] = [];
  while (chosen.length < ROWS_SHOWN) {
    const left = looked.filter((one) => !chosen.includes(one));
    const [best] = left
      .map((one) => ({ one, score: rate(one, chosen) + (usual.get(one.marks) ?? 0) }))
      .toSorted((a, b) => b.score - a.score);
    if (best === undefined) break;
    chosen.push(best.one);
  }
  return looked.filter((one) => chosen.includes(one)).map(({ row }) => row);
}

/** The share of the rows that have each sign or word in dispute: the usual ones are known best. */
function countMarks(looked: readonly Candidate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { marks } of looked) counts.set(marks, (counts.get(marks) ?? 0) + 1 / looked.length);
  return counts;
}

/** The first and the last rows: a file's last rows tell as much as its first. */
function spread(rows: readonly Compared[]): readonly Compared[] {
  if (rows.length <= ROWS_LOOKED_AT) return rows;
  return [...rows.slice(0, ROWS_LOOKED_AT / 2), ...rows.slice(-ROWS_LOOKED_AT / 2)];
}

function describe(row: Compared, concerns: readonly Concern[]): Candidate {
  const record = recordOf(row);
  const cells = record === undefined ? [] : cellsOf(record);
  const read = record?.kind === "transaction" ? record.row : null;
  const text = (read === null ? cells.join(" ") : `${read.payee} ${read.description}`).slice(
    0,
    TEXT_CHARS_MAX,
  );
  const inDispute = concerns.map((concern) => findCell(cells, concern)).map(markOf);
  return {
    row,
    text: text.trim(),
    side: guessSide(text, false),
    marks: inDispute.join("|"),
    date: read?.date ?? "",
    moves: read !== null && read.amount !== 0,
    waits: read?.pending === true,
  };
}

/** The cell of a concern as printed. */
export function findCell(cells: readonly string[], concern: Concern): string {
  if (typeof concern === "number") return cells[concern] ?? "";
  const field = cells.find((cell) => cell.startsWith(concern.begins)) ?? "";
  return field.slice(concern.begins.length).trim();
}

/** A number by its sign, a date by nothing, a word by itself. */
function markOf(cell: string): string {
  const text = cell.trim();
  if (text === "") return "";
  if (!/\d/.test(text)) return text;
  const number = text.replaceAll(/[\p{L}\p{Sc}\s.]+/gu, "");
  if (/^[-\u2212(]|[-\u2212)]$/.test(number)) return "-";
  return number.startsWith("+") ? "+" : "1";
}

function rate(one: Candidate, chosen: readonly Candidate[]): number {
  let score = 0;
  if (one.text !== "") score += 2;
  if (one.moves) score += 3;
  if (one.waits) score -= 2;
  if (one.side !== null) score += 2;
  if (!chosen.some(({ marks }) => marks === one.marks)) score += 4;
  if (one.side !== null && !chosen.some(({ side }) => side === one.side)) score += 3;
  if (chosen.some(({ text }) => text === one.text)) score -= 5;
  if (chosen.some(({ date }) => date === one.date)) score -= 1;
  return score;
}
