// Surveys one sheet of a workbook. The ambiguities of its typed cells become questions here; the
// CSV engine surveys the table that the sheet shows.

import { parseDay } from "../../money/day.ts";
import { printLongDay } from "../questions/words.ts";
import { surveyCsv, type CsvSurvey } from "../csv/survey.ts";
import type { SurveyOptions } from "../format.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Question, Unreadable } from "../statement.ts";
import type { Findings } from "./findings.ts";
import { TABLE_DIALECT, TABLE_ENCODING, toTable, type Writing } from "./table.ts";
import type { DateCell, Sheet } from "./workbook.ts";

export interface SheetSurvey {
  readonly sheet: Sheet;
  readonly findings: Findings;
  readonly writing: Writing;
  readonly survey: CsvSurvey;
}

/** Surveys one sheet; throws Unusable when it cannot be read to its end. */
export async function surveySheet(
  sheet: Sheet,
  findings: Findings,
  from1904: boolean,
  options: SurveyOptions,
): Promise<Result<SheetSurvey, Unreadable>> {
  const questions: Question[] = [];
  const why: string[] = [];
  const exchange = settleExchange(findings, options, questions, why);
  const mark = settleMark(findings, options, questions);
  const { columns, serials, merges } = findings;
  const writing: Writing = { columns, serials, merges, mark, exchange, from1904 };
  const surveyed = await surveyCsv(toTable(sheet, writing), options, {
    encoding: TABLE_ENCODING,
    dialect: TABLE_DIALECT,
  });
  if (!surveyed.ok) return surveyed;
  if (findings.hiddenRows > 0)
    why.push(
      `${findings.hiddenRows} of the sheet's ${findings.rows} rows are hidden; they are read like the others.`,
    );
  if (serials.length > 0)
    why.push("Numbers without a date format in the column of a date are read as serial days.");
  if (merges.length > 0)
    why.push("A date that is shown for several rows (merged cells) counts for each of them.");
  const open = questions.filter(
    ({ id }) => !surveyed.value.questions.some((question) => question.id === id),
  );
  const survey = {
    ...surveyed.value,
    questions: [...open, ...surveyed.value.questions],
    layout: { ...surveyed.value.layout, why: [...why, ...surveyed.value.layout.why] },
  };
  return ok({ sheet, findings, writing, survey });
}

const EXCHANGED = "dates_exchanged";
const MARK = "decimal_mark";

function settleExchange(
  { exchanged }: Findings,
  { answers }: SurveyOptions,
  questions: Question[],
  why: string[],
): boolean {
  if (exchanged === null) return false;
  const answer = Object.hasOwn(answers, EXCHANGED) ? answers[EXCHANGED] : undefined;
  if (answer === "yes" || answer === "no") {
    why.push(
      answer === "yes"
        ? "A spreadsheet program exchanged day and month of the typed dates, as you answered; they are exchanged back."
        : "The typed dates are right as they are, as you answered.",
    );
    return answer === "yes";
  }
  const { typed, text } = exchanged;
  questions.push({
    id: EXCHANGED,
    ask: `Is the row that shows ${typed.day} of ${printDay(typed.day)} or of ${printDay(exchangeDay(typed))}?`,
    note: `Some dates in its column, such as ${text.slice(0, 24)}, are text and others are not. This happens when a spreadsheet program opens a bank's file and exchanges day and month.`,
    choices: [
      { value: "no", label: "The dates are right as the sheet shows them", example: "" },
      { value: "yes", label: "Day and month were exchanged: exchange them back", example: "" },
    ],
  });
  return false;
}

/** A typed date with day and month exchanged; such a day exists, or nobody is asked. */
function exchangeDay({ day }: DateCell): string {
  return `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`;
}

function printDay(text: string): string {
  const day = parseDay(text);
  return day === null ? text : printLongDay(day);
}

/**
 * The mark for typed numbers is that of the amounts that are texts; if those fit both, it is asked.
 */
function settleMark(
  { textMark, doubtfulAmount }: Findings,
  { answers }: SurveyOptions,
  questions: Question[],
): "." | "," {
  if (textMark !== null) return textMark;
  if (doubtfulAmount === null) return ".";
  const answer = Object.hasOwn(answers, MARK) ? answers[MARK] : undefined;
  if (answer === "." || answer === ",") return answer;
  questions.push({
    id: MARK,
    ask: "Some amounts of this sheet are numbers and others are text. Which character is the decimal mark in those that are text?",
    choices: [
      {
        value: ".",
        label: "The dot",
        example: `${doubtfulAmount} has ${doubtfulAmount.includes(".") ? "decimals" : "a thousands separator"}`,
      },
      {
        value: ",",
        label: "The comma",
        example: `${doubtfulAmount} has ${doubtfulAmount.includes(",") ? "decimals" : "a thousands separator"}`,
      },
    ],
  });
  return ".";
}
