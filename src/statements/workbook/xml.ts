// XML in pieces to events, for parts of workbooks that may be large: tags by their local name, text with its references
// resolved. No document type, so no entities beyond XML's five; every tag must be closed by its own name; depth, tag and
// text are bounded. A piece may end anywhere. What is wrong is thrown as Unusable.

import { XML_DEPTH_MAX, XML_TAG_CHARS_MAX, XML_TEXT_CHARS_MAX } from "../../platform/limits.ts";
import { Unusable } from "./workbook.ts";

export interface XmlEvents {
  /** A tag; `attributes` as written, for attributesOf. A tag that is empty is closed at once. */
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** Text, possibly in several pieces. */
  text(text: string): void;
}

export interface XmlScanner {
  push(text: string): void;
  /** Throws where something is still open: the document was cut. */
  end(): void;
}

/** A scanner for one document; `what` names it in refusals. */
export function xmlScanner(events: XmlEvents, what: string): XmlScanner {
  const open: string[] = [];
  let carry = "";
  let rooted = false;
  const fault = (found: string) => new Unusable(`${what} is damaged: ${found}.`);

  function tag(inside: string): void {
    if (inside.length > XML_TAG_CHARS_MAX)
      throw fault(`a tag is longer than ${XML_TAG_CHARS_MAX} characters`);
    if (inside.charCodeAt(0) === 47) {
      const name = inside.slice(1).trimEnd();
      if (open.pop() !== name) throw fault(`</${name.slice(0, 40)}> closes what is not open`);
      events.close(localName(name));
      return;
    }
    const empty = inside.charCodeAt(inside.length - 1) === 47;
    const end = nameEnd(inside);
    const name = inside.slice(0, empty && end === inside.length ? end - 1 : end);
    if (name === "") throw fault(`<${inside.slice(0, 40)}> is no tag`);
    if (open.length === 0 && rooted) throw fault("it goes on after its end");
    rooted = true;
    const local = localName(name);
    events.open(
      local,
      end >= inside.length ? "" : empty ? inside.slice(end, -1) : inside.slice(end),
    );
    if (empty) events.close(local);
    else if (open.push(name) > XML_DEPTH_MAX)
      throw fault(`it nests deeper than ${XML_DEPTH_MAX} levels`);
  }

  function push(piece: string): void {
    const text = carry === "" ? piece : carry + piece;
    let at = 0;
    for (;;) {
      const start = text.indexOf("<", at);
      if (start < 0) break;
      const end = markupEnd(text, start);
      if (end < 0) {
        if (text.startsWith("<!D", start))
          throw fault("it has a document type, which workbooks never have");
        break;
      }
      if (start > at && open.length > 0) events.text(resolve(text.slice(at, start), fault));
      const second = text.charCodeAt(start + 1);
      if (second === 33) {
        if (text.startsWith("<![CDATA[", start)) events.text(text.slice(start + 9, end - 3));
        else if (!text.startsWith("<!--", start))
          throw fault("it has a document type, which workbooks never have");
      } else if (second !== 63) tag(text.slice(start + 1, end - 1));
      at = end;
    }
    carry = text.slice(at);
    if (carry.length > XML_TEXT_CHARS_MAX)
      throw fault(`a text or a tag is longer than ${XML_TEXT_CHARS_MAX} characters`);
  }

  return {
    push,
    end() {
      if (open.length > 0 || !rooted || carry.trim() !== "")
        throw fault("it ends in the middle: it was cut");
    },
  };
}

/** Behind the markup that begins at `start`, or -1 where its end has not come yet. */
function markupEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === 33) {
    if (text.startsWith("<!--", start)) return behind(text, "-->", start + 4);
    if (text.startsWith("<![CDATA[", start)) return behind(text, "]]>", start + 9);
    return text.length - start < 9 ? -1 : behind(text, ">", start);
  }
  if (text.charCodeAt(start + 1) === 63) return behind(text, "?>", start + 2);
  let at = start + 1;
  for (;;) {
    const close = text.indexOf(">", at);
    if (close < 0) return -1;
    const quote = openQuote(text, at, close);
    if (quote === "") return close + 1;
    // A ">" within an attribute's value.
    const unquoted = text.indexOf(quote, close);
    if (unquoted < 0) return -1;
    at = unquoted + 1;
  }
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}

/** The quotation mark that is open at `to`, or "". */
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

/** A tag's attributes by their local names, references resolved. The first of a name counts. */
export function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  for (;;) {
    const equals = text.indexOf("=", at);
    if (equals < 0) return found;
    let open = equals + 1;
    while (open < text.length && text.charCodeAt(open) <= 32) open += 1;
    const quote = text[open];
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, open + 1) : -1;
    if (quote === undefined || close < 0) return found;
    const name = localName(text.slice(at, equals).trim());
    if (!found.has(name)) found.set(name, resolve(text.slice(open + 1, close), null));
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

function resolve(text: string, fault: ((found: string) => Unusable) | null): string {
  if (!text.includes("&")) return text;
  return text.replace(
    REFERENCE,
    (printed: string, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) {
        const known = NAMED.get(name);
        if (known === undefined && fault !== null)
          throw fault(`it uses the entity ${printed}, which it does not have`);
        return known ?? printed;
      }
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(point);
    },
  );
}
