// The amount that moved stands beside its sentence, its rows or its heading. Prices, terms, quotes and what is offered
// further down are no movements, and do not say which way the money went.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

const BANK = ["Larch Bank", "notices@larchbank.example"] as const;
const WALLET = ["Larch", "hello@larch.example"] as const;

async function read(
  subject: string,
  lines: readonly string[],
  from: readonly [string, string] = BANK,
): Promise<string[]> {
  const { receipts } = await readByReaders(
    alertDocument({ subject, from, text: lines.join("\n") }),
  );
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ total, incoming, doubts }) =>
      [incoming ? "in" : "out", total?.value, ...doubts.map(({ reason }) => reason)].join(" "),
    );
}

describe("prices below a movement", () => {
  test("'from' before an amount, and 'costs', name prices", async () => {
    const text = [
      "ZAR 1500.00 withdrawn from your account ..2918 using card ..7731 on 18/11/2025.",
      "Withdraw at the tills of a shop from ZAR 2.20 per withdrawal, or send it from ZAR 14.50.",
      "A withdrawal at other banks costs ZAR 10.00, and abroad ZAR 30.00.",
    ];
    expect(await read("Cash withdrawal", text)).toEqual(["out 1500.00"]);
  });

  test("an amount right below its heading counts before the terms of the bank", async () => {
    const text = [
      "Bargeldbehebung",
      "− € 150,00",
      "Datum: 18.11.2025, 21:18",
      "Karte: Debit Mastercard *5519",
      "Ab der sechsten Behebung im Monat verrechnen wir € 0,40 pro Vorgang.",
    ];
    expect(await read("Behebung am Bankomaten", text)).toEqual(["out 150.00"]);
  });

  test("an offer below the rows does not say which way they went", async () => {
    const text = [
      "Transferencia a otros bancos",
      "Tipo de operación: Transferencia interbancaria",
      "Nombre del beneficiario: Carpintería Larios",
      "Importe: MXN 4,350.00",
      "Fecha de operación: 18/11/2025",
      "Folio: 7144882096",
      "Canal: aplicación",
      "Hora: 19:26",
      "Consulte su recibo en la app.",
      "Gracias por su preferencia.",
      "Tienes un crédito de nómina preaprobado hasta por MXN 85,000.00",
    ];
    expect(await read("Comprobante de transferencia", text)).toEqual(["out 4350.00"]);
  });
});

test.each([
  [
    "a bank's warning that quotes a fraud",
    "Watch out for these tricks",
    '"Larch Bank: You have paid USD 1,499.00 to JB STORE on 18/11/2025."',
  ],
  [
    "terms of a company with a word that may be a verb",
    "Din tid er booket",
    "Melder du afbud for sent, opkræver vi et gebyr på 350 kr.",
  ],
] as const)("%s reports no movement", async (_name, subject, line) => {
  expect(
    await read(subject, ["Hello Ada,", line, "Your card ending 4417 is safe."], WALLET),
  ).toEqual([]);
});

describe("rows", () => {
  test("a fee of two amounts is added as their sum", async () => {
    const text = [
      "Tu pago quedó registrado el 18/11/2025.",
      "Servicio: Luz del Norte",
      "Importe del recibo: MXN 847.00",
      "Comisión + IVA: MXN 6.90 + MXN 1.10",
      "Total cargado a tu cuenta *1875: MXN 855.00",
    ];
    expect(await read("Comprobante de pago de servicio", text)).toEqual(["out 855.00"]);
  });

  test("dots lead from a label to its value", async () => {
    const text = [
      "Quarterly interest has been credited to your savings account XX2037 on 18-NOV-2025.",
      "Gross interest for the quarter ............ INR 14,316.71",
      "Less: tax @ 10% ........................... INR 1,431.67",
      "Net interest credited ..................... INR 12,885.04",
    ];
    expect(await read("Interest credited", text)).toEqual(["in 12885.04"]);
  });

  test("a discount in a row offers nothing", async () => {
    const text = [
      "Tu pago se ha realizado correctamente.",
      "Fecha y hora: 18/11/2025 18:33",
      "Importe en surtidor: 56,82 €",
      "Descuento directo: -3,84 €",
      "Total pagado: 52,98 €",
      "Método de pago: VISA •••• 7413",
    ];
    expect(await read("Tu pago en E.S. Larios", text, WALLET)).toEqual(["out 52.98"]);
  });
});

describe("money of other people", () => {
  test("who paid may be named behind an exclamation", async () => {
    const text = [
      "Joost van Beek heeft € 17,35 betaald voor de lunch.",
      "Betaald op: 18 november 2025",
    ];
    expect(await read("Ka-ching! Joost heeft je Tikkie betaald", text)).toEqual(["in 17.35"]);
  });

  test("what is in the reader's account came in", async () => {
    const text = [
      "We transferred it over, and the bank has let us know that it landed.",
      "Your withdrawal",
      "Amount: USD 35.00",
      "Sent to: Ada Lane, account ending 4417",
      "Completed: November 18, 2025",
      "Left in your account: USD 6.84",
    ];
    expect(await read("Your cash is in your PayPal account", text, WALLET)).toEqual(["in 35.00"]);
  });

  test("a receipt in the reader's account says nothing of the money", async () => {
    const text = [
      "You paid EUR 20.00 with your card ending 4417 on 18/11/2025.",
      "Your receipt is in your account.",
    ];
    expect(await read("Your receipt is in your account", text)).toEqual(["out 20.00"]);
  });

  test("a subject with an amount and a shop is a payment where the text repeats the amount with the card", async () => {
    const text = [
      "£58.42",
      "Larch Petrol",
      "18 November 2025, 18:47",
      "Your card ending 0936 was checked for £120.00 first.",
      "Balance now: £734.19",
    ];
    expect(await read("⛽ £58.42 at Larch Petrol", text)).toEqual(["out 58.42"]);
  });
});

test("a code that is valid for minutes confirms a purchase, also beside words of the basket", async () => {
  const text = [
    "bei einem Händler wurde ein Kauf mit Ihrer Kreditkarte begonnen. Tragen Sie bitte folgenden Code ein:",
    "482 913",
    "Gültig: 5 Minuten",
    "Betrag: 74,90 EUR",
    "Vergleichen Sie den Betrag mit Ihrem Warenkorb.",
  ];
  expect(await read("Ihr Freigabecode für eine Zahlung über 74,90 EUR", text)).toEqual([]);
});
