// The fault that an HTTP status is for a source, and the time to wait before the next request.
// Pure.

import { SOURCE_RETRY_MS_MAX } from "../platform/limits.ts";
import type { SourceFault } from "./source-fault.ts";

const KINDS: Readonly<Record<number, SourceFault["kind"]>> = {
  401: "refused",
  402: "refused",
  403: "refused",
  407: "refused",
  404: "gone",
  410: "gone",
  451: "gone",
  408: "slow",
  425: "unreachable",
  429: "limited",
  // Loop Detected (RFC 5842): what this service answers to itself.
  508: "forbidden address",
};
const UNAVAILABLE = 503;

const EXPLANATIONS: Partial<Record<SourceFault["kind"], string>> = {
  refused: "the credentials do not allow this, or are no longer valid",
  gone: "there is nothing at this address",
  "forbidden address": "it is this service itself, or leads back to it",
  limited: "it received too many requests",
  unreachable: "the server failed",
};

/** The fault of a status other than 2xx; `retryAfter` is the header's text. */
export function faultOfStatus(
  host: string,
  status: number,
  retryAfter: string | null,
  now: number,
): SourceFault {
  const wait = retryAfter === null ? null : retryAfterMs(retryAfter, now);
  const busy = status === UNAVAILABLE && wait !== null;
  const kind = (busy ? "limited" : KINDS[status]) ?? (status >= 500 ? "unreachable" : "malformed");
  const explanation = EXPLANATIONS[kind];
  return {
    kind,
    message: `${host} answered ${status}${explanation === undefined ? "" : `: ${explanation}`}.`,
    retryAfter: wait,
  };
}

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Retry-After (RFC 9110, 10.2.3), in seconds or as a date, as milliseconds from now, a day at most;
 * null for anything else.
 */
export function retryAfterMs(text: string, now: number): number | null {
  const trimmed = text.trim();
  let wait = Number.NaN;
  if (SECONDS.test(trimmed)) wait = Number(trimmed) * 1000;
  else if (HTTP_DATE.test(trimmed)) wait = Date.parse(trimmed) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), SOURCE_RETRY_MS_MAX);
}
