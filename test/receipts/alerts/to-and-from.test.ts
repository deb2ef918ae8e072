// A heading or another sentence names the sender and the recipient of a transfer.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(text: string, subject = ""): Promise<readonly unknown[]> {
  const from = ["Banco Quillay", "avisos@bancoquillay.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return [receipt?.incoming, receipt?.total?.value, receipt?.merchant?.value];
}

describe("an alert tells whose transfer it was", () => {
  test("below a heading of money either way: the sentence that names the reader's account", async () => {
    const text = [
      "Comprobante de transferencia",
      "La transferencia de Elena Duarte Pinto por 7.310 a tu cuenta Quillay fue exitosa",
      "Monto transferencia:",
      "CLP 7.310",
    ].join("\n");

    expect(await read(text, "Comprobante de transferencia")).toEqual([
      true,
      "7310",
      "Elena Duarte Pinto",
    ]);
  });

  test("by a full name behind the noun, without a word of the account", async () => {
    const text = [
      "Recibiste una transferencia",
      "Acabas de recibir una transferencia de Elena Duarte Pinto sin costo desde tu banco.",
      "Monto",
      "CLP 7.310",
    ].join("\n");

    expect(await read(text)).toEqual([true, "7310", "Elena Duarte Pinto"]);
  });

  test("by the name above the account in the section of who got it", async () => {
    const text = [
      "Tu transferencia se realizó con éxito",
      "Monto: CLP 4.250",
      "Cuenta destino:",
      "Bruno Salas Mella",
      "Cuenta Vista ****8807",
    ].join("\n");

    expect(await read(text)).toEqual([false, "4250", "Bruno Salas Mella"]);
  });

  test("and that account is not the reader's", async () => {
    const from = ["Banco Quillay", "avisos@bancoquillay.example"] as const;
    const text =
      "Tu transferencia se realizó con éxito\nMonto: CLP 4.250\n" +
      "Cuenta destino:\nBruno Salas Mella\nCuenta Vista ****8807";
    const { receipts } = await readByReaders(alertDocument({ from, subject: "", text }));

    expect(receipts.map(({ card_last4 }) => card_last4)).toEqual([null]);
  });

  test("of a card: by the words between its digits and the label of the amount", async () => {
    const text =
      "Banka: Autorizace karty 6612: LEKARNA U LIPY castka: 245,00 CZK. Dostupny zustatek: 8 110,20 CZK";

    expect(await read(text)).toEqual([false, "245.00", "LEKARNA U LIPY"]);
  });

  test("though a footer says what the bank will never send", async () => {
    const text = [
      "The following QR payment has been made:",
      "Amount\t: SGD 6.40",
      "From your account\t: Savings (-881204)",
      "To\t: TIONG NOODLE BAR",
      "We will not send you any emails with links requesting your PIN or One-time Password.",
    ].join("\n");

    expect(await read(text, "QR payment made")).toEqual([false, "6.40", "TIONG NOODLE BAR"]);
  });
});

describe("an account is printed with the code of its bank", () => {
  test("and the digits are of the one that money left, before that code", async () => {
    const text =
      "oznamujeme Vám provedení platby z účtu číslo 27-8841093375/0100 " +
      "na účet číslo 5510327718/0800 částka 640,00 CZK.";
    const from = ["Banka Javor", "info@bankajavor.example"] as const;
    const { receipts } = await readByReaders(alertDocument({ from, subject: "", text }));

    expect(receipts.map(({ card_last4 }) => card_last4?.value)).toEqual(["3375"]);
    expect(receipts.map(({ merchant }) => merchant)).toEqual([null]);
  });

  test("but a year and a number behind it are of a paper", async () => {
    const text = "Hvala za vaše plačilo v znesku: 92,40 €.\nŠt. računa: 2026-0331\nZnesek: 92,40 €";
    const from = ["Vrtnarija Jelka s.p.", "racuni@jelka.example"] as const;
    const { receipts } = await readByReaders(
      alertDocument({ from, subject: "Plačilo prejeto", text }),
    );

    expect(receipts.map(({ kind, card_last4 }) => [kind, card_last4])).toEqual([["receipt", null]]);
  });
});

test.each([
  "María te envió una transferencia de 50,00 € a tu cuenta *4410 el 5/11/2026.",
  "Juan te envió el 05/11/2026 una transferencia de 50,00 € a tu cuenta *4410.",
])("what another person sent to the reader came in: %s", async (text) => {
  expect((await read(text)).slice(0, 2)).toEqual([true, "50.00"]);
});
