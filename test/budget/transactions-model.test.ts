// Goal: whatever is asked in whatever order, the service and a small model of the documents' rules
// show the same transactions and the same balances. The model keeps plain objects in an array.

import { reset } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { balanceOf, call, get } from "./client.ts";

afterEach(reset);

const ACCOUNTS = [1, 2] as const;
type Account = (typeof ACCOUNTS)[number] | null;

interface Held {
  readonly id: number;
  readonly date: string;
  readonly cents: number;
  readonly payee: string;
  readonly account: Account;
  readonly external: string | null;
  readonly tags: readonly number[];
  /** What it took from its account's balance. */
  readonly moved: number;
}

const account = fc.constantFrom<Account>(1, 2, null);
const item = fc.record({
  date: fc.constantFrom("2026-01-01", "2026-01-02"),
  cents: fc.integer({ min: -3, max: 3 }),
  payee: fc.constantFrom("A", "B"),
  account,
  external: fc.option(fc.constantFrom("x", "y", "z")),
  tags: fc.subarray([1, 2, 3]),
});
type Item = typeof item extends fc.Arbitrary<infer T> ? T : never;

const step = fc.oneof(
  fc.record({
    kind: fc.constant("insert" as const),
    items: fc.array(item, { minLength: 1, maxLength: 4 }),
    skipDuplicates: fc.boolean(),
    skipBalance: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("update" as const),
    which: fc.integer({ min: 0, max: 11 }),
    change: fc.record(
      {
        cents: fc.integer({ min: -3, max: 3 }),
        payee: fc.constantFrom("A", "B", "C"),
        account,
        tags: fc.subarray([1, 2, 3]),
      },
      { requiredKeys: [] },
    ),
    updateBalance: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("delete" as const),
    which: fc.integer({ min: 0, max: 11 }),
    also: fc.option(fc.integer({ min: 0, max: 11 })),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

class Model {
  held: Held[] = [];
  readonly balances: Record<number, number> = { 1: 0, 2: 0 };

  #move(of: Account, cents: number): void {
    if (of !== null) this.balances[of] = (this.balances[of] ?? 0) - cents;
  }

  /** The status an insert must have, and which items it must keep; ids come from the answer. */
  insert(items: readonly Item[], skipDuplicates: boolean): { status: number; kept: Item[] } {
    const keys = items
      .filter((one) => one.account !== null && one.external !== null)
      .map((one) => `${one.account}${one.external}`);
    if (new Set(keys).size < keys.length) return { status: 400, kept: [] };
    const kept = items.filter((one) => {
      const known = this.held.some(
        (old) =>
          one.account !== null &&
          one.external !== null &&
          old.account === one.account &&
          old.external === one.external,
      );
      const alike = this.held.some(
        (old) =>
          old.account === one.account &&
          old.date === one.date &&
          old.cents === one.cents &&
          old.payee === one.payee,
      );
      return !known && !(skipDuplicates && alike);
    });
    return { status: 201, kept };
  }

  add(one: Item, id: number, counted: boolean): void {
    const moved = counted && one.account !== null ? one.cents : 0;
    this.#move(one.account, moved);
    this.held.push({ ...one, id, moved });
  }

  update(
    old: Held,
    change: Extract<Step, { kind: "update" }>["change"],
    updateBalance: boolean,
  ): number {
    if (Object.keys(change).length === 0) return 400;
    const next = { ...old, ...change };
    const clash = this.held.some(
      (other) =>
        other.id !== old.id &&
        next.account !== null &&
        next.external !== null &&
        other.account === next.account &&
        other.external === next.external,
    );
    if (clash) return 400;
    const same = next.account === old.account;
    let { moved } = old;
    if (!updateBalance) moved = same ? old.moved : 0;
    else if (same) {
      const difference = next.account === null ? 0 : next.cents - old.cents;
      this.#move(next.account, difference);
      moved = old.moved + difference;
    } else {
      this.#move(old.account, 0 - old.moved);
      moved = next.account === null ? 0 : next.cents;
      this.#move(next.account, moved);
    }
    this.held = this.held.map((one) => (one.id === old.id ? { ...next, moved } : one));
    return 200;
  }

  delete(ids: readonly number[]): number {
    if (new Set(ids).size < ids.length) return 400;
    for (const one of this.held) if (ids.includes(one.id)) this.#move(one.account, 0 - one.moved);
    this.held = this.held.filter((one) => !ids.includes(one.id));
    return 204;
  }
}

interface Facts {
  readonly date?: string;
  readonly cents?: number;
  readonly payee?: string;
  readonly account?: Account;
  readonly external?: string | null;
  readonly tags?: readonly number[];
}

const wireOf = ({ date, cents, payee, account: owner, external, tags }: Facts): object => ({
  ...(date !== undefined && { date }),
  ...(cents !== undefined && { amount: cents / 100 }),
  ...(payee !== undefined && { payee }),
  ...(owner !== undefined && { manual_account_id: owner }),
  ...(external !== undefined && { external_id: external }),
  ...(tags !== undefined && { tag_ids: tags }),
});

async function run(model: Model, one: Step): Promise<void> {
  if (one.kind === "insert") {
    const expected = model.insert(one.items, one.skipDuplicates);
    const flags = { skip_duplicates: one.skipDuplicates, skip_balance_update: one.skipBalance };
    const { status, body } = await call("POST", "/transactions", {
      transactions: one.items.map(wireOf),
      ...flags,
    });
    expect(status).toBe(expected.status);
    if (status !== 201) return;
    expect(body.transactions).toHaveLength(expected.kept.length);
    for (const [index, kept] of expected.kept.entries())
      model.add(kept, body.transactions[index].id, !one.skipBalance);
    return;
  }
  const old = model.held[one.which % Math.max(1, model.held.length)];
  if (old === undefined) return;
  if (one.kind === "update") {
    const { status } = await call(
      "PUT",
      `/transactions/${old.id}?update_balance=${one.updateBalance}`,
      wireOf(one.change),
    );
    expect(status).toBe(model.update(old, one.change, one.updateBalance));
    return;
  }
  const also = one.also === null ? undefined : model.held[one.also % model.held.length];
  const ids = also === undefined ? [old.id] : [old.id, also.id];
  expect((await call("DELETE", "/transactions", { ids })).status).toBe(model.delete(ids));
}

async function compare(model: Model): Promise<void> {
  const { body } = await get("/transactions?limit=2000");
  const expected = [...model.held].sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
  expect(body.transactions).toMatchObject(
    expected.map((one) => ({ ...wireOf(one), id: one.id, amount: (one.cents / 100).toFixed(4) })),
  );
  expect(body.transactions).toHaveLength(expected.length);
  for (const id of ACCOUNTS)
    expect(Math.round(Number(await balanceOf(id)) * 100)).toBe(model.balances[id]);
}

test("random inserts, updates and deletes leave the service and the model in the same state", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        const model = new Model();
        for (const one of steps) await run(model, one);
        await compare(model);
      })
      .afterEach(reset),
    { numRuns: 60 },
  );
});
