// Each layout is read without configuration; what its file leaves open is asked, and the answer settles it.

import { describe, expect, test } from "vitest";
import { BANKS } from "./banks.ts";
import { brief, fate, read } from "./reading.ts";

describe("statements of banks around the world", () => {
  test.each(BANKS)("$bank", async (bank) => {
    const first = await read(bank.file);

    expect(first.survey.questions.map((question) => question.id)).toEqual(bank.asks ?? []);
    const reading = bank.answers === undefined ? first : await read(bank.file, bank.answers);
    expect(reading.survey.questions).toEqual([]);
    expect(reading.rows.map(brief)).toEqual(bank.rows);
    expect(reading.records.filter((record) => record.kind === "rejected").map(fate)).toEqual([]);
    if (bank.skipped !== undefined)
      expect(reading.records.filter((record) => record.kind === "skipped").map(fate)).toEqual(
        bank.skipped.map((line) => `${line} skipped`),
      );
    expect(reading.rows.filter((row) => row.pending).map((row) => row.line)).toEqual(
      bank.pending ?? [],
    );
    if (bank.currency !== undefined) expect(reading.rows[0]?.currency).toBe(bank.currency);
    if (bank.account !== undefined) expect(reading.survey.layout.account).toBe(bank.account);
  });

  test("every decision is said in a sentence", async () => {
    for (const bank of BANKS) {
      const { survey } = await read(bank.file);
      expect(survey.layout.why.length).toBeGreaterThan(4);
      for (const why of survey.layout.why) expect(why).toMatch(/^.*[.]$/);
    }
  });
});
