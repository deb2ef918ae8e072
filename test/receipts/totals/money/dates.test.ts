// Days and cards as receipts print them.

import { describe, expect, test } from "vitest";
import { findCards } from "../../../../src/receipts/totals/money/cards.ts";
import { findDates } from "../../../../src/receipts/totals/money/dates.ts";
import { parseDay } from "../../../../src/money/day.ts";
import { expectLinear } from "../../../growth.ts";

const read = (text: string, sent: string | null = null) =>
  findDates(text, sent === null ? null : parseDay(sent)).map(({ readings }) =>
    readings.join(" or "),
  );

describe("days in text", () => {
  test.each([
    ["July 8, 2025 at 12:37 PM", "2025-07-08"],
    ["Feb 9, 2025", "2025-02-09"],
    ["Wed, Jun 18, 2025", "2025-06-18"],
    ["5th March 2024", "2024-03-05"],
    ["20FEB26", "2026-02-20"],
    ["20 Feb 26", "2026-02-20"],
    ["1 February 2017 12:54:35 GMT", "2017-02-01"],
    ["5. März 2024", "2024-03-05"],
    ["05.03.2024", "2024-03-05"],
    ["le 5 mars 2024", "2024-03-05"],
    ["1er août 2024", "2024-08-01"],
    ["5 de mayo de 2024", "2024-05-05"],
    ["5 de março de 2024", "2024-03-05"],
    ["5 marzo 2024", "2024-03-05"],
    ["5 maart 2024", "2024-03-05"],
    ["den 5 maj 2024", "2024-05-05"],
    ["5. maj 2024", "2024-05-05"],
    ["5. mars 2024", "2024-03-05"],
    ["5. maaliskuuta 2024", "2024-03-05"],
    ["5 marca 2024", "2024-03-05"],
    ["5. března 2024", "2024-03-05"],
    ["2024. május 3.", "2024-05-03"],
    ["2024. 05. 03.", "2024-05-03"],
    ["5 martie 2024", "2024-03-05"],
    ["5 Mart 2024", "2024-03-05"],
    ["5 марта 2024 г.", "2024-03-05"],
    ["5 березня 2024", "2024-03-05"],
    ["2024年5月3日", "2024-05-03"],
    ["令和6年5月3日", "2024-05-03"],
    ["2024년 5월 3일", "2024-05-03"],
    ["3 พฤษภาคม 2567", "2024-05-03"],
    ["3 พ.ค. 2567", "2024-05-03"],
    ["5 tháng 3, 2024", "2024-03-05"],
    ["2024-05-03", "2024-05-03"],
    ["2024-05-03T10:00", "2024-05-03"],
    ["2024/05/03", "2024-05-03"],
    ["13/05/2024", "2024-05-13"],
    ["05/13/2024", "2024-05-13"],
    ["٣ مايو ٢٠٢٤", "2024-05-03"],
    ["3 במאי 2024", "2024-05-03"],
    ["11-Nov-2024", "2024-11-11"],
    ["05/05/2024", "2024-05-05"],
  ])("the day %s is read", (text, day) => {
    expect(read(text)).toEqual([day]);
  });

  test("a date of two possible orders keeps both days, unless only one is within three days of the day sent", () => {
    expect(read("02/10/2023")).toEqual(["2023-10-02 or 2023-02-10"]);
    expect(read("02/10/2023", "2023-10-04")).toEqual(["2023-10-02"]);
    expect(read("02/10/2023", "2023-02-10")).toEqual(["2023-02-10"]);
    expect(read("02/10/2023", "2023-10-09")).toEqual(["2023-10-02 or 2023-02-10"]);
    expect(read("02/03/2023", "2023-02-28")).toEqual(
      ["2023-03-02 or 2023-02-03"].map(() => "2023-03-02"),
    );
  });

  test.each([
    ["Wpłata dotarła do nas 23 listopada 2026 o 20:14.", "2026-11-23"],
    ["zapłacono 5 lip 2026", "2026-07-05"],
    ["Račun je plaćen 23. listopada 2026.", "2026-10-23"],
    ["Uplata je zaprimljena šestog, 5. lip 2026.", "2026-06-05"],
    ["Platba přišla 5. srp 2026", "2026-08-05"],
    ["23 listopada 2026", "2026-10-23 or 2026-11-23"],
  ])("a month that two languages name alike is that of the text's own letters: %s", (text, day) => {
    expect(read(text).map((one) => one.split(" or ").toSorted().join(" or "))).toEqual([day]);
  });

  test("such a month of a text without those letters is the one near the day sent", () => {
    expect(read("23 listopada 2026", "2026-11-24")).toEqual(["2026-11-23"]);
  });

  test.each([
    ["2026. gada 20. novembrī", "2026-11-20"],
    ["20. novembra rēķins", "2026-11-20"],
    ["20. novembril 2026", "2026-11-20"],
    ["5. märtsil 2026", "2026-03-05"],
    ["20 Nopember 2026", "2026-11-20"],
  ])("months in the cases and spellings of a date are read: %s", (text, day) => {
    expect(read(text, "2026-11-24")).toEqual([day]);
  });

  test("a date without a year is the one nearest to the day sent", () => {
    expect(read("December 30", "2025-01-02")).toEqual(["2024-12-30"]);
    expect(read("2 janvier", "2024-12-30")).toEqual(["2025-01-02"]);
    expect(read("December 30")).toEqual([]);
  });

  test.each([
    "32.13.2024",
    "1.2.3.4",
    "2024-13-01",
    "Order 12-04-20245",
    "192.168.10.20",
    "30 min 2024 x",
    "10 items 2024",
  ])("%s is not a day", (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe("cards in text", () => {
  test.each([
    "Visa ending in 1234",
    "Visa *1234",
    "VI************ 1234",
    "•••• 1234",
    "Mastercard **** **** **** 1234",
    "xxxx-xxxx-xxxx-1234",
    "Card ending 1234",
    "American Express •••••• 1234",
    "Visa .... 1234",
    "x -1234 Visa x-1234",
    "Karte endet auf 1234",
    "Tarjeta terminada en 1234",
    "carte se terminant par 1234",
    "Visa (...1234)",
    "cartão final 1234",
    "MasterCard-1234",
    "カード 下4桁 1234",
    "尾号1234",
    "Amex •••• 61234",
    "ending with 1234",
    "Venture X...1234",
    "Payment method\t - 1234",
    "Payment method\n- 1234",
    "Mode de paiement : – 1234",
  ])("the card %s is read", (text) => {
    const cards = findCards(text);
    expect(cards.length).toBeGreaterThan(0);
    for (const { last4, start, end } of cards)
      expect([last4, text.slice(start, end)]).toEqual(["1234", "1234"]);
  });

  test.each([
    "Order 1234",
    "Total 1234",
    "since 2024",
    "1 x 1234",
    "Visa 1234567890123456",
    "call 555-1234",
    "Payment - 1234",
    "Payment method - 1234-56",
    "Payment method 1234",
    "p. 12...12345",
    "PAYBACK Karten-Nr.: ####1234",
    "Clubcard number **** **** 1234",
    "Carte de fidélité : ****1234",
  ])("%s is not a card", (text) => {
    expect(findCards(text)).toEqual([]);
  });
});

test.each([
  "1/1/".repeat(100_000),
  "mar ".repeat(100_000),
  "1 mar ".repeat(80_000),
  "....".repeat(100_000),
  "x".repeat(400_000),
  "card card ".repeat(40_000),
  "12年".repeat(100_000),
  "visa * ".repeat(60_000),
  "payment method - ".repeat(25_000),
])("hostile text takes no more time than its length (%#)", async (text) => {
  await expectLinear(text.length, (size) => [
    findDates(text.slice(0, size), null),
    findCards(text.slice(0, size)),
  ]);
});

test("a day in numbers has the day first beside a day that is written in a language other than English", () => {
  expect(read("Commande passée le 07/11/2025. Remboursé le 23 août 2025")[0]).toBe("2025-11-07");
  expect(read("Ordered on 07/11/2025. Refunded on 23 August 2025")[0]).toBe(
    "2025-11-07 or 2025-07-11",
  );
});
