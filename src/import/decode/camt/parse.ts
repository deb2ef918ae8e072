// A piece of a camt document's text to its tree, by fast-xml-parser: entities, numbers and booleans are left as printed,
// prefixes dropped, the only attribute kept is the currency. What it does not check, outline.ts has. Imported when the
// first document comes: the library would otherwise take part in every start of the Worker.

import { XMLParser } from "fast-xml-parser";
import { XML_DEPTH_MAX } from "../../../limits.ts";
import type { XmlElement } from "./element.ts";
import { resolved } from "./references.ts";

/** Parses a piece that outline.ts cut out; null where the library refuses it. */
export type ParsePiece = (piece: string) => XmlElement | null;

/** A parser of pieces. */
export function pieceParser(): ParsePiece {
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
    for (const name of Object.keys(node)) {
      if (name === ":@" || name === TEXT || name === CDATA) continue;
      const content: unknown = Reflect.get(node, name);
      if (!Array.isArray(content)) continue;
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

function fold(text: string): string {
  return text.replace(/[\s\u0085\u200b\ufeff]+/g, " ").trim();
}
