// "Begunstigde IMMO VAN HECKE BV" over "Bedrag 640,00 EUR": a label and a name side by side without a mark
// between, as a table that was drawn with spaces or widths looks in a text.

import type { Line, Segment } from "./cells.ts";
import { findLabels, type LabelRole } from "./vocabulary.ts";

const LABEL_LETTERS_MIN = 4;
const NAMING: ReadonlySet<LabelRole> = new Set<LabelRole>(["merchant"]);
/** A name begins with a capital or a digit, and is no sentence. */
const NAME = /^ {1,4}(?:\p{Lu}|\d)[^\n.!?:：\t]{1,50}\.?$/u;
const VALUE = /^[\s:：]{0,4}(?:[A-Z]{2,3}\s?)?[^\p{L}\n]{0,3}\d/u;

/** The row of such a line, if a line of a label with a number stands next to it; else null. */
export function readBareName(
  text: string,
  folded: string,
  line: Line,
  besides: readonly (Line | undefined)[],
): Segment | null {
  const [label, ...more] = findLabels(folded, line.start, line.end);
  if (label?.start !== line.start || !NAMING.has(label.role)) return null;
  // "VAN" is a label too, and a part of a name.
  const isAlone = more.every(({ start, end }) => end - start < LABEL_LETTERS_MIN);
  const isLabel = label.end - label.start >= LABEL_LETTERS_MIN && isAlone;
  if (!isLabel || !NAME.test(text.slice(label.end, line.end))) return null;
  if (!besides.some((beside) => isValueRow(text, folded, beside))) return null;
  const start = label.end + (/^ +/.exec(text.slice(label.end, line.end))?.[0].length ?? 0);
  return { start: line.start, end: line.end, row: { roles: [label.role], start, end: line.end } };
}

function isValueRow(text: string, folded: string, line: Line | undefined): boolean {
  if (line === undefined) return false;
  const [label] = findLabels(folded, line.start, line.end);
  return label?.start === line.start && VALUE.test(text.slice(label.end, line.end));
}
