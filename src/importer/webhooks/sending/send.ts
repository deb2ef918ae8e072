// One attempt to tell one endpoint: the message is written from what is stored, the same at each
// attempt, signed for this one, and sent through the one fetch that looks at addresses first. No
// redirect is followed: a receiver that moved is set anew. It never throws.

import type { Fetching } from "../../../sources/fetching.ts";
import { retryAfterMs } from "../../../sources/statuses.ts";
import { secretsAt } from "../../../platform/sealing/rotation.ts";
import { parseWebhookKey, signWebhook } from "../../../platform/webhook-signature.ts";
import type { Claimed } from "./deliveries.ts";
import type { Target } from "./endpoints.ts";
import { pageOfEvent } from "./notify.ts";
import type { Attempt } from "./next-attempt.ts";

/** The body of a notice. */
export function writeMessage({
  type,
  subject,
  data,
  at,
  origin,
}: Pick<Claimed, "type" | "subject" | "data" | "at" | "origin">): string {
  const facts: unknown = JSON.parse(data);
  return JSON.stringify({
    type,
    timestamp: new Date(at).toISOString(),
    data: facts,
    page: origin + pageOfEvent(type, subject),
  });
}

/** Sends a notice; how that ended. */
export async function attempt(
  claimed: Claimed,
  target: Target,
  fetching: Fetching,
  now: number,
): Promise<Attempt> {
  const body = writeMessage(claimed);
  const seconds = Math.floor(now / 1000);
  const keys = secretsAt(target, now).flatMap((secret) => parseWebhookKey(secret) ?? []);
  const headers = {
    "content-type": "application/json",
    "webhook-id": claimed.notice,
    "webhook-timestamp": String(seconds),
    "webhook-signature": await signWebhook(keys, claimed.notice, seconds, body),
  };
  const asked = await fetching({
    url: target.url,
    method: "POST",
    headers,
    body,
    statusAlone: true,
  });
  if (!asked.ok)
    return { status: null, said: asked.error.message, retryAfter: asked.error.retryAfter };
  const { status, headers: answered } = asked.value;
  const wait = answered.get("retry-after");
  return {
    status,
    said: describeStatus(status),
    retryAfter: wait === null ? null : retryAfterMs(wait, now),
  };
}

function describeStatus(status: number): string {
  if (status < 300) return "taken";
  return status < 400
    ? `It answered ${status}; redirects are not followed.`
    : `It answered ${status}.`;
}
