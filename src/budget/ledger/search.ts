// The search for words, in upper and lower case alike. SQLite folds only ASCII letters, so the
// database looks for a pattern that finds at least what is wanted, and whatever the pattern does
// not decide is compared here. Pure.

import { SEARCH_WORDS_MAX, SQL_PATTERN_BYTES_MAX } from "../../platform/limits.ts";

/** The texts of a transaction that are searched. */
export interface Texts {
  readonly payee: string;
  readonly notes: string | null;
  readonly original_name: string | null;
}

export interface Search {
  /** Conditions on the text `s`, with one value each; all hold where every word is found. */
  readonly conditions: readonly (readonly [condition: string, value: string])[];
  /** Whether every word is found; null where the conditions say so already. */
  readonly matches: ((texts: Texts) => boolean) | null;
}

/** The text with all letters in one case; the sharp s counts as its capitals, SS. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll("ß", "ss").replaceAll("ς", "σ");
}

/** The search for every word of a text. */
export function buildSearch(text: string): Search {
  const all = [...new Set(text.split(/[\s\p{Cc}]+/u).filter((word) => word !== ""))];
  const words = all.toSorted((a, b) => b.length - a.length);
  const asked = words.slice(0, SEARCH_WORDS_MAX);
  const isDecided = words.length === asked.length && asked.every(isPlain);
  const folded = words.map(fold);
  return {
    conditions: asked.flatMap((word) => [...like(word), ...glob(word)]),
    matches: isDecided ? null : (texts) => folded.every((word) => isFound(word, texts)),
  };
}

function isFound(word: string, { payee, notes, original_name: name }: Texts): boolean {
  return (
    fold(payee).includes(word) ||
    (notes !== null && fold(notes).includes(word)) ||
    (name !== null && fold(name).includes(word))
  );
}

/** Whether LIKE alone decides: letters are ASCII, none may stand for a sharp s, and all fit. */
function isPlain(word: string): boolean {
  return /^[\x21-\x7e]+$/.test(word) && !/ss/i.test(word) && cut(likeParts(word)).isWhole;
}

/** The word, where anything may be in place of letters beyond ASCII. */
function like(word: string): [string, string][] {
  const parts = likeParts(word);
  if (parts.every((part) => part === "%")) return [];
  return [["s LIKE ? ESCAPE '\\'", `%${cut(parts).text}%`]];
}

function likeParts(word: string): string[] {
  const parts = word.match(/ss|[\x21-\x7e]|[^\x21-\x7e]+/gi) ?? [];
  return parts.map((part) => {
    if (/^[^\x21-\x7e]|^ss$/i.test(part)) return "%";
    return /[%_\\]/.test(part) ? `\\${part}` : part;
  });
}

/** The longest run of letters beyond ASCII, each in either case. */
function glob(word: string): [string, string][] {
  const runs = word.match(/[^\x21-\x7e]+/g) ?? [];
  const [longest] = runs.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  return [["s GLOB ?", `*${cut(Array.from(longest, eitherCase)).text}*`]];
}

function eitherCase(letter: string): string {
  const [lower, upper] = [letter.toLowerCase(), letter.toUpperCase()];
  const forms = new Set([letter, lower, upper, lower.toUpperCase(), upper.toLowerCase()]);
  if (forms.has("Σ")) forms.add("ς");
  if ([...forms].some((form) => Array.from(form).length > 1)) return "*";
  return forms.size === 1 ? letter : `[${[...forms].join("")}]`;
}

const encoder = new TextEncoder();

/** As many of the parts as a pattern may have between its two wildcards. */
function cut(parts: readonly string[]): { text: string; isWhole: boolean } {
  let [text, bytes] = ["", 2];
  for (const part of parts) {
    bytes += encoder.encode(part).length;
    if (bytes > SQL_PATTERN_BYTES_MAX) return { text, isWhole: false };
    text += part;
  }
  return { text, isWhole: true };
}
