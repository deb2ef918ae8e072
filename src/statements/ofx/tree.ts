// Builds a tree from an OFX document, SGML or XML. SGML values have no closing tags, so an element
// is classified by its name or by what follows it. An empty value without a closing tag must not
// swallow its siblings, and an aggregate that was cut off must be recognizable. Depth is bounded,
// time is linear.

import { OFX_AGGREGATES_MAX, OFX_DEPTH_MAX, OFX_VALUES_MAX } from "../../platform/limits.ts";
import { decodeReferences } from "./entities.ts";
import { isAggregate } from "./elements.ts";
import { scan } from "./scan.ts";

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
  const root = grown("", 0);
  const closed = new Set<string>();
  const builder = treeBuilder(root, closed);
  const whole = scan(text, builder);
  builder.end();
  return { root, whole, closed, oversized: builder.oversized() };
}

/** The first value of that name; "" when there is none. */
export function valueOf(element: Element, name: string): string {
  const at = element.names.indexOf(name);
  return at === -1 ? "" : (element.values[at] ?? "");
}

/** Every value of that name, in order. */
export function valuesOf(element: Element, name: string): string[] {
  return element.names.flatMap((one, at) => (one === name ? [element.values[at] ?? ""] : []));
}

/** The first complete part of that name. */
export function partOf(element: Element, name: string): Element | null {
  return element.parts.find((part) => part.name === name && part.ending !== null) ?? null;
}

/** All values as "NAME: value" in order, including those of parts: shown with the record. */
export function cellsOf(element: Element): string[] {
  const cells = element.names.map((name, index) => `${name}: ${element.values[index] ?? ""}`);
  for (const part of element.parts) {
    for (const cell of cellsOf(part)) cells.push(cell);
  }
  return cells;
}

/** Counts the values of the element and its parts, and measures the longest. */
export function sizeOf(element: Element): { fields: number; chars: number } {
  let fields = element.names.length + element.parts.length;
  let chars = 0;
  for (const value of element.values) chars = Math.max(chars, value.length);
  for (const part of element.parts) {
    const inner = sizeOf(part);
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

function grown(name: string, line: number): Growing {
  return { name, line, names: [], values: [], parts: [], ending: null };
}

interface OpenValue {
  readonly name: string;
  readonly line: number;
  value: string;
}

function treeBuilder(root: Growing, closed: Set<string>) {
  const stack: Growing[] = [root];
  let values = 0;
  let aggregates = 0;
  let value: OpenValue | null = null;
  const top = (): Growing => stack.at(-1) ?? root;
  const addValue = ({ name, value: text }: OpenValue) => {
    values += 1;
    if (values > OFX_VALUES_MAX) return;
    top().names.push(name);
    top().values.push(fold(text));
  };
  const push = ({ name, line }: OpenValue) => {
    const strict = isAggregate(name);
    // No aggregate holds one of its own name: the earlier ends here, though nothing closed it.
    if (strict)
      popTo(
        stack.findLastIndex((element) => element.name === name),
        "sibling",
      );
    if (stack.length >= OFX_DEPTH_MAX) return addValue({ name, line, value: "" });
    aggregates += 1;
    if (aggregates > OFX_AGGREGATES_MAX) return;
    const element = grown(name, line);
    top().parts.push(element);
    stack.push(element);
  };
  /** Ends the element at that place and what is still open in it. */
  const popTo = (place: number, ending: Ending) => {
    if (place < 1) return;
    const [element, ...open] = stack.splice(place);
    if (element === undefined) return;
    absorb(element, open, ending === "tag" ? "parent" : null);
    element.ending = ending;
  };
  return {
    open(name: string, line: number) {
      if (value !== null) {
        if (!isAggregate(value.name) && value.value.trim() !== "") addValue(value);
        else push(value);
      }
      value = { name, line, value: "" };
    },
    close(name: string) {
      closed.add(name);
      const pending = value;
      value = null;
      if (pending !== null) {
        if (isAggregate(pending.name)) push(pending);
        else {
          addValue(pending);
          if (pending.name === name) return;
        }
      }
      popTo(
        stack.findLastIndex((element) => element.name === name),
        "tag",
      );
    },
    text(text: string, raw: boolean) {
      if (value !== null) value.value += raw ? text : decodeReferences(text);
    },
    oversized: () => values > OFX_VALUES_MAX || aggregates > OFX_AGGREGATES_MAX,
    end() {
      // A value that runs into the end of the text may be cut short: it is dropped.
      if (value !== null && isAggregate(value.name)) push(value);
      value = null;
    },
  };
}

/**
 * Ends what is still open in the holder, the outermost first: an empty value that was taken for an aggregate gives back
 * what it swallowed. Each value moves once, however many are open.
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
