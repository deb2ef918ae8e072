// The fields of a comma record, over its continuations: a slash ends a line, and the next field is
// on the next one. A text is the last field and has all that follows.

import { splitLines } from "../charset.ts";
import { damage } from "./fields.ts";

const CODES: ReadonlySet<string> = new Set(["01", "02", "03", "16", "49", "88", "98", "99"]);

/** A record with its continuations: each line after its code, as printed. */
export interface CommaRecord {
  readonly code: string;
  readonly line: number;
  readonly lines: readonly string[];
}

/** Joins every record with its continuations (88). */
export function splitCommaRecords(text: string): readonly CommaRecord[] {
  const records: { code: string; line: number; lines: string[] }[] = [];
  splitLines(text).forEach((printed, index) => {
    const line = printed.trim();
    if (line === "") return;
    const code = line.slice(0, 2);
    if (!CODES.has(code) || (line[2] !== "," && line[2] !== "/"))
      damage(index + 1, line, "a record 01, 02, 03, 16, 49, 88, 98 or 99");
    const last = records.at(-1);
    if (code !== "88") records.push({ code, line: index + 1, lines: [line.slice(3)] });
    else if (last === undefined) damage(index + 1, line, "a record 01");
    else last.lines.push(line.slice(3));
  });
  return records;
}

export class FieldReader {
  readonly #lines: readonly string[];
  #line = 0;
  #at = 0;

  constructor({ lines }: CommaRecord) {
    this.#lines = lines;
  }

  get done(): boolean {
    return this.#line >= this.#lines.length;
  }

  /** The next field; "" behind the last. */
  next(): string {
    const line = this.#current();
    if (line === null) return "";
    const comma = line.indexOf(",", this.#at);
    const field = line.slice(this.#at, comma < 0 ? line.length : comma);
    if (comma < 0) this.#advance();
    else this.#at = comma + 1;
    return field.trim();
  }

  /** The type of funds, and the amounts and days by which they are available. */
  skipFunds(): string[] {
    const kind = this.next().toUpperCase();
    const take = (count: number) => Array.from({ length: count }, () => this.next());
    if (kind === "S") return [kind, ...take(3)];
    if (kind === "V") return [kind, ...take(2)];
    if (kind === "D") return [kind, ...take(2 * Math.min(Number(this.next()) || 0, PAIRS_MAX))];
    return [kind];
  }

  /** The text: all that is left, commas included. */
  rest(): string {
    const parts: string[] = [];
    for (let line = this.#current(); line !== null; line = this.#current()) {
      parts.push(line.slice(this.#at));
      this.#advance();
    }
    return parts.join(" ");
  }

  #current(): string | null {
    const line = this.#lines[this.#line];
    return line === undefined ? null : withoutSlash(line);
  }

  #advance(): void {
    this.#line += 1;
    this.#at = 0;
  }
}

/** A record distributes its funds over fewer days. */
const PAIRS_MAX = 100;

function withoutSlash(line: string): string {
  return line.endsWith("/") ? line.slice(0, -1) : line;
}
