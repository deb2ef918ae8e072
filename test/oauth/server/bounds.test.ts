// Limits of each person in a budget, and what is forgotten. Nobody can use up another person's
// limit, and unused codes never push out a working grant.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as grants from "../../../src/budget/grants/api.ts";
import {
  CODES_A_CLIENT_MAX,
  GRANTS_A_CLIENT_MAX,
  GRANTS_A_PERSON_MAX,
  REMOVED_CLIENT_KEEP_MS,
  TOKENS_A_PERSON_MAX,
} from "../../../src/platform/limits.ts";
import { newClientId } from "../../../src/oauth/clients/registration.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { must } from "../../../src/platform/assert.ts";
import {
  budget,
  CALLBACK,
  CHALLENGE,
  codeFor,
  connect,
  me,
  redeem,
  refresh,
  register,
} from "./driver.ts";
import { reset } from "../../reset.ts";

const OTHER = 2;
const demo = () => env.BUDGET.getByName("1");

beforeEach(async () => {
  await demo().view(1);
  await budget((sql) => {
    sql.run(
      "INSERT INTO users (id, name, email, created_at) VALUES (?, 'Ben', 'ben@example.com', 1)",
      OTHER,
    );
    sql.run("INSERT INTO members (user_id, role, joined_at) VALUES (?, 'member', 1)", OTHER);
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const consent = (clientId: string, userId: number) => ({
  clientId,
  clientName: "x",
  userId,
  scopes: [],
  redirectUri: CALLBACK,
  challenge: CHALLENGE,
});

/** Grants in use, as the budget keeps them, the first the oldest. */
async function fill(userId: number, count: number, clientId = newClientId()): Promise<void> {
  const base = Date.now() - 1_000_000;
  await budget((sql) => {
    for (let index = 0; index < count; index += 1) {
      sql.run(
        `INSERT INTO grants (client_id, client_name, user_id, scopes, created_at, expires_at, code_hash, code_used_at, last_used_at, redirect_uri, challenge)
         VALUES (?, 'x', ?, '[]', ?, ?, ?, ?, ?, ?, ?)`,
        clientId,
        userId,
        base + index,
        base + 10_000_000_000,
        crypto.randomUUID().replaceAll("-", "").repeat(2),
        base + index,
        base + index,
        CALLBACK,
        CHALLENGE,
      );
    }
  });
}

describe("a person who starts many authorizations", () => {
  test("codes that were never used push out none of a person's apps: they are counted separately", async () => {
    const client = await register();
    const { access, refresh: token } = await connect(client);
    await budget((sql) => sql.run("UPDATE grants SET created_at = created_at - 1000"));

    for (let count = 0; count < GRANTS_A_CLIENT_MAX + 5; count += 1)
      expect(await demo().authorize(consent(client.id, 1))).not.toBeNull();

    expect((await me(access)).status).toBe(200);
    expect((await refresh(client, token)).status).toBe(200);
    expect(
      await budget((sql) => sql.all("SELECT id FROM grants WHERE code_used_at IS NULL")),
    ).toHaveLength(CODES_A_CLIENT_MAX);
  });

  test("a person keeps the newest codes, and the grants that were used last", async () => {
    const client = await register();
    const codes: string[] = [];
    for (let count = 0; count <= CODES_A_CLIENT_MAX; count += 1) {
      codes.push(await codeFor(client));
      await budget((sql) => sql.run("UPDATE grants SET created_at = created_at - 1000"));
    }
    const first = await redeem(client, must(codes.at(0), "there are codes"));
    const second = await redeem(client, must(codes.at(1), "there are codes"));
    expect([first.body.error, second.status]).toEqual(["invalid_grant", 200]);

    // The oldest of all, but used last: it stays, and the one that lay unused longest goes.
    await fill(1, GRANTS_A_CLIENT_MAX - 1, client.id);
    await budget((sql) =>
      sql.run("UPDATE grants SET created_at = 1 WHERE code_used_at > ?", Date.now() - 60_000),
    );
    expect((await redeem(client, must(codes.at(-1), "there are codes"))).status).toBe(200);

    expect((await me(second.body.access_token)).status).toBe(200);
    expect(await demo().listGrants(1)).toHaveLength(GRANTS_A_CLIENT_MAX);
  });
});

describe("members of one budget and their apps", () => {
  test("a member has their own limit of apps, and uses up nobody else's", async () => {
    await fill(1, GRANTS_A_PERSON_MAX - 1);
    const last = await demo().authorize(consent(newClientId(), 1));
    const tooMany = await demo().authorize(consent(newClientId(), 1));

    expect([last === null, tooMany]).toEqual([false, null]);
    expect(await demo().authorize(consent(newClientId(), OTHER))).not.toBeNull();
  });

  test("a member has room again once one of their apps ends", async () => {
    await fill(1, GRANTS_A_PERSON_MAX);
    const [newest] = await demo().listGrants(1);

    await demo().endGrant(1, must(newest, "there are grants").id);

    expect(await demo().authorize(consent(newClientId(), 1))).not.toBeNull();
  });

  test("a member has their own limit of developer tokens, and uses up nobody else's", async () => {
    for (let count = 0; count < TOKENS_A_PERSON_MAX; count += 1)
      expect((await demo().issueMemberToken(1, null)).ok).toBe(true);

    expect(await demo().issueMemberToken(1, null)).toEqual({ ok: false, error: "too many tokens" });
    const other = await demo().issueMemberToken(OTHER, null);
    expect(other.ok && (await me(other.value)).body).toMatchObject({ id: OTHER });
  });
});

test("a grant records its last use, by a call or a refresh, to the minute", async () => {
  const { access } = await connect(await register());
  const used = async () => must((await demo().listGrants(1))[0], "there is a grant").lastUsedAt;
  await budget((sql) => sql.run("UPDATE grants SET last_used_at = 5"));

  const before = Date.now();
  await me(access);
  const first = await used();
  await budget((sql) => sql.run("UPDATE grants SET last_used_at = last_used_at - 30000"));
  await me(access);

  expect(first).toBeGreaterThanOrEqual(before);
  expect(await used()).toBe((first ?? 0) - 30_000);
});

test("a removed client is remembered for a day, longer than any of its requests, and then forgotten", async () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.now());
  const [removed, other] = [newClientId(), newClientId()];
  await demo().endClient(removed);
  const later = async (by: number) =>
    runInDurableObject(demo(), async (_, state) =>
      grants.authorize(new Sql(state.storage), consent(other, 1), () => Date.now() + by),
    );
  const remembered = async () => budget((sql) => sql.all("SELECT client_id FROM removed_clients"));

  await later(REMOVED_CLIENT_KEEP_MS - 1);
  expect(await remembered()).toEqual([{ client_id: removed }]);
  await later(REMOVED_CLIENT_KEEP_MS + 1);

  expect(await remembered()).toEqual([]);
  expect(REMOVED_CLIENT_KEEP_MS).toBeGreaterThanOrEqual(24 * 60 * 60_000);
});
