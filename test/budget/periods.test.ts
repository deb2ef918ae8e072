import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isAligned,
  isStart,
  nextStart,
  PERIOD_GRANULARITIES,
  periodNumber,
  findPeriod,
  periodsOverlapping,
  previousStart,
  findPeriodStart,
  type PeriodGranularity,
  type PeriodSettings,
} from "../../src/budget/budgets/periods.ts";
import { must } from "../../src/platform/assert.ts";
import { addDays, makeDay, parseDay, type Day } from "../../src/money/day.ts";

const day = (text: string): Day => must(parseDay(text), `${text} is a day`);

function settings(
  granularity: PeriodGranularity,
  quantity: number,
  anchor: string,
  useLastDayOfMonth = false,
): PeriodSettings {
  return { granularity, quantity, anchor: day(anchor), useLastDayOfMonth };
}

/** The starts with the numbers from `from` on, as many as are expected. */
const starts = (of: PeriodSettings, from: number, count: number) =>
  Array.from({ length: count }, (_, index) => findPeriodStart(of, from + index));

describe("period starts", () => {
  // Each list holds the anchor (number 0) in its place: `from` is the number of the first one.
  test.each<[string, PeriodSettings, number, string[]]>([
    [
      "days",
      settings("day", 1, "2024-02-28"),
      -1,
      ["2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"],
    ],
    [
      "every ten days",
      settings("day", 10, "2026-01-05"),
      -1,
      ["2025-12-26", "2026-01-05", "2026-01-15", "2026-01-25", "2026-02-04"],
    ],
    // 2026-01-05 is a Monday.
    [
      "weeks from a Monday",
      settings("week", 1, "2026-01-05"),
      -1,
      ["2025-12-29", "2026-01-05", "2026-01-12"],
    ],
    // 2024 is a leap year: 14 days after 22 February is 7 March.
    [
      "two weeks over a leap day",
      settings("week", 2, "2024-02-22"),
      -1,
      ["2024-02-08", "2024-02-22", "2024-03-07", "2024-03-21"],
    ],
    [
      "two weeks without a leap day",
      settings("week", 2, "2026-02-22"),
      0,
      ["2026-02-22", "2026-03-08"],
    ],
    [
      "months from the 1st",
      settings("month", 1, "2026-01-01"),
      -1,
      ["2025-12-01", "2026-01-01", "2026-02-01"],
    ],
    [
      "months from the 31st",
      settings("month", 1, "2026-01-31"),
      -2,
      ["2025-11-30", "2025-12-31", "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"],
    ],
    [
      "months from the 30th in a leap year",
      settings("month", 1, "2024-01-30"),
      0,
      ["2024-01-30", "2024-02-29", "2024-03-30"],
    ],
    [
      "quarters",
      settings("month", 3, "2026-02-10"),
      -1,
      ["2025-11-10", "2026-02-10", "2026-05-10", "2026-08-10"],
    ],
    [
      "two months from the 31st",
      settings("month", 2, "2025-12-31"),
      -1,
      ["2025-10-31", "2025-12-31", "2026-02-28", "2026-04-30", "2026-06-30", "2026-08-31"],
    ],
    [
      "years from a leap day",
      settings("year", 1, "2024-02-29"),
      -1,
      ["2023-02-28", "2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"],
    ],
    [
      "two years",
      settings("year", 2, "2025-07-01"),
      -1,
      ["2023-07-01", "2025-07-01", "2027-07-01"],
    ],
  ])("periods are counted from the anchor in both directions: %s", (_, of, from, expected) => {
    expect(starts(of, from, expected.length)).toEqual(expected);
  });

  test.each<[string, PeriodSettings, string[]]>([
    [
      "the 28th of February as a day number",
      settings("month", 1, "2026-02-28"),
      ["2026-02-28", "2026-03-28", "2026-04-28"],
    ],
    [
      "the 28th of February as a last day",
      settings("month", 1, "2026-02-28", true),
      ["2026-02-28", "2026-03-31", "2026-04-30"],
    ],
    [
      "the 30th of April as a last day",
      settings("month", 1, "2026-04-30", true),
      ["2026-04-30", "2026-05-31", "2026-06-30"],
    ],
    [
      "the 29th of February as a last day, yearly",
      settings("year", 1, "2024-02-29", true),
      ["2024-02-29", "2025-02-28", "2026-02-28"],
    ],
    [
      "the 28th of February as a last day, yearly",
      settings("year", 1, "2023-02-28", true),
      ["2023-02-28", "2024-02-29", "2025-02-28"],
    ],
    [
      "a quarter's last day",
      settings("month", 3, "2026-06-30", true),
      ["2026-06-30", "2026-09-30", "2026-12-31", "2027-03-31"],
    ],
    [
      "a day that is not the last is left alone",
      settings("month", 1, "2026-01-30", true),
      ["2026-01-30", "2026-02-28", "2026-03-30"],
    ],
    ["weeks are left alone", settings("week", 1, "2026-01-31", true), ["2026-01-31", "2026-02-07"]],
  ])("monthly periods may start on the last day of the month: %s", (_, of, expected) => {
    expect(starts(of, 0, expected.length)).toEqual(expected);
  });

  test.each<[string, PeriodSettings, string[]]>([
    [
      "the 1st",
      settings("twice a month", 1, "2026-02-01"),
      ["2026-01-16", "2026-02-01", "2026-02-16", "2026-03-01"],
    ],
    [
      "the 5th",
      settings("twice a month", 1, "2026-02-05"),
      ["2026-01-20", "2026-02-05", "2026-02-20", "2026-03-05"],
    ],
    [
      "the 16th",
      settings("twice a month", 1, "2026-02-16"),
      ["2026-02-01", "2026-02-16", "2026-03-01", "2026-03-16"],
    ],
    [
      "the 14th, clamped in February",
      settings("twice a month", 1, "2026-02-14"),
      ["2026-01-29", "2026-02-14", "2026-02-28", "2026-03-14", "2026-03-29"],
    ],
    [
      "the 14th, in a leap year",
      settings("twice a month", 1, "2024-02-14"),
      ["2024-01-29", "2024-02-14", "2024-02-29", "2024-03-14"],
    ],
    [
      "the 30th",
      settings("twice a month", 1, "2026-01-30"),
      ["2026-01-15", "2026-01-30", "2026-02-15", "2026-02-28", "2026-03-15", "2026-03-30"],
    ],
    [
      "the 31st",
      settings("twice a month", 1, "2026-01-31"),
      [
        "2026-01-15",
        "2026-01-31",
        "2026-02-15",
        "2026-02-28",
        "2026-03-15",
        "2026-03-31",
        "2026-04-15",
        "2026-04-30",
      ],
    ],
    [
      "the 15th with the last day",
      settings("twice a month", 1, "2026-01-15", true),
      ["2025-12-31", "2026-01-15", "2026-01-31", "2026-02-15", "2026-02-28"],
    ],
    [
      "the 28th of February with the last day",
      settings("twice a month", 1, "2026-02-28", true),
      ["2026-02-15", "2026-02-28", "2026-03-15", "2026-03-31"],
    ],
    [
      "the 28th of February without it",
      settings("twice a month", 1, "2026-02-28"),
      ["2026-02-13", "2026-02-28", "2026-03-13", "2026-03-28"],
    ],
    [
      "every second of them is a month",
      settings("twice a month", 2, "2026-02-05"),
      ["2026-01-05", "2026-02-05", "2026-03-05"],
    ],
    [
      "every third of them",
      settings("twice a month", 3, "2026-02-05"),
      ["2025-12-20", "2026-02-05", "2026-03-20", "2026-05-05", "2026-06-20"],
    ],
  ])("periods start twice a month from %s", (_, of, expected) => {
    expect(starts(of, -1, expected.length)).toEqual(expected);
  });
});

describe("the period of a day", () => {
  test.each<[PeriodSettings, string, string, string]>([
    [settings("month", 1, "2026-01-31"), "2026-02-27", "2026-01-31", "2026-02-27"],
    [settings("month", 1, "2026-01-31"), "2026-02-28", "2026-02-28", "2026-03-30"],
    [settings("month", 1, "2026-01-31"), "2026-03-30", "2026-02-28", "2026-03-30"],
    [settings("month", 3, "2026-02-10"), "2020-01-01", "2019-11-10", "2020-02-09"],
    [settings("week", 2, "2026-01-05"), "2025-12-21", "2025-12-08", "2025-12-21"],
    [settings("year", 1, "2026-04-06"), "2026-04-05", "2025-04-06", "2026-04-05"],
    [settings("twice a month", 1, "2026-01-01"), "2026-02-15", "2026-02-01", "2026-02-15"],
    [settings("twice a month", 1, "2026-01-31"), "2026-02-01", "2026-01-31", "2026-02-14"],
  ])("settings %j put the day %s in the period from %s to %s", (of, inside, start, end) => {
    expect(findPeriod(of, day(inside))).toEqual({ start, end });
  });

  test("a day on which no period starts lies between the starts around it", () => {
    const monthly = settings("month", 1, "2026-01-31");

    expect(isStart(monthly, day("2026-02-15"))).toBe(false);
    expect(previousStart(monthly, day("2026-02-15"))).toBe("2026-01-31");
    expect(nextStart(monthly, day("2026-02-15"))).toBe("2026-02-28");
  });

  test("the neighbours of a start are the starts around it, not itself", () => {
    const monthly = settings("month", 1, "2026-01-31");

    expect(isStart(monthly, day("2026-02-28"))).toBe(true);
    expect(previousStart(monthly, day("2026-02-28"))).toBe("2026-01-31");
    expect(nextStart(monthly, day("2026-02-28"))).toBe("2026-03-31");
  });

  test("no period starts outside the supported days, and the periods at their ends are cut", () => {
    const decades = settings("year", 10, "2026-05-01");

    expect(previousStart(decades, day("1901-01-01"))).toBeNull();
    expect(findPeriod(decades, day("1901-01-01"))).toEqual({
      start: "1900-01-01",
      end: "1906-04-30",
    });
    expect(isStart(decades, day("1900-01-01"))).toBe(false);
    expect(nextStart(decades, day("2196-05-01"))).toBeNull();
    expect(findPeriod(decades, day("2199-12-31"))).toEqual({
      start: "2196-05-01",
      end: "2199-12-31",
    });
  });
});

describe("a range of days", () => {
  const monthly = settings("month", 1, "2026-01-15");
  const period = (start: string, end: string) => ({ start, end });

  test("a range of days overlaps the periods that share a day with it", () => {
    expect(periodsOverlapping(monthly, day("2026-02-20"), day("2026-04-20"))).toEqual([
      period("2026-02-15", "2026-03-14"),
      period("2026-03-15", "2026-04-14"),
      period("2026-04-15", "2026-05-14"),
    ]);
  });

  test.each([
    ["2026-02-15", "2026-03-14", true],
    ["2026-02-15", "2026-05-14", true],
    ["2026-02-15", "2026-03-15", false],
    ["2026-02-14", "2026-03-14", false],
    ["2026-02-01", "2026-02-28", false],
  ])("the range from %s to %s is aligned: %s", (start, end, expected) => {
    expect(isAligned(monthly, day(start), day(end))).toBe(expected);
  });
});

describe("laws of periods", () => {
  const anyDay = fc
    .tuple(
      fc.integer({ min: 1905, max: 2194 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 31 }),
    )
    .map(([year, month, date]) => makeDay(year, month, date))
    .filter((value) => value !== null);
  const anySettings = fc.record({
    granularity: fc.constantFrom(...PERIOD_GRANULARITIES),
    quantity: fc.integer({ min: 1, max: 4 }),
    anchor: anyDay,
    useLastDayOfMonth: fc.boolean(),
  });

  test("every day lies in its period, and the next period begins the day after that ends", () => {
    fc.assert(
      fc.property(anySettings, anyDay, (of, inside) => {
        const { start, end } = findPeriod(of, inside);
        expect(start <= inside && inside <= end).toBe(true);
        expect(isStart(of, start)).toBe(true);
        const next = nextStart(of, inside);
        expect(next).toBe(addDays(end, 1));
        expect(periodNumber(of, addDays(end, 1))).toBe(periodNumber(of, inside) + 1);
        expect(previousStart(of, addDays(end, 1))).toBe(start);
        expect(isAligned(of, start, end)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("the anchor starts period 0, regardless of the last-day setting", () => {
    fc.assert(
      fc.property(anySettings, (of) => {
        expect(findPeriodStart(of, 0)).toBe(of.anchor);
        expect(periodNumber(of, of.anchor)).toBe(0);
      }),
    );
  });

  test("periods that overlap a range cover it without gaps", () => {
    fc.assert(
      fc.property(anySettings, anyDay, fc.integer({ min: 0, max: 200 }), (of, start, length) => {
        const end = addDays(start, length);
        const periods = periodsOverlapping(of, start, end);
        expect(must(periods[0], "a range overlaps a period").start <= start).toBe(true);
        expect(must(periods.at(-1), "a range overlaps a period").end >= end).toBe(true);
        for (const [index, one] of periods.slice(1).entries())
          expect(one.start).toBe(addDays(must(periods[index], "the one before").end, 1));
      }),
    );
  });
});
