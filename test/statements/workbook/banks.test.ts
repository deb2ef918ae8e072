// Every workbook of test/fixtures/workbooks is read correctly, or raises the expected question with the right
// answer among the choices. They are in the manner of banks and services, with made-up people: the preambles,
// labels, typed and untyped cells, totals and formats that their downloads have.

import { expect, test } from "vitest";
import * as z from "zod";
import { printUnits } from "../../../src/money/money.ts";
import { pairFixtures } from "../fixtures.ts";
import { readDocument } from "./reading.ts";

const expectedSchema = z.strictObject({
  about: z.string(),
  /** "date amount", in the order of the file. */
  rows: z.array(z.string()),
  account: z.string().optional(),
  currency: z.string().optional(),
  /** What has to be asked, sorted, and the answers that make it right. */
  questions: z.array(z.string()).default([]),
  answers: z.record(z.string(), z.string()).default({}),
  /** Lines of a summary that nothing tells from transactions that cannot be read. */
  rejected_lines: z.array(z.number()).default([]),
});

const FILES = import.meta.glob<string>("../../fixtures/workbooks/*.{xls,xlsx}", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob("../../fixtures/workbooks/*.expected.json", {
  import: "default",
  eager: true,
});
const FIXTURES = pairFixtures(FILES, EXPECTED, expectedSchema);

test.each(FIXTURES)("$file is read as expected: $about", async (fixture) => {
  const { bytes, answers, account, currency } = fixture;
  const first = await readDocument(bytes);
  const read = await readDocument(bytes, answers);

  expect(first.questions.map(({ id }) => id).sort()).toEqual(fixture.questions);
  for (const question of first.questions)
    expect(question.choices.map(({ value }) => value)).toContain(answers[question.id]);
  expect(read.questions).toEqual([]);
  expect(read.rows.map(({ date, amount }) => `${date} ${printUnits(amount, 2)}`)).toEqual(
    fixture.rows,
  );
  expect(
    read.records.flatMap((record) => (record.kind === "rejected" ? [record.line] : [])),
  ).toEqual(fixture.rejected_lines);
  if (account !== undefined) expect(read.layout.account).toBe(account);
  if (currency !== undefined) expect(read.layout.currency).toBe(currency);
});

test("no workbook is lost", () => {
  expect(FIXTURES.length).toBeGreaterThanOrEqual(32);
});
