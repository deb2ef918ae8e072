// What a mail's HTML says to machines: its JSON-LD scripts as texts, and its microdata and RDFa as things whose values
// stand in a listing. One pass over the tags; bounded in them and in depth. Nothing is fetched.

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
import { addValue, bareType, emptyNode, isNode, type DataNode } from "./nodes.ts";

export interface Markup {
  readonly scripts: readonly string[];
  readonly things: readonly DataNode[];
}

type Attributes = Readonly<Record<string, string>>;

interface Open {
  /** The thing whose properties are said in here. */
  readonly scope: DataNode | null;
  /** Where it is referred to (itemref), properties in here belong to others besides. */
  readonly loose: DataNode | null;
  /** Names of the property that the text in here is; none where it has a value otherwise. */
  readonly names: readonly string[];
  text: string;
}

const TEXT_CHARS_MAX = 2_000;

/** Reads the scripts and things of a mail's HTML. */
export function readMarkup(html: string, listing: Listing): Markup {
  return new Walk(html.slice(0, RECEIPT_HTML_CHARS_MAX), listing).run();
}

class Walk {
  readonly #html: string;
  readonly #listing: Listing;
  readonly #open: Open[] = [];
  readonly #things: DataNode[] = [];
  readonly #scripts: string[] = [];
  readonly #referred: ReadonlySet<string>;
  readonly #loose = new Map<string, DataNode>();
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
          this.#opened(name, attributes);
        },
        ontext: (text) => this.#said(text),
        onclosetag: (name) => this.#closed(name),
      },
      { recognizeSelfClosing: true },
    );
    parser.write(this.#html);
    parser.end();
    while (this.#open.length > 0) this.#closed("");
    for (const { node, ids } of this.#references)
      for (const id of ids)
        for (const [name, values] of this.#loose.get(id)?.properties ?? [])
          for (const value of values) addValue(node, name, value);
    return { scripts: this.#scripts, things: this.#things };
  }

  #opened(name: string, attributes: Attributes): void {
    if (
      name === "script" &&
      (attributes["type"] ?? "").toLowerCase().startsWith("application/ld+json") &&
      this.#scripts.length < STRUCTURED_BLOCKS_MAX
    )
      this.#script = "";
    const outer = this.#open.at(-1);
    const id = attributes["id"] ?? "";
    const loose = this.#referred.has(id) ? emptyNode([], id) : (outer?.loose ?? null);
    if (this.#referred.has(id) && loose !== null) this.#loose.set(id, loose);
    const names = (attributes["itemprop"] ?? attributes["property"] ?? "")
      .trim()
      .split(/\s+/, 8)
      .map(bareType)
      .filter((one) => one !== "");
    const own = this.#ownThing(attributes);
    const above = outer?.scope ?? null;
    if (own !== null) {
      for (const one of names) this.#add(above, loose, one, own);
      if (names.length === 0 || (above === null && loose === null)) this.#things.push(own);
      this.#open.push({ scope: own, loose: null, names: [], text: "" });
      return;
    }
    const value = names.length === 0 ? null : valueIn(name, attributes);
    if (value !== null) for (const one of names) this.#value(above, loose, one, value);
    this.#open.push({ scope: above, loose, names: value === null ? names : [], text: "" });
  }

  /** The thing that an element is: itemscope, or typeof. */
  #ownThing(attributes: Attributes): DataNode | null {
    const type = attributes["itemtype"] ?? attributes["typeof"];
    if ((!("itemscope" in attributes) && type === undefined) || this.#nodes >= STRUCTURED_NODES_MAX)
      return null;
    this.#nodes += 1;
    const node = emptyNode(
      (type ?? "")
        .trim()
        .split(/\s+/, 8)
        .map(bareType)
        .filter((one) => one !== ""),
      attributes["itemid"] ?? null,
    );
    const ids = (attributes["itemref"] ?? "").trim();
    if (ids !== "") this.#references.push({ node, ids: ids.split(/\s+/, STRUCTURED_BLOCKS_MAX) });
    return node;
  }

  #said(text: string): void {
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

  #closed(name: string): void {
    if (name === "script" && this.#script !== null) {
      this.#scripts.push(this.#script);
      this.#script = null;
    }
    const open = this.#open.pop();
    if (open === undefined || open.names.length === 0) return;
    for (const one of open.names) this.#value(open.scope, open.loose, one, open.text);
  }

  #value(scope: DataNode | null, loose: DataNode | null, name: string, text: string): void {
    if (scope === null && loose === null) return;
    const leaf = this.#listing.add(`${scope?.types[0] ?? ""} ${name}`.trim(), text);
    if (leaf !== null) this.#add(scope, loose, name, leaf);
  }

  #add(
    scope: DataNode | null,
    loose: DataNode | null,
    name: string,
    value: Parameters<typeof addValue>[2],
  ): void {
    if (scope !== null && !(isNode(value) && value === scope)) addValue(scope, name, value);
    if (loose !== null) addValue(loose, name, value);
  }
}

/** What an element says by an attribute; null where its text is what it says. */
function valueIn(name: string, attributes: Attributes): string | null {
  const said = attributes["content"] ?? attributes["datetime"];
  if (said !== undefined) return said;
  if (name === "link" || name === "a" || name === "area") return attributes["href"] ?? null;
  if (name === "img" || name === "source" || name === "iframe" || name === "embed")
    return attributes["src"] ?? "";
  return name === "data" || name === "meter"
    ? (attributes["value"] ?? null)
    : name === "meta"
      ? ""
      : null;
}
