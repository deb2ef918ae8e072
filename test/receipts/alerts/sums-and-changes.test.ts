// The sum of the rows is the amount that moved. A sentence of an old and a new price reports no payment, and neither
// does a setting that the reader may change.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const FROM = ["", "service@geldbote.example"] as const;

async function read(subject: string, text: string) {
  const { receipts } = await readByReaders(alertDocument({ from: FROM, subject, text }));
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ total, incoming, merchant, doubts }) => ({
      total: total?.value,
      incoming,
      merchant: merchant?.value,
      doubts: doubts.map(({ reason }) => reason),
    }));
}

describe("rows of a transfer of money", () => {
  test.each([
    ["Transfer amount", "Transfer fee", "Total", "Total to receiver", "Receiver"],
    ["Betrag", "Gebühr", "Gesamtsumme", "Betrag an Empfänger", "Empfänger"],
  ])("that add a fee to an amount tell that the whole was paid: %s", async (...labels) => {
    const [amount, fee, total, other, receiver] = labels;
    const text =
      `Your money transfer has been submitted.\n\n${receiver}: Tevita Lolo\n${amount}: 400.00 AUD\n` +
      `${fee}: 5.00 AUD\n${total}: 405.00 AUD\n${other}: 594.80 TOP\nAccount ending 4410 was debited.`;

    expect(await read("Your money transfer is confirmed", text)).toEqual([
      { total: "405.00", incoming: false, merchant: "Tevita Lolo", doubts: [] },
    ]);
  });

  test("that take a coupon off an order's amount leave what is printed above them", async () => {
    const text =
      "您好!您的一笔交易已付款成功。\n¥68.50\n已付款\n收款方:老乡鸡\n订单金额:¥76.50\n满减红包:-¥8.00\n" +
      "付款方式:招商银行储蓄卡(2087)";

    expect((await read("付款成功通知", text)).map(({ total }) => total)).toEqual(["68.50"]);
  });

  test("that take a discount off a bill tell of one payment, of what is left", async () => {
    const text =
      "The payment you arranged was made as follows.\n\nDate: 25 November 2026\nAccount: ***-4452\n" +
      "To: Elm House, service charge\nAmount billed: 187.23 EUR\nDiscount for direct debit: -3.00 EUR\n" +
      "Amount debited: 184.23 EUR\nBalance: 1,926.51 EUR";

    expect((await read("Direct debit", text)).map(({ total }) => total)).toEqual(["184.23"]);
  });

  test("do not make a balance the amount", async () => {
    const text =
      "Your account ****4410 was debited.\n\nAmount: 20.00 EUR\nFee: 5.00 EUR\nBalance: 25.00 EUR";

    expect((await read("Payment from your account", text))[0]?.total).toBe("20.00");
  });
});

test("Of a dividend from which tax was taken off, what was left came in.", async () => {
  const text =
    "die Ausschüttung wurde deinem Verrechnungskonto gutgeschrieben.\n\nDividende je Stück\n15,00 €\n" +
    "Brutto\n93,75 €\nKapitalertragsteuer\n-23,44 €\nSolidaritätszuschlag\n-1,28 €\nGutgeschrieben\n69,03 €\n" +
    "Muster Bank AG";

  expect(await read("Du hast eine Dividende erhalten", text)).toMatchObject([
    { total: "69.03", incoming: true, doubts: [] },
  ]);
});

describe("nothing moved", () => {
  test.each([
    ["tu tarifa Fibra pasará de 29,99 € a 31,99 € al mes. Cargamos el recibo cada mes."],
    ["Ihr Tarif ändert sich von 29,99 € auf 31,99 € im Monat. Ihre Rechnung kommt wie immer."],
    ["Je abonnement gaat van € 29,99 naar € 31,99 per maand. Je factuur volgt zoals altijd."],
    ["Twój abonament wzrośnie z 29,99 zł do 31,99 zł. Faktura przyjdzie jak zwykle."],
    ["Az előfizetés 2 990 Ft-ról 3 290 Ft-ra változik. A számla a szokott módon érkezik."],
    ["Your debit order of R614.00 on the 1st of each month will be adjusted to R638.00."],
  ])("where a price has one of before and one of after: %s", async (sentence) => {
    expect(await read("Information", `Hello,\n\n${sentence}`)).toEqual([]);
  });

  test("by a fee that applies, beside a payment that failed.", async () => {
    const text =
      "We weren't able to charge your Mastercard **** 3390 for your account 8817203344.\n\nAmount: 1,699.00 PHP\n" +
      "Accounts unpaid may be disconnected; a reconnection fee of 250.00 PHP applies.";

    expect(await read("Oops! Your auto payment", text)).toEqual([]);
  });
});

test("A hint that the reader may activate a setting does not hide the payment.", async () => {
  const text =
    "We are pleased to confirm that the transaction was completed.\n\nAmount: SGD8.60\n" +
    "From: Wallet (Mobile ending 4471)\nTo: TIN TIN RICE\n\nYou can also activate the Safety Switch in the app.\n" +
    "Thank you for banking with us.";

  expect(await read("Transaction Alerts", text)).toEqual([
    { total: "8.60", incoming: false, merchant: "TIN TIN RICE", doubts: [] },
  ]);
});

test("Of a dividend whose notice names no bank, what is left behind the tax came in too.", async () => {
  const text =
    "Spółka: Kopalnia Jasna S.A.\nDywidenda na akcję: 1,20 PLN\nKwota brutto: 120,00 PLN\n" +
    "Podatek 19%: -22,80 PLN\nKwota netto: 97,20 PLN\n";

  expect(await read("Wypłata dywidendy", text)).toMatchObject([
    { total: "97.20", incoming: true, doubts: [] },
  ]);
});

describe("a balance before and after what came in", () => {
  test.each([
    ["Received", "Balance before", "Balance now"],
    // In words that no table knows.
    ["Přijatá částka", "Dosud", "Nyní"],
  ])("is not taken for a fee and a sum: %s, %s, %s", async (amount, before, now) => {
    const text =
      `Your account *4410 was credited by a transfer.\n\n${amount}: 1 240,00 CZK\n` +
      `${before}: 86,00 CZK\n${now}: 1 326,00 CZK`;

    expect(await read("Money in", text)).toMatchObject([{ total: "1240.00", incoming: true }]);
  });
});

test("a table of limits before and after is of no withdrawal, however its amounts end", async () => {
  const text =
    "Grænserne på dit kort, der ender på 3097, er ændret den 20. november 2026.\nFør\tNu\n" +
    "Køb pr. 30 dage\t25.000,00 kr.\t40.000,00 kr.\nHævning i automat pr. døgn\t6.000,00 kr.\t4.000,00 kr.";

  expect(await read("Dine grænser", text)).toEqual([]);
});

test("an amount in the account's currency counts before the foreign one, and a fee within it does not", async () => {
  const text =
    "Mit Ihrer Karte XXXX 9027 wurde folgender Umsatz autorisiert:\nHändler:\tLARCH SHOP BUDAPEST\n" +
    "Betrag:\tHUF 17.300,00\nBetrag in EUR: 43,18 (inkl. 1,5 % Manipulationsentgelt EUR 0,64)";

  expect(await read("Kartenumsatz", text)).toMatchObject([{ total: "43.18", incoming: false }]);
});

test("of an amount in a named currency and an amount in another one, it is asked which moved", async () => {
  const text =
    "Your card *4410 was used for a purchase.\nMerchant: Corner Shop\n" +
    "Amount in USD: 100.00\nAmount: 93.10 EUR";

  expect(await read("Card purchase", text)).toMatchObject([{ doubts: ["conflicting_totals"] }]);
});

test.each([
  ["This month with card: EUR 642.90", "EUR 54.70"],
  ["Diesen Monat mit Karte bezahlt: EUR 642.90", "EUR 54.70"],
])("a row of what a month comes to is no payment: %s", async (row, amount) => {
  const text = `Your card *7702 was used for a purchase.\nCorner Shop\n${amount}\n${row}`;

  expect(await read("Card purchase", text)).toMatchObject([{ total: "54.70", incoming: false }]);
});
