// Who sold: a known domain, a sender's own name, or the shop that a payment service writes for; a service that names no shop
// is itself the merchant.

import { describe, expect, test } from "vitest";
import { merchantOf, senderText } from "../../../../../src/import/decode/receipt/merchants/merchant-name.ts";

describe("the merchant of", () => {
  test.each<readonly [name: string, address: string, subject: string, body: string, expected: string | null]>([
    ["Amazon", "auto-confirm@amazon.de", "Bestellung", "", "Amazon.de"], ["Some Shop via Stripe", "receipts@stripe.com", "", "", "Some Shop"], ["no-reply", "no-reply@shop.example", "", "", "shop.example"], ["Tea Shed Orders", "orders@tea.example", "", "", "Tea Shed"], ["Blue Door Coffee", "receipts@messaging.squareup.com", "Receipt from Blue Door Coffee", "", "Blue Door Coffee"],
    ["service@paypal.com", "service@paypal.com", "Receipt for Your Payment to Pixel Forge LLC", "You paid $34.99 USD to Pixel Forge LLC", "Pixel Forge LLC"], ["PayPal", "service@paypal.com", "You sent a payment", "You sent $250.00 USD to Freelance Studio LLC.", "Freelance Studio LLC"],
    ["service@paypal.de", "service@paypal.de", "Beleg", "Händler\tBuchladen Kern GmbH", "Buchladen Kern GmbH"], ["PayPal", "service@paypal.co.uk", "Refund", "Gadget Barn Ltd has sent you a refund of £15.00 GBP", "Gadget Barn Ltd"], ["PayPal", "service@paypal.com", "Receipt", "Seller\tNote to seller\nAnn Lee\tYou haven't included a note.", "Ann Lee"],
    ["PayPal", "service@paypal.com", "Your statement", "See your account", "PayPal"], ["Paddle.com", "help@paddle.com", "Your FooEditor receipt", "Thank you", "FooEditor"], ["Klarna", "no-reply@klarna.com", "Betalningsbekräftelse", "Butik\tLampor & Ljus", "Lampor & Ljus"], ["PayPal", "service@paypal.com", "Payment to", "Merchant\t$5.00", "PayPal"],
  ])("%s <%s>, %j, %j: %s", (name, address, subject, text, expected) => {
    const from = { name, address };
    const seen = merchantOf(from, subject, { name: "html", text });

    expect(seen?.value ?? null).toBe(expected);
    const view = seen?.span.view === "from" ? senderText(from) : seen?.span.view === "subject" ? subject : text;
    expect(view.slice(seen?.span.start, seen?.span.end)).not.toBe("");
  });

  test("several charges is not the shop of one of them", () => {
    expect(merchantOf({ name: "PayPal", address: "service@paypal.com" }, "", { name: "html", text: "Seller\tAnn Lee" }, 2)?.value).toBe("PayPal");
  });
});
