// A message's HTML as lines in which forwards are looked for, each with its place in the HTML, so
// that the forwarded part can be cut out as HTML. The lines serve only to find the cut; values are
// read from the view of the part. Linear: the parser's stack is bounded, and the rest is one pass.

import { hides, parseLook } from "../view/hidden.ts";
import { walkAndKeep, type Attributes } from "../view/html-walk.ts";
import { removeInvisible } from "./fold-text.ts";
import { toLine, type Line } from "./body-lines.ts";

export interface HtmlLines {
  readonly lines: readonly Line[];
  /** The style sheets, so that a class that they hide stays hidden in the part. */
  readonly styles: readonly { readonly start: number; readonly markup: string }[];
  /** False where the HTML exceeds a bound. */
  readonly complete: boolean;
}

const BLOCKS = new Set(
  "address article blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody thead tr ul".split(
    " ",
  ),
);
const UNSEEN = new Set("title style script template object svg iframe textarea select".split(" "));
const STYLES_CHARS_MAX = 200_000;

interface Open {
  readonly name: string;
  readonly hidden: boolean;
  readonly pre: boolean;
  readonly start: number;
}

/** The lines of a message's HTML. */
export function splitHtml(html: string): HtmlLines {
  return new LineScan(html).run();
}

class LineScan {
  readonly #html: string;
  readonly #open: Open[] = [];
  readonly #lines: Line[] = [];
  readonly #styles: { readonly start: number; readonly markup: string }[] = [];
  #stylesChars = 0;
  #depth = 0;
  #text = "";
  #start = -1;
  #end = 0;
  #lineDepth = 0;

  constructor(html: string) {
    this.#html = html;
  }

  run(): HtmlLines {
    const complete = walkAndKeep(this.#html, {
      openTag: (name, attributes, start) => this.#openTag(name, attributes, start),
      closeTag: (end) => this.#closeTag(end),
      addText: (text, start, end) => this.#addText(text, start, end),
    });
    this.#endLine();
    return { lines: this.#lines, styles: this.#styles, complete };
  }

  #openTag(name: string, attributes: Attributes, start: number): void {
    const outer = this.#open.at(-1);
    const hidden =
      (outer?.hidden ?? false) ||
      UNSEEN.has(name) ||
      "hidden" in attributes ||
      hides(parseLook(attributes["style"]));
    if (BLOCKS.has(name)) this.#endLine();
    if (name === "blockquote") this.#depth += 1;
    this.#open.push({ name, hidden, pre: name === "pre" || (outer?.pre ?? false), start });
    if (hidden) return;
    if (name === "br") this.#breakLine();
    else if ((name === "td" || name === "th") && this.#text !== "") this.#text += "\t";
  }

  #closeTag(end: number): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    if (open.name === "style" && this.#stylesChars < STYLES_CHARS_MAX) {
      this.#styles.push({ start: open.start, markup: this.#html.slice(open.start, end) });
      this.#stylesChars += end - open.start;
    }
    if (BLOCKS.has(open.name)) this.#endLine();
    if (open.name === "blockquote") this.#depth -= 1;
  }

  #addText(text: string, start: number, end: number): void {
    if (this.#open.at(-1)?.pre !== true || !text.includes("\n"))
      return this.#write(text, start, end);
    let at = start;
    for (const [index, line] of text.split("\n").entries()) {
      if (index > 0) this.#breakLine();
      this.#write(line, at, Math.min(at + line.length, end));
      at += line.length + 1;
    }
  }

  #write(text: string, start: number, end: number): void {
    if (this.#open.at(-1)?.hidden === true) return;
    if (text.trim() === "" && this.#text === "") return;
    if (this.#start === -1) {
      this.#start = start;
      this.#lineDepth = this.#depth;
    }
    this.#end = end;
    this.#text += text;
  }

  #breakLine(): void {
    if (this.#text !== "") return this.#endLine();
    const last = this.#lines.at(-1);
    if (last !== undefined && last.text !== "")
      this.#lines.push(toLine("", this.#depth, last.end, last.end));
  }

  #endLine(): void {
    if (this.#text === "") return;
    const text = tidy(removeInvisible(this.#text));
    if (text !== "") this.#lines.push(toLine(text, this.#lineDepth, this.#start, this.#end));
    this.#text = "";
    this.#start = -1;
  }
}

/** Anything but single blanks, or single tabs, between words. */
const UNTIDY = /^\s|\s$| {2}| \t|\t[ \t]|[\r\n]/;

function tidy(line: string): string {
  if (!UNTIDY.test(line)) return line;
  return line
    .replace(/[ \r\n]+/g, " ")
    .replace(/ ?(?:\t ?)+/g, "\t")
    .trim();
}
