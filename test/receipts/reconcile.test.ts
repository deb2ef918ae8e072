// The claims of several readers become receipts: agreement counts, disagreement is a doubt, and
// currencies need evidence.

import { describe, expect, test } from "vitest";
import type { MailDocument } from "../../src/receipts/mail.ts";
import { readLabels } from "../../src/receipts/totals/read-labels.ts";
import type { Found } from "../../src/receipts/reader.ts";
import type { Claim, SeenAmount } from "../../src/receipts/receipt.ts";
import { reconcile } from "../../src/receipts/reconcile.ts";
import type { Currency } from "../../src/money/currency.ts";
import { parseDay } from "../../src/money/day.ts";
import { must } from "../../src/platform/assert.ts";

function mail({
  text = "",
  subject = "Your receipt",
  from = "shop@shop-xyz.com",
  name = "Shop",
}): MailDocument {
  return {
    carrier: "direct",
    from: { name, address: from },
    to: [],
    cc: [],
    subject,
    messageId: null,
    sent: { day: must(parseDay("2025-05-05"), "a day"), instant: null },
    chain: [],
    note: null,
    html: null,
    views: [
      { name: "subject", text: subject },
      { name: "text", text },
    ],
    attachments: [],
  };
}

function amount(
  value: string,
  currency: Currency | null,
  candidates: readonly Currency[] = [],
): SeenAmount {
  return { value, currency, candidates, span: { view: "text", start: 0, end: 1 }, rule: "test" };
}

function reconcileClaims(...claims: readonly Claim[]): Found {
  return { claims, views: [], doubts: [] };
}

const reasons = (document: MailDocument, ...all: readonly Found[]) =>
  reconcile(document, all).map(({ doubts }) => doubts.map(({ reason }) => reason));

describe("an attachment that cannot be opened", () => {
  const unread: Found = {
    claims: [],
    views: [],
    doubts: [{ reason: "pdf_damaged", detail: "The PDF could not be opened." }],
  };
  const label = (rule: string, kind: "order" | "invoice"): Found =>
    reconcileClaims({
      source: "label",
      kind: { value: kind, span: { view: "text", start: 0, end: 1 }, rule: "test" },
      total: { ...amount("5.00", "usd"), rule },
    });

  test("is no doubt where the message itself prints what was charged", () => {
    expect(reasons(mail({}), label("total: total", "order"), unread)).toEqual([[]]);
  });

  test("is a doubt where the message names an amount that may be anything, or an invoice", () => {
    expect(reasons(mail({}), label("amount: amount", "order"), unread)).toEqual([["pdf_damaged"]]);
    expect(reasons(mail({}), label("total: total", "invoice"), unread)[0]).toContain("pdf_damaged");
  });
});

describe("claims", () => {
  test("claims that agree make one receipt without a doubt, with the surest reader's value", () => {
    const [receipt, ...others] = reconcile(mail({}), [
      reconcileClaims({ source: "label", total: amount("5.00", null, ["usd", "cad"]) }),
      reconcileClaims({ source: "structured", total: amount("5.00", "usd") }),
    ]);

    expect(others).toEqual([]);
    expect(receipt).toMatchObject({ currency: "usd", doubts: [], total: { value: "5.00" } });
    expect(receipt?.why.join(" ")).toContain("same in 2 kinds");
  });

  test("claims of different totals are a doubt", () => {
    expect(
      reasons(
        mail({}),
        reconcileClaims({ source: "label", total: amount("5.00", "usd") }),
        reconcileClaims({ source: "structured", total: amount("6.00", "usd") }),
      ),
    ).toEqual([["conflicting_totals"]]);
  });

  test("claims of several charges make several receipts", () => {
    expect(
      reconcile(mail({}), [
        reconcileClaims(
          { source: "label", total: amount("5.00", "usd") },
          { source: "label", total: amount("6.00", "usd") },
        ),
      ]).map(({ total }) => total?.value),
    ).toEqual(["5.00", "6.00"]);
  });

  test("without claims there is no receipt", () => {
    expect(reconcile(mail({}), [reconcileClaims()])).toEqual([]);
  });

  test("items that do not make the total are a doubt", () => {
    const item = (value: string) => ({
      name: { value: "x", span: { view: "text", start: 0, end: 1 }, rule: "test" },
      quantity: null,
      amount: amount(value, "usd"),
    });
    const claim = (total: string): Claim => ({
      source: "structured",
      total: amount(total, "usd"),
      items: [item("2.00"), item("3.00")],
      tax: amount("0.50", "usd"),
      shipping: amount("1.00", "usd"),
      discount: amount("0.25", "usd"),
    });

    expect(reasons(mail({}), reconcileClaims(claim("6.25")))).toEqual([[]]);
    expect(reasons(mail({}), reconcileClaims(claim("6.26")))).toEqual([["sums_disagree"]]);
  });
});

describe("a sentence of a bank in a company's message", () => {
  const seen = { span: { view: "text", start: 0, end: 1 }, rule: "test" };
  const sentence = (value: string, incoming: boolean): Found =>
    reconcileClaims({
      source: "sentence",
      kind: { value: "bank alert", ...seen },
      total: amount(value, "eur"),
      incoming: { value: incoming, ...seen },
    });
  const label = (value: string, rule: string): Found =>
    reconcileClaims({
      source: "label",
      kind: { value: "receipt", ...seen },
      total: { ...amount(value, "eur"), rule },
    });

  test("is asked about where a label says that more was paid", () => {
    expect(
      reasons(mail({}), sentence("0.60", false), label("63.60", "charged: total paid")),
    ).toEqual([["conflicting_totals"]]);
  });

  test("counts where a label says that less was paid, or names an amount that may be anything", () => {
    expect(reasons(mail({}), sentence("63.60", false), label("0.60", "charged: fee"))).toEqual([
      [],
    ]);
    expect(reasons(mail({}), sentence("0.60", false), label("63.60", "total: total"))).toEqual([
      [],
    ]);
  });

  test("counts where money came in", () => {
    expect(reasons(mail({}), sentence("0.60", true), label("63.60", "charged: paid"))).toEqual([
      [],
    ]);
  });
});

describe("currencies named only by a shared symbol", () => {
  const currencyIn = (text: string, from = "shop@shop-xyz.com") => {
    const document = mail({ text, from });
    return reconcile(document, [readLabels(document)]).map(
      ({ currency, doubts }) => currency ?? doubts.map(({ reason }) => reason).join(),
    );
  };
  test.each([
    ["is asked about", "Total $5.00", "shop@shop-xyz.com", "ambiguous_currency"],
    [
      "is asked about if there is no symbol",
      "Total 5.00",
      "shop@shop-xyz.com",
      "ambiguous_currency",
    ],
    ["is the document's only code", "All prices in AUD\nTotal $5.00", "shop@shop-xyz.com", "aud"],
    [
      "is asked about if the document names two",
      "USD and CAD\nTotal $5.00",
      "shop@shop-xyz.com",
      "ambiguous_currency",
    ],
    ["is the merchant's", "Total $5.00", "auto-confirm@amazon.ca", "cad"],
    [
      "is never a merchant's that another sign excludes",
      "Total £5.00",
      "auto-confirm@amazon.ca",
      "gbp",
    ],
    ["is that of the sender's country", "Total $5.00", "hello@reef.com.au", "aud"],
    [
      "is that of the only postal address",
      "Total $5.00\nShip to: 9 Elm St, Denver, CO 80202",
      "shop@shop-xyz.com",
      "usd",
    ],
    [
      "is asked about if addresses are of two countries",
      "Total $5.00\nDenver, CO 80202\nToronto ON M5V 2T6",
      "shop@shop-xyz.com",
      "ambiguous_currency",
    ],
    [
      "is that of the language",
      "Tack för ditt köp! Din beställning\nFrakt 0 kr\nTotalt 249 kr",
      "shop@shop-xyz.com",
      "sek",
    ],
    [
      "is asked about in a language of no country",
      "Total 249 kr",
      "shop@shop-xyz.com",
      "ambiguous_currency",
    ],
    [
      "is Japan's in Japanese",
      "お買い上げありがとうございます\n合計 ¥1,200",
      "shop@shop-xyz.com",
      "jpy",
    ],
  ])("a currency that only a shared symbol names %s", (_name, text, from, expected) => {
    expect(currencyIn(text, from)).toEqual([expected]);
  });
});

describe("a mail provider's forwarding request", () => {
  test("a forwarding request shows its code and the requesting address, and is not a receipt", () => {
    const document = mail({
      from: "forwarding-noreply@google.com",
      name: "Gmail Team",
      subject: "(#123456789) Gmail Forwarding Confirmation - Receive Mail from ann@example.com",
      text: "ann@example.com has requested to automatically forward mail.\nConfirmation code: 123456789",
    });

    expect(reconcile(document, [readLabels(document)])).toMatchObject([
      {
        kind: "forwarding confirmation",
        order_number: { value: "123456789" },
        merchant: { value: "ann@example.com" },
        total: null,
        doubts: [{ reason: "forwarding_confirmation" }],
      },
    ]);
  });

  test("a forwarding request is recognised by its sender's address, not by its words", () => {
    const document = mail({
      from: "forwarding-noreply@google.com.example.net",
      subject: "(#123456789) Gmail Forwarding Confirmation - Receive Mail from ann@example.com",
      text: "Confirmation code: 123456789",
    });

    expect(reconcile(document, [readLabels(document)]).map(({ kind }) => kind)).not.toContain(
      "forwarding confirmation",
    );
  });
});
