// JSON with the faults that shops' templates make: commas missing or left over, several values
// without brackets around them, line breaks in texts, comments. Each text has its place. A value
// with any other fault is not read at all. One pass, bounded in depth and values.

import { STRUCTURED_DEPTH_MAX, STRUCTURED_NODES_MAX } from "../../platform/limits.ts";
import { resolved } from "../../platform/xml/references.ts";

export type JsonValue = JsonText | JsonList | JsonObject;

/** A string, a number or a word; `start` to `end` are its characters without quotes. */
export interface JsonText {
  readonly kind: "text";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface JsonList {
  readonly kind: "list";
  readonly values: readonly JsonValue[];
}

export interface JsonObject {
  readonly kind: "object";
  readonly entries: readonly { readonly name: string; readonly value: JsonValue }[];
}

/** The values of a text, up to the first fault that cannot be repaired. */
export function readJson(text: string): readonly JsonValue[] {
  const reader = new Reader(text);
  const values: JsonValue[] = [];
  try {
    for (let value = reader.next(); value !== null; value = reader.next()) values.push(value);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
  }
  return values;
}

class JsonFault extends Error {}

const WORD = /[\w+.-]{1,64}/y;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: " ", f: " " };

class Reader {
  readonly #text: string;
  #at = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next outermost value; null at the end. */
  next(): JsonValue | null {
    this.#skip(",;]");
    return this.#at >= this.#text.length ? null : this.#readValue(0);
  }

  #readValue(depth: number): JsonValue {
    this.#values += 1;
    if (depth > STRUCTURED_DEPTH_MAX || this.#values > STRUCTURED_NODES_MAX)
      throw new JsonFault("beyond a bound");
    const char = this.#text[this.#at];
    if (char === "{") return this.#readObject(depth);
    if (char === "[") return this.#readList(depth);
    return char === '"' ? this.#readString() : this.#readWord();
  }

  #readObject(depth: number): JsonObject {
    this.#at += 1;
    const entries: { name: string; value: JsonValue }[] = [];
    for (;;) {
      this.#skip(",");
      if (this.#text[this.#at] === "}") break;
      if (this.#text[this.#at] !== '"') throw new JsonFault("no name");
      const name = this.#readString().text;
      this.#skip("");
      if (this.#text[this.#at] !== ":") throw new JsonFault("no colon");
      this.#at += 1;
      this.#skip("");
      entries.push({ name, value: this.#readValue(depth + 1) });
    }
    this.#at += 1;
    return { kind: "object", entries };
  }

  #readList(depth: number): JsonList {
    this.#at += 1;
    const values: JsonValue[] = [];
    for (;;) {
      this.#skip(",");
      if (this.#text[this.#at] === "]") break;
      values.push(this.#readValue(depth + 1));
    }
    this.#at += 1;
    return { kind: "list", values };
  }

  #readString(): JsonText {
    const start = this.#at + 1;
    let text = "";
    let from = start;
    for (let at = start; at < this.#text.length; at += 1) {
      const char = this.#text[at];
      if (char === '"') {
        this.#at = at + 1;
        return { kind: "text", text: resolved(text + this.#text.slice(from, at)), start, end: at };
      }
      if (char !== "\\") continue;
      const [escaped, length] = this.#readEscape(at);
      text += this.#text.slice(from, at) + escaped;
      at += length - 1;
      from = at + 1;
    }
    throw new JsonFault("cut off");
  }

  /** The character that the escape at `at` means, and how many characters the escape takes. */
  #readEscape(at: number): readonly [meaning: string, length: number] {
    const next = this.#text[at + 1] ?? "";
    if (next !== "u") return [ESCAPES[next] ?? next, 2];
    const hex = this.#text.slice(at + 2, at + 6);
    return /^[0-9a-fA-F]{4}$/.test(hex)
      ? [String.fromCharCode(Number.parseInt(hex, 16)), 6]
      : ["u", 2];
  }

  #readWord(): JsonText {
    WORD.lastIndex = this.#at;
    const word = WORD.exec(this.#text)?.[0];
    if (word === undefined) throw new JsonFault("no value");
    const start = this.#at;
    this.#at += word.length;
    return { kind: "text", text: word === "null" ? "" : word, start, end: this.#at };
  }

  /** Skips blanks, comments and these characters. */
  #skip(marks: string): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) return;
      if (/\s/.test(char) || char === "\ufeff" || (marks !== "" && marks.includes(char)))
        this.#at += 1;
      else if (this.#text.startsWith("/*", this.#at)) this.#skipPast("*/");
      else if (this.#text.startsWith("<!--", this.#at)) this.#at += 4;
      else if (this.#text.startsWith("-->", this.#at)) this.#at += 3;
      else if (this.#text.startsWith("//", this.#at)) this.#skipPast("\n");
      else if (this.#text.startsWith("<![CDATA[", this.#at)) this.#at += 9;
      else if (this.#text.startsWith("]]>", this.#at)) this.#at += 3;
      else return;
    }
  }

  #skipPast(mark: string): void {
    const end = this.#text.indexOf(mark, this.#at + 2);
    this.#at = end === -1 ? this.#text.length : end + mark.length;
  }
}
