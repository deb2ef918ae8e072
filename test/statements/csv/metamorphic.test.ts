// The same statement reads the same in any printed form: random statements are re-encoded,
// reversed, and given another delimiter, a preamble, a further column, quotes around everything, or
// other line ends. The multiset of (date, amount, description) must not change.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { describeRow, read } from "./reading.ts";

interface Entry {
  readonly day: number;
  readonly cents: number;
  readonly text: string;
}

const TEXTS = [
  "Café Müller",
  "GROCER 12, MAIN ST",
  "Bäckerei; Groß",
  "Société du Gaz",
  'say "hi"',
  "Ñandú & Söhne",
  "Employer Ltd",
  "two\nlines",
  "Tab\tbed",
  "Straße 5 | Hof",
];
const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc.integer({ min: 0, max: 300 }),
  cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
  text: fc.constantFrom(...TEXTS),
});
/** At least one day past the 12th, one amount of each sign: what any real month shows. */
const statement = fc
  .array(entry, { minLength: 4, maxLength: 30 })
  .map((entries) =>
    [
      { day: 19, cents: -1_250, text: "Café Müller" },
      { day: 140, cents: 123_456, text: "Employer Ltd" },
      ...entries,
    ].toSorted((a, b) => a.day - b.day),
  );

interface Print {
  readonly delimiter: string;
  readonly end: string;
  readonly quoteAll: boolean;
  readonly newestFirst: boolean;
  readonly preamble: boolean;
  readonly further: boolean;
  readonly comma: boolean;
  readonly encode: (text: string) => Uint8Array;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
/** The texts hold nothing beyond Latin-1, which windows-1252 shares. */
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string) => {
  const units = Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0));
  return new Uint8Array(units.buffer);
};
const PLAIN: Print = {
  delimiter: ",",
  end: "\n",
  quoteAll: false,
  newestFirst: false,
  preamble: false,
  further: false,
  comma: false,
  encode: utf8,
};
const print: fc.Arbitrary<Print> = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  end: fc.constantFrom("\n", "\r\n"),
  quoteAll: fc.boolean(),
  newestFirst: fc.boolean(),
  preamble: fc.boolean(),
  further: fc.boolean(),
  comma: fc.boolean(),
  encode: fc.constantFrom(utf8, latin, utf16),
});

function decimal(cents: number, comma: boolean): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${comma ? "," : "."}${digits.slice(-2)}`;
}

function printed(entries: readonly Entry[], how: Print): Uint8Array {
  let balance = 500_000;
  const rows = entries.map(({ day, cents, text }) => {
    balance += cents;
    const date = new Date(Date.UTC(2024, 0, 1 + day))
      .toISOString()
      .slice(0, 10)
      .split("-")
      .reverse()
      .join("/");
    return [
      date,
      text,
      decimal(cents, how.comma),
      decimal(balance, how.comma),
      ...(how.further ? ["kept"] : []),
    ];
  });
  const table = [
    ["Date", "Description", "Amount", "Balance", ...(how.further ? ["Zone"] : [])],
    ...(how.newestFirst ? rows.toReversed() : rows),
  ];
  const quote = (cell: string) =>
    how.quoteAll || /["\r\n]/.test(cell) || cell.includes(how.delimiter)
      ? `"${cell.replaceAll('"', '""')}"`
      : cell;
  const lines = table.map((row) => row.map(quote).join(how.delimiter));
  if (how.preamble) lines.unshift(["Statement of account", "Zoë Müller"].join(how.delimiter), "");
  return how.encode(lines.join(how.end) + how.end);
}

test("a statement reads the same in every printed form", async () => {
  await fc.assert(
    fc.asyncProperty(statement, print, async (entries, how) => {
      const plain = await read(printed(entries, PLAIN));
      const other = await read(printed(entries, how));

      expect(other.survey.questions).toEqual([]);
      expect(other.rows.map(describeRow).sort()).toEqual(plain.rows.map(describeRow).sort());
      expect(other.rows.length).toBe(entries.length);
    }),
    { numRuns: 120 },
  );
});

test("the running balance proves every row, oldest or newest first", async () => {
  await fc.assert(
    fc.asyncProperty(statement, fc.boolean(), async (entries, newestFirst) => {
      const { proof } = await read(printed(entries, { ...PLAIN, newestFirst }));

      expect(proof).toEqual({
        kind: "running balance",
        rows_checked: entries.length - 1,
        rows_proven: entries.length - 1,
        breaks_at: null,
      });
    }),
    { numRuns: 60 },
  );
});

test("the positions where the bytes are divided do not matter", async () => {
  await fc.assert(
    fc.asyncProperty(
      statement,
      print,
      fc.integer({ min: 1, max: 97 }),
      async (entries, how, piece) => {
        const bytes = printed(entries, how);
        const whole = await read(bytes);
        const pieces = await read(bytes, {}, piece);

        expect(pieces.records).toEqual(whole.records);
      },
    ),
    { numRuns: 60 },
  );
});
