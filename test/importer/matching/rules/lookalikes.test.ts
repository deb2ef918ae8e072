import * as fc from "fast-check";
import {
  PENDING_DAYS_BEFORE_MAX,
  PENDING_DAYS_MAX,
  PENDING_REFERENCE_DAYS_MAX,
} from "../../../../src/platform/limits.ts";
import { expect, test } from "vitest";
import { findLookalikes, type Seen } from "../../../../src/importer/matching/rules/lookalikes.ts";
import { settlePending, type Printed } from "../../../../src/importer/matching/rules/pending.ts";
import { overlap, payeeWords } from "../../../../src/importer/matching/rules/likeness.ts";
import { addDays, daysInMonth, parseDay, type Day } from "../../../../src/money/day.ts";
import { units } from "../../../../src/money/money.ts";

const FIRST = parseDay("2026-03-01") ?? addDays("2026-01-01" as Day, daysInMonth(2026, 1));
let nextId = 1;

function seen(on: number, cents: number, text: string, more: Partial<Seen> = {}): Seen {
  return {
    id: nextId++,
    bought: null,
    date: addDays(FIRST, on),
    amount: units(cents * 100),
    currency: "eur",
    payee: text,
    text,
    identified: null,
    printed: true,
    ...more,
  };
}

const certainties = (rows: readonly Seen[], others: readonly Seen[]) =>
  findLookalikes(rows, others).map(({ certain }) => certain);

test("day, amount and text agree: certain; one of them does not: to be asked; two days apart or another amount: nothing", () => {
  const row = seen(5, -350, "Blue Bottle");
  expect(certainties([row], [seen(5, -350, "BLUE  BOTTLE")])).toEqual([true]);
  expect(certainties([row], [seen(5, -350, "BB 42", { payee: "Blue Bottle" })])).toEqual([true]);
  expect(certainties([row], [seen(5, -350, "BB 42")])).toEqual([false]);
  expect(certainties([row], [seen(6, -350, "Blue Bottle")])).toEqual([false]);
  expect(certainties([row], [seen(4, -350, "BB 42")])).toEqual([false]);
  expect(certainties([row], [seen(7, -350, "Blue Bottle")])).toEqual([]);
  expect(certainties([row], [seen(5, 350, "Blue Bottle")])).toEqual([]);
  expect(certainties([row], [seen(5, -350, "Blue Bottle", { currency: "usd" })])).toEqual([]);
});

test("what a person typed, and what the bank gave another id of the same kind, is asked about", () => {
  const row = seen(5, -350, "Blue Bottle", { identified: "csv" });
  expect(certainties([row], [seen(5, -350, "Blue Bottle", { printed: false })])).toEqual([false]);
  expect(certainties([row], [seen(5, -350, "Blue Bottle", { identified: "csv" })])).toEqual([
    false,
  ]);
  expect(certainties([row], [seen(5, -350, "Blue Bottle", { identified: "ofx" })])).toEqual([true]);
});

test("a text may be the other's payee on either side; texts that say nothing agree with nothing; what is no bank's text is asked about", () => {
  const payee = seen(5, -350, "CARD 4711 BB", { payee: "Blue Bottle" });
  expect(certainties([payee], [seen(5, -350, "Blue Bottle")])).toEqual([true]);
  expect(certainties([seen(5, -350, "Blue Bottle")], [payee])).toEqual([true]);
  expect(certainties([seen(5, -350, "")], [seen(5, -350, "")])).toEqual([false]);
  expect(
    certainties([seen(5, -350, "Blue Bottle", { printed: false })], [seen(5, -350, "Blue Bottle")]),
  ).toEqual([false]);
});

test("of three equal rows and two transactions one row looks like nothing; the likest text is taken first", () => {
  const rows = [seen(5, -350, "Coffee"), seen(5, -350, "Coffee"), seen(5, -350, "Coffee")];
  expect(certainties(rows, [seen(5, -350, "Coffee"), seen(5, -350, "Coffee")])).toEqual([
    true,
    true,
  ]);
  const [bakery, cafe] = [seen(5, -350, "Bakery Miller"), seen(5, -350, "Cafe Ritz")];
  const others = [seen(5, -350, "Ritz Cafe Berlin"), seen(5, -350, "Miller 42")];
  expect(
    findLookalikes([bakery, cafe], others)
      .map(({ row, other }) => `${row.text}: ${other.text}`)
      .sort(),
  ).toEqual(["Bakery Miller: Miller 42", "Cafe Ritz: Ritz Cafe Berlin"]);
});

test("whatever there is, no row and no transaction is taken twice, and each fits", () => {
  const any = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 6 }),
      fc.constantFrom(-350, -900),
      fc.constantFrom("Coffee", "Lidl", ""),
    ),
    { maxLength: 14 },
  );
  fc.assert(
    fc.property(any, any, (some, more) => {
      const rows = some.map(([on, cents, text]) => seen(on, cents, text));
      const others = more.map(([on, cents, text]) => seen(on, cents, text));
      const found = findLookalikes(rows, others);
      expect(new Set(found.map(({ row }) => row)).size).toBe(found.length);
      expect(new Set(found.map(({ other }) => other)).size).toBe(found.length);
      for (const { row, other, certain } of found) {
        expect(row.amount).toBe(other.amount);
        if (certain) expect([row.date, row.text]).toEqual([other.date, other.text]);
      }
    }),
  );
});

function printed(
  on: number,
  cents: number,
  text: string,
  reference: string | null = null,
): Printed {
  return {
    id: nextId++,
    date: addDays(FIRST, on),
    amount: units(cents * 100),
    currency: "eur",
    reference,
    text,
  };
}

const settled = (pending: readonly Printed[], rows: readonly Printed[]) =>
  settlePending(pending, rows).map(({ pending: one, row }) => [one.id, row.id]);

test("the bank's own id finds what was posted, with a tip, another text and day", () => {
  const one = printed(5, -2_000, "PENDING CARD", "R1");
  const row = printed(9, -2_400, "TONYS PIZZA", "R1");
  expect(settled([one], [row])).toEqual([[one.id, row.id]]);
  expect(settled([one], [row, { ...row, id: 9_999 }])).toEqual([]);
  expect(settled([one], [{ ...row, amount: units(240_000) }])).toEqual([]);
  expect(settled([one], [{ ...row, date: addDays(FIRST, 5 + 32) }])).toEqual([]);
});

test("without it the amount must be the same; another amount is another transaction", () => {
  const one = printed(5, -2_000, "TONYS PIZZA 42");
  expect(settled([one], [printed(5, -2_400, "TONYS PIZZA 42")])).toEqual([]);
  const [like, unlike] = [printed(8, -2_000, "TONYS PIZZA BERLIN"), printed(7, -2_000, "LIDL")];
  expect(settled([one], [unlike, like])).toEqual([[one.id, like.id]]);
  expect(settled([one], [unlike])).toEqual([[one.id, unlike.id]]);
  expect(settled([one], [printed(5 + 11, -2_000, "TONYS PIZZA 42")])).toEqual([]);
  expect(settled([one], [printed(5 - 4, -2_000, "TONYS PIZZA 42")])).toEqual([]);
});

test("twins are told by their counts; where these differ nothing is guessed", () => {
  const [one, two] = [printed(5, -350, "COFFEE"), printed(6, -350, "COFFEE")];
  const [first, second] = [printed(7, -350, "COFFEE SHOP"), printed(8, -350, "COFFEE SHOP")];
  expect(settled([two, one], [second, first])).toEqual([
    [one.id, first.id],
    [two.id, second.id],
  ]);
  expect(settled([one, two], [first])).toEqual([]);
  expect(settled([one], [first, second])).toEqual([]);
});

test("numbers and single letters are no words; any text with words is wholly like itself", () => {
  expect([...payeeWords("LIDL 0042 * a Berlin")]).toEqual(["LIDL", "BERLIN"]);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      const words = payeeWords(text);
      expect(overlap(words, words)).toBe(words.size === 0 ? 0 : 100);
    }),
  );
});

test("how long a posting takes is bounded on both sides, to the day, with the bank's id and without", () => {
  const [named, plain] = [printed(40, -2_000, "HOTEL", "R1"), printed(40, -2_000, "HOTEL")];
  const found = (one: Printed, on: number) =>
    settled([one], [{ ...one, id: nextId++, date: addDays(FIRST, on) }]).length;
  expect([
    found(named, 40 - PENDING_DAYS_BEFORE_MAX),
    found(named, 40 - PENDING_DAYS_BEFORE_MAX - 1),
  ]).toEqual([1, 0]);
  expect([
    found(named, 40 + PENDING_REFERENCE_DAYS_MAX),
    found(named, 40 + PENDING_REFERENCE_DAYS_MAX + 1),
  ]).toEqual([1, 0]);
  expect([
    found(plain, 40 - PENDING_DAYS_BEFORE_MAX),
    found(plain, 40 - PENDING_DAYS_BEFORE_MAX - 1),
  ]).toEqual([1, 0]);
  expect([found(plain, 40 + PENDING_DAYS_MAX), found(plain, 40 + PENDING_DAYS_MAX + 1)]).toEqual([
    1, 0,
  ]);
});

test("another currency is another transaction, whatever the id or the text", () => {
  const one = printed(5, -2_000, "HOTEL", "R1");
  expect(settled([one], [{ ...one, id: nextId++, currency: "usd" }])).toEqual([]);
  expect(
    settled(
      [{ ...one, reference: null }],
      [{ ...one, id: nextId++, reference: null, currency: "usd" }],
    ),
  ).toEqual([]);
});

test("an id that the bank gave twice pairs nothing, though there are as many rows", () => {
  expect(
    settled(
      [printed(5, -2_000, "HOTEL", "R1"), printed(6, -2_100, "HOTEL", "R1")],
      [printed(7, -2_400, "HOTEL", "R1"), printed(8, -2_500, "HOTEL", "R1")],
    ),
  ).toEqual([]);
});

test("twins are paired in the order of time, whatever their numbers; where one of the pairs does not fit, none is made", () => {
  const [late, early] = [printed(6, -350, "COFFEE"), printed(5, -350, "COFFEE")];
  const [second, first] = [printed(8, -350, "COFFEE"), printed(7, -350, "COFFEE")];
  expect(settled([late, early], [second, first])).toEqual([
    [early.id, first.id],
    [late.id, second.id],
  ]);
  const three = [1, 1, 14].map((on) => printed(on, -350, "COFFEE"));
  const rows = [1 + PENDING_DAYS_MAX, 2 + PENDING_DAYS_MAX, 20].map((on) =>
    printed(on, -350, "COFFEE"),
  );
  expect(settled(three, rows)).toEqual([]);
});

test("a short text is like a long one that says the same and more", () => {
  expect(overlap(payeeWords("LIDL"), payeeWords("LIDL GROCERIES BERLIN MITTE"))).toBe(100);
  const [one, row] = [
    printed(5, -2_000, "LIDL"),
    printed(7, -2_000, "LIDL GROCERIES BERLIN MITTE"),
  ];
  expect(settled([one], [printed(7, -2_000, "ALDI"), row])).toEqual([[one.id, row.id]]);
});
