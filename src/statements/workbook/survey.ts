// Surveys and reads a workbook as a statement: chooses the sheets that hold transactions, asks what
// is open, and reads the sheets one after the other with the CSV engine. The survey reads every
// sheet to its end, so damage is found before the first row is delivered.

import { WHOLE_DOCUMENT_BYTES_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { joinProofs } from "../proof-breaks.ts";
import type { CsvPlan } from "../csv/plan.ts";
import { readCsv } from "../csv/read.ts";
import type { Doubt } from "../doubts.ts";
import type { Slice, Survey, SurveyOptions } from "../format.ts";
import type {
  Answers,
  DocumentSource,
  Layout,
  Proof,
  Question,
  StatedBalance,
  StatementRecord,
  Unreadable,
} from "../statement.ts";
import { WEB_PAGE } from "../refusals.ts";
import { joinTallies, type Tally } from "../record-counts.ts";
import { chooseSheets, type Choice } from "./choose.ts";
import { examineSheet, type Findings } from "./findings.ts";
import { openWorkbook } from "./open.ts";
import { surveySheet, type SheetSurvey } from "./sheet-survey.ts";
import { toTable, type Writing } from "./table.ts";
import { Unusable, type Sheet, type Workbook } from "./workbook.ts";

/** A sheet to read. */
export interface PartPlan {
  /** Its position among the workbook's sheets. */
  readonly sheet: number;
  readonly writing: Writing;
  readonly csv: CsvPlan;
  /** The account of its rows, if the sheets belong to several. */
  readonly label: string | null;
}

/** Plain data, stored between the passes. */
export interface WorkbookPlan {
  readonly parts: readonly PartPlan[];
}

/** Surveys a workbook, or explains why it cannot be read. */
export async function surveyWorkbook(
  source: DocumentSource,
  options: SurveyOptions,
): Promise<Result<Survey<WorkbookPlan>, Unreadable>> {
  try {
    const workbook = await openWorkbook(await readBytes(source));
    const looked = await examineSheets(workbook);
    if (looked.length === 0)
      return err(
        workbook.kind === "html"
          ? NO_TABLE
          : {
              reason: "empty",
              message: `The file is ${workbook.description} without content; a statement was expected.`,
            },
      );
    const alone = await surveyAll(workbook, looked, () => ({
      ...options,
      answers: {},
      recall: () => ({}),
    }));
    if (!alone.ok) return err(refuseWorkbook(workbook, alone.error));
    const fingerprint = await computeFingerprint(workbook, alone.value);
    const told: Answers = { ...(await options.recall(fingerprint)), ...options.answers };
    const groups = groupByLayout(alone.value);
    // Without any answer, the same would be found again.
    const again =
      Object.keys(told).length === 0
        ? alone
        : await surveyAll(workbook, looked, (sheet) => ({
            ...options,
            answers: selectAnswers(told, groups.get(sheet.name) ?? ""),
            recall: () => ({}),
          }));
    if (!again.ok) return err(refuseWorkbook(workbook, again.error));
    return ok(buildSurvey(workbook, again.value, groups, fingerprint, told));
  } catch (fault) {
    if (fault instanceof Unusable) return err({ reason: fault.reason, message: fault.message });
    throw fault;
  }
}

/** Reads a surveyed workbook from a record on. */
export async function* readWorkbook(
  source: DocumentSource,
  plan: WorkbookPlan,
  fromRecord: number,
): AsyncGenerator<Slice> {
  const workbook = await openWorkbook(await readBytes(source));
  let before = 0;
  const proven: Proof[] = [];
  const counted: Tally[] = [];
  const stated: StatedBalance[] = [];
  const asked: Question[] = [];
  const doubts: Doubt[] = [];
  for (const [index, part] of plan.parts.entries()) {
    const table = toTable(
      must(workbook.sheets[part.sheet], "a surveyed sheet is there"),
      part.writing,
    );
    let end = 0;
    let read: Slice | null = null;
    for await (const slice of readCsv(table, part.csv, Math.max(0, fromRecord - before))) {
      const records =
        part.label === null
          ? slice.records
          : slice.records.map((record) => labelRecord(record, part.label ?? ""));
      end = slice.next;
      read = slice;
      const last = index === plan.parts.length - 1;
      if (!last && records.length === 0) continue;
      yield {
        records,
        next: before + end,
        proof: joinProofs([...proven, slice.proof]),
        tally: joinTallies([...counted, slice.tally]),
        ...statedBalances([...stated, ...labelBalances(slice, part.label)]),
        asked: [...asked, ...(slice.asked ?? [])],
        doubts: [...doubts, ...(slice.doubts ?? [])],
      };
    }
    before += end;
    const last = must(read, "a table has a last slice");
    const { proof, tally } = last;
    stated.push(...labelBalances(last, part.label));
    asked.push(...(last.asked ?? []));
    doubts.push(...(last.doubts ?? []));
    proven.push(proof);
    counted.push(tally);
  }
}

function labelBalances({ stated = [] }: Slice, label: string | null): readonly StatedBalance[] {
  return stated.map((balance) => ({ ...balance, account: balance.account ?? label }));
}

function statedBalances(stated: readonly StatedBalance[]): Pick<Slice, "stated"> {
  return stated.length === 0 ? {} : { stated };
}

function labelRecord(record: StatementRecord, label: string): StatementRecord {
  return record.kind === "transaction" && record.row.account === null
    ? { ...record, row: { ...record.row, account: label } }
    : record;
}

interface ExaminedSheet {
  readonly sheet: Sheet;
  readonly findings: Findings;
}

/** Examines the sheets with content; hidden sheets count only if no visible one has content. */
async function examineSheets({ sheets }: Workbook): Promise<readonly ExaminedSheet[]> {
  const looked: ExaminedSheet[] = [];
  for (const sheet of sheets) looked.push({ sheet, findings: await examineSheet(sheet) });
  const filled = looked.filter(({ findings }) => findings.rows > 0);
  const shown = filled.filter(({ sheet }) => !sheet.hidden);
  return shown.length > 0 ? shown : filled;
}

/** Surveys all sheets that are statements; if none is, returns the refusal of the largest sheet. */
async function surveyAll(
  workbook: Workbook,
  looked: readonly ExaminedSheet[],
  optionsFor: (sheet: Sheet) => SurveyOptions,
): Promise<Result<readonly SheetSurvey[], { sheet: Sheet; reason: Unreadable }>> {
  const found: SheetSurvey[] = [];
  let refused: { sheet: Sheet; reason: Unreadable; rows: number } | null = null;
  for (const { sheet, findings } of looked) {
    const survey = await surveySheet(sheet, findings, workbook.from1904, optionsFor(sheet));
    if (survey.ok) found.push(survey.value);
    else if (refused === null || findings.rows > refused.rows)
      refused = { sheet, reason: survey.error, rows: findings.rows };
  }
  const filled = found.filter(({ survey }) =>
    survey.sample.some((record) => record.kind === "transaction"),
  );
  if (filled.length > 0) return ok(filled);
  return found.length > 0
    ? ok(found.slice(0, 1))
    : err(must(refused, "a sheet that is no statement was refused"));
}

const NO_TABLE: Unreadable = { reason: "not a statement", message: `The file is ${WEB_PAGE}.` };

function refuseWorkbook(
  workbook: Workbook,
  { sheet, reason }: { sheet: Sheet; reason: Unreadable },
): Unreadable {
  if (workbook.kind === "html") return NO_TABLE;
  const where =
    workbook.sheets.length > 1 ? `, and no sheet is a statement. "${sheet.name.slice(0, 60)}"` : "";
  return {
    reason: reason.reason,
    message: `The file is ${workbook.description}${where}: ${reason.message}`,
  };
}

/** One fingerprint for the layouts of all sheets, whatever the sheets are called. */
async function computeFingerprint(
  { kind }: Workbook,
  surveys: readonly SheetSurvey[],
): Promise<string> {
  const layouts = [...new Set(surveys.map(({ survey }) => survey.layout.fingerprint))].sort();
  return `${kind}:${hex(await sha256(layouts.join("|"))).slice(0, 32)}`;
}

/** The suffix of question ids per sheet: "" for the first layout, "@Foreign" for another. */
function groupByLayout(surveys: readonly SheetSurvey[]): ReadonlyMap<string, string> {
  const suffixes = new Map<string, string>();
  const groups = new Map<string, string>();
  for (const { sheet, survey } of surveys) {
    const { fingerprint } = survey.layout;
    const suffix =
      suffixes.get(fingerprint) ?? (suffixes.size === 0 ? "" : `@${sheet.name.slice(0, 60)}`);
    suffixes.set(fingerprint, suffix);
    groups.set(sheet.name, suffix);
  }
  return groups;
}

function selectAnswers(told: Answers, suffix: string): Answers {
  if (suffix === "") return told;
  return Object.fromEntries(
    Object.entries(told).flatMap(([id, value]) =>
      id.endsWith(suffix) ? [[id.slice(0, -suffix.length), value]] : [],
    ),
  );
}

function buildSurvey(
  workbook: Workbook,
  surveys: readonly SheetSurvey[],
  groups: ReadonlyMap<string, string>,
  fingerprint: string,
  told: Answers,
): Survey<WorkbookPlan> {
  const choice = chooseSheets(surveys, told);
  const parts = choice.read.map(({ survey: { sheet, writing, survey }, label }): PartPlan => ({
    sheet: workbook.sheets.indexOf(sheet),
    writing,
    csv: survey.plan,
    label,
  }));
  const [first] = choice.read;
  const { layout } = must(first, "a sheet is read").survey.survey;
  const proof = joinProofs(choice.read.map(({ survey }) => survey.survey.layout.proof));
  return {
    layout: {
      ...layout,
      fingerprint,
      proof,
      format: workbook.kind,
      encoding: workbook.encoding,
      delimiter: null,
      account: choice.labels.length > 1 ? null : layout.account,
      why: [...explainChoice(workbook, surveys, choice), ...layout.why],
    } satisfies Layout,
    plan: { parts },
    questions: [...choice.questions, ...joinQuestions(choice, groups)],
    accounts: choice.labels,
    sample: choice.read.flatMap(({ survey, label }) =>
      survey.survey.sample.map((record) => (label === null ? record : labelRecord(record, label))),
    ),
  };
}

function joinQuestions(choice: Choice, groups: ReadonlyMap<string, string>): readonly Question[] {
  const questions = new Map<string, Question>();
  for (const { survey } of choice.read) {
    const suffix = groups.get(survey.sheet.name) ?? "";
    for (const question of survey.survey.questions) {
      const id = `${question.id}${suffix}`;
      const ask =
        suffix === ""
          ? question.ask
          : `${question.ask} (sheet "${survey.sheet.name.slice(0, 60)}")`;
      if (!questions.has(id)) questions.set(id, { ...question, id, ask });
    }
  }
  return [...questions.values()];
}

function explainChoice(
  workbook: Workbook,
  surveys: readonly SheetSurvey[],
  choice: Choice,
): readonly string[] {
  const name = (sheet: Sheet) => `"${sheet.name.slice(0, 60)}"`;
  const read = choice.read.map(({ survey }) => survey.sheet);
  const said = [
    `The file is ${workbook.description}${read.length === 1 && workbook.sheets.length === 1 ? "" : `; ${read.length === 1 ? "the sheet" : "the sheets"} ${read.map(name).join(", ")} ${read.length === 1 ? "is" : "are"} read`}.`,
  ];
  const left = workbook.sheets.filter((sheet) => !surveys.some((survey) => survey.sheet === sheet));
  if (left.length > 0)
    said.push(
      `Not read, because they are not statements: ${left
        .slice(0, 10)
        .map((sheet) => `${name(sheet)}${sheet.hidden ? " (hidden)" : ""}`)
        .join(", ")}.`,
    );
  return [...said, ...choice.why];
}

async function readBytes(source: DocumentSource): Promise<Uint8Array> {
  if (source.bytes > WHOLE_DOCUMENT_BYTES_MAX) {
    const mib = (WHOLE_DOCUMENT_BYTES_MAX / 1024 / 1024).toFixed(0);
    throw new Unusable(
      `The file has ${source.bytes} bytes; workbooks are read up to ${mib} MiB. Export fewer months at once, or CSV.`,
      "too large",
    );
  }
  return new Uint8Array(await new Response(await source.open()).arrayBuffer());
}
