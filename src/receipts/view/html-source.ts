// Some banks and mail programs send the source of a page as text/plain. A person's program shows
// the tags, and read as text its style sheet would give labels and names. It is read as HTML.

import { renderHtml } from "./html-view.ts";

/** The bodies of a message, or of the part of it that was forwarded. */
export interface Bodies {
  readonly html: string | null;
  readonly text: string | null;
}

/** A page begins with its type, an element of a page, a comment, or the XML declaration. */
const BEGINS_PAGE =
  /^(?:<\?xml[^>]{0,200}>\s{0,99})?<(?:!doctype html|!--|(?:html|head|body|meta|title|style|table|center|div|span|font|p|h[1-6])(?=[\s/>]))/i;
const CLOSING_TAG = /<\/(?:html|head|body|style|table|tr|td|center|div|span|font|a|p|h[1-6])\s?>/gi;
const CLOSING_TAGS_MIN = 3;
/** A page closes elements long before this. */
const LOOKED_AT_CHARS = 100_000;

/**
 * The bodies, with a text that is HTML source as the HTML; where there is HTML already, the text is
 * what the source shows.
 */
export function takeHtmlSource({ html, text }: Bodies): Bodies {
  if (text === null || !isHtmlSource(text)) return { html, text };
  return html === null ? { html: text, text: null } : { html, text: renderHtml(text).text };
}

function isHtmlSource(text: string): boolean {
  const page = text.trimStart();
  if (!BEGINS_PAGE.test(page)) return false;
  let closing = 0;
  for (const _tag of page.slice(0, LOOKED_AT_CHARS).matchAll(CLOSING_TAG)) {
    closing += 1;
    if (closing >= CLOSING_TAGS_MIN) return true;
  }
  return false;
}
