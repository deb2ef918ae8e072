// An XML document as a tree whose texts and attributes have places in its listing. guard.ts checks
// the document first. Imported when the first document arrives.

import { XML_DEPTH_MAX } from "../../platform/limits.ts";
import {
  ATTRIBUTES,
  isElementName,
  isText,
  textIn,
  xmlParser,
} from "../../platform/xml/library.ts";
import { resolved } from "../../platform/xml/references.ts";
import type { Leaf, Listing } from "../listing/listing.ts";

/** An element; names without prefix. */
export interface Element {
  readonly name: string;
  readonly text: Leaf | null;
  readonly attributes: ReadonlyMap<string, Leaf>;
  readonly children: readonly Element[];
}

/** How many names of a path are in the listing. */
const PATH_NAMES_MAX = 3;

/**
 * The document's outermost element, with its values in the listing; null if the parser refuses it.
 */
export function parseTree(text: string, listing: Listing): Element | null {
  const nodes = xmlParser(XML_DEPTH_MAX + 1, false)(text);
  return nodes === null ? null : (toElements(nodes, [], listing)[0] ?? null);
}

function toElements(
  nodes: readonly unknown[],
  above: readonly string[],
  listing: Listing,
): Element[] {
  const elements: Element[] = [];
  for (const node of nodes) {
    if (typeof node !== "object" || node === null) continue;
    for (const [name, content] of Object.entries(node)) {
      if (!isElementName(name) || !Array.isArray(content)) continue;
      const path = [...above.slice(1 - PATH_NAMES_MAX), name];
      const attributes = toAttributes(Reflect.get(node, ATTRIBUTES), path.join(" / "), listing);
      const hasChildren = content.some(
        (child: unknown) => typeof child === "object" && child !== null && !isText(child),
      );
      const text = hasChildren ? null : listing.add(path.join(" / "), textIn(content));
      elements.push({
        name,
        text,
        attributes,
        children: hasChildren ? toElements(content, path, listing) : [],
      });
    }
  }
  return elements;
}

function toAttributes(
  attributes: unknown,
  path: string,
  listing: Listing,
): ReadonlyMap<string, Leaf> {
  const found = new Map<string, Leaf>();
  if (typeof attributes !== "object" || attributes === null) return found;
  for (const [name, value] of Object.entries(attributes)) {
    const leaf =
      typeof value === "string" ? listing.add(`${path} @ ${name}`, resolved(value)) : null;
    if (leaf !== null) found.set(name, leaf);
  }
  return found;
}

/** The first element at a path below, or undefined. */
export function at(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  let here = element;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here;
}

/** The text at a path below, or null. */
export function textAt(element: Element | undefined, ...path: readonly string[]): Leaf | null {
  return at(element, ...path)?.text ?? null;
}

/** The children with a name. */
export function all(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
