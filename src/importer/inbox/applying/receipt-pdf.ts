// Prints a message as a PDF (ISO 32000-1): its text to read, and the raw message as an embedded
// file, byte for byte. Budgeting services accept pictures and PDFs, but no messages. Pure; the same
// message gives the same bytes. The PDF has no script, link, form or picture.

import { ATTACHED_LINES_MAX, ATTACHED_LINE_CHARS } from "../../../platform/limits.ts";

export interface PrintedReceipt {
  readonly title: string;
  readonly lines: readonly string[];
  /** The raw message; null if it is too large to embed. */
  readonly raw: Uint8Array | null;
}

const LINES_A_PAGE = 64;
const FONT_SIZE = 9;
const LEADING = 12;

/** Returns the file. Letters that the standard font lacks are printed as "?". */
export function printReceiptPdf({ title, lines, raw }: PrintedReceipt): Uint8Array {
  const printed = [title, "", ...lines].flatMap(wrapLine).slice(0, ATTACHED_LINES_MAX);
  const pages = Array.from(
    { length: Math.max(1, Math.ceil(printed.length / LINES_A_PAGE)) },
    (_, page) => printed.slice(page * LINES_A_PAGE, (page + 1) * LINES_A_PAGE),
  );
  const file = raw === null ? null : { stream: 4 + 2 * pages.length, spec: 5 + 2 * pages.length };
  const names =
    file === null
      ? ""
      : ` /Names << /EmbeddedFiles << /Names [(receipt.eml) ${file.spec} 0 R] >> >>`;
  const objects: Uint8Array[] = [
    encodeText(`<< /Type /Catalog /Pages 2 0 R${names} >>`),
    encodeText(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, page) => `${4 + 2 * page} 0 R`).join(" ")}] >>`,
    ),
    encodeText("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"),
    ...pages.flatMap((page, index) => [
      encodeText(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
      ),
      writeStream("", writeContent(page)),
    ]),
  ];
  if (raw !== null && file !== null) {
    objects.push(
      writeStream(
        ` /Type /EmbeddedFile /Subtype /message#2Frfc822 /Params << /Size ${raw.length} >>`,
        raw,
      ),
    );
    objects.push(
      encodeText(
        `<< /Type /Filespec /F (receipt.eml) /UF (receipt.eml) /EF << /F ${file.stream} 0 R >> >>`,
      ),
    );
  }
  return writeFile(objects);
}

function writeFile(objects: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [encodeText("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n")];
  const offsets: number[] = [];
  let at = parts[0]?.length ?? 0;
  const add = (part: Uint8Array) => {
    parts.push(part);
    at += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    for (const part of [encodeText(`${index + 1} 0 obj\n`), object, encodeText("\nendobj\n")])
      add(part);
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const start = at;
  add(
    encodeText(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  const file = new Uint8Array(at);
  let end = 0;
  for (const part of parts) {
    file.set(part, end);
    end += part.length;
  }
  return file;
}

function writeStream(entries: string, content: Uint8Array): Uint8Array {
  const [head, tail] = [
    encodeText(`<< /Length ${content.length}${entries} >>\nstream\n`),
    encodeText("\nendstream"),
  ];
  const all = new Uint8Array(head.length + content.length + tail.length);
  all.set(head);
  all.set(content, head.length);
  all.set(tail, head.length + content.length);
  return all;
}

function writeContent(lines: readonly string[]): Uint8Array {
  return encodeText(
    `BT /F ${FONT_SIZE} Tf ${LEADING} TL 40 800 Td\n${lines.map((line) => `(${escapeText(line)}) Tj T*`).join("\n")}\nET`,
  );
}

/** Escapes the only three characters that have a meaning inside a string of a PDF. */
function escapeText(line: string): string {
  return line.replace(/[\\()]/g, "\\$&");
}

function wrapLine(text: string): string[] {
  const line = toWindows1252(text.replace(/\t+/g, "  ").trimEnd());
  if (line.length <= ATTACHED_LINE_CHARS) return [line];
  const count = Math.min(ATTACHED_LINES_MAX, Math.ceil(line.length / ATTACHED_LINE_CHARS));
  return Array.from({ length: count }, (_, part) =>
    line.slice(part * ATTACHED_LINE_CHARS, (part + 1) * ATTACHED_LINE_CHARS),
  );
}

/** The letters of Windows-1252 at codes where ISO 8859-1 has none. */
const WINDOWS_1252_EXTRAS: Readonly<Record<string, string>> = {
  "€": "\u0080",
  "‚": "\u0082",
  "„": "\u0084",
  "…": "\u0085",
  "‘": "\u0091",
  "’": "\u0092",
  "“": "\u0093",
  "”": "\u0094",
  "•": "\u0095",
  "–": "\u0096",
  "—": "\u0097",
  "™": "\u0099",
};

/** Makes every letter one byte. Control characters are left out, letters without a byte are "?". */
function toWindows1252(text: string): string {
  const plain = text
    .normalize("NFC")
    .replace(/[\u202f\u2009]/g, " ")
    .replace(/\p{C}/gu, "");
  return Array.from(
    plain,
    (letter) =>
      WINDOWS_1252_EXTRAS[letter] ?? ((letter.codePointAt(0) ?? 0) <= 0xff ? letter : "?"),
  ).join("");
}

function encodeText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at) & 0xff;
  return bytes;
}
