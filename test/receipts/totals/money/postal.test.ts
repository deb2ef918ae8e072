// A currency's letters next to a postcode are not an amount. The same letters next to money are.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAmounts } from "../../../../src/receipts/totals/money/amounts.ts";

const read = (text: string) =>
  findAmounts(text).map(({ value, currency }) => `${value} ${currency ?? "?"}`);

describe("postal addresses", () => {
  test.each([
    "Minneapolis, MN 55403",
    "MINNEAPOLIS MN 55403",
    "St. Paul, MN 55101-1234",
    "Imphal, MN 795001",
    "46100 Mantova MN 0376",
    "Mantova, 46100 MN",
    "MN-14200 Ulaanbaatar",
    "Billings, MT 59101",
    "BILLINGS MT 59101",
    "Cuiabá, MT 78005",
    "Cuiabá - MT 78005000",
    "75100 Matera, MT 75100",
    "Seoul, KR 04524",
    "Busan, KR 48058",
    "KR-06236 Seoul",
    "KR 48058 Busan",
    "Crotone 88900 KR",
    "Porto Alegre, RS 90010150",
    "Porto Alegre - RS 90010-150",
    "RS-11000 Beograd",
    "Roma RM 00184",
    "Santiago, RM 7500000",
    "Siracusa SR 96100",
    "1012 KR Amsterdam",
    "1071 RM Amsterdam",
    "Damrak 1, 3511 TL Utrecht",
    "NL-2595 MT Den Haag",
    "1016 RS AMSTERDAM",
    "1054 TK  Amsterdam",
    "2511 DH Den Haag",
    "PO Box 1234 KR",
    "P.O. Box 77 MT",
    "Postfach 1200 KR",
    "Apartado 345 RM",
    "Postcode: 1012 KR",
    "ZIP: MT 59101",
    "Rm 1203, Wing On Centre",
    "Flat RM 1203",
    "RM 301, 5/F",
    "KR 7 # 156-10",
    "Kr 15 No. 93-60",
    "R 12 de Outubro, 45",
    "Hong Kong SAR 999077",
    "Macao SAR 999078",
    "1425 Bs. As.",
    "PO Box R 123 Royal Exchange NSW 1225",
  ])("the postal address %s is not an amount", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("a state next to money does not name its currency", () => {
    expect(read("TARGET MINNEAPOLIS MN $22.14")).toEqual(["22.14 ?"]);
    expect(read("Minneapolis, MN 55403 Total $22.14")).toEqual(["22.14 ?"]);
    expect(read("TARGET T-0694 MINNEAPOLIS MN 22.14")).toEqual(["22.14 ?"]);
  });
});

describe("money with the letters of a province", () => {
  test.each<readonly [text: string, expected: readonly string[]]>([
    ["63.37 MN", ["63.37 mxn"]],
    ["$1,250.00 M.N.", ["1250.00 mxn"]],
    ["$5,000 MN", ["5000 mxn"]],
    ["Total MT 59101", ["59101 mzn"]],
    ["500 MT", ["500 mzn"]],
    ["MT 500,00", ["500.00 mzn"]],
    ["Kaffe, KR 450", ["450 ?"]],
    ["Sum KR 48058", ["48058 ?"]],
    ["Totalt 1299 KR", ["1299 ?"]],
    ["1299 KR", ["1299 ?"]],
    ["RS 4500 debited", ["4500 inr"]],
    ["AT CAFE DELHI, RS 4500 ON 12-11-2026", ["4500 inr"]],
    ["RM 4500", ["4500 myr"]],
    ["Nasi Lemak RM 12", ["12 myr"]],
    ["Laptop RM 4500", ["4500 myr"]],
    ["RM45.00", ["45.00 myr"]],
    ["R 99", ["99 zar"]],
    ["R 2000", ["2000 zar"]],
    ["INR 450, Mumbai", ["450 inr"]],
    ["Paris, EUR 45000", ["45000 eur"]],
    ["NGN 5000", ["5000 ngn"]],
    ["12990 FT", ["12990 huf"]],
    ["1425 Bs.", ["1425 bob"]],
  ])("money is an amount even if its letters are also a province's: %s", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test("five digits are money if the same letters are next to other money in the text", () => {
    expect(read("Bilhete Maputo MT 15000\nDesconto 500,00 MT")).toEqual([
      "15000 mzn",
      "500.00 mzn",
    ]);
    expect(read("1299 KR Vipps\nMoms 259,80 kr")).toEqual(["1299 ?", "259.80 ?"]);
  });
});

test("no town, state and postcode of the United States makes an amount", () => {
  const states =
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI AE AP AA".split(
      " ",
    );
  const towns = fc.constantFrom(
    "Springfield",
    "St. Paul",
    "New York",
    "O'Fallon",
    "Winston-Salem",
    "COEUR D'ALENE",
  );
  fc.assert(
    fc.property(
      towns,
      fc.constantFrom(...states),
      fc.integer({ min: 501, max: 99_950 }),
      fc.constantFrom(", ", " ", ",  "),
      fc.constantFrom("", "-1234", " USA", ", United States", "\n"),
      (town, state, zip, gap, tail) => {
        expect(read(`${town}${gap}${state} ${String(zip).padStart(5, "0")}${tail}`)).toEqual([]);
      },
    ),
  );
});

test("no Dutch postcode makes an amount", () => {
  const letter = fc.constantFrom(..."A B C D E F G H J K L M N P R S T U V W X Z".split(" "));
  fc.assert(
    fc.property(
      fc.integer({ min: 1000, max: 9999 }),
      letter,
      letter,
      fc.constantFrom("Amsterdam", "Den Haag", "UTRECHT", "'s-Hertogenbosch"),
      (digits, one, other, town) => {
        expect(read(`${digits} ${one}${other} ${town}`)).toEqual([]);
      },
    ),
  );
});
