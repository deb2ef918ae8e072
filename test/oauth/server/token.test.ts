// The token endpoint: client authentication, and the use of a code.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  ACCESS_TOKENS_A_GRANT_MAX,
  CODE_LIFETIME_MS,
  OAUTH_BODY_BYTES_MAX,
} from "../../../src/platform/limits.ts";
import { readConfig } from "../../../src/config.ts";
import { newClientId } from "../../../src/oauth/clients/registration.ts";
import { serveToken } from "../../../src/oauth/server/endpoints.ts";
import { SCOPES } from "../../../src/platform/credentials/scope.ts";
import { withinAMinute } from "../../clock.ts";
import { freshAddress, freshNetwork } from "../network.ts";
import {
  asClient,
  basic,
  budget,
  CALLBACK,
  codeFor,
  connect,
  me,
  ORIGIN,
  read,
  redeem,
  refresh,
  register,
  send,
  VERIFIER,
} from "./driver.ts";
import { reset } from "../../reset.ts";

const [WRANGLER = ""] = Object.values(
  import.meta.glob<string>("../../../wrangler.toml", {
    query: "?raw",
    import: "default",
    eager: true,
  }),
);

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** What one form-encoded POST is told. */
async function post(body: string | URLSearchParams, headers: Record<string, string> = {}) {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  return read(
    await send("/oauth/token", {
      method: "POST",
      body: body.toString(),
      headers: { ...type, ...headers },
    }),
  );
}

describe("authorization codes", () => {
  test.each(["confidential", "public"] as const)(
    "a code gives a %s client its tokens",
    async (kind) => {
      const client = await register({ kind });

      const { status, headers, body } = await redeem(client, await codeFor(client));

      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-type")).toContain("application/json");
      expect(body).toEqual({
        access_token: expect.stringMatching(/^at_1_[a-z2-7]{52}$/),
        token_type: "Bearer",
        expires_in: 3600,
        scope: SCOPES.join(" "),
        refresh_token: expect.stringMatching(/^rt_1_[a-z2-7]{52}$/),
      });
    },
  );

  test("a code gives a client without offline_access no refresh token", async () => {
    const client = await register({ scopes: ["me:read"] });

    const { body } = await redeem(client, await codeFor(client));

    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "me:read",
    });
  });

  test("a code gives the scopes that the client registered, regardless of the requested ones", async () => {
    const client = await register({ scopes: ["tags:read", "me:read"] });

    const { body } = await redeem(client, await codeFor(client, { scope: "transactions:write" }), {
      scope: "budgets:write",
    });

    expect(body.scope).toBe("me:read tags:read");
  });

  test.each([
    ["a wrong verifier", { code_verifier: `${VERIFIER.slice(0, -1)}j` }, "invalid_grant"],
    ["no verifier", { code_verifier: null }, "invalid_grant"],
    ["a verifier of 42 characters", { code_verifier: VERIFIER.slice(1) }, "invalid_grant"],
    ["a verifier of 129 characters", { code_verifier: VERIFIER.repeat(3) }, "invalid_grant"],
    [
      "the challenge in place of the verifier",
      { code_verifier: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM" },
      "invalid_grant",
    ],
    ["another address", { redirect_uri: `${CALLBACK}/` }, "invalid_grant"],
    ["no address", { redirect_uri: null }, "invalid_request"],
    ["no code", { code: null }, "invalid_request"],
    ["a code of another shape", { code: "code_1_x" }, "invalid_grant"],
    ["a code that was never given", { code: `code_1_${"a".repeat(52)}` }, "invalid_grant"],
    [
      "a code of a budget that does not exist",
      { code: `code_999_${"a".repeat(52)}` },
      "invalid_grant",
    ],
    ["a code of no budget's name", { code: `code_mock-v2_${"a".repeat(52)}` }, "invalid_grant"],
    ["no grant_type", { grant_type: null }, "invalid_request"],
    ["a password", { grant_type: "password" }, "unsupported_grant_type"],
    [
      "its own credentials as the grant",
      { grant_type: "client_credentials" },
      "unsupported_grant_type",
    ],
  ])(
    "a code with %s gives nothing, and still works for a correct request",
    async (_, changed, error) => {
      const client = await register();
      const code = await codeFor(client);

      const { status, body, headers } = await redeem(client, code, changed);

      expect(status).toBe(400);
      expect(body).toEqual({ error, error_description: expect.any(String) });
      expect(headers.get("cache-control")).toBe("no-store");
      expect((await redeem(client, code)).status).toBe(200);
    },
  );

  test("a code whose challenge is the hash of an empty verifier is not redeemed without one", async () => {
    const client = await register();
    // SHA-256 of the empty text (FIPS 180-4), in base64url.
    const code = await codeFor(client, {
      code_challenge: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    });

    for (const verifier of [null, "", "x"]) {
      expect((await redeem(client, code, { code_verifier: verifier })).body.error).toBe(
        "invalid_grant",
      );
    }
  });

  test("a code gives another client nothing, whether it has a secret or not", async () => {
    const client = await register();
    const code = await codeFor(client);

    for (const kind of ["confidential", "public"] as const) {
      expect((await redeem(await register({ kind }), code)).body.error).toBe("invalid_grant");
    }
    expect((await redeem(client, code)).status).toBe(200);
  });

  test("a code used a second time gives nothing and ends what it gave", async () => {
    const client = await register();
    const code = await codeFor(client);
    const { body } = await redeem(client, code);
    expect((await me(body.access_token)).status).toBe(200);

    const second = await redeem(client, code, { code_verifier: "x".repeat(43) });

    expect(second.body.error).toBe("invalid_grant");
    expect((await me(body.access_token)).status).toBe(401);
    expect((await refresh(client, body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("a code used a second time by another client ends nothing", async () => {
    const client = await register();
    const code = await codeFor(client);
    const { body } = await redeem(client, code);

    await redeem(await register(), code);

    expect((await me(body.access_token)).status).toBe(200);
  });

  test("a code redeemed fifty times at once gives tokens once", async () => {
    const client = await register();
    const code = await codeFor(client);

    const answers = await Promise.all(Array.from({ length: 50 }, async () => redeem(client, code)));

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === "invalid_grant")).toHaveLength(49);
  });

  test("a code lasts a minute", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const client = await register();
    const [early, late] = [await codeFor(client), await codeFor(client)];
    const age = async (by: number) =>
      budget((sql) => sql.run("UPDATE grants SET expires_at = expires_at - ?", by));
    await age(CODE_LIFETIME_MS - 1);
    expect((await redeem(client, early)).status).toBe(200);
    await age(1);

    expect((await redeem(client, late)).body).toEqual({
      error: "invalid_grant",
      error_description: "It has expired",
    });
  });

  test("a code is worthless once the person has lost access", async () => {
    const client = await register();
    const code = await codeFor(client);
    await budget((sql) => sql.run("DELETE FROM members"));

    expect((await redeem(client, code)).body.error).toBe("invalid_grant");
  });

  test("a code is worthless once the client is removed", async () => {
    const client = await register();
    const code = await codeFor(client);
    await env.CLIENT.getByName(client.id).remove();

    expect((await redeem(client, code)).body.error).toBe("invalid_client");
    expect(await budget((sql) => sql.all("SELECT * FROM grants"))).toEqual([]);
  });
});

describe("client authentication", () => {
  test.each([
    ["nothing that says who", {}, {}],
    ["a client_id of another form", { client_id: "x" }, {}],
    ["a client_id that was never registered", { client_id: newClientId() }, {}],
    ["a scheme other than Basic", {}, { authorization: "Bearer abc" }],
    ["Basic without base64", {}, { authorization: "Basic ***" }],
    ["Basic without a colon", {}, { authorization: `Basic ${btoa("abc")}` }],
    ["Basic with a broken escape", {}, { authorization: `Basic ${btoa("%zz:x")}` }],
    [
      "Basic of a client that was never registered",
      {},
      { authorization: basic(newClientId(), "x") },
    ],
  ])("a client with %s is unknown", async (_, form, headers) => {
    const answer = await post(
      new URLSearchParams({ grant_type: "refresh_token", ...form }),
      headers,
    );

    expect(answer.status).toBe(401);
    expect(answer.body.error).toBe("invalid_client");
    expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("a confidential client is refused with a wrong or foreign secret, its id alone, or the secret in the body", async () => {
    const client = await register();
    const other = await register();
    const code = await codeFor(client);
    const form = {
      grant_type: "authorization_code",
      code,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    };
    const secret = client.secret ?? "";

    for (const [body, headers] of [
      [
        form,
        {
          authorization: basic(
            client.id,
            secret.replace(/.$/, (last) => (last === "a" ? "b" : "a")),
          ),
        },
      ],
      [form, { authorization: basic(client.id, other.secret ?? "") }],
      [form, { authorization: basic(client.id, "") }],
      [{ ...form, client_id: client.id }, {}],
      [{ ...form, client_id: client.id, client_secret: secret }, {}],
    ] as const) {
      const answer = await post(new URLSearchParams(body), headers);
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    }
    expect((await redeem(client, code)).status).toBe(200);
  });

  test("a public client is refused with any secret", async () => {
    const client = await register({ kind: "public" });

    for (const secret of ["", "x", `cs_${client.id}_${"a".repeat(52)}`]) {
      const answer = await post("grant_type=refresh_token&refresh_token=x", {
        authorization: basic(client.id, secret),
      });
      expect([answer.status, answer.body.error]).toEqual([401, "invalid_client"]);
    }
  });

  test("a client is refused if it authenticates in two ways", async () => {
    const client = await register();
    const authorization = basic(client.id, client.secret ?? "");

    for (const twice of [
      `client_id=${(await register()).id}`,
      `client_id=${client.id}&client_secret=${client.secret ?? ""}`,
      `client_secret=${client.secret ?? ""}`,
    ]) {
      const answer = await post(`grant_type=refresh_token&refresh_token=x&${twice}`, {
        authorization,
      });
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    }
  });

  test("a client that authenticates may name itself again in the body", async () => {
    const client = await register();

    expect((await redeem(client, await codeFor(client), { client_id: client.id })).status).toBe(
      200,
    );
  });

  test("a client keeps working with its new secret, and no longer with the old one", async () => {
    const client = await register();
    const { refresh: token } = await connect(client);
    const secret = await env.CLIENT.getByName(client.id).rotateSecret();

    expect((await refresh(client, token)).body.error).toBe("invalid_client");
    expect((await refresh({ ...client, secret }, token)).status).toBe(200);
  });
});

describe("requests to the token endpoint", () => {
  test.each(["GET", "PUT", "DELETE"])("a request by %s is told to use POST", async (method) => {
    for (const path of ["/oauth/token", "/oauth/revoke"]) {
      const response = await send(path, { method });

      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("POST");
      expect(response.headers.get("cache-control")).toBe("no-store");
    }
  });

  test.each([
    ["JSON", "application/json", '{"grant_type":"refresh_token"}'],
    ["no type", "text/plain", "grant_type=refresh_token"],
  ])("a request with %s instead of a form is refused", async (_, type, body) => {
    const answer = await post(body, { "content-type": type });

    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });

  test("a request that repeats a parameter is refused, even an unknown one", async () => {
    for (const twice of ["grant_type=a&grant_type=a", "x=1&x=2", "%22%C3%A9%0A=1&%22%C3%A9%0A=2"]) {
      const answer = await post(twice);

      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
      // RFC 6749, 5.2.
      expect(answer.body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    }
  });

  test("a request of one byte over the limit is refused", async () => {
    const padded = (length: number) => `grant_type=${"x".repeat(length - "grant_type=".length)}`;

    expect((await post(padded(OAUTH_BODY_BYTES_MAX))).body.error).toBe("invalid_client");
    expect((await post(padded(OAUTH_BODY_BYTES_MAX + 1))).body.error).toBe("invalid_request");
  });

  test("a request that is not UTF-8 is refused", async () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await read(
      await send("/oauth/token", {
        method: "POST",
        body: new Uint8Array([0x61, 0x3d, 0xff]),
        headers,
      }),
    );

    expect(answer.body.error).toBe("invalid_request");
  });

  /**
   * Asks more often than may be, at both endpoints in turn, from one network with a new address
   * each time: how often it was let, and what it is told then.
   */
  async function exhaust(network: string) {
    const ask = async (count: number) => {
      const headers = {
        "cf-connecting-ip": `${network}::${count.toString(16)}`,
        "content-type": "application/x-www-form-urlencoded",
      };
      return send(count % 2 === 0 ? "/oauth/token" : "/oauth/revoke", {
        method: "POST",
        body: "",
        headers,
      });
    };
    const statuses = await Promise.all(
      Array.from({ length: 301 }, async (_, count) => (await ask(count)).status),
    );
    const late = await ask(301);
    return {
      count: statuses.filter((status) => status === 401).length,
      late: [late.status, late.headers.get("retry-after")],
    };
  }

  test("a network over its limit must wait, at both endpoints together", async () => {
    expect(await withinAMinute(async () => exhaust(freshNetwork()))).toEqual({
      count: 300,
      late: [429, "60"],
    });
  });

  test("an authenticated client's requests count for that client, others for their network", async () => {
    const client = await register();
    const from = async (network: string, authorization: string) => {
      const headers = { authorization, "cf-connecting-ip": `${network}::9` };
      const body = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: `rt_1_${"a".repeat(52)}`,
      });
      return (await send("/oauth/token", { method: "POST", body, headers })).status;
    };

    const statuses = await withinAMinute(async () => {
      const network = freshNetwork();
      await exhaust(network);
      return [
        await from(network, basic(client.id, client.secret ?? "")),
        await from(network, basic(client.id, "wrong")),
        await from(network, "Basic ***"),
      ];
    });

    expect(statuses).toEqual([400, 429, 429]);
  });

  test("an authenticated client has a limit too", async () => {
    const [client, other] = [await register(), await register()];
    // Asking the platform's own limit six thousand times would take a slow machine more than its minute.
    const limit = vi.fn(async ({ key }: { key: string }) => ({ success: key !== client.id }));
    const requestStatus = async ({ id, secret }: typeof client) => {
      const body = new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: `rt_1_${"a".repeat(52)}`,
      });
      const request = new Request(`${ORIGIN}/oauth/token`, {
        method: "POST",
        body,
        headers: { authorization: basic(id, secret ?? "") },
      });
      return (
        await serveToken(
          request,
          { ...env, OAUTH_CLIENT_LIMIT: { limit } },
          { address: freshAddress(), config: readConfig(env) },
        )
      ).status;
    };

    expect([await requestStatus(client), await requestStatus(other)]).toEqual([429, 400]);
    expect(limit.mock.calls).toEqual([[{ key: client.id }], [{ key: other.id }]]);
    expect(WRANGLER).toMatch(/name = "OAUTH_CLIENT_LIMIT"[^[]*limit = 6000, period = 60/);
  });
});

describe("limits of grants", () => {
  test("the newest access tokens of a grant stay", async () => {
    const client = await register();
    const { access, refresh: first } = await connect(client);
    let token = first;
    const age = async () =>
      budget((sql) => sql.run("UPDATE access_tokens SET created_at = created_at - 1000"));
    for (let count = 1; count < ACCESS_TOKENS_A_GRANT_MAX; count += 1) {
      await age();
      token = (await refresh(client, token)).body.refresh_token;
    }
    expect((await me(access)).status).toBe(200);
    await age();

    await refresh(client, token);

    expect((await me(access)).status).toBe(401);
  });
});

test("tokens, codes and secrets are stored only as hashes", async () => {
  const client = await register();
  const code = await codeFor(client);
  const { body } = await redeem(client, code);
  const next = await refresh(client, body.refresh_token);

  const stored = JSON.stringify(
    await budget((sql) => [
      sql.all("SELECT * FROM grants"),
      sql.all("SELECT * FROM access_tokens"),
    ]),
  );

  for (const text of [
    code,
    body.access_token,
    body.refresh_token,
    next.body.access_token,
    next.body.refresh_token,
    client.secret,
  ]) {
    const secret: string = text.split("_")[2];
    expect(secret).toHaveLength(52);
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.slice(0, 26));
    expect(stored).not.toContain(secret.slice(26));
  }
});

test("the token endpoint answers the same for existing and missing things without a grant's secret", async () => {
  const client = await register();
  await connect(client);

  const answers = await Promise.all(
    [`rt_1_${"a".repeat(52)}`, `rt_77_${"a".repeat(52)}`, "rt", `at_1_${"a".repeat(52)}`].map(
      async (token) =>
        asClient(client, "/oauth/token", { grant_type: "refresh_token", refresh_token: token }),
    ),
  );

  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
});
