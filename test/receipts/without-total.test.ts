// Words of a purchase or of money that came in, without an amount.

import { expect, test } from "vitest";
import type { Claim, Kind } from "../../src/receipts/receipt.ts";
import { isOnlyWords } from "../../src/receipts/without-total.ts";

const claimOf = (kind: Kind, view: string): Claim => ({
  source: "label",
  kind: { value: kind, span: { view, start: 0, end: 12 }, rule: "words" },
});

test.each(["order", "receipt", "refund", "invoice", "income"] as const)(
  "within the text alone they make no %s",
  (kind) => {
    expect(isOnlyWords([claimOf(kind, "html")], [], ["You have received"], false)).toBe(true);
  },
);

test("in the subject they are asked about", () => {
  expect(isOnlyWords([claimOf("income", "subject")], [], ["You have received"], false)).toBe(false);
});

const TICKET = [
  "Hartelijk dank voor uw vertrouwen. Dit is uw e-ticket voor uw reis naar Amsterdam.",
  "Boekingscode: TEST02\nTicketnummer: 0741234567890\nzaterdag 11 juli 2026 - 10:35",
  "Rome, Fiumicino Airport, FCO\nKL1602\nStoel: 12A\n1 x handbagage\nmax. 55 x 35 x 25 cm | 21,5 x 13,5 x 10 in",
  "Totaalgewicht: max. 12 KG\nStatus: OK / Niet geldig voor 11/07/2026 / Niet geldig na 11/07/2026",
].join("\n");

test("a long text without anything like an amount is not asked about, whatever its subject says", () => {
  expect(isOnlyWords([claimOf("receipt", "subject")], [], [TICKET], false)).toBe(true);
});

test.each(["Totaal 262.200", "Totaal 9 835", "Totaal 12.50", "€ 12·50", "EUR 12·50", "1̸2 ₽"])(
  "it is asked about where the text prints %s, which may be an amount",
  (printed) => {
    expect(isOnlyWords([claimOf("receipt", "subject")], [], [`${TICKET}\n${printed}`], false)).toBe(
      false,
    );
  },
);

test("it is asked about where a file came with it, such as a picture of the receipt", () => {
  expect(isOnlyWords([claimOf("receipt", "subject")], [], [TICKET], true)).toBe(false);
});
