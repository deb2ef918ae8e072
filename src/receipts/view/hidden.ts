// Finds what a message's HTML hides from its reader: by an element's own style or attribute, or by
// a class, id or name that a style sheet hides on a wide screen. Hidden text is no evidence: it may
// hold planted totals, or a second layout.

import { parseColour, parseGround, isUnseen, UNKNOWN } from "./colours.ts";

/** How an element changes the look of its contents. */
export interface Look {
  readonly hidden: boolean;
  /** Of its own text, until an inner element sets a size; null: as outside. */
  readonly zeroSize: boolean | null;
  /** Crossed out, as an old price is. */
  readonly struck: boolean;
  /** Raised, as cents are. */
  readonly raised: boolean;
  /** The colours of its text and its background (colours.ts); undefined: as outside. */
  readonly ink: string | undefined;
  readonly ground: string | undefined;
}

const PLAIN: Look = {
  hidden: false,
  zeroSize: null,
  struck: false,
  raised: false,
  ink: undefined,
  ground: undefined,
};
const STYLE_CHARS_MAX = 4_000;
const SHEET_RULES_MAX = 2_000;

const HIDING = new RegExp(
  [
    "display:none",
    "visibility:(?:hidden|collapse)",
    "content-visibility:hidden",
    "mso-hide:all",
    "max-height:0(?![\\d.])",
    "opacity:0?(?:\\.0\\d{0,9})?%?(?=[;!]|$)",
    "filter:opacity\\(0%?\\)",
    "text-indent:-\\d{3}",
    "(?:left|top):-\\d{3}",
    "(?:right|bottom):-\\d{4}",
    "margin(?:-left|-top)?:-\\d{4}",
    "transform:[^;]{0,40}(?:scale[xy]?\\(0[,)]|translate[xy]?\\(-\\d{4})",
    "clip:rect\\((?:[01](?:px)?,?){4}\\)",
    "clip-path:(?:inset\\((?:[5-9]\\d|100)%|circle\\(0)",
    "zoom:0(?![\\d.])",
  ]
    .map((declaration) => `;${declaration}`)
    .join("|"),
);
const EMPTY_BOX = /;(?:max-)?(?:height|width):0(?![\d.])/;
const SIZE = /;font(?:-size)?:(\d{0,4}(?:\.\d{1,9})?)(px|pt|em|rem|%|\/|;|!|$)/g;
/** Sizes at which no letter can be read. */
const SIZES_UNSEEN: Readonly<Record<string, number>> = { px: 1, pt: 1, em: 0.1, rem: 0.1, "%": 10 };

/** Newsletters repeat a few styles a thousand times. */
const LOOKS_CACHED_MAX = 200;
const CACHED_STYLE_CHARS_MAX = 500;
const looks = new Map<string, Look>();

/** The look that a style attribute gives, or the body of a rule. */
export function parseLook(style: string | undefined): Look {
  if (style === undefined || style === "") return PLAIN;
  const known = looks.get(style);
  if (known !== undefined) return known;
  const look = readLook(style);
  if (style.length > CACHED_STYLE_CHARS_MAX) return look;
  if (looks.size >= LOOKS_CACHED_MAX) looks.clear();
  looks.set(style, look);
  return look;
}

function readLook(style: string): Look {
  const compact = `;${plainStyle(style.slice(0, STYLE_CHARS_MAX)).toLowerCase().replace(/\s+/g, "")}`;
  let zeroSize: boolean | null = null;
  for (const [, size = "", unit = ""] of compact.matchAll(SIZE))
    if (size !== "") zeroSize = Number(size) <= (SIZES_UNSEEN[unit] ?? 0);
  // Digits run from right to left there, so that the written number is not the one shown.
  const turned =
    /;unicode-bidi:(?:bidi|isolate)-override/.test(compact) && compact.includes(";direction:rtl");
  return {
    hidden:
      turned ||
      HIDING.test(compact) ||
      (EMPTY_BOX.test(compact) && compact.includes(";overflow:hidden")),
    zeroSize,
    struck: /;text-decoration(?:-line)?:[a-z ]{0,40}line-through/.test(compact),
    raised: /;vertical-align:(?:super|text-top)/.test(compact),
    ink: parseColour(declared(compact, "color")),
    ground: parseGround(declared(compact, "background"), declared(compact, "background-color")),
  };
}

/** The last value of a property in a style without blanks. */
function declared(compact: string, property: string): string | undefined {
  const at = compact.lastIndexOf(`;${property}:`);
  if (at === -1) return undefined;
  const from = at + property.length + 2;
  const end = compact.indexOf(";", from);
  return compact.slice(from, end === -1 ? undefined : end).replace("!important", "");
}

/** The style without comments and escapes: "dis\\70lay" is "display". */
function plainStyle(style: string): string {
  const bare = style.includes("/*") ? withoutComments(style) : style;
  return bare.includes("\\")
    ? bare.replace(
        /\\([0-9a-f]{1,6})[ \t\n]?|\\(.)/gi,
        (_, code: string | undefined, char: string | undefined) =>
          code === undefined ? (char ?? "") : unescapeLetter(code),
      )
    : bare;
}

function unescapeLetter(code: string): string {
  const point = Number.parseInt(code, 16);
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : "";
}

/** A comment that is not closed hides the rest of the text. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let open = text.indexOf("/*"); open !== -1; open = text.indexOf("/*", at)) {
    kept.push(text.slice(at, open));
    const close = text.indexOf("*/", open + 2);
    at = close === -1 ? text.length : close + 2;
  }
  return kept.join("") + text.slice(at);
}

/** The classes (".x"), ids ("#x") and elements ("x") that style sheets hide. */
export class HiddenNames {
  readonly #byDisplay = new Set<string>();
  readonly #otherwise = new Set<string>();

  /** Adds the rules of a style sheet for wide screens. The last display of a name counts. */
  addSheet(sheet: string): void {
    this.#rules(sheet.includes("/*") ? withoutComments(sheet) : sheet, SHEET_RULES_MAX, true);
  }

  hides(name: string, id: string | undefined, classes: string | undefined): boolean {
    if (this.#byDisplay.size + this.#otherwise.size === 0) return false;
    if (this.#has(name) || (id !== undefined && this.#has(`#${id}`))) return true;
    return classes !== undefined && classes.split(/\s+/, 40).some((one) => this.#has(`.${one}`));
  }

  #has(name: string): boolean {
    return this.#byDisplay.has(name) || this.#otherwise.has(name);
  }

  #rules(sheet: string, most: number, outermost: boolean): void {
    let at = 0;
    for (let rules = 0; rules < most; rules += 1) {
      const open = sheet.indexOf("{", at);
      if (open === -1) break;
      const selectors = sheet.slice(at, open).slice(-STYLE_CHARS_MAX).trim();
      const isAtRule = selectors.startsWith("@");
      const close = isAtRule ? endOfBlock(sheet, open) : sheet.indexOf("}", open);
      if (close === -1) break;
      if (!isAtRule) this.#rule(selectors, sheet.slice(open + 1, close));
      else if (outermost && /^@media\s{1,9}(?:only\s{1,9})?(?:screen|all)$/i.test(selectors))
        this.#rules(sheet.slice(open + 1, close), most - rules, false);
      at = close + 1;
    }
  }

  #rule(selectors: string, body: string): void {
    const display = /(?:^|[;\s])display\s{0,9}:\s{0,9}([a-z-]{1,20})/i
      .exec(body.slice(0, STYLE_CHARS_MAX))?.[1]
      ?.toLowerCase();
    const look = parseLook(body);
    const hidden =
      look.hidden || (look.ink !== undefined && isUnseen(look.ink, look.ground ?? UNKNOWN));
    if (display === undefined && !hidden) return;
    for (const selector of selectors.split(",")) {
      const name = /^(?:[a-z][a-z0-9]{0,15})?([.#][\w-]{1,80})?$/i.exec(selector.trim());
      if (name === null) continue;
      const key = name[1] ?? selector.trim().toLowerCase();
      if (display === "none") this.#byDisplay.add(key);
      else if (display !== undefined) this.#byDisplay.delete(key);
      if (hidden && display !== "none") this.#otherwise.add(key);
    }
  }
}

/** Where the block that opens at `open` closes, past inner blocks; -1 if it does not. */
function endOfBlock(sheet: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sheet.length; at += 1) {
    const unit = sheet.charCodeAt(at);
    if (unit === 123) depth += 1;
    if (unit === 125 && (depth -= 1) === 0) return at;
  }
  return -1;
}
