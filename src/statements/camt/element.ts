// A small tree for a piece of a camt document, and functions to navigate it. parse.ts builds it.

/** An element; `text` has its blanks folded and its references resolved. */
export interface XmlElement {
  readonly name: string;
  readonly currency: string | null;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The first element at this path below `element`, or undefined. */
export function elementAt(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let here = element;
  for (const name of path) here = here === undefined ? undefined : firstNamed(here.children, name);
  return here;
}

function firstNamed(children: readonly XmlElement[], name: string): XmlElement | undefined {
  for (const child of children) if (child.name === name) return child;
  return undefined;
}

/** The text at this path; "" when there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return elementAt(element, ...path)?.text ?? "";
}

const NONE: readonly XmlElement[] = [];

/** The children of this name. */
export function childrenNamed(
  element: XmlElement | undefined,
  name: string,
): readonly XmlElement[] {
  if (element === undefined || firstNamed(element.children, name) === undefined) return NONE;
  return element.children.filter((child) => child.name === name);
}

/** The first text that is not empty; "" when all are. */
export function firstText(...texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
