// The way in: surveys and reads a document of any format. The bytes choose the decoder; file names
// and declared types prove nothing. A text that no other format recognises is read as CSV, and a
// file that is no statement is refused by its first bytes.

import { QUESTION_BYTES_MAX, QUESTION_ROWS_MAX } from "../platform/limits.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { withinBounds } from "./bounds.ts";
import { camt } from "./camt/camt.ts";
import { readCsv } from "./csv/read.ts";
import { surveyCsv } from "./csv/survey.ts";
import type { CsvPlan } from "./csv/plan.ts";
import { feed } from "./feed/feed.ts";
import { mt940 } from "./mt940/mt940.ts";
import { ofxFormat } from "./ofx/read.ts";
import { qif } from "./qif/qif.ts";
import { items } from "./items/items.ts";
import { aeb43 } from "./records/aeb43.ts";
import { bai2 } from "./records/bai2.ts";
import { cfonb } from "./records/cfonb.ts";
import { coda } from "./records/coda.ts";
import type { Format, Slice, Survey, SurveyOptions } from "./format.ts";
import { explainQuestions } from "./questions/explain.ts";
import type { Reading } from "./questions/reading.ts";
import type { DocumentSource, StatedBalance, StatementRecord, Unreadable } from "./statement.ts";
import { refuseByContent } from "./refusals.ts";
import type { WholePlan } from "./whole-document.ts";
import { recognisesWorkbook } from "./workbook/open.ts";
import { readWorkbook, surveyWorkbook, type WorkbookPlan } from "./workbook/survey.ts";

/**
 * The formats that are read whole, by their name in the layout. To add a format, add a row here.
 */
const FORMATS: ReadonlyMap<string, Format<WholePlan>> = new Map([
  ["items", items],
  ["feed", feed],
  ["camt", camt],
  ["ofx", ofxFormat],
  ["mt940", mt940],
  ["qif", qif],
  ["coda", coda],
  ["bai2", bai2],
  ["aeb43", aeb43],
  ["cfonb120", cfonb],
]);

/** The plan of the read pass; plain data that is stored between the passes. */
export type StatementPlan =
  | { readonly format: "csv"; readonly csv: CsvPlan }
  | { readonly format: "workbook"; readonly workbook: WorkbookPlan }
  | { readonly format: string; readonly whole: WholePlan };

/**
 * Surveys a document of any format; refuses files that are not statements, naming what was found.
 */
export async function surveyStatement(
  source: DocumentSource,
  options: SurveyOptions,
): Promise<Result<Survey<StatementPlan>, Unreadable>> {
  const survey = await surveyAny(source, options);
  if (!survey.ok) return survey;
  const { questions, layout } = survey.value;
  if (questions.length === 0) return withinBounds(survey.value);
  const asked = { questions, columns: layout.columns, today: options.today };
  const ids = questions.map(({ id }) => id);
  const explained = await explainQuestions(asked, (answers) =>
    readUnder(source, { ...options, answers: { ...options.answers, ...answers } }, ids),
  );
  return withinBounds({ ...survey.value, questions: explained });
}

/** The first records under these answers; null if the document is refused or too large. */
async function readUnder(
  source: DocumentSource,
  options: SurveyOptions,
  asked: readonly string[],
): Promise<Reading | null> {
  const survey = await surveyAny(source, options);
  if (!survey.ok) return null;
  const { plan, sample, questions } = survey.value;
  const asksMore = questions.some(({ id }) => !asked.includes(id));
  // Other formats than text are read whole for every answer.
  if (!("csv" in plan) && source.bytes > QUESTION_BYTES_MAX)
    return { records: sample, whole: false, stated: [], asksMore };
  const records: StatementRecord[] = [];
  let stated: readonly StatedBalance[] = [];
  let isWhole = true;
  for await (const slice of readStatement(source, plan, 0)) {
    records.push(...slice.records);
    stated = slice.stated ?? [];
    isWhole = records.length <= QUESTION_ROWS_MAX;
    if (!isWhole) break;
  }
  return { records: records.slice(0, QUESTION_ROWS_MAX), whole: isWhole, stated, asksMore };
}

async function surveyAny(
  source: DocumentSource,
  options: SurveyOptions,
): Promise<Result<Survey<StatementPlan>, Unreadable>> {
  const head = await readHead(source);
  for (const [name, format] of FORMATS) {
    if (!format.recognises(head)) continue;
    const survey = await format.survey(source, options);
    return survey.ok
      ? ok({ ...survey.value, plan: { format: name, whole: survey.value.plan } })
      : survey;
  }
  if (recognisesWorkbook(head)) {
    const survey = await surveyWorkbook(source, options);
    return survey.ok
      ? ok({ ...survey.value, plan: { format: "workbook", workbook: survey.value.plan } })
      : survey;
  }
  const refused = refuseByContent(head);
  if (refused !== null) return err(refused);
  const survey = await surveyCsv(source, options);
  return survey.ok
    ? ok({ ...survey.value, plan: { format: "csv", csv: survey.value.plan } })
    : survey;
}

/**
 * The format that a document's first bytes show; "csv" for any other text, null for other files.
 */
export function detectFormat(head: Uint8Array): string | null {
  for (const [name, format] of FORMATS) if (format.recognises(head)) return name;
  if (recognisesWorkbook(head)) return "workbook";
  return refuseByContent(head) === null ? "csv" : null;
}

/** Reads a surveyed document from a record on, in slices of up to SLICE_RECORDS records. */
export function readStatement(
  source: DocumentSource,
  plan: StatementPlan,
  fromRecord: number,
): AsyncGenerator<Slice> {
  if ("csv" in plan) return readCsv(source, plan.csv, fromRecord);
  if ("workbook" in plan) return readWorkbook(source, plan.workbook, fromRecord);
  const format = FORMATS.get(plan.format);
  if (format === undefined)
    throw new Error(`Invariant broken: a plan of the unknown format ${plan.format}`);
  return format.read(source, plan.whole, fromRecord);
}

/** Long enough for an envelope or a comment before the bytes that identify the format. */
const HEAD_BYTES = 4096;

async function readHead(source: DocumentSource): Promise<Uint8Array> {
  const reader = (await source.open()).getReader();
  const head = new Uint8Array(HEAD_BYTES);
  let used = 0;
  try {
    while (used < HEAD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      const part = value.subarray(0, HEAD_BYTES - used);
      head.set(part, used);
      used += part.length;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return head.subarray(0, used);
}
