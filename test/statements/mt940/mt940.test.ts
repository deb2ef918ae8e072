// What one export does not show: each a habit or a fault that an MT940 file may have.

import { expect, test } from "vitest";
import { listOtherRecords, read, refusal } from "../reading.ts";
import { printRow } from "./reading.ts";

const page = (...movements: readonly string[]) =>
  [
    ":20:X",
    ":25:10020030/1234567",
    ":28C:1/1",
    ":60F:C240301EUR100,00",
    ...movements,
    ":62F:C240331EUR100,00",
    "-",
    "",
  ].join("\n");
const rowsOf = async (...movements: readonly string[]) =>
  (await read(page(...movements))).rows.map(printRow);
const fatesOf = async (...movements: readonly string[]) =>
  listOtherRecords((await read(page(...movements))).records);

test.each([
  ["240304C1,NTRF", "2024-03-04 1.00"],
  ["240304C,50NTRF", "2024-03-04 0.50"],
  ["240304C1234,5NTRF", "2024-03-04 1234.50"],
  ["240304C000000001234,56NTRF", "2024-03-04 1234.56"],
  ["240304C500NTRF", "2024-03-04 500.00"],
  ["240304C1.234,56NTRF", "2024-03-04 1234.56"],
  ["240304C12.34NTRF", "2024-03-04 12.34"],
  ["240304C1,2340NTRF", "2024-03-04 1.2340"],
  ["2403040305D1,00NTRF", "2024-03-05 -1.00"],
  ["240304    D1,00NTRF", "2024-03-04 -1.00"],
  ["240304 0305 D1,00NTRF", "2024-03-05 -1.00"],
  ["2403040000D1,00NTRF", "2024-03-04 -1.00"],
  ["20240304D1,00NTRF", "2024-03-04 -1.00"],
  ["202403040305D1,00NTRF", "2024-03-05 -1.00"],
  ["2312310102D1,00NTRF", "2024-01-02 -1.00"],
  ["2401021229D1,00NTRF", "2023-12-29 -1.00"],
  ["2402300301D1,00NTRF", "2024-03-01 -1.00"],
  ["2403040230D1,00NTRF", "2024-03-04 -1.00"],
  ["2402280229D1,00NTRF", "2024-02-29 -1.00"],
  ["9912310103D1,00NTRF", "2000-01-03 -1.00"],
  ["240304RC1,00NTRF", "2024-03-04 -1.00"],
  ["240304RDR1,00NTRF", "2024-03-04 1.00"],
  ["240304d1,00ntrf", "2024-03-04 -1.00"],
])("the line :61:%s is read as %s", async (line, expected) => {
  expect((await rowsOf(`:61:${line}NONREF`, ":86:text")).join()).toBe(`${expected} text`);
});

test.each([
  ["240230D1,00NTRF", /neither the value date 240230 nor an entry date exists/],
  ["2402300230D1,00NTRF", /neither the value date/],
  ["240304X1,00NTRF", /instead of C or D/],
  ["240304NTRF", /instead of C or D/],
  ["24030D1,00NTRF", /instead of a date such as 240305/],
  [
    "240304D1,234NTRF",
    /the mark in the amount "1,234" may be a decimal mark or a thousands separator/,
  ],
  ["240304D1.234NTRF", /"1\.234" may be a decimal mark/],
  ["240304D123,456NTRF", /"123,456" may be a decimal mark/],
  ["240304D1,23456NTRF", /more than four decimals/],
  ["240304D1,2,3NTRF", /"1,2,3" is not an amount/],
  ["240304D,NTRF", /"," is not an amount/],
  ["240304D99999999999999,00NTRF", /is too large/],
])("the line :61:%s is rejected", async (line, reason) => {
  const left = await fatesOf(`:61:${line}NONREF`, ":86:text", ":61:2403040304C1,00NTRFNONREF");

  expect(left.length).toBe(1);
  expect(left[0]).toMatch(/^rejected 5: /);
  expect(left[0]).toMatch(reason);
});

test.each(["NONREF", "NOTPROVIDED", "0000000000", "-", ""])(
  "the bank's reference //%s does not count",
  async (reference) => {
    expect((await read(page(`:61:2403050305C5,NTRFNONREF//${reference}`))).rows[0]?.reference).toBe(
      null,
    );
  },
);

test("a currency that no budget can hold is asked about", async () => {
  const file = page(":61:9903050305C5,NTRFNONREF", ":86:x").replaceAll("EUR", "DEM");
  const asked = await read(file);

  expect(
    asked.survey.questions.map(({ id, choices }) => [id, ...choices.map(({ value }) => value)]),
  ).toEqual([["currency", "account", "leave_out"]]);
  expect(asked.rows).toEqual([]);
  const taken = await read(file, { currency: "account" });
  expect(taken.survey.questions).toEqual([]);
  expect(taken.rows.map(printRow)).toEqual(["1999-03-05 5.00 x"]);
  const left = await read(file, { currency: "leave_out" });
  expect(left.survey.questions).toEqual([]);
  expect(listOtherRecords(left.records)).toEqual([
    "rejected 5: the amount is in DEM, which a budget cannot hold",
  ]);
});

test.each([
  [
    "within the header of another statement",
    ":20:Y\n:25:1002",
    "The file breaks off in a message without transactions; the rest may be missing.",
  ],
  [
    "within another envelope",
    "{1:F01ASNBNL21XXXX0000000000}{2:O9",
    "The file breaks off after the envelope of another message.",
  ],
])("a file that breaks off %s is reported", async (_, rest, sentence) => {
  const { rows, survey } = await read(`${page(":61:240301C1,NTRFA", ":86:first")}${rest}`);

  expect(rows.length).toBe(1);
  expect(survey.layout.why).toContain(sentence);
});

test.each([
  ["brackets around a word", ":86:051?00A?20GEB]HR [FEST] B", "GEB]HR [FEST] B"],
  ["a sign that stands alone", ":86:051?00A?20GEB]HR | B", "GEB]HR | B"],
])("with %s no character is read as a German letter", async (_, narrative, text) => {
  expect((await read(page(":61:240301C1,NTRFA", narrative))).rows[0]?.description).toBe(text);
});

test("a statement without movements is refused with its period", async () => {
  expect(await refusal(page())).toBe(
    "The file is an MT940 statement from 2024-03-01 to 2024-03-31 without transactions (:61:), so there is nothing to import.",
  );
});

test("a record of too many characters is rejected", async () => {
  expect(await fatesOf(":61:2403040305D6,00N024NONREF", `:86:${"x".repeat(70_000)}`)).toEqual([
    expect.stringMatching(/^rejected 5: the record has \d+ characters; at most 65536 are read$/),
  ]);
});

test("a table with colons and figures in its cells is not MT940", async () => {
  const { survey } = await read(
    "Date;Time;Amount;Text\n2024-03-05;12:20:31;-5.00;:86: x\n2024-03-06;12:20:31;-6.00;a\n2024-03-07;12:20:31;-7.00;b\n",
  );

  expect(survey.layout.format).toBe("csv");
});

test("UTF-16 and a byte order mark are accepted", async () => {
  const text = page(":61:2403050305C5,NTRFNONREF", ":86:Grüße");
  const wide = new Uint8Array(
    Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer,
  );

  for (const file of [wide, `\ufeff${text}`])
    expect((await read(file)).rows.map(printRow)).toEqual(["2024-03-05 5.00 Grüße"]);
});
