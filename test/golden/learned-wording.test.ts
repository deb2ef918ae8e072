// The wording was learned from the mails as they are now.

import { expect, test } from "vitest";
import LEARNED from "../../src/receipts/wording/learned.json" with { type: "json" };
import { digestMails } from "../../scripts/wording/mails.mjs";

test("the wording was learned from the mails of the tests as they are; if not: npm run learn", () => {
  expect(LEARNED.mails).toBe(digestMails());
});
