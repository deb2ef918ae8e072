// The few header lines that a mail program writes above what it forwards: found by their labels in any language, with
// values that wrap, stand on the next line or are glued together on one. A block names a sender and two things more.
// Looks only so far ahead, so that the search through a body stays linear.

import { decodeWords } from "postal-mime";
import type { Correspondent } from "../mail.ts";
import { folded, withoutInvisible } from "./fold-text.ts";
import { labelsOf, meaningsOf, type Meaning, type Role } from "./forward-labels.ts";
import { withoutPrefixes } from "./forward-phrases.ts";
import { HEADER_LINE_CHARS_MAX, headerIn } from "./header-line.ts";
import type { Line } from "./body-lines.ts";
import { mailboxesIn } from "./mailbox-text.ts";

export interface HeaderBlock {
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string | null;
  readonly date: string | null;
  /** The languages its labels are in, the one with most labels first. */
  readonly languages: readonly string[];
  /** The first line behind it. */
  readonly next: number;
}

/** How the lines came about: plain text wraps, markup does not; a subject that may be expected. */
export interface BlockContext {
  readonly wraps: boolean;
  readonly subject: string;
}

interface Entry {
  readonly meanings: readonly Meaning[];
  readonly role: Role;
  value: string;
}

const AHEAD_LINES_MAX = 60;
const WRAPPED_LINES_MAX = 30;
const ENTRIES_MAX = 16;
/** The block that begins in that line, or null. */
export function headerBlockAt(
  lines: readonly Line[],
  at: number,
  context: BlockContext,
): HeaderBlock | null {
  const first = lines[at];
  if (first === undefined || first.header === null) return null;
  const glued = gluedBlock(first.text, at + 1);
  if (glued !== null) return glued;
  const { entries, next } = entriesFrom(lines, at, context);
  return blockOf(entries, next);
}

function entriesFrom(
  lines: readonly Line[],
  at: number,
  context: BlockContext,
): { entries: Entry[]; next: number } {
  const entries: Entry[] = [];
  const depth = lines[at]?.depth ?? 0;
  let next = at;
  let spaced = false;
  for (
    let index = at;
    index < lines.length && index - at < AHEAD_LINES_MAX && entries.length < ENTRIES_MAX;
  ) {
    const line = lines[index];
    if (line === undefined || (line.depth !== depth && line.text !== "")) break;
    const { header } = line;
    if (header !== null) {
      const role = roleOf(header.meanings, entries);
      if (role === null) break;
      entries.push({ meanings: header.meanings, role, value: header.value });
      next = index += 1;
      continue;
    }
    const last = entries.at(-1);
    if (last === undefined) break;
    if (line.text === "") {
      const after = nextFilled(lines, index);
      if (
        last.value === "" &&
        isValue(lines[after], depth) &&
        !(OPTIONAL.has(last.role) && !(lines[after]?.text.includes("@") ?? false))
      ) {
        index = after;
        continue;
      }
      if (!goesOn(lines, after, depth, entries) || !(spaced || isWanting(entries))) break;
      spaced = true;
      index = after;
      continue;
    }
    if (last.value === "" && OPTIONAL.has(last.role) && !line.text.includes("@")) break;
    if (
      last.value !== "" &&
      !listGoesOn(last, line) &&
      !(!context.wraps && isSubjectWhole(line, last, context)) &&
      !(
        context.wraps &&
        (wrapsOn(lines, index, depth, entries) || completesSubject(lines, index, last, context))
      )
    )
      break;
    last.value = last.value === "" ? line.text : `${last.value} ${line.text}`;
    next = index += 1;
  }
  return { entries, next };
}

/** Often empty: what stands below them is their value only where it is an address. */
const OPTIONAL: ReadonlySet<Role> = new Set<Role>(["cc", "bcc", "reply-to", "other"]);

/** Whether a list of people was broken behind a comma, or before an address. */
function listGoesOn({ role, value }: Entry, { text }: Line): boolean {
  return (
    (role === "to" || role === "cc") &&
    text.includes("@") &&
    (/[,;]$/.test(value) || /^<[^<>\s]{3,250}>/.test(text))
  );
}

function isSubjectWhole({ text }: Line, last: Entry, { subject }: BlockContext): boolean {
  const plain = (whole: string): string => folded(withoutPrefixes(whole));
  return (
    last.role === "subject" && subject !== "" && plain(subject) === plain(`${last.value} ${text}`)
  );
}

/** What the label means beside the others; null where it begins another block. */
function roleOf(meanings: readonly Meaning[], entries: readonly Entry[]): Role | null {
  const free = meanings.filter(
    ({ role }) =>
      role === "other" ||
      role === "to" ||
      role === "cc" ||
      entries.every((entry) => entry.role !== role),
  );
  const spoken = new Set(
    entries.flatMap((entry) => entry.meanings.map(({ language }) => language)),
  );
  return (
    (free.find(({ language }) => spoken.size === 0 || spoken.has(language)) ?? free[0])?.role ??
    null
  );
}

function nextFilled(lines: readonly Line[], from: number): number {
  let index = from;
  while (index < lines.length && index - from < 4 && lines[index]?.text === "") index += 1;
  return index;
}

function isValue(line: Line | undefined, depth: number): boolean {
  return line !== undefined && line.text !== "" && line.depth === depth && line.header === null;
}

/** Whether a header line with a role not yet there stands in that line. */
function goesOn(
  lines: readonly Line[],
  index: number,
  depth: number,
  entries: readonly Entry[],
): boolean {
  const line = lines[index];
  if (line === undefined || line.depth !== depth) return false;
  const { header } = line;
  return (
    header !== null &&
    header.meanings.some(
      ({ role }) => role !== "other" && entries.every((entry) => entry.role !== role),
    )
  );
}

function isWanting(entries: readonly Entry[]): boolean {
  const has = (role: Role): boolean => entries.some((entry) => entry.role === role);
  return !(has("from") && has("date") && has("subject"));
}

/** Whether the line goes on with the value above it: another header line follows, with nothing between. */
function wrapsOn(
  lines: readonly Line[],
  index: number,
  depth: number,
  entries: readonly Entry[],
): boolean {
  for (
    let ahead = index + 1;
    ahead < lines.length && ahead - index <= WRAPPED_LINES_MAX;
    ahead += 1
  ) {
    const line = lines[ahead];
    if (line === undefined || line.text === "" || line.depth !== depth) return false;
    if (line.header !== null) return goesOn(lines, ahead, depth, entries);
  }
  return false;
}

const WIDTH_CHARS = 72;

/** Whether the line ends a subject that was wrapped: the mail's own subject says so, or it had no room and a blank follows. */
function completesSubject(
  lines: readonly Line[],
  index: number,
  last: Entry,
  { subject }: BlockContext,
): boolean {
  const line = lines[index];
  if (last.role !== "subject" || line === undefined) return false;
  const plain = (text: string): string => folded(withoutPrefixes(text));
  if (isSubjectWhole(line, last, { subject, wraps: true })) return true;
  const room = WIDTH_CHARS - (last.value.length + "Subject: ".length);
  return (
    room < (line.text.split(" ", 1)[0]?.length ?? 0) &&
    line.text.length < WIDTH_CHARS / 2 &&
    lines[index + 1]?.text === "" &&
    plain(subject) !== plain(last.value)
  );
}

function blockOf(entries: readonly Entry[], next: number): HeaderBlock | null {
  const of = (role: Role): Entry | undefined =>
    entries.find((entry) => entry.role === role && entry.value !== "");
  const from = of("from");
  if (from === undefined) return null;
  const all = (role: Role): Correspondent[] =>
    entries.filter((entry) => entry.role === role).flatMap((entry) => mailboxesIn(entry.value));
  const [sender] = mailboxesIn(oneSender(decoded(from.value)));
  const languages = languagesOf(entries);
  return {
    from: sender ?? null,
    to: all("to"),
    cc: all("cc"),
    subject: decodedOrNull(of("subject")),
    date: of("date")?.value ?? null,
    languages,
    next,
  };
}

function decodedOrNull(entry: Entry | undefined): string | null {
  return entry === undefined ? null : decoded(entry.value);
}

/** Some programs leave headers as they were sent (RFC 2047). */
function decoded(value: string): string {
  return value.includes("=?") ? decodeWords(value) : value;
}

/** A sender is one: commas belong to the name, and so does who wrote for whom. */
function oneSender(value: string): string {
  const address = value.indexOf("@");
  return address === -1 ? value.replaceAll(/[;,]+$/g, "").replaceAll(";", ",") : value;
}

function languagesOf(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const language of new Set(entry.meanings.map((meaning) => meaning.language)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const best = [...counts].filter(([, count]) => count === most).map(([language]) => language);
  // The sender's label is the one that some programs translate alone.
  const sender =
    entries.find((entry) => entry.role === "from")?.meanings.map((meaning) => meaning.language) ??
    [];
  const own = sender.filter((language) => language !== "en");
  return own.length > 0 && !best.some((language) => own.includes(language)) ? own : best;
}

const GLUED_ROLES: readonly Role[] = ["to", "cc", "date", "subject"];

/** Headers glued on one line, from the sender on: "From: A <a@b>To: ...Sent: ...Subject: ..."; null where they are not. */
export function gluedBlock(text: string, next: number): HeaderBlock | null {
  const line = withoutInvisible(text).slice(0, HEADER_LINE_CHARS_MAX);
  const header = headerIn(line);
  const meanings = header?.meanings.filter(({ role }) => role === "from") ?? [];
  if (header === null || meanings.length === 0) return null;
  const languages = meanings.map(({ language }) => language);
  const found: Glued[] = [{ role: "from", start: 0, value: 0, meanings }];
  for (const role of GLUED_ROLES) {
    const label = gluedLabel(header.value, role, languages, found.at(-1)?.value ?? 0);
    if (label !== null) found.push(label);
  }
  const entries = found.map((label, index): Entry => ({
    role: label.role,
    meanings: label.meanings,
    value: header.value.slice(label.value, found[index + 1]?.start).trim(),
  }));
  const has = (role: Role): boolean => entries.some((entry) => entry.role === role);
  return has("date") && has("subject") ? blockOf(entries, next) : null;
}

interface Glued {
  readonly role: Role;
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
  readonly meanings: readonly Meaning[];
}

/** The first label of that role behind `from`: with a colon; behind an address also without. */
function gluedLabel(
  text: string,
  role: Role,
  languages: readonly string[],
  from: number,
): Glued | null {
  let best: Glued | null = null;
  for (const label of labelsOf(role, languages).flatMap(inCases)) {
    for (const form of [`${label}:`, `${label} :`, `>${label} `]) {
      const at = text.indexOf(form, from);
      const start = form.startsWith(">") ? at + 1 : at;
      if (at === -1 || (label.length < 3 && !/[>\s]/.test(text[start - 1] ?? ""))) continue;
      if (best === null || start < best.start)
        best = {
          role,
          start,
          value: at + form.length,
          meanings: meaningsOf(label).filter((meaning) => meaning.role === role),
        };
    }
  }
  return best;
}

/** Programs write "CC", "Cc" and "cc". */
function inCases(label: string): string[] {
  return [...new Set([label, label.toUpperCase(), label.charAt(0) + label.slice(1).toLowerCase()])];
}
