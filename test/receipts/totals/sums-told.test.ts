// Amounts that no word labels, where the sums of the rows around them or the words below them tell
// what they are: what an insurer left, what a refund comes to, what a voucher paid.

import { expect, test } from "vitest";
import { parseDay } from "../../../src/money/day.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { documentWith } from "../document.ts";

/** What is read in a message of 7 October 2026: each receipt's kind, total and doubts. */
async function read(subject: string, lines: readonly string[]): Promise<readonly string[]> {
  const day = parseDay("2026-10-07");
  const rows = lines.map((line) =>
    line.includes("|")
      ? `<table><tr>${line.replace(/[^|]+/gu, "<td>$&</td>").replaceAll("|", "")}</tr></table>`
      : `<p>${line}</p>`,
  );
  const sent = day === null ? null : { day, instant: null };
  const { receipts } = await readByReaders({ ...documentWith([], rows.join("")), subject, sent });
  return receipts.map(({ kind, total, doubts }) =>
    [kind, total?.value ?? "none", ...doubts.map(({ reason }) => reason)].join(" "),
  );
}

test.each([
  [["Total|48.20 €", "Mutuelle Larche|-30.00 €", "Votre part|18.20 €"], "receipt 18.20"],
  [["Total|48.20 €", "Kasa|-30.00 €", "Fond|-8.20 €", "Zbytek|10.00 €"], "receipt 10.00"],
  [["Gesamtsumme|48,20 €", "Kassenanteil|-30,00 €", "Ihr Anteil|18,20 €"], "receipt 18.20"],
  // What the rows leave is another amount.
  [["Total|48.20 €", "Mutuelle Larche|-30.00 €", "Bon du mois|5.00 €"], "receipt 48.20"],
])("what others left of a total was paid: %j", async (lines, expected) => {
  expect(await read("Votre ticket de caisse", lines)).toEqual([expected]);
});

test.each(["Larch balance: £69.30", "Visa ending in 4471: £69.30"])(
  "of a refund in parts, the printed amount to which they add up was given back: %s",
  async (sum) => {
    const lines = ["Item refund: £58.80", "Tax refund: £10.50", sum];
    expect(await read("Refund of your order 88-1142", lines)).toEqual(["refund 69.30"]);
  },
);

test("a tax that is charged at a rate is no total; a voucher of the whole says how it was paid", async () => {
  const rows = ["Subtotal|₹ 310.00", "IGST charged at 18%|₹ 55.80", "Store Credit|₹ 365.80"];
  expect(await read("Your invoice", rows)).toEqual(["receipt 365.80"]);
});

test.each([
  [["Birch Court", "£ 35.00", "Paid successfully"], "receipt 35.00"],
  // There "Paid" is the label of the amount below it.
  [["Goods", "£ 35.00", "Paid", "£ 12.00"], "receipt 12.00"],
])("an amount over words that it was paid: %j", async (lines, expected) => {
  expect(await read("Your receipt", lines)).toEqual([expected]);
});

test("an amount that was saved tells the gross from what was paid", async () => {
  const lines = ["You have saved: £23.30", "Total Gross Amount|£460.20", "Credit Card|£436.90"];
  expect(await read("Your receipt", lines)).toEqual(["receipt 436.90"]);
});

test("an invoice of what renews on a later day is paid, unless it names a day to pay by", async () => {
  const lines = ["Larch Notes Pro", "Renews 7 November 2026", "Total|£20.00"];
  expect(await read("Your invoice", lines)).toEqual(["receipt 20.00"]);
  expect(await read("Your invoice", [...lines, "Payable by: 21 October 2026"])).toEqual([
    "invoice 20.00 invoice_due",
  ]);
});

test("a list of ways to pay below an amount that is due is no movement", async () => {
  const bill = ["Account Number: A-04471F19", "Total Amount Due: £35.00", "Payment Methods:"];
  const ways = ["- Direct Debit", "- Credit or Debit Card", "Pay by Bank Transfer:"];
  expect(await read("Your Larch bill", [...bill, ...ways, "Account Number: 03902000"])).toEqual([
    "invoice 35.00 invoice_due",
  ]);
});

const PRINTED_BELOW = ["Goods|32.70 €", "Reduction|-3.27 €", "Delivery|5.50 €"];

test("a total that the amounts right above it make has no rival", async () => {
  const lines = [...PRINTED_BELOW, "Total of the taxes|5.82 €", "Total paid|34.93 €"];
  expect(await read("Your receipt", lines)).toEqual(["receipt 34.93"]);
});

test("it may be printed at the top as well", async () => {
  const lines = ["Total paid: 34.93 €", "Total: 37.43 €", ...PRINTED_BELOW, "Total paid|34.93 €"];
  expect(await read("Your receipt", lines)).toEqual(["receipt 34.93"]);
});

test("a total that nothing above makes is asked about beside another", async () => {
  const lines = ["Goods|31.70 €", "Total of the taxes|5.82 €", "Total paid|34.93 €"];
  expect(await read("Your receipt", lines)).toEqual(["receipt 34.93 conflicting_totals"]);
});

test("of two totals that the amounts above them make, neither is chosen without asking", async () => {
  const lines = ["Goods|20.00 €", "Delivery|5.00 €", "Total paid|25.00 €"];
  const others = ["Wrapping|4.00 €", "Card|3.00 €", "Total paid|7.00 €"];
  expect(await read("Your receipt", [...lines, ...others])).toEqual([
    "receipt 25.00 conflicting_totals",
  ]);
});

test.each([
  // A deposit that was paid before is taken off an invoice's total: 356.04 - 100.00.
  [
    "Invoice 1147",
    ["Invoice total|£356.04", "Less deposit received|-£100.00", "Balance due|£256.04"],
    "invoice 256.04 invoice_due",
  ],
  // Rounding to whole crowns, to paise and to five cents.
  [
    "Ditt kvitto",
    ["Summa|184,40 SEK", "Öresavrundning|-0,40 SEK", "Att betala|184,00 SEK"],
    "receipt 184.00",
  ],
  [
    "Your receipt",
    ["Bill amount|₹942.82", "Round off|₹0.18", "Amount received|₹943.00"],
    "receipt 943.00",
  ],
  // Arrears and a charge for the reminder: 57.70 - 20.00 + 7.50.
  [
    "Your receipt",
    ["Total|57.70 €", "Received before|-20.00 €", "Reminder charge|7.50 €", "Amount paid|45.20 €"],
    "receipt 45.20",
  ],
  // With the tax that is reclaimed, the gift is worth more than the person gave.
  [
    "Thank you for your donation",
    ["Donation total|£50.00", "Tax reclaimed|£12.50", "Worth to us|£62.50"],
    "receipt 50.00",
  ],
])("%s: the rows below a total lead to what is paid: %j", async (subject, lines, expected) => {
  expect(await read(subject, lines)).toEqual([expected]);
});

test.each(["Balance", "Balance due", "Reste"])(
  "a person is asked whether what is left of an order after a part was paid was paid too: %s",
  async (rest) => {
    const lines = ["Total|€400.00", "Paid today|-€100.00", `${rest}|€300.00`];
    expect(await read("Your order 4471", lines)).toEqual([
      expect.stringContaining("conflicting_totals"),
    ]);
  },
);

test("a subject that says a deposit was paid tells it from what is left", async () => {
  const lines = ["Total|€ 468,30", "Aanbetaling 30%|€ 140,49", "Restant te voldoen|€ 327,81"];
  expect(await read("Aanbetaling ontvangen – reservering DR60412", lines)).toEqual([
    "order 140.49",
  ]);
});

test("rows that add up to what was paid are a receipt, whatever the trade", async () => {
  const rows = ["Zabbing|12.00 €", "Quuxing|8.00 €", "Amount paid|20.00 €"];
  expect(await read("Zab 4471", rows)).toEqual(["receipt 20.00"]);
});

test.each([
  // The insurer's payment has a minus, and so has the card's.
  [
    [
      "Total fees|£248.00",
      "Paid by Larch Life|-£198.40",
      "Your share|£49.60",
      "Payment - VISA ending in 2290|-£49.60",
    ],
    "receipt 49.60",
  ],
  // In words that are not known, and without a minus.
  [
    [
      "I alt honorar|2.093,36 €",
      "Tilskud|192,15 €",
      "Rest|1.901,21 €",
      "Betalt med Visa|1.901,21 €",
    ],
    "receipt 1901.21",
  ],
  // Nothing says that what is left was paid.
  [["I alt honorar|2.093,36 €", "Tilskud|192,15 €", "Rest|1.901,21 €"], "receipt 2093.36"],
])("what a card paid is what others left of a total: %j", async (lines, expected) => {
  expect(await read("Kvittering: your receipt", lines)).toEqual([expected]);
});

test('an amount alone over "incl. VAT" is a total, unless this labels the next amount', async () => {
  expect(await read("Kuitti latauksesta", ["11,67 €", "sis. alv 25,5 %", "Visa 7713"])).toEqual([
    "receipt 11.67",
  ]);
  expect(
    await read("Kvitto", [
      "Serviceavgift",
      "3,00 €",
      "Varav moms 25 %",
      "9,20 €",
      "Totalt 46,00 €",
    ]),
  ).toEqual(["receipt 46.00"]);
});

test("a bill's footer may say that its amount was received by a card in brackets", async () => {
  const bill = [
    "Pos.|Bezeichnung|Gesamt €",
    "1|Bremsen erneuern|490,99",
    "Rechnungsbetrag|490,99 €",
  ];
  const footer = "Rechnungs-Nr.: 2026-11874<br>Kennzeichen: HN-KB 418<br>";

  expect(
    await read("Ihre Rechnung 2026-11874", [
      ...bill,
      `${footer}Betrag dankend per girocard erhalten (Karte ****4471, Terminal 56120093).`,
    ]),
  ).toEqual(["receipt 490.99"]);
  expect(await read("Ihre Rechnung 2026-11874", [...bill, `${footer}Vielen Dank.`])).toEqual([
    "invoice 490.99 invoice_due",
  ]);
});

test("a charge without a currency has the sign of the total of the same value", async () => {
  const lines = [
    "Date|Charges|Credits",
    "11/15/26 American Express 1007||731.80",
    "Total|£731.80|£731.80",
  ];

  expect(await read("Your receipt", lines)).toEqual(["receipt 731.80"]);
});

test("the lines of a schedule without cells are no rivals of what was charged", async () => {
  const lines = [
    "Your payment was successful. That's instalment 2 of 4.",
    "Payment amount|£31.25",
    "23 Sep £31.24 Paid",
    "7 Oct £31.25 Paid",
    "21 Oct £31.25 Upcoming",
  ];

  expect(await read("Thanks for your payment of £31.25", lines)).toEqual(["receipt 31.25"]);
});

test("a receipt whose total is due, and which asks for a transfer, is a bill", async () => {
  const rows = ["Καθαρή αξία: 258,50 €", "ΦΠΑ 24%: 62,04 €", "Πληρωτέο ποσό: 320,54 €"];
  const request =
    "Παρακαλώ για την κατάθεση έως 10/12/2026 στον λογαριασμό IBAN GR00 0172 0000 0000 0000 0012 345.";

  expect(await read("Απόδειξη παροχής υπηρεσιών 418", [...rows, request])).toEqual([
    "invoice 320.54 invoice_due",
  ]);
});

test("what is given for a recommendation, in a message that asks for an opinion, is no refund", async () => {
  const lines = [
    "Am 01.10.2026 hast du bei uns das Paket (Bestellung #FV-3307, 749,00 €) gekauft.",
    "Empfiehl uns weiter: Für jede Anmeldung bekommst du 30 € gutgeschrieben.",
  ];

  expect(await read("Wie zufrieden bist du mit deinem Kauf?", lines)).toEqual([]);
});

test("a bill that says it is settled is paid, though it was to be paid by the day it was sent", async () => {
  const bill = (until: string) => [
    "Fizetendő végösszeg: 27 450 Ft",
    "Kiegyenlítve – bankkártya",
    `Fizetési határidő: ${until}`,
  ];

  expect(await read("Számlád érkezett: BUN-2026-1904", bill("2026.10.07."))).toEqual([
    "receipt 27450",
  ]);
});

test.each([
  "Πληρωμή: Έχει εξοφληθεί με κάρτα **** 8830 στις 3/10",
  "Paid by card **** 8830 on 3 October 2026",
])("an order that was paid days before its message is not read again: %s", async (paid) => {
  const lines = ["Order 261119-4837201", "Runfalcon shoes|£54.90", "Total|£54.90", paid];

  expect(await read("Your order 261119-4837201 comes today!", lines)).toEqual([]);
});

test("an order that was paid when it was placed is a purchase", async () => {
  const lines = ["Order 4471", "Total|£12.00", "Paid by Visa when you placed your order."];

  expect(await read("Your order 4471", lines)).toEqual(["order 12.00"]);
});

test.each([
  ["You collected your order 4471", ["Total paid|£12.00", "Paid by Visa ending 4471"], "order"],
  ["Auftrag erfasst: Nr. 4471", ["Gesamtsumme|12,00 €", "Bezahlt mit Visa *4471"], "receipt"],
])("an order that was collected or entered was paid: %s", async (subject, lines, kind) => {
  expect(await read(subject, lines)).toEqual([`${kind} 12.00`]);
});

test("of an order that is sent, the first day of its line is the day of the order", async () => {
  const lines = (day: string) => [
    `Your order no. 412887530 of ${day} was handed to the courier and will arrive tomorrow, 8 October 2026.`,
    "Total|£42.98",
    "Paid online with Visa.",
  ];

  expect(await read("Your order has been shipped", lines("3 October 2026"))).toEqual([
    "not a transaction 42.98 not_a_transaction",
  ]);
});

test("what had to be spent for points was not spent now", async () => {
  const lines = [
    "You spent £60 or more in one shop and collected 2,340 points.",
    "Week 1 shop|£71.20",
  ];

  expect(await read("Ada, you collected 2,340 points", lines)).toEqual([
    "not a transaction none not_a_transaction",
  ]);
});

test("an amount of nought is no rival of the one that moved", async () => {
  const lines = ["Số tiền thanh toán|742.318 VND", "Charge|0 VND"];

  expect(await read("Biên lai thanh toán hóa đơn", lines)).toEqual(["receipt 742318"]);
});

test("an amount of nought beside a price is asked about: the month may be free", async () => {
  expect(await read("Your receipt", ["Price|£12.00", "Amount|£0.00"])).toEqual([
    "receipt 12.00 conflicting_totals",
  ]);
});

test("what a sum of rows in brackets comes to is not what was received", async () => {
  const rows = [
    "Na účet školní jídelny byla připsána Vaše platba.",
    "Přijatá částka: 1 240,00 Kč",
    "Na prosinec je předobjednáno 15 obědů po 42,00 Kč (celkem 630,00 Kč).",
  ];

  expect(await read("Přijatá platba stravného", rows)).toEqual(["receipt 1240.00"]);
});

test("what a marketplace pays out after its commission came in", async () => {
  const rows = ["Selling price|1 200 Kč", "Provize (8 %)|-96 Kč", "Na účet ···4410|1 104 Kč"];

  expect(await read("Hotovo, prodáno", rows)).toEqual(["income 1104"]);
});

test("a deposit that is taken off a bill is no commission", async () => {
  const rows = [
    "Total factura|515,25 €",
    "Provisión de fondos|-300,00 €",
    "Cobrado hoy con tarjeta|215,25 €",
  ];

  expect(await read("Factura de su escritura", rows)).toEqual(["receipt 215.25"]);
});

test.each([
  [["Fare|NOK 1 249", "Seat|NOK 135", "To your card|NOK 1 384"], "refund 1384"],
  [["Fare|NOK 1 249", "Handling|NOK -49", "To your card|NOK 1 200"], "refund 1200"],
])("a refund whose rows name no total is what they come to: %j", async (rows, expected) => {
  expect(await read("Your refund K4MZ2T", rows)).toEqual([expected]);
});

test("a dispatched order that was only authorised before is charged by what was taken today", async () => {
  const lines = (taken: string) => [
    "Your order 4471 was sent today.",
    "Total|£74.05",
    "We only authorised your card when you ordered.",
    taken,
  ];

  expect(
    await read("Your order has been shipped", lines("Charged today to Visa *0418: £74.05")),
  ).toEqual(["receipt 74.05"]);
  expect(
    await read("Your order has been shipped", lines("Paid with Visa *0418 when you ordered")),
  ).toEqual(["not a transaction 74.05 not_a_transaction"]);
});

test("an order that was paid on an earlier day is not read again, unless its message thanks for it", async () => {
  const rows = ["Order 4471", "Total|£82.90", "Payment: Visa, confirmed on 2 October 2026"];

  expect(await read("Your order is on the road", rows)).toEqual([]);
  expect(await read("Your order", ["Thank you for your order!", ...rows])).toEqual(["order 82.90"]);
});

test.each([
  ["Garlic's rolling!", "Tracking no.: FP4409217735US"],
  ["Το πήλινο ταξιδεύει", "Αρ. αποστολής: 70419926613"],
])(
  "a message that names the number of the parcel is a dispatch note: %s",
  async (subject, tracking) => {
    const rows = ["Order 4471", "Total|£83.75", "Payment: Visa *6021"];

    expect(await read(subject, [tracking, ...rows])).toEqual([
      "not a transaction 83.75 not_a_transaction",
    ]);
    expect(await read(subject, ["Thank you for your order!", tracking, ...rows])).toEqual([
      "order 83.75",
    ]);
  },
);

test("a fee that is waived is no commission", async () => {
  const rows = ["Items|£20.00", "Platform fee|-£2.00", "Total|£18.00", "Visa *4410|£18.00"];

  expect(await read("Your order receipt", rows)).toEqual(["receipt 18.00"]);
});
