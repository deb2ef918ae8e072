// What a server's status means for somebody who asks on a schedule, and how long it asks to be left alone. Pure.

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

const SAID: Partial<Record<SourceFault["kind"], string>> = {
  refused: "the credentials are not good for this, or no longer",
  gone: "there is nothing at this address",
  "forbidden address": "it is this service itself, or one that leads back to who asks it",
  limited: "it was asked too often",
  unreachable: "a fault of its own",
};

/** The fault of a status that is no answer; `retryAfter` is the header's text. */
export function faultOfStatus(
  host: string,
  status: number,
  retryAfter: string | null,
  now: number,
): SourceFault {
  const wait = retryAfter === null ? null : retryAfterMs(retryAfter, now);
  const busy = status === UNAVAILABLE && wait !== null;
  const kind = (busy ? "limited" : KINDS[status]) ?? (status >= 500 ? "unreachable" : "malformed");
  const said = SAID[kind];
  return {
    kind,
    message: `${host} answered ${status}${said === undefined ? "" : `: ${said}`}.`,
    retryAfter: wait,
  };
}

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Retry-After (RFC 9110, 10.2.3), seconds or a date, as milliseconds from now, a day at most; null for anything else. */
export function retryAfterMs(text: string, now: number): number | null {
  const trimmed = text.trim();
  let wait = Number.NaN;
  if (SECONDS.test(trimmed)) wait = Number(trimmed) * 1000;
  else if (HTTP_DATE.test(trimmed)) wait = Date.parse(trimmed) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), SOURCE_RETRY_MS_MAX);
}
