// The accepted attachments: pure. The type is decided by the file's first bytes and by the declared
// type, and the stored name is cleaned. Neither a declared type nor a name is trusted alone.

import { FILE_NAME_CHARS_MAX } from "../../platform/limits.ts";

/**
 * A kind of file: the types it may be declared as, and the bytes (Latin-1 text) that it has at an
 * offset.
 */
interface Kind {
  readonly types: readonly string[];
  readonly extension: string;
  readonly offset: number;
  readonly beginnings: readonly string[];
}

// HEIC is HEIF with a certain coding: phones declare either, and the brand in the file says little
// more.
const KINDS: readonly Kind[] = [
  { types: ["image/jpeg"], extension: "jpg", offset: 0, beginnings: ["\xff\xd8\xff"] },
  { types: ["image/png"], extension: "png", offset: 0, beginnings: ["\x89PNG\r\n\x1a\n"] },
  { types: ["application/pdf"], extension: "pdf", offset: 0, beginnings: ["%PDF-"] },
  {
    types: ["image/heic", "image/heif"],
    extension: "heic",
    offset: 4,
    beginnings: [
      "heic",
      "heix",
      "heim",
      "heis",
      "hevc",
      "hevx",
      "hevm",
      "hevs",
      "mif1",
      "msf1",
    ].map((brand) => `ftyp${brand}`),
  },
];

/** The types that may be attached. */
export const FILE_TYPES: readonly string[] = KINDS.flatMap(({ types }) => types);

/** "image/png" of a declared type with parameters or in capitals. */
export function parseEssence(declared: string): string {
  return (declared.split(";")[0] ?? "").trim().toLowerCase();
}

/** Whether the bytes begin as a file of this type does. */
export function looksLike(type: string, bytes: Uint8Array): boolean {
  const kind = findKind(type);
  if (kind === undefined) return false;
  return kind.beginnings.some((text) => {
    const part = bytes.subarray(kind.offset, kind.offset + text.length);
    return part.length === text.length && part.every((byte, at) => byte === text.charCodeAt(at));
  });
}

function findKind(type: string): Kind | undefined {
  return KINDS.find(({ types }) => types.includes(type));
}

// Control characters, and characters that reverse the direction of writing: "fdp.exe" could be made
// to look like "exe.pdf".
const UNSHOWN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * The name to store a file under: without folders and invisible characters, cut before its
 * extension if too long.
 */
export function safeName(name: string, type: string): string {
  const bare = name
    .toWellFormed()
    .replace(UNSHOWN, "")
    .replace(/^.*[/\\]/s, "")
    .trim();
  if (/^\.*$/.test(bare)) return `attachment.${findKind(type)?.extension ?? "bin"}`;
  const characters = Array.from(bare);
  if (characters.length <= FILE_NAME_CHARS_MAX) return bare;
  const extension = /\.[^.]{1,10}$/u.exec(bare)?.[0] ?? "";
  return (
    characters.slice(0, FILE_NAME_CHARS_MAX - Array.from(extension).length).join("") + extension
  );
}
