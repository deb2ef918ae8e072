// What a receipt's line in a transaction's notes calls its number.

import { expect, test } from "vitest";
import { NOTES_CHARS_MAX } from "../../../src/limits.ts";
import { appended, noteOf } from "../../../src/import/inbox/settle/item.ts";

const receipt = JSON.stringify({ items: [] });

test.for([
  ["invoice", "Invoice R-2026-114"],
  ["order", "Order R-2026-114"],
  ["receipt", "Order R-2026-114"],
] as const)("the number of an %s is noted as %s", ([kind, note]) => {
  expect(noteOf({ order_number: "R-2026-114", kind, receipt })).toBe(note);
});

test("a line stands once in the notes, behind what was there, and nothing of them is left out for it", () => {
  expect(appended(null, "Order 7")).toBe("Order 7");
  expect(appended("by hand", "Order 7")).toBe("by hand\nOrder 7");
  expect(appended("by hand\nOrder 7\nmore", "Order 7")).toBeNull();
  expect(appended("x".repeat(NOTES_CHARS_MAX - 5), "Order 7: paper filters")).toBeNull();
});
