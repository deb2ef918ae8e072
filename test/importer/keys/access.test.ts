// Import keys and receipt addresses of connections, over the API and in their objects.

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../../src/config.ts";
import type { ReceiptAddress } from "../../../src/importer/connection/addresses.ts";
import { addressFor } from "../../../src/importer/inbox/recipient.ts";
import {
  ADDRESSES_MAX,
  ADDRESS_GRACE_DAYS_MAX,
  EARLIER_ADDRESSES_MAX,
  KEYS_MAX,
} from "../../../src/platform/limits.ts";
import { newSecret } from "../../../src/platform/credentials/credential.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

const LOCAL_TOKEN = "local-token-for-tests";
const OTHER = "abcdefghijklmnopqrstuvwx27";
const DAY_MS = 86_400_000;
const bindings: Env = env;

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface Key {
  readonly id: number;
  readonly label: string;
  readonly token: string;
  readonly last_used_at: string | null;
}

function call(path: string, init: RequestInit = {}, token = LOCAL_TOKEN): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${token}`);
  return exports.default.fetch(new Request(`https://tributary.test${path}`, { ...init, headers }));
}

const post = (path: string, body: unknown, token = LOCAL_TOKEN) =>
  call(path, { method: "POST", body: JSON.stringify(body) }, token);

async function said(response: Response): Promise<string> {
  return (await response.json<{ errors: { errMsg: string }[] }>()).errors[0]?.errMsg ?? "";
}

/** From now on it is `ms` later than it is. */
function later(ms: number): void {
  const now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now + ms);
}

function find(recipient: string) {
  return addressFor(recipient, bindings, readConfig(bindings));
}

/** How many tables the object of a connection has; an object nobody worked with has none. */
function tables(connection: string): Promise<number> {
  return runInDurableObject(
    bindings.IMPORTER.getByName(connection),
    (_, state) =>
      state.storage.sql
        .exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'")
        .toArray().length,
  );
}

describe("an import key", () => {
  test("of any connection acts for that connection alone, is shown once, and remembers its last use", async () => {
    const importer = bindings.IMPORTER.getByName(OTHER);
    const made = await callsTo(importer).createKey("nightly export");
    expect(made?.token).toMatch(new RegExp(`^imp_${OTHER}_[a-z2-7]{52}$`));
    expect(await callsTo(importer).listKeys()).toEqual([
      expect.objectContaining({ label: "nightly export", last_used_at: null }),
    ]);

    const response = await call("/api/imports", {}, made?.token);
    expect([response.status, await response.json()]).toEqual([
      200,
      { imports: [], has_more: false },
    ]);

    const listed = await callsTo(importer).listKeys();
    expect(Date.parse(listed[0]?.last_used_at ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(listed)).not.toContain(made?.token.split("_")[2]);
    // The same secret with another connection's name is nothing.
    expect((await call("/api/imports", {}, made?.token.replace(OTHER, "1"))).status).toBe(401);
  });

  test("is refused from the moment it is revoked", async () => {
    const importer = bindings.IMPORTER.getByName(OTHER);
    const made = await callsTo(importer).createKey("phone");
    expect(await callsTo(importer).deleteKey(made?.key.id ?? 0)).toBe(true);

    expect((await call("/api/imports", {}, made?.token)).status).toBe(401);
    expect(await callsTo(importer).deleteKey(made?.key.id ?? 0)).toBe(false);
  });

  test("outlives an eviction of its connection's object", async () => {
    const made = await callsTo(bindings.IMPORTER.getByName(OTHER)).createKey("phone");
    await evictDurableObject(bindings.IMPORTER.getByName(OTHER));
    expect((await call("/api/imports", {}, made?.token)).status).toBe(200);
  });

  test("with a made-up or malformed connection is refused and makes nothing", async () => {
    const nobody = "b".repeat(26);
    for (const connection of [nobody, "2", "a".repeat(25), "a".repeat(27), "A".repeat(26)]) {
      expect(
        (await call("/api/imports", {}, `imp_${connection}_${newSecret()}`)).status,
        connection,
      ).toBe(401);
    }
    expect(await tables(nobody)).toBe(0);
  });

  test("cannot make, list or revoke keys and addresses", async () => {
    const { token } = await (await post("/api/keys", { label: "script" })).json<Key>();
    const tried = [
      call("/api/keys", {}, token),
      post("/api/keys", { label: "another" }, token),
      call("/api/keys/1", { method: "DELETE" }, token),
      call("/api/addresses", {}, token),
      post("/api/addresses", { label: "shop" }, token),
      post("/api/addresses/1/rotate", {}, token),
      call("/api/addresses/1", { method: "DELETE" }, token),
    ];

    for (const response of await Promise.all(tried)) {
      expect(response.status).toBe(403);
      expect(await said(response)).toBe(
        "An import key may send files and mail, and read their results. This needs a developer token of the budget, or a signed-in person.",
      );
    }
    expect((await (await call("/api/keys")).json<{ keys: Key[] }>()).keys).toHaveLength(1);
  });

  test("is one of at most a hundred, also when the last two are made at once", async () => {
    const importer = bindings.IMPORTER.getByName("1");
    for (let count = 1; count < KEYS_MAX; count += 1)
      await callsTo(importer).createKey(`key ${count}`);

    const both = await Promise.all([
      post("/api/keys", { label: "a" }),
      post("/api/keys", { label: "b" }),
    ]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 409]);
    expect(await callsTo(importer).listKeys()).toHaveLength(KEYS_MAX);
  });
});

async function address(label = "shops"): Promise<ReceiptAddress> {
  const response = await post("/api/addresses", { label });
  expect(response.status).toBe(201);
  return response.json<ReceiptAddress>();
}

async function rotate(id: number, body?: unknown): Promise<ReceiptAddress> {
  const response =
    body === undefined
      ? await call(`/api/addresses/${id}/rotate`, { method: "POST" })
      : await post(`/api/addresses/${id}/rotate`, body);
  expect(response.status).toBe(200);
  return response.json<ReceiptAddress>();
}

describe("a receipt address", () => {
  test("is made of mailbox, connection and a secret, can be shown again, and leads to its connection", async () => {
    const made = await address();
    expect(made.address).toMatch(/^receipts\+1-[a-z2-7]{16}@example\.com$/);

    await evictDurableObject(bindings.IMPORTER.getByName("1"));
    expect(await (await call("/api/addresses")).json()).toEqual({
      addresses: [made],
      offered: true,
      message: null,
    });
    expect(await find((made.address ?? "").toUpperCase())).toEqual({
      connection: "1",
      address: made.id,
    });
    const [used] = (await (await call("/api/addresses")).json<{ addresses: ReceiptAddress[] }>())
      .addresses;
    expect(Date.parse(used?.last_used_at ?? "")).toBeGreaterThan(Date.now() - 60_000);
  });

  test("of another connection is that one's", async () => {
    const made = await callsTo(bindings.IMPORTER.getByName(OTHER)).createAddress("bank");
    const text = made.ok ? (made.value.address ?? "") : "";
    expect(text).toMatch(new RegExp(`^receipts\\+${OTHER}-[a-z2-7]{16}@example\\.com$`));
    expect(await find(text)).toEqual({ connection: OTHER, address: 1 });
    expect(await find(text.replace(OTHER, "1"))).toBeNull();
  });

  test("is stored as a hash and sealed: its secret is nowhere in the database", async () => {
    const { address: text } = await address();
    const secret = /-([a-z2-7]{16})@/.exec(text ?? "")?.[1] ?? "none";
    const stored = await runInDurableObject(bindings.IMPORTER.getByName("1"), (_, state) =>
      JSON.stringify(state.storage.sql.exec("SELECT * FROM address_secrets").toArray()),
    );

    expect(stored).toMatch(/"sealed":"A[g-v][A-Za-z0-9+/]+=*"/);
    expect(stored).not.toContain(secret);
  });

  test("does not show when its sealed text was moved to another row", async () => {
    const [a, b] = [await address("a"), await address("b")];
    await runInDurableObject(bindings.IMPORTER.getByName("1"), (_, state) => {
      state.storage.sql.exec(
        "UPDATE address_secrets SET sealed = (SELECT sealed FROM address_secrets WHERE address = ?) WHERE address = ?",
        a.id,
        b.id,
      );
    });

    const { addresses } = await (
      await call("/api/addresses")
    ).json<{ addresses: ReceiptAddress[] }>();
    expect(addresses.map((each) => each.address)).toEqual([a.address, null]);
    // Mail for it is taken nevertheless.
    expect(await find(b.address ?? "")).toEqual({ connection: "1", address: b.id });
  });

  test("that was made up leads nowhere and makes nothing", async () => {
    const nobody = "b".repeat(26);
    expect(await find(`receipts+${nobody}-${"a".repeat(16)}@example.com`)).toBeNull();
    expect(await tables(nobody)).toBe(0);
    await address();
    expect(await find(`receipts+1-${"a".repeat(16)}@example.com`)).toBeNull();
  });

  test("that was rotated holds at once, and what it was before for seven days more, to the millisecond", async () => {
    const before = await address();
    const start = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => start);
    const after = await rotate(before.id);

    expect(after.address).not.toBe(before.address);
    expect(after.earlier).toEqual([
      { address: before.address, ends_at: new Date(start + 7 * DAY_MS).toISOString() },
    ]);
    expect(await find(after.address ?? "")).toEqual({ connection: "1", address: before.id });
    expect(await find(before.address ?? "")).toEqual({ connection: "1", address: before.id });

    vi.spyOn(Date, "now").mockImplementation(() => start + 7 * DAY_MS - 1);
    expect(await find(before.address ?? "")).toEqual({ connection: "1", address: before.id });
    vi.spyOn(Date, "now").mockImplementation(() => start + 7 * DAY_MS);
    expect(await find(before.address ?? "")).toBeNull();
    expect(await find(after.address ?? "")).toEqual({ connection: "1", address: before.id });
    expect(
      (await (await call("/api/addresses")).json<{ addresses: ReceiptAddress[] }>()).addresses[0]
        ?.earlier,
    ).toEqual([]);
  });

  test("rotated with no grace refuses all that it ever was, from then on", async () => {
    const first = await address();
    const second = await rotate(first.id, { grace_days: 30 });
    const third = await rotate(first.id, { grace_days: 0 });

    expect(third.earlier).toEqual([]);
    expect([await find(first.address ?? ""), await find(second.address ?? "")]).toEqual([
      null,
      null,
    ]);
    expect(await find(third.address ?? "")).toEqual({ connection: "1", address: first.id });
  });

  test("rotated with a longer grace does not lengthen an earlier one", async () => {
    const first = await address();
    await rotate(first.id, { grace_days: 1 });
    await rotate(first.id, { grace_days: 30 });

    later(2 * DAY_MS);
    expect(await find(first.address ?? "")).toBeNull();
  });

  test("rotated twice at once has one form that holds, and loses neither", async () => {
    const first = await address();
    const both = await Promise.all([rotate(first.id), rotate(first.id)]);

    const [listed] = (await (await call("/api/addresses")).json<{ addresses: ReceiptAddress[] }>())
      .addresses;
    expect(both.map(({ address: text }) => text)).toContain(listed?.address);
    expect(
      new Set([listed?.address, ...(listed?.earlier.map(({ address: text }) => text) ?? [])]),
    ).toEqual(new Set([first.address, ...both.map(({ address: text }) => text)]));
  });

  test("has a bounded number of earlier forms; no grace makes room", async () => {
    const { id } = await address();
    for (let count = 0; count < EARLIER_ADDRESSES_MAX; count += 1) await rotate(id);

    const refused = await post(`/api/addresses/${id}/rotate`, {});
    expect([refused.status, await said(refused)]).toEqual([
      409,
      "10 earlier forms of this address are still taken: wait, or end them with a grace of 0 days.",
    ]);
    // What was refused changed nothing.
    const [listed] = (await (await call("/api/addresses")).json<{ addresses: ReceiptAddress[] }>())
      .addresses;
    expect(listed?.earlier).toHaveLength(EARLIER_ADDRESSES_MAX);
    expect((await rotate(id, { grace_days: 0 })).earlier).toEqual([]);
  });

  test("that was revoked is refused, with all that it was; the others stay", async () => {
    const [a, b] = [await address("a"), await address("b")];
    await rotate(a.id);
    expect((await call(`/api/addresses/${a.id}`, { method: "DELETE" })).status).toBe(204);

    expect(await find(a.address ?? "")).toBeNull();
    expect(await find(b.address ?? "")).toEqual({ connection: "1", address: b.id });
    expect((await call(`/api/addresses/${a.id}`, { method: "DELETE" })).status).toBe(404);
    // Its number is never another's.
    expect((await address("c")).id).toBe(b.id + 1);
  });

  test("is one of at most twenty", async () => {
    for (let count = 0; count < ADDRESSES_MAX; count += 1) await address(`address ${count}`);
    const refused = await post("/api/addresses", { label: "one more" });
    expect([refused.status, await said(refused)]).toEqual([
      409,
      "A connection has at most 20 receipt addresses.",
    ]);
  });

  test.each([
    ["/api/addresses", {}],
    ["/api/addresses", { label: "" }],
    ["/api/addresses", { label: "x".repeat(101) }],
    ["/api/addresses", { label: "shop", secret: "mine" }],
    ["/api/addresses/1/rotate", { grace_days: -1 }],
    ["/api/addresses/1/rotate", { grace_days: 1.5 }],
    ["/api/addresses/1/rotate", { grace_days: ADDRESS_GRACE_DAYS_MAX + 1 }],
    ["/api/addresses/1/rotate", { days: 1 }],
  ])("%s refuses %j and changes nothing", async (path, body) => {
    const made = await address();
    expect((await post(path, body)).status).toBe(400);
    expect(await (await call("/api/addresses")).json()).toMatchObject({ addresses: [made] });
  });

  test("that does not exist is 404", async () => {
    for (const id of ["7", "0", "-1", "abc", "9".repeat(30)]) {
      const response = await post(`/api/addresses/${id}/rotate`, {});
      expect([response.status, await said(response)]).toEqual([
        404,
        `There is no receipt address ${id}.`,
      ]);
    }
  });
});
