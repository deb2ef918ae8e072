// The price of a month or a year, beside what was paid.

import { expect, test } from "vitest";
import { findCandidates } from "../../../src/receipts/totals/candidates.ts";
import { withoutPricesOfPeriods } from "../../../src/receipts/totals/prices-of-periods.ts";

function amounts(rows: readonly string[]): string[] {
  const { lines, candidates } = findCandidates(rows.join("\n"));
  return withoutPricesOfPeriods(lines, candidates).map(({ amount }) => amount.value);
}

test.each([
  "$5.99 per month",
  "$5.99/month",
  "5,99 € pro Monat",
  "5,99 €/mois",
  "R$ 5,99 por mês",
  "5,99 € al mese",
])("is no total where the total is %s and another amount was paid", (price) => {
  expect(amounts([`Total: ${price}`, "Paid: $6.32"])).toEqual(["6.32"]);
});

test("is the total where nothing else was paid", () => {
  expect(amounts(["Total: $5.99 per month", "Paid: $0.00"])).toEqual(["5.99", "0.00"]);
});

test("is paid where its own label says so", () => {
  expect(amounts(["Paid: $6.32", "Amount charged: $5.99 per month"])).toEqual(["6.32", "5.99"]);
});

test("is no total that a period does not follow", () => {
  expect(amounts(["Total: $5.99 Perth", "Paid: $6.32"])).toEqual(["5.99", "6.32"]);
});
