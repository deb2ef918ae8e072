// What a holder of TOKEN_KEY can make: a request that the operator's paths take, and the pass of the first person.

import { createHash, createHmac, hkdfSync } from "node:crypto";

/**
 * The Authorization header of a POST: HMAC over method, path, time and body
 * (src/platform/credentials/request-signature.ts).
 * @param {string} key
 * @param {string} path
 * @param {string} body
 */
export function proofOf(key, path, body) {
  const time = Date.now();
  const digest = createHash("sha256").update(body).digest("hex");
  const signature = signed(key, "operator requests", `POST\n${path}\n${time}\n${digest}`);
  return `Tributary-Proof ${time} ${signature}`;
}

/**
 * The pass that opens a deployment's sign-up to the first person until then
 * (src/oauth/sign-in/first-pass.ts).
 * @param {string} key
 * @param {number} until milliseconds since 1970
 */
export function firstPass(key, until) {
  return `${until}.${signed(key, "first person", String(until))}`;
}

/**
 * @param {string} key
 * @param {string} purpose
 * @param {string} statement
 */
function signed(key, purpose, statement) {
  const derived = Buffer.from(hkdfSync("sha256", key, "", `tributary/${purpose}`, 32));
  return createHmac("sha256", derived).update(statement).digest("base64url");
}
