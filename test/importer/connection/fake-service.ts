// Somebody else's budgeting service with its authorization server, as one fetch: RFC 8414, RFC 6749
// and RFC 7009 for one client, GET /v2/me for whoever has a token of it. Refresh tokens rotate; a
// used one repeats its answer while `grace` is on, and else ends the grant. `faults` are used up by
// the requests of their path; unexpected requests throw.

import type { Fetch } from "../../../src/importer/connection/ask.ts";

export const ISSUER = "https://accounts.example.com";
export const SERVICE = "https://api.example.com/v2";
export const CLIENT = { clientId: "tributary-test", clientSecret: "planted-client-secret" };
export const ME = {
  id: 7,
  account_id: 41,
  name: "Ada Example",
  email: "ada@example.com",
  budget_name: "Household",
  primary_currency: "eur",
  api_key_label: null,
};

export interface Fault {
  readonly on:
    "/oauth/token" | "/oauth/revoke" | "/v2/me" | "/.well-known/oauth-authorization-server";
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Carry the request out, and then answer as this fault says. */
  readonly commit?: boolean;
  readonly drop?: boolean;
  /** Answer when this has come true. */
  readonly until?: Promise<unknown>;
}

export interface Logged {
  readonly path: string;
  readonly form: URLSearchParams;
  readonly headers: Headers;
}

export class FakeService {
  readonly log: Logged[] = [];
  readonly faults: Fault[] = [];
  /** What goes over the members of a token answer; undefined leaves one out. */
  answer: Record<string, unknown> = {};
  metadata: Record<string, unknown> = {};
  me: unknown = ME;
  grace = true;
  rotates = true;
  /** Gives one grant a person and client: whatever ends one of its tokens ends all. */
  oneGrant = false;
  readonly access = new Set<string>();
  readonly revoked: string[] = [];
  #refresh: string | null = null;
  #used = new Map<string, { accessToken: string; refreshToken: string }>();
  #count = 0;

  /** The tokens of a new grant, as if a code had been redeemed. */
  grant(): { accessToken: string; refreshToken: string } {
    return this.#issue();
  }

  count(path: string): number {
    return this.log.filter((entry) => entry.path === path).length;
  }

  /** The access tokens given so far are no longer taken. */
  expire(): void {
    this.access.clear();
  }

  readonly fetch: Fetch = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.redirect !== "manual") throw new Error("a redirect would be followed");
    const form = new URLSearchParams(
      request.method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : "",
    );
    this.log.push({ path: pathname, form, headers: request.headers });
    const at = this.faults.findIndex((fault) => fault.on === pathname);
    const fault = at < 0 ? null : (this.faults.splice(at, 1)[0] ?? null);
    const reply =
      fault === null || fault.commit === true || fault.until !== undefined
        ? this.#serve(pathname, form, request.headers)
        : null;
    if (fault === null) return reply ?? this.#never();
    await fault.until;
    if (fault.drop === true) throw new TypeError("Network connection lost.");
    if (fault.status === undefined && fault.body === undefined) return reply ?? this.#never();
    return new Response(fault.body ?? "", {
      status: fault.status ?? 200,
      headers: { "content-type": "application/json", ...fault.headers },
    });
  };

  #never(): never {
    throw new Error("the fake service has no answer");
  }

  #serve(path: string, form: URLSearchParams, headers: Headers): Response {
    switch (path) {
      case "/.well-known/oauth-authorization-server":
        return Response.json({
          issuer: ISSUER,
          authorization_endpoint: `${ISSUER}/oauth/authorize`,
          token_endpoint: `${ISSUER}/oauth/token`,
          revocation_endpoint: `${ISSUER}/oauth/revoke`,
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
          authorization_response_iss_parameter_supported: true,
          ...this.metadata,
        });
      case "/oauth/token":
        return this.#token(form);
      case "/oauth/revoke":
        this.#revoke(form.get("token") ?? "");
        return new Response(null, { status: 200 });
      case "/v2/me":
        return this.#isLive(headers)
          ? Response.json(this.me)
          : Response.json(
              { message: "Unauthorized", errors: [{ errMsg: "Access token does not exist." }] },
              { status: 401 },
            );
      default:
        throw new Error(`unexpected ${path}`);
    }
  }

  #isLive(headers: Headers): boolean {
    return this.access.has((headers.get("authorization") ?? "").replace(/^Bearer /, ""));
  }

  #token(form: URLSearchParams): Response {
    if (form.get("grant_type") === "authorization_code") {
      return form.get("code") === "good-code"
        ? this.#answer(this.#issue())
        : refused("invalid_grant");
    }
    const given = form.get("refresh_token") ?? "";
    const before = this.#used.get(given);
    if (before !== undefined && this.grace) return this.#answer(before);
    if (before !== undefined) {
      this.#refresh = null;
      this.access.clear();
    }
    if (given !== this.#refresh) return refused("invalid_grant");
    if (!this.rotates) return this.#answer({ ...this.#issue(given), refreshToken: undefined });
    const issued = this.#issue();
    this.#used.set(given, issued);
    return this.#answer(issued);
  }

  #issue(kept?: string): { accessToken: string; refreshToken: string } {
    this.#count += 1;
    const issued = {
      accessToken: `planted-access-${this.#count}`,
      refreshToken: kept ?? `planted-refresh-${this.#count}`,
    };
    this.access.add(issued.accessToken);
    this.#refresh = issued.refreshToken;
    return issued;
  }

  #answer(issued: { accessToken: string; refreshToken: string | undefined }): Response {
    const body = {
      access_token: issued.accessToken,
      token_type: "Bearer",
      expires_in: 3600,
      refresh_token: issued.refreshToken,
      scope: "me:read",
      ...this.answer,
    };
    return Response.json(body);
  }

  #revoke(token: string): void {
    this.revoked.push(token);
    this.access.delete(token);
    if (this.oneGrant) this.access.clear();
    if (this.oneGrant || token === this.#refresh) this.#refresh = null;
  }
}

function refused(error: string): Response {
  return Response.json({ error }, { status: 400 });
}
