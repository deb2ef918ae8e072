// The tags and texts of a message's HTML in order, within bounds. A body is first walked for the
// forwards in it and then for its view; the second walk of the same HTML repeats the first, since
// parsing costs most of each.

import { Parser } from "htmlparser2";
import { RECEIPT_HTML_DEPTH_MAX, RECEIPT_HTML_TAGS_MAX } from "../../platform/limits.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Is told of each tag and text; `start` and `end` are offsets into the HTML. */
export interface HtmlListener {
  openTag(name: string, attributes: Attributes, start: number): void;
  closeTag(end: number): void;
  addText(text: string, start: number, end: number): void;
}

/** A tag that opens, by its name, or a text, which has no attributes. */
interface Begun {
  readonly text: string;
  readonly attributes: Attributes | null;
  readonly start: number;
  readonly end: number;
}

/** Of a tag that closes only its end is kept: there are many, and each step takes room. */
type Step = Begun | number;

interface Walk {
  readonly html: string;
  readonly steps: readonly Step[];
  readonly complete: boolean;
}

/** Steps take more room than their HTML; longer HTML is parsed for each walk. */
const KEPT_CHARS_MAX = 512 * 1_024;

/** The walk that the next one may repeat. */
let kept: Walk | null = null;

/** Walks HTML and keeps the walk, so that walkAgain repeats it; false where a bound ended it. */
export function walkAndKeep(html: string, listener: HtmlListener): boolean {
  if (html.length > KEPT_CHARS_MAX) return walk(html, listener);
  const steps: Step[] = [];
  const complete = walk(html, {
    openTag: (name, attributes, start) => {
      steps.push({ text: name, attributes, start, end: start });
      listener.openTag(name, attributes, start);
    },
    closeTag: (end) => {
      steps.push(end);
      listener.closeTag(end);
    },
    addText: (text, start, end) => {
      steps.push({ text, attributes: null, start, end });
      listener.addText(text, start, end);
    },
  });
  kept = { html, steps, complete };
  return complete;
}

/** Walks HTML, without parsing it if it was walked last; false where a bound ended the walk. */
export function walkAgain(html: string, listener: HtmlListener): boolean {
  if (kept?.html !== html) return walk(html, listener);
  const { steps, complete } = kept;
  kept = null;
  for (const step of steps)
    if (typeof step === "number") listener.closeTag(step);
    else if (step.attributes === null) listener.addText(step.text, step.start, step.end);
    else listener.openTag(step.text, step.attributes, step.start);
  return complete;
}

function walk(html: string, listener: HtmlListener): boolean {
  let tags = 0;
  let depth = 0;
  let complete = true;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        tags += 1;
        if (tags <= RECEIPT_HTML_TAGS_MAX && depth < RECEIPT_HTML_DEPTH_MAX) {
          depth += 1;
          return listener.openTag(name, attributes, parser.startIndex);
        }
        complete = false;
        parser.pause();
      },
      onclosetag: () => {
        depth = Math.max(0, depth - 1);
        listener.closeTag(parser.endIndex + 1);
      },
      ontext: (text) => listener.addText(text, parser.startIndex, parser.endIndex + 1),
    },
    // Without a character to look for, the parser skips texts and values as a whole.
    { decodeEntities: html.includes("&") },
  );
  parser.write(html);
  if (complete) parser.end();
  return complete;
}
