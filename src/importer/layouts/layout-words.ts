// The title and the text of a remembered answer, for people. Pure.

import {
  COLUMN_ROLES,
  settingColumn,
  SET_CURRENCY,
  SETTINGS,
  standardChoices,
  type SettingChoice,
} from "../../statements/settings.ts";
import { isAccountQuestion, LEAVE_OUT } from "../imports/accounts.ts";
import type { KeptLayout, RememberedAnswer } from "./layouts.ts";

/** The accounts that the user can choose, as they are shown. */
export interface NamedAccount {
  readonly id: number;
  readonly name: string;
}

type Said = Pick<RememberedAnswer, "question" | "choice" | "asked">;

/** The subject of the answer: "Dates", "Column “Amount”", or the question as it was asked. */
export function titleAnswer(
  { question, asked }: Omit<Said, "choice">,
  layout: Pick<KeptLayout, "columns">,
): string {
  const column = settingColumn(question);
  if (column !== null) {
    const label = layout.columns.find(({ index }) => index === column)?.label ?? "";
    return label === "" ? `Column ${column + 1}` : `Column “${label}”`;
  }
  if (question === SET_CURRENCY) return "Currency";
  if (question === "account") return "Account";
  if (isAccountQuestion(question)) return `Account of “${question.slice("account:".length)}”`;
  const setting = SETTINGS.find(({ id }) => id === question);
  return setting?.label ?? asked?.ask ?? question.replaceAll("_", " ");
}

/** The choices; null if unknown: then the answer can only be forgotten, and is asked again. */
export function listChoices(
  { question, asked }: Omit<Said, "choice">,
  accounts: readonly NamedAccount[],
): readonly SettingChoice[] | null {
  if (isAccountQuestion(question)) {
    const named = accounts.map(({ id, name }) => ({ value: String(id), label: name }));
    return question === "account"
      ? named
      : [...named, { value: LEAVE_OUT, label: "None: leave these rows out" }];
  }
  if (settingColumn(question) !== null) return COLUMN_ROLES;
  return (
    asked?.choices ??
    SETTINGS.find(({ id }) => id === question)?.choices ??
    standardChoices(question)
  );
}

/** The answer in words. */
export function describeAnswer(answer: Said, accounts: readonly NamedAccount[]): string {
  if (answer.choice === "") return "asked each time";
  if (answer.question === SET_CURRENCY) return answer.choice.toUpperCase();
  const label = listChoices(answer, accounts)?.find(({ value }) => value === answer.choice)?.label;
  return (
    label ??
    (isAccountQuestion(answer.question)
      ? `account ${answer.choice}, which is closed or gone`
      : answer.choice)
  );
}
