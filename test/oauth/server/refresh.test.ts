// Refresh tokens: each works once, a lost answer is repeated for a minute, and a token that two
// parties hold ends the grant.

import { afterEach, describe, expect, test, vi } from "vitest";
import { refreshMeaning } from "../../../src/budget/grants/rules.ts";
import { familyHash, freshSecret, deriveTurn } from "../../../src/budget/grants/tokens.ts";
import {
  GRANT_LIFETIME_MS,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_IDLE_MS,
} from "../../../src/platform/limits.ts";
import { asClient, budget, connect, me, refresh, register } from "./driver.ts";
import { reset } from "../../reset.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** Lets so much time go by for what the budget remembers of refreshing. */
async function pass(ms: number): Promise<void> {
  await budget((sql) => sql.run("UPDATE grants SET rotated_at = rotated_at - ?", ms));
}

describe("refresh tokens", () => {
  test.each(["confidential", "public"] as const)(
    "a %s client's refresh token is exchanged for new tokens",
    async (kind) => {
      const client = await register({ kind });
      const first = await connect(client);

      const { status, body, headers } = await refresh(client, first.refresh);

      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600 });
      expect(body.refresh_token).not.toBe(first.refresh);
      expect(body.access_token).not.toBe(first.access);
      expect((await me(body.access_token)).status).toBe(200);
      expect((await me(first.access)).status).toBe(200);
    },
  );

  test("refresh tokens can be exchanged again and again", async () => {
    const client = await register();
    let token = (await connect(client)).refresh;
    const seen = new Set([token]);
    for (let turn = 0; turn < 5; turn += 1) {
      token = (await refresh(client, token)).body.refresh_token;
      seen.add(token);
    }

    expect(seen.size).toBe(6);
  });

  test("a refresh token whose answer was lost gives the same tokens again for a minute", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now());
    const client = await register();
    const first = await connect(client);
    const lost = await refresh(client, first.refresh);
    await pass(REFRESH_GRACE_MS - 1);

    const again = await refresh(client, first.refresh);

    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      access_token: lost.body.access_token,
      refresh_token: lost.body.refresh_token,
    });
    expect((await refresh(client, again.body.refresh_token)).status).toBe(200);
  });

  test("a refresh token that comes back later ends the grant, because two parties have it", async () => {
    const client = await register();
    const first = await connect(client);
    const second = await refresh(client, first.refresh);
    await pass(REFRESH_GRACE_MS);

    const stolen = await refresh(client, first.refresh);

    expect([stolen.status, stolen.body.error]).toEqual([400, "invalid_grant"]);
    expect((await refresh(client, second.body.refresh_token)).body.error).toBe("invalid_grant");
    expect((await me(second.body.access_token)).status).toBe(401);
    expect((await me(first.access)).status).toBe(401);
  });

  test("a refresh token whose successor was used ends the grant at once, because its answer was not lost", async () => {
    const client = await register();
    const first = await connect(client);
    const second = await refresh(client, first.refresh);
    const third = await refresh(client, second.body.refresh_token);

    expect((await refresh(client, first.refresh)).body.error).toBe("invalid_grant");
    expect((await refresh(client, third.body.refresh_token)).body.error).toBe("invalid_grant");
  });

  test("a refresh token from long ago ends the grant too, after any number of exchanges", async () => {
    const client = await register();
    const first = await connect(client);
    let token = first.refresh;
    for (let turn = 0; turn < 30; turn += 1)
      token = (await refresh(client, token)).body.refresh_token;

    await refresh(client, first.refresh);

    expect((await refresh(client, token)).body.error).toBe("invalid_grant");
  });

  test("a refresh token used fifty times at once gives one new pair, and the grant continues", async () => {
    const client = await register();
    const first = await connect(client);

    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => refresh(client, first.refresh)),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    const pairs = new Set(answers.map(({ body }) => `${body.access_token} ${body.refresh_token}`));
    expect(pairs.size).toBe(1);
    expect((await refresh(client, answers[0]?.body.refresh_token)).status).toBe(200);
  });

  test("a refresh token is useless to another client, whose attempt harms nothing", async () => {
    const client = await register();
    const { refresh: token } = await connect(client);

    for (const kind of ["confidential", "public"] as const) {
      expect((await refresh(await register({ kind }), token)).body.error).toBe("invalid_grant");
    }
    expect((await refresh(client, token)).status).toBe(200);
  });

  test("a refresh token never widens the agreed scopes", async () => {
    const client = await register({ scopes: ["me:read", "offline_access"] });
    const { refresh: token } = await connect(client);

    const { body } = await refresh(client, token, { scope: "transactions:write" });

    expect(body.scope).toBe("me:read offline_access");
    expect(
      (await asClient(client, "/oauth/token", { grant_type: "refresh_token" })).body.error,
    ).toBe("invalid_request");
  });

  test("a refresh token ends after ninety days without use, and a year after the person agreed", async () => {
    const client = await register();
    const { refresh: token } = await connect(client);
    const ends = async () =>
      budget((sql) =>
        sql.first<{ idle: number; whole: number }>(
          "SELECT expires_at - last_used_at AS idle, expires_at - created_at AS whole FROM grants",
        ),
      );
    expect(await ends()).toMatchObject({ idle: REFRESH_TOKEN_IDLE_MS });
    await budget((sql) =>
      sql.run("UPDATE grants SET created_at = created_at - ?", GRANT_LIFETIME_MS - 1_000_000),
    );

    const next = await refresh(client, token);
    expect(await ends()).toMatchObject({ whole: GRANT_LIFETIME_MS });
    await budget((sql) => sql.run("UPDATE grants SET expires_at = expires_at - 1000000"));

    expect((await refresh(client, next.body.refresh_token)).body.error).toBe("invalid_grant");
  });
});

test("an access token ends at the latest with its grant, a year after the agreement, and states that", async () => {
  const client = await register();
  const { refresh: token } = await connect(client);
  await budget((sql) => {
    sql.run("UPDATE grants SET created_at = created_at - ?", GRANT_LIFETIME_MS - 1_000_000);
    sql.run("UPDATE access_tokens SET created_at = created_at - 1");
  });

  const { body } = await refresh(client, token);

  expect(body.expires_in).toBeGreaterThan(900);
  expect(body.expires_in).toBeLessThanOrEqual(1_000);
  const late = await budget((sql) =>
    sql.all(
      "SELECT 1 FROM access_tokens t JOIN grants g ON g.id = t.grant_id WHERE t.created_at >= g.last_used_at AND t.expires_at > g.expires_at",
    ),
  );
  expect(late).toEqual([]);
});

describe("rules of refreshing", () => {
  const grant = {
    client_id: "c",
    expires_at: 1_000_000,
    refresh_hash: "now",
    previous_hash: "old",
    rotated_at: 500_000,
  };

  test.each([
    ["now", 500_000, "current"],
    ["now", 999_999, "current"],
    ["now", 1_000_000, "expired"],
    ["old", 500_000 + REFRESH_GRACE_MS - 1, "previous"],
    ["old", 500_000 + REFRESH_GRACE_MS, "used before"],
    ["era", 500_000, "used before"],
  ])("a refresh token of the generation %s at %d is %s", (hash, now, meaning) => {
    expect(refreshMeaning(grant, "c", hash, now)).toBe(meaning);
    expect(refreshMeaning(grant, "d", hash, now)).toBe("of another client");
  });

  test("a token's successors are always the same, and differ with another salt or token", async () => {
    const [a, b] = [(await freshSecret()).secret, (await freshSecret()).secret];
    const turn = await deriveTurn(a, "salt");

    expect(await deriveTurn(a, "salt")).toEqual(turn);
    expect((await deriveTurn(a, "pepper")).refresh.secret).not.toBe(turn.refresh.secret);
    expect((await deriveTurn(b, "salt")).access.secret).not.toBe(turn.access.secret);
    expect(turn.refresh.secret).toMatch(/^[a-z2-7]{52}$/);
    expect(turn.refresh.secret).not.toBe(a);
    expect(await familyHash(turn.refresh.secret)).toBe(await familyHash(a));
  });
});
