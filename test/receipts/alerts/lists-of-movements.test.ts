// Messages that list several movements: what proves the list, which way each went, and what is no such list.

import { describe, expect, test } from "vitest";
import { parseAlertText } from "../../../src/receipts/alerts/alert-text.ts";
import { findMessageLists } from "../../../src/receipts/alerts/message-lists.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const BANK = ["North Bank", "alerts@northbank.example"] as const;

async function readAll(
  text: string,
  subject = "",
  from: readonly [string, string] = BANK,
): ReturnType<typeof readByReaders> {
  return readByReaders(alertDocument({ from, subject, text }));
}

/** "-12.5 Corner Bakery", for each movement that is claimed; "asked" behind them where there is a doubt. */
async function read(...message: Parameters<typeof readAll>): Promise<readonly string[]> {
  const { receipts } = await readAll(...message);
  const moved = receipts.filter(({ kind }) => kind !== "not a transaction");
  const isAsked = moved.some(({ doubts }) => doubts.length > 0);
  return [
    ...moved.map(
      ({ incoming, total, merchant }) =>
        `${incoming ? "+" : "-"}${total?.value} ${merchant?.value ?? "nobody"}`,
    ),
    ...(isAsked ? ["asked"] : []),
  ];
}

describe("a list is proven", () => {
  test("by the balance after each movement, which says which way it went without a sign or a word", async () => {
    const text =
      "Your account *4410 on 18 November:\n" +
      "Date\tDescription\tPaid out\tPaid in\tBalance\nBrought forward\t\t\t£100.00\n" +
      "18 Nov\nCORNER BAKERY\n£12.50\n£87.50\n18 Nov\nADA LANE\n£40.00\n£127.50\n18 Nov\nLAKE FUEL\n£27.50\n£100.00";

    expect(await read(text)).toEqual([
      "-12.50 CORNER BAKERY",
      "+40.00 ADA LANE",
      "-27.50 LAKE FUEL",
    ]);
  });

  test("with its newest movement first", async () => {
    const text =
      "Account *4410\n18 Nov\nLAKE FUEL\n£27.50\n£100.00\n18 Nov\nADA LANE\n£40.00\n£127.50\n" +
      "17 Nov\nCORNER BAKERY\n£12.50\n£87.50\nOpening balance\t£100.00";

    expect((await read(text)).toSorted()).toEqual([
      "+40.00 ADA LANE",
      "-12.50 CORNER BAKERY",
      "-27.50 LAKE FUEL",
    ]);
  });

  test("by the balances before and after it, to which its amounts lead in one way only", async () => {
    const text =
      "Umsätze auf Ihrem Konto *4410:\n18.11.2025\tREWE MARKT\tKartenzahlung\t54,37 EUR\n" +
      "18.11.2025\tFAMILIENKASSE\tGutschrift\t259,00 EUR\nKontostand alt\t1.000,00 EUR\nKontostand neu\t1.204,63 EUR";

    expect(await read(text)).toEqual(["-54.37 REWE MARKT", "+259.00 FAMILIENKASSE"]);
  });

  test("by the sum that a bank prints below its card's purchases", async () => {
    const text =
      "18. November: mit Ihrer Karte *4410 bezahlt\n08:27\tCAFE NORD\t3,20 EUR\n12:19\tBUCHLADEN\t11,00 EUR\nSumme\t14,20 EUR";

    expect(await read(text, "Ihre Kartenzahlungen")).toEqual([
      "-3.20 CAFE NORD",
      "-11.00 BUCHLADEN",
    ]);
  });

  test("by as many charges of a day as the message says", async () => {
    const text =
      "Each trip is billed to your Visa ending in 8820.\n18.11.2025 07:42\tMillbrook Plaza\t€3.25\n" +
      "19.11.2025 17:51\tCanal Street\t€6.00";
    const toll = ["River Tolls", "notices@rivertolls.example"] as const;

    expect(await read(text, "Activity: 2 charges posted", toll)).toEqual([
      "-3.25 Millbrook Plaza",
      "-6.00 Canal Street",
    ]);
  });

  test("by a sign and a time before each, without what was refused", async () => {
    const text =
      "Операції за карткою *7712\n08:41\t-68.00 грн\tКав'ярня Зерно\n13:05\t-1 247.35 грн\tАТБ-маркет\n" +
      "15:50\t+2 500.00 грн\tЗарахування переказу\n18:30\tВІДХИЛЕНО 899.00 грн\tГеймхаб\nБаланс: 5 431.20 грн";

    const listed = await read(text);

    expect(listed.map((one) => one.split(" ")[0])).toEqual(["-68.00", "-1247.35", "+2500.00"]);
  });

  test("by the words of each, below a line that is its day", async () => {
    const text =
      "Movements on your account *4410\nTuesday 18 November 2025\nCard purchase\nCORNER BAKERY\nDebit\n€5.80\n" +
      "Incoming transfer\nADA LANE\nCredit\n€40.00\nAvailable balance\t€817.09";

    expect(await read(text)).toEqual(["-5.80 CORNER BAKERY", "+40.00 ADA LANE"]);
  });
});

describe("an overdrawn account, whose balances have the letters of a debit behind them, proves", () => {
  test("by the balances around a list that what was paid went out", async () => {
    const text =
      "Ihr Konto *4410\nKontostand alt\t50,00 EUR S\n18.11.2025\tREWE MARKT\t20,00 EUR\n" +
      "18.11.2025\tBUCHLADEN NORD\t30,00 EUR\nKontostand neu\t100,00 EUR S";

    expect(await read(text)).toEqual(["-20.00 REWE MARKT", "-30.00 BUCHLADEN NORD"]);
  });

  test("the same with English letters", async () => {
    const text =
      "Your account *4410\nOpening balance\t£50.00 DR\n18 Nov\tCORNER BAKERY\t£20.00\n" +
      "18 Nov\tBOOK BARN\t£30.00\nClosing balance\t£100.00 DR";

    expect(await read(text)).toEqual(["-20.00 CORNER BAKERY", "-30.00 BOOK BARN"]);
  });

  test("by the balance after each movement which way it went", async () => {
    const text =
      "Ihr Konto *4410\nBuchung\tBetrag\tSaldo\n18.11.2025\tREWE MARKT\t20,00 EUR\t70,00 EUR S\n" +
      "18.11.2025\tBUCHLADEN NORD\t30,00 EUR\t100,00 EUR S\n18.11.2025\tJANA WEBER\t140,00 EUR\t40,00 EUR H\n" +
      "Saldo alt\t50,00 EUR S";

    expect(await read(text)).toEqual([
      "-20.00 REWE MARKT",
      "-30.00 BUCHLADEN NORD",
      "+140.00 JANA WEBER",
    ]);
  });
});

describe("a list is read", () => {
  test("whose balances have the German letters of credit and debit behind them", async () => {
    const text =
      "Neue Umsätze auf Ihrem Konto:\nStand\t18.11.2025, 21:30 Uhr\nBuchungstag\tBetrag EUR\n18.11.2025\n18.11.2025\nREWE MARKT\nKARTENZAHLUNG\n17.11. 10:14 FOLGE-NR. 004\n-64,18\n" +
      "18.11.2025\n18.11.2025\nStadtwerke Auental\nLASTSCHRIFT\n-112,00\n18.11.2025\n18.11.2025\nFamilienkasse\nGUTSCHRIFT\n+259,00\n" +
      "Kontostand alt (17.11.2025)\t1.806,33 H\nKontostand neu\t1.889,15 EUR H";

    expect(await read(text)).toEqual([
      "-64.18 REWE MARKT",
      "-112.00 Stadtwerke Auental",
      "+259.00 Familienkasse",
    ]);
  });

  test("without a way to pay as the name, and without the town behind it", async () => {
    const text =
      "Activity on your checking account ending in 0418:\n11/18/2025 ACH Deposit\nLINDEN DENTAL PAYROLL\n+ $1,862.40\n" +
      "11/18/2025 Debit Card Purchase\nHEARTLAND HARDWARE #214 BEMIDJI MN\n- $48.17";

    expect(await read(text)).toEqual([
      "+1862.40 LINDEN DENTAL PAYROLL",
      "-48.17 HEARTLAND HARDWARE #214",
    ]);
  });

  test("where the sign of a refund is in brackets behind its amount, and the others have none", async () => {
    const text =
      "5218 ile biten kartınız *5218\n18.11.2025 09:17\tMARKET\t1.249,90 TL\n18.11.2025 12:55\tSİMİT\t185,00 TL\n" +
      "18.11.2025 19:40\tGİYİM\tİade\t349,99 TL (+)\nKart limiti\t75.000,00 TL";
    const card = ["Anka Bankası", "kart@anka.example"] as const;

    expect(await read(text, "Günlük harcama özeti", card)).toEqual([
      "-1249.90 MARKET",
      "-185.00 SİMİT",
      "+349.99 GİYİM",
    ]);
  });

  test("where thousands are parted by blanks, with a point before the decimals", async () => {
    const text =
      "Рахунок *7712\n18.11.2025\tАТБ\t-1 247.35 грн\n18.11.2025\tЗарахування\t+12 500.00 грн\nБаланс: 15 431.20 грн";

    expect((await read(text)).map((one) => one.split(" ")[0])).toEqual(["-1247.35", "+12500.00"]);
  });

  test("in blocks of rows that begin with the same label, each with a line above it", async () => {
    const text =
      "Account *4410\n\n1. Point-of-sale purchase\nDate:   Nov 18, 2025\nAmount:   €64.17\nWhere:   HARDWARE NORTH\n\n" +
      "2. Direct deposit\nDate:   Nov 19, 2025\nAmount:   €1,842.66\nFrom:   RIVER SCHOOL\n\n" +
      "3. Point-of-sale purchase\nDate:   Nov 19, 2025\nAmount:   €5.10\nWhere:   CAFE SOUTH";

    expect((await read(text, "3 transactions posted")).map((one) => one.split(" ")[0])).toEqual([
      "-64.17",
      "+1842.66",
      "-5.10",
    ]);
  });

  test("sentence by sentence where each begins with its time, without what was refused", async () => {
    const text =
      "По вашей карте *4472:\nВ 08:07 вы оплатили 63 ₽: МЕТРО. Осталось 21 947,20 ₽.\n" +
      "В 13:30 вам перевела 3 000 ₽ Ольга Кузнецова. Осталось 24 947,20 ₽.\nВ 15:48 банк отклонил оплату 2 390 ₽ в OZON.";

    expect((await read(text)).map((one) => one.split(" ")[0])).toEqual(["-63", "+3000"]);
  });
});

describe("a person is asked", () => {
  test("where one amount is what several entries with a time come to", async () => {
    const text =
      "UPI summary of XX3381\nYou paid ₹1,088.00 in all\nSharma Store\n08:14 | Ref 6328\n₹540.00\nGas Agency\n10:02 | Ref 6329\n₹548.00";

    expect((await read(text)).at(-1)).toBe("asked");
  });

  test("where a paragraph has more times with amounts than could be read", async () => {
    const text =
      "Alle 13:08 hai pagato 14,60 € a Pizzeria Gino. Alle 17:45 la Libreria ti ha rimborsato 19,90 €. Alle 19:20 una tisana per 25,00 € da Lia.";

    expect((await read(text)).at(-1)).toBe("asked");
  });
});

describe("a list that is proven only in part", () => {
  const PROVEN =
    "Account *4410\n18 Nov\tCORNER BAKERY\t-12.50 EUR\t87.50 EUR\n18 Nov\tADA LANE\t+40.00 EUR\t127.50 EUR\n";

  test("is asked about if a second list beside it has no proof", async () => {
    const text = `${PROVEN}The entries of your second account follow below, and they are printed here in the order in which they were booked.\n18 Nov\tBOOK BARN\t9.00 EUR\n18 Nov\tLAKE FUEL\t27.50 EUR`;

    expect((await read(text)).at(-1)).toBe("asked");
  });

  test("is asked about if the message announces more movements above it", async () => {
    expect((await read(`5 transactions were booked.\n${PROVEN}`)).at(-1)).toBe("asked");
  });

  test("is shown as far as it is proven, with a question, if nothing else of the message can be read", async () => {
    const text =
      "5 transactions happened on your current account ending 4410 yesterday.\nDate\tDescription\tPaid out\tPaid in\tBalance\n" +
      "18 Nov\tCORNER BAKERY\tUSD 12.50\tUSD 987.50\n18 Nov\tNORTH POWER\tUSD 64.00\tUSD 923.50\n18 Nov\tADA LANE\tUSD 120.00\tUSD 1,043.50\n" +
      "Opening balance: USD 1,000.00";
    const { receipts } = await readAll(text, "Your account yesterday");

    expect(receipts.map(({ incoming, total }) => [incoming, total?.value])).toEqual([
      [false, "12.50"],
      [false, "64.00"],
      [true, "120.00"],
    ]);
    expect(receipts.map(({ doubts }) => doubts.map(({ detail }) => detail))).toEqual(
      receipts.map(() => ["The message reports 5 movements, but 3 could be read."]),
    );
  });

  test("is whole if only a footer has another number", async () => {
    const text = `${PROVEN}You have 5 free withdrawals left this month.`;

    expect(await read(text)).toEqual(["-12.50 CORNER BAKERY", "+40.00 ADA LANE"]);
  });

  test("is whole if all that is left are balances before and after it, whatever their words are", async () => {
    const text = `${PROVEN}Vorher-Wert 18.11.2025\t100.00 EUR\nNachher-Wert 18.11.2025\t127.50 EUR`;

    expect(await read(text)).toEqual(["-12.50 CORNER BAKERY", "+40.00 ADA LANE"]);
  });

  test("is asked about if the words of one more amount are not known and no balance explains it", async () => {
    const text =
      "Account *4410\n18 Nov\tCORNER BAKERY\t-12.50 EUR\n18 Nov\tADA LANE\t+40.00 EUR\n" +
      "18 Nov\tVorher-Wert\t100.00 EUR\n18 Nov\tNachher-Wert\t120.50 EUR";

    expect((await read(text)).at(-1)).toBe("asked");
  });

  test("is no list if some of its days are still to come: a plan of instalments", () => {
    const text =
      "Amount paid\t64.37 EUR\n16 November 2025\t64.37 EUR\tpaid\n16 February 2026\t64.37 EUR\n" +
      "16 May 2026\t64.37 EUR\n16 August 2026\t64.36 EUR\nWhole year\t257.47 EUR";
    const document = alertDocument({ from: BANK, text });

    expect(findMessageLists({ view: "text", alert: parseAlertText(text), document })).toEqual({
      whole: [],
      partial: [],
      unproven: [],
    });
  });

  test("is not read if the text goes on behind so many lines that the list may be cut off", async () => {
    const rows =
      "18 Nov\tCORNER BAKERY\t-12.50 EUR\n18 Nov\tADA LANE\t+40.00 EUR\n18 Nov\tLAKE FUEL\t-1.00 EUR";
    const text = `${"Terms\n\n".repeat(199)}${rows}`;

    expect(await read(text)).not.toEqual(["-12.50 CORNER BAKERY", "+40.00 ADA LANE"]);
  });
});

test("Charges that were refunded do not count as charges", async () => {
  const text =
    "Your Visa ending in 8820:\n18.11.2025 07:42\tMillbrook Plaza\t€3.25\n19.11.2025 17:51\tCanal Street\t€6.00";
  const toll = ["River Tolls", "notices@rivertolls.example"] as const;

  const listed = await read(text, "Refund of 2 charges", toll);

  expect(listed.filter((one) => one.startsWith("-"))).toEqual([]);
});

test("The doubt about unread movements is a reason of its own", async () => {
  const text = "A payment of €12.50 was made with your card *4410 at CORNER BAKERY.";

  const { receipts } = await readAll(text, "3 new transactions on your card");

  expect(receipts.flatMap(({ doubts }) => doubts)).toEqual([
    { reason: "unread_movements", detail: "The message reports 3 movements, but 1 could be read." },
  ]);
});

describe("no list of movements are", () => {
  test("the offers below a purchase, whose amounts and rates look like times", async () => {
    const text =
      "Your debit card ending in 4471 was used for a £63.18 purchase at FEED DEPOT on 11/18/2025 at 4:07 PM.\n\nMEMBER NEWS\n" +
      "* Skip-a-Pay is back. Skip your December payment for a £12.30 fee; proceeds go to the Food Shelf.\n" +
      "* 11-month share certificate: 4.15% APY, £500.00 minimum deposit. Early withdrawal penalties may apply.";

    expect(await read(text, "Debit card alert")).toEqual(["-63.18 FEED DEPOT"]);
  });

  test("the bills of a supplier's own account, in which a payment is a plus", async () => {
    const text =
      "Your statement is ready. Your Direct Debit was taken from your bank on 18 November 2025.\n" +
      "Balance on your last statement\t£212.40 credit\nElectricity, 20 Oct to 17 Nov\t-£74.38\nGas, 20 Oct to 17 Nov\t-£84.55\n" +
      "Direct Debit collected 18 Nov\t+£134.00\nBalance now\t£187.47 credit";
    const supplier = ["Brightwell Energy", "hello@brightwell.example"] as const;

    const listed = await read(text, "Your November statement", supplier);

    expect(listed.filter((one) => one.startsWith("+"))).toEqual([]);
  });

  test("a refund and the purchase that it refunds in part", async () => {
    const text =
      "Auf Ihrem Kreditkartenkonto wurde eine Erstattung verbucht:\nKarte: Visa, Endziffern 7702\nHändler: SCHUHHAUS LINDNER\n" +
      "Betrag: + 59,95 EUR\nUmsatzart: Gutschrift aus Retoure\nBuchungsdatum: 18.11.2025\n\nUrsprünglicher Umsatz vom 06.11.2025: 154,85 EUR";

    expect(await read(text, "Gutschrift auf Ihrer Kreditkarte")).toEqual([
      "+59.95 SCHUHHAUS LINDNER",
    ]);
  });

  test("the flights of one booking, though a bank is named that authorised it", async () => {
    const text =
      "Thank you for your booking.\n18 Nov 2025 08:10\tLondon to Oslo\t£120.00\n19 Nov 2025 19:40\tOslo to London\t£140.50\n" +
      "Total paid: £260.50\nPaid with Visa ending in 4417, authorised by Barclays Bank.";

    expect(await read(text, "Booking HX22PQ", ["Skylark Air", "book@skylark.example"])).toEqual([
      "-260.50 Skylark Air",
    ]);
  });

  test("what was invoiced and paid on a customer's account with a supplier", async () => {
    const text =
      "Stand Ihres Kundenkontos\n01.10.2025\tRechnung 10/2025\t80,00 EUR\t80,00 EUR\n" +
      "15.10.2025\tIhre Zahlung\t-80,00 EUR\t0,00 EUR\nSaldo: 0,00 EUR";

    expect(
      await read(text, "Ihr Kundenkonto", ["Stadtwerke Aue", "s@stadtwerke-aue.example"]),
    ).toEqual([]);
  });

  test("the instalments of a loan that are all ahead", async () => {
    const text =
      "The repayments of your loan:\n01/12/2025\t250.00 EUR\t4,750.00 EUR\n01/01/2026\t250.00 EUR\t4,500.00 EUR";

    expect(await read(text, "Your repayment schedule")).toEqual([]);
  });

  test("the instalments of one purchase, of which the first is today", async () => {
    const text =
      "Sua compra em MERCADO AURORA de R$ 300,00 em 20/11/2025 foi parcelada em 3 parcelas no cartão final 4410:\n\n" +
      "20/11/2025  R$ 100,00\n20/12/2025  R$ 100,00\n20/01/2026  R$ 100,00";

    expect(await read(text, "Compra parcelada no seu cartão")).toEqual(["-300.00 MERCADO AURORA"]);
  });

  test("instalments with a dash before each amount", async () => {
    const text =
      "Parcela 1 - venc. 10/08/2025 - R$ 148,90 - paga\nParcela 2 - venc. 10/09/2025 - R$ 148,90 - paga\n" +
      "Parcela 3 - venc. 10/11/2025 - R$ 148,90 - PAGA AGORA";

    expect(await read(text, "Pagamento da parcela 3")).not.toContain("-148.90 Parcela 1");
  });
});

test("A person is asked where a message tells of more movements than could be read", async () => {
  const text = "A payment of €12.50 was made with your card *4410 at CORNER BAKERY.";

  expect(await read(text, "3 new transactions on your card")).toEqual([
    "-12.50 CORNER BAKERY",
    "asked",
  ]);
});

test("Each movement of a list has the day of its heading, and the digits above the list", async () => {
  const text =
    "Card *4410\n17 November 2025\n08:27\tCAFE NORD\t-3.20 EUR\n18 November 2025\n12:19\tBOOK BARN\t-11.00 EUR\nBalance\t80.00 EUR";

  const { receipts } = await readAll(text);

  expect(receipts.map(({ date, card_last4 }) => [date?.value, card_last4?.value])).toEqual([
    ["2025-11-17", "4410"],
    ["2025-11-18", "4410"],
  ]);
});
