// Answers to a run's questions. Pure.

import { err, ok, type Result } from "../../platform/result.ts";
import type { Answers, Question } from "../../statements/statement.ts";
import type { ImportProblem } from "../problem.ts";
import { isAccountQuestion } from "./accounts.ts";

/** Whether an answer names an account that did not exist when the question was asked. */
export function namesNewAccount(questions: readonly Question[], answers: Answers): boolean {
  return questions.some(({ id, choices }) => {
    const value = answers[id];
    return (
      value !== undefined &&
      isAccountQuestion(id) &&
      !choices.some((choice) => choice.value === value)
    );
  });
}

/**
 * Whether every answer is a choice of an open question, or an account that was added since
 * (`accounts`: their ids).
 */
export function checkAnswers(
  questions: readonly Question[],
  answers: Answers,
  accounts: readonly string[] = [],
): Result<Answers, ImportProblem> {
  for (const [id, value] of Object.entries(answers)) {
    const question = questions.find((asked) => asked.id === id);
    if (question === undefined)
      return err({ kind: "unknown question", id, open: questions.map((asked) => asked.id) });
    const choices = question.choices.map((choice) => choice.value);
    const known = choices.includes(value) || (isAccountQuestion(id) && accounts.includes(value));
    if (!known) return err({ kind: "unknown choice", id, value, choices });
  }
  return ok(answers);
}
