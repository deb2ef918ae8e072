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
  test.each([
    ["EFFEKTIEWE DATUM", "value_date"],
    ["Τοκοφόρος Ημερομηνία", "value_date"],
    ["Izvirni znesek", "original_amount"],
  ])("%s is no booking date and no amount of the account", (label, role) => {
    expect(matchRoles(label)[0]?.role).toBe(role);
  });

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

  test("the day of the booking comes before the day of the purchase or the operation", async () => {
    for (const [first, second] of [
      ["Data e blerjes", "Data e regjistrimit"],
      ["Fecha operación", "Fecha contable"],
      ["Ngày giao dịch", "Ngày ghi sổ"],
      ["Datum kupnje", "Knjiženo"],
      ["İşlem Tarihi", "Muhasebe Tarihi"],
    ] as const) {
      const { rows } = await read(
        `${first};${second};Text;Betrag\n13.03.2026;15.03.2026;A;-1,00\n14.03.2026;16.03.2026;B;2,00\n`,
      );

      expect([second, ...rows.map(({ date }) => date)]).toEqual([
        second,
        "2026-03-15",
        "2026-03-16",
      ]);
    }
  });

  test("an original amount and its currency are not those of the account", async () => {
    for (const [amount, currency] of [
      ["Jumlah Asal", "Mata Wang Asal"],
      ["Izvorni iznos", "Izvorna valuta"],
      ["Orijinal Tutar", "Orijinal Para Birimi"],
    ] as const) {
      const { survey, rows } = await read(
        `Datum;Text;Betrag;${amount};${currency}\n13.03.2026;A;-1,00;;\n14.03.2026;B;-2,00;-1,80;USD\n`,
      );

      expect([amount, survey.questions]).toEqual([amount, []]);
      expect(rows.map((row) => row.amount / 10_000)).toEqual([-1, -2]);
      expect(rows.map((row) => row.currency)).toEqual([null, null]);
    }
  });

  test("a word that only sounds like a side names none: a debit card, a credit limit", () => {
    expect(matchRoles("Debit card number")[0]?.role).toBe("card");
    expect(matchRoles("Kreditlimit")[0]?.role).toBe("other_amount");
    expect(matchRoles("Name of credited party")[0]?.role).toBe("payee");
  });
});
