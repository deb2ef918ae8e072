// JSON-LD as things: from scripts in a message's HTML, from a part or from an attachment. A thing
// that is only named by its id is replaced by the one that is described under that id.

import { LISTED_VALUE_CHARS_MAX } from "../../platform/limits.ts";
import type { Leaf } from "../listing/listing.ts";
import { readJson, type JsonObject, type JsonValue } from "./json-text.ts";
import { addValue, toBareType, createNode, type DataNode, type DataValue } from "./nodes.ts";

/** The text of a script. If a template escaped its quotes for HTML, they are restored. */
export function unescapeJson(script: string): string {
  return /^\s{0,99}[[{][\s[{]{0,99}&(?:quot|#34|#x22);/.test(script)
    ? script.replace(/&(?:quot|#34|#x22);/g, '"')
    : script;
}

/** The outermost things in a text of JSON-LD; their values have places in the view named. */
export function readJsonThings(text: string, view: string): readonly DataNode[] {
  const described = new Map<string, DataNode>();
  const things = readJson(text).flatMap((value) => readThings(value, view, described));
  for (const node of described.values()) resolve(node, described);
  for (const node of things) resolve(node, described);
  return things;
}

function readThings(
  value: JsonValue,
  view: string,
  described: Map<string, DataNode>,
): readonly DataNode[] {
  if (value.kind === "list") return value.values.flatMap((one) => readThings(one, view, described));
  return value.kind === "object" ? [readThing(value, view, described)] : [];
}

function readThing(object: JsonObject, view: string, described: Map<string, DataNode>): DataNode {
  const types = object.entries
    .filter(({ name }) => name === "@type" || name === "type")
    .flatMap(({ value }) => readTexts(value).map(toBareType));
  const [id = null] = object.entries
    .filter(({ name }) => name === "@id")
    .flatMap(({ value }) => readTexts(value));
  const node = createNode(types, id);
  for (const { name, value } of object.entries)
    if (name !== "@type" && name !== "@id" && name !== "@context")
      addAll(node, toBareType(name) || name, value, view, described);
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
  else if (value.kind === "object") addValue(node, name, readObject(value, view, described));
  else if (value.text.trim() !== "" && value.text.length <= LISTED_VALUE_CHARS_MAX)
    addValue(node, name, toLeaf(value, view));
}

/** `{"@value": "12.50"}` is the value itself. */
function readObject(object: JsonObject, view: string, described: Map<string, DataNode>): DataValue {
  const value = object.entries.find(({ name }) => name === "@value")?.value;
  return value?.kind === "text" && value.text !== ""
    ? toLeaf(value, view)
    : readThing(object, view, described);
}

/** A value without the blanks at its ends. */
function toLeaf({ text, start, end }: JsonValue & { readonly kind: "text" }, view: string): Leaf {
  const [before, after] = [
    text.length - text.trimStart().length,
    text.length - text.trimEnd().length,
  ];
  return end - start === text.length
    ? { text: text.trim(), span: { view, start: start + before, end: end - after } }
    : { text: text.replace(/\s+/g, " ").trim(), span: { view, start, end } };
}

function readTexts(value: JsonValue): readonly string[] {
  if (value.kind === "text") return value.text === "" ? [] : [value.text];
  return value.kind === "list" ? value.values.flatMap(readTexts) : [];
}

/** Replaces things that are only named by those that are described. */
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
