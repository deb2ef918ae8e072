// The text of a paper as cells, and which of them are the customer's: those next to or below "Bill
// to" and similar labels. A text keeps no columns, so the cells at the same place of the next lines
// count as being below.

import { foldWords } from "../words/phrases.ts";
import { PARTIES, type Party } from "./party-labels.ts";

export interface Cell {
  readonly text: string;
  /** Offset into the view. */
  readonly start: number;
  readonly line: number;
  readonly column: number;
  /** How many cells its line has. */
  readonly columns: number;
  /** Belongs to a customer, or to somebody else who did not sell. */
  readonly isOthers: boolean;
  /** The label that the cell begins with, and where in the cell it ends. */
  readonly label: Label | null;
}

interface Label {
  readonly party: Party;
  readonly end: number;
}

/** The lines under a customer's label. */
interface Block {
  readonly line: number;
  readonly columns: ReadonlySet<number>;
  /** How many cells the label's line has. */
  readonly lineColumns: number;
}

const LINES_MAX = 600;
const CELLS_MAX = 5_000;
const CELL_CHARS_MAX = 240;
const LABEL_CHARS_MAX = 60;
/** An address has so many lines at most. */
const BLOCK_LINES = 6;

/** The cells of a text that are not empty, line by line. */
export function splitCells(text: string): readonly (readonly Cell[])[] {
  const lines: Cell[][] = [];
  let left = CELLS_MAX;
  let start = 0;
  let block: Block | null = null;
  for (const [line, printed] of text.split("\n", LINES_MAX).entries()) {
    const texts = printed.split("\t", left);
    const cells: Cell[] = [];
    lines.push(cells);
    left -= texts.length;
    const labels = texts.map(readLabel);
    block = nextBlock(block, line, printed, labels);
    for (const [column, cell] of texts.entries()) {
      const label = labels[column] ?? null;
      const isOthers =
        label?.party === "customer" ||
        label?.party === "other" ||
        (label === null && isInBlock(block, column, texts.length));
      if (cell.trim() !== "" && cell.length <= CELL_CHARS_MAX)
        cells.push({ text: cell, start, line, column, columns: texts.length, label, isOthers });
      start += cell.length + 1;
    }
    if (left <= 0) break;
  }
  return lines;
}

/** The block that a line begins or continues; an empty line ends it. */
function nextBlock(
  block: Block | null,
  line: number,
  printed: string,
  labels: readonly (Label | null)[],
): Block | null {
  const columns = labels.flatMap((label, column) => (label?.party === "customer" ? [column] : []));
  if (columns.length > 0) return { line, columns: new Set(columns), lineColumns: labels.length };
  const isOver = printed.trim() === "" || (block !== null && line - block.line > BLOCK_LINES);
  return isOver ? null : block;
}

/**
 * A line with fewer cells has lost its columns: then all of it, or its last cell, is in the block.
 */
function isInBlock(block: Block | null, column: number, columns: number): boolean {
  return (
    block !== null &&
    (block.columns.has(column) ||
      columns < block.lineColumns ||
      (column === columns - 1 && [...block.columns].some((at) => at >= columns)))
  );
}

/**
 * The label that a cell begins with: before a colon, as the whole cell, or as words that no name
 * begins with ("Sold by Example Ltd", "Mr Lane").
 */
function readLabel(cell: string): Label | null {
  if (cell.length > CELL_CHARS_MAX) return null;
  const colon = findColon(cell);
  if (colon !== -1 && colon < LABEL_CHARS_MAX) {
    const party = readParty(cell.slice(0, colon));
    return party === null ? null : { party, end: colon + 1 };
  }
  const whole = readParty(cell, 3);
  if (whole !== null) return { party: whole, end: cell.length };
  const [first] = PARTIES.find(foldWords(cell));
  if (first === undefined || first.start > 1) return null;
  const words = first.phrase.split(" ").length;
  if (words === 1 && !first.tag.isTitle) return null;
  return { party: first.tag.party, end: countCharsOfWords(cell, words) };
}

/** Offset of the first colon, of either width; -1 if there is none. */
export function findColon(text: string): number {
  return text.search(/[:：]/);
}

/** The party of a text that is a label, except for at most so many characters. */
function readParty(text: string, othersMax = 12): Party | null {
  const words = foldWords(text);
  const hits = PARTIES.find(words);
  const [first] = hits;
  const labelled = hits.reduce((sum, { start, end }) => sum + end - start, 0);
  return first !== undefined && first.start <= 1 && words.length - labelled <= othersMax
    ? first.tag.party
    : null;
}

/** How many characters the first words of a text take. */
function countCharsOfWords(text: string, count: number): number {
  const matches = [...text.matchAll(/[\p{L}\p{N}]+/gu)];
  const last = matches[Math.min(count, matches.length) - 1];
  return last === undefined ? 0 : last.index + last[0].length;
}
