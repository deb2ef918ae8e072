// The connections in a person's own database: the record before, the completion after, and
// forgetting.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { CONNECTIONS_A_PERSON_MAX } from "../../src/platform/limits.ts";
import {
  beginConnection,
  configuredConnection,
  currentConnection,
  endConnection,
  listConnections,
  settleConnection,
  type ConnectionRecordState,
  type ConnectionWanted,
} from "../../src/oauth/clients/connections.ts";
import { must } from "../../src/platform/assert.ts";
import { nameRemoteUser } from "../../src/platform/credentials/remote-user.ts";
import { inUser, someone } from "./visitor.ts";

const SERVICE = "embedded";
const HOUSEHOLD = wanted("a", 7);

describe("connections in a person's database", () => {
  test("a connection is recorded before it is made, and then completed under the budget's name", async () => {
    const { email } = await someone();
    const [before, after] = await inUser(email, (sql) => {
      beginConnection(sql, HOUSEHOLD, 10);
      const first = listConnections(sql, SERVICE);
      settleConnection(sql, HOUSEHOLD.id, "Household");
      return [first, listConnections(sql, SERVICE)] as const;
    });

    expect(before).toEqual([{ ...HOUSEHOLD, state: "connecting", createdAt: 10 }]);
    expect(after).toEqual([{ ...HOUSEHOLD, name: "Household", state: "connected", createdAt: 10 }]);
  });

  test("a connection that is made again keeps its record", async () => {
    const { email } = await someone();
    const known = await inUser(email, (sql) => {
      beginConnection(sql, HOUSEHOLD, 10);
      settleConnection(sql, HOUSEHOLD.id, "Household");
      beginConnection(sql, { ...HOUSEHOLD, name: "another" }, 20);
      return listConnections(sql, SERVICE);
    });

    expect(known).toEqual([{ ...HOUSEHOLD, name: "Household", state: "connected", createdAt: 10 }]);
  });

  test("an older look at the list does not forget a connection that was begun again since", async () => {
    const { email } = await someone();
    const known = await inUser(email, (sql) => {
      beginConnection(sql, HOUSEHOLD, 10);
      const seen = must(listConnections(sql, SERVICE)[0], "it was recorded");
      beginConnection(sql, HOUSEHOLD, 20);
      endConnection(sql, seen, 30);
      return listConnections(sql, SERVICE);
    });

    expect(known).toMatchObject([{ state: "connecting", createdAt: 20 }]);
  });

  test("a connection never made is forgotten, and one given up is remembered until it is begun again", async () => {
    const { email } = await someone();
    const [forgotten, ended, again] = await inUser(email, (sql) => {
      const list = () => listConnections(sql, SERVICE);
      beginConnection(sql, HOUSEHOLD, 10);
      endConnection(sql, must(list()[0], "it was recorded"), 20);
      const first = list();
      beginConnection(sql, HOUSEHOLD, 30);
      settleConnection(sql, HOUSEHOLD.id, "Household");
      endConnection(sql, must(list()[0], "it was recorded"), 40);
      const second = list();
      beginConnection(sql, HOUSEHOLD, 50);
      return [first, second, list()] as const;
    });

    expect(forgotten).toEqual([]);
    expect(ended).toMatchObject([{ name: "Household", state: "disconnected", createdAt: 30 }]);
    expect(again).toMatchObject([{ state: "connecting", createdAt: 50 }]);
  });

  test("a person has at most fifty connections, and making a known one again adds none", async () => {
    const { email } = await someone();
    const last = await inUser(email, (sql) => {
      for (let count = 0; count < CONNECTIONS_A_PERSON_MAX; count += 1)
        beginConnection(sql, wanted(`c${count}`, count), count);
      return [
        beginConnection(sql, wanted("c0", 0), 99),
        beginConnection(sql, wanted("more", 99), 99),
      ];
    });

    expect(last).toEqual([
      { ok: true, value: null },
      { ok: false, error: "too many connections" },
    ]);
  });

  test("a connection given up takes no place, and the newest fifty of them are remembered", async () => {
    const { email } = await someone();
    const [made, known] = await inUser(email, (sql) => {
      for (let count = 0; count <= CONNECTIONS_A_PERSON_MAX; count += 1) {
        beginConnection(sql, wanted(`c${count}`, count), count);
        settleConnection(sql, `c${count}`, "");
        endConnection(
          sql,
          must(
            listConnections(sql, SERVICE).find(({ id }) => id === `c${count}`),
            "it was recorded",
          ),
          100 + count,
        );
      }
      return [
        beginConnection(sql, wanted("more", 99), 999),
        listConnections(sql, SERVICE),
      ] as const;
    });

    expect(made).toEqual({ ok: true, value: null });
    expect(known).toHaveLength(CONNECTIONS_A_PERSON_MAX + 1);
    expect(known.map(({ id }) => id)).not.toContain("c0");
  });

  test("a connection that its Importer has is connected, even if another look found it ended", async () => {
    const { email } = await someone();
    const known = await inUser(email, (sql) => {
      beginConnection(sql, HOUSEHOLD, 10);
      settleConnection(sql, HOUSEHOLD.id, "Household");
      endConnection(sql, must(listConnections(sql, SERVICE)[0], "it was recorded"), 20);
      settleConnection(sql, HOUSEHOLD.id, "Household");
      return listConnections(sql, SERVICE);
    });

    expect(known).toMatchObject([{ state: "connected" }]);
  });

  test("a connection to another service is not in the list", async () => {
    const { email } = await someone();
    const known = await inUser(email, (sql) => {
      beginConnection(sql, { ...HOUSEHOLD, service: "https://budget.example.com/v2" }, 10);
      return listConnections(sql, SERVICE);
    });

    expect(known).toEqual([]);
  });
});

describe("the current connection of a session", () => {
  const at = (id: string, state: ConnectionRecordState) => ({
    ...wanted(id, 1),
    state,
    createdAt: 1,
  });

  test("the current connection is the chosen one, else the oldest, never an unfinished one", () => {
    const known = [at("a", "connecting"), at("b", "connected"), at("c", "connected")];

    expect(currentConnection(known, "c")?.id).toBe("c");
    expect(currentConnection(known, null)?.id).toBe("b");
    expect(currentConnection(known, "a")?.id).toBe("b");
    expect(currentConnection(known, "gone")?.id).toBe("b");
    expect(currentConnection([at("a", "connecting"), at("b", "disconnected")], "b")).toBeNull();
  });

  test("the local person's connection is the configured one, only on a developer's machine", async () => {
    const local = readConfig(env);
    const remote = { ...local, budgetApiUrl: "https://budget.example.com/v2" };

    expect(configuredConnection("1", local)).toMatchObject({
      id: "1",
      accountId: 1,
      service: "embedded",
    });
    expect(configuredConnection("1", { ...local, local: false })).toBeNull();
    expect(configuredConnection("0".repeat(32), local)).toBeNull();
    expect(configuredConnection("1", { ...remote, budgetApiToken: null })).toBeNull();
    expect(configuredConnection("1", { ...remote, budgetApiToken: "a token" })).toMatchObject({
      id: "1",
      name: "budget.example.com",
    });
  });
});

test("a remote person's object has the hash of the service and their id, from their first connection on", async () => {
  const service = "https://budget.example.com/v2";
  const name = await nameRemoteUser(service, 18328);
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(`tributary person\n${service}\n18328`),
  );
  const user = env.USER.getByName(name);

  const before = await runInDurableObject(user, (_, state) =>
    state.storage.sql
      .exec("SELECT count(*) AS count FROM sqlite_master WHERE name = 'person'")
      .one(),
  );
  await user.beginConnection(
    { ...HOUSEHOLD, service },
    { person: { id: 18328, name: "Ada", email: "ada@example.com" }, othersConnected: false },
  );
  const session = await user.startSession({
    agent: "",
    connection: HOUSEHOLD.id,
    lifetimeMs: 1000,
  });

  expect(name).toBe(new Uint8Array(digest).toHex().slice(0, 32));
  expect(before).toEqual({ count: 0 });
  expect(session).toMatch(new RegExp(`^ses_${name}_[a-z2-7]{52}$`));
});

test("a session for another service counts for nobody: the same id there is somebody else's here", async () => {
  const user = env.USER.getByName(await nameRemoteUser("https://budget.example.com/v2", 1));
  await user.beginConnection(
    { ...HOUSEHOLD, service: "https://budget.example.com/v2" },
    { person: { id: 1, name: "Mallory", email: "" }, othersConnected: false },
  );

  const session = await user.startSession({
    agent: "",
    connection: HOUSEHOLD.id,
    lifetimeMs: 60_000,
  });

  expect(await user.session(session.split("_")[2] ?? "")).toBeNull();
});

function wanted(id: string, accountId: number): ConnectionWanted {
  return { id, service: SERVICE, userId: 1, accountId, name: "" };
}
