// The layouts of generated.test.ts that are not read right yet: seed, what comes of it, and its kind.
// A seed leaves this list when it is read right; none may be added.

import type { Verdict } from "./csv/verdict.ts";

export const KNOWN_FAULTS: ReadonlyMap<number, readonly [Verdict, string]> = new Map([
  [5001, ["asked", "Vietnamese: asked date_order"]],
  [5003, ["wrong", "Slovak: purchase date taken for the booking date"]],
  [5005, ["asked", "Azerbaijani: asked date_column"]],
  [5006, ["refused", "Persian: UTF-16 of this script is refused as binary"]],
  [5007, ["wrong", "Danish: asked sign, no answer is right (other signs)"]],
  [5010, ["asked", "Ukrainian: asked sign"]],
  [5012, ["asked", "Albanian: asked money_out"]],
  [5014, ["wrong", "Polish: purchase date taken for the booking date"]],
  [5015, ["wrong", "Hebrew: pending rows booked"]],
  [5019, ["wrong", "Croatian: purchase date taken for the booking date"]],
  [5024, ["asked", "Hebrew: asked money_out"]],
  [5025, ["asked", "Thai: asked date_column"]],
  [5026, ["wrong", "Swedish: purchase date taken for the booking date"]],
  [5031, ["asked", "Malay: asked sign"]],
  [5032, ["partly", "Thai: asked sign, no answer is right (every row rejected)"]],
  [5033, ["wrong", "Russian: pending rows booked"]],
  [5034, ["wrong", "Macedonian: pending rows booked"]],
  [5035, ["asked", "Azerbaijani: asked sign"]],
  [5036, ["wrong", "Swedish: other rows"]],
  [5039, ["partly", "Slovak: some rows rejected"]],
  [
    5044,
    [
      "wrong",
      "Azerbaijani: asked date_column, date_order, no answer is right (pending rows booked)",
    ],
  ],
  [5046, ["wrong", "Azerbaijani: asked sign, no answer is right (other rows)"]],
  [5048, ["wrong", "Portuguese: pending rows booked"]],
  [5049, ["refused", "Thai: UTF-16 of this script is refused as binary"]],
  [5053, ["wrong", "Hebrew: other amounts"]],
  [5054, ["partly", "Thai: every row rejected"]],
  [5055, ["asked", "Ukrainian: asked amount_column, sign"]],
  [5056, ["wrong", "Japanese: pending rows booked"]],
  [5057, ["asked", "Turkish: asked sign"]],
  [5058, ["wrong", "Greek: value date taken for the booking date"]],
] satisfies [number, [Verdict, string]][]);
