// Files that old programs wrote into a text: "begin 644 name", lines of at most 45 bytes, "end". A
// file that breaks off stays text. One pass over the lines.

import type { Attachment } from "../mail.ts";

const BEGIN = /^begin [0-7]{3,4} (\S[^\r\n]{0,254})$/;
const LINE_BYTES_MAX = 45;

export interface Unpacked {
  /** The text without the files in it. */
  readonly text: string;
  readonly files: readonly Attachment[];
}

/** Takes the uuencoded files out of a text. */
export function unpackUuencoded(text: string): Unpacked {
  if (!text.includes("begin ")) return { text, files: [] };
  const lines = text.split("\n");
  const kept: string[] = [];
  const files: Attachment[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = withoutReturn(lines[index]);
    const name = BEGIN.exec(line)?.[1];
    const file = name === undefined ? null : decodeFile(lines, index + 1);
    if (name === undefined || file === null) {
      kept.push(lines[index] ?? "");
      continue;
    }
    files.push({
      name: name.trim(),
      mediaType: "application/octet-stream",
      bytes: file.bytes,
      inline: false,
    });
    index = file.end;
  }
  return { text: kept.join("\n"), files };
}

/** The file that begins on that line, and the line of its "end"; null if it breaks off. */
function decodeFile(
  lines: readonly string[],
  from: number,
): { bytes: Uint8Array; end: number } | null {
  const bytes: number[] = [];
  for (let index = from; index < lines.length; index += 1) {
    const line = withoutReturn(lines[index]);
    if (line === "end") return { bytes: Uint8Array.from(bytes), end: index };
    if (!decodeLine(line, bytes)) return null;
  }
  return null;
}

function decodeLine(line: string, into: number[]): boolean {
  if (line === "" || line === "`") return true;
  const count = sixBitsAt(line, 0);
  if (count > LINE_BYTES_MAX || line.length < 1 + Math.ceil((count * 4) / 3)) return false;
  const end = into.length + count;
  for (let at = 1; into.length < end; at += 4) {
    const group =
      (sixBitsAt(line, at) << 18) |
      (sixBitsAt(line, at + 1) << 12) |
      (sixBitsAt(line, at + 2) << 6) |
      sixBitsAt(line, at + 3);
    for (const byte of [group >> 16, (group >> 8) & 255, group & 255])
      if (into.length < end) into.push(byte);
  }
  return true;
}

function sixBitsAt(line: string, at: number): number {
  return at < line.length ? (line.charCodeAt(at) - 32) & 63 : 0;
}

function withoutReturn(line: string | undefined): string {
  return line?.replace(/\r$/, "") ?? "";
}
