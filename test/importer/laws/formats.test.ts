// The laws of importing again, of every format: twice is once, an overlap is the union, halves are
// the whole, the order of the files does not matter, nor how they are encoded. Months are random
// (truth.ts), their printers beside (print/). SCALE is another number of months a law: SCALE=200.

import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { complete, Ledger, readAnswered } from "./ledger.ts";
import { WRITERS } from "./print/all.ts";
import type { Writer } from "./print/writer.ts";
import {
  backAndForth,
  balancesTell,
  days,
  decimal,
  isoDay,
  month,
  PAYEES,
  type Month,
} from "./truth.ts";

const RUNS = { numRuns: Number(env.SCALE) > 0 ? Number(env.SCALE) : 20 };
/** The national records share one engine, so each takes part of the runs. */
const SHARED: readonly string[] = ["coda", "bai2", "aeb43", "cfonb120"];
const runsOf = ({ format }: Writer) =>
  SHARED.includes(format) ? { numRuns: Math.ceil(RUNS.numRuns / 4) } : RUNS;

const told = (rows: Month) =>
  rows.map((entry) => `${isoDay(entry)} ${decimal(entry.cents)}`).toSorted();

function payeeIn(text: string): string {
  return PAYEES.find((payee) => text.startsWith(payee)) ?? text;
}

/** Takes these parts of a month in, one file each, in this order. */
async function take(
  writer: Writer,
  parts: readonly Month[],
  ledger = new Ledger(),
): Promise<Ledger> {
  for (const rows of parts) {
    if (rows.length > 0)
      await ledger.take(complete(await readAnswered(await writer.write(rows), writer.answers)));
  }
  return ledger;
}

describe.each(WRITERS.map((writer) => [writer.name, writer] as const))("%s", (_, writer) => {
  test("says what was booked, in payee, day, amount and reference", async () => {
    await fc.assert(
      fc.asyncProperty(month, async (all) => {
        const read = await readAnswered(await writer.write(all), writer.answers);

        expect(read.format).toBe(writer.format);
        // Where payee and purpose are printed in one cell, they are one text.
        const got = complete(read).map(
          (row) => `${row.date} ${decimal(row.amount / 100)} ${payeeIn(row.payee)}`,
        );
        expect(got.toSorted()).toEqual(
          all.map((entry) => `${isoDay(entry)} ${decimal(entry.cents)} ${entry.payee}`).toSorted(),
        );
        if (writer.witness === "reference")
          expect(new Set(read.rows.map(({ reference }) => reference))).toEqual(
            new Set(all.map(({ reference }) => reference)),
          );
      }),
      runsOf(writer),
    );
  });

  test("twice is once", async () => {
    await fc.assert(
      fc.asyncProperty(month, async (all) => {
        const ledger = await take(writer, [all]);
        const again = await ledger.take(
          complete(await readAnswered(await writer.write(all), writer.answers)),
        );

        expect(again).toEqual({ inserted: 0, duplicate: all.length });
        expect(ledger.contents()).toEqual(told(all));
      }),
      runsOf(writer),
    );
  });

  test("overlapping exports of whole days are their union, in any order", async () => {
    await fc.assert(
      fc.asyncProperty(
        month,
        fc.array(fc.tuple(fc.integer({ min: 1, max: 31 }), fc.integer({ min: 1, max: 31 })), {
          minLength: 2,
          maxLength: 5,
        }),
        async (all, spans) => {
          const windows = spans.map(([a, b]) => days(all, Math.min(a, b), Math.max(a, b)));
          const union = all.filter((entry) => windows.some((part) => part.includes(entry)));

          expect((await take(writer, windows)).contents()).toEqual(told(union));
        },
      ),
      runsOf(writer),
    );
  });

  test("two parts of whole days are the whole, whichever comes first", async () => {
    await fc.assert(
      fc.asyncProperty(
        month,
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (all, last, later) => {
          const parts = [days(all, 1, last), days(all, last + 1, 31)];
          const ledger = await take(writer, later ? parts.toReversed() : parts);

          expect(ledger.contents()).toEqual(told(all));
          expect([...ledger.transactions.keys()].toSorted()).toEqual(
            [...(await take(writer, [all])).transactions.keys()].toSorted(),
          );
        },
      ),
      runsOf(writer),
    );
  });

  // Balances tell equal purchases apart only in files that touch: there, one comes after the other,
  // oldest or newest first.
  test.runIf(writer.witness !== null)(
    "exports cut anywhere in a day are the whole, in any order, with the whole before or behind",
    async () => {
      await fc.assert(
        fc.asyncProperty(month, CUTS, async (all, cuts) => {
          const ledger = await take(writer, cut(all, cuts, writer.witness !== "balance"));

          if (writer.witness !== "balance" || balancesTell(all))
            expect(ledger.contents()).toEqual(told(all));
          else expectNothingSilentlyLost(ledger, all);
        }),
        runsOf(writer),
      );
    },
  );

  test.runIf(writer.witness === "balance")(
    "where a balance returns within a day nothing is doubled, and nothing lost that is not said",
    async () => {
      await fc.assert(
        fc.asyncProperty(backAndForth, CUTS, async (all, cuts) => {
          expectNothingSilentlyLost(await take(writer, cut(all, cuts, false)), all);
        }),
        runsOf(writer),
      );
    },
  );
});

interface Cuts {
  readonly places: readonly number[];
  /** The rank of each part where their order does not matter. */
  readonly order: readonly number[];
  readonly whole: boolean;
}

const CUTS: fc.Arbitrary<Cuts> = fc.record({
  places: fc.array(fc.nat(100), { minLength: 1, maxLength: 3 }),
  order: fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
  whole: fc.boolean(),
});

/** A month in pieces, in the order in which they are imported; and the whole behind them. */
function cut(all: Month, { places, order, whole }: Cuts, anyOrder: boolean): Month[] {
  const ends = [
    0,
    ...places.map((place) => place % all.length).toSorted((a, b) => a - b),
    all.length,
  ];
  const parts = ends.slice(1).map((end, index) => all.slice(ends[index], end));
  const ranked = parts
    .map((part, index) => ({ part, by: order[index] ?? 0 }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ part }) => part);
  const byTime = whole ? parts : parts.toReversed();
  const ordered = anyOrder ? ranked : byTime;
  return whole ? [...ordered, all] : ordered;
}

function expectNothingSilentlyLost(ledger: Ledger, all: Month): void {
  const missing = told(all);
  for (const held of ledger.contents()) {
    expect(missing).toContain(held);
    missing.splice(missing.indexOf(held), 1);
  }
  expect(missing.length).toBeLessThanOrEqual(ledger.unproven);
}
