// Whom a message names as the other side: the one who was paid or who paid, and never who forwards the message, the
// reader, a label or the operation.

import { describe, expect, test } from "vitest";
import { readMail } from "../../src/receipts/read-mail.ts";
import { mail } from "./mime/write-mail.ts";

async function parties(from: string, subject: string, text: string): Promise<(string | null)[]> {
  const headers = [
    `From: ${from}`,
    "To: ada@mail.example",
    `Subject: ${subject}`,
    "Date: Tue, 24 Nov 2026 10:00:00 +0000",
  ];
  const { documents } = await readMail(mail(headers, text.replaceAll("\n", "\r\n")));
  return documents.flatMap(({ receipts }) =>
    receipts.map(({ merchant }) => merchant?.value ?? null),
  );
}

const ISTMO = "Banco del Istmo <notificaciones@bancodelistmo.example>";

describe("a bank's notice names", () => {
  test("the beneficiary, though a description stands above it", async () => {
    const text =
      "A continuación la información relacionada a tu transacción:\nProducto origen:\nDO15XXXXXXX0010\nDescripción:\n" +
      "Distortion\nMonto:\nRD$ 2,300.00\nBeneficiario:\nJOSE RIJO FOSTER\nTipo de transacción:\n" +
      "Transferencia a otros Bancos";

    expect(await parties(ISTMO, "Transferencia realizada", text)).toEqual(["JOSE RIJO FOSTER"]);
  });

  test("who sent the money, though a description of it stands below", async () => {
    const text =
      "Hola, Ada:\n\nKA SHUN FUNG te envió la siguiente transacción:\n\nA tu: CUENTA CORRIENTE\n" +
      "Terminación de producto: 3325\nMonto: US$386.55\nDescripción: recarga theo@koh.one";

    expect(await parties(ISTMO, "Recibiste una transferencia", text)).toEqual(["KA SHUN FUNG"]);
  });

  test("whom it was sent to, before that one's account", async () => {
    const text =
      "We are pleased to confirm that the transaction was completed.\n\nDate & Time:\t28 Sep 08:58 (SGT)\n" +
      "Amount:\tSGD1900.00\nFrom:\tSalary A/C ending 1111\nTo:\tTheo Lane A/C ending 0000";

    expect(await parties(ISTMO, "Successful transfer", text)).toEqual(["Theo Lane"]);
  });

  test("nobody whose name would be what the operation cost", async () => {
    const text =
      "¡Tu transferencia fue enviada con éxito!\nMonto transferido\t$400.000,00\nCuenta de origen\t****2222\n" +
      "Cuenta destino\t****1234\nCosto de la transacción\tGratis\nNro. de transacción\t1122345";

    expect(await parties(ISTMO, "Tu dinero está en camino", text)).toEqual([null]);
  });

  test("the name in the section of where the money went, behind the whole label", async () => {
    const text =
      "Te informamos que has realizado una Transferencia a terceros en forma exitosa con el " +
      "siguiente detalle:\nOrigen\n" +
      "Nº de Cuenta\t00-000-00000-00\nDestino\nNombre y Apellido\tSofia Zuniga\n" +
      "Nº de Cuenta\t01-983-40661-77\nMonto\t$14.000";

    expect(await parties(ISTMO, "Comprobante de Transferencia", text)).toEqual(["Sofia Zuniga"]);
  });

  test("the payer, and not the reader whose name is the first line", async () => {
    const text =
      "Ada lane\n" +
      "Le informamos que hoy, 24-11-2026, nuestro(a) cliente SOFIA IGNACIA ZUNIGA ha instruido una transferencia de " +
      "fondos a su cuenta con el siguiente detalle:\nNombre destinatario\tAda lane\nMonto transferencia\t$80.000\n" +
      "Cuenta de origen\tCuenta 19834066177";

    expect(await parties(ISTMO, "Transferencia de fondos recibida", text)).toEqual([
      "SOFIA IGNACIA ZUNIGA",
    ]);
  });

  test("the shop without the reference of the next row, whose break was lost", async () => {
    const text =
      "Your card transaction was successful\nHere are the details:\n" +
      "Transaction type Virtual card Merchant Cloud Works " +
      "Amount debited $100.00 Description Card spend at Cloud Works Reference SAMPLE42MI4 Date & " +
      "time 24/11/2026 - 5:33 PM";

    expect(
      await parties(
        "Alder Bank <alerts@alderbank.example>",
        "Your card transaction was successful",
        text,
      ),
    ).toEqual(["Cloud Works"]);
  });

  test("nobody where only the kind of the transfer stands there", async () => {
    const text =
      "Constancia de transferencia\nCódigo de operación\n00379847\nCuenta a cargo\nAhorro Sueldo\n200 3269087426\n" +
      "Tipo de operación\nTransferencia inmediata\nMonto total\nS/ 341.00";

    expect(await parties(ISTMO, "Constancia de transferencia", text)).toEqual([null]);
  });

  test("nobody where money came into the reader's account, whatever its bank calls it", async () => {
    const text =
      "¡Hola, Ada!\nTe hicieron una transferencia bancaria a tu IstmoCuenta.\nAquí los detalles:\nMonto recibido\n" +
      "$24.208.992\nCuenta de origen\n88617029\nNo. de transacción\n37767000";

    expect(await parties(ISTMO, "Resumen transferencia Bancaria", text)).toEqual([null]);
  });

  test("nobody where it thanks for using its app", async () => {
    const text =
      "Result of Funds Transfer (Success)\nTransaction Date: 24/11/2026 10:00:00\nTo Account: 123-4-56789-0\n" +
      "Amount (THB): 12,500.00\nThank you for using A PLUS.";

    expect(
      await parties("A PLUS <aplus@alderbank.example>", "Result of Funds Transfer (Success)", text),
    ).toEqual([null]);
  });

  test("the payee of a label that goes on below it, in its currency", async () => {
    const text =
      "ผลการทำรายการ:\nทำรายการสำเร็จ\nประเภทรายการ:\nชำระค่าสินค้าและบริการ\nผู้รับชำระเงิน:\nPayment to Shopway\n" +
      "จำนวนเงิน\n(บาท):\n500.00\nค่าธรรมเนียม\n(บาท):\n0.00\nหมายเลขอ้างอิง:\nKSA00000000700000000";

    expect(
      await parties("Krungsri <admin@krungsri.com>", "Result of bill payment (Success)", text),
    ).toEqual(["Payment to Shopway"]);
  });

  test("the one to whom a wallet's amount went, though its sign has a cell of its own", async () => {
    const text =
      "¡Acabas de yapear exitosamente!\nMonto de yapeo*\nS/\t180.00\nYapero\tAda L*\nFecha y Hora de la operación\t" +
      "24 noviembre 2026 - 08:29 p. m.\nNombre del Beneficiario\tSofia Zuniga\nNº de operación\t100003";

    expect(await parties("Yape <notificaciones@yape.pe>", "Yapeo", text)).toEqual(["Sofia Zuniga"]);
  });
});

describe("a forwarded receipt without the headers of the shop's message names", () => {
  const FORWARDER = "Ada Lane <ada.lane@mail.example>";

  test("the shop that it thanks for, and not who forwards it", async () => {
    const text =
      "Dear Ada,\nThank you for shopping at Lantern Kids.\nYour order number is CAR08792843.\nOrder total\t$24.00";

    expect(await parties(FORWARDER, "Fw: Your order CAR08792843", text)).toEqual(["Lantern Kids"]);
  });

  test("nobody where nobody is named", async () => {
    const text = "Your order number is CAR08792843.\nOrder total\t$24.00";

    expect(await parties(FORWARDER, "Fw: Your order CAR08792843", text)).toEqual([null]);
  });

  test("the shop of the headers, also where they stand on one line in the order of another program", async () => {
    const text =
      "Begin forwarded message:\n" +
      "From: Alder Airlines <tickets@alderair.example> Date: November 23, 2026 at 1:14:24 PM PDT " +
      "To: ada.lane@mail.example Subject: Your reservation is confirmed. Reply-To: Alder " +
      "Airlines <no-reply@alderair.example>\n" +
      "Confirmation # 2DVTDU\nBase Fare\t$\t0.00\nSecurity Fee\t$\t5.60\nTotal\t$\t5.60\nVisa ending in 7895";

    expect(await parties(FORWARDER, "Fwd: Your reservation is confirmed.", text)).toEqual([
      "Alder Airlines",
    ]);
  });
});
