// An authorization server that does everything right until a test tells it what to do wrong: in its metadata, in what
// the browser brings back, in its answers, or in the connection itself. It remembers everything it was asked.
// A refresh token that comes a second time ends its family, unless `graceMs` lets the answer be repeated.

import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  ADA,
  bodyOf,
  resourceServer,
  type Person,
  type ResourceServer,
} from "./resource-server.ts";

export const CLIENT = { id: "the-client", secret: "the-secret-of-the-client" };
const SCOPE = "me:read accounts:read transactions:read transactions:write offline_access";

/** An answer in place of the right one. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** What to do to one token or revocation request; `commit`: after it was carried out. */
export interface Fault extends Reply {
  readonly commit?: boolean;
  /** The connection is cut. */
  readonly cut?: boolean;
  /** No answer before so many milliseconds. */
  readonly delayMs?: number;
  /** Changes the members of the right answer. */
  readonly change?: (body: Record<string, unknown>) => Record<string, unknown>;
}

export interface Faults {
  /** Changes the metadata document, or answers in its place. */
  metadata?: Reply | ((document: Record<string, unknown>) => Record<string, unknown>);
  /** Changes what the browser brings back. */
  callback?: (parameters: URLSearchParams) => void;
  /** One for each token request to come; more are answered right. */
  token?: Fault[];
  revoke?: Fault[];
  me?: Reply;
}

export interface Asked {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly authorization: string | null;
}

interface Family {
  readonly person: Person;
  ended: boolean;
}

interface Issued {
  readonly family: Family;
  readonly expiresAt: number;
  /** Of a refresh token: when it was used, and the answer then. */
  used: { readonly at: number; readonly answer: Record<string, unknown> } | null;
}

export class FaultyServer {
  faults: Faults = {};
  person: Person = ADA;
  accessSeconds = 3600;
  graceMs = 0;
  /** Whether each refresh gives a new refresh token; else the old one stays good. */
  rotates = true;
  /** Every request to the token and revocation endpoints, the newest last. */
  asked: Asked[] = [];
  /** What was planted anywhere in answers of this server: nothing of it may show up in a log or a page. */
  readonly secrets: string[] = [];
  issuer = "";
  resource!: ResourceServer;
  readonly #codes = new Map<string, { person: Person; challenge: string; redirectUri: string }>();
  readonly #access = new Map<string, Issued>();
  readonly #refresh = new Map<string, Issued>();
  #people = 0;
  // Whoever asked may be gone before it is answered.
  readonly #server = createServer(
    (request, response) => void this.#answer(request, response).catch(() => response.destroy()),
  );

  static async start(): Promise<FaultyServer> {
    const made = new FaultyServer();
    made.resource = await resourceServer(async (token) => made.personOf(token));
    await new Promise<void>((listening) => made.#server.listen(0, "127.0.0.1", listening));
    made.issuer = `http://127.0.0.1:${(made.#server.address() as AddressInfo).port}`;
    return made;
  }

  get service(): string {
    return `${this.issuer}/v2`;
  }

  /**
   * Right again, nothing remembered, and another Ada: who connects again has the old tokens given
   * back when there is time, which may be in the next test. What was issued stays valid.
   */
  forget(): void {
    this.#people += 1;
    const person = {
      ...ADA,
      id: ADA.id + 1_000 * this.#people,
      accountId: ADA.accountId + 1_000 * this.#people,
    };
    Object.assign(this, {
      faults: {},
      person,
      accessSeconds: 3600,
      graceMs: 0,
      rotates: true,
      asked: [],
    });
  }

  /** The token requests of this grant type. */
  grants(type: "authorization_code" | "refresh_token"): Asked[] {
    return this.asked.filter(
      ({ path, form }) => path === "/token" && form.get("grant_type") === type,
    );
  }

  /** Whom an access token lets in. */
  personOf(token: string): Person | null {
    const issued = this.#access.get(token);
    return issued === undefined || issued.family.ended || issued.expiresAt <= Date.now()
      ? null
      : issued.family.person;
  }

  /** No access token that was issued so far is taken any more; refresh tokens are. */
  expireAccess(): void {
    this.#access.clear();
  }

  /** Ends every grant, as a person does at the service. */
  endGrants(): void {
    for (const { family } of this.#refresh.values()) family.ended = true;
  }

  /** A code as the browser of `person` would get it, for a challenge. */
  codeFor(person: Person, challenge: string, redirectUri: string): string {
    const code = this.#secret("code");
    this.#codes.set(code, { person, challenge, redirectUri });
    return code;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.issuer);
    if (url.pathname === "/v2/me" && this.faults.me !== undefined)
      return write(response, this.faults.me);
    if (url.pathname.startsWith("/v2/")) return this.resource.answer(request, response);
    if (url.pathname.startsWith("/.well-known/")) return this.#metadata(url.pathname, response);
    if (url.pathname === "/authorize") return this.#authorize(url.searchParams, response);
    if (url.pathname === "/token" || url.pathname === "/revoke")
      return this.#grant(url.pathname, request, response);
    response.writeHead(404).end();
  }

  #metadata(path: string, response: ServerResponse): void {
    const { metadata } = this.faults;
    const right = {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      revocation_endpoint: `${this.issuer}/revoke`,
      response_types_supported: ["code"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
    };
    if (path !== "/.well-known/oauth-authorization-server")
      return write(response, { status: 404, body: "{}" });
    if (typeof metadata === "object") return write(response, metadata);
    write(response, { body: JSON.stringify(metadata === undefined ? right : metadata(right)) });
  }

  /** The person agrees at once. */
  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get("redirect_uri") ?? "";
    const code = this.codeFor(this.person, query.get("code_challenge") ?? "", redirectUri);
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      code,
      state: query.get("state") ?? "",
      iss: this.issuer,
    }).toString();
    this.faults.callback?.(back.searchParams);
    response.writeHead(302, { location: back.href }).end();
  }

  async #grant(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await bodyOf(request));
    this.asked.push({ path, form, authorization: request.headers.authorization ?? null });
    const fault = (path === "/token" ? this.faults.token : this.faults.revoke)?.shift() ?? {};
    const replaced = fault.status !== undefined || fault.body !== undefined || fault.cut === true;
    const answer = () => (path === "/token" ? this.#tokens(form) : this.#revoke(form));
    const right = replaced && fault.commit !== true ? { status: 500, body: {} } : answer();
    if (fault.delayMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault.cut === true) {
      request.socket.destroy();
      return;
    }
    const body = fault.change === undefined ? right.body : fault.change(right.body);
    write(response, {
      status: fault.status ?? right.status,
      headers: { "cache-control": "no-store", ...fault.headers },
      body: fault.body ?? JSON.stringify(body),
    });
  }

  #tokens(form: URLSearchParams): { status: number; body: Record<string, unknown> } {
    if (form.get("grant_type") === "refresh_token")
      return this.#refreshed(form.get("refresh_token") ?? "");
    const code = form.get("code") ?? "";
    const held = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      held === undefined ||
      held.challenge !== challenge ||
      held.redirectUri !== form.get("redirect_uri")
    )
      return refusal("invalid_grant");
    return { status: 200, body: this.#issue({ person: held.person, ended: false }) };
  }

  #refreshed(token: string): { status: number; body: Record<string, unknown> } {
    const issued = this.#refresh.get(token);
    if (issued === undefined || issued.family.ended) return refusal("invalid_grant");
    if (issued.used !== null) {
      if (Date.now() - issued.used.at < this.graceMs)
        return { status: 200, body: issued.used.answer };
      issued.family.ended = true;
      return refusal("invalid_grant");
    }
    const answer = this.#issue(issued.family);
    if (!this.rotates) return { status: 200, body: { ...answer, refresh_token: undefined } };
    issued.used = { at: Date.now(), answer };
    return { status: 200, body: answer };
  }

  #issue(family: Family): Record<string, unknown> {
    const [access, refresh] = [this.#secret("access"), this.#secret("refresh")];
    this.#access.set(access, {
      family,
      expiresAt: Date.now() + this.accessSeconds * 1000,
      used: null,
    });
    this.#refresh.set(refresh, { family, expiresAt: Infinity, used: null });
    return {
      access_token: access,
      token_type: "Bearer",
      expires_in: this.accessSeconds,
      refresh_token: refresh,
      scope: SCOPE,
    };
  }

  #revoke(form: URLSearchParams): { status: number; body: Record<string, unknown> } {
    const token = form.get("token") ?? "";
    const family = this.#refresh.get(token)?.family;
    if (family !== undefined) family.ended = true;
    this.#access.delete(token);
    return { status: 200, body: {} };
  }

  #secret(kind: string): string {
    const made = `planted-${kind}-${randomBytes(12).toString("hex")}`;
    this.secrets.push(made);
    return made;
  }
}

function refusal(error: string): { status: number; body: Record<string, unknown> } {
  return { status: 400, body: { error } };
}

function write(response: ServerResponse, { status = 200, headers = {}, body = "" }: Reply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}
