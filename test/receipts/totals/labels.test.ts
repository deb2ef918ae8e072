// The roles that labels give to amounts, the amount that was charged, and messages that are no
// transactions.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCandidates } from "../../../src/receipts/totals/candidates.ts";
import { readMoneyLabel } from "../../../src/receipts/totals/label-readings.ts";
import { foldWords } from "../../../src/receipts/words/phrases.ts";
import { choose } from "../../../src/receipts/totals/choose.ts";
import { findDocumentDate } from "../../../src/receipts/totals/document-date.ts";
import {
  findNumbers,
  findNumbersInSubject,
} from "../../../src/receipts/totals/document-numbers.ts";
import { findKind } from "../../../src/receipts/totals/kind.ts";
import { splitLines } from "../../../src/receipts/totals/lines.ts";
import { readView } from "../../../src/receipts/totals/read-view.ts";
import { NO_CONTEXT } from "../../../src/receipts/totals/view-context.ts";
import { parseDay } from "../../../src/money/day.ts";
import { expectLinear } from "../../growth.ts";

const chosen = (text: string) => {
  const { total, rivals } = choose(findCandidates(text).candidates);
  return [total?.amount.value ?? null, ...rivals.map(({ amount }) => amount.value)];
};

const totalOf = (text: string) => {
  const { total, doubts } = readView({ name: "text", text }, NO_CONTEXT);
  return [total?.amount.value ?? null, ...doubts.map(({ reason }) => reason)];
};

describe("small print beside a total in a row", () => {
  test.each([
    "3D glasses, if any, are charged at £30.00 each at the cinema.",
    "Whoever parks here without a ticket is charged a fee of £70.00 by us.",
  ])("is no other total: %s", (words) => {
    expect(totalOf(`Total paid\t£46.00\n${words}`)).toEqual(["46.00"]);
  });

  test("is one where it says that the card was charged on a day, or its digits", () => {
    const charged =
      "We have charged £48.00 to your Visa ending in 7719 on 2026-10-12 for this order.";

    expect(totalOf(`Total paid\t£46.00\n${charged}`)[1]).toBe("conflicting_totals");
  });

  test("counts where no row has a total", () => {
    expect(totalOf("Your donation of £46.00 was received, for which we thank you.")).toEqual([
      "46.00",
    ]);
  });
});

describe("payments below a total", () => {
  const GOODS = "Wellness exam\t$68.00\nRabies vaccine\t$190.10\nTotal\t$258.10\nPAYMENTS\n";

  test.each([
    [
      "the row of the card, beside a deposit of before",
      "11/10/2026 Booking deposit (applied)\t-$40.00\n11/23/2026 Discover x7735\t-$218.10",
      "218.10",
    ],
    ["the only row", "11/23/2026 Visa ****7735\t-$258.10", "258.10"],
    [
      "the total, if the rows do not come to it",
      "11/10/2026 Booking deposit (applied)\t-$40.00\n11/23/2026 Discover x7735\t-$118.10",
      "258.10",
    ],
  ])("that are printed as deductions charge %s", (_what, payments, expected) => {
    for (const rest of ["Balance remaining", "Balance due", "Amount due"])
      expect(totalOf(`${GOODS}${payments}\n${rest}\t$0.00`)[0]).toBe(expected);
  });
});

test("The day on which an invoice was charged counts before that on which it was issued", () => {
  const { claims } = readView(
    {
      name: "text",
      text: "Importo pagato\t36,89 €\nData addebito: 20/11/2026\nFattura: F/2026/1183\nEmessa il: 10/11/2026",
    },
    { ...NO_CONTEXT, isInvoice: true, sent: parseDay("2026-11-24") },
  );

  expect(claims[0]?.date?.value).toBe("2026-11-20");
});

describe("roles of labels", () => {
  test.each([
    ["Total", "total"],
    ["Subtotal:", "subtotal"],
    ["Order total (incl. VAT)", "total"],
    ["Total before tax", "subtotal"],
    ["Total tax", "tax"],
    ["Total savings", "veto"],
    ["Amount charged to Visa", "charged"],
    ["Gift card payment", "credit"],
    ["Grand Total:", "grand"],
    ["Gesamtbetrag inkl. MwSt.", "grand"],
    ["darin enthaltene MwSt.", "tax"],
    ["Zwischensumme", "subtotal"],
    ["Total TTC", "grand"],
    ["Sous-total", "subtotal"],
    ["Solde", "veto"],
    ["合計（税込）", "grand"],
    ["小計", "subtotal"],
    ["ポイント残高", "veto"],
    ["총 결제금액", "charged"],
    ["実付", null],
    ["Refund total", "refunded"],
    ["Your total was", "total"],
    ["Widget", null],
    ["Free shipping on orders over", "veto"],
    ["Razem do zapłaty", "total"],
    ["Do zapłaty", "due"],
    ["Available balance", "veto"],
    ["Thank you for your generous donation of", "total"],
  ])("the label %s has the role %s", (label, role) => {
    expect(readMoneyLabel(foldWords(label))?.role ?? null).toBe(role);
  });
});

describe("the amount that was charged", () => {
  test.each<readonly [name: string, text: string, expected: readonly (string | null)[]]>([
    [
      "the words in brackets with an amount label it, and those before them the next one",
      "Total (incl. VAT £17.69)\t£106.15",
      ["106.15"],
    ],
    [
      "a sentence that ended before the amount is no label of it",
      "Total £10.00\nYour stay is prepaid and is not refunded. Parking for £50.00 is offered.",
      ["10.00"],
    ],
    [
      "a full stop behind an abbreviation ends no sentence",
      "Der gesamte Rechnungsbetrag Ihrer Bestellung inkl. MwSt. 12,40 EUR",
      ["12.40"],
    ],
    [
      "an amount in a condition is no total",
      "Donation €75.00\nIf you give €250 or more a year, a gift of €250 becomes worth €362.",
      ["75.00"],
    ],
    [
      "the line above labels an amount before the tax behind it",
      "Montant prélevé\n119,90 € TTC (dont TVA 2,10 % : 2,47 €)",
      ["119.90"],
    ],
    [
      "words behind an amount that refuse it count before the line above",
      "Toplam\n750 TL ve üzeri siparişlerde kargo ücretsiz",
      [null],
    ],
    [
      "is not what was handed over in cash, where the change is printed below",
      "Apples 6.20\nBread 12.10\nTOTAL $18.30\nCASH $40.00\nCHANGE $21.70",
      ["18.30"],
    ],
    [
      "is not what was handed over, in another language",
      "SUMME EUR 18,30\nBAR EUR 20,00\nRückgeld EUR 1,70",
      ["18.30"],
    ],
    ["is what was paid in cash, where there is no change", "TOTAL $18.30\nCASH $18.30", ["18.30"]],
    ["the total is behind its label", "Subtotal\t$4.00\nTotal\t$5.00", ["5.00"]],
    ["it is below its label", "Total\n$5.00\nThanks", ["5.00"]],
    [
      "it is at the same height of two columns",
      "Subtotal\nTax\nTotal\n$4.00\n$1.00\n$5.00",
      ["5.00"],
    ],
    ["it is before the words that say so", "$5.00 was charged to your card", ["5.00"]],
    ["is the card's line, where no total is", "Fare\t$6.00\nVisa *1234\t$5.00", ["5.00"]],
    [
      "is less than the total by a gift card",
      "Total $20.00\nGift card -$5.00\nAmount charged $15.00",
      ["15.00"],
    ],
    ["is more than the total by a tip", "Total $20.00\nTip $4.00\nYou paid $24.00", ["24.00"]],
    [
      "is not the nothing that is paid already",
      "Gross Total 529.87 EUR\nAlready paid 0.00 EUR\nAmount to pay 529.87 EUR",
      ["529.87"],
    ],
    [
      "is asked where less is called the total, and nothing explains it",
      "Total: EUR 20.00\nAmount charged: EUR 30.00",
      ["30.00", "20.00"],
    ],
    [
      "is asked where as much is charged in another currency",
      "Total: EUR 20.00\nVisa *1234: EUR 20.00\nMastercard *9999: USD 22.00",
      ["20.00", "22.00"],
    ],
    [
      "is no line of a column whose head says total",
      "Item\tTotal\nBook\tEUR 5.00\nOrder total: EUR 8.00",
      ["8.00"],
    ],
    [
      "is nothing where a gift card paid it all",
      "Total $20.00\nGift card -$20.00\nAmount charged $0.00",
      ["0.00"],
    ],
    [
      "is the gross of an invoice that says no total",
      "Netto\t87,39 €\nUSt. (19 %)\t16,61 €\nBrutto\t104,00 €",
      ["104.00"],
    ],
    [
      "is not what paying late would cost",
      "Total TTC : 56,02 €\nPaiement en retard, indemnité forfaitaire de recouvrement : 40€",
      ["56.02"],
    ],
    [
      "is in doubt where a total is not explained",
      "Order total $20.00\nAmount charged $15.00",
      ["15.00", "20.00"],
    ],
    ["is in doubt between two totals", "Total $20.00\nTotal $21.00", ["20.00", "21.00"]],
    ["is the total that the others add up to", "Total $2.00\nTotal $3.00\nTotal $5.00", ["5.00"]],
    ["is never the largest number", "Widget $99.00\nTotal $5.00\nYou saved $50.00", ["5.00"]],
    ["is none without a label", "Widget $99.00\nGadget $5.00", [null]],
    ["is the last of columns that add up", "Total\t10.00\t2.00\t12.00", ["12.00"]],
    ["is none of columns that do not add up", "Total\t10.00\t2.00\t13.00", [null]],
    ["is none of a piece and its sum", "Total\t$5.00\t$10.00", [null]],
    [
      "is the first where the second is the same money exchanged",
      "Total $12.71 (£10.50)",
      ["12.71"],
    ],
    [
      "is the second of two totals with a tip between them",
      "Total $17.42\nTip $3.00\nTotal $20.42",
      ["20.42"],
    ],
    [
      "is what is given back, not what was ordered",
      "Order total €50.00\nRefund amount €20.00",
      ["20.00"],
    ],
    ["is no instalment", "Total R$ 120,00\nCartão 12x de R$ 10,00", ["120.00"]],
    [
      "is less than the total by a gift card, whatever both are called",
      "Grand total $20.00\nGift card -$5.00\nGrand total $15.00",
      ["15.00"],
    ],
    ["is no measure", "Total 2.50 kg\nTotal 5.00", ["5.00"]],
    ["is no refund to come", "Total $5.00\nDamage deposit $500.00", ["5.00"]],
  ])("the charged amount is the total: %s", (_name, text, expected) => {
    expect(chosen(text)).toEqual(expected);
  });

  test("a further line without a label never changes the total", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.constantFrom("Blue widget", "2 x Tee", "Item 7", "Ann Lee"),
        fc.boolean(),
        (total, other, name, before) => {
          const line = `${name}\t€${other}.00`;
          const text = before ? `${line}\nTotal\t€${total}.00` : `Total\t€${total}.00\n${line}`;
          expect(chosen(text)).toEqual([`${total}.00`]);
        },
      ),
    );
  });
});

test("nothing left to pay is no rival of what was charged", () => {
  expect(chosen("Payment received $240.00\nBalance due $0.00")).toEqual(["240.00"]);
});

test.each([
  [["Item refund $35.99", "Restocking fee -$8.80", "Refund total $27.19"], ["27.19"]],
  [
    ["Item refund $20.00", "Item refund $15.99", "Tax refund $2.88", "Total refund $38.87"],
    ["38.87"],
  ],
  [
    ["Refund $35.99", "Refund total $27.19"],
    ["27.19", "35.99"],
  ],
])("the refund's total counts before its parts, if they explain it: %j", (lines, expected) => {
  expect(chosen(lines.join("\n"))).toEqual(expected);
});

describe("a total that no word labels", () => {
  const totalOf = (lines: readonly string[]) =>
    readView({ name: "text", text: lines.join("\n") }, NO_CONTEXT).total?.amount.value ?? null;

  test.each([
    ["on the card's line", ["Subtotal $27.99", "Tax $2.45", "Northwind Blue $30.44"], "30.44"],
    ["on a line of its own", ["Subtotal $27.99", "Tax $2.45", "Northwind Blue", "$30.44"], "30.44"],
    [
      "after shipping and a discount",
      ["Subtotal $40.00", "Discount -$5.00", "Shipping $4.00", "Tax $2.80", "Blue card $41.80"],
      "41.80",
    ],
    ["on the line of an Apple Card", ["Notes, yearly plan $30.44", "Apple Card $30.44"], "30.44"],
  ])("the amount that the subtotal and its parts make is the total: %s", (_where, lines, total) => {
    expect(totalOf(lines)).toBe(total);
  });

  test.each([
    ["another amount", ["Subtotal $27.99", "Tax $2.45", "Northwind Blue $30.45"]],
    ["another currency", ["Subtotal $27.99", "Tax $2.45", "Northwind Blue 30.44 EUR"]],
    ["nothing added", ["Subtotal $27.99", "Northwind Blue $27.99"]],
    ["not next to its parts", ["Subtotal $27.99", "Tax $2.45", "Lamp $9.00", "Blue $30.44"]],
  ])("an amount that the subtotal and its parts do not make is no total: %s", (_why, lines) => {
    expect(totalOf(lines)).toBeNull();
  });
});

describe("receipts with several charges", () => {
  test("sections with a transaction number and a total each are several charges", () => {
    const { claims, doubts } = readView(
      {
        name: "text",
        text: "You sent a total of £16.48 GBP.\nTransaction ID: 9M262800F33525026\nTotal £8.49 GBP\nTransaction ID: 2HE24782RK120905E\nTotal £7.99 GBP",
      },
      NO_CONTEXT,
    );

    expect(claims.map(({ total, order_number }) => [total?.value, order_number?.value])).toEqual([
      ["8.49", "9M262800F33525026"],
      ["7.99", "2HE24782RK120905E"],
    ]);
    expect(doubts).toEqual([]);
  });

  test("sections with a card and a total each are several charges", () => {
    const { claims } = readView(
      {
        name: "text",
        text: "Confirmation Number: ORCQG9\nMethod of payment:\tVisa ending in 1234\nTotal:\t316.97 USD\nMethod of payment:\tVisa ending in 2674\nTotal:\t38.69 USD",
      },
      NO_CONTEXT,
    );

    expect(
      claims.map(({ total, card_last4, order_number }) => [
        total?.value,
        card_last4?.value,
        order_number?.value,
      ]),
    ).toEqual([
      ["316.97", "1234", "ORCQG9"],
      ["38.69", "2674", "ORCQG9"],
    ]);
  });

  test("two orders with one total are a doubt", () => {
    const { claims, doubts } = readView(
      { name: "text", text: "Order number: AB-1001\nOrder number: AB-1002\nTotal charged £14.00" },
      NO_CONTEXT,
    );

    expect(claims).toHaveLength(1);
    expect(doubts).toMatchObject([{ reason: "several_charges" }]);
  });

  test("a receipt that is printed twice is one charge", () => {
    const { claims, doubts } = readView(
      { name: "text", text: "Order ID MKB829F3Z6\nTotal $9.99\nOrder ID MKB829F3Z6\nTotal $9.99" },
      NO_CONTEXT,
    );

    expect([claims.length, doubts]).toEqual([1, []]);
  });
});

describe("items of a receipt", () => {
  const items = (text: string) =>
    readView({ name: "text", text }, NO_CONTEXT).claims[0]?.items?.map(
      ({ name, quantity, amount }) => [name.value, quantity?.value ?? null, amount?.value ?? null],
    );

  test("items are the lines that make the total with tax and shipping, less the discount", () => {
    expect(
      items(
        "Your points: 12.00\n2 x Blue tea\t$8.00\nCup\t1\t$5.00\nSubtotal\t$13.00\nShipping\t$3.00\nTax\t$1.20\nDiscount\t-$2.00\nTotal\t$15.20",
      ),
    ).toEqual([
      ["Blue tea", "2", "8.00"],
      ["Cup", "1", "5.00"],
    ]);
  });

  test("items may include the tax", () => {
    expect(items("Buch\t19,99 €\nGesamtbetrag\t19,99 €\nenthaltene MwSt.\t1,31 €")).toEqual([
      ["Buch", null, "19.99"],
    ]);
  });

  test("lines that do not make the total are not items", () => {
    expect(items("Blue tea\t$8.00\nTotal\t$9.00")).toBeUndefined();
  });
});

describe("numbers of documents", () => {
  test.each([
    ["Order #113-2114175-0259464", "113-2114175-0259464"],
    ["Order number: AB 12", null],
    ["Confirmation Number\nGFQWNR", "GFQWNR"],
    ["Invoice ID: IN-48951432", "IN-48951432"],
    ["Item number: 182463035123\nOrder number: 07-04271-05709", "07-04271-05709"],
    ["Customer number 5512001", null],
    ["Tracking number QA0881872248", null],
    ["Order total: 113.00", null],
    ["Bestellnr. 302-1234567-7654321", "302-1234567-7654321"],
    ["注文番号：M-2025-00912", "M-2025-00912"],
    ["Order date: 12/05/2025", null],
    ["Faktura VAT nr FV 120/2025", "FV 120/2025"],
    ["№ заказа: 7712-55", "7712-55"],
    ["Receipt # 1111111111111111111", "1111111111111111111"],
    ["ORDER ID\nMKB829F3Z6", "MKB829F3Z6"],
    ["ORDER ID\nMKBXTTLGFV", "MKBXTTLGFV"],
    ["Order ID: MKBXTTLGFV\nDocument: 741087654321", "MKBXTTLGFV"],
    ["ORDER ID\nCONFIRMED", null],
    ["Order number: PROCESSING", null],
    ["Bestellnummer: 4471 9920 18", "4471 9920 18"],
    ["Your order is on its way", null],
    ["Call 1-800-824-6200", null],
    ["Order #7", "7"],
    ["[Order #771] (20/01/2025)", "771"],
    ["Facture n° F-77 du 26/02/2025", "F-77"],
    ["Factura No. FE-1029", "FE-1029"],
    ["Compra #2000004567", "2000004567"],
    ["děkujeme za Vaši objednávku č. 512345678.", "512345678"],
    ["your donation, number CNTCT-112233", "CNTCT-112233"],
    ["Booking ID: A-6ABCDEFGWXYZ", "A-6ABCDEFGWXYZ"],
    ["Rechnungsnummer: 77 1234 5678 9012", "77 1234 5678 9012"],
    ["Record Locator: XKCDQF", "XKCDQF"],
    ["código de reserva es LMNPQR", "LMNPQR"],
    ["CONFIRMATION CODE DETAILS", null],
    ["Confirmation Number\nPLEASE", null],
    ["Individual reservation code:   ** ABC123 **", "ABC123"],
    ["Order date\tOrder number\n5 May 2025\t55120-9", "55120-9"],
    ["Transaction ID: ch_alder\n2026-11-24T21:01:13.000Z", null],
    ["Order 2 of 3", null],
    ["Booking: 2 nights", null],
    ["Rechnung 2025", null],
    ["Thanks for your order. 12345 points", null],
    ["Order 49,00 EUR", null],
    ["Bestellung 20% günstiger", null],
    ["Reference client : 00112233", null],
    ["Invoice for customer no 55120", null],
    ["Seat 12A", null],
    ["Confirmation sent to +44 20 7946 0018", null],
    ["Flight number LH1112", null],
    ["VAT no DE123456789", null],
  ])("a document's number is read: %s", (text, expected) => {
    expect(findNumbers(splitLines(text))[0]?.value ?? null).toBe(expected);
  });
});

describe("documents with several numbers", () => {
  const number = (text: string, subject = "") =>
    readView({ name: "text", text }, { ...NO_CONTEXT, inSubject: findNumbersInSubject(subject) })
      .claims[0]?.order_number;
  test.each<readonly [name: string, text: string, subject: string, expected: string]>([
    [
      "the order's wins over a confirmation's and a transaction's",
      "Transaction ID: 77A1234\nConfirmation: ZX81234\nOrder number: 55120",
      "",
      "55120",
    ],
    [
      "a carrier's code wins over its order and its ticket",
      "Your flight\nOrder ID: LA9571234\nTicket number: 0452345678901\nBooking reference: K8M2PQ",
      "",
      "K8M2PQ",
    ],
    [
      "a shop's code of six does not",
      "Order number: 55120\nConfirmation code: K8M2PQ",
      "",
      "55120",
    ],
    [
      "the subject's is taken where the text has none",
      "Total €5.00",
      "Your order 400123987 has been received",
      "400123987",
    ],
    [
      "the subject's order wins over the text's transaction",
      "Transaction ID: 77A1234",
      "Order #1042 confirmed",
      "1042",
    ],
    [
      "the text's stands where both are of a kind",
      "Order number: 1042-A",
      "Order 9999999",
      "1042-A",
    ],
    ["a ticket's is the last", "Receipt no. 8812\nE-ticket: 0271234567890", "", "8812"],
  ])("of several numbers %s", (_name, text, subject, expected) => {
    expect(number(text, subject)?.value).toBe(expected);
  });

  test("a number of the subject has its span in the subject", () => {
    expect(number("Total €5.00", "Order #1042 confirmed")?.span).toEqual({
      view: "subject",
      start: 7,
      end: 11,
    });
  });

  test("two orders of which the subject names one are one charge", () => {
    expect(
      readView(
        { name: "text", text: "Order number: AB-1001\nOrder number: AB-1002\nTotal £14.00" },
        { ...NO_CONTEXT, inSubject: findNumbersInSubject("Your order AB-1002") },
      ).doubts,
    ).toEqual([]);
  });
});

describe("days of purchases", () => {
  const day = (text: string, sent: string | null = null) => {
    const found = findDocumentDate(text, splitLines(text), sent === null ? null : parseDay(sent));
    return found.rivals.length > 0 ? found.rivals : (found.date?.readings[0] ?? null);
  };
  test.each<readonly [name: string, text: string, sent: string | null, expected: unknown]>([
    [
      "the total is behind its label",
      "Check-in: Sunday, March 2, 2025\nDate of purchase: Wed, Jun 18, 2025\nDue date: July 1, 2025",
      "2025-07-11",
      "2025-06-18",
    ],
    ["it is below its label", "DATE\nFeb 9, 2025\nRenews Mar 9, 2025", "2025-02-10", "2025-02-09"],
    [
      "it is free, near the day it was sent",
      "Ride on June 30, 2026\nThanks",
      "2026-07-01",
      "2026-06-30",
    ],
    [
      "it is alone on a line near the top, some days before",
      "21. November 2026\nTur KN-5519027\n242,50 kr.",
      "2026-11-26",
      "2026-11-21",
    ],
    [
      "is not found if two lines are a day each",
      "21 November 2026\n20 November 2026\n24.50",
      "2026-11-26",
      null,
    ],
    ["is no day of delivery", "Arriving:\nTuesday, December 30, 2025", "2025-12-28", null],
    ["is no day to come", "Outbound 14 March 2025", "2025-01-12", null],
    [
      "is two where the order is open",
      "Order date: 02/10/2023",
      "2023-12-01",
      ["2023-10-02", "2023-02-10"],
    ],
    ["is one where the sent day settles it", "Order date: 02/10/2023", "2023-10-02", "2023-10-02"],
  ])("the day of the purchase is found: %s", (_name, text, sent, expected) => {
    expect(day(text, sent)).toEqual(expected);
  });

  const FOLIO = [
    "10 Nov 2025\tRoom\t120.00",
    "11 Nov 2025\tRoom\t120.00",
    "12 Nov 2025\tVisa ****4410\t\t240.00",
    "Total EUR 240.00",
  ].join("\n");
  test.each([
    ["a written month", FOLIO, "2025-11-12"],
    ["a month that the sent day settles", FOLIO.replaceAll(" Nov ", "/11/"), "2025-11-12"],
    [
      "two payments on different days",
      FOLIO.replace("Total", "11 Nov 2025\tVisa ****4410\t240.00\nTotal"),
      undefined,
    ],
  ])(
    "the day of a payment counts before the days of what was bought: %s",
    (_name, text, expected) => {
      const { claims } = readView(
        { name: "text", text },
        { ...NO_CONTEXT, sent: parseDay("2025-11-15") },
      );

      expect(claims[0]?.date?.value).toBe(expected);
    },
  );
});

describe("messages that are not transactions", () => {
  test.each([
    ["Your order has shipped", "Total £35.99"],
    ["Dein Paket ist unterwegs", "Gesamt: 12,00 €"],
    ["Il tuo ordine è stato spedito", "Totale: EUR 107,34"],
    ["Votre colis est en cours de livraison", ""],
    ["【発送完了】ご注文商品を発送しました", "合計 1,200円"],
    ["Reset your password", "code 123456"],
    ["Delivery Status Notification (Failure)", "order"],
    ["We've updated our terms of service", "payment"],
    ["Payment failed for your order", "Total $5.00"],
    ["Your quote Q-1", "Total $5.00"],
    ["You left something behind in your cart", "Total $50.00"],
    ["Flash sale: 50 % off your next order", "save up to $100.00"],
    ["Rate your purchase", "Total $5.00"],
    ["Your free trial has started", "You will be charged $69.99"],
    ["Tu prueba gratuita ha comenzado", "Importe hoy: 0,00 €"],
    ["Your Plus subscription renews soon", "You will be charged $119.88"],
    ["Dein Abo verlängert sich", "Gesamt 9,99 €"],
    ["Garanzia registrata: lavatrice Rivolta", "Prezzo indicato nel modulo 649,00 €"],
    ["Your product registration is complete", "Price paid $649.00"],
    ["Hoe bevalt je vuurschaal, Ruben?", "Totaal, voldaan op 11-11-2026 € 72,45"],
    ["Ihre Verfügbarkeitsanfrage", "Summe 339,00 €"],
  ])('a mail with the subject "%s" is not a transaction', (subject, text) => {
    expect(["not a transaction", undefined]).toContain(findKind(subject, text)?.kind);
  });

  test.each([
    ["Your receipt", "receipt"],
    ["Ihre Bestellung", "order"],
    ["Your invoice INV-1", "invoice"],
    ["Your refund for order 1", "refund"],
    ["Thank you for your Steam purchase!", "receipt"],
    ["Order confirmed", "order"],
    ["Rückerstattung", "refund"],
    ["Your trial has ended", "receipt"],
    ["La tua bolletta è disponibile", "invoice"],
    ["Vielen Dank für Ihre Spende", "receipt"],
    ["Emily Ross paid you $5.00", "income"],
    ["Kassen klinger! Mathilde har sendt dig penge", "income"],
    ["Kleine Erinnerung: Deine Zahlung für Gartenglück ist übermorgen fällig", "invoice"],
    ["Your payment is due tomorrow", "invoice"],
    ["Lunch tomorrow?", undefined],
  ])('a mail with the subject "%s" is of the kind %s', (subject, kind) => {
    expect(findKind(subject, "Hello")?.kind).toBe(kind);
  });
});

test.each([
  "Total $5.00\n",
  "Visa *1234 $5.00\n",
  "Order number: A12345\n",
  "total ",
  "合計1,200円",
  "Transaction ID: AB12345C\nTotal $5.00\n",
  "due 1/2/2024 paid 2/3/2024\n",
])(
  "a hundred thousand characters of %j take time in proportion to their length, and report unread parts",
  async (piece) => {
    const read = (size: number) =>
      readView({ name: "text", text: piece.repeat(Math.ceil(size / piece.length)) }, NO_CONTEXT);
    await expectLinear(100_000, read);
    const { doubts } = read(100_000);
    if (piece.startsWith("Total"))
      expect(doubts.map(({ reason }) => reason)).toContain("too_large");
  },
);

test("five thousand different totals are a doubt, and take time in proportion to their number", async () => {
  const read = (count: number) =>
    readView(
      {
        name: "text",
        text: Array.from({ length: count }, (_, at) => `Total $${at + 1}.00`).join("\n"),
      },
      NO_CONTEXT,
    );
  await expectLinear(4_990, read);
  const { doubts } = read(4_990);
  expect(doubts.map(({ reason }) => reason)).toContain("conflicting_totals");
});
