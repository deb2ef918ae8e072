// Text to bytes in encodings that only have a decoder here: the decoder's table turned round.

/** The encodings a statement is re-encoded to; UTF-8 and UTF-16 with a byte order mark are among them. */
export const ENCODINGS: readonly string[] = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "iso-8859-2",
  "iso-8859-15",
  "koi8-r",
  "ibm866",
  "macintosh",
  "shift_jis",
  "gbk",
  "big5",
  "euc-kr",
];

const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes, or null where the encoding lacks a character of the text. */
export function encode(text: string, encoding: string): Uint8Array | null {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding.startsWith("utf-16")) return utf16(`\ufeff${text}`, encoding === "utf-16le");
  const table = tableOf(encoding);
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const found = code < 128 ? [code] : table.get(char);
    if (found === undefined) return null;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

function utf16(text: string, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), little);
  return new Uint8Array(view.buffer);
}

function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding);
  const note = (bytes: readonly number[]) => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const [char] = text;
    if (char === text && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  };
  for (let one = 128; one < 256; one += 1) note([one]);
  if (/jis|gbk|big5|euc/.test(encoding)) {
    for (let one = 0x81; one < 0xff; one += 1)
      for (let two = 0x40; two < 0xff; two += 1) note([one, two]);
  }
  tables.set(encoding, table);
  return table;
}
