// Balances that are printed from before each row.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const CENTS = [-925_00, -42_15, -14_50, 25_00, -50_00, -128_00, 39_95, 2684_12];

/** The rows with the balance that each of them finds, 1310.77 before the first. */
function print(newestFirst: boolean, label: string | null, rows = CENTS): string {
  let balance = 1310_77;
  const lines = rows.map((cents, at) => {
    const before = balance;
    balance += cents;
    const day = `2026-10-${String(at + 10)}`;
    return [day, `Shop ${at}`, (before / 100).toFixed(2), (cents / 100).toFixed(2)].join(",");
  });
  const ordered = newestFirst ? lines.toReversed() : lines;
  const header = label === null ? [] : [`Date,Description,${label},Amount`];
  return `${[...header, ...ordered].join("\n")}\n`;
}

const PROVEN = { kind: "running balance", rows_checked: 7, rows_proven: 7, breaks_at: null };

describe("a file with the balance before each row", () => {
  test.each([
    ["oldest first, without a header", false, null],
    ["newest first, without a header", true, null],
    ["oldest first, with a header", false, "Balance"],
    ["newest first, with a header", true, "Balance"],
  ])("is read and proven: %s", async (_, newestFirst, label) => {
    const { survey, rows, proof } = await read(print(newestFirst, label));

    const oldestFirst = newestFirst ? rows.toReversed() : rows;
    expect(survey.questions).toEqual([]);
    expect(oldestFirst.map(({ amount }) => amount / 100)).toEqual(CENTS);
    expect(proof).toEqual(PROVEN);
    expect(survey.layout.why.join(" ")).toContain("holds the balance before each row.");
  });

  test("gives each transaction the balance after it", async () => {
    const { rows } = await read(print(false, "Balance"));

    expect(rows.map(({ balance }) => (balance ?? 0) / 100)).toEqual([
      385_77, 343_62, 329_12, 354_12, 304_12, 176_12, 216_07, 2900_19,
    ]);
  });

  test("is not proven where one row does not fit", async () => {
    const lines = print(false, "Balance").split("\n");
    const { proof } = await read([...lines.slice(0, 4), ...lines.slice(5)].join("\n"));

    expect(proof.rows_proven).toBeLessThan(proof.rows_checked);
  });

  test("on a single day, its balances count as those after each row", async () => {
    const text = print(false, "Balance").replaceAll(/2026-10-\d\d/g, "2026-10-10");
    const { survey } = await read(text);

    expect(survey.layout.why.join(" ")).not.toContain("before each row");
  });
});
