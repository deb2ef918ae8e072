// The amounts in a part of a text are those that a look at every amount finds.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { amountsWithin } from "../../../src/receipts/alerts/amounts-within.ts";
import { findAmounts } from "../../../src/receipts/totals/money/amounts.ts";

const TEXT = "Paid EUR 1.00\nFee EUR 2.00, tax EUR 3.00\n\nTotal EUR 6.00 of EUR 9.00\n".repeat(3);

test("a part of a text holds the amounts that lie wholly between its ends, in order", () => {
  const amounts = findAmounts(TEXT);
  const place = fc.integer({ min: 0, max: TEXT.length });

  fc.assert(
    fc.property(place, place, (start, end) => {
      const each = amounts.filter((one) => one.start >= start && one.end <= end);
      expect(amountsWithin(amounts, { start, end })).toEqual(each);
    }),
  );
});
