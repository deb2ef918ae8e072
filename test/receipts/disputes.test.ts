// A disputed charge: nothing moves while the dispute is open, but for a provisional credit; what is credited once it is
// decided for the reader came in.

import { expect, test } from "vitest";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

const BANK = ["Orchard Bank", "cards@orchardbank.example"] as const;

/** What is read in a message of the bank: each movement's direction, amount and doubts. */
async function read(subject: string, text: string): Promise<readonly string[]> {
  const { receipts } = await readByReaders(alertDocument({ subject, from: BANK, text }));
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ incoming, total, doubts }) =>
      [incoming ? "in" : "out", total?.value ?? "none", ...doubts.map(({ reason }) => reason)].join(
        " ",
      ),
    );
}

const CHARGE = "Merchant: FITBOX ONLINE\nDate: 2 September 2025\n";

test.each([
  ["Your dispute 4471 is open", `We are looking into your dispute.\n${CHARGE}Amount: £64.99`],
  [
    "Ihre Umsatzreklamation",
    "Händler: FITBOX ONLINE\nBetrag: 64,99 EUR\nOb Ihnen der Betrag gutgeschrieben werden kann, entscheidet sich nach der Prüfung.",
  ],
  [
    "Klagen din er opprettet",
    "Brukersted: FITBOX\nOmstridt beløp: NOK 4 215,60\nDersom du får medhold, setter vi beløpet inn på kontoen.",
  ],
  [
    "Caso 4471",
    "Importe cargado: 64,99 EUR\nImporte reclamado: 64,99 EUR\nMientras no haya una resolución, el cargo permanecerá en su extracto.",
  ],
])("an open one moves nothing, whatever it was charged: %s", async (subject, text) => {
  expect(await read(subject, text)).toEqual([]);
});

test.each([
  [
    "Your dispute 4471",
    `${CHARGE}Disputed amount: £310.00\nThe dispute was settled in your favour.\nWe have credited £230.00 to your account ending 4410 on 20 November 2025.`,
    "in 230.00",
  ],
  [
    "Sprawa 4471",
    "Kwota kwestionowana: 649,00 PLN\nUznanie rachunku ••2045: 649,00 PLN",
    "in 649.00",
  ],
  [
    "Abschluss Ihrer Beanstandung",
    "Ihre Beanstandung ist berechtigt.\nBelasteter Betrag: CHF 312.45\nGutschrift vom 24.11.2026: CHF 312.45",
    "in 312.45",
  ],
])("one that is decided for the reader gives back what is credited: %s", async (...given) => {
  const [subject, text, moved] = given;

  expect(await read(subject, text)).toEqual([moved]);
});

test("what was credited until the decision came in", async () => {
  const text = `${CHARGE}Amount in dispute: £64.99\nWe have today placed a provisional credit of £64.99 in your current account.`;

  expect(await read("Your dispute: provisional credit", text)).toEqual(["in 64.99"]);
});

test("one that was not decided in the reader's favour gives nothing back", async () => {
  const text = `${CHARGE}Disputed amount: £64.99\nThe dispute was not decided in your favour.`;

  expect(await read("Your dispute 4471", text)).toEqual([]);
});

test("a purchase that says how to dispute it is no dispute", async () => {
  const text =
    "You paid £20.00 at CORNER SHOP with card *4410.\nNot you? Raise a dispute in the app within 60 days.";

  expect(await read("Card payment", text)).toEqual(["out 20.00"]);
});

test("what a shop refunds after a complaint came in, and a book of that name was bought", async () => {
  const refund =
    "Zu Ihrer Reklamation: Wir haben Ihnen heute 20,00 € auf Ihre Visa *4410 erstattet.";

  expect(await read("Ihre Reklamation zu Bestellung 4471", refund)).toEqual(["in 20.00"]);
  expect(
    await read("Receipt: The Dispute (paperback)", "Total: £9.99\nPaid with Visa *4410"),
  ).toEqual(["out 9.99"]);
});

test.each([
  [
    "Recibo da sua compra",
    "Total pago: 20,00 €\nVisa *4410\nLivro de Reclamações eletrónico.",
    "out",
  ],
  ["Recibo", "Total pagado: 20,00 €\nSaldo a su favor: 0,00 €\nHojas de reclamaciones.", "out"],
  [
    "Your order 4471",
    "Thank you for your order. You've won a £5 voucher!\nTotal: £20.00\nPaid with Visa *4410\nDisputes are settled in London.",
    "out",
  ],
  [
    "Card purchase",
    "You paid £20.00 at CORNER SHOP with card *4410.\nTo report a disputed transaction\nPhone: 0800 000",
    "out",
  ],
])("words of disputes in a footer make no dispute: %s", async (subject, text, direction) => {
  expect(await read(subject, text)).toEqual([`${direction} 20.00`]);
});

test.each([
  "We looked into your dispute.\nWe have not refunded £20.00 to your card *4410.",
  "Your dispute was closed.\nAmount not credited: £20.00",
])("what was not given back did not come in: %s", async (text) => {
  expect(await read("Your dispute 4471", text)).toEqual([]);
});
