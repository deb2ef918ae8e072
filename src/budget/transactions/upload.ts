// Reads an uploaded attachment: multipart/form-data with one `file` and optional `notes`. The body
// is counted while it arrives and never held past its bound; the platform parses the form. As
// documented, every refusal is 400, even of a body that is too long.

import * as z from "zod";
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_FORM_BYTES_MAX,
  SHORT_NOTES_CHARS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { listErrors } from "../../platform/api/issues.ts";
import { readBytes } from "../../platform/api/json.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import * as wire from "../wire.ts";
import { parseEssence, FILE_TYPES, looksLike, safeName } from "./file-type.ts";

/** The fields of the form. */
export const UPLOAD_FORM = z
  .strictObject({
    file: z
      .custom<File>((value) => value instanceof File, {
        error: "must be one file",
        params: { keyword: "type" },
      })
      .meta({
        type: "string",
        format: "binary",
        description: `Less than 10 MB of ${FILE_TYPES.join(", ")}.`,
      }),
    notes: wire.text(0, SHORT_NOTES_CHARS_MAX).optional(),
  })
  .meta({ id: "AttachmentUpload" });

/** A checked upload. */
export interface Upload {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly notes: string | null;
}

/** The upload in a request's body. */
export async function readUpload(request: Request): Promise<Result<Upload, Problem>> {
  const form = await readForm(request);
  if (!form.ok) return form;
  const parsed = UPLOAD_FORM.safeParse(form.value);
  if (!parsed.success)
    return refuse("invalid shape", ...listErrors("body", parsed.error.issues, form.value));
  const { file, notes } = parsed.data;
  const type = parseEssence(file.type);
  const complain = (errMsg: string) => refuse("invalid body", { errMsg, invalid_property: "file" });
  if (!FILE_TYPES.includes(type)) {
    const found = type === "" ? "no type" : JSON.stringify(type.slice(0, 60));
    return refuse("invalid body", {
      errMsg: `The file is declared as ${found}; expected one of ${FILE_TYPES.join(", ")}.`,
      invalid_property: "file",
      allowed_values: FILE_TYPES,
    });
  }
  if (file.size >= ATTACHMENT_BYTES_MAX)
    return complain(
      `The file has ${file.size} bytes; it must have less than ${ATTACHMENT_BYTES_MAX}.`,
    );
  const bytes = await file.bytes();
  if (!looksLike(type, bytes))
    return complain(`The file is declared as ${type}, but does not begin as such a file does.`);
  return ok({
    name: safeName(file.name, type),
    type,
    bytes,
    notes: notes === undefined || notes === "" ? null : notes,
  });
}

/** The form's fields by name; several of one name are a list, which no field accepts. */
async function readForm(request: Request): Promise<Result<Record<string, unknown>, Problem>> {
  const declared = request.headers.get("Content-Type") ?? "";
  const unreadable = (found: string) =>
    refuse("invalid body", {
      errMsg: `Expected a multipart/form-data body with a file: ${found}.`,
      instancePath: "/body",
    });
  if (parseEssence(declared) !== "multipart/form-data")
    return unreadable(
      declared === "" ? "the request has no Content-Type" : "the Content-Type is another",
    );
  const bytes = await readBytes(request, ATTACHMENT_FORM_BYTES_MAX);
  if (bytes === null) return unreadable(`it is longer than ${ATTACHMENT_FORM_BYTES_MAX} bytes`);
  const form = await parseForm(bytes, declared);
  if (!form.ok) return unreadable("it could not be taken apart");
  const fields = new Map<string, unknown>();
  for (const name of new Set(form.value.keys())) {
    const values = form.value.getAll(name);
    fields.set(name, values.length === 1 ? values[0] : values);
  }
  return ok(Object.fromEntries(fields));
}

async function parseForm(bytes: Uint8Array, type: string): Promise<Result<FormData, "malformed">> {
  try {
    return ok(await new Response(bytes, { headers: { "Content-Type": type } }).formData());
  } catch {
    return err("malformed");
  }
}
