// Chooses among several sheets that each could be a statement. The accounts they name tell them
// apart. Otherwise a person is asked, since twelve months of one account, two accounts, and a
// filtered copy of the first sheet look the same.

import type { Answers, Question } from "../statement.ts";
import type { SheetSurvey } from "./sheet-survey.ts";

export interface Choice {
  /** The sheets to read, with their account labels if there are several accounts. */
  readonly read: readonly { readonly survey: SheetSurvey; readonly label: string | null }[];
  readonly labels: readonly string[];
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

const SHEETS = "sheets";
const ONE = "one";
const EACH = "each";
const ONLY = "only:";
const NAME_CHARS_MAX = 60;

/** Decides which sheets to read, and to which account each belongs. */
export function chooseSheets(surveys: readonly SheetSurvey[], answers: Answers): Choice {
  const [first] = surveys;
  if (first !== undefined && surveys.length === 1)
    return {
      read: [{ survey: first, label: null }],
      labels: first.survey.accounts,
      questions: [],
      why: [],
    };
  if (nameDifferentAccounts(surveys))
    return chooseSeparate(surveys, nameAccount, ["Each sheet names its own account."]);
  const answer = Object.hasOwn(answers, SHEETS) ? answers[SHEETS] : undefined;
  if (answer === EACH)
    return chooseSeparate(surveys, ({ sheet }) => sheet.name, [
      "Each sheet is a separate account, as you answered.",
    ]);
  const only =
    answer?.startsWith(ONLY) === true
      ? surveys.find(({ sheet }) => `${ONLY}${sheet.name.slice(0, NAME_CHARS_MAX)}` === answer)
      : undefined;
  if (only !== undefined)
    return {
      read: [{ survey: only, label: null }],
      labels: only.survey.accounts,
      questions: [],
      why: [
        `Only the sheet "${only.sheet.name.slice(0, NAME_CHARS_MAX)}" is read, as you answered.`,
      ],
    };
  const together = {
    read: surveys.map((survey) => ({ survey, label: null })),
    labels: [...new Set(surveys.flatMap(({ survey }) => survey.accounts))],
  };
  if (answer === ONE)
    return {
      ...together,
      questions: [],
      why: ["The sheets are read as one account, as you answered."],
    };
  return { ...together, questions: [askAboutSheets(surveys)], why: [] };
}

function chooseSeparate(
  surveys: readonly SheetSurvey[],
  labelOf: (survey: SheetSurvey) => string,
  why: readonly string[],
): Choice {
  const read = surveys.map((survey) => ({ survey, label: labelOf(survey) }));
  const labels = read.flatMap(({ survey, label }) =>
    survey.survey.accounts.length > 1 ? survey.survey.accounts : [label],
  );
  return { read, labels: [...new Set(labels)], questions: [], why };
}

function nameAccount({ survey, sheet }: SheetSurvey): string {
  return survey.layout.account ?? sheet.name;
}

function nameDifferentAccounts(surveys: readonly SheetSurvey[]): boolean {
  const accounts = new Set(surveys.map(({ survey }) => survey.layout.account));
  return !accounts.has(null) && accounts.size === surveys.length;
}

function askAboutSheets(surveys: readonly SheetSurvey[]): Question {
  const names = surveys.map(({ sheet }) => sheet.name.slice(0, NAME_CHARS_MAX));
  return {
    id: SHEETS,
    ask: `${surveys.length} sheets of this workbook hold transactions: ${names.slice(0, 12).join(", ")}. How are they related?`,
    choices: [
      {
        value: ONE,
        label: "All are parts of one account (months, or kinds of transactions)",
        example: "Every row of every sheet is imported",
      },
      {
        value: EACH,
        label: "Each is a separate account",
        example: `You will be asked for the account of each: ${names[0] ?? ""} ...`,
      },
      ...surveys.map((survey, index) => ({
        value: `${ONLY}${names[index] ?? ""}`,
        label: `Only "${names[index] ?? ""}" counts; the others repeat it`,
        example: printExample(survey),
      })),
    ],
  };
}

function printExample({ survey }: SheetSurvey): string {
  const first = survey.sample.find((record) => record.kind === "transaction");
  return first === undefined || first.kind !== "transaction"
    ? ""
    : `${first.row.date} ${first.row.payee.slice(0, 60)}`;
}
