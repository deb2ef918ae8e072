// Alerts in scripts without blanks between words. Only a whole word counts: the receiver of money
// is not money received, and the account that money goes to is not money in.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAlerts } from "../../../src/receipts/alerts/read-alerts.ts";
import { IN_PLACE } from "../../../src/receipts/words/in-place.ts";
import { Phrases } from "../../../src/receipts/words/phrases.ts";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

interface UnspacedAlert {
  readonly name: string;
  readonly text: string;
  readonly way: "in" | "out";
  readonly total: string;
  readonly currency: string;
  readonly merchant?: string;
}

// prettier-ignore
const ALERTS: readonly UnspacedAlert[] = [
  { name: "Thai: a transfer to a recipient", text: "เรียน ลูกค้า\nคุณได้โอนเงิน 500.00 บาท จากบัญชี xxx-x-x1234 ไปยังผู้รับเงิน นาย สมชาย ใจดี วันที่ 10 พ.ย. 2568", way: "out", total: "500.00", currency: "thb", merchant: "สมชาย ใจดี" },
  { name: "Thai: a transfer in rows, the recipient first", text: "ธนาคารขอแจ้งผลการทำรายการโอนเงินพร้อมเพย์ของท่าน ดังนี้\nผู้รับเงิน: ร้านกาแฟดี\nจากบัญชี: xxx-x-x1234\nจำนวนเงิน: 12.25 บาท\nวันที่: 18/11/2568 10:22", way: "out", total: "12.25", currency: "thb", merchant: "ร้านกาแฟดี" },
  { name: "Thai: a transfer to a transferee", text: "โอนเงิน 1,500.00 บาท จากบัญชี x1234 ให้ผู้รับโอน นางสาว สมหญิง ดีมาก วันที่ 18/11/2568 คงเหลือ 300.00 บาท", way: "out", total: "1500.00", currency: "thb" },
  { name: "Thai: paid from a deposit account", text: "ชำระเงิน 320.00 บาท จากบัญชีเงินฝากออมทรัพย์ x1234 วันที่ 18/11/2568 คงเหลือ 1,000.00 บาท", way: "out", total: "320.00", currency: "thb" },
  { name: "Thai: received from a payer", text: "คุณได้รับเงิน 800.00 บาท เข้าบัญชี x1234 จากผู้โอน นาย ก้อง ทองดี วันที่ 18/11/2568 คงเหลือ 5,000.00 บาท", way: "in", total: "800.00", currency: "thb" },
  { name: "Chinese: paid to a payee", text: "您尾号1234的账户于11月18日10:22向收款人张三转账500.00元，余额1,000.00元。【某某银行】", way: "out", total: "500.00", currency: "cny", merchant: "张三" },
  { name: "Chinese: a payer who transfers in", text: "付款方李四向您尾号1234的账户转入500.00元，余额1,000.00元。【某某银行】", way: "in", total: "500.00", currency: "cny" },
  { name: "Chinese: transferred to an account", text: "您尾号1234的储蓄卡11月18日转账500.00元到账户****5678，余额1,000.00元。【某某银行】", way: "out", total: "500.00", currency: "cny" },
  { name: "Chinese: come in through a wallet that is called after paying", text: "您尾号1234的账户11月18日支付宝转入100.00元，余额1,100.00元。【某某银行】", way: "in", total: "100.00", currency: "cny" },
  { name: "Traditional Chinese: a transfer to a payee's account", text: "您的帳戶末四碼1234已轉出新臺幣2,000元\n收款帳號：****5678\n收款人：王小明\n【某某銀行】", way: "out", total: "2000", currency: "twd", merchant: "王小明" },
  { name: "Japanese: a transfer made, with the account it goes to", text: "いつもご利用いただきありがとうございます。\n下記のお振込が完了いたしました。\n入金先口座：さくら銀行 普通 ****5678\n受取人名：ヤマダタロウ\n振込金額：30,000円\n口座番号：****1234\n〇〇銀行", way: "out", total: "30000", currency: "jpy", merchant: "ヤマダタロウ" },
  { name: "Japanese: a transfer received, with who pays", text: "お客さまの口座に振込入金がありました。\n振込依頼人：カブシキガイシャサクラ\n入金額：120,000円\n口座：普通 ****1234\n〇〇銀行", way: "in", total: "120000", currency: "jpy", merchant: "カブシキガイシャサクラ" },
  { name: "Korean: a transfer, the account that it goes to first", text: "[가나은행]\n입금계좌 1002-***-5678 홍길동\n출금계좌 ***-1234\n이체금액 50,000원\n이체가 완료되었습니다", way: "out", total: "50000", currency: "krw" },
  { name: "Korean: money in from a depositor", text: "[가나은행] 입금 30,000원\n입금자 김철수\n계좌 ***-1234\n잔액 130,000원", way: "in", total: "30000", currency: "krw" },
  { name: "Lao: a transfer to a recipient", text: "ທ່ານໄດ້ໂອນເງິນ 500,000.00 LAK ຈາກບັນຊີ xxx1234 ໄປຫາຜູ້ຮັບເງິນ ທ້າວ ສົມໄຊ ວັນທີ 18/11/2025. ຍອດເງິນຄົງເຫຼືອ 1,000,000.00 LAK", way: "out", total: "500000.00", currency: "lak" },
  { name: "Lao: received", text: "ທ່ານໄດ້ຮັບເງິນ 200,000.00 LAK ເຂົ້າບັນຊີ xxx1234 ວັນທີ 18/11/2025. ຍອດເງິນຄົງເຫຼືອ 1,200,000.00 LAK", way: "in", total: "200000.00", currency: "lak" },
  { name: "Khmer: a transfer to a recipient", text: "អ្នកបានផ្ទេរប្រាក់ចំនួន 25.00 USD ពីគណនី xxx1234 ទៅអ្នកទទួលប្រាក់ SOK DARA ថ្ងៃទី 18/11/2025។ សមតុល្យ 300.00 USD", way: "out", total: "25.00", currency: "usd" },
  { name: "Khmer: received", text: "អ្នកបានទទួលប្រាក់ចំនួន 30.00 USD ចូលគណនី xxx1234 ពី CHAN SREY ថ្ងៃទី 18/11/2025។ សមតុល្យ 330.00 USD", way: "in", total: "30.00", currency: "usd" },
];

describe("alerts in scripts without blanks", () => {
  test.each(ALERTS.map((alert) => [alert.name, alert] as const))(
    "an alert in a script without blanks is read: %s",
    async (_name, { text, way, total, currency, merchant }) => {
      for (const document of [
        alertDocument({ text }),
        alertDocument({ html: `<p>${text.replaceAll("\n", "</p><p>")}</p>` }),
      ]) {
        const { receipts } = await readByReaders(document);

        expect(
          receipts.map((one) => [
            one.kind,
            one.incoming ? "in" : "out",
            one.total?.value,
            one.currency,
          ]),
        ).toEqual([["bank alert", way, total, currency]]);
        if (merchant !== undefined) expect(receipts[0]?.merchant?.value).toBe(merchant);
      }
    },
  );
});

describe("words in scripts without blanks", () => {
  const words = new Phrases<"word">([["word", "รับเงิน|收款|到账|入金|โอน|word"]], IN_PLACE);
  test.each([
    ["รับเงิน 500", 1],
    ["คุณรับเงินแล้ว", 1],
    ["ผู้รับเงิน", 0],
    ["ไปยังผู้รับเงิน", 0],
    ["今日收款500元", 1],
    ["收款人张三", 0],
    ["已到账", 1],
    ["转账到账户1234", 0],
    ["ご入金", 1],
    ["a word", 1],
    ["words", 0],
  ])(
    "the word is found in %s %i times, because a part of another word does not count",
    (text, count) => {
      expect(words.find(text)).toHaveLength(count);
    },
  );
});

test("a merchant is never a sentence", () => {
  const sentence = fc.array(
    fc.constantFrom(
      "ธนาคารขอแจ้งว่า",
      "ท่านได้ทำรายการ",
      "ไปยัง",
      "ที่",
      "จากบัญชี x1234",
      "ร้านกาแฟดี",
      "ผู้รับเงิน",
      "โอนเงิน",
      "โปรดตรวจสอบ",
      " ",
      "ขอบคุณที่ใช้บริการ",
      "จำนวนเงิน 100.00 บาท",
      "\n",
      "ผู้รับเงิน: ",
      "รายการ: ",
    ),
    { minLength: 4, maxLength: 40 },
  );
  fc.assert(
    fc.property(sentence, (parts) => {
      for (const { merchant } of readAlerts(
        alertDocument({
          text: `โอนเงิน 500.00 บาท จากบัญชี x1234 ${parts.join("")} คงเหลือ 10.00 บาท`,
        }),
      ).claims)
        expect(merchant?.value.length ?? 0).toBeLessThanOrEqual(60);
    }),
    { numRuns: 150 },
  );
});
