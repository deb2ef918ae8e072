// A schedule that feeds an account from a SimpleFIN server: the token is used up when it is saved,
// transactions become an import, the balance that the server states stands when that is done, and
// the same month twice is one.

import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { steps } from "../../../src/importer/schema.ts";
import { endSchedules } from "../../../src/importer/schedules/store.ts";
import { Claims } from "../../../src/importer/schedules/claims.ts";
import type { SourceFault } from "../../../src/sources/source-fault.ts";
import { migrate } from "../../../src/platform/sql/migrate.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { must } from "../../../src/platform/assert.ts";
import { err, ok, type Result } from "../../../src/platform/result.ts";
import { createSealer } from "../../../src/platform/sealing/seal.ts";
import { FakeSimplefin, household } from "../../sources/fakes/simplefin.ts";
import { api, HEADERS, importer, listed, rest, service, undo } from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

const fake = { server: new FakeSimplefin(), claims: 0 };
const claims = () => fake.claims;

beforeEach(() => {
  fake.claims = 0;
  fake.server = new FakeSimplefin(household(new Date().toISOString().slice(0, 10)));
  fake.server.origin = "http://127.0.0.1:8799";
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { method, url, headers } = new Request(input, init);
    if (url.includes("/claim/")) fake.claims += 1;
    const {
      status,
      body,
      headers: answered,
    } = fake.server.answer({
      method,
      url: new URL(url),
      authorization: headers.get("authorization"),
    });
    return new Response(body, { status, headers: answered ?? {} });
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

interface Run {
  readonly state: string;
  readonly outcome: string | null;
}

const wish = (account: number, more: object = {}) => ({
  name: "Everyday",
  cron: "0 6 * * *",
  timezone: "UTC",
  target: { statement: account },
  source: {
    type: "simplefin",
    account: "ACT-everyday",
    secrets: { token: fake.server.setupToken },
    ...more,
  },
});

async function account(currency: string): Promise<number> {
  return (
    await service<{ id: number }>("/manual_accounts", "POST", {
      name: "Fed",
      type: "cash",
      balance: "0",
      currency,
      balance_as_of: "2020-01-01",
    })
  ).id;
}

/** A run that was wished for, when it has ended. */
async function run(id: string): Promise<Run> {
  const { id: wished } = await api<{ id: number }>(`/schedules/${id}/run`, "POST");
  for (let round = 0; round < 4_000; round += 1) {
    const found = (await api<{ runs: (Run & { id: number })[] }>(`/schedules/${id}`)).runs.find(
      (one) => one.id === wished,
    );
    if (found !== undefined && found.state !== "waiting") return found;
    await scheduler.wait(10);
  }
  throw new Error("the run does not end");
}

const balanceOf = async (id: number) =>
  (await service<{ balance: string }>(`/manual_accounts/${id}`)).balance;

async function imports() {
  const { imports: all } = await api<{ imports: { id: string; door: string }[] }>("/imports");
  return Promise.all(all.map(({ id }) => rest(id)));
}

test("brings what is booked, and again only what is new", async () => {
  const id = await account("usd");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));
  expect(JSON.stringify(schedule)).not.toContain("planted");
  expect(fake.server.claimed).toBe(true);

  expect(await run(schedule.id)).toMatchObject({
    state: "done",
    outcome: expect.stringMatching(
      /^3 transactions were told of; an import takes those that are new\. The balance of Fed was set to 1250\.5000 USD, as of /,
    ),
  });
  expect(await imports()).toMatchObject([
    {
      door: "schedule",
      state: "done",
      account: { id },
      counts: { read: 3, inserted: 2, skipped: 1 },
    },
  ]);
  expect(await balanceOf(id)).toBe("1250.5000");
  await service("/transactions", "POST", {
    transactions: [{ date: "2026-11-02", amount: "4.00", payee: "By hand" }],
  });
  const { ids } = await api<{ ids: string[] }>("/imports/of-schedules");
  const ofSchedules = await api<{ totals: { count: number } }>(
    `/transactions?totals=true&source=import:${ids.join(",")}`,
  );
  expect(ids).toEqual((await imports()).map((one) => one.id));
  expect(ofSchedules.totals.count).toBe(2);

  const first = must(fake.server.accounts[0], "an account");
  first.balance = "1250.49";
  expect((await run(schedule.id)).outcome).toContain(
    "3 transactions were told of, the same as before. The balance of Fed was set to 1250.4900 USD",
  );
  expect(await imports()).toHaveLength(1);

  await runInDurableObject(
    await importer(),
    (_, { storage: { sql } }) => void sql.exec("UPDATE runs SET state = 'failed'"),
  );
  await run(schedule.id);
  expect((await imports()).map(({ state }) => state).toSorted()).toEqual(["done", "failed"]);
  await runInDurableObject(
    await importer(),
    (_, { storage: { sql } }) =>
      void sql.exec("DELETE FROM runs WHERE state = 'done'; UPDATE runs SET state = 'done'"),
  );

  first.transactions.push({
    id: "TRN-7",
    posted: Number(first["balance-date"]),
    amount: "-7.00",
    description: "BAKERY",
  });
  first.balance = "1243.49";
  await run(schedule.id);
  expect((await imports()).map(({ counts }) => counts.inserted).toSorted((a, b) => a - b)).toEqual([
    1, 2,
  ]);
  expect((await listed()).filter(({ manual_account_id }) => manual_account_id === id)).toHaveLength(
    3,
  );
  expect(await balanceOf(id)).toBe("1243.4900");
});

test("whose import asks leaves the balance until that is answered and done; what is undone takes nothing back", async () => {
  const id = await account("usd");
  const [typed] = must(fake.server.accounts[0], "an account").transactions;
  const date = new Date(must(typed, "a transaction").posted * 1000).toISOString().slice(0, 10);
  await service("/transactions", "POST", {
    skip_balance_update: true,
    transactions: [
      { date, amount: "4.50", payee: "Breakfast", currency: "usd", manual_account_id: id },
    ],
  });
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));

  expect(await run(schedule.id)).toMatchObject({
    state: "done",
    outcome: expect.stringContaining("asks a question first"),
  });
  expect([(await imports()).map(({ state }) => state), await balanceOf(id)]).toEqual([
    ["question"],
    "0.0000",
  ]);

  const [asked] = await imports();
  await api(`/imports/${asked?.id ?? ""}/answers`, "POST", { answers: { already_there: "same" } });
  expect(await rest(asked?.id ?? "")).toMatchObject({
    state: "done",
    counts: { inserted: 1, duplicate: 1 },
  });
  const outcome = async () =>
    (await api<{ runs: Run[] }>(`/schedules/${schedule.id}`)).runs.map((one) => one.outcome);
  await vi.waitFor(
    async () =>
      expect(await outcome()).toEqual([
        expect.stringMatching(
          /^The import was answered and is done: the balance of Fed was set to 1250\.5000 USD/,
        ),
      ]),
    20_000,
  );
  expect(await balanceOf(id)).toBe("1250.5000");

  await undo(asked?.id ?? "");
  expect(await balanceOf(id)).toBe("1250.5000");
  expect(await run(schedule.id)).toMatchObject({
    state: "done",
    outcome: expect.stringContaining("was undone"),
  });
});

test("whose import asks owes no balance once a later run owes one, though its own import is answered first", async () => {
  const id = await account("usd");
  const first = must(fake.server.accounts[0], "an account");
  const typed = must(first.transactions[0], "a transaction");
  const date = new Date(typed.posted * 1000).toISOString().slice(0, 10);
  await service("/transactions", "POST", {
    skip_balance_update: true,
    transactions: [
      { date, amount: "4.50", payee: "Breakfast", currency: "usd", manual_account_id: id },
    ],
  });
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));
  await run(schedule.id);
  const [asked] = await imports();
  first.balance = "1243.50";
  first.transactions.push({ ...typed, id: "TRN-later", amount: "-7.00", description: "Kiosk" });
  await run(schedule.id);
  expect((await imports()).map(({ state }) => state)).toEqual(["question", "question"]);

  await api(`/imports/${asked?.id ?? ""}/answers`, "POST", { answers: { already_there: "same" } });
  expect(await rest(asked?.id ?? "")).toMatchObject({ state: "done" });

  const outcomes = async () =>
    (await api<{ runs: Run[] }>(`/schedules/${schedule.id}`)).runs.map((one) => one.outcome);
  await vi.waitFor(
    async () =>
      expect((await outcomes()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
        "A later run has a later balance: that of this one was not written.",
        expect.stringContaining("asks a question first"),
      ]),
    5_000,
  );
  expect(await balanceOf(id)).toBe("0.0000");
});

test("takes what is pending where that is wanted, which is the booked one later; that can be said without the token", async () => {
  const id = await account("usd");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));
  await api(`/schedules/${schedule.id}`, "PUT", {
    source: { type: "simplefin", account: "ACT-everyday", pending: "take" },
  });

  await run(schedule.id);
  expect(await imports()).toMatchObject([{ counts: { read: 3, inserted: 3 } }]);
  const pending = must(fake.server.accounts[0]?.transactions[2], "it is pending");
  Object.assign(pending, {
    id: "TRN-4",
    posted: pending.transacted_at,
    pending: false,
    description: "GROCER 0055",
  });
  await run(schedule.id);

  const fed = (await listed()).filter(({ manual_account_id }) => manual_account_id === id);
  expect(fed.map(({ amount }) => amount).toSorted((a, b) => Number(a) - Number(b))).toEqual([
    "-2000.0000",
    "4.5000",
    "12.0000",
  ]);
  expect(await balanceOf(id)).toBe("1250.5000");
});

test("says with the run what the server says to the person, of the balance too", async () => {
  const id = await account("usd");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));
  fake.server.errors = [
    { code: "con.auth", msg: "Sign in at <b>Alpine</b>", conn_id: "CON-alpine" },
  ];
  const said = /The server says: "Sign in at Alpine"\.$/;
  expect(await run(schedule.id)).toMatchObject({
    state: "done",
    outcome: expect.stringMatching(said),
  });

  const other = await api<{ id: string }>("/schedules", "POST", {
    ...wish(id, { secrets: { token: fake.server.accessUrl } }),
    target: { manual_account_id: id },
  });

  expect(await run(other.id)).toMatchObject({
    state: "done",
    outcome: expect.stringMatching(said),
  });
});

test("of the only account there is stays with it when another takes its place, and says so", async () => {
  const id = await account("usd");
  const [first, other] = fake.server.accounts;
  fake.server.accounts = [must(first, "an account")];
  const schedule = await api<{ id: string }>("/schedules", "POST", {
    ...wish(id),
    source: { type: "simplefin", secrets: { token: fake.server.setupToken } },
    target: { manual_account_id: id },
  });
  expect(await run(schedule.id)).toMatchObject({ state: "done" });
  const before = await balanceOf(id);

  fake.server.accounts = [{ ...must(first, "an account"), id: "ACT-another", balance: "9.99" }];
  expect(await run(schedule.id)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining(
      "no longer lists the account that the schedule has read so far, ACT-everyday",
    ),
  });
  expect(await balanceOf(id)).toBe(before);

  fake.server.accounts = [
    must(other, "an account"),
    { ...must(first, "an account"), balance: "7.77" },
  ];
  expect(await run(schedule.id)).toMatchObject({ state: "done" });
  expect(await balanceOf(id)).toBe("7.7700");
});

test("to an account of another currency brings neither transactions nor balance", async () => {
  const id = await account("eur");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));

  expect(await run(schedule.id)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining("USD"),
  });
  expect(await imports()).toEqual([]);
  expect(await service(`/manual_accounts/${id}`)).toMatchObject({ balance: "0.0000" });
});

test.each<[string, object, () => void, string]>([
  ["names no account where there are several", { account: undefined }, () => undefined, "ACT-card"],
  [
    "names one that is gone",
    {},
    () => void fake.server.accounts.shift(),
    'no account "ACT-everyday"',
  ],
  ["was revoked", {}, () => void (fake.server.revoked = true), "Connect again"],
])("that %s says what to do", async (_, source, change, words) => {
  const schedule = await api<{ id: string }>(
    "/schedules",
    "POST",
    wish(await account("usd"), source),
  );
  change();

  expect(await run(schedule.id)).toMatchObject({
    state: "failed",
    outcome: expect.stringContaining(words),
  });
});

describe("a setup token", () => {
  const save = async (id: number) =>
    exports.default.fetch(
      new Request("https://tributary.test/api/schedules", {
        method: "POST",
        headers: HEADERS,
        body: JSON.stringify(wish(id)),
      }),
    );
  const refusal = async (id: number) => {
    const refused = await save(id);
    expect(refused.status).toBe(400);
    expect(await api("/schedules")).toEqual({ schedules: [] });
    return refused.text();
  };

  test("that was used saves nothing, and is not asked about again", async () => {
    fake.server.claimed = true;
    const id = await account("usd");

    expect(await refusal(id)).toContain("somebody else can read these accounts");
    const asked = claims();
    expect(await refusal(id)).toContain("somebody else can read these accounts");
    expect(claims()).toBe(asked);
  });

  test("whose server does not answer can be brought again, and whose answer was lost is told from one that was stolen", async () => {
    const id = await account("usd");
    fake.server.status = 503;
    expect(await refusal(id)).toContain("Save it again with the same token.");
    fake.server.status = null;
    fake.server.losesClaim = true;
    expect(await refusal(id)).toContain("Save it again with the same token.");

    expect(await refusal(id)).toContain("its answer was lost on its way here");
  });

  test("is noted before its claim leaves: an object that begins anew meanwhile knows of it, and keeps what it is given", async () => {
    await runInDurableObject(await importer(), async (_, state) => {
      const sql = new Sql(state.storage);
      await migrate(sql, steps, 0);
      const sealer = async () =>
        createSealer(
          { tokenKey: "planted-token-key-of-32-bytes-or-more", previousTokenKey: null },
          "schedule secrets",
        );
      const anew = () => new Claims({ sql, sealer, connection: "1" });
      const [asked, lost] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<Result<string, SourceFault>>(),
      ];
      const killed = anew().once("s1")(
        "planted-claim",
        async () => (asked.resolve(), lost.promise),
      );
      await asked.promise;

      const given = await anew().once("s2")("planted-claim", async (again) =>
        ok(`planted-access ${String(again)}`),
      );
      lost.resolve(err({ kind: "unreachable", message: "killed", retryAfter: null }));
      await killed;

      expect(given).toEqual({ ok: true, value: "planted-access true" });
      expect(await anew().once("s3")("planted-claim", async () => ok("another"))).toEqual(given);
      expect(
        JSON.stringify(sql.all("SELECT * FROM schedule_claims, schedule_secrets")),
      ).not.toContain("planted");

      const both = anew();
      const [one, two] = await Promise.all([
        both.once("s4")("planted-other", async (again) => ok(String(again))),
        both.once("s5")("planted-other", async (again) => ok(String(again))),
      ]);
      expect([one, two]).toEqual([ok("false"), ok("false")]);
      endSchedules(sql, 1);
      expect([
        sql.all("SELECT * FROM schedule_claims"),
        sql.all("SELECT * FROM schedule_secrets"),
      ]).toEqual([[], []]);

      const [late, answered] = [
        Promise.withResolvers<void>(),
        Promise.withResolvers<Result<string, SourceFault>>(),
      ];
      const claiming = anew().once("s6")(
        "planted-late",
        async () => (late.resolve(), answered.promise),
      );
      await late.promise;
      endSchedules(sql, 2);
      answered.resolve(ok("planted-access"));
      await claiming;
      expect(sql.all("SELECT * FROM schedule_secrets"), "ended while it was claimed").toEqual([]);
    });
  });

  test("brought by two at once, and again by whoever did not hear the answer, is claimed once and feeds them all", async () => {
    const id = await account("usd");
    const [one, two] = await Promise.all([save(id), save(id)]);
    const three = await save(id);

    expect([one.status, two.status, three.status, claims()]).toEqual([201, 201, 201, 1]);
    const { schedules } = await api<{ schedules: { id: string }[] }>("/schedules");
    for (const schedule of schedules) expect((await run(schedule.id)).state).toBe("done");
    expect(
      (await listed()).filter(({ manual_account_id }) => manual_account_id === id),
    ).toHaveLength(2);
  });

  test("is forgotten with its schedule, and after a day", async () => {
    const stored = async () =>
      runInDurableObject(await importer(), (_, { storage: { sql } }) => [
        sql.exec("SELECT hash FROM schedule_claims").toArray().length,
        sql
          .exec("SELECT name FROM schedule_secrets ORDER BY name")
          .toArray()
          .map(({ name }) => name),
      ]);
    const id = await account("usd");
    const made = await (await save(id)).json<{ id: string }>();
    expect(await stored()).toEqual([1, ["access", "token"]]);

    await runInDurableObject(
      await importer(),
      (_, { storage: { sql } }) =>
        void sql.exec("UPDATE schedule_claims SET created_at = created_at - 86400001"),
    );
    await run(made.id);
    expect(await stored()).toEqual([0, ["token"]]);

    fake.server.claimed = false;
    const again = await (await save(id)).json<{ id: string }>();
    expect(await callsTo(await importer()).deleteSchedule(again.id)).toBe(true);
    expect(await stored()).toEqual([0, ["token"]]);
  });
});
