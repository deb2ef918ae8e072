// How the tests read a document of any kind: through both passes of the decoder, as the importer does.

import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import { printUnits } from "../../../src/money/money.ts";
import type {
  Answers,
  Layout,
  Proof,
  Question,
  StatementRecord,
  StatementRow,
} from "../../../src/statements/statement.ts";
import { documentOf, TODAY } from "../csv/reading.ts";

export interface Read {
  readonly layout: Layout;
  readonly questions: readonly Question[];
  readonly accounts: readonly string[];
  readonly records: readonly StatementRecord[];
  readonly rows: readonly StatementRow[];
  readonly proof: Proof;
}

/** Surveys and reads; throws with the refusal where there is one. */
export async function readDocument(
  bytes: Uint8Array,
  answers: Answers = {},
  from = 0,
): Promise<Read> {
  const source = documentOf(bytes);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) throw new Error(`refused: ${survey.error.message}`);
  const { layout, questions, accounts, plan } = survey.value;
  const records: StatementRecord[] = [];
  let { proof } = layout;
  const stored: typeof plan = JSON.parse(JSON.stringify(plan));
  for await (const slice of readStatement(source, stored, from)) {
    records.push(...slice.records);
    proof = slice.proof;
  }
  const rows = records.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
  return { layout, questions, accounts, records, rows, proof };
}

/** The message with which a document is refused; throws where it is read. */
export async function refusalOf(bytes: Uint8Array): Promise<string> {
  const survey = await surveyStatement(documentOf(bytes), {
    answers: {},
    recall: () => ({}),
    today: TODAY,
  });
  if (survey.ok) throw new Error("it was not refused");
  return survey.error.message;
}

/** A row as "2024-03-28 -12.50 text". */
export function printRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.description}`;
}
