// Answers to a run's questions. Pure.

import { err, ok, type Result } from "../../value/result.ts";
import type { Answers, Question } from "../decode/statement.ts";
import type { ImportProblem } from "../problem.ts";

/** Whether every answer is one of the choices of a question that is open. */
export function checkAnswers(questions: readonly Question[], answers: Answers): Result<Answers, ImportProblem> {
  for (const [id, value] of Object.entries(answers)) {
    const question = questions.find((asked) => asked.id === id);
    if (question === undefined) return err({ kind: "unknown question", id, open: questions.map((asked) => asked.id) });
    const choices = question.choices.map((choice) => choice.value);
    if (!choices.includes(value)) return err({ kind: "unknown choice", id, value, choices });
  }
  return ok(answers);
}
