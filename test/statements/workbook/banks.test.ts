// Every workbook of banks.ts is read correctly, or raises the expected question with the right
// answer among the choices.

import { expect, test } from "vitest";
import { printUnits } from "../../../src/money/money.ts";
import { BANK_FILES } from "./banks.ts";
import { readDocument } from "./reading.ts";

test.each(BANK_FILES.map((file) => [file.name, file] as const))(
  "the workbook %s is read as expected",
  async (_, { bytes, rows, answers = {}, account, currency, rejected = [] }) => {
    const file = await bytes();
    const first = await readDocument(file);
    const read = await readDocument(file, answers);

    expect(first.questions.map(({ id }) => id).sort()).toEqual(Object.keys(answers).sort());
    for (const question of first.questions)
      expect(question.choices.map(({ value }) => value)).toContain(answers[question.id]);
    expect(read.questions).toEqual([]);
    expect(read.rows.map(({ date, amount }) => `${date} ${printUnits(amount, 2)}`)).toEqual(rows);
    expect(
      read.records.flatMap((record) => (record.kind === "rejected" ? [record.line] : [])),
    ).toEqual(rejected);
    if (account !== undefined) expect(read.layout.account).toBe(account);
    if (currency !== undefined) expect(read.layout.currency).toBe(currency);
  },
);
