// The encodings of a byte for a letter: those of TextDecoder, and the pages of DOS and of older Macs
// that it lacks, as tables of their 128 letters (words/code-pages.json).

import tables from "../words/code-pages.json" with { type: "json" };

const TABLES: ReadonlyMap<string, string> = new Map(Object.entries(tables));

const WESTERN = "en de fr es it nl pt sv nb da fi is ca sq ga cy et";
const CENTRAL = "pl cs sk hu ro hr sl sq";
const BALTIC = "lt lv et";
const CYRILLIC = "ru uk be bg sr mk";

/** An encoding, how seldom banks write it (a logarithm, 0 is usual), and its languages. */
type ByteEncoding = readonly [string, number, string];

/** The single-byte encodings to compare, the more common first: of equals the first wins. */
export const BYTE_ENCODINGS: readonly ByteEncoding[] = [
  ["windows-1252", 0, WESTERN],
  ["windows-1250", 0, CENTRAL],
  ["windows-1251", 0, CYRILLIC],
  ["windows-1254", 0, "tr"],
  ["windows-1257", 0, BALTIC],
  ["windows-1253", 0, "el"],
  ["windows-1255", 0, "he"],
  ["windows-1256", 0, "ar fa"],
  ["windows-874", 0, "th"],
  ["windows-1258", 0.5, "vi"],
  ["iso-8859-2", 0.5, CENTRAL],
  ["iso-8859-15", 0.5, WESTERN],
  ["iso-8859-7", 0.5, "el"],
  ["koi8-r", 0.5, CYRILLIC],
  ["koi8-u", 1, "uk"],
  ["iso-8859-5", 1, CYRILLIC],
  ["iso-8859-13", 1, BALTIC],
  ["iso-8859-6", 1, "ar"],
  ["iso-8859-8", 1, "he"],
  ["iso-8859-4", 4, BALTIC],
  ["iso-8859-16", 4, "ro"],
  ["iso-8859-3", 4, "mt"],
  ["iso-8859-10", 5, "is"],
  ["iso-8859-14", 4, "ga cy"],
  ["ibm850", 1.5, WESTERN],
  ["ibm852", 1.5, CENTRAL],
  ["ibm866", 1, CYRILLIC],
  ["ibm437", 1.8, WESTERN],
  ["ibm858", 1.8, WESTERN],
  ["ibm857", 2, "tr"],
  ["ibm775", 2, BALTIC],
  ["ibm737", 2, "el"],
  ["ibm862", 2, "he"],
  ["ibm864", 4, "ar"],
  ["ibm720", 4, "ar"],
  ["ibm855", 2.5, CYRILLIC],
  ["ibm860", 5, "pt"],
  ["ibm861", 5, "is"],
  ["ibm863", 5, "fr"],
  ["ibm865", 4, "nb da"],
  ["ibm869", 2.5, "el"],
  ["ibm1125", 2.5, "uk"],
  ["macintosh", 1.8, WESTERN],
  ["x-mac-ce", 2.5, CENTRAL],
  ["x-mac-cyrillic", 2.5, CYRILLIC],
  ["x-mac-greek", 4, "el"],
  ["x-mac-turkish", 3, "tr"],
  ["x-mac-icelandic", 6, "is"],
  ["x-mac-croatian", 6, "hr sl"],
  ["x-mac-romanian", 6, "ro"],
];

const upper = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
const loaded = new Map<string, string>();

/** The letters of the bytes from 128 on. */
export function lettersOf(encoding: string): string {
  const known = TABLES.get(encoding) ?? loaded.get(encoding);
  if (known !== undefined) return known;
  const letters = new TextDecoder(encoding).decode(upper);
  loaded.set(encoding, letters);
  return letters;
}

/** The text of bytes in one of the encodings that TextDecoder lacks; null for any other. */
export function decodeTable(encoding: string, bytes: Uint8Array): string | null {
  return createTableDecoder(encoding)?.(bytes) ?? null;
}

const CHUNK_BYTES = 4_096;

/** A decoder of a stream in one of the encodings that TextDecoder lacks; null for any other. */
export function createTableDecoder(encoding: string): ((bytes: Uint8Array) => string) | null {
  const table = TABLES.get(encoding);
  if (table === undefined) return null;
  const units = Uint16Array.from({ length: 256 }, (_, byte) =>
    byte < 128 ? byte : table.charCodeAt(byte - 128),
  );
  return (bytes) => {
    let text = "";
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
      const part = Uint16Array.from(
        bytes.subarray(from, from + CHUNK_BYTES),
        (byte) => units[byte] ?? 0xfffd,
      );
      text += String.fromCharCode(...part);
    }
    return text;
  };
}
