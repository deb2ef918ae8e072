// The cells of a line in which document numbers are looked for, and the cell below one.

import DOCUMENTS from "../words/document-words.json" with { type: "json" };
import { foldWords } from "../words/phrases.ts";
import type { Line } from "./lines.ts";

/** A longer cell holds no number that is looked for. */
export const CELL_CHARS_MAX = 240;

/** A cell of a line. */
export interface Cell {
  readonly text: string;
  /** Where it begins in the view. */
  readonly start: number;
  readonly line: number;
}

/** The cells of a line, which is the `line`th of its view. */
export function splitCells({ text, start: lineStart }: Line, line: number): readonly Cell[] {
  let start = lineStart;
  return text.split("\t").map((cell): Cell => {
    const at = start;
    start += cell.length + 1;
    return { text: cell, start: at, line };
  });
}

const QUANTITY: ReadonlySet<string> = new Set(
  DOCUMENTS.quantity.map((word) => foldWords(word).trim()),
);
const COLUMNS_MIN = 3;

/** "Reference, Product, Quantity, Price": the heads of a table of goods, whose references are theirs. */
export function isHeadOfGoods(cells: readonly Cell[]): boolean {
  return (
    cells.length >= COLUMNS_MIN && cells.some(({ text }) => QUANTITY.has(foldWords(text).trim()))
  );
}

/** The cell in the same column of the line below; of a line of one cell, the first one below. */
export function cellBelow(
  cells: readonly Cell[],
  at: number,
  below: Line | undefined,
): Cell | undefined {
  if (below === undefined || below.text.length > CELL_CHARS_MAX) return undefined;
  const under = splitCells(below, (cells[at]?.line ?? 0) + 1);
  if (under.length === cells.length) return under[at];
  return cells.length === 1 ? under[0] : undefined;
}
