// A schedule that feeds an account from a SimpleFIN server: the token is used up when it is saved, transactions become an import,
// by which the service moves the balance, and the same month twice is one.

import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { must } from "../../../src/value/assert.ts";
import { FakeSimplefin, household } from "../../sources/fakes/simplefin.ts";
import { api, HEADERS, listed, rest, service } from "../post/driver.ts";
import { reset } from "../../reset.ts";

const fake = { server: new FakeSimplefin() };

beforeEach(() => {
  fake.server = new FakeSimplefin(household(new Date().toISOString().slice(0, 10)));
  fake.server.origin = "http://127.0.0.1:8799";
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { method, url, headers } = new Request(input, init);
    const { status, body, headers: answered } = fake.server.answer({ method, url: new URL(url), authorization: headers.get("authorization") });
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
  name: "Everyday", cron: "0 6 * * *", timezone: "UTC", target: { statement: account },
  source: { type: "simplefin", account: "ACT-everyday", secrets: { token: fake.server.setupToken }, ...more },
});

async function account(currency: string): Promise<number> {
  return (await service<{ id: number }>("/manual_accounts", "POST", { name: "Fed", type: "cash", balance: "0", currency, balance_as_of: "2020-01-01" })).id;
}

const run = (id: string) => api<Run>(`/schedules/${id}/run`, "POST");

async function imports() {
  const { imports: all } = await api<{ imports: { id: string; door: string }[] }>("/imports");
  return Promise.all(all.map(({ id }) => rest(id)));
}

test("brings what is booked, and again only what is new", async () => {
  const id = await account("usd");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));
  expect(JSON.stringify(schedule)).not.toContain("planted");
  expect(fake.server.claimed).toBe(true);

  expect(await run(schedule.id)).toMatchObject({ state: "done", outcome: "3 transactions were told of; an import takes those that are new." });
  expect(await imports()).toMatchObject([{ door: "schedule", state: "done", account: { id }, counts: { read: 3, inserted: 2, skipped: 1 } }]);
  expect(await service(`/manual_accounts/${id}`)).toMatchObject({ balance: "1995.5000" });

  await run(schedule.id);
  expect(await imports()).toHaveLength(1);

  const first = must(fake.server.accounts[0], "an account");
  first.transactions.push({ id: "TRN-7", posted: Number(first["balance-date"]), amount: "-7.00", description: "BAKERY" });
  await run(schedule.id);
  expect((await imports()).map(({ counts }) => counts.inserted).toSorted((a, b) => a - b)).toEqual([1, 2]);
  expect((await listed()).filter(({ manual_account_id }) => manual_account_id === id)).toHaveLength(3);
});

test("to an account of another currency brings neither transactions nor balance", async () => {
  const id = await account("eur");
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(id));

  expect(await run(schedule.id)).toMatchObject({ state: "failed", outcome: expect.stringContaining("USD") });
  expect(await imports()).toEqual([]);
  expect(await service(`/manual_accounts/${id}`)).toMatchObject({ balance: "0.0000" });
});

test.each<[string, object, () => void, string]>([
  ["names no account where there are several", { account: undefined }, () => undefined, "ACT-card"],
  ["names one that is gone", {}, () => void fake.server.accounts.shift(), 'no account "ACT-everyday"'],
  ["was revoked", {}, () => void (fake.server.revoked = true), "Connect anew"],
])("that %s says what to do", async (_, source, change, words) => {
  const schedule = await api<{ id: string }>("/schedules", "POST", wish(await account("usd"), source));
  change();

  expect(await run(schedule.id)).toMatchObject({ state: "failed", outcome: expect.stringContaining(words) });
});

test("with a token that was used is not saved", async () => {
  fake.server.claimed = true;
  const request = new Request("https://tributary.test/api/schedules", { method: "POST", headers: HEADERS, body: JSON.stringify(wish(await account("usd"))) });
  const refused = await exports.default.fetch(request);

  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("somebody else can read these accounts");
  expect(await api("/schedules")).toEqual({ schedules: [] });
});
