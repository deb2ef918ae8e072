// Every table of world.ts is read correctly without a question. In the form of another bank,
// program or person it is read correctly or raises a question with the right answer among the
// choices.

import { describe, expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import type { Answers, StatementRecord } from "../../../src/statements/statement.ts";
import { documentOf, TODAY } from "../csv/reading.ts";
import { judge, saying, type Read } from "../csv/verdict.ts";
import { readDocument } from "./reading.ts";
import { MUTATIONS } from "./world-mutations.ts";
import { CLOSING, fileOf, MONTH, saidBy, type Table } from "./world-print.ts";
import { WORLD } from "./world.ts";

async function reading(bytes: Uint8Array, answers: Answers): Promise<Read> {
  const source = documentOf(bytes);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) return { refused: survey.error.message, records: [], questions: [] };
  const records: StatementRecord[] = [];
  for await (const slice of readStatement(source, survey.value.plan, 0))
    records.push(...slice.records);
  return { refused: null, records, questions: survey.value.questions };
}

describe("workbooks of banks around the world", () => {
  test.each(WORLD.map((table) => [table.name, table] as const))(
    "a bank's workbook is read without a question: %s",
    async (_, table) => {
      const { records, questions, proof } = await readDocument(await fileOf(table));

      expect(questions).toEqual([]);
      expect(saying(records)).toEqual(saidBy(table));
      expect(records.filter(({ kind }) => kind === "rejected")).toEqual([]);
      if (
        table.columns.some(
          ({ role, value }) =>
            role === "balance" &&
            JSON.stringify(value(MONTH[0] ?? never())) ===
              JSON.stringify({ cents: MONTH[0]?.balance }),
        )
      )
        expect(proof).toMatchObject({ kind: "running balance", breaks_at: null });
    },
  );
});

function never(): never {
  throw new Error(`the month ends with ${CLOSING}`);
}

describe("workbooks printed in another way", () => {
  // Each table meets every eighth mutation, and each mutation some five tables.
  const cases = WORLD.map((table, at): readonly [string, Table, number] => [table.name, table, at]);
  test.each(cases)(
    "a workbook printed in another way is never misread: %s",
    async (_, table, at) => {
      const wrong: string[] = [];
      for (const [index, { kind, name, apply }] of MUTATIONS.entries()) {
        const mutated = (index + at) % 8 === 0 ? apply(table) : null;
        if (mutated === null) continue;
        const bytes = await fileOf(mutated.table);
        const { verdict, note } = await judge(mutated.truths, (answers) => reading(bytes, answers));
        if (verdict === "wrong") wrong.push(`${kind}, ${name}: ${note}`);
      }

      expect(wrong).toEqual([]);
    },
  );
});
