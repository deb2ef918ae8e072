// The machine-readable data in a message's HTML: JSON-LD scripts as texts, microdata and RDFa as
// things whose values are in a listing. One pass over the tags, bounded in number and depth.
// Nothing is fetched.

import { Parser } from "htmlparser2";
import {
  RECEIPT_HTML_CHARS_MAX,
  RECEIPT_HTML_DEPTH_MAX,
  RECEIPT_HTML_TAGS_MAX,
  STRUCTURED_BLOCKS_MAX,
  STRUCTURED_CHARS_MAX,
  STRUCTURED_NODES_MAX,
} from "../../platform/limits.ts";
import type { Listing } from "../listing/listing.ts";
import { addValue, toBareType, createNode, isNode, type DataNode } from "./nodes.ts";

export interface Markup {
  readonly scripts: readonly string[];
  readonly things: readonly DataNode[];
}

type Attributes = Readonly<Record<string, string>>;

interface Open {
  /** The thing whose properties are in this element. */
  readonly scope: DataNode | null;
  /** Collects the properties of an element that other things refer to (itemref). */
  readonly shared: DataNode | null;
  /**
   * The properties whose value is this element's text; empty if it has no property, or another
   * value.
   */
  readonly names: readonly string[];
  text: string;
}

const TEXT_CHARS_MAX = 2_000;

/** Reads the scripts and things of a message's HTML; `listing` collects the values of things. */
export function readMarkup(html: string, listing: Listing): Markup {
  return new Walk(html.slice(0, RECEIPT_HTML_CHARS_MAX), listing).run();
}

class Walk {
  readonly #html: string;
  readonly #listing: Listing;
  readonly #open: Open[] = [];
  readonly #things: DataNode[] = [];
  readonly #scripts: string[] = [];
  /** Ids that things refer to. */
  readonly #referred: ReadonlySet<string>;
  readonly #shared = new Map<string, DataNode>();
  readonly #references: { readonly node: DataNode; readonly ids: readonly string[] }[] = [];
  #script: string | null = null;
  #tags = 0;
  #nodes = 0;

  constructor(html: string, listing: Listing) {
    this.#html = html;
    this.#listing = listing;
    this.#referred = new Set(
      [...html.matchAll(/\sitemref\s{0,9}=\s{0,9}["']([^"'<>]{1,400})["']/gi)]
        .slice(0, STRUCTURED_BLOCKS_MAX)
        .flatMap(([, ids = ""]) => ids.trim().split(/\s+/)),
    );
  }

  run(): Markup {
    const parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.#tags += 1;
          if (this.#tags > RECEIPT_HTML_TAGS_MAX || this.#open.length > RECEIPT_HTML_DEPTH_MAX)
            return parser.pause();
          this.#openElement(name, attributes);
        },
        ontext: (text) => this.#addText(text),
        onclosetag: (name) => this.#closeElement(name),
      },
      { recognizeSelfClosing: true },
    );
    parser.write(this.#html);
    parser.end();
    while (this.#open.length > 0) this.#closeElement("");
    for (const { node, ids } of this.#references)
      for (const id of ids)
        for (const [name, values] of this.#shared.get(id)?.properties ?? [])
          for (const value of values) addValue(node, name, value);
    return { scripts: this.#scripts, things: this.#things };
  }

  #openElement(name: string, attributes: Attributes): void {
    if (
      name === "script" &&
      (attributes["type"] ?? "").toLowerCase().startsWith("application/ld+json") &&
      this.#scripts.length < STRUCTURED_BLOCKS_MAX
    )
      this.#script = "";
    const outer = this.#open.at(-1);
    const id = attributes["id"] ?? "";
    const shared = this.#referred.has(id) ? createNode([], id) : (outer?.shared ?? null);
    if (this.#referred.has(id) && shared !== null) this.#shared.set(id, shared);
    const names = (attributes["itemprop"] ?? attributes["property"] ?? "")
      .trim()
      .split(/\s+/, 8)
      .map(toBareType)
      .filter((one) => one !== "");
    const own = this.#readThing(attributes);
    const above = outer?.scope ?? null;
    if (own !== null) {
      for (const one of names) this.#add(above, shared, one, own);
      if (names.length === 0 || (above === null && shared === null)) this.#things.push(own);
      this.#open.push({ scope: own, shared: null, names: [], text: "" });
      return;
    }
    const value = names.length === 0 ? null : readAttributeValue(name, attributes);
    if (value !== null) for (const one of names) this.#addValue(above, shared, one, value);
    this.#open.push({ scope: above, shared, names: value === null ? names : [], text: "" });
  }

  /** The thing that an element begins (itemscope, typeof), or null. */
  #readThing(attributes: Attributes): DataNode | null {
    const type = attributes["itemtype"] ?? attributes["typeof"];
    if ((!("itemscope" in attributes) && type === undefined) || this.#nodes >= STRUCTURED_NODES_MAX)
      return null;
    this.#nodes += 1;
    const node = createNode(
      (type ?? "")
        .trim()
        .split(/\s+/, 8)
        .map(toBareType)
        .filter((one) => one !== ""),
      attributes["itemid"] ?? null,
    );
    const ids = (attributes["itemref"] ?? "").trim();
    if (ids !== "") this.#references.push({ node, ids: ids.split(/\s+/, STRUCTURED_BLOCKS_MAX) });
    return node;
  }

  #addText(text: string): void {
    if (this.#script !== null) {
      if (this.#script.length + text.length <= STRUCTURED_CHARS_MAX) this.#script += text;
      return;
    }
    for (let at = this.#open.length - 1, depth = 0; at >= 0 && depth < 6; at -= 1, depth += 1) {
      const open = this.#open[at];
      if (open === undefined || open.scope !== this.#open.at(-1)?.scope) return;
      if (open.names.length === 0) continue;
      if (open.text.length < TEXT_CHARS_MAX) open.text += text;
      return;
    }
  }

  #closeElement(name: string): void {
    if (name === "script" && this.#script !== null) {
      this.#scripts.push(this.#script);
      this.#script = null;
    }
    const open = this.#open.pop();
    if (open === undefined || open.names.length === 0) return;
    for (const one of open.names) this.#addValue(open.scope, open.shared, one, open.text);
  }

  #addValue(scope: DataNode | null, shared: DataNode | null, name: string, text: string): void {
    if (scope === null && shared === null) return;
    const leaf = this.#listing.add(`${scope?.types[0] ?? ""} ${name}`.trim(), text);
    if (leaf !== null) this.#add(scope, shared, name, leaf);
  }

  #add(
    scope: DataNode | null,
    shared: DataNode | null,
    name: string,
    value: Parameters<typeof addValue>[2],
  ): void {
    if (scope !== null && !(isNode(value) && value === scope)) addValue(scope, name, value);
    if (shared !== null) addValue(shared, name, value);
  }
}

/** The value that an element has in an attribute; null if its text is the value. */
function readAttributeValue(name: string, attributes: Attributes): string | null {
  const value = attributes["content"] ?? attributes["datetime"];
  if (value !== undefined) return value;
  if (name === "link" || name === "a" || name === "area") return attributes["href"] ?? null;
  if (name === "img" || name === "source" || name === "iframe" || name === "embed")
    return attributes["src"] ?? "";
  if (name === "data" || name === "meter") return attributes["value"] ?? null;
  return name === "meta" ? "" : null;
}
