// Reads the few header lines that a mail program writes above a message that it forwards. Labels
// may be in any language; values may wrap, be on the next line, or all be on one line. The search
// ahead is bounded, so that reading a body stays linear.

import { decodeWords } from "postal-mime";
import type { Correspondent } from "../mail.ts";
import { foldLabel, removeInvisible } from "./fold-text.ts";
import { listLabels, findMeanings, type Meaning, type Role } from "./forward-labels.ts";
import { removePrefixes } from "./forward-phrases.ts";
import { HEADER_LINE_CHARS_MAX, readHeaderLine } from "./header-line.ts";
import { skipBlankLines, type Line } from "./body-lines.ts";
import { readMailboxes } from "./mailbox-text.ts";

export interface HeaderBlock {
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string | null;
  readonly date: string | null;
  /** The languages that most of its labels are in. */
  readonly languages: readonly string[];
  /** The first line after the block. */
  readonly next: number;
}

export interface BlockContext {
  /** Plain text wraps its lines, HTML does not. */
  readonly wraps: boolean;
  /** The subject of the message around the block, which the block is likely to repeat. */
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
export function readHeaderBlock(
  lines: readonly Line[],
  at: number,
  context: BlockContext,
): HeaderBlock | null {
  const first = lines[at];
  if (first === undefined || first.header === null) return null;
  const glued = readGluedBlock(first.text, at + 1);
  if (glued !== null) return glued;
  const { entries, next } = new BlockReader(lines, at, context).read();
  return toBlock(entries, next);
}

/** Reads the entries of a block line by line, as far as each line goes on with it. */
class BlockReader {
  readonly #lines: readonly Line[];
  readonly #start: number;
  readonly #depth: number;
  readonly #context: BlockContext;
  readonly #entries: Entry[] = [];
  /** The first line after the entries. */
  #next: number;
  /** Some programs leave a blank line between headers. */
  #isSpaced = false;

  constructor(lines: readonly Line[], start: number, context: BlockContext) {
    this.#lines = lines;
    this.#start = start;
    this.#depth = lines[start]?.depth ?? 0;
    this.#context = context;
    this.#next = start;
  }

  read(): { readonly entries: readonly Entry[]; readonly next: number } {
    const end = Math.min(this.#lines.length, this.#start + AHEAD_LINES_MAX);
    let index: number | null = this.#start;
    while (index !== null && index < end && this.#entries.length < ENTRIES_MAX)
      index = this.#readLine(index);
    return { entries: this.#entries, next: this.#next };
  }

  /** Reads a line, and gives the index of the next one; null if the block ends before it. */
  #readLine(index: number): number | null {
    const line = this.#lines[index];
    if (line === undefined || (line.depth !== this.#depth && line.text !== "")) return null;
    if (line.header !== null) {
      const role = roleIn(line.header.meanings, this.#entries);
      if (role === null) return null;
      this.#entries.push({ meanings: line.header.meanings, role, value: line.header.value });
      return (this.#next = index + 1);
    }
    const last = this.#entries.at(-1);
    if (last === undefined) return null;
    if (line.text === "") return this.#skipBlank(index, last);
    if (!this.#goesOnInto(index, line, last)) return null;
    last.value = last.value === "" ? line.text : `${last.value} ${line.text}`;
    return (this.#next = index + 1);
  }

  /** The line after blank ones, where it is the value of the last entry or another header. */
  #skipBlank(index: number, last: Entry): number | null {
    const after = skipBlankLines(this.#lines, index);
    const line = this.#lines[after];
    if (
      last.value === "" &&
      isValue(line, this.#depth) &&
      (!OPTIONAL.has(last.role) || line?.text.includes("@") === true)
    )
      return after;
    if (!hasNewHeader(line, this.#depth, this.#entries)) return null;
    if (!this.#isSpaced && hasMainHeaders(this.#entries)) return null;
    this.#isSpaced = true;
    return after;
  }

  /** Whether a line without a label goes on with the value of the last entry. */
  #goesOnInto(index: number, line: Line, last: Entry): boolean {
    if (last.value === "") return !OPTIONAL.has(last.role) || line.text.includes("@");
    if (listGoesOn(last, line)) return true;
    if (!this.#context.wraps) return completesSubject(line, last, this.#context);
    return (
      isWrapped(this.#lines, index, this.#depth, this.#entries) ||
      completesWrappedSubject(this.#lines, index, last, this.#context)
    );
  }
}

/** Often empty: a line below them is their value only where it is an address. */
const OPTIONAL: ReadonlySet<Role> = new Set<Role>(["cc", "bcc", "reply-to", "other"]);

/** Whether a list of people was broken after a comma, or before an address. */
function listGoesOn({ role, value }: Entry, { text }: Line): boolean {
  return (
    (role === "to" || role === "cc") &&
    text.includes("@") &&
    (/[,;]$/.test(value) || /^<[^<>\s]{3,250}>/.test(text))
  );
}

/** Whether a line completes a subject to the one of the message around it. */
function completesSubject({ text }: Line, last: Entry, { subject }: BlockContext): boolean {
  return (
    last.role === "subject" &&
    subject !== "" &&
    foldSubject(subject) === foldSubject(`${last.value} ${text}`)
  );
}

function foldSubject(subject: string): string {
  return foldLabel(removePrefixes(subject));
}

/** The role of a label among the entries before it; null if it begins another block. */
function roleIn(meanings: readonly Meaning[], entries: readonly Entry[]): Role | null {
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

function isValue(line: Line | undefined, depth: number): boolean {
  return line !== undefined && line.text !== "" && line.depth === depth && line.header === null;
}

/** Whether a line is a header with a role that the entries do not have yet. */
function hasNewHeader(line: Line | undefined, depth: number, entries: readonly Entry[]): boolean {
  if (line === undefined || line.depth !== depth || line.header === null) return false;
  return line.header.meanings.some(
    ({ role }) => role !== "other" && entries.every((entry) => entry.role !== role),
  );
}

function hasMainHeaders(entries: readonly Entry[]): boolean {
  const has = (role: Role): boolean => entries.some((entry) => entry.role === role);
  return has("from") && has("date") && has("subject");
}

/** Whether a line is the rest of a wrapped value: another header follows, without a blank line. */
function isWrapped(
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
    if (line.header !== null) return hasNewHeader(line, depth, entries);
  }
  return false;
}

const WIDTH_CHARS = 72;

/**
 * Whether a line ends a wrapped subject: it completes the subject of the message around it, or its
 * first word had no room on the line above and a blank line follows.
 */
function completesWrappedSubject(
  lines: readonly Line[],
  index: number,
  last: Entry,
  context: BlockContext,
): boolean {
  const line = lines[index];
  if (last.role !== "subject" || line === undefined) return false;
  if (completesSubject(line, last, context)) return true;
  const room = WIDTH_CHARS - (last.value.length + "Subject: ".length);
  return (
    room < (line.text.split(" ", 1)[0]?.length ?? 0) &&
    line.text.length < WIDTH_CHARS / 2 &&
    lines[index + 1]?.text === "" &&
    foldSubject(context.subject) !== foldSubject(last.value)
  );
}

function toBlock(entries: readonly Entry[], next: number): HeaderBlock | null {
  const of = (role: Role): Entry | undefined =>
    entries.find((entry) => entry.role === role && entry.value !== "");
  const from = of("from");
  if (from === undefined) return null;
  const all = (role: Role): Correspondent[] =>
    entries.filter((entry) => entry.role === role).flatMap((entry) => readMailboxes(entry.value));
  const [sender] = readMailboxes(oneSender(decoded(from.value)));
  return {
    from: sender ?? null,
    to: all("to"),
    cc: all("cc"),
    subject: decodedOrNull(of("subject")),
    date: of("date")?.value ?? null,
    languages: mainLanguages(entries),
    next,
  };
}

function decodedOrNull(entry: Entry | undefined): string | null {
  return entry === undefined ? null : decoded(entry.value);
}

/** The value decoded: some programs quote headers as they were sent (RFC 2047). */
function decoded(value: string): string {
  return value.includes("=?") ? decodeWords(value) : value;
}

/** A sender is one person, so that commas belong to the name. */
function oneSender(value: string): string {
  const address = value.indexOf("@");
  return address === -1 ? value.replaceAll(/[;,]+$/g, "").replaceAll(";", ",") : value;
}

function mainLanguages(entries: readonly Entry[]): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    for (const language of new Set(entry.meanings.map((meaning) => meaning.language)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const best = [...counts].filter(([, count]) => count === most).map(([language]) => language);
  // Some programs translate only the sender's label.
  const sender =
    entries.find((entry) => entry.role === "from")?.meanings.map((meaning) => meaning.language) ??
    [];
  const own = sender.filter((language) => language !== "en");
  return own.length > 0 && !best.some((language) => own.includes(language)) ? own : best;
}

const GLUED_ROLES: readonly Role[] = ["to", "cc", "date", "subject"];

/** Headers on one line: "From: A <a@b>To: ...Sent: ...Subject: ..."; null if they are not. */
export function readGluedBlock(text: string, next: number): HeaderBlock | null {
  const line = removeInvisible(text).slice(0, HEADER_LINE_CHARS_MAX);
  const header = readHeaderLine(line);
  const meanings = header?.meanings.filter(({ role }) => role === "from") ?? [];
  if (header === null || meanings.length === 0) return null;
  const languages = meanings.map(({ language }) => language);
  const found: GluedLabel[] = [{ role: "from", start: 0, value: 0, meanings }];
  for (const role of GLUED_ROLES) {
    const label = findGluedLabel(header.value, role, languages, found.at(-1)?.value ?? 0);
    if (label !== null) found.push(label);
  }
  const entries = found.map((label, index): Entry => ({
    role: label.role,
    meanings: label.meanings,
    value: header.value.slice(label.value, found[index + 1]?.start).trim(),
  }));
  const has = (role: Role): boolean => entries.some((entry) => entry.role === role);
  return has("date") && has("subject") ? toBlock(entries, next) : null;
}

/** A label within a line. */
interface GluedLabel {
  readonly role: Role;
  readonly start: number;
  /** Where its value begins. */
  readonly value: number;
  readonly meanings: readonly Meaning[];
}

/** The first label of that role after `from`: with a colon, or right after an address. */
function findGluedLabel(
  text: string,
  role: Role,
  languages: readonly string[],
  from: number,
): GluedLabel | null {
  let best: GluedLabel | null = null;
  for (const label of listLabels(role, languages).flatMap(letterCases)) {
    for (const form of [`${label}:`, `${label} :`, `>${label} `]) {
      const at = text.indexOf(form, from);
      const start = form.startsWith(">") ? at + 1 : at;
      if (at === -1 || (label.length < 3 && !/[>\s]/.test(text[start - 1] ?? ""))) continue;
      if (best === null || start < best.start)
        best = {
          role,
          start,
          value: at + form.length,
          meanings: findMeanings(label).filter((meaning) => meaning.role === role),
        };
    }
  }
  return best;
}

/** The label as programs write it: "CC", "Cc" and "cc". */
function letterCases(label: string): string[] {
  return [...new Set([label, label.toUpperCase(), label.charAt(0) + label.slice(1).toLowerCase()])];
}
