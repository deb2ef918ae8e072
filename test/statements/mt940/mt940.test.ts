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

test("a line that a program broke before its amount is one line", async () => {
  expect(await rowsOf(":61:2403040305CR", "30,00N062NONREF", ":86:020?00X?20Test")).toEqual([
    "2024-03-05 30.00 Test | X",
  ]);
});

test("a time of day cut at a line's end does not begin a field", async () => {
  expect(
    await rowsOf(
      ":61:2403040305D6,00N024NONREF",
      ":86:Kauf 12-09-2024T16",
      ":25:37 Folgenr. 007",
      ":20:01 Uhr",
    ),
  ).toEqual(["2024-03-05 -6.00 Kauf 12-09-2024T16 :25:37 Folgenr. 007 :20:01 Uhr"]);
});

test("a hyphen alone in a narrative does not end the message", async () => {
  expect(
    await rowsOf(
      ":61:2403040305D6,00N024NONREF",
      ":86:Kauf",
      "-",
      ":61:2403040305D7,00N024NONREF",
      ":86:B",
    ),
  ).toEqual(["2024-03-05 -6.00 Kauf -", "2024-03-05 -7.00 B"]);
});

test("a brace in a narrative is text", async () => {
  expect(await rowsOf(":61:2403040305D6,00N024NONREF", ":86:Kauf", "{Filiale 7}")).toEqual([
    "2024-03-05 -6.00 Kauf {Filiale 7}",
  ]);
});

test("text after the closing balance belongs to the statement, not to the last movement", async () => {
  const { rows } = await read(
    ":20:X\n:25:1\n:28C:1\n:60F:C240301EUR1,\n:61:240301C1,NTRFNONREF\n:86:in\n:62F:C240301EUR2,\n:86:D000001C000002\n-\n",
  );

  expect(rows.map(({ description }) => description)).toEqual(["in"]);
});

test("a closing balance that does not fit is shown with its line", async () => {
  const { proof } = await read(page(":61:2403040305D6,00N024NONREF", ":86:x"));

  expect(proof).toEqual({
    kind: "opening and closing balance",
    rows_checked: 1,
    rows_proven: 0,
    breaks_at: 7,
    breaks: 1,
    break_lines: [7],
  });
});

test("a rejected movement leaves its statement unproven, not broken", async () => {
  const { proof } = await read(page(":61:240230D1,00NTRF", ":61:2403040305D6,00N024NONREF"));

  expect(proof.kind).toBe("none");
});

test("a page without a balance borrows it from its neighbour", async () => {
  const { proof } = await read(
    ":20:X\n:25:1\n:28C:7/1\n:60F:C240301EUR1,\n:61:240301C1,NTRFA\n-\n:20:X\n:25:1\n:28C:7/2\n:60M:C240301EUR2,\n:61:240301C1,NTRFB\n:62F:C240301EUR3,\n-\n",
  );

  expect(proof).toMatchObject({ rows_checked: 2, rows_proven: 2, breaks_at: null });
});

test("a statement that is missing between two others is reported", async () => {
  const { survey, proof } = await read(
    ":20:X\n:25:1\n:28C:1\n:60F:C240301EUR1,\n:61:240301C1,NTRFA\n:62F:C240301EUR2,\n-\n:20:X\n:25:1\n:28C:3\n:60F:C240303EUR5,\n:61:240304C1,NTRFB\n:62F:C240304EUR6,\n-\n",
  );

  expect(proof.breaks_at).toBe(null);
  expect(survey.layout.why.join(" ")).toMatch(
    /on line 6 closes with 2\.00, but the next one, on line 11, opens with 5\.00: a statement between them may be missing/,
  );
});

test("a statement that is in the file twice is read once", async () => {
  const one = page(":61:2403040305C0,00N024NONREF//A1", ":86:x");
  const { rows, records, proof } = await read(one + one);

  expect(rows.length).toBe(1);
  expect(listOtherRecords(records)).toEqual(["skipped 13: the same statement is on line 1"]);
  expect(proof.rows_proven).toBe(1);
});

test("a movement of a report within the day is the same one in the day's statement", async () => {
  const movement = ":61:2403050305C5,NTRFNONREF//B7\n:86:text\n";
  const { records, rows } = await read(
    `:20:1\n:25:1\n:28C:1\n:34F:EUR0,\n:13D:2403051200+0100\n${movement}-\n:20:2\n:25:1\n:28C:1\n:60F:C240304EUR1,\n${movement}:62F:C240305EUR6,\n-\n`,
  );

  expect(rows.length).toBe(1);
  expect(listOtherRecords(records)[0]).toMatch(
    /^skipped 13: an earlier message in this file holds the same transaction on line 6/,
  );
});

test("a reference that two movements share, of one day and amount, does not identify them", async () => {
  const { rows, survey } = await read(
    page(
      ":61:2403050305C5,NTRFNONREF//B7",
      ":86:one",
      ":61:2403050305C5,NTRFNONREF//B7",
      ":86:two",
      ":61:2403050305C6,NTRFNONREF//B7",
      ":86:three",
    ),
  );

  expect(rows.map(({ reference }) => reference)).toEqual([null, null, "B7"]);
  expect(survey.layout.why.join(" ")).toMatch(/2 transactions share the bank's reference/);
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

test("a file that breaks off after a movement loses that one, with the reason", async () => {
  const { rows, records } = await read(
    ":20:X\n:25:1\n:28C:1\n:60F:C240301EUR1,\n:61:240301C1,NTRFA\n:86:first\n:61:240301C2,NTRFB\n:86:sec",
  );

  expect(rows.map(({ amount }) => amount)).toEqual([10_000]);
  expect(listOtherRecords(records)).toEqual([
    "rejected 7: the file breaks off with this record, which may be incomplete",
  ]);
});

test("a bank that never prints a closing balance loses nothing", async () => {
  const message = (ref: string) => `:20:X\n:25:1\n:28C:1\n:61:240301C1,NTRF${ref}\n:86:${ref}\n`;

  expect((await read(message("A") + message("B"))).rows.length).toBe(2);
});

test("a last statement without its closing balance is read, and the missing proof is reported", async () => {
  const file = `${page(":61:240301C1,NTRFA", ":86:051?00GUTSCHRIFT?20first?32JANA NOVAK")}:20:Y\n:25:10020030/1234567\n:28C:2/1\n:60F:C240331EUR100,00\n:61:240401D2,NTRFB\n:86:005?00LASTSCHRIFT?20second?32STADTWERK\n`;
  const { rows, survey } = await read(file);

  expect(rows.map(({ amount }) => amount)).toEqual([10_000, -20_000]);
  expect(survey.layout.why.join(" ")).toContain(
    "The last statement has no closing balance: transactions after its last one may be missing",
  );
});

test("a last movement without the usual subfields is rejected if nothing closes the statement", async () => {
  const { records } = await read(
    ":20:X\n:25:1\n:28C:1\n:60F:C240301EUR1,\n:61:240301C1,NTRFA\n:86:051?00A?20first?32JANA\n:61:240301C2,NTRFB\n:86:051?00A?20sec\n",
  );

  expect(listOtherRecords(records)).toEqual([
    "rejected 7: the file breaks off with this record, which may be incomplete",
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

test("a closing balance that breaks off is reported", async () => {
  expect(
    (
      await read(page(":61:240301C1,NTRFA", ":86:first").replace(/(:62F:C2403)[\s\S]*/, "$1"))
    ).survey.layout.why.join(" "),
  ).toContain("The last closing balance, on line 7, cannot be read: the file may be cut off.");
});

test("characters of seven-bit text are German letters in a German account", async () => {
  const { rows, survey } = await read(
    page(":61:240301C1,NTRFA", ":86:051?00A?20GEB]HR STRA~E 5?32J\\RG M}LLER"),
  );

  expect(rows.map(({ payee, notes }) => `${payee} ${notes ?? ""}`)).toEqual([
    "JÖRG MüLLER GEBÜHR STRAßE 5",
  ]);
  expect(survey.layout.why.join(" ")).toContain("DIN 66003");
});

test.each([
  ["brackets around a word", ":86:051?00A?20GEB]HR [FEST] B", "GEB]HR [FEST] B"],
  ["a sign that stands alone", ":86:051?00A?20GEB]HR | B", "GEB]HR | B"],
])("with %s no character is read as a German letter", async (_, narrative, text) => {
  expect((await read(page(":61:240301C1,NTRFA", narrative))).rows[0]?.description).toBe(text);
});

test('a "~" before a subfield\'s number stays unchanged next to German letters', async () => {
  expect(
    (await read(page(":61:240301C1,NTRFA", ":86:051~00A~20GEB]HR~32M]LLER"))).rows[0],
  ).toMatchObject({ payee: "MÜLLER", notes: "GEBÜHR" });
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
