// What the tests that mutate documents compare: rows as a multiset, and the answers that questions can be given.

import type { Answers, Question } from "../../src/statements/statement.ts";

/** So many sets of answers are tried. */
const COMBINATIONS_MAX = 40;

/** What stands in `from` and not in `keys`, each as often as it stands there too often. */
export function subtract(from: readonly string[], keys: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const key of keys) left.set(key, (left.get(key) ?? 0) + 1);
  return from.filter((key) => {
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** Each choice of each question with each of the others. */
export function* combinations(questions: readonly Question[]): Generator<Answers> {
  const total = Math.min(
    COMBINATIONS_MAX,
    questions.reduce((product, { choices }) => product * Math.max(1, choices.length), 1),
  );
  for (let n = 0; n < total; n += 1) {
    let rest = n;
    const answers: Record<string, string> = {};
    for (const { id, choices } of questions) {
      const choice = choices[rest % Math.max(1, choices.length)];
      if (choice !== undefined) answers[id] = choice.value;
      rest = Math.floor(rest / Math.max(1, choices.length));
    }
    yield answers;
  }
}
