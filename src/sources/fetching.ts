// The one way by which a source is asked over the network. Bounded in time, bytes and redirects; every address is looked at
// before it is asked, every hop anew; what goes wrong is a value without a secret in it.
//
// Between the look at a name and the request the platform resolves it once more, and cannot be told to which address to
// connect; a name that changes in between (rebinding) is stopped by the network alone: the hosted platform has no private one
// behind it, and a self-hosted workerd connects to public addresses alone unless its configuration allows others.

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
import { boundedBytes, type Fetch } from "./bytes.ts";
import { atMost } from "./concurrency.ts";
import { OWN_MARK } from "./own-mark.ts";
import type { SourceFault } from "./source-fault.ts";
import type { ResolveName } from "./resolving.ts";
import { faultOfStatus } from "./statuses.ts";

/** A request to a source. */
export interface SourceRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  /** All of them may be secrets: none goes along to another origin but those that say what form is spoken. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The most bytes of the answer that are read, unpacked; the bound of platform/limits.ts where it is left out. */
  readonly bytesMax?: number;
  /** Statuses beside 2xx that the protocol gives a meaning, so that they are answers and no faults. */
  readonly answers?: readonly number[];
  /** Whether the status is all that is wanted, whichever it is: no redirect is followed, and no body read, however long. */
  readonly statusAlone?: boolean;
}

/** A server's whole answer: 2xx, or a status that the request names in `answers`; other ones are faults. */
export interface SourceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Asks; never throws. 401 and 403 are `refused`, 404 and 410 `gone`, 429 `limited`, 5xx `unreachable` (statuses.ts), unless the request names them as answers. */
export type Fetching = (request: SourceRequest) => Promise<Result<SourceAnswer, SourceFault>>;

/** Which names are asked. */
export interface NameRules extends AddressRules {
  /** Null where no resolver is configured: then names are not asked, but where `local`. */
  readonly resolve: ResolveName | null;
  /** Hosts fixed in our code, each the whole name of a public server, that are asked without a resolver too. */
  readonly known?: readonly string[];
}

/** What the one fetch is made of. */
export interface FetchingParts extends NameRules {
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** By which this service knows the request again, if it comes to itself; left out: not at all. */
  readonly mark?: () => Promise<string>;
  /** For all hops of a request together, its body included. */
  readonly timeoutMs?: number;
}

interface Hop {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The one fetch. Requests beyond SOURCE_REQUESTS_AT_ONCE_MAX wait for others to end; to be held by one object or one invocation. */
export function createFetching(parts: FetchingParts): Fetching {
  const turn = atMost(SOURCE_REQUESTS_AT_ONCE_MAX);
  return (request) => turn(() => askedThrough(parts, request));
}

async function askedThrough(
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
      const allowed = await allowedName(parts, host);
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
      // What the platform says of it may hold the whole address.
      if (signal.aborted)
        return fault(
          "slow",
          `${host} did not answer whole within ${(parts.timeoutMs ?? REQUEST_TIMEOUT_MS) / 1000} seconds.`,
        );
      if (thrown instanceof TypeError && /header/i.test(thrown.message))
        return fault("malformed", `A header for ${host} has characters that no header may have.`);
      return fault("unreachable", `${host} could not be reached, or broke off its answer.`);
    }
  }
}

/** Why an address is never asked here, whatever its name stands for; null where it may be. */
export function neverAsked(address: string, rules: NameRules): string | null {
  const url = parseAddress(address, rules);
  return url.ok ? unresolved(rules, plainHost(url.value)) : url.error;
}

/** Why a host cannot be asked for want of somebody who says what its name stands for. */
function unresolved({ resolve, local, known = [] }: NameRules, host: string): string | null {
  // An address was looked at already (address.ts), as was loopback, which passes there only where it is local.
  if (isNumeric(host) || isLoopbackHost(host) || resolve !== null || local || known.includes(host))
    return null;
  return `No name is asked without a resolver that says what it stands for (SOURCE_DNS_URL), and ${host} is one.`;
}

async function allowedName(parts: FetchingParts, host: string): Promise<Result<true, SourceFault>> {
  const why = unresolved(parts, host);
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
/** What may go along to another origin: they say what form is spoken, and nothing of who speaks. */
const PLAIN_HEADERS: readonly string[] = ["accept", "accept-language", "content-type"];

/** Where the answer leads: null where it is the last one, a fault where that is not followed. */
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
    : err("its address is none.");
  if (!target.ok)
    return fault(
      "forbidden address",
      `${host} redirects to an address that is not asked: ${target.error}`,
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
      `${host} redirects what is sent to it to another address, ${plainHost(to)}; it has to be asked there directly.`,
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
  // What is said beside it is nobody's concern, nor whether it breaks off.
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
  const body = await boundedBytes(response, bytesMax, signal);
  return body === null
    ? fault("too large", `${host} answered with more than ${bytesMax} bytes.`)
    : ok({ status, headers, body });
}

function fault(kind: SourceFault["kind"], message: string): Result<never, SourceFault> {
  return err({ kind, message, retryAfter: null });
}
