// Renders a text/plain body: its lines without invisible characters. Several blanks or dots between columns become a
// tab, as between the cells of a table in the view of HTML.

import { RECEIPT_VIEW_CHARS_MAX } from "../../platform/limits.ts";
import { tidyLine, cleanCharacters } from "./characters.ts";

/** "Shop.........: CORNER CAFE": dots that lead from a label to its colon. */
const DOTS_TO_COLON = /(?<=[\p{L})])\.{3,64}(?=[ \u00a0]?:)/gu;
/** "Net interest ......... 12,885.04": dots that lead from a label to its value. */
const DOTS_TO_VALUE = /(?<=[\p{L}\p{N})%] ?)\.{4,100}[ \u00a0]?(?=[^\s.:：])/gu;
/** "Total      : 1.155,00": columns whose values begin with the colon. */
const TAB_AND_COLON = /\t[:：][ \u00a0]/gu;
const COLUMN_BLANKS = /[ \u00a0]{3,64}/g;

/**
 * The lines of a plain text, with at most one empty line between two others. Linear in the text.
 */
export function renderPlain(text: string): { text: string; complete: boolean } {
  const complete = text.length <= RECEIPT_VIEW_CHARS_MAX;
  const lines: string[] = [];
  for (const raw of cleanCharacters(complete ? text : text.slice(0, RECEIPT_VIEW_CHARS_MAX)).split(
    "\n",
  )) {
    const line = tidyLine(
      withCells(
        raw
          .replace(DOTS_TO_COLON, "")
          .replace(DOTS_TO_VALUE, "\t")
          .replace(COLUMN_BLANKS, "\t")
          .replace(TAB_AND_COLON, ": "),
      ),
    );
    if (line !== "" || (lines.length > 0 && lines.at(-1) !== "")) lines.push(line);
  }
  return { text: lines.join("\n").trimEnd(), complete };
}

/** "| Total | 780.45 |": a line of a table that is drawn with strokes. */
function withCells(line: string): string {
  const row = /^\s*\|(?<cells>[^|\n]{0,200}(?:\|[^|\n]{0,200}){1,20})\|\s*$/u.exec(line);
  const cells = row?.groups?.["cells"];
  return cells === undefined
    ? line
    : cells
        .split("|")
        .map((cell) => cell.trim())
        .join("\t");
}
