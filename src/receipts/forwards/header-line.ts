// Reads one line that begins with a label of a header, as mail programs write it above a message
// that they forward ("From:", "*Von:*", "De :", "送信元：").

import { LABEL_CHARS_MAX, findMeanings, type Meaning } from "./forward-labels.ts";

export interface HeaderLine {
  readonly meanings: readonly Meaning[];
  readonly value: string;
}

export const HEADER_LINE_CHARS_MAX = 20_000;

/** A line's label and the value after it; null if it begins with no label. */
export function readHeaderLine(line: string): HeaderLine | null {
  // A row of a table in plain text: "| From | Ada <a@b> |".
  const row = line.startsWith("|")
    ? line.replace(/^\|\s{0,9}/, "").replace(/\s{0,9}\|$/, "")
    : line;
  const text = row.startsWith("*") ? row.replace(/^\*{1,3}/, "") : row;
  const end = findLabelEnd(text);
  if (end === -1) return null;
  const meanings = findMeanings(text.slice(0, end).replace(/[\s*]+$/, ""));
  if (meanings.length === 0) return null;
  return {
    meanings,
    value: text
      .slice(end + 1, HEADER_LINE_CHARS_MAX)
      .replace(/^[\s*:]{1,20}/, "")
      .trim(),
  };
}

function findLabelEnd(text: string): number {
  for (let at = 1; at < text.length && at <= LABEL_CHARS_MAX + 4; at += 1) {
    const char = text[at];
    if (char === ":" || char === "\uff1a" || char === "\t" || char === "|") return at;
  }
  return -1;
}
