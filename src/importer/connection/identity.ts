// Who a token speaks for, by GET /me, and the name of the connection that follows from it. The name is a function of
// service, user and account, so whoever connects the same again finds the same queue and history.

import * as z from "zod";
import { IDENTITY_BYTES_MAX, REQUEST_TIMEOUT_MS, TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { base32, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ask, parseJson, type Fetch } from "./ask.ts";

/** A person in one of their budget accounts. */
export interface Identity {
  readonly userId: number;
  readonly accountId: number;
  readonly name: string;
  readonly email: string;
  readonly budgetName: string;
  readonly currency: string;
}

export type IdentifyFault =
  /** The text cannot be a token: it is empty, too long, or has characters that no token has. */
  | { readonly kind: "malformed" }
  /** 401: the service does not take the token. */
  | { readonly kind: "unauthorized" }
  /** 403: the token may not ask who it is for. */
  | { readonly kind: "forbidden" }
  | { readonly kind: "throttled"; readonly retryAfter: string | null }
  | { readonly kind: "unreachable" }
  | { readonly kind: "unreadable"; readonly status: number };

const NAME_CHARS_MAX = 300;
const shown = z.string().transform((text) => text.toWellFormed().slice(0, NAME_CHARS_MAX));
const me = z.object({
  id: z.int().positive(),
  account_id: z.int().positive(),
  name: shown.nullish(),
  email: shown.nullish(),
  budget_name: shown.nullish(),
  primary_currency: z.string().max(20).nullish(),
});

const OWN = { userId: 1, accountId: 1 };
/** The embedded service's first account, which is the local person's. */
export const OWN_CONNECTION = "1";
const NAME_CHARS = 26;

/** Whether a text can travel as a bearer token (RFC 6750, 2.1, and whatever else services print). */
export function isTokenText(text: string): boolean {
  return text.length <= TOKEN_CHARS_MAX && /^[\x21-\x7e]+$/.test(text);
}

/**
 * GET /me below `base` ("https://host/v2") with this token; null where `fetch` adds the token
 * itself.
 */
export async function identify(
  base: string,
  fetch: Fetch,
  token: string | null,
): Promise<Result<Identity, IdentifyFault>> {
  if (token !== null && !isTokenText(token)) return err({ kind: "malformed" });
  const request = new Request(`${base}/me`, {
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      accept: "application/json",
    },
  });
  const asked = await ask(fetch, request, {
    timeoutMs: REQUEST_TIMEOUT_MS,
    bytesMax: IDENTITY_BYTES_MAX,
  });
  if (!asked.ok) return err({ kind: "unreachable" });
  const { response, text } = asked.value;
  const { status } = response;
  if (status === 401) return err({ kind: "unauthorized" });
  if (status === 403) return err({ kind: "forbidden" });
  if (status === 429)
    return err({ kind: "throttled", retryAfter: response.headers.get("retry-after") });
  if (status >= 500) return err({ kind: "unreachable" });
  const read = me.safeParse(parseJson(text));
  if (status !== 200 || !read.success) return err({ kind: "unreadable", status });
  const { id, account_id, name, email, budget_name, primary_currency } = read.data;
  return ok({
    userId: id,
    accountId: account_id,
    name: name ?? "",
    email: email ?? "",
    budgetName: budget_name ?? "",
    currency: (primary_currency ?? "").toLowerCase(),
  });
}

/** The service a deployment drives, as names are made of it. */
export function nameService(config: { readonly budgetApiUrl: string | null }): string {
  return config.budgetApiUrl ?? "embedded";
}

/**
 * The name of the connection, and of its Importer object: 26 characters [a-z2-7]. The embedded service's first account,
 * which is the local person's, has the connection "1".
 */
export async function deriveConnectionId(
  config: { readonly budgetApiUrl: string | null },
  { userId, accountId }: Pick<Identity, "userId" | "accountId">,
): Promise<string> {
  if (config.budgetApiUrl === null && userId === OWN.userId && accountId === OWN.accountId)
    return OWN_CONNECTION;
  return base32(
    await sha256(`tributary connection\n${nameService(config)}\n${userId}\n${accountId}`),
  ).slice(0, NAME_CHARS);
}

/** Whether a text has a connection's form: a made-up name must not make an object. */
export function isConnectionId(text: string): boolean {
  return text === OWN_CONNECTION || /^[a-z2-7]{26}$/.test(text);
}
