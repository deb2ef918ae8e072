// The survey pass looks at the head of the document whole and makes a plan of it. It reads on
// beyond the head only while more rows could still decide something: whether day or month comes
// first, or the decimal mark. Every decision leaves a sentence in `why`; what stays open becomes
// one question each.

import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Survey, SurveyOptions } from "../format.ts";
import { askEncoding, chosenReading } from "../encodings/question.ts";
import type { TextReading } from "../encodings/readings.ts";
import type { DocumentSource, StatementRecord, Unreadable } from "../statement.ts";
import { normalLabel } from "./columns/labels.ts";
import { addYear, findYearless, type FoundYears, type ShortYears } from "./dates/without-year.ts";
import { makePlan } from "./decisions/make-plan.ts";
import { readHead, readHeadText, refuseHead, type Head } from "./head.ts";
import type { CsvPlan } from "./plan.ts";
import { RowReader } from "./rows/row-reader.ts";
import { classifyCell } from "./shape/cells.ts";
import type { Dialect } from "./shape/dialect.ts";
import { detectEncoding, type Encoding } from "./shape/encoding.ts";
import { findDialect } from "./shape/find-dialect.ts";
import { findRegion, type Region } from "./shape/region.ts";
import { joinTables, type Joined } from "./shape/tables.ts";

export type CsvSurvey = Survey<CsvPlan>;

const SAMPLE_FIRST = 20;
const SAMPLE_ODD = 20;

/** How the text of a document that we wrote ourselves is taken apart. */
export interface KnownText {
  readonly encoding: Encoding;
  readonly dialect: Dialect;
}

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
    const answers = await options.recall(opened.value.fingerprint);
    if (chosenReading([reading], answers) !== undefined)
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

/** A document's table in one encoding. */
interface OpenedText extends Joined {
  readonly asPrinted: Head;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  readonly reasons: readonly string[];
  readonly yearless: FoundYears | null;
}

async function openText(
  source: DocumentSource,
  known: KnownText | null,
  encoding: Encoding,
  { today, answers }: Pick<SurveyOptions, "today" | "answers">,
): Promise<Result<OpenedText, Unreadable>> {
  const headText = await readHeadText(source, encoding);
  if (headText.text.trim() === "")
    return err({
      reason: "empty",
      message: `The file ${source.bytes === 0 ? "is empty" : "holds only blanks"}; a statement was expected.`,
    });
  const found =
    known === null ? findDialect(headText.text) : { dialect: known.dialect, skip: 0, why: "" };
  const read = readHead(source, encoding, found, headText);
  const unreadable = refuseHead(read);
  if (unreadable !== null) return err(unreadable);
  const yearless = known === null ? findYearless(read.rows, source.name, today, answers) : null;
  const asPrinted = yearless === null ? read : completeHead(read, yearless.years);
  const table = findRegion(asPrinted.rows);
  if (table === null)
    return err({
      reason: "not a statement",
      message: `No header and no row with a date and an amount were found in the first ${asPrinted.rows.length} lines with content; a bank statement has both.`,
    });
  const joined = joinTables(asPrinted, table);
  const { head, region } = joined;
  if (region.data.length === 0 && region.labels.every((label) => classifyCell(label) === "empty"))
    return err({
      reason: "not a statement",
      message: "No row has a date and an amount; a bank statement was expected.",
    });
  const fingerprint = await computeFingerprint(region, head);
  const reasons = [encoding.why, found.why, yearless?.why ?? ""].filter((why) => why !== "");
  return ok({ ...joined, asPrinted, dialect: found.dialect, fingerprint, reasons, yearless });
}

function completeHead(head: Head, years: ShortYears): Head {
  async function* rest(): AsyncGenerator<readonly (readonly string[])[]> {
    for await (const rows of head.rest()) yield rows.map((row) => addYear(row, years));
  }
  return { ...head, rows: head.rows.map((row) => addYear(row, years)), rest };
}

async function surveyText(
  source: DocumentSource,
  options: SurveyOptions,
  known: KnownText | null,
  encoding: Encoding,
): Promise<Result<CsvSurvey, Unreadable>> {
  const opened = await openText(source, known, encoding, options);
  if (!opened.ok) return opened;
  const { asPrinted, yearless, ...text } = opened.value;
  const made = await makePlan({
    ...text,
    encoding,
    today: options.today,
    answers: { given: options.answers, remembered: await options.recall(text.fingerprint) },
  });
  if (!made.ok) return made;
  const plan = yearless === null ? made.value.plan : { ...made.value.plan, years: yearless.years };
  const year = yearless === null || yearless.question === null ? [] : [yearless.question];
  const questions = [...year, ...made.value.questions];
  return ok({ ...made.value, plan, questions, sample: readSample(asPrinted, plan) });
}

/** A name for the layout: the same for every file with these labels, or columns of these shapes. */
async function computeFingerprint(region: Region, head: Head): Promise<string> {
  const first = head.rows[region.data[0] ?? region.first] ?? [];
  const kinds = first.map(classifyCell).map((kind) => (kind === "empty" ? "text" : kind));
  const shape =
    region.header >= 0
      ? region.labels.map(normalLabel).join("|").replace(/\|+$/, "")
      : `shapes:${kinds.join("|")}`;
  return `csv:${hex(await sha256(shape)).slice(0, 32)}`;
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
