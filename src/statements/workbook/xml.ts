// Scans XML in pieces and emits events, for parts of workbooks that may be large: tags by local
// name, texts with references resolved. A document type is refused, so there are no entities beyond
// XML's five. Every tag must be closed by its own name, and depth, tags and texts are bounded. A
// piece may end anywhere. Faults are thrown as Unusable.

import { XML_DEPTH_MAX, XML_TAG_CHARS_MAX, XML_TEXT_CHARS_MAX } from "../../platform/limits.ts";
import { Unusable } from "./workbook.ts";

export interface XmlEvents {
  /** A start tag; `attributes` as written, for parseAttributes. An empty tag is closed at once. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Text, possibly in several pieces. */
  text(text: string): void;
}

/** A scanner for one document. */
export class XmlScanner {
  readonly #events: XmlEvents;
  readonly #what: string;
  readonly #open: string[] = [];
  #carry = "";
  #rooted = false;

  /** `what` names the document in refusals. */
  constructor(events: XmlEvents, what: string) {
    this.#events = events;
    this.#what = what;
  }

  push(piece: string): void {
    const text = this.#carry === "" ? piece : this.#carry + piece;
    let at = 0;
    for (;;) {
      const start = text.indexOf("<", at);
      if (start < 0) break;
      const end = markupEnd(text, start);
      if (end < 0) {
        if (text.startsWith("<!D", start)) throw this.#fault(DOCUMENT_TYPE);
        break;
      }
      if (start > at && this.#open.length > 0)
        this.#events.text(resolveReferences(text.slice(at, start), (found) => this.#fault(found)));
      this.#markup(text, start, end);
      at = end;
    }
    this.#carry = text.slice(at);
    if (this.#carry.length > XML_TEXT_CHARS_MAX)
      throw this.#fault(`a text or a tag is longer than ${XML_TEXT_CHARS_MAX} characters`);
  }

  /** Ends the document; throws if a tag is still open. */
  end(): void {
    if (this.#open.length > 0 || !this.#rooted || this.#carry.trim() !== "")
      throw this.#fault("it is cut off before its end");
  }

  #markup(text: string, start: number, end: number): void {
    const second = text.charCodeAt(start + 1);
    if (second === SLASH) {
      if (!this.#closeTop(text, start, end)) this.#endTag(text.slice(start + 2, end - 1));
    } else if (second === BANG) {
      if (text.startsWith("<![CDATA[", start)) this.#events.text(text.slice(start + 9, end - 3));
      else if (!text.startsWith("<!--", start)) throw this.#fault(DOCUMENT_TYPE);
    } else if (second !== QUESTION) this.#startTag(text.slice(start + 1, end - 1));
  }

  /** Closes the open tag if the end tag is its name and nothing else, as nearly all are. */
  #closeTop(text: string, start: number, end: number): boolean {
    const name = this.#open.at(-1);
    if (
      name === undefined ||
      end - start - 3 !== name.length ||
      name.length >= XML_TAG_CHARS_MAX ||
      !text.startsWith(name, start + 2)
    )
      return false;
    this.#open.pop();
    this.#events.close(localName(name));
    return true;
  }

  #endTag(inside: string): void {
    if (inside.length >= XML_TAG_CHARS_MAX) throw this.#fault(LONG_TAG);
    const name = inside.trimEnd();
    if (this.#open.pop() !== name)
      throw this.#fault(`</${name.slice(0, 40)}> does not close the open tag`);
    this.#events.close(localName(name));
  }

  #startTag(inside: string): void {
    if (inside.length > XML_TAG_CHARS_MAX) throw this.#fault(LONG_TAG);
    const empty = inside.charCodeAt(inside.length - 1) === SLASH;
    const end = nameEnd(inside);
    const name = inside.slice(0, empty && end === inside.length ? end - 1 : end);
    if (name === "") throw this.#fault(`<${inside.slice(0, 40)}> is not a tag`);
    if (this.#open.length === 0 && this.#rooted) throw this.#fault("it continues after its end");
    this.#rooted = true;
    const local = localName(name);
    this.#events.open(
      local,
      inside.slice(end, empty ? Math.max(end, inside.length - 1) : undefined),
    );
    if (empty) this.#events.close(local);
    else if (this.#open.push(name) > XML_DEPTH_MAX)
      throw this.#fault(`its tags are nested deeper than ${XML_DEPTH_MAX} levels`);
  }

  #fault(found: string): Unusable {
    return new Unusable(`${this.#what} is damaged: ${found}.`);
  }
}

const BANG = 33;
const SLASH = 47;
const QUESTION = 63;
const DOCUMENT_TYPE = "it has a document type, which workbooks never have";
const LONG_TAG = `a tag is longer than ${XML_TAG_CHARS_MAX} characters`;

/** The position after the markup at `start`; -1 when its end has not arrived yet. */
function markupEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === 33) {
    if (text.startsWith("<!--", start)) return positionAfter(text, "-->", start + 4);
    if (text.startsWith("<![CDATA[", start)) return positionAfter(text, "]]>", start + 9);
    return text.length - start < 9 ? -1 : positionAfter(text, ">", start);
  }
  if (text.charCodeAt(start + 1) === 63) return positionAfter(text, "?>", start + 2);
  let at = start + 1;
  for (;;) {
    const close = text.indexOf(">", at);
    if (close < 0) return -1;
    const quote = openQuote(text, at, close);
    if (quote === "") return close + 1;
    // A ">" inside an attribute's value.
    const unquoted = text.indexOf(quote, close);
    if (unquoted < 0) return -1;
    at = unquoted + 1;
  }
}

function positionAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** The quotation mark that is open at `to`; "" when none is. */
function openQuote(text: string, from: number, to: number): string {
  let quote = "";
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit !== 34 && unit !== 39) continue;
    if (quote === "") quote = unit === 34 ? '"' : "'";
    else if (quote.charCodeAt(0) === unit) quote = "";
  }
  return quote;
}

function nameEnd(inside: string): number {
  let at = 0;
  while (at < inside.length && inside.charCodeAt(at) > 32) at += 1;
  return at;
}

/** A name without its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
}

/** Parses a tag's attributes by local name; the first of a name counts. */
export function parseAttributes(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  eachAttribute(text, (name, value) => {
    if (!found.has(name)) found.set(name, value);
  });
  return found;
}

/** Passes on a tag's attributes by local name, in order; a name may come twice. */
export function eachAttribute(text: string, visit: (name: string, value: string) => void): void {
  let at = 0;
  for (;;) {
    const equals = text.indexOf("=", at);
    if (equals < 0) return;
    let open = equals + 1;
    while (open < text.length && text.charCodeAt(open) <= 32) open += 1;
    const quote = text[open];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    if (quote === undefined || close < 0) return;
    visit(
      localName(text.slice(at, equals).trim()),
      resolveReferences(text.slice(open + 1, close), null),
    );
    at = close + 1;
  }
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);
const REFERENCE = /&(?:([a-zA-Z]{1,32})|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;

function resolveReferences(text: string, fault: ((found: string) => Unusable) | null): string {
  if (!text.includes("&")) return text;
  return text.replace(
    REFERENCE,
    (printed: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) {
        const known = NAMED.get(name);
        if (known === undefined && fault !== null)
          throw fault(`it uses the unknown entity ${printed}`);
        return known ?? printed;
      }
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(point);
    },
  );
}
