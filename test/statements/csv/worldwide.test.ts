// The same transactions as banks around the world print them, in the files of test/fixtures/worldwide: headers and
// habits of printing are the banks', the rows are made up. In any other printed form they read the same or raise a
// question, and are never misread without one.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { encode, ENCODINGS } from "./encodings.ts";
import { MUTATIONS, printed, truthsOf, type Sheet } from "./mutations.ts";
import { describeRow, read, readRefusal } from "./reading.ts";
import { judge, sheetOf, type Read } from "./verdict.ts";
import { pairFixtures } from "../fixtures.ts";
import { tokenizer } from "../../../src/statements/csv/shape/tokenize.ts";
import { must } from "../../../src/platform/assert.ts";
import type { Answers } from "../../../src/statements/statement.ts";

const expectedSchema = z.strictObject({
  about: z.string(),
  /** "2024-03-05 -1088.40", sorted. */
  rows: z.array(z.string()),
  /** What a file this short leaves open. */
  questions: z.array(z.string()).default([]),
  /** It is also read in every other printed form, which takes a while. */
  printed_otherwise: z.boolean().default(false),
});

const FILES = import.meta.glob<string>("../../fixtures/worldwide/*.csv", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob("../../fixtures/worldwide/*.expected.json", {
  import: "default",
  eager: true,
});
const WORLDWIDE = pairFixtures(FILES, EXPECTED, expectedSchema).map(({ bytes, ...fixture }) => ({
  ...fixture,
  text: new TextDecoder().decode(bytes),
}));

const OTHERWISE = WORLDWIDE.filter((one) => one.printed_otherwise);

/** Reads as the harness wants it: a refusal is a verdict, not an error. */
async function reading(content: string | Uint8Array, answers: Answers = {}): Promise<Read> {
  try {
    const { survey, records } = await read(content, answers);
    return {
      refused: null,
      records,
      questions: survey.questions,
      plan: survey.plan,
      columns: survey.layout.columns,
    };
  } catch {
    return { refused: await readRefusal(content), records: [], questions: [] };
  }
}

async function takenApart(file: string): Promise<Sheet> {
  const first = await reading(file);
  const plan = must(first.plan, "the file is read");
  const tokens = tokenizer(plan.dialect, 0);
  const batches = [tokens.push(file), tokens.end()];
  const grid = batches
    .flatMap(({ rows, lines }) => rows.map((cells, index) => ({ cells, line: lines[index] ?? 0 })))
    .filter(({ cells }) => cells.join("").trim() !== "");
  return must(sheetOf(first, grid, {}), "the file has a plan");
}

describe("banks around the world", () => {
  test("no statement is lost", () => {
    expect(WORLDWIDE.length).toBeGreaterThanOrEqual(44);
    expect(OTHERWISE.length).toBeGreaterThanOrEqual(14);
  });

  test.each(WORLDWIDE)("$file is read as expected: $about", async ({ text, rows, questions }) => {
    const first = await reading(text);

    expect(first.questions.map(({ id }) => id)).toEqual(questions);
    const { verdict } = await judge([rows.map(units).toSorted()], async (answers) =>
      reading(text, answers),
    );
    expect(verdict).toBe(questions.length === 0 ? "right" : "asked");
    if (questions.length === 0)
      expect(
        (await read(text)).rows
          .map((row) => describeRow(row).split(" ").slice(0, 2).join(" "))
          .toSorted(),
      ).toEqual(rows.toSorted());
  });
});

/** "2024-03-05 -1088.40" as the verdicts compare it: the amount in units of a ten-thousandth. */
function units(said: string): string {
  const [day = "", amount = ""] = said.split(" ");
  return `${day} ${Number(amount.replace(".", "")) * 100}`;
}

describe("statements that are printed in another way", () => {
  test.each(OTHERWISE)(
    "$file reads the same in any other printed form, or raises a question: $about",
    async ({ text }) => {
      const sheet = await takenApart(text);
      const wrong: string[] = [];
      const check = async (name: string, mutated: Sheet, content: string | Uint8Array) => {
        const { verdict, note } = await judge(truthsOf(mutated), async (answers) =>
          reading(content, answers),
        );
        if (verdict === "wrong") wrong.push(`${name}: ${note}`);
      };
      for (const mutation of MUTATIONS) {
        const mutated = mutation.apply(sheet);
        if (mutated !== null)
          await check(`${mutation.kind}: ${mutation.name}`, mutated, printed(mutated));
      }
      for (const encoding of ENCODINGS) {
        const bytes = encode(printed(sheet), encoding);
        if (bytes !== null) await check(`encoding: ${encoding}`, sheet, bytes);
      }

      expect(wrong).toEqual([]);
    },
  );
});
