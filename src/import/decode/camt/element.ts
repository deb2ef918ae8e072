// A piece of a camt document as a small tree. fast-xml-parser makes it: entities, numbers and booleans are left as
// printed, prefixes dropped, the only attribute kept is the currency. It is loaded when the first document comes, since
// it would otherwise take part in every start of the Worker. What it does not check, outline.ts has.

import { XML_DEPTH_MAX } from "../../../limits.ts";

/** An element; `text` is folded and its references are resolved. */
export interface XmlElement {
  readonly name: string;
  readonly currency: string | null;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Parses a piece that outline.ts cut out; null where the library refuses it. */
export type ParsePiece = (piece: string) => XmlElement | null;

/** The parser; the library is loaded on the first call. */
export async function pieceParser(): Promise<ParsePiece> {
  const { XMLParser } = await import("fast-xml-parser");
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: (name: string) => name !== "Ccy",
    attributeNamePrefix: "",
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    htmlEntities: false,
    cdataPropName: CDATA,
    ignoreDeclaration: true,
    ignorePiTags: true,
    jPath: false,
    maxNestedTags: XML_DEPTH_MAX,
  });
  return (piece) => {
    try {
      const nodes: unknown = parser.parse(piece);
      return Array.isArray(nodes) ? (elementsOf(nodes)[0] ?? null) : null;
    } catch {
      // It throws for names that would reach an object's prototype, which no statement has.
      return null;
    }
  };
}

const CDATA = "#cdata";
const TEXT = "#text";

/** The library's nodes, `{name: [children], ":@": {Ccy}}`, as elements. */
function elementsOf(nodes: readonly unknown[]): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    for (const [name, content] of Object.entries(node)) {
      if (name === ":@" || name === TEXT || name === CDATA || !Array.isArray(content)) continue;
      const attributes: unknown = Reflect.get(node, ":@");
      const currency: unknown = typeof attributes === "object" && attributes !== null ? Reflect.get(attributes, "Ccy") : undefined;
      const children = elementsOf(content);
      elements.push({ name, currency: typeof currency === "string" ? resolved(currency).trim() : null, text: children.length > 0 ? "" : fold(textIn(content)), children });
    }
  }
  return elements;
}

function textIn(nodes: readonly unknown[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    const plain: unknown = Reflect.get(node, TEXT);
    if (typeof plain === "string") text += resolved(plain);
    const cdata: unknown = Reflect.get(node, CDATA);
    if (!Array.isArray(cdata)) continue;
    for (const part of cdata) {
      const raw: unknown = typeof part === "object" && part !== null ? Reflect.get(part, TEXT) : undefined;
      if (typeof raw === "string") text += raw;
    }
  }
  return text;
}

const NAMED: ReadonlyMap<string, string> = new Map([["amp", "&"], ["lt", "<"], ["gt", ">"], ["quot", '"'], ["apos", "'"]]);

/** The five references of XML and those by number; any other stays as it is printed. */
function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (printed, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? printed;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? "\ufffd" : String.fromCodePoint(point);
  });
}

function fold(text: string): string {
  return text.replace(/[\s\u0085\u200b\ufeff]+/g, " ").trim();
}

/** The first element at this path below `element`, or undefined. */
export function at(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let here = element;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here;
}

/** The text at this path, "" where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return at(element, ...path)?.text ?? "";
}

/** The children of this name. */
export function all(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first text that is not empty. */
export function firstOf(...texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
