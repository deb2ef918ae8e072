// Exports of banks without a known layout are read correctly, or raise a question with the right
// answer among the choices.

import { describe, expect, test } from "vitest";
import { EXPORTS, type Export } from "./exports.ts";
import { read } from "./reading.ts";
import type { Answers } from "../../../src/statements/statement.ts";

async function describeReading(
  { bytes }: Export,
  answers: Answers = {},
): Promise<{
  asks: readonly string[];
  says: readonly string[];
  choices: readonly (readonly Answers[])[];
}> {
  const { survey, rows } = await read(bytes, answers);
  return {
    asks: survey.questions.map(({ id }) => id),
    says: rows.map(({ date, amount }) => `${date} ${amount / 100}`).toSorted(),
    choices: survey.questions.map(({ id, choices }) =>
      choices.map(({ value }) => ({ [id]: value })),
    ),
  };
}

describe("exports of unknown banks", () => {
  test.each(EXPORTS.filter(({ asks }) => asks.length === 0))(
    "the export of $bank is read without a question",
    async (one) => {
      const { asks, says } = await describeReading(one);

      expect(asks).toEqual([]);
      expect(says).toEqual(one.says);
    },
  );

  test.each(EXPORTS.filter(({ asks }) => asks.length > 0))(
    "the export of $bank asks a question with the right answer among the choices",
    async (one) => {
      const { asks, choices } = await describeReading(one);
      const [first = []] = choices;
      const answered = await Promise.all(first.map((answers) => describeReading(one, answers)));
      const right = answered.filter(
        ({ asks: open, says }) => open.length === 0 && says.join() === one.says.join(),
      );

      expect(asks).toEqual(one.asks);
      expect(right).toHaveLength(one.unanswerable === true ? 0 : 1);
    },
  );
});
