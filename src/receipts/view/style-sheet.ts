// The style sheets of a message, as far as they hide text or colour it: which rules apply on a wide
// screen, and what they make of an element. They are read before the elements, since a sheet may
// stand after the text that it hides.

import { Parser } from "htmlparser2";
import { isUnseen, UNKNOWN } from "./colours.ts";
import { parseLook, withoutComments, type Look } from "./hidden.ts";
import { keyOf, keysOf, Matcher, parseSelector, type Element, type Selector } from "./selectors.ts";

const SHEET_RULES_MAX = 2_000;
const PRELUDE_CHARS_MAX = 4_000;
const NESTING_MAX = 4;
/** The width, in pixels, of a window in which a mail is read at a desk. */
const WINDOW_WIDTH = 1_024;

interface Rule {
  readonly selector: Selector;
  readonly order: number;
  readonly normal: Look;
  readonly important: Look;
}

/** What the sheets make of an element: looks before and after the element's own style. */
export interface SheetLook {
  readonly before: readonly Look[];
  /** Of declarations marked "!important". */
  readonly after: readonly Look[];
  /** Looks of rules of which it cannot be decided whether they apply. */
  readonly possible: readonly Look[];
}

const NOTHING: SheetLook = { before: [], after: [], possible: [] };

/** All sheets of a message together. */
export class StyleSheets {
  readonly #rules = new Map<string, Rule[]>();
  /** The first characters of the keys of rules. */
  readonly #marks = new Set<string>();
  readonly #matcher = new Matcher();
  #count = 0;

  constructor(html: string, tagsMax: number) {
    for (const sheet of sheetsIn(html, tagsMax)) this.#read(sheet, 0);
  }

  /** Whether the matches took more steps than they may, so that later answers are not sure. */
  get exhausted(): boolean {
    return this.#matcher.exhausted;
  }

  /** The looks of the rules for an element, in the order in which they count. */
  lookOf(element: Element): SheetLook {
    if (this.#count === 0) return NOTHING;
    const keys = keysOf(element, this.#marks);
    // Most elements have no rule.
    if (!keys.some((key) => this.#rules.has(key))) return NOTHING;
    const found = [...new Set(keys)]
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(({ selector }) => this.#matcher.matches(selector, element));
    if (found.length === 0) return NOTHING;
    found.sort((a, b) => a.selector.specificity - b.selector.specificity || a.order - b.order);
    const sure = found.filter(({ selector }) => !selector.undecided);
    return {
      before: sure.map(({ normal }) => normal),
      after: sure.map(({ important }) => important),
      possible: found
        .filter(({ selector }) => selector.undecided)
        .flatMap(({ normal, important }) => [normal, important]),
    };
  }

  #read(sheet: string, depth: number): void {
    let at = 0;
    while (this.#count < SHEET_RULES_MAX) {
      const open = sheet.indexOf("{", at);
      if (open === -1) return;
      const before = sheet.slice(Math.max(at, open - PRELUDE_CHARS_MAX), open);
      // Statements without a block, such as "@import", stand before it.
      const prelude = before.slice(before.lastIndexOf(";") + 1).trim();
      const close = prelude.startsWith("@") ? endOfBlock(sheet, open) : sheet.indexOf("}", open);
      const body = sheet.slice(open + 1, close === -1 ? undefined : close);
      if (!prelude.startsWith("@")) this.#add(prelude, body);
      else if (depth < NESTING_MAX && applies(prelude)) this.#read(body, depth + 1);
      if (close === -1) return;
      at = close + 1;
    }
  }

  #add(prelude: string, body: string): void {
    const declarations = body.split(";");
    const isImportant = (one: string) => /!\s{0,9}important/i.test(one);
    const normal = lookOfRule(declarations.filter((one) => !isImportant(one)));
    const important = lookOfRule(declarations.filter(isImportant));
    if (!normal.matters && !important.matters) return;
    for (const one of prelude.split(/,(?![^()[\]]{0,200}[)\]])/)) {
      const selector = parseSelector(one);
      if (selector === null || this.#count >= SHEET_RULES_MAX) continue;
      this.#count += 1;
      const rule = { selector, order: this.#count, normal, important };
      const key = keyOf(selector);
      this.#marks.add(key.charAt(0));
      const same = this.#rules.get(key);
      if (same === undefined) this.#rules.set(key, [rule]);
      else same.push(rule);
    }
  }
}

/** The look of a rule. One that sets text and background to the same colour hides the text. */
function lookOfRule(declarations: readonly string[]): Look {
  const look = parseLook(declarations.join(";"));
  const unseen = look.ink !== undefined && isUnseen(look.ink, look.ground ?? UNKNOWN);
  return unseen ? { ...look, hidden: true } : look;
}

/** The texts of the sheets for screens, without comments. */
function sheetsIn(html: string, tagsMax: number): readonly string[] {
  const last = lastSheetAt(html);
  if (last === -1) return [];
  const sheets: string[] = [];
  let open: string[] | null = null;
  let tags = 0;
  let isPast = false;
  const parser = new Parser({
    onopentagname: (name) => {
      tags += 1;
      if (tags > tagsMax) parser.pause();
      open = name === "style" ? [] : null;
    },
    onattribute: (name, value) => {
      if (name === "media" && open !== null && !isForDesk(value)) open = null;
    },
    ontext: (text) => open?.push(text),
    onclosetag: (name) => {
      if (name === "style" && open !== null) sheets.push(open.join(""));
      open = null;
      if (name === "style" && parser.endIndex > last) isPast = true;
      if (isPast) parser.pause();
    },
  });
  parser.write(html);
  if (tags <= tagsMax && !isPast) parser.end();
  return sheets.map((sheet) => withoutComments(sheet).replace(/<!--|-->/g, " "));
}

/** Where the last sheet begins, behind which nothing has to be read; -1 if there is none. */
function lastSheetAt(html: string): number {
  let last = -1;
  for (const { index } of html.matchAll(/<style/gi)) last = index;
  return last;
}

/** Whether the rules of an at-rule's block count. */
function applies(prelude: string): boolean {
  const [, name = "", condition = ""] = /^@([a-z-]{1,40})([^]*)$/i.exec(prelude) ?? [];
  if (name.toLowerCase() === "media") return isForDesk(condition);
  return /^(?:supports|layer)$/i.test(name) && !/\bnot\b/i.test(condition);
}

/** Whether a media query holds for a mail that is read at a desk. */
function isForDesk(query: string): boolean {
  return query
    .toLowerCase()
    .split(",")
    .some((one) => {
      const types = one
        .replace(/\([^)]{0,200}\)/g, " ")
        .split(/\s+/)
        .filter((word) => !["", "and", "only", "screen", "all"].includes(word));
      const conditions = [...one.matchAll(/\(([^)]{0,200})\)/g)].map(([, inner = ""]) => inner);
      return types.length === 0 && conditions.every(isAtDesk);
    });
}

function isAtDesk(condition: string): boolean {
  const [, bound, size = "", unit] =
    /^\s*(min|max)-(?:device-)?width\s*:\s*([\d.]{1,9})\s*(px|em|rem)\s*$/.exec(condition) ?? [];
  if (bound === undefined) return false;
  const pixels = Number(size) * (unit === "px" ? 1 : 16);
  return bound === "min" ? pixels <= WINDOW_WIDTH : pixels >= WINDOW_WIDTH;
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
