import { describe, expect, test } from "vitest";
import { detect, type Occurrence } from "../../src/budget/recurring/detect.ts";
import { daysBetween, nearestExpected } from "../../src/budget/recurring/matches.ts";
import { must } from "../../src/platform/assert.ts";
import { occurrence, type Cadence } from "../../src/money/cadence.ts";
import { addDays, parseDay, type Day } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";

const day = (text: string): Day => must(parseDay(text), text);
const TODAY = day("2026-11-21");

/** Occurrences as "2026-11-01 12.50" in whole cents. */
const series = (...lines: string[]): Occurrence[] =>
  lines.map((line) => {
    const [date = "", amount = "0"] = line.split(" ");
    return { date: day(date), amount: units(Math.round(Number(amount) * 10_000)) };
  });
const on = (amount: string, ...dates: string[]) =>
  series(...dates.map((date) => `${date} ${amount}`));
const found = (occurrences: readonly Occurrence[], today = TODAY) => detect(occurrences, today);

describe("detected recurring payments", () => {
  test("a salary on the 25th is found although it is paid on the Friday before a weekend", () => {
    // 2026-07-25 and 2026-10-25 are a Saturday and a Sunday.
    const salary = on(
      "-2450",
      "2026-06-25",
      "2026-07-24",
      "2026-08-25",
      "2026-09-25",
      "2026-10-23",
    );
    expect(found(salary)).toEqual([
      {
        granularity: "month",
        quantity: 1,
        anchor_date: "2026-09-25",
        amount: -24_500_000,
        amount_max: null,
        seen: 5,
      },
    ]);
  });

  test("a rent at the end of the month is found on the 31st", () => {
    const rent = on(
      "900",
      "2026-05-31",
      "2026-06-30",
      "2026-07-31",
      "2026-08-31",
      "2026-09-30",
      "2026-10-31",
    );
    expect(found(rent)).toMatchObject([
      { granularity: "month", quantity: 1, anchor_date: "2026-10-31", seen: 6 },
    ]);
  });

  test("a subscription whose price rose is found with both prices as its bounds", () => {
    const subscription = series(
      "2026-07-03 9.99",
      "2026-08-03 9.99",
      "2026-09-03 9.99",
      "2026-10-03 12.99",
      "2026-11-03 12.99",
    );
    expect(found(subscription)).toMatchObject([
      { granularity: "month", quantity: 1, amount: 99_900, amount_max: 129_900 },
    ]);
  });

  test("a weekly class is found", () => {
    expect(found(on("15", "2026-10-27", "2026-11-03", "2026-11-10", "2026-11-17"))).toMatchObject([
      { granularity: "week", quantity: 1, seen: 4 },
    ]);
  });

  test("wages every two weeks are found, although one is a day late", () => {
    const wages = on(
      "-1100",
      "2026-09-11",
      "2026-09-25",
      "2026-10-09",
      "2026-10-24",
      "2026-11-06",
      "2026-11-20",
    );
    expect(found(wages)).toMatchObject([{ granularity: "week", quantity: 2, seen: 6 }]);
  });

  test("a payment every four weeks is not found as monthly", () => {
    const pension = on(
      "-800",
      "2026-06-04",
      "2026-07-02",
      "2026-07-30",
      "2026-08-27",
      "2026-09-24",
      "2026-10-22",
      "2026-11-19",
    );
    expect(found(pension)).toMatchObject([{ granularity: "week", quantity: 4 }]);
  });

  test.each([
    [2, ["2026-05-10", "2026-07-10", "2026-09-10", "2026-11-10"]],
    [3, ["2026-02-15", "2026-05-15", "2026-08-15", "2026-11-15"]],
    [4, ["2026-03-01", "2026-07-01", "2026-11-01"]],
    [6, ["2025-11-01", "2026-05-01", "2026-11-01"]],
  ])("a payment every %d months is found", (quantity, dates) => {
    expect(found(on("60", ...dates))).toMatchObject([{ granularity: "month", quantity }]);
  });

  test("two equal payments a year apart are yearly, and unequal ones are nothing", () => {
    expect(found(on("119", "2025-11-18", "2026-11-18"))).toMatchObject([
      { granularity: "year", quantity: 1, seen: 2 },
    ]);
    expect(found(series("2025-11-18 119", "2026-11-18 129"))).toEqual([]);
  });

  test("one missed month in four is tolerated, and one in three is not", () => {
    expect(
      found(on("30", "2026-06-05", "2026-07-05", "2026-09-05", "2026-10-05", "2026-11-05")),
    ).toMatchObject([{ granularity: "month", quantity: 1, seen: 5 }]);
    expect(found(on("30", "2026-08-05", "2026-09-05", "2026-11-05"))).toEqual([]);
  });

  test("one payment outside the rhythm is left out, and so is its amount", () => {
    const gym = series(
      "2026-07-05 30",
      "2026-08-05 30",
      "2026-08-19 55",
      "2026-09-05 30",
      "2026-10-05 30",
      "2026-11-05 30",
    );
    expect(found(gym)).toMatchObject([
      { granularity: "month", quantity: 1, amount: 300_000, amount_max: null, seen: 5 },
    ]);
  });

  test("a steady subscription is found among irregular purchases of the same name", () => {
    const shop = series(
      "2026-06-14 8.99",
      "2026-07-14 8.99",
      "2026-08-14 8.99",
      "2026-09-14 8.99",
      "2026-10-14 8.99",
      "2026-11-14 8.99",
      "2026-06-17 54.10",
      "2026-06-29 12.00",
      "2026-07-25 230.00",
      "2026-08-02 5.49",
      "2026-09-09 31.80",
      "2026-09-30 18.25",
      "2026-11-01 77.77",
    );
    expect(found(shop)).toMatchObject([
      { granularity: "month", quantity: 1, amount: 89_900, amount_max: null, seen: 6 },
    ]);
  });
});

describe("irregular payments", () => {
  test.each<[string, Occurrence[]]>([
    [
      "coffee on most working days",
      on(
        "3.75",
        ...daysFrom(
          "2026-09-01",
          [
            1, 1, 1, 3, 1, 1, 2, 3, 1, 1, 1, 1, 3, 1, 2, 1, 3, 1, 1, 1, 1, 3, 2, 1, 4, 1, 1, 1, 1,
            3,
          ],
        ),
      ),
    ],
    [
      "groceries twice a week for any sum",
      series(
        "2026-10-02 54.10",
        "2026-10-06 23.80",
        "2026-10-09 71.35",
        "2026-10-13 18.20",
        "2026-10-16 66.02",
        "2026-10-21 35.50",
        "2026-10-24 92.75",
        "2026-10-29 41.10",
      ),
    ],
    [
      "the same shop every Saturday for any sum",
      series("2026-10-17 20", "2026-10-24 95", "2026-10-31 42", "2026-11-07 130", "2026-11-14 61"),
    ],
    ["two visits to a shop", on("12", "2026-09-14", "2026-10-14")],
    ["one payment", on("12", "2026-10-14")],
    ["nothing", []],
    ["amounts of zero", on("0", "2026-08-14", "2026-09-14", "2026-10-14", "2026-11-14")],
    ["three payments on one day", on("12", "2026-11-14", "2026-11-14", "2026-11-14")],
  ])("no recurring payment is found in %s", (_, occurrences) => {
    expect(found(occurrences)).toEqual([]);
  });

  test("a series that ended is not suggested: one overdue payment is tolerated, two are not", () => {
    const ended = on("30", "2026-05-05", "2026-06-05", "2026-07-05", "2026-08-05");
    expect(found(ended, day("2026-10-05"))).toHaveLength(1);
    expect(found(ended, day("2026-10-06"))).toEqual([]);
  });
});

describe("detection over many seeds", () => {
  test("almost nothing is found in purchases on random days for random sums", () => {
    let suggestions = 0;
    let payees = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const random = randomOf(seed);
      for (let payee = 0; payee < 50; payee++) {
        const count = 2 + Math.floor(random() ** 2 * 60);
        const prices = Array.from(
          { length: 1 + Math.floor(random() * 12) },
          () => 100 + Math.floor(random() * 20_000),
        );
        const purchases = Array.from({ length: count }, () => ({
          date: addDays(TODAY, -Math.floor(random() * 425)),
          amount: units((prices[Math.floor(random() * prices.length)] ?? 1) * 100),
        }));
        suggestions += found(purchases).length;
        payees++;
      }
    }
    expect(payees).toBe(2_000);
    expect(suggestions).toBeLessThanOrEqual(payees / 100);
  });

  test("every planted series is found with its rhythm, its days and its amounts", () => {
    const rhythms = [
      ["week", 1],
      ["week", 2],
      ["month", 1],
      ["month", 2],
      ["month", 3],
      ["month", 6],
      ["year", 1],
    ] as const;
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomOf(seed);
      const [granularity, quantity] = must(
        rhythms[Math.floor(random() * rhythms.length)],
        "a rhythm",
      );
      const cadence: Cadence = {
        granularity,
        quantity,
        anchor: addDays(TODAY, -Math.floor(random() * 6)),
      };
      const amount = 50_000 + Math.floor(random() * 10_000_000);
      const most = { week: 14, month: Math.floor(13 / quantity), year: 1 }[granularity];
      const planted: Occurrence[] = [];
      for (let number = -most; number <= 0; number++) {
        // Late by a weekend now and then; the two latest are on their day, and weekly ones always.
        const late =
          granularity === "week" || number >= -1 || random() >= 0.25
            ? 0
            : 1 + Math.floor(random() * 2);
        planted.push({ date: addDays(occurrence(cadence, number), late), amount: units(amount) });
      }

      const [only, ...others] = found(planted);

      const seedLabel = `seed ${seed}: ${granularity} ${quantity} ${JSON.stringify(planted)}`;
      expect(others, seedLabel).toEqual([]);
      expect(only, seedLabel).toMatchObject({
        granularity,
        quantity,
        amount,
        amount_max: null,
        seen: planted.length,
      });
      const schedule = {
        granularity,
        quantity,
        anchor_date: must(only, seedLabel).anchor_date,
        start_date: null,
        end_date: null,
      };
      const next = occurrence(cadence, 1);
      expect(
        daysBetween(must(nearestExpected(schedule, next), seedLabel), next),
        seedLabel,
      ).toBeLessThanOrEqual(2);
    }
  });
});

function daysFrom(start: string, gaps: readonly number[]): string[] {
  let at = day(start);
  return gaps.map((gap) => (at = addDays(at, gap)));
}

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
