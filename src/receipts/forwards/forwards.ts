// Finds the forwards inside a body: where each begins, its sender, and how deep they nest. A
// forward is marked so by a mail program, or is a block of headers in a message whose subject says
// "Fwd:". An answer quotes in the same form and is no forward. The text below the innermost forward
// is the document.

import { FORWARDS_DEPTH_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import type { Correspondent, SentAt } from "../mail.ts";
import { readPrefix } from "./forward-phrases.ts";
import { readGluedBlock } from "./glued-block.ts";
import { readHeaderBlock } from "./header-block.ts";
import type { HeaderBlock } from "./header-entries.ts";
import { splitHtml } from "./html-lines.ts";
import { splitText, type Line } from "./body-lines.ts";
import { cutBody, quotedBody, type FoundForward } from "./forwarded-body.ts";
import { readNote } from "./note.ts";
import { readClosedBlock, readColonlessBlock, readNamedBlock } from "./unlabelled-headers.ts";
import { readSentAt } from "./sent.ts";
import { findAttribution, readSeparator, type Attribution, type Separator } from "./separator.ts";

/**
 * A forward: its headers, the note above it, and its body as source, in text or HTML. `own` is the
 * body above the next forward in it, all of it where there is none.
 */
export interface Forward {
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly sent: SentAt | null;
  readonly note: string | null;
  readonly body: string;
  readonly own: string;
}

/** The message that the body is from. */
export interface Around {
  readonly subject: string;
  /** When it was sent. */
  readonly day: Day | null;
}

/** The forwards in a plain text, the outermost first. */
export function forwardsInText(text: string, around: Around): Forward[] {
  return unwrapAll(text, around, (source, context) => {
    const lines = splitText(source);
    const found = firstForward(lines, { ...context, wraps: true });
    return found === null ? null : unwrap(found, lines, context, quotedBody(source, lines, found));
  });
}

/** The forwards in a message's HTML, the outermost first; their bodies are cut out of the HTML. */
export function forwardsInHtml(html: string, around: Around): Forward[] {
  return unwrapAll(html, around, (source, context) => {
    const read = splitHtml(source);
    const found = firstForward(read.lines, { ...context, wraps: false });
    return found === null ? null : unwrap(found, read.lines, context, cutBody(source, read, found));
  });
}

interface Context extends Around {
  readonly outermost: boolean;
}

/** The first forward in a body, and where it begins in that body. */
interface Unwrapped {
  readonly forward: Omit<Forward, "own">;
  readonly start: number;
}

function unwrapAll(
  source: string,
  around: Around,
  findFirst: (source: string, context: Context) => Unwrapped | null,
): Forward[] {
  const found: Unwrapped[] = [];
  let context: Context = { ...around, outermost: true };
  for (let body = source; found.length < FORWARDS_DEPTH_MAX;) {
    const next = findFirst(body, context);
    if (next === null) break;
    found.push(next);
    const { subject, sent } = next.forward;
    body = next.forward.body;
    context = { subject, day: sent?.day ?? context.day, outermost: false };
  }
  return found.map(({ forward }, at) => ({
    ...forward,
    own: forward.body.slice(0, found[at + 1]?.start),
  }));
}

/** Blocks that are no forward. After them only a line that only forwards have counts. */
const BLOCKS_MAX = 100;

type SearchContext = Context & { readonly wraps: boolean };

/** The first forward in the lines of a body; null if there is none. */
function firstForward(lines: readonly Line[], context: SearchContext): FoundForward | null {
  return new ForwardSearch(lines, context).run();
}

/**
 * Looks at each line once. An answer quotes in the same form as a forward: after the first
 * quotation of an answer only a line that only forwards have begins a forward.
 */
class ForwardSearch {
  readonly #lines: readonly Line[];
  readonly #context: SearchContext;
  #isAnswer = false;
  #blocks = 0;

  constructor(lines: readonly Line[], context: SearchContext) {
    this.#lines = lines;
    this.#context = context;
  }

  run(): FoundForward | null {
    let at = 0;
    for (const line of this.#lines) {
      const found = line.text === "" ? null : this.#forwardAt(at, line);
      if (found !== null) return found;
      at += 1;
    }
    return null;
  }

  #forwardAt(at: number, line: Line): FoundForward | null {
    const separator = readSeparator(line.text);
    const below = separator === null ? null : this.#belowSeparator(at, separator);
    if (below !== null) return below;
    const glued =
      separator === null || separator.glued === "" ? null : readGluedBlock(separator.glued, at + 1);
    if (glued !== null) {
      if (this.#isForward(separator, glued)) return this.#toFound(glued, at, at);
      this.#isAnswer = true;
      return null;
    }
    if (line.header !== null) return this.#headersAt(at);
    return this.#isAnswer ? null : this.#attributedAt(at);
  }

  /** A forward whose sender or headers have a form of their own, right below a separator. */
  #belowSeparator(at: number, separator: Separator): FoundForward | null {
    if (separator.glued !== "") return null;
    const named =
      separator.kind === "forwarded" ? findNameBelow(this.#lines, at, this.#context) : null;
    if (named !== null) return named;
    const block = readUnusualBlock(this.#lines, at, separator);
    const kind = separator.kind === "rule" ? null : separator;
    return block !== null && this.#isForward(kind, block) ? this.#toFound(block, at, at) : null;
  }

  /** A forward whose headers begin in that line. */
  #headersAt(at: number): FoundForward | null {
    const above = findSeparatorAbove(this.#lines, at);
    const isMarked = above.separator?.kind === "forwarded";
    if (!this.#isAnswer) this.#blocks += 1;
    if ((this.#isAnswer || this.#blocks > BLOCKS_MAX) && !isMarked) return null;
    const block =
      readHeaderBlock(this.#lines, at, this.#context) ??
      (isMarked ? readGluedBlock(this.#lines[at]?.text ?? "", at + 1) : null);
    if (block === null) return null;
    if (this.#isForward(above.separator, block)) return this.#toFound(block, above.line, at);
    if (isWhole(block)) this.#isAnswer = true;
    return null;
  }

  /** "On DATE, NAME wrote:" begins a forward only where the subject says so. */
  #attributedAt(at: number): FoundForward | null {
    const attribution = findAttribution(this.#lines, at);
    if (attribution === null) return null;
    if (saysForward(this.#context.subject, languagesIn(attribution)) === true)
      return this.#toFound(toBlock(attribution, this.#context), at, at);
    this.#isAnswer = true;
    return null;
  }

  #isForward(separator: Separator | null, block: HeaderBlock): boolean {
    if (block.from === null) return false;
    if (separator?.kind === "forwarded")
      return block.subject !== null || block.date !== null || block.to.length > 0;
    if (this.#isAnswer) return false;
    if (!isWhole(block) && !(separator?.kind === "original" && block.date !== null)) return false;
    // A subject that says neither may be a person's own, or empty. Inside a forward it is the
    // shop's.
    return (
      saysForward(this.#context.subject, block.languages) ??
      (this.#context.outermost && block.date !== null && block.subject !== null)
    );
  }

  #toFound(block: HeaderBlock, first: number, at: number): FoundForward {
    return { block, first, depth: this.#lines[at]?.depth ?? 0 };
  }
}

/** A block without labels or colons, right below a line that its program draws. */
function readUnusualBlock(
  lines: readonly Line[],
  at: number,
  separator: Separator,
): HeaderBlock | null {
  const next = lines[at + 1]?.text === "" ? at + 2 : at + 1;
  const named = separator.kind === "forwarded" ? readNamedBlock(lines, at) : null;
  return (
    named ??
    (separator.kind === "rule" ? null : readColonlessBlock(lines, next)) ??
    readClosedBlock(lines, next)
  );
}

/** The separator above a block, at most two blank lines away. */
function findSeparatorAbove(
  lines: readonly Line[],
  at: number,
): { separator: Separator | null; line: number } {
  for (let line = at - 1; line >= 0 && at - line <= 3; line -= 1) {
    const text = lines[line]?.text ?? "";
    if (text === "") continue;
    const separator = readSeparator(text);
    return separator === null ? { separator, line: at } : { separator, line };
  }
  return { separator: null, line: at };
}

/** Whether a block has a sender, and two of date, subject and recipients. */
function isWhole(block: HeaderBlock): boolean {
  const others = [
    block.date !== null && readSentAt(block.date, { languages: block.languages }) !== null,
    block.subject !== null,
    block.to.length > 0,
  ];
  return block.from !== null && others.filter(Boolean).length >= 2;
}

/** Whether a subject says that its message is a forward; null if it says nothing. */
function saysForward(subject: string, languages: readonly string[]): boolean | null {
  const prefix = readPrefix(subject);
  if (prefix.kind === null) return null;
  return prefix.kind === "either"
    ? prefix.languages.some((language) => languages.includes(language))
    : prefix.kind === "forward";
}

/** "DATE, NAME <address>:" right below a line that only forwards have, in place of headers. */
function findNameBelow(lines: readonly Line[], at: number, context: Context): FoundForward | null {
  const line = lines[at + 1]?.text === "" ? at + 2 : at + 1;
  if ((lines[line]?.header ?? null) !== null) return null;
  const attribution = findAttribution(lines, line, false);
  return attribution === null
    ? null
    : { block: toBlock(attribution, context), first: at, depth: lines[at]?.depth ?? 0 };
}

/** The header block with the facts of an attribution. */
function toBlock(attribution: Attribution, context: Context): HeaderBlock {
  const { from, date, next } = attribution;
  return {
    from,
    to: [],
    cc: [],
    subject: readPrefix(context.subject).rest,
    date,
    languages: languagesIn(attribution),
    next,
  };
}

/** The language of an attribution's verb, where it has one. */
function languagesIn({ language }: Attribution): readonly string[] {
  return language === null ? [] : [language];
}

function unwrap(
  { block, first }: FoundForward,
  lines: readonly Line[],
  context: Context,
  body: string,
): Unwrapped {
  const date = block.date ?? dateAbove(lines[first]?.text ?? "");
  const sent =
    date === null ? null : readSentAt(date, { languages: block.languages, notAfter: context.day });
  const forward = {
    from: block.from,
    to: block.to,
    cc: block.cc,
    subject: block.subject ?? readPrefix(context.subject).rest,
    sent,
    note: readNote(lines.slice(0, first)),
    body,
  };
  return { forward, start: lines[first]?.start ?? 0 };
}

/** "Message du 27/10/25 09:31": some programs print the date only there. */
function dateAbove(line: string): string | null {
  return /^message du (.{6,24})$/i.exec(line)?.[1] ?? null;
}
