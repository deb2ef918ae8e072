// Renders a message's HTML as the lines that a person sees: a line for each block or table row, a
// tab between cells, raised cents as decimals. Hidden and crossed-out text is left out; alternative
// texts of pictures are kept apart. Nothing is fetched and no script is run. Bounded in characters,
// tags and depth; linear.

import { RECEIPT_HTML_CHARS_MAX, RECEIPT_HTML_TAGS_MAX } from "../../platform/limits.ts";
import { cleanCharacters } from "./characters.ts";
import { isUnseen, parseColour, UNKNOWN, type Colour } from "./colours.ts";
import { hides, mergeLooks, parseLook, type Look } from "./hidden.ts";
import { walkAgain, type Attributes } from "./html-walk.ts";
import { LineWriter } from "./line-writer.ts";
import { placeElement, type Element } from "./selectors.ts";
import { StyleSheets } from "./style-sheet.ts";

export interface RenderedHtml {
  /** Lines separated by "\n"; cells of a row by tabs. */
  readonly text: string;
  /** Alternative texts of pictures, one a line: less trusted, since most people never see them. */
  readonly alt: string;
  /** False where the HTML exceeds a bound, so that its end was not read. */
  readonly complete: boolean;
  /**
   * It holds figures in the colour of their background, or in a style of which it is not sure
   * whether it hides them; they are left out.
   */
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
  readonly element: Element;
  /** The last element inside that was read. */
  last: Element | null;
  readonly hidden: boolean;
  readonly zeroSize: boolean;
  /** A rule may hide it, and it cannot be decided whether it does. */
  readonly doubtful: boolean;
  readonly pre: boolean;
  readonly raised: boolean;
  /** Set on lines of its own by its style. */
  readonly block: boolean;
  /** A column beside others by its style. */
  readonly beside: boolean;
  /** What it holds stands in a row by its style. */
  readonly row: boolean;
  readonly ink: Colour;
  readonly ground: Colour;
}

const WHITE: Colour = "ffffff";
/** Figures that could be taken for money; others, such as an order's number, deceive nobody. */
const AMOUNT = /\d[.,]\d|\p{Sc}\s?\d|\d\s?\p{Sc}|\b[A-Z]{3}\s?\d|\d\s?(?:[A-Z]{3}\b|円|元|원)/u;
const DOCUMENT = new Set(["html", "head", "body"]);
const BODY = placeElement("body", {}, placeElement("html", {}, null, null), null);
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
  readonly #sheets: StyleSheets;
  readonly #isCut: boolean;
  #outermost: Element | null = null;
  #disguised = false;

  constructor(html: string) {
    this.#html = html.slice(0, RECEIPT_HTML_CHARS_MAX);
    this.#isCut = html.length > RECEIPT_HTML_CHARS_MAX;
    this.#sheets = new StyleSheets(this.#html, RECEIPT_HTML_TAGS_MAX);
  }

  render(): RenderedHtml {
    const complete = walkAgain(this.#html, {
      openTag: (name, attributes) => this.#openTag(name, attributes),
      closeTag: () => this.#closeTag(),
      addText: (text) => this.#addText(text),
    });
    while (this.#open.length > 0) this.#closeTag();
    return {
      text: this.#writer.text(),
      alt: [...new Set(this.#alts)].join("\n"),
      complete: complete && !this.#isCut && !this.#sheets.exhausted,
      disguised: this.#disguised,
    };
  }

  #openTag(name: string, attributes: Attributes): void {
    const outer = this.#open.at(-1);
    const element = this.#place(name, attributes, outer);
    const { before, after, possible } = this.#sheets.lookOf(element);
    const own = parseLook(attributes["style"]);
    const look = before.length + after.length === 0 ? own : mergeLooks([...before, own, ...after]);
    const hidden =
      (outer?.hidden ?? false) ||
      hides(look) ||
      UNSEEN.has(name) ||
      STRUCK.has(name) ||
      "hidden" in attributes ||
      (name === "bdo" && /^rtl$/i.test(attributes["dir"] ?? ""));
    const raised = !hidden && (RAISED.has(name) || (name === "span" && look.raised));
    const inRow = outer?.row === true && look.place === null && !BLOCKS.has(name) && name !== "br";
    const beside = look.place === "beside" || inRow;
    const ground = this.#findBackground(name, attributes, look.ground, outer);
    this.#open.push({
      name,
      element,
      last: null,
      hidden,
      zeroSize: look.zeroSize ?? outer?.zeroSize ?? false,
      doubtful: (outer?.doubtful ?? false) || possible.some((one) => mayHide(one, ground)),
      pre: name === "pre" || (outer?.pre ?? false),
      raised,
      block: look.place === "block",
      beside,
      row: look.row === true,
      ink: look.ink ?? parseColour(withHash(attributes["color"])) ?? outer?.ink ?? UNKNOWN,
      ground,
    });
    if (hidden) return;
    if (name === "br") this.#writer.breakLine();
    else if (name === "tr") this.#writer.openRow();
    else if (name === "td" || name === "th") this.#writer.openCell();
    else if (BLOCKS.has(name)) this.#writer.endLine();
    else if (name === "img") this.#addPicture(attributes["alt"]);
    else if (look.place === "block") this.#writer.endLine();
    else if (beside) this.#writer.startColumn();
    else if (raised) this.#writer.openRaised();
  }

  #closeTag(): void {
    const open = this.#open.pop();
    if (open === undefined) return;
    if (open.hidden) return;
    if (open.name === "tr") this.#writer.closeRow();
    else if (open.name === "td" || open.name === "th") this.#writer.closeCell();
    else if (BLOCKS.has(open.name) || open.block) this.#writer.endLine();
    else if (open.beside) this.#writer.endColumn();
    else if (open.raised) this.#writer.closeRaised();
  }

  #addText(text: string): void {
    const open = this.#open.at(-1);
    if (open !== undefined && (open.hidden || open.zeroSize)) return;
    if (open !== undefined && (open.doubtful || isUnseen(open.ink, open.ground))) {
      this.#disguised ||= AMOUNT.test(text);
      return;
    }
    if (open?.pre !== true)
      return this.#writer.write(text.includes("\t") ? text.replaceAll("\t", " ") : text);
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

  /**
   * Where it stands for selectors. A browser adds the body of a fragment, and the "tbody" between a
   * table and its row.
   */
  #place(name: string, attributes: Attributes, outer: Open | undefined): Element {
    const previous = outer === undefined ? this.#outermost : outer.last;
    const around = outer?.element ?? (DOCUMENT.has(name) ? null : BODY);
    const parent =
      name === "tr" && around?.name === "table" ? placeElement("tbody", {}, around, null) : around;
    const element = placeElement(name, attributes, parent, previous);
    if (outer === undefined) this.#outermost = element;
    else outer.last = element;
    return element;
  }

  /** The background of an element; unknown where a picture or the program sets it. */
  #findBackground(
    name: string,
    attributes: Attributes,
    own: Colour | undefined,
    outer: Open | undefined,
  ): Colour {
    if ("background" in attributes || GROUNDED.has(name)) return UNKNOWN;
    const named = own ?? parseColour(withHash(attributes["bgcolor"]));
    if (named !== undefined) return named;
    return outer?.ground ?? WHITE;
  }
}

/** Whether text would not be seen on its background, if the rule of this look applied. */
function mayHide(look: Look, ground: Colour): boolean {
  return (
    hides(look) ||
    look.zeroSize === true ||
    (look.ink !== undefined && isUnseen(look.ink, look.ground ?? ground))
  );
}

/** The colour of an attribute, where the hash may be missing. */
function withHash(colour: string | undefined): string | undefined {
  const value = colour?.trim().toLowerCase();
  return value !== undefined && /^[0-9a-f]{6}$/.test(value) ? `#${value}` : value;
}
