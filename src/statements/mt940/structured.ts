// The structured :86: of German, Polish, Hungarian and other banks: a transaction code (GVC) of
// three digits, then subfields of a separator and two digits (?00 to ?99). The separator is "?" or
// any other character after the code.

import { foldBlanks } from "../charset.ts";
import type { Continuation } from "./joining.ts";
import { beginsWithKeyword } from "./keywords.ts";

export interface Structured {
  readonly code: string;
  readonly subfields: readonly { readonly number: string; readonly text: string }[];
}

const BEGIN = /^\s*(\d{3})\s?([^\sA-Za-z0-9])(?=\d\d)/;
const BARE_BEGIN = /^\s*(\?)(?=(?:00|10|2\d)\D)/;
/** The numbers of subfields; the separator before another number is text. */
const NUMBERS = /^[0-9]\d$/;
const FULL_CHARS = 27;

/** The separator of a structured narrative; null for any other. */
export function findSeparator(text: string): string | null {
  const bare = BARE_BEGIN.exec(text)?.[1];
  if (bare !== undefined) return bare;
  const separator = BEGIN.exec(text)?.[2];
  if (separator === undefined) return null;
  if (separator === "?") return separator;
  // "171/00..." may be free text; a second subfield shows that it is not.
  const numbers = text
    .split(separator)
    .slice(1)
    .map((piece) => piece.slice(0, 2));
  return numbers.length > 1 && numbers.every((number) => NUMBERS.test(number)) ? separator : null;
}

/** Tells how to join the lines of a narrative with this separator. */
export function continuationBy(separator: string): Continuation {
  return separator === "?" ? USUAL : makeContinuation(separator);
}

function makeContinuation(separator: string): Continuation {
  const sign = separator.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  return { separator, after: new RegExp(`${sign}\\d?\\d?$`, "u") };
}

const USUAL = makeContinuation("?");

/** Splits a structured narrative into its subfields. */
export function splitSubfields(text: string, separator: string): Structured {
  const code = /^\s*(\d{3})/.exec(text)?.[1] ?? "";
  const subfields: { number: string; text: string }[] = [];
  let begin = text.indexOf(separator);
  while (begin >= 0) {
    const from = begin + separator.length;
    begin = text.indexOf(separator, from);
    const piece = begin < 0 ? text.slice(from) : text.slice(from, begin);
    const last = subfields.at(-1);
    if (isDigit(piece.charCodeAt(0)) && isDigit(piece.charCodeAt(1)))
      subfields.push({ number: piece.slice(0, 2), text: piece.slice(2) });
    else if (last !== undefined) last.text += `${separator}${piece}`;
  }
  return { code, subfields };
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** The parts of a structured narrative, by the numbers of their subfields. */
export type Subfield =
  "type" | "primanota" | "bank" | "account" | "iban" | "name" | "text_key" | "purpose" | "further";

function partOf(number: string): Subfield {
  switch (number) {
    case "00":
      return "type";
    case "10":
      return "primanota";
    case "30":
      return "bank";
    case "31":
      return "account";
    case "38":
      return "iban";
    case "32":
    case "33":
    case "35":
      return "name";
    case "34":
      return "text_key";
    default:
      return /^[26]/.test(number) ? "purpose" : "further";
  }
}

/** By number; 01 to 09 and 11 to 19 are in no part. */
const PARTS: ReadonlyMap<string, Subfield> = new Map(
  Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"))
    .filter((number) => !/^(?:0[1-9]|1[1-9])$/.test(number))
    .map((number) => [number, partOf(number)]),
);

/**
 * The text of each part that has subfields; a full one was cut, so it continues without a blank.
 */
export function joinSubfields({ subfields }: Structured): ReadonlyMap<Subfield, string> {
  const joined = new Map<Subfield, string>();
  const full = new Set<Subfield>();
  for (const { number, text } of subfields) {
    const part = PARTS.get(number);
    if (part === undefined) continue;
    const all = joined.get(part) ?? "";
    const goesOn = all === "" || (full.has(part) && !beginsWithKeyword(text));
    joined.set(part, goesOn ? all + text : `${all} ${text}`);
    if (text.length >= FULL_CHARS) full.add(part);
    else full.delete(part);
  }
  for (const [part, text] of joined) joined.set(part, foldBlanks(text));
  return joined;
}
