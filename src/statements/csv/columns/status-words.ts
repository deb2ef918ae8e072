// What the cells of a status column say, in forty languages, and headings of rows that are not
// booked. The words are data (words/status-words.json).

import words from "../../words/status-words.json" with { type: "json" };
import { readStatus } from "./cell-words.ts";
import type { Columns } from "./columns.ts";
import { normalLabel } from "./labels.ts";

export type Status = "booked" | "pending" | "void";

const STATUSES = ["void", "pending", "booked"] as const satisfies readonly Status[];
const BY_WORD: ReadonlyMap<string, Status> = new Map(
  STATUSES.toReversed().flatMap((status) =>
    words[status].map((word): [string, Status] => [normalLabel(word), status]),
  ),
);
/** The words of the longest known phrase. */
const PHRASE_WORDS_MAX = 4;
/** "Belum selesai": before a word for booked they say that it is not. */
const NEGATIONS: ReadonlySet<string> = new Set(words.negations.map(normalLabel));
/** Words that mean something only with the label: "Pending: yes". */
const YES: ReadonlySet<string> = new Set(
  "yes true ja oui si sim kylla tak ano igen da да так evet 1 y".split(" "),
);
const NO: ReadonlySet<string> = new Set(
  "no false nein nee nej non nao ei nie ne nem nu нет ні hayir 0 n".split(" "),
);

/**
 * What a cell of a status column under `label` says; null for a word that nobody knows. Marks,
 * numbers and dates are booked.
 */
export function readStatusCell(cell: string, label: string): Status | null {
  const key = normalLabel(cell);
  if (YES.has(key) || NO.has(key)) return readAnswer(YES.has(key), label);
  const whole = BY_WORD.get(key);
  if (whole !== undefined) return whole;
  if (!isWord(key)) return "booked";
  return JOINED.test(key) ? findPart(key) : findPhrase(key.split(" "));
}

/** Scripts without blanks between words. */
const JOINED = /[\u3040-\u9fff\u0e00-\u0e7f]/u;
const NOT = /[未不非待没無]$/u;
const PART_CHARS_MIN = 3;

/** The meaning of the longest known word inside a text; null behind a sign that denies it. */
function findPart(key: string): Status | null {
  for (let size = key.length; size >= PART_CHARS_MIN; size -= 1) {
    for (let from = 0; from + size <= key.length; from += 1) {
      const found = BY_WORD.get(key.slice(from, from + size));
      if (found !== undefined) return NOT.test(key.slice(0, from)) ? null : found;
    }
  }
  return null;
}

/** What a cell says that is a known word for a status and nothing else; null for any other text. */
export function readStatusWord(cell: string): Status | null {
  const key = normalLabel(cell);
  if (YES.has(key) || NO.has(key) || !isWord(key)) return null;
  return BY_WORD.get(key) ?? null;
}

/** Whether a row of the survey's sample is booked, as far as known words say. */
export function isBookedRow(
  { profiles, roles }: Columns,
  status: number,
  cells: readonly string[],
): boolean {
  if (status < 0) return true;
  const cell = cells[status] ?? "";
  if (roles[status] !== "status" || cell.trim() === "")
    return (readStatus(cell) ?? readStatusWord(cell) ?? "booked") === "booked";
  return (readStatusCell(cell, profiles[status]?.label ?? "") ?? "booked") === "booked";
}

/** "Yes" under "Pending" is pending, "no" under "Cleared" too. */
function readAnswer(yes: boolean, label: string): Status {
  const meant = BY_WORD.get(normalLabel(label));
  if (meant === "booked") return yes ? "booked" : "pending";
  return yes && meant !== undefined ? meant : "booked";
}

/** Whether a key is a word and no mark, number or date. */
function isWord(key: string): boolean {
  return /\p{L}{3}|[\u3040-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]{2}/u.test(key) && !/\d/.test(key);
}

/** The meaning of the longest known phrase among the words; the first of two. */
function findPhrase(all: readonly string[]): Status | null {
  for (let size = Math.min(PHRASE_WORDS_MAX, all.length); size > 0; size -= 1) {
    for (let from = 0; from + size <= all.length; from += 1) {
      const phrase = all.slice(from, from + size).join(" ");
      const found = phrase.length < 4 ? undefined : BY_WORD.get(phrase);
      if (found === undefined) continue;
      return found === "booked" && isNegated(all.slice(0, from).join(" ")) ? "pending" : found;
    }
  }
  return null;
}

/** Whether the words before a phrase end with a negation. */
function isNegated(before: string): boolean {
  const at = before.lastIndexOf(" ", before.lastIndexOf(" ") - 1);
  return (
    before !== "" &&
    [before, before.slice(before.lastIndexOf(" ") + 1), before.slice(at + 1)].some((word) =>
      NEGATIONS.has(word),
    )
  );
}

const PENDING_PARTS = words.pending_heading_parts.map(normalLabel);
const BOOKED_PARTS = words.booked_heading_parts.map(normalLabel);
const HEADING_CHARS_MAX = 60;

/** Whether a line of one text heads rows that are not booked. */
export function headsUnbooked(text: string): boolean {
  if (text.length > HEADING_CHARS_MAX) return false;
  const key = normalLabel(text);
  return (
    PENDING_PARTS.some((part) => key.includes(part)) &&
    !BOOKED_PARTS.some((part) => key.includes(part))
  );
}
