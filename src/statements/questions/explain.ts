// Makes questions answerable by a person who has never seen such a file: rows of the file in which
// the answers differ, and what would follow from each answer. The document is read under every
// answer, as far as the bounds below allow; what differs between the readings is what is told.

import { QUESTION_READINGS_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { fit } from "../../platform/text.ts";
import type {
  Answers,
  Choice,
  Concern,
  LayoutColumn,
  Question,
  ShownRow,
  ShownRows,
  StatementRecord,
} from "../statement.ts";
import { tellDocument, tellRow, type View } from "./consequences.ts";
import { cellsOf, compareReadings, type Compared, type Property, type Reading } from "./reading.ts";
import { chooseTellingRows, findCell, recordOf } from "./telling-rows.ts";
import { printLongDay } from "./words.ts";

/** The document's first records under further answers; null if it cannot be read under them. */
export type ReadUnder = (answers: Answers) => Promise<Reading | null>;

/** What is known of the document, whatever the answers. */
export interface Asked {
  readonly questions: readonly Question[];
  /** The columns of a table; empty for other formats. */
  readonly columns: readonly LayoutColumn[];
  readonly today: Day;
}

/** Questions whose answer decides the sign of amounts. */
const OF_SIGN = /^(?:sign|sign_by_type|money_out|balance_says|amount_column|side:.*)(?:@|$)/;
/** Questions about one word of a column. */
const OF_ONE_WORD = /^(?:side|status):/;
const OF_YEAR = /^year(?:@|$)/;
/** The questions whose answers change how cells are printed. */
const OF_TEXT = /^(?:encoding|dates_exchanged|year)(?:@|$)/;
const CELL_CHARS_MAX = 60;
const FOLLOWS_CHARS_MAX = 160;

/** Adds rows and consequences to the questions, the first ones first while the bounds allow it. */
export async function explainQuestions(
  asked: Asked,
  readUnder: ReadUnder,
): Promise<readonly Question[]> {
  const explained: Question[] = [];
  let left = QUESTION_READINGS_MAX;
  for (const { concerns = [], ...question } of asked.questions) {
    const { id, choices } = question;
    left -= choices.length;
    if (choices.length < 2 || left < 0) {
      explained.push(question);
      continue;
    }
    const readings: (Reading | null)[] = [];
    for (const { value } of choices) readings.push(await readUnder({ [id]: value }));
    explained.push(explainQuestion(question, concerns, readings, asked));
  }
  return explained;
}

function explainQuestion(
  question: Question,
  concerns: readonly Concern[],
  readings: readonly (Reading | null)[],
  { questions, columns, today }: Asked,
): Question {
  const settled = readings.map((reading) => (reading?.asksMore === true ? null : reading));
  const rows = compareReadings(settled, OF_TEXT.test(question.id));
  const differs = new Set(rows.flatMap((row) => [...row.differs]));
  const inDispute = concerns.length > 0 ? concerns : findDisputed(columns, differs);
  const chosen = chooseTellingRows(rows, inDispute);
  if (chosen.length === 0) return question;
  const own = questions.findIndex(({ id }) => id === question.id);
  const isLater = (index: number) => index > own || !OF_SIGN.test(question.id);
  const isSignOpen = questions.some(
    ({ id }, index) => index !== own && isLater(index) && OF_SIGN.test(id),
  );
  const view: View = { differs, isSignOpen, today };
  const documents = settled.map((reading) =>
    reading === null ? null : tellDocument(reading, view),
  );
  // The same consequence for two answers says nothing; the answers' own examples may. Nor do sums
  // say anything while another word is open.
  const hasExamples = new Set(question.choices.map(({ example }) => example)).size > 1;
  const areWordsOpen =
    OF_ONE_WORD.test(question.id) &&
    questions.some(({ id }) => id !== question.id && OF_ONE_WORD.test(id));
  const tells = (index: number) =>
    !areWordsOpen &&
    (!hasExamples || documents.filter((document) => document === documents[index]).length === 1);
  const unsaid = areWordsOpen ? "" : null;
  return {
    ...question,
    shown: OF_YEAR.test(question.id)
      ? dropYears(showRows(chosen, inDispute, columns))
      : showRows(chosen, inDispute, columns),
    choices: question.choices.map((choice, index) => ({
      ...choice,
      example: tellChoice(
        choice,
        readings[index] ?? null,
        tells(index) ? (documents[index] ?? null) : unsaid,
      ),
      follows:
        settled[index] === null
          ? []
          : chosen.map(({ records }) => fit(tellRow(records[index], view), FOLLOWS_CHARS_MAX)),
    })),
  };
}

/** The rows without the year that the first answer added to the dates in dispute. */
function dropYears(shown: ShownRows): ShownRows {
  const rows = shown.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) =>
      shown.marked.includes(index) ? cell.replace(/\d{4}$/, "").trim() : cell,
    ),
  }));
  return { ...shown, rows };
}

/** The columns in dispute by what differs, for a question that names none. */
function findDisputed(
  columns: readonly LayoutColumn[],
  differs: ReadonlySet<Property>,
): readonly Concern[] {
  const roles = differs.has("date") ? ["date"] : [];
  const money = differs.has("amount") ? ["amount", "debit", "credit"] : [];
  return columns
    .filter(({ role }) => [...roles, ...money].includes(role))
    .map(({ index }) => index);
}

function tellChoice({ example }: Choice, reading: Reading | null, document: string | null): string {
  return reading === null ? "With this answer the file cannot be read." : (document ?? example);
}

function showRows(
  chosen: readonly Compared[],
  concerns: readonly Concern[],
  columns: readonly LayoutColumn[],
): ShownRows {
  const records = chosen.map(recordOf).filter((record) => record !== undefined);
  const shown =
    columns.length === 0 ? listFields(concerns) : listColumns(records, concerns, columns);
  return {
    labels: shown.map(({ label }) => fit(label, CELL_CHARS_MAX)),
    marked: shown.flatMap(({ isInDispute }, index) => (isInDispute ? [index] : [])),
    rows: records.map((record): ShownRow => ({
      line: record.kind === "transaction" ? record.row.line : record.line,
      text: fit(nameRow(record), CELL_CHARS_MAX),
      cells: shown.map(({ print }) => fit(print(record), CELL_CHARS_MAX)),
    })),
  };
}

/** The text by which a person recognises the row. */
function nameRow(record: StatementRecord): string {
  if (record.kind === "transaction") return record.row.payee || record.row.description;
  return record.cells.find((cell) => /\p{L}{3}/u.test(cell)) ?? "";
}

/** A heading with the cell below it, for each row. */
interface ShownColumn {
  readonly label: string;
  readonly isInDispute: boolean;
  readonly print: (record: StatementRecord) => string;
}

/** For records of fields: the day and the text as read, then the fields in dispute. */
function listFields(concerns: readonly Concern[]): readonly ShownColumn[] {
  const isDated = concerns.some(
    (concern) => typeof concern === "object" && concern.label === "Date",
  );
  const day: ShownColumn = {
    label: "Date",
    isInDispute: false,
    print: (record) => (record.kind === "transaction" ? printLongDay(record.row.date) : ""),
  };
  return [
    ...(isDated ? [] : [day]),
    { label: "Text", isInDispute: false, print: nameRow },
    ...concerns.flatMap((concern) =>
      typeof concern === "number" ? [] : [showConcern(concern, concern.label)],
    ),
  ];
}

const MONEY_ROLES: readonly string[] = ["amount", "debit", "credit"];
const TEXT_COLUMNS_MAX = 2;

function listColumns(
  records: readonly StatementRecord[],
  concerns: readonly Concern[],
  columns: readonly LayoutColumn[],
): readonly ShownColumn[] {
  const isFilled = ({ index }: LayoutColumn) =>
    records.some((record) => (cellsOf(record)[index] ?? "").trim() !== "");
  const filled = columns.filter(isFilled);
  const names = filled.filter(({ index }) => records.some((record) => isNameOf(record, index)));
  const texts = filled.filter(({ role }) => role === "payee" || role === "description");
  const beside = [
    ...filled.filter(({ role }) => role === "date").slice(0, 1),
    ...[...new Set([...names, ...texts])].slice(0, TEXT_COLUMNS_MAX),
    ...filled.filter(({ role }) => MONEY_ROLES.includes(role)).slice(0, 2),
  ];
  const inDispute = columns.filter(({ index }) => concerns.includes(index));
  return [...new Set([...beside, ...inDispute])].map(({ index, label }) => ({
    ...showConcern(index, label.trim() === "" ? `Column ${index + 1}` : label.trim()),
    isInDispute: concerns.includes(index),
  }));
}

/** Whether the row's cell is the name by which it is recognised, or holds it. */
function isNameOf(record: StatementRecord, index: number): boolean {
  if (record.kind !== "transaction" || record.row.payee === "") return false;
  return (record.row.cells[index] ?? "").includes(record.row.payee);
}

function showConcern(concern: Concern, label: string): ShownColumn {
  return {
    label,
    isInDispute: true,
    print: (record) => findCell(cellsOf(record), concern).replaceAll(/\s+/g, " ").trim(),
  };
}
