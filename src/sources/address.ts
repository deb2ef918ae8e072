// Checks whether an address from a person or a redirect may be requested. This check is pure and
// comes before DNS; resolving.ts then checks what the name resolves to, again at each redirect.
// With ENVIRONMENT "local", loopback is allowed too, also without https.

import { SOURCE_URL_CHARS_MAX } from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { parseIpv4, isLoopback, notPublic } from "./networks.ts";

export interface AddressRules {
  /** Whether loopback is allowed. */
  readonly local: boolean;
  /** This service's own hosts in lower case, which are refused: a source is somebody else's. */
  readonly ownHosts: readonly string[];
}

/** Name endings that are never on the public internet: IANA's special-use names, home networks. */
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
/** Names at which clouds serve their machines' secrets, apart from those with an ending above. */
const METADATA_NAMES: readonly string[] = [
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.platformequinix.com",
];

/** Ports above 1023 of other protocols, which browsers refuse as well (fetch's "bad ports"). */
const BAD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);
const HTTPS_PORT = 443;
const FREE_PORTS_FROM = 1024;

/** The address as a URL, or a sentence why it is refused; the sentence names only the host. */
export function parseAddress(text: string, rules: AddressRules): Result<URL, string> {
  if (text.length > SOURCE_URL_CHARS_MAX)
    return err(`The address is longer than ${SOURCE_URL_CHARS_MAX} characters.`);
  if (!URL.canParse(text))
    return err("The address is not a valid URL; expected one like https://host/path.");
  const url = new URL(text);
  const host = plainHost(url);
  const own = rules.local && isLoopbackHost(host);
  if (url.protocol !== "https:" && !(own && url.protocol === "http:"))
    return err(`The address begins with ${url.protocol.slice(0, 20)}, not with https:.`);
  if (url.username !== "" || url.password !== "")
    return err(`The address of ${host} has a user name or password in it; put them into a header.`);
  if (own) return ok(url);
  const why =
    refuseHost(host) ??
    (rules.ownHosts.includes(host) ? `${host} is this service itself.` : null) ??
    refusePort(url, host);
  return why === null ? ok(url) : err(why);
}

/**
 * The address of a receiver that a person names, or why it is refused. `own` are the origins of this
 * deployment, which sends nothing to itself.
 */
export function parseReceiver(
  text: string,
  local: boolean,
  own: readonly (string | null)[],
): Result<URL, string> {
  const ownHosts = own.flatMap((origin) => (origin === null ? [] : [plainHost(new URL(origin))]));
  return parseAddress(text, { local, ownHosts });
}

/** The host in lower case, without IPv6 brackets and without a dot at the end. */
export function plainHost(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** Whether a host is this machine: 127.0.0.0/8, ::1, localhost and names below it (RFC 6761). */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || isLoopback(host);
}

/** Whether a host is an IP address, so that no name has to be resolved. */
export function isNumeric(host: string): boolean {
  return parseIpv4(host) !== null || host.includes(":");
}

/** Why a host or an alias of it is refused; null if its spelling is fine. */
export function refuseHost(host: string): string | null {
  if (isNumeric(host)) {
    const what = notPublic(host);
    return what === null
      ? null
      : `${host} is ${what}; only servers on the public internet can be used.`;
  }
  const labels = host.split(".");
  if (labels.length < 2 || labels.includes(""))
    return `"${host}" is not the full name of a server on the public internet.`;
  const privately =
    PRIVATE_ENDS.some((end) => host.endsWith(`.${end}`)) || METADATA_NAMES.includes(host);
  return privately
    ? `${host} is a name within a private network; only servers on the public internet can be used.`
    : null;
}

function refusePort(url: URL, host: string): string | null {
  const port = url.port === "" ? HTTPS_PORT : Number(url.port);
  if (port === HTTPS_PORT || (port >= FREE_PORTS_FROM && !BAD_PORTS.has(port))) return null;
  return `Port ${port} of ${host} cannot be used; expected ${HTTPS_PORT}, or a port from ${FREE_PORTS_FROM} up that no other protocol uses.`;
}
