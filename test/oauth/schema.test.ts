// Databases from before there were people: their users keep their data.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { listMembers } from "../../src/budget/members.ts";
import { createProfile } from "../../src/budget/me/store.ts";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { USER_STEPS } from "../../src/oauth/people/schema.ts";
import { findSession } from "../../src/oauth/people/store.ts";
import { migrate } from "../../src/platform/sql/migrate.ts";
import { Sql } from "../../src/platform/sql/sql.ts";

/** What the User object made by itself before it had steps. */
const BEFORE = `
  CREATE TABLE IF NOT EXISTS links (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL, used_at INTEGER) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS sessions (
    hash TEXT PRIMARY KEY, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER
  ) STRICT, WITHOUT ROWID;
`;

test("a session from before the schema steps stays valid, and a revoked one stays revoked", async () => {
  const [valid, revoked] = ["a".repeat(64), "b".repeat(64)];
  const found = await runInDurableObject(env.USER.getByName("0".repeat(32)), async (_, state) => {
    const sql = new Sql(state.storage);
    sql.run(BEFORE);
    sql.run("INSERT INTO sessions (hash, created_at, expires_at) VALUES (?, 10, 1000)", valid);
    sql.run(
      "INSERT INTO sessions (hash, created_at, expires_at, revoked_at) VALUES (?, 10, 1000, 20)",
      revoked,
    );
    await migrate(sql, USER_STEPS, 30);
    await migrate(sql, USER_STEPS, 40);
    return [
      findSession(sql, valid, 999),
      findSession(sql, valid, 1000),
      findSession(sql, revoked, 999),
    ];
  });

  expect(found).toEqual([
    { id: 1, agent: "", account_id: null, connection: null, created_at: 10, last_used_at: 10 },
    null,
    null,
  ]);
});

test("the user of a budget from before there were members is its owner", async () => {
  const members = await runInDurableObject(
    env.BUDGET.getByName("before-members"),
    async (_, state) => {
      const sql = new Sql(state.storage);
      await migrate(
        sql,
        STEPS.slice(
          0,
          STEPS.findIndex(({ name }) => name === "members"),
        ),
        1,
      );
      createProfile(
        sql,
        {
          accountId: 9,
          budgetName: "Older",
          primaryCurrency: "usd",
          user: { id: 1, name: "You", email: "you@localhost" },
        },
        5,
      );
      await migrate(sql, STEPS, 7);
      return listMembers(sql);
    },
  );

  expect(members).toEqual([
    { id: 1, name: "You", email: "you@localhost", role: "owner", joined_at: 5 },
  ]);
});
