// Messages built as those of banks and shops are: tables whose cells break, footers that warn of fraud, notes of what
// is to come, bills that are marked as paid.

import { describe, expect, test } from "vitest";
import { readMail } from "../../src/receipts/read-mail.ts";
import { mail } from "./mime/write-mail.ts";

interface Letter {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

async function moved({ from, subject, text }: Letter): Promise<string[]> {
  const headers = [
    `From: ${from}`,
    "To: ada@mail.example",
    `Subject: ${subject}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0000",
  ];
  const { documents } = await readMail(mail(headers, text.replaceAll("\n", "\r\n")));
  return documents.flatMap(({ receipts }) =>
    receipts.flatMap(({ kind, incoming, total, currency, doubts }) =>
      kind === "not a transaction"
        ? []
        : [
            [
              incoming ? "in" : "out",
              total?.value ?? "nothing",
              currency ?? "?",
              ...(doubts.length > 0 ? ["asked"] : []),
            ].join(" "),
          ],
    ),
  );
}

const ALDER = "Alder Bank <alerts@alderbank.example>";
const ISTMO = "Banco del Istmo Dominicano <notificaciones@bancodelistmo.example>";

describe("a bank's notice", () => {
  test("is read though its footer says what to do about a fraudulent email that one received", async () => {
    const text =
      "Dear Customer,\n" +
      "GBP 250.00 has been withdrawn from your account 067XXX17XXX01. The available balance is GBP 510.07." +
      "\nWe will never ask you for your password.\nIf you believe you received a fraudulent email please click here.";

    expect(await moved({ from: ALDER, subject: "Transaction advice", text })).toEqual([
      "out 250.00 gbp",
    ]);
  });

  test("is read from a table whose cell goes on in the next line", async () => {
    const text =
      "Gracias por utilizar su Tarjeta Debito, terminada en 1111.\nA continuación detalle de la transacción:\n\n" +
      "Monto\tMoneda\tFecha\tComercio\tEstatus\t\n" +
      "RD$643.10\tPeso dominicano\t04/09/2026\tCAFE DEL\nPUERTO\tAprobada\t\n\n" +
      "En caso de requerir mayor información, puede comunicarse con nosotros llamando al 809-555-0100.";

    expect(await moved({ from: ISTMO, subject: "Notificación de Consumo", text })).toEqual([
      "out 643.10 dop",
    ]);
  });

  test("is read from a table with the channel of the transfer", async () => {
    const text =
      "Le informamos los detalles de la transacción de transferencia recibida en su cuenta terminada en 0000:\n" +
      "Monto\tFecha\tCanal\nRD $650.00\t4/9/2026\tAPP ISTMO\nSi no reconoce esta transacción, llame al 809-555-0100.";

    expect(
      await moved({ from: ISTMO, subject: "Notificación transferencia recibida", text }),
    ).toEqual(["in 650.00 dop"]);
  });

  test("of a declined payment moves nothing, however much it is worded like a purchase", async () => {
    const text =
      "Estimado (a) ADA LANE\nGracias por utilizar su Visa Débito Clásica, terminada en 3333.\n" +
      "Le informamos que su transacción ha sido declinada por fondos\ninsuficientes.\n" +
      "A continuación el detalle de su transacción:\n\nMonto\tFecha\tComercio\tEstatus\t\n" +
      "RD$18,800.00\t07/09/2026\tTIENDA CENTRAL DR.\nDeclinada\t";

    expect(await moved({ from: ISTMO, subject: "Notificación de Consumo", text })).toEqual([]);
  });

  test("of a transfer abroad tells what the account was debited, and not what the receiver gets", async () => {
    const text =
      "Here is a consolidated status of your Telegraphic Transfer.\nTransaction Date:\n24/Nov/2026 07:40 PM\n" +
      "From Account:\n067***17***01\nDebit Amount:\nAED 404.42\nTransaction Amount:\nEUR 97.00\nBeneficiary Name:\n" +
      "Hof Lanser\nTransaction Fees:\nNo Fees\nStatus:\nSuccess";

    expect(await moved({ from: ALDER, subject: "Telegraphic Transfer", text })).toEqual([
      "out 404.42 aed",
    ]);
  });

  test("of a transfer that was scheduled is read once it is completed", async () => {
    const text =
      "Dear Customer,\nYour scheduled transfer of RM908.25 to LEE WEI LING on 24/11/2026, 10:02 AM (GMT+8) was " +
      "successfully completed.\nThank you for banking with us.\nOpen the app and head to Scheduled Transfers.";

    expect(
      await moved({ from: ALDER, subject: "Your scheduled transfer is completed", text }),
    ).toEqual(["out 908.25 myr"]);
  });

  test.each([
    [
      "in",
      "Te hicieron una transferencia bancaria a tu IstmoCuenta.\nMonto recibido\nCOP 24.208.992",
    ],
    [
      "in",
      "¡Recibiste plata! Recibiste 24.208.992 de EMPRESA ANDINA SAS el 24 de noviembre de 2026.",
    ],
  ])("of a transfer to the reader is money %s, as in %j", async (direction, text) => {
    const from = "Nequi <notificaciones@nequi.com.co>";

    expect(await moved({ from, subject: "Resumen transferencia Bancaria", text })).toEqual([
      `${direction} 24208992 cop`,
    ]);
  });

  test("is read where each value stands above its label, and not by what is left of the limit", async () => {
    const text =
      "số dư thẻ Tín dụng của Quý khách đã\nthay đổi như sau: *Your credit card balance has changed as below:*\n" +
      "*- 83,144 VND*\n\nSố tiền thay đổi / *Changed Amount*\n*XANG_SAI GON_CH18*\n\n" +
      "Nội dung / *Transaction Content*\n" +
      "*24/11/2026 17:52:33*\n\nThời gian /*Time*\n*377,646 VND*\n\nHạn mức còn lại / *Available Limit*\n" +
      "*MasterCard *6458*\n\nThẻ /* Card*\n*612623233440*\n\nMã giao dịch / *Transaction Code*";
    const from = "VPBank <customercare@care.vpb.com.vn>";

    expect(await moved({ from, subject: "VPBank xin thong bao bien dong so du", text })).toEqual([
      "out 83144 vnd",
    ]);
  });

  test("is one sentence though a line of it that goes on has words of labels", async () => {
    const text =
      "Chúng tôi xin thông báo thẻ tín dụng X1348 của Quý khách vừa thực hiện giao\n" +
      "dịch với số tiền 166,000 VND tại SenTea vào ngày 24/11/2026.";
    const from = "HSBC <hsbc@notification.hsbc.com.hk>";
    const subject =
      "=?utf-8?B?UHVyY2hhc2UgLSBUaMO0bmcgYsOhbyBnaWFvIGThu4tjaCB0aOG6uyB0w61uIGThu6VuZw==?=";

    expect(await moved({ from, subject, text })).toEqual(["out 166000 vnd"]);
  });

  test("of a balance moves nothing, though its sign has a cell of its own", async () => {
    const text =
      "[Transfer]\tHi Ada, here's your available balance\nBalance:\n$\t1,846.02\nAccount:\tPlus Banking - 2222\n" +
      "Date:\tNovember 24, 2026\nThis balance may be different from what displays in Online Banking.";

    expect(await moved({ from: ALDER, subject: "Your Available Balance", text })).toEqual([]);
  });

  test("of a direct debit to come moves nothing", async () => {
    const text =
      "イシカワ コウキさま\nアルダー銀行より、以下の口座引き落としについて事前にお知らせします。\n口座引落予定日： 2026年11月27日\n" +
      "引落金額： 247,052円\n内容　： アルダーカード";
    const from = "=?utf-8?B?44Ki44Or44OA44O86YqA6KGM?= <service@alderbank.example>";
    const subject = "=?utf-8?B?5Y+j5bqn5byV44GN6JC944Go44GX44Gu5LqL5YmN44GK55+l44KJ44Gb?=";

    expect(await moved({ from, subject, text })).toEqual([]);
  });

  test("of an inward remittance is money in", async () => {
    const text =
      "Please be advised that the below transaction has been Processed.\nTransaction : Inward Remittance\n" +
      "Bank Reference: 4976L434\nCurrency and Amount: SGD 20.00\nThis is a system-generated mail.";

    expect(await moved({ from: ALDER, subject: "Inward Remittance Processed", text })).toEqual([
      "in 20.00 sgd",
    ]);
  });

  test("of money given back is not doubted for being worded like a purchase", async () => {
    const text =
      "A transaction of 27.90 SGD made with your Alder card ending 8959 on 24 Nov 26, 6:34PM at " +
      "Gopher Rides has been " +
      "reversed.\nThis message was sent since you made a purchase with your card. Purchases that you made with your " +
      "card at shops, and payments that you made online, are shown in the app. If you have not made this purchase, " +
      "call us. Card purchases made abroad may be charged later. You paid with your card: thank you for your payment.";

    expect(
      await moved({ from: ALDER, subject: "Your transaction has been reversed", text }),
    ).toEqual(["in 27.90 sgd"]);
  });
});

describe("a card's receipt", () => {
  test("is read from a line with the shop and the amount", async () => {
    const text =
      "Ricevuta email\nCiao Ada,\nHai fatto un acquisto da:\nScarpe del Borgo Snc    133.92€\n24 November 2026\n" +
      "Per questa carta:\nAda Lane\nMastercard Debit\nXXXX-4616\n" +
      "Questa transazione apparirà sull'estratto conto come:\nSCARPE DEL BORGO SNC TORINO ITA";
    const subject = "Receipt: Acquisto da Scarpe del Borgo Snc per 133.92€";
    const from = "Curve <support@imaginecurve.com>";

    expect(await moved({ from, subject, text })).toEqual(["out 133.92 eur"]);
  });

  test("without a label for any of its amounts is of the amount in its subject", async () => {
    const text = "Corner Shop, 24/11/2026\nTea  €3.80\nPoints  €0.04\nAda Lane\nThank you";
    const subject = "Your receipt for €3.80 at Corner Shop";

    expect(await moved({ from: "Paper Lab <receipts@paperlab.example>", subject, text })).toEqual([
      "out 3.80 eur",
    ]);
  });
});

describe("a bill", () => {
  const lines = (state: string) =>
    `Invoice Number\n1891215\nInvoice Date\n2026-11-24\n${state}Your order\nPersonal plan\t$8.50\n` +
    "Total\t$8.50\n\nSmall World LLC, Melbourne, FL 32901";
  const from = "Small World <support@smallworld.example>";

  test.each([
    ["in a row", "Small World Invoice 1891215", "Terms\nPAID\n"],
    ["in its subject", "Small World Invoice 1891215: Paid", ""],
  ])("that is marked as paid %s is a payment", async (_where, subject, state) => {
    expect(await moved({ from, subject, text: lines(state) })).toEqual(["out 8.50 usd"]);
  });

  test("without such a mark is asked about", async () => {
    const all = await moved({ from, subject: "Small World Invoice 1891215", text: lines("") });

    expect(all).toEqual(["out 8.50 usd asked"]);
  });

  test("whose last sentence says that the message confirms the payment is a payment", async () => {
    const text =
      "Facture\nDATE DE LA FACTURE\n24 novembre 2026\nStockage 50 Go, mensuel\n0,99 €\n" +
      "TVA à 20 % comprise\n0,16 €\nTOTAL\n0,99 €\n" +
      "Cet e‑mail confirme le paiement du forfait indiqué ci‑dessus.";

    expect(
      await moved({ from: "Nuage <recus@nuage.example>", subject: "Votre facture", text }),
    ).toEqual(["out 0.99 eur"]);
  });
});

describe("a bill of an order", () => {
  const from = "Futterhof <rechnung@futterhof.example>";
  const lines =
    "Rechnung Nr.: 2019229060\t24.11.2026\nGesamt\t24,23 EUR\nVersandkosten\t0,00 EUR\nGesamt-Brutto\t24,23 EUR\n" +
    "MwSt.\t1,59 EUR\nDiese Rechnung ist Bestandteil Ihres Auftrags vom 23.11.2026\n";

  test.each([
    [
      "is a receipt if its payment came in",
      "Ihre Zahlung ist am 23.11.2026 20:33:33 bei uns eingegangen.",
      "",
    ],
    [
      "is asked about if it ships once the payment came in",
      "We ship once we have received your payment.",
      " asked",
    ],
    [
      "is asked about if the payment is awaited",
      "Sobald Ihre Zahlung bei uns eingegangen ist, versenden wir.",
      " asked",
    ],
  ])("%s", async (_what, sentence, asked) => {
    const subject = "Rechnung zu Ihrer Bestellung";

    expect(await moved({ from, subject, text: `${lines}${sentence} Vielen Dank.` })).toEqual([
      `out 24.23 eur${asked}`,
    ]);
  });
});

describe("a shop's message", () => {
  test("of a recurring payment that could not be taken moves nothing", async () => {
    const text = "We couldn't process your recurring payment.\nAmount paid each time\n$29.00 USD\n";
    const subject = "We couldn't process your recurring payment";

    expect(await moved({ from: "PayPal <service@paypal.com>", subject, text })).toEqual([]);
  });

  test("of what is to be paid at the salon moves nothing", async () => {
    const text =
      "Your booking is confirmed\nOrder reference: W1503268392\nYour appointment\nWednesday, 26 November, 11:15 AM\n" +
      "Acupuncture\n30 minutes session\nAmount to pay at the salon\n£45.00\nFiness Clinic";

    expect(
      await moved({
        from: "Finess Clinic <noreply@finess.example>",
        subject: "Appointment Confirmation",
        text,
      }),
    ).toEqual([]);
  });

  test("of a refund that was issued is money in, whatever it says of the return request", async () => {
    const text =
      "Hello Ada,\nYour refund was issued.\nWe have issued your refund.\nRefund subtotal\t$19.99\n" +
      "Promo discount deduction:\t-$3.00\nTotal refund\t$16.99\n" +
      "If your returned item doesn't match the original return request, we will charge your payment method.";

    expect(
      await moved({
        from: "Corner Shop <return@cornershop.example>",
        subject: "Your refund for pyjamas",
        text,
      }),
    ).toEqual([expect.stringMatching(/^in 16\.99/)]);
  });

  test("with an electronic ticket tells its price, and not what luggage costs for payment in advance", async () => {
    const text =
      "Electronic ticket 0123456789\nNumber of passengers: 1 (Adult)\nFri 27/11/26 Wien 22:10\n" +
      "Sat 28/11/26 Brno 00:30\n" +
      "Price: 340 CZK\nCancellation terms: more than 1 hour: 0 %\n" +
      "The fee for each extra piece of luggage is 100 CZK while paying by a coach or 50 CZK for payment in advance.";

    expect(
      await moved({
        from: "Moravia Bus <info@moraviabus.example>",
        subject: "Electronic ticket 0123456789",
        text,
      }),
    ).toEqual([expect.stringMatching(/^out 340 czk/)]);
  });

  test("of an order that is not to be paid yet asks for what the courier takes in cash", async () => {
    const text =
      "Dear Ada,\nWe are pleased to inform you that your order is on its way!\n" +
      "Request you to pay ₹169 to the courier associate visiting you.\nTracking ID: SF321527154HO\n" +
      "Glitter slippers\nQty: 1\n₹69.0\nSubtotal\n₹69.0\nShipping\n₹100.0\nOrder Total\n₹169.0";
    const from = "Lantern Kids <wecare@lanternkids.example>";

    expect(await moved({ from, subject: "Order Shipped", text })).toEqual(["out 169 inr asked"]);
  });

  test("of a flight is read from its row of approved transactions, and not from a tax above it", async () => {
    const text =
      "Confirmación Reserva\nOEGC6H\n¡Gracias por escogernos!\nNOMBRE PASAJERO\nFECHA EMISIÓN\nADA LANE\n24/11/2026\n" +
      "DETALLE RESERVA\nFecha: 08/12/2026\nTasa de Seguridad de Aviación (PSA):\nARS $ 1.725,00\nTRANSACCIONES\n" +
      "24/11/2026\nARS $ 404.111,04\nAprobado\nSi el vuelo se cancela se ofrecerá un nuevo vuelo.";
    const from = "Aerolinea Sur <noreply@aerosur.example>";

    expect(await moved({ from, subject: "Confirmación Reserva OEGC6H", text })).toEqual([
      "out 404111.04 ars",
    ]);
  });

  test("is in the dollars that a sentence names, whatever countries its address and telephone show", async () => {
    const text =
      "Dear Ada,\nThank you for shopping at Lantern. Here are the details of your order:\nORDER NUMBER\n567235340\n" +
      "Merchandise Subtotal\t$108.95\nSpecial Offer\t-$15.00\nSales Tax\t$0.00\nPayment Total\t$93.95\n" +
      "All charges are processed in U.S. currency.\n" +
      "Call (800) 555-0116, outside the U.S. and Canada +1 937 555 0197.\n" +
      "Lantern, 12 King Street, Toronto, ON M5H 1A1\nReturns: 8655 East Broad St., Reynoldsburg, OH 43068";
    const from = "Lantern <orders@lantern.example>";

    expect(await moved({ from, subject: "Order confirmation #567235340", text })).toEqual([
      "out 93.95 usd",
    ]);
  });

  test("that is called a receipt in its first line is one, though its subject names an invoice", async () => {
    const text =
      "Beleg und Verlängerungsmitteilung\n24. November 2026\nBestellnummer:\nMNMTS2HNJV\nGeräteschutz\n" +
      "Nächstes Rechnungsdatum: 24. Dezember 2026\n4,49 €\nDer Preis beinhaltet 19% Versicherungssteuer";
    const from = "Obsthof <no_reply@obsthof.example>";

    expect(await moved({ from, subject: "Deine Rechnung von Obsthof", text })).toEqual([
      "out 4.49 eur",
    ]);
  });

  test("in Polish says by its subject that it was bought and paid", async () => {
    const text =
      "kupiłeś kabel sieciowy, a sprzedający otrzymał Twoją wpłatę.\nTwój zakup: opłacony\n" +
      "z dnia 23 lis 2026, 21:39\n" +
      "kabel sieciowy\n62,35 zł\nMetoda dostawy\nPaczkomat\n0,00 zł\nRAZEM\n62,35 zł";
    const subject = "=?utf-8?B?S3VwacWCZcWbIGkgemFwxYJhY2nFgmXFmzoga2FiZWw=?=";
    const from = "Targ <powiadomienia@targ.example>";

    expect(await moved({ from, subject, text })).toEqual(["out 62.35 pln"]);
  });

  test("that thanks for a purchase in its first line is a bill, if its subject names an invoice", async () => {
    const text =
      "Vielen Dank für Ihren Einkauf\nRechnungsnummer: 4711\nGesamtbetrag\t34,49 EUR\nZahlbar innerhalb von 14 Tagen";
    const from = "Obsthof <no_reply@obsthof.example>";

    expect(await moved({ from, subject: "Ihre Rechnung von Obsthof", text })).toEqual([
      "out 34.49 eur asked",
    ]);
  });

  test("of a payout to a host is money in", async () => {
    const text =
      "Pago de 1.964,39 € enviado\n" +
      "Te hemos enviado un cobro de 1.964,39 €. Este pago debería llegar a tu cuenta antes del " +
      "1 de diciembre de 2026, contando con los fines de semana y los días festivos.\nReservation\n462,45 €\n" +
      "Reservation\n1.501,94 €\nImporte pagado (EUR)\n1.964,39 €\nEl equipo de Casa Lejos";
    const from = "Casa Lejos <express@casalejos.example>";

    expect(await moved({ from, subject: "Hemos enviado un cobro de 1.964,39 €", text })).toEqual([
      "in 1964.39 eur",
    ]);
  });
});

describe("an order", () => {
  test("that was divided is one movement for each part, also below a list of their numbers", async () => {
    const part = (number: string, price: string) =>
      `Order #\n${number}\nPlaced on Tuesday, November 24, 2026\nItem Subtotal:\n${price}\n` +
      `Shipping & Handling:\n$0.00\n` +
      `Order Total:\n${price}\n`;
    const [first, second] = ["111-7699859-4951413", "111-8019070-1384255"];
    const text =
      `Order Confirmation\nOrder #\n${first}\nOrder #\n${second}\nHello Ada,\nThank you for shopping with us.\n` +
      `Your purchase has been divided into 2 orders.\nOrder Details\n${part(first, "$7.69")}${part(second, "$52.22")}`;
    const from = "Lantern Books <orders@lantern.us>";

    expect(await moved({ from, subject: "Your order of a cup and 4 more items", text })).toEqual([
      "out 7.69 usd",
      "out 52.22 usd",
    ]);
  });

  test("with two numbers of its own is one", async () => {
    const text =
      "Order confirmation #1662572875398 Order details\nOrder ID 6318cfd5206817a9e33f39ed\nVenue KURA Wings\n" +
      "Apple Pay 103.49\nDelivery 9.99\nTotal in PLN (incl. VAT) 103.49";
    const from = "Wings <info@wings.example>";

    expect(await moved({ from, subject: "Your order's confirmed: KURA Wings", text })).toEqual([
      "out 103.49 pln",
    ]);
  });

  test.each([
    ["Fizetési mód\nUtánvétes fizetés", " asked"],
    ["Fizetési mód\nBankkártya", ""],
  ])("with the way to pay %j is%s paid", async (way, asked) => {
    const text =
      `Webáruházunkban rendelést adott le.\nParfüm\n8 054 Ft\nSzállítási költség\n1 090 Ft\n` +
      `Végösszeg\n9 144 Ft\n${way}\n` +
      "Köszönjük, hogy webáruházunkban vásárolt!";
    const from = "Illat <info@illat.example>";

    expect(await moved({ from, subject: "Rendelés visszaigazolás 98691", text })).toEqual([
      `out 9144 huf${asked}`,
    ]);
  });

  test("whose instalment will be processed soon is asked about", async () => {
    const text =
      "We wanted to remind you that a payment for your product is due on 12/14/2026. We will " +
      "begin processing payment for " +
      "your product on this date.\nOrder Number: 113-9042362-9156231 Payment Due: $25.99 Remaining Balance: $25.99";
    const from = "Lantern <payments-update@lantern.us>";

    expect(
      await moved({ from, subject: "Payment for your product will process soon", text }),
    ).toEqual(["out 25.99 usd asked"]);
  });

  test("that somebody bought from the reader is money in", async () => {
    const text =
      "Payment received for your item. Now let's print a label and ship it out!\nCrew Neck Tee\nPaid: $10.00\n" +
      "Item #: 152262952392\nBuyer: coffeebean217";
    const from = "Lantern Market <market@lantern.us>";

    expect(await moved({ from, subject: "Your item sold! Crew Neck Tee", text })).toEqual([
      "in 10.00 usd",
    ]);
  });

  test("that the buyer has yet to pay is no money in", async () => {
    const text =
      "You did it! Your item sold. Please ship this item to the buyer after your buyer pays.\nLipstick\n" +
      "Sale price:\t$9.50\nQuantity sold:\t1\nBuyer:\tcoffeebean217";
    const from = "Lantern Market <market@lantern.us>";

    expect(await moved({ from, subject: "Your item sold! Lipstick", text })).toEqual([]);
  });

  test("that is sent in parts is charged by the notice of a part, where that says so", async () => {
    const text =
      "発送のお知らせ\n注文番号\n503-4262440-4408605\n本日、一部の商品を発送いたしました。\n発送の詳細\n杏仁豆腐\n" +
      "小計:\n￥ 1,680\n配送料および手数料：\n￥ 0\n消費税：\n￥ 84\n合計：\n￥ 1,764\n" +
      "クレジットカード（Visa）でのお支払い額：\n￥ 1,764\n" +
      "請求は今回発送した商品に対してのみ行われます。商品代金の請求は発送ごとに行っています。";
    const from = "Lantern <ship-confirm@lantern.co.jp>";
    const subject = "=?utf-8?B?5pys44Gu55m66YCB?=";

    expect(await moved({ from, subject, text })).toEqual(["out 1764 jpy"]);
  });
});

describe("a list of movements", () => {
  const from = "Ahornbank <kk@ahornbank.example.cn>";
  const subject = "=?utf-8?B?5q+P5pel5L+h55So566h5a62?=";
  const HEAD = "2026/08/19 您的消费明细如下：\n";

  test("of which each stands in three lines, a time, an amount and what it was for, is read whole", async () => {
    const text =
      `${HEAD}02:38:56\nCNY 22.56\n尾号2111 消费 支付宝-碗大厨社区厨房\n` +
      "18:12:56\nCNY 23.46\n尾号2111 消费 支付宝-碗大厨社区厨房\n23:57:01\nCNY 91.11\n尾号2111 消费 美团支付";

    expect(await moved({ from, subject, text })).toEqual([
      "out 22.56 cny",
      "out 23.46 cny",
      "out 91.11 cny",
    ]);
  });

  test("of purchases has what was given back by its minus and the words below it", async () => {
    const text =
      `${HEAD}02:38:56\nUSD 1.36\n尾号2111 邮购 LANTERN.AI SAN FRANCISCOCA US\n` +
      "23:57:01\nCNY 286.00\n尾号7190 消费 美团支付\n23:58:00\nCNY -9.90\n退货 支付宝退款";

    expect(await moved({ from, subject, text })).toEqual([
      "out 1.36 usd",
      "out 286.00 cny",
      "in 9.90 cny",
    ]);
  });
});

describe("a cancelled order", () => {
  const from = "Lantern Market <info@lantern.example>";
  const subject = "Order #16045 has been canceled";
  const ITEMS =
    "Your order has been canceled\nRefunded Items\nMilk × 246\nRefunded\n€479,70\n" +
    "Subtotal\t€479,70\nShipping\t€145,00\nTotal\t€624,70 EUR\nMastercard (ending in 3450)\t€473,85\n";

  test.each([
    ["over its amount", "Refund\nMastercard\n- €473,85"],
    ["beside its amount", "Refund\nMastercard\t-€473,85"],
  ])("gives back what stands under refund and the way to pay, %s", async (_where, block) => {
    expect(await moved({ from, subject, text: `${ITEMS}${block}` })).toEqual(["in 473.85 eur"]);
  });

  test("without such a block tells of no money", async () => {
    const text = "Your order has been canceled\nMilk × 246\nTotal\t€624,70 EUR";

    expect(await moved({ from, subject, text })).toEqual([]);
  });
});

describe("a Japanese receipt", () => {
  const from = "=?utf-8?B?5qW95aSp44Oa44Kk?= <no-reply@pay.lantern.co.jp>";
  const subject = "=?utf-8?B?44GU5Yip55So5YaF5a6556K66KqN?=";

  test.each([
    ["a payment's", "PRD1979164-250313145221-566-0111", ["out 6770 jpy"]],
    ["a parcel's", "4401-3382-0457", []],
  ])("with the number of %s slip", async (_whose, number, expected) => {
    const text =
      `ご利用明細\nご利用日時\t2026/11/24(火) 14:52\n伝票番号\t${number}\nご利用店舗\tパティスリー　シシ\n` +
      "決済総額\t¥6,770\nポイント\t0\n※キャンペーン参加によるポイント進呈分は含まれません。";

    expect(await moved({ from, subject, text })).toEqual(expected);
  });
});

test("an Indonesian notice of what the reader did in the bank's app is money out", async () => {
  const text =
    "Halo, ADA\nBerikut ini adalah informasi transaksi yang telah Anda lakukan di Aplikasi Seribu.\n" +
    "24 November 2026, 09:00:55 WIB\nNo. Ref : 762178203330\nDompetKu\n082100000519\n" +
    "Jenis Transaksi\nDompetKu\nCatatan\n-\nNominal\nRp80.000\nBiaya Admin\nRp0";
  const from = "Seribu <bank@seribu.co.id>";

  expect(await moved({ from, subject: "Top Up", text })).toEqual(["out 80000 idr"]);
});

describe("an amount beside the movement of a bank's notice", () => {
  test("does not count where a sentence gives it as an example", async () => {
    const text =
      "Sonu 7753 ile biten kredi kartınızdan 22.11.2026 tarihinde saat 14:47'de AKYOL PETROL işyerinde " +
      "2.184,60 TL tutarında peşin alışveriş yapılmıştır.\n\nTaksitlendirmek ister misiniz?\n" +
      "Örneğin 3.000 TL'lik bir harcama, aylık %4,25 faizle 3 x 1.085,60 TL olur.";
    const from = "Alder Bankasi <bilgi@alderbank.com.tr>";

    expect(await moved({ from, subject: "Kart bilgilendirme", text })).toEqual(["out 2184.60 try"]);
  });

  test("does not count where it is the balance after the movement", async () => {
    const text =
      "Tájékoztatjuk, hogy a Kikötő megtakarítási számla (számlaszám vége: 3341) negyedéves kamatát elszámoltuk. " +
      "A fennmaradó összeget jóváírtuk a számláján.\nMegnevezés\tMérték\tÖsszeg\n" +
      "Bruttó kamat (2026.08.24. – 2026.11.23.)\tévi 3,60 %\t14 260 Ft\nKamatadó (szja)\t15 %\t– 2 139 Ft\n" +
      "Szociális hozzájárulási adó\t13 %\t– 1 854 Ft\nSzámláján jóváírt kamat\t2026.11.23.\t10 267 Ft\n\n" +
      "A számla egyenlege a jóváírás után: 1 581 903 Ft.";
    const from = "Tisza Bank <ertesites@tiszabank.hu>";

    expect(await moved({ from, subject: "Kamat", text })).toEqual(["in 10267 huf"]);
  });

  test("does not count where it sums up what came in during a month", async () => {
    const text =
      "Astăzi am retras din contul tău curent comisionul pentru abonament.\n\nSumă debitată\t15,00 RON\n" +
      "Data operațiunii\t16.11.2026\nCont\tRO** ALDR **** **** **** 6401\nSold disponibil\t2.461,88 RON\n\n" +
      "În octombrie ai avut încasări de 2.750 RON și 11 plăți.";
    const from = "Banca Alder <notificari@bancaalder.ro>";

    expect(await moved({ from, subject: "Comision lunar", text })).toEqual(["out 15.00 ron"]);
  });
});

test("what a friend paid to the reader is money in, and what others still owe moved nothing", async () => {
  const text =
    "Hoi Ada, Theo heeft je € 23,75 betaald\n\nBetaald door\tT. Lane\nOp\tzondag 22 november 2026, 21:24\n" +
    "Bijgeschreven op\tNL** **** **** **62 08\n\nZo staat je verzoekje ervoor\n" +
    "Theo\t€ 23,75\tzojuist\nLotte\t€ 23,75\tnog niet betaald\nBart\t€ 23,75\tnog niet betaald\n" +
    "Nog te ontvangen\t€ 47,50";
  const from = "Verreken <noreply@verreken.nl>";

  expect(await moved({ from, subject: "Theo heeft betaald", text })).toEqual(["in 23.75 eur"]);
});

test("a deposit that is given back without a part of it is what is left", async () => {
  const text =
    "Hei Ada,\nloppukatselmus on nyt käsitelty ja vuokravakuutesi on maksettu sinulle takaisin.\n\n" +
    "Sopimus\tVS-20418-7\nMaksettu vakuus\t1 180,00 €\nSiivous\t-95,00 €\nPalautettu\t1 085,00 €\n" +
    "Maksupäivä\t25.11.2026\nTili\tFI** **** **** **44 02";
  const from = "Koivurannan Vuokrakodit <asukaspalvelu@koivuranta.fi>";

  expect(await moved({ from, subject: "Vuokravakuutesi palautus", text })).toEqual([
    "in 1085.00 eur",
  ]);
});

test("a till's receipt after a deposit is what the card paid, not what all of it cost", async () => {
  const text =
    "K V I T T O\nOrg.nr 559214-3307\nHej Ada, här kommer kvittot.\nUthämtad:\t2026-11-21 kl 15:34\n" +
    "Skärmbyte\t2 190,00\nBatteribyte\t690,00\nStudentrabatt 10 %\t-288,00\n" +
    "Summa inkl. moms\t2 592,00\nvarav moms 25 %\t518,40\n" +
    "Avgår handpenning, betald 2026-11-12\t-500,00\nATT BETALA\t2 092,00\n" +
    "Kontokort ************8073\t2 092,00\nKontaktlös KÖP GODKÄNT 2026-11-21 15:34\n" +
    "Ref 0091 7740 2218\tTerm 40551 AID A0000000041010";
  const from = "Alder Mobilservice <verkstad@aldermobil.se>";

  expect(await moved({ from, subject: "Ditt kvitto", text })).toEqual(["out 2092.00 sek"]);
});

test("a room that is to be paid on arrival is not paid, also where no amount has been charged in Greek", async () => {
  const text =
    "Η κράτησή σας επιβεβαιώθηκε. Δεν έχει χρεωθεί κανένα ποσό, η πληρωμή γίνεται στο ξενοδοχείο κατά την άφιξη.\n" +
    "Αριθμός κράτησης\tML-3358\nΣύνολο πληρωτέο στην άφιξη\t254,40 €\nΠροκαταβολή\t0,00 €\n" +
    "Κρατάμε τα στοιχεία της κάρτας Visa με τελευταία ψηφία 2215 μόνο ως εγγύηση.";
  const from = "Melissanthi <info@melissanthi.gr>";
  const subject = "=?utf-8?B?zpXPgM65zrLOtc6yzrHOr8+Jz4POtyDOus+BzqzPhM63z4POt8+CIE1MLTMzNTg=?=";

  expect(await moved({ from, subject, text })).toEqual([]);
});
