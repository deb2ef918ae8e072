// Exports of banks and services as they are remembered, the files of test/fixtures/remembered: what must be read was
// written before any of them was read. People, shops and numbers are made up.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { printUnits } from "../../../src/money/money.ts";
import { pairFixtures } from "../fixtures.ts";
import { read, type Reading } from "./reading.ts";

const expectedSchema = z.strictObject({
  about: z.string(),
  /** "2026-03-05 -10.88 EUR Payee"; "(pending)" follows the currency, "-" is no currency. */
  rows: z.array(z.string()),
  /** What the file cannot say; empty where it decides everything itself. */
  questions: z.array(z.string()).default([]),
  /** What the account's owner would answer. */
  answers: z.record(z.string(), z.string()).default({}),
});

const FILES = import.meta.glob<string>("../../fixtures/remembered/*.csv", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob("../../fixtures/remembered/*.expected.json", {
  import: "default",
  eager: true,
});
const REMEMBERED = pairFixtures(FILES, EXPECTED, expectedSchema);

/**
 * Exports that are not read right yet. The test of such a file must fail: once it is read right, its
 * line here has to go.
 */
const NOT_YET: readonly string[] = [
  // A question is asked about one letter of one word, which Hungarian words around it answer.
  "11-otp-hu-no-header.csv",
];
const [OPEN, READ] = [
  REMEMBERED.filter(({ file }) => NOT_YET.some((name) => file.endsWith(name))),
  REMEMBERED.filter(({ file }) => !NOT_YET.some((name) => file.endsWith(name))),
];

/** The date, the amount and whether it is pending: what no reading may get wrong. */
function listFigures({ rows }: Reading): readonly string[] {
  return rows
    .map(({ date, amount, pending }) => `${date} ${printUnits(amount, 2)} ${String(pending)}`)
    .toSorted();
}

const ROW = /^(\S+ \S+) (\S+)( \(pending\))? .*$/;

function expectFigures(rows: readonly string[]): readonly string[] {
  return rows
    .map((row) =>
      row.replace(ROW, (_, figures, __, pending) => `${figures} ${pending !== undefined}`),
    )
    .toSorted();
}

describe("exports as they are remembered", () => {
  test("no export is lost", () => {
    expect(REMEMBERED.length).toBeGreaterThanOrEqual(143);
  });

  test.each(READ)("$file is read as expected: $about", expectRead);

  test("every export that is not read right yet is among them", () => {
    expect(OPEN).toHaveLength(NOT_YET.length);
  });

  test.fails.each(OPEN)("$file is not read right yet: $about", expectRead);
});

async function expectRead(fixture: (typeof REMEMBERED)[number]): Promise<void> {
  const { bytes, rows, questions, answers } = fixture;
  const first = await read(bytes);

  expect(first.survey.questions.map(({ id }) => id)).toEqual(questions);
  const reading = questions.length === 0 ? first : await read(bytes, answers);
  expect(reading.survey.questions).toEqual([]);
  expect(listFigures(reading)).toEqual(expectFigures(rows));
  const currencies = new Set(rows.map((row) => row.replace(ROW, "$2").toLowerCase()));
  for (const { currency } of reading.rows)
    if (currency !== null && !currencies.has("-")) expect(currencies).toContain(currency);
}
