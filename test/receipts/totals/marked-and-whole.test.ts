// Numbers that the subject marks with "#", refunds of a cancelled order, and amounts with a label beside or below.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "../alerts/alert-document.ts";

async function read(text: string, subject: string): ReturnType<typeof readByReaders> {
  const from = ["Hagebod AB", "hei@hagebod.example"] as const;
  return readByReaders(alertDocument({ from, subject, text }));
}

describe("a number behind the sign for numbers in a subject", () => {
  test("is the document's, whatever words are before it", async () => {
    const text = "Köszönjük a megrendelést!\nSzállítás: 300 Ft\nÖsszesen: 4 120 Ft\nBankkártya";
    const { receipts } = await read(text, "Megrendelés visszaigazolás (#R551200417)");

    expect(receipts.map(({ order_number }) => order_number?.value)).toEqual(["R551200417"]);
  });

  test("counts before the other numbers of its kind that the text names", async () => {
    const text = [
      "Återbetalt belopp\t640,00 kr",
      "Fakturanummer\tHAG-11-019",
      "Kreditfakturanummer\tHAG-11-004",
    ].join("\n");
    const { receipts } = await read(text, "Din kreditfaktura #HAG-11-004");

    expect(receipts.map(({ order_number }) => order_number?.value)).toEqual(["HAG-11-004"]);
  });
});

describe("a cancelled order", () => {
  const rows = "Delsum: 310,00 NOK\nLevering: 40,00 NOK\nSum: 350,00 NOK\n";

  test("is a refund if a sentence says, however far below, that all of it was paid back", async () => {
    const text = `Bestillingen din er avbrutt.\n${rows}Bestillingen ble betalt, så vi har refundert hele beløpet`;
    const { receipts } = await read(text, "Kansellering av bestilling 40118");

    expect(receipts.map(({ kind, incoming, total }) => [kind, incoming, total?.value])).toEqual([
      ["refund", true, "350.00"],
    ]);
  });

  test("gives nothing back under a condition", async () => {
    const text = `Bestillingen din er avbrutt.\n${rows}Hvis du har betalt, har vi refundert hele beløpet`;
    const { receipts } = await read(text, "Kansellering av bestilling 40118");

    expect(receipts.every(({ kind }) => kind === "not a transaction")).toBe(true);
  });
});

describe("an amount alone on its line", () => {
  test("below a company's form and above the day of its refund was given back", async () => {
    const text = "Kreditfaktura från Hagebod AB\n215,00 SEK\nÅterbetald den 4 nov. 2026\nTack!";
    const { receipts } = await read(text, "Din kreditfaktura");

    expect(receipts.map(({ incoming, total }) => [incoming, total?.value])).toEqual([
      [true, "215.00"],
    ]);
  });
});

describe("a code before a symbol that several currencies share", () => {
  test("names the currency", async () => {
    const { receipts } = await read("Valor Total: COP $ 84.300", "Recibo de pago");

    expect(receipts.map(({ currency, total }) => [currency, total?.value])).toEqual([
      ["cop", "84300"],
    ]);
  });
});

describe("the bill of a service for paying later", () => {
  test("asks for its amount, where a day to pay by lies ahead", async () => {
    const text =
      "ご請求書を発行いたしました。\nお支払い期日は2027年12月16日でございます。\nご注文店舗:みどり茶舗\nご請求金額:2,960円";
    const { receipts } = await read(text, "請求書発行のご案内");

    expect(receipts.map(({ kind, total }) => [kind, total?.value])).toEqual([["invoice", "2960"]]);
  });
});
