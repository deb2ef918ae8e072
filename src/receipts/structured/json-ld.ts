// JSON-LD as things: in scripts of a mail's HTML, as a part or an attachment of its own. A thing that is only named by its
// id stands for the one that is described under it.

import { LISTED_VALUE_CHARS_MAX } from "../../platform/limits.ts";
import type { Leaf } from "../listing/listing.ts";
import { readJson, type JsonObject, type JsonValue } from "./json-text.ts";
import { addValue, bareType, emptyNode, type DataNode, type DataValue } from "./nodes.ts";

/** The text that is read as JSON and shown: where a template escaped its quotes for HTML, as it was meant. */
export function jsonText(script: string): string {
  return /^\s{0,99}[[{][\s[{]{0,99}&(?:quot|#34|#x22);/.test(script)
    ? script.replace(/&(?:quot|#34|#x22);/g, '"')
    : script;
}

/** The things in a text of JSON-LD, the outermost ones; their values stand in the view named. */
export function jsonThings(text: string, view: string): readonly DataNode[] {
  const described = new Map<string, DataNode>();
  const things = readJson(text).flatMap((value) => thingsIn(value, view, described));
  for (const node of described.values()) resolve(node, described);
  for (const node of things) resolve(node, described);
  return things;
}

function thingsIn(
  value: JsonValue,
  view: string,
  described: Map<string, DataNode>,
): readonly DataNode[] {
  if (value.kind === "list") return value.values.flatMap((one) => thingsIn(one, view, described));
  return value.kind === "object" ? [thing(value, view, described)] : [];
}

function thing(object: JsonObject, view: string, described: Map<string, DataNode>): DataNode {
  const types = object.entries
    .filter(({ name }) => name === "@type" || name === "type")
    .flatMap(({ value }) => textsIn(value).map(bareType));
  const [id = null] = object.entries
    .filter(({ name }) => name === "@id")
    .flatMap(({ value }) => textsIn(value));
  const node = emptyNode(types, id);
  for (const { name, value } of object.entries)
    if (name !== "@type" && name !== "@id" && name !== "@context")
      addAll(node, bareType(name) || name, value, view, described);
  if (id !== null && node.properties.size > 0 && !described.has(id)) described.set(id, node);
  return node;
}

function addAll(
  node: DataNode,
  name: string,
  value: JsonValue,
  view: string,
  described: Map<string, DataNode>,
): void {
  if (value.kind === "list")
    for (const one of value.values) addAll(node, name, one, view, described);
  else if (value.kind === "object") addValue(node, name, valueOf(value, view, described));
  else if (value.text.trim() !== "" && value.text.length <= LISTED_VALUE_CHARS_MAX)
    addValue(node, name, leafOf(value, view));
}

/** `{"@value": "12.50"}` is the value itself. */
function valueOf(object: JsonObject, view: string, described: Map<string, DataNode>): DataValue {
  const value = object.entries.find(({ name }) => name === "@value")?.value;
  return value?.kind === "text" && value.text !== ""
    ? leafOf(value, view)
    : thing(object, view, described);
}

/** Blanks at its ends are no part of a value. */
function leafOf({ text, start, end }: JsonValue & { readonly kind: "text" }, view: string): Leaf {
  const [before, after] = [
    text.length - text.trimStart().length,
    text.length - text.trimEnd().length,
  ];
  return end - start === text.length
    ? { text: text.trim(), span: { view, start: start + before, end: end - after } }
    : { text: text.replace(/\s+/g, " ").trim(), span: { view, start, end } };
}

function textsIn(value: JsonValue): readonly string[] {
  if (value.kind === "text") return value.text === "" ? [] : [value.text];
  return value.kind === "list" ? value.values.flatMap(textsIn) : [];
}

/** Puts described things in the place of those that are only named. */
function resolve(
  node: DataNode,
  described: ReadonlyMap<string, DataNode>,
  seen = new Set<DataNode>(),
): void {
  if (seen.has(node)) return;
  seen.add(node);
  for (const values of node.properties.values()) {
    values.forEach((value, at) => {
      if (!("properties" in value)) return;
      const full =
        value.id !== null && value.properties.size === 0 ? described.get(value.id) : undefined;
      if (full !== undefined) values[at] = full;
      else resolve(value, described, seen);
    });
  }
}
