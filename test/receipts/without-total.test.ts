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
    expect(isOnlyWords([claimOf(kind, "html")], [], ["You have received"])).toBe(true);
  },
);

test("in the subject they are asked about", () => {
  expect(isOnlyWords([claimOf("income", "subject")], [], ["You have received"])).toBe(false);
});
