// Links to the bytes of attachments: valid for some minutes and one file. A download needs only the
// signature, under a key of this purpose, so the Worker serves it straight from the bucket without
// waking the budget. Any fault of a link is answered 403 without detail.

import { isSigned, sign, signingKey } from "../../platform/credentials/signature.ts";
import { attachmentKey, type FileLinks } from "../outside.ts";

const PURPOSE = "file links";
const EXPIRES = /^\d{1,12}$/;

function signedText(budget: string, key: string, expires: string): string {
  return JSON.stringify([budget, key, expires]);
}

/** The links of one budget's files. */
export function fileLinks(tokenKey: string, budget: string): FileLinks {
  return {
    path: async (key, until) => {
      const expires = String(Math.floor(until / 1000));
      const signature = await sign(
        await signingKey(tokenKey, PURPOSE),
        signedText(budget, key, expires),
      );
      const place = `/files/${encodeURIComponent(budget)}/${encodeURIComponent(key)}`;
      return `${place}?expires=${expires}&signature=${signature}`;
    },
  };
}

/** Answers a download by its link: 403 for an invalid or expired link, 404 for a deleted file. */
export async function serveFile(
  request: Request,
  budget: string,
  key: string,
  env: Pick<Env, "DOCUMENTS" | "TOKEN_KEY">,
  now: number,
): Promise<Response> {
  const query = new URL(request.url).searchParams;
  const expires = query.get("expires") ?? "";
  const signature = query.get("signature") ?? "";
  const signed = await isSigned(
    await signingKey(env.TOKEN_KEY, PURPOSE),
    signedText(budget, key, expires),
    signature,
  );
  if (!signed || !EXPIRES.test(expires) || Number(expires) * 1000 <= now)
    return textResponse("Forbidden", 403);
  const file = await env.DOCUMENTS.get(attachmentKey(budget, key));
  if (file === null) return textResponse("Not Found", 404);
  return new Response(file.body, {
    headers: {
      "Content-Type": file.httpMetadata?.contentType ?? "application/octet-stream",
      "Content-Disposition": file.httpMetadata?.contentDisposition ?? "attachment",
      "Content-Length": String(file.size),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

function textResponse(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" },
  });
}
