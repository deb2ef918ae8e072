// A small app of somebody else on a port of its own: it lets people connect their budget through openid-client, as a
// confidential client that was registered in the portal, and shows whose budget it was let into.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as oidc from "openid-client";

export interface RegisteredApp {
  readonly origin: string;
  readonly callback: string;
  /** What the portal gave; before anybody connects. */
  know(issuer: string, clientId: string, secret: string): Promise<void>;
  /** Asks the budget with the token it was given. */
  ask(path: string): Promise<number>;
  close(): void;
}

/** Starts the app: /start sends the browser off, /callback takes it back. */
export async function startRegisteredApp(): Promise<RegisteredApp> {
  let config: oidc.Configuration | null = null;
  let token = "";
  const expected = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
  };
  const known = () => {
    if (config === null) throw new Error("The app was not registered yet");
    return config;
  };
  const issuer = () => known().serverMetadata().issuer;

  const server = createServer((request, response) => {
    const show = (words: string) =>
      response
        .setHeader("content-type", "text/html; charset=utf-8")
        .end(`<!doctype html><title>App</title><link rel="icon" href="data:,"><p>${words}`);
    const answer = async (url: URL): Promise<void> => {
      if (url.pathname === "/start") {
        const parameters = {
          redirect_uri: callback,
          state: expected.expectedState,
          code_challenge: await oidc.calculatePKCECodeChallenge(expected.pkceCodeVerifier),
          code_challenge_method: "S256",
        };
        response
          .writeHead(302, { location: oidc.buildAuthorizationUrl(known(), parameters).href })
          .end();
        return;
      }
      const tokens = await oidc.authorizationCodeGrant(known(), url, expected);
      token = tokens.access_token;
      const me = await oidc.fetchProtectedResource(
        known(),
        token,
        new URL("/v2/me", issuer()),
        "GET",
      );
      const { budget_name: name } = await me.json<{ budget_name: string }>();
      show(`Connected to ${name}`);
    };
    answer(new URL(request.url ?? "/", callback)).catch((error: unknown) =>
      show(`Not connected: ${String(error)}`),
    );
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const callback = `${origin}/callback`;

  return {
    origin,
    callback,
    know: async (at, clientId, secret) => {
      const options = { algorithm: "oauth2" as const, execute: [oidc.allowInsecureRequests] };
      config = await oidc.discovery(
        new URL(at),
        clientId,
        undefined,
        oidc.ClientSecretBasic(secret),
        options,
      );
    },
    ask: async (path) =>
      (await fetch(new URL(path, issuer()), { headers: { authorization: `Bearer ${token}` } }))
        .status,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
