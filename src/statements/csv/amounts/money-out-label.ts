// Which of two columns of amounts is money out, by their labels: the word of a side distinguishes
// "Importe cargado" from "Importe abonado". Called only for two alternating columns, so a part of a
// word is enough. The words are data (words/side-labels.json).

import labels from "../../words/side-labels.json" with { type: "json" };
import { normalLabel } from "../columns/labels.ts";

/** Whole words; they are too short, or mean too much, to be looked for inside other words. */
const WHOLE_WORDS = { out: new Set(labels.out_words), in: new Set(labels.in_words) };
/** Beginnings and parts of words and compounds. */
const WORD_PARTS = { out: labels.out_parts.map(toPart), in: labels.in_parts.map(toPart) };

/** An ASCII part stays as it is: its blanks at the ends count. */
function toPart(part: string): string {
  return /^[\x20-\x7e]*$/.test(part) ? part : normalLabel(part);
}

/** Which of two labels names money out; null if neither or both do. */
export function findMoneyOut(first: string, second: string): "first" | "second" | null {
  const [one, two] = [readLabelSide(first, second), readLabelSide(second, first)];
  if (one === two) return null;
  return one === "out" || two === "in" ? "first" : "second";
}

/**
 * The side that a label names in the words it does not share with the other; null if it names
 * none or both.
 */
function readLabelSide(label: string, other: string): "out" | "in" | null {
  const shared = new Set(normalLabel(other).split(" "));
  const own = normalLabel(label)
    .split(" ")
    .filter((word) => word !== "" && !shared.has(word));
  const text = own.join(" ");
  // "accredit" holds no "debit", but "debitcredit" would hold both.
  const names = (side: "out" | "in") =>
    own.some((word) => WHOLE_WORDS[side].has(word)) ||
    WORD_PARTS[side].some((part) => text.includes(part));
  const out = names("out");
  if (out === names("in")) return null;
  return out ? "out" : "in";
}
