// Structured data of any syntax: things with types, and with properties that are values or other
// things. Values know their place. Things may refer to each other, so readers follow only paths of
// known length.

import type { Leaf } from "../listing/listing.ts";

/** A thing: an order, an organization, a price. Types are bare names ("Order"). */
export interface DataNode {
  readonly types: readonly string[];
  readonly id: string | null;
  readonly properties: Map<string, DataValue[]>;
}

export type DataValue = Leaf | DataNode;

/** A thing without properties. */
export function createNode(types: readonly string[], id: string | null): DataNode {
  return { types, id, properties: new Map() };
}

/** Adds a value to a property. */
export function addValue(node: DataNode, name: string, value: DataValue): void {
  const values = node.properties.get(name);
  if (values === undefined) node.properties.set(name, [value]);
  else values.push(value);
}

export function isNode(value: DataValue | undefined): value is DataNode {
  return value !== undefined && "properties" in value;
}

/** "http://schema.org/Order", "schema:Order" and "Order" are Order. */
export function toBareType(type: string): string {
  return /[^/#:]*$/.exec(type.slice(-200).trim())?.[0] ?? "";
}

/** All values of the first of these properties that has any. */
export function listValues(
  node: DataNode | undefined,
  ...names: readonly string[]
): readonly DataValue[] {
  for (const name of names) {
    const values = node?.properties.get(name);
    if (values !== undefined && values.length > 0) return values;
  }
  return [];
}

/** The first text of the first of these properties that has one; or null. */
export function findLeaf(node: DataNode | undefined, ...names: readonly string[]): Leaf | null {
  for (const name of names)
    for (const value of node?.properties.get(name) ?? []) if (!isNode(value)) return value;
  return null;
}

/** The things among these values. */
export function nodesIn(values: readonly DataValue[]): readonly DataNode[] {
  return values.filter(isNode);
}
