// A row that is a part of the total below it was not charged alone, though its label is a word of charges.

import { expect, test } from "vitest";
import { findCandidates } from "../../../src/receipts/totals/candidates.ts";
import { withoutPartsOfTotals } from "../../../src/receipts/totals/parts-of-totals.ts";

function charged(rows: readonly string[]): string[] {
  const { lines, candidates } = findCandidates(rows.join("\n"));
  return withoutPartsOfTotals(lines, candidates)
    .filter(({ role }) => role === "charged")
    .map(({ amount }) => amount.value);
}

test("a charge for the order is a part of the total that it makes with the tickets", () => {
  const rows = ["2 boletos\t$2,500.00", "Servicio\t$550.00", "Cargo por orden\t$45.00"];
  expect(charged([...rows, "Total\t$3,095.00"])).toEqual([]);
});

test("a charge that makes no total with the rows beside it stays", () => {
  expect(charged(["Entrada\t$2,500.00", "Cargo\t$45.00", "Total\t$2,500.00"])).toEqual(["45.00"]);
});

test("a payment by card stays, though two of them make the total", () => {
  const rows = ["Visa *4417\t$20.00", "Mastercard *3308\t$30.00", "Total\t$50.00"];
  expect(charged(rows)).toEqual(["20.00", "30.00"]);
});

test("alike instalments above their sum are payments and no parts", () => {
  const rows = ["Pagado\t$55.00", "Pagado\t$55.00", "Total\t$110.00"];
  expect(charged(rows)).toEqual(["55.00", "55.00"]);
});
