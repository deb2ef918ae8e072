// Reads the people in a header line of a forward, as programs print them: "Ada <a@b>", "Ada
// [mailto:a@b]", "a@b <mailto:a@b>", "'Ada' (a@b)", a name alone, lists separated by commas or
// semicolons with commas in the names. One pass, no guessing: a text without an address is a name.

import { MAIL_ADDRESSES_MAX } from "../../platform/limits.ts";
import type { Correspondent } from "../mail.ts";
import { removeInvisible } from "./fold-text.ts";

const VALUE_CHARS_MAX = 20_000;
const NAME_CHARS_MAX = 200;
const ADDRESS = /[^\s<>()[\]",;:'|\\]{1,64}@[^\s<>()[\]",;:'|\\@]{1,250}/u;

/** The mailboxes in a value. */
export function readMailboxes(value: string): Correspondent[] {
  const found: Correspondent[] = [];
  for (const piece of splitList(removeInvisible(value.slice(0, VALUE_CHARS_MAX)))) {
    if (found.length >= MAIL_ADDRESSES_MAX) break;
    const mailbox = readMailbox(piece);
    if (mailbox !== null) found.push(mailbox);
  }
  return found;
}

/**
 * Splits a list at semicolons, and at commas after an address: a comma before one is part of a
 * name.
 */
function splitList(value: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let quoted = false;
  let hasAddress = false;
  // A quotation mark without a closing one quotes nothing.
  const lastQuote = value.lastIndexOf('"');
  for (let at = 0; at < value.length; at += 1) {
    const char = value[at];
    if (char === '"') quoted = !quoted;
    else if (char === "@" && !quoted) hasAddress = true;
    else if (
      (char === ";" || char === "\uff1b" || (char === "," && hasAddress)) &&
      !(quoted && at < lastQuote)
    ) {
      pieces.push(value.slice(start, at));
      start = at + 1;
      hasAddress = false;
      quoted = false;
    }
  }
  return [...pieces, value.slice(start)];
}

function readMailbox(piece: string): Correspondent | null {
  const text = piece.trim();
  if (text === "") return null;
  const inBrackets =
    /[<([]\s{0,3}(?:mailto:)?\s{0,3}([^\s<>()[\]]{1,64}@[^\s<>()[\]@]{1,250})/iu.exec(text);
  const match = inBrackets ?? ADDRESS.exec(text);
  if (match === null) return cleanName(text) === "" ? null : { name: cleanName(text), address: "" };
  const address = (inBrackets === null ? match[0] : (match[1] ?? ""))
    .replace(/^mailto:/i, "")
    .replace(/[.,;'"]+$/, "")
    .toLowerCase();
  const name = cleanName(text.slice(0, match.index));
  return { name: name.toLowerCase() === address ? "" : name, address };
}

const QUOTES =
  /^[\s"'\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d*_<>[(]+|[\s"'\u2018-\u201f\u00ab\u00bb\u2039\u203a\u300c\u300d*_<>[(,:]+$/gu;

const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ["«", "»"],
  ["„", "“"],
  ["„", "”"],
  ["“", "”"],
  ["「", "」"],
  ['"', '"'],
];

/** A name without the quotation marks and brackets around it, but with those of a part of it. */
function cleanName(text: string): string {
  const bounded = text.slice(0, NAME_CHARS_MAX).trim();
  const bare = bounded.replace(QUOTES, "");
  return withOwnQuotes(bounded, bare).replace(/\s+/g, " ");
}

/** "Tea shop «Samovar»", '"Romashka" LLC': the mark at an end whose other one is within the name. */
function withOwnQuotes(bounded: string, bare: string): string {
  const at = bounded.indexOf(bare);
  const [before, behind] = [bounded[at - 1], bounded[at + bare.length]];
  const count = (mark: string): number => bare.split(mark).length - 1;
  for (const [open, close] of PAIRS) {
    const isOdd = open === close ? count(open) % 2 === 1 : count(open) !== count(close);
    if (!isOdd) continue;
    if (behind === close && count(open) > 0) return bare + close;
    if (before === open && count(close) > 0) return open + bare;
  }
  return bare;
}
