// The evidence that settles a currency symbol that several currencies share. Evidence that
// disagrees, head offices, journeys abroad, and dialling codes of several countries settle nothing.

import { describe, expect, test } from "vitest";
import { DocumentCurrencies } from "../../../src/receipts/merchants/currency-evidence.ts";
import { findCurrencies } from "../../../src/receipts/totals/money/currency-symbols.ts";
import type { Currency } from "../../../src/money/currency.ts";

const settled = (sign: string, text: string, address: string | null = null) =>
  new DocumentCurrencies([text], address).settle(sign === "" ? [] : findCurrencies(sign)).evidence
    ?.currency ?? null;

describe("the meaning of shared currency symbols", () => {
  test.each<
    readonly [sign: string, text: string, address: string | null, expected: Currency | null]
  >([
    ["$", "Total $5\nAll amounts in USD", null, "usd"],
    ["$", "12 Oak Ave, Tucson, AZ 85701", null, "usd"],
    ["$", "BOSTON MA 02108", null, "usd"],
    ["$", "789 Little Italy, New York, NY", null, "usd"],
    ["$", "88 Main St, Vancouver BC V5K 0A1", null, "cad"],
    ["$", "Toronto, ON", null, "cad"],
    ["$", "12 Oak Ave, Tucson, AZ 85701\n88 Main St V5K 0A1", null, null],
    ["$", "Perth WA 6000", null, "aud"],
    ["", "KÖP GODKÄNT 2026-11-21", null, null],
    ["$", "Call +1 800 555 0100", null, null],
    ["$", "Call +61 2 5550 0100", null, "aud"],
    ["$", "Sales tax\t$0.53", null, "usd"],
    ["$", "Green Chile Burrito\t$10.25\nAustin, TX 78702", null, "usd"],
    ["$", "Santiago, Chile", null, "clp"],
    ["$", "Our EIN is 20-0049703", null, "usd"],
    ["$", "ein Betrag", null, null],
    ["$", "GST/HST\t$2.14", null, "cad"],
    ["$", "GST\t$2.05\nPST\t$2.24", null, "cad"],
    ["$", "8:15 AM PST", null, null],
    ["$", "GST\t$2.14", null, null],
    ["$", "ABN 51 824 753 556", null, "aud"],
    ["$", "GST No: 123-456-789", null, "nzd"],
    ["$", "NIT 900.123.456-7", null, "cop"],
    ["$", "Anytown, USA", null, "usd"],
    ["$", "Your flight to Canada\nPassenger Ann", null, null],
    [
      "$",
      "GST/HST\t$2.14\nNetflix, 121 Albright Way, Los Gatos, CA 95032, U.S.A.",
      "info@netflix.com",
      "cad",
    ],
    ["$", "1725 3rd Street, San Francisco, CA 94158", "noreply@uber.com", null],
    ["$", "San Francisco (SFO) to New York (JFK)", "x@united.com", "usd"],
    ["$", "SFO to JFK", "x@united.com", "usd"],
    ["$", "New York (JFK) to London (LHR)", "x@united.com", null],
    ["$", "Seattle (SEA) to Boston (BOS)", "x@aircanada.ca", null],
    ["$", "Arrival: 3 May\nHotel Rideau, Ottawa, ON K1V 1S1", "x@agency.example", null],
    ["$", "", "x@shop.co.nz", "nzd"],
    ["$", "", "x@shop.ca", "cad"],
    ["$", "Tucson, AZ 85701", "x@shop.ca", null],
    ["$", "", "x@shop.com", null],
    ["kr", "Org.nr. NO 984 661 177 MVA", null, "nok"],
    ["kr", "org.nr 556737-0431", null, "sek"],
    ["kr", "CVR 12345678", null, "dkk"],
    ["kr", "", "x@butik.dk", "dkk"],
    ["kr", "Hello", null, null],
    ["¥", "ありがとうございます", null, "jpy"],
    ["¥", "", "x@shop.cn", "cny"],
    ["", "Goods Rs 600.00", null, "inr"],
    ["", "Goods Rs 600.00", "x@shop.lk", "lkr"],
    ["", "Goods Rs 600.00\n33 Park Street, Colombo 02", null, "lkr"],
    ["元", "列车 香港\n票价 176元", "x@rails.com.cn", "cny"],
    ["", "TOTAL 14.32\nBOSTON MA 02108", null, "usd"],
    ["", "Sweden", null, null],
    ["", "", "x@shop.ca", null],
  ])("the symbol %s with %j from %s means %s", (sign, text, address, expected) => {
    expect(settled(sign, text, address)).toBe(expected);
  });

  test.each<
    readonly [
      currency: Currency,
      printed: string,
      text: string,
      address: string | null,
      expected: Currency | null,
    ]
  >([
    ["inr", "Rs. 500", "debited", null, "inr"],
    ["inr", "Rs. 500", "", "x@shop.pk", "pkr"],
    ["inr", "₹500", "", "x@shop.pk", "inr"],
    ["inr", "Rs. 500", "UPI", "x@shop.pk", null],
    ["inr", "Rs 500", "Call +94 11 255 0100", null, "lkr"],
    ["gbp", "£5.00", "", "x@shop.co.uk", "gbp"],
    ["gbp", "£5.00", "A journey to Egypt", "x@shop.example", "gbp"],
    ["gbp", "£500", "", "x@shop.eg", "egp"],
    ["rub", "100 руб.", "", "x@shop.by", "byn"],
    ["eur", "€5", "", "x@shop.pk", "eur"],
  ])(
    "the symbol %s read as %s with %j from %s means %s",
    (currency, printed, text, address, expected) => {
      expect(
        new DocumentCurrencies([text], address).settleContested(currency, printed).evidence
          ?.currency ?? null,
      ).toBe(expected);
    },
  );
});
