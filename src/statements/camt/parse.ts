// Parses a piece of a camt document into a tree; currency is the only attribute kept. outline.ts
// has checked what the library does not. Imported only when the first document arrives.

import { XML_DEPTH_MAX } from "../../platform/limits.ts";
import { ATTRIBUTES, isElementName, textIn, xmlParser } from "../../platform/xml/library.ts";
import { resolved } from "../../platform/xml/references.ts";
import type { XmlElement } from "./element.ts";
import { fold, parsePlain } from "./plain-piece.ts";

/** Parses a piece that outline.ts cut out; null when the library refuses it. */
export type ParsePiece = (piece: string) => XmlElement | null;

/** Makes a parser of pieces. */
export function pieceParser(): ParsePiece {
  const parse = xmlParser(XML_DEPTH_MAX, (name) => name !== "Ccy");
  return (piece) => parsePlain(piece) ?? toElements(parse(piece) ?? [])[0] ?? null;
}

/** Converts the library's nodes, `{name: [children], ":@": {Ccy}}`, to elements. */
function toElements(nodes: readonly unknown[]): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    for (const name of Object.keys(node)) {
      if (!isElementName(name)) continue;
      const content: unknown = Reflect.get(node, name);
      if (!Array.isArray(content)) continue;
      const attributes: unknown = Reflect.get(node, ATTRIBUTES);
      const currency: unknown =
        typeof attributes === "object" && attributes !== null
          ? Reflect.get(attributes, "Ccy")
          : undefined;
      const children = toElements(content);
      elements.push({
        name,
        currency: typeof currency === "string" ? resolved(currency).trim() : null,
        text: children.length > 0 ? "" : fold(textIn(content)),
        children,
      });
    }
  }
  return elements;
}
