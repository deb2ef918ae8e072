// A verb in a clause that makes it a condition tells of no movement; other clauses behind a comma do. Nor does a noun
// of a payment beside a day that is still to come.

import { expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const BANK = ["Example Bank", "notices@examplebank.example"] as const;

async function totals(subject: string, text: string) {
  const { receipts } = await readByReaders(alertDocument({ subject, from: BANK, text }));
  return receipts.flatMap(({ kind, total }) =>
    kind === "not a transaction" ? [] : [total?.value ?? null],
  );
}

test.each([
  ["Anmodning sendt", "325,00 kr.\nPengene indsættes på kontoen *6120, når anmodningen er betalt."],
  ["Payment request", "EUR 20.00\nYou will be told, if the amount was debited from your account."],
])("%s: a condition behind a comma moves nothing", async (subject, text) => {
  expect(await totals(subject, text)).toEqual([]);
});

test.each([
  ["Betaling", "Met uw pas *1234, heeft u 20,00 EUR betaald aan Corner Cafe.", "20.00"],
  [
    "Addebito",
    "Gentile cliente, si informa che sono stati addebitati 20,00 EUR sul suo conto *1234.",
    "20.00",
  ],
])("%s: a clause that is no condition does", async (subject, text, total) => {
  expect(await totals(subject, text)).toEqual([total]);
});

test.each([
  ["a day to come", "* Elm Energy direct debit, about EUR 89.00, around 24 Nov", []],
  ["a day that has been", "* Elm Energy direct debit, EUR 89.00, 19 Nov", ["89.00"]],
])("a payment's noun beside %s", async (_day, line, moved) => {
  const text = `The balance of your account *4412 was EUR 63.18 at 5.30am.\n\n${line}`;

  expect(await totals("Your account", text)).toEqual(moved);
});

test.each([
  ["a limit that was raised", "Limit karty *4410 byl navýšen o 5 000,00 CZK."],
  ["a loan that was granted", "Vaš kredit je odobren za 100.000,00 RSD, račun *4410."],
  ["an advertisement", "Get the most out of your account *4410: save GBP 100.00 in a year."],
])("%s moves nothing", async (_what, text) => {
  expect(await totals("Your account", text)).toEqual([]);
});

test("rows below a sentence of what would be move nothing, and neither does a link", async () => {
  const text =
    "The AUD to EUR rate that you are tracking has hit your target.\n\nIf you send 2,000.00 AUD today:\n\n" +
    "Our fee\t12.44 AUD\nAmount we'd convert: 1,987.56 AUD\nRecipient gets\t1,200.69 EUR\n\n" +
    "Rates move all the time.\n\nSend money: https://examplebank.example/send";

  expect(await totals("1 AUD is now 0.6041 EUR", text)).toEqual([]);
});

test.each([
  [
    "Ειδοποίηση συναλλαγής",
    "Πραγματοποιήθηκε συναλλαγή με την κάρτα σας *9046.\nΠοσό: 128,50 EUR\nΚωδικός έγκρισης: 774102",
    "128.50",
  ],
  [
    "OTPdirekt értesítés",
    "Számla: 11773016-....3920\nJóváírás érkezett: +486.350 HUF\n" +
      "Csalásgyanú esetén hívja az OTP TeleBankot: 06 1/20/30/70 3 666 666.\nOTP Bank Nyrt. 1051 Budapest",
    "486350",
  ],
  [
    "OTPdirekt értesítés: kártyás vásárlás",
    "Esemény: Kártyás vásárlás\nIdőpont: 2026.11.23. 17:42\nÖsszeg: -14.370,- HUF\nKártyaszám: ...1284\n" +
      "Kártya típusa: OTP Mastercard Standard\nEgyenleg: +268.455,- HUF\nOTP Bank Nyrt.",
    "14370",
  ],
  [
    "Kartınızla harcama yaptınız",
    "**** 7763 ile biten kredi kartınızdan bir alışveriş gerçekleşmiştir.\nİşlem tutarı : 4.799,00 TL\n" +
      "Onay kodu : 418205",
    "4799.00",
  ],
])(
  "%s: an approval's code and a bank's name are no code to type in",
  async (subject, text, total) => {
    expect(await totals(subject, text)).toEqual([total]);
  },
);

test.each([
  [
    "482 913 : votre code pour valider l'achat en ligne",
    "Une boutique en ligne nous demande de vérifier que c'est bien vous qui commandez, " +
      "recopiez ce qui suit sur sa page :\n\n482 913\n\nMontant à confirmer : 129,95 EUR\nCarte : XXXX 7206\n" +
      "Demandé le : 24/11/2026 à 09:02\nPaiement en ligne",
  ],
  [
    "Votre code de confirmation pour un paiement en ligne",
    "Pour confirmer l'achat, saisissez le code ci-dessous.\nCode : 481 206\nIl est valable 5 minutes.\n" +
      "Montant : 129,90 EUR\nCarte : Mastercard se terminant par 5063",
  ],
  [
    "You have done a UPI txn",
    "Do not scan codes sent by strangers who promise a refund of Rs.5,000.",
  ],
  [
    "Alerte de votre banque",
    "Un faux conseiller vous appelle ? Aucun collaborateur ne vous fera valider " +
      "un paiement de 10,00 EUR pour le rembourser.",
  ],
  [
    "Tu cuenta ha bajado",
    "Cuenta Clara ****1190\nSaldo disponible: 38,12 €\nQué prevemos para estos días:\n" +
      "28/11 Nómina (según otros meses): 1.480,00 €",
  ],
])(
  "%s: an amount that is to be confirmed, or only expected, has not moved",
  async (subject, text) => {
    expect(await totals(subject, text)).toEqual([]);
  },
);

test.each([
  [
    "Bizum recibido",
    "Importe: 27,35 €\nFecha: 22/11/2026 23:58\nCuenta de abono: ES** **** 6672\n" +
      "Este mes llevas 5 Bizum recibidos por un total de 96,10 € y 3 enviados por 58,00 €.",
    "27.35",
  ],
  [
    "Card alert: online purchase",
    "Card: Everyday Debit Mastercard, ending in 9154\nAmount in USD: 42.00\nAmount in AUD: 64.58\n" +
      "The figure includes our fee of 3% (AUD 1.88) on a converted amount of AUD 62.70.\n" +
      "The rate was 1 USD = 1.492857 AUD.\n" +
      "Available balance after this purchase: AUD 2,317.04",
    "64.58",
  ],
  [
    "Rückzahlung der Kaution",
    "Kaution (erhalten am 02.09.2025)\tEUR 400,00\n\nDen Betrag von EUR 350,24 haben wir am 18.11.2025 auf Ihr Konto " +
      "AT** **** 4471 überwiesen.\n\nMiete\tEUR 1.162,00\tbezahlt am 02.09.2025",
    "350.24",
  ],
  [
    "Avízo Podlesní banky",
    "Účet: ******3177\nDruh pohybu: ÚROK DEBETNÍ\nČástka: -86,42 Kč\nDatum zaúčtování: 15.10.2025\n" +
      "Zůstatek po pohybu: -2 914,05 Kč\nNikdy po\nVás nebudeme chtít heslo.",
    "86.42",
  ],
])("%s: the reader finds the amount that moved", async (subject, text, total) => {
  expect(await totals(subject, text)).toEqual([total]);
});

test("a subject that says that a complaint was received tells of no money in", async () => {
  const text =
    "Ärendenummer: RK-2026-441802\nKort: Mastercard som slutar på 7735\nBelopp: 1 249,00 SEK";

  expect(await totals("Vi har tagit emot din reklamation", text)).toEqual([]);
});

test("rows below a sentence about an unknown purchase moved, where it names no amount", async () => {
  const head = "If you did not make the purchase of 12/11 below, call:";
  const rows = "Merchant: Corner Shop\nAmount: GBP 20.00\nYour card *4410 was used for a purchase.";

  expect(await totals("Card purchase", `${head}\n${rows}`)).toEqual(["20.00"]);
});
