// The survey pass looks at the head of the document whole and makes a plan of it. It reads on
// beyond the head only while more rows could still decide something: whether day or month comes
// first, or the decimal mark. Every decision leaves a sentence in `why`; what stays open becomes
// one question each.

import { ok, type Result } from "../../platform/result.ts";
import { askEncoding, chosenReading } from "../encodings/question.ts";
import type { TextReading } from "../encodings/readings.ts";
import type { Survey, SurveyOptions } from "../format.ts";
import type { DocumentSource, StatementRecord, Unreadable } from "../statement.ts";
import { makePlan } from "./decisions/make-plan.ts";
import type { Head } from "./head.ts";
import { openText, type KnownText } from "./open-text.ts";
import type { CsvPlan } from "./plan.ts";
import { RowReader } from "./rows/row-reader.ts";
import { detectEncoding, type Encoding } from "./shape/encoding.ts";

export type CsvSurvey = Survey<CsvPlan>;

const SAMPLE_FIRST = 20;
const SAMPLE_ODD = 20;

/**
 * Says how to read a CSV document, or why it cannot be read. `known` is how the text of a document
 * that we wrote ourselves is taken apart; without it both are found.
 */
export async function surveyCsv(
  source: DocumentSource,
  options: SurveyOptions,
  known: KnownText | null = null,
): Promise<Result<CsvSurvey, Unreadable>> {
  const encoding = known?.encoding ?? (await detectEncoding(source));
  const { readings = [] } = encoding;
  const given = chosenReading(readings, options.answers);
  if (given !== undefined) return surveyText(source, options, known, readAs(encoding, given));
  // The name of the layout depends on how its labels are spelled, so each reading is looked up.
  for (const reading of readings) {
    const text = readAs(encoding, reading);
    const opened = await openText(source, known, text, options);
    if (!opened.ok) continue;
    if (chosenReading([reading], opened.value.remembered) !== undefined)
      return surveyText(source, options, known, text);
  }
  const survey = await surveyText(source, options, known, encoding);
  if (!survey.ok || readings.length === 0) return survey;
  return ok({ ...survey.value, questions: [askEncoding(readings), ...survey.value.questions] });
}

function readAs(encoding: Encoding, { encoding: name }: TextReading): Encoding {
  const why = `The bytes are not UTF-8; you chose the spelling of ${name}.`;
  return { name, mark_bytes: encoding.mark_bytes, faulty: false, why };
}

async function surveyText(
  source: DocumentSource,
  options: SurveyOptions,
  known: KnownText | null,
  encoding: Encoding,
): Promise<Result<CsvSurvey, Unreadable>> {
  const opened = await openText(source, known, encoding, options);
  if (!opened.ok) return opened;
  const { asPrinted, yearless, remembered, warnings, ...text } = opened.value;
  const made = await makePlan({
    ...text,
    encoding,
    today: options.today,
    answers: { given: options.answers, remembered },
  });
  if (!made.ok) return made;
  const { layout } = made.value;
  const plan = yearless === null ? made.value.plan : { ...made.value.plan, years: yearless.years };
  const year = yearless === null || yearless.question === null ? [] : [yearless.question];
  const questions = [...year, ...made.value.questions];
  const read = { ...made.value, plan, questions, sample: readSample(asPrinted, plan) };
  if (warnings.length === 0) return ok(read);
  return ok({
    ...read,
    layout: { ...layout, warnings: [...warnings, ...(layout.warnings ?? [])] },
  });
}

/** The first records, and after them the first odd ones. */
function readSample(head: Head, plan: CsvPlan): readonly StatementRecord[] {
  const reader = new RowReader(plan);
  const first: StatementRecord[] = [];
  const odd: StatementRecord[] = [];
  head.rows.forEach((cells, index) => {
    const line = head.lines[index] ?? 0;
    if (line < plan.first_line || odd.length >= SAMPLE_ODD) return;
    const record = reader.read(cells, line, head.broken.get(index), false);
    if (first.length < SAMPLE_FIRST) first.push(record);
    else if (record.kind !== "transaction" || record.row.pending || record.row.amount === 0)
      odd.push(record);
  });
  return [...first, ...odd];
}
