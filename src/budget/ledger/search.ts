// The search for words, in upper and lower case alike. SQLite folds only ASCII letters, so the
// database looks for patterns that find at least what is wanted, and whatever they do not decide is
// compared here. Patterns are built a letter at a time, so nobody's own pattern is ever run. Pure.

import { SEARCH_VALUES_MAX, SQL_PATTERN_BYTES_MAX } from "../../platform/limits.ts";

/** The texts of a transaction that are searched. */
export interface Texts {
  readonly payee: string;
  readonly notes: string | null;
  readonly original_name: string | null;
}

export interface Search {
  /** Conditions on a transaction `t`, with their values; all hold where every word is found. */
  readonly conditions: readonly (readonly [condition: string, ...values: string[]])[];
  /** Whether every word is found; null where the conditions say so already. */
  readonly matches: ((texts: Texts) => boolean) | null;
}

/** The text with all letters in one case. */
function lower(text: string): string {
  return text.toLowerCase().replaceAll("ς", "σ");
}

function splitWords(text: string): string[] {
  const all = [...new Set(text.split(/[\s\p{Cc}]+/u).filter((word) => word !== ""))];
  return all.toSorted((a, b) => b.length - a.length);
}

/** Whether every word of a text is found: what the search decides, without a database. */
export function buildMatcher(text: string): (texts: Texts) => boolean {
  const patterns = splitWords(text).map(compile);
  return (texts) => patterns.every((one) => isFound(one, texts));
}

/** The search for every word of a text. */
export function buildSearch(text: string): Search {
  const words = splitWords(text);
  const conditions: Search["conditions"][number][] = [];
  let [values, isDecided] = [0, true];
  for (const looked of words.map(lookFor)) {
    values += looked.conditions.reduce((sum, condition) => sum + condition.length - 1, 0);
    isDecided &&= looked.isExact && values <= SEARCH_VALUES_MAX;
    if (values <= SEARCH_VALUES_MAX) conditions.push(...looked.conditions);
  }
  return { conditions, matches: isDecided ? null : buildMatcher(text) };
}

function isFound(pattern: RegExp, { payee, notes, original_name: name }: Texts): boolean {
  return [payee, notes, name].some((text) => text !== null && pattern.test(lower(text)));
}

/** The word as a pattern of its letters, a sharp s in either spelling; on a text in lower case. */
function compile(word: string): RegExp {
  const spell = (letter: string): string =>
    Array.from(lower(letter), (one) => `\\u{${one.codePointAt(0)?.toString(16) ?? ""}}`).join("");
  const parts = readLetters(word).map((one) => (isSharp(one) ? "(?:ss|ß)" : spell(one)));
  return new RegExp(parts.join(""), "u");
}

/** What the database looks for; not exact where it may also find texts without the word. */
interface Looked {
  readonly conditions: Search["conditions"];
  readonly isExact: boolean;
}

/** The letters of a word; two that may be printed as a sharp s count as one. */
function readLetters(word: string): readonly string[] {
  return word.match(/ss|./giu) ?? [];
}

const SHARP = [["s", "s"], ["ß"], ["ẞ"]] as const;

function lookFor(word: string): Looked {
  const letters = readLetters(word);
  const first = lookRoughly(letters);
  if (isAscii(word) && !letters.some(isSharp)) return first;
  // LIKE is faster, so what it finds is all that GLOB is asked about.
  const exact = lookExactly(letters);
  return { ...exact, conditions: [...first.conditions, ...exact.conditions] };
}

function isAscii(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

function isSharp(letter: string): boolean {
  return letter.length > 1 ? isAscii(letter) : letter.toLowerCase() === "ß";
}

/** By LIKE, where anything may be in place of letters beyond ASCII, and of a sharp s. */
function lookRoughly(letters: readonly string[]): Looked {
  const parts = letters.map((letter) =>
    isSharp(letter) || !isAscii(letter) ? "%" : escapeLike(letter),
  );
  if (parts.every((part) => part === "%")) return { conditions: [], isExact: false };
  const { text, isWhole } = cut(parts);
  return { conditions: [anywhere("LIKE", [`%${text}%`])], isExact: isWhole };
}

/** By patterns for each way to print a sharp s; where there are several of them it is not exact. */
function lookExactly(letters: readonly string[]): Looked {
  const at = letters.findIndex(isSharp);
  if (at !== letters.findLastIndex(isSharp)) return { conditions: [], isExact: false };
  const ways = at === -1 ? [letters] : SHARP.map((way) => letters.toSpliced(at, 1, ...way));
  const others = letters.filter((letter) => !isSharp(letter));
  const isLike = others.every(isAscii);
  const cuts = ways.flatMap((way) => (isLike ? [cut(way.map(escapeLike))] : cutGlobs(way)));
  const patterns = cuts.map(({ text }) => (isLike ? `%${text}%` : `*${text}*`));
  return {
    conditions: [anywhere(isLike ? "LIKE" : "GLOB", patterns)],
    isExact: cuts.every(({ isWhole }) => isWhole),
  };
}

function escapeLike(letter: string): string {
  return /[%_\\]/.test(letter) ? `\\${letter}` : letter;
}

/** Each letter in either case; a plain letter at the beginning is found faster. */
function cutGlobs(letters: readonly string[]): Cut[] {
  const [first = [], ...rest] = letters.map(listForms);
  return first.map((form) => cut([form, ...rest].map((forms) => toClass([forms].flat()))));
}

/** The letter in either case, as far as that is one letter too. */
function listForms(letter: string): readonly string[] {
  const folded = lower(letter);
  if (folded === "σ") return ["σ", "ς", "Σ"];
  const forms = new Set([letter, letter.toLowerCase(), letter.toUpperCase()]);
  const same = [...forms].filter((form) => lower(form) === folded && isOneLetter(form));
  return same.length === 0 ? [letter] : same;
}

function isOneLetter(text: string): boolean {
  return Array.from(text).length === 1;
}

function toClass(forms: readonly string[]): string {
  const [only = ""] = forms;
  if (forms.length > 1) return `[${forms.join("")}]`;
  return /[*?[]/.test(only) ? `[${only}]` : only;
}

/** Any of the patterns in any of the texts. Without ESCAPE the database is faster. */
function anywhere(how: "LIKE" | "GLOB", patterns: readonly string[]): Search["conditions"][number] {
  const columns = ["t.payee", "t.notes", "t.original_name"];
  const isEscaped = how === "LIKE" && patterns.some((one) => one.includes("\\"));
  const like = `${how} ?${isEscaped ? " ESCAPE '\\'" : ""}`;
  const tests = patterns.flatMap(() => columns.map((column) => `${column} ${like}`));
  return [`(${tests.join(" OR ")})`, ...patterns.flatMap((one) => columns.map(() => one))];
}

interface Cut {
  readonly text: string;
  readonly isWhole: boolean;
}

const encoder = new TextEncoder();

/** As many of the parts as a pattern may have between its two wildcards. */
function cut(parts: readonly string[]): Cut {
  let [text, bytes] = ["", 2];
  for (const part of parts) {
    bytes += encoder.encode(part).length;
    if (bytes > SQL_PATTERN_BYTES_MAX) return { text, isWhole: false };
    text += part;
  }
  return { text, isWhole: true };
}
