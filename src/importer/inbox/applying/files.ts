// The files of a transaction at the budgeting service. As in posting/client.ts a call never throws.
// A receipt's file has a name of its own. If the transaction has a file of that name, the caller
// does not send it again.

import * as z from "zod";
import { ask, parseJson } from "../../connection/ask.ts";
import { readNoToken, type Upstream } from "../../connection/upstream.ts";
import { REQUEST_TIMEOUT_MS, RESPONSE_BYTES_MAX } from "../../../platform/limits.ts";
import { call, type DeleteReply, type Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";

export interface ReceiptFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly notes?: string | null;
}

export type AttachReply =
  /** `id` is null if the answer could not be read. */
  | { readonly kind: "attached"; readonly id: number | null }
  | { readonly kind: "not taken"; readonly message: string }
  | NoAnswer;
export type FilesReply =
  | {
      readonly kind: "files";
      readonly files: readonly { readonly id: number; readonly name: string }[];
    }
  | Refused
  | NoAnswer;

const MADE = z.object({ id: z.int() });
const TRANSACTION = z.object({
  files: z.array(z.object({ id: z.int(), name: z.string() })).nullish(),
});

/** GET /transactions/{id}: its files; an empty list if the service keeps no files. */
export async function listFiles(upstream: Upstream, id: number): Promise<FilesReply> {
  const reply = await call(upstream, "GET", `/transactions/${id}`, null);
  if (reply.kind !== "answer") return reply;
  const answer = TRANSACTION.safeParse(reply.json);
  return answer.success
    ? { kind: "files", files: answer.data.files ?? [] }
    : { kind: "unknown", message: "the service's transaction could not be read" };
}

/**
 * POST /transactions/{id}/attachments. "not taken" is final: the service has no such path, or
 * refuses the file.
 */
export async function attachFile(
  upstream: Upstream,
  id: number,
  file: ReceiptFile,
): Promise<AttachReply> {
  const form = new FormData();
  form.append("file", new File([file.bytes], file.name, { type: file.type }));
  if (file.notes != null) form.append("notes", file.notes);
  const request = new Request(`${upstream.base}/transactions/${id}/attachments`, {
    method: "POST",
    body: form,
    headers: { accept: "application/json" },
  });
  const result = await ask(upstream.fetch, request, {
    timeoutMs: REQUEST_TIMEOUT_MS,
    bytesMax: RESPONSE_BYTES_MAX,
  });
  if (!result.ok)
    return { kind: "unknown", message: `the service did not answer (${result.error})` };
  const { response, text } = result.value;
  const noToken = readNoToken(response);
  if (noToken !== null)
    return noToken.kind === "unauthorized"
      ? noToken
      : {
          kind: "throttled",
          throttle: { retryAfter: String(Math.ceil(noToken.delay / 1000)), reset: null },
          message: noToken.message,
        };
  const { status } = response;
  if (response.ok) {
    const made = MADE.safeParse(parseJson(text));
    return { kind: "attached", id: made.success ? made.data.id : null };
  }
  if (status === 429)
    return {
      kind: "throttled",
      throttle: {
        retryAfter: response.headers.get("retry-after"),
        reset: response.headers.get("ratelimit-reset"),
      },
      message: "the service asked us to wait (too many requests)",
    };
  if (status === 401 || status === 403)
    return { kind: "unauthorized", message: `the service answered ${status}` };
  if (status < 500 || status === 501)
    return {
      kind: "not taken",
      message:
        parseJson(text) === undefined
          ? "the service has no place for files"
          : `the service does not take the file (${status})`,
    };
  return { kind: "unknown", message: `the service answered ${status}` };
}

/** DELETE /transactions/attachments/{id}. */
export async function deleteFile(upstream: Upstream, id: number): Promise<DeleteReply> {
  const reply = await call(upstream, "DELETE", `/transactions/attachments/${id}`, null);
  return reply.kind === "answer" ? { kind: "deleted" } : reply;
}
