import * as fc from "fast-check";
import { expect, test } from "vitest";
import { RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN } from "../../../src/platform/limits.ts";
import { backoffDelay, throttledDelay } from "../../../src/platform/outbox/retry.ts";

const NOW = Date.parse("2026-11-21T10:00:00Z");
const after = (retryAfter: string | null, reset: string | null = null) =>
  throttledDelay({ retryAfter, reset }, NOW, 0.5);

test("Retry-After in seconds is waited out exactly", () => {
  expect(after("1")).toBe(1_000);
  expect(after("60")).toBe(60_000);
});

test("Retry-After as an HTTP date is waited out, whatever our clock's time of day", () => {
  expect(after("Sat, 21 Nov 2026 10:02:00 GMT")).toBe(120_000);
});

test("zero and dates gone by wait the minimum: no busy loop", () => {
  expect(after("0")).toBe(RETRY_DELAY_MS_MIN);
  expect(after("Sat, 21 Nov 2026 09:00:00 GMT")).toBe(RETRY_DELAY_MS_MIN);
});

test("a wait of thirty years is clamped to fifteen minutes", () => {
  expect(after("1000000000")).toBe(RETRY_DELAY_MS_MAX);
});

test("an unreadable or missing header waits about a minute", () => {
  for (const nonsense of ["soon", "-1", "", "1.5", "1e9", null])
    expect(after(nonsense), String(nonsense)).toBe(60_500);
});

test("RateLimit-Reset is read as Unix seconds, and as a delta where it is small", () => {
  expect(after(null, String(NOW / 1000 + 30))).toBe(30_000);
  expect(after(null, "30")).toBe(30_000);
  expect(after("5", "30")).toBe(5_000);
});

test("back-off grows, carries chance and never leaves its bounds", () => {
  expect(backoffDelay(1, 1)).toBe(2_000);
  expect(backoffDelay(4, 1)).toBe(16_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, random) => {
        const delay = backoffDelay(attempt, random);
        expect(delay >= RETRY_DELAY_MS_MIN && delay <= RETRY_DELAY_MS_MAX).toBe(true);
      },
    ),
  );
});
