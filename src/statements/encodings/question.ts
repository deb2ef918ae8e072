// The question which of a document's readings is spelled right. The readings are shown side by side,
// by words in which they differ; the answer is remembered for the layout.

import type { Answers, Question } from "../statement.ts";
import type { TextReading } from "./readings.ts";

/** The id of the question. */
export const ENCODING = "encoding";

const WORD_CHARS_MAX = 40;

/** Asks which reading is right; the first is the likeliest. */
export function askEncoding(readings: readonly TextReading[]): Question {
  return {
    id: ENCODING,
    ask: "Which of these words from the file are spelled right?",
    note: "The file does not say how its letters are stored; the same bytes are different letters.",
    choices: readings.map(({ encoding, words }) => ({
      value: encoding,
      label: words.map((word) => word.slice(0, WORD_CHARS_MAX)).join(", "),
      example: `The file is read as ${encoding}`,
    })),
  };
}

/** The reading that the answers choose; undefined if they choose none. */
export function chosenReading(
  readings: readonly TextReading[],
  answers: Answers,
): TextReading | undefined {
  const chosen = Object.hasOwn(answers, ENCODING) ? answers[ENCODING] : undefined;
  return readings.find(({ encoding }) => encoding === chosen);
}
