// Calls of hooks over the whole Worker: what is let in, what each becomes in the budget, and that
// nothing of it happens twice.

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BALANCES } from "../../../../src/importer/webhooks/receiving/balances.ts";
import type { Hook } from "../../../../src/importer/webhooks/receiving/store.ts";
import {
  HOOK_BODY_BYTES_MAX,
  HOOK_CALLS_A_DAY_MAX,
  HOOK_ITEMS_MAX,
  HOOK_ROTATION_MS,
} from "../../../../src/platform/limits.ts";
import { Sql } from "../../../../src/platform/sql/sql.ts";
import { newSecret } from "../../../../src/platform/credentials/credential.ts";
import { newWebhookSecret } from "../../../../src/platform/webhook-signature.ts";
import { api, HEADERS, importer, listed, rest, service, undo } from "../../posting/driver.ts";
import { call, coffee, makeHook, send, signed, type Answer } from "./caller.ts";
import { abortAllDurableObjects, reset } from "../../../reset.ts";
import { Hooks } from "../../../../src/importer/webhooks/receiving/feature.ts";
import { coreOf } from "../../../importer-calls.ts";

const bindings: Env = env;
let account = 0;

beforeEach(async () => {
  await reset();
  account = (
    await service<{ id: number }>("/manual_accounts", "POST", {
      name: "Till",
      type: "cash",
      currency: "eur",
      balance: "10.00",
    })
  ).id;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const ofTill = () => listed(`&manual_account_id=${account}`);
const amounts = async () => (await ofTill()).map(({ amount }) => amount).sort();
const said = ({ body }: Answer) =>
  body.errors.map(({ errMsg, instancePath }) => `${instancePath ?? ""} ${errMsg}`.trim());
const balance = async () =>
  service<{ balance: string; balance_as_of: string }>(`/manual_accounts/${account}`);

/** The balance of a call once nothing more is to be done about it. */
async function settled(hook: number): Promise<{ state: string; said: string | null }[]> {
  for (let round = 0; round < 4_000; round += 1) {
    const { calls } = await api<{
      calls: { balance: { state: string; said: string | null } | null }[];
    }>(`/hooks/${hook}/calls`);
    const balances = calls.flatMap((one) => one.balance ?? []);
    if (balances.every(({ state }) => state !== "waiting"))
      return balances.map((one) => ({ state: one.state, said: one.said }));
    await scheduler.wait(10);
  }
  throw new Error("the balance is never settled");
}

describe("items that come by a hook", () => {
  test("become an import of that door, whose rows are in the budget and can be undone", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const answer = await call(hook, "msg_1", {
      items: [
        coffee({ external_id: "A-1", notes: "two cups" }),
        coffee({ external_id: "A-2" }),
        coffee({ amount: -20, payee: "Refund", external_id: "A-3" }),
      ],
    });
    expect([answer.status, answer.body.balance]).toEqual([202, null]);

    const run = await rest(answer.body.import_id ?? "");
    expect([run.state, run.door, run.counts.inserted, run.account?.id]).toEqual([
      "done",
      "hook",
      3,
      account,
    ]);
    // Two equal coffees with ids of their own are two.
    expect(await amounts()).toEqual(["-20.0000", "3.5000", "3.5000"]);
    expect((await ofTill()).map(({ notes }) => notes)).toContain("two cups");

    expect((await undo(run.id)).state).toBe("undone");
    expect(await amounts()).toEqual([]);
  });

  test("come once, however often their message does, and however late", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const body = { items: [coffee()] };
    const first = await call(hook, "msg_1", body);
    await rest(first.body.import_id ?? "");
    const again = await Promise.all([call(hook, "msg_1", body), call(hook, "msg_1", body)]);
    expect(again.map((one) => [one.status, one.body.import_id])).toEqual([
      [202, first.body.import_id],
      [202, first.body.import_id],
    ]);
    expect(await amounts()).toEqual(["3.5000"]);

    // An equal message under an id of its own tells of another coffee.
    const second = await call(hook, "msg_2", body);
    expect((await rest(second.body.import_id ?? "")).counts.inserted).toBe(1);
    expect(await amounts()).toEqual(["3.5000", "3.5000"]);
  });

  test("of an id that was told of are a duplicate in another message, also after the first is forgotten", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    await rest(
      (await call(hook, "msg_1", { items: [coffee({ external_id: "A-1" })] })).body.import_id ?? "",
    );
    const again = await rest(
      (
        await call(hook, "msg_2", {
          items: [coffee({ external_id: "A-1" }), coffee({ external_id: "A-2" })],
        })
      ).body.import_id ?? "",
    );
    expect([again.counts.inserted, again.counts.duplicate]).toEqual([1, 1]);
    expect(await amounts()).toEqual(["3.5000", "3.5000"]);
  });

  test("of an id that says another thing now are refused, as long as the first stands", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const first = await rest(
      (await call(hook, "msg_1", { items: [coffee({ external_id: "A-1" })] })).body.import_id ?? "",
    );
    const other = await call(hook, "msg_2", {
      items: [coffee({ external_id: "A-9" }), coffee({ external_id: "A-1", amount: "3.60" })],
    });
    expect([other.status, said(other)]).toEqual([
      409,
      [expect.stringContaining("/body/items/1/external_id external_id came before")],
    ]);
    // Ids that differ in case alone would be one and the same further on.
    expect((await call(hook, "msg_3", { items: [coffee({ external_id: "a-1" })] })).status).toBe(
      409,
    );
    expect(await amounts()).toEqual(["3.5000"]);

    await undo(first.id);
    const after = await rest(
      (await call(hook, "msg_4", { items: [coffee({ external_id: "A-1", amount: "3.60" })] })).body
        .import_id ?? "",
    );
    expect([after.counts.inserted, await amounts()]).toEqual([1, ["3.6000"]]);
  });

  test("of an id that says another thing are refused as long as any import that told of it stands, not only the last", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const told = async (id: string, amount: string) =>
      call(hook, id, { items: [coffee({ external_id: "A-1", amount })] });
    const first = await rest((await told("msg_1", "3.50")).body.import_id ?? "");
    const second = await rest((await told("msg_2", "3.50")).body.import_id ?? "");
    expect([second.counts.inserted, second.counts.duplicate]).toEqual([0, 1]);
    for (let cents = 10; cents < 34; cents += 1)
      expect((await told(`other_${cents}`, `3.${cents}`)).status).toBe(409);
    // The second brought nothing: without it, the coffee of the first is still there.
    await undo(second.id);
    expect((await told("msg_3", "3.60")).status).toBe(409);
    expect(await amounts()).toEqual(["3.5000"]);

    await undo(first.id);
    await rest((await told("msg_4", "3.60")).body.import_id ?? "");
    expect(await amounts()).toEqual(["3.6000"]);
  });

  test("under another body's id are refused, and nothing of them is kept", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    await call(hook, "msg_1", { items: [coffee()] });
    const other = await call(hook, "msg_1", { items: [coffee({ amount: "9.99" })] });
    expect([other.status, said(other)]).toEqual([
      409,
      [
        expect.stringContaining(
          "/headers/webhook-id This webhook-id came before with another body",
        ),
      ],
    ]);
  });

  test("name the account they go to, else the hook's; without one they are refused", async () => {
    const none = await makeHook({ check: "address" });
    const answer = await call(none, "msg_1", { items: [coffee()] });
    expect([answer.status, said(answer)]).toEqual([
      400,
      [expect.stringContaining("/body/account The hook goes to no account of its own")],
    ]);
    const run = await rest(
      (await call(none, "msg_1", { account, items: [coffee()] })).body.import_id ?? "",
    );
    expect([run.state, run.account?.id]).toEqual(["done", account]);
    // An account that is not there is asked about; nothing is guessed.
    expect(
      (
        await rest(
          (await call(none, "msg_2", { account: 999_999, items: [coffee()] })).body.import_id ?? "",
        )
      ).state,
    ).toBe("question");
  });

  test("are in the budget once when the object is killed at any step, and the sender tries again", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const body = { items: [coffee({ external_id: "A-1" }), coffee()] };
    vi.spyOn(bindings.DOCUMENTS, "put").mockRejectedValueOnce(new Error("out of order"));
    await call(hook, "msg_1", body).catch(() => null);
    await abortAllDurableObjects();
    const answer = await call(hook, "msg_1", body);
    await abortAllDurableObjects();
    expect((await call(hook, "msg_1", body)).body.import_id).toBe(answer.body.import_id);
    await abortAllDurableObjects();
    await (await importer()).wake();
    expect((await rest(answer.body.import_id ?? "")).counts).toMatchObject({
      read: 2,
      inserted: 2,
    });
    expect(await amounts()).toEqual(["3.5000", "3.5000"]);
  });
});

describe("a balance that comes by a hook", () => {
  const told = (amount: unknown, asOf = "2026-11-20T08:00:00Z", currency = "eur") => ({
    balance: { account, amount, currency, as_of: asOf },
  });

  test("is written to its account, with the time it is of", async () => {
    const hook = await makeHook({ check: "signature" });
    expect((await call(hook, "msg_1", told("1234.5678"))).body.balance).toMatchObject({
      state: "waiting",
      amount: "1234.5678",
    });
    expect(await settled(hook.id)).toEqual([{ state: "done", said: null }]);
    expect(await balance()).toMatchObject({
      balance: "1234.5678",
      balance_as_of: expect.stringContaining("2026-11-20T08:00:00") as string,
    });
  });

  test("that is older than one that was written changes nothing", async () => {
    const hook = await makeHook({ check: "address" });
    await call(hook, "msg_1", told("200", "2026-11-20T09:00:00+01:00"));
    await settled(hook.id);
    await call(hook, "msg_2", told("100", "2026-11-20T07:59:59Z"));
    await call(hook, "msg_3", told("300", "2026-11-20T08:00:00Z"));
    expect((await settled(hook.id)).map(({ state }) => state)).toEqual([
      "refused",
      "superseded",
      "done",
    ]);
    expect((await balance()).balance).toBe("200.0000");
  });

  test("that is older than one that a schedule wrote changes nothing", async () => {
    const hook = await makeHook({ check: "address" });
    const writing = JSON.stringify({
      path: `/manual_accounts/${account}`,
      body: { balance: "10.0000", balance_as_of: "2026-11-20T08:00:00.000Z" },
    });
    await runInDurableObject(await importer(), (_, state) =>
      state.storage.sql.exec(
        "INSERT INTO schedule_runs (schedule, state, writing, created_at, finished_at) VALUES ('s', 'done', ?, 0, 0)",
        writing,
      ),
    );
    await call(hook, "msg_1", told("100", "2026-11-20T07:59:59Z"));
    expect(await settled(hook.id)).toEqual([
      { state: "superseded", said: "a schedule wrote a newer balance of this account before" },
    ]);
    expect((await balance()).balance).toBe("10.0000");
    await call(hook, "msg_2", told("200"));
    expect((await settled(hook.id))[0]?.state).toBe("done");
    expect((await balance()).balance).toBe("200.0000");
  });

  test("that cannot be written, since something here is out of order, waits a while and holds up nothing", async () => {
    const hook = await makeHook({ check: "address" });
    const worked = await runInDurableObject(await importer(), async (_, state) => {
      const sql = new Sql(state.storage);
      await state.storage.deleteAlarm();
      sql.run(
        "INSERT INTO hook_calls (hook, key, body, account, amount, currency, as_of, state, next_attempt_at, received_at) VALUES (?, 'k', ?, ?, '1.0000', 'eur', 1, 'waiting', 1, 1)",
        hook.id,
        "0".repeat(64),
        account,
      );
      const upstream = {
        base: "https://budget.internal/v2",
        fetch: () => Promise.reject(new Error("never asked")),
        paced: true,
      };
      const chance = { now: () => 1_000, random: () => 0 };
      const did = await BALANCES.work({
        sql,
        upstream,
        chance,
        pace: () => Promise.reject(new Error("the pace is out of order")),
      });
      return {
        did,
        left: sql.all(
          "SELECT state, failures, said, next_attempt_at > 1000 AS later FROM hook_calls",
        ),
        again: await BALANCES.work({ sql, upstream, chance, pace: async () => 0 }),
      };
    });
    expect(worked).toEqual({
      did: true,
      left: [
        {
          state: "waiting",
          failures: 1,
          said: "a fault of the importer itself; it is tried again",
          later: 1,
        },
      ],
      again: false,
    });
  });

  test("in another currency, or of an account that is not there, is refused with the reason", async () => {
    const hook = await makeHook({ check: "address" });
    await call(hook, "msg_1", told("200", "2026-11-20T08:00:00Z", "usd"));
    await call(hook, "msg_2", {
      balance: { account: 999_999, amount: "1", currency: "eur", as_of: "2026-11-20T08:00:00Z" },
    });
    const outcomes = await settled(hook.id);
    expect(outcomes.map(({ said: words }) => words)).toEqual([
      "there is no manual account 999999",
      "the account's currency is EUR, the balance's USD",
    ]);
    expect((await balance()).balance).toBe("10.0000");
  });

  test("without its time, its currency or its digits is refused by field", async () => {
    const hook = await makeHook({ check: "address" });
    const answer = await call(hook, "msg_1", { balance: { account, amount: "1.23456" } });
    expect(answer.body.errors.map(({ instancePath }) => instancePath)).toEqual([
      "/body/balance/amount",
      "/body/balance/currency",
      "/body/balance/as_of",
    ]);
    expect((await call(hook, "msg_2", told("1", "2099-01-01T00:00:00Z"))).status).toBe(400);
    expect((await call(hook, "msg_3", told("1", "2026-11-20T08:00:00"))).status).toBe(400);
  });
});

describe("a call is not let in", () => {
  test("whose signature is wrong, stale, cut or another hook's, and the hook says so", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const other = await makeHook({ check: "signature", account_id: account });
    const body = JSON.stringify({ items: [coffee()] });
    const now = Math.floor(Date.now() / 1000);
    const good = signed(hook.secret ?? "", "msg_1", body);
    const tried: readonly (readonly [Record<string, string>, string])[] = [
      [{}, body],
      [signed(newWebhookSecret(), "msg_1", body), body],
      [signed(other.secret ?? "", "msg_1", body), body],
      [signed(hook.secret ?? "", "msg_1", body, now - 301), body],
      [signed(hook.secret ?? "", "msg_1", body, now + 600), body],
      [good, body.slice(0, -1)],
      [{ ...good, "webhook-id": "msg_2" }, body],
      [{ ...good, "webhook-signature": (good["webhook-signature"] ?? "").slice(0, 20) }, body],
    ];
    for (const [headers, sent] of tried)
      expect((await send(hook.url, sent, headers)).status).toBe(401);
    expect((await send(hook.url, body, good)).status).toBe(202);

    const { hooks } = await api<{ hooks: Hook[] }>("/hooks");
    expect(hooks[0]?.refusal).toContain("No signature in webhook-signature");
    expect(JSON.stringify(hooks)).not.toContain(hook.secret);
  });

  test("by a hook that is made up, revoked, another object's or another kind of credential", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    const body = JSON.stringify({ items: [coffee({ external_id: "A-1" })] });
    const nobody = "b".repeat(26);
    const secret = hook.url.split("_").at(-1) ?? "";
    const looked = async (url: string) => {
      const { status, headers } = await exports.default.fetch(
        new Request(url, { redirect: "manual" }),
      );
      return [status, headers.get("location")?.includes(secret) ?? false];
    };
    expect(await looked(hook.url)).toEqual(
      await looked(`https://tributary.test/hooks/hook_1_${newSecret()}`),
    );
    await exports.default.fetch(
      new Request(`https://tributary.test/api/hooks/${hook.id}`, {
        method: "DELETE",
        headers: HEADERS,
      }),
    );
    for (const id of [
      `hook_1_${secret}`,
      `hook_1_${newSecret()}`,
      `hook_${nobody}_${secret}`,
      `imp_1_${secret}`,
      "hook_1_x",
      "x",
    ]) {
      const answer = await send(`https://tributary.test/hooks/${id}`, body);
      expect([answer.status, said(answer)], id).toEqual([404, ["There is no such hook."]]);
    }
    const tables = await runInDurableObject(bindings.IMPORTER.getByName(nobody), (_, state) =>
      state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'hooks'").toArray(),
    );
    expect(tables).toEqual([]);
  });

  test("that is too large, or says too much, or nothing that is known", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    expect((await send(hook.url, "x".repeat(HOOK_BODY_BYTES_MAX + 1))).status).toBe(413);
    const many = await call(hook, "msg_1", {
      items: Array.from({ length: HOOK_ITEMS_MAX + 1 }, () => coffee()),
    });
    expect([many.status, said(many)]).toEqual([
      400,
      [`/body/items items must be a list of 1 to ${HOOK_ITEMS_MAX} items.`],
    ]);
    for (const body of [
      "",
      "[]",
      "{}",
      "null",
      '{"items":[]}',
      '{"items":[1]}',
      '{"items":[],"balance":{}}',
      '{"items":[],"items":[]}',
      "[".repeat(10_000),
    ]) {
      expect((await send(hook.url, body)).status, body.slice(0, 40)).toBe(400);
    }
    const answer = await call(hook, "msg_2", {
      items: [
        coffee({
          date: "2026-02-30",
          amount: 0.12345,
          currency: undefined,
          category: 7,
          payee: " ",
        }),
      ],
    });
    expect(
      answer.body.errors.map(({ instancePath }) => instancePath?.replace("/body/items/0/", "")),
    ).toEqual(["date", "amount", "currency", "payee", "category"]);
  });

  test("without a webhook-id and without ids of its items: a repeat could not be told from a second coffee", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    const refused = await send(hook.url, JSON.stringify({ items: [coffee()] }));
    expect([refused.status, said(refused)]).toEqual([
      400,
      [expect.stringContaining("/body/items/0/external_id external_id is missing")],
    ]);
    const body = JSON.stringify({ items: [coffee({ external_id: "A-1" })] });
    const [first, second] = [await send(hook.url, body), await send(hook.url, body)];
    expect([first.status, second.body.import_id]).toEqual([202, first.body.import_id]);
    const twice = [
      ["B", "b"],
      ["b", "B"],
      ["b", "b"],
    ] as const;
    for (const ids of twice) {
      const items = ids.map((id) => coffee({ external_id: id }));
      expect((await send(hook.url, JSON.stringify({ items }))).status, ids.join()).toBe(400);
    }
  });

  test("more often than so many times a day", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    await runInDurableObject(await importer(), (_, state) => {
      for (let n = 0; n < HOOK_CALLS_A_DAY_MAX; n += 1)
        state.storage.sql.exec(
          "INSERT INTO hook_calls (hook, key, body, run, received_at) VALUES (?, ?, ?, 'x', ?)",
          hook.id,
          `k${n}`,
          "0".repeat(64),
          Date.now(),
        );
    });
    expect((await call(hook, "msg_1", { items: [coffee()] })).status).toBe(429);
  });
});

describe("a hook", () => {
  test("is made and revoked by people alone, with the sender's key or one of ours; an import key sees it", async () => {
    const { token } = await api<{ token: string }>("/keys", "POST", { label: "script" });
    const byKey = async (method: string) =>
      (
        await exports.default.fetch(
          new Request("https://tributary.test/api/hooks", {
            method,
            headers: { authorization: `Bearer ${token}` },
            body: method === "POST" ? "{}" : null,
          }),
        )
      ).status;
    expect([await byKey("GET"), await byKey("POST")]).toEqual([200, 403]);

    const key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const hook = await makeHook({ check: "signature", key, account_id: account });
    expect([hook.secret, hook.url]).toEqual([
      null,
      expect.stringMatching(/^https:\/\/tributary\.test\/hooks\/hook_1_[a-z2-7]{52}$/),
    ]);
    const body = JSON.stringify({ items: [coffee()] });
    expect((await send(hook.url, body, signed(key, "msg_1", body))).status).toBe(202);
    for (const wrong of [
      { check: "signature", key: "whsec_x" },
      { check: "address", key },
      { check: "signature", account_id: 999_999 },
      { check: "maybe" },
      {},
    ]) {
      const response = await exports.default.fetch(
        new Request("https://tributary.test/api/hooks", {
          method: "POST",
          headers: HEADERS,
          body: JSON.stringify({ label: "x", ...wrong }),
        }),
      );
      expect(response.status, JSON.stringify(wrong)).toBe(400);
    }
  });

  test("whose secret is changed takes both for a day, however often it is changed, or the new one alone where that is wanted", async () => {
    const hook = await makeHook({ check: "signature", account_id: account });
    const rotate = (body?: object) =>
      api<{ url: string | null; secret: string | null }>(`/hooks/${hook.id}/rotate`, "POST", body);
    const status = async (secret: string | null, id: string) => {
      const body = JSON.stringify({ items: [coffee({ external_id: id })] });
      return (
        await send(hook.url, body, signed(secret ?? "", id, body, Math.floor(Date.now() / 1000)))
      ).status;
    };
    // The first answer is lost: the sender still has the secret before it.
    await rotate();
    const second = await rotate({ key: null });
    expect([second.url, second.secret]).toEqual([null, expect.stringMatching(/^whsec_/)]);
    expect([await status(hook.secret, "m1"), await status(second.secret, "m2")]).toEqual([
      202, 202,
    ]);

    const own = newWebhookSecret();
    expect(await rotate({ key: own })).toEqual({ url: null, secret: null });
    expect([await status(second.secret, "m3"), await status(own, "m4")]).toEqual([202, 202]);
    const now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now + HOOK_ROTATION_MS + 60_000);
    expect([
      await status(hook.secret, "m5"),
      await status(second.secret, "m6"),
      await status(own, "m7"),
    ]).toEqual([401, 401, 202]);

    const last = await rotate({ at_once: true });
    expect([await status(own, "m8"), await status(last.secret, "m9")]).toEqual([401, 202]);
    const rows = await runInDurableObject(await importer(), (_, state) =>
      JSON.stringify(state.storage.sql.exec("SELECT * FROM hooks").toArray()),
    );
    expect(rows).not.toContain("whsec_");
  });

  test("that is known by its address is given another one in the same way", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    const rotate = (body?: object) =>
      api<{ url: string; secret: string | null }>(`/hooks/${hook.id}/rotate`, "POST", body);
    const status = async (url: string, id: string) =>
      (await send(url, JSON.stringify({ items: [coffee({ external_id: id })] }))).status;
    await rotate();
    const second = await rotate();
    expect([second.secret, new Set([hook.url, second.url]).size]).toEqual([null, 2]);
    expect([await status(hook.url, "A"), await status(second.url, "B")]).toEqual([202, 202]);
    // The same message by both addresses is one.
    const body = JSON.stringify({ items: [coffee({ external_id: "C" })] });
    expect((await send(hook.url, body)).body.import_id).toBe(
      (await send(second.url, body)).body.import_id,
    );

    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now + HOOK_ROTATION_MS / 2);
    const third = await rotate();
    clock.mockImplementation(() => now + HOOK_ROTATION_MS + 1);
    // Each keeps the time that it was given first.
    expect([
      await status(hook.url, "D"),
      await status(second.url, "E"),
      await status(third.url, "H"),
    ]).toEqual([404, 202, 202]);
    const last = await rotate({ at_once: true });
    expect([
      await status(second.url, "F"),
      await status(third.url, "I"),
      await status(last.url, "G"),
    ]).toEqual([404, 404, 202]);

    const refused = async (id: number, body: unknown) =>
      (
        await exports.default.fetch(
          new Request(`https://tributary.test/api/hooks/${id}/rotate`, {
            method: "POST",
            headers: HEADERS,
            body: JSON.stringify(body),
          }),
        )
      ).status;
    expect(
      await Promise.all([
        refused(hook.id, { key: newWebhookSecret() }),
        refused(hook.id, { key: "whsec_x" }),
        refused(hook.id, { at_once: "yes" }),
        refused(hook.id, []),
        refused(999, {}),
      ]),
    ).toEqual([400, 400, 400, 400, 404]);
  });

  test("that is revoked leaves nothing of its calls but what no older balance may replace", async () => {
    const [hook, other] = [
      await makeHook({ check: "address", account_id: account }),
      await makeHook({ check: "address", account_id: account }),
    ];
    await rest(
      (await call(hook, "msg_1", { items: [coffee({ external_id: "A-1" })] })).body.import_id ?? "",
    );
    await call(hook, "msg_2", {
      balance: { amount: "100", currency: "eur", as_of: "2026-11-20T08:00:00Z" },
    });
    await settled(hook.id);
    await call(hook, "msg_3", {
      balance: { amount: "200", currency: "eur", as_of: "2026-11-20T09:00:00Z" },
    });
    await settled(hook.id);
    // One that waited while a newer one was written has the later number of the two.
    await runInDurableObject(await importer(), (_, state) =>
      state.storage.sql.exec(
        "INSERT INTO hook_calls (hook, key, body, account, amount, currency, as_of, state, received_at) VALUES (?, 'k', ?, ?, '150.0000', 'eur', 1, 'done', 1)",
        hook.id,
        "0".repeat(64),
        account,
      ),
    );
    await exports.default.fetch(
      new Request(`https://tributary.test/api/hooks/${hook.id}`, {
        method: "DELETE",
        headers: HEADERS,
      }),
    );
    const left = await runInDurableObject(await importer(), (_, state) =>
      state.storage.sql
        .exec(
          "SELECT amount FROM hook_calls UNION ALL SELECT external_id FROM hook_tellings UNION ALL SELECT hash FROM hook_addresses",
        )
        .toArray(),
    );
    expect(left).toEqual([{ amount: "200.0000" }]);

    await call(other, "msg_4", {
      balance: { amount: "50", currency: "eur", as_of: "2026-11-20T08:30:00Z" },
    });
    expect((await settled(other.id)).map(({ state }) => state)).toEqual(["superseded"]);
    expect((await balance()).balance).toBe("200.0000");
  });

  test("ends with its connection", async () => {
    const hook = await makeHook({ check: "address", account_id: account });
    await runInDurableObject(await importer(), (_, state) =>
      new Hooks(coreOf(state, env, "1")).end(),
    );
    expect((await call(hook, "msg_1", { items: [coffee()] })).status).toBe(404);
    await runDurableObjectAlarm(await importer());
  });
});
