// The Client object: registered once, checked, given new secrets, removed permanently; and the
// rules of registration.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  CLIENT_BUDGETS_STEP,
  REDIRECT_URI_CHARS_MAX,
  REDIRECT_URIS_MAX,
} from "../../../src/platform/limits.ts";
import { redirectUriProblem } from "../../../src/oauth/clients/redirect-uri.ts";
import {
  isClientId,
  newClientId,
  readRegistration,
} from "../../../src/oauth/clients/registration.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { budget, CALLBACK, codeFor, connect, me, refresh, register } from "./driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

const stub = (id: string) => env.CLIENT.getByName(id);

async function clientSql<T>(id: string, work: (sql: Sql) => T): Promise<T> {
  return runInDurableObject(stub(id), (_, state) => work(new Sql(state.storage)));
}

describe("the Client object", () => {
  test("a client is described as it was registered", async () => {
    const client = await register({ name: "Ledger", scopes: ["tags:read"] });

    expect(isClientId(client.id)).toBe(true);
    expect(client.secret).toMatch(new RegExp(`^cs_${client.id}_[a-z2-7]{52}$`));
    expect(await stub(client.id).describe()).toEqual({
      clientId: client.id,
      name: "Ledger",
      redirectUris: [CALLBACK],
      scopes: ["tags:read"],
      kind: "confidential",
      owner: { user: "1", userId: 1 },
      createdAt: expect.any(Number),
      secretSince: expect.any(Number),
    });
  });

  test("a client has exactly one secret of its own, of which only the hash is stored", async () => {
    const [client, other] = [await register(), await register()];
    const secret = client.secret ?? "";

    expect(await stub(client.id).checkSecret(secret)).toBe(true);
    for (const wrong of [
      "",
      "x",
      other.secret ?? "",
      secret.split("_")[2] ?? "",
      secret.replace("cs_", "rt_"),
      `${secret} `,
    ]) {
      expect(await stub(client.id).checkSecret(wrong)).toBe(false);
    }
    expect(
      JSON.stringify(await clientSql(client.id, (sql) => sql.all("SELECT * FROM client"))),
    ).not.toContain(secret.split("_")[2]);
  });

  test("a public client has no secret and gets none", async () => {
    const client = await register({ kind: "public" });

    expect(client.secret).toBeNull();
    expect(await stub(client.id).rotateSecret()).toBeNull();
    expect(await stub(client.id).checkSecret("")).toBe(false);
  });

  test("a client that was never registered answers every call, and writes nothing", async () => {
    const id = newClientId();

    expect(await stub(id).describe()).toBeNull();
    expect(await stub(id).rotateSecret()).toBeNull();
    expect(await stub(id).checkSecret("x")).toBe(false);
    expect(await stub(id).noteConsent("1", "form", Date.now() + 1000)).toBe(false);
    await stub(id).remove();
    const tables = await clientSql(id, (sql) =>
      sql.all("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'"),
    );
    expect(tables).toEqual([]);
  });

  test("a client is registered once, and does not come back after it was removed", async () => {
    const client = await register();
    const again = async () =>
      runInDurableObject(stub(client.id), async (object) =>
        object
          .register({
            name: "x",
            kind: "public",
            redirectUris: [CALLBACK],
            scopes: ["me:read"],
            owner: { user: "1", userId: 1 },
          })
          .then(() => "registered", String),
      );

    expect(await again()).toContain("registered once");
    await stub(client.id).remove();
    expect(await again()).toContain("registered once");
    expect(await stub(client.id).describe()).toBeNull();
    expect(await stub(client.id).checkSecret(client.secret ?? "")).toBe(false);
  });
});

describe("removing clients", () => {
  test("removing a client ends its grants in every budget, the rest of many by the alarm", async () => {
    const client = await register();
    const { access } = await connect(client);
    await clientSql(client.id, (sql) => {
      sql.run("DELETE FROM budgets");
      for (let id = 1; id <= CLIENT_BUDGETS_STEP + 1; id += 1)
        sql.run("INSERT INTO budgets (account_id) VALUES (?)", String(id));
    });

    await stub(client.id).remove();
    expect((await me(access)).status).toBe(401);

    await vi.waitFor(async () => {
      expect(await clientSql(client.id, (sql) => sql.all("SELECT * FROM budgets"))).toEqual([]);
    }, 30_000);
    expect(await runDurableObjectAlarm(stub(client.id))).toBe(false);
  });

  test("removing a client continues after a budget was unreachable", async () => {
    const client = await register();
    const { access } = await connect(client);
    const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await runInDurableObject(stub(client.id), async (object) => {
      const reach = Object.getOwnPropertyDescriptor(object, "env")?.value;
      const broken = {
        getByName: () => ({ endClient: async () => Promise.reject(new Error("out of reach")) }),
      };
      Object.defineProperty(object, "env", {
        value: { ...reach, BUDGET: broken },
        configurable: true,
        writable: true,
      });
      await object.remove();
      Object.defineProperty(object, "env", { value: reach, configurable: true, writable: true });
    });
    silent.mockRestore();
    expect(await clientSql(client.id, (sql) => sql.all("SELECT * FROM budgets"))).toHaveLength(1);

    expect(await runDurableObjectAlarm(stub(client.id))).toBe(true);

    expect((await me(access)).status).toBe(401);
  });

  test("removing a client continues after a kill, even if no alarm was left", async () => {
    const client = await register();
    const { access } = await connect(client);
    await runInDurableObject(stub(client.id), async (_, state) => {
      new Sql(state.storage).run("UPDATE client SET deleted_at = 1");
      await state.storage.deleteAlarm();
    });
    await evictDurableObject(stub(client.id));

    expect(await stub(client.id).describe()).toBeNull();

    await vi.waitFor(async () => {
      expect((await me(access)).status).toBe(401);
    }, 30_000);
  });

  test("a code on its way at its client's removal is never made", async () => {
    const client = await register();
    await codeFor(client);
    await stub(client.id).remove();
    const consent = {
      clientId: client.id,
      clientName: "x",
      userId: 1,
      scopes: [],
      redirectUri: CALLBACK,
      challenge: "c".repeat(43),
    };

    expect(await env.BUDGET.getByName("1").authorize(consent)).toBeNull();
    expect(await stub(client.id).noteConsent("1", "form", Date.now() + 1000)).toBe(false);
  });

  test("reporting a removal twice changes nothing", async () => {
    const [client, other] = [await register(), await register()];
    const { access } = await connect(other);
    for (let count = 0; count < 2; count += 1) await env.BUDGET.getByName("1").endClient(client.id);

    expect(await budget((sql) => sql.all("SELECT client_id FROM removed_clients"))).toEqual([
      { client_id: client.id },
    ]);
    expect((await me(access)).status).toBe(200);
  });
});

describe("kills between two writes", () => {
  test("a form that was used up without giving a code stays unusable, and granted nothing", async () => {
    const client = await register();
    await stub(client.id).noteConsent("1", "form", Date.now() + 60_000);

    expect(await stub(client.id).noteConsent("1", "form", Date.now() + 60_000)).toBe(false);
    expect(await env.BUDGET.getByName("1").listGrants(1)).toEqual([]);
  });

  test("a refresh whose write fails leaves the token unchanged", async () => {
    const client = await register();
    const { refresh: token } = await connect(client);
    const silent = vi.spyOn(console, "error").mockImplementation(() => undefined);
    // The last write of turning a token: the one before it, which makes it the previous one, is rolled back.
    await budget((sql) =>
      sql.run(
        "CREATE TRIGGER stop BEFORE INSERT ON access_tokens BEGIN SELECT RAISE(ABORT, 'killed'); END",
      ),
    );
    expect((await refresh(client, token).catch(() => ({ status: 500 }))).status).toBe(500);
    silent.mockRestore();
    await budget((sql) => sql.run("DROP TRIGGER stop"));

    expect((await refresh(client, token)).status).toBe(200);
  });
});

describe("rules of registration", () => {
  test.each([
    ["https://app.example.com/callback", "confidential", true],
    ["https://app.example.com", "confidential", true],
    ["https://app.example.com/cb?tenant=7", "confidential", true],
    ["http://127.0.0.1:8788/cb", "confidential", true],
    ["http://localhost/cb", "public", true],
    ["http://[::1]/cb", "public", true],
    ["com.example.app:/callback", "public", true],
    ["com.example.app:/callback", "confidential", false],
    ["http://app.example.com/cb", "public", false],
    ["http://127.0.0.1.evil.example/cb", "public", false],
    ["https://app.example.com/cb#x", "public", false],
    ["https://*.example.com/cb", "public", false],
    ["https://user@app.example.com/cb", "public", false],
    ["https://App.example.com/cb", "public", false],
    ["https://app.example.com:443/cb", "public", false],
    ["https://app.example.com/x/../cb", "public", false],
    ["https://app.example.com\\cb", "public", false],
    ["https://app.example.com/c b", "public", false],
    ["https://bücher.example/cb", "public", false],
    ["javascript:alert(1)", "public", false],
    ["data:text/html,x", "public", false],
    ["urn:ietf:wg:oauth:2.0:oob", "public", false],
    ["myapp:/cb", "public", false],
    ["//app.example.com/cb", "public", false],
    ["", "public", false],
  ] as const)("the address %s for a %s client can be registered: %s", (uri, kind, taken) => {
    expect(redirectUriProblem(uri, kind) === null).toBe(taken);
  });

  test("an address up to the maximum length can be registered", () => {
    const long = (length: number) =>
      `https://app.example.com/${"x".repeat(length - "https://app.example.com/".length)}`;

    expect(redirectUriProblem(long(REDIRECT_URI_CHARS_MAX), "public")).toBeNull();
    expect(redirectUriProblem(long(REDIRECT_URI_CHARS_MAX + 1), "public")).toContain(
      String(REDIRECT_URI_CHARS_MAX),
    );
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
    ["a name that turns the text around", { name: "Led\u202eger" }, "name"],
    ["another kind", { kind: "native" }, "kind"],
    ["no address", { redirectUris: [] }, "redirectUris"],
    [
      "too many addresses",
      {
        redirectUris: Array.from(
          { length: REDIRECT_URIS_MAX + 1 },
          (_, index) => `${CALLBACK}/${index}`,
        ),
      },
      "redirectUris",
    ],
    [
      "one bad address among good ones",
      { redirectUris: [CALLBACK, "http://evil.example"] },
      "redirectUris",
    ],
    ["an unknown scope", { scopes: ["me:read", "me:write"] }, "scopes"],
    ["no scope", { scopes: [] }, "scopes"],
    ["a scope that does nothing alone", { scopes: ["offline_access"] }, "scopes"],
  ])("a client cannot be registered with %s", (_, changed, field) => {
    const good = { name: "Ledger", kind: "public", redirectUris: [CALLBACK], scopes: ["me:read"] };

    expect(readRegistration(good).ok).toBe(true);
    expect(readRegistration({ ...good, ...changed })).toMatchObject({
      ok: false,
      error: { field },
    });
  });

  test("client ids have one form and never repeat", () => {
    const ids = Array.from({ length: 200 }, newClientId);

    expect(new Set(ids).size).toBe(200);
    expect(ids.every(isClientId)).toBe(true);
  });
});
