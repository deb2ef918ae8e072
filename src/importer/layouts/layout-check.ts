// Checks the answers that the user wants remembered for a layout. Pure. An unchanged answer may
// always stay. A new one must be a choice of its question, an existing account, or a setting that
// the layout can have.

import { ANSWER_CHARS_MAX, ANSWERS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isSettable, isSetting, settingsFault } from "../../statements/settings.ts";
import type { ImportProblem } from "../problem.ts";
import { isAccountQuestion } from "../imports/accounts.ts";
import { listChoices, titleAnswer, type NamedAccount } from "./layout-words.ts";
import type { KeptLayout, RememberedAnswer, WantedAnswer } from "./layouts.ts";

/** What the answers are checked against; `accounts` is null if the service cannot be asked. */
export interface Known {
  readonly layout: KeptLayout;
  readonly answers: readonly RememberedAnswer[];
  readonly accounts: readonly NamedAccount[] | null;
}

/** The answers as they may be stored, with the questions they answer. */
export function checkWanted(
  wanted: readonly WantedAnswer[],
  known: Known,
): Result<readonly CheckedAnswer[], ImportProblem> {
  if (wanted.length > ANSWERS_MAX)
    return err(invalid("", `At most ${ANSWERS_MAX} answers are remembered for a layout.`));
  const seen = new Set<string>();
  for (const [index, answer] of wanted.entries()) {
    const key = JSON.stringify([answer.question, answer.for_account]);
    if (seen.has(key))
      return err(invalid(`/${index}`, `"${answer.question.slice(0, 60)}" is answered twice.`));
    seen.add(key);
    const before = known.answers.find(
      (one) => one.question === answer.question && one.for_account === answer.for_account,
    );
    if (before?.choice === answer.choice) continue;
    const problem = checkChoice(answer, before ?? null, findQuestion(answer, known), known);
    if (problem !== null)
      return err({
        ...problem,
        ...(problem.kind === "invalid" ? { field: `/body/answers/${index}${problem.field}` } : {}),
      });
  }
  const fault = checkSettings(wanted, known.layout);
  return fault === null
    ? ok(wanted.map((answer) => ({ ...answer, asked: findQuestion(answer, known) })))
    : err(invalid("", fault));
}

export type CheckedAnswer = WantedAnswer & Pick<RememberedAnswer, "asked">;

/**
 * The question as it was asked, for this account or another; null if it never was, or is not
 * stored.
 */
function findQuestion(
  { question, for_account }: WantedAnswer,
  { answers }: Known,
): RememberedAnswer["asked"] {
  const put = answers.filter((one) => one.question === question);
  return (put.find((one) => one.for_account === for_account) ?? put[0])?.asked ?? null;
}

/** The faults in the settings among the answers, for each account that they apply to. */
export function checkSettings(
  wanted: readonly WantedAnswer[],
  layout: Pick<KeptLayout, "columns">,
): string | null {
  const settings = wanted.filter(({ question }) => isSetting(question));
  for (const account of new Set(settings.map(({ for_account }) => for_account))) {
    const own = settings
      .filter(({ for_account }) => for_account === account)
      .map(({ question, choice }) => [question, choice] as const);
    const fault = settingsFault(Object.fromEntries(own), layout.columns.length);
    if (fault !== null) return fault;
  }
  return null;
}

function checkChoice(
  answer: WantedAnswer,
  before: RememberedAnswer | null,
  asked: RememberedAnswer["asked"],
  { layout, answers, accounts }: Known,
): ImportProblem | null {
  const { question, choice, for_account } = answer;
  if (question.length > ANSWER_CHARS_MAX || choice.length > ANSWER_CHARS_MAX)
    return invalid("", `An answer has at most ${ANSWER_CHARS_MAX} characters.`);
  if (for_account !== null && before === null) {
    if (accounts === null) return SILENT;
    if (!accounts.some(({ id }) => id === for_account))
      return invalid("/for_account", `There is no account ${for_account}.`);
  }
  // Their values are checked together.
  if (isSetting(question))
    return isSettable(layout.format)
      ? null
      : invalid(
          "/question",
          `How ${layout.format} is read cannot be set: the format itself decides.`,
        );
  const isAccount = isAccountQuestion(question);
  if (isAccount && accounts === null) return SILENT;
  const choices = listChoices({ question, asked }, accounts ?? []);
  if (!isAccount && !answers.some((one) => one.question === question))
    return invalid(
      "/question",
      `"${question.slice(0, 60)}" has not been asked of this layout; ids of settings begin with "set:".`,
    );
  if (choices === null)
    return invalid(
      "/choice",
      `What "${titleAnswer({ question, asked }, layout).slice(0, 80)}" can be answered is known only when it is asked: forget the answer instead.`,
    );
  return choices.some(({ value }) => value === choice)
    ? null
    : invalid(
        "/choice",
        `"${choice.slice(0, 60)}" is no answer to "${question.slice(0, 60)}"; there are ${choices
          .map(({ value }) => value)
          .join(", ")
          .slice(0, 300)}.`,
      );
}

const SILENT: ImportProblem = {
  kind: "no answer",
  message: "The budgeting service cannot be asked for its accounts just now; try again.",
};

function invalid(field: string, message: string): ImportProblem & { kind: "invalid" } {
  return { kind: "invalid", field, message };
}
