// Keys by DNS over HTTPS: one bounded question for each name; no answer makes the resolver throw.

import { expect, test } from "vitest";
import {
  dnsOverHttps,
  joinStrings,
  NO_RESOLVER,
} from "../../../src/receipts/authenticity/resolver.ts";
import { DNS_ANSWER_BYTES_MAX, DNS_CACHE_MS_MAX } from "../../../src/platform/limits.ts";

const NAME = "s1._domainkey.shop.example";
const answer = (body: unknown, status = 200): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status });

function createResolver(reply: () => Response | Promise<Response>) {
  const asked: { url: string; init: RequestInit }[] = [];
  let now = 0;
  const resolve = dnsOverHttps(
    "https://dns.example/dns-query",
    async (url, init) => {
      asked.push({ url, init });
      return reply();
    },
    () => now,
  );
  return { resolve, asked, later: (ms: number) => (now += ms) };
}

test("the resolver asks only for the name's TXT records, and joins their strings", async () => {
  const { resolve, asked } = createResolver(() =>
    answer({
      Status: 0,
      Answer: [
        { type: 5, data: "elsewhere.example." },
        { type: 16, TTL: 60, data: '"v=DKIM1; k=rsa; " "p=MII\\"\\065"' },
      ],
    }),
  );

  expect(await resolve(NAME)).toEqual({ kind: "records", records: ['v=DKIM1; k=rsa; p=MII"A'] });
  expect(asked.map(({ url }) => url)).toEqual([
    `https://dns.example/dns-query?name=${NAME}&type=TXT`,
  ]);
  expect(asked[0]?.init).toMatchObject({
    headers: { accept: "application/dns-json" },
    redirect: "manual",
  });
});

test("an answer is cached for its TTL, an hour at most", async () => {
  const { resolve, asked, later } = createResolver(() =>
    answer({ Status: 0, Answer: [{ type: 16, TTL: 1e9, data: '"p=x"' }] }),
  );
  await resolve(NAME);
  await resolve(NAME);
  expect(asked).toHaveLength(1);

  later(DNS_CACHE_MS_MAX + 1);
  await resolve(NAME);

  expect(asked).toHaveLength(2);
});

test.each<[string, () => Response, string]>([
  ["no such name", () => answer({ Status: 3 }), "none"],
  ["a name without TXT", () => answer({ Status: 0, Answer: [{ type: 5, data: "x" }] }), "none"],
  ["a server that fails", () => answer({ Status: 2 }), "unavailable"],
  ["an error", () => answer("no", 500), "unavailable"],
  [
    "a redirect",
    () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
    "unavailable",
  ],
  ["no JSON", () => answer("<html>"), "unavailable"],
  ["another shape", () => answer({ Answer: "x" }), "unavailable"],
  ["a huge answer", () => answer(" ".repeat(DNS_ANSWER_BYTES_MAX + 1)), "unavailable"],
  [
    "no network",
    () => {
      throw new Error("down");
    },
    "unavailable",
  ],
])("the resolver survives %s", async (_, reply, kind) => {
  expect((await createResolver(reply).resolve(NAME)).kind).toBe(kind);
});

test("an unanswered question is asked again", async () => {
  const { resolve, asked } = createResolver(() => answer("no", 500));
  await resolve(NAME);
  await resolve(NAME);

  expect(asked).toHaveLength(2);
});

test("a record without quotes is kept as it is, and without a resolver nobody is asked", async () => {
  expect(joinStrings("v=DKIM1; p=x")).toBe("v=DKIM1; p=x");
  expect(joinStrings('"a" "b')).toBe("ab");
  expect((await NO_RESOLVER(NAME)).kind).toBe("unavailable");
});
