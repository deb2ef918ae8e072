// Renders a message's HTML as the lines that a person sees: a line for each block or table row, a
// tab between cells, raised cents as decimals. Hidden and crossed-out text is left out; alternative
// texts of pictures are kept apart. Nothing is fetched and no script is run. Bounded in characters,
// tags and depth; linear.

import { Parser } from "htmlparser2";
import {
  RECEIPT_HTML_CHARS_MAX,
  RECEIPT_HTML_DEPTH_MAX,
  RECEIPT_HTML_TAGS_MAX,
} from "../../platform/limits.ts";
import { cleanCharacters } from "./characters.ts";
import { isUnseen, parseColour, UNKNOWN, type Colour } from "./colours.ts";
import { HiddenNames, parseLook } from "./hidden.ts";
import { LineWriter } from "./line-writer.ts";

export interface RenderedHtml {
  /** Lines separated by "\n"; cells of a row by tabs. */
  readonly text: string;
  /** Alternative texts of pictures, one a line: less trusted, since most people never see them. */
  readonly alt: string;
  /** False where the HTML exceeds a bound, so that its end was not read. */
  readonly complete: boolean;
  /** It holds figures in the colour of their background; they are left out. */
  readonly disguised: boolean;
}

const BLOCKS = new Set(
  (
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li " +
    "main menu nav ol p pre section summary table tbody tfoot thead caption ul"
  ).split(" "),
);
/**
 * Elements without visible text. "head" is not among them: where its end tag is missing, it holds
 * the body.
 */
const UNSEEN = new Set(
  "title style script template object svg iframe audio video canvas datalist map noframes textarea select".split(
    " ",
  ),
);
const STRUCK = new Set(["del", "s", "strike"]);
const RAISED = new Set(["sup", "small"]);

interface Open {
  readonly name: string;
  readonly hidden: boolean;
  readonly zeroSize: boolean;
  readonly pre: boolean;
  readonly raised: boolean;
  readonly ink: Colour;
  readonly ground: Colour;
}

const WHITE: Colour = "ffffff";
/** Elements with a background of their own. */
const GROUNDED = new Set(["mark", "button", "input"]);

/** The visible lines of a message's HTML. Never throws; see RenderedHtml. */
export function renderHtml(html: string): RenderedHtml {
  return new HtmlRenderer(html).render();
}

class HtmlRenderer {
  readonly #html: string;
  readonly #writer = new LineWriter();
  readonly #open: Open[] = [];
  readonly #alts: string[] = [];
  readonly #hiddenNames = new HiddenNames();
  #sheets = 0;
  #disguised = false;
  #sheet = "";
  #tags = 0;
  #complete = true;

  constructor(html: string) {
    this.#html = html;
  }

  render(): RenderedHtml {
    const parser = new Parser({
      onopentag: (name, attributes) => {
        this.#tags += 1;
        if (this.#tags <= RECEIPT_HTML_TAGS_MAX && this.#open.length < RECEIPT_HTML_DEPTH_MAX)
          return this.#openTag(name, attributes);
        this.#complete = false;
        parser.pause();
      },
      onclosetag: () => this.#closeTag(),
      ontext: (text) => this.#addText(text),
    });
    if (this.#html.length > RECEIPT_HTML_CHARS_MAX) this.#complete = false;
    parser.write(this.#html.slice(0, RECEIPT_HTML_CHARS_MAX));
    if (this.#complete) parser.end();
    while (this.#open.length > 0) this.#closeTag();
    return {
      text: this.#writer.text(),
      alt: [...new Set(this.#alts)].join("\n"),
      complete: this.#complete,
      disguised: this.#disguised,
    };
  }

  #openTag(name: string, attributes: Readonly<Record<string, string>>): void {
    const outer = this.#open.at(-1);
    const look = parseLook(attributes["style"]);
    const hidden =
      (outer?.hidden ?? false) ||
      look.hidden ||
      look.struck ||
      UNSEEN.has(name) ||
      STRUCK.has(name) ||
      "hidden" in attributes ||
      (name === "bdo" && /^rtl$/i.test(attributes["dir"] ?? "")) ||
      this.#hiddenNames.hides(name, attributes["id"], attributes["class"]);
    const raised = !hidden && (RAISED.has(name) || (name === "span" && look.raised));
    this.#open.push({
      name,
      hidden,
      zeroSize: look.zeroSize ?? outer?.zeroSize ?? false,
      pre: name === "pre" || (outer?.pre ?? false),
      raised,
      ink: look.ink ?? parseColour(withHash(attributes["color"])) ?? outer?.ink ?? UNKNOWN,
      ground: this.#findBackground(name, attributes, look.ground, outer),
    });
    if (hidden) return;
    if (name === "br") this.#writer.breakLine();
    else if (name === "tr") this.#writer.openRow();
    else if (name === "td" || name === "th") this.#writer.openCell();
    else if (BLOCKS.has(name)) this.#writer.endLine();
    else if (name === "img") this.#addPicture(attributes["alt"]);
    else if (raised) this.#writer.openRaised();
  }

  #closeTag(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    if (open.name === "style") {
      this.#hiddenNames.addSheet(this.#sheet);
      this.#sheets += 1;
      this.#sheet = "";
    }
    if (open.hidden) return;
    if (open.name === "tr") this.#writer.closeRow();
    else if (open.name === "td" || open.name === "th") this.#writer.closeCell();
    else if (BLOCKS.has(open.name)) this.#writer.endLine();
    else if (open.raised) this.#writer.closeRaised();
  }

  #addText(text: string): void {
    const open = this.#open.at(-1);
    if (open?.name === "style") this.#sheet += text;
    if (open !== undefined && (open.hidden || open.zeroSize)) return;
    if (open !== undefined && isUnseen(open.ink, open.ground)) {
      this.#disguised ||= /\d/.test(text);
      return;
    }
    if (open?.pre !== true) return this.#writer.write(text.replaceAll("\t", " "));
    text.split("\n").forEach((line, index) => {
      if (index > 0) this.#writer.breakLine();
      this.#writer.write(line);
    });
  }

  #addPicture(alt: string | undefined): void {
    const words = cleanCharacters(alt ?? "")
      .replace(/\s+/g, " ")
      .trim();
    if (words !== "") this.#alts.push(words);
  }

  /** The background of an element; unknown where a style sheet may set it. */
  #findBackground(
    name: string,
    attributes: Readonly<Record<string, string>>,
    own: Colour | undefined,
    outer: Open | undefined,
  ): Colour {
    if ("background" in attributes || GROUNDED.has(name)) return UNKNOWN;
    const named = own ?? parseColour(withHash(attributes["bgcolor"]));
    if (named !== undefined) return named;
    if (this.#sheets > 0 && ("class" in attributes || "id" in attributes)) return UNKNOWN;
    return outer?.ground ?? WHITE;
  }
}

/** The colour of an attribute, where the hash may be missing. */
function withHash(colour: string | undefined): string | undefined {
  const value = colour?.trim().toLowerCase();
  return value !== undefined && /^[0-9a-f]{6}$/.test(value) ? `#${value}` : value;
}
