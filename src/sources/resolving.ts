// Resolves a host name by DNS over HTTPS (the JSON form of RFC 8484) before the host is requested.
// One address or alias that is not public forbids the name. The name is refused too if the answer
// for IPv4 or IPv6 is unknown. Results are cached for seconds, so that many requests resolve a host
// once.

import * as z from "zod";
import {
  DNS_ANSWER_BYTES_MAX,
  DNS_RECORDS_MAX,
  DNS_TIMEOUT_MS,
  SOURCE_NAME_KEEP_MS_MAX,
  SOURCE_NAMES_KEPT_MAX,
} from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { refuseHost } from "./address.ts";
import { readBounded, type Fetch } from "./bytes.ts";
import { decodeUtf8 } from "./exact-json.ts";
import { notPublic } from "./networks.ts";
import type { SourceFault } from "./source-fault.ts";

/** Checks whether a name may be requested. */
export type ResolveName = (host: string) => Promise<Result<true, SourceFault>>;

export interface Resolver {
  /** "https://dns.example/dns-query"; operators configure it, so it is not checked. */
  readonly address: string;
  readonly fetch: Fetch;
  readonly now: () => number;
}

const ANSWER = z.object({
  Status: z.int(),
  /** Truncated: a missing record might be a forbidden one. */
  TC: z.boolean().optional(),
  Answer: z
    .array(z.object({ type: z.int(), TTL: z.number().nonnegative().optional(), data: z.string() }))
    .optional(),
});
type Answer = z.output<typeof ANSWER>;

const A = 1;
const CNAME = 5;
const AAAA = 28;
const DNAME = 39;
const NO_ERROR = 0;
const NO_SUCH_NAME = 3;

/** Queries IPv4 and IPv6 at once. It does not throw. */
export function createResolver(resolver: Resolver): ResolveName {
  const kept = new Map<string, number>();
  return async (host) => {
    const until = kept.get(host);
    if (until !== undefined && until > resolver.now()) return ok(true);
    const [four, six] = await Promise.all([
      queryRecords(resolver, host, "A"),
      queryRecords(resolver, host, "AAAA"),
    ]);
    if (!four.ok) return four;
    if (!six.ok) return six;
    const records = [...four.value, ...six.value];
    const forbidden = records
      .map((record) => refuseRecord(host, record))
      .find((why) => why !== null);
    if (forbidden !== undefined) return fault("forbidden address", forbidden);
    if (!records.some(({ type }) => type === A || type === AAAA))
      return fault("unreachable", `The name ${host} has no address.`);
    const [oldest] = kept.keys();
    if (kept.size >= SOURCE_NAMES_KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    const seconds = Math.min(...records.map(({ TTL = 0 }) => TTL));
    kept.set(host, resolver.now() + Math.min(seconds * 1000, SOURCE_NAME_KEEP_MS_MAX));
    return ok(true);
  };
}

type Record = NonNullable<Answer["Answer"]>[number];

function refuseRecord(host: string, { type, data }: Record): string | null {
  if (type === A || type === AAAA) {
    const what = notPublic(data);
    return what === null
      ? null
      : `The name ${host} resolves to ${data.slice(0, 45)}, ${what}; only servers on the public internet can be used.`;
  }
  if (type !== CNAME && type !== DNAME) return null;
  const alias = refuseHost(data.replace(/\.$/, "").toLowerCase());
  return alias === null ? null : `The name ${host} is an alias of a name that cannot be used.`;
}

async function queryRecords(
  { address, fetch }: Resolver,
  host: string,
  type: string,
): Promise<Result<readonly Record[], SourceFault>> {
  const unknown = (why: string) =>
    fault("unreachable", `It is not known whether ${host} can be used: ${why}.`);
  try {
    const url = new URL(address);
    url.searchParams.set("name", host);
    url.searchParams.set("type", type);
    const signal = AbortSignal.timeout(DNS_TIMEOUT_MS);
    const response = await fetch(url.href, {
      headers: { accept: "application/dns-json" },
      redirect: "manual",
      signal,
    });
    const bytes = await readBounded(response, DNS_ANSWER_BYTES_MAX, signal);
    if (response.status !== 200) return unknown(`the resolver answered ${response.status}`);
    const text = bytes === null ? null : decodeUtf8(bytes);
    const read = text === null ? null : ANSWER.safeParse(JSON.parse(text));
    if (read === null || !read.success) return unknown("the resolver's answer could not be read");
    const { Status, TC, Answer: records = [] } = read.data;
    if (TC === true || records.length > DNS_RECORDS_MAX)
      return unknown(`the name has more than ${DNS_RECORDS_MAX} records`);
    if (Status !== NO_ERROR && Status !== NO_SUCH_NAME)
      return unknown(`the resolver answered with status ${Status}`);
    return ok(records);
  } catch {
    return unknown("the resolver could not be reached");
  }
}

function fault(kind: SourceFault["kind"], message: string): Result<never, SourceFault> {
  return err({ kind, message, retryAfter: null });
}
