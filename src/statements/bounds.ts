// Bounds for every survey, since it is stored with the import and read by a person. Texts from the
// document are shortened to what can be stored and shown. A document with more accounts than a
// person can be asked about is refused. Pure.

import {
  ACCOUNT_LABEL_CHARS_MAX,
  ANSWER_CHARS_MAX,
  LAYOUT_SENTENCE_CHARS_MAX,
  LAYOUT_SENTENCES_MAX,
  LAYOUT_TEXT_CHARS_MAX,
  STATEMENT_ACCOUNTS_MAX,
} from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { fit } from "../platform/text.ts";
import type { Survey } from "./format.ts";
import type { Layout, Question, Unreadable } from "./statement.ts";

/** Shortens the survey's texts; refuses too many accounts and account names that are too long. */
export function withinBounds<Plan>(survey: Survey<Plan>): Result<Survey<Plan>, Unreadable> {
  const { accounts, layout, questions } = survey;
  if (accounts.length > STATEMENT_ACCOUNTS_MAX) {
    return err({
      reason: "too large",
      message: `The file holds more than ${STATEMENT_ACCOUNTS_MAX} accounts, more than one import can handle. Export fewer accounts at once.`,
    });
  }
  const long = accounts.find((account) => account.length > ACCOUNT_LABEL_CHARS_MAX);
  if (long !== undefined)
    return err({
      reason: "malformed",
      message: `The account "${long.slice(0, 40)}..." has a name of ${long.length} characters; at most ${ACCOUNT_LABEL_CHARS_MAX} were expected.`,
    });
  return ok({ ...survey, layout: boundLayout(layout), questions: questions.map(boundQuestion) });
}

function boundLayout(layout: Layout): Layout {
  return {
    ...layout,
    bank: layout.bank === null ? null : fit(layout.bank, LAYOUT_TEXT_CHARS_MAX),
    account: layout.account === null ? null : fit(layout.account, ACCOUNT_LABEL_CHARS_MAX),
    columns: layout.columns.map((column) => ({
      ...column,
      label: fit(column.label, LAYOUT_TEXT_CHARS_MAX),
    })),
    why: boundSentences(layout.why),
    ...(layout.warnings === undefined ? {} : { warnings: boundSentences(layout.warnings) }),
  };
}

function boundSentences(sentences: readonly string[]): string[] {
  const most =
    sentences.length > LAYOUT_SENTENCES_MAX ? LAYOUT_SENTENCES_MAX - 1 : LAYOUT_SENTENCES_MAX;
  const kept = sentences.slice(0, most).map((sentence) => fit(sentence, LAYOUT_SENTENCE_CHARS_MAX));
  const rest = sentences.length - kept.length;
  return rest === 0 ? kept : [...kept, `And ${rest.toLocaleString("en")} more.`];
}

/** Ids and values stay as they are, since answers refer to them. */
function boundQuestion(question: Question): Question {
  const choices = question.choices.map(({ value, label, example, ...follows }) => ({
    ...follows,
    value,
    label: fit(label, ANSWER_CHARS_MAX),
    example: fit(example, ANSWER_CHARS_MAX),
  }));
  return { ...question, ask: fit(question.ask, ANSWER_CHARS_MAX), choices };
}
