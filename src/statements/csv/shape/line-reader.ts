// Lines from text that comes in blocks. A line is held back until its end has come; of an endless
// line only CSV_RECORD_CHARS_MAX characters are kept.

import { CSV_RECORD_CHARS_MAX } from "../../../platform/limits.ts";
import type { Tokenizer } from "./dialect.ts";

export class LineReader {
  readonly #newline: "\n" | "\r";
  #carry = "";
  /** The number of the line read last, from 1. */
  number = 0;

  constructor(newline: "\n" | "\r") {
    this.#newline = newline;
  }

  /** The lines that are complete with this block; `last`: the line that no line end follows too. */
  *read(text: string, last: boolean): Generator<string> {
    const lines = (this.#carry + text).split(this.#newline);
    this.#carry = last ? "" : (lines.pop() ?? "").slice(0, CSV_RECORD_CHARS_MAX);
    for (const line of lines) {
      this.number += 1;
      yield line;
    }
  }

  rest(): ReturnType<Tokenizer["rest"]> {
    return { chars: this.#carry.length, line: this.number + 1, quoted: false };
  }
}
