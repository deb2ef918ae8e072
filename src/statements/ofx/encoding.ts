// Decodes bytes to text. The header's ENCODING and CHARSET are wrong as often as right: many banks
// write CHARSET:1252 above UTF-8. The bytes decide first; the declaration only settles what they
// leave open.

import { decodeTable } from "../encodings/code-pages.ts";
import { detectEncoding, type Encoding } from "../csv/shape/encoding.ts";
import { measureSequence } from "../csv/shape/utf8.ts";

export interface Decoded {
  readonly text: string;
  readonly encoding: string;
  readonly why: string;
}

const HEAD_CHARS = 2_000;

/** Decodes the document, without its byte order mark. */
export async function decodeText(document: Uint8Array): Promise<Decoded> {
  const bytes = document.subarray(0, withoutCutEnd(document));
  const found = await detectEncoding({
    name: "",
    bytes: bytes.length,
    open: async () => toStream(bytes),
  });
  const declared = findDeclared(new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_CHARS)));
  const { encoding, why } = chooseEncoding(bytes, found, declared);
  return { text: decodeBytes(bytes.subarray(found.mark_bytes), encoding), encoding, why };
}

function chooseEncoding(
  bytes: Uint8Array,
  found: Encoding,
  declared: string | null,
): { encoding: string; why: string } {
  const contradicted =
    declared === null || declared === found.name ? "" : `, although the header says ${declared}`;
  if (found.faulty)
    return {
      encoding: "utf-8",
      why: "The file is UTF-8 except for a few bytes, which are shown as \ufffd.",
    };
  if (found.name.startsWith("utf-"))
    return {
      encoding: found.name,
      why: `${found.why.slice(0, -1)}${/ASCII/.test(found.why) ? "" : contradicted}.`,
    };
  const paired = EAST_ASIAN.has(found.name);
  if ((declared === "utf-8" || paired) && isMostlyUtf8(bytes))
    return {
      encoding: "utf-8",
      why: "The file is UTF-8 except for a few bytes, which are shown as \ufffd.",
    };
  return declared !== null && declared !== "utf-8" && isTelling(bytes, found, declared)
    ? {
        encoding: declared,
        why: `The bytes are not UTF-8; the file is read as ${declared}, as the header says.`,
      }
    : { encoding: found.name, why: `${found.why.slice(0, -1)}${contradicted}.` };
}

/**
 * Whether the declared encoding is to be believed. Banks write CHARSET:1252 by habit, so that needs
 * letters that are as likely as the best ones.
 */
function isTelling(
  bytes: Uint8Array,
  { name, readings = [] }: Encoding,
  declared: string,
): boolean {
  if (declared !== "windows-1252") return true;
  const letters = (encoding: string) => decodeBytes(bytes, encoding).replace(NO_LETTERS, " ");
  return (
    readings.some(({ encoding }) => encoding === declared) || letters(declared) === letters(name)
  );
}

const NO_LETTERS = /[^\p{L}\p{M}\n]/gu;

function decodeBytes(bytes: Uint8Array, encoding: string): string {
  if (!encoding.startsWith("utf-32"))
    return (
      decodeTable(encoding, bytes) ??
      new TextDecoder(encoding, { fatal: false, ignoreBOM: true }).decode(bytes)
    );
  const little = encoding === "utf-32le";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const point = view.getUint32(at, little);
    parts.push(
      point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)
        ? "\ufffd"
        : String.fromCodePoint(point),
    );
  }
  return parts.join("");
}

/** The encoding that the header or XML declaration names, as a TextDecoder label; null for none. */
function findDeclared(head: string): string | null {
  const xml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1];
  const charset =
    /CHARSET\s*[:=]\s*"?(UTF-?8|(?:ISO-?)?8859-?\d{1,2}|(?:WINDOWS-|CP)?\d{3,4}|SHIFT.?JIS|GBK|GB\d{4,5}|BIG5)/i.exec(
      head,
    )?.[1];
  const encoding = /ENCODING\s*[:=]\s*"?(UTF-?8|UNICODE)/i.exec(head)?.[1];
  // CHARSET names the code page of USASCII; next to ENCODING:UTF-8 it means nothing.
  for (const name of [xml, encoding === undefined ? undefined : "utf-8", charset]) {
    const label = name === undefined ? null : decoderLabel(name.toLowerCase());
    if (label !== null) return label;
  }
  return null;
}

const CODE_PAGES: Readonly<Record<string, string>> = {
  "932": "shift_jis",
  "936": "gbk",
  "949": "euc-kr",
  "950": "big5",
  "874": "windows-874",
  "866": "ibm866",
  "65001": "utf-8",
};

function decoderLabel(name: string): string | null {
  const digits = /^(?:windows-|cp)?(\d{3,5})$/.exec(name)?.[1];
  const iso = /^(?:iso-?)?8859-?(\d{1,2})$/.exec(name)?.[1];
  let label = iso === undefined ? name : `iso-8859-${iso}`;
  if (digits !== undefined) label = CODE_PAGES[digits] ?? `windows-${digits}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Code pages that would decode two bytes of a broken UTF-8 file as one character. */
const EAST_ASIAN: ReadonlySet<string> = new Set([
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
  "euc-jp",
]);

/** Whether there are at least as many complete UTF-8 sequences as invalid bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    const length = measureSequence(bytes, at);
    if (length > 1) good += 1;
    if (length === 0) bad += 1;
    at += Math.max(length, 1);
  }
  return good > 0 && good >= bad;
}

/** The length without a UTF-8 character that is cut off at the end of the file. */
function withoutCutEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc2) {
      return back < utf8Length(byte) ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The length of the UTF-8 sequence that this first byte announces. */
function utf8Length(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}

function toStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}
