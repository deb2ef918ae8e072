// Each file in the folders ofx, qif, mt940, camt, coda, bai2, aeb43 and cfonb120 of test/fixtures
// is read as its expected.json says, without configuration: exports in the manner of banks and
// programs, and small files that show one habit or fault each. A new one only adds two files:
// src/statements/README.md.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { must } from "../../src/platform/assert.ts";
import type { StatementRow } from "../../src/statements/statement.ts";
import { printRow as printCamtRow } from "./camt/reading.ts";
import { pairFixtures } from "./fixtures.ts";
import { printRow as printNotes } from "./mt940/reading.ts";
import { printRow as printDescription } from "./ofx/reading.ts";
import { listOtherRecords, read } from "./reading.ts";

const expectedSchema = z.strictObject({
  /** The bank, its country and what is special about the file, or the one fact that it shows. */
  about: z.string(),
  /** Each transaction in file order, as the format's row of FORMATS prints it. */
  rows: z.array(z.string()),
  references: z.array(z.string().nullable()).optional(),
  descriptions: z.array(z.string()).optional(),
  /** Of the first transaction: its description, notes and facts, as far as they matter. */
  first: z.record(z.string(), z.unknown()).optional(),
  /** Of the first transaction. */
  currency: z.string().optional(),
  account: z.string().nullable().optional(),
  accounts: z.array(z.string()).optional(),
  /** The questions that the file leaves open, and what the account's owner would answer. */
  questions: z.array(z.string()).default([]),
  answers: z.record(z.string(), z.string()).default({}),
  /** What became of each record that is no transaction: "rejected 12: the amount is empty". */
  others: z.array(z.string()).default([]),
  /** How many transactions are pending. */
  pending: z.number().default(0),
  /** The line of each transaction. */
  lines: z.array(z.number()).optional(),
  /** How many transactions the balances prove. */
  proven: z.number().optional(),
  /** The proof by balances; without it, no balance contradicts the transactions. */
  proof: z.record(z.string(), z.unknown()).optional(),
  /** Parts of sentences about the layout. */
  why: z.array(z.string()).default([]),
});

const FILES = import.meta.glob<string>(
  "../fixtures/{ofx,qif,mt940,camt,coda,bai2,aeb43,cfonb120}/*.{ofx,qif,sta,xml,cod,bai,n43,cfo}",
  { query: "?url&inline", import: "default", eager: true },
);
const EXPECTED = import.meta.glob(
  "../fixtures/{ofx,qif,mt940,camt,coda,bai2,aeb43,cfonb120}/*.expected.json",
  { import: "default", eager: true },
);
const FIXTURES = pairFixtures(FILES, EXPECTED, expectedSchema);

/** How a row is printed, how many sentences about its layout a file gives at least, and how many files there are. */
const FORMATS: Readonly<
  Record<
    string,
    {
      readonly print: (row: StatementRow) => string;
      readonly sentences: number;
      readonly files: number;
    }
  >
> = {
  ofx: { print: printDescription, sentences: 2, files: 28 },
  qif: { print: printNotes, sentences: 1, files: 28 },
  mt940: { print: printNotes, sentences: 1, files: 28 },
  camt: { print: printCamtRow, sentences: 3, files: 28 },
  coda: { print: printNotes, sentences: 1, files: 4 },
  bai2: { print: printNotes, sentences: 1, files: 4 },
  aeb43: { print: printNotes, sentences: 1, files: 4 },
  cfonb120: { print: printNotes, sentences: 1, files: 3 },
};

describe("statements of banks and programs", () => {
  test.each(FIXTURES)("$file is read as expected: $about", async (fixture) => {
    const { file, bytes, answers } = fixture;
    const name = file.slice(0, file.indexOf("/"));
    const { print, sentences } = must(FORMATS[name], `a row of FORMATS for ${name}`);
    const asked = await read(bytes);
    const { rows, records, survey, proof } = await read(bytes, answers);
    const { format, account, why } = survey.layout;

    expect(format).toBe(name);
    expect(asked.survey.questions.map(({ id }) => id)).toEqual(fixture.questions);
    expect(survey.questions).toEqual([]);
    expect(rows.map(print)).toEqual(fixture.rows);
    expect(listOtherRecords(records)).toEqual(fixture.others);
    expect(rows.filter((row) => row.pending).length).toBe(fixture.pending);
    if (fixture.references !== undefined)
      expect(rows.map((row) => row.reference)).toEqual(fixture.references);
    if (fixture.descriptions !== undefined)
      expect(rows.map((row) => row.description)).toEqual(fixture.descriptions);
    if (fixture.first !== undefined) expect(rows[0]).toMatchObject(fixture.first);
    if (fixture.currency !== undefined) expect(rows[0]?.currency).toBe(fixture.currency);
    if (fixture.account !== undefined) expect(account).toBe(fixture.account);
    if (fixture.accounts !== undefined) expect(survey.accounts).toEqual(fixture.accounts);
    if (fixture.lines !== undefined) expect(rows.map((row) => row.line)).toEqual(fixture.lines);
    if (fixture.proven !== undefined) expect(proof.rows_proven).toBe(fixture.proven);
    if (fixture.proof === undefined) expect(proof.breaks_at).toBe(null);
    else expect(proof).toEqual(fixture.proof);
    expect(why.length).toBeGreaterThanOrEqual(sentences);
    for (const sentence of why) expect(sentence).toMatch(/^[A-Z"1-9].*[.]$/);
    for (const part of fixture.why) expect(why.join("\n")).toContain(part);
  });

  test("no format has lost its files", () => {
    const lost = Object.entries(FORMATS).filter(
      ([format, { files }]) =>
        FIXTURES.filter(({ file }) => file.startsWith(`${format}/`)).length < files,
    );
    expect(lost).toEqual([]);
  });
});
