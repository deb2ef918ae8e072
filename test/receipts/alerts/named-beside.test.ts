// Which way money went, and who the other party is, where only another row or line tells it.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(text: string, subject = ""): Promise<readonly unknown[]> {
  const from = ["Banka Javor", "info@bankajavor.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return [receipt?.incoming, receipt?.total?.value, receipt?.merchant?.value];
}

describe("an alert names beside the amount", () => {
  test("which way money went: a plus before the booked amount tells it of the sent one too", async () => {
    const text = [
      "Účet: 1944027715, CZK",
      "Zaslaná částka platby: 80,00 EUR",
      "Částka: +1 944,80 CZK",
      "Účet protistrany: DE47 5001 0517 5407 3249 31",
      "Název protistrany: Lindenhof Verlag",
      "Číslo transakce: 7710934420",
      "Zůstatek po zaúčtování transakce: +21 034,10 CZK",
    ].join("\n");

    expect(await read(text, "Informace o platbě")).toEqual([true, "1944.80", "Lindenhof Verlag"]);
  });

  test("whom money went to, in a line below of what was done", async () => {
    const text = [
      "zůstatek na účtu číslo 1944027715/6100 se snížil o částku 1 290,00 CZK.",
      "Odchozí úhrada na účet Truhlářství Vrba s.r.o. číslo 7011223344/0300",
    ].join("\n");

    expect(await read(text)).toEqual([false, "1290.00", "Truhlářství Vrba s.r.o."]);
  });

  test("the shop behind the amount, alone on a line above the sentence", async () => {
    const text = "£8.35 at Harbour Deli\n\nYou paid with your Javor card at 13:01.";

    expect(await read(text)).toEqual([false, "8.35", "Harbour Deli"]);
  });

  test("the shop, where a second language tells of the same charge again", async () => {
    const text = [
      "Thẻ tín dụng của Quý khách có số cuối 6640 vừa thực hiện giao dịch với số tiền VND512,000 tại QUAN_PHO_19.",
      "Your credit card ending 6640 has been charged VND512,000 at merchant QUAN_PHO_19 on 23/11/2026.",
      "Your current balance is VND1,512,000 and your available limit is VND18,488,000.",
    ].join("\n");

    expect(await read(text, "Thông báo giao dịch thẻ")).toEqual([false, "512000", "QUAN_PHO_19"]);
  });
});
