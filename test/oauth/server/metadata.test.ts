// The metadata document, and the rules for the issuer.

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { findIssuer } from "../../../src/oauth/server/issuer.ts";
import { SCOPES } from "../../../src/platform/credentials/scope.ts";
import { ORIGIN, read, send } from "./driver.ts";

const WELL_KNOWN = "/.well-known/oauth-authorization-server";

test("the metadata lists what the server supports", async () => {
  const { status, headers, body } = await read(await send(WELL_KNOWN));

  expect(status).toBe(200);
  expect(headers.get("content-type")).toContain("application/json");
  expect(body).toEqual({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
    revocation_endpoint_auth_methods_supported: ["client_secret_basic", "none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${ORIGIN}/docs`,
  });
});

describe("issuers of the authorization server", () => {
  const local = { ...readConfig(env), local: true, ownIssuer: null };
  const deployed = { ...local, local: false };
  const named = { ...deployed, ownIssuer: "https://budget.example.com" };

  test.each([
    ["http://localhost:8787/x", local, "http://localhost:8787"],
    ["http://127.0.0.1:8787/x", local, "http://127.0.0.1:8787"],
    ["http://[::1]:8787/x", local, "http://[::1]:8787"],
    ["http://evil.example:8787/x", local, null],
    ["http://localhost.evil.example/x", local, null],
    ["https://budget.example.com/x", deployed, "https://budget.example.com"],
    ["http://budget.example.com/x", deployed, null],
    ["https://budget.example.com/x", named, "https://budget.example.com"],
    ["https://other.workers.dev/x", named, null],
    ["http://budget.example.com/x", named, null],
  ])("the issuer is derived from the address %s", (address, config, issuer) => {
    expect(findIssuer(address, config)).toBe(issuer);
  });

  test.each([
    "https://budget.example.com/",
    "https://budget.example.com/oauth",
    "http://budget.example.com",
    "budget",
  ])("the issuer cannot be %s", (issuer) => {
    expect(() => readConfig({ ...env, OAUTH_ISSUER_SELF: issuer })).toThrow("OAUTH_ISSUER_SELF");
  });

  test("a request under another host name finds no authorization server", async () => {
    const { exports } = await import("cloudflare:workers");
    for (const [path, method] of [
      [WELL_KNOWN, "GET"],
      ["/oauth/token", "POST"],
      ["/oauth/revoke", "POST"],
      ["/oauth/authorize?client_id=x", "GET"],
    ] as const) {
      const response = await exports.default.fetch(
        new Request(`http://rebound.example${path}`, { method, redirect: "manual" }),
      );

      expect([path, response.status]).toEqual([path, 404]);
      await response.body?.cancel();
    }
  });
});
