// Our OAuth client against a server that fails and lies on demand, and once against our own over its real HTTP.

import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import {
  begin,
  discover,
  finish,
  refresh,
  revoke,
  type OAuthSetup,
  type Server,
} from "../../../src/importer/connection/oauth-client.ts";
import { TOKEN_LIFETIME_MS_DEFAULT, TOKEN_LIFETIME_MS_MAX } from "../../../src/platform/limits.ts";
import { http } from "../../../src/http/app.ts";
import { must } from "../../../src/platform/assert.ts";
import {
  CALLBACK as OWN_CALLBACK,
  fieldsOf,
  me,
  open as openAuthorize,
  ORIGIN,
  register,
  sentTo,
  signIn,
  submit,
} from "../../oauth/server/driver.ts";
import { CLIENT, FakeService, ISSUER, type Fault } from "./fake-service.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const NOW = 1_800_000_000_000;
const REDIRECT = "https://tributary.test/connect/callback";

function setupOf(service: FakeService, changed: Partial<OAuthSetup> = {}): OAuthSetup {
  return { issuer: ISSUER, ...CLIENT, fetch: service.fetch, ...changed };
}

async function serverOf(service: FakeService): Promise<Server> {
  const server = await discover(setupOf(service));
  if (!server.ok) throw new Error(server.error.kind);
  return server.value;
}

describe("discovery", () => {
  test("takes the metadata of the issuer that was asked", async () => {
    expect((await serverOf(new FakeService())).token_endpoint).toBe(`${ISSUER}/oauth/token`);
  });

  const unfit: Record<string, Record<string, unknown>> = {
    "another issuer": { issuer: "https://evil.example.com" },
    "no S256": { code_challenge_methods_supported: ["plain"] },
    "no word of S256": { code_challenge_methods_supported: undefined },
    "no token endpoint": { token_endpoint: undefined },
    "a token endpoint without encryption": {
      token_endpoint: "http://accounts.example.com/oauth/token",
    },
    "a token endpoint on this very machine": {
      token_endpoint: "http://127.0.0.1:8787/oauth/token",
    },
    "a revocation endpoint on this very machine": {
      revocation_endpoint: "http://localhost:8787/oauth/revoke",
    },
    "an authorization endpoint on this very machine": {
      authorization_endpoint: "http://[::1]/oauth/authorize",
    },
    "no way to authenticate that we have": {
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
    },
  };
  for (const [name, metadata] of Object.entries(unfit)) {
    test(`refuses a server with ${name}`, async () => {
      const service = new FakeService();
      service.metadata = metadata;

      expect(await discover(setupOf(service))).toMatchObject({
        ok: false,
        error: { kind: "unsuitable server" },
      });
    });
  }

  const at = "/.well-known/oauth-authorization-server" as const;
  const away: readonly [string, Fault, string][] = [
    ["is away", { on: at, drop: true }, "unreachable"],
    ["answers 503", { on: at, status: 503 }, "unreachable"],
    ["answers 429", { on: at, status: 429, headers: { "retry-after": "60" } }, "throttled"],
    [
      "answers a page in HTML",
      { on: at, status: 200, body: "<html>", headers: { "content-type": "text/html" } },
      "unsuitable server",
    ],
    [
      "sends us elsewhere",
      { on: at, status: 302, headers: { location: "https://evil.example.com/" } },
      "unreadable",
    ],
  ];
  for (const [name, fault, kind] of away) {
    test(`says so when the server ${name}`, async () => {
      const service = new FakeService();
      service.faults.push(fault);

      expect(await discover(setupOf(service))).toMatchObject({ ok: false, error: { kind } });
    });
  }
});

test("the authorization address carries state and an S256 challenge, and nothing secret", async () => {
  const service = new FakeService();
  const begun = await begin(setupOf(service), await serverOf(service), {
    redirectUri: REDIRECT,
    scope: "me:read",
    further: { account_id: "41" },
  });

  if (!begun.ok) throw new Error(begun.error.kind);
  const { url, state, verifier } = begun.value;
  const said = Object.fromEntries(new URL(url).searchParams);
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
  );
  expect(said).toEqual({
    response_type: "code",
    client_id: CLIENT.clientId,
    redirect_uri: REDIRECT,
    state,
    code_challenge: digest.toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
    scope: "me:read",
    account_id: "41",
  });
  expect(url).not.toContain(verifier);
  expect(url).not.toContain(CLIENT.clientSecret);
});

describe("the answer of an authorization", () => {
  const GOOD = { state: "the-state", iss: ISSUER, code: "good-code" };

  async function finished(query: Record<string, string> | string, service = new FakeService()) {
    const setup = setupOf(service);
    const back = {
      parameters: new URLSearchParams(query),
      redirectUri: REDIRECT,
      state: "the-state",
      verifier: "v".repeat(43),
    };
    return finish(setup, await serverOf(service), back, NOW);
  }

  test("with the right state and issuer gives tokens for its code, once with the verifier and the secret", async () => {
    const service = new FakeService();
    const tokens = await finished(GOOD, service);

    expect(tokens).toEqual({
      ok: true,
      value: {
        accessToken: "planted-access-1",
        refreshToken: "planted-refresh-1",
        expiresAt: NOW + 3_600_000,
        scope: "me:read",
      },
    });
    const [asked] = service.log.filter((entry) => entry.path === "/oauth/token");
    expect(Object.fromEntries(asked?.form ?? [])).toEqual({
      grant_type: "authorization_code",
      code: "good-code",
      redirect_uri: REDIRECT,
      code_verifier: "v".repeat(43),
    });
    expect(asked?.headers.get("authorization")).toBe(
      `Basic ${btoa("tributary%2Dtest:planted%2Dclient%2Dsecret")}`,
    );
  });

  const wrong: readonly [string, Record<string, string> | string, object][] = [
    ["a foreign state", { ...GOOD, state: "another" }, { kind: "state mismatch" }],
    ["no state", { iss: ISSUER, code: "good-code" }, { kind: "state mismatch" }],
    [
      "two states",
      `state=the-state&state=other&iss=${ISSUER}&code=good-code`,
      { kind: "state mismatch" },
    ],
    ["another issuer", { ...GOOD, iss: "https://evil.example.com" }, { kind: "wrong issuer" }],
    [
      "no issuer though the server always names itself",
      { state: "the-state", code: "good-code" },
      { kind: "wrong issuer" },
    ],
    [
      "two issuers",
      `state=the-state&iss=${ISSUER}&iss=${ISSUER}&code=good-code`,
      { kind: "wrong issuer" },
    ],
    [
      "a no",
      { state: "the-state", iss: ISSUER, error: "access_denied" },
      { kind: "access denied" },
    ],
    [
      "a no with a foreign state",
      { state: "x", iss: ISSUER, error: "access_denied" },
      { kind: "state mismatch" },
    ],
    [
      "another error",
      { state: "the-state", iss: ISSUER, error: "server_error", error_description: "x" },
      { kind: "not authorized", error: "server_error" },
    ],
    [
      "an error that is no code of the RFC",
      { state: "the-state", iss: ISSUER, error: "<script>" },
      { kind: "not authorized", error: "unknown error" },
    ],
    ["neither code nor error", { state: "the-state", iss: ISSUER }, { kind: "malformed callback" }],
    [
      "two codes",
      `state=the-state&iss=${ISSUER}&code=good-code&code=other`,
      { kind: "malformed callback" },
    ],
    ["code and error", { ...GOOD, error: "access_denied" }, { kind: "malformed callback" }],
  ];
  for (const [name, query, error] of wrong) {
    test(`with ${name} is refused, and nothing is exchanged`, async () => {
      const service = new FakeService();

      expect(await finished(query, service)).toEqual({ ok: false, error });
      expect(service.count("/oauth/token")).toBe(0);
    });
  }

  test("with a code that the server does not take is refused", async () => {
    expect(await finished({ ...GOOD, code: "used-code" })).toEqual({
      ok: false,
      error: { kind: "invalid grant" },
    });
  });
});

describe("a token answer's lifetime", () => {
  const lifetimes: readonly [string, unknown, number][] = [
    ["that is missing counts as an hour", undefined, TOKEN_LIFETIME_MS_DEFAULT],
    ["that is null counts as an hour", null, TOKEN_LIFETIME_MS_DEFAULT],
    ["that is negative counts as an hour", -5, TOKEN_LIFETIME_MS_DEFAULT],
    ["that is no number counts as an hour", "soon", TOKEN_LIFETIME_MS_DEFAULT],
    ["that is an object counts as an hour", {}, TOKEN_LIFETIME_MS_DEFAULT],
    ["that is a number in a text is that number", "120", 120_000],
    ["that is huge is bounded", 1e300, TOKEN_LIFETIME_MS_MAX],
    ["of a minute is a minute", 60, 60_000],
  ];
  for (const [name, expires_in, lifetime] of lifetimes) {
    test(name, async () => {
      const service = new FakeService();
      const { refreshToken } = service.grant();
      service.answer = { expires_in };

      const tokens = await refresh(setupOf(service), await serverOf(service), refreshToken, NOW);

      expect(tokens).toMatchObject({ ok: true, value: { expiresAt: NOW + lifetime } });
    });
  }
});

describe("a refresh", () => {
  test("whose answer has no refresh token keeps the old one", async () => {
    const service = new FakeService();
    service.rotates = false;
    const { refreshToken } = service.grant();

    const tokens = await refresh(setupOf(service), await serverOf(service), refreshToken, NOW);
    expect(tokens).toMatchObject({
      ok: true,
      value: { accessToken: "planted-access-2", refreshToken },
    });
  });

  test("of a public client names it in the body and sends no secret", async () => {
    const service = new FakeService();
    const { refreshToken } = service.grant();

    await refresh(
      setupOf(service, { clientSecret: null }),
      await serverOf(service),
      refreshToken,
      NOW,
    );
    const asked = service.log.at(-1);
    expect(asked?.form.get("client_id")).toBe(CLIENT.clientId);
    expect(asked?.headers.has("authorization")).toBe(false);
  });

  const on = "/oauth/token" as const;
  const echo = JSON.stringify({
    error: "invalid_request",
    error_description: "planted-refresh-1 is odd",
  });
  const faults: readonly [string, Fault, object][] = [
    [
      "invalid_grant",
      { on, status: 400, body: '{"error":"invalid_grant"}' },
      { kind: "invalid grant" },
    ],
    [
      "invalid_grant with 401 and a challenge",
      {
        on,
        status: 401,
        body: '{"error":"invalid_grant"}',
        headers: { "www-authenticate": "Bearer" },
      },
      { kind: "invalid grant" },
    ],
    [
      "invalid_client",
      {
        on,
        status: 401,
        body: '{"error":"invalid_client"}',
        headers: { "www-authenticate": 'Basic realm="x"' },
      },
      { kind: "invalid client" },
    ],
    [
      "unauthorized_client",
      { on, status: 400, body: '{"error":"unauthorized_client"}' },
      { kind: "invalid client" },
    ],
    [
      "another error, whose words may quote the token",
      { on, status: 400, body: echo },
      { kind: "refused", error: "invalid_request" },
    ],
    [
      "429",
      { on, status: 429, body: '{"error":"invalid_grant"}', headers: { "retry-after": "30" } },
      { kind: "throttled", retryAfter: "30" },
    ],
    [
      "500 that says invalid_grant",
      { on, status: 500, body: '{"error":"invalid_grant"}' },
      { kind: "unreachable" },
    ],
    ["a dropped connection", { on, drop: true }, { kind: "unreachable" }],
    ["a 200 that is not JSON", { on, status: 200, body: "ok" }, { kind: "unreadable" }],
    [
      "a 200 that holds an error",
      { on, status: 200, body: '{"error":"invalid_grant"}' },
      { kind: "unreadable" },
    ],
    [
      "a 400 page in HTML",
      { on, status: 400, body: "<html>", headers: { "content-type": "text/html" } },
      { kind: "unreadable" },
    ],
    [
      "a token of a type that we do not know",
      { on, status: 200, body: '{"access_token":"x","token_type":"mac"}' },
      { kind: "unreadable" },
    ],
    [
      "a token that no header can carry",
      { on, status: 200, body: '{"access_token":"a\\nb","token_type":"bearer"}' },
      { kind: "unreadable" },
    ],
    [
      "an answer without end",
      { on, status: 200, body: `{"access_token":"${"x".repeat(200_000)}","token_type":"bearer"}` },
      { kind: "unreachable" },
    ],
    [
      "a redirect",
      { on, status: 307, headers: { location: "https://evil.example.com/" } },
      { kind: "unreadable" },
    ],
  ];
  for (const [name, fault, error] of faults) {
    test(`answered by ${name} is ${JSON.stringify(error)}`, async () => {
      const service = new FakeService();
      const { refreshToken } = service.grant();
      const server = await serverOf(service);
      service.faults.push(fault);

      expect(await refresh(setupOf(service), server, refreshToken, NOW)).toEqual({
        ok: false,
        error,
      });
    });
  }
});

describe("a revocation", () => {
  test("names the token and its kind", async () => {
    const service = new FakeService();
    const { refreshToken } = service.grant();

    expect(
      await revoke(setupOf(service), await serverOf(service), refreshToken, "refresh_token"),
    ).toEqual({ ok: true, value: null });
    expect(Object.fromEntries(service.log.at(-1)?.form ?? [])).toEqual({
      token: refreshToken,
      token_type_hint: "refresh_token",
    });
  });

  test("is not possible where the server has no endpoint for it", async () => {
    const service = new FakeService();
    service.metadata = { revocation_endpoint: undefined };

    expect(await revoke(setupOf(service), await serverOf(service), "x", "access_token")).toEqual({
      ok: false,
      error: { kind: "unsupported" },
    });
  });
});

test("the whole flow passes against our own server, for confidential and public clients", async () => {
  for (const kind of ["confidential", "public"] as const) {
    const client = await register({ kind });
    const fetch = async (request: Request) => {
      const asked = new Request(request);
      asked.headers.set("cf-connecting-ip", "2001:db8:ffff::1");
      return http.fetch(asked, env, createExecutionContext());
    };
    const setup: OAuthSetup = {
      issuer: ORIGIN,
      clientId: client.id,
      clientSecret: client.secret,
      fetch,
    };
    const server = await discover(setup);
    if (!server.ok) throw new Error(server.error.kind);
    const begun = await begin(setup, server.value, { redirectUri: OWN_CALLBACK, scope: null });
    if (!begun.ok) throw new Error(begun.error.kind);
    const cookie = await signIn();
    const page = await openAuthorize(new URL(begun.value.url).searchParams, cookie);
    const { said } = sentTo(
      await submit({ ...(await fieldsOf(page)), account: "1", decision: "allow" }, cookie),
    );

    const back = {
      parameters: new URLSearchParams(said),
      redirectUri: OWN_CALLBACK,
      state: begun.value.state,
      verifier: begun.value.verifier,
    };
    const tokens = await finish(setup, server.value, back, Date.now());
    if (!tokens.ok) throw new Error(tokens.error.kind);
    const fresh = await refresh(
      setup,
      server.value,
      must(tokens.value.refreshToken, "offline_access was registered"),
      Date.now(),
    );
    if (!fresh.ok) throw new Error(fresh.error.kind);

    expect((await me(fresh.value.accessToken)).status).toBe(200);
    expect(
      (
        await revoke(
          setup,
          server.value,
          must(fresh.value.refreshToken, "it rotates"),
          "refresh_token",
        )
      ).ok,
    ).toBe(true);
    expect((await me(fresh.value.accessToken)).status).toBe(401);
  }
});
