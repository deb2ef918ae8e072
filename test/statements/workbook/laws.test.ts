// Laws: a table written as CSV, XLSX, XLS, XML and a web page is the same statement. Time is
// proportional to the sheet.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, parseDay } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { expectLinear } from "../../growth.ts";
import { readDocument, type Read } from "./reading.ts";
import { xlsOf } from "./xls-writing.ts";
import { escaped, xlsxOf, type Put } from "./xlsx-writing.ts";

interface Booking {
  readonly days: number;
  readonly cents: number;
  readonly text: string;
  readonly balance: number;
}

const START = must(parseDay("2024-01-01"), "a day");
const words = fc.constantFrom(
  "Coffee",
  "Rent & heating",
  'Shop "Zur Post"',
  "Café Müller",
  "Łódź",
  "日本",
  "a;b,c",
  "50 % off",
  "<b>",
  "x-1",
  "Miete 03 2024",
  "'quoted'",
);
const bookings = fc
  .array(
    fc.record({
      step: fc.nat(3),
      cents: fc.integer({ min: -5_000_000, max: 5_000_000 }).filter((cents) => cents !== 0),
      text: fc.array(words, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
    }),
    { minLength: 2, maxLength: 25 },
  )
  .map((list) => {
    let days = 0;
    let balance = 123_456;
    return list.map(({ step, cents, text }): Booking => ({
      days: (days += step),
      cents,
      text,
      balance: (balance += cents),
    }));
  });

const dayOf = ({ days }: Booking) => addDays(START, days);
const decimal = (cents: number) =>
  `${cents < 0 ? "-" : ""}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
const essence = ({ rows, questions, proof }: Read) => ({
  rows: rows.map(({ line, date, amount, description, payee, balance, reference }) => ({
    line,
    date,
    amount,
    description,
    payee,
    balance,
    reference,
  })),
  questions: questions.map(({ id }) => id),
  proof,
});
const LABELS = ["Date", "Description", "Amount", "Balance"];

test("one table is the same statement in every kind of file", async () => {
  await fc.assert(
    fc.asyncProperty(bookings, async (list) => {
      const csv = `${LABELS.join(",")}\n${list.map((one) => `${dayOf(one)},"${one.text.replaceAll('"', '""')}",${decimal(one.cents)},${decimal(one.balance)}\n`).join("")}`;
      const typed = list.map((one): Put[] => [
        { day: dayOf(one) },
        one.text,
        { number: decimal(one.cents) },
        one.balance / 100,
      ]);
      const inRows = list.map(
        (one) =>
          `<Row><Cell><Data ss:Type="DateTime">${dayOf(one)}T00:00:00.000</Data></Cell><Cell><Data ss:Type="String">${escaped(one.text)}</Data></Cell><Cell><Data ss:Type="Number">${one.cents / 100}</Data></Cell><Cell><Data ss:Type="Number">${one.balance / 100}</Data></Cell></Row>`,
      );
      const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="a"><Table><Row>${LABELS.map((label) => `<Cell><Data ss:Type="String">${label}</Data></Cell>`).join("")}</Row>${inRows.join("")}</Table></Worksheet></Workbook>`;
      const html = `<table><tr>${LABELS.map((label) => `<th>${label}</th>`).join("")}</tr>${list.map((one) => `<tr><td>${dayOf(one)}<td>${escaped(one.text)}<td>${decimal(one.cents)}<td>${decimal(one.balance)}</tr>`).join("")}</table>`;
      const old = xlsOf(
        [
          LABELS,
          ...list.map((one) => [{ day: dayOf(one) }, one.text, one.cents / 100, one.balance / 100]),
        ],
        { sharedBytes: 200 },
      );

      const expected = essence(await readDocument(new TextEncoder().encode(csv)));
      for (const [kind, bytes] of [
        ["xlsx", await xlsxOf([LABELS, ...typed])],
        [
          "1904",
          await xlsxOf([LABELS, ...typed], { from1904: true, inlineTexts: true, prefix: "x" }),
        ],
        ["xml", new TextEncoder().encode(xml)],
        ["html", new TextEncoder().encode(html)],
        ["xls", old],
      ] as const) {
        expect(essence(await readDocument(bytes)), kind).toEqual(expected);
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("reading time is proportional to the sheet", async () => {
  const sheets = new Map<number, Uint8Array>();
  for (const count of [4_000, 16_000])
    sheets.set(
      count,
      await xlsxOf(
        [
          LABELS,
          ...Array.from({ length: count }, (_, index): Put[] => [
            { day: addDays(START, Math.floor(index / 20)) },
            `Payment number ${index}`,
            -(index % 90) - 1,
            100_000 + index,
          ]),
        ],
        { inlineTexts: true },
      ),
    );

  await expectLinear(16_000, async (count) => {
    const { records } = await readDocument(must(sheets.get(count), "a sheet of that length"));
    expect(records).toHaveLength(count);
  });
});
