// A piece of a camt document as a small tree, and the ways to reach into it. parse.ts makes it.

/** An element; `text` is folded and its references are resolved. */
export interface XmlElement {
  readonly name: string;
  readonly currency: string | null;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** The first element at this path below `element`, or undefined. */
export function at(
  element: XmlElement | undefined,
  ...path: readonly string[]
): XmlElement | undefined {
  let here = element;
  for (const name of path) here = here?.children.find((child) => child.name === name);
  return here;
}

/** The text at this path, "" where there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  return at(element, ...path)?.text ?? "";
}

/** The children of this name. */
export function all(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first text that is not empty. */
export function firstOf(...texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}
