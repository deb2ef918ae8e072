// A refusal of the Worker itself, in the service's envelope.

import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";

export function refuse(
  c: Context,
  status: ContentfulStatusCode,
  message: string,
  errMsg: string,
  headers: Record<string, string> = {},
): Response {
  return c.json({ message, errors: [{ errMsg }] }, status, headers);
}
