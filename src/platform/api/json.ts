// Reads a request's JSON more strictly than JSON.parse. Bytes are counted while they arrive, must
// be UTF-8, and may nest only so deep. No object may repeat a name, since JSON.parse would silently
// keep the last one and two readers could see two amounts; nor may it use __proto__. A number with
// more digits than a double would silently lose some, and a number beyond doubles would become null
// or zero: those must be sent as text.

import { JSON_BODY_BYTES_MAX, JSON_DEPTH_MAX, UPLOAD_BYTES_MAX } from "../limits.ts";
import { err, ok, type Result } from "../result.ts";
import { refuse, type Problem } from "./problem.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The body's JSON value; refuses (413, 400) a body that is too long, not UTF-8, not JSON, too deep
 * or ambiguous. An empty body is `whenEmpty`, and refused if that is undefined.
 */
export async function readJson(
  request: Request,
  whenEmpty?: unknown,
): Promise<Result<unknown, Problem>> {
  const bytes = await readBytes(request, JSON_BODY_BYTES_MAX);
  if (bytes === null) {
    return refuse("too large", {
      errMsg: `The request body is longer than ${JSON_BODY_BYTES_MAX} bytes.`,
    });
  }
  if (bytes.byteLength === 0 && whenEmpty !== undefined) return ok(whenEmpty);
  const text = decodeText(bytes);
  const parsed = text === null ? err("the request body is not UTF-8 text") : parseJson(text);
  return parsed.ok
    ? parsed
    : refuse("invalid body", {
        errMsg: `Expected a JSON object: ${parsed.error}.`,
        instancePath: "/body",
      });
}

/** The JSON value of a text, or half a sentence why it is invalid. */
export function parseJson(text: string): Result<unknown, string> {
  if (text.trim() === "") return err("the request body is empty");
  // A name that is repeated is lost when the text is parsed. The names themselves are compared only
  // where some are lost, or the text is invalid.
  const { fault, names } = scan(text, "count");
  const parsed = fault === null ? tryParse(text) : undefined;
  if (parsed !== undefined && countNames(parsed) === names) return ok(parsed);
  return err(scan(text, "compare").fault ?? "the request body is not valid JSON");
}

/** Undefined for a text that is not JSON. */
function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How many names the value's objects have; NaN if one of them is __proto__. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (!Array.isArray(value) && Object.hasOwn(value, "__proto__")) return NaN;
  const values: unknown[] = Object.values(value);
  return values.reduce<number>(
    (names, one) => names + countNames(one),
    Array.isArray(value) ? 0 : values.length,
  );
}

/**
 * Whether the head of a request says that its body is at most `max` bytes, so that it may be read at once. Only of a
 * request: its length is kept by whoever hands it over. An answer of another server may say one length and send another.
 */
function isKnownWithin(body: object, max: number): boolean {
  if (!(body instanceof Request)) return false;
  const length = body.headers.get("content-length");
  return length !== null && Number(length) <= max;
}

/** The whole body; null once it is longer than `max` bytes. */
export async function readBytes(
  request: Pick<Request | Response, "body" | "arrayBuffer">,
  max: number,
): Promise<Uint8Array | null> {
  if (request.body === null) return new Uint8Array(0);
  if (isKnownWithin(request, max)) {
    // Piece by piece a body arrives in 4 KiB each, which takes four times as long.
    const bytes = new Uint8Array(await request.arrayBuffer());
    return bytes.byteLength <= max ? bytes : null;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > max) {
      await readOut(reader);
      return null;
    }
    chunks.push(value);
  }
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/**
 * Reads the rest of a body after a refusal. Otherwise a client that is still sending would see a
 * broken connection instead of the answer, and its next request on that connection would fail.
 */
export async function discardBody({ body }: Request): Promise<void> {
  if (body !== null && !body.locked) await readOut(body.getReader());
}

async function readOut(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    let left = UPLOAD_BYTES_MAX;
    for (let next = await reader.read(); !next.done && left > 0; next = await reader.read())
      left -= next.value.byteLength;
    await reader.cancel();
  } catch {
    // The client has gone, or its body broke off, so there is nobody to answer.
  }
}

function decodeText(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

interface Scanned {
  /** Half a sentence; null if there is no fault. */
  readonly fault: string | null;
  readonly names: number;
}

/**
 * One pass over the text: depth, numbers too long, and names, which are counted, or compared to find
 * one that is repeated. Malformed JSON passes here; JSON.parse refuses it.
 */
function scan(text: string, task: "count" | "compare"): Scanned {
  let names = 0;
  const around: (Set<string> | null)[] = [];
  /** The names of the object so far, where they are compared. */
  let open: Set<string> | null = null;
  const found = (fault: string | null) => ({ fault, names });
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (end < 0) break;
      if (isName(text, end)) names += 1;
      if (open !== null && isName(text, end)) {
        const name = nameIn(text, at, end);
        if (name === "__proto__") return found("the property name __proto__ is not accepted");
        if (open.has(name))
          return found(
            `the property ${JSON.stringify(name.slice(0, 60))} is given twice in one object`,
          );
        open.add(name);
      }
      at = end;
    } else if (code === 0x7b || code === 0x5b) {
      around.push(open);
      if (around.length > JSON_DEPTH_MAX)
        return found(`the request body nests deeper than ${JSON_DEPTH_MAX} levels`);
      open = task === "compare" && code === 0x7b ? new Set() : null;
    } else if (code === 0x7d || code === 0x5d) {
      open = around.pop() ?? null;
    } else if (code >= 0x30 && code <= 0x39) {
      const end = endOfNumber(text, at);
      if (end - at > DOUBLE_DIGITS_MAX && significantDigits(text, at, end) > DOUBLE_DIGITS_MAX)
        return found(
          `the number ${text.slice(at, Math.min(end, at + 60))} has more digits than a number can hold: send it as text`,
        );
      const whole = endOfExponent(text, end);
      if (whole - at > DOUBLE_DECADES_MIN || whole > end) {
        if (isPastDoubles(text.slice(at, whole), significantDigits(text, at, end)))
          return found(
            `the number ${text.slice(at, Math.min(whole, at + 60))} is past every number that can be held: send it as text`,
          );
      }
      at = whole - 1;
    }
  }
  return found(null);
}

/** No double is ever printed with more (IEEE 754 binary64). */
const DOUBLE_DIGITS_MAX = 17;

/**
 * A number without an exponent needs more characters than this to be too large or too small for a
 * double.
 */
const DOUBLE_DECADES_MIN = 300;

/** The end of the exponent that begins here; the place itself where none does. */
function endOfExponent(text: string, start: number): number {
  if ((text.charCodeAt(start) | 0x20) !== 0x65) return start;
  let end = start + 1;
  const sign = text.charCodeAt(end);
  if (sign === 0x2b || sign === 0x2d) end++;
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end++;
  return end;
}

/** Whether a double would read it as infinite, or as zero although it has digits. */
function isPastDoubles(number: string, digits: number): boolean {
  const value = Number(number);
  return Math.abs(value) === Infinity || (value === 0 && digits > 0);
}

/** The end of the digits and the point of a number; its exponent, if there is one, follows. */
function endOfNumber(text: string, start: number): number {
  let end = start;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code !== 0x2e && !(code >= 0x30 && code <= 0x39)) break;
  }
  return end;
}

/**
 * Counts the digits from the first to the last that is not zero. It loops, since a body can be one
 * long number.
 */
function significantDigits(text: string, start: number, end: number): number {
  let first = -1;
  let last = -1;
  let point = -1;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) point = at;
    else if (code !== 0x30) {
      if (first < 0) first = at;
      last = at;
    }
  }
  return first < 0 ? 0 : last - first + 1 - (point > first && point < last ? 1 : 0);
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && text.charCodeAt(end - 1) === BACKSLASH) {
    let first = end - 1;
    while (text.charCodeAt(first - 1) === BACKSLASH) first--;
    if ((end - first) % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return end;
}

function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  if (!raw.includes("\\")) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}
