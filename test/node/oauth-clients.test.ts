// The authorization server as seen by two clients that are not ours, oauth4webapi and
// openid-client, over real HTTP to the built Worker. All their checks of metadata, answers and
// errors pass. The person is a cookie jar. One test sends a body with GET, which some clients do
// although neither fetch nor workerd would.

import { once } from "node:events";
import { request as askHttp, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import * as oauth from "oauth4webapi";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientKind } from "../../src/oauth/clients/redirect-uri.ts";
import { newClientId } from "../../src/oauth/clients/registration.ts";
import type { Scope } from "../../src/platform/credentials/scope.ts";
import { LOCAL_TOKEN, startWorker, type Worker } from "./worker.ts";

const SCOPES: Scope[] = ["me:read", "tags:read", "offline_access"];
const CALLBACK = "http://127.0.0.1:4711/callback";

let worker: Worker;
let origin = "";
let cookie = "";

beforeAll(async () => {
  worker = await startWorker({});
  ({ origin } = worker);
  const headers = { authorization: `Bearer ${LOCAL_TOKEN}` };
  const made = (await (
    await fetch(`${origin}/api/sign-in-links`, { method: "POST", headers })
  ).json()) as { link: string };
  const signedIn = await browse("/sign-in", new URLSearchParams({ link: made.link }));
  cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(cookie).toMatch(/^tributary_session=ses_1_/);
});

afterAll(async () => {
  await worker.close();
});

/** What a person's browser does on this site: opens an address, or sends a form. */
async function browse(path: string, form?: URLSearchParams): Promise<Response> {
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  return fetch(new URL(path, origin), {
    redirect: "manual",
    headers,
    ...(form && { method: "POST", body: form }),
  });
}

async function register(kind: ClientKind): Promise<{ clientId: string; secret: string | null }> {
  const env = await worker.bindings();
  const owner = { user: "1", userId: 1 };
  const name = `A ${kind} client`;
  return env.CLIENT.getByName(newClientId()).register({
    name,
    kind,
    redirectUris: [CALLBACK],
    scopes: SCOPES,
    owner,
  });
}

/** The person answers the request at this address; the address that their browser is sent to. */
async function answer(request: URL, decision: "allow" | "deny"): Promise<URL> {
  const page = await browse(request.pathname + request.search);
  expect(page.status).toBe(200);
  const hidden = [
    ...(await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g),
  ];
  const fields = hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]);
  const sent = await browse(
    "/oauth/authorize",
    new URLSearchParams([...fields, ["account", "1"], ["decision", decision]]),
  );
  expect(sent.status).toBe(303);
  return new URL(sent.headers.get("location") ?? "");
}

describe.each(["confidential", "public"] as const)("oauth4webapi, as a %s client,", (kind) => {
  const insecure = { [oauth.allowInsecureRequests]: true };

  async function discover() {
    const issuer = new URL(origin);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...insecure, algorithm: "oauth2" }),
    );
    const { clientId, secret } = await register(kind);
    const client: oauth.Client = { client_id: clientId };
    return {
      server,
      client,
      proof: secret === null ? oauth.None() : oauth.ClientSecretBasic(secret),
    };
  }

  test("the client discovers, connects, calls, refreshes and revokes", async () => {
    const { server, client, proof } = await discover();
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const request = new URL(server.authorization_endpoint ?? "");
    request.search = new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    }).toString();

    const callback = oauth.validateAuthResponse(
      server,
      client,
      await answer(request, "allow"),
      state,
    );
    const first = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        proof,
        callback,
        CALLBACK,
        verifier,
        insecure,
      ),
    );
    expect(first).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      scope: "me:read tags:read offline_access",
    });

    const me = await oauth.protectedResourceRequest(
      first.access_token,
      "GET",
      new URL("/v2/me", origin),
      new Headers(),
      null,
      insecure,
    );
    expect(await me.json()).toMatchObject({ id: 1, account_id: 1, api_key_label: null });

    const second = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        proof,
        first.refresh_token ?? "",
        insecure,
      ),
    );
    expect(second.refresh_token).not.toBe(first.refresh_token);

    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, proof, second.refresh_token ?? "", insecure),
    );
    const ended = oauth.protectedResourceRequest(
      second.access_token,
      "GET",
      new URL("/v2/me", origin),
      new Headers(),
      null,
      insecure,
    );
    await expect(ended).rejects.toMatchObject({
      status: 401,
      cause: [{ scheme: "bearer", parameters: { error: "invalid_token" } }],
    });
    const again = oauth.refreshTokenGrantRequest(
      server,
      client,
      proof,
      second.refresh_token ?? "",
      insecure,
    );
    await expect(
      oauth.processRefreshTokenResponse(server, client, await again),
    ).rejects.toMatchObject({ error: "invalid_grant" });
  });

  test("the client learns that the person refused", async () => {
    const { server, client } = await discover();
    const request = new URL(server.authorization_endpoint ?? "");
    request.search = new URLSearchParams({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: CALLBACK,
      state: "s",
      code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
      code_challenge_method: "S256",
    }).toString();
    const denied = await answer(request, "deny");

    expect(() => oauth.validateAuthResponse(server, client, denied, "s")).toThrow(
      expect.objectContaining({ error: "access_denied" }),
    );
  });

  test("the client refuses an answer in another server's name, because ours carries iss", async () => {
    const { server, client } = await discover();
    const foreign = new URL(`${CALLBACK}?code=x&state=s&iss=https://evil.example`);

    expect(() => oauth.validateAuthResponse(server, client, foreign, "s")).toThrow(/iss/);
    expect(() =>
      oauth.validateAuthResponse(server, client, new URL(`${CALLBACK}?code=x&state=s`), "s"),
    ).toThrow(/iss/);
  });
});

describe.each(["confidential", "public"] as const)("openid-client, as a %s client,", (kind) => {
  test("the client discovers, connects, calls, refreshes and revokes", async () => {
    const { clientId, secret } = await register(kind);
    const config = await oidc.discovery(
      new URL(origin),
      clientId,
      undefined,
      secret === null ? oidc.None() : oidc.ClientSecretBasic(secret),
      { algorithm: "oauth2", execute: [oidc.allowInsecureRequests] },
    );
    expect(config.serverMetadata().supportsPKCE()).toBe(true);
    const [pkceCodeVerifier, expectedState] = [oidc.randomPKCECodeVerifier(), oidc.randomState()];
    const request = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      scope: "whatever",
    });

    const first = await oidc.authorizationCodeGrant(config, await answer(request, "allow"), {
      pkceCodeVerifier,
      expectedState,
    });
    // Counted down from the answer on.
    expect(3600 - (first.expiresIn() ?? 0)).toBeLessThan(60);
    const me = await oidc.fetchProtectedResource(
      config,
      first.access_token,
      new URL("/v2/me", origin),
      "GET",
    );
    expect(me.status).toBe(200);

    const second = await oidc.refreshTokenGrant(config, first.refresh_token ?? "");
    await oidc.tokenRevocation(config, second.access_token);
    await expect(
      oidc.fetchProtectedResource(config, second.access_token, new URL("/v2/me", origin), "GET"),
    ).rejects.toMatchObject({ status: 401 });
    const third = await oidc.refreshTokenGrant(config, second.refresh_token ?? "");
    expect(
      (
        await oidc.fetchProtectedResource(
          config,
          third.access_token,
          new URL("/v2/me", origin),
          "GET",
        )
      ).status,
    ).toBe(200);
  });

  test("the client gets nothing with a wrong verifier", async () => {
    const { clientId, secret } = await register(kind);
    const config = await oidc.discovery(
      new URL(origin),
      clientId,
      undefined,
      secret === null ? oidc.None() : oidc.ClientSecretBasic(secret),
      { algorithm: "oauth2", execute: [oidc.allowInsecureRequests] },
    );
    const expectedState = oidc.randomState();
    const request = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      state: expectedState,
      code_challenge: await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier()),
      code_challenge_method: "S256",
    });
    const callback = await answer(request, "allow");

    const wrong = oidc.authorizationCodeGrant(config, callback, {
      pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
      expectedState,
    });
    await expect(wrong).rejects.toMatchObject({ error: "invalid_grant" });
  });
});

test("a body of a GET or HEAD request is ignored at every address", async () => {
  const authorization = `Bearer ${LOCAL_TOKEN}`;
  const paths = ["/v1/tags", `/v1/tags?access_token=${LOCAL_TOKEN}`, "/v2/tags", "/api/rules"];

  for (const path of paths) {
    const headers: Record<string, string> = path.includes("access_token") ? {} : { authorization };
    for (const [method, more] of [
      ["GET", { "content-length": "7" }],
      ["GET", { "transfer-encoding": "chunked" }],
      ["HEAD", { "content-length": "7" }],
    ] as const) {
      const asked = askHttp(new URL(path, origin).href, {
        method,
        headers: { ...headers, ...more, "content-type": "application/json" },
      });
      asked.end('{"a":1}');
      const [answered] = (await once(asked, "response")) as [IncomingMessage];
      const without = await fetch(new URL(path, origin), { method, headers });
      expect([path, method, answered.statusCode, await text(answered)]).toEqual([
        path,
        method,
        without.status,
        await without.text(),
      ]);
      if (method === "GET") expect([path, without.status]).toEqual([path, 200]);
    }
  }
});
