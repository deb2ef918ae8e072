// Claims an access URL with a setup token. A token works once, and a second claim is answered with
// 403. So a 403 to our first claim means that somebody else has the access URL; a 403 to a repeated
// claim means that the answer to our first one was lost. Repeating a claim is harmless. Nothing is
// stored here.

import { SIMPLEFIN_URL_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Fetching } from "../fetching.ts";
import { readAccess } from "./token.ts";

/** Why there is no access URL. */
export interface ClaimFault {
  readonly kind:
    /** The token was claimed before, perhaps by somebody else. */
    | "claimed"
    /** No answer came, so it is not known whether the token was claimed. Try again. */
    | "no answer"
    /** The claim cannot succeed: a refused address, or an answer that is not an access URL. */
    | "unusable";
  /** For a person; no secret. */
  readonly message: string;
  readonly retryAfter: number | null;
}

/** The protocol's 403; a server that deletes used tokens answers 404 or 410. */
const CLAIMED: readonly number[] = [403, 404, 410];

/** POSTs the claim and returns the access URL as the server wrote it, after checking its form. */
export async function claim(url: string, fetching: Fetching): Promise<Result<string, ClaimFault>> {
  const answer = await fetching({
    url,
    method: "POST",
    bytesMax: 2 * SIMPLEFIN_URL_CHARS_MAX,
    answers: CLAIMED,
  });
  const { host } = new URL(url);
  if (!answer.ok) {
    const { kind, message, retryAfter } = answer.error;
    const again = kind === "unreachable" || kind === "slow" || kind === "limited";
    return err({ kind: again ? "no answer" : "unusable", message, retryAfter });
  }
  if (CLAIMED.includes(answer.value.status)) return err(claimed(host));
  const text = new TextDecoder().decode(answer.value.body).trim();
  const access = readAccess(text);
  if (access.ok) return ok(text);
  const message = `${host} took the setup token, but its answer ${access.error}. Disable the token there and make a new one.`;
  return err({ kind: "unusable", message, retryAfter: null });
}

function claimed(host: string): ClaimFault {
  return {
    kind: "claimed",
    message: `${host} says that the setup token does not exist or was used already.`,
    retryAfter: null,
  };
}
