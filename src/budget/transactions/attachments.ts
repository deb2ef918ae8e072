// Attachments of transactions (gaps.md 3.9): upload, download link, deletion. The bytes are stored
// in the bucket before the row is written, and deleted by a job after the row is gone (files.ts
// says why).

import * as z from "zod";
import { FILE_LINK_MS, FILES_A_TRANSACTION_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { countFiles, fileWire, findFile, forgetFile, forgetKey, insertFile } from "./files.ts";
import { FILE } from "./schemas.ts";
import { findTransaction } from "./store.ts";
import { readUpload, UPLOAD_FORM, type Upload } from "./upload.ts";

const TRANSACTION_PATH = z.strictObject({ transaction_id: wire.textId });
const FILE_PATH = z.strictObject({ file_id: wire.textId });

/** An upload whose bytes are in the bucket under `key`. */
interface Kept extends Upload {
  readonly key: string;
}

export const ATTACHMENT_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/transactions/{transaction_id}/attachments",
    scope: "transactions:write",
    tag: "attachments",
    summary: "Attach a file to a transaction",
    params: TRANSACTION_PATH,
    form: UPLOAD_FORM,
    status: 201,
    response: FILE,
    failures: [400, 404],
    prepare: (outside, { params }) => keep(outside, params.transaction_id),
    handle: (context, { params }, kept: Kept) => {
      const possible = attachable(context, params.transaction_id);
      if (!possible.ok) return possible;
      const { bytes, ...file } = kept;
      const row = insertFile(context.sql, {
        ...file,
        transaction_id: params.transaction_id,
        uploaded_by: context.caller.userId,
        bytes: bytes.byteLength,
        created_at: context.now,
      });
      return ok(fileWire(row));
    },
    // The transaction was deleted, or its last place taken, while the bytes were on their way.
    abandon: ({ sql }, { key }) => forgetKey(sql, key),
  }),
  route({
    method: "GET",
    path: "/transactions/attachments/{file_id}",
    scope: "transactions:read",
    tag: "attachments",
    summary: "A link to download an attachment, good for some minutes",
    params: FILE_PATH,
    response: z.strictObject({ url: z.url(), expires_at: wire.TIME_OUT }),
    failures: [400, 404],
    handle: ({ sql }, { params }) => {
      const file = findFile(sql, params.file_id);
      return file === null ? notFound("attachment", params.file_id) : ok(file.key);
    },
    finish: async ({ ports, request, now }, key) => {
      const until = Math.floor((now + FILE_LINK_MS) / 1000) * 1000;
      const url = new URL(await ports.links.path(key, until), request.url);
      return { url: url.href, expires_at: wire.formatTime(until) };
    },
  }),
  route({
    method: "DELETE",
    path: "/transactions/attachments/{file_id}",
    scope: "transactions:write",
    tag: "attachments",
    summary: "Delete an attachment",
    params: FILE_PATH,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params }) => {
      if (findFile(sql, params.file_id) === null) return notFound("attachment", params.file_id);
      forgetFile(sql, params.file_id);
      return ok(undefined);
    },
  }),
];

/**
 * Reads the upload and stores its bytes in the bucket, after every refusal that is possible before.
 */
async function keep(outside: Outside, transactionId: number): Promise<Result<Kept, Problem>> {
  const possible = attachable(outside, transactionId);
  if (!possible.ok) return possible;
  const upload = await readUpload(outside.request);
  if (!upload.ok) return upload;
  const key = crypto.randomUUID();
  await outside.ports.files.put(key, upload.value);
  return ok({ ...upload.value, key });
}

function attachable({ sql }: Context, transactionId: number): Result<undefined, Problem> {
  if (findTransaction(sql, transactionId) === null) return notFound("transaction", transactionId);
  if (countFiles(sql, transactionId) < FILES_A_TRANSACTION_MAX) return ok(undefined);
  return refuse("invalid request", {
    errMsg: `Transaction ${transactionId} has ${FILES_A_TRANSACTION_MAX} attachments, the most there can be.`,
    transaction_id: transactionId,
  });
}
