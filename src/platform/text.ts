// Cuts texts to the length that the service accepts, never inside what a reader sees as one
// character; cleans and copies them; and writes capitals and lists.

import { once } from "./once.ts";

const graphemes = once(() => new Intl.Segmenter("und", { granularity: "grapheme" }));

/** Cuts a text to `max` UTF-16 units, between graphemes, with "…" in place of what was cut. */
export function fit(text: string, max: number): string {
  if (text.length <= max) return text;
  let end = 0;
  for (const { index, segment } of graphemes().segment(text.slice(0, max + 32))) {
    if (index + segment.length > max - 1) break;
    end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Control characters other than line breaks and tabs, and surrogates that may stand alone. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff]/;

/**
 * Text as it is stored: well-formed, trimmed, without control characters other than line breaks.
 */
export function clean(text: string): string {
  if (SUSPECT.test(text)) return text.toWellFormed().replace(CONTROLS, "").trim();
  return isInk(text.charCodeAt(0)) && isInk(text.charCodeAt(text.length - 1)) ? text : text.trim();
}

/** Characters that are certainly not blank: the printable ASCII ones. */
function isInk(unit: number): boolean {
  return unit > 32 && unit < 127;
}

/**
 * The same text with memory of its own, for what is kept: a part of a long text keeps all of it in
 * memory.
 */
export function ownCopy(text: string): string {
  return text.split("").join("");
}

/** "market price" as "Market price". */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "Food", "Food and Rent", "Food, Rent and Fun". */
export function joinWords(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}
