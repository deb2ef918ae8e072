// Requests of pages of other sites, as browsers decide them (Fetch, 3.2 and 4.8). Without cookies
// they may call what a public client or the holder of a bearer token needs. Nothing else of this
// site answers them.

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { freshAddress, freshNetwork } from "../oauth/network.ts";
import {
  asClient,
  asking,
  codeFor,
  open,
  redeem,
  register,
  send,
  signIn,
} from "../oauth/server/driver.ts";

const ELSEWHERE = "https://app.example.com";
const TOKEN = { authorization: `Bearer ${env.LOCAL_TOKEN ?? ""}` };

/** A browser's question whether a page of another site may send such a request. */
async function preflight(path: string, method: string, headers: string): Promise<Response> {
  return send(path, {
    method: "OPTIONS",
    headers: {
      origin: ELSEWHERE,
      "access-control-request-method": method,
      "access-control-request-headers": headers,
    },
  });
}

const listed = (response: Response | undefined, name: string) =>
  (response?.headers.get(name) ?? "").toLowerCase().split(/, ?/);

test.each([
  ["/v2/me", "GET", "authorization"],
  ["/v2/transactions", "POST", "authorization,content-type"],
  ["/v2/transactions/1", "PUT", "authorization,content-type"],
  ["/v2/transactions/1", "DELETE", "authorization"],
  ["/mock/v2/me", "GET", "authorization"],
  ["/v1/categories/1", "PUT", "authorization,content-type"],
  ["/oauth/token", "POST", "content-type"],
  ["/oauth/revoke", "POST", "content-type"],
])("a browser learns that a page of another site may send %s %s", async (path, method, headers) => {
  const answer = await preflight(path, method, headers);

  expect(answer.status).toBe(204);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  expect(listed(answer, "access-control-allow-methods")).toContain(method.toLowerCase());
  expect(listed(answer, "access-control-allow-headers")).toEqual(
    expect.arrayContaining(headers.split(",")),
  );
  // It is no request of a client's: it counts against no quota.
  expect(answer.headers.get("ratelimit-remaining")).toBeNull();
});

test("a page reads answers and refusals, with the headers about retries and faults", async () => {
  const client = await register({ kind: "public" });
  const tokens = await redeem(client, await codeFor(client));
  const responses = [
    await send("/.well-known/oauth-authorization-server", { headers: { origin: ELSEWHERE } }),
    await send("/v2/me", { headers: { origin: ELSEWHERE, ...TOKEN } }),
    await send("/v2/me", { headers: { origin: ELSEWHERE } }),
    await send("/v2/transactions", {
      method: "POST",
      body: "{",
      headers: { origin: ELSEWHERE, ...TOKEN },
    }),
    await send("/v2/openapi.json", { headers: { origin: ELSEWHERE } }),
    await send("/oauth/token", {
      method: "POST",
      body: "x".repeat(70_000),
      headers: { origin: ELSEWHERE },
    }),
  ];
  const headers = [
    tokens.headers,
    (await asClient(client, "/oauth/token", {})).headers,
    (await asClient(client, "/oauth/revoke", { token: "x" })).headers,
  ];

  for (const answer of [...responses.map((response) => response.headers), ...headers]) {
    expect(answer.get("access-control-allow-origin")).toBe("*");
    expect(answer.get("access-control-allow-credentials")).toBeNull();
    expect(answer.get("cross-origin-resource-policy")).toBe("cross-origin");
  }
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 400, 200, 413]);
  for (const name of [
    "ratelimit-remaining",
    "ratelimit-reset",
    "retry-after",
    "www-authenticate",
  ]) {
    expect(listed(responses[1], "access-control-expose-headers")).toContain(name);
  }
});

test("a page reads that version 1 is deprecated, and its successor", async () => {
  const answer = await send(`/v1/me?access_token=${env.LOCAL_TOKEN}`, {
    headers: { origin: ELSEWHERE },
  });

  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  for (const name of ["deprecation", "link", "warning", "ratelimit-remaining"]) {
    expect(answer.headers.get(name)).not.toBeNull();
    expect(listed(answer, "access-control-expose-headers")).toContain(name);
  }
});

test("a page cannot use a secret: the token endpoint accepts no Authorization header from it", async () => {
  expect(
    listed(
      await preflight("/oauth/token", "POST", "authorization"),
      "access-control-allow-headers",
    ),
  ).not.toContain("authorization");
});

test("a session's cookie opens nothing that pages of other sites may call", async () => {
  const cookie = await signIn();

  expect((await send("/v2/me", { headers: { origin: ELSEWHERE, cookie } })).status).toBe(401);
});

test.each([
  "/",
  "/portal",
  "/api/imports",
  "/oauth/authorize",
  "/health",
  "/sign-in",
  "/files/1/x",
  "/connect/callback",
  "/.well-known/other",
])("no page of another site reads %s", async (path) => {
  const headers = { origin: ELSEWHERE, cookie: await signIn() };
  const answers = [await send(path, { headers }), await preflight(path, "POST", "content-type")];

  for (const answer of answers) {
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("cross-origin-resource-policy")).toBe("same-origin");
    await answer.body?.cancel();
  }
});

test("no script of another site reads the consent page or the code in its answer", async () => {
  const client = await register();
  const page = await open(asking(client), await signIn());

  expect(page.headers.get("access-control-allow-origin")).toBeNull();
});

test("a quota belongs to a network: the addresses of one 64-bit IPv6 network share it", async () => {
  const ask = async (address: string) => {
    const answer = await send("/v2/me", { headers: { ...TOKEN, "cf-connecting-ip": address } });
    await answer.body?.cancel();
    return answer.headers.get("ratelimit-remaining");
  };
  const network = freshNetwork();

  expect(await ask(`${network}::1`)).toBe("99");
  expect(await ask(`${network}:ffff:ffff:ffff:ffff`)).toBe("98");
  expect(await ask(freshAddress())).toBe("99");
});
