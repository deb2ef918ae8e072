// Orders that are still to be paid and bills that were; and what a sentence of a donation or a refund says, whatever
// the wording of the message is like.

import { describe, expect, test } from "vitest";
import { readByReaders, readDocument } from "../../../src/receipts/read-mail.ts";
import type { ReadDocument } from "../../../src/receipts/reading.ts";
import { alertDocument } from "../alerts/alert-document.ts";

function show({ receipts }: ReadDocument): readonly string[] {
  return receipts.map(({ kind, incoming, total, currency, doubts }) =>
    [
      kind,
      incoming ? "in" : "out",
      total?.value ?? "none",
      currency ?? "none",
      ...doubts.map(({ reason }) => reason),
    ].join(" "),
  );
}

function documentOf(subject: string, text: string, name = "Corner Shop") {
  return alertDocument({ from: [name, "info@corner.example"], subject, text });
}

/** What the readers alone say. */
async function read(subject: string, text: string): Promise<readonly string[]> {
  return show(await readByReaders(documentOf(subject, text)));
}

describe("an order", () => {
  test.each([
    "Payment method: Bank transfer",
    "Ödeme Yöntemi\t:\tHavale / EFT",
    "Zahlungsart: Vorkasse",
  ])("that its buyer pays by a transfer is a bill: %s", async (row) => {
    const text = `Thank you for your order.\n${row}\nTotal: 48.00 EUR`;

    expect(await read("Your order 4471", text)).toEqual(["invoice out 48.00 eur invoice_due"]);
  });

  test.each(["Payment method: Visa **** 1234", "Payment method: Instant bank transfer"])(
    "that its buyer pays by card or at once is no bill: %s",
    async (row) => {
      const text = `Thank you for your order.\n${row}\nTotal: 48.00 EUR`;

      expect(await read("Your order 4471", text)).toEqual(["order out 48.00 eur"]);
    },
  );

  test.each([
    ["Below you will find a link that will allow you to pay by card.", "invoice"],
    ["Níže naleznete odkaz, který vám umožní platit kreditní kartou.", "invoice"],
    ["Hieronder staat een link waarmee u met creditcard kunt betalen.", "invoice"],
    ["If you have not paid yet, you can pay with this link.", "order"],
    ["You can follow your parcel with this link.", "order"],
  ])("with a link to pay it is a bill: %s", async (sentence, kind) => {
    const text = `Thank you for your order.\n\n${sentence}\n\nTotal: 48.00 EUR`;
    const [one] = await read("Your order 4471", text);

    expect(one?.split(" ")[0]).toBe(kind);
  });
});

describe("an invoice over which somebody thanks for a payment", () => {
  test.each([
    "Thank you for your payment.",
    "Obrigado! Bedankt voor uw betaling.",
    "Děkujeme za platbu!",
  ])("is paid: %s", async (thanks) => {
    const text = `Dear Ada,\n\n${thanks}\n\nAmount: 248.00 EUR\nInvoice: A-214`;

    expect(await read("Invoice A-214", text)).toEqual(["receipt out 248.00 eur"]);
  });

  test.each([
    "Thank you for your prompt payment.",
    "Thank you for your payment in advance.",
    "Thank you for your payment.\n\nDue date: 24 December 2026",
    "Please find your invoice attached.\n\nTotal: 248.00 EUR\n\nThank you for your payment.",
  ])("is a bill where the thanks ask for it, or a day to pay by is named: %s", async (thanks) => {
    const text = `Dear Ada,\n\n${thanks}\n\nAmount: 248.00 EUR\nInvoice: A-214`;

    expect(await read("Invoice A-214", text)).toEqual(["invoice out 248.00 eur invoice_due"]);
  });
});

describe("the only price of a ticket", () => {
  test("is what was paid, where a line says by which means it was", async () => {
    const text = "Here is your ticket.\n\nPrice: 48.00 EUR\nPaid by card";

    expect(await read("Your ticket 4471", text)).toEqual(["receipt out 48.00 eur"]);
  });

  test.each(["Price: 48.00 EUR", "Price: 48.00 EUR\nDeposit: 10.00 EUR\nPaid by card"])(
    "is not where nothing says so, or another amount stands beside it: %s",
    async (rows) => {
      const said = await read("Your ticket 4471", `Here is your ticket.\n\n${rows}`);

      expect(said).not.toContain("receipt out 48.00 eur");
    },
  );
});

test("a bill of which a sentence announces the debit for a later day is not paid", async () => {
  const text = "La tua bolletta di 48,00 EUR verrà addebitata sul tuo conto il 30 dicembre 2027.";

  expect(await read("La tua bolletta è pronta", text)).toEqual([
    "invoice out 48.00 eur invoice_due",
  ]);
});

describe("a refund", () => {
  test("is read though the message names no card or account, if its subject tells of a refund", async () => {
    const text = "Wir haben Ihnen 48,00 EUR für Ihre Bestellung 4471 erstattet.";

    expect(await read("Erstattung für Ihre Bestellung 4471", text)).toEqual([
      "refund in 48.00 eur",
    ]);
  });

  test("that depends on a condition has not been paid yet", async () => {
    const text = "Zijn ze ongedragen? Dan krijg je het aankoopbedrag van 48,00 EUR teruggestort.";
    const said = await read("We hebben je retour aangemeld", text);

    expect(said.filter((one) => !one.startsWith("not a transaction"))).toEqual([]);
  });

  test("came in if a sentence says that the whole amount was given back, however the rest is worded", async () => {
    const text = [
      "Bestillingen din er AVBRUTT.",
      "Her er detaljene om hva du bestilte:",
      "Sum:\t505,00 NOK",
      "Bestillingen din ble betalt, så Corner Shop har refundert hele beløpet.",
      "Din handleopplevelse er drevet av Open Food. Kontakt bod@corner.example.",
    ].join("\n");

    expect(show(await readDocument(documentOf("Kansellering av bestilling 4471", text)))).toEqual([
      "refund in 505.00 nok",
    ]);
  });
});

describe("a donation", () => {
  test("was paid if a sentence thanks for it, however the rest is worded", async () => {
    const text = [
      "Tusen takk for ditt bidrag!",
      "Vi har mottatt din donasjon",
      "SUM\t500 NOK",
      "Hvis du ønsker å donere senere kan du bruke samme KID-nummer igjen.",
      "Du står helt fritt til å endre beløpet du donerer.",
      "Hvis du har noen spørsmål kan du alltid ta kontakt med oss.",
    ].join("\n");

    expect(show(await readDocument(documentOf("Kvittering for donasjon", text)))).toEqual([
      "receipt out 500 nok",
    ]);
  });

  test("in dollars that may be of several countries is asked about, and not left out", async () => {
    const text = [
      "You've just donated $40 to a project.",
      "Its committers will be able to use your donation to create bounties on issues within their own project.",
      "If you have any questions, please check out our FAQs or contact us at any of the ways below.",
    ].join("\n\n");
    const [one] = show(await readDocument(documentOf("Thank you for your donation!", text)));

    expect(one).toBe("receipt out 40 none ambiguous_currency");
  });
});

describe("the currency", () => {
  test("of dollars is that of the sender's address, though the text says to check something out", async () => {
    const text = [
      "Thank you for your purchase.",
      "Total: $40.00",
      "Please check out our FAQs.",
      "548 Market St., San Francisco, CA 94104-5401",
    ].join("\n");

    expect(await read("Your receipt", text)).toEqual(["receipt out 40.00 usd"]);
  });

  test("is not that of the United States by the post code of Paraná", async () => {
    const text = "Thank you for your purchase.\nTotal: $40.00\nCuritiba, Paraná. CEP: PR 80510-070";

    expect(await read("Your receipt", text)).toEqual(["receipt out 40.00 none ambiguous_currency"]);
  });

  test("of crowns is no Icelandic one by the name of a Swedish account for savings", async () => {
    const text = "Tack för ditt köp.\nTotalt: 425,00 kr\nKonto: ISK …6084\norg.nr 559000-0000";

    expect(await read("Ditt kvitto", text)).toEqual(["receipt out 425.00 sek"]);
  });
});
