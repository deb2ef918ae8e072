// Unpacks files that contain files: each file of a ZIP archive, or the one of a gzip file, becomes
// a document. It is stored under its own hash before any import of it exists, so a repeat changes
// nothing. Names inside are only shown to people. A file that cannot be unpacked is reported with
// the reason; only what operating systems add by themselves is left out silently. Archives inside
// an archive are opened one level deep.

import {
  ARCHIVE_BYTES_MAX,
  ARCHIVE_DEPTH_MAX,
  ARCHIVE_ENTRIES_MAX,
  ARCHIVE_FILES_MAX,
  ARCHIVE_RATIO_MAX,
  UPLOAD_BYTES_MAX,
} from "../../platform/limits.ts";
import {
  ArchiveFault,
  isZip,
  unpack,
  zipMembers,
  type ByteRanges,
  type ZipMember,
} from "../../platform/zip.ts";
import { breathe } from "../tools.ts";
import type { DocumentRef } from "./runs.ts";
import { fileName, findFolderName } from "./file-name.ts";
import { rangesIn, storeDocument, type StoredDocument } from "./documents.ts";

/** One file of an upload: a document to import, or the reason why it was refused. */
export interface Piece {
  readonly document: DocumentRef;
  readonly refused: string | null;
}

/** An archive that is being opened. `left` counts down the limits of the whole upload. */
interface Opening {
  readonly bucket: R2Bucket;
  readonly archive: DocumentRef;
  /** 1 for the upload itself, 2 for an archive inside it. */
  readonly depth: number;
  readonly left: { files: number; bytes: number };
  readonly spent: Spent;
}

/** How many bytes were unpacked so far, those of refused files included. */
export interface Spent {
  bytes: number;
}

/** After so many unpacked bytes other requests have their turn. */
const TURN_BYTES = 4 * 1024 * 1024;

/**
 * The files in the document, of at most `bytesMax` bytes together; the document itself if it is no
 * archive, or one that the decoder has to refuse whole. `spent` counts the work for a caller who
 * opens several archives.
 */
export async function piecesOfArrival(
  bucket: R2Bucket,
  document: DocumentRef,
  bytesMax: number = ARCHIVE_BYTES_MAX,
  spent: Spent = { bytes: 0 },
): Promise<readonly Piece[]> {
  const left = { files: ARCHIVE_FILES_MAX, bytes: bytesMax };
  const pieces = await open({ bucket, archive: document, depth: 1, left, spent });
  return pieces === null || pieces.length === 0 ? [{ document, refused: null }] : pieces;
}

/** The pieces of an archive; null if the document is no archive. */
async function open(opening: Opening): Promise<readonly Piece[] | null> {
  const { bucket, archive, depth, left } = opening;
  const file = rangesIn(bucket, archive.sha256, archive.bytes);
  const head = await file.read(0, Math.min(4, file.size));
  if (head[0] === 0x1f && head[1] === 0x8b) {
    left.files -= 1;
    const name = archive.name.replace(/\.(?:gz|gzip)$/i, "");
    return storeMember(opening, name, inflated(file, left.bytes));
  }
  if (!isZip(head)) return null;
  const found = await zipMembers(file, ARCHIVE_ENTRIES_MAX);
  const { isDocumentPackage } = await import("../../statements/workbook/open.ts");
  if (!found.ok || isDocumentPackage(found.value.map(({ name }) => name))) return null;
  const refuse = (why: string) => [refused(archive, archive.name, why)];
  if (depth > ARCHIVE_DEPTH_MAX)
    return refuse(
      "an archive inside an archive inside an archive is not opened; upload its files separately",
    );
  const members = found.value.filter(({ name }) => !isJunk(name));
  if (members.length > left.files)
    return refuse(
      `it holds ${members.length} files; at most ${ARCHIVE_FILES_MAX} are opened. Upload fewer at once`,
    );
  const pieces: Piece[] = [];
  for (const member of members) pieces.push(...(await openMember(opening, file, member)));
  return pieces;
}

async function openMember(
  opening: Opening,
  file: ByteRanges,
  member: ZipMember,
): Promise<readonly Piece[]> {
  const { archive, left } = opening;
  left.files -= 1;
  if (member.encrypted)
    return [
      refused(
        archive,
        member.name,
        "it is protected by a password. Unpack the archive with the password and upload the files in it",
      ),
    ];
  if (member.size === 0) return [refused(archive, member.name, "it is empty")];
  const bytesMax = Math.min(UPLOAD_BYTES_MAX, left.bytes);
  return storeMember(opening, member.name, unpack(file, member, bytesMax, ARCHIVE_RATIO_MAX));
}

/** Stores an unpacked file; if it is an archive, opens it. */
async function storeMember(
  { bucket, archive, depth, left, spent }: Opening,
  name: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<readonly Piece[]> {
  const stored = await storeBytes(bucket, inTurns(chunks, spent));
  if (typeof stored === "string") return [refused(archive, name, stored)];
  left.bytes -= stored.bytes;
  const document: DocumentRef = {
    name: fileName(name),
    ...stored,
    media_type: "application/octet-stream",
    archive: archive.archive ?? archive.name,
    ...inFolder(name),
  };
  const inner =
    left.files > 0
      ? await open({ bucket, archive: document, depth: depth + 1, left, spent })
      : null;
  return inner === null || inner.length === 0 ? [{ document, refused: null }] : inner;
}

/** The chunks, counted; a large file lets other requests have their turn in between. */
async function* inTurns(
  chunks: AsyncIterable<Uint8Array>,
  spent: Spent,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const turn = Math.floor(spent.bytes / TURN_BYTES);
    spent.bytes += chunk.byteLength;
    yield chunk;
    if (Math.floor(spent.bytes / TURN_BYTES) > turn) await breathe();
  }
}

/** The folder of a path, for a document; empty if the path names none. */
export function inFolder(path: string): Pick<DocumentRef, "folder"> {
  const folder = findFolderName(path);
  return folder === null ? {} : { folder };
}

async function storeBytes(
  bucket: R2Bucket,
  chunks: AsyncIterable<Uint8Array>,
): Promise<StoredDocument | string> {
  try {
    const stored = await storeDocument(bucket, chunks);
    if (stored.ok) return stored.value;
    return stored.error === "empty"
      ? "it is empty"
      : `it unpacks to more than ${UPLOAD_BYTES_MAX} bytes`;
  } catch (fault) {
    if (fault instanceof ArchiveFault)
      return `${fault.message}. Download the archive again, or upload the file by itself`;
    throw fault;
  }
}

/**
 * The one file of a gzip document (RFC 1952). The checksum at its end is checked by the platform.
 */
async function* inflated(file: ByteRanges, bytesMax: number): AsyncGenerator<Uint8Array> {
  const most = Math.min(bytesMax, UPLOAD_BYTES_MAX);
  const reader = (await file.stream(0, file.size))
    .pipeThrough(new DecompressionStream("gzip"))
    .getReader();
  let bytes = 0;
  try {
    for (;;) {
      const next = await reader.read().catch(() => null);
      if (next === null) throw new ArchiveFault("it is damaged or was cut");
      if (next.done) return;
      bytes += next.value.length;
      if (bytes > most) throw new ArchiveFault(`it unpacks to more than ${most} bytes`);
      yield next.value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The archive itself stands in for a file that could not be unpacked. */
function refused(archive: DocumentRef, name: string, reason: string): Piece {
  const shown = fileName(name);
  const document: DocumentRef = {
    ...archive,
    name: shown,
    archive: archive.archive ?? archive.name,
  };
  return { document, refused: `"${shown}" in the archive is not read: ${reason}.` };
}

/** Folders, and entries that operating systems add by themselves. */
function isJunk(name: string): boolean {
  const last = name.split("/").at(-1) ?? "";
  return (
    last === "" ||
    name.startsWith("__MACOSX/") ||
    last.startsWith("._") ||
    last === ".DS_Store" ||
    last.toLowerCase() === "thumbs.db" ||
    last.toLowerCase() === "desktop.ini"
  );
}
