// How a style makes text look: hidden, crossed out, raised, or in a colour. Hidden text is no
// evidence: it may hold planted totals, or a second layout.

import { parseColour, parseGround, UNKNOWN } from "./colours.ts";

/** How an element changes the look of its contents. */
export interface Look {
  readonly hidden: boolean;
  /** Whether "display" hides it; null: it sets none. */
  readonly displayNone: boolean | null;
  /** Of its own text, until an inner element sets a size; null: as outside. */
  readonly zeroSize: boolean | null;
  /** Crossed out, as an old price is. */
  readonly struck: boolean;
  /** Raised, as cents are. */
  readonly raised: boolean;
  /**
   * Where it stands: on lines of its own; beside what is before it, as a cell is; null: in the line
   * of text, or where its element says.
   */
  readonly place: "block" | "beside" | null;
  /** What it holds stands side by side, or one below the other; null: it does not say. */
  readonly row: boolean | null;
  /** The colours of its text and its background (colours.ts); undefined: as outside. */
  readonly ink: string | undefined;
  readonly ground: string | undefined;
  /** It differs from a style that says nothing. */
  readonly matters: boolean;
}

const PLAIN: Look = {
  hidden: false,
  displayNone: null,
  zeroSize: null,
  struck: false,
  raised: false,
  place: null,
  row: null,
  ink: undefined,
  ground: undefined,
  matters: false,
};
const STYLE_CHARS_MAX = 4_000;

const HIDING = new RegExp(
  [
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
/** Values that a browser knows; it passes over others, and an earlier "none" stays. */
const DISPLAY_SHOWN =
  /;display:(?:block|inline|flex|grid|table|list-item|contents|flow-root|inherit|initial|unset|revert)/;
const ON_LINES = /;display:(?:block|flex|grid|table|table-row|list-item|flow-root)(?=[;!]|$)/;
/** Columns without a table. */
const BESIDE = new RegExp(
  [
    String.raw`;float:(?:left|right)(?=[;!]|$)`,
    String.raw`;display:table-cell(?=[;!]|$)`,
    String.raw`;display:inline-block(?=[;!]).*;(?:min-)?width:\d`,
    String.raw`;(?:min-)?width:\d.*;display:inline-block(?=[;!]|$)`,
  ].join("|"),
);
/** "display: flex" without a direction from top to bottom: what it holds stands side by side. */
const IN_A_ROW = /;display:flex(?=[;!]|$)/;
const DOWNWARDS = /;flex-(?:direction|flow):column/;
const PICTURE_GROUND = /;background-image:(?:[^;]{0,200}gradient|url\()/;
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

function placeOf(compact: string): Look["place"] {
  if (BESIDE.test(compact)) return "beside";
  return ON_LINES.test(compact) ? "block" : null;
}

function rowOf(compact: string): boolean | null {
  if (DOWNWARDS.test(compact)) return false;
  return IN_A_ROW.test(compact) ? true : null;
}

function readLook(style: string): Look {
  const compact = `;${plainStyle(style.slice(0, STYLE_CHARS_MAX)).toLowerCase().replace(/\s+/g, "")}`;
  let zeroSize: boolean | null = null;
  for (const [, size = "", unit = ""] of compact.matchAll(SIZE))
    if (size !== "") zeroSize = Number(size) <= (SIZES_UNSEEN[unit] ?? 0);
  // Digits run from right to left there, so that the written number is not the one shown.
  const turned =
    /;unicode-bidi:(?:bidi|isolate)-override/.test(compact) && compact.includes(";direction:rtl");
  const look: Omit<Look, "matters"> = {
    hidden:
      turned ||
      HIDING.test(compact) ||
      (EMPTY_BOX.test(compact) && compact.includes(";overflow:hidden")),
    displayNone: compact.includes(";display:none") || (DISPLAY_SHOWN.test(compact) ? false : null),
    zeroSize,
    struck: /;text-decoration(?:-line)?:[a-z ]{0,40}line-through/.test(compact),
    raised: /;vertical-align:(?:super|text-top)/.test(compact),
    place: placeOf(compact),
    row: rowOf(compact),
    ink: parseColour(declared(compact, "color")),
    ground: PICTURE_GROUND.test(compact)
      ? UNKNOWN
      : parseGround(declared(compact, "background"), declared(compact, "background-color")),
  };
  const { hidden, displayNone, struck, raised, place, row, ink, ground } = look;
  const matters =
    hidden ||
    struck ||
    raised ||
    place !== null ||
    row !== null ||
    displayNone !== null ||
    zeroSize !== null ||
    ink !== undefined ||
    ground !== undefined;
  return { ...look, matters };
}

/** One look of several, where a later one counts before an earlier one. */
export function mergeLooks(looks: readonly Look[]): Look {
  if (looks.length < 2) return looks[0] ?? PLAIN;
  return looks.reduce((all, one) => ({
    hidden: all.hidden || one.hidden,
    displayNone: one.displayNone ?? all.displayNone,
    zeroSize: one.zeroSize ?? all.zeroSize,
    struck: all.struck || one.struck,
    raised: all.raised || one.raised,
    place: one.place ?? all.place,
    row: all.row === false || one.row === false ? false : (one.row ?? all.row),
    ink: one.ink ?? all.ink,
    ground: one.ground ?? all.ground,
    matters: all.matters || one.matters,
  }));
}

/** Whether an element of this look shows nothing of what it holds. */
export function hides(look: Look): boolean {
  return look.hidden || look.struck || look.displayNone === true;
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

/** A style or a sheet without its comments. One that is not closed hides the rest of the text. */
export function withoutComments(text: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let open = text.indexOf("/*"); open !== -1; open = text.indexOf("/*", at)) {
    kept.push(text.slice(at, open));
    const close = text.indexOf("*/", open + 2);
    at = close === -1 ? text.length : close + 2;
  }
  return kept.join("") + text.slice(at);
}
