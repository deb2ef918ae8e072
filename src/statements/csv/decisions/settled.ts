// The form of every decision of the survey: what was decided, why, and what stays open. A step
// returns its decision and changes nothing; make-plan.ts folds the notes of all steps into the
// layout.

import type { Answers, Question } from "../../statement.ts";

/** The sentences and questions that a decision leaves for a person. */
export interface Notes {
  readonly reasons: readonly string[];
  /** Contradictions between the file and an answer or a setting. */
  readonly warnings: readonly string[];
  readonly questions: readonly Question[];
}

export interface Settled<T> extends Notes {
  readonly decision: T;
}

/** A decision with its notes; notes left out are empty. */
export function settle<T>(decision: T, notes: Partial<Notes> = {}): Settled<T> {
  return { decision, reasons: [], warnings: [], questions: [], ...notes };
}

/** The notes of several steps, in their order. */
export function foldNotes(steps: readonly Notes[]): Notes {
  return {
    reasons: steps.flatMap(({ reasons }) => reasons),
    warnings: steps.flatMap(({ warnings }) => warnings),
    questions: steps.flatMap(({ questions }) => questions),
  };
}

/** A decision with the notes of the steps that led to it. */
export function settleAfter<T>(decision: T, steps: readonly Notes[]): Settled<T> {
  return { decision, ...foldNotes(steps) };
}

/** Answers given for this file, and those remembered from earlier files of its layout. */
export interface AnswersOnHand {
  readonly given: Answers;
  readonly remembered: Answers;
}

/** The answer to a question, null if there is none; the reason says where it comes from. */
export function findAnswer(
  { given, remembered }: AnswersOnHand,
  id: string,
): Settled<string | null> {
  const name = id.replaceAll("_", " ");
  const now = Object.hasOwn(given, id) ? given[id] : undefined;
  if (now !== undefined) return settle(now, { reasons: [`You answered the question "${name}".`] });
  const before = Object.hasOwn(remembered, id) ? remembered[id] : undefined;
  if (before === undefined) return settle(null);
  return settle(before, {
    reasons: [`The question "${name}" was answered for an earlier file of this layout.`],
  });
}
