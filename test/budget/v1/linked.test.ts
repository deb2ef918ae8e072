// /v1/linked_accounts and its fetch (gaps.md, 2b and 5).

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, expect, test } from "vitest";
import { NO_PROVIDERS } from "../../../src/budget/linked/feed-providers.ts";
import { legacyVoice } from "../../../src/budget/v1/routes.ts";
import type { Ports } from "../../../src/budget/outside.ts";
import { answer } from "../../../src/budget/answer.ts";
import { LEGACY_ROUTES } from "../../../src/budget/routes.ts";
import { ALL_SCOPES } from "../../../src/budget/scope.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { addLinkedAccount, bindings, database, get } from "../client.ts";
import { get1, post1, unseen1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

async function set(id: number, columns: object): Promise<void> {
  const entries = Object.entries(columns);
  await database((sql) =>
    sql.run(
      `UPDATE linked_accounts SET ${entries.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`,
      ...entries.map(([, value]) => value),
      id,
    ),
  );
}

test("a linked account has every documented property", async () => {
  const id = await addLinkedAccount(true);
  const at = Date.parse("2026-11-20T08:00:00Z");
  await set(id, {
    balance: -1_234_500,
    to_base: -1_234_500,
    credit_limit: 50_000_000,
    import_start_date: "2026-01-05",
    balance_last_update: at,
    last_import: at,
    linked_last_successful_update: at,
  });

  expect((await get1("/linked_accounts")).body).toEqual({
    linked_accounts: [
      {
        id,
        date_linked: "2026-01-01",
        name: "Everyday",
        display_name: "First Bank Everyday",
        type: "depository",
        subtype: "checking",
        mask: "1234",
        institution_name: "First Bank",
        status: "active",
        balance: "-123.4500",
        to_base: -123.45,
        currency: "usd",
        balance_last_update: "2026-11-20T08:00:00.000Z",
        limit: 5000,
        import_start_date: "2026-01-05",
        last_import: "2026-11-20T08:00:00.000Z",
        last_fetch: null,
        linked_last_successful_update: "2026-11-20T08:00:00.000Z",
      },
    ],
  });
});

test("an account without data yet has nulls", async () => {
  await addLinkedAccount(true);

  expect((await get1("/linked_accounts")).body.linked_accounts[0]).toMatchObject({
    balance: "0.0000",
    balance_last_update: null,
    limit: null,
    import_start_date: null,
    last_import: null,
    last_fetch: null,
    linked_last_successful_update: null,
  });
});

test("states without a word in version 1 become the nearest one", async () => {
  const id = await addLinkedAccount(true);
  const words = {
    active: "active",
    inactive: "inactive",
    closed: "inactive",
    deactivated: "inactive",
    "not found": "not found",
    "not supported": "not supported",
    relink: "relink",
    revoked: "relink",
    syncing: "syncing",
    error: "error",
  };

  for (const [status, word] of Object.entries(words)) {
    await set(id, { status });
    expect((await get1("/linked_accounts")).body.linked_accounts[0].status, status).toBe(word);
    expect((await get(`/linked_accounts/${id}`)).body.status).toBe(status);
  }
});

const NOW = Date.parse("2026-11-20T08:00:00Z");

interface Asked {
  readonly body: unknown;
  /** What is noted of each account afterwards: when it was last fetched, and for which days it waits. */
  readonly accounts: readonly {
    readonly id: number;
    readonly last_fetch: number | null;
    readonly fetch_start: string | null;
    readonly fetch_end: string | null;
  }[];
}

/** Asks for a fetch inside the object, where no alarm begins the work meanwhile, by a clock that stands still. */
async function ask(body: object, now = NOW): Promise<Asked> {
  await get1("/me");
  return runInDurableObject(bindings.BUDGET.getByName("1"), async (_, state) => {
    const sql = new Sql(state.storage);
    const outside = {
      sql,
      caller: { userId: 1, label: null, scopes: ALL_SCOPES },
      ports: { providers: NO_PROVIDERS } as Ports,
    };
    const request = new Request("http://localhost/v1/linked_accounts/fetch", {
      method: "POST",
      body: JSON.stringify(body),
    });
    const answered = await answer(
      { routes: LEGACY_ROUTES, base: "/v1", voice: legacyVoice([]) },
      request,
      outside,
      () => now,
    );
    expect(answered.status).toBe(200);
    return {
      body: await answered.json(),
      accounts: sql.all(
        "SELECT id, last_fetch, fetch_start, fetch_end FROM linked_accounts ORDER BY id",
      ),
    };
  });
}

const marked = (id: number, start: string | null, end: string | null, at = NOW) => ({
  id,
  last_fetch: at,
  fetch_start: start,
  fetch_end: end,
});
const untouched = (id: number) => ({ id, last_fetch: null, fetch_start: null, fetch_end: null });

test("a fetch answers true, and requests the provider", async () => {
  const id = await addLinkedAccount(true);

  expect(await post1("/linked_accounts/fetch")).toMatchObject({ status: 200, body: true });

  const isAsked = async () =>
    database(
      (sql) => sql.first("SELECT 1 FROM jobs WHERE name = 'fetch linked accounts'") !== null,
    );
  while (await isAsked()) await runDurableObjectAlarm(bindings.BUDGET.getByName("1"));
  // Nobody feeds this account.
  expect((await get1("/linked_accounts")).body.linked_accounts).toMatchObject([
    { id, status: "not found", last_fetch: expect.any(String) },
  ]);
});

test("a fetch covers every account that can be fetched", async () => {
  const [one, other, aside] = [
    await addLinkedAccount(true),
    await addLinkedAccount(false),
    await addLinkedAccount(true),
  ];
  await set(aside, { status: "inactive" });

  expect(await ask({ start_date: "2026-11-01", end_date: "2026-11-20" })).toEqual({
    body: true,
    accounts: [
      marked(one, "2026-11-01", "2026-11-20"),
      marked(other, "2026-11-01", "2026-11-20"),
      untouched(aside),
    ],
  });
});

test("a fetch of one account leaves the others, and a fetch of all needs one that may be fetched again", async () => {
  const [one, other] = [await addLinkedAccount(true), await addLinkedAccount(true)];

  expect(await ask({ linked_account_id: other })).toEqual({
    body: true,
    accounts: [untouched(one), marked(other, null, null)],
  });
  expect(await ask({}, NOW + 1)).toEqual({
    body: true,
    accounts: [marked(one, null, null, NOW + 1), marked(other, null, null)],
  });
});

test("a date is ignored without its counterpart", async () => {
  const id = await addLinkedAccount(true);

  expect(await ask({ start_date: "2026-11-01" })).toEqual({
    body: true,
    accounts: [marked(id, null, null)],
  });
  expect(await ask({ end_date: "2026-11-01" }, NOW + 60_000)).toEqual({
    body: true,
    accounts: [marked(id, null, null, NOW + 60_000)],
  });
});

test("a fetch within the minute, or without an account, answers false and changes nothing", async () => {
  expect((await ask({})).body).toBe(false);
  const id = await addLinkedAccount(true);
  await ask({});

  expect(
    await ask(
      { linked_account_id: id, start_date: "2026-11-01", end_date: "2026-11-02" },
      NOW + 59_999,
    ),
  ).toEqual({ body: false, accounts: [marked(id, null, null)] });
  expect(await ask({ linked_account_id: id }, NOW + 60_000)).toEqual({
    body: true,
    accounts: [marked(id, null, null, NOW + 60_000)],
  });
});

test("a fetch of an unknown or deactivated account, or with an invalid range, is refused", async () => {
  const id = await addLinkedAccount(true);
  await set(id, { status: "closed" });

  expect(await post1("/linked_accounts/fetch", { linked_account_id: 999 })).toMatchObject({
    status: 200,
    body: { error: "linked_account_id is 999, but there is no such linked account." },
  });
  expect((await post1("/linked_accounts/fetch", { linked_account_id: id })).body).toEqual({
    error: `Linked account ${id} is "closed" and cannot be fetched; expected one of active, syncing, relink, error, not found.`,
  });
  expect(
    (await post1("/linked_accounts/fetch", { start_date: "2026-11-02", end_date: "2026-11-01" }))
      .body,
  ).toEqual({ error: 'start_date must not be after end_date, 2026-11-01, found "2026-11-02".' });
  expect((await post1("/linked_accounts/fetch", { linked_account_id: "all" })).body.error).toMatch(
    /^linked_account_id must be an integer id/,
  );
});

test("each linked-account operation has been seen to succeed, and to refuse where it can", () => {
  expect(unseen1("linked accounts", "done")).toEqual([]);
  expect(unseen1("linked accounts", "refused")).toEqual(["GET /linked_accounts"]);
});
