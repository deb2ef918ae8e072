// A label is understood by the stems of its words, in many languages, where no list has it whole.

import { describe, expect, test } from "vitest";
import { matchRoles } from "../../../src/statements/csv/columns/labels.ts";
import { describeRow, read } from "./reading.ts";
import { LABEL_ROLES, WORLD_LABELS } from "./world-labels.ts";

const LANGUAGES = Object.entries(WORLD_LABELS);

const ROWS: readonly (readonly [text: string, cents: number])[] = [
  ["ALPHA MARKET", -8208],
  ["BETA FUEL", -1249],
  ["NORTHWIND PAYROLL", 124149],
  ["DELTA RENT", -81699],
  ["EPSILON TEL", -2381],
  ["GAMMA CAFE", -11496],
];

function printed(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

/** The rows under a date, text, money out, money in and, if wanted, a balance. */
function printStatement(labels: readonly string[], full: boolean): string {
  const [date, , text, , out, into, , balance] = labels;
  let total = 300_000;
  const lines = ROWS.map(([shop, cents], at) => {
    total += cents;
    const sides = cents < 0 ? `${printed(-cents)};` : `;${printed(cents)}`;
    return `${13 + at}.03.2026;${shop};${sides}${full ? `;${printed(total)}` : ""}`;
  });
  const header = [date, text, out, into, ...(full ? [balance] : [])].join(";");
  return `${[header, ...lines].join("\n")}\n`;
}

describe("labels by the stems of their words", () => {
  test.each(LANGUAGES)("every label in %s names the role it has", (_, labels) => {
    const got = labels.map((label) => matchRoles(label)[0]?.role ?? null);

    expect(labels.filter((__, at) => !LABEL_ROLES[at]?.some((role) => role === got[at]))).toEqual(
      [],
    );
  });

  test.each(LANGUAGES)(
    "a file with labels in %s is read without a question, with or without a balance",
    async (_, labels) => {
      for (const full of [false, true]) {
        const { survey, rows } = await read(printStatement(labels, full));

        expect(survey.questions).toEqual([]);
        expect(rows.map(describeRow)).toEqual(
          ROWS.map(([shop, cents], at) => `2026-03-${13 + at} ${(cents / 100).toFixed(2)} ${shop}`),
        );
      }
    },
  );

  test("a word that only sounds like a side names none: a debit card, a credit limit", () => {
    expect(matchRoles("Debit card number")[0]?.role).toBe("card");
    expect(matchRoles("Kreditlimit")[0]?.role).toBe("other_amount");
    expect(matchRoles("Name of credited party")[0]?.role).toBe("payee");
  });
});
