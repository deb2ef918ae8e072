// Our client against an authorization server that is not ours, oidc-provider, over real HTTP. The
// tests ask that server, not ours, about the tokens.

import { timingSafeEqual } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  begin,
  discover,
  finish,
  refresh,
  revoke,
  type OAuthSetup,
} from "../../src/importer/connection/oauth-client.ts";
import { CONFIDENTIAL, PUBLIC, startProvider, type Provider } from "./provider.ts";
import { Visitor } from "./visitor.ts";

// workerd has it beside the standard's methods.
Object.assign(crypto.subtle, {
  timingSafeEqual: (a: ArrayBuffer, b: ArrayBuffer) =>
    timingSafeEqual(new Uint8Array(a), new Uint8Array(b)),
});

const CALLBACK = "http://127.0.0.1:4711/connect/callback";

function must<T>(
  result:
    { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

describe.each([CONFIDENTIAL, PUBLIC])("the client $id against oidc-provider", (client) => {
  let provider: Provider;
  let setup: OAuthSetup;

  beforeAll(async () => {
    provider = await startProvider();
    provider.open(CALLBACK);
    setup = {
      issuer: provider.issuer,
      clientId: client.id,
      clientSecret: client.secret,
      fetch: async (request) => fetch(request),
    };
  });

  afterAll(() => {
    provider.close();
  });

  async function authorized() {
    const server = must(await discover(setup));
    const begun = must(await begin(setup, server, { redirectUri: CALLBACK, scope: null }));
    const { url } = await new Visitor().open(begun.url, (address) =>
      address.href.startsWith(CALLBACK),
    );
    const back = {
      parameters: url.searchParams,
      redirectUri: CALLBACK,
      state: begun.state,
      verifier: begun.verifier,
    };
    return { server, back };
  }

  test("the client discovers by RFC 8414, and authenticates as in RFC 6749, 2.3.1", async () => {
    const { server, back } = await authorized();
    must(await finish(setup, server, back, Date.now()));
    const asked = provider.asked.at(-1);

    expect(server.issuer).toBe(provider.issuer);
    expect(provider.lookedFor.at(-1)).toBe("/.well-known/oauth-authorization-server");
    if (client.secret === null) {
      expect(asked?.authorization).toBeNull();
      expect(asked?.form.get("client_id")).toBe(client.id);
    } else {
      // Every character that form encoding changes is in the secret.
      expect(asked?.authorization).toMatch(/^Basic [A-Za-z0-9+/]+=*$/);
    }
    expect(asked?.form.has("client_secret")).toBe(false);
    expect(asked?.form.get("code_verifier")).toMatch(/^[\w-]{43,128}$/);
  });

  test("the client gets valid opaque tokens, and new ones for each refresh token once", async () => {
    const { server, back } = await authorized();
    const first = must(await finish(setup, server, back, 1_000_000));
    const second = must(await refresh(setup, server, first.refreshToken ?? "", 1_000_000));

    expect(first.expiresAt).toBe(1_000_000 + 3600 * 1000);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await provider.isActive(second.accessToken)).toBe(true);

    const replayed = await refresh(setup, server, first.refreshToken ?? "", 1_000_000);

    expect(replayed).toEqual({ ok: false, error: { kind: "invalid grant" } });
    expect(await provider.isActive(second.accessToken)).toBe(false);
  });

  test("the client redeems a code once", async () => {
    const { server, back } = await authorized();
    const first = must(await finish(setup, server, back, Date.now()));
    const again = await finish(setup, server, back, Date.now());

    expect(again).toEqual({ ok: false, error: { kind: "invalid grant" } });
    expect(await provider.isActive(first.accessToken)).toBe(false);
  });

  test("the client gets nothing with a verifier that is not the challenge's", async () => {
    const { server, back } = await authorized();

    expect(await finish(setup, server, { ...back, verifier: "x".repeat(43) }, Date.now())).toEqual({
      ok: false,
      error: { kind: "invalid grant" },
    });
  });

  test("the client ends the whole grant with the refresh token", async () => {
    const { server, back } = await authorized();
    const { accessToken, refreshToken } = must(await finish(setup, server, back, Date.now()));

    must(await revoke(setup, server, refreshToken ?? "", "refresh_token"));

    expect(await provider.isActive(refreshToken ?? "")).toBe(false);
    expect(await provider.isActive(accessToken)).toBe(false);
  });

  test("the client learns that the person refused, only with its own state and issuer", async () => {
    provider.agrees = false;
    const { server, back } = await authorized();
    provider.agrees = true;
    const foreign = new URLSearchParams(back.parameters);
    foreign.set("iss", "http://127.0.0.1:1");

    expect(await finish(setup, server, back, Date.now())).toEqual({
      ok: false,
      error: { kind: "access denied" },
    });
    expect(await finish(setup, server, { ...back, parameters: foreign }, Date.now())).toEqual({
      ok: false,
      error: { kind: "wrong issuer" },
    });
    expect(await finish(setup, server, { ...back, state: "another" }, Date.now())).toEqual({
      ok: false,
      error: { kind: "state mismatch" },
    });
  });
});

test("a confidential client with a wrong secret is unknown, and loses no token for it", async () => {
  const provider = await startProvider();
  provider.open(CALLBACK);
  const setup: OAuthSetup = {
    issuer: provider.issuer,
    clientId: CONFIDENTIAL.id,
    clientSecret: "wrong",
    fetch: async (request) => fetch(request),
  };
  const server = must(await discover(setup));

  expect(await refresh(setup, server, "whatever", Date.now())).toEqual({
    ok: false,
    error: { kind: "invalid client" },
  });
  provider.close();
});

test("a server with only OpenID Connect's document is discovered by it", async () => {
  const provider = await startProvider();
  provider.open(CALLBACK);
  const setup: OAuthSetup = {
    issuer: provider.issuer,
    clientId: PUBLIC.id,
    clientSecret: null,
    fetch: async (request) =>
      request.url.endsWith("/oauth-authorization-server")
        ? new Response(null, { status: 404 })
        : fetch(request),
  };

  expect(must(await discover(setup)).token_endpoint).toBe(`${provider.issuer}/token`);
  expect(provider.lookedFor).toEqual(["/.well-known/openid-configuration"]);
  provider.close();
});
