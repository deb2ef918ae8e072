// The merchant is a known domain, a sender's own name, or the shop that a payment service writes
// for. A service that names no shop is itself the merchant.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMerchant, senderText } from "../../../src/receipts/merchants/merchant-name.ts";

describe("merchants of receipts", () => {
  test.each<
    readonly [name: string, address: string, subject: string, body: string, expected: string | null]
  >([
    ["Amazon", "auto-confirm@amazon.de", "Bestellung", "", "Amazon.de"],
    ["Galaxus", "noreply@galaxus.ch", "Bestellung", "", "Galaxus"],
    [
      "",
      "service@paypal.de",
      "Sie haben eine Zahlung an Teekontor Nord gesendet",
      "",
      "Teekontor Nord",
    ],
    ["Some Shop via Stripe", "receipts@stripe.com", "", "", "Some Shop"],
    ["no-reply", "no-reply@shop.example", "", "", "shop.example"],
    ["Tea Shed E-Bill", "ebill@tea.example", "", "", "Tea Shed"],
    ["Payments", "no-reply@razorpay.com", "Payment successful for Tea Shed", "", "Tea Shed"],
    ["Stripe", "x@stripe.com", "Subscription started for Tea Shed", "", "Tea Shed"],
    ["Stripe", "x@stripe.com", "Tea Shed Payment Receipt #320048", "", "Tea Shed"],
    ["Dine", "x@dine.example", "", "Rs. 470 paid to Tea Shed via DinePay.", "Tea Shed"],
    ["Tea Shed - Espace adhérent", "x@tea.example", "", "", "Tea Shed"],
    ["Ledenadministratie HV Theepot", "leden@tea.example", "", "", "HV Theepot"],
    ["Tea Shed Claims", "claims@tea.example", "", "", "Tea Shed"],
    ["Tea Shed Accounting", "accounts@tea.example", "", "", "Tea Shed"],
    [
      "",
      "info@regiotee.example",
      "",
      "Yours sincerely\nREGIOTEE\nwww.regiotee.example",
      "REGIOTEE",
    ],
    ["", "info@orders.example", "", "Orders\nThank you", "orders.example"],
    ["", "info@restaurant.example", "", "MARIO'S ITALIAN RESTAURANT", "restaurant.example"],
    ["", "service@paypal.de", "Fwd", "Paiement à Théière S.A. pro@theiere.example", "Théière S.A."],
    ["", "service@paypal.com", "Reçu de votre paiement PayPal", "", "PayPal"],
    [
      "",
      "service@paypal.com",
      "",
      "You received a payment from Ada Lane for Order number: 7",
      "Ada Lane",
    ],
    ["", "service@paypal.com", "", "Anda mengirim $2,00 USD ke Budi Teh", "Budi Teh"],
    ["Tea Shed Orders", "orders@tea.example", "", "", "Tea Shed"],
    [
      "Tea Shed",
      "hello@tea.example",
      "Your refund",
      "you paid with store credit as well, that part always goes back first. You had",
      "Tea Shed",
    ],
    ["Tea Shed", "hello@tea.example", "Your refund", "You paid using a gift card.", "Tea Shed"],
    ["service@paypal.de", "service@paypal.de", "Beleg", "Händler\tOn Running", "On Running"],
    [
      "Blue Door Coffee",
      "receipts@messaging.squareup.com",
      "Receipt from Blue Door Coffee",
      "",
      "Blue Door Coffee",
    ],
    [
      "service@paypal.com",
      "service@paypal.com",
      "Receipt for Your Payment to Pixel Forge LLC",
      "You paid $34.99 USD to Pixel Forge LLC",
      "Pixel Forge LLC",
    ],
    [
      "PayPal",
      "service@paypal.com",
      "You sent a payment",
      "You sent $250.00 USD to Freelance Studio LLC.",
      "Freelance Studio LLC",
    ],
    [
      "service@paypal.de",
      "service@paypal.de",
      "Beleg",
      "Händler\tBuchladen Kern GmbH",
      "Buchladen Kern GmbH",
    ],
    [
      "PayPal",
      "service@paypal.co.uk",
      "Refund",
      "Gadget Barn Ltd has sent you a refund of £15.00 GBP",
      "Gadget Barn Ltd",
    ],
    [
      "PayPal",
      "service@paypal.com",
      "Receipt",
      "Seller\tNote to seller\nAnn Lee\tYou haven't included a note.",
      "Ann Lee",
    ],
    ["PayPal", "service@paypal.com", "Your statement", "See your account", "PayPal"],
    ["Paddle.com", "help@paddle.com", "Your FooEditor receipt", "Thank you", "FooEditor"],
    [
      "Klarna",
      "no-reply@klarna.com",
      "Betalningsbekräftelse",
      "Butik\tLampor & Ljus",
      "Lampor & Ljus",
    ],
    ["PayPal", "service@paypal.com", "Payment to", "Merchant\t$5.00", "PayPal"],
  ])("the merchant of %s <%s>, %j, %j is %s", (name, address, subject, text, expected) => {
    const from = { name, address };
    const seen = findMerchant(from, subject, { name: "html", text });

    expect(seen?.value ?? null).toBe(expected);
    const views = new Map([
      ["from", senderText(from)],
      ["subject", subject],
    ]);
    const view = views.get(seen?.span.view ?? "") ?? text;
    expect(view.slice(seen?.span.start, seen?.span.end)).not.toBe("");
  });

  test("the merchant of several charges is the service, and not the shop of one of them", () => {
    expect(
      findMerchant(
        { name: "PayPal", address: "service@paypal.com" },
        "",
        { name: "html", text: "Seller\tAnn Lee" },
        2,
      )?.value,
    ).toBe("PayPal");
  });
});

describe("names with apostrophes", () => {
  test.each<readonly [name: string, expected: string]>([
    ["Rosa's Trattoria", "Rosa's Trattoria"],
    ["Sainsbury's Groceries", "Sainsbury's Groceries"],
    ["L'Oréal Paris", "L'Oréal Paris"],
    ["O'Reilly Auto Parts", "O'Reilly Auto Parts"],
    ["Rosa’s Trattoria", "Rosa’s Trattoria"],
    ["Chips 'n' Dips", "Chips 'n' Dips"],
    ["Dunkin'", "Dunkin'"],
    ['Joe\'s "Famous" Pizza', 'Joe\'s "Famous" Pizza'],
    ["McDonald's Receipts", "McDonald's"],
    ["Levi's Customer Service", "Levi's"],
    ["Land's End via Shop Mailer", "Land's End"],
  ])("the sender %s is the merchant %s, at its position", (name, expected) => {
    const from = { name, address: "orders@shop.example" };
    const seen = findMerchant(from, "", { name: "html", text: "" });

    expect(seen?.value).toBe(expected);
    expect(senderText(from).slice(seen?.span.start, seen?.span.end)).toBe(expected);
  });

  test.each<readonly [name: string, expected: string]>([
    ["'Rosa's Trattoria'", "Rosa's Trattoria"],
    ["'Corner Shop'", "Corner Shop"],
    ['"Levi\'s"', "Levi's"],
    ["“Land’s End”", "Land’s End"],
    ["« L'Oréal »", "L'Oréal"],
    ["„Bäckerei Müller“", "Bäckerei Müller"],
    ["'Dunkin' Donuts'", "Dunkin' Donuts"],
    ['"McDonald\'s Receipts"', "McDonald's"],
  ])(
    "a name with an apostrophe and quotation marks around it (%s) is the merchant %s",
    (name, expected) => {
      const from = { name, address: "orders@shop.example" };
      const seen = findMerchant(from, "", { name: "html", text: "" });

      expect(seen?.value).toBe(expected);
      expect(senderText(from).slice(seen?.span.start, seen?.span.end)).toBe(expected);
    },
  );

  test("a name with an apostrophe is found as the shop that a payment service writes for", () => {
    const of = (subject: string, text: string) =>
      findMerchant({ name: "PayPal", address: "service@paypal.com" }, subject, {
        name: "html",
        text,
      })?.value;
    expect(of("Receipt for Your Payment to Rosa's Trattoria", "")).toBe("Rosa's Trattoria");
    expect(of("Receipt", "Merchant\tO'Reilly Media")).toBe("O'Reilly Media");
    expect(of("Receipt", "You sent $250.00 USD to Land's End.")).toBe("Land's End");
  });

  test("a name with any letters, apostrophes and blanks is found at its position", () => {
    const word = fc
      .string({
        unit: fc.constantFrom("a", "B", "é", "'", "’", "ß", "1", "&"),
        minLength: 1,
        maxLength: 8,
      })
      .filter((text) => /\p{L}/u.test(text));
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const from = { name: words.join(" "), address: "orders@shop.example" };
        const seen = findMerchant(from, "", { name: "html", text: "" });
        expect(seen?.rule).toBe("sender's name");
        expect(senderText(from).slice(seen?.span.start, seen?.span.end)).toBe(seen?.value);
      }),
    );
  });
});
