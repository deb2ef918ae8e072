// Laws of the MT940 reader: a statement reads the same in every spelling. A file cut anywhere never
// gives another amount or date. No bytes make the reader fail. Time is proportional to the file.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isMt940, readMt940 } from "../../../src/statements/mt940/mt940.ts";
import { splitMessages } from "../../../src/statements/mt940/fields.ts";
import { splitSlashed, splitLabelled, splitSepa } from "../../../src/statements/mt940/keywords.ts";
import { findSeparator, splitSubfields } from "../../../src/statements/mt940/structured.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import { addDays, type Day } from "../../../src/money/day.ts";
import { TODAY } from "../csv/reading.ts";
import { read, rowsOf } from "../reading.ts";

interface Entry {
  readonly value: Day;
  readonly lag: number;
  readonly cents: number;
  readonly reversal: boolean;
  readonly reference: string;
  readonly name: string;
  readonly purpose: string;
}

const START = "2023-12-20" as Day;
const NAMES = [
  "ANNA KOT",
  "Stadtwerke Musterstadt Energie und Wasser GmbH",
  "J. O'Neil (Shop)",
  "A/B Handel",
];
const PURPOSES = [
  "Miete",
  "RG 4711/12 vom 01.02.",
  "Abschlag Strom Kundennummer 123456789 Vertragskonto 987654321 Maerz 2024 und noch etwas mehr Text",
];
const entry: fc.Arbitrary<Entry> = fc.record({
  value: fc.integer({ min: 0, max: 60 }).map((days) => addDays(START, days)),
  lag: fc.integer({ min: -5, max: 5 }),
  cents: fc.integer({ min: -9_999_999_99, max: 9_999_999_99 }).filter((cents) => cents !== 0),
  reversal: fc.boolean(),
  reference: fc.stringMatching(/^[A-Z][1-9][0-9]{8}$/),
  name: fc.constantFrom(...NAMES),
  purpose: fc.constantFrom(...PURPOSES),
});
const entries = fc.uniqueArray(entry, {
  minLength: 1,
  maxLength: 10,
  selector: ({ reference }) => reference,
});

interface Spelling {
  readonly end: string;
  readonly envelope: boolean;
  readonly structured: boolean;
  readonly zeros: boolean;
  readonly funds: string;
  /** How many movements a page holds. */
  readonly page: number;
  readonly last: string;
}
const spelling: fc.Arbitrary<Spelling> = fc.record({
  end: fc.constantFrom("\r\n", "\n", "\r", "\r\r\n"),
  envelope: fc.boolean(),
  structured: fc.boolean(),
  zeros: fc.boolean(),
  funds: fc.constantFrom("", "R", "N"),
  page: fc.integer({ min: 1, max: 4 }),
  last: fc.constantFrom("", "\u001a", "\u0003"),
});

const decimal = (cents: number, zeros: boolean) => {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  const plain = `${digits.slice(0, -2)},${digits.slice(-2)}`;
  return zeros ? plain.padStart(15, "0") : plain.replace(/,00$/, ",").replace(/(,\d)0$/, "$1");
};
const compact = (day: Day) => day.slice(2).replaceAll("-", "");
const entryOf = ({ value, lag }: Entry) => addDays(value, lag);
const balance = (cents: number, day: Day) =>
  `${cents < 0 ? "D" : "C"}${compact(day)}EUR${decimal(cents, false)}`;
const pieces = (text: string, size: number) => text.match(new RegExp(`.{1,${size}}`, "gs")) ?? [];

function movement(one: Entry, how: Spelling): string[] {
  const { cents, reversal, value, reference, name, purpose } = one;
  const side = cents < 0 ? "D" : "C";
  const reversed = cents < 0 ? "RC" : "RD";
  const mark = reversal ? reversed : side;
  const head = `:61:${compact(value)}${compact(entryOf(one)).slice(2)}${mark}${how.funds}${decimal(cents, how.zeros)}NTRFNONREF//${reference}`;
  if (!how.structured) return [head, `:86:/NAME/${name}/REMI/${purpose}`];
  const fields = [
    ...pieces(purpose, 27).map((piece, at) => `?2${at}${piece}`),
    ...pieces(name, 27).map((piece, at) => `?3${at + 2}${piece}`),
  ];
  return [
    head,
    ...pieces(`166?00GUTSCHRIFT${fields.join("")}`, 65).map((line, at) =>
      at === 0 ? `:86:${line}` : line,
    ),
  ];
}

function spelled(all: readonly Entry[], how: Spelling): string {
  const lines: string[] = [];
  let sum = 100_00;
  for (let from = 0; from < all.length; from += how.page) {
    const some = all.slice(from, from + how.page);
    const first = from === 0;
    const last = from + how.page >= all.length;
    if (how.envelope)
      lines.push(
        "{1:F01BANKDEFFAXXX0000000000}{2:O9400000000000BANKDEFFAXXX00000000000000000000N}{4:",
      );
    lines.push(
      ":20:X",
      ":25:10020030/1234567",
      `:28C:1/${from / how.page + 1}`,
      `:60${first ? "F" : "M"}:${balance(sum, START)}`,
    );
    for (const one of some) lines.push(...movement(one, how));
    sum += some.reduce((part, { cents }) => part + cents, 0);
    lines.push(`:62${last ? "F" : "M"}:${balance(sum, START)}`, how.envelope ? "-}" : "-");
  }
  return lines.join(how.end) + how.end + how.last;
}

const said = (row: StatementRow) =>
  `${row.date} ${row.amount} ${row.reference ?? ""} ${row.payee} | ${row.notes ?? ""}`;

test("a statement reads the same in every spelling, and its pages prove it", async () => {
  await fc.assert(
    fc.asyncProperty(entries, spelling, async (all, how) => {
      const { rows, records, proof, survey } = await read(spelled(all, how));

      expect(records.length).toBe(all.length);
      expect(rows.map(said)).toEqual(
        all.map(
          (one) =>
            `${entryOf(one)} ${one.cents * 100} ${one.reference} ${one.name} | ${one.purpose}`,
        ),
      );
      expect(rows.every((row) => row.currency === "eur")).toBe(true);
      expect(proof).toEqual({
        kind: "opening and closing balance",
        rows_checked: all.length,
        rows_proven: all.length,
        breaks_at: null,
      });
      expect(survey.layout.account).toBe("10020030/1234567");
    }),
    { numRuns: 200 },
  );
});

test("a file cut at any byte gives only amounts and dates of the whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { minLength: 2, maxLength: 3, selector: ({ reference }) => reference }),
      spelling,
      async (all, how) => {
        const bytes = new TextEncoder().encode(spelled(all, how));
        const whole = (await read(bytes)).rows.map(said);
        for (let end = 0; end < bytes.length; end += 1) {
          const result = await readMt940(bytes.subarray(0, end), { answers: {}, today: TODAY });
          if (!result.ok) continue;
          const got = rowsOf(result.value.records).map(said);
          const { proof, why } = result.value.layout;
          // Cut behind a line, the last one's text may go on: then it is said.
          const open = why.some((sentence) => sentence.includes("no closing balance"));
          expect(got.slice(0, open ? -1 : undefined)).toEqual(
            whole.slice(0, got.length - (open ? 1 : 0)),
          );
          if (open)
            expect(whole[got.length - 1]).toContain(
              (got.at(-1) ?? "").split(" ").slice(0, 2).join(" "),
            );
          expect(proof.rows_proven).toBeLessThanOrEqual(got.length);
        }
      },
    ),
    { numRuns: 15 },
  );
});

test("an unframed piece, cut anywhere, gives no other amount or date", async () => {
  const piece =
    ":61:2403040305DR1234,56NTRFNONREF//REF1\n:86:020?00A?20B\n:61:2403040305CR,5NTRFNONREF\n";
  for (let end = 0; end <= piece.length; end += 1) {
    const result = await readMt940(new TextEncoder().encode(piece.slice(0, end)), {
      answers: {},
      today: TODAY,
    });
    if (!result.ok) continue;
    for (const row of rowsOf(result.value.records))
      expect(["2024-03-05 -12345600", "2024-03-05 5000"]).toContain(`${row.date} ${row.amount}`);
  }
});

test("the two halves of a file give the same as the whole", async () => {
  await fc.assert(
    fc.asyncProperty(entries, spelling, fc.nat(10), async (all, how, at) => {
      const rows = async (some: readonly Entry[]) =>
        some.length === 0
          ? []
          : (await read(spelled(some, how))).rows.map((row) => `${said(row)} ${row.description}`);

      expect([...(await rows(all.slice(0, at))), ...(await rows(all.slice(at)))]).toEqual(
        await rows(all),
      );
    }),
    { numRuns: 60 },
  );
});

const fragment = fc.constantFrom(
  ":20:",
  ":25:",
  ":28C:",
  ":60F:C240101EUR1,",
  ":61:",
  "2403040305",
  "C",
  "RD",
  "D",
  "12,50",
  "NTRF",
  "//",
  ":86:",
  "020?00",
  "?20",
  "?2",
  "166~00",
  "EREF+",
  "SVWZ+",
  "/NAME/",
  "/REMI/",
  "/CNTP/",
  ":62F:C240101EUR",
  ":90D:99999EUR99999999999999,99",
  ":34F:",
  "-",
  "-}",
  "{1:F01BANKDEFF",
  "{4:",
  "\r",
  "\n",
  "\r\n",
  "\0",
  "\ud800",
  "é",
  " ",
  "@@:",
  ":61:2403040305C9007199254740,99NTRF\n",
  ":61:2403040305C12,50NTRFNONREF//A\n",
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
        isMt940(bytes);
        const result = await readMt940(bytes, { answers: {}, today: TODAY });

        if (result.ok)
          for (const record of result.value.records)
            expect(["transaction", "rejected", "skipped"]).toContain(record.kind);
        else expect(result.error.message).toMatch(/\.$/);
      },
    ),
    { numRuns: 1500 },
  );
});

const HOSTILE: readonly (readonly [string, string])[] = [
  ["statement lines", ":61:2403040305C1,NTRF\n"],
  ["openings", ":60F:C240101EUR1,\n"],
  ["headers", ":20:1\n"],
  ["carriage returns", "\r"],
  ["ends", "-\n"],
  ["envelopes", "{1:F01"],
  ["closed envelopes", "-}{5:}{1:F01}{4:\n"],
  ["blank lines behind a movement", "\n"],
  ["narratives", ":86:x\n"],
  ["controls", "\u0001"],
  ["times of day in a narrative", ":20:37 x\n"],
];

// Quadratic time would take minutes for so much; the clock of an isolate stands still, so the limit is the test's.
test.each(HOSTILE)(
  "half a million characters of %s are read in time",
  async (_, piece) => {
    const text = `:20:1\n:25:1\n:60F:C240101EUR1,\n:61:2403040305C1,NTRF\n:86:a\n${piece.repeat(Math.ceil(500_000 / piece.length))}`;
    const result = await readMt940(new TextEncoder().encode(text), { answers: {}, today: TODAY });

    expect(result.ok).toBe(true);
  },
  15_000,
);

test.each(["/NAME/", "/", "/A", "?20", "?", "EREF+", " EREF+ ", "OD:", ";", "~20", "100~"])(
  "half a hundred thousand characters of %s in one narrative are split in time",
  (piece) => {
    const text = `020?00${piece.repeat(100_000 / piece.length)}`;

    expect(splitMessages([`:86:${text}`]).length).toBe(1);
    expect(() => [
      splitSlashed(text.slice(6)),
      splitSepa(text),
      splitLabelled(text),
      splitSubfields(text, findSeparator(text) ?? "?"),
    ]).not.toThrow();
  },
  10_000,
);
