// The text of a paper as cells, and which of them are the customer's: what stands beside or below "Bill to" and its like.
// Columns are not kept in a text, so the cells at the same place of the next lines count as being below.

import { folded } from "../words/phrases.ts";
import { PARTIES, type Party } from "./party-labels.ts";

export interface Cell {
  readonly text: string;
  /** Offset into the view. */
  readonly start: number;
  readonly line: number;
  readonly column: number;
  readonly columns: number;
  /** Of a customer, or of somebody else who did not sell. */
  readonly isOthers: boolean;
  /** What its first words say of the name that follows; the name's offset into the cell. */
  readonly label: { readonly party: Party; readonly end: number } | null;
}

const LINES_MAX = 600;
const CELLS_MAX = 5_000;
const CELL_CHARS_MAX = 240;
/** An address has so many lines at most. */
const BLOCK_LINES = 6;

/** The cells of a text that hold anything, line by line. */
export function cellsOf(text: string): readonly (readonly Cell[])[] {
  const lines: Cell[][] = [];
  let left = CELLS_MAX;
  let start = 0;
  let block: {
    readonly line: number;
    readonly columns: ReadonlySet<number>;
    readonly of: number;
  } | null = null;
  for (const [line, printed] of text.split("\n", LINES_MAX).entries()) {
    const texts = printed.split("\t", left);
    const cells: Cell[] = [];
    lines.push(cells);
    left -= texts.length;
    const labels = texts.map(labelOf);
    const others = labels.flatMap((label, column) => (label?.party === "customer" ? [column] : []));
    if (others.length > 0) block = { line, columns: new Set(others), of: texts.length };
    else if (printed.trim() === "" || (block !== null && line - block.line > BLOCK_LINES))
      block = null;
    for (const [column, cell] of texts.entries()) {
      const below =
        block !== null &&
        (block.columns.has(column) ||
          texts.length < block.of ||
          (column === texts.length - 1 && [...block.columns].some((at) => at >= texts.length)));
      const label = labels[column] ?? null;
      if (cell.trim() !== "" && cell.length <= CELL_CHARS_MAX)
        cells.push({
          text: cell,
          start,
          line,
          column,
          columns: texts.length,
          label,
          isOthers: isOther(label?.party) || (below && label === null),
        });
      start += cell.length + 1;
    }
    if (left <= 0) break;
  }
  return lines;
}

function isOther(party: Party | undefined): boolean {
  return party === "customer" || party === "other";
}

/** The label a cell begins with: with a colon behind it, or nothing else, or such that it cannot be a name's beginning. */
function labelOf(cell: string): Cell["label"] {
  if (cell.length > CELL_CHARS_MAX) return null;
  const colon = colonIn(cell);
  if (colon !== -1 && colon < 60) {
    const party = partyOf(cell.slice(0, colon));
    return party === null ? null : { party, end: colon + 1 };
  }
  const whole = partyOf(cell, 3);
  if (whole !== null) return { party: whole, end: cell.length };
  const words = folded(cell);
  const [first] = PARTIES.find(words);
  // "Sold by Example Ltd": more than one word, or an address to a person.
  if (
    first === undefined ||
    first.start > 1 ||
    (!first.phrase.includes(" ") && !SURE.test(first.phrase))
  )
    return null;
  return { party: first.tag, end: lengthOfWords(cell, first.phrase.split(" ").length) };
}

/** Where the first colon stands, of either width; -1 for none. */
export function colonIn(text: string): number {
  return text.search(/[:：]/);
}

const SURE = /^(?:attn|dhr|mevr|herrn?|frau|mr|mrs|ms|spett|spettabile|sayin)$/;

/** What a text says that is a label but for so many characters. */
function partyOf(text: string, besides = 12): Party | null {
  const words = folded(text);
  const hits = PARTIES.find(words);
  const [first] = hits;
  const said = hits.reduce((sum, { start, end }) => sum + end - start, 0);
  return first !== undefined && first.start <= 1 && words.length - said <= besides
    ? first.tag
    : null;
}

/** How many characters the first words of a text take. */
function lengthOfWords(text: string, count: number): number {
  let end = 0;
  let words = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    words += 1;
    end = match.index + match[0].length;
    if (words === count) break;
  }
  return end;
}
