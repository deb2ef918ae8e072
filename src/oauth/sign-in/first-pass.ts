// The pass of the first person: "<milliseconds since 1970>.<HMAC>", which only a holder of TOKEN_KEY
// can make (scripts/deploy/operator.mjs). It opens the sign-up of a deployment that nobody has
// signed up at, until its time is over; after that it opens nothing (directory.ts).

import { isSigned, signingKey } from "../../platform/credentials/signature.ts";
import { FIRST_PASS_MS_MAX } from "../../platform/limits.ts";

const PURPOSE = "first person";
const PASS = /^([1-9]\d{12})\.([A-Za-z0-9_-]{43})$/;

/** Whether the text is a pass that has not expired, nor expires later than a pass may. */
export async function isFirstPass(tokenKey: string, text: string, now: number): Promise<boolean> {
  const [, until = "", signature = ""] = PASS.exec(text) ?? [];
  if (until === "" || Number(until) <= now || Number(until) > now + FIRST_PASS_MS_MAX) return false;
  return isSigned(await signingKey(tokenKey, PURPOSE), until, signature);
}
