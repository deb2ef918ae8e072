// The API rows that the Worker answers itself, since large bodies never pass through an object: an
// uploaded file or mail is streamed into R2 and its key is handed over; stored bytes are streamed
// out again.

import * as z from "zod";
import { readConfig } from "../config.ts";
import { err, ok } from "../platform/result.ts";
import { BACKUP_DOORS } from "./backup/doors.ts";
import { ATTACH_FORM, readAttachForm } from "./changes/files/upload.ts";
import { toResponse } from "./changes/routes.ts";
import { CHANGE_ANSWER } from "./changes/wire.ts";
import { getDocument } from "./imports/documents.ts";
import type { Import } from "./imports/runs.ts";
import { receiveUpload } from "./imports/upload.ts";
import { ACCEPTED } from "./imports/wire.ts";
import { ATTACHMENT_POLICY, readAttachment, toDownload } from "./inbox/attachment.ts";
import { receivePostedMail } from "./inbox/mailbox.ts";
import { MESSAGE } from "./inbox/wire.ts";
import type { Importer } from "./object.ts";
import { refuse } from "./problem.ts";
import { ID, route, whole, type Row } from "./route.ts";

/** What these rows work with. */
export interface Door {
  readonly env: Env;
  readonly connection: string;
  readonly importer: DurableObjectStub<Importer>;
  /** The Worker's own entrypoints, by which the embedded service is reached. */
  readonly ctx: { readonly exports: unknown };
}

const flag = z.enum(["true", "false"]).optional();

/**
 * The parameters of an upload, for the OpenAPI document; upload.ts checks them, with messages of
 * its own.
 */
const UPLOAD_QUERY = z.object({
  account: z.string().optional(),
  currency: z.string().optional(),
  preview: z.enum(["true", "false", "foreign"]).optional(),
  apply_rules: flag,
  skip_duplicates: flag,
  include_pending: flag,
  set_balance: flag,
  name: z.string().optional(),
  upload: z.string().optional(),
});

export const DOOR_ROUTES: readonly Row<Door>[] = [
  ...BACKUP_DOORS,
  route({
    method: "POST",
    path: "/imports",
    by: "everybody",
    tag: "imports",
    summary: "Import a file: it is the body, or the part file of a form",
    describedQuery: UPLOAD_QUERY,
    form: z.object({ file: z.file() }),
    bodyMedia: "application/octet-stream",
    status: 202,
    response: ACCEPTED,
    failures: [400, 413, 422],
    handle: async ({ env, importer }: Door, _, { request }) => {
      const upload = await receiveUpload(
        request,
        env.DOCUMENTS,
        readConfig(env).limits.uploadBytes,
      );
      if (!upload.ok) return upload;
      const { account, options, ...arrival } = upload.value;
      const unnamed = { ...options, account: null, account_named: null };
      const received = await importer.receive(
        { door: "upload", ...arrival, options: unnamed },
        account,
      );
      return received.ok ? ok(accepted(received.value)) : received;
    },
  }),
  route({
    method: "GET",
    path: "/imports/{id}/document",
    by: "everybody",
    tag: "imports",
    summary: "Download the file",
    media: "application/octet-stream",
    params: ID,
    status: 200,
    failures: [404],
    handle: async ({ env, importer }: Door, { params: { id } }) => {
      const kept = await importer.findDocument(id);
      if (kept === null) return err({ kind: "no such import", id });
      const document = await getDocument(env.DOCUMENTS, kept.sha256);
      if (document === null) return err({ kind: "document missing", id, name: kept.name });
      // Untrusted bytes: no browser may render them under our address.
      const headers = {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(kept.name)}`,
      };
      return ok(new Response(document.body, { headers }));
    },
  }),
  route({
    method: "POST",
    path: "/changes/files",
    by: "people",
    tag: "changes",
    summary: "Attach a file to a transaction; key is a one-time id of the form",
    query: z.object({ transaction: whole("transaction", 1, Number.MAX_SAFE_INTEGER) }),
    form: ATTACH_FORM,
    status: 201,
    response: CHANGE_ANSWER,
    failures: [400, 409, 413, 422],
    handle: async ({ env, importer }: Door, { query: { transaction } }, { request, principal }) => {
      const sent = await readAttachForm(request, transaction);
      if (!sent.ok) return sent;
      const { bytes, ...file } = sent.value;
      const kept = await importer.expectFile(bytes.byteLength);
      await env.DOCUMENTS.put(kept, bytes);
      return toResponse(await importer.attachFile({ ...file, transaction, kept }, principal));
    },
  }),
  route({
    method: "POST",
    path: "/inbox",
    by: "everybody",
    tag: "inbox",
    summary: "Bring a message: the body is the raw mail",
    bodyMedia: "message/rfc822",
    status: 202,
    response: MESSAGE,
    failures: [413, 415, 422],
    handle: async ({ env, connection }: Door, _, { request }) => {
      const taken = await receivePostedMail(request, env, connection);
      if (!taken.ok) return taken;
      const { message, fresh } = taken.value;
      const headers = { location: `/api/inbox/${message.id}` };
      return ok(Response.json(message, { status: fresh ? 202 : 200, headers }));
    },
  }),
  route({
    method: "GET",
    path: "/inbox/{id}/message",
    by: "people",
    tag: "inbox",
    summary: "Download the raw message",
    media: "application/octet-stream",
    params: ID,
    status: 200,
    failures: [404],
    handle: async ({ env, importer }: Door, { params: { id } }) => {
      const key = await importer.mailKey(id);
      const stored = key === null ? null : await env.DOCUMENTS.get(key);
      if (stored === null) return err({ kind: "no such message", id });
      const headers = {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename="${encodeURIComponent(id)}.eml"`,
      };
      return ok(new Response(stored.body, { headers }));
    },
  }),
  route({
    method: "GET",
    path: "/inbox/{id}/attachments/{n}",
    by: "people",
    tag: "inbox",
    summary: "Download an attachment",
    media: "application/octet-stream",
    params: z.object({ id: z.string(), n: z.string() }),
    status: 200,
    failures: [404, 409],
    handle: async ({ env, importer }: Door, { params: { id, n } }) => {
      if (!/^\d{1,4}$/.test(n)) return err({ kind: "no such attachment", n: n.slice(0, 20) });
      const [reading, key] = await Promise.all([importer.mailReading(id), importer.mailKey(id)]);
      const stored = reading === null || key === null ? null : await env.DOCUMENTS.get(key);
      if (stored === null || reading === null) return err({ kind: "no such message", id });
      const bytes = new Uint8Array(await stored.arrayBuffer());
      const attachment = await readAttachment(bytes, JSON.parse(reading), Number(n));
      if (!attachment.ok) return attachment;
      const download = toDownload(attachment.value);
      download.headers.set("content-security-policy", ATTACHMENT_POLICY);
      return ok(download);
    },
  }),
];

/** One import as an object, several of an archive as a list; refused if none can be read. */
function accepted(imports: readonly Import[]): Response {
  const files = imports.flatMap((run) =>
    run.state === "failed" && run.error !== null ? [{ message: run.error, import_id: run.id }] : [],
  );
  const [only, ...others] = imports;
  const [first] = files;
  if (only !== undefined && others.length === 0) {
    if (first !== undefined) return refuse({ kind: "unreadable", ...first });
    return Response.json(only, { status: 202, headers: { location: `/api/imports/${only.id}` } });
  }
  if (files.length === imports.length) return refuse({ kind: "unreadable archive", files });
  return Response.json({ imports }, { status: 202, headers: { location: "/api/imports" } });
}
