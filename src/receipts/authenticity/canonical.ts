// The forms in which headers and bodies are signed (RFC 6376, 3.4): "simple" is byte for byte,
// "relaxed" ignores differences of blanks. One pass over the bytes each.

import type { Field } from "./fields.ts";

export type Canonical = "simple" | "relaxed";

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;

/** The field as it is hashed, without a CRLF at its end. */
export function canonicalField({ name, raw, value }: Field, how: Canonical): string {
  return how === "simple" ? raw : `${name}:${foldBlanks(value)}`;
}

/** Makes folds and runs of blanks one blank, and removes those at the ends. */
function foldBlanks(value: string): string {
  let text = value.replace(/[\t\r\n ]+/g, " ");
  if (text.startsWith(" ")) text = text.slice(1);
  return text.endsWith(" ") ? text.slice(0, -1) : text;
}

/** The field of a signature as it is signed: with an empty b=. */
export function withoutSignature(field: Field): Field {
  const value = field.value.replace(/((?:^|;)[\t\r\n ]*b[\t\r\n ]*=)[^;]*/, "$1");
  return {
    ...field,
    value,
    raw: field.raw.slice(0, field.raw.length - field.value.length) + value,
  };
}

/** The body as it is hashed: lines end in CRLF, and empty lines at its end are removed. */
export function canonicalBody(body: Uint8Array, how: Canonical): Uint8Array<ArrayBuffer> {
  const relaxed = how === "relaxed";
  const out = new Uint8Array(body.length + countBareFeeds(body) + 2);
  let length = 0;
  let breaks = 0;
  let blank = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === LF || (byte === CR && body[at + 1] === LF)) {
      if (byte === CR) at += 1;
      breaks += 1;
      blank = false;
    } else if (relaxed && (byte === SPACE || byte === TAB)) {
      blank = true;
    } else {
      for (; breaks > 0; breaks -= 1) {
        out[length++] = CR;
        out[length++] = LF;
      }
      if (blank) out[length++] = SPACE;
      blank = false;
      out[length++] = byte;
    }
  }
  if (length > 0 || !relaxed) {
    out[length++] = CR;
    out[length++] = LF;
  }
  return out.subarray(0, length);
}

function countBareFeeds(body: Uint8Array): number {
  let bare = 0;
  for (let at = body.indexOf(LF); at >= 0; at = body.indexOf(LF, at + 1))
    if (body[at - 1] !== CR) bare += 1;
  return bare;
}
