// Shops' messages that print a total of which nothing was paid, or that repeat an order of before.

import { describe, expect, test } from "vitest";
import { parseDay } from "../../../src/money/day.ts";
import { saysAddressChanged } from "../../../src/receipts/totals/address-changed.ts";
import { findCandidates } from "../../../src/receipts/totals/candidates.ts";
import { isChargedLater } from "../../../src/receipts/totals/coming-debit.ts";
import { findAmounts } from "../../../src/receipts/totals/money/amounts.ts";
import { mustBePaid } from "../../../src/receipts/totals/must-pay.ts";
import { announcesCharge, saysNothingMoved } from "../../../src/receipts/totals/nothing-moved.ts";
import { withTransferSentence } from "../../../src/receipts/totals/transfer-sentence.ts";
import { isWhollyUnpaid } from "../../../src/receipts/totals/unpaid-row.ts";
import { alertDocument } from "../alerts/alert-document.ts";

describe("a row of what was paid", () => {
  test("that says nought, over what is left: nothing was paid", () => {
    expect(isWhollyUnpaid("Total: £57.00\nAmount paid: £0.00\nBalance: £57.00", "57.00")).toBe(
      true,
    );
  });

  test("that names the total: it was paid", () => {
    expect(isWhollyUnpaid("Total: £57.00\nAmount paid: £57.00\nBalance: £0.00", "57.00")).toBe(
      false,
    );
  });

  test("that says nought of a fee, beside a row that says what was paid: it was paid", () => {
    const text = "Harbourpay charged\t£0.00\nTotal paid\t£57.00";

    expect(isWhollyUnpaid(text, "57.00")).toBe(false);
  });

  test("what a way to pay costs is no row of what was paid", () => {
    const text = "Platba kartou online\t0 Kč\nCelkem k úhradě\t1 047 Kč";

    expect(isWhollyUnpaid(text, "1047")).toBe(false);
  });
});

describe("an order that must be paid yet", () => {
  test("says so in a sentence with its total", () => {
    expect(
      mustBePaid("Do akce se dostanete, jen co zaplatíte.\nMusíte zaplatit 890.00 CZK", "890.00"),
    ).toBe(true);
  });

  test("another amount is not its total", () => {
    expect(mustBePaid("You have to pay 5.00 EUR for a lost ticket.", "890.00")).toBe(false);
  });
});

describe("the address of a delivery", () => {
  test("was changed: the order is repeated", () => {
    const text = "Hello,\nYou’ve successfully updated the shipping address for your order!";

    expect(saysAddressChanged("Order update", text)).toBe(true);
  });

  test("may be changed: the order is new", () => {
    const text = "You can see whether the shipping address was changed in your account.";

    expect(saysAddressChanged("Your order", text)).toBe(false);
  });
});

describe("a subject that announces a charge", () => {
  test("over no sentence of a movement: nothing moved", () => {
    expect(announcesCharge("Donation renewal: 12.00 € will be charged soon", "Hello,")).toBe(true);
  });

  test("over a sentence that reports it: it moved", () => {
    const text = "12.00 € was debited from your account today.";

    expect(announcesCharge("12.00 € will be charged soon", text)).toBe(false);
  });
});

describe("an amount", () => {
  test("whose blank before the next word got lost", () => {
    expect(
      findAmounts("the amount of $2,232.00has been charged").map(({ value }) => value),
    ).toEqual(["2232.00"]);
  });

  test("is not read where the letters behind it multiply it", () => {
    expect(findAmounts("a fund of $2.50million was")).toEqual([]);
  });
});

describe("a sentence that announces a charge", () => {
  const told = "We will charge SGD 318.40 to your card on 14 December 2026.";

  test("of this amount, on a day to come", () => {
    expect(isChargedLater({ name: "text", text: told }, "318.40", parseDay("2026-11-24"))).toBe(
      true,
    );
  });

  test("says nothing of another amount, or of a day that is past", () => {
    expect(isChargedLater({ name: "text", text: told }, "20.00", parseDay("2026-11-24"))).toBe(
      false,
    );
    expect(isChargedLater({ name: "text", text: told }, "318.40", parseDay("2026-12-24"))).toBe(
      false,
    );
  });
});

test("Words in brackets that deny a charge are of what was bought", () => {
  const denies = (text: string) =>
    saysNothingMoved(alertDocument({ subject: "Your receipt", text }), text);

  expect(denies("Tacos 9.00\nExtra salsa (no charge)\nTotal 9.00")).toBe(false);
  expect(denies("There was no charge to your card.\nTotal 9.00")).toBe(true);
});

test("A label that says another amount was refunded stays beside the sentence of a transfer", () => {
  const text =
    "Ein Betrag von 20,00 € wurde am 18.11.2026 auf Ihr Konto *0412 überwiesen.\nErstattungsbetrag\t50,00 €\nGesamt\t90,00 €";
  const { lines, candidates } = findCandidates(text);
  const left = withTransferSentence(text, lines, candidates).filter(({ rank }) => rank > 0);

  expect(left.map(({ amount, role }) => [amount.value, role])).toEqual([
    ["20.00", "refunded"],
    ["50.00", "refunded"],
  ]);
});
