// The headers of every answer, and what no refusal may repeat.

import { chooseResourcePolicy } from "./cross-origin.ts";
import type { Config } from "../config.ts";
import { withoutSecrets } from "../platform/credentials/redact.ts";

/** `formTarget` is where the forms of one page may lead besides here. */
const contentPolicy = (formTarget: string | undefined) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
  `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}; frame-ancestors 'none'; base-uri 'none'`;

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ["strict-transport-security", "max-age=31536000"],
];

/**
 * Sets them; `formTarget` is where the forms of the page may lead besides here, `ownPolicy` the
 * whole policy of an answer that has one of its own.
 */
export function setSecurityHeaders(
  headers: Headers,
  formTarget: string | undefined,
  ownPolicy: string | undefined,
): void {
  headers.set("content-security-policy", ownPolicy ?? contentPolicy(formTarget));
  for (const [name, value] of SECURITY_HEADERS) headers.set(name, value);
  // A mail's body is shown in a frame of our own pages, and nowhere else.
  if (ownPolicy !== undefined) headers.set("x-frame-options", "SAMEORIGIN");
  headers.set("cross-origin-resource-policy", chooseResourcePolicy(headers));
}

/** A refusal may repeat parts of the request; a credential in it is removed. */
export async function withoutEcho(
  response: Response,
  { tokenKey, localToken, budgetApiToken }: Config,
): Promise<Response> {
  const isRefusal =
    response.status >= 400 &&
    response.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isRefusal) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(
    withoutSecrets(await response.text(), [tokenKey, localToken, budgetApiToken]),
    { status: response.status, headers },
  );
}
