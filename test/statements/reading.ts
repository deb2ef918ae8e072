// How the tests read a document of any format: recognised and read in both passes, as the importer does.

import {
  readStatement,
  surveyStatement,
  type StatementPlan,
} from "../../src/statements/read-statement.ts";
import type { Survey } from "../../src/statements/format.ts";
import type {
  Answers,
  Proof,
  StatementRecord,
  StatementRow,
} from "../../src/statements/statement.ts";
import { documentOf, TODAY } from "./csv/reading.ts";

export interface Reading {
  readonly survey: Survey<StatementPlan>;
  readonly records: readonly StatementRecord[];
  readonly rows: readonly StatementRow[];
  readonly proof: Proof;
}

/** Surveys and reads; throws with the refusal where there is one. */
export async function read(content: string | Uint8Array, answers: Answers = {}): Promise<Reading> {
  const source = documentOf(content);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) throw new Error(`refused: ${survey.error.message}`);
  const records: StatementRecord[] = [];
  let { proof } = survey.value.layout;
  for await (const slice of readStatement(source, survey.value.plan, 0)) {
    records.push(...slice.records);
    proof = slice.proof;
  }
  return { survey: survey.value, records, rows: rowsOf(records), proof };
}

export function rowsOf(records: readonly StatementRecord[]): StatementRow[] {
  return records.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
}

/** The message with which a document is refused; throws where it is read. */
export async function refusal(content: string | Uint8Array): Promise<string> {
  const survey = await surveyStatement(documentOf(content), {
    answers: {},
    recall: () => ({}),
    today: TODAY,
  });
  if (survey.ok) throw new Error("it was not refused");
  return survey.error.message;
}

/** The reasons of the records that are no transactions: "rejected 12: the amount is empty". */
export function listOtherRecords(records: readonly StatementRecord[]): string[] {
  return records.flatMap((record) =>
    record.kind === "transaction" ? [] : [`${record.kind} ${record.line}: ${record.reason}`],
  );
}
