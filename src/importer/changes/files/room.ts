// The files of transactions as the journal uses them: the bytes that it keeps itself, and the
// service's attachments. A call never throws for what the service does.

import * as z from "zod";
import { ATTACHMENT_BYTES_MAX, REQUEST_TIMEOUT_MS } from "../../../platform/limits.ts";
import { readBytes } from "../../../platform/api/json.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Upstream } from "../../connection/upstream.ts";
import { attachFile, type AttachReply, type ReceiptFile } from "../../inbox/applying/files.ts";
import type { Ask } from "../service.ts";

/** A file with its note. */
export interface AttachedFile extends ReceiptFile {
  readonly notes: string | null;
}

/** The bytes of an attachment; "none" if the service does not hand them over. */
export type Downloaded =
  { readonly kind: "bytes"; readonly bytes: Uint8Array } | { readonly kind: "none" } | NoAnswer;

/** The calls of the journal for files. */
export interface FileRoom {
  readonly connection: string;
  readonly bucket: R2Bucket;
  readonly attach: (transaction: number, file: AttachedFile) => Promise<AttachReply>;
  readonly download: (file: number) => Promise<Downloaded>;
}

const linkSchema = z.object({ url: z.url() });

/** Makes the calls; `ask` waits for its place in the quota. */
export function makeFileRoom(
  { connection, bucket }: Pick<FileRoom, "connection" | "bucket">,
  upstream: Upstream,
  pace: () => Promise<number>,
  ask: Ask,
): FileRoom {
  return {
    connection,
    bucket,
    attach: async (transaction, file) => {
      const wait = await pace();
      if (wait <= 0) return attachFile(upstream, transaction, file);
      const throttle = { retryAfter: String(Math.ceil(wait / 1000)), reset: null };
      return { kind: "throttled", throttle, message: "the service's quota is used up" };
    },
    download: async (file) => {
      const link = await ask("GET", `/transactions/attachments/${file}`, null);
      if (link.kind === "refused") return { kind: "none" };
      if (link.kind !== "answer") return link;
      const read = linkSchema.safeParse(link.json);
      return read.success ? readLink(upstream, read.data.url) : { kind: "none" };
    },
  };
}

/** A link needs no token, and its host may be another one, so the token is not sent to it. */
async function readLink({ base, open }: Upstream, url: string): Promise<Downloaded> {
  const isPlain = new URL(base).protocol === "http:";
  if (open === undefined || (!isPlain && new URL(url).protocol !== "https:"))
    return { kind: "none" };
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await open(new Request(url, { signal }));
    if (response.status >= 500)
      return { kind: "unknown", message: `the file's server answered ${response.status}` };
    if (!response.ok) return { kind: "none" };
    const bytes = await readBytes(response, ATTACHMENT_BYTES_MAX);
    return bytes === null || bytes.byteLength === 0 ? { kind: "none" } : { kind: "bytes", bytes };
  } catch {
    return { kind: "unknown", message: "the file's server did not answer" };
  }
}
