// The one fetch against servers that do wrong, over real sockets, from within the Worker's runtime.

import { env, exports } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { readConfig } from "../../src/config.ts";
import {
  DNS_RECORDS_MAX,
  SOURCE_ANSWER_BYTES_MAX,
  SOURCE_REQUESTS_AT_ONCE_MAX,
  SOURCE_RETRY_MS_MAX,
} from "../../src/platform/limits.ts";
import { readBounded, type Fetch } from "../../src/sources/bytes.ts";
import { createFetching, type SourceRequest } from "../../src/sources/fetching.ts";
import { internetFetching } from "../../src/sources/internet.ts";
import { OWN_MARK, ownMarks } from "../../src/sources/own-mark.ts";
import { createResolver } from "../../src/sources/resolving.ts";
import { retryAfterMs } from "../../src/sources/statuses.ts";

const FAKES = env.SOURCE_FAKES;
const NOW = Date.parse("2026-11-22T08:00:00Z");
const real: Fetch = (url, init) => fetch(url, init);
const PARTS = {
  local: true,
  ownHosts: [],
  resolve: null,
  fetch: real,
  now: () => NOW,
  timeoutMs: 20_000,
};

const ask = (path: string, request: Omit<SourceRequest, "url"> = {}, timeoutMs = PARTS.timeoutMs) =>
  createFetching({ ...PARTS, timeoutMs })({ url: `${FAKES}${path}`, ...request });

async function faultOf(asked: ReturnType<typeof ask>) {
  const answer = await asked;
  if (answer.ok) return expect.unreachable(`answered ${answer.value.status}`);
  return answer.error;
}

test("a complete answer has status, headers and unpacked bytes", async () => {
  const plain = await ask("/json/balance");
  const packed = await ask("/json/balance?fault=packed");

  expect(plain).toMatchObject({ ok: true, value: { status: 200 } });
  expect(plain.ok && plain.value.headers.get("content-type")).toBe("application/json");
  expect(packed.ok && new TextDecoder().decode(packed.value.body)).toBe('{"balance":"12.50"}');
  expect(await ask("/json/balance?fault=no%20content")).toMatchObject({
    ok: true,
    value: { status: 204, body: new Uint8Array() },
  });
});

test.each([
  ["limited", "limited", 120_000],
  ["limited until", "limited", SOURCE_RETRY_MS_MAX],
  ["limited oddly", "limited", null],
  ["busy", "limited", 7_000],
  ["down", "unreachable", null],
  ["broken", "unreachable", null],
  ["gateway", "unreachable", null],
  ["unauthorized", "refused", null],
  ["unpaid", "refused", null],
  ["revoked", "refused", null],
  ["missing", "gone", null],
  ["gone", "gone", null],
  ["teapot", "malformed", null],
  ["not modified", "malformed", null],
  ["cut", "unreachable", null],
  ["hangup", "unreachable", null],
  ["badly packed", "unreachable", null],
  ["to metadata", "forbidden address", null],
  ["to private", "forbidden address", null],
  ["to mapped", "forbidden address", null],
  ["to file", "forbidden address", null],
  ["to script", "forbidden address", null],
  ["to user info", "forbidden address", null],
  ["to nowhere", "forbidden address", null],
  ["to ssh", "forbidden address", null],
  ["to itself", "malformed", null],
  ["endless", "too large", null],
  ["bomb", "too large", null],
] as const)("a server that is %s: %s", async (fault, kind, retryAfter) => {
  const found = await faultOf(
    ask(`/json/balance?fault=${encodeURIComponent(fault)}&key=planted-query`, {
      headers: { authorization: "Bearer planted-header" },
    }),
  );

  expect(found).toMatchObject({ kind, retryAfter });
  expect(found.message).toContain("127.0.0.1");
  expect(JSON.stringify(found)).not.toContain("planted");
});

test.each(["silent", "drip"])(
  "a server that is %s is abandoned after the timeout",
  async (fault) => {
    const started = Date.now();

    expect(await faultOf(ask(`/json/balance?fault=${fault}`, {}, 300))).toEqual({
      kind: "slow",
      message: "127.0.0.1 did not finish its answer within 0.3 seconds.",
      retryAfter: null,
    });
    expect(Date.now() - started).toBeLessThan(10_000);
  },
);

test("a body that never arrives is abandoned with the signal", async () => {
  const never = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }));

  await expect(readBounded(never, 10, AbortSignal.timeout(20))).rejects.toThrow();
});

test("each piece of a body is copied on arrival, so that none is kept", async () => {
  const lent = new Uint8Array(4_096);
  let times = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        times += 1;
        if (times > 40_000) return controller.close();
        // The same memory for every piece: whoever kept it reads the last one over and over.
        lent[0] = times % 251;
        controller.enqueue(lent.subarray(0, 1));
      },
    },
    { highWaterMark: 0 },
  );

  const bytes = await readBounded(new Response(body), 40_000, AbortSignal.timeout(20_000));

  expect(bytes).toEqual(Uint8Array.from({ length: 40_000 }, (_, index) => (index + 1) % 251));
  expect(bytes?.buffer.byteLength).toBe(40_000);
});

test("a port where nobody listens is unreachable", async () => {
  expect(await faultOf(createFetching(PARTS)({ url: "http://127.0.0.1:9/" }))).toMatchObject({
    kind: "unreachable",
  });
});

test("a status that the request names is an answer, with its body", async () => {
  expect(await ask("/json/balance?fault=unpaid", { answers: [402] })).toMatchObject({
    ok: true,
    value: { status: 402 },
  });
});

test("an answer of exactly the allowed bytes is accepted, one byte more is not", async () => {
  const size = '{"balance":"12.50"}'.length;

  expect(await ask("/json/balance?fault=packed", { bytesMax: size })).toMatchObject({ ok: true });
  expect(await faultOf(ask("/json/balance?fault=packed", { bytesMax: size - 1 }))).toMatchObject({
    kind: "too large",
  });
  expect(SOURCE_ANSWER_BYTES_MAX * 10).toBeLessThan(64 * 1024 * 1024);
});

test("an invalid header prevents the request", async () => {
  expect(
    await faultOf(ask("/json/echo", { headers: { "x-key": "planted\r\nx: 1" } })),
  ).toMatchObject({ kind: "malformed", message: expect.not.stringContaining("planted") });
});

/** What a request to the last hop of these redirects brought with it. */
async function echoed(asked: ReturnType<typeof ask>) {
  const answer = await asked;
  if (!answer.ok) throw new Error(answer.error.message);
  return JSON.parse(new TextDecoder().decode(answer.value.body));
}
const moved = (to: string, status = 302) =>
  `/json/moved?status=${status}&to=${encodeURIComponent(to)}`;
const elsewhere = FAKES.replace("127.0.0.1", "localhost");

test("every request has its own headers and our user agent, unless it sets another", async () => {
  expect((await echoed(ask("/json/echo"))).headers["user-agent"]).toBe("Tributary");
  expect(
    await echoed(
      ask("/json/echo", {
        method: "POST",
        body: "{}",
        headers: { "User-Agent": "me", "X-Key": "1" },
      }),
    ),
  ).toMatchObject({ method: "POST", body: "{}", headers: { "user-agent": "me", "x-key": "1" } });
});

test("a redirect keeps all headers within the origin, and only content negotiation to another origin", async () => {
  const headers = {
    Authorization: "Bearer planted",
    "X-Api-Key": "planted",
    Cookie: "planted",
    Accept: "application/json",
  };
  const within = await echoed(ask(moved("/json/echo?a=1", 307), { headers }));
  const across = await echoed(ask(moved(`${elsewhere}/json/echo`), { headers }));
  const acrossAndBack = await echoed(
    ask(moved(`${elsewhere}${moved(`${FAKES}/json/echo`)}`), { headers }),
  );

  expect(within).toMatchObject({
    query: "?a=1",
    headers: { authorization: "Bearer planted", "x-api-key": "planted" },
  });
  for (const { headers: brought } of [across, acrossAndBack]) {
    expect(brought.accept).toBe("application/json");
    expect(JSON.stringify(brought)).not.toContain("planted");
  }
});

test("a POST follows a redirect only within its origin and as a POST", async () => {
  const body = {
    method: "POST",
    body: "planted-body",
    headers: { "content-type": "text/plain" },
  } as const;

  expect(await echoed(ask(moved("/json/echo", 308), body))).toMatchObject({
    method: "POST",
    body: "planted-body",
  });
  expect(await faultOf(ask(moved("/json/echo", 302), body))).toMatchObject({ kind: "malformed" });
  expect(await faultOf(ask(moved(`${elsewhere}/json/echo`, 307), body))).toMatchObject({
    kind: "malformed",
  });
});

test("three redirects are followed, a fourth is not", async () => {
  const through = (hops: number): string => (hops === 0 ? "/json/echo" : moved(through(hops - 1)));

  expect(await ask(through(3))).toMatchObject({ ok: true });
  expect(await faultOf(ask(through(4)))).toMatchObject({
    kind: "malformed",
    message: "127.0.0.1 redirects more than 3 times.",
  });
});

/** A network of names whose answers are told by address; what was asked of it. */
function network(answers: Readonly<Record<string, () => Response>>, local = false) {
  const asked: string[] = [];
  const resolver = createResolver({
    address: `${FAKES}/dns/dns-query`,
    fetch: real,
    now: () => NOW,
  });
  const fetching = createFetching({
    ...PARTS,
    local,
    ownHosts: ["budget.ours.com"],
    resolve: resolver,
    fetch: async (url) => {
      asked.push(url);
      return answers[url]?.() ?? new Response("ok");
    },
  });
  return { asked, fetching };
}
const to = (location: string) => () => new Response(null, { status: 302, headers: { location } });

test.each([
  ["private.example", "a private address"],
  ["mixed.example", "a private address"],
  ["last.example", "a loopback address"],
  ["six-private.example", "outside the public internet"],
  ["mapped.example", "outside the public internet"],
  ["alias-inside.example", "is an alias of a name that cannot be used"],
  ["metadata.example", "a link-local address"],
  ["zero.example", "an address of this machine"],
  ["odd.example", "not an IP address"],
])("%s is never asked, nor redirected to, not even locally", async (name, word) => {
  for (const local of [false, true]) {
    const direct = network({}, local);
    const led = network({ "https://public.example/": to(`https://${name}/x`) }, local);

    expect(await faultOf(direct.fetching({ url: `https://${name}/` }))).toMatchObject({
      kind: "forbidden address",
      message: expect.stringContaining(word),
    });
    expect(await faultOf(led.fetching({ url: "https://public.example/" }))).toMatchObject({
      kind: "forbidden address",
    });
    expect([direct.asked, led.asked]).toEqual([[], ["https://public.example/"]]);
  }
});

test.each([
  "many.example",
  "truncated.example",
  "half-known.example",
  "failing.example",
  "nothing.example",
  "unknown.example",
  "alias-only.example",
])("what %s stands for is not known, so it is not asked", async (name) => {
  const { asked, fetching } = network({});

  expect(await faultOf(fetching({ url: `https://${name}/` }))).toMatchObject({
    kind: "unreachable",
    message: expect.stringMatching(/is not known|has no address/),
  });
  expect(asked).toEqual([]);
  expect(DNS_RECORDS_MAX).toBeLessThan(40);
});

test.each(["public.example", "four.example", "six.example", "aliased.example", "PUBLIC.example."])(
  "%s is asked",
  async (name) => {
    expect(await network({}).fetching({ url: `https://${name}/` })).toMatchObject({ ok: true });
  },
);

test.each([
  ["https://127.0.0.1/", false],
  ["http://four.example/", false],
  ["https://budget.ours.com/hooks", false],
  ["http://127.0.0.1/", true],
  ["http://localhost:8787/", true],
  ["https://127.0.0.1:8787/", true],
])("a public server leads nobody to %s (locally: %s)", async (target, local) => {
  const { asked, fetching } = network({ "https://public.example/": to(target) }, local);

  expect(await faultOf(fetching({ url: "https://public.example/" }))).toMatchObject({
    kind: "forbidden address",
  });
  expect(asked).toHaveLength(1);
});

test("a request by https never follows a redirect to http", async () => {
  const { asked, fetching } = network({ "https://localhost/": to("http://localhost/") }, true);

  expect(await faultOf(fetching({ url: "https://localhost/" }))).toMatchObject({
    kind: "forbidden address",
    message: "localhost redirects from https to http.",
  });
  expect(asked).toHaveLength(1);
});

test.each(["silent", "html", "broken", "cut", "endless", "to itself"])(
  "a resolver that is %s allows nothing",
  async (fault) => {
    const resolve = createResolver({
      address: `${FAKES}/dns/dns-query?fault=${encodeURIComponent(fault)}`,
      fetch: fault === "silent" ? async () => Promise.reject(new Error("timed out")) : real,
      now: () => NOW,
    });

    expect(await resolve("public.example")).toMatchObject({
      ok: false,
      error: { kind: "unreachable" },
    });
  },
);

test("a name is resolved once for many requests, and again after its answer expires", async () => {
  let [now, asked] = [NOW, 0];
  const counted: Fetch = (url, init) => {
    asked += 1;
    return real(url, init);
  };
  const resolve = createResolver({
    address: `${FAKES}/dns/dns-query`,
    fetch: counted,
    now: () => now,
  });
  await resolve("public.example");
  await resolve("public.example");
  expect(asked).toBe(2);

  now += 60_000;
  await resolve("public.example");
  expect(asked).toBe(4);
});

test("without a resolver, production requests addresses but no names", async () => {
  const fetching = createFetching({
    ...PARTS,
    local: false,
    fetch: async () => new Response("ok"),
  });

  expect(await faultOf(fetching({ url: "https://public.example/" }))).toMatchObject({
    kind: "forbidden address",
    message: expect.stringContaining("SOURCE_DNS_URL"),
  });
  expect(await fetching({ url: "https://8.8.8.8/" })).toMatchObject({ ok: true });
});

test("without a resolver, production requests the bank of the exchange rates, but follows no redirect of it", async () => {
  const asked: string[] = [];
  const config = { local: false, sourceDns: null, ownIssuer: null, tokenKey: "planted-".repeat(4) };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { url } = new Request(input);
    asked.push(url);
    return url.endsWith("moved")
      ? new Response(null, {
          status: 302,
          headers: { location: "https://elsewhere.example/rates" },
        })
      : new Response("rates");
  });
  try {
    const fetching = internetFetching(config);

    expect(
      await fetching({ url: "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml" }),
    ).toMatchObject({ ok: true });
    expect(await faultOf(fetching({ url: "https://www.ecb.europa.eu/moved" }))).toMatchObject({
      kind: "forbidden address",
    });
    for (const url of [
      "https://ecb.europa.eu/",
      "https://www.ecb.europa.eu.example/",
      "https://xwww.ecb.europa.eu/",
    ])
      expect(await faultOf(fetching({ url })), url).toMatchObject({ kind: "forbidden address" });
    expect(asked).toEqual([
      "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml",
      "https://www.ecb.europa.eu/moved",
    ]);
  } finally {
    vi.restoreAllMocks();
  }
});

test("with a resolver, the bank's name is checked like any other", async () => {
  const fetching = createFetching({
    ...PARTS,
    local: false,
    known: ["www.ecb.europa.eu"],
    resolve: async () => ({
      ok: false,
      error: { kind: "forbidden address", message: "no", retryAfter: null },
    }),
  });

  expect(await faultOf(fetching({ url: "https://www.ecb.europa.eu/" }))).toMatchObject({
    kind: "forbidden address",
    message: "no",
  });
});

test("loopback is requested only locally, and this deployment's own name never", async () => {
  const config = {
    local: true,
    sourceDns: null,
    ownIssuer: "https://budget.ours.com",
    tokenKey: "planted-".repeat(4),
  };

  expect(await internetFetching(config)({ url: `${FAKES}/json/balance` })).toMatchObject({
    ok: true,
  });
  expect(
    await faultOf(internetFetching({ ...config, local: false })({ url: `${FAKES}/json/balance` })),
  ).toMatchObject({ kind: "forbidden address" });
  expect(
    await faultOf(internetFetching(config)({ url: "https://budget.ours.com/x" })),
  ).toMatchObject({ kind: "forbidden address" });
});

test("this deployment refuses its own requests to sources under any name, and no others", async () => {
  const { tokenKey } = readConfig(env);
  const config = { local: true, sourceDns: null, ownIssuer: null };
  const asked = internetFetching({ ...config, tokenKey });
  const redirected = await asked({
    url: `${FAKES}/json/moved?to=${encodeURIComponent(`${FAKES.replace("127.0.0.1", "localhost")}/json/echo`)}`,
  });
  const mark: string = redirected.ok
    ? JSON.parse(new TextDecoder().decode(redirected.value.body)).headers[OWN_MARK]
    : expect.unreachable();
  const statusFor = async (path: string, value: string) =>
    (
      await exports.default.fetch(
        new Request(`https://any.name${path}`, { headers: { [OWN_MARK]: value } }),
      )
    ).status;

  for (const path of ["/health", "/api/schedules", "/hooks/any", "/v2/me"])
    expect(await statusFor(path, mark)).toBe(508);
  for (const value of [
    `${mark}A`,
    `A${mark.slice(1)}`,
    "",
    await ownMarks("planted-".repeat(4))(),
  ].filter((value) => value !== mark))
    expect(await statusFor("/health", value)).toBe(200);

  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) =>
    exports.default.fetch(new Request(input, init)),
  );
  const looped = asked({ url: "https://127.0.0.1/api/schedules" });
  expect(await faultOf(looped)).toEqual({
    kind: "forbidden address",
    message: "127.0.0.1 answered 508: it is this service itself, or leads back to it.",
    retryAfter: null,
  });
  vi.restoreAllMocks();
});

test("no more requests run at once than are allowed, and none is lost", async () => {
  let [running, most, done] = [0, 0, 0];
  const later: Promise<unknown>[] = [];
  const fetching = createFetching({
    ...PARTS,
    fetch: async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      done += 1;
      // Some come only when others have ended.
      if (done <= 20) later.push(fetching({ url: "http://127.0.0.1/" }));
      if (done % 3 === 0) throw new Error("planted");
      return new Response("ok");
    },
  });
  await Promise.all(Array.from({ length: 20 }, () => fetching({ url: "http://127.0.0.1/" })));
  await Promise.all(later);

  expect([most, done, running]).toEqual([SOURCE_REQUESTS_AT_ONCE_MAX, 40, 0]);
});

test("Retry-After is seconds or a date, a day at most", () => {
  const said = [
    "0",
    "120",
    " 5 ",
    "999999999",
    "Sun, 22 Nov 2026 08:01:00 GMT",
    "Sun, 22 Nov 2026 07:00:00 GMT",
    "-1",
    "1.5",
    "",
    "2026-11-22T09:00:00Z",
    "9".repeat(400),
  ];

  expect(said.map((text) => retryAfterMs(text, NOW))).toEqual([
    0,
    120_000,
    5_000,
    SOURCE_RETRY_MS_MAX,
    60_000,
    0,
    null,
    null,
    null,
    null,
    null,
  ]);
});
