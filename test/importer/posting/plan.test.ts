import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planBatch, type PlannedRow } from "../../../src/importer/posting/plan.ts";

const MAX = 10;
const row = fc.record({
  account: fc.constantFrom(1, 2),
  date: fc.constantFrom("2026-03-01", "2026-03-02", "2026-03-03"),
  amount: fc.constantFrom(30_000, 45_000),
  payee: fc.constantFrom("Blue Bottle", "Lidl", "Rent"),
});

function window(facts: readonly Omit<PlannedRow, "seq">[]): PlannedRow[] {
  return facts
    .map((fact, seq) => ({ ...fact, seq }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.amount - b.amount || a.seq - b.seq);
}

function twinsOf(rows: readonly PlannedRow[], one: PlannedRow): PlannedRow[] {
  return rows.filter(
    (r) =>
      r.account === one.account &&
      r.date === one.date &&
      r.amount === one.amount &&
      r.payee === one.payee,
  );
}

/** Plans and takes away until nothing waits; the planner sees at most `windowRows` rows at a time. */
function planAll(
  rows: readonly PlannedRow[],
  max: number,
  windowRows = Number.POSITIVE_INFINITY,
): number[][] {
  const batches: number[][] = [];
  let waiting = [...rows];
  while (waiting.length > 0) {
    const batch = planBatch(waiting.slice(0, windowRows), windowRows >= waiting.length, max);
    if (batch.length === 0) throw new Error("an empty batch while rows wait");
    batches.push(batch);
    waiting = waiting.filter((r) => !batch.includes(r.seq));
  }
  return batches;
}

test("every row is planned exactly once and no request is over the maximum", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (facts) => {
      const batches = planAll(window(facts), MAX);

      expect(batches.flat().sort((a, b) => a - b)).toEqual(facts.map((_, seq) => seq));
      expect(batches.every((batch) => batch.length <= MAX)).toBe(true);
    }),
  );
});

test("equal twins travel in one request unless they alone are more than a request holds", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (facts) => {
      const rows = window(facts);

      for (const batch of planAll(rows, MAX)) {
        for (const one of rows.filter((r) => batch.includes(r.seq))) {
          const twins = twinsOf(rows, one);
          if (twins.length <= MAX)
            expect(twins.every((twin) => batch.includes(twin.seq))).toBe(true);
        }
      }
    }),
  );
});

test("identical rows travel in one request also where they lie across the edge of the planner's window", () => {
  fc.assert(
    fc.property(
      fc.array(row, { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (facts, windowRows) => {
        const rows = window(facts);
        // The rows of one day and amount are read together as long as they fit into the window.
        const largest = Math.max(
          0,
          ...Map.groupBy(rows, ({ date, amount }) => `${date}|${amount}`)
            .values()
            .map((group) => group.length),
        );
        if (largest >= windowRows) return;

        for (const batch of planAll(rows, MAX, windowRows)) {
          for (const one of rows.filter((r) => batch.includes(r.seq))) {
            const identical = twinsOf(rows, one);
            if (identical.length > MAX) continue;
            expect(identical.every((other) => batch.includes(other.seq))).toBe(true);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("20,000 single rows and some twins fill exactly 40 requests of 500", () => {
  const rows = window(
    Array.from({ length: 20_000 }, (_, i) => ({
      account: 1,
      date: `2026-01-${10 + (i % 20)}`,
      amount: i % 7 === 0 ? 1 : i,
      payee: `p${i % 97}`,
    })),
  );

  const batches: number[][] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const head = waiting.slice(0, 1_000);
    const batch = new Set(planBatch(head, head.length === waiting.length));
    batches.push([...batch]);
    waiting = waiting.filter((r) => !batch.has(r.seq));
  }

  expect(batches.length).toBe(40);
});

test("a window that is cut leaves its last group for the next one", () => {
  const rows = window([
    { account: 1, date: "2026-03-01", amount: 1, payee: "A" },
    { account: 1, date: "2026-03-02", amount: 2, payee: "B" },
  ]);

  expect(planBatch(rows, false)).toEqual([0]);
  expect(planBatch(rows.slice(1), false)).toEqual([1]);
});
