// The other party and the last digits where a bank prints them in rows, codes or lines of its own.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(text: string, subject = ""): Promise<Record<string, unknown>> {
  const from = ["Banka Javor", "info@bankajavor.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return {
    total: receipt?.total?.value,
    merchant: receipt?.merchant?.value,
    last4: receipt?.card_last4?.value,
  };
}

describe("the other party", () => {
  test("is the line above an amount that is alone, below the colon of the verb", async () => {
    const text =
      "mit Ihrer Karte wurde soeben bezahlt:\nGartencenter Ruhland\n−38,20 EUR\nKarte: Debitkarte **** 6127";

    expect(await read(text)).toMatchObject({ total: "38.20", merchant: "Gartencenter Ruhland" });
  });

  test("stands behind the code of the payee, as banks in France print it", async () => {
    const text = [
      "Nous vous informons de l'opération suivante sur votre compte n° ********7754 :",
      "",
      "VIR SEPA EMIS /MOTIF CHAUFFAGE T4 /BEN SARL ROUX ENERGIE /REF 4471",
      "Montant : -312,40 EUR",
    ].join("\n");

    expect(await read(text, "Alerte : virement émis")).toMatchObject({
      total: "312.40",
      merchant: "SARL ROUX ENERGIE",
    });
  });

  test("ends at its form of company, before the comma of its address", async () => {
    const text = [
      "vaš račun **** 5512 je bil obremenjen.",
      "Prejemnik plačila: VODOVOD PLANINA d.o.o., Cesta na Brdo 14, Kranj",
      "Znesek: 27,90 EUR",
    ].join("\n");

    expect(await read(text)).toMatchObject({ merchant: "VODOVOD PLANINA d.o.o." });
  });

  test("is the name below the heading of the payee's part", async () => {
    const text = [
      "Tu transferencia se realizó con éxito.",
      "Datos de origen",
      "Nombre: Rosa Quispe",
      "Cuenta: ****3302",
      "Datos de destino",
      "Nombre: Ferretería El Tornillo",
      "Cuenta: ****8815",
      "Monto: 84,50 EUR",
    ].join("\n");

    expect(await read(text)).toMatchObject({ merchant: "Ferretería El Tornillo" });
  });
});

describe("the other party of a short alert", () => {
  test("is in capitals behind a comma, the day with its full stop and the time", async () => {
    const text =
      "Kartica *3301, placanje 1.870,00 RSD, 17.11.2026. 15:40, TRGOVINA 12 NIS. Raspolozivo 9.112,30 RSD";

    expect(await read(text)).toMatchObject({ total: "1870.00", merchant: "TRGOVINA 12 NIS" });
  });

  test("may be a site in lower case", async () => {
    const text = "Płatność BLIK 45,99 zł w ksiazki24.pl 17.11.2026 została zrealizowana.";

    expect(await read(text)).toMatchObject({ total: "45.99", merchant: "ksiazki24.pl" });
  });

  test("has no capitals in Georgian", async () => {
    const text = "თქვენს ანგარიშზე ჩაირიცხა თანხა.\nთანხა: 75.00 GEL\nგამგზავნი: მარიამ ლომიძე";

    expect(await read(text)).toMatchObject({ total: "75.00", merchant: "მარიამ ლომიძე" });
  });

  test("begins behind the reader's card in Turkish", async () => {
    const text = "7719 ile biten kartınıza KITAP EVI işyerinden 219,90 TL iade yapılmıştır.";

    expect(await read(text)).toMatchObject({ merchant: "KITAP EVI", last4: "7719" });
  });
});

describe("the amount", () => {
  test("has its thousands where a cell holds nothing else", async () => {
    const text = "თქვენს ანგარიშზე ჩაირიცხა თანხა.\nთანხა\t1 340.00 GEL\nთარიღი\t16/11/2026";

    expect(await read(text)).toMatchObject({ total: "1340.00" });
  });
});

describe("the last digits", () => {
  test("are before the card's word, behind one mark", async () => {
    const text = "*6612 kártyával vásárlás 3.490 HUF PEKSEG GYOR. Egyenleg: 84.220 HUF";

    expect(await read(text)).toMatchObject({ last4: "6612" });
  });

  test("are in two groups at the end of a masked IBAN, of the row that the money left", async () => {
    const text = [
      "Uw overboeking van € 480,00 naar Drukkerij Hoekstra B.V. is uitgevoerd.",
      "",
      "Naar rekening: NL** INGB **** **88 41",
      "Van rekening: NL** DVLT **** **30 95",
    ].join("\n");

    expect(await read(text)).toMatchObject({ last4: "3095" });
  });

  test("are those at the end of a mask, not those in the middle of it", async () => {
    const text = "į Jūsų sąskaitą LT**7230******4180 gautas mokėjimas.\n+320,00 EUR";

    expect(await read(text)).toMatchObject({ last4: "4180" });
  });

  test("are a masked card alone in its row", async () => {
    const text =
      "You made a purchase.\nAmount: 20.00 EUR\nPayment method: *4410\nMerchant: Corner Deli";

    expect(await read(text)).toMatchObject({ last4: "4410" });
  });
});
