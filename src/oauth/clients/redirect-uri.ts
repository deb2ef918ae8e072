// Redirect addresses. An address is compared character by character with the registered ones (RFC
// 9700, 2.1). So only addresses in one canonical form can be registered: none that a browser would
// read differently.

import { REDIRECT_URI_CHARS_MAX } from "../../platform/limits.ts";

export type ClientKind = "confidential" | "public";

const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?].*)?)$/;
// A private-use scheme is a reversed domain name (RFC 8252, 7.1): the dot keeps javascript: and
// data: out.
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:\//;
const PORT_MAX = 65_535;

/**
 * The reason why an address cannot be registered for a client of this kind, as a sentence; null if
 * it can.
 */
export function redirectUriProblem(uri: string, kind: ClientKind): string | null {
  if (uri.length > REDIRECT_URI_CHARS_MAX)
    return `A redirect address has at most ${REDIRECT_URI_CHARS_MAX} characters.`;
  if (!/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) {
    return "A redirect address is a whole address, such as https://app.example.com/callback, without blanks.";
  }
  if (uri.includes("#")) return "A redirect address has no fragment (#).";
  if (uri.includes("*"))
    return "A redirect address is compared exactly: there are no wildcards (*).";
  const url = new URL(uri);
  if (url.username !== "" || url.password !== "") return "A redirect address names no user.";
  if (url.href !== uri && url.href !== `${uri}/`)
    return `A redirect address is written as browsers write it: ${url.href}`;
  if (url.protocol === "https:" || LOOPBACK.test(uri)) return null;
  if (url.protocol === "http:")
    return "A redirect address is https; http only for 127.0.0.1, [::1] or localhost.";
  if (kind === "public" && PRIVATE_SCHEME.test(uri)) return null;
  return "A redirect address is https; an installed (public) app may also use a scheme such as com.example.app:/callback.";
}

/**
 * Whether `asked` is one of the registered addresses. A public client's loopback address may have
 * any port, since the app takes whichever is free (RFC 8252, 7.3); everything else is compared
 * exactly.
 */
export function isRegistered(
  asked: string,
  registered: readonly string[],
  kind: ClientKind,
): boolean {
  if (registered.includes(asked)) return true;
  if (kind !== "public") return false;
  const portless = withoutPort(asked);
  return portless !== null && registered.some((uri) => withoutPort(uri) === portless);
}

/** A loopback address without its port; null for any other address, or an invalid port. */
function withoutPort(uri: string): string | null {
  const match = LOOPBACK.exec(uri);
  if (match === null || uri.length > REDIRECT_URI_CHARS_MAX || !URL.canParse(uri)) return null;
  const port = match[2];
  if (port !== undefined && (Number(port) < 1 || Number(port) > PORT_MAX)) return null;
  return `http://${match[1]}${match[3]}`;
}

/**
 * The registered or asked address with the answer's parameters added to its query, which stays as
 * it is (RFC 6749, 4.1.2).
 */
export function redirectTo(
  uri: string,
  parameters: Readonly<Record<string, string | null>>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null) query.set(name, value);
  return `${uri}${uri.includes("?") ? "&" : "?"}${query.toString()}`;
}

/**
 * What a content-security policy must let the consent form lead to (form-action): the address
 * itself and, since Chromium holds every further redirect against the form's page too, any https
 * page that the app sends the browser on to. The form has nothing that would be of use elsewhere.
 */
export function policySources(uri: string): string {
  const { protocol, origin, hostname } = new URL(uri);
  if (protocol === "https:") return "https:";
  if (protocol !== "http:") return protocol;
  // The policy's grammar has no IPv6 addresses.
  return `${hostname.startsWith("[") ? "http:" : origin} https:`;
}
