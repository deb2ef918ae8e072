import { describe, expect, test } from "vitest";
import {
  expectedDays,
  isDue,
  findMatches,
  nearestExpected,
  nextExpected,
  toleranceDays,
  withMargin,
  type Schedule,
} from "../../src/budget/recurring/matches.ts";
import { typicalAmount } from "../../src/budget/recurring/store.ts";
import { parseDay, type Day } from "../../src/money/day.ts";
import { units } from "../../src/money/money.ts";
import { must } from "../../src/platform/assert.ts";

const day = (text: string): Day => must(parseDay(text), text);

function schedule(
  granularity: Schedule["granularity"],
  quantity: number,
  anchor: string,
  start: string | null = null,
  end: string | null = null,
): Schedule {
  return {
    granularity,
    quantity,
    anchor_date: day(anchor),
    start_date: start === null ? null : day(start),
    end_date: end === null ? null : day(end),
  };
}

const RENT = schedule("month", 1, "2026-01-31");
const expected = (item: Schedule, start: string, end: string) =>
  expectedDays(item, day(start), day(end));
const found = (...dates: string[]) =>
  dates.map((date, index) => ({ date: day(date), transaction_id: index + 1 }));

describe("expected days of a recurring item", () => {
  test("an item on the last of a month is expected on the last day of shorter months", () => {
    expect(expected(RENT, "2026-02-01", "2026-05-31")).toEqual([
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("both ends of the range are included", () => {
    expect(expected(schedule("week", 1, "2026-11-02"), "2026-11-09", "2026-11-23")).toEqual([
      "2026-11-09",
      "2026-11-16",
      "2026-11-23",
    ]);
  });

  test("expected days reach back from the anchor, every two weeks counted from it", () => {
    expect(expected(schedule("week", 2, "2026-11-20"), "2026-10-01", "2026-10-31")).toEqual([
      "2026-10-09",
      "2026-10-23",
    ]);
  });

  test("no day is expected before the item starts or after it ends", () => {
    const item = schedule("month", 1, "2026-01-15", "2026-02-15", "2026-04-14");
    expect(expected(item, "2026-01-01", "2026-12-31")).toEqual(["2026-02-15", "2026-03-15"]);
    expect(expected(item, "2026-05-01", "2026-12-31")).toEqual([]);
  });

  test("a range at the ends of the supported years is answered", () => {
    expect(expected(schedule("year", 10, "2026-01-15"), "1900-01-01", "2199-12-31")).toHaveLength(
      26,
    );
    expect(expected(schedule("day", 1, "2026-01-15"), "2199-01-01", "2199-12-31")).toEqual([]);
    expect(
      withMargin(schedule("year", 10, "2026-01-15"), day("1900-01-01"), day("2199-12-31")),
    ).toEqual(["1909-12-24", "2191-01-08"]);
  });

  test("the next expected day is the given day, the first after it, or null past the end", () => {
    expect(nextExpected(RENT, day("2026-04-30"))).toBe("2026-04-30");
    expect(nextExpected(RENT, day("2026-05-01"))).toBe("2026-05-31");
    expect(nextExpected(schedule("month", 1, "2026-01-15", "2026-06-01"), day("2026-02-01"))).toBe(
      "2026-06-15",
    );
    expect(
      nextExpected(schedule("month", 1, "2026-01-15", null, "2026-06-14"), day("2026-05-20")),
    ).toBeNull();
  });
});

describe("the tolerance of an expected day", () => {
  test.each([
    ["day", 1, 0],
    ["day", 10, 4],
    ["week", 1, 3],
    ["week", 2, 6],
    ["month", 1, 7],
    ["month", 3, 7],
    ["year", 1, 7],
  ] as const)(
    "the tolerance of an item every %s × %d is %d days",
    (granularity, quantity, days) => {
      expect(toleranceDays(schedule(granularity, quantity, "2026-01-15"))).toBe(days);
    },
  );

  test("a transaction at the tolerance is due, and one day beyond it is not, early or late", () => {
    const item = schedule("month", 1, "2026-01-15");
    expect(["2026-03-08", "2026-03-22"].map((text) => isDue(item, day(text)))).toEqual([
      true,
      true,
    ]);
    expect(["2026-03-07", "2026-03-23"].map((text) => isDue(item, day(text)))).toEqual([
      false,
      false,
    ]);
  });

  test("nothing is due before the start or after the end, even close to an expected day", () => {
    const item = schedule("month", 1, "2026-01-15", "2026-01-15", "2026-03-15");
    expect(
      ["2026-01-14", "2026-01-15", "2026-03-15", "2026-03-16"].map((text) =>
        isDue(item, day(text)),
      ),
    ).toEqual([false, true, true, false]);
  });

  test("a day between two expected days belongs to the nearer one, and in the exact middle to the earlier", () => {
    const item = schedule("day", 10, "2026-01-01");
    expect(nearestExpected(item, day("2026-01-05"))).toBe("2026-01-01");
    expect(nearestExpected(item, day("2026-01-06"))).toBe("2026-01-01");
    expect(nearestExpected(item, day("2026-01-07"))).toBe("2026-01-11");
    expect(
      nearestExpected(schedule("day", 10, "2026-01-01", "2026-01-11"), day("2026-01-03")),
    ).toBe("2026-01-11");
  });
});

describe("matches of a recurring item", () => {
  const item = schedule("month", 1, "2026-01-01");

  test("a day with a transaction is found, and one without is missing, future ones too", () => {
    expect(
      findMatches(item, found("2026-02-02", "2026-04-01"), day("2026-01-01"), day("2026-05-31")),
    ).toEqual({
      expected: ["2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01"],
      found: [
        { date: "2026-02-02", transaction_id: 1 },
        { date: "2026-04-01", transaction_id: 2 },
      ],
      missing: ["2026-01-01", "2026-03-01", "2026-05-01"],
    });
  });

  test("a payment early in the previous month fulfils its day, and is listed in that previous month", () => {
    const early = found("2026-02-28");
    expect(findMatches(item, early, day("2026-03-01"), day("2026-03-31"))).toEqual({
      expected: ["2026-03-01"],
      found: [],
      missing: [],
    });
    expect(findMatches(item, early, day("2026-02-01"), day("2026-02-28"))).toEqual({
      expected: ["2026-02-01"],
      found: early,
      missing: ["2026-02-01"],
    });
  });

  test("two transactions for one day match only that day, oldest first", () => {
    const both = [...found("2026-02-03", "2026-02-01")];
    expect(findMatches(item, both, day("2026-02-01"), day("2026-03-31"))).toEqual({
      expected: ["2026-02-01", "2026-03-01"],
      found: [
        { date: "2026-02-01", transaction_id: 2 },
        { date: "2026-02-03", transaction_id: 1 },
      ],
      missing: ["2026-03-01"],
    });
  });

  test("a transaction assigned by hand matches the nearest day, regardless of how late it is", () => {
    expect(
      findMatches(item, found("2026-02-14"), day("2026-02-01"), day("2026-02-28")).missing,
    ).toEqual([]);
  });
});

describe("the typical amount of a recurring item", () => {
  test.each([
    [150_000, null, 150_000],
    [100_000, 150_000, 125_000],
    [100_000, 100_001, 100_001],
    [-100_001, -100_000, -100_001],
    [-250_000, -150_000, -200_000],
  ])("the typical amount of %d to %s is %d units", (amount, max, typical) => {
    expect(
      typicalAmount({ amount: units(amount), amount_max: max === null ? null : units(max) }),
    ).toBe(typical);
  });
});
