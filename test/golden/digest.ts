// A digest is what the readers say of one input, as plain data: facts, and apart from them the
// sentences written for people, each under the path of the fact that it belongs to. Keys are
// sorted, so that the same facts are always the same text.

import { createHash } from "node:crypto";

export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Digest {
  readonly facts: Json;
  readonly texts: Readonly<Record<string, string>>;
}

/** A sentence for people; it may be worded differently although nothing else changes. */
export class Sentence {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export function sentence(text: string): Sentence {
  return new Sentence(text);
}

/**
 * The digest of a value; sentences move to `texts`, bytes become their hash, members that are
 * undefined are left out.
 */
export function digestOf(value: unknown): Digest {
  const texts: Record<string, string> = {};
  return { facts: factsOf(value, "", texts) ?? null, texts };
}

function factsOf(value: unknown, path: string, texts: Record<string, string>): Json | undefined {
  if (value instanceof Sentence) {
    texts[path] = value.text;
    return undefined;
  }
  if (value instanceof Uint8Array) return { bytes: value.length, sha256: hashOf(value) };
  if (Array.isArray(value))
    return value
      .map((one: unknown, index) => factsOf(one, `${path}/${index}`, texts))
      .filter((one) => one !== undefined);
  if (isPlain(value)) {
    const members = Object.entries(value).map(
      ([name, one]) => [name, factsOf(one, `${path}/${name}`, texts)] as const,
    );
    return Object.fromEntries(
      members.filter((member): member is readonly [string, Json] => member[1] !== undefined),
    );
  }
  if (
    value === undefined ||
    value === null ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "string"
  )
    return value;
  throw new Error(`A digest cannot hold the ${typeof value} at ${path}`);
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}

/** SHA-256 in hexadecimal. */
export function hashOf(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

/** A long text: how long it is, and its hash. */
export function hashed(text: string | null): Json {
  return text === null ? null : { chars: text.length, sha256: hashOf(text) };
}

const LINE_CHARS_MAX = 140;

/** JSON with sorted keys; what fits on a line stands on one, and so do lists of plain values. */
export function print(value: Json, indent = ""): string {
  const line = JSON.stringify(sorted(value));
  if (
    !isBranch(value) ||
    line.length + indent.length <= LINE_CHARS_MAX ||
    (Array.isArray(value) && !value.some(isBranch))
  )
    return line;
  const deeper = `${indent} `;
  if (Array.isArray(value))
    return `[\n${value.map((one: Json) => `${deeper}${print(one, deeper)}`).join(",\n")}\n${indent}]`;
  const members = membersOf(value).map(
    ([name, one]) => `${deeper}${JSON.stringify(name)}: ${print(one, deeper)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function sorted(value: Json): Json {
  if (!isBranch(value)) return value;
  return Array.isArray(value)
    ? value.map(sorted)
    : Object.fromEntries(membersOf(value).map(([name, one]) => [name, sorted(one)]));
}

function membersOf(value: Json): (readonly [string, Json])[] {
  return Object.entries(value ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

export interface Difference {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** Where two values first differ, in the order they are printed; null where they are equal. */
export function firstDifference(
  before: Json | undefined,
  after: Json | undefined,
  path = "",
): Difference | null {
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return JSON.stringify(before) === JSON.stringify(after)
      ? null
      : { path, before: shown(before), after: shown(after) };
  }
  const [olds, news] = [new Map(membersOf(before)), new Map(membersOf(after))];
  const names = [...new Set([...olds.keys(), ...news.keys()])];
  for (const name of Array.isArray(before) ? names : names.sort()) {
    const found = firstDifference(olds.get(name), news.get(name), `${path}/${name}`);
    if (found !== null) return found;
  }
  return null;
}

function isBranch(
  value: Json | undefined,
): value is readonly Json[] | { readonly [name: string]: Json } {
  return typeof value === "object" && value !== null;
}

const SHOWN_CHARS_MAX = 300;

function shown(value: Json | undefined): string {
  const text = value === undefined ? "(nothing)" : JSON.stringify(value);
  return text.length <= SHOWN_CHARS_MAX ? text : `${text.slice(0, SHOWN_CHARS_MAX)}...`;
}
