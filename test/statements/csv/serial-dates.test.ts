// Dates as the day numbers of a spreadsheet. 46053 is 31 January 2026: 25569 is 1 January 1970.

import { expect, test } from "vitest";
import { read } from "./reading.ts";

const serial = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569;
const DAYS = ["2026-01-31", "2026-02-02", "2026-02-14"];

test("a labelled column of day numbers is read as dates", async () => {
  const lines = DAYS.map((day, at) => `${serial(day)},Shop ${at},-${at + 1}.50`);
  const { rows, survey } = await read(["Date,Description,Amount", ...lines].join("\n"));

  expect(serial("2026-01-31")).toBe(46_053);
  expect(survey.questions).toEqual([]);
  expect(rows.map(({ date, amount }) => [date, amount / 1e4])).toEqual([
    ["2026-01-31", -1.5],
    ["2026-02-02", -2.5],
    ["2026-02-14", -3.5],
  ]);
  expect(survey.layout.why).toContain(
    "The dates are day numbers of a spreadsheet, counted from 1900.",
  );
});

test("a fraction is the time of day, and a second column of such dates is read too", async () => {
  const lines = DAYS.map((day, at) => `${serial(day) + 0.5};${serial(day) + 1};Shop ${at};-1,50`);
  const { rows } = await read(["Buchungstag;Valuta;Text;Betrag", ...lines].join("\n"));

  expect(rows.map(({ date, time, facts }) => [date, time, facts["value_date"]])).toEqual([
    ["2026-01-31", "12:00", "2026-02-01"],
    ["2026-02-02", "12:00", "2026-02-03"],
    ["2026-02-14", "12:00", "2026-02-15"],
  ]);
});

test("a row whose cell is no such number is rejected, not guessed", async () => {
  const { records } = await read(
    `Date,Description,Amount\n${"46053,Shop,-1.50\n".repeat(1_200)}30,Shop,-1.50\n`,
  );

  expect(records.at(-1)).toMatchObject({ kind: "rejected" });
});

test("five digits under another label, or far ahead of today, are no dates", async () => {
  const lines = (first: number) => DAYS.map((_, at) => `${first + at},Shop ${at},-${at + 1}.50`);
  const far = await read(["Date,Description,Amount", ...lines(61_000)].join("\n"));

  expect(far.rows).toEqual([]);
  await expect(read(["Reference,Description,Amount", ...lines(46_053)].join("\n"))).rejects.toThrow(
    "refused",
  );
});
