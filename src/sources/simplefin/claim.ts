// Claims an access URL with a setup token. A token works once: whoever claims it second is answered 403, so 403 to the first
// claim means that somebody else has the access URL, and to a repeated one that our own earlier answer was lost. Asking
// again is harmless, and the only way to know. Nothing is stored here.

import { SIMPLEFIN_URL_CHARS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Fetching } from "../fetching.ts";
import { readAccess } from "./token.ts";

/** Why there is no access URL. */
export interface ClaimFault {
  readonly kind:
    /** Somebody has claimed it: for all we know not we. */
    | "claimed"
    /** Whether it was claimed is not known: no answer came. To be asked again. */
    | "no answer"
    /** It was not claimed, and is not going to be: an address that is never asked, an answer that is no access URL. */
    | "unusable";
  /** For a person; no secret. */
  readonly message: string;
  readonly retryAfter: number | null;
}

/** The protocol has 403; a server that forgets used tokens says that there is none. */
const CLAIMED: readonly number[] = [403, 404, 410];

/** POSTs the claim; the access URL as the server wrote it, its form checked. */
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
  const message = `${host} took the setup token, but what it answered ${access.error}. Disable the token there and make a new one.`;
  return err({ kind: "unusable", message, retryAfter: null });
}

function claimed(host: string): ClaimFault {
  return {
    kind: "claimed",
    message: `${host} says that the setup token does not exist or was used already.`,
    retryAfter: null,
  };
}
