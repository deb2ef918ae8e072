// Returns one attachment of a stored mail as a download. It is taken out of the raw mail each time.
// Its bytes are untrusted: no browser shows them under our address, nothing in them is opened or
// unpacked, and the file name cannot name a path.

import { FILE_NAME_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Attachment } from "../../receipts/mail.ts";
import type { ImportProblem } from "../problem.ts";
import type { KeptReading } from "./reading.ts";

/** The policy of the response, in case a browser shows it after all. */
export const ATTACHMENT_POLICY =
  "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

/** Numbers the attachments of all documents of a message, from 0; a download names its number. */
export function numbered<T extends Pick<KeptReading["documents"][number], "attachments">>(
  documents: readonly T[],
) {
  let n = 0;
  return documents.map((document) => ({
    ...document,
    attachments: document.attachments.map((attachment) => ({ n: n++, ...attachment })),
  }));
}

/** The n-th attachment of a mail; refused if it is not the one listed when the mail was read. */
export async function readAttachment(
  raw: Uint8Array,
  reading: KeptReading,
  n: number,
): Promise<Result<Attachment, ImportProblem>> {
  const listed = reading.documents.flatMap(({ attachments }) => attachments)[n];
  if (listed === undefined) return err({ kind: "no such attachment", n: String(n) });
  const { findDocuments } = await import("../../receipts/mime/documents.ts");
  const { documents } = await findDocuments(raw);
  const found = documents.flatMap(({ attachments }) => attachments)[n];
  const same =
    found?.name === listed.name &&
    found.mediaType === listed.media_type &&
    found.bytes.byteLength === listed.bytes;
  return found === undefined || !same ? err({ kind: "read otherwise" }) : ok(found);
}

/**
 * Types that browsers only save, or show in viewers of their own. All others are sent without a
 * type.
 */
const TYPES: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** The attachment as a response that is saved, never shown. */
export function toDownload({ name, mediaType, bytes }: Attachment): Response {
  const fileName = downloadName(name);
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const headers = {
    "content-type": TYPES.has(mediaType) ? mediaType : "application/octet-stream",
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
    "x-content-type-options": "nosniff",
  };
  return new Response(bytes, { headers });
}

/**
 * A file name without a path and without characters that reverse the reading direction, safe on
 * every system.
 */
export function downloadName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .toWellFormed()
    .replace(/\p{C}/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[. ]+|[. ]+$/g, "");
  const dot = plain.lastIndexOf(".");
  const ending = dot > 0 && plain.length - dot <= ENDING_CHARS_MAX ? plain.slice(dot) : "";
  const stem = plain
    .slice(0, plain.length - ending.length)
    .slice(0, FILE_NAME_CHARS_MAX - ending.length)
    .replace(/[\ud800-\udbff]$/, "");
  return stem === "" ? `attachment${ending}` : `${RESERVED.test(stem) ? "_" : ""}${stem}${ending}`;
}

const ENDING_CHARS_MAX = 10;
/** Names that Windows reserves for devices, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
