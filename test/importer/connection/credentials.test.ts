// The tokens of a connection: one refresh for all who ask, and no fault of the network, of KV or of a kill loses them.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  FRESH_REFUSALS_MAX,
  KV_SETTLE_MS,
  REFRESH_AHEAD_MS,
  REFRESH_GRACE_MS,
  REFRESH_REPEAT_MS,
  TOKEN_FRESH_MS,
  TOKENS_MISSING_MAX,
} from "../../../src/platform/limits.ts";
import { Keeper } from "../../../src/importer/connection/token-keeper.ts";
import { createSealer } from "../../../src/platform/sealing/seal.ts";
import { ADA, Bench, fifty, HOUR, KEY, MINUTE, onBench, START, valueOf } from "./bench.ts";
import { reset } from "../../reset.ts";

const TOKEN = "/oauth/token" as const;
const ME = "/v2/me" as const;

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

describe("many at once", () => {
  test("50 who ask at an expired token make one refresh and get the same token", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.now += HOUR;

      const tokens = await fifty(() => bench.token());

      expect(new Set(tokens)).toEqual(new Set(["planted-access-2"]));
      expect(bench.service.count(TOKEN)).toBe(1);
    });
  });

  test("50 requests that are answered 401 make one refresh, and each is repeated once", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.expire();

      const statuses = await fifty(async () => (await bench.ask()).status);

      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(bench.service.count(TOKEN)).toBe(1);
      expect(bench.service.count(ME)).toBe(100);
    });
  });

  test("who comes late with a generation that is over gets the newer token without a refresh", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      const old = await bench.generation();
      await bench.credentials.renew(old);

      const late = valueOf(await bench.credentials.renew(old));

      expect(late.token).toBe("planted-access-2");
      expect(late.generation).toBeGreaterThan(old);
      expect(bench.service.count(TOKEN)).toBe(1);
    });
  });

  test("a renewal before whose turn a person authorized again uses the new token without a refresh", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      const old = await bench.generation();
      vi.spyOn(Keeper.prototype, "held").mockImplementationOnce(async function (this: Keeper) {
        const before = await this.held();
        await bench.connect();
        return before;
      });

      const late = valueOf(await bench.credentials.renew(old));

      expect(late.token).toBe("planted-access-2");
      expect(late.generation).toBeGreaterThan(old);
      expect(bench.service.count(TOKEN)).toBe(0);
    });
  });
});

describe("ahead of its expiry", () => {
  test("a token is refreshed from five minutes before it on, and not earlier", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.now = START + HOUR - REFRESH_AHEAD_MS - 1;
      expect(await bench.token()).toBe("planted-access-1");
      bench.now += 1;
      expect(await bench.token()).toBe("planted-access-2");
      expect(REFRESH_AHEAD_MS).toBe(5 * MINUTE);
    });
  });

  test("a token that lives a minute is refreshed at half its life, not at every use", async () => {
    await onBench(async (bench) => {
      bench.service.answer = { expires_in: 60 };
      await bench.connect(bench.granted(START + MINUTE));
      expect(await bench.token()).toBe("planted-access-1");
      bench.now += 30_000;
      await fifty(() => bench.token());
      expect(await bench.token()).toBe("planted-access-2");
      expect(bench.service.count(TOKEN)).toBe(1);
    });
  });

  test("where the server is away, the token is used until it expires, and then waited for", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        ...Array.from({ length: 60 }, () => ({ on: TOKEN, status: 503 }) as const),
      );
      bench.now = START + HOUR - MINUTE;

      expect(await bench.token()).toBe("planted-access-1");
      expect((await bench.view()).problem).toContain("did not answer");
      bench.now = START + HOUR - 1;
      expect(await bench.token()).toBe("planted-access-1");
      bench.now = START + HOUR;
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });

      bench.service.faults.length = 0;
      await bench.pass(20 * MINUTE);
      expect(await bench.token()).toBe("planted-access-2");
      expect(await bench.view()).toMatchObject({ state: "connected", problem: null });
    });
  });

  test("without a refresh token it is used for as long as the service takes it", async () => {
    await onBench(async (bench) => {
      const { accessToken } = bench.service.grant();
      await bench.connect({
        kind: "oauth",
        issuer: "https://accounts.example.com",
        accessToken,
        refreshToken: null,
        expiresAt: START + HOUR,
        scope: null,
      });
      bench.now += 2 * HOUR;
      expect(await bench.token()).toBe(accessToken);

      bench.service.expire();
      expect((await bench.ask()).status).toBe(401);
      expect(await bench.view()).toMatchObject({ state: "authorize again", scopes: null });
      expect(bench.service.count(TOKEN)).toBe(0);
    });
  });
});

describe("a refresh whose answer is lost", () => {
  test("by the network, after the server rotated: the same refresh token is sent again, and the connection goes on", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push({ on: TOKEN, commit: true, drop: true });
      bench.now += HOUR;
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });

      await bench.pass(MINUTE);

      expect(await bench.token()).toBe("planted-access-2");
      const sent = bench.service.log
        .filter(({ path }) => path === TOKEN)
        .map(({ form }) => form.get("refresh_token"));
      expect(sent).toEqual(["planted-refresh-1", "planted-refresh-1"]);
    });
  });

  test("is repeated by the alarm though nobody asks, well within what servers allow", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        ...Array.from({ length: 3 }, () => ({ on: TOKEN, commit: true, drop: true }) as const),
      );
      bench.now += HOUR;
      await bench.credentials.accessToken();

      await bench.pass(REFRESH_GRACE_MS);

      expect(bench.service.count(TOKEN)).toBe(4);
      expect(bench.row()).toMatchObject({ refresh_sent_at: null, problem: null });
    });
  });

  test("by the end of the object between request and answer: the next one sends it again", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      const never = new Promise<never>(() => undefined);
      bench.service.faults.push({ on: TOKEN, until: never });
      await bench.pass(HOUR);
      void bench.credentials.accessToken();
      await vi.waitFor(() => expect(bench.service.count(TOKEN)).toBe(1), 20_000);
      expect(bench.row()).toMatchObject({ refresh_sent_at: bench.now });

      bench.restart();
      expect(bench.credentials.dueAt()).toBe(bench.now + REFRESH_REPEAT_MS);
      await bench.pass(REFRESH_REPEAT_MS);

      expect(await bench.token()).toBe("planted-access-2");
      expect(bench.service.count(TOKEN)).toBe(2);
    });
  });

  test("by an answer that cannot be read is sent again too", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        { on: TOKEN, commit: true, status: 200, body: "<html>" },
        { on: TOKEN, commit: true, status: 502, body: "" },
      );
      bench.now += HOUR;
      await bench.credentials.accessToken();
      await bench.pass(MINUTE);

      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("by a fault while it is stored is sent again too", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.token();
      let release = () => undefined as void;
      bench.service.faults.push({
        on: TOKEN,
        until: new Promise<void>((resolve) => (release = resolve)),
      });
      bench.now += HOUR;
      const asked = bench.credentials.accessToken();
      await vi.waitFor(() => expect(bench.service.count(TOKEN)).toBe(1), 20_000);
      bench.sealingFails = true;
      release();
      expect(await asked).toMatchObject({
        ok: false,
        error: { kind: "wait", message: expect.stringContaining("could not be stored") },
      });

      bench.sealingFails = false;
      await bench.pass(MINUTE);
      expect(await bench.token()).toBe("planted-access-2");
    });
  });
});

describe("a refresh", () => {
  test("without a new refresh token in its answer keeps the old one, again and again", async () => {
    await onBench(async (bench) => {
      bench.service.rotates = false;
      await bench.connect();
      for (let round = 2; round <= 4; round += 1) {
        bench.now += HOUR;
        expect(await bench.token()).toBe(`planted-access-${round}`);
        bench.restart();
      }
    });
  });

  test("that fails for a while is tried ever less often, by however many it is asked for", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        ...Array.from({ length: 1_000 }, () => ({ on: TOKEN, status: 500 }) as const),
      );
      bench.now += HOUR;
      const hours: number[] = [];
      for (let hour = 0; hour < 2; hour += 1) {
        const before = bench.service.count(TOKEN);
        for (let second = 0; second < 3_600; second += 10) {
          await fifty(() => bench.credentials.accessToken());
          await bench.pass(10_000);
        }
        hours.push(bench.service.count(TOKEN) - before);
      }

      // Half of 2 s, 4 s, 8 s ... 15 min: about 1 + 2 + 4 + ... seconds, then every 7.5 minutes.
      expect(hours[0]).toBeLessThanOrEqual(20);
      expect(hours[1]).toBeLessThanOrEqual(9);
    });
  });

  test("that is answered 429 waits for as long as it was asked to", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push({ on: TOKEN, status: 429, headers: { "retry-after": "120" } });
      bench.now += HOUR;

      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait", delay: 120_000 },
      });
      bench.now += 119_000;
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait", delay: 1_000 },
      });
      bench.now += 1_000;
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("that the server refuses since it does not know this deployment is not the end: it says so and goes on later", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push(
        ...Array.from(
          { length: 20 },
          () => ({ on: TOKEN, status: 401, body: '{"error":"invalid_client"}' }) as const,
        ),
      );
      bench.now += HOUR;
      await bench.pass(HOUR);
      await bench.credentials.accessToken();

      expect(await bench.view()).toMatchObject({
        state: "connected",
        problem: expect.stringContaining("does not know this deployment"),
      });
      bench.service.faults.length = 0;
      await bench.pass(20 * MINUTE);
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("where this deployment is no longer told of the server waits and says so", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.knowsServer = false;
      bench.now += HOUR;

      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait", message: expect.stringContaining("OAUTH_ISSUER") },
      });
      bench.knowsServer = true;
      bench.now += MINUTE;
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("that gives a token of two seconds is repeated at their end: what is over is not refused", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.answer = { expires_in: 2 };
      bench.now += HOUR;
      const short = await bench.generation();
      // Taken in its life, used behind its end.
      bench.now += 2_000;
      bench.service.expire();

      const renewed = valueOf(await bench.credentials.renew(short));

      expect(renewed.token).toBe("planted-access-3");
      expect(bench.service.count(TOKEN)).toBe(2);
      expect(bench.service.count(ME)).toBe(0);
    });
  });

  test("that gives tokens which the service refuses is not repeated in a storm, and ends after some", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.expire();
      for (let round = 0; round < 60 && (await bench.view()).state === "connected"; round += 1) {
        await fifty(() => bench.ask());
        bench.service.expire();
        bench.now += 5_000;
      }

      expect(await bench.view()).toMatchObject({ state: "authorize again" });
      expect(bench.service.count(TOKEN)).toBeLessThanOrEqual(1 + FRESH_REFUSALS_MAX);
      expect(TOKEN_FRESH_MS).toBe(MINUTE);
    });
  });
});

describe("a refresh that is refused for good", () => {
  async function ended(bench: Bench): Promise<void> {
    await bench.connect();
    bench.service.faults.push({
      on: TOKEN,
      status: 400,
      body: '{"error":"invalid_grant","error_description":"planted-refresh-1 was revoked"}',
    });
    bench.now += HOUR;
    expect(await bench.credentials.accessToken()).toMatchObject({
      ok: false,
      error: { kind: "unauthorized", message: expect.stringContaining("Authorize again") },
    });
  }

  test("asks for a person, and nothing is sent any more", async () => {
    await onBench(async (bench) => {
      await ended(bench);
      const sent = bench.service.log.length;

      const answers = await fifty(() => bench.ask());
      await bench.credentials.renew(1);
      await bench.pass(24 * HOUR);
      bench.restart();
      await bench.ask();

      expect(bench.service.log.length).toBe(sent);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
      expect(await answers[0]?.json()).toMatchObject({
        errors: [{ errMsg: expect.stringContaining("Authorize again") }],
      });
      expect(await bench.view()).toMatchObject({
        state: "authorize again",
        problem: expect.stringContaining("ended"),
      });
    });
  });

  test("is over when the person authorizes again: whoever waits is told", async () => {
    await onBench(async (bench) => {
      await ended(bench);
      const before = bench.resumed;

      const again = await bench.connect();

      expect(again).toMatchObject({ ok: true, value: { state: "connected", problem: null } });
      expect(bench.resumed).toBe(before + 1);
      expect((await bench.ask()).status).toBe(200);
    });
  });

  test("is asked about once more when somebody says so", async () => {
    await onBench(async (bench) => {
      await ended(bench);
      await bench.credentials.retry();

      expect(await bench.view()).toMatchObject({ state: "connected", problem: null });
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("and asked about in vain stays as it was", async () => {
    await onBench(async (bench) => {
      await ended(bench);
      bench.service.faults.push({ on: TOKEN, status: 400, body: '{"error":"invalid_grant"}' });
      await bench.credentials.retry();

      expect(await bench.view()).toMatchObject({ state: "authorize again" });
    });
  });
});

describe("a developer token", () => {
  const planted = { kind: "token", token: "planted-developer-token" } as const;

  test("that is refused is asked about once, by however many, and then asks for a person", async () => {
    await onBench(async (bench) => {
      await bench.connect(planted);
      const generation = await bench.generation();
      const answers = await fifty(() => bench.credentials.renew(generation));

      expect(new Set(answers.map((answer) => (answer.ok ? "ok" : answer.error.kind)))).toEqual(
        new Set(["unauthorized"]),
      );
      expect(bench.service.count(ME)).toBe(1);
      await fifty(() => bench.ask());
      expect(bench.service.count(ME)).toBe(1);
      expect(await bench.view()).toMatchObject({ kind: "token", state: "authorize again" });
    });
  });

  test("that is refused by something on the way, and taken when it is asked about, goes on", async () => {
    await onBench(async (bench) => {
      bench.service.access.add(planted.token);
      await bench.connect(planted);
      bench.service.faults.push({ on: ME, status: 401 });

      expect((await bench.ask()).status).toBe(200);
      expect(await bench.view()).toMatchObject({ state: "connected", problem: null });
    });
  });

  test("that cannot be asked about waits", async () => {
    await onBench(async (bench) => {
      await bench.connect(planted);
      bench.service.faults.push({ on: ME, status: 401 }, { on: ME, status: 503 });

      const answer = await bench.ask();
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect((await bench.view()).state).toBe("connected");
    });
  });

  test("that may not do something is none that is refused", async () => {
    await onBench(async (bench) => {
      await bench.connect(planted);
      bench.service.faults.push({ on: ME, status: 403 });

      expect((await bench.ask()).status).toBe(403);
      expect(bench.service.count(ME)).toBe(1);
      expect((await bench.view()).state).toBe("connected");
    });
  });

  test("needs no authorization server, and none is told when it is replaced or taken away", async () => {
    await onBench(async (bench) => {
      await bench.connect(planted);
      await bench.connect({ kind: "token", token: "planted-second-token" });
      expect(await bench.token()).toBe("planted-second-token");
      await bench.credentials.disconnect();

      expect(bench.service.log).toEqual([]);
      expect(bench.stored()).not.toContain("planted");
    });
  });
});

describe("KV", () => {
  /** Everything in memory is gone, and the copy in the database too. */
  async function onlyInKv(bench: Bench): Promise<void> {
    await bench.connect();
    await bench.pass(KV_SETTLE_MS);
    expect(bench.row()).toMatchObject({ sealed: null });
    bench.restart();
  }

  test("holds the tokens sealed; two minutes after it took them it is read back, and only then the copy here is dropped", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS - 1);
      expect(bench.row()).toMatchObject({ sealed: bench.kv.values.get(bench.place) });
      await bench.pass(1);

      expect(bench.row()).toMatchObject({ sealed: null });
      expect(bench.credentials.dueAt()).toBeNull();
      expect(bench.stored()).not.toContain("planted");
      bench.restart();
      expect(await bench.token()).toBe("planted-access-1");
    });
  });

  test("that serves the value before for a minute, and longer, never makes an old token be used", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.kv.served.set(bench.place, bench.kv.values.get(bench.place) ?? null);
      bench.now += HOUR;
      await bench.token();
      bench.restart();

      expect(await bench.token()).toBe("planted-access-2");
      await bench.pass(10 * MINUTE);
      expect(bench.row()?.["sealed"]).not.toBeNull();
      bench.kv.served.clear();
      await bench.pass(20 * MINUTE);
      expect(bench.row()).toMatchObject({ sealed: null });
      bench.restart();
      expect(await bench.token()).toBe("planted-access-2");
      const sent = bench.service.log
        .filter(({ path }) => path === TOKEN)
        .map(({ form }) => form.get("refresh_token"));
      expect(sent).toEqual(["planted-refresh-1"]);
    });
  });

  test("that takes nothing loses nothing: the copy here is used for as long as it must be", async () => {
    await onBench(async (bench) => {
      bench.kv.fails = "all";
      await bench.connect();
      for (let round = 2; round < 5; round += 1) {
        await bench.pass(HOUR);
        bench.restart();
        expect(await bench.token()).toBe(`planted-access-${round}`);
      }
      // Ever less often: in three hours, not at every look.
      expect(bench.kv.calls.put).toBeLessThan(60);

      bench.kv.fails = null;
      await bench.pass(30 * MINUTE);
      expect(bench.row()).toMatchObject({ sealed: null });
    });
  });

  test("that is empty for a while makes nobody authorize again", async () => {
    await onBench(async (bench) => {
      await onlyInKv(bench);
      bench.kv.served.set(bench.place, null);
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });
      bench.now += 5 * MINUTE;
      bench.kv.served.clear();

      expect(await bench.token()).toBe("planted-access-1");
      expect(await bench.view()).toMatchObject({ state: "connected", problem: null });
    });
  });

  test("that is out of reach for a while is waited for", async () => {
    await onBench(async (bench) => {
      await onlyInKv(bench);
      bench.kv.fails = "get";
      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });
      bench.kv.fails = null;
      bench.now += MINUTE;
      expect(await bench.token()).toBe("planted-access-1");
    });
  });

  test("that lost the value for good is said after many looks, and authorizing again mends it", async () => {
    await onBench(async (bench) => {
      await onlyInKv(bench);
      bench.kv.values.clear();
      for (let look = 0; look <= TOKENS_MISSING_MAX; look += 1) {
        expect((await bench.view()).state).toBe("connected");
        await bench.credentials.accessToken();
        bench.now += 20 * MINUTE;
      }

      expect(await bench.view()).toMatchObject({
        state: "authorize again",
        problem: expect.stringContaining("gone"),
      });
      await bench.connect();
      expect(await bench.token()).toBe("planted-access-2");
    });
  });

  test("that serves another generation is not believed, though it opens", async () => {
    await onBench(async (bench) => {
      await onlyInKv(bench);
      const sealer = await createSealer(
        { tokenKey: KEY, previousTokenKey: null },
        "connection tokens",
      );
      const older = await sealer.seal(
        bench.place,
        JSON.stringify({
          generation: 999,
          access_token: "planted-other",
          refresh_token: "planted-other",
        }),
      );
      bench.kv.served.set(bench.place, older);

      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });
      expect(bench.service.log).toEqual([]);
    });
  });

  test("that serves something else than was sealed is not believed", async () => {
    await onBench(async (bench) => {
      await onlyInKv(bench);
      for (const served of ["", "{}", "AAAA", `${bench.kv.values.get(bench.place) ?? ""}AAAA`]) {
        bench.kv.served.set(bench.place, served);
        expect(await bench.credentials.accessToken()).toMatchObject({
          ok: false,
          error: { kind: "wait" },
        });
        bench.now += 30 * MINUTE;
      }
    });
  });
});

describe("the pen", () => {
  const BEN = { ...ADA, userId: 8, accountId: 42 };

  test("is one object's: a value that was moved to another connection's place does not open there", async () => {
    await onBench(async (ada) => {
      await ada.connect();
      await ada.pass(KV_SETTLE_MS);
      const value = ada.kv.values.get(ada.place) ?? "";

      await onBench(
        async (ben) => {
          await ben.connect(undefined, "ben", BEN);
          await ben.pass(KV_SETTLE_MS);
          ben.kv.values.set(ben.place, value);
          ben.restart();
          expect(await ben.credentials.accessToken()).toMatchObject({
            ok: false,
            error: { kind: "wait" },
          });
        },
        BEN,
        ada.kv,
      );
      expect(ada.kv.values.size).toBe(2);
      ada.restart();
      expect(await ada.token()).toBe("planted-access-1");
    });
  });

  test("is one object's: another one takes no tokens for this identity, and writes nothing in its place", async () => {
    await onBench(async (ben) => {
      const refused = await ben.connect(ben.granted(), "ada", ADA);

      expect(refused).toEqual({ ok: false, error: { kind: "another identity" } });
      expect(ben.row()).toBeNull();
      await ben.pass(HOUR);
      expect(ben.kv.values.size).toBe(0);
      expect(ben.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    }, BEN);
  });

  test("never gives a generation twice, so that a value from before a disconnection is not used after it", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      const old = bench.kv.values.get(bench.place) ?? "";
      await bench.credentials.disconnect();
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.kv.served.set(bench.place, old);
      bench.restart();

      expect(await bench.credentials.accessToken()).toMatchObject({
        ok: false,
        error: { kind: "wait" },
      });
    });
  });

  test("seals the tokens anew after the key was changed, and keeps them until KV has them", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      await bench.pass(KV_SETTLE_MS);
      bench.tokenKeys = {
        tokenKey: "another-token-key-of-at-least-32-bytes",
        previousTokenKey: KEY,
      };
      bench.restart();
      expect(await bench.credentials.reseal()).toEqual({ resealed: 1, current: 0, failed: [] });
      expect(await bench.credentials.reseal()).toEqual({ resealed: 0, current: 1, failed: [] });
      await bench.pass(KV_SETTLE_MS);

      bench.tokenKeys = {
        tokenKey: "another-token-key-of-at-least-32-bytes",
        previousTokenKey: null,
      };
      bench.restart();
      expect(await bench.token()).toBe("planted-access-1");
    });
  });

  test("seals anew what is still to be revoked, so that it is after the older key is gone", async () => {
    await onBench(async (bench) => {
      await bench.connect();
      bench.service.faults.push({ on: "/oauth/revoke", status: 503 });
      await bench.connect();
      await bench.pass(0);
      const tokenKey = "another-token-key-of-at-least-32-bytes";
      bench.tokenKeys = { tokenKey, previousTokenKey: KEY };
      bench.restart();

      expect(await bench.credentials.reseal()).toEqual({ resealed: 2, current: 0, failed: [] });
      bench.tokenKeys = { tokenKey, previousTokenKey: null };
      bench.restart();
      await bench.pass(HOUR / 2);

      expect(bench.service.revoked).toEqual(["planted-refresh-1", "planted-access-1"]);
    });
  });
});

test("a refresh whose outcome is not known is not repeated, nor waited for, once the deployment works with another service", async () => {
  await onBench(async (bench) => {
    await bench.connect();
    await bench.pass(KV_SETTLE_MS);
    bench.service.faults.push({ on: "/oauth/token", drop: true });
    bench.now += HOUR;
    await bench.credentials.accessToken();
    expect(bench.row()).toMatchObject({ refresh_sent_at: bench.now });
    expect(bench.credentials.dueAt()).not.toBeNull();
    const asked = bench.service.log.length;

    bench.serviceName = "https://another.example.com/v2";
    bench.restart();
    await bench.credentials.work();

    expect(bench.credentials.dueAt()).toBeNull();
    expect(bench.service.log).toHaveLength(asked);
  });
});

test("tokens of one service are never sent to another that the deployment is pointed at later", async () => {
  await onBench(async (bench) => {
    await bench.connect();
    bench.serviceName = "https://evil.example.com/v2";
    bench.restart();

    expect(await bench.credentials.accessToken()).toMatchObject({
      ok: false,
      error: {
        kind: "unauthorized",
        message: expect.stringContaining("another budgeting service"),
      },
    });
    expect(await bench.credentials.renew(1)).toMatchObject({
      ok: false,
      error: { kind: "unauthorized" },
    });
    expect(bench.service.log).toEqual([]);
  });
});
