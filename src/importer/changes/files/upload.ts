// A file that a person attaches: its form is read in the Worker, and its bytes are in the bucket
// before the journal is asked to attach it.

import * as z from "zod";
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_FORM_BYTES_MAX,
  CHANGE_KEY_CHARS_MAX,
} from "../../../platform/limits.ts";
import { readBytes } from "../../../platform/api/json.ts";
import { hex, sha256 } from "../../../platform/digest.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";

/** The fields of the form, for the OpenAPI document. */
export const ATTACH_FORM = z.object({
  file: z.file(),
  notes: z.string().optional(),
  key: z.string().optional(),
});

/** A file of a form. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly notes: string | null;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The form's one-time id, and the hash of what it sent. */
  readonly key: string;
  readonly hash: string;
}

/** A file that is in the bucket, to be attached to a transaction. */
export interface NewAttachment extends Omit<SentFile, "bytes"> {
  readonly transaction: number;
  readonly kept: string;
}

/** Reads the form; the service checks the file's type itself. */
export async function readAttachForm(
  request: Request,
  transaction: number,
): Promise<Result<SentFile, ImportProblem>> {
  const bytes = await readBytes(request, ATTACHMENT_FORM_BYTES_MAX);
  if (bytes === null) return err({ kind: "too large", bytes_max: ATTACHMENT_BYTES_MAX });
  const form = await parseForm(bytes, request.headers.get("content-type") ?? "");
  if (form === null) return err({ kind: "malformed multipart", detail: "it cannot be read" });
  const file = form.get("file");
  if (!(file instanceof File) || file.size === 0) return err({ kind: "no body" });
  if (file.size >= ATTACHMENT_BYTES_MAX)
    return err({ kind: "too large", bytes_max: ATTACHMENT_BYTES_MAX });
  const read = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const content = new Uint8Array(await file.arrayBuffer());
  const digest = hex(await sha256(content));
  const hash = hex(await sha256(JSON.stringify([transaction, file.name, digest])));
  const key = (read("key") || crypto.randomUUID()).slice(0, CHANGE_KEY_CHARS_MAX / 2);
  return ok({
    name: file.name,
    type: file.type,
    notes: read("notes") || null,
    bytes: content,
    key: `${key}-${hash.slice(0, CHANGE_KEY_CHARS_MAX / 2 - 1)}`,
    hash,
  });
}

async function parseForm(bytes: Uint8Array, type: string): Promise<FormData | null> {
  try {
    return await new Response(bytes, { headers: { "content-type": type } }).formData();
  } catch {
    return null;
  }
}
