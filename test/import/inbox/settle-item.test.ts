// What a receipt's line in a transaction's notes calls its number.

import { expect, test } from "vitest";
import { noteOf } from "../../../src/import/inbox/settle/item.ts";

const receipt = JSON.stringify({ items: [] });

test.for([
  ["invoice", "Invoice R-2026-114"],
  ["order", "Order R-2026-114"],
  ["receipt", "Order R-2026-114"],
] as const)("the number of an %s is noted as %s", ([kind, note]) => {
  expect(noteOf({ order_number: "R-2026-114", kind, receipt })).toBe(note);
});
