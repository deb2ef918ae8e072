// What a receipt says in the budget: its line in the notes, and its amount as the service has it.

import { expect, test } from "vitest";
import { ITEM_NOTES_CHARS_MAX } from "../../../src/platform/limits.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { printUnits } from "../../../src/money/money.ts";
import { appendLine, writeNote, toAmount } from "../../../src/importer/inbox/applying/item.ts";

const receipt = JSON.stringify({ items: [] });

test.for([
  ["invoice", "Invoice R-2026-114"],
  ["order", "Order R-2026-114"],
  ["receipt", "Order R-2026-114"],
] as const)("the number of an %s is noted as %s", ([kind, note]) => {
  expect(writeNote({ order_number: "R-2026-114", kind, receipt })).toBe(note);
});

test("a line stands once in the notes, behind what was there, and nothing of them is left out for it", () => {
  expect(appendLine(null, "Order 7")).toBe("Order 7");
  expect(appendLine("by hand", "Order 7")).toBe("by hand\nOrder 7");
  expect(appendLine("by hand\nOrder 7\nmore", "Order 7")).toBeNull();
  expect(appendLine("x".repeat(ITEM_NOTES_CHARS_MAX - 5), "Order 7: paper filters")).toBeNull();
});

test.for([
  ["charge", 0, "12.00"],
  ["charge", 1, "-12.00"],
  ["refund", 0, "-12.00"],
  ["income", 0, "-12.00"],
  ["alert", 0, "12.00"],
  ["alert in", 0, "-12.00"],
] as const)("of a %s, with incoming %d, the service is told %s", ([what, incoming, amount]) => {
  const whole = toAmount({
    total: 120_000,
    currency: "eur",
    date: must(parseDay("2026-03-11"), "a day"),
    incoming,
    class: what,
  });

  expect(printUnits(must(whole, "all is known").amount, 2)).toBe(amount);
});
