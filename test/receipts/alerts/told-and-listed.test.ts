// A sentence reports a payment, although one of its words, or a row below, can also mean a payment to come.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(text: string, subject = ""): Promise<readonly unknown[]> {
  const from = ["Banka Javor", "info@bankajavor.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return [receipt?.incoming, receipt?.total?.value, receipt?.merchant?.value];
}

describe("money moved", () => {
  test("to the account whose Dutch word is also that of a bill, where its digits follow", async () => {
    const text =
      "Er is geld bijgeschreven op je rekening NL** JAVR **** 7714.\nVan: T. Smit\nBedrag: € 31,20";

    expect(await read(text)).toEqual([true, "31.20", "T. Smit"]);
  });

  test("where a row has the same word as the sentence that says it was taken", async () => {
    const text =
      "L'échéance de votre prêt a été prélevée.\nÉchéance : 287,40 €\nCapital restant dû : 9 310,00 €";

    expect((await read(text)).slice(0, 2)).toEqual([false, "287.40"]);
  });

  test("where what was requested was processed", async () => {
    const text =
      "Your payment request on MaliApp was processed successfully.\nBiller: LAKE WATER\nAmount: KES 1,150.00\nDebit account: 0110XXXXX4462";

    expect(await read(text, "Bill payment confirmation")).toEqual([false, "1150.00", "LAKE WATER"]);
  });

  test("where a purchase was authorised that the bank still lists as pending", async () => {
    const text =
      "Mit Ihrer Karte **** 6127 wurde eine Zahlung autorisiert.\nBetrag: 42,00 EUR\n" +
      "Händler: Gasthof Linde\nStatus: vorgemerkt";

    expect(await read(text)).toEqual([false, "42.00", "Gasthof Linde"]);
  });

  test("where a word for instalments says what they are of, and not of what amount", async () => {
    const text =
      "Se debitó de su cuenta *8140 la cuota de manejo por valor de $17.300 el 17/11/2026.";

    expect((await read(text)).slice(0, 2)).toEqual([false, "17300"]);
  });

  test("back from the shop behind the word for what was bought there", async () => {
    const text =
      "Te hemos abonado 21,50 € en tu tarjeta *0418 por la devolución de la compra en LIBRERÍA SOL.";

    expect(await read(text)).toEqual([true, "21.50", "LIBRERÍA SOL"]);
  });
});

describe("a sentence or row is read", () => {
  test("where the Portuguese 'no débito' stands behind the amount, and denies nothing", async () => {
    const text =
      "Às 07h52 você fez uma compra de R$ 23,50 no débito em PADARIA SOL, com o cartão final 2049.";

    expect((await read(text)).slice(0, 2)).toEqual([false, "23.50"]);
  });

  test("where money was paid to an account of which the bank prints the digits", async () => {
    const text =
      "KMB :-) R2,500.00 paid to Everyday Cheque ..4471 by T MOKOENA, via PayShap. Avail R18,752.87.";

    expect((await read(text)).slice(0, 2)).toEqual([true, "2500.00"]);
  });

  test("where dots lead from each label to its colon", async () => {
    const text = "Karte......: **** 3096\nHändler....: BERGSPORT LINDNER\nBelastung..: CHF 47.73";

    expect((await read(text, "Kartenbelastung")).slice(1)).toEqual(["47.73", "BERGSPORT LINDNER"]);
  });
});

test("A number without a currency has that of all other amounts, and 'nach' is no word of India", async () => {
  const from = ["Weserbank", "info@weserbank.example"] as const;
  const text =
    "Auf Ihrem Konto *7741 ist ein Geldeingang gebucht.\nAuftraggeber: Rehbein GmbH\nBetrag: + 2.487,36\n" +
    "Kontostand nach Buchung: 3.104,92 EUR";
  const { receipts } = await readByReaders(
    alertDocument({ from, subject: "Zahlungseingang", text }),
  );

  expect(receipts.map(({ total, currency }) => `${total?.value} ${currency}`)).toEqual([
    "2487.36 eur",
  ]);
});

test("What a company says that it paid to the person whom it greets is not money out", async () => {
  const from = ["Pohja Vakuutus", "info@pohja.example"] as const;
  const text =
    "Hyvä Marjut Hakkarainen,\nolemme maksaneet korvauksen tilillesi.\nMaksettu korvaus: 361,75 €\nSaaja: Marjut Hakkarainen";
  const { receipts } = await readByReaders(alertDocument({ from, subject: "Korvauspäätös", text }));

  expect(receipts.map(({ incoming, total }) => [incoming, total?.value])).toEqual([
    [true, "361.75"],
  ]);
});

test("A payment to a company is money out if the message greets its payer, whose name may be in capitals", async () => {
  const from = ["Harbor Insurance", "info@harbor.example"] as const;
  const text =
    "Dear Ada Lane,\n\nYour premium has been received and credited.\n\nPayment date\t2025-11-17\nAmount paid\t64.37 EUR\nPayer\tADA LANE";
  const { receipts } = await readByReaders(alertDocument({ from, subject: "Premium", text }));

  expect(
    receipts.map(({ incoming, total, merchant }) => [incoming, total?.value, merchant?.value]),
  ).toEqual([[false, "64.37", "Harbor Insurance"]]);
});

describe("a wallet's or a bank's own words are read", () => {
  test.each([
    [
      "In accordance with instructions received from the remitter named below, the sum of £1,385.40 was placed to the credit of the above account ending 6120.",
      true,
      "1385.40",
    ],
    [
      "Deshalb haben wir am 18.11.2025 den Verkaufspreis an dein hinterlegtes Bankkonto überwiesen.\nAuszahlungsbetrag: 85,00 €\nKonto: DE61 •••• •••• 3096",
      true,
      "85.00",
    ],
    ["You just tapped $24.50 at Harbour Espresso with your card •• 3390.", false, "24.50"],
    ["Tu viens d'envoyer 32,50 € à Camille Roussel avec ta carte •••• 1182.", false, "32.50"],
    ["Det har kommet penger inn på kontoen *1907.\nBeløp inn: 34 812,50 kr", true, "34812.50"],
    ["Je Tikkie is betaald door S. de Wit.\nBedrag: € 18,75\nOp rekening *2093", true, "18.75"],
  ])("%s", async (text, incoming, total) => {
    expect((await read(text)).slice(0, 2)).toEqual([incoming, total]);
  });

  test("where the subject tells it all, the card included, over a text of warnings", async () => {
    const subject = "Compraste $148.900,00 en EXITO LAURELES con tu T.Deb *5512, el 18/11/2025";
    const text =
      "El detalle está en el asunto.\n¿No la reconoces? Bloquea tu tarjeta en la app: Tarjetas > Bloqueo temporal.";

    expect(await read(text, subject)).toEqual([false, "148900.00", "EXITO LAURELES"]);
  });

  test("without the handle behind a name, and without the dots that lead to it", async () => {
    const text =
      "Caiu um Pix na sua conta corrente *7781.\nValor ......: R$ 1.250,00\nQUEM PAGOU\nNome .......: CARLOS NASCIMENTO";

    expect(await read(text, "Pix recebido")).toEqual([true, "1250.00", "CARLOS NASCIMENTO"]);
  });
});

test("If a company's sentence names no merchant and no day, its labels add both", async () => {
  const from = ["Duna Biztosító", "info@duna.example"] as const;
  const text =
    "Értesítjük, hogy díját bankkártyás fizetéssel levontuk.\nFizetés dátuma\t2025. november 18.\nLevont összeg\t14 803 Ft\nBankkártya\tMastercard **** 7702";
  const { receipts } = await readByReaders(
    alertDocument({ from, subject: "Visszaigazolás", text }),
  );

  expect(
    receipts.map(({ total, merchant, date }) => [total?.value, merchant?.value, date?.value]),
  ).toEqual([["14803", "Duna Biztosító", "2025-11-18"]]);
});

test("A person is asked if the subject tells of another amount than was read in the text", async () => {
  const text =
    "Con la carta *7183 hai effettuato un acquisto di 184,25 EUR presso TRATTORIA DA NELLO.";
  const asked = async (subject: string) => {
    const from = ["Banca Ginestra", "avvisi@bancaginestra.example"] as const;
    const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
    return receipts.flatMap(({ doubts }) => doubts.map(({ detail }) => detail));
  };

  expect(await asked("Hai pagato 38,60 € con la tua carta")).toEqual([
    "The subject says 38.60, the text 184.25.",
  ]);
  expect(await asked("Hai pagato 184,25 € con la tua carta")).toEqual([]);
  expect(await asked("Acquisti sopra 50,00 €")).toEqual([]);
  expect(await asked("🍝 38,60 € da Trattoria da Nello")).toEqual([
    "The subject says 38.60, the text 184.25.",
  ]);
  expect(await asked("Operazione #EUR3860 sulla carta *7183")).toEqual([]);
  expect(await asked("Hai risparmiato 38,60 €")).toEqual([]);
  expect(await asked("Ricevuta dell'ordine TL-20646")).toEqual([]);
});

test("A person is asked if the subject says that it went out and the text that it came in", async () => {
  const from = ["Banca Ginestra", "avvisi@bancaginestra.example"] as const;
  const text = "È stato accreditato sul conto *7183 un importo di 184,25 EUR.";
  const asked = async (subject: string) => {
    const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
    return receipts.flatMap(({ doubts }) => doubts.map(({ detail }) => detail));
  };

  expect(await asked("Hai pagato 184,25 €")).toEqual([
    "The subject says that 184.25 went out, the text that it came in.",
  ]);
  expect(await asked("Hai ricevuto 184,25 €")).toEqual([]);
});

test("A person is asked if another sentence than the one that was read names the account or the day", async () => {
  const asked = async (text: string) => {
    const from = ["Harbour Bank", "alerts@harbourbank.example"] as const;
    const { receipts } = await readByReaders(alertDocument({ from, subject: "Card notice", text }));
    return receipts.flatMap(({ doubts }) => doubts.map(({ detail }) => detail));
  };
  const told =
    "Harbour Bank: £318.40 paid @ QUAYSIDE TOOLS, LEEDS from Cheque a/c ..2204 using card ..4471.";
  const reward = "You would have earned £3.18 in points had this been a virtual card purchase.";

  expect(await asked(`${told}\n\n${reward}`)).toEqual(["The message tells of 318.40 too."]);
  expect(await asked(told)).toEqual([]);
});

describe("money moved, beside other amounts", () => {
  test("where the subject prints the amount that stands alone with its sign", async () => {
    const text =
      "Your card had a little outing.\n\nQuay Street Coffee\n–£4.80\nToday at 09:12 · card ending 2204\n\n" +
      "Eating out\t£61.20 of £90.00\nGroceries\t£140.10 of £220.00\nLeft to play with: £318.77\n\nGive a friend £10 and get £10.";

    expect((await read(text, "☕ £4.80 at Quay Street Coffee")).slice(0, 2)).toEqual([
      false,
      "4.80",
    ]);
    expect((await read(text, "Your day in numbers"))[1]).toBeUndefined();
  });

  test("of which the subject tells, and not of what a friend's purchase would bring", async () => {
    const text =
      "Cena pagada: 23,40 € en Taberna Lucero, hoy 18/11 a las 21:12, con tu tarjeta acabada en 2204.\n\n" +
      "Trae a una amiga y os damos 15 € a cada una cuando haga su compra.";

    expect((await read(text, "🍽 23,40 € en Taberna Lucero")).slice(0, 2)).toEqual([false, "23.40"]);
  });

  test("where a row counts what some of several people paid so far", async () => {
    const text =
      "Van:\tRoos Visser\nBedrag:\t€ 18,00\nOp rekening:\tNL** JAVR **** **44 07\n\nTussenstand\nBetaald\t3 van de 7\t€ 54,00\nNog open\t4 van de 7\t€ 72,00";

    expect((await read(text, "Roos Visser heeft je Potje betaald")).slice(0, 2)).toEqual([
      true,
      "18.00",
    ]);
  });

  test("in one sum, where the rows below the sentence are its parts", async () => {
    const text =
      "Le débit préautorisé pour la garde de Zoé a bien été encaissé.\nCompte\tCaisse, folio se terminant par 4407\n" +
      "Contribution, semaine du 2 nov.\t5 j\t9,65 $\t48,25 $\nContribution, semaine du 9 nov.\t5 j\t9,65 $\t48,25 $\nSortie\t1\t6,00 $\t6,00 $\nTotal prélevé\t102,50 $";
    const from = ["Garderie Les Pins", "recus@lespins.example"] as const;
    const subject = "Reçu de paiement";
    const { receipts } = await readByReaders(alertDocument({ from, subject, text }));

    expect(receipts.map(({ incoming, total }) => [incoming, total?.value])).toEqual([
      [false, "102.50"],
    ]);
  });
});

test("A bank's list is read although one of its movements has the number of an order", async () => {
  const text =
    "Operacje zaksięgowane na rachunku ...8812\n\n1) Zakup przy użyciu karty\n   Miejsce: PIEKARNIA POD LIPA\n   Kwota: -23,48 PLN\n\n" +
    "2) Płatność BLIK w internecie\n   Odbiorca: Rowerowa Dolina\n   Tytuł: Zamówienie 3310/26\n   Kwota: -129,00 PLN";
  const from = ["Bank Jaworowy", "powiadomienia@bankjaworowy.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject: "Operacje", text }));

  expect(receipts.map(({ incoming, total }) => [incoming, total?.value])).toEqual([
    [false, "23.48"],
    [false, "129.00"],
  ]);
});

test("Nothing is asked about several totals if the subject tells of the one that was read", async () => {
  const text =
    "Nous avons procédé au remboursement de vos soins.\nTotal des dépenses : 78,42 €\nTotal Sécurité sociale : 32,02 €\nTotal réglé par la mutuelle : 32,40 €";
  const asked = async (subject: string) => {
    const from = ["Mutuelle des Pins", "info@mutuelledespins.example"] as const;
    const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
    return receipts.map(({ total, doubts }) => [total?.value, doubts.length]);
  };

  expect(await asked("Un remboursement de 32,40 € vous a été adressé")).toEqual([["32.40", 0]]);
  expect(await asked("Votre remboursement")).toEqual([["32.40", 1]]);
});

test("The sentence of a transfer gives the total of a refund, above a table of what was claimed", async () => {
  const text =
    "Un virement de 61,40 € a été émis le 18/11/2025 sur votre compte bancaire *0412.\n" +
    "Soin\tDépense\tRbt Sécu\tRbt mutuelle\tReste\nConsultation\t55,00 €\t20,05 €\t32,95 €\t2,00 €\nDétartrage\t54,48 €\t26,03 €\t28,45 €\t0,00 €\n" +
    "Total du décompte\t109,48 €\t46,08 €\t61,40 €\t2,00 €\nParticipation forfaitaire de 2 € par consultation, non remboursable.";
  const from = ["Mutuelle des Pins", "info@mutuelledespins.example"] as const;
  const subject = "Un remboursement vient de vous être versé";
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));

  expect(
    receipts.map(({ incoming, total, doubts }) => [incoming, total?.value, doubts.length]),
  ).toEqual([[true, "61.40", 0]]);
});

test("The subject does not replace several movements of which the text tells", async () => {
  const text =
    "You paid £12.40 at FENNEL LTD with your card ending 2204 on 17 November.\n" +
    "You paid £7.60 at QUAY CAFE with your card ending 2204 on 17 November.\n\n–£20.00";
  const from = ["Harbour Bank", "alerts@harbourbank.example"] as const;
  const subject = "£20.00 spent on your card";
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));

  expect(receipts.map(({ total }) => total?.value)).toEqual(["12.40", "7.60"]);
});

test("A card's first purchase is a purchase", async () => {
  const text =
    "Great, that was your first purchase: £12.40 at FENNEL LTD with your card ending 2204.";
  const from = ["Harbour Bank", "alerts@harbourbank.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject: "Card notice", text }));

  expect(receipts.map(({ total }) => total?.value)).toEqual(["12.40"]);
});

describe("no money moved", () => {
  test("where what was spent is compared with another month", async () => {
    const text =
      "Confermiamo il pagamento appena effettuato.\nEsercente\tTRATTORIA DA NELLO\nImporto\t38,60 EUR\nCarta\t5*** **** **** 7183\n\n" +
      "Con questo acquisto a novembre hai speso 184,25 EUR in bar, il 22% in più rispetto a ottobre.";

    expect(await read(text, "Hai pagato 38,60 €")).toEqual([false, "38.60", "TRATTORIA DA NELLO"]);
  });

  test("by a fee of so much per amount, beside the movement", async () => {
    const text =
      "KAROO: R800.00 withdrawn from Everyday Acc..6620 using card..1947 @ Spar Fish Hoek. 17Nov 17:48\n" +
      "After your third withdrawal the fee of R11.50 per R1 000.00 applies.";

    expect((await read(text, "Cash withdrawal")).slice(0, 2)).toEqual([false, "800.00"]);
  });

  test("where a fee can be charged on another day", async () => {
    const text =
      "This is the low balance alert you set up.\nAccount: Smart Access xx6018\nAvailable balance: $143.27\n" +
      "An overdraw approval fee of $15.00 can be charged on a day your account is overdrawn.";

    expect((await read(text, "Your account balance is low"))[1]).toBeUndefined();
  });

  test("where a direct debit is only announced", async () => {
    const text =
      "ADVANCE NOTICE OF DIRECT DEBIT\nCollection date\tAmount\n1 December 2025\t£38.50\nAccount number: ****7106\nLeft to pay by instalments\t£157.25";

    expect((await read(text, "Advance notice of your Direct Debit"))[1]).toBeUndefined();
  });

  test("where an amount is only held, and a row says so", async () => {
    const text = "Betrag: 42,00 EUR\nHändler: Gasthof Linde\nStatus: vorgemerkt";

    expect(await read(text, "Vormerkung auf Ihrer Karte")).not.toContain("42.00");
  });
});
