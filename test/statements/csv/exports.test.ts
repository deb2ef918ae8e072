// Exports of banks without a known layout, the files of test/fixtures/csv, are read correctly, or raise a question
// with the right answer among the choices. They are made up from what their headers and habits of printing are like.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { printUnits } from "../../../src/money/money.ts";
import { pairFixtures } from "../fixtures.ts";
import { read } from "./reading.ts";
import type { Answers } from "../../../src/statements/statement.ts";

const expectedSchema = z.strictObject({
  about: z.string(),
  /** "2024-03-05 -1088.40", sorted. */
  rows: z.array(z.string()),
  /** What may be asked; empty where the file decides everything itself. */
  questions: z.array(z.string()).default([]),
  /** Where no answer can be right, since the file lacks what would make it so. */
  unanswerable: z.boolean().default(false),
});

const FILES = import.meta.glob<string>("../../fixtures/csv/*.csv", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob("../../fixtures/csv/*.expected.json", {
  import: "default",
  eager: true,
});
const EXPORTS = pairFixtures(FILES, EXPECTED, expectedSchema);

async function describeReading(bytes: Uint8Array, answers: Answers = {}) {
  const { survey, rows } = await read(bytes, answers);
  return {
    asks: survey.questions.map(({ id }) => id),
    says: rows.map(({ date, amount }) => `${date} ${printUnits(amount, 2)}`).toSorted(),
    choices: survey.questions.map(({ id, choices }) =>
      choices.map(({ value }) => ({ [id]: value })),
    ),
  };
}

describe("exports of unknown banks", () => {
  test("no export is lost", () => {
    expect(EXPORTS.length).toBeGreaterThanOrEqual(80);
  });

  test.each(EXPORTS.filter(({ questions }) => questions.length === 0))(
    "$file is read without a question: $about",
    async ({ bytes, rows }) => {
      const { asks, says } = await describeReading(bytes);

      expect(asks).toEqual([]);
      expect(says).toEqual(rows);
    },
  );

  test.each(EXPORTS.filter(({ questions }) => questions.length > 0))(
    "$file asks a question with the right answer among the choices: $about",
    async ({ bytes, rows, questions, unanswerable }) => {
      const { asks, choices } = await describeReading(bytes);
      const [first = []] = choices;
      const answered = await Promise.all(first.map((answers) => describeReading(bytes, answers)));
      const right = answered.filter(
        ({ asks: open, says }) => open.length === 0 && says.join() === rows.join(),
      );

      expect(asks).toEqual(questions);
      expect(right).toHaveLength(unanswerable ? 0 : 1);
    },
  );
});
