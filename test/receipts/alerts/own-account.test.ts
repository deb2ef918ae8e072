// Which digits are the own account's, and where the other party's name begins and ends.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(text: string, subject = ""): Promise<readonly unknown[]> {
  const from = ["Orchard Bank", "alerts@orchardbank.example"] as const;
  const { receipts } = await readByReaders(alertDocument({ from, subject, text }));
  const [receipt] = receipts;
  return [receipt?.total?.value, receipt?.merchant?.value, receipt?.card_last4?.value];
}

describe("an alert names several accounts, or a name with marks", () => {
  test("money left the account behind 'from', and not the loan that it paid", async () => {
    const text =
      "EMI of INR 8,400.00 for your Car Loan A/c XX0072 has been debited from A/c XX3391 on 24-NOV-2026.";

    expect((await read(text))[2]).toBe("3391");
  });

  test("an amount before a colon is part of a sentence, whose last label names the payer", async () => {
    const text = "您的帳戶****4417於2026/11/24存入一筆跨行轉入款項NT$7,500，轉入人：林美華。";

    expect(await read(text)).toEqual(["7500", "林美華", "4417"]);
  });

  test("the mask of an account is no part of the name before it", async () => {
    const text = "[오차드은행] 11/24 09:12 입금 45,000원 김서연 ***-**-2208 잔액 310,455원";

    expect((await read(text, "입금 알림"))[1]).toBe("김서연");
  });

  test("the form of a company in brackets belongs to its name", async () => {
    const text = "11월 25일 (주)하늘공방에서 급여 1,945,100원이 입금되었습니다.";

    expect((await read(text, "급여입금 안내"))[1]).toBe("(주)하늘공방");
  });

  test("a form of company that Japanese banks abbreviate belongs to the name", async () => {
    const text =
      "11月15日、普通預金口座に振込入金 84,200円がありました。振込依頼人：カ）ミナトコウボウ";

    expect((await read(text, "振込入金のお知らせ"))[1]).toBe("カ)ミナトコウボウ");
  });

  test("a shop that is called as its site is", async () => {
    const text = "شراء إنترنت بمبلغ 74.00 SAR من sabeel.com ببطاقة ***6120 بتاريخ 24/11/2026";

    expect(await read(text)).toEqual(["74.00", "sabeel.com", "6120"]);
  });

  test("the name within what a transfer was for, in a sentence", async () => {
    const text =
      "Tài khoản ****5507 được ghi có 9.200.000 VND ngày 25/11/2026. Nội dung: CTY TNHH HOANG GIA TRA LUONG T11";

    expect((await read(text))[1]).toBe("CTY TNHH HOANG GIA");
  });

  test("a telephone that is masked in the middle is no account", async () => {
    const text =
      "You bought PHP 50.00 load for 0918XXX7730 using your account ending 2046 on 24 Nov 2026.";

    expect((await read(text))[2]).toBe("2046");
  });

  test("an amount behind the name of a card is not its digits", async () => {
    const text = "Pagamento con carta per 1500,00 EUR presso LARCH SRL.";

    expect((await read(text))[2]).toBeUndefined();
  });

  test("digits under a subject that names a code confirm what has not happened yet", async () => {
    const text = "Use 730114 to approve your $90.00 transfer to Dana Whitlock.";

    expect((await read(text, "Your verification code"))[0]).toBeUndefined();
  });
});
