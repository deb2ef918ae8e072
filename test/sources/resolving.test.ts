// How long the answer about a host's name is kept before the resolver is asked again.

import { expect, test } from "vitest";
import { createResolver } from "../../src/sources/resolving.ts";

const A = 1;
const CNAME = 5;

/** A resolver whose answers for IPv4 live for the given seconds, with a clock that the test moves. */
function startResolver(records: readonly { type: number; TTL: number; data: string }[]) {
  const world = { now: 0, asked: 0 };
  const resolve = createResolver({
    address: "https://dns.example/dns-query",
    now: () => world.now,
    fetch: async (url) => {
      world.asked += 1;
      const isIpv4 = new URL(url).searchParams.get("type") === "A";
      return Response.json({ Status: 0, Answer: isIpv4 ? records : [] });
    },
  });
  return { world, resolve };
}

test("a name is resolved again once the shortest of its records' lifetimes is over", async () => {
  const { world, resolve } = startResolver([
    { type: CNAME, TTL: 300, data: "cdn.example." },
    { type: A, TTL: 1, data: "93.184.215.14" },
  ]);

  await resolve("shop.example");
  world.now = 900;
  await resolve("shop.example");
  expect(world.asked).toBe(2);

  world.now = 2_000;
  await resolve("shop.example");
  expect(world.asked).toBe(4);
});

test("a name whose records state no lifetime is resolved for every request", async () => {
  const { world, resolve } = startResolver([{ type: A, TTL: 0, data: "93.184.215.14" }]);

  await resolve("shop.example");
  await resolve("shop.example");

  expect(world.asked).toBe(4);
});
