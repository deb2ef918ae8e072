// Forwards inside a body: where one begins, who wrote what is in it, and how deep they nest. Only what a mail program
// marks as forwarded counts, or a block of headers in a mail whose subject says that it passes another on: an answer
// quotes in the same way and is none. What is written below the innermost forward is the document.

import { FORWARDS_DEPTH_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import type { Correspondent, SentAt } from "../mail.ts";
import { prefixOf } from "./forward-phrases.ts";
import { gluedBlock, headerBlockAt, type HeaderBlock } from "./header-block.ts";
import { linesOfHtml, type HtmlLines } from "./html-lines.ts";
import { linesOfText, unquoted, type Line } from "./body-lines.ts";
import { noteIn } from "./note.ts";
import { closedBlock, colonlessBlock, namedOnBlock } from "./unlabelled-headers.ts";
import { readSentAt } from "./sent.ts";
import { attributionAt, separatorIn, type Attribution, type Separator } from "./separator.ts";

/** One forward: what its headers say, what was written above it, and its body as source (text or markup). */
export interface Forward {
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly sent: SentAt | null;
  readonly note: string | null;
  readonly body: string;
}

/** What is known of the mail that the body is from. */
export interface Around {
  readonly subject: string;
  /** When it was sent. */
  readonly day: Day | null;
}

/** The forwards in a plain text, the outermost first. */
export function forwardsInText(text: string, around: Around): Forward[] {
  return nested(text, around, (source, context) => {
    const lines = linesOfText(source);
    const found = firstForward(lines, { ...context, wraps: true });
    return found === null
      ? null
      : forwardOf(found, lines, context, quotedBody(source, lines, found));
  });
}

/** The forwards in a mail's HTML, the outermost first; their bodies are cut out of the markup. */
export function forwardsInHtml(html: string, around: Around): Forward[] {
  return nested(html, around, (source, context) => {
    const read = linesOfHtml(source);
    const found = firstForward(read.lines, { ...context, wraps: false });
    return found === null
      ? null
      : forwardOf(found, read.lines, context, cutBody(source, read, found));
  });
}

interface Context extends Around {
  readonly outermost: boolean;
}

function nested(
  source: string,
  around: Around,
  unwrap: (source: string, context: Context) => Forward | null,
): Forward[] {
  const forwards: Forward[] = [];
  let context: Context = { ...around, outermost: true };
  for (let body = source; forwards.length < FORWARDS_DEPTH_MAX;) {
    const forward = unwrap(body, context);
    if (forward === null) break;
    forwards.push(forward);
    body = forward.body;
    context = { subject: forward.subject, day: forward.sent?.day ?? context.day, outermost: false };
  }
  return forwards;
}

interface Found {
  readonly block: HeaderBlock;
  /** The line where the forward begins: its separator, else its first header. */
  readonly first: number;
  readonly depth: number;
}

/** Blocks that are no forward, after which only what a program marks as forwarded is looked at. */
const BLOCKS_MAX = 100;

function firstForward(
  lines: readonly Line[],
  context: Context & { readonly wraps: boolean },
): Found | null {
  let answered = false;
  let blocks = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || line.text === "") continue;
    const separator = separatorIn(line.text);
    const glued =
      separator === null || separator.glued === "" ? null : gluedBlock(separator.glued, at + 1);
    const below =
      separator?.kind === "forwarded" && separator.glued === ""
        ? namedBelow(lines, at, context)
        : null;
    if (below !== null) return below;
    const odd = oddBlock(lines, at, separator);
    if (
      odd !== null &&
      isForward(separator?.kind === "rule" ? null : separator, odd, context, answered)
    )
      return { block: odd, first: at, depth: line.depth };
    if (glued !== null) {
      if (isForward(separator, glued, context, answered))
        return { block: glued, first: at, depth: line.depth };
      answered = true;
    } else if (line.header !== null) {
      const above = separatorAbove(lines, at);
      if ((answered || (blocks += 1) > BLOCKS_MAX) && above.separator?.kind !== "forwarded")
        continue;
      const block = headerBlockAt(lines, at, context);
      if (block !== null && isForward(above.separator, block, context, answered))
        return { block, first: above.line, depth: line.depth };
      if (block !== null && !answered && isWhole(block)) answered = true;
    } else if (!answered) {
      const found = attributed(lines, at, context);
      if (found === "answer") answered = true;
      else if (found !== null) return found;
    }
  }
  return null;
}

/** A block that a program writes in a form of its own, right below a line that it draws. */
function oddBlock(
  lines: readonly Line[],
  at: number,
  separator: Separator | null,
): HeaderBlock | null {
  if (separator === null || separator.glued !== "") return null;
  const next = lines[at + 1]?.text === "" ? at + 2 : at + 1;
  const named = separator.kind === "forwarded" ? namedOnBlock(lines, at) : null;
  return (
    named ??
    (separator.kind === "rule" ? null : colonlessBlock(lines, next)) ??
    closedBlock(lines, next)
  );
}

/** The separator above a block, at most two blank lines away. */
function separatorAbove(
  lines: readonly Line[],
  at: number,
): { separator: Separator | null; line: number } {
  for (let line = at - 1; line >= 0 && at - line <= 3; line -= 1) {
    const text = lines[line]?.text ?? "";
    if (text === "") continue;
    const separator = separatorIn(text);
    return separator === null ? { separator, line: at } : { separator, line };
  }
  return { separator: null, line: at };
}

/** Whether a block has what mail programs write without a line above it: a sender, and two of date, subject, recipients. */
function isWhole(block: HeaderBlock): boolean {
  const others = [
    block.date !== null && readSentAt(block.date, { languages: block.languages }) !== null,
    block.subject !== null,
    block.to.length > 0,
  ];
  return block.from !== null && others.filter(Boolean).length >= 2;
}

function isForward(
  separator: Separator | null,
  block: HeaderBlock,
  context: Context,
  answered: boolean,
): boolean {
  if (block.from === null) return false;
  if (separator?.kind === "forwarded")
    return block.subject !== null || block.date !== null || block.to.length > 0;
  if (answered || !(isWhole(block) || (separator?.kind === "original" && block.date !== null)))
    return false;
  const passed = passesOn(context.subject, block.languages);
  // A subject that says neither: what a person wrote over, or an empty one. Inside a forward it is the shop's own text.
  return passed ?? (context.outermost && block.date !== null && block.subject !== null);
}

/** Whether a subject says that its mail passes another on; null where it says nothing. */
function passesOn(subject: string, languages: readonly string[]): boolean | null {
  const prefix = prefixOf(subject);
  if (prefix.kind === null) return null;
  return prefix.kind === "either"
    ? prefix.languages.some((language) => languages.includes(language))
    : prefix.kind === "forward";
}

/** "DATE, NAME <address>:" right below a line that only forwards have, in place of headers. */
function namedBelow(lines: readonly Line[], at: number, context: Context): Found | null {
  const line = lines[at + 1]?.text === "" ? at + 2 : at + 1;
  if ((lines[line]?.header ?? null) !== null) return null;
  const attribution = attributionAt(lines, line, false);
  return attribution === null
    ? null
    : { block: blockOf(attribution, context), first: at, depth: lines[at]?.depth ?? 0 };
}

function blockOf({ from, date, language, next }: Attribution, context: Context): HeaderBlock {
  return {
    from,
    to: [],
    cc: [],
    subject: prefixOf(context.subject).rest,
    date,
    languages: language === null ? [] : [language],
    next,
  };
}

/** "On DATE, NAME wrote:" begins a forward only where the subject says so. */
function attributed(lines: readonly Line[], at: number, context: Context): Found | "answer" | null {
  const attribution = attributionAt(lines, at);
  if (attribution === null) return null;
  if (
    passesOn(context.subject, attribution.language === null ? [] : [attribution.language]) !== true
  )
    return "answer";
  return { block: blockOf(attribution, context), first: at, depth: lines[at]?.depth ?? 0 };
}

function forwardOf(
  { block, first }: Found,
  lines: readonly Line[],
  context: Context,
  body: string,
): Forward {
  const date = block.date ?? dateAbove(lines[first]?.text ?? "");
  const sent =
    date === null ? null : readSentAt(date, { languages: block.languages, notAfter: context.day });
  return {
    from: block.from,
    to: block.to,
    cc: block.cc,
    subject: block.subject ?? prefixOf(context.subject).rest,
    sent,
    note: noteIn(lines.slice(0, first)),
    body,
  };
}

/** "Message du 27/10/25 09:31": some programs say the date there alone. */
function dateAbove(line: string): string | null {
  return /^message du (.{6,24})$/i.exec(line)?.[1] ?? null;
}

/** "===8<======Original message text======" */
const CUT = /^={3,20}8<=/;

/** The line behind the headers, past a separator that some programs repeat there. */
function bodyStart(lines: readonly Line[], { block }: Found): number {
  if (CUT.test(lines[block.next]?.text ?? "")) return block.next + 1;
  const separator = separatorIn(lines[block.next]?.text ?? "");
  return separator?.kind === "forwarded" &&
    separator.glued === "" &&
    (lines[block.next + 1]?.header ?? null) === null
    ? block.next + 1
    : block.next;
}

/** The body of a forward in plain text, without the marks it is quoted with. */
function quotedBody(source: string, lines: readonly Line[], found: Found): string {
  const rest = lines.slice(bodyStart(lines, found));
  const end =
    found.depth === 0
      ? -1
      : rest.findIndex(
          (line, index) =>
            line.depth < found.depth && line.text !== "" && rest[index - 1]?.text === "",
        );
  const body = end === -1 ? rest : rest.slice(0, end);
  let shallowest = Number.POSITIVE_INFINITY;
  for (const line of body) if (line.text !== "" && line.depth < shallowest) shallowest = line.depth;
  const depth = found.depth > 0 ? found.depth : Number.isFinite(shallowest) ? shallowest : 0;
  return unquoted(source, body, depth);
}

/** The markup behind the headers, with the style sheets that stood before them. */
function cutBody(html: string, { lines, styles }: HtmlLines, found: Found): string {
  const cut = lines[bodyStart(lines, found) - 1]?.end ?? 0;
  const before = styles.filter(({ start }) => start < cut).map(({ markup }) => markup);
  return before.join("") + html.slice(cut);
}
