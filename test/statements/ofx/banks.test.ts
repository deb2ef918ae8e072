// Each export is read without configuration; what a file this short leaves open is asked, and the answer settles it.

import { describe, expect, test } from "vitest";
import { BANKS } from "./banks.ts";
import { listOtherRecords, read } from "../reading.ts";
import { printRow } from "./reading.ts";

describe("OFX exports of banks and programs", () => {
  test.each(BANKS)("the OFX export of $bank is read as expected", async (bank) => {
    const first = await read(bank.file);

    expect(first.survey.questions.map(({ id }) => id)).toEqual(bank.asks ?? []);
    const { rows, records, survey, proof } =
      bank.answers === undefined ? first : await read(bank.file, bank.answers);
    expect(survey.questions).toEqual([]);
    expect(rows.map(printRow)).toEqual(bank.rows);
    const left = listOtherRecords(records);
    expect(left.length).toBe(bank.left?.length ?? 0);
    bank.left?.forEach((reason, index) => expect(left[index]).toMatch(reason));
    if (bank.references !== undefined)
      expect(rows.map((row) => row.reference)).toEqual(bank.references);
    if (bank.account !== undefined) expect(survey.layout.account).toBe(bank.account);
    if (bank.accounts !== undefined) expect(survey.accounts).toEqual(bank.accounts);
    if (bank.currency !== undefined) expect(rows[0]?.currency).toBe(bank.currency);
    expect(rows.filter((row) => row.pending).length).toBe(bank.pending ?? 0);
    expect(proof.rows_proven).toBe(bank.proven ?? 0);
    expect(proof.breaks_at).toBe(null);
  });

  test("every decision about an OFX file is explained in a sentence", async () => {
    for (const bank of BANKS) {
      const { survey } = await read(bank.file);
      expect(survey.layout.why.length).toBeGreaterThan(1);
      for (const why of survey.layout.why) expect(why).toMatch(/^[A-Z"1-9].*[.]$/);
    }
  });
});
