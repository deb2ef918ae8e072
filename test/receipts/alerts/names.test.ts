// Words of an alert that might be taken for the other party.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

describe("what happened, and thanks", () => {
  test.each([
    "Rs. 500.00 has been credited to your account **1234 on 10-11-26 by reversal of UPI. Ref 612345678901. Thank you for banking with HDFC Bank.",
    "INR 500.00 credited to A/c XX1234 on 10-11-26 towards reversal of UPI Ref 612345678901.",
    "Rs. 500.00 debited from your account **1234 on 10-11-26. Thank you for banking with HDFC Bank.",
    "Your a/c **1234 is credited with Rs.500.00 on 10-11-26 from reversal of UPI transaction. Thank you for banking with us",
  ])("have no merchant: %s", async (text) => {
    const from = ["HDFC Bank", "alerts@hdfcbank.example"] as const;
    const { receipts } = await readByReaders(
      alertDocument({ from, subject: "Account update", text }),
    );

    expect([receipts[0]?.merchant?.value, receipts[0]?.total?.value]).toEqual([
      undefined,
      "500.00",
    ]);
  });
});
