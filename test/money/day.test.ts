import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayNumber, dayOfInstant, parseDay } from "../../src/money/day.ts";

test("only days that exist are days", () => {
  for (const text of ["2024-02-29", "2000-02-29", "1969-12-31"])
    expect(parseDay(text), text).toBe(text);
  for (const text of [
    "2023-02-29",
    "2026-02-30",
    "1900-02-29",
    "2024-13-01",
    "2024-00-10",
    "0000-00-00",
    "2024-1-5",
  ]) {
    expect(parseDay(text), text).toBeNull();
  }
});

test("adding days crosses months, leap days and years", () => {
  const day = parseDay("2024-02-28");
  expect(day && addDays(day, 2)).toBe("2024-03-01");
  expect(day && addDays(day, -59)).toBe("2023-12-31");
});

test("a day and its number are inverse", () => {
  fc.assert(
    fc.property(fc.integer({ min: -25_000, max: 80_000 }), (n) => {
      expect(dayNumber(dayOfInstant(n * 86_400_000))).toBe(n);
    }),
  );
});
