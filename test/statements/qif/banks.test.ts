// Each export is read without configuration; what a file this short leaves open is asked, and the answer settles it.

import { describe, expect, test } from "vitest";
import { listOtherRecords, read } from "../reading.ts";
import { printRow } from "../mt940/reading.ts";
import { BANKS } from "./banks.ts";

describe("QIF exports of banks and programs", () => {
  test.each(BANKS)("the QIF export of $bank is read as expected", async (bank) => {
    const first = await read(bank.file);

    expect(first.survey.layout.format).toBe("qif");
    expect(first.survey.questions.map(({ id }) => id)).toEqual(bank.asks ?? []);
    const { rows, records, survey, proof } =
      bank.answers === undefined ? first : await read(bank.file, bank.answers);
    expect(survey.questions).toEqual([]);
    expect(rows.map(printRow)).toEqual(bank.rows);
    const left = listOtherRecords(records);
    expect(left.length).toBe(bank.left?.length ?? 0);
    bank.left?.forEach((reason, index) => expect(left[index]).toMatch(reason));
    if (bank.facts !== undefined) expect(rows[0]?.facts).toMatchObject(bank.facts);
    if (bank.account !== undefined) expect(survey.layout.account).toBe(bank.account);
    if (bank.accounts !== undefined) expect(survey.accounts).toEqual(bank.accounts);
    if (bank.why !== undefined)
      expect(survey.layout.why.some((why) => bank.why?.test(why))).toBe(true);
    expect(proof.rows_proven).toBe(bank.proven ?? 0);
    expect(proof.breaks_at).toBe(null);
    for (const why of survey.layout.why) expect(why).toMatch(/^[A-Z"0-9].*[.]$/);
  });
});
