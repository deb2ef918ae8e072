// An authorization server that is not ours, oidc-provider, on loopback with a budgeting service behind it. Who signs
// in there, and whether they agree, is what the test says: each of its pages is answered at once.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import OidcProvider from "oidc-provider";
import { SCOPES } from "../../src/platform/credentials/scope.ts";
import {
  ADA,
  bodyOf,
  resourceServer,
  type Person,
  type ResourceServer,
} from "./resource-server.ts";

export const CONFIDENTIAL = {
  id: "tributary-confidential",
  secret: "a-secret-of-the-confidential-client: +/%",
};
export const PUBLIC = { id: "tributary-public", secret: null };
const CHECKER = { id: "checker", secret: "the-checker-only-introspects" };

/** A request to the token endpoint, as it came. */
export interface TokenRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly form: URLSearchParams;
}

export interface Provider {
  readonly issuer: string;
  readonly service: string;
  readonly resource: ResourceServer;
  /** Who signs in next, and whether they agree. */
  person: Person;
  agrees: boolean;
  /** Seconds that an access token lives from now on. */
  accessSeconds: number;
  /** Every request to the token and revocation endpoints, the newest last. */
  readonly asked: TokenRequest[];
  /** The documents that clients looked for below /.well-known. */
  readonly lookedFor: string[];
  /** Makes it known to which addresses the clients are sent back; before the first request. */
  open(redirectUri: string): void;
  /** Whether a token is alive, by introspection (RFC 7662). */
  isActive(token: string): Promise<boolean>;
  /** Asks as a client would, for tests that replay what they stole. */
  ask(
    path: string,
    client: { id: string; secret: string | null },
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
  close(): void;
}

/** Starts the server; it answers after `open`. */
export async function startProvider(people: readonly Person[] = [ADA]): Promise<Provider> {
  let inner: OidcProvider | null = null;
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const personOf = async (token: string) => {
    const found = await inner?.AccessToken.find(token);
    return (
      people.find(
        (person) =>
          found !== undefined && !found.isExpired && String(person.id) === found.accountId,
      ) ?? null
    );
  };
  const provider: Provider = {
    issuer,
    service: `${issuer}/v2`,
    resource: await resourceServer(personOf),
    person: ADA,
    agrees: true,
    accessSeconds: 3600,
    asked: [],
    lookedFor: [],
    open: (redirectUri) => {
      inner = new OidcProvider(issuer, configuration(provider, redirectUri, people));
    },
    isActive: async (token) =>
      (await provider.ask("/token/introspection", CHECKER, { token })).body["active"] === true,
    ask: async (path, client, form) => {
      const proof =
        client.secret === null
          ? null
          : `Basic ${btoa(`${encodeURIComponent(client.id)}:${encodeURIComponent(client.secret)}`)}`;
      const body = new URLSearchParams({
        ...form,
        ...(client.secret === null && { client_id: client.id }),
      });
      const response = await fetch(issuer + path, {
        method: "POST",
        body,
        ...(proof !== null && { headers: { authorization: proof } }),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    const path = url.pathname;
    if (inner === null) throw new Error("The provider was asked before it was opened");
    if (path.startsWith("/v2/")) return provider.resource.answer(request, response);
    if (path.startsWith("/interaction/")) return decide(inner, provider, request, response);
    if (path === "/auth" && !url.searchParams.has("scope")) {
      // What is not asked for is a default of the server's (RFC 6749, 3.3), and this one has none.
      url.searchParams.set("scope", SCOPES.join(" "));
      request.url = url.pathname + url.search;
    }
    if (path.startsWith("/.well-known/")) provider.lookedFor.push(path);
    if (path === "/token" || path === "/token/revocation") {
      const text = await bodyOf(request);
      provider.asked.push({
        path,
        authorization: request.headers.authorization ?? null,
        form: new URLSearchParams(text),
      });
      // It takes a body that was read already.
      Object.assign(request, { body: text });
    }
    inner.callback()(request, response);
  }
  return provider;
}

/** Signs the person in and agrees, or does not. */
async function decide(
  inner: OidcProvider,
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await inner.interactionDetails(request, response);
  const accountId = String(provider.person.id);
  if (!provider.agrees) {
    return inner.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "The person did not agree",
    });
  }
  if (prompt.name === "login")
    return inner.interactionFinished(request, response, { login: { accountId } });
  const grant = new inner.Grant({
    accountId: session?.accountId ?? accountId,
    clientId: params["client_id"] ?? "",
  });
  grant.addOIDCScope(["openid", ...SCOPES].join(" "));
  return inner.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
}

function configuration(
  provider: Provider,
  redirectUri: string,
  people: readonly Person[],
): Record<string, unknown> {
  const common = {
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  return {
    clients: [
      {
        ...common,
        client_id: CONFIDENTIAL.id,
        client_secret: CONFIDENTIAL.secret,
        token_endpoint_auth_method: "client_secret_basic",
      },
      {
        ...common,
        client_id: PUBLIC.id,
        token_endpoint_auth_method: "none",
        application_type: "native",
      },
      {
        client_id: CHECKER.id,
        client_secret: CHECKER.secret,
        redirect_uris: [],
        grant_types: [],
        response_types: [],
      },
    ],
    scopes: SCOPES,
    cookies: { keys: ["a key for the cookies of a test"] },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true },
      revocation: { enabled: true },
    },
    interactions: {
      url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}`,
    },
    findAccount: (_: unknown, id: string) =>
      people.some((person) => String(person.id) === id)
        ? { accountId: id, claims: async () => ({ sub: id }) }
        : undefined,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: () => provider.accessSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Interaction: 600,
      Session: 86_400,
      AuthorizationCode: 60,
      IdToken: 3600,
    },
  };
}
