// Which IP addresses are on the public internet: IANA's special-purpose registries (RFC 6890) as
// tables. Of IPv6 only global unicast is public, without addresses that contain another one (6to4,
// Teredo, NAT64), because those may lead anywhere. Pure.

/** A network that is refused, and what its addresses are. */
interface Network {
  readonly network: string;
  readonly bits: number;
  readonly what: string;
}

const IPV4: readonly Network[] = [
  { network: "0.0.0.0", bits: 8, what: "an address of this machine" },
  { network: "10.0.0.0", bits: 8, what: "a private address" },
  { network: "100.64.0.0", bits: 10, what: "an address inside a carrier's network" },
  { network: "127.0.0.0", bits: 8, what: "a loopback address" },
  { network: "168.63.129.16", bits: 32, what: "a cloud's address for its own machines" },
  { network: "169.254.0.0", bits: 16, what: "a link-local address" },
  { network: "172.16.0.0", bits: 12, what: "a private address" },
  { network: "192.0.0.0", bits: 24, what: "an address reserved for protocols" },
  { network: "192.0.2.0", bits: 24, what: "an address reserved for documentation" },
  { network: "192.88.99.0", bits: 24, what: "a relay address" },
  { network: "192.168.0.0", bits: 16, what: "a private address" },
  { network: "198.18.0.0", bits: 15, what: "an address reserved for benchmarks" },
  { network: "198.51.100.0", bits: 24, what: "an address reserved for documentation" },
  { network: "203.0.113.0", bits: 24, what: "an address reserved for documentation" },
  { network: "224.0.0.0", bits: 4, what: "a multicast address" },
  { network: "240.0.0.0", bits: 4, what: "a reserved address" },
];

/** Exceptions within global unicast. */
const IPV6: readonly Network[] = [
  { network: "2001::", bits: 23, what: "an address reserved for protocols (such as Teredo)" },
  { network: "2001:db8::", bits: 32, what: "an address reserved for documentation" },
  { network: "2002::", bits: 16, what: "an address that carries another one (6to4)" },
  { network: "3fff::", bits: 20, what: "an address reserved for documentation" },
];
const GLOBAL_UNICAST: Network = { network: "2000::", bits: 3, what: "" };
const LOOPBACK_6 = 1n;

/** "10.0.0.1" as a number; null unless the text is four plain decimal bytes. */
export function parseIpv4(text: string): bigint | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (match === null) return null;
  const bytes = match.slice(1).map(Number);
  return bytes.some((byte) => byte > 255)
    ? null
    : bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}

/** "::1" as a number, or null, by the URL parser; an IPv4 address may end it. */
export function parseIpv6(text: string): bigint | null {
  if (!/^[0-9a-f:.]{2,45}$/i.test(text) || !URL.canParse(`https://[${text}]/`)) return null;
  const [front = "", back] = new URL(`https://[${text}]/`).hostname.slice(1, -1).split("::");
  const [before, after] = [front, back ?? ""].map((half) => (half === "" ? [] : half.split(":")));
  const zeros = Array.from(
    { length: back === undefined ? 0 : 8 - (before?.length ?? 0) - (after?.length ?? 0) },
    () => "0",
  );
  return [...(before ?? []), ...zeros, ...(after ?? [])].reduce(
    (number, group) => number * 65_536n + BigInt(`0x${group}`),
    0n,
  );
}

/** Null for a public address, else what the address is ("a private address"). */
export function notPublic(text: string): string | null {
  const four = parseIpv4(text);
  if (four !== null)
    return IPV4.find((row) => within(four, parseIpv4(row.network), 32 - row.bits))?.what ?? null;
  const six = parseIpv6(text);
  if (six === null) return "not an IP address";
  if (six === LOOPBACK_6) return "a loopback address";
  if (!within(six, parseIpv6(GLOBAL_UNICAST.network), 128 - GLOBAL_UNICAST.bits))
    return "an address outside the public internet";
  return IPV6.find((row) => within(six, parseIpv6(row.network), 128 - row.bits))?.what ?? null;
}

/** Whether an address is 127.0.0.0/8 or ::1. */
export function isLoopback(text: string): boolean {
  const four = parseIpv4(text);
  return four === null ? parseIpv6(text) === LOOPBACK_6 : four >> 24n === 127n;
}

function within(address: bigint, network: bigint | null, free: number): boolean {
  return network !== null && address >> BigInt(free) === network >> BigInt(free);
}
