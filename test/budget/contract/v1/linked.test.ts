// /v1/linked_accounts and its fetch (gaps.md, 2b and 5).

import { afterEach, expect, test } from "vitest";
import { addLinkedAccount, database, get } from "../../client.ts";
import { get1, post1 } from "./client.ts";
import { reset } from "../../../reset.ts";

afterEach(reset);

const NOTHING_FETCHED = { last_fetch: null, fetch_start: null, fetch_end: null };

/** What waits to be fetched, by id. */
async function waiting(): Promise<object[]> {
  return database((sql) => sql.all<{ last_fetch: number }>("SELECT id, last_fetch IS NULL AS untouched, fetch_start, fetch_end FROM linked_accounts ORDER BY id"));
}

async function set(id: number, columns: object): Promise<void> {
  const entries = Object.entries(columns);
  await database((sql) => sql.run(`UPDATE linked_accounts SET ${entries.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`, ...entries.map(([, value]) => value), id));
}

test("a linked account has every property of the document", async () => {
  const id = await addLinkedAccount(true);
  const at = Date.parse("2026-11-20T08:00:00Z");
  await set(id, { balance: -1_234_500, to_base: -1_234_500, credit_limit: 50_000_000, import_start_date: "2026-01-05", balance_last_update: at, last_import: at, linked_last_successful_update: at });

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

test("an account of which nothing is known yet has nulls", async () => {
  await addLinkedAccount(true);

  expect((await get1("/linked_accounts")).body.linked_accounts[0]).toMatchObject({ balance: "0.0000", balance_last_update: null, limit: null, import_start_date: null, last_import: null, last_fetch: null, linked_last_successful_update: null });
});

test("states that version 1 has no word for have the nearest", async () => {
  const id = await addLinkedAccount(true);
  const words = { active: "active", inactive: "inactive", closed: "inactive", deactivated: "inactive", "not found": "not found", "not supported": "not supported", relink: "relink", revoked: "relink", syncing: "syncing", error: "error" };

  for (const [status, word] of Object.entries(words)) {
    await set(id, { status });
    expect((await get1("/linked_accounts")).body.linked_accounts[0].status, status).toBe(word);
    expect((await get(`/linked_accounts/${id}`)).body.status).toBe(status);
  }
});

test("a fetch is true, and marks every account that can be fetched", async () => {
  const [one, other, aside] = [await addLinkedAccount(true), await addLinkedAccount(false), await addLinkedAccount(true)];
  await set(aside, { status: "inactive" });

  const { status, body } = await post1("/linked_accounts/fetch", { start_date: "2026-11-01", end_date: "2026-11-20" });

  expect([status, body]).toEqual([200, true]);
  expect(await waiting()).toEqual([
    { id: one, untouched: 0, fetch_start: "2026-11-01", fetch_end: "2026-11-20" },
    { id: other, untouched: 0, fetch_start: "2026-11-01", fetch_end: "2026-11-20" },
    { id: aside, untouched: 1, fetch_start: null, fetch_end: null },
  ]);
});

test("a fetch of one account leaves the others, and needs no body for all", async () => {
  const [one, other] = [await addLinkedAccount(true), await addLinkedAccount(true)];

  expect((await post1("/linked_accounts/fetch", { linked_account_id: other })).body).toBe(true);
  expect(await waiting()).toMatchObject([{ id: one, untouched: 1 }, { id: other, untouched: 0 }]);

  // The other may not be fetched again yet; one is enough.
  expect((await post1("/linked_accounts/fetch")).body).toBe(true);
  expect(await waiting()).toMatchObject([{ id: one, untouched: 0 }, { id: other, untouched: 0 }]);
});

test("a date is ignored without the other", async () => {
  const id = await addLinkedAccount(true);

  expect((await post1("/linked_accounts/fetch", { start_date: "2026-11-01" })).body).toBe(true);
  expect(await waiting()).toEqual([{ id, untouched: 0, fetch_start: null, fetch_end: null }]);
  await set(id, NOTHING_FETCHED);
  expect((await post1("/linked_accounts/fetch", { end_date: "2026-11-01" })).body).toBe(true);
  expect(await waiting()).toEqual([{ id, untouched: 0, fetch_start: null, fetch_end: null }]);
});

test("a fetch within the minute, or without an account, is false and changes nothing", async () => {
  expect((await post1("/linked_accounts/fetch")).body).toBe(false);
  const id = await addLinkedAccount(true);
  const at = Date.now() - 30_000;
  await set(id, { last_fetch: at });

  const { status, body } = await post1("/linked_accounts/fetch", { linked_account_id: id, start_date: "2026-11-01", end_date: "2026-11-02" });

  expect([status, body]).toEqual([200, false]);
  expect(await waiting()).toEqual([{ id, untouched: 0, fetch_start: null, fetch_end: null }]);
  await set(id, { last_fetch: at - 30_001 });
  expect((await post1("/linked_accounts/fetch", { linked_account_id: id })).body).toBe(true);
});

test("a fetch of what is unknown or set aside, or of no range, is refused", async () => {
  const id = await addLinkedAccount(true);
  await set(id, { status: "closed" });

  expect(await post1("/linked_accounts/fetch", { linked_account_id: 999 })).toMatchObject({ status: 200, body: { error: "linked_account_id is 999, but there is no such linked account." } });
  expect((await post1("/linked_accounts/fetch", { linked_account_id: id })).body).toEqual({
    error: `Linked account ${id} is "closed" and cannot be fetched; expected one of active, syncing, relink, error, not found.`,
  });
  expect((await post1("/linked_accounts/fetch", { start_date: "2026-11-02", end_date: "2026-11-01" })).body).toEqual({
    error: 'start_date must not be after end_date, 2026-11-01, found "2026-11-02".',
  });
  expect((await post1("/linked_accounts/fetch", { linked_account_id: "all" })).body.error).toMatch(/^linked_account_id must be an integer id/);
});
