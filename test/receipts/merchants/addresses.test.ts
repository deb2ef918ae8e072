// Receipts with a postal address. In no country is an address an amount or the name of a currency.
// If it shows a country, the total is in that country's money.

import { describe, expect, test } from "vitest";
import { readMail } from "../../../src/receipts/read-mail.ts";
import { mail } from "../mime/write-mail.ts";

/** A plain receipt of a shop whose last lines are this address. */
async function readWith(
  address: string,
  { from = "Corner Shop <orders@cornershop.example>", total = "Total $22.14" } = {},
) {
  const head = [
    `From: ${from}`,
    "To: sam@mail.example",
    "Subject: Your receipt",
    "Date: Fri, 13 Nov 2026 14:00:00 +0000",
    "Message-ID: <1@cornershop.example>",
    "Content-Type: text/plain; charset=utf-8",
  ];
  const { documents } = await readMail(
    mail(
      head,
      `Thank you for your order!\r\n\r\nOrder number: 902004\r\nDish towels 9.99\r\n${total}\r\nVisa ending in 4417\r\n\r\n${address.replaceAll("\n", "\r\n")}\r\n`,
    ),
  );
  return documents.flatMap(({ receipts }) => receipts);
}

describe("receipts in dollars", () => {
  test.each([
    ["Minneapolis, MN 55403"],
    ["7601 Penn Ave S, Richfield, MN 55423 USA"],
    ["1000 Nicollet Mall\nMinneapolis MN 55403-2542\nUnited States"],
    ["Ship to:\nAnna Lee\n12 Elm St\nDuluth, MN 55802"],
    ["ROCHESTER MN 55902"],
    ["Billings, MT 59101"],
    ["Denver, CO 80202"],
    ["Philadelphia, PA 19103"],
    ["Portland, ME 04101"],
  ])(
    "a receipt in dollars with an address in the United States (%j) is in USD, without a question",
    async (address) => {
      const [receipt, ...others] = await readWith(address);

      expect(others).toEqual([]);
      expect([receipt?.total?.value, receipt?.currency, receipt?.doubts]).toEqual([
        "22.14",
        "usd",
        [],
      ]);
    },
  );

  test.each([["Target <orders@oe1.target.com>"], ["Best Buy <BestBuyInfo@emailinfo.bestbuy.com>"]])(
    "a receipt of %s, a shop that prices in USD, is in USD with an address in Minnesota",
    async (from) => {
      const [receipt] = await readWith("7601 Penn Ave S, Richfield, MN 55423", { from });

      expect(receipt?.currency).toBe("usd");
    },
  );

  test.each<readonly [address: string, currency: string]>([
    ["100 King St W, Toronto, ON M5V 2T6", "cad"],
    ["Montréal (Québec) QC H2Y 1C6", "cad"],
    ["Level 3, 1 George St, Sydney NSW 2000", "aud"],
    ["45 St Georges Tce, Perth WA 6000", "aud"],
    ["Av. Juárez 12, C.P. 06600, CDMX", "mxn"],
  ])(
    "a receipt in dollars with the address %j is in the money of its country",
    async (address, currency) => {
      const [receipt] = await readWith(address);

      expect([receipt?.currency, receipt?.doubts]).toEqual([currency, []]);
    },
  );
});

test.each([
  ["Mumbai shop, Imphal, MN 795001"],
  ["12 Sejong-daero, Jung-gu, Seoul, KR 04524"],
  ["Via Roma 1\n46100 Mantova MN"],
  ["Keizersgracht 12\n1013 MN Amsterdam"],
  ["Herengracht 5, 1012 KR Amsterdam"],
  ["Billings, MT 59101"],
  ["Av. Ipiranga 100, Porto Alegre - RS 90010150"],
  ["Providencia, Santiago, RM 7500000"],
  ["Flat/Rm 1203, 12/F, Wing On Centre"],
  ["Wan Chai, Hong Kong SAR 999077"],
  ["PO Box 1234 KR"],
  ["KR 7 # 156-10, Bogotá"],
  ["88900 Crotone KR"],
])(
  "an amount without a sign gets no currency from the address %j, unless the address shows a country",
  async (address) => {
    const [receipt] = await readWith(address, { total: "Total 22.14" });

    expect(receipt?.total?.value).toBe("22.14");
    expect([null, "usd", "hkd"]).toContain(receipt?.currency);
  },
);
