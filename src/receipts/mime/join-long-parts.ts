// The parser keeps a kilobyte for each line of a part that is not encoded, so a table of 100,000
// lines would take more memory than an isolate has. Therefore the lines of such parts are joined
// before parsing, with a mark that no message contains, and split again in the parser's result.
// Boundaries, headers and encoded parts stay as they are, and so does a message of few lines.

const LF = 10;
const CR = 13;
const DASH = 45;
const LINES_MIN = 4_000;
/**
 * Six bytes, so that no decoded attachment holds them by chance. The last one is not among those
 * that the parser trims.
 */
const MARK = "\u0001\r\u0002\r\u0003\u0001";
const MARK_START = 1;
const MARK_BYTES = Uint8Array.from(MARK, (char) => char.charCodeAt(0));

export interface Joined {
  readonly bytes: Uint8Array;
  /** Whether lines were joined. */
  readonly joined: boolean;
}

/** The message with the lines of its parts without encoding joined, where it has many lines. */
export function joinLines(raw: Uint8Array): Joined {
  return countLines(raw) > LINES_MIN
    ? { bytes: new LineJoiner(raw).run(), joined: true }
    : { bytes: raw, joined: false };
}

/** A text with its lines split again. */
export function splitText(text: string): string {
  return text.replaceAll(MARK, "\n");
}

/** Bytes with their lines split again, in place. */
export function splitBytes(bytes: Uint8Array): Uint8Array {
  let used = 0;
  let from = 0;
  for (let at = nextMark(bytes, 0); at !== -1; at = nextMark(bytes, from)) {
    bytes.copyWithin(used, from, at);
    used += at - from;
    bytes[used++] = LF;
    from = at + MARK.length;
  }
  if (from === 0) return bytes;
  bytes.copyWithin(used, from);
  return bytes.subarray(0, used + bytes.length - from);
}

function nextMark(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(MARK_START, from); at !== -1; at = bytes.indexOf(MARK_START, at + 1))
    if (isMark(bytes, at)) return at;
  return -1;
}

function isMark(bytes: Uint8Array, at: number): boolean {
  return at >= 0 && MARK_BYTES.every((byte, index) => bytes[at + index] === byte);
}

function countLines(raw: Uint8Array): number {
  let lines = 1;
  for (let at = raw.indexOf(LF); at !== -1; at = raw.indexOf(LF, at + 1)) lines += 1;
  return lines;
}

class LineJoiner {
  readonly #raw: Uint8Array;
  readonly #out: Uint8Array<ArrayBuffer>;
  #lastMark = -1;
  #used = 0;
  #inHeaders = true;
  #encoded = false;

  constructor(raw: Uint8Array) {
    this.#raw = raw;
    // A line of one byte may become a mark.
    this.#out = new Uint8Array(raw.length + (MARK.length - 1) * countLines(raw));
  }

  run(): Uint8Array {
    for (let start = 0; start < this.#raw.length;) {
      const feed = this.#raw.indexOf(LF, start);
      const end = feed === -1 ? this.#raw.length : feed + 1;
      this.#addLine(start, end);
      start = end;
    }
    this.#endLine();
    return new Uint8Array(this.#out.buffer.transfer(this.#used));
  }

  #addLine(start: number, end: number): void {
    const content = this.#contentEnd(start, end);
    if (this.#inHeaders) {
      if (content === start) this.#inHeaders = false;
      else if (namesEncoding(this.#raw, start, content)) this.#encoded = true;
      this.#copy(start, end);
    } else if (this.#raw[start] === DASH && this.#raw[start + 1] === DASH) {
      if (this.#beginsPart(end)) {
        this.#inHeaders = true;
        this.#encoded = false;
      }
      this.#endLine();
      this.#copy(start, end);
    } else if (this.#encoded) this.#copy(start, end);
    else {
      this.#copy(start, content);
      this.#addMark();
    }
  }

  #addMark(): void {
    this.#out.set(MARK_BYTES, this.#used);
    this.#lastMark = this.#used;
    this.#used += MARK.length;
  }

  /** Before a line that may be a boundary, and at the end, the mark becomes a line end again. */
  #endLine(): void {
    if (this.#lastMark === -1 || this.#lastMark + MARK.length !== this.#used) return;
    this.#out[this.#lastMark] = LF;
    this.#used = this.#lastMark + 1;
  }

  #contentEnd(start: number, end: number): number {
    let at = end;
    while (at > start && (this.#raw[at - 1] === LF || this.#raw[at - 1] === CR)) at -= 1;
    return at;
  }

  /** Whether a header, or the empty line in place of headers, follows a possible boundary. */
  #beginsPart(at: number): boolean {
    const head = String.fromCharCode(...this.#raw.subarray(at, at + 40));
    return /^\r?\n/.test(head) || /^[A-Za-z][A-Za-z0-9-]{0,38}[ \t]{0,2}:/.test(head);
  }

  #copy(start: number, end: number): void {
    this.#out.set(this.#raw.subarray(start, end), this.#used);
    this.#used += end - start;
  }
}

const ENCODING = "content-transfer-encoding";

function namesEncoding(raw: Uint8Array, start: number, end: number): boolean {
  if (end - start < ENCODING.length || ((raw[start] ?? 0) | 32) !== 99) return false;
  const line = String.fromCharCode(
    ...raw.subarray(start, Math.min(end, start + 120)),
  ).toLowerCase();
  return line.startsWith(ENCODING) && /base64|quoted-printable/.test(line);
}
