// The comparison of an account with a statement: figures by arithmetic, in 1/10,000 units.

import { expect, test } from "vitest";
import { parseDay, type Day } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { describeHeld, parseHeld, printDifference } from "../../../src/pages/accounts/figures.ts";
import { readReconcile } from "../../../src/pages/accounts/read-reconcile.ts";
import type { One } from "../../../src/pages/accounts/read-one.ts";
import { toMark } from "../../../src/pages/accounts/marks.ts";
import {
  compareBalance,
  type Cause,
  type Entry,
  type Known,
  type Stated,
} from "../../../src/pages/accounts/reconcile.ts";
import { documentedWays } from "../transactions/ways.ts";

const dayOf = (text: string): Day => must(parseDay(text), "it is a day");
const cents = (amount: number) => Math.round(amount * 10_000);
let last = 0;
const entry = (day: string, amount: number, payee = `payee ${(last += 1)}`): Entry => ({
  id: (last += 1),
  day: dayOf(day),
  effect: cents(amount),
  payee,
});
const stated = (first: string, day: string, opening: number | null, balance: number): Stated => ({
  first_day: dayOf(first),
  day: dayOf(day),
  balance: cents(balance),
  opening: opening === null ? null : cents(opening),
  import: "1",
  document: "statement.csv",
});

const ENTRIES = [
  entry("2026-11-02", -40),
  entry("2026-10-20", -31.2, "Corner Café"),
  entry("2026-10-05", 2000, "Salary"),
  entry("2026-09-15", -100),
];
/** 1,000 before the first transaction. */
const KNOWN: Known = {
  balance: cents(2828.8),
  entries: ENTRIES,
  since: dayOf("1970-01-01"),
  isWhole: true,
  stated: [],
};
const compare = (known: Partial<Known>, day: string, balance: number) =>
  compareBalance({ ...KNOWN, ...known }, { day: dayOf(day), balance: cents(balance) });
const kinds = (causes: readonly Cause[]) => causes.map(({ is }) => is);

test("the start plus money in minus money out is the end of the day, without later transactions", () => {
  const found = compare({}, "2026-10-31", 2868.8);

  expect(found).toMatchObject({
    from: "2026-09-15",
    start: cents(1000),
    in: cents(2000),
    out: cents(131.2),
    end: cents(2868.8),
    difference: 0,
    later: 1,
    causes: [],
  });
  expect(found.start + found.in - found.out).toBe(found.end);
});

test("the computation begins after the last statement that agreed", () => {
  const known = {
    stated: [
      stated("2026-10-01", "2026-10-31", 900, 2868.8),
      stated("2026-09-01", "2026-09-30", 1000, 900),
    ],
  };

  expect(compare(known, "2026-10-31", 2868.8)).toMatchObject({
    from: "2026-10-01",
    start: cents(900),
    out: cents(31.2),
    agreed: { day: "2026-09-30" },
  });
});

test("a statement counts as agreed only if every transaction after its day was read", () => {
  const known = {
    // October and later: enough for the statement of September, not for that of August.
    entries: ENTRIES.filter(({ day }) => day >= "2026-10-01"),
    since: dayOf("2026-10-01"),
    stated: [
      stated("2026-10-01", "2026-10-31", 900, 2868.8),
      stated("2026-09-01", "2026-09-30", 1000, 900),
    ],
  };
  // With the transaction of September unread, the balance at the end of August would seem to be 900.
  const older = { ...known, stated: [stated("2026-08-01", "2026-08-31", 900, 900)] };

  expect(compare(known, "2026-10-31", 2868.8).agreed?.day).toBe("2026-09-30");
  expect(compare(older, "2026-10-31", 2868.8).agreed).toBeNull();
});

test("a month that agrees as the months before it did is compared without older transactions", async () => {
  const asked: string[] = [];
  const service = async (path: string) => {
    asked.push(new URL(path, "http://service").searchParams.get("start_date") ?? "");
    const since = asked.at(-1) ?? "";
    const transactions = ENTRIES.filter(({ day }) => day >= since).map(({ id, day, effect }) => ({
      id,
      date: day,
      amount: (-effect / 10_000).toFixed(4),
      currency: "eur",
      payee: "payee",
    }));
    return Response.json({ transactions, has_more: false });
  };
  const account = { id: 7, name: "Checking", type: "cash", currency: "eur", balance: "2828.80" };
  const months = [
    stated("2026-10-01", "2026-10-31", 900, 2868.8),
    stated("2026-09-01", "2026-09-30", 1000, 900),
    stated("2026-08-01", "2026-08-31", 1000, 1000),
  ];
  const read = (balance: string) =>
    readReconcile(
      { ...documentedWays(2_000), service },
      { one: { kind: "manual", account } as unknown as One, primary: "eur", stated: months },
      { day: "2026-10-31", balance },
      dayOf("2026-11-22"),
    );

  expect((await read("2868.80")).comparison).toMatchObject({
    difference: 0,
    agreed: { day: "2026-09-30" },
  });
  expect(asked).toEqual(["2026-09-01"]);
  expect((await read("2868.70")).comparison).toMatchObject({ difference: cents(-0.1) });
  expect(asked).toHaveLength(3);
});

test("a difference names a transaction of its amount, of half of it, one twice, and one just after", () => {
  // The statement has 31.20 more: an expense of 31.20 may not be on it.
  const extra = compare({}, "2026-10-31", 2868.8 + 31.2);
  // It has 62.40 more: the expense may have been money in.
  const reversed = compare({}, "2026-10-31", 2868.8 + 62.4);
  // It has 40 less: the 40 of two days later may be on it already.
  const later = compare({}, "2026-10-31", 2868.8 - 40);
  const twice = compare(
    { entries: [...ENTRIES, entry("2026-10-22", -31.2, "corner café ")], balance: cents(2797.6) },
    "2026-10-31",
    2868.8,
  );

  expect(extra.causes).toEqual([{ is: "extra", entry: ENTRIES[1] }]);
  expect(reversed.causes).toEqual([{ is: "reversed", entry: ENTRIES[1] }]);
  expect(later.causes).toEqual([{ is: "later", entry: ENTRIES[0] }]);
  expect(kinds(twice.causes)).toEqual(["twice"]);
  expect(twice.difference).toBe(cents(31.2));
});

test("a difference names the statement that differed before, days that no file covers, and what came before the first", () => {
  const known = {
    stated: [
      stated("2026-10-04", "2026-10-31", 950, 2899),
      stated("2026-09-20", "2026-09-30", 1000, 930),
    ],
  };
  const { causes } = compare(known, "2026-10-31", 2899);

  // 930 stated against 900 counted; 20 more between 1 and 3 October; the 100 of 15 September.
  expect(causes).toMatchObject([
    { is: "earlier", difference: cents(30), stated: { day: "2026-09-30" } },
    { is: "gap", from: "2026-10-01", to: "2026-10-03", amount: cents(20) },
    { is: "before", first: "2026-09-20", count: 1, sum: cents(-100) },
  ]);
});

test("figures of a debt are the amount owed, and are read as they are typed", () => {
  const card = { type: "credit", currency: "usd" };
  const cash = { type: "cash", currency: "usd" };

  expect(describeHeld(card, cents(-370))).toBe("370.00 USD owed");
  expect(describeHeld(card, cents(10))).toBe("10.00 USD paid ahead");
  expect(printDifference(card, cents(30))).toBe("−30.00");
  expect(printDifference(cash, cents(-31.2))).toBe("−31.20");
  expect(parseHeld("credit", "1,234.50")).toBe(cents(-1234.5));
  expect(parseHeld("cash", "−31,20")).toBe(cents(-31.2));
  expect(parseHeld("cash", "much")).toBeNull();
});

test("the list marks an account as agreeing, differing or old, in words", () => {
  const account = { id: 3, type: "cash", currency: "usd" };
  const last = stated("2026-10-01", "2026-10-31", null, 100);

  expect(toMark(account, last, 0, dayOf("2026-11-05"))).toEqual({
    is: "agrees",
    words: "agrees on 31 Oct 2026",
    href: "/accounts/manual/3?date=2026-10-31&balance=100.00#reconcile",
  });
  expect(toMark(account, last, cents(-31.2), dayOf("2026-11-05"))).toMatchObject({
    is: "differs",
    words: "differs by −31.20 on 31 Oct 2026",
  });
  // 31 October and 36 days.
  expect(toMark(account, last, 0, dayOf("2026-12-06"))).toMatchObject({ is: "old" });
});
