// Laws of the QIF reader: a register says the same in every spelling that shows its order and mark; a file cut anywhere
// never gives another amount or date; no bytes make it fail; time grows with the file.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isQif, readQif } from "../../../src/statements/qif/qif.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import { addDays, type Day } from "../../../src/money/day.ts";
import { TODAY } from "../csv/reading.ts";
import { read, rowsOf } from "../reading.ts";

interface Entry {
  readonly day: Day;
  readonly cents: number;
  readonly payee: string;
  readonly memo: string;
  readonly parts: readonly number[];
}

const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc.integer({ min: 0, max: 9_000 }).map((days) => addDays("2000-01-01" as Day, days)),
  cents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  payee: fc.constantFrom("Grocer & Sons", "Café Müller", "12 O'Clock", "ACME"),
  memo: fc.constantFrom("", "Total 5 pieces", "Rent 2/3"),
  parts: fc.array(fc.integer({ min: -5_000, max: 5_000 }), { maxLength: 3 }),
});
const entries = fc.array(entry, { minLength: 1, maxLength: 12 });

interface Spelling {
  readonly end: string;
  readonly order: "dmy" | "mdy" | "ymd";
  readonly year: "four" | "apostrophe";
  readonly pad: string;
  readonly mark: "." | ",";
  readonly thousands: boolean;
  readonly quicken: boolean;
  readonly header: boolean;
}
const spelling: fc.Arbitrary<Spelling> = fc.record({
  end: fc.constantFrom("\n", "\r\n", "\r", "\n\n"),
  order: fc.constantFrom("dmy", "mdy", "ymd"),
  year: fc.constantFrom("four", "apostrophe"),
  pad: fc.constantFrom("", "0", " "),
  mark: fc.constantFrom(".", ","),
  thousands: fc.boolean(),
  quicken: fc.boolean(),
  header: fc.boolean(),
});

function date(day: Day, { order, year, pad }: Spelling): string {
  const [y = "", m = "", d = ""] = day.split("-");
  if (order === "ymd") return day;
  const [a, b] = (order === "dmy" ? [d, m] : [m, d]).map((part) =>
    String(Number(part))
      .padStart(2, pad === "" ? undefined : pad)
      .slice(pad === "" ? -String(Number(part)).length : -2),
  );
  return year === "four"
    ? `${a}/${b}/${y}`
    : `${a}/${b}'${y.slice(2).replace(/^0/, pad === "" ? "0" : pad)}`;
}

function decimal(cents: number, { mark, thousands }: Spelling): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const whole = thousands
    ? digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, mark === "." ? "," : ".")
    : digits.slice(0, -2);
  return `${cents < 0 ? "-" : ""}${whole}${mark}${digits.slice(-2)}`;
}

/** A first record shows order and mark. */
const SHOWS: Entry = {
  day: "1999-12-31" as Day,
  cents: -1_234_56,
  payee: "First",
  memo: "",
  parts: [],
};

function spelled(all: readonly Entry[], how: Spelling): string {
  const lines = how.header ? ["!Account", "NGiro", "TBank", "^", "!Type:Bank"] : [];
  for (const one of [SHOWS, ...all]) {
    const amount = decimal(one.cents, how);
    lines.push(
      `D${date(one.day, how)}`,
      ...(how.quicken ? [`U${amount}`] : []),
      `T${amount}`,
      "CX",
      `P${one.payee}`,
      `M${one.memo}`,
      "LFood:Out",
    );
    for (const part of one.parts) lines.push("SPart", "Ea memo", `$${decimal(part, how)}`);
    lines.push("^");
  }
  return lines.join(how.end) + how.end;
}

const said = (row: StatementRow) => `${row.date} ${row.amount} ${row.payee}`;

test("a register reads the same in every spelling", async () => {
  await fc.assert(
    fc.asyncProperty(entries, spelling, async (all, how) => {
      const { rows, records, survey } = await read(spelled(all, how));

      expect(survey.questions).toEqual([]);
      expect(records.length).toBe(all.length + 1);
      expect(rows.map(said)).toEqual(
        [SHOWS, ...all].map(
          (one) => `${one.day} ${one.cents === 0 ? 0 : one.cents * 100} ${one.payee}`,
        ),
      );
      expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(
        [SHOWS, ...all].reduce((sum, { cents }) => sum + cents * 100, 0),
      );
      expect(survey.layout.account).toBe(how.header ? "Giro" : null);
      const uneven = all.some(
        ({ cents, parts }) =>
          parts.length > 0 && parts.reduce((sum, part) => sum + part, 0) !== cents,
      );
      expect(survey.layout.why.some((why) => /do not add up/.test(why))).toBe(uneven);
    }),
    { numRuns: 200 },
  );
});

test("a file cut at any byte gives only amounts and dates of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(entry, { minLength: 2, maxLength: 3 }),
      spelling,
      async (all, how) => {
        const bytes = new TextEncoder().encode(spelled(all, how));
        const whole = (await read(bytes)).rows.map(({ date: day, amount }) => `${day} ${amount}`);
        for (let end = 0; end < bytes.length; end += 1) {
          const result = await readQif(bytes.subarray(0, end), { answers: {}, today: TODAY });
          if (!result.ok || result.value.questions.length > 0) continue;
          const got = rowsOf(result.value.records).map(
            ({ date: day, amount }) => `${day} ${amount}`,
          );
          expect(got).toEqual(whole.slice(0, got.length));
        }
      },
    ),
    { numRuns: 15 },
  );
});

const fragment = fc.constantFrom(
  "!Type:Bank\n",
  "!Type:Invst\n",
  "!Account\n",
  "!Option:AutoSwitch\n",
  "^\n",
  "D01/02/2024\n",
  "D1/ 2' 5\n",
  "D'\n",
  "T-12.50\n",
  "T1,234\n",
  "U1\n",
  "T9007199254740,99\n",
  "SFood\n",
  "$1\n",
  "E\n",
  "%50\n",
  "L[A]\n",
  "L[\n",
  "NBuy\n",
  "NDivX\n",
  "POpening Balance\n",
  "M",
  "\r",
  "\n",
  "\0",
  "\ud800",
  "é",
  "!",
  "T\n",
  "D\n",
  "$9007199254740.99\n",
);

test("no text and no bytes make the reader fail, and every record has exactly one fate", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc
          .array(fragment, { maxLength: 60 })
          .map((parts) => new TextEncoder().encode(parts.join(""))),
        fc.uint8Array({ maxLength: 300 }),
      ),
      async (bytes) => {
        isQif(bytes);
        const result = await readQif(bytes, { answers: {}, today: TODAY });

        if (result.ok)
          for (const record of result.value.records)
            expect(["transaction", "rejected", "skipped"]).toContain(record.kind);
        else expect(result.error.message).toMatch(/\.$/);
      },
    ),
    { numRuns: 1500 },
  );
});

const HOSTILE = [
  "D1/1/24\nT1\n^\n",
  "T1\n",
  "SA\n$1\n",
  "!Type:Bank\n",
  "!Account\nNA\n^\n!Type:Bank\nT1\n^\n",
  "M\n",
  "\r",
  "^\n",
  "Pa",
  "L[",
  "$1\n",
  "D",
];

// Quadratic time would take minutes for so much; the clock of an isolate stands still, so the limit is the test's.
test.each(HOSTILE)(
  "half a million characters of %j are read in time",
  async (piece) => {
    const text = `!Type:Bank\nD01/25/2024\nT-1.50\nPx\n^\n${piece.repeat(500_000 / piece.length)}`;
    const result = await readQif(new TextEncoder().encode(text), { answers: {}, today: TODAY });

    expect(result.ok).toBe(true);
  },
  15_000,
);
