// Builds a tree from an OFX document, SGML or XML. SGML values have no closing tags, so an element
// is classified by its name or by what follows it. An empty value without a closing tag must not
// swallow its siblings, and an aggregate that was cut off must be recognizable. Depth is bounded,
// time is linear.

import { OFX_AGGREGATES_MAX, OFX_DEPTH_MAX, OFX_VALUES_MAX } from "../../platform/limits.ts";
import { decodeReferences } from "./entities.ts";
import { isAggregate } from "./elements.ts";
import { scan, type Sink } from "./scan.ts";

/** How an aggregate ended; null when the document or its parent broke off. */
export type Ending = "tag" | "parent" | "sibling" | null;

/** An aggregate. Values are kept as two lists of texts, since a document has a hundred thousand. */
export interface Element {
  readonly name: string;
  readonly line: number;
  readonly names: readonly string[];
  readonly values: readonly string[];
  readonly parts: readonly Element[];
  readonly ending: Ending;
}

interface Growing extends Element {
  readonly names: string[];
  readonly values: string[];
  readonly parts: Growing[];
  ending: Ending;
}

export interface Tree {
  readonly root: Element;
  /** False when the text ends inside a tag, a comment or a declaration. */
  readonly whole: boolean;
  /** Whether the document has more elements than the limits; the rest is dropped. */
  readonly oversized: boolean;
  /** Names that had a closing tag at least once. */
  readonly closed: ReadonlySet<string>;
}

/** Parses the markup; never fails. */
export function readTree(text: string): Tree {
  const root = emptyElement("", 0);
  const builder = new TreeBuilder(root);
  const whole = scan(text, builder);
  builder.end();
  return { root, whole, closed: builder.closed, oversized: builder.oversized };
}

/** The first value of that name; "" when there is none. */
export function firstValue(element: Element, name: string): string {
  const at = element.names.indexOf(name);
  return at === -1 ? "" : (element.values[at] ?? "");
}

/** Every value of that name, in order. */
export function allValues(element: Element, name: string): string[] {
  const found: string[] = [];
  for (let at = element.names.indexOf(name); at >= 0; at = element.names.indexOf(name, at + 1))
    found.push(element.values[at] ?? "");
  return found;
}

/** The first complete part of that name. */
export function firstPart(element: Element, name: string): Element | null {
  return element.parts.find((part) => part.name === name && part.ending !== null) ?? null;
}

/** All values as "NAME: value" in order, including those of parts: shown with the record. */
export function listCells(element: Element): string[] {
  const cells = element.names.map((name, index) => `${name}: ${element.values[index] ?? ""}`);
  for (const part of element.parts) {
    for (const cell of listCells(part)) cells.push(cell);
  }
  return cells;
}

/** Counts the values of the element and its parts, and measures the longest. */
export function measure(element: Element): { fields: number; chars: number } {
  let fields = element.names.length + element.parts.length;
  let chars = 0;
  for (const value of element.values) chars = Math.max(chars, value.length);
  for (const part of element.parts) {
    const inner = measure(part);
    fields += inner.fields;
    chars = Math.max(chars, inner.chars);
  }
  return { fields, chars };
}

// oxlint-disable-next-line no-control-regex -- NULs and other control characters count as blanks
const BLANKS = /[\s\u0000-\u001f\u200b\ufeff]+/g;
const UNFOLDED =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\s\u0000-\u001f\u200b\ufeff]{2}|[\u0000-\u001f\u0085\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/;

/** Folds blanks. Most values hold single blanks only, and one test shows that. */
function fold(text: string): string {
  const trimmed = text.trim();
  return UNFOLDED.test(trimmed) ? trimmed.replace(BLANKS, " ").trim() : trimmed;
}

function emptyElement(name: string, line: number): Growing {
  return { name, line, names: [], values: [], parts: [], ending: null };
}

interface OpenValue {
  readonly name: string;
  readonly line: number;
  value: string;
}

/** Builds the tree from the scanner's tags and texts. */
class TreeBuilder implements Sink {
  readonly closed = new Set<string>();
  readonly #stack: Growing[];
  #values = 0;
  #aggregates = 0;
  #pending: OpenValue | null = null;

  constructor(root: Growing) {
    this.#stack = [root];
  }

  get oversized(): boolean {
    return this.#values > OFX_VALUES_MAX || this.#aggregates > OFX_AGGREGATES_MAX;
  }

  open(name: string, line: number): void {
    const before = this.#pending;
    if (before !== null) {
      if (!isAggregate(before.name) && before.value.trim() !== "") this.#addValue(before);
      else this.#push(before);
    }
    this.#pending = { name, line, value: "" };
  }

  close(name: string): void {
    this.closed.add(name);
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) {
      if (isAggregate(pending.name)) this.#push(pending);
      else {
        this.#addValue(pending);
        if (pending.name === name) return;
      }
    }
    this.#popLast(name, "tag");
  }

  text(text: string, raw: boolean): void {
    if (this.#pending !== null) this.#pending.value += raw ? text : decodeReferences(text);
  }

  /** Drops a value that runs into the end of the text, because it may be cut short. */
  end(): void {
    if (this.#pending !== null && isAggregate(this.#pending.name)) this.#push(this.#pending);
    this.#pending = null;
  }

  #addValue({ name, value }: OpenValue): void {
    this.#values += 1;
    if (this.#values > OFX_VALUES_MAX) return;
    this.#top?.names.push(name);
    this.#top?.values.push(fold(value));
  }

  #push({ name, line }: OpenValue): void {
    // No aggregate holds another of its own name, so the earlier one ends here without a tag.
    if (isAggregate(name)) this.#popLast(name, "sibling");
    if (this.#stack.length >= OFX_DEPTH_MAX) return this.#addValue({ name, line, value: "" });
    this.#aggregates += 1;
    if (this.#aggregates > OFX_AGGREGATES_MAX) return;
    const element = emptyElement(name, line);
    this.#top?.parts.push(element);
    this.#stack.push(element);
  }

  get #top(): Growing | undefined {
    return this.#stack.at(-1);
  }

  /** Ends the innermost open element of that name and everything that is open inside it. */
  #popLast(name: string, ending: Ending): void {
    const top = this.#top;
    if (top?.name === name && this.#stack.length > 1) {
      this.#stack.pop();
      top.ending = ending;
      return;
    }
    const place = this.#stack.findLastIndex((element) => element.name === name);
    if (place < 1) return;
    const [element, ...open] = this.#stack.splice(place);
    if (element === undefined) return;
    absorb(element, open, ending === "tag" ? "parent" : null);
    element.ending = ending;
  }
}

/**
 * Ends the elements that are still open inside the holder, the outermost first. An empty value that
 * was taken for an aggregate returns the children it swallowed. Each value moves at most once.
 */
function absorb(holder: Growing, open: readonly Growing[], ending: Ending): void {
  let into = holder;
  for (const element of open) {
    if (isAggregate(element.name)) {
      element.ending = ending;
      into = element;
      continue;
    }
    into.parts.pop();
    into.names.push(element.name);
    into.values.push("");
    for (const name of element.names) into.names.push(name);
    for (const value of element.values) into.values.push(value);
    for (const part of element.parts) into.parts.push(part);
  }
}
