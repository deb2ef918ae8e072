// Sealing again after TOKEN_KEY was changed, by the operator's request. A value in the layout
// without key ids stands for one by an older key here; a key that really changes is in
// test/node/reseal.test.ts.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deriveConnectionId } from "../../src/importer/connection/identity.ts";
import { KV_SETTLE_MS } from "../../src/platform/limits.ts";
import { mintSignInLink, redeemSignInLink } from "../../src/oauth/sign-in/session.ts";
import { createSealer } from "../../src/platform/sealing/seal.ts";
import { sign, signingKey } from "../../src/platform/credentials/signature.ts";
import { reset } from "../reset.ts";
import { forgetConnections } from "./forget-connections.ts";
import { callsTo } from "../importer-calls.ts";

const bindings: Env = env;
const PATH = "/api/operator/reseal";
const OTHER = "abcdefghijklmnopqrstuvwx27";
const encoder = new TextEncoder();

// Other files' connections are not counted.
beforeEach(forgetConnections);

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface Step {
  readonly connections: number;
  readonly budgets: number;
  readonly resealed: number;
  readonly current: number;
  readonly failed: readonly {
    readonly connection?: string;
    readonly budget?: number;
    readonly message: string;
  }[];
  readonly cursor: string | null;
}

async function proof(body: string, time = Date.now(), key = bindings.TOKEN_KEY): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", encoder.encode(body)),
  ).toHex();
  return `Tributary-Proof ${time} ${await sign(await signingKey(key, "operator requests"), `POST\n${PATH}\n${time}\n${digest}`)}`;
}

async function ask(body: string, headers: Record<string, string>): Promise<Response> {
  return exports.default.fetch(
    new Request(`https://tributary.test${PATH}`, { method: "POST", body, headers }),
  );
}

async function step(cursor: string | null = null): Promise<Step> {
  const body = JSON.stringify({ cursor });
  const response = await ask(body, { authorization: await proof(body) });
  expect(response.status).toBe(200);
  return response.json();
}

/** From now on it is `ms` later than it is now, and stays so. */
function later(ms: number): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + ms);
}

/** Every step until there is no cursor. */
async function all(): Promise<Step> {
  let sum = await step();
  while (sum.cursor !== null) {
    const next = await step(sum.cursor);
    sum = {
      connections: sum.connections + next.connections,
      budgets: sum.budgets + next.budgets,
      resealed: sum.resealed + next.resealed,
      current: sum.current + next.current,
      failed: [...sum.failed, ...next.failed],
      cursor: next.cursor,
    };
  }
  return sum;
}

/** A value as the layout without key ids has it. */
async function aged(purpose: string, place: string, plain: string): Promise<string> {
  const root = await crypto.subtle.importKey(
    "raw",
    encoder.encode(bindings.TOKEN_KEY),
    "HKDF",
    false,
    ["deriveKey"],
  );
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encoder.encode(`tributary/${purpose}`),
  };
  const key = await crypto.subtle.deriveKey(
    derivation,
    root,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt"],
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encoder.encode(`v1:${place}`) },
    key,
    encoder.encode(plain),
  );
  return new Uint8Array([1, ...iv, ...new Uint8Array(sealed)]).toBase64();
}

/** Seals a connection's addresses in the layout without key ids; the secrets as they are in the addresses. */
async function sealAsBefore(connection: string, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const secret = /-([a-z2-7]{16})@/.exec(address)?.[1] ?? "";
    const hash = new Uint8Array(
      await crypto.subtle.digest("SHA-256", encoder.encode(secret)),
    ).toHex();
    const text = await aged("receipt addresses", `address/${connection}/${hash}`, secret);
    await runInDurableObject(bindings.IMPORTER.getByName(connection), (_, state) => {
      state.storage.sql.exec("UPDATE address_secrets SET sealed = ? WHERE hash = ?", text, hash);
    });
  }
}

async function address(connection: string, label: string): Promise<string> {
  const made = await callsTo(bindings.IMPORTER.getByName(connection)).createAddress(label);
  return made.ok ? (made.value.address ?? "") : "";
}

const shown = async (connection: string) =>
  (await callsTo(bindings.IMPORTER.getByName(connection)).listAddresses()).addresses.map(
    ({ address: text }) => text,
  );

describe("what budgets keep sealed", () => {
  const own = async (path: string, body: object) =>
    exports.default.fetch(
      new Request(`https://tributary.test/api${path}`, {
        method: "POST",
        headers: { authorization: "Bearer local-token-for-tests" },
        body: JSON.stringify(body),
      }),
    );

  test("is sealed again: a bank's token and access, and an exchange's credentials; what opens with no key is named", async () => {
    await own("/linked/connections", { token: btoa("https://bank.invalid/claim/planted-token") });
    await own("/linked/connections", {
      token: "https://planted-user:planted-pass@bank.invalid/simplefin",
    });
    await own("/crypto/synced", {
      provider: "exchange_a",
      display_name: "Exchange",
      source: {
        settings: {},
        secrets: { api_key: "planted-key", private_key: btoa("planted-private") },
      },
    });
    const budget = bindings.BUDGET.getByName("1");
    await runInDurableObject(budget, async (_, { storage: { sql } }) => {
      for (const { item_id: id, sealed_token: token } of sql
        .exec<{ item_id: string; sealed_token: string | null }>(
          "SELECT item_id, sealed_token FROM banks",
        )
        .toArray()) {
        const what = token === null ? "access" : "token";
        sql.exec(
          `UPDATE banks SET sealed_${what} = ? WHERE item_id = ?`,
          await aged("bank connections", `bank/1/${id}/${what}`, "planted-secret"),
          id,
        );
      }
      sql.exec(
        "UPDATE crypto_sources SET sealed = ?",
        await aged("synced crypto sources", "crypto/1/exchange_a/moved", "{}"),
      );
    });

    expect(await all()).toMatchObject({
      resealed: 2,
      current: 0,
      failed: [
        {
          budget: 1,
          message:
            "the credentials of 1 wallets and exchanges open with neither key: set them again",
        },
      ],
    });

    expect(await all()).toMatchObject({ resealed: 0, current: 2, failed: [{ budget: 1 }] });
    const kept = await runInDurableObject(budget, (_, { storage: { sql } }) =>
      sql
        .exec<{ id: string; sealed: string; what: string }>(
          "SELECT item_id AS id, coalesce(sealed_token, sealed_access) AS sealed, iif(sealed_token IS NULL, 'access', 'token') AS what FROM banks",
        )
        .toArray(),
    );
    const sealer = await createSealer(
      { tokenKey: bindings.TOKEN_KEY, previousTokenKey: null },
      "bank connections",
    );
    for (const { id, sealed, what } of kept)
      expect(await sealer.open(`bank/1/${id}/${what}`, sealed)).toMatchObject({
        ok: true,
        value: { plain: "planted-secret", current: true },
      });
  });

  test("is looked for by every number that was given out, some a request", async () => {
    const directory = bindings.DIRECTORY.getByName("directory");
    for (let made = 0; made < 55; made += 1) await directory.next("account");

    const steps = [await step("budgets 1"), await step("budgets 51")];

    expect(steps.map(({ budgets, cursor }) => [budgets, cursor])).toEqual([
      [50, "budgets 51"],
      [6, null],
    ]);
  });
});

describe("sealing again", () => {
  test("finds every connection, seals what an older key sealed, and finds nothing to do the second time", async () => {
    const texts = [await address("1", "a"), await address("1", "b"), await address(OTHER, "c")];
    await sealAsBefore("1", texts.slice(0, 1));
    await sealAsBefore(OTHER, texts.slice(2));
    // What KV holds for a connection is its Importer's to judge; its name is what leads to it here.
    await bindings.TOKENS.put(`connection/${OTHER}`, "x");

    expect(await all()).toMatchObject({ connections: 2, resealed: 2, current: 1, cursor: null });
    expect([...(await shown("1")), ...(await shown(OTHER))]).toEqual(texts);
    expect(await all()).toMatchObject({ connections: 2, resealed: 0, current: 3 });
  });

  test("goes through a store of many connections in bounded steps, each once", async () => {
    const names = Array.from(
      { length: 120 },
      (_, i) =>
        `${"a".repeat(23)}${i
          .toString(8)
          .padStart(3, "0")
          .split("")
          .map((digit) => "abcdefgh"[Number(digit)])
          .join("")}`,
    );
    await Promise.all(names.map((name) => bindings.TOKENS.put(`connection/${name}`, "x")));
    await bindings.TOKENS.put("something else", "x");

    const first = await step();
    expect([first.connections, first.cursor === null]).toEqual([51, false]);
    expect((await all()).connections).toBe(121);
  });

  test("makes no object for a name that only the store has", async () => {
    await bindings.TOKENS.put(`connection/${OTHER}`, "x");
    await all();
    const tables = await runInDurableObject(bindings.IMPORTER.getByName(OTHER), (_, state) =>
      state.storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name = 'schema_journal'")
        .toArray(),
    );
    expect(tables).toEqual([]);
  });

  test("names what it cannot help: a foreign name, and what opens with no key", async () => {
    await address(OTHER, "a");
    await runInDurableObject(bindings.IMPORTER.getByName(OTHER), (_, state) => {
      state.storage.sql.exec(
        "UPDATE address_secrets SET sealed = 'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='",
      );
    });
    await bindings.TOKENS.put(`connection/${OTHER}`, "x");
    await bindings.TOKENS.put("connection/../1", "x");

    expect((await all()).failed).toEqual(
      expect.arrayContaining([
        { connection: "../1", message: "this is no connection's name" },
        {
          connection: OTHER,
          message: "1 receipt addresses open with neither key: they are taken, but cannot be shown",
        },
      ]),
    );
  });

  test("while addresses are rotated and revoked loses nothing of either", async () => {
    const texts = await Promise.all(
      Array.from({ length: 10 }, (_, i) => address("1", `address ${i}`)),
    );
    await sealAsBefore("1", texts);
    const importer = bindings.IMPORTER.getByName("1");

    const [, rotated] = await Promise.all([
      all(),
      callsTo(importer).rotateAddress(3, 0),
      callsTo(importer).deleteAddress(7),
    ]);

    const listed = await callsTo(importer).listAddresses();
    expect(listed.addresses.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10]);
    expect(listed.addresses.every(({ address: text }) => text !== null)).toBe(true);
    expect(listed.addresses[2]?.address).toBe(rotated.ok ? rotated.value.address : "");
    expect(await all()).toMatchObject({ resealed: 0, current: 9, failed: [] });
  });
});

describe("the operator's request", () => {
  const BODY = '{"cursor":null}';

  test.each([
    ["nothing", async () => ({})],
    ["LOCAL_TOKEN", async () => ({ authorization: `Bearer ${bindings.LOCAL_TOKEN ?? ""}` })],
    ["TOKEN_KEY itself", async () => ({ authorization: `Bearer ${bindings.TOKEN_KEY}` })],
    [
      "an import key",
      async () => ({
        authorization: `Bearer ${(await callsTo(bindings.IMPORTER.getByName("1")).createKey("k"))?.token ?? ""}`,
      }),
    ],
    ["a proof for another body", async () => ({ authorization: await proof('{"cursor":"x"}') })],
    [
      "a proof by another key",
      async () => ({ authorization: await proof(BODY, Date.now(), "k".repeat(32)) }),
    ],
    [
      "a proof of five minutes and a second ago",
      async () => ({ authorization: await proof(BODY, Date.now() - 301_000) }),
    ],
    [
      "a proof of five minutes and a second ahead",
      async () => ({ authorization: await proof(BODY, Date.now() + 301_000) }),
    ],
  ])("with %s is refused, and nothing is looked at", async (_, headers) => {
    await bindings.TOKENS.put(`connection/${OTHER}`, "x");
    const list = vi.spyOn(bindings.TOKENS, "list");
    later(0);
    const response = await ask(BODY, await headers());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ message: "Unauthorized" });
    expect(list).not.toHaveBeenCalled();
  });

  test("with a session is refused", async () => {
    const session = await redeemSignInLink(await mintSignInLink(bindings), bindings);
    const cookie = `tributary_session=${session.ok ? session.value : ""}`;
    expect((await ask(BODY, { cookie, "sec-fetch-site": "same-origin" })).status).toBe(401);
  });

  test("is taken again within its five minutes: it does the same", async () => {
    const authorization = await proof(BODY);
    expect([
      (await ask(BODY, { authorization })).status,
      (await ask(BODY, { authorization })).status,
    ]).toEqual([200, 200]);
  });

  test("that is proven and malformed is 400", async () => {
    for (const body of [
      "",
      "{}",
      '{"cursor":1}',
      '{"cursor":null,"more":1}',
      JSON.stringify({ cursor: "x".repeat(2_001) }),
    ]) {
      expect(
        (await ask(body, { authorization: await proof(body) })).status,
        body.slice(0, 20),
      ).toBe(400);
    }
  });

  test("by GET is no address", async () => {
    const response = await exports.default.fetch(
      new Request(`https://tributary.test${PATH}`, {
        headers: { authorization: `Bearer ${bindings.LOCAL_TOKEN ?? ""}` },
      }),
    );
    expect(response.status).toBe(404);
  });
});

describe("a connection's tokens", () => {
  const IDENTITY = {
    userId: 7,
    accountId: 8,
    name: "Ada",
    email: "ada@example.com",
    budgetName: "Household",
    currency: "eur",
  };
  const FAR = Date.now() + 3_600_000;

  /** The tokens in the layout without key ids, in KV and, where the object still has them, there. */
  async function agedTokens(id: string): Promise<void> {
    const place = `connection/${id}`;
    const opened = await (
      await createSealer(
        { tokenKey: bindings.TOKEN_KEY, previousTokenKey: null },
        "connection tokens",
      )
    ).open(place, (await bindings.TOKENS.get(place)) ?? "");
    const root = await crypto.subtle.importKey(
      "raw",
      encoder.encode(bindings.TOKEN_KEY),
      "HKDF",
      false,
      ["deriveKey"],
    );
    const derivation = {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(0),
      info: encoder.encode("tributary/connection tokens"),
    };
    const key = await crypto.subtle.deriveKey(
      derivation,
      root,
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt"],
    );
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = encoder.encode(opened.ok ? opened.value.plain : "");
    const sealed = await crypto.subtle.encrypt(
      { name: "AES-GCM", iv, additionalData: encoder.encode(`v1:${place}`) },
      key,
      plain,
    );
    const text = new Uint8Array([1, ...iv, ...new Uint8Array(sealed)]).toBase64();
    await bindings.TOKENS.put(place, text);
    await runInDurableObject(bindings.IMPORTER.getByName(id), (_, state) => {
      state.storage.sql.exec("UPDATE connection SET sealed = ? WHERE sealed IS NOT NULL", text);
    });
    await evictDurableObject(bindings.IMPORTER.getByName(id));
  }

  async function connected(kind: "token" | "oauth"): Promise<string> {
    const id = await deriveConnectionId({ budgetApiUrl: null }, IDENTITY);
    const token = "planted-access-token";
    const credential =
      kind === "token"
        ? ({ kind, token } as const)
        : ({
            kind,
            issuer: "https://issuer.example",
            accessToken: token,
            refreshToken: "planted-refresh-token",
            expiresAt: FAR,
            scope: null,
          } as const);
    const done = await bindings.IMPORTER.getByName(id).connectBudget({
      owner: "someone",
      identity: IDENTITY,
      credential,
    });
    expect(done.ok).toBe(true);
    await until(id, () =>
      runInDurableObject(
        bindings.IMPORTER.getByName(id),
        (_, state) =>
          state.storage.sql.exec("SELECT put_at IS NOT NULL AS done FROM connection").one()[
            "done"
          ] === 1,
      ),
    );
    return id;
  }

  /** Lets the alarm work until it is so. */
  async function until(id: string, isSo: () => Promise<boolean>): Promise<void> {
    for (let round = 0; round < 4_000; round += 1) {
      if (await isSo()) return;
      await runDurableObjectAlarm(bindings.IMPORTER.getByName(id));
      await scheduler.wait(10);
    }
    throw new Error("it never became so");
  }

  /** Whether KV alone has them. */
  const isInKvAlone = (id: string) =>
    runInDurableObject(
      bindings.IMPORTER.getByName(id),
      (_, state) =>
        state.storage.sql.exec("SELECT sealed IS NULL AS gone FROM connection").one()["gone"] === 1,
    );

  test.each([
    ["token", "in the object still"],
    ["oauth", "in the object still"],
    ["token", "in KV alone"],
    ["oauth", "in KV alone"],
  ] as const)(
    "of kind %s, %s, are sealed again and come to KV, with nothing lost on the way",
    async (kind, where) => {
      const id = await connected(kind);
      if (where === "in KV alone") {
        later(KV_SETTLE_MS + 1_000);
        await until(id, () => isInKvAlone(id));
      }
      expect(await isInKvAlone(id)).toBe(where === "in KV alone");
      await agedTokens(id);

      expect(await all()).toMatchObject({ resealed: 1, current: 0, failed: [] });
      // Killed before KV was told: what the object has is used, whatever KV serves.
      await evictDurableObject(bindings.IMPORTER.getByName(id));
      expect(await bindings.IMPORTER.getByName(id).accessToken()).toMatchObject({
        ok: true,
        value: { token: "planted-access-token" },
      });
      const sealer = await createSealer(
        { tokenKey: bindings.TOKEN_KEY, previousTokenKey: null },
        "connection tokens",
      );
      await until(id, async () =>
        sealer.isCurrent((await bindings.TOKENS.get(`connection/${id}`)) ?? ""),
      );
      expect(await all()).toMatchObject({ resealed: 0, current: 1, failed: [] });
    },
  );

  test("that a person replaces while they are sealed again are the new ones", async () => {
    const id = await connected("token");
    await agedTokens(id);
    const importer = bindings.IMPORTER.getByName(id);
    const renewed = importer.connectBudget({
      owner: "someone",
      identity: IDENTITY,
      credential: { kind: "token", token: "planted-newer-token" },
    });

    await Promise.all([all(), renewed, all()]);

    await evictDurableObject(importer);
    expect(await bindings.IMPORTER.getByName(id).accessToken()).toMatchObject({
      ok: true,
      value: { token: "planted-newer-token" },
    });
    expect((await all()).failed).toEqual([]);
  });

  test("that neither key opens are named as failed, and stay as they are", async () => {
    const id = await connected("token");
    const foreign = await (
      await createSealer({ tokenKey: "k".repeat(32), previousTokenKey: null }, "connection tokens")
    ).seal(`connection/${id}`, "{}");
    await runInDurableObject(bindings.IMPORTER.getByName(id), (_, state) => {
      state.storage.sql.exec("UPDATE connection SET sealed = ?", foreign);
    });
    await evictDurableObject(bindings.IMPORTER.getByName(id));

    expect(await all()).toMatchObject({
      resealed: 0,
      failed: [
        {
          connection: id,
          message: "its tokens cannot be read: KV does not serve them, or neither key opens them",
        },
      ],
    });
  });
});
