// What a mail's markup hides from the person who reads it: by an element's own style or attribute, or by a class that its
// style sheet hides on a wide screen. What is hidden is no evidence: totals are planted there, and second layouts kept.

/** How an element changes what is shown inside it. */
export interface Look {
  readonly hidden: boolean;
  /** Of the text right inside, until an inner element says otherwise; null: as outside. */
  readonly zeroSize: boolean | null;
  /** Crossed out: an old price. */
  readonly struck: boolean;
  /** Raised beside the line, as cents are. */
  readonly raised: boolean;
}

const PLAIN: Look = { hidden: false, zeroSize: null, struck: false, raised: false };
const STYLE_CHARS_MAX = 4_000;
const SHEET_RULES_MAX = 2_000;

const HIDING = /;(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|max-height:0(?![\d.])|opacity:0(?:\.0{1,9})?(?![\d.])|text-indent:-\d{3}|(?:left|top):-\d{3})/;
const EMPTY_BOX = /;(?:height|width):0(?![\d.])/;
const SIZE = /;font(?:-size)?:(\d{0,4}(?:\.\d{1,9})?)(?:px|pt|em|rem|%|\/|;|!|$)/g;

/** The look that a style attribute gives its element. */
export function lookOf(style: string | undefined): Look {
  if (style === undefined || style === "") return PLAIN;
  const compact = `;${style.slice(0, STYLE_CHARS_MAX).toLowerCase().replace(/\s+/g, "")}`;
  let zeroSize: boolean | null = null;
  for (const [, size = ""] of compact.matchAll(SIZE)) if (size !== "") zeroSize = Number(size) === 0;
  return {
    hidden: HIDING.test(compact) || (EMPTY_BOX.test(compact) && compact.includes(";overflow:hidden")),
    zeroSize,
    struck: /;text-decoration(?:-line)?:[a-z ]{0,40}line-through/.test(compact),
    raised: /;vertical-align:(?:super|text-top)/.test(compact),
  };
}

/** Adds the classes that a style sheet hides outside of every @ rule, where the last rule of a class counts. */
export function noteHiddenClasses(hidden: Set<string>, sheet: string): void {
  let at = 0;
  for (let rules = 0; rules < SHEET_RULES_MAX; rules += 1) {
    const open = sheet.indexOf("{", at);
    if (open === -1) break;
    const selectors = sheet.slice(at, open);
    const isAtRule = selectors.trimStart().startsWith("@");
    const close = isAtRule ? endOfBlock(sheet, open) : sheet.indexOf("}", open);
    if (close === -1) break;
    if (!isAtRule) noteRule(hidden, selectors, sheet.slice(open + 1, close));
    at = close + 1;
  }
}

function noteRule(hidden: Set<string>, selectors: string, body: string): void {
  const display = /(?:^|[;\s])display\s{0,9}:\s{0,9}([a-z-]{1,20})/i.exec(body.slice(0, STYLE_CHARS_MAX));
  if (display === null) return;
  for (const selector of selectors.slice(0, STYLE_CHARS_MAX).replace(/\/\*[^*]{0,400}\*\//g, "").split(",")) {
    const name = /^[a-z]{0,10}\.([\w-]{1,80})$/i.exec(selector.trim())?.[1];
    if (name === undefined) continue;
    if (display[1]?.toLowerCase() === "none") hidden.add(name);
    else hidden.delete(name);
  }
}

/** Where the block that opens at `open` closes, blocks inside counted; -1 where it does not. */
function endOfBlock(sheet: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sheet.length; at += 1) {
    const unit = sheet.charCodeAt(at);
    if (unit === 123) depth += 1;
    if (unit === 125 && (depth -= 1) === 0) return at;
  }
  return -1;
}
