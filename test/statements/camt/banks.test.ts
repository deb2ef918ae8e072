// Each document is read without configuration: rows, account, proof and the facts of its first row.

import { describe, expect, test } from "vitest";
import { recognisesCamt } from "../../../src/statements/camt/camt.ts";
import { BANKS } from "./banks.ts";
import { printRow, bytesOf, read } from "./reading.ts";

describe("documents in the styles of banks", () => {
  test.each(BANKS)("the camt document of $bank is read as expected", async (bank) => {
    const reading = await read(bank.xml);
    const [first] = reading.rows;

    expect(recognisesCamt(bytesOf(bank.xml).subarray(0, 4096))).toBe(true);
    expect(reading.rows.map(printRow)).toEqual(bank.rows);
    expect(reading.records.filter(({ kind }) => kind === "rejected")).toEqual([]);
    expect(reading.records.filter(({ kind }) => kind === "skipped")).toHaveLength(
      bank.skipped ?? 0,
    );
    expect(reading.layout.account).toBe(bank.account);
    expect(reading.layout.proof).toMatchObject({ rows_proven: bank.proven, breaks_at: null });
    expect(reading.questions).toEqual([]);
    if (bank.facts !== undefined) expect(first?.facts).toMatchObject(bank.facts);
    if (bank.notes !== undefined) expect(first?.notes).toBe(bank.notes);
    if (bank.description !== undefined) expect(first?.description).toBe(bank.description);
  });

  test("every decision about a document is explained in a sentence", async () => {
    for (const bank of BANKS) {
      const { layout } = await read(bank.xml);
      expect(layout.why.length).toBeGreaterThan(2);
      for (const why of layout.why) expect(why).toMatch(/^[A-Z0-9].*[.]$/);
    }
  });
});
