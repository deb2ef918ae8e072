// Decodes an XML document by its byte order mark, the pattern of its NULs, or its declaration. If
// the bytes contradict the declaration, the bytes decide and `why` says so. Nothing here parses
// tags.

import { err, ok, type Result } from "../platform/result.ts";
import { decodeTable } from "./encodings/code-pages.ts";
import { detectEncoding } from "./csv/shape/encoding.ts";
import type { DocumentSource, Unreadable } from "./statement.ts";

/** The text with "\n" line ends; `faulty` when U+FFFD replaces bytes that could not be decoded. */
export interface XmlText {
  readonly text: string;
  readonly encoding: string;
  readonly faulty: boolean;
  readonly why: string;
}

const DECLARATION_CHARS = 256;
const MARKS: readonly { readonly name: string; readonly bytes: readonly number[] }[] = [
  { name: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", bytes: [0xff, 0xfe] },
  { name: "utf-16be", bytes: [0xfe, 0xff] },
];

/** The document's first bytes as text to look for tags in; letters beyond ASCII may be wrong. */
export function headText(head: Uint8Array): string {
  const { name, mark } = detectWidth(head);
  return new TextDecoder(name === "" ? "windows-1252" : name).decode(head.subarray(mark));
}

/** Decodes the document; refuses a declared encoding that is unknown. */
export async function xmlText(bytes: Uint8Array): Promise<Result<XmlText, Unreadable>> {
  const { name, mark } = detectWidth(bytes);
  const body = bytes.subarray(mark);
  if (name.startsWith("utf-16"))
    return ok(
      decode(
        body,
        name,
        `The file is ${name.toUpperCase()}, as ${mark > 0 ? "its byte order mark shows" : "its zero bytes show"}.`,
      ),
    );
  const said = findDeclared(body);
  // A declared UTF-16 with single-byte letters: a program converted the file and kept the
  // declaration.
  const declared =
    name === "utf-8" || said === null || /^(utf|ucs|iso-10646)-?_?(16|32|8|2|4)/i.test(said)
      ? "utf-8"
      : said;
  const known = decoderLabel(declared);
  if (known === null)
    return err({
      reason: "malformed",
      message: `The document declares the unknown encoding "${declared.slice(0, 40)}"; expected UTF-8 or another known encoding.`,
    });
  if (known !== "utf-8")
    return ok(decode(body, known, `The document declares the encoding ${declared.toUpperCase()}.`));
  const strict = decodeStrictly(body, "utf-8");
  if (strict !== null)
    return ok({
      text: unixLines(strict),
      encoding: "utf-8",
      faulty: false,
      why: said === null ? "The file is UTF-8, the default of XML." : "The file is UTF-8.",
    });
  const found = await detectEncoding(toSource(body));
  if (!found.name.startsWith("utf"))
    return ok(decode(body, found.name, `The document should be UTF-8. ${found.why}`));
  return ok(
    decode(
      body,
      "utf-8",
      "The file is UTF-8 except for some bytes; entries that contain them are rejected.",
    ),
  );
}

function decode(bytes: Uint8Array, encoding: string, why: string): XmlText {
  const strict = decodeStrictly(bytes, encoding);
  // A document may contain U+FFFD itself, so only a failure of strict decoding shows faulty bytes.
  const text =
    strict ??
    decodeTable(encoding, bytes) ??
    new TextDecoder(encoding, { fatal: false, ignoreBOM: true }).decode(bytes);
  return { text: unixLines(text), encoding, faulty: strict === null, why };
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unixLines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** The encoding that the first bytes prove, "" for none, and the length of the byte order mark. */
function detectWidth(bytes: Uint8Array): { readonly name: string; readonly mark: number } {
  const marked = MARKS.find((known) => known.bytes.every((byte, index) => bytes[index] === byte));
  if (marked !== undefined) return { name: marked.name, mark: marked.bytes.length };
  const [first, second] = bytes;
  if (first === 0x3c && second === 0) return { name: "utf-16le", mark: 0 };
  return first === 0 && second === 0x3c ? { name: "utf-16be", mark: 0 } : { name: "", mark: 0 };
}

function findDeclared(bytes: Uint8Array): string | null {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, DECLARATION_CHARS));
  return (
    /^\s{0,32}<\?xml\s[^>]{0,200}?\bencoding\s{0,8}=\s{0,8}["']([^"']{1,60})["']/
      .exec(head)?.[1]
      ?.trim() ?? null
  );
}

/** The decoder's name of a declared encoding; null when it is unknown. */
function decoderLabel(declared: string): string | null {
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return null;
  }
}

function toSource(bytes: Uint8Array): DocumentSource {
  return { name: "", bytes: bytes.length, open: async () => new Blob([bytes]).stream() };
}
