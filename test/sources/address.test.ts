// Which addresses are never asked: a table of addresses and tricks, as the platform's own URL parser reads them.

import { expect, test } from "vitest";
import { parseAddress } from "../../src/sources/address.ts";
import { parseIpv4, parseIpv6, isLoopback, notPublic } from "../../src/sources/networks.ts";

const PRODUCTION = { local: false, ownHosts: ["budget.ours.com"] };
const LOCAL = { local: true, ownHosts: [] };

/** Address -> a word of the sentence that says why it is not asked. */
const NEVER: readonly (readonly [string, string])[] = [
  // Loopback and this machine, however an IPv4 address may be written.
  ["https://127.0.0.1/", "loopback"],
  ["https://127.1/", "loopback"],
  ["https://127.0.1/", "loopback"],
  ["https://127.255.255.254:8443/", "loopback"],
  ["https://2130706433/", "loopback"],
  ["https://0x7f000001/", "loopback"],
  ["https://0x7F.0.0.0x1/", "loopback"],
  ["https://0177.0.0.1/", "loopback"],
  ["https://017700000001/", "loopback"],
  ["https://127.0.0.1./", "loopback"],
  ["https://%31%32%37.0.0.1/", "loopback"],
  ["https://１２７.０.０.１/", "loopback"],
  ["https://①②⑦.⓪.⓪.①/", "loopback"],
  ["https://127。0。0。1/", "loopback"],
  ["https:127.0.0.1/", "loopback"],
  ["https:\\\\127.0.0.1\\", "loopback"],
  [" https://127.0.0.1/ ", "loopback"],
  ["https://127.0.\t0.1/", "loopback"],
  ["https://0/", "this machine"],
  ["https://0.0.0.0/", "this machine"],
  ["https://0.255.1.2/", "this machine"],
  // Private, shared, link-local, special, multicast, reserved.
  ["https://10.0.0.1/", "private"],
  ["https://10.255.255.255/", "private"],
  ["https://012.0.0.1/", "private"],
  ["https://167772161/", "private"],
  ["https://172.16.0.1/", "private"],
  ["https://172.31.255.255/", "private"],
  ["https://192.168.0.1/", "private"],
  ["https://192.168.257/", "private"],
  ["https://0xc0a80001/", "private"],
  ["https://100.64.0.1/", "carrier"],
  ["https://100.127.255.255/", "carrier"],
  ["https://100.100.100.200/latest/meta-data", "carrier"],
  ["https://169.254.169.254/latest/meta-data/", "link-local"],
  ["https://169.254.170.2/v2/credentials", "link-local"],
  ["https://0xa9fea9fe/", "link-local"],
  ["https://2852039166/", "link-local"],
  ["https://168.63.129.16/machine", "cloud"],
  ["https://192.0.0.192/opc/v1", "protocols"],
  ["https://192.0.2.1/", "documentation"],
  ["https://198.51.100.7/", "documentation"],
  ["https://203.0.113.7/", "documentation"],
  ["https://192.88.99.1/", "relay address"],
  ["https://198.18.0.1/", "benchmarks"],
  ["https://198.19.255.255/", "benchmarks"],
  ["https://224.0.0.1/", "multicast"],
  ["https://239.255.255.250/", "multicast"],
  ["https://240.0.0.1/", "reserved"],
  ["https://255.255.255.255/", "reserved"],
  ["https://4294967295/", "reserved"],
  // IPv6, and IPv4 within it.
  ["https://[::1]/", "loopback"],
  ["https://[0:0:0:0:0:0:0:1]/", "loopback"],
  ["https://[::]/", "outside"],
  ["https://[::127.0.0.1]/", "outside"],
  ["https://[::ffff:127.0.0.1]/", "outside"],
  ["https://[::ffff:7f00:1]/", "outside"],
  ["https://[::ffff:169.254.169.254]/", "outside"],
  ["https://[::ffff:8.8.8.8]/", "outside"],
  ["https://[::ffff:0:10.0.0.1]/", "outside"],
  ["https://[fe80::1]/", "outside"],
  ["https://[febf::1]/", "outside"],
  ["https://[fec0::1]/", "outside"],
  ["https://[fc00::1]/", "outside"],
  ["https://[fdff::1]/", "outside"],
  ["https://[fd00:ec2::254]/latest", "outside"],
  ["https://[ff02::1]/", "outside"],
  ["https://[100::1]/", "outside"],
  ["https://[64:ff9b::10.0.0.1]/", "outside"],
  ["https://[64:ff9b::8.8.8.8]/", "outside"],
  ["https://[64:ff9b:1::1]/", "outside"],
  ["https://[5f00::1]/", "outside"],
  ["https://[2002:7f00:1::]/", "6to4"],
  ["https://[2002:a00:1::1]/", "6to4"],
  ["https://[2001::1]/", "Teredo"],
  ["https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", "Teredo"],
  ["https://[2001:10::1]/", "protocols"],
  ["https://[2001:db8::1]/", "documentation"],
  ["https://[3fff:fff::1]/", "documentation"],
  // Names that are private wherever they are asked.
  ["https://localhost/", "full name"],
  ["https://localhost./", "full name"],
  ["https://LOCALHOST:8443/", "full name"],
  ["https://foo.localhost/", "private network"],
  ["https://foo.localhost./", "private network"],
  ["https://localhost../", "full name"],
  ["https://printer/", "full name"],
  ["https://kubernetes.default.svc/", "private network"],
  ["https://kubernetes.default.svc.cluster.local/", "private network"],
  ["https://nas.local/", "private network"],
  ["https://nas.LOCAL./", "private network"],
  ["https://localhost.localdomain/", "private network"],
  ["https://vault.internal/", "private network"],
  ["https://metadata.google.internal/computeMetadata/v1/", "private network"],
  ["https://metadata.goog/", "private network"],
  ["https://instance-data.ec2.internal/", "private network"],
  ["https://router.home.arpa/", "private network"],
  ["https://router.lan/", "private network"],
  ["https://expyuzz4wqqyqhjn.onion/", "private network"],
  ["https://1.0.0.127.in-addr.arpa/", "private network"],
  ["https://a..example.com/", "full name"],
  // Our own host, user info, ports, other schemes, and what is no address.
  ["https://budget.ours.com/v2/me", "itself"],
  ["https://BUDGET.ours.com.:443/", "itself"],
  ["https://user:password@bank.com/", "user name"],
  ["https://user@bank.com/", "user name"],
  ["https://bank.com@127.0.0.1/", "user name"],
  ["https://bank.com:22/", "Port 22"],
  ["https://bank.com:25/", "Port 25"],
  ["https://bank.com:80/", "Port 80"],
  ["https://bank.com:0/", "Port 0"],
  ["https://bank.com:1023/", "Port 1023"],
  ["https://bank.com:6667/", "Port 6667"],
  ["http://bank.com/", "not with https"],
  ["http://127.0.0.1/", "not with https"],
  ["ftp://bank.com/", "not with https"],
  ["file:///etc/passwd", "not with https"],
  ["data:application/json,1", "not with https"],
  ["gopher://bank.com/", "not with https"],
  ["javascript:alert(1)", "not with https"],
  ["blob:https://bank.com/x", "not with https"],
  ["wss://bank.com/", "not with https"],
  ["//bank.com/", "not a valid URL"],
  ["bank.com", "not a valid URL"],
  ["", "not a valid URL"],
  ["https://", "not a valid URL"],
  ["https://256.256.256.256/", "not a valid URL"],
  ["https://1.2.3.4.5/", "not a valid URL"],
  ["https://[::1%25eth0]/", "not a valid URL"],
  ["https://bank.com:99999/", "not a valid URL"],
  [`https://bank.com/${"a".repeat(4_096)}`, "longer than"],
];

test.each(NEVER)("%s is never requested", (address, word) => {
  const read = parseAddress(address, PRODUCTION);

  expect(read.ok ? read.value.href : read.error).toContain(word);
  expect(read.ok ? "" : read.error).not.toContain("password@");
});

const ASKED = [
  "https://bank.com/balance?key=1#part",
  "https://BANK.com./",
  "https://bank.com:443/",
  "https://bank.com:1024/",
  "https://bank.com:8443/",
  "https://xn--bcher-kva.example/",
  "https://bücher.example/",
  "https://notlocalhost.com/",
  "https://local.com/",
  "https://internal.bank.com/",
  "https://8.8.8.8/",
  "https://9.255.255.255/",
  "https://11.0.0.0/",
  "https://100.63.255.255/",
  "https://100.128.0.0/",
  "https://172.15.255.255/",
  "https://172.32.0.0/",
  "https://192.0.1.0/",
  "https://198.17.255.255/",
  "https://198.20.0.0/",
  "https://223.255.255.255/",
  "https://[2606:4700:4700::1111]/",
  "https://[2001:200::1]/",
  "https://[2003::1]/",
];

test.each(ASKED)("%s may be requested", (address) => {
  expect(parseAddress(address, PRODUCTION)).toMatchObject({ ok: true });
});

test.each([
  "http://127.0.0.1:9000/x",
  "http://localhost/",
  "https://localhost:22/",
  "http://[::1]:80/",
  "http://fake.localhost:81/",
  "http://127.9.9.9/",
])("on a developer's machine %s may be asked", (address) => {
  expect(parseAddress(address, LOCAL)).toMatchObject({ ok: true });
});

test.each([
  "http://bank.com/",
  "http://0.0.0.0/",
  "http://10.0.0.1/",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/",
  "http://[::ffff:127.0.0.1]/",
  "https://nas.local/",
  "http://user:x@localhost/",
  "ftp://localhost/",
])("not even there is %s asked", (address) => {
  expect(parseAddress(address, LOCAL)).toMatchObject({ ok: false });
});

test("the first and last address of a network are in it, and their neighbours are not", () => {
  const edges = [
    ["9.255.255.255", null],
    ["10.0.0.0", "a private address"],
    ["100.64.0.0", "an address inside a carrier's network"],
    ["169.255.0.0", null],
    ["191.255.255.255", null],
  ] as const;

  expect(edges.map(([address]) => notPublic(address))).toEqual(edges.map(([, what]) => what));
});

test("a resolver's answer that is not an address does not count as public", () => {
  expect(
    ["", "8.8.8", "8.8.8.8.8", "08.8.8.8x", "::ffff:10.0.0.1", "bank.com", "1.2.3.999"].map(
      (text) => notPublic(text) === null,
    ),
  ).toEqual(Array(7).fill(false));
  expect([parseIpv4("1.2.3.4"), parseIpv6("1::2"), parseIpv6("::ffff:1.2.3.4")]).toEqual([
    16_909_060n,
    (1n << 112n) + 2n,
    0xffff01020304n,
  ]);
  expect([
    isLoopback("127.0.0.1"),
    isLoopback("::1"),
    isLoopback("::ffff:127.0.0.1"),
    isLoopback("128.0.0.1"),
  ]).toEqual([true, true, false, false]);
});
