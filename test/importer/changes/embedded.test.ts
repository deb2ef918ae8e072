// The journal over the whole Worker and the embedded service: by HTTP, by whom, and through kills of
// every object.

import { runDurableObjectAlarm } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { ShownAnswer, ShownChange, ShownDetail } from "../../../src/importer/changes/wire.ts";
import { must } from "../../../src/platform/assert.ts";
import { callsTo } from "../../importer-calls.ts";
import { abortAllDurableObjects, reset } from "../../reset.ts";
import { api, HEADERS, importer, service } from "../posting/driver.ts";

afterEach(() => reset());

interface Kept {
  readonly id: number;
  readonly payee: string;
  readonly notes: string | null;
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
  readonly date: string;
  readonly status: string;
}

async function made(count: number): Promise<number[]> {
  const transactions = Array.from({ length: count }, (_, index) => ({
    date: "2026-11-03",
    amount: "5.25",
    payee: `Shop ${index}`,
    manual_account_id: 1,
    status: "unreviewed",
  }));
  const answer = await service<{ transactions: Kept[] }>("/transactions", "POST", { transactions });
  return answer.transactions.map(({ id }) => id);
}

const kept = (id: number) => service<Kept>(`/transactions/${id}`);
const facts = ({ payee, notes, category_id: category, tag_ids: tags, date, status }: Kept) => ({
  payee,
  notes,
  category,
  tags,
  date,
  status,
});

async function balance(): Promise<string> {
  return (await service<{ balance: string }>("/manual_accounts/1")).balance;
}

describe("over HTTP", () => {
  test("a change is made, listed with the person, shown with before and after, and undone", async () => {
    const [a, b] = await made(2);
    const { id: category } = await service<{ id: number }>("/categories", "POST", {
      name: "Household things",
    });
    const before = await Promise.all([kept(a ?? 0), kept(b ?? 0)]);
    const answer = await api<ShownAnswer>("/changes", "POST", {
      key: "k1",
      from: "the transactions page",
      transactions: [a, b].map((id) => ({
        id,
        was: { category_id: null },
        set: { category_id: category },
      })),
    });
    const { id } = answer.change;

    expect(answer).toMatchObject({
      change: {
        sentence: "Category of 2 transactions set to Household things",
        from: "the transactions page",
        who: { id: 1 },
        count: 2,
      },
      conflicts: [],
      refused: [],
    });
    expect(await kept(a ?? 0)).toMatchObject({ category_id: category, status: "reviewed" });
    const { changes } = await api<{ changes: ShownChange[] }>("/changes?limit=5");
    expect(changes.map((one) => one.id)).toEqual([id]);
    const { items } = await api<ShownDetail>(`/changes/${id}`);
    expect(items[0]?.fields).toEqual([
      { field: "category_id", before: null, after: category, undone: false },
      { field: "status", before: "unreviewed", after: "reviewed", undone: false },
    ]);
    await api(`/changes/${id}/undo`, "POST");
    const after = await Promise.all([kept(a ?? 0), kept(b ?? 0)]);
    expect(after.map(facts)).toEqual(before.map(facts));
    expect((await api<ShownDetail>(`/changes/${id}`)).change).toMatchObject({
      state: "undone",
      can_undo: false,
    });
  });

  test("a deletion and its undo leave the account's balance as it was", async () => {
    const ids = await made(3);
    const before = await balance();
    const { change } = await api<ShownAnswer>("/changes", "POST", { key: "k", delete: ids });
    expect(await balance()).not.toBe(before);

    const undone = await api<ShownAnswer>(`/changes/${change.id}/undo`, "POST", { key: "u" });

    expect(undone.change.count).toBe(3);
    expect(await balance()).toBe(before);
    const { items } = await api<ShownDetail>(`/changes/${undone.change.id}`);
    expect((await Promise.all(items.map((one) => kept(one.current_id)))).map(facts)).toEqual(
      [2, 1, 0].map((index) => ({
        payee: `Shop ${index}`,
        notes: null,
        category: null,
        tags: [],
        date: "2026-11-03",
        status: "unreviewed",
      })),
    );
  });

  test("one split transaction among 500 is refused with the service's reason, the others are changed", async () => {
    const ids = await made(500);
    const split = must(ids[250], "there are 500");
    await service(`/transactions/split/${split}`, "POST", {
      child_transactions: [{ amount: "5.00" }, { amount: "0.25" }],
    });

    const { change, refused } = await api<ShownAnswer>("/changes", "POST", {
      key: "k",
      transactions: ids.map((id) => ({ id, was: { notes: null }, set: { notes: "x" } })),
    });

    expect(change.count).toBe(499);
    expect(refused).toEqual([
      {
        id: split,
        field: null,
        message: `Transaction ${split} has been split and cannot be changed.`,
      },
    ]);
  });

  test("a change of more transactions than one request takes is one step, and so is its undo", async () => {
    const ids = [...(await made(500)), ...(await made(500)), ...(await made(1))];
    const { change } = await api<ShownAnswer>("/changes", "POST", {
      key: "k",
      transactions: ids.map((id) => ({ id, was: { notes: null }, set: { notes: "x" } })),
    });
    expect((await settled(change.id)).count).toBe(1_001);
    const undone = await api<ShownAnswer>(`/changes/${change.id}/undo`, "POST");
    expect((await settled(undone.change.id)).count).toBe(1_001);
    expect(await kept(ids[1_000] ?? 0)).toMatchObject({ notes: null });
  });

  test("an import key may neither see nor make changes", async () => {
    const { token } = await api<{ token: string }>("/keys", "POST", { label: "till" });
    for (const method of ["GET", "POST"]) {
      const request = new Request("https://tributary.test/api/changes", {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(method === "POST" && { body: "{}" }),
      });
      expect((await exports.default.fetch(request)).status).toBe(403);
    }
  });

  test.each([
    ["GET", "/changes/99", undefined, 404],
    ["POST", "/changes/99/undo", {}, 404],
    ["GET", "/changes?limit=0", undefined, 400],
    ["POST", "/changes", { key: "k" }, 400],
  ])("%s %s is refused", async (method, path, body, status) => {
    const request = new Request(`https://tributary.test/api${path}`, {
      method,
      headers: HEADERS,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect((await exports.default.fetch(request)).status).toBe(status);
  });
});

test("whenever all objects are killed while a change is made, it is made once and can be undone", async () => {
  const ids = await made(40);
  for (const wait of [0, 1, 2, 4, 8, 12, 20, 35]) {
    const key = `killed after ${wait}`;
    const transactions = ids.map((id) => ({ id, was: { notes: null }, set: { notes: key } }));
    const body = { key, transactions };
    const sent = api<ShownAnswer>("/changes", "POST", body).catch(() => null);
    await scheduler.wait(wait);
    await abortAllDurableObjects();
    await sent;
    await abortAllDurableObjects();
    // The person sends the form again.
    const { change, conflicts } = await api<ShownAnswer>("/changes", "POST", body);
    const done = await settled(change.id);
    expect([done.count, conflicts]).toEqual([40, []]);
    expect(new Set((await Promise.all(ids.map(kept))).map(({ notes }) => notes))).toEqual(
      new Set([key]),
    );
    await api(`/changes/${change.id}/undo`, "POST", { key: `undo ${key}` });
    expect(new Set((await Promise.all(ids.map(kept))).map(({ notes }) => notes))).toEqual(
      new Set([null]),
    );
  }
});

async function settled(id: number): Promise<ShownChange> {
  for (let round = 0; round < 400; round += 1) {
    const { change } = await api<ShownDetail>(`/changes/${id}`);
    if (change.state !== "applying") return change;
    await runDurableObjectAlarm(await importer());
    await callsTo(await importer()).list(1, 0);
    await scheduler.wait(250);
  }
  throw new Error("the change does not end");
}

test("for any changes of real transactions, undoing all in reverse order brings everything back", async () => {
  const set = fc
    .record(
      {
        payee: fc.constantFrom("ALDI", ""),
        notes: fc.constantFrom(null, "", "a"),
        tag_ids: fc.constantFrom([], [1]),
        category_id: fc.constantFrom(null, 404),
        date: fc.constantFrom("2026-11-03", "2026-12-24"),
        status: fc.constantFrom("reviewed", "unreviewed"),
      },
      { requiredKeys: [] },
    )
    .filter((fields) => Object.keys(fields).length > 0);
  const ids = await made(3);
  const before = await Promise.all(ids.map(kept));
  const step = fc.record({ at: fc.uniqueArray(fc.nat(2), { minLength: 1 }), set });
  const property = fc.asyncProperty(fc.array(step, { maxLength: 4 }), async (steps) => {
    const changes: number[] = [];
    for (const { at, set: fields } of steps) {
      const now = await Promise.all(at.map((index) => kept(ids[index] ?? 0)));
      const { change } = await api<ShownAnswer>("/changes", "POST", {
        key: crypto.randomUUID(),
        transactions: now.map((one) => ({
          id: one.id,
          set: fields,
          was: Object.fromEntries(
            Object.entries(one).filter(([name]) => Object.keys(fields).includes(name)),
          ),
        })),
      });
      if (change.count > 0) changes.push(change.id);
    }
    for (const id of changes.toReversed()) {
      const { conflicts, refused } = await api<ShownAnswer>(`/changes/${id}/undo`, "POST");
      expect([conflicts, refused]).toEqual([[], []]);
    }
    expect((await Promise.all(ids.map(kept))).map(facts)).toEqual(before.map(facts));
  });
  await fc.assert(property, { numRuns: 25 });
});
