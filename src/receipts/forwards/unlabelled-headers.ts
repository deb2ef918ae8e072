// Reads header blocks of the programs that leave out a label or its colon: eM Client ("From Ada
// <a@b>"), Notes ("Ada <a@b> on DATE" above the other headers) and Yandex (the other headers above
// "DATE, "Ada" <a@b>:"). A block counts only with an address, a readable day and a subject. Looks
// at a few lines only.

import { findMeanings, type Meaning, type Role } from "./forward-labels.ts";
import type { HeaderBlock } from "./header-entries.ts";
import { skipBlankLines, type Line } from "./body-lines.ts";
import { readMailboxes } from "./mailbox-text.ts";
import { readSentAt } from "./sent.ts";
import { findAttribution } from "./separator.ts";

interface Entry {
  readonly role: Role;
  readonly value: string;
  readonly meanings: readonly Meaning[];
}

const ENTRIES_MAX = 8;
const LABEL_WORDS_MAX = 2;
const VALUE_CHARS_MAX = 2_000;

/**
 * "From "Ada" <a@b>", "To ...", "Subject ...": labels without colons, one a line, in one language.
 */
export function readColonlessBlock(lines: readonly Line[], at: number): HeaderBlock | null {
  const entries: Entry[] = [];
  let next = at;
  for (; next < lines.length && entries.length < ENTRIES_MAX; next += 1) {
    const entry = readColonless(lines[next]);
    if (entry === null || entries.some(({ role }) => role === entry.role)) break;
    entries.push(entry);
  }
  const languages = sharedLanguages(entries);
  return languages.length === 0
    ? null
    : toBlock(findValue(entries, "from"), findValue(entries, "date"), entries, languages, next);
}

function readColonless(line: Line | undefined): Entry | null {
  if (
    line === undefined ||
    line.text === "" ||
    line.header !== null ||
    line.text.length > VALUE_CHARS_MAX
  )
    return null;
  const words = line.text.split(" ", LABEL_WORDS_MAX + 1);
  for (let count = Math.min(LABEL_WORDS_MAX, words.length - 1); count > 0; count -= 1) {
    const label = words.slice(0, count).join(" ");
    const meanings = findMeanings(label);
    const [first] = meanings;
    if (first !== undefined)
      return { role: first.role, value: line.text.slice(label.length).trim(), meanings };
  }
  return null;
}

function sharedLanguages(entries: readonly Entry[]): readonly string[] {
  const [first, ...others] = entries.map(({ meanings }) =>
    meanings.map(({ language }) => language),
  );
  return (first ?? []).filter((language) =>
    others.every((languages) => languages.includes(language)),
  );
}

/** Where a wrapped "Forwarded by Ada on DATE" ends: "05:04 PM ------". */
const WRAPPED_END = /^(?:\d{1,2}[:.]\d{2}|[ap]m)[^\n]{0,24}-{3,}$/iu;
const NAMED_ON =
  /^(?<who>[^<>]{0,120}<[^<>\s]{3,250}>) {1,3}(?:on|am|le|el|il|em|op) {1,3}(?<date>\d[^<>]{5,40})$/iu;

/**
 * "Ada <a@b> on DATE" above recipients and subject, at most a few blank lines below the separator.
 */
export function readNamedBlock(lines: readonly Line[], separator: number): HeaderBlock | null {
  const from = WRAPPED_END.test(lines[separator + 1]?.text ?? "") ? separator + 2 : separator + 1;
  const at = skipBlankLines(lines, from);
  const match = NAMED_ON.exec((lines[at]?.text ?? "").slice(0, VALUE_CHARS_MAX));
  if (match === null) return null;
  const { entries, next } = readLabelled(lines, at + 1);
  return toBlock(
    match.groups?.["who"],
    match.groups?.["date"],
    entries,
    allLanguages(entries),
    next,
  );
}

/** Recipients and subject above "DATE, "Ada" <a@b>:". */
export function readClosedBlock(lines: readonly Line[], at: number): HeaderBlock | null {
  const { entries, next } = readLabelled(lines, at);
  const below =
    entries.length < 2 || entries.some(({ role }) => role === "from" || role === "date")
      ? null
      : findAttribution(lines, next, false);
  if (below === null || lines[next]?.depth !== lines[at]?.depth) return null;
  const { from, date } = below;
  return toBlock(
    `"${from.name}" <${from.address}>`,
    date,
    entries,
    allLanguages(entries),
    below.next,
  );
}

function readLabelled(
  lines: readonly Line[],
  at: number,
): { readonly entries: readonly Entry[]; readonly next: number } {
  const entries: Entry[] = [];
  let next = at;
  for (; next < lines.length && entries.length < ENTRIES_MAX; next += 1) {
    const header = lines[next]?.header ?? null;
    const meaning = header?.meanings.find(({ role }) =>
      entries.every((entry) => entry.role !== role),
    );
    if (header === null || meaning === undefined) break;
    // Yandex ends each value with a semicolon.
    entries.push({
      role: meaning.role,
      value: header.value.replace(/;$/, ""),
      meanings: header.meanings,
    });
  }
  return { entries, next };
}

function allLanguages(entries: readonly Entry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ meanings }) => meanings.map(({ language }) => language)))];
}

function findValue(entries: readonly Entry[], role: Role): string | undefined {
  return entries.find((entry) => entry.role === role)?.value;
}

/** The block of a sender, a date and other entries; null if one of the main headers is missing. */
function toBlock(
  who: string | undefined,
  date: string | undefined,
  entries: readonly Entry[],
  languages: readonly string[],
  next: number,
): HeaderBlock | null {
  const subject = findValue(entries, "subject");
  const [from] = who === undefined || !who.includes("@") ? [] : readMailboxes(who);
  if (
    from === undefined ||
    date === undefined ||
    subject === undefined ||
    subject === "" ||
    readSentAt(date, { languages }) === null
  )
    return null;
  const people = (role: Role) =>
    entries.filter((entry) => entry.role === role).flatMap(({ value }) => readMailboxes(value));
  return { from, to: people("to"), cc: people("cc"), subject, date, languages, next };
}
