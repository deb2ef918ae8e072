// The selectors of a message's style sheets: names, classes, ids, attributes, ":not", and all four
// combinators. A pseudo-class that depends on the pointer never matches; one that cannot be decided
// while the elements are still being read "may" match. A match costs counted steps.

/** An element as selectors see it. */
export interface Element {
  readonly name: string;
  /** In lower case, as a page without a document type compares them. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly classes: readonly string[];
  readonly parent: Element | null;
  /** The element before it in the same parent. */
  readonly previous: Element | null;
}

const ATTRIBUTE_CHARS_MAX = 1_000;
const CLASSES_MAX = 40;
const NO_CLASSES: readonly string[] = [];

/** An element in its place: inside another, after another. */
export function placeElement(
  name: string,
  attributes: Readonly<Record<string, string>>,
  parent: Element | null,
  previous: Element | null,
): Element {
  return new PlacedElement(name, attributes, parent, previous);
}

/** Most elements are asked for no more than their name, so the rest is made when it is first asked for. */
class PlacedElement implements Element {
  readonly name: string;
  readonly parent: Element | null;
  readonly previous: Element | null;
  readonly #written: Readonly<Record<string, string>>;
  #attributes: Readonly<Record<string, string>> | undefined;
  #classes: readonly string[] | undefined;

  constructor(
    name: string,
    written: Readonly<Record<string, string>>,
    parent: Element | null,
    previous: Element | null,
  ) {
    this.name = name;
    this.parent = parent;
    this.previous = previous;
    this.#written = written;
  }

  get attributes(): Readonly<Record<string, string>> {
    this.#attributes ??= Object.fromEntries(
      Object.entries(this.#written).map(([key, value]) => [
        key,
        value.slice(0, ATTRIBUTE_CHARS_MAX).toLowerCase(),
      ]),
    );
    return this.#attributes;
  }

  get classes(): readonly string[] {
    const written = this.#written["class"];
    if (written === undefined) return NO_CLASSES;
    this.#classes ??= written.toLowerCase().split(/\s+/, CLASSES_MAX);
    return this.#classes;
  }
}

interface Compound {
  /** Null: any element. */
  readonly name: string | null;
  readonly parts: readonly Attribute[];
  readonly not: readonly Compound[];
  /** Only the first child of its parent. */
  readonly first: boolean;
}

interface Attribute {
  readonly name: string;
  /** "" asks only whether it stands there. */
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  /** The last one first. */
  readonly compounds: readonly Compound[];
  /** Between each compound and the next: " ", ">", "+" or "~". */
  readonly combinators: readonly string[];
  readonly specificity: number;
  /** It holds a part that cannot be decided here, such as ":nth-child". */
  readonly undecided: boolean;
}

const SELECTOR_CHARS_MAX = 400;
const COMPOUNDS_MAX = 12;
/** Steps that all matches of a document may take together. */
export const MATCH_STEPS_MAX = 500_000;

/** They depend on the pointer, or make text of their own. */
const NEVER =
  /^:(?::|hover|active|focus|visited|checked|target|before|after|disabled|invalid|first-l|selection)/;
const PART =
  /\s*([>+~])\s*|(\s+)|([a-z][\w-]{0,60}|\*)|([.#])((?:[\w-]|[^\0-\x7f]){1,120})|\[\s*([\w:-]{1,80})\s*(?:([~|^$*]?=)\s*(?:"([^"]{0,200})"|'([^']{0,200})'|([^\]\s]{1,200}))\s*[is]?\s*)?\]|:not\(\s*([^()]{1,200})\)|(::?[a-z-]{1,40}(?:\([^()]{0,80}\))?)/giy;

/** One selector without commas; null where it can match nothing, or is not understood. */
export function parseSelector(text: string): Selector | null {
  const selector = text.trim();
  if (selector === "" || selector.length > SELECTOR_CHARS_MAX) return null;
  const compounds = [newCompound()];
  const combinators: string[] = [];
  let specificity = 0;
  let undecided = false;
  let at = 0;
  while (at < selector.length) {
    PART.lastIndex = at;
    const part = PART.exec(selector);
    at = PART.lastIndex;
    const compound = compounds.at(-1);
    if (part === null || compound === undefined || compounds.length > COMPOUNDS_MAX) return null;
    const [, combinator, blank, name, mark, word, attribute, operator, a, b, c, not, pseudo] = part;
    if (combinator !== undefined || blank !== undefined) {
      combinators.push(combinator ?? " ");
      compounds.push(newCompound());
    } else if (name !== undefined) {
      compound.name = name === "*" ? null : name.toLowerCase();
      specificity += name === "*" ? 0 : 1;
    } else if (word !== undefined) {
      compound.parts.push(
        mark === "#"
          ? { name: "id", operator: "=", value: word.toLowerCase() }
          : { name: "class", operator: "~=", value: word.toLowerCase() },
      );
      specificity += mark === "#" ? 10_000 : 100;
    } else if (attribute !== undefined) {
      const value = (a ?? b ?? c ?? "").toLowerCase();
      compound.parts.push({ name: attribute.toLowerCase(), operator: operator ?? "", value });
      specificity += 100;
    } else if (not !== undefined) {
      const inner = not.split(",").map((one) => parseSelector(one));
      if (inner.some((one) => one === null || one.compounds.length > 1)) undecided = true;
      else compound.not.push(...inner.flatMap((one) => one?.compounds ?? []));
      specificity += 100;
    } else if (pseudo !== undefined) {
      if (NEVER.test(pseudo)) return null;
      if (pseudo === ":first-child") compound.first = true;
      else if (pseudo !== ":root" && pseudo !== ":link") undecided = true;
      specificity += 100;
    }
  }
  return {
    compounds: compounds.reverse(),
    combinators: combinators.reverse(),
    specificity,
    undecided,
  };
}

function newCompound(): {
  name: string | null;
  parts: Attribute[];
  not: Compound[];
  first: boolean;
} {
  return { name: null, parts: [], not: [], first: false };
}

/** The part by which rules are found: an id, a class, an attribute or a name; "*" for any element. */
export function keyOf({ compounds: [last] }: Selector): string {
  const part = last?.parts.find(({ name }) => name === "id") ?? last?.parts[0];
  if (part === undefined) return last?.name ?? "*";
  if (part.name === "id" && part.operator === "=") return `#${part.value}`;
  return part.name === "class" && part.operator === "~=" ? `.${part.value}` : `[${part.name}`;
}

/**
 * All keys by which a rule for this element may be found; `marks` are the first characters of the
 * keys of all rules, so that a part of the element that no rule asks for is not read.
 */
export function keysOf(element: Element, marks: ReadonlySet<string>): readonly string[] {
  const keys = ["*", element.name];
  if (marks.has("["))
    for (const attribute of Object.keys(element.attributes)) keys.push(`[${attribute}`);
  const id = marks.has("#") ? element.attributes["id"] : undefined;
  if (id !== undefined) keys.push(`#${id}`);
  if (marks.has(".")) for (const one of element.classes) keys.push(`.${one}`);
  return keys;
}

/** Matches selectors with elements within a bound of steps; past it, everything may match. */
export class Matcher {
  #steps = 0;

  get exhausted(): boolean {
    return this.#steps > MATCH_STEPS_MAX;
  }

  matches(selector: Selector, element: Element): boolean {
    return this.#from(selector, 0, element);
  }

  #from(selector: Selector, at: number, element: Element): boolean {
    const compound = selector.compounds[at];
    this.#steps += 1;
    if (compound === undefined || this.exhausted) return true;
    if (!isOne(compound, element)) return false;
    const combinator = selector.combinators[at];
    if (combinator === undefined) return true;
    const direct = combinator === ">" || combinator === "+";
    const onward = (one: Element) =>
      combinator === ">" || combinator === " " ? one.parent : one.previous;
    for (let one = onward(element); one !== null; one = onward(one)) {
      if (this.#from(selector, at + 1, one)) return true;
      if (direct) return false;
    }
    return false;
  }
}

function isOne({ name, parts, not, first }: Compound, element: Element): boolean {
  return (
    (name === null || name === element.name) &&
    (!first || element.previous === null) &&
    parts.every((part) => holds(part, element)) &&
    !not.some((one) => isOne(one, element))
  );
}

function holds({ name, operator, value }: Attribute, { attributes, classes }: Element): boolean {
  const found = attributes[name];
  if (found === undefined) return false;
  switch (operator) {
    case "":
      return true;
    case "=":
      return found === value;
    case "^=":
      return found.startsWith(value);
    case "$=":
      return found.endsWith(value);
    case "*=":
      return found.includes(value);
    case "|=":
      return found === value || found.startsWith(`${value}-`);
    default:
      return (name === "class" ? classes : found.split(/\s+/)).includes(value);
  }
}
