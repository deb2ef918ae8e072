// The operations that an access token opens, and everything that ends it, each from the next
// request on.

import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ROUTES } from "../../../src/budget/routes.ts";
import { ACCESS_TOKEN_LIFETIME_MS } from "../../../src/platform/limits.ts";
import { unusedNumbers } from "../numbers.ts";
import { someone } from "../visitor.ts";
import {
  asClient,
  asking,
  budget,
  codeFor,
  connect,
  me,
  open,
  read,
  redeem,
  refresh,
  register,
  send,
  signIn,
  type TestClient,
} from "./driver.ts";
import { reset } from "../../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** Every operation, called with a token: what it is told, where its scope does not let it in. */
async function refusals(
  token: string,
): Promise<Map<string, { status: number; scope: string | null }>> {
  const refusals = new Map<string, { status: number; scope: string | null }>();
  for (const { method, path, scope } of ROUTES) {
    const response = await send(`/v2${path.replace(/\{\w+\}/g, "1")}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    });
    await response.body?.cancel();
    refusals.set(`${method} ${path}`, { status: response.status, scope });
  }
  return refusals;
}

const revoke = async (client: TestClient, token: string, more: Record<string, string> = {}) =>
  asClient(client, "/oauth/revoke", { token, ...more });

describe("access tokens", () => {
  test("an access token names the person who agreed and the budget, and has no label", async () => {
    const { access } = await connect(await register());

    expect((await me(access)).body).toMatchObject({
      id: 1,
      account_id: 1,
      budget_name: "Demo budget",
      api_key_label: null,
    });
  });

  test("an access token is for the one budget that was chosen, and names it in its text", async () => {
    await unusedNumbers();
    const made = await env.USER.getByName("1").makeAccount("Holiday home", "eur");
    if (!made.ok) throw new Error(made.error);
    const account = String(made.value.accountId);
    const client = await register();

    const html = await (await open(asking(client), await signIn())).text();
    const { body } = await redeem(client, await codeFor(client, {}, account));

    expect(html).toContain("Demo budget");
    expect(html).toContain("Holiday home");
    // With one budget it is chosen already, of several none is.
    expect(html).not.toContain("checked");
    expect(body.access_token).toMatch(new RegExp(`^at_${account}_`));
    expect((await me(body.access_token)).body).toMatchObject({
      account_id: made.value.accountId,
      budget_name: "Holiday home",
    });
    expect((await refresh(client, body.refresh_token)).status).toBe(200);
    expect((await me(body.access_token.replace(`at_${account}_`, "at_1_"))).status).toBe(401);
    await env.CLIENT.getByName(client.id).remove();
    expect((await me(body.access_token)).status).toBe(401);
  });

  test("an access token opens only its scopes: every other operation answers 403 and names the scope", async () => {
    const client = await register({ scopes: ["me:read", "tags:read"] });
    const { body } = await redeem(client, await codeFor(client));

    for (const [operation, { status, scope }] of await refusals(body.access_token)) {
      const opened = scope === "me:read" || scope === "tags:read";
      expect(status === 403, `${operation} needs ${scope ?? "nothing"}`).toBe(!opened);
    }
    const refused = await read(
      await send("/v2/categories", { headers: { authorization: `Bearer ${body.access_token}` } }),
    );
    expect(refused.headers.get("www-authenticate")).toBe(
      'Bearer error="insufficient_scope", scope="categories:read"',
    );
    expect(refused.body.errors[0].scope).toBe("categories:read");
  });

  test("offline_access with one other scope gives no further access", async () => {
    const client = await register({ scopes: ["me:read", "offline_access"] });
    const { access } = await connect(client);

    const let1 = [...(await refusals(access))]
      .filter(([, { status }]) => status !== 403)
      .map(([operation]) => operation);
    expect(let1).toEqual(["GET /me"]);
  });
});

describe("tokens that are refused", () => {
  async function expectRefused(token: string): Promise<void> {
    const { status, headers, body } = await me(token);
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_token"/);
    expect(body).toEqual({
      message: "Unauthorized",
      errors: [{ errMsg: "Access token does not exist." }],
    });
  }

  test("a token that expired is refused with 401 from the next request on", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const { access } = await connect(await register());
    await budget((sql) =>
      sql.run("UPDATE access_tokens SET expires_at = expires_at - ?", ACCESS_TOKEN_LIFETIME_MS - 1),
    );
    expect((await me(access)).status).toBe(200);
    await budget((sql) => sql.run("UPDATE access_tokens SET expires_at = expires_at - 1"));

    await expectRefused(access);
  });

  test("a token that was never issued is refused with 401, whether its budget exists or not", async () => {
    await connect(await register());

    await expectRefused(`at_1_${"a".repeat(52)}`);
    await expectRefused(`at_777_${"a".repeat(52)}`);
  });

  test("a refresh token, a code or a client's secret is refused as an access token with 401", async () => {
    const client = await register();
    const { refresh: token } = await connect(client);

    for (const text of [token, await codeFor(client), client.secret ?? ""]) {
      expect((await me(text)).status).toBe(401);
      expect((await me(text.replace(/^[a-z]+/, "at"))).status).toBe(401);
      expect((await me(text.replace(/^[a-z]+/, "dev"))).status).toBe(401);
    }
  });

  test("the tokens of a removed client are refused with 401 from the next request on", async () => {
    const client = await register();
    const { access } = await connect(client);
    const { access: other } = await connect(await register());

    await env.CLIENT.getByName(client.id).remove();

    await expectRefused(access);
    expect((await me(other)).status).toBe(200);
  });

  test("the tokens of a person without access are refused with 401 from the next request on", async () => {
    const { access, refresh: token } = await connect(await register());
    await budget((sql) => sql.run("DELETE FROM members"));

    await expectRefused(access);
    expect((await refresh(await register(), token)).status).toBe(400);
  });

  test("the tokens of a grant that the person ended are refused with 401 from the next request on", async () => {
    const client = await register({ name: "Ledger" });
    const { access, refresh: token } = await connect(client);
    const [listed] = await env.BUDGET.getByName("1").listGrants(1);
    expect(listed).toMatchObject({
      clientId: client.id,
      clientName: "Ledger",
      lastUsedAt: expect.any(Number),
    });
    expect(await env.BUDGET.getByName("1").endGrant(2, listed?.id ?? 0)).toBe(false);

    expect(await env.BUDGET.getByName("1").endGrant(1, listed?.id ?? 0)).toBe(true);

    await expectRefused(access);
    expect((await refresh(client, token)).body.error).toBe("invalid_grant");
    expect(await env.BUDGET.getByName("1").listGrants(1)).toEqual([]);
  });
});

describe("a person's apps in the portal", () => {
  test("a person sees when an app was last used, and ends its access from the next request on", async () => {
    const client = await register({ name: "Ledger" });
    const { access, refresh: token } = await connect(client);
    const cookie = await signIn();
    const portal = async () => (await send("/portal", { headers: { cookie } })).text();
    const before = await portal();
    const [, end = ""] = /action="(\/portal\/grants\/1\/\d+\/end)"/.exec(before) ?? [];
    const post = async (headers: Record<string, string>) =>
      send(end, { method: "POST", headers: { cookie, ...headers } });

    expect(before).toMatch(/Ledger[\s\S]*?data-label="last used"><time/);
    expect((await post({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await me(access)).status).toBe(200);
    expect((await post({ "sec-fetch-site": "same-origin" })).status).toBe(303);

    expect((await me(access)).status).toBe(401);
    expect((await refresh(client, token)).body.error).toBe("invalid_grant");
    expect(await portal()).not.toContain("Ledger");
  });

  test("a person cannot end another person's grant, or one in a budget that is not theirs", async () => {
    const { access } = await connect(await register());
    const [grant] = await env.BUDGET.getByName("1").listGrants(1);
    const { visitor } = await someone();

    for (const account of ["1", "2", "mock-v2", "999999"]) {
      const answer = await visitor.post(`/portal/grants/${account}/${grant?.id ?? 0}/end`);
      expect([account, answer.status]).toEqual([account, 404]);
    }
    expect((await me(access)).status).toBe(200);
  });
});

test.each(["/v2/me?access_token=", "/v2/me?token=", "/v2/transactions?access_token="])(
  "a token in an address (%s) does not count: addresses are logged and kept (RFC 9700, 4.3)",
  async (path) => {
    const { access } = await connect(await register());

    expect((await send(path + access)).status).toBe(401);
    expect(
      (await send(path + access, { headers: { authorization: `Bearer ${access}` } })).status,
    ).toBe(400);
  },
);

describe("revoking tokens", () => {
  test("revoking an access token ends only that token", async () => {
    const client = await register();
    const { access, refresh: token } = await connect(client);
    const second = await refresh(client, token);

    expect((await revoke(client, access)).status).toBe(200);

    expect((await me(access)).status).toBe(401);
    expect((await me(second.body.access_token)).status).toBe(200);
    expect((await refresh(client, second.body.refresh_token)).status).toBe(200);
  });

  test.each(["confidential", "public"] as const)(
    "revoking a %s client's refresh token ends the grant with every token",
    async (kind) => {
      const client = await register({ kind });
      const { access, refresh: token } = await connect(client);

      const answer = await revoke(client, token, { token_type_hint: "access_token" });

      expect(answer.status).toBe(200);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect((await me(access)).status).toBe(401);
      expect((await refresh(client, token)).body.error).toBe("invalid_grant");
      expect((await revoke(client, token)).status).toBe(200);
    },
  );

  test("revoking one grant keeps the client's others", async () => {
    const client = await register();
    const [one, other] = [await connect(client), await connect(client)];

    await revoke(client, one.refresh);

    expect((await me(other.access)).status).toBe(200);
  });

  test("revoking does nothing to another client's tokens, and reveals nothing about them", async () => {
    const client = await register();
    const { access, refresh: token } = await connect(client);
    const other = await register();

    for (const text of [access, token]) expect((await revoke(other, text)).status).toBe(200);

    expect((await me(access)).status).toBe(200);
    expect((await refresh(client, token)).status).toBe(200);
  });

  test("revoking what is unknown, of another kind or not a token answers 200 as well", async () => {
    const client = await register();

    for (const text of [
      "x",
      `at_1_${"a".repeat(52)}`,
      `rt_77_${"a".repeat(52)}`,
      `dev_1_${"a".repeat(52)}`,
    ]) {
      expect((await revoke(client, text)).status).toBe(200);
    }
  });

  test("revoking needs the client's credentials and a token", async () => {
    const client = await register();

    expect(
      (await asClient({ ...client, secret: "wrong" }, "/oauth/revoke", { token: "x" })).body.error,
    ).toBe("invalid_client");
    expect((await asClient(client, "/oauth/revoke", {})).body.error).toBe("invalid_request");
  });
});
