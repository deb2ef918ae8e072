// Right documents of the tagged formats, printed another way, damaged or cut off: what comes of it is right, asked with
// the right answer among the choices, or refused with the reason; never a false row, and never one left out unsaid.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import type { Answers, StatementRecord } from "../../../src/statements/statement.ts";
import { documentOf, TODAY } from "../../statements/csv/reading.ts";
import { MUTATIONS } from "./mutate/mutations.ts";
import { saidBy, taggedOf, type TaggedFormat } from "./mutate/pieces.ts";
import { judge, type Read } from "./mutate/verdict.ts";
import { WRITERS } from "./print/all.ts";
import { month } from "./truth.ts";

const FORMATS: readonly TaggedFormat[] = ["ofx", "camt", "mt940", "qif"];
const MONTHS = fc.sample(month, { numRuns: 4, seed: 11 });

async function read(bytes: Uint8Array, answers: Answers): Promise<Read> {
  const source = documentOf(bytes);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) return { refused: survey.error.message, records: [], questions: [] };
  const records: StatementRecord[] = [];
  for await (const slice of readStatement(source, survey.value.plan, 0))
    records.push(...slice.records);
  return { refused: null, records, questions: survey.value.questions, layout: survey.value.layout };
}

/**
 * QIF has no end: cut off behind a record's last field or its "^", nothing is to be seen of it
 * (docs/reference/formats.md).
 */
function endsUnseen(format: TaggedFormat, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const [first = "", ...others] = text
    .split("^")
    .map((record) => record.trim().split(/\s*\n/).length);
  const lines = others.at(-1) ?? first;
  return (
    format === "qif" &&
    (text.trimEnd().endsWith("^") || (/[\r\n]$/.test(text) && lines === (others[0] ?? 0)))
  );
}

/** A record begins a line, so that its line tells whose it is. */
function lined(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes).replace(/(?<!\n)<(?=STMTTRN>|Ntry>)/g, "\n<");
}

describe.each(FORMATS)("%s", (format) => {
  // One that is not in UTF-8 or ASCII is a mutation already.
  const writers = WRITERS.filter(
    (writer) => writer.format === format && !/UTF-16/.test(writer.name),
  );

  test.each(writers.map((writer) => [writer.name, writer] as const))(
    "%s: no mutation is read wrongly",
    async (_, writer) => {
      const wrong: string[] = [];
      let judged = 0;
      for (const all of MONTHS) {
        const text = lined(
          await writer.write(
            all.map((entry) => ({
              ...entry,
              payee: entry.payee.normalize("NFD").replace(/[^ -~]/g, ""),
            })),
          ),
        );
        const plain = await read(new TextEncoder().encode(text), {});
        const tagged = taggedOf(format, text, {
          records: plain.records,
          account: plain.layout?.account ?? null,
        });
        expect(saidBy(tagged)).toHaveLength(all.length);
        for (const mutation of MUTATIONS) {
          const mutated = mutation.formats.includes(format) ? mutation.apply(tagged) : null;
          if (mutated === null) continue;
          const { verdict, note } = await judge(mutated, read);
          judged += 1;
          if (verdict === "wrong" || (verdict === "short" && !endsUnseen(format, mutated.bytes)))
            wrong.push(`${verdict}: ${mutation.kind}, ${mutation.name}: ${note}`);
        }
      }

      expect(wrong).toEqual([]);
      expect(judged).toBeGreaterThan(200);
    },
  );
});
