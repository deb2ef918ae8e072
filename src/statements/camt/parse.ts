// A piece of a camt document's text to its tree; the only attribute kept is the currency. What the library does not check,
// outline.ts has. Imported when the first document comes.

import { XML_DEPTH_MAX } from "../../platform/limits.ts";
import { ATTRIBUTES, isElementName, textIn, xmlParser } from "../../platform/xml/library.ts";
import { resolved } from "../../platform/xml/references.ts";
import type { XmlElement } from "./element.ts";

/** Parses a piece that outline.ts cut out; null where the library refuses it. */
export type ParsePiece = (piece: string) => XmlElement | null;

/** A parser of pieces. */
export function pieceParser(): ParsePiece {
  const parse = xmlParser(XML_DEPTH_MAX, (name) => name !== "Ccy");
  return (piece) => elementsOf(parse(piece) ?? [])[0] ?? null;
}

/** The library's nodes, `{name: [children], ":@": {Ccy}}`, as elements. */
function elementsOf(nodes: readonly unknown[]): XmlElement[] {
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
      const children = elementsOf(content);
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

function fold(text: string): string {
  return text.replace(/[\s\u0085\u200b\ufeff]+/g, " ").trim();
}
