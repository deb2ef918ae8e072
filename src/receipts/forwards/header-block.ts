// Reads the few header lines that a mail program writes above a message that it forwards. Labels
// may be in any language; values may wrap, be on the next line, or all be on one line. The search
// ahead is bounded, so that reading a body stays linear.

import { foldLabel } from "./fold-text.ts";
import type { Meaning, Role } from "./forward-labels.ts";
import { removePrefixes } from "./forward-phrases.ts";
import { readGluedBlock } from "./glued-block.ts";
import { toBlock, type Entry, type HeaderBlock } from "./header-entries.ts";
import { skipBlankLines, type Line } from "./body-lines.ts";

export interface BlockContext {
  /** Plain text wraps its lines, HTML does not. */
  readonly wraps: boolean;
  /** The subject of the message around the block, which the block is likely to repeat. */
  readonly subject: string;
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
