// Prepares a mail's body to be shown in a sandboxed frame, under a policy that loads nothing. The
// markup is rebuilt in one pass from elements known to be harmless; it does not filter out bad
// ones. Nothing in it can run, send, follow a link or fetch.

import { Parser } from "htmlparser2";
import {
  SHOWN_HTML_CHARS_MAX,
  SHOWN_HTML_DEPTH_MAX,
  SHOWN_HTML_OPEN_MAX,
} from "../../platform/limits.ts";

/** The policy that the response carries, whichever frame shows it. */
export const SHOWN_HTML_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox";

const TAGS = new Set(
  (
    "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em " +
    "figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nav ol p pre q rp rt ruby s samp section small " +
    "span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr"
  ).split(" "),
);
const VOID = new Set(["br", "col", "hr", "wbr"]);
/** The contents of these elements are not text of the mail. */
// prettier-ignore
const SILENT = new Set(["script", "style", "title", "template", "noscript", "iframe", "object", "embed", "applet", "svg", "math", "select", "textarea", "audio", "video", "canvas", "frameset", "noframes", "xmp", "plaintext"]);
const ATTRIBUTES = new Set(
  "align bgcolor border cellpadding cellspacing color cols colspan dir face height lang rowspan rules size span start style title type valign width".split(
    " ",
  ),
);
const VALUE_CHARS_MAX = 2_000;

/** Makes a page of the markup, without scripts, forms, links, pictures and remote content. */
export function shownHtml(html: string): string {
  const cleaner = new Cleaner();
  const parser = new Parser(cleaner, {
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  const end = Math.min(html.length, SHOWN_HTML_CHARS_MAX);
  // The parser's time per tag grows with the open elements. Markup that opens thousands and closes
  // none is shown only up to that point.
  for (let at = 0; at < end && cleaner.depth <= SHOWN_HTML_OPEN_MAX; at += PIECE_CHARS)
    parser.write(html.slice(at, Math.min(at + PIECE_CHARS, end)));
  parser.end();
  return page(cleaner.text());
}

const PIECE_CHARS = 16_384;

/** A whole page of plain text. */
export function shownText(text: string): string {
  return page(
    `<pre style="white-space:pre-wrap">${escaped(text.slice(0, SHOWN_HTML_CHARS_MAX))}</pre>`,
  );
}

function page(body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>Message</title></head><body>${body}</body></html>`;
}

class Cleaner {
  readonly #out: string[] = [];
  /** The names of the elements that are open in the output. */
  readonly #open: string[] = [];
  /** The silent elements that are open. */
  #silent: string[] = [];
  /** Elements that the parser has open. */
  depth = 0;

  onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    if (SILENT.has(name)) this.#silent.push(name);
    if (this.#silent.length > 0) return;
    if (name === "img") this.#out.push(escaped(attributes["alt"] ?? ""));
    if (!TAGS.has(name)) return;
    if (!VOID.has(name)) {
      if (this.#open.length >= SHOWN_HTML_DEPTH_MAX) return;
      this.#open.push(name);
    }
    // A link is shown as its text.
    this.#out.push(`<${shownAs(name)}${writeAttributes(attributes)}>`);
  }

  onclosetag(name: string): void {
    this.depth -= 1;
    if (this.#silent.length > 0) {
      if (this.#silent.at(-1) === name) this.#silent.pop();
      return;
    }
    if (this.#open.at(-1) !== name) return;
    this.#open.pop();
    this.#out.push(`</${shownAs(name)}>`);
  }

  ontext(text: string): void {
    if (this.#silent.length === 0) this.#out.push(escaped(text));
  }

  text(): string {
    for (let name = this.#open.pop(); name !== undefined; name = this.#open.pop())
      this.#out.push(`</${shownAs(name)}>`);
    return this.#out.join("");
  }
}

function shownAs(name: string): string {
  return name === "a" ? "span" : name;
}

function writeAttributes(attributes: Record<string, string>): string {
  let text = "";
  for (const [name, value] of Object.entries(attributes)) {
    if (!ATTRIBUTES.has(name) || value.length > VALUE_CHARS_MAX) continue;
    if (name === "style" && !isPlainStyle(value)) continue;
    text += ` ${name}="${escaped(value)}"`;
  }
  return text;
}

/**
 * Whether a style refers to nothing elsewhere and covers no part of the page. Escapes could spell
 * any word, so they are refused.
 */
function isPlainStyle(value: string): boolean {
  return !/[\\@<]|\/\*|url\s?\(|image\s?\(|image-set|expression|behavior|-moz-binding|position/i.test(
    value,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
