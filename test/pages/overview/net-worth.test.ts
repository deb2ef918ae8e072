// The overview's sums of accounts and history, as the service answers them.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listLines, roundToUnits, type Accounts } from "../../../src/pages/overview/lines.ts";
import { netWorth } from "../../../src/pages/overview/net-worth.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseMonth, type Month } from "../../../src/money/month.ts";

const monthOf = (text: string): Month => must(parseMonth(text), text);
const [SEP, NOV] = [monthOf("2026-09"), monthOf("2026-11")];
const EMPTY: Accounts = {
  primary: "usd",
  manual: [],
  linked: [],
  cryptoManual: [],
  cryptoSynced: [],
  history: [],
};

const manual = (id: number, balance: string, more: Partial<Accounts["manual"][number]> = {}) => ({
  id,
  name: `Account ${id}`,
  type: "cash",
  balance,
  currency: "usd",
  to_base: Number(balance),
  ...more,
});
const entry = (month: string, balance: string, more: object = {}) => ({
  type: "historical" as const,
  month,
  balance,
  currency: "usd",
  to_base: Number(balance),
  crypto_balance: null,
  ...more,
});
const ofManual = (id: number, ...balances: ReturnType<typeof entry>[]) => ({
  source: { type: "manual" as const, manual_account_id: id },
  balances,
});
const worthOf = (accounts: Partial<Accounts>) =>
  netWorth(listLines({ ...EMPTY, ...accounts }), SEP, NOV);
const sums = (worth: ReturnType<typeof worthOf>) =>
  worth.months.map((one) => [
    one.month,
    one.sums === null ? one.unknown : `${one.sums.has} ${one.sums.owes}`,
  ]);

describe("net worth", () => {
  test("net worth subtracts debts, in each month as it was", () => {
    const accounts = [manual(1, "100.5"), manual(2, "40", { type: "credit" })];
    const history = [
      ofManual(1, entry("2026-09", "10"), entry("2026-10", "20")),
      ofManual(2, entry("2026-10", "5")),
    ];

    expect(sums(worthOf({ manual: accounts, history }))).toEqual([
      ["2026-09", "100000 0"],
      ["2026-10", "200000 -50000"],
      ["2026-11", "1005000 -400000"],
    ]);
  });

  test("an account whose first known balance is later than the first month is named with its first month", () => {
    const accounts = [manual(1, "100"), manual(2, "40", { type: "credit" }), manual(3, "7")];
    const history = [
      ofManual(1, entry("2026-09", "10"), entry("2026-10", "20")),
      ofManual(2, entry("2026-10", "5")),
    ];

    expect(worthOf({ manual: accounts, history }).joined).toEqual([
      { name: "Account 3", first: "2026-11" },
      { name: "Account 2", first: "2026-10" },
    ]);
    expect(worthOf({ manual: accounts }).joined).toEqual([]);
  });

  test("a month knows what the accounts that are counted only later are worth now", () => {
    const accounts = [manual(1, "100"), manual(2, "40", { type: "credit" }), manual(3, "7")];
    const history = [
      ofManual(1, entry("2026-09", "10"), entry("2026-10", "20")),
      ofManual(2, entry("2026-10", "5")),
    ];

    expect(worthOf({ manual: accounts, history }).months.map((one) => one.joinedLater)).toEqual([
      -330_000n,
      70_000n,
      0n,
    ]);
  });

  test("a month has no net worth if an account's balance is missing between two known ones, which is named", () => {
    const history = [ofManual(1, entry("2026-09", "10"))];

    expect(sums(worthOf({ manual: [manual(1, "3")], history }))).toEqual([
      ["2026-09", "100000 0"],
      ["2026-10", ["Account 1"]],
      ["2026-11", "30000 0"],
    ]);
  });

  test.each([
    [
      "an account in a currency without a rate",
      { manual: [manual(1, "9"), manual(2, "50", { currency: "xof", to_base: 0 })] },
    ],
    [
      "a coin without a price",
      {
        manual: [manual(1, "9")],
        cryptoManual: [{ id: 2, name: "Account 2", balance: "1.5", symbol: "odd", to_base: null }],
      },
    ],
    ["an amount that cannot be read", { manual: [manual(1, "9"), manual(2, "1e30")] }],
  ])("net worth leaves %s out of every month and names it", (_, accounts) => {
    const worth = worthOf(accounts);

    expect(worth.leftOut.map(({ name }) => name)).toEqual(["Account 2"]);
    expect(sums(worth)).toEqual([["2026-11", "90000 0"]]);
  });

  test("a month in which a counted account had no rate has no net worth", () => {
    const history = [ofManual(2, entry("2026-10", "600", { currency: "xof", to_base: 0 }))];
    const accounts = [manual(2, "655.957", { currency: "xof", to_base: 1.0853 })];

    expect(sums(worthOf({ manual: accounts, history }))).toEqual([
      ["2026-10", ["Account 2"]],
      // To the cent, so that a sum is that of the figures beside it.
      ["2026-11", "10900 0"],
    ]);
  });

  test("an empty account in a currency without a rate is worth zero, and known", () => {
    expect(
      worthOf({ manual: [manual(1, "0.0000", { currency: "xof", to_base: 0 })] }).leftOut,
    ).toEqual([]);
  });

  test("net worth counts a closed or deleted account up to its last month", () => {
    const deleted = {
      source: {
        type: "deleted" as const,
        deleted_account_id: 7,
        account_type: "loan",
        symbol: null,
      },
      balances: [entry("2026-09", "30")],
    };
    const history = [ofManual(1, entry("2026-10", "8")), deleted];

    expect(sums(worthOf({ manual: [manual(1, "8", { status: "closed" })], history }))).toEqual([
      ["2026-09", "0 -300000"],
      ["2026-10", "80000 0"],
      ["2026-11", "0 0"],
    ]);
  });

  test("net worth counts a coin by its value at the time", () => {
    const coin = { name: "ETH", symbol: "eth", balance: "2.000000000000000000", to_base: 5000.129 };
    const cryptoSynced = [{ id: 3, provider: "ethereum", status: "active", balances: [coin] }];
    const then = entry("2026-10", "900", { crypto_balance: "1" });
    const unpriced = entry("2026-09", "0", { crypto_balance: "1" });
    const history = [
      {
        source: { type: "crypto_synced" as const, crypto_synced_id: 3, symbol: "eth" },
        balances: [unpriced, then],
      },
    ];

    expect(sums(worthOf({ cryptoSynced, history }))).toEqual([
      ["2026-09", ["Ethereum wallet: ETH"]],
      ["2026-10", "9000000 0"],
      ["2026-11", "50001300 0"],
    ]);
  });

  test("net worth is the sum of its accounts, even beyond the range of one amount", () => {
    const amount = fc.integer({ min: -(2 ** 50), max: 2 ** 50 });
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 30 }), (amounts) => {
        const accounts = amounts.map((one, at) =>
          manual(
            at + 1,
            `${one < 0 ? "-" : ""}${Math.floor(Math.abs(one) / 10_000)}.${String(Math.abs(one) % 10_000).padStart(4, "0")}`,
          ),
        );
        const last = worthOf({ manual: accounts }).months.at(-1)?.sums;

        expect(last === null || last === undefined ? null : last.has + last.owes).toBe(
          amounts.reduce((sum, one) => sum + BigInt(one), 0n),
        );
      }),
      { numRuns: 50 },
    );
  });
});

test.each([
  ["1.23456", 12_346],
  ["-1.23454", -12_345],
  ["0.99995", 10_000],
  ["12", 120_000],
  ["1e3", null],
  ["", null],
  ["9999999999999.99", null],
])("the amount %s is read as %s units", (text, units) => {
  expect(roundToUnits(text)).toBe(units);
});
