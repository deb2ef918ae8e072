import * as fc from "fast-check";
import { TRANSFER_RIVALS_MAX } from "../../../../src/platform/limits.ts";
import { expect, test } from "vitest";
import { factAmount, type Leg } from "../../../../src/importer/matching/rules/relation.ts";
import {
  findTransfers,
  type OwnAccounts,
} from "../../../../src/importer/matching/rules/transfers.ts";
import { weekdaysBetween } from "../../../../src/importer/matching/rules/likeness.ts";
import type { Currency } from "../../../../src/money/currency.ts";
import { addDays, parseDay, type Day } from "../../../../src/money/day.ts";
import { units } from "../../../../src/money/money.ts";

const OWN: OwnAccounts = {
  labels: new Map([["DE02120300000000202051", 2]]),
  names: new Map([
    [1, "Checking"],
    [2, "Savings"],
    [3, "Card"],
  ]),
};

const day = (text: string): Day => parseDay(text) ?? addDays("2026-01-01" as Day, 0);
let nextId = 1;

/** `cents`: positive is a debit. 2026-03-02 is a Monday. */
function leg(account: number, on: string, cents: number, more: Partial<Leg> = {}): Leg {
  const plain = {
    currency: "eur" as Currency,
    payee: "",
    external_id: null,
    counterparty: null,
    fee: null,
    rate: null,
    original: null,
  };
  return { id: nextId++, account, date: day(on), amount: units(cents * 100), ...plain, ...more };
}

const pairs = (legs: readonly Leg[], own = OWN) =>
  findTransfers(legs, own).map(({ debit, credit }) => [debit.id, credit.id]);

test("weekdays are counted, weekends are not", () => {
  const count = (one: string, other: string) => weekdaysBetween(day(one), day(other));
  expect(count("2026-03-02", "2026-03-02")).toBe(0);
  expect(count("2026-03-06", "2026-03-09")).toBe(1);
  expect(count("2026-03-06", "2026-03-08")).toBe(0);
  expect(count("2026-03-02", "2026-03-06")).toBe(4);
  expect(count("2026-03-05", "2026-03-11")).toBe(4);
  expect(count("2026-03-05", "2026-03-12")).toBe(5);
  expect(count("1969-12-31", "1970-01-02")).toBe(2);
});

test("weekdays between two days are the same either way, and as many as a calendar shows", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -20_000, max: 40_000 }),
      fc.integer({ min: 0, max: 40 }),
      (from, length) => {
        const start = addDays(day("1970-01-01"), from);
        // The first of January 1970 was a Thursday.
        const wanted = Array.from(
          { length },
          (_, index) => (((from + index + 1 + 3) % 7) + 7) % 7,
        ).filter((weekday) => weekday < 5).length;
        expect(weekdaysBetween(start, addDays(start, length))).toBe(wanted);
        expect(weekdaysBetween(addDays(start, length), start)).toBe(wanted);
      },
    ),
  );
});

test("equal amounts of two accounts within four weekdays are a transfer; a day further, of one account, or both out, they are none", () => {
  const out = leg(1, "2026-03-05", 50_000);
  expect(pairs([out, leg(2, "2026-03-11", -50_000)])).toHaveLength(1);
  expect(pairs([out, leg(2, "2026-03-12", -50_000)])).toEqual([]);
  expect(pairs([out, leg(1, "2026-03-05", -50_000)])).toEqual([]);
  expect(pairs([out, leg(2, "2026-03-05", 50_000)])).toEqual([]);
  expect(pairs([out, leg(2, "2026-03-05", -50_001)])).toEqual([]);
  expect(pairs([out, leg(2, "2026-03-05", -50_000, { currency: "usd" })])).toEqual([]);
  expect(pairs([leg(1, "2026-03-05", 0), leg(2, "2026-03-05", 0)])).toEqual([]);
});

test("a rival in a third account makes nothing of both, unless the account printed with it tells", () => {
  const out = leg(1, "2026-03-05", 50_000);
  const [savings, card] = [leg(2, "2026-03-06", -50_000), leg(3, "2026-03-09", -50_000)];
  expect(pairs([out, savings, card])).toEqual([]);
  expect(pairs([{ ...out, counterparty: "DE02120300000000202051" }, savings, card])).toEqual([
    [out.id, savings.id],
  ]);
  expect(pairs([{ ...out, counterparty: "DE89370400440532013000" }, savings])).toEqual([]);
  expect(
    findTransfers([{ ...out, counterparty: "DE02120300000000202051" }, savings], OWN)[0]?.evidence,
  ).toContain("The account printed with it is Savings.");
});

test("equal transfers are paired by their counts, the nearest with each other; one too many pairs none", () => {
  const [one, two] = [leg(1, "2026-03-02", 1_000), leg(1, "2026-03-03", 1_000)];
  const [first, second] = [leg(2, "2026-03-04", -1_000), leg(2, "2026-03-05", -1_000)];
  expect(pairs([two, second, one, first])).toEqual([
    [two.id, first.id],
    [one.id, second.id],
  ]);
  const [early, late] = [leg(1, "2026-03-02", 1_000), leg(2, "2026-03-02", -1_000)];
  expect(pairs([late, early, one, leg(2, "2026-03-02", -1_000)])).toEqual([
    [one.id, late.id],
    [early.id, nextId - 1],
  ]);
  expect(pairs([one, two, first])).toEqual([]);
});

test("a transfer every week is paired week by week, though the next one is near as well", () => {
  const weeks = Array.from({ length: 20 }, (_, week) => addDays(day("2026-03-02"), 7 * week));
  const legs = weeks.flatMap((monday) => [
    leg(1, monday, 5_000),
    leg(2, addDays(monday, 1), -5_000),
  ]);
  expect(findTransfers(legs, OWN).map(({ debit, credit }) => [debit.date, credit.date])).toEqual(
    weeks.map((monday) => [monday, addDays(monday, 1)]),
  );
});

test("a fee or a rate printed with one side makes them one to the last digit, and nothing else does", () => {
  const out = leg(1, "2026-03-05", 50_000);
  const kinds = (legs: readonly Leg[]) => findTransfers(legs, OWN).map(({ kind }) => kind);
  expect(kinds([{ ...out, fee: factAmount("1.50") }, leg(2, "2026-03-05", -49_850)])).toEqual([
    "fee",
  ]);
  expect(kinds([out, leg(2, "2026-03-05", -49_850, { fee: factAmount("-1,50") })])).toEqual([
    "fee",
  ]);
  expect(kinds([out, leg(2, "2026-03-05", -49_850)])).toEqual([]);
  expect(kinds([{ ...out, fee: factAmount("1.50") }, leg(2, "2026-03-05", -49_851)])).toEqual([]);
  const dollars = (cents: number, more: Partial<Leg> = {}) =>
    leg(2, "2026-03-06", cents, { currency: "usd", ...more });
  expect(
    kinds([out, dollars(-54_321, { original: { amount: units(5_000_000), currency: "eur" } })]),
  ).toEqual(["rate"]);
  expect(kinds([{ ...out, rate: "1.08642" }, dollars(-54_321)])).toEqual(["rate"]);
  expect(kinds([out, dollars(-54_321, { rate: "0.920455" })])).toEqual(["rate"]);
  expect(kinds([{ ...out, rate: "1.08642" }, dollars(-54_322)])).toEqual([]);
  expect(kinds([{ ...out, rate: "1.1" }, dollars(-55_000)])).toEqual([]);
  expect(kinds([{ ...out, rate: "1e9" }, dollars(-54_321)])).toEqual([]);
});

test("whatever the transactions: no one is in two pairs, both sides fit, and their order does not matter", () => {
  const any = fc.array(
    fc.record({
      account: fc.integer({ min: 1, max: 3 }),
      on: fc.integer({ min: 0, max: 20 }),
      cents: fc.constantFrom(1_000, -1_000, 2_000, -2_000),
    }),
    { maxLength: 16 },
  );
  fc.assert(
    fc.property(any, (all) => {
      const legs = all.map(({ account, on, cents }) =>
        leg(account, addDays(day("2026-03-02"), on), cents),
      );
      const found = findTransfers(legs, OWN);
      const sides = found.flatMap(({ debit, credit }) => [debit.id, credit.id]);
      expect(new Set(sides).size).toBe(sides.length);
      for (const { debit, credit } of found) {
        expect(debit.account).not.toBe(credit.account);
        expect(debit.amount + credit.amount).toBe(0);
        expect(weekdaysBetween(debit.date, credit.date)).toBeLessThanOrEqual(4);
        const near = (one: Leg) =>
          legs.filter(
            (other) =>
              other.amount === 0 - one.amount &&
              other.account !== one.account &&
              weekdaysBetween(one.date, other.date) <= 4,
          );
        expect(new Set(near(debit).map((other) => other.account)).size).toBe(1);
        expect(new Set(near(credit).map((other) => other.account)).size).toBe(1);
      }
      const sorted = (list: readonly (readonly number[])[]) => list.map(String).sort();
      expect(sorted(pairs([...legs].reverse()))).toEqual(
        sorted(found.map(({ debit, credit }) => [debit.id, credit.id])),
      );
    }),
    { numRuns: 500 },
  );
});

test("as many equal amounts as nobody could tell apart are no transfers, and take no time", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      leg(1 + (index % 2), "2026-03-02", (index % 2 === 0 ? 1 : -1) * 500),
    );
  expect(findTransfers(many(2 * TRANSFER_RIVALS_MAX), OWN)).toHaveLength(TRANSFER_RIVALS_MAX);
  expect(findTransfers(many(2 * TRANSFER_RIVALS_MAX + 2), OWN)).toEqual([]);
  expect(findTransfers(many(20_000), OWN)).toEqual([]);
}, 5_000);

test("equal transfers as far apart as each other are paired in the order of time, whatever their numbers", () => {
  const [wednesday, monday] = [leg(1, "2026-03-04", 1_000), leg(1, "2026-03-02", 1_000)];
  const [one, two] = [leg(2, "2026-03-03", -1_000), leg(2, "2026-03-03", -1_000)];
  expect(pairs([wednesday, monday, one, two])).toEqual([
    [monday.id, one.id],
    [wednesday.id, two.id],
  ]);
});

test("the account printed with the credit tells as much as the one printed with the debit", () => {
  const mine = "DE02120300000000202051";
  const credit = leg(1, "2026-03-05", -50_000, { counterparty: mine });
  const [savings, card] = [leg(2, "2026-03-05", 50_000), leg(3, "2026-03-05", 50_000)];
  expect(pairs([card, credit])).toEqual([]);
  expect(pairs([savings, card, credit])).toEqual([[savings.id, credit.id]]);
  expect(pairs([{ ...card, counterparty: mine }, credit])).toEqual([]);
});

test("an IBAN that nobody knows tells nothing of an account whose own is not known", () => {
  expect(
    pairs([
      leg(1, "2026-03-05", 50_000, { counterparty: "DE89370400440532013000" }),
      leg(3, "2026-03-05", -50_000),
    ]),
  ).toHaveLength(1);
});

test("what a rate makes is rounded to the other currency's smallest coin, half up", () => {
  const count = (debit: Leg, credit: Leg) => findTransfers([debit, credit], OWN).length;
  const small = leg(1, "2026-03-05", 3_333, { rate: "1.2345" });
  expect(count(small, leg(2, "2026-03-05", -4_115, { currency: "usd" }))).toBe(1);
  expect(count(small, leg(2, "2026-03-05", -4_114, { currency: "usd" }))).toBe(0);
  const yen = leg(1, "2026-03-05", 10_000, { rate: "162.345" });
  expect(count(yen, leg(2, "2026-03-05", -1_623_500, { currency: "jpy" }))).toBe(1);
  expect(count(yen, leg(2, "2026-03-05", -1_623_450, { currency: "jpy" }))).toBe(0);
});

test("the original amount printed with either side is the other's, in its own currency only", () => {
  const dollars = leg(2, "2026-03-06", -54_321, { currency: "usd" });
  const out = leg(1, "2026-03-05", 50_000, {
    original: { amount: units(5_432_100), currency: "usd" },
  });
  expect(findTransfers([out, dollars], OWN)[0]?.evidence[0]).toContain(
    "which is the original amount printed with the other side",
  );
  const pounds = { ...out, original: { amount: units(5_432_100), currency: "gbp" } };
  expect(pairs([pounds, dollars])).toEqual([]);
  expect(findTransfers([{ ...pounds, rate: "1.08642" }, dollars], OWN)[0]?.evidence[0]).toContain(
    "the rate of 1.08642",
  );
});

test("more cannot come in than went out: a fee makes amounts smaller, never larger", () => {
  expect(
    pairs([leg(1, "2026-03-05", 50_000, { fee: units(-15_000) }), leg(2, "2026-03-05", -50_150)]),
  ).toEqual([]);
  expect(
    pairs([leg(1, "2026-03-05", 50_000, { fee: units(15_000) }), leg(2, "2026-03-05", -50_150)]),
  ).toEqual([]);
});

test("the pairs of some transactions are the same whether or not all others are searched too", () => {
  const arbitrary = fc.record({
    account: fc.integer({ min: 1, max: 3 }),
    days: fc.integer({ min: 0, max: 20 }),
    cents: fc.constantFrom(-300, -200, -100, 100, 200, 300),
    currency: fc.constantFrom("eur" as Currency, "usd" as Currency),
    fee: fc.constantFrom(null, units(10_000)),
    original: fc.constantFrom(null, { amount: units(20_000), currency: "usd" }),
    mine: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(arbitrary, { maxLength: 40 }), (drawn) => {
      const some = new Set<Leg>();
      const legs = drawn.map(({ account, days, cents, mine, ...more }) => {
        const one = leg(account, addDays(day("2026-03-02"), days), cents, more);
        if (mine) some.add(one);
        return one;
      });
      const isMine = (one: Leg) => some.has(one);

      const found = findTransfers(legs, OWN, isMine);

      const key = ({ debit, credit, kind }: (typeof found)[number]) =>
        `${debit.id} ${credit.id} ${kind}`;
      const all = findTransfers(legs, OWN).filter(
        ({ debit, credit }) => isMine(debit) || isMine(credit),
      );
      expect(found.map(key).sort()).toEqual(all.map(key).sort());
    }),
    { numRuns: 500 },
  );
});
