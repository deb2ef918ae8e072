// The other party in a section of its own: "Datos de origen", and below it "Nombre: ADA LANE" among
// its bank and its account. The label of the name is the same in the section of the person's own account,
// so that only the heading says whose name it is.

import PARTY_WORDS from "../words/alert-parties.json" with { type: "json" };
import ISSUER_WORDS from "../words/issuer-labels.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { wordsIn } from "../words/phrases.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { BANKS } from "./banks.ts";
import type { Direction } from "./movement.ts";
import { nameWithin } from "./names.ts";
import { HOLDINGS } from "./vocabulary.ts";

const HEADINGS: Readonly<Record<Direction, ReadonlySet<string>>> = {
  in: new Set(wordsIn(PARTY_WORDS["heading of the sender"])),
  out: new Set(wordsIn(PARTY_WORDS["heading of the recipient"])),
};
const NAMES = [
  ...wordsIn(PARTY_WORDS["label of a name"]),
  ...wordsIn(ISSUER_WORDS.name).map(foldInPlace),
]
  // "Nombre y apellido" before "nombre".
  .toSorted((a, b) => b.length - a.length)
  .map((label) => label.replaceAll(".", String.raw`\.`))
  .join("|");
const NAME_LABEL = new RegExp(String.raw`^(?:${NAMES})(?: ?[:：] ?|$)`, "u");
const NAME_CELL = new RegExp(String.raw`^(?:${NAMES}) (?:[:：] )?`, "u");
/** A bank, an account, a number of tax and a name. */
const LINES_MAX = 8;
const LINE_CHARS_MAX = 80;

/** The name in the section of who sent the money, or of who got it; null if there is no such section. */
export function findInSection(alert: AlertText, direction: Direction): Place | null {
  const lines = splitLines(alert);
  const heading = lines.findIndex((line) =>
    HEADINGS[direction].has(slice(alert, line).replace(/ ?[:：]$/u, "")),
  );
  const section = heading === -1 ? [] : lines.slice(heading + 1, heading + 1 + LINES_MAX);
  const above = findAboveAccount(alert, section);
  if (above !== null) return above;
  for (const [at, line] of section.entries()) {
    const words = slice(alert, line);
    if (HEADINGS.in.has(words) || HEADINGS.out.has(words)) return null;
    const pattern = alert.text.slice(line.start, line.end).includes("\t") ? NAME_CELL : NAME_LABEL;
    const label = pattern.exec(words)?.[0];
    if (label === undefined) continue;
    const isAlone = line.start + label.length >= line.end;
    const value = isAlone ? section[at + 1] : { start: line.start + label.length, end: line.end };
    return value === undefined ? null : nameWithin(alert, value.start, value.end);
  }
  return null;
}

/** The section of the other party whose account is below its name: the account is not the reader's. */
export function findOthersAccount(alert: AlertText, direction: Direction): Place | null {
  const lines = splitLines(alert);
  const heading = lines.findIndex((line) =>
    HEADINGS[direction].has(slice(alert, line).replace(/ ?[:：]$/u, "")),
  );
  const below = lines.slice(heading + 1, heading + 2 + ACCOUNT_LINES);
  const account = below.find((line) => ACCOUNT.test(slice(alert, line)));
  return heading === -1 || account === undefined || findAboveAccount(alert, below) === null
    ? null
    : account;
}

const FULL_NAME =
  /^\p{Lu}[\p{L}.'’-]{1,24}(?: (?:de|del|la|da|do|dos|di|du|van|von|y|e|\p{Lu}[\p{L}.'’-]{0,24})){1,5}$/u;
const ACCOUNT = /[*x•]{2,} ?\d{3,4}$|(?<!\d)\d{6,}$/u;
const ACCOUNT_LINES = 3;

/** "Cuenta destino:", below it a full name alone, and below that its account. */
function findAboveAccount(alert: AlertText, [first, ...below]: readonly Place[]): Place | null {
  if (first === undefined || !FULL_NAME.test(alert.text.slice(first.start, first.end))) return null;
  const isAbove = below
    .slice(0, ACCOUNT_LINES)
    .some(
      (line) =>
        ACCOUNT.test(slice(alert, line)) && HOLDINGS.has(alert.folded, line.start, line.end),
    );
  const isOther = [HOLDINGS, BANKS].some(
    (words) => words.find(alert.folded, first.start, first.end).length > 0,
  );
  return isAbove && !isOther ? nameWithin(alert, first.start, first.end) : null;
}

/** "Name", not "account name", which may be of the person's own account. */
const BARE_NAME = new RegExp(
  String.raw`^(?:${NAMES.split("|")
    .filter((label) => !label.includes(" "))
    .join("|")})(?: ?[:：]\s?| (?=\S))`,
  "u",
);

/** "Name: City Power" right above or below the row of what a payment was for. */
export function findAbovePurpose(alert: AlertText): Place | null {
  const lines = splitLines(alert);
  const purposes = findRows(alert, "purpose");
  const isPurpose = (line: Place | undefined): boolean =>
    line !== undefined && purposes.some(({ start }) => start >= line.start && start < line.end);
  for (const [at, line] of lines.entries()) {
    if (!isPurpose(lines[at - 1]) && !isPurpose(lines[at + 1])) continue;
    const label = BARE_NAME.exec(slice(alert, line))?.[0];
    if (label !== undefined) return nameWithin(alert, line.start + label.length, line.end);
  }
  return null;
}

function slice({ folded }: AlertText, { start, end }: Place): string {
  return folded.slice(start, end);
}

function splitLines({ text }: AlertText): readonly Place[] {
  let at = 0;
  return text.split("\n").flatMap((line) => {
    const start = at;
    at += line.length + 1;
    const bare = line.trim();
    const from = start + line.indexOf(bare);
    return bare === "" || bare.length > LINE_CHARS_MAX
      ? []
      : [{ start: from, end: from + bare.length }];
  });
}
