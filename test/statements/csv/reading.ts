// How the tests read a statement: text or bytes through both passes, as the importer does.

import { parseDay, type Day } from "../../../src/money/day.ts";
import { must } from "../../../src/platform/assert.ts";
import { printUnits } from "../../../src/money/money.ts";
import { readCsv } from "../../../src/statements/csv/read.ts";
import { surveyCsv, type CsvSurvey } from "../../../src/statements/csv/survey.ts";
import type {
  Answers,
  DocumentSource,
  Proof,
  StatementRecord,
  StatementRow,
} from "../../../src/statements/statement.ts";

export const TODAY: Day = must(parseDay("2026-11-21"), "a day");

export interface Reading {
  readonly survey: CsvSurvey;
  readonly records: readonly StatementRecord[];
  readonly rows: readonly StatementRow[];
  readonly proof: Proof;
}

/** A document that delivers its bytes in pieces of `piece`. */
export function documentOf(content: string | Uint8Array, piece = 65_536): DocumentSource {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name: "statement.csv",
    bytes: bytes.length,
    open: async () => {
      let at = 0;
      return new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) controller.close();
          else controller.enqueue(bytes.subarray(at, (at += piece)));
        },
      });
    },
  };
}

/** Surveys and reads; throws with the refusal where there is one. */
export async function read(
  content: string | Uint8Array,
  answers: Answers = {},
  piece?: number,
): Promise<Reading> {
  const source = documentOf(content, piece);
  const survey = await surveyCsv(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) throw new Error(`refused: ${survey.error.message}`);
  const records: StatementRecord[] = [];
  let proof: Proof = survey.value.layout.proof;
  for await (const slice of readCsv(source, survey.value.plan, 0)) {
    records.push(...slice.records);
    proof = slice.proof;
  }
  const rows = records.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
  return { survey: survey.value, records, rows, proof };
}

/** The message with which a document is refused; throws where it is read. */
export async function readRefusal(content: string | Uint8Array): Promise<string> {
  const survey = await surveyCsv(documentOf(content), {
    answers: {},
    recall: () => ({}),
    today: TODAY,
  });
  if (survey.ok) throw new Error("it was not refused");
  return survey.error.message;
}

/** A row as "2024-03-28 -12.50 text", for comparing many at a glance. */
export function describeRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.description}`;
}

/** What became of a record that is no transaction: "4 rejected". */
export function describeFate(record: StatementRecord): string {
  return record.kind === "transaction"
    ? `${record.row.line} transaction`
    : `${record.line} ${record.kind}`;
}
