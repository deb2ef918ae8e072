// Messages without a word for a receipt or a bill in their subject: a sentence or a row says what moved, or asks for
// money.

import { describe, expect, test } from "vitest";
import { readMoved } from "../moved.ts";
import { makeTextMail } from "../rows-mail.ts";

async function read(subject: string, text: string, currency = "gbp"): Promise<string> {
  const from = "Harbour Street Homes <office@harbour-homes.example>";
  return readMoved(makeTextMail({ from, subject, text }), currency);
}

describe("a payment that the sender of the message received", () => {
  test("is what the reader paid", async () => {
    const text = "We've received your rent of £1,450.00 for June. Your account is up to date.";

    expect(await read("Your June rent has arrived", text)).toBe("out 1450 gbp");
  });

  test("may stand in a row below the sentence", async () => {
    const text = "Your rent has arrived on our account.\n\nMonth: June\nRent received: £985.00";

    expect(await read("Thank you", text)).toBe("out 985 gbp");
  });

  test("is not read where the sentence says that it did not arrive, or makes it a condition", async () => {
    const missing = "We have not yet received your rent of £1,450.00 for June.";
    const possible = "If we have received your rent of £1,450.00, please ignore this.";

    expect(await read("Your June rent", missing)).toBe("nothing");
    expect(await read("Your June rent", possible)).toBe("nothing");
  });

  test("is not chosen among several amounts", async () => {
    const text = "Your transfer has arrived.\n\nRent £985.00, heating £120.00.";

    expect(await read("Thank you", text)).toBe("nothing");
  });
});

describe("money that is asked for", () => {
  test("is a bill, whatever the message is called", async () => {
    const text =
      "The work on your roof is finished. Please settle the sum of £312.40 by 4 December.";

    expect(await read("Your roof", text)).toBe("asked: out 312.4 gbp");
  });

  test("is a bill where a row says until when it is to be paid", async () => {
    const text = "Your assessment was made.\n\nAmount due: £54.75\nDue date: 30 December 2026";

    expect(await read("Property tax 2026", text)).toBe("asked: out 54.75 gbp");
  });

  test("is no bill for its reader where a direct debit pays it", async () => {
    const text =
      "Your fee is collected by direct debit.\n\nAmount due: £54.75\nDue date: 30 December 2026";

    expect(await read("Fees for December", text)).toBe("nothing");
  });

  test("is the only amount of a message that asks, unless its words call it a receipt", async () => {
    const asking = "Please settle the sum below within a week.\n\nSum: £35.00";
    const paid =
      "Thank you. Please name the day of this payment when you pay again.\n\nSum: £35.00";

    expect(await read("Your roof", asking)).toBe("asked: out 35 gbp");
    expect(await read("Payment received", paid)).not.toContain("asked");
  });

  test("is not asked for by a condition", async () => {
    const text = "If you want to join, please pay £20.00 at the door.";

    expect(await read("Summer party", text)).toBe("nothing");
  });
});

test("a confirmation of a payment is one, though it advises to set up a direct debit", async () => {
  const text =
    "Thank you. Your payment has been successful.\n\nTotal paid: £163.00\nCard: Visa Debit **** 2094\n\n" +
    "Set up a Direct Debit and choose from the 1st or the 12th.";

  expect(await read("Payment confirmation", text)).toBe("out 163 gbp");
});

describe("a deposit that was taken", () => {
  test("is what was charged, and not the rest that is paid on arrival", async () => {
    const text =
      "Your booking is confirmed. We have charged the deposit of £120.00 to your card ending 6605. " +
      "The remaining £480.00 is payable on arrival.";

    expect(await read("Deposit received: booking B-7741", text)).toBe("out 120 gbp");
  });

  test("may stand in a row", async () => {
    const text =
      "Your booking is confirmed.\n\nDeposit, charged to your card today: £80.00\nTo be paid on arrival: £320.00";

    expect(await read("Booking B-7741 confirmed", text)).toBe("out 80 gbp");
  });

  test("is not read where the sentence denies the charge or announces it", async () => {
    const denied =
      "Your booking is confirmed. The deposit of £120.00 was not charged to your card.";
    const announced =
      "Your booking is confirmed. The deposit of £120.00 will be charged to your card on 1 May.";

    expect(await read("Booking B-7741 confirmed", denied)).toBe("nothing");
    expect(await read("Booking B-7741 confirmed", announced)).not.toMatch(/^out/);
  });

  test("is not read where the row only names the deposit", async () => {
    const text =
      "Your booking was cancelled, as the deposit did not arrive.\n\nDeposit: £82.80\nCharged: nothing";

    expect(await read("Booking B-7741 cancelled", text)).not.toContain("82.8");
  });
});

describe("one of several instalments", () => {
  test("is what was charged, and not all that are left", async () => {
    const text =
      "Instalment 2 of 6 of your order 58213 was taken from your card.\n\n" +
      "This time: £31.70\nLeft to pay: £126.80\nNext instalment: 15 December 2026";

    expect(await read("Instalment 2 of 6", text)).toBe("out 31.7 gbp");
  });
});

describe("money that a sentence or a row says was taken", () => {
  test("is a receipt of whoever says so", async () => {
    const text = "Your parking has ended.\n\nZone: 418\nTaken from your card: £4.20";

    expect(await read("Parking in zone 418", text)).toBe("out 4.2 gbp");
  });

  test("may be named by the sentence before", async () => {
    const text =
      "Your pass for zone 4 costs £20.00. The amount was charged to your card *3391.\n\nPoints left: £26.15";

    expect(await read("All done", text)).toBe("out 20 gbp");
  });

  test("is not read if the message denies the charge", async () => {
    const text =
      "Your booking is cancelled. Your card was at no point charged.\n\nA drink on us: £24.00";

    expect(await read("Cancelled", text)).toBe("nothing");
  });
});

describe("the only amount", () => {
  test("of a message of a payout is what came in", async () => {
    const text = "Thank you for selling with us.\n\nSent to you: £842.60\nAccount: ending in 5519";

    expect(await read("You've been paid: your weekly payout", text)).toBe("in 842.6 gbp");
  });

  test("is not read if a label says that the first amount is something else", async () => {
    const text = "£14.60 of cashback is on its way to you. Cashback left: £0.85.";

    expect(await read("Your cashback has been paid", text)).not.toContain("0.85");
  });
});
