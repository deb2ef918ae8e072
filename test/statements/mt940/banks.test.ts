// Each export is read without configuration.

import { describe, expect, test } from "vitest";
import { BANKS } from "./banks.ts";
import { listOtherRecords, read } from "../reading.ts";
import { printRow } from "./reading.ts";

describe("MT940 exports of banks", () => {
  test.each(BANKS)("the MT940 export of $bank is read without a question", async (bank) => {
    const { survey, rows, records, proof } = await read(bank.file);

    expect(survey.layout.format).toBe("mt940");
    expect(survey.questions).toEqual([]);
    expect(rows.map(printRow)).toEqual(bank.rows);
    expect(listOtherRecords(records)).toEqual([]);
    if (bank.references !== undefined)
      expect(rows.map((row) => row.reference)).toEqual(bank.references);
    if (bank.descriptions !== undefined)
      expect(rows.map((row) => row.description)).toEqual(bank.descriptions);
    if (bank.facts !== undefined) expect(rows[0]?.facts).toMatchObject(bank.facts);
    if (bank.account !== undefined) expect(survey.layout.account).toBe(bank.account);
    if (bank.accounts !== undefined) expect(survey.accounts).toEqual(bank.accounts);
    if (bank.currency !== undefined) expect(rows[0]?.currency).toBe(bank.currency);
    if (bank.why !== undefined)
      expect(survey.layout.why.some((why) => bank.why?.test(why))).toBe(true);
    expect(rows.filter((row) => row.pending).length).toBe(bank.pending ?? 0);
    if (bank.proven !== undefined) expect(proof.rows_proven).toBe(bank.proven);
    expect(proof.breaks_at).toBe(null);
    for (const why of survey.layout.why) expect(why).toMatch(/^[A-Z"0-9].*[.]$/);
  });
});
