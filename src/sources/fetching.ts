// The only way to request a source over the network. Time, bytes and redirects are bounded, every
// address is checked before each hop, and faults are values that contain no secret.
//
// The platform resolves the name again for the request, and we cannot pin the address it connects
// to. Only the network stops a name that changes in between (DNS rebinding): the hosted platform
// has no private network after it, and a self-hosted workerd connects only to public addresses by
// default.

import {
  REQUEST_TIMEOUT_MS,
  SOURCE_ANSWER_BYTES_MAX,
  SOURCE_REDIRECTS_MAX,
  SOURCE_REQUESTS_AT_ONCE_MAX,
} from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import {
  parseAddress,
  plainHost,
  isLoopbackHost,
  isNumeric,
  type AddressRules,
} from "./address.ts";
import { readBounded, type Fetch } from "./bytes.ts";
import { limitConcurrency } from "./concurrency.ts";
import { OWN_MARK } from "./own-mark.ts";
import type { SourceFault } from "./source-fault.ts";
import type { ResolveName } from "./resolving.ts";
import { faultOfStatus } from "./statuses.ts";

type Method = "GET" | "POST" | "PUT";

/** A request to a source. */
export interface SourceRequest {
  readonly url: string;
  readonly method?: Method;
  /**
   * They may hold secrets, so only content negotiation headers follow a redirect to another origin.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream can be sent once, so it goes with `statusAlone`, which follows no redirect. */
  readonly body?: string | ReadableStream<Uint8Array>;
  /** The limit of unpacked answer bytes; SOURCE_ANSWER_BYTES_MAX if left out. */
  readonly bytesMax?: number;
  /** Statuses other than 2xx that the protocol defines, so that they are answers and not faults. */
  readonly answers?: readonly number[];
  /** Only the status is wanted: no redirect is followed and no body is read. */
  readonly statusAlone?: boolean;
}

/** A server's complete answer, with status 2xx or one named in the request's `answers`. */
export interface SourceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Sends a request and never throws; statuses.ts says which fault each other status is. */
export type Fetching = (request: SourceRequest) => Promise<Result<SourceAnswer, SourceFault>>;

/** Which host names may be requested. */
export interface NameRules extends AddressRules {
  /** Null if no resolver is configured: then names are refused unless `local`. */
  readonly resolve: ResolveName | null;
  /** Public hosts that our code names, which need no resolver. */
  readonly known?: readonly string[];
}

export interface FetchingParts extends NameRules {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Makes the mark by which this service recognizes its own requests; left out: no mark. */
  readonly mark?: () => Promise<string>;
  /** For all hops of a request together, its body included. */
  readonly timeoutMs?: number;
}

interface Hop {
  readonly url: URL;
  readonly method: Method;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** Requests beyond SOURCE_REQUESTS_AT_ONCE_MAX wait. Share one per Durable Object or invocation. */
export function createFetching(parts: FetchingParts): Fetching {
  const turn = limitConcurrency(SOURCE_REQUESTS_AT_ONCE_MAX);
  return (request) => turn(() => sendRequest(parts, request));
}

async function sendRequest(
  parts: FetchingParts,
  request: SourceRequest,
): Promise<Result<SourceAnswer, SourceFault>> {
  const signal = AbortSignal.timeout(parts.timeoutMs ?? REQUEST_TIMEOUT_MS);
  const first = parseAddress(request.url, parts);
  if (!first.ok) return fault("forbidden address", first.error);
  const marked = parts.mark === undefined ? {} : { [OWN_MARK]: await parts.mark() };
  let hop: Hop = {
    url: first.value,
    method: request.method ?? "GET",
    headers: request.headers ?? {},
    body: request.body ?? null,
  };
  for (let redirects = 0; ; redirects += 1) {
    const host = plainHost(hop.url);
    try {
      const allowed = await checkName(parts, host);
      if (!allowed.ok) return allowed;
      signal.throwIfAborted();
      const response = await parts.fetch(hop.url.href, requestInit(hop, marked, signal));
      if (request.statusAlone === true) return ok(readStatus(response));
      const next = nextHop(parts, hop, response);
      if (next === null) return await readAnswer(parts, request, host, response, signal);
      await response.body?.cancel();
      if (!next.ok) return next;
      if (redirects >= SOURCE_REDIRECTS_MAX)
        return fault("malformed", `${host} redirects more than ${SOURCE_REDIRECTS_MAX} times.`);
      hop = next.value;
    } catch (thrown) {
      // The platform's own message may contain the whole address, so it is not passed on.
      if (signal.aborted)
        return fault(
          "slow",
          `${host} did not finish its answer within ${(parts.timeoutMs ?? REQUEST_TIMEOUT_MS) / 1000} seconds.`,
        );
      if (thrown instanceof TypeError && /header/i.test(thrown.message))
        return fault("malformed", `A header for ${host} has characters that headers cannot have.`);
      return fault("unreachable", `${host} could not be reached, or ended its answer early.`);
    }
  }
}

/** Why an address is refused before any name is resolved; null if it is not. */
export function refuseAddress(address: string, rules: NameRules): string | null {
  const url = parseAddress(address, rules);
  return url.ok ? refuseUnresolved(rules, plainHost(url.value)) : url.error;
}

/** Refuses a host name if no resolver is configured; null if the host may be requested. */
function refuseUnresolved({ resolve, local, known = [] }: NameRules, host: string): string | null {
  // parseAddress has checked IP addresses, and lets loopback pass only if `local`.
  if (isNumeric(host) || isLoopbackHost(host) || resolve !== null || local || known.includes(host))
    return null;
  return `Host names cannot be used without a DNS resolver (SOURCE_DNS_URL), and ${host} is a host name.`;
}

async function checkName(parts: FetchingParts, host: string): Promise<Result<true, SourceFault>> {
  const why = refuseUnresolved(parts, host);
  if (why !== null) return fault("forbidden address", why);
  return parts.resolve === null || isNumeric(host) || isLoopbackHost(host)
    ? ok(true)
    : parts.resolve(host);
}

function requestInit(
  { method, headers, body }: Hop,
  marked: Readonly<Record<string, string>>,
  signal: AbortSignal,
): RequestInit {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === "user-agent")
    ? {}
    : { "user-agent": "Tributary" };
  return {
    method,
    headers: { ...named, ...headers, ...marked },
    redirect: "manual",
    signal,
    ...(body === null ? {} : { body }),
  };
}

const MOVED: readonly number[] = [301, 302, 303, 307, 308];
/** Headers that may follow a redirect to another origin, because they never hold a secret. */
const PLAIN_HEADERS: readonly string[] = ["accept", "accept-language", "content-type"];

/** The next hop of a redirect; null for a final answer, a fault if the redirect is refused. */
function nextHop(
  rules: FetchingParts,
  { url, method, headers, body }: Hop,
  response: Response,
): Result<Hop, SourceFault> | null {
  const location = response.headers.get("location");
  if (!MOVED.includes(response.status) || location === null) return null;
  const host = plainHost(url);
  const target = URL.canParse(location, url.href)
    ? parseAddress(new URL(location, url.href).href, rules)
    : err("its address is not a valid URL.");
  if (!target.ok)
    return fault(
      "forbidden address",
      `${host} redirects to an address that cannot be used: ${target.error}`,
    );
  const to = target.value;
  if (isLoopbackHost(plainHost(to)) && !isLoopbackHost(host))
    return fault("forbidden address", `${host} redirects to this machine itself.`);
  if (to.protocol !== "https:" && url.protocol === "https:")
    return fault(
      "forbidden address",
      `${host} redirects from https to ${to.protocol.slice(0, -1)}.`,
    );
  if (to.origin === url.origin && (method === "GET" || response.status >= 307))
    return ok({ url: to, method, headers, body });
  if (method !== "GET")
    return fault(
      "malformed",
      `${host} redirects requests that send data to another address, ${plainHost(to)}; enter that address instead.`,
    );
  const plain = Object.entries(headers).filter(([name]) =>
    PLAIN_HEADERS.includes(name.toLowerCase()),
  );
  return ok({
    url: to,
    method,
    headers: to.origin === url.origin ? headers : Object.fromEntries(plain),
    body,
  });
}

function readStatus({ status, headers, body }: Response): SourceAnswer {
  // Nobody needs the body, so a failure while it is cancelled does not matter.
  body?.cancel().catch(() => undefined);
  return { status, headers, body: new Uint8Array() };
}

async function readAnswer(
  parts: FetchingParts,
  { bytesMax = SOURCE_ANSWER_BYTES_MAX, answers = [] }: SourceRequest,
  host: string,
  response: Response,
  signal: AbortSignal,
): Promise<Result<SourceAnswer, SourceFault>> {
  const { status, headers } = response;
  if (!(status >= 200 && status < 300) && !answers.includes(status)) {
    await response.body?.cancel();
    return err(faultOfStatus(host, status, headers.get("retry-after"), parts.now()));
  }
  const body = await readBounded(response, bytesMax, signal);
  return body === null
    ? fault("too large", `${host} answered with more than ${bytesMax} bytes.`)
    : ok({ status, headers, body });
}

function fault(kind: SourceFault["kind"], message: string): Result<never, SourceFault> {
  return err({ kind, message, retryAfter: null });
}
