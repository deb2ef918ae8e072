import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  GRANULARITIES,
  occurrence,
  occurrenceNumber,
  type Cadence,
} from "../../src/money/cadence.ts";
import { addDays, addMonths, parseDay, type Day } from "../../src/money/day.ts";
import { must } from "../../src/platform/assert.ts";

const day = (text: string): Day => must(parseDay(text), text);

describe("adding months", () => {
  test.each([
    ["2026-01-31", 1, "2026-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2026-01-31", 2, "2026-03-31"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-11-15", 2, "2027-01-15"],
    ["2026-01-15", -13, "2024-12-15"],
    ["2028-02-29", 12, "2029-02-28"],
  ])("the day %s and %i months is %s", (from, months, to) => {
    expect(addMonths(day(from), months)).toBe(to);
  });
});

function occurrencesBetween(cadence: Cadence, start: Day, end: Day): Day[] {
  const days: Day[] = [];
  for (let number = occurrenceNumber(cadence, start); ; number++) {
    const day = occurrence(cadence, number);
    if (day > end) return days;
    if (day >= start) days.push(day);
  }
}

describe("occurrences of a cadence", () => {
  test("monthly occurrences on the 31st return after the shorter months", () => {
    const monthly: Cadence = { granularity: "month", quantity: 1, anchor: day("2026-01-31") };

    expect(occurrencesBetween(monthly, day("2026-01-01"), day("2026-05-31"))).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
  });

  test("occurrences every two weeks reach back before the anchor", () => {
    const fortnightly: Cadence = { granularity: "week", quantity: 2, anchor: day("2026-11-20") };

    expect(occurrencesBetween(fortnightly, day("2026-10-20"), day("2026-12-04"))).toEqual([
      "2026-10-23",
      "2026-11-06",
      "2026-11-20",
      "2026-12-04",
    ]);
  });

  test("yearly occurrences on a leap day are on the 28th in other years", () => {
    const yearly: Cadence = { granularity: "year", quantity: 1, anchor: day("2024-02-29") };

    expect(occurrencesBetween(yearly, day("2026-01-01"), day("2028-12-31"))).toEqual([
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test("a day lies between the occurrence of its number and the next", () => {
    const cadences = fc.record({
      granularity: fc.constantFrom(...GRANULARITIES),
      quantity: fc.integer({ min: 1, max: 14 }),
      anchor: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays(day("1990-01-01"), days)),
    });
    fc.assert(
      fc.property(cadences, fc.integer({ min: 0, max: 20_000 }), (cadence, days) => {
        const on = addDays(day("1990-01-01"), days);
        const number = occurrenceNumber(cadence, on);
        expect(occurrence(cadence, number) <= on).toBe(true);
        expect(occurrence(cadence, number + 1) > on).toBe(true);
      }),
    );
  });
});
