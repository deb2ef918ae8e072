// Amounts as receipts print them, and figures that are no amounts.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAmounts } from "../../../../src/receipts/totals/money/amounts.ts";
import { expectLinear } from "../../../growth.ts";

const read = (text: string) =>
  findAmounts(text).map(
    (amount) =>
      `${amount.negative ? "-" : ""}${amount.value} ${amount.currency ?? (amount.candidates.length > 0 ? "?" : "none")}${amount.otherwise === null ? "" : ` or ${amount.otherwise}`}`,
  );

describe("amounts in text", () => {
  test.each([
    ["$1,234.56", "1234.56 ?"],
    ["US$1,180.38", "1180.38 usd"],
    ["$212.82 CAD", "212.82 cad"],
    ["£50.00 GBP", "50.00 gbp"],
    ["CAD 756.16", "756.16 cad"],
    ["CA$5.00", "5.00 cad"],
    ["A$5.00", "5.00 aud"],
    ["NT$1,200", "1200 twd"],
    ["R$ 1.234,56", "1234.56 brl"],
    ["MX$99.00", "99.00 mxn"],
    ["HK$88.00", "88.00 hkd"],
    ["S$7.50", "7.50 sgd"],
    ["RD$100.00", "100.00 dop"],
    ["S/ 45.90", "45.90 pen"],
    ["1.234,56 €", "1234.56 eur"],
    ["73,15 KM", "73.15 bam"],
    ["214€85", "214.85 eur"],
    ["1 149€95", "1149.95 eur"],
    ["-25€05", "-25.05 eur"],
    ["Total TTC\t12£50", "12.50 gbp"],
    ["1 234,56 €", "1234.56 eur"],
    ["Beløb\t41 372,00", "41372.00 none"],
    ["Belopp\t+3 716,00", "3716.00 none"],
    ["2 ks\t1 129,00", "1129.00 none"],
    ["2 ks 1 129,00", "129.00 none or 1129.00"],
    ["Moms 25 %\t1 084,78", "1084.78 none"],
    ["Betalt med kort xxxx xxxx 5507\tDKK\t1.901,21", "1901.21 dkk"],
    ["ผู้ป่วยชำระ (บาท)\t1,845.00", "1845.00 thb"],
    ["Totalt (SEK): 200,00", "200.00 sek"],
    ["Total (2 items)\t12.00", "12.00 none"],
    ["Betrag in EUR: 43,18", "43.18 eur"],
    ["Factura achitată\tHDR 186,73 din 06.11.2026", "186.73 none"],
    ["Betaald\t- € 222,00", "-222.00 eur"],
    ["Piim, 3 tk x 1,19", "1.19 none"],
    ["1\u00a0234,56 €", "1234.56 eur"],
    ["€ 1 234,56", "1234.56 eur"],
    ["12,- €", "12 eur"],
    ["12,-", "12 none"],
    ["EUR12", "12 eur"],
    ["EUR 12,50", "12.50 eur"],
    ["5 €", "5 eur"],
    ["5€", "5 eur"],
    ["1'234.50 CHF", "1234.50 chf"],
    ["CHF 1’234.50", "1234.50 chf"],
    ["SFr. 12.50", "12.50 chf"],
    ["Rs.5000.00", "5000.00 inr"],
    ["Rs. 2,64,831.40", "264831.40 inr"],
    ["₹ 1,00,000", "100000 inr"],
    ["INR 450", "450 inr"],
    ["円1,200", "1200 jpy"],
    ["1,200円", "1200 jpy"],
    ["合計1,200円", "1200 jpy"],
    ["¥1,200", "1200 ?"],
    ["JPY 1,200", "1200 jpy"],
    ["12,000원", "12000 krw"],
    ["₩12,000", "12000 krw"],
    ["99.50元", "99.50 ?"],
    ["人民币99.50元", "99.50 cny"],
    ["新臺幣 99 元", "99 twd"],
    ["350 บาท", "350 thb"],
    ["฿350.00", "350.00 thb"],
    ["129,90 zł", "129.90 pln"],
    ["1 299,00 zł", "1299.00 pln"],
    ["499 Kč", "499 czk"],
    ["1 499 Kč", "1499 czk"],
    ["12 990 Ft", "12990 huf"],
    ["89,99 lei", "89.99 ron"],
    ["19,90 лв.", "19.90 bgn"],
    ["1 500 руб.", "1500 rub"],
    ["1 500,00 ₽", "1500.00 rub"],
    ["250 грн", "250 uah"],
    ["149,90 TL", "149.90 try"],
    ["₺149,90", "149.90 try"],
    ["249 kr", "249 ?"],
    ["249,00 kr.", "249.00 ?"],
    ["kr 249,00", "249.00 ?"],
    ["249 SEK", "249 sek"],
    ["NOK 249,50", "249.50 nok"],
    ["Rp150.000", "150000 idr"],
    ["RM12.90", "12.90 myr"],
    ["150.000đ", "150000 vnd"],
    ["₫150.000", "150000 vnd"],
    ["₪59.90", "59.90 ils"],
    ["١٬٢٣٤٫٥٠ ج.م", "1234.50 egp"],
    ["AED 99.00", "99.00 aed"],
    ["R1 234.56", "1234.56 zar"],
    ["R 99.00", "99.00 zar"],
    ["KSh 1,200", "1200 kes"],
    ["₦5,000.00", "5000.00 ngn"],
    ["63.37 MN", "63.37 mxn"],
    ["$.99", "0.99 ?"],
    ["-$5.00", "-5.00 ?"],
    ["$-5.00", "-5.00 ?"],
    ["−5,00 €", "-5.00 eur"],
    ["-300.00 USD", "-300.00 usd"],
    ["Total - $5.00", "5.00 ?"],
    ["Total: 1 234,50 kr", "1234.50 ?"],
    ["$35.00USD", "35.00 usd"],
    ["USD\t12.00", "12.00 usd"],
    ["12.00\tUSD", "12.00 usd"],
    ["316.97", "316.97 none"],
    ["1,234 KWD", "1234 kwd or 1.234"],
    ["2.500 KWD", "2500 kwd or 2.500"],
    ["$1,234", "1234 ?"],
    ["5 dollars", "5 ?"],
    ["12,50 euros", "12.50 eur"],
    ["$9.99/mo", "9.99 ?"],
    ["2 x $4.00", "4.00 ?"],
    ["£5.", "5 gbp"],
    ["(£5.00)", "5.00 gbp"],
    ["C$12.00", "12.00 ?"],
  ])("the amount %s is read", (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  test.each([
    "2024-05-03",
    "03.05.2024",
    "05/03/2024",
    "10:45",
    "19 %",
    "8.25%",
    "Order 113-2114175-0259464",
    "IN-48951432",
    "AB12.50",
    "1.2.3",
    "12GB",
    "30 min",
    "+1 555 123 4567",
    "TOP 10",
    "ALL 5",
    "192.168.1.10",
    "•••• 1234",
    "**1234",
    "3/4",
    "ver. 3.14159",
    "12345678901234567.00",
    "order 4KZX81R2",
    "order 9QW21EUR5",
    "your card ending in 6071 won't be charged",
    "TK 1002***771",
  ])("%s is not an amount", (text) => {
    expect(read(text)).toEqual([]);
  });

  test("a count and a price with a blank between them are kept as a second reading", () => {
    expect(read("Widget 2 754,00 kr")).toEqual(["2754.00 ? or 754.00"]);
    expect(read("Widget 2 754.00")).toEqual(["754.00 none"]);
    expect(read("Total: 2 754.00")).toEqual(["754.00 none or 2754.00"]);
    expect(read("Å betale 1 249,00")).toEqual(["249.00 none or 1249.00"]);
    // No count follows a colon, and the currency ends the line.
    expect(read("Сумма к оплате:\n3 275.50 RUB\n")).toEqual(["3275.50 rub"]);
    expect(read("Widget 2 754.00 RUB")).toEqual(["754.00 rub"]);
  });

  test("two currencies that contradict each other give no currency", () => {
    expect(findAmounts("€5.00 USD")).toMatchObject([
      { currency: null, candidates: ["eur", "usd"] },
    ]);
  });

  test("the position of an amount includes its currency and minus sign", () => {
    const [amount] = findAmounts("Total -US$5.00 today");
    expect("Total -US$5.00 today".slice(amount?.start, amount?.end)).toBe("-US$5.00");
  });
});

test("an amount printed in any of these ways is read back", () => {
  const forms: readonly ((whole: string, cents: string) => string)[] = [
    (whole, cents) => `EUR ${grouped(whole, ".")},${cents}`,
    (whole, cents) => `${grouped(whole, "\u00a0")},${cents} €`,
    (whole, cents) => `€${grouped(whole, ",")}.${cents}`,
    (whole, cents) => `${grouped(whole, "'")}.${cents} EUR`,
    (whole, cents) => `Total: ${grouped(whole, " ")},${cents} €`,
    (whole, cents) => `${whole}.${cents}€`,
  ];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom(...forms),
      (whole, cents, form) => {
        const text = form(String(whole), String(cents).padStart(2, "0"));
        expect(read(text)).toEqual([`${whole}.${String(cents).padStart(2, "0")} eur`]);
      },
    ),
  );
});

function grouped(whole: string, mark: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, mark);
}

test.each([
  "1,".repeat(200_000),
  "1 234 ".repeat(100_000),
  "$".repeat(400_000),
  "1 ".repeat(200_000),
  ".".repeat(400_000),
  "9".repeat(400_000),
  "EUR ".repeat(100_000),
])("half a million hostile characters take no more time than their length (%#)", async (text) => {
  await expectLinear(text.length, (size) => findAmounts(text.slice(0, size)));
});

test("A distance is no amount, a comma and capitals show the marks of Bosnia", () => {
  expect(read("12.50 KM")).toEqual([]);
});

test("A range of days holds no amount", () => {
  expect(read("84,17 CZK za období 1.10.-31.10.2026.")).toEqual(["84.17 czk"]);
});

test("a number behind a letter and a hyphen is no amount of the currency that the letter also means", () => {
  const found = findAmounts("Receipt no.: R-20418. Paid: R-204.18").map(({ value }) => value);

  expect(found).toEqual(["204.18"]);
});

test("dots lead to one number, although blanks group its digits", () => {
  expect(read("Fizetve összesen ....... 8 394 Ft")).toEqual(["8394 huf"]);
});
