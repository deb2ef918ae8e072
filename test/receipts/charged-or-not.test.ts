// Mails that speak of dispatch, of what is not given back, or of a card's paid bill are read by what
// their words say moved.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import { alertDocument } from "./alerts/alert-document.ts";

async function read(address: string, subject: string, text: string) {
  const { receipts } = await readByReaders(alertDocument({ from: ["", address], subject, text }));
  return receipts.map(({ kind, total, incoming, order_number: number }) => ({
    kind,
    total: total?.value,
    incoming,
    number: number?.value,
  }));
}

describe("a notice of dispatch", () => {
  test("that says that the card was charged is a receipt", async () => {
    const text =
      "Ihre Bestellung wurde versandt.\n\nBestellnummer: 55031\nRechnungsbetrag: 31,40 EUR\n" +
      "Der Betrag von 31,40 EUR wurde heute Ihrer Kreditkarte ****7719 belastet.";

    expect(await read("shop@laden.example", "Versandbestätigung zu 55031", text)).toEqual([
      { kind: "receipt", total: "31.40", incoming: false, number: "55031" },
    ]);
  });

  test.each([
    ["Your order has shipped", "We charged EUR 31.40 to your Visa ending in 7719."],
    ["Parcel 1 of your order is on its way", "Total charged for this parcel: EUR 31.40"],
    ["Votre commande a été expédiée", "Nous avons débité votre carte de 31,40 EUR."],
    ["Tu pedido está en camino", "Se han cargado 31,40 EUR en tu tarjeta."],
    ["Il tuo ordine è stato spedito", "Sono stati addebitati 31,40 EUR sulla tua carta."],
    ["Je bestelling is onderweg", "We hebben 31,40 EUR van je rekening afgeschreven."],
    ["Din beställning är skickad", "Vi har debiterat ditt kort med 31,40 EUR."],
    ["Twoje zamówienie zostało wysłane", "Twoja karta została obciążona kwotą 31,40 EUR."],
    ["Seu pedido foi enviado", "Foi cobrado 31,40 EUR no seu cartão."],
  ])("that says so in other words is one too: %s", async (subject, charged) => {
    const text = `${subject}.\n\nOrder number: 55031\nTotal: EUR 31.40\n\n${charged}`;

    expect((await read("shop@store.example", subject, text))[0]).toMatchObject({
      kind: "receipt",
      total: "31.40",
    });
  });

  test("that repeats how an earlier order was paid claims nothing", async () => {
    const text = "In this parcel: one book.\nOrder total EUR 31.40\nPaid with Visa ending 7719";
    const subject = "Your order 55031 is on its way";
    const kinds = async (placed: string) =>
      (await read("shop@store.example", subject, `Order 55031, placed ${placed}\n${text}`)).map(
        ({ kind }) => kind,
      );

    expect(await kinds("14 Nov 2025")).toEqual(["not a transaction"]);
    expect(await kinds("20 Nov 2025")).toEqual(["receipt"]);
  });

  test.each([
    ["Your order has been delivered - Tax invoice", "Total paid: EUR 31.40"],
    ["Zásielka doručená - účtenka", "Celkem zaplaceno: 31,40 EUR"],
    ["Je bestelling is bezorgd: je kassabon", "Totaal betaald: 31,40 EUR"],
  ])("whose subject names the receipt is one: %s", async (subject, paid) => {
    const text = `Order number: 55031\n\n${paid}\nPayment method: Visa **** 7719`;

    expect((await read("shop@store.example", subject, text))[0]).toMatchObject({
      kind: "receipt",
      total: "31.40",
    });
  });

  test.each([
    ["Confirm receipt of your parcel - delivered", "Total paid: EUR 31.40"],
    ["Your order has shipped - VAT invoice", "Total paid: EUR 31.40"],
    ["Votre colis a été livré : l'avez-vous bien reçu", "Total payé : 31,40 EUR"],
    [
      "Your order was delivered - tax invoice",
      "You paid EUR 31.40 with your Visa when you placed your order.",
    ],
    ["Je bestelling is bezorgd", "Totaal 31,40 EUR\nDe bestelling is al betaald met iDEAL."],
  ])("that names what was paid before is no transaction: %s", async (subject, paid) => {
    const text = `Order number: 55031\n\n${paid}\nPayment method: Visa **** 7719`;
    const [first] = await read("shop@store.example", subject, text);

    expect(first?.kind ?? "not a transaction").toBe("not a transaction");
  });

  test.each([
    "Your card will be charged EUR 31.40 when the next parcel ships.",
    "Your card has not been charged.",
    "Ihre Karte wird mit EUR 31,40 belastet, sobald wir liefern.",
  ])("that says that the card will be charged is no transaction: %s", async (words) => {
    const text = `Your order has shipped.\n\nOrder number: 55031\nTotal: EUR 31.40\n\n${words}`;

    expect((await read("shop@store.example", "Your order has shipped", text))[0]?.kind).toBe(
      "not a transaction",
    );
  });

  test.each([
    "We will have your card charged as soon as the goods leave us.",
    "If your card has been charged twice, write to us.",
  ])("that speaks of a charge that may be is no transaction: %s", async (words) => {
    const text = `Your order has shipped.\n\nOrder number: 55031\nTotal: EUR 31.40\n\n${words}`;

    expect((await read("shop@store.example", "Your order has shipped", text))[0]?.kind).toBe(
      "not a transaction",
    );
  });

  test("that only names the order's total is no transaction", async () => {
    const text = "Your order has shipped.\n\nOrder number: 55031\nTotal: EUR 31.40";

    expect((await read("shop@store.example", "Your order has shipped", text))[0]?.kind).toBe(
      "not a transaction",
    );
  });
});

describe("an invoice", () => {
  const invoice = (words: string) =>
    `Your invoice QC-77 is available.\n\nInvoice number: QC-77\nTotal: EUR 98.02\n\n${words}`;

  test.each([
    "Le montant de 98,02 EUR a été prélevé le 2 novembre sur votre carte se terminant par 7740.",
    "Der Betrag wurde am 2. November von Ihrem Konto abgebucht.",
    "The amount of EUR 98.02 was debited from your account on 2 November.",
  ])("that says that the money was taken is a receipt: %s", async (words) => {
    expect((await read("billing@cars.example", "Your invoice", invoice(words)))[0]?.kind).toBe(
      "receipt",
    );
  });

  test.each([
    "Le montant de 98,02 EUR sera prélevé le 2 novembre sur votre carte.",
    "Der Betrag wird am 2. November von Ihrem Konto abgebucht.",
    "The amount of EUR 45.00 of last month was debited from your account.",
  ])("that says that it will be taken, or another amount was, is due: %s", async (words) => {
    expect((await read("billing@cars.example", "Your invoice", invoice(words)))[0]?.kind).toBe(
      "invoice",
    );
  });
});

describe("a refund", () => {
  test("has the amount that is given back and not the one that is kept", async () => {
    const text =
      "Ihre Erstattung ist unterwegs.\n\nBestellnummer: 88120\nNicht erstattet: 4,95 EUR\n" +
      "Rückerstattungsbetrag: 62,10 EUR";

    expect(await read("service@mode.example", "Ihre Erstattung", text)).toEqual([
      { kind: "refund", total: "62.10", incoming: true, number: "88120" },
    ]);
  });
});

test("a payment made to one's credit card is money in on the card", async () => {
  const text =
    "A payment for CAD 250.00 has been made to your credit card ************2210. The full details of this transaction are below:\n\n" +
    "Account: ************2210\nPayment Amount: CAD 250.00";

  expect((await read("alerts@bank.example", "Payment Made", text))[0]).toMatchObject({
    kind: "bank alert",
    total: "250.00",
    incoming: true,
  });
});

test("a number in groups keeps a last group of two digits", async () => {
  const text =
    "Vielen Dank für Ihren Einkauf.\n\nBestellnummer: 5520 8831 07\nTotal bezahlt: CHF 18.00";

  expect((await read("noreply@bahn.example", "Ihre Kaufquittung", text))[0]?.number).toBe(
    "5520 8831 07",
  );
});

describe("a footer about the message itself", () => {
  test.each([
    "If you have received this email in error, please delete it.",
    "You received this message because you follow the item 9400100000000000000000.",
    "You have received this e-mail as a member of our programme.",
  ])("does not make it money received: %s", async (footer) => {
    const text = `The latest update on your item.\n\nIt arrived at a facility.\n\n${footer}`;

    expect(await read("info@post.example", "Update for item 9400", text)).toEqual([]);
  });

  test("is told from money that was received", async () => {
    const text = "You received this payment today.\n\nTotal: 20.00 EUR";

    expect((await read("info@wallet.example", "A payment", text))[0]?.kind).toBe("income");
  });

  test("does not hide that somebody paid", async () => {
    const text = "Ada paid you 20.00 EUR.\n\nYou received this email because you have an account.";

    const [receipt] = await read("info@wallet.example", "Ada paid you", text);
    expect(receipt).toMatchObject({ incoming: true, total: "20.00" });
  });
});

describe("a requested return", () => {
  test.each([
    ["Recebemos o seu pedido de devolução", "O reembolso de 25,50 EUR será feito após inspeção."],
    ["Richiesta di reso ricevuta", "Il rimborso di 25,50 EUR verrà emesso dopo il controllo."],
    ["Hemos recibido tu solicitud de devolución", "Importe estimado a reembolsar: 25,50 EUR"],
  ])("has given nothing back yet: %s", async (subject, later) => {
    const text = `${subject}.\n\n${later}\nTotal: 25,50 EUR`;

    expect((await read("info@loja.example", subject, text))[0]?.kind).toBe("not a transaction");
  });

  test("is a refund once the money is on its way", async () => {
    const text =
      "Hemos aprobado tu solicitud de devolución RMA 5512 y tramitado el reembolso.\n\n" +
      "Importe reembolsado: 59,90 EUR\nPedido: 88120";

    expect((await read("hola@tienda.example", "Reembolso de tu pedido 88120", text))[0]).toEqual(
      expect.objectContaining({ kind: "refund", total: "59.90", incoming: true }),
    );
  });
});

describe("a sentence that begins with nothing", () => {
  const bank = "Northbank\nYour account ending in 4411";

  test("says that no money moved", async () => {
    const text = `${bank}\nAmount: 45.00 GBP\nNothing has yet been debited from your account.`;

    expect((await read("alerts@northbank.example", "Your payment", text))[0]?.kind).toBe(
      "not a transaction",
    );
  });

  test("does not undo what it adds to", async () => {
    const text = `${bank}\nYou paid Ada Lane 45.00 GBP.\nNothing else was debited.`;

    expect((await read("alerts@northbank.example", "Payment sent", text))[0]).toMatchObject({
      kind: "bank alert",
      total: "45.00",
    });
  });
});

describe("parcels of one order", () => {
  const parcel = (item: string, price: string): string =>
    `${item} ${price}\nPostage £0.00\nCharged to Visa ending 4411: ${price}\n`;

  test("are two charges where each lists its items", async () => {
    const text = `Parcel 1\n${parcel("River Songs", "£21.00")}\nParcel 2\n${parcel("Maps", "£15.50")}`;

    const totals = (await read("shop@store.example", "Order 55120 has shipped", text)).map(
      ({ total }) => total,
    );
    expect(totals).toEqual(["21.00", "15.50"]);
  });
});

test("a changed flight is no order, though its subject names the booking and its text what was paid", async () => {
  const text =
    "Informējam, ka mainīts jūsu lidojuma izlidošanas laiks.\n" +
    "Varat pieteikties naudas atmaksai (kopējā apmaksātā summa: 138,40 EUR).";
  const subject = "Izmaiņas jūsu lidojumā BT 421 (rezervācija 7KQ2LM)";

  expect(await moneyOf(subject, text)).toEqual([]);
});

test.each([
  ["Kaip pavyko apsipirkti? Užsakymas 26S-7719330", []],
  ["How was your visit? Order 7719330", []],
  ["Hungry? Your order 7719330 is confirmed", ["out 74.58"]],
])(
  "a subject that asks, and names an order's number, confirms none: %s",
  async (subject, moved) => {
    const text = "Thank you for your order 7719330.\nTotal: 74.58 EUR\nPaid by card";

    expect(await moneyOf(subject, text)).toEqual(moved);
  },
);

test("what an order credits for the next one gives nothing back", async () => {
  const text =
    "Köszönjük a rendelésed!\nRendelésszám: B-2026\nFizetési mód: Bankkártya\n" +
    "Fizetendő összesen: 11 285 Ft\nJóváírás a következő vásárlásodhoz: 112 Ft";

  expect(await moneyOf("Rendelés visszaigazolás (B-2026)", text)).toEqual(["out 11285"]);
});

test("a refund that a condition names was not made", async () => {
  const text =
    "O pagamento do seu pedido 47710296 foi confirmado.\nTotal pago: R$ 85,37\nForma de pagamento: Pix\n" +
    "Se o vendedor não tiver mais o livro, devolvemos o valor.";

  expect(await moneyOf("Pagamento confirmado! Pedido 47710296", text)).toEqual(["out 85.37"]);
});

test("a credit note whose amounts are all negative gives back its total", async () => {
  const text =
    "GUTSCHRIFT Nr. GS-2025-018\nzu Rechnung RE-2025-1044\nGutschriftsbetrag netto: EUR -249,00\n" +
    "USt 20%: EUR -49,80\nGesamt: EUR -298,80";

  expect(await moneyOf("Gutschrift Nr. GS-2025-018", text)).toEqual(["in 298.80"]);
});

test("an order that is sent once its transfer has arrived is a bill, whatever its total is called", async () => {
  const text =
    "ご注文を承りました。お支払いの確認が取れ次第、お手続き致します。\nご注文番号 : 1182\n" +
    "お支払い総額 : 9,130円\nお支払情報 : 銀行振込(前払い) 八十二銀行 本店営業部 普通 1234567";
  const [receipt] = await read("shop@store.example", "ご注文ありがとうございます", text);

  expect(receipt).toMatchObject({ kind: "invoice", total: "9130" });
});

describe("the head of a column", () => {
  const row = "山嵐選物\t手沖濾杯組 x 1\tNT$ 1,680";

  test("over a single line names what was charged", async () => {
    const text = `商店名稱\t商品名稱\t付款金額\n${row}\n訂單編號:2611232258417703\n付款方式:信用卡`;
    expect(await moneyOf("信用卡付款成功通知", text)).toEqual(["out 1680"]);
  });

  test("over amounts that do not add up names its own", async () => {
    const text =
      "訂單編號\t原價\t優惠\t實付金額\n2611232258\tNT$198\t-NT$30\tNT$168\n付款方式:信用卡";
    expect(await moneyOf("信用卡付款成功通知", text)).toEqual(["out 168"]);
  });
});

async function moneyOf(subject: string, text: string) {
  const all = await read("shop@store.example", subject, text);
  return all.flatMap(({ kind, total, incoming }) =>
    kind === "not a transaction" ? [] : [`${incoming ? "in" : "out"} ${total}`],
  );
}

describe("a subject with a number between its words", () => {
  test.each([
    ["Your Click & Collect order 417209226 is ready", "not a transaction"],
    ["Your Click & Collect order #417209226 is confirmed", "order"],
    ["Refund for order no. 417209226 issued", "refund"],
    ["Invoice F-2026/0417 for order 417209226", "invoice"],
  ])("is read without it too: %s", async (subject, kind) => {
    const text = "Dear Ada,\n\nOrder value: £98.50\nPaid on 20 November 2025 by Visa.";

    expect((await read("shop@homeware.example", subject, text)).map((one) => one.kind)).toEqual([
      kind,
    ]);
  });
});
