// What one export does not show: each a habit or a fault that a QIF file may have.

import { expect, test } from "vitest";
import { listOtherRecords, read, refusal } from "../reading.ts";
import { printRow } from "../mt940/reading.ts";

const bank = (...records: readonly string[]) =>
  `!Type:Bank\n${records.map((one) => `${one}\n^\n`).join("")}`;
const SHOWS = "D31/12/2023\nT-0.01\nPshows";
const rowOf = async (record: string) => (await read(bank(SHOWS, record))).rows.map(printRow)[1];
const fateOf = async (record: string) =>
  listOtherRecords((await read(bank(SHOWS, record))).records);

test.each([
  ["D1/2/24", "2024-02-01"],
  ["D 1/ 2/24", "2024-02-01"],
  ["D1/2'24", "2024-02-01"],
  ["D1/ 2' 5", "2005-02-01"],
  ["D1/2'05", "2005-02-01"],
  ["D01.02.2024", "2024-02-01"],
  ["D01-02-2024", "2024-02-01"],
  ["D2024-02-01", "2024-02-01"],
  ["D20240201", "2024-02-01"],
  ['D"01/02/2024"', "2024-02-01"],
  ["D1/2/94", "1994-02-01"],
  ["D1/2/28", "1928-02-01"],
  ["D1/2/27", "2027-02-01"],
  ["D1 February 2024", "2024-02-01"],
  ["D01/02/2024 12:30:00 AM", "2024-02-01"],
])("the QIF date %s is %s", async (date, day) => {
  expect((await rowOf(`${date}\nT1.00\nPx`))?.slice(0, 10)).toBe(day);
});

test.each([
  ["T-1,234.50", "-1234.50"],
  ["T1234.5", "1234.50"],
  ["T$1,234.50", "1234.50"],
  ["T(1,234.50)", "-1234.50"],
  ["T- 5.00", "-5.00"],
  ["T5.00-", "-5.00"],
  ["T.50", "0.50"],
  ["T1,234", "1234.00"],
  ["U7.00", "7.00"],
  ["T7.00\nU7", "7.00"],
])("the QIF amount %s is %s", async (amount, expected) => {
  expect((await rowOf(`D1/2/2024\n${amount}\nPx`))?.split(" ")[1]).toBe(expected);
});

test.each([
  ["D30/2/2024\nT1\nPx", /"30\/2\/2024" is not a date/],
  ["T1\nPx", /has no date/],
  ["D1/2/2024\nPx", /has no amount/],
  ["D1/2/2024\nTabc1\nPx", /"abc1" is not an amount/],
  ["D1/2/2024\nT1\nU2\nPx", /two amounts, "1" and "2"/],
  ["D1/2/2024\nD2/2/2024\nT1\nPx", /two dates/],
  ["D1/2/2024\nT1.23456\nPx", /more than four decimals/],
  ["D1/2/2024\nT99999999999999\nPx", /is too large/],
])("the QIF record %j is rejected", async (record, reason) => {
  const left = await fateOf(record);

  expect(left.length).toBe(1);
  expect(left[0]).toMatch(/^rejected 6: /);
  expect(left[0]).toMatch(reason);
});

test("each register has its own chronological order", async () => {
  const register = bank(
    ...["01/02/2024", "01/05/2024", "02/01/2024", "02/04/2024", "03/02/2024", "03/06/2024"].map(
      (date) => `D${date}\nT1.00\nPx`,
    ),
  );
  const { survey, rows } = await read(`!Account\nNA\n^\n${register}!Account\nNB\n^\n${register}`);

  expect(survey.questions).toEqual([]);
  expect(rows[11]).toMatchObject({ date: "2024-03-06", account: "B" });
});

test("no transaction is later than today, which decides the date order", async () => {
  expect((await read(bank("D11/12/2026\nT1.00\nPx"))).rows.map(({ date }) => date)).toEqual([
    "2026-11-12",
  ]);
});

test("an open decimal mark is asked about, with both readings among the choices", async () => {
  const file = bank("D31/12/2023\nT1,234\nPx");
  const { survey } = await read(file);

  expect(
    survey.questions.map(({ id, choices }) => [id, ...choices.map(({ value }) => value)]),
  ).toEqual([["decimal_mark", ".", ","]]);
  expect((await read(file, { decimal_mark: "," })).rows.map(({ amount }) => amount)).toEqual([
    12_340,
  ]);
  expect((await read(file, { decimal_mark: "." })).rows.map(({ amount }) => amount)).toEqual([
    12_340_000,
  ]);
});

test("a transfer keeps the other account's name", async () => {
  expect((await read(bank(SHOWS, "D1/2/2024\nT-10.00\nL[Savings]/Holiday"))).rows[1]).toMatchObject(
    { payee: "Savings", facts: { transfer_account: "Savings", category: "Holiday" } },
  );
});

test("a voided record is not a transaction", async () => {
  expect(await fateOf("D1/2/2024\nT0.00\nP**VOID**Grocer")).toEqual([
    "skipped 6: the record was voided",
  ]);
});

test("an opening balance in the middle of a register is a movement", async () => {
  expect(await rowOf("D1/2/2024\nT5.00\nPOpening Balance")).toBe("2024-02-01 5.00 Opening Balance");
});

test("a last record without ^ is complete only if it has every field that all others have", async () => {
  const file = "!Type:Bank\nD31/12/2023\nT-1.00\nPx\n^\nD31/12/2023\nT-2.00\n";

  expect(listOtherRecords((await read(file)).records)).toEqual([
    "rejected 6: the file breaks off inside this record",
  ]);
  expect((await read(`${file}Py\n`)).rows.length).toBe(2);
});

test("a record that breaks off decides nothing and raises no question", async () => {
  const { survey, records } = await read("!Type:Bank\nD2024-03-0");
  const cut = await read(
    "!Type:Bank\nD2024-01-02\nT-1.00\nPx\n^\nD2024-01-02\nT-1.50\nPy\n^\nD2024-01-03\nT-1,2",
  );

  expect(survey.questions).toEqual([]);
  expect(listOtherRecords(records)).toEqual(["rejected 2: the file breaks off inside this record"]);
  expect(cut.survey.questions).toEqual([]);
  expect(cut.rows.map(({ amount }) => amount)).toEqual([-10_000, -15_000]);
});

test("a file that holds only lists is refused with their names", async () => {
  expect(await refusal("!Type:Cat\nNFood\n^\nNRent\n^\n")).toBe(
    "The QIF file holds lists (2 of Cat) but no transactions. Export the account's register.",
  );
});

test("a record of too many lines is rejected", async () => {
  expect(await fateOf(`D1/2/2024\nT1\n${"SA\n".repeat(5_000)}Px`)).toEqual([
    expect.stringMatching(/^rejected 6: the record has 5003 lines/),
  ]);
});

test("a second D that is not a date is a description", async () => {
  expect(await rowOf("D1/2/2024\nT1.00\nPx\nDInvoice 12/2024")).toBe("2024-02-01 1.00 x");
});

test("a memorized payment without a date is not a transaction", async () => {
  expect(await fateOf("KP\nT1.00\nPx")).toEqual([
    "skipped 6: a memorized payment (K), which was not made",
  ]);
});

test("the notes of an investment's cash movement say how much of what was bought", async () => {
  const { rows } = await read(
    "!Account\nNBrokerage\nTInvst\n^\n!Type:Invst\nD1/17/24\nNBuy\nYAcme Corp\nI25.125\nQ100\nU2,522.45\nT2,522.45\nMfirst lot\n^\nD1/18/24\nNDiv\nYAcme Corp\nT12.00\n^\n",
  );

  expect(rows.map(({ payee, notes }) => [payee, notes])).toEqual([
    ["Acme Corp", "first lot; 100 Acme Corp at 25.125"],
    ["Acme Corp", null],
  ]);
});
