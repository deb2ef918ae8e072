// Each folder of test/fixtures/statements is a bank's layout: statement.csv, with made-up rows under the
// bank's own header, and expected.json, derived by hand. A new bank only adds a folder.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { must } from "../../../src/platform/assert.ts";
import { describeRow, describeFate, read } from "./reading.ts";

const expectedSchema = z.strictObject({
  /** The bank, its country, and what is special about the file. */
  about: z.string(),
  /** "date amount description" of each transaction, in file order. */
  rows: z.array(z.string()),
  currency: z.string().nullable().optional(),
  account: z.string().optional(),
  /** The questions that a file this short leaves open, and what the account's owner would answer. */
  questions: z.array(z.string()).default([]),
  answers: z.record(z.string(), z.string()).default({}),
  skipped_lines: z.array(z.number()).optional(),
  pending_lines: z.array(z.number()).default([]),
});

const STATEMENTS = import.meta.glob<string>("../../fixtures/statements/*/statement.csv", {
  query: "?raw",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob<string>("../../fixtures/statements/*/expected.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

const FIXTURES = Object.entries(STATEMENTS).map(([path, file]) => ({
  folder: must(path.split("/").at(-2), "a folder"),
  file,
  ...readExpected(path.replace("statement.csv", "expected.json")),
}));

function readExpected(path: string): z.infer<typeof expectedSchema> {
  return expectedSchema.parse(JSON.parse(EXPECTED[path] ?? "null"));
}

describe("statements of banks around the world", () => {
  test.each(FIXTURES)("the statement of $folder is read as expected: $about", async (fixture) => {
    const { file, questions, answers } = fixture;
    const first = await read(file);

    expect(first.survey.questions.map((question) => question.id)).toEqual(questions);
    const reading = await read(file, answers);
    const linesOf = (kind: string) =>
      reading.records.filter((record) => record.kind === kind).map(describeFate);
    expect(reading.survey.questions).toEqual([]);
    expect(reading.rows.map(describeRow)).toEqual(fixture.rows);
    expect(linesOf("rejected")).toEqual([]);
    if (fixture.skipped_lines !== undefined)
      expect(linesOf("skipped")).toEqual(fixture.skipped_lines.map((line) => `${line} skipped`));
    expect(reading.rows.filter((row) => row.pending).map((row) => row.line)).toEqual(
      fixture.pending_lines,
    );
    if (fixture.currency !== undefined) expect(reading.rows[0]?.currency).toBe(fixture.currency);
    if (fixture.account !== undefined) expect(reading.survey.layout.account).toBe(fixture.account);
  });

  test("every folder has a statement and its expected result", () => {
    expect(FIXTURES.length).toBeGreaterThanOrEqual(60);
    expect(Object.keys(EXPECTED)).toHaveLength(FIXTURES.length);
  });

  test("every decision about a statement is explained in a sentence", async () => {
    for (const { file } of FIXTURES) {
      const { survey } = await read(file);
      expect(survey.layout.why.length).toBeGreaterThan(4);
      for (const why of survey.layout.why) expect(why).toMatch(/^.*[.]$/);
    }
  });
});
