// A machine-readable document as lines that a person can be shown: a path, a tab, the value as
// written. Values keep their place in it, so that a receipt can point at them. Long values
// (embedded files) and lines beyond the bound are left out; `complete` tells about the lines.

import { LISTED_CHARS_MAX, LISTED_VALUE_CHARS_MAX } from "../../platform/limits.ts";
import type { Span } from "../receipt.ts";

/** A value and its place in the listing; `text` is exactly the text there. */
export interface Leaf {
  readonly text: string;
  readonly span: Span;
}

export class Listing {
  readonly #view: string;
  readonly #lines: string[] = [];
  #length = 0;
  #complete = true;

  /** `view`: the name of the view that the listing becomes. */
  constructor(view: string) {
    this.#view = view;
  }

  /**
   * Adds a line. Null if the value is empty, too long or beyond the bound. Line breaks become
   * blanks.
   */
  add(path: string, value: string): Leaf | null {
    const text = value.length > LISTED_VALUE_CHARS_MAX ? "" : toLine(value);
    if (text === "") return null;
    const start = this.#length + path.length + 1;
    if (start + text.length > LISTED_CHARS_MAX) {
      this.#complete = false;
      return null;
    }
    this.#lines.push(`${path}\t${text}`);
    this.#length = start + text.length + 1;
    return { text, span: { view: this.#view, start, end: start + text.length } };
  }

  get view(): { name: string; text: string } {
    return { name: this.#view, text: this.#lines.join("\n") };
  }

  /** False if lines were left out because there were too many. */
  get complete(): boolean {
    return this.#complete;
  }
}

function toLine(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex -- control characters are what is folded
      .replace(/[\s\u0000-\u001f\u007f\u0085\u200b\u2028\u2029\ufeff]+/g, " ")
      .trim()
  );
}
