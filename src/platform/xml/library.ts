// Parses XML by fast-xml-parser: entities, numbers and booleans stay as printed, prefixes are
// dropped. The caller checks what the library does not. It is imported with the first document;
// otherwise it would slow every start of the Worker.

import { XMLParser } from "fast-xml-parser";
import { resolved } from "./references.ts";

const CDATA = "#cdata";
const TEXT = "#text";
/** The key under which the library keeps an element's attributes. */
export const ATTRIBUTES = ":@";

/**
 * A parser to nodes in their order. `skipped`: attributes that are not kept; elements may nest
 * `depth` deep.
 */
export function xmlParser(
  depth: number,
  skipped: false | ((name: string) => boolean),
): (text: string) => readonly unknown[] | null {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: skipped,
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
    maxNestedTags: depth,
  });
  return (text) => {
    try {
      const nodes: unknown = parser.parse(text);
      return Array.isArray(nodes) ? nodes : null;
    } catch {
      // It throws for names that would reach an object's prototype, which no real document
      // contains.
      return null;
    }
  };
}

/** Whether a node's key is the name of an element. */
export function isElementName(key: string): boolean {
  return key !== ATTRIBUTES && key !== TEXT && key !== CDATA;
}

/** Whether a node is text. */
export function isText(node: object): boolean {
  return TEXT in node || CDATA in node;
}

/** The texts among nodes, references resolved; those of CDATA as they are. */
export function textIn(nodes: readonly unknown[]): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    const plain: unknown = Reflect.get(node, TEXT);
    if (typeof plain === "string") text += resolved(plain);
    const cdata: unknown = Reflect.get(node, CDATA);
    if (!Array.isArray(cdata)) continue;
    for (const part of cdata) {
      const raw: unknown =
        typeof part === "object" && part !== null ? Reflect.get(part, TEXT) : undefined;
      if (typeof raw === "string") text += raw;
    }
  }
  return text;
}
