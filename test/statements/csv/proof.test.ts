// The running balance as a proof. A balance that does not fit is never proven, is counted and has
// its line, in any order of printed rows and balances.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import {
  CHAIN_MODES,
  BalanceChain,
  type ChainMode,
  type ChainRow,
} from "../../../src/statements/csv/amounts/proof.ts";
import type { Proof } from "../../../src/statements/statement.ts";
import { describeFate, read } from "./reading.ts";

function prove(mode: ChainMode, rows: readonly ChainRow[]): Proof {
  const checker = new BalanceChain(mode);
  for (const row of rows) checker.feed(row);
  return checker.proof(true);
}

interface Booked {
  readonly day: number;
  readonly cents: number;
}

const month: fc.Arbitrary<Booked[]> = fc
  .array(
    fc.record({
      day: fc.integer({ min: 1, max: 9 }),
      cents: fc.integer({ min: -9_000, max: 9_000 }).filter((cents) => cents !== 0),
    }),
    { minLength: 4, maxLength: 25 },
  )
  .map((all) => all.toSorted((a, b) => a.day - b.day));

/** The bookings as a bank prints them in that mode, with the balances that mode prints. */
function printedIn({ order, within }: ChainMode, all: readonly Booked[]): ChainRow[] {
  let total = 100_000;
  const after = all.map(({ cents }) => (total += cents));
  const closings = new Map(all.map(({ day }, at) => [day, after[at] ?? 0]));
  // Two by two within a day, as far as they go.
  const together = all.map(({ day }, at) =>
    at % 2 === 0 && all[at + 1]?.day === day ? (after[at + 1] ?? 0) : (after[at] ?? 0),
  );
  const balanceOf = (day: number, at: number) => {
    if (within === "day's closing") return closings.get(day) ?? null;
    return (within === "booked together" ? together : after)[at] ?? null;
  };
  const rows = all.map(({ day, cents }, at) => ({
    date: `2026-03-0${day}`,
    amount: cents,
    balance: balanceOf(day, at),
  }));
  const days = [...Map.groupBy(rows, ({ date }) => date).values()];
  const turned = (within === "turned") !== (order === "newest first");
  const ordered = (order === "newest first" ? days.toReversed() : days).flatMap((one) =>
    turned ? one.toReversed() : one,
  );
  return ordered.map((row, at) => ({ ...row, line: at + 2 }));
}

const modes = CHAIN_MODES.map((mode) => [`${mode.order}, ${mode.within}`, mode] as const);

describe.each(modes)("running balances printed %s", (_, mode) => {
  test("running balances prove every step of a month that fits", () => {
    fc.assert(
      fc.property(month, (all) => {
        const proof = prove(mode, printedIn(mode, all));

        expect(proof.rows_proven).toBe(proof.rows_checked);
        expect(proof.breaks_at).toBe(null);
        expect(proof.breaks).toBe(undefined);
      }),
    );
  });

  test("a changed balance breaks the proof, on its own day or the next", () => {
    fc.assert(
      fc.property(
        month.filter((all) => new Set(all.map(({ day }) => day)).size > 2),
        fc.nat(),
        fc.integer({ min: 1, max: 9_999 }),
        (all, which, by) => {
          const rows = printedIn(mode, all);
          const at = which % rows.length;
          const changed = rows.map((row, index) =>
            index === at ? { ...row, balance: (row.balance ?? 0) + by } : row,
          );
          const proof = prove(mode, changed);
          const days = [...new Set(rows.map(({ date }) => date))];
          const day = days.indexOf(must(rows[at], "a row").date);
          const broken = must(
            rows.find(({ line }) => line === proof.breaks_at),
            "a line of the file",
          );

          expect(proof.rows_proven).toBeLessThan(proof.rows_checked);
          expect(Math.abs(days.indexOf(broken.date) - day)).toBeLessThanOrEqual(1);
          expect(proof.break_lines?.[0]).toBe(proof.breaks_at);
          expect(proof.breaks).toBe(proof.break_lines?.length);
        },
      ),
    );
  });
});

test("a day with two possible closing balances proves neither", () => {
  const rows = [
    ["01", -10, 90],
    ["02", -5, 80],
    ["02", -5, 80],
    ["03", -20, 55],
    ["03", -5, 99],
    ["04", -5, 50],
    ["05", -1, 48],
    ["05", -1, 48],
  ] as const;
  const proof = prove(
    { order: "oldest first", within: "day's closing" },
    rows.map(([day, amount, balance], at) => ({
      date: `2026-10-${day}`,
      amount,
      balance,
      line: at + 2,
    })),
  );

  // Of the seven rows behind the first day, the two of the third do not fit.
  expect(proof).toEqual({
    kind: "running balance",
    rows_checked: 7,
    rows_proven: 5,
    breaks_at: 5,
    breaks: 1,
    break_lines: [5],
  });
});

test("rows that were booked together and share a balance are proven by the whole file", async () => {
  const { proof } = await read(
    "Datum;Text;Belastung;Gutschrift;Saldo\n29.03.2026;MIETE;1475.00;;19496.65\n29.03.2026;PARKPLATZ;100.00;;19496.65\n29.03.2026;MIETE;3400.00;;21071.65\n29.03.2026;PARKPLATZ;150.00;;21071.65\n28.03.2026;LOHN;;274.85;24621.65\n28.03.2026;LOHN;;2788.35;24621.65\n28.03.2026;MIETE;585.00;;21558.45\n27.03.2026;LOHN;3517.00;;22143.45\n",
  );

  // The oldest row leads from nowhere; of the other seven every one is covered.
  expect(proof).toEqual({
    kind: "running balance",
    rows_checked: 7,
    rows_proven: 7,
    breaks_at: null,
  });
});

test("all breaks of the balance are counted, and the first ten lines kept", () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    date: "2026-03-01",
    amount: 1,
    balance: at % 2 === 0 ? 10 : 70,
    line: at + 2,
  }));

  expect(prove({ order: "oldest first", within: "as the file" }, rows)).toEqual({
    kind: "running balance",
    rows_checked: 39,
    rows_proven: 0,
    breaks_at: 3,
    breaks: 39,
    break_lines: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  });
});

describe("rows with a balance and no amount", () => {
  const rows = (balance: number): ChainRow[] => [
    { date: "2026-03-01", amount: -10, balance: 90, line: 2 },
    { date: "2026-03-02", amount: null, balance, line: 3 },
    { date: "2026-03-03", amount: -20, balance: balance - 20, line: 4 },
  ];

  test.each([
    ["oldest first", (all: ChainRow[]) => all],
    ["newest first", (all: ChainRow[]) => all.toReversed()],
  ] as const)("a row without amount is a break if the balance moves by it, %s", (order, turned) => {
    expect(prove({ order, within: "as the file" }, turned(rows(82)))).toEqual({
      kind: "running balance",
      rows_checked: 2,
      rows_proven: 1,
      breaks_at: 3,
      breaks: 1,
      break_lines: [3],
    });
  });

  test.each([
    ["oldest first", (all: ChainRow[]) => all],
    ["newest first", (all: ChainRow[]) => all.toReversed()],
  ] as const)("a row without amount is ignored if the balance stays, %s", (order, turned) => {
    expect(prove({ order, within: "as the file" }, turned(rows(90)))).toEqual({
      kind: "running balance",
      rows_checked: 1,
      rows_proven: 1,
      breaks_at: null,
    });
  });
});

describe("columns called balance that contradict the rows", () => {
  const CONTRADICTED = [
    "4207",
    "5072",
    "4877",
    "6728",
    "1556",
    "5402",
    "7977",
    "4457",
    "2707",
    "6318",
    "5006",
    "3495",
  ];
  const file = `Date,Description,Amount,Balance\n${CONTRADICTED.map((balance, at) => `2026-01-${String(at + 1).padStart(2, "0")},Shop ${at},-${at + 10}.00,${balance}.00`).join("\n")}\n`;

  test("a contradicting balance is shown with its lines, in the survey and in the reading", async () => {
    const { survey, proof } = await read(file);

    expect(proof).toEqual({
      kind: "running balance",
      rows_checked: 11,
      rows_proven: 0,
      breaks_at: 3,
      breaks: 11,
      break_lines: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    });
    expect(survey.layout.proof).toEqual(proof);
    expect(survey.layout.why).toContain(
      'The balances in "Balance" contradict the rows: 11 of 11 steps do not fit, at lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more.',
    );
  });

  test("every step of a balance is counted and only fitting ones are proven, for any rows and balances", async () => {
    const row = fc.record({
      cents: fc.integer({ min: -9_000, max: -1 }),
      fits: fc.boolean(),
      off: fc.integer({ min: 1, max: 99_999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 20 }), async (all) => {
        let total = 100_000;
        const lines = all.map(({ cents, fits, off }, at) => {
          total = fits ? total + cents : total + cents + off;
          return `2026-03-${String(at + 10)},Shop ${at},${(cents / 100).toFixed(2)},${(total / 100).toFixed(2)}`;
        });
        const { proof, survey } = await read(
          `Date,Description,Amount,Balance\n${lines.join("\n")}\n`,
        );
        const broken = all.flatMap(({ fits }, at) => (at === 0 || fits ? [] : [at + 2]));

        expect([proof.kind, proof.rows_checked, proof.rows_proven]).toEqual([
          "running balance",
          all.length - 1,
          all.length - 1 - broken.length,
        ]);
        expect(proof.breaks ?? 0).toBe(broken.length);
        expect(proof.break_lines ?? []).toEqual(broken.slice(0, 10));
        expect(survey.layout.proof).toEqual(proof);
        if (broken.length > 0) expect(survey.layout.why.join(" ")).not.toMatch(/proves/);
      }),
      { numRuns: 60 },
    );
  });

  test("a balance that fits on some rows is not a proof: the share and the breaks are shown", async () => {
    const { survey } = await read(
      "Date,Description,Amount,Balance\n2024-01-15,A,-20.00,980.00\n2024-01-16,B,-5.00,975.00\n2024-01-18,D,-4.00,961.00\n2024-01-19,E,-1.00,960.00\n2024-01-20,F,-1.00,959.00\n",
    );
    const said = survey.layout.why.filter((one) => /balance/.test(one));

    expect(said).toEqual([
      "Amounts and signs are read so that the running balance fits best: 3 of 4 rows in the part that was checked, oldest first.",
      'The balances in "Balance" do not fit at line 4.',
    ]);
  });

  test.each([
    ["oldest first", (rows: string[]) => rows],
    ["newest first", (rows: string[]) => rows.toReversed()],
  ] as const)(
    "a balance is not contradicted by pending or declined rows, which have none yet, %s",
    async (_, ordered) => {
      const rows = [
        "2026-03-13,A,-10.00,Booked,990.00",
        "2026-03-14,B,-7.00,Pending,",
        "2026-03-14,C,-5.00,Booked,985.00",
        "2026-03-15,D,-50.00,Declined,",
        "2026-03-15,E,-5.00,Booked,980.00",
        "2026-03-16,F,20.00,Booked,1000.00",
      ];
      const { proof, survey } = await read(
        `Date,Description,Amount,Status,Balance\n${ordered(rows).join("\n")}\n`,
      );

      expect(proof).toEqual({
        kind: "running balance",
        rows_checked: 3,
        rows_proven: 3,
        breaks_at: null,
      });
      expect(survey.layout.proof).toEqual(proof);
    },
  );

  test("a balance of one day that is printed on every row is ignored", async () => {
    const { proof } = await read(
      "Date,Description,Amount,Balance\n2026-03-13,A,-1.00,500.00\n2026-03-14,B,-2.00,500.00\n2026-03-15,C,-3.00,500.00\n",
    );

    expect(proof.kind).toBe("none");
  });
});

describe("rows with a day and a text, and no amount", () => {
  const named = (row: string) =>
    `Date,Description,Debit,Credit,Balance\n2026-03-13,A,10.00,,990.00\n${row}\n2026-03-15,C,5.00,,977.50\n2026-03-16,D,,50.00,1027.50\n2026-03-17,E,7.50,,1020.00\n`;
  const turned = (text: string) => {
    const [header = "", ...rows] = text.trimEnd().split("\n");
    return `${[header, ...rows.toReversed()].join("\n")}\n`;
  };

  test.each([
    ["oldest first", named, 3],
    ["newest first", (row: string) => turned(named(row)), 5],
  ] as const)(
    "a row with a day and a text, but no amount, is rejected if the balance moves by it, %s",
    async (_, file, line) => {
      const { records, proof } = await read(file("2026-03-14,Monthly charge,,,982.50"));

      expect(records.find((record) => record.kind === "rejected")).toMatchObject({
        line,
        reason: 'No amount in "Debit" or "Credit", though the balance changes by 7.50 here.',
      });
      expect(records.filter(({ kind }) => kind === "transaction")).toHaveLength(4);
      expect([proof.rows_checked, proof.rows_proven, proof.break_lines]).toEqual([4, 3, [line]]);
    },
  );

  test.each([
    ["oldest first", named],
    ["newest first", (row: string) => turned(named(row))],
  ] as const)(
    "a row with a day and a text, but no amount, is skipped if the balance stays, %s",
    async (_, file) => {
      const { records } = await read(
        file("2026-03-14,Your address has changed,,,990.00")
          .replace("977.50", "985.00")
          .replace("1027.50", "1035.00")
          .replace("1020.00", "1027.50"),
      );

      expect(records.map(({ kind }) => kind).toSorted()).toEqual([
        "skipped",
        "transaction",
        "transaction",
        "transaction",
        "transaction",
      ]);
    },
  );

  test("a row without an amount is skipped if the balance stays, though not every row before it prints one", async () => {
    const { records } = await read(
      "Date,Description,Debit,Credit,Balance\n2026-03-13,A,10.00,,990.00\n2026-03-13,B,4.00,,\n2026-03-13,C,6.00,,980.00\n2026-03-14,Your address has changed,,,980.00\n2026-03-15,D,5.00,,975.00\n2026-03-16,E,,50.00,1025.00\n",
    );

    expect(records.map(describeFate)).toEqual([
      "2 transaction",
      "3 transaction",
      "4 transaction",
      "5 skipped",
      "6 transaction",
      "7 transaction",
    ]);
  });

  test("a row without an amount is rejected if another column of amounts has one", async () => {
    const rows = Array.from(
      { length: 9 },
      (_, at) => `2026-03-${at + 11},Shop ${at},-${at + 1}.50,`,
    );
    const { records } = await read(
      `Date,Description,Amount,Amount pending\n${rows.join("\n")}\n2026-03-25,Hotel,,-80.00\n`,
    );

    expect(records.map(describeFate).at(-1)).toBe("11 rejected");
    expect(records.at(-1)).toMatchObject({
      reason: 'No amount in "Amount"; "Amount pending" holds -80.00.',
    });
  });

  test("every row that a statement with balances leaves out is reported, whichever rows lack their amount", async () => {
    const row = fc.record({
      cents: fc.integer({ min: -9_000, max: 9_000 }).filter((cents) => cents !== 0),
      lacks: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 24 }),
        fc.boolean(),
        async (some, newestFirst) => {
          const all = [
            { cents: -1_250, lacks: false },
            ...some,
            ...[4_200, -350, -770, 9_900].map((cents) => ({ cents, lacks: false })),
          ];
          let total = 1_000_000;
          const lines = all.map(({ cents, lacks }, at) => {
            total += cents;
            const debit = lacks || cents >= 0 ? "" : (-cents / 100).toFixed(2);
            const credit = lacks || cents < 0 ? "" : (cents / 100).toFixed(2);
            return {
              text: `2026-03-${String(1 + at).padStart(2, "0")},Shop ${at},${debit},${credit},${(total / 100).toFixed(2)}`,
              lacks,
            };
          });
          const printed = newestFirst ? lines.toReversed() : lines;
          const { records } = await read(
            `Date,Description,Debit,Credit,Balance\n${printed.map(({ text }) => text).join("\n")}\n`,
          );

          expect(records.map(({ kind }) => kind)).toEqual(
            printed.map(({ lacks }) => (lacks ? "rejected" : "transaction")),
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});
