// JSON whose numbers keep their printed digits, so that no amount ever becomes a float. A scan
// before parsing bounds depth and values, so that hostile text cannot exhaust the platform's
// parser. It also refuses duplicate keys, of which the parser would silently keep the last. Linear
// in the text.

import { SOURCE_JSON_DEPTH_MAX, SOURCE_JSON_VALUES_MAX } from "../platform/limits.ts";
import { parseQuantity, type Quantity } from "../money/quantity.ts";
import { err, ok, type Result } from "../platform/result.ts";

/** A number as printed in the text ("1.50", "2e-7"). */
export class WrittenNumber {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}

export type ExactJson =
  | null
  | boolean
  | string
  | WrittenNumber
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson };

/** The parsed value, or half a sentence why the text is refused. */
export function parseExact(text: string): Result<ExactJson, string> {
  const fault = findFault(text);
  if (fault !== null) return err(fault);
  try {
    return ok(JSON.parse(text, keepDigits) as ExactJson);
  } catch {
    return err("it is not JSON");
  }
}

/** Parses JSON in UTF-8, with or without a byte order mark. */
export function parseExactBytes(bytes: Uint8Array): Result<ExactJson, string> {
  const text = decodeUtf8(bytes);
  return text === null ? err("it is not UTF-8 text") : parseExact(text);
}

/** UTF-8 without its byte order mark, or null. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

function keepDigits(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" ? new WrittenNumber(context?.source ?? String(value)) : value;
}

/** Whether a value is an object with keys. */
export function isObject(
  value: ExactJson | undefined,
): value is { readonly [key: string]: ExactJson } {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof WrittenNumber)
  );
}

/** The value under an object's own key; undefined if the key is missing. */
export function findMember(value: ExactJson | undefined, key: string): ExactJson | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The quantity of a number or of a plain decimal text, or half a sentence about what was found. */
export function readQuantity(value: ExactJson | undefined): Result<Quantity, string> {
  const digits = value instanceof WrittenNumber ? plainDigits(value.digits) : value;
  if (typeof digits !== "string") return err(`${printJson(value)} is not a number`);
  const quantity = parseQuantity(digits);
  if (quantity.ok) return quantity;
  const why = {
    "not a number": "is not a plain decimal like 1234.56",
    "too many decimals": "has more than 18 decimals",
    "out of range": "has too many digits",
    inexact: "is not exact",
  };
  return err(`${printJson(value)} ${why[quantity.error]}`);
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/;
const EXPONENT_MAX = 60;
const DIGITS_MAX = 120;

/** "2.5e-3" as "0.0025", by moving the point; null if the result is too long for an amount. */
export function plainDigits(written: string): string | null {
  const match = written.length > DIGITS_MAX ? null : WRITTEN.exec(written);
  if (match === null) return null;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const shift = Number(power);
  if (Math.abs(shift) > EXPONENT_MAX) return null;
  const digits = `${"0".repeat(Math.max(0, -shift))}${whole}${fraction}${"0".repeat(Math.max(0, shift - fraction.length))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  const [front, back] = [
    digits.slice(0, point).replace(/^0+(?=\d)/, ""),
    digits.slice(point).replace(/0+$/, ""),
  ];
  return `${sign}${front}${back === "" ? "" : `.${back}`}`;
}

const SHOWN_CHARS_MAX = 40;

/** Prints a value for a message: shortened, texts in quotes, lists and objects by their kind. */
export function printJson(value: ExactJson | undefined): string {
  if (value === undefined) return "nothing";
  if (value instanceof WrittenNumber) return value.digits.slice(0, SHOWN_CHARS_MAX);
  if (typeof value === "string")
    return JSON.stringify(
      value.length > SHOWN_CHARS_MAX ? `${value.slice(0, SHOWN_CHARS_MAX)}...` : value,
    );
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

/** Why the text must not be parsed, found in one pass. Whether it is valid JSON is not checked. */
function findFault(text: string): string | null {
  const keys: (Set<string> | null)[] = [];
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      const key = text.slice(at, end + 1);
      at = end;
      const names = keys.at(-1);
      if (names instanceof Set && isKey(text, end + 1)) {
        const name = key.includes("\\") ? unescapeKey(key) : key;
        if (names.has(name))
          return `an object in it has the key ${printJson(name.slice(1, -1))} twice`;
        names.add(name);
      }
    } else if (character === "{" || character === "[") {
      keys.push(character === "{" ? new Set() : null);
      if (keys.length > SOURCE_JSON_DEPTH_MAX)
        return `it nests deeper than ${SOURCE_JSON_DEPTH_MAX} levels`;
      values += 1;
    } else if (character === "}" || character === "]") keys.pop();
    else if (character === ",") values += 1;
    if (values > SOURCE_JSON_VALUES_MAX) return `it has more than ${SOURCE_JSON_VALUES_MAX} values`;
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at] === ":";
}

/** The key without optional escapes; unchanged if it is not a valid string. */
function unescapeKey(key: string): string {
  try {
    return JSON.stringify(JSON.parse(key));
  } catch {
    return key;
  }
}
