// Goal: the balance of a debt is the amount owed. Debits raise it and credits lower it, in both
// versions, after any insert, change, move or deletion, and after any change of the account's type
// (gaps.md, D27).

import * as fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ACCOUNT_TYPES } from "../../src/budget/accounts/rules.ts";
import { balanceOf, call, del, get, insertOne, post, put } from "./client.ts";
import { done1 } from "./v1/client.ts";
import { at, historyOf } from "./history-client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** Written out, not taken from the code under test. */
const DEBTS: readonly string[] = ["credit", "loan", "other liability"];

async function account(type: string, balance = 0, name = `A ${type}`): Promise<number> {
  const { status, body } = await post("/manual_accounts", { name, type, balance });
  expect(status).toBe(201);
  return body.id;
}

describe("the amount owed on a debt account", () => {
  test.each(["credit", "loan", "other liability"])(
    "the amount owed on a %s rises with a purchase and falls with a payment",
    async (type) => {
      const id = await account(type, 1000);

      await insertOne({ date: "2026-11-01", amount: 300, manual_account_id: id });
      expect(await balanceOf(id)).toBe("1300.0000");
      await insertOne({ date: "2026-11-02", amount: -450.25, manual_account_id: id });
      expect(await balanceOf(id)).toBe("849.7500");
    },
  );

  test.each(ACCOUNT_TYPES.filter((type) => !DEBTS.includes(type)))(
    "the balance of an account of the type %s is not a debt: a debit lowers it",
    async (type) => {
      const id = await account(type, 1000);

      await insertOne({ date: "2026-11-01", amount: 300, manual_account_id: id });
      expect(await balanceOf(id)).toBe("700.0000");
    },
  );

  test("the amount owed becomes negative after an overpayment", async () => {
    const id = await account("credit", 100);

    await insertOne({ date: "2026-11-01", amount: -130, manual_account_id: id });
    expect(await balanceOf(id)).toBe("-30.0000");
  });

  test("the amount owed moves by the difference when a transaction changes, and back when it is deleted", async () => {
    const id = await account("credit", 50);
    const { id: transaction } = await insertOne({
      date: "2026-11-01",
      amount: 20,
      manual_account_id: id,
    });

    await put(`/transactions/${transaction}`, { amount: 35 });
    expect(await balanceOf(id)).toBe("85.0000");
    await del(`/transactions/${transaction}`);
    expect(await balanceOf(id)).toBe("50.0000");
  });

  test("both balances follow a transaction that moves from the bank account to the card", async () => {
    const [bank, card] = [await account("cash", 500), await account("credit", 500)];
    const { id } = await insertOne({ date: "2026-11-01", amount: 40, manual_account_id: bank });

    await put(`/transactions/${id}`, { manual_account_id: card });
    expect([await balanceOf(bank), await balanceOf(card)]).toEqual(["500.0000", "540.0000"]);
  });

  test("splitting and grouping leave the amount owed unchanged", async () => {
    const id = await account("credit", 10);
    const [one, two] = [
      await insertOne({ date: "2026-11-01", amount: 6, manual_account_id: id }),
      await insertOne({ date: "2026-11-01", amount: 4, manual_account_id: id }),
    ];

    expect(
      (
        await post(`/transactions/split/${one.id}`, {
          child_transactions: [{ amount: 2 }, { amount: 4 }],
        })
      ).status,
    ).toBe(201);
    expect(await balanceOf(id)).toBe("20.0000");
    expect((await del(`/transactions/split/${one.id}`)).status).toBe(204);
    const group = await post("/transactions/group", {
      ids: [one.id, two.id],
      date: "2026-11-01",
      payee: "Both",
    });
    expect(group.status).toBe(201);
    expect(await balanceOf(id)).toBe("20.0000");
    expect((await del(`/transactions/group/${group.body.id}`)).status).toBe(204);
    expect(await balanceOf(id)).toBe("20.0000");
  });

  test("version 1 shows the same amount owed", async () => {
    const { id } = await done1("POST", "/assets", {
      type_name: "loan",
      name: "Car",
      balance: 9000,
    });
    await done1("POST", "/transactions", {
      transactions: [{ date: "2026-11-01", amount: 250, payee: "Payment", asset_id: id }],
      debit_as_negative: true,
      skip_balance_update: false,
    });

    const { assets } = await done1("GET", "/assets");
    expect(assets.find((one: { id: number }) => one.id === id).balance).toBe("8750.0000");
    expect(await balanceOf(id)).toBe("8750.0000");
  });

  test("the history of a debt has the amount owed at the end of each month", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    at("2026-09-10T12:00:00Z");
    const id = await account("credit");
    await insertOne({ date: "2026-09-11", amount: 120, manual_account_id: id });
    at("2026-10-05T12:00:00Z");
    await insertOne({ date: "2026-10-05", amount: -20, manual_account_id: id });
    at("2026-11-05T12:00:00Z");

    expect(await historyOf(id)).toEqual([
      "2026-09 120.0000",
      "2026-10 100.0000",
      "2026-11 100.0000 now",
    ]);
  });
});

describe("accounts that become a debt, or stop being one", () => {
  test("an account that changes its type reverses what its transactions moved", async () => {
    const id = await account("cash");
    await insertOne({ date: "2026-11-01", amount: 258.71, manual_account_id: id });
    expect(await balanceOf(id)).toBe("-258.7100");

    expect((await put(`/manual_accounts/${id}`, { type: "credit" })).body.balance).toBe("258.7100");
    expect((await put(`/manual_accounts/${id}`, { type: "loan" })).body.balance).toBe("258.7100");
    expect((await put(`/manual_accounts/${id}`, { type: "cash" })).body.balance).toBe("-258.7100");
  });

  test("an account that changes its type keeps a stated balance, and reverses only later transactions", async () => {
    const id = await account("cash", 900);
    await insertOne({ date: "2026-11-01", amount: 100, manual_account_id: id });
    await put(`/manual_accounts/${id}`, { balance: 1000 });
    await insertOne({ date: "2026-11-02", amount: 30, manual_account_id: id });
    expect(await balanceOf(id)).toBe("970.0000");

    expect((await put(`/manual_accounts/${id}`, { type: "credit" })).body.balance).toBe(
      "1030.0000",
    );
  });

  test("an account that changes its type takes the balance that the same request states", async () => {
    const id = await account("cash");
    await insertOne({ date: "2026-11-01", amount: 5, manual_account_id: id });

    expect(
      (await put(`/manual_accounts/${id}`, { type: "loan", balance: 4000 })).body.balance,
    ).toBe("4000.0000");
  });

  test("an account that changes its type behaves the same in version 1", async () => {
    const id = await account("cash");
    await insertOne({ date: "2026-11-01", amount: 7, manual_account_id: id });

    expect((await done1("PUT", `/assets/${id}`, { type_name: "credit" })).balance).toBe("7.0000");
  });
});

// Random walks over accounts of every type, against arithmetic: what was stated, and the debits that moved it since.

interface Held {
  readonly id: number;
  readonly account: number;
  readonly cents: number;
  readonly moved: number;
}

const version = fc.constantFrom(1 as const, 2 as const);
const place = fc.nat(ACCOUNT_TYPES.length - 1);
const cents = fc.integer({ min: -500, max: 500 });
const which = fc.nat(9);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      version,
      place,
      cents,
      moves: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      version,
      which,
      cents,
      place: fc.option(place),
      moves: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("delete" as const), which }) },
  fc.record({ kind: fc.constant("state" as const), version, place, cents }),
  fc.record({
    kind: fc.constant("retype" as const),
    version,
    place,
    type: fc.constantFrom(...ACCOUNT_TYPES),
  }),
);

interface Kept {
  readonly id: number;
  type: string;
  stated: number;
  debits: number;
}

const shown = ({ type, stated, debits }: Kept) =>
  DEBTS.includes(type) ? stated + debits : stated - debits;

test("balances of every type follow random inserts, changes and deletions in both versions", async () => {
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        const kept: Kept[] = [];
        for (const type of ACCOUNT_TYPES)
          kept.push({ id: await account(type), type, stated: 0, debits: 0 });
        const keptBy = (id: number) => kept.find((one) => one.id === id);
        let held: Held[] = [];
        for (const one of steps) {
          if (one.kind === "insert") {
            const { id } = kept[one.place] ?? { id: 0 };
            const facts = { date: "2026-11-01", amount: one.cents / 100, payee: "P" };
            const answer =
              one.version === 1
                ? (
                    await done1("POST", "/transactions", {
                      transactions: [{ ...facts, asset_id: id }],
                      skip_balance_update: !one.moves,
                    })
                  ).ids[0]
                : (
                    await post("/transactions", {
                      transactions: [{ ...facts, manual_account_id: id }],
                      skip_balance_update: !one.moves,
                    })
                  ).body.transactions[0].id;
            const moved = one.moves ? one.cents : 0;
            held.push({ id: answer, account: id, cents: one.cents, moved });
            const to = keptBy(id);
            if (to !== undefined) to.debits += moved;
          } else if (one.kind === "update" || one.kind === "delete") {
            const old = held[one.which % Math.max(1, held.length)];
            if (old === undefined) continue;
            const from = keptBy(old.account);
            if (from === undefined) continue;
            if (one.kind === "delete") {
              expect((await del(`/transactions/${old.id}`)).status).toBe(204);
              from.debits -= old.moved;
              held = held.filter(({ id }) => id !== old.id);
              continue;
            }
            const to = one.place === null ? from : (kept[one.place] ?? from);
            if (one.version === 1)
              await done1("PUT", `/transactions/${old.id}`, {
                transaction: { amount: one.cents / 100, asset_id: to.id },
                skip_balance_update: !one.moves,
              });
            else
              expect(
                (
                  await call("PUT", `/transactions/${old.id}?update_balance=${one.moves}`, {
                    amount: one.cents / 100,
                    manual_account_id: to.id,
                  })
                ).status,
              ).toBe(200);
            let { moved } = old;
            if (to === from) {
              if (one.moves) {
                moved += one.cents - old.cents;
                from.debits += one.cents - old.cents;
              }
            } else if (one.moves) {
              from.debits -= old.moved;
              to.debits += one.cents;
              moved = one.cents;
            } else moved = 0;
            held = held.map((each) =>
              each.id === old.id ? { ...old, account: to.id, cents: one.cents, moved } : each,
            );
          } else {
            const account = kept[one.place];
            if (account === undefined) continue;
            if (one.kind === "state") {
              if (one.version === 1)
                await done1("PUT", `/assets/${account.id}`, { balance: one.cents / 100 });
              else
                expect(
                  (await put(`/manual_accounts/${account.id}`, { balance: one.cents / 100 }))
                    .status,
                ).toBe(200);
              [account.stated, account.debits] = [one.cents, 0];
            } else {
              if (one.version === 1)
                await done1("PUT", `/assets/${account.id}`, { type_name: one.type });
              else
                expect(
                  (await put(`/manual_accounts/${account.id}`, { type: one.type })).status,
                ).toBe(200);
              account.type = one.type;
            }
          }
        }
        const { body } = await get("/manual_accounts");
        const balances = new Map(
          body.manual_accounts.map((one: { id: number; balance: string }) => [one.id, one.balance]),
        );
        for (const one of kept)
          expect([one.id, one.type, balances.get(one.id)]).toEqual([
            one.id,
            one.type,
            (shown(one) / 100).toFixed(4),
          ]);
        const { assets } = await done1("GET", "/assets");
        for (const one of kept)
          expect(assets.find((asset: { id: number }) => asset.id === one.id).balance).toBe(
            (shown(one) / 100).toFixed(4),
          );
      })
      .afterEach(reset),
    { numRuns: 25 },
  );
});
