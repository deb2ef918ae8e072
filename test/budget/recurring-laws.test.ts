import { afterEach, describe, expect, test } from "vitest";
import {
  countExpected,
  daysBetween,
  expectedDays,
  isDue,
  findMatches,
  nearestExpected,
  toleranceDays,
  type Found,
  type Schedule,
} from "../../src/budget/recurring/matches.ts";
import { GRANULARITIES } from "../../src/money/cadence.ts";
import { addDays, dayOfInstant, parseDay } from "../../src/money/day.ts";
import { must } from "../../src/platform/assert.ts";
import { callOwn, get, insert, post, type Answer } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

describe("laws of recurring items", () => {
  const start = must(parseDay("2024-01-01"), "a day");
  const cases = Array.from({ length: 300 }, (_, seed) => caseOf(seed + 1));

  test("neighbouring ranges together expect, find and miss the same days as the whole range", () => {
    for (const { schedule, transactions, days, cut, seedLabel } of cases) {
      const [middle, end] = [addDays(start, cut), addDays(start, days)];
      const whole = findMatches(schedule, transactions, start, end);
      const first = findMatches(schedule, transactions, start, middle);
      const second = findMatches(schedule, transactions, addDays(middle, 1), end);

      expect([...first.expected, ...second.expected], seedLabel).toEqual(whole.expected);
      expect([...first.found, ...second.found], seedLabel).toEqual(whole.found);
      expect([...first.missing, ...second.missing], seedLabel).toEqual(whole.missing);
    }
  });

  test("counting expected days gives the same number as listing them", () => {
    for (const { schedule, days, cut, seedLabel } of cases)
      for (const from of [start, addDays(start, cut), addDays(start, -cut)]) {
        const end = addDays(start, days);
        expect(countExpected(schedule, from, end), seedLabel).toBe(
          expectedDays(schedule, from, end).length,
        );
      }
  });

  test("a missing day is expected, and no transaction is nearest to it", () => {
    for (const { schedule, transactions, days, seedLabel } of cases) {
      const { expected, missing } = findMatches(
        schedule,
        transactions,
        start,
        addDays(start, days),
      );
      const nearest = new Set(transactions.map(({ date }) => nearestExpected(schedule, date)));

      expect(missing, seedLabel).toEqual(expected.filter((day) => !nearest.has(day)));
    }
  });

  test("a day is due exactly if one expected day is within the tolerance, and never two", () => {
    for (const { schedule, transactions, seedLabel } of cases) {
      for (const { date } of transactions) {
        const tolerance = toleranceDays(schedule);
        const near = expectedDays(schedule, addDays(date, -tolerance), addDays(date, tolerance));
        const inside =
          (schedule.start_date === null || date >= schedule.start_date) &&
          (schedule.end_date === null || date <= schedule.end_date);

        expect(near.length, seedLabel).toBeLessThanOrEqual(1);
        expect(isDue(schedule, date), `${seedLabel} ${date}`).toBe(inside && near.length === 1);
        if (near[0] !== undefined)
          expect(daysBetween(near[0], date)).toBeLessThanOrEqual(tolerance);
      }
    }
  });

  interface Case {
    readonly schedule: Schedule;
    readonly transactions: readonly Found[];
    readonly days: number;
    readonly cut: number;
    readonly seedLabel: string;
  }

  function caseOf(seed: number): Case {
    const random = randomOf(seed);
    const within = (count: number) => Math.floor(random() * count);
    const granularity = must(GRANULARITIES[within(4)], "a granularity");
    const days = 2 + within(700);
    const schedule: Schedule = {
      granularity,
      quantity: 1 + within(granularity === "year" ? 2 : 5),
      anchor_date: addDays(start, within(1_500) - 700),
      start_date: within(3) === 0 ? addDays(start, within(200)) : null,
      end_date: within(3) === 0 ? addDays(start, 200 + within(500)) : null,
    };
    const transactions = Array.from({ length: within(30) }, (_, index) => ({
      date: addDays(start, within(900) - 100),
      transaction_id: index + 1,
    }));
    return {
      schedule,
      transactions,
      days,
      cut: within(days),
      seedLabel: `seed ${seed}: ${JSON.stringify(schedule)}`,
    };
  }
});

describe("items made before and after their transactions", () => {
  const today = dayOfInstant(Date.now());

  test.each([
    [{ granularity: "month", quantity: 1, anchor_date: addDays(today, -3) }],
    [{ granularity: "month", quantity: 1, anchor_date: "2026-01-31", manual_account_id: 2 }],
    [{ granularity: "week", quantity: 1, anchor_date: addDays(today, -5), payee: null }],
    [
      {
        granularity: "week",
        quantity: 2,
        anchor_date: addDays(today, -90),
        start_date: addDays(today, -300),
        end_date: addDays(today, -20),
      },
    ],
    [{ granularity: "day", quantity: 10, anchor_date: today, currency: "eur" }],
    [{ granularity: "year", quantity: 1, anchor_date: addDays(today, -200) }],
  ])(
    "an item made after its transactions takes the same ones as one made before: %j",
    async (criteria) => {
      const random = randomOf(7);
      const pick = <T>(...values: readonly T[]): T | null =>
        values.at(Math.floor(random() * values.length)) ?? null;
      const transactions = Array.from({ length: 400 }, () => ({
        date: addDays(today, -Math.floor(random() * 690)),
        amount: pick("9.9999", "10", "11.5", "12", "12.0001", "-11"),
        payee: pick("Films", "FILMS", " films ", "Filmes"),
        original_name: pick("films", "OTHER", null),
        currency: pick("usd", "usd", "eur"),
        manual_account_id: pick(1, 2, null),
        status: "unreviewed",
      }));
      const item = {
        transaction_criteria: { payee: "Films", amount_min: "10", amount_max: "12", ...criteria },
        overrides: { notes: "mine" },
      };

      const late = (await insert(transactions)).transactions.map(({ id }: Answer["body"]) => id);
      expect((await callOwn("POST", "/recurring", item)).status).toBe(201);
      const stored = (await get("/transactions?limit=400")).body.transactions;
      const after = late.map((id: number) =>
        pickEffect(stored.find((one: Answer["body"]) => one.id === id)),
      );
      const early = (await post("/transactions", { transactions })).body.transactions.map(
        pickEffect,
      );

      expect(early).toEqual(after);
      expect(early.filter(({ taken }: { taken: boolean }) => taken).length).toBeGreaterThan(0);
      expect(early.filter(({ taken }: { taken: boolean }) => !taken).length).toBeGreaterThan(100);
    },
  );

  const pickEffect = ({ recurring_id, notes, status, payee }: Answer["body"]) => ({
    taken: recurring_id !== null,
    notes,
    status,
    payee,
  });
});

/** mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
