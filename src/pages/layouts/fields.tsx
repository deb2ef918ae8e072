// The fields of a layout's form. A remembered answer is one select with "forget" among its choices.
// A setting is one select with "detect from the file" among its choices. Field names are "a:", the
// account and the question; `readAnswers` reads them back.

import { capitalize } from "../../platform/text.ts";
import { decimalWord, delimiterWord, signWord } from "../import/words.ts";
import { Field, InputField } from "../ui/fields.tsx";
import { ANSWERS_MAX } from "../../platform/limits.ts";
import {
  COLUMN_ROLES,
  columnSetting,
  isSetting,
  listSettings,
  SET_CURRENCY,
} from "../../statements/settings.ts";
import { accountQuestion } from "../../importer/imports/accounts.ts";
import { listChoices, titleAnswer, describeAnswer } from "../../importer/layouts/layout-words.ts";
import { printTime } from "../ui/print.ts";
import type { LearnedLayout, WireAnswer } from "../ui/wire.ts";
import { readText } from "../ui/form.ts";

/** An account to choose. */
export interface Choosable {
  readonly id: number;
  readonly name: string;
}

export interface EditedAnswer {
  readonly question: string;
  readonly choice: string;
  readonly for_account: number | null;
}

export type Edited = readonly EditedAnswer[];

/** In a select: no answer. "Ask each time" is remembered as an empty choice. */
const NONE = "";
const EACH_TIME = "(each time)";

/** Reads the answers that a form wants remembered, and ignores fields that are not ours. */
export function readAnswers(form: Readonly<Record<string, unknown>>): Edited {
  const answers: EditedAnswer[] = [];
  for (const [name, value] of Object.entries(form)) {
    const field = /^a:(\d{0,15}):(.+)$/s.exec(name);
    const choice = readText(value).trim();
    if (field === null || choice === NONE || answers.length >= ANSWERS_MAX) continue;
    const question = field[2] ?? "";
    answers.push({
      question,
      choice: storedChoice(question, choice),
      for_account: field[1] === "" ? null : Number(field[1]),
    });
  }
  return answers;
}

function storedChoice(question: string, choice: string): string {
  if (choice === EACH_TIME) return "";
  return question === SET_CURRENCY ? choice.toLowerCase() : choice;
}

function fieldName(question: string, forAccount: number | null): string {
  return `a:${forAccount ?? ""}:${question}`;
}

interface FieldsProps {
  readonly layout: LearnedLayout;
  readonly edited: Edited;
  readonly accounts: readonly Choosable[];
}

/** An answer with its question; `answered_at` is null if nothing is remembered yet. */
interface ShownAnswer extends Pick<WireAnswer, "question" | "choice" | "for_account" | "asked"> {
  readonly answered_at: string | null;
}

/**
 * The remembered answers, each with its date and account. The account question is shown even
 * without an answer.
 */
export function AnswerFields({ layout, edited, accounts }: FieldsProps) {
  const own = accountQuestion(layout.account);
  const shown: readonly ShownAnswer[] = layout.answers.filter((one) => !isGeneral(one));
  const missing = shown.some(
    ({ question, for_account }) => question === own && for_account === null,
  )
    ? []
    : [{ question: own, choice: NONE, for_account: null, asked: null, answered_at: null }];
  return (
    <fieldset class="answers">
      <legend>Remembered answers</legend>
      {[...missing, ...shown].map((one, index) => (
        <Answer
          answer={one}
          id={`answer-${index}`}
          edited={edited}
          layout={layout}
          accounts={accounts}
        />
      ))}
    </fieldset>
  );
}

/** Whether it is a setting for all files, which has its own field below. */
function isGeneral({
  question,
  for_account,
}: Pick<WireAnswer, "question" | "for_account">): boolean {
  return isSetting(question) && for_account === null;
}

function Answer({
  answer,
  id,
  edited,
  layout,
  accounts,
}: FieldsProps & { readonly answer: ShownAnswer; readonly id: string }) {
  const { question, choice, for_account, asked, answered_at } = answer;
  const now = valueIn(edited, question, for_account);
  const choices = listChoices(answer, accounts) ?? [];
  const stored = choice === NONE && answered_at !== null ? EACH_TIME : choice;
  const known = choices.some(({ value }) => value === choice);
  const account =
    for_account === null
      ? null
      : (accounts.find(({ id }) => id === for_account)?.name ?? `account ${for_account}`);
  return (
    <div class="field">
      <label for={id}>{titleAnswer({ question, asked }, layout)}</label>
      <select
        id={id}
        name={fieldName(question, for_account)}
        aria-describedby={answered_at === null ? undefined : `${id}-since`}
      >
        {answered_at === null || known ? null : (
          <option value={stored} selected={now === choice}>
            {capitalize(describeAnswer(answer, accounts))}
          </option>
        )}
        {choices.map(({ value, label }) => (
          <option value={value} selected={now === value}>
            {label}
          </option>
        ))}
        <option value={NONE} selected={now === null}>
          {answered_at === null ? "No answer" : "Forget this answer"}
        </option>
      </select>
      {answered_at === null ? null : (
        <small id={`${id}-since`}>
          {"Answered "}
          <time datetime={answered_at}>{printTime(answered_at)}</time>
          {account === null ? "" : `, for files imported into ${account}`}
        </small>
      )}
    </div>
  );
}

type SettingProps = Omit<FieldsProps, "accounts">;

/** Every decision of the reader as a setting. Each says what is used without it. */
export function SettingFields({
  layout,
  edited,
  sample,
}: SettingProps & { readonly sample: readonly string[] }) {
  return (
    <>
      <fieldset class="settings">
        <legend>Settings</legend>
        <p class="hint">
          These settings override what is detected in a file. If a file contradicts them, you get a
          warning.
        </p>
        {listSettings(layout.format).map(({ id, label, choices }) => (
          <Field label={label}>
            <SettingSelect
              name={fieldName(id, null)}
              found={detected(id, layout)}
              choices={choices}
              chosen={valueIn(edited, id, null)}
            />
          </Field>
        ))}
        <InputField
          label="Currency of every row"
          name={fieldName(SET_CURRENCY, null)}
          value={(valueIn(edited, SET_CURRENCY, null) ?? "").toUpperCase()}
          maxlength={3}
          pattern="[A-Za-z]{3}"
          autocomplete="off"
          autocapitalize="characters"
          placeholder={layout.currency?.toUpperCase() ?? "detect from the file"}
        />
      </fieldset>
      <details
        class="column-settings"
        open={edited.some(({ question }) => question.startsWith("set:column:"))}
      >
        <summary>{`Meaning of the ${layout.columns.length} columns`}</summary>
        <div class="column-grid">
          {layout.columns.map(({ index, label, role }) => (
            <div class="field">
              <label for={`column-${index}`}>{label === "" ? `Column ${index + 1}` : label}</label>
              <code id={`sample-${index}`}>{sample[index]?.slice(0, 60) ?? ""}</code>
              <SettingSelect
                id={`column-${index}`}
                aria-describedby={`sample-${index}`}
                name={fieldName(columnSetting(index), null)}
                found={role}
                choices={COLUMN_ROLES}
                chosen={valueIn(edited, columnSetting(index), null)}
              />
            </div>
          ))}
        </div>
      </details>
    </>
  );
}

/** What was detected in the last file, for a setting; null if nothing was. */
function detected(
  setting: string,
  { date_format: dates, decimal_mark: mark, sign, delimiter }: LearnedLayout,
): string | null {
  switch (setting) {
    case "set:date_order":
      return dates;
    case "set:decimal_mark":
      return mark === null ? null : decimalWord(mark);
    case "set:delimiter":
      return delimiter === null ? null : delimiterWord(delimiter);
    case "set:sign":
      return sign === null ? null : `money out: ${signWord(sign)}`;
    default:
      return null;
  }
}

function SettingSelect({
  found,
  choices,
  chosen,
  ...select
}: {
  readonly id?: string;
  readonly "aria-describedby"?: string;
  readonly name: string;
  readonly found: string | null;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string | null;
}) {
  return (
    <select {...select}>
      <option value={NONE}>{`Detect from the file${found ? ` (last: ${found})` : ""}`}</option>
      {choices.map(({ value, label }) => (
        <option value={value} selected={chosen === value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The form's choice for a question; null if it has none. */
function valueIn(edited: Edited, question: string, forAccount: number | null): string | null {
  return (
    edited.find((one) => one.question === question && one.for_account === forAccount)?.choice ??
    null
  );
}
