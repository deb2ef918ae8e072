// Whether an address that a person gave, or a server led to, may be asked at all: pure, before anything is resolved. What the
// name stands for is a second question (resolving.ts), put anew at each hop. Where ENVIRONMENT is "local" loopback may be asked,
// without https too, and nothing else that is not public.

import { SOURCE_URL_CHARS_MAX } from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { parseIpv4, isLoopback, notPublic } from "./networks.ts";

/** What holds for this deployment. */
export interface AddressRules {
  /** Whether loopback may be asked. */
  readonly local: boolean;
  /** Hosts of our own in lower case: a source is somebody else's server. */
  readonly ownHosts: readonly string[];
}

/** Ends of names that never mean a server of the public internet (IANA's special-use names, and what networks use at home). */
const PRIVATE_ENDS: readonly string[] = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "in-addr.arpa",
  "ip6.arpa",
  "onion",
  "i2p",
  "test",
  "invalid",
  "alt",
  "svc",
  "cluster",
  "consul",
];
/** Names at which clouds tell their machines' secrets, for those who do not end like one above. */
const METADATA_NAMES: readonly string[] = [
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.platformequinix.com",
];

/** Ports of other protocols above 1023 that a browser would not ask either (fetch's list of bad ports). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);
const HTTPS_PORT = 443;
const FREE_PORTS_FROM = 1024;

/** The address as a URL, or in a sentence, which names the host alone, why it is never asked. */
export function parseAddress(text: string, rules: AddressRules): Result<URL, string> {
  if (text.length > SOURCE_URL_CHARS_MAX)
    return err(`The address is longer than ${SOURCE_URL_CHARS_MAX} characters.`);
  if (!URL.canParse(text))
    return err("The address is none that can be asked; expected one like https://host/path.");
  const url = new URL(text);
  const host = plainHost(url);
  const own = rules.local && isLoopbackHost(host);
  if (url.protocol !== "https:" && !(own && url.protocol === "http:"))
    return err(`The address begins with ${url.protocol.slice(0, 20)}, not with https:.`);
  if (url.username !== "" || url.password !== "")
    return err(
      `The address of ${host} has a user name or password in it; they belong into a header.`,
    );
  if (own) return ok(url);
  const why =
    unaskedHost(host) ??
    (rules.ownHosts.includes(host) ? `${host} is this service itself.` : null) ??
    unaskedPort(url, host);
  return why === null ? ok(url) : err(why);
}

/** The host in lower case, without the brackets of IPv6 and the dot that may end a name. */
export function plainHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** Whether a host is this machine by its spelling: 127.0.0.0/8, ::1, localhost and what ends with it (RFC 6761). */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

/** Whether a host is an address already, so that there is no name to resolve. */
export function isNumeric(host: string): boolean {
  return parseIpv4(host) !== null || host.includes(":");
}

/** Why a host, or a name that another one stands for, is never asked; null where its spelling forbids nothing. */
export function unaskedHost(host: string): string | null {
  if (isNumeric(host)) {
    const what = notPublic(host);
    return what === null
      ? null
      : `${host} is ${what}; only servers of the public internet are asked.`;
  }
  const labels = host.split(".");
  if (labels.length < 2 || labels.includes(""))
    return `"${host}" is not the whole name of a server of the public internet.`;
  const privately =
    PRIVATE_ENDS.some((end) => host.endsWith(`.${end}`)) || METADATA_NAMES.includes(host);
  return privately
    ? `${host} is a name within a private network; only servers of the public internet are asked.`
    : null;
}

function unaskedPort(url: URL, host: string): string | null {
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port === HTTPS_PORT || (port >= FREE_PORTS_FROM && !BAD_PORTS.has(port))) return null;
  return `Port ${port} of ${host} is not asked; expected ${HTTPS_PORT}, or one from ${FREE_PORTS_FROM} on that belongs to no other protocol.`;
}
