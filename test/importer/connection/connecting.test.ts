// Who connects a budget and who does not, what becomes of tokens that nobody needs any more, and that a change while a
// refresh is under way leaves exactly one set of tokens in use and none unrevoked.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ERRAND_TRIES_MAX, KV_SETTLE_MS } from "../../../src/platform/limits.ts";
import { ADA, HOUR, MINUTE, onBench, OWNER, START, type Bench } from "./bench.ts";
import { reset } from "../../reset.ts";

const TOKEN = "/oauth/token" as const;
const REVOKE = "/oauth/revoke" as const;
const METADATA = "/.well-known/oauth-authorization-server" as const;

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  for (const method of ["log", "warn", "error", "info"] as const)
    vi.spyOn(console, method).mockImplementation(
      (...said) => void logged.push(said.map(String).join(" ")),
    );
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
  expect(logged.join("\n")).not.toContain("planted");
});

describe("connecting", () => {
  test("says whose budget it is, and shows no token", async () => {
    await onBench(async (bench) => {
      const connected = await bench.connect();

      expect(connected).toEqual({
        ok: true,
        value: {
          id: bench.id,
          userId: 7,
          accountId: 41,
          owner: OWNER,
          name: "Household",
          personName: "Ada Example",
          email: "ada@example.com",
          currency: "eur",
          kind: "oauth",
          state: "connected",
          scopes: ["me:read", "transactions:write"],
          problem: null,
          createdAt: START,
          lastUsedAt: null,
        },
      });
      expect(await bench.view()).toEqual(connected.ok && connected.value);
      bench.now += 5;
      await bench.token();
      expect((await bench.view()).lastUsedAt).toBe(START + 5);
    });
  });

  test("again replaces the tokens, revokes the old ones, and remembers since when it is there", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.now += HOUR / 2;
      await bench.connect();
      await bench.pass(0);

      expect(await bench.token()).toBe("planted-access-2");
      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
      expect(await bench.view()).toMatchObject({ createdAt: START });
      expect(bench.errands()).toEqual([]);
    });
  });

  const strangers: Record<string, (bench: Bench) => [string, typeof ADA]> = {
    "another person": () => ["fedcba9876543210fedcba9876543210", ADA],
    "another identity": () => [OWNER, { ...ADA, accountId: 42 }],
  };
  for (const [kind, given] of Object.entries(strangers)) {
    test(`by ${kind} changes nothing, and the tokens that were brought are revoked`, async () => {
      await onBench(async (bench) => {
        await bench.connect();
        const before = bench.row();
        const [owner, identity] = given(bench);

        expect(await bench.connect(bench.granted(), owner, identity)).toEqual({
          ok: false,
          error: { kind },
        });

        expect(bench.row()).toEqual(before);
        expect(bench.service.revoked).toEqual(["planted-refresh-2", "planted-access-2"]);
        expect(await bench.token()).toBe("planted-access-1");
      });
    });
  }

  test("that cannot be stored leaves the old connection as it was, and the new tokens are revoked", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.token();
      const before = bench.row();
      bench.sealingFails = true;

      expect(await bench.connect()).toEqual({ ok: false, error: { kind: "not stored" } });

      bench.sealingFails = false;
      expect(bench.row()).toEqual(before);
      expect(bench.service.revoked).toEqual(["planted-refresh-2", "planted-access-2"]);
      expect(await bench.token()).toBe("planted-access-1");
    });
  });

  test("that is refused while the server is away is revoked by the alarm", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      const brought = bench.granted();
      bench.service.faults.push({ on: METADATA, drop: true }, { on: METADATA, status: 503 });

      await bench.connect(brought, "somebody-else");
      expect(bench.service.revoked).toEqual([]);
      expect(bench.stored()).not.toContain("planted");
      await bench.pass(MINUTE);

      expect(bench.service.revoked).toEqual(["planted-refresh-2", "planted-access-2"]);
      expect(await bench.token()).toBe("planted-access-1");
    });
  });

  test("twice at once leaves one connection, and the other's tokens revoked", async () => {
    await onBench(async (bench) => {
      const [first, second] = [bench.granted(), bench.granted()];
      await Promise.all([bench.connect(first), bench.connect(second)]);
      await bench.pass(0);

      expect(await bench.token()).toBe("planted-access-2");
      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    });
  });
});

describe("authorizing again at a server that has one grant a person and client", () => {
  test("after it ended the access leaves the new tokens good: nothing that is dead is revoked", async () => {
    await onBench(async (bench) => {
      bench.service.oneGrant = true;
      await bench.connect();
      bench.service.faults.push({ on: TOKEN, status: 400, body: '{"error":"invalid_grant"}' });
      await bench.pass(HOUR);
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "unauthorized" },
      });

      await bench.connect();
      await bench.pass(MINUTE);

      expect(bench.service.revoked).toEqual([]);
      expect((await bench.ask()).status).toBe(200);
    });
  });

  for (const [name, kept] of Object.entries({
    "the same refresh token": "refreshToken",
    "the same access token": "accessToken",
  } as const)) {
    test(`and that gives ${name} again revokes nothing: it is the same grant`, async () => {
      await onBench(async (bench) => {
        bench.service.oneGrant = true;
        const first = bench.service.grant();
        const granted = (tokens: { accessToken: string; refreshToken: string }) =>
          ({ ...bench.granted(), ...tokens }) as const;
        await bench.connect(granted(first));
        const second = bench.service.grant();
        await bench.connect(granted({ ...second, [kept]: first[kept] }));
        await bench.pass(MINUTE);

        expect(bench.service.revoked).toEqual([]);
      });
    });
  }

  test("and that gives no refresh token the second time revokes nothing: the first one's grant goes on", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.connect({ ...bench.granted(), refreshToken: null } as ReturnType<
        Bench["granted"]
      >);
      await bench.pass(MINUTE);

      expect(bench.service.revoked).toEqual([]);
      expect(bench.errands()).toEqual([]);
    });
  });
});

describe("while a refresh is under way", () => {
  /** Starts a refresh, does something, lets the refresh end. */
  async function during(bench: Bench, work: () => Promise<unknown>) {
    let release = () => undefined as void;
    await bench.connect();
    await bench.pass(HOUR);
    bench.service.faults.push({
      on: TOKEN,
      until: new Promise<void>((resolve) => (release = resolve)),
    });
    const asked = bench.credentials.accessToken();
    await vi.waitFor(() => expect(bench.service.count(TOKEN)).toBe(1), 20_000);
    await work();
    release();
    return asked;
  }

  test("a person who authorizes again wins: what the refresh gave is revoked", async () => {
    await onBench(async (bench) => {
      const asked = await during(bench, () => bench.connect());
      await bench.pass(MINUTE);

      // The refresh gave the second pair as the request arrived, the person brought the third.
      expect(asked).toMatchObject({ ok: true, value: { token: "planted-access-3" } });
      expect(await bench.token()).toBe("planted-access-3");
      expect(new Set(bench.service.revoked)).toEqual(
        new Set(["planted-refresh-1", "planted-access-1", "planted-refresh-2", "planted-access-2"]),
      );
    });
  });

  test("a person who disconnects wins: nothing is connected, everything is revoked", async () => {
    await onBench(async (bench) => {
      const asked = await during(bench, () => bench.credentials.disconnect());
      await bench.pass(MINUTE);

      expect(asked).toMatchObject({ ok: false, error: { kind: "unauthorized" } });
      expect(bench.row()).toBeNull();
      expect(new Set(bench.service.revoked)).toEqual(
        new Set(["planted-refresh-1", "planted-access-1", "planted-refresh-2", "planted-access-2"]),
      );
      expect(bench.kv.values.size).toBe(0);
    });
  });

  const refusals = {
    "refused for good": { status: 400, body: '{"error":"invalid_grant"}' },
    lost: { drop: true },
  };
  for (const [name, refusal] of Object.entries(refusals)) {
    test(`a refresh that is ${name} does not end what a person has authorized meanwhile: who asked gets the new token`, async () => {
      await onBench(async (bench) => {
        let release = () => undefined as void;
        await bench.connect();
        await bench.pass(HOUR);
        const until = new Promise<void>((resolve) => (release = resolve));
        bench.service.faults.push({ on: TOKEN, until, ...refusal });
        const asked = bench.credentials.accessToken();
        await vi.waitFor(() => expect(bench.service.count(TOKEN)).toBe(1), 20_000);
        await bench.connect();
        release();

        expect(await asked).toMatchObject({ ok: true, value: { token: "planted-access-3" } });
        expect(await bench.view()).toMatchObject({ state: "connected", problem: null });
      });
    });
  }
});

describe("disconnecting", () => {
  test("revokes both tokens, and leaves none of them here or in KV", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      await bench.credentials.disconnect();

      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
      expect(await bench.credentials.connection()).toBeNull();
      expect(bench.row()).toBeNull();
      expect(bench.errands()).toEqual([]);
      expect(bench.kv.values.size).toBe(0);
      expect(bench.accessEnded).toBe(1);
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "unauthorized" },
      });
    });
  });

  test("is done though the server is away: what is owed is tried again, and then given up", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        ...Array.from({ length: 100 }, () => ({ on: REVOKE, status: 503 }) as const),
      );
      await bench.credentials.disconnect();

      expect(bench.row()).toBeNull();
      expect(bench.errands()).toMatchObject([{ kind: "revoke", failures: 1 }]);
      await bench.pass(24 * HOUR);
      expect(bench.service.count(REVOKE)).toBe(ERRAND_TRIES_MAX);
      expect(bench.errands()).toEqual([]);
      expect(logged.join("\n")).toContain("given up");
    });
  });

  test("is done though the server is away, and catches up when it is back", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push({ on: REVOKE, drop: true }, { on: REVOKE, status: 500 });
      await bench.credentials.disconnect();
      bench.restart();
      await bench.pass(HOUR);

      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
      expect(bench.errands()).toEqual([]);
    });
  });

  test("while KV is out of reach deletes its value when it is back", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.kv.fails = "delete";
      await bench.credentials.disconnect();
      expect(bench.kv.values.size).toBe(1);
      bench.kv.fails = null;
      await bench.pass(HOUR);

      expect(bench.kv.values.size).toBe(0);
    });
  });

  test("does not delete what was connected anew before KV was back", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.kv.fails = "delete";
      await bench.credentials.disconnect();
      await bench.connect();
      await bench.pass(10 * MINUTE);
      expect(bench.row()).toMatchObject({ sealed: null });
      bench.kv.fails = null;
      await bench.pass(HOUR / 2);
      bench.restart();

      expect(bench.row()).toMatchObject({ sealed: null });
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("revokes what was in use though KV does not serve it just then", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.token();
      await bench.pass(KV_SETTLE_MS);
      expect(bench.row()).toMatchObject({ sealed: null });
      bench.kv.fails = "get";
      await bench.credentials.disconnect();

      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    });
  });

  test("puts off what breaks on the way, and breaks off nothing else", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.setupFails = true;
      await bench.credentials.disconnect();

      expect(bench.credentials.dueAt()).toBeGreaterThan(bench.now);
      expect(bench.kv.values.size).toBe(0);
      bench.setupFails = false;
      await bench.pass(HOUR);
      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
      expect(bench.errands()).toEqual([]);
    });
  });

  test("where the server cannot revoke asks it nothing", async () => {
    await onBench(async (bench) => {
      bench.service.metadata = { revocation_endpoint: undefined };
      await bench.connect();
      await bench.credentials.disconnect();

      expect(bench.service.count(REVOKE)).toBe(0);
      expect(bench.errands()).toEqual([]);
    });
  });

  test("twice, or where nothing was ever connected, is fine", async () => {
    await onBench(async (bench) => {
      await bench.credentials.disconnect();
      await bench.connect();
      await bench.credentials.disconnect();
      await bench.credentials.disconnect();

      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    });
  });

  test("frees the name: whoever proves to be that identity connects it anew", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.credentials.disconnect();

      expect((await bench.connect(undefined, "another-object-of-the-same-person")).ok).toBe(true);
    });
  });
});
