// More whole mails written for the tests, short ones: shops at addresses of many countries and under many names, and banks' notices in
// many languages. Each has its truth, which is null where no money moved.

import type { WrittenMail } from "./written-mails.ts";

const BANK = "Example Bank <alerts@examplebank.example>";
type Says = NonNullable<WrittenMail["says"]>;
const says = (
  total: string,
  currency: string | null,
  way: "in" | "out" = "out",
  more: Pick<Says, "merchant" | "asked"> = {},
): Says => ({ total, currency, way, ...more });
const table = (...rows: readonly (readonly string[])[]) =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("")}</table>`;

/** A short receipt of a shop that ends with its address. */
function atAddress(
  name: string,
  address: string,
  total: string,
  said: Says,
  from = `${name} <orders@${name.toLowerCase().replace(/[^a-z]/g, "")}.example>`,
): WrittenMail {
  return {
    name: `the shop ${name} at its address`,
    from,
    subject: "Your receipt",
    text: `Thank you for your purchase!\nOrder number: 20417\nTotal: ${total}\nVisa ending in 4417\n\n${address}`,
    says: said,
  };
}

// prettier-ignore
export const MORE_WRITTEN_MAILS: readonly WrittenMail[] = [
  atAddress("Granite Works", "Ship from:\n4455 W Division St\nSt. Cloud, MN 56301", "$19.99", says("19.99", "usd")),
  atAddress("Loon Lake", "minneapolis, mn 55403", "$19.99", says("19.99", null, "out", { asked: true })),
  atAddress("Mill City", "110 Portland Ave, Mpls., MN 55401", "$19.99", says("19.99", "usd")),
  atAddress("Gallatin Goods", "Bozeman, MT  59715-0001", "$19.99", says("19.99", "usd")),
  { name: "a state and a postcode with a hard blank", from: "North Bay <o@nb.example>", subject: "Order confirmed", html: `<p>Thanks for your order!</p>${table(["Total","$22"])}<p>Rochester, MN&nbsp;55902</p>`, says: says("22", "usd") },
  atAddress("Steel City", "Hamilton, ON L8P 1A1", "$19.99", says("19.99", "cad")), atAddress("Harbour Goods", "1234 Barrington St, Halifax NS B3H 4R2", "$19.99", says("19.99", "cad")), atAddress("Rocky", "Calgary AB T2P 1J9", "$19.99", says("19.99", "cad")),
  atAddress("Kauri", "12 Queen St, Auckland 1010", "$19.99", says("19.99", "nzd")), atAddress("Merlion", "1 Raffles Place, Singapore 018956", "$19.99", says("19.99", "sgd")), atAddress("Coqui", "Calle Loíza 1200, San Juan, PR 00907", "$19.99", says("19.99", "usd")),
  atAddress("Table Mountain", "Long Street 12, Cape Town 8001, ZA", "R 349.00", says("349.00", "zar")), atAddress("Confeitaria", "Av. Paulista 1000, São Paulo - SP 01310-100", "R$ 49,90", says("49.90", "brl")), atAddress("Sarine", "Rue de Lausanne 12, 1700 Fribourg FR", "CHF 45.00", says("45.00", "chf")),
  atAddress("Pasar", "Lot 12, Jalan Ampang, 50450 Kuala Lumpur", "RM 45.00", says("45.00", "myr")), atAddress("Chai Point", "12 MG Road, Bengaluru, KA 560001", "Rs. 450.00", says("450.00", "inr")), atAddress("Andes", "Av. Apoquindo 100, Las Condes, RM 7550000", "$12.990", says("12990", "clp"), "Andes <ventas@andes.cl>"),
  atAddress("Prairie", "Fargo ND 58102\nMoorhead MN 56560", "$19.99", says("19.99", "usd")), atAddress("Explicit", "Duluth, MN 55802", "22.14 USD", says("22.14", "usd")), atAddress("Euro in Minnesota", "Our US office: 12 Main St, Duluth, MN 55802", "€22,14", says("22.14", "eur")),
  atAddress("Yucatan", "Calle 60, Mérida, Yuc. C.P. 97000", "$350.00 M.N.", says("350.00", "mxn")),
  { name: "a purchase in a town in Minnesota", from: "Wells Fargo <alerts@notify.wellsfargo.com>", subject: "You made a purchase", text: "Credit card purchase of $31.18\n\nMerchant: CUB FOODS #1695 MINNEAPOLIS MN\nDate: 11/18/2025\nCard: ending in 4410", says: says("31.18", "usd") },
  { name: "a purchase with its place in a row", from: "Example CU <alerts@examplecu.example>", subject: "Purchase alert", html: table(["Amount","$31.18"],["Merchant","CUB FOODS"],["Location","MINNEAPOLIS, MN 55403 US"],["Card","****4410"])+"<p>You made a purchase with your debit card. NCUA insured</p>", says: says("31.18", "usd") },
  // Names
  ...([["D'Angelo & Sons","D'Angelo & Sons"],["Chili's Grill & Bar","Chili's Grill & Bar"],["\"Trader Joe's\"","Trader Joe's"],["Papa John's via Olo","Papa John's"],["'L'Atelier'","L'Atelier"],["\"Moe's Southwest Grill\"","Moe's Southwest Grill"],["Uncle Bob's Orders","Uncle Bob's"],["Lowe's Home Improvement","Lowe's Home Improvement"]] as const).map(([sender, merchant]): WrittenMail => ({ name: `the sender ${sender}`, from: `${sender} <hello@shop.example>`, subject: "Your receipt", text: "Thanks for your order!\nTotal: EUR 12.00", says: says("12.00", "eur", "out", { merchant }) })),
  // Nothing moved
  ...([
  ["Your spending limit has been updated","Your daily spending limit for the card ending in 4410 is now:\n\n$2,500.00\n\nExample Bank"],
  ["Credit limit decrease","We have lowered the credit limit of your card ending in 4410.\nPrevious limit\n$5,000.00\nNew limit\n$3,000.00\nExample Bank"],
  ["You have $50.00 left to spend","You have $50.00 left to spend this month on your card ending in 4410. Example Bank"],
  ["Upcoming automatic payment","An automatic payment of $75.00 will be drafted from your account ending in 4410 on December 1, 2025. Example Bank"],
  ["Your payment is scheduled","Here are the details of your scheduled payment.\nPayment amount: $75.00\nScheduled date: December 1, 2025\nFrom: account ending in 4410\nExample Bank"],
  ["Overdraft notice","Your account ending in 4410 is overdrawn.\n\nOverdrawn by: $42.10\n\nPlease make a deposit of at least $42.10 to avoid a fee.\nExample Bank"],
  ["Minimum payment due","Your minimum payment for the card ending in 4410 is due.\nMinimum payment due\n$35.00\nDue date\nDecember 14, 2025\nExample Bank"],
  ["Te queda poco saldo","Te queda poco saldo en tu cuenta *4410.\nSaldo disponible\n12,10 €\nTu banco"],
  ["Línea de crédito disponible","La línea de crédito de tu tarjeta *4410 tiene disponible:\n\n$1,200.00\n\nTu banco"],
  ["Tu pago está programado","Tu pago quedó programado.\nMonto: $500.00 MXN\nFecha de aplicación: 28/11/2025\nCuenta *4410\nTu banco"],
  ["Prélèvement à venir","Un prélèvement sera présenté sur votre compte **4410 le 28/11/2025.\nMontant\n39,90 €\nCréancier : EDF\nVotre banque"],
  ["Votre découvert autorisé","Votre découvert autorisé sur le compte **4410 a été modifié.\nNouveau montant autorisé : 500,00 €\nVotre banque"],
  ["Dispolimit geändert","Das Dispolimit Ihres Kontos **4410 wurde geändert.\nNeues Limit\n1.000,00 EUR\nIhre Bank"],
  ["Lastschrift angekündigt","Am 28.11.2025 wird eine Lastschrift von Ihrem Konto **4410 eingezogen.\nBetrag: 29,99 EUR\nEmpfänger: TELEKOM\nIhre Bank"],
  ["Zaplanowany przelew","Zaplanowano przelew z rachunku *4410 na 28.11.2025.\nKwota: 500,00 PLN\nOdbiorca: Jan Kowalski\nTwój bank"],
  ["Yaklaşan ödeme","4410 ile biten hesabınızdan 28/11/2025 tarihinde 450,00 TL çekilecektir.\nBankanız"],
  ["Запланирован перевод","С вашего счёта *4410 28.11.2025 будет выполнен перевод.\nСумма: 500,00 RUB\nБанк"],
  ["Недостатньо коштів","Будь ласка, поповніть рахунок *4410 до 28.11.2025.\nСума до сплати: 450,00 UAH\nБанк"],
  ["口座振替のお知らせ","下記の金額を口座（****4410）より振り替える予定です。\n振替予定日：2025/11/27\n振替金額：8,500円\n〇〇銀行"],
  ["残高不足のお知らせ","お引き落としができませんでした。お早めにご入金ください。\nお引落金額：8,500円\n口座：****4410\n〇〇銀行"],
  ["信用額度調整通知","您末四碼4410的信用卡信用額度已調整。\n新信用額度\nNT$80,000\n【某某銀行】"],
  ["餘額不足通知","您末四碼4410的帳戶餘額不足，請於11月28日前存入。\n應存入金額：NT$4,500\n【某某銀行】"],
  ["이용한도 상향 안내","카드 4410의 이용한도가 상향되었습니다.\n변경 후 이용한도\n5,000,000원\n가나은행"],
  ["자동이체 예정 안내","계좌 ***-4410에서 11월 28일 출금 예정입니다.\n출금예정금액: 45,000원\n가나은행"],
  ["แจ้งวงเงินบัตรเครดิตใหม่","บัตรเครดิต x4410 ของท่านได้รับการปรับวงเงิน\nวงเงินใหม่\n80,000.00 บาท\nธนาคารตัวอย่าง"],
  ["แจ้งเตือนยอดเงินต่ำ","ยอดเงินในบัญชี x4410 ต่ำกว่าที่กำหนด\nยอดเงินที่ใช้ได้: 120.00 บาท\nธนาคารตัวอย่าง"],
  ["رصيد منخفض","رصيد حسابك **4410 أقل من الحد.\nالرصيد المتاح\n120.00 SAR\nبنك المثال"],
  ["יתרה נמוכה","היתרה בחשבונך 4410 נמוכה.\nיתרה\n120.00 ₪\nבנק לדוגמה"],
  ["Saldo rendah","Saldo rekening *4410 di bawah batas.\nSisa saldo\nRp120.000\nBank Contoh"],
  ["Số dư thấp","Số dư tài khoản *4410 thấp hơn mức cài đặt.\nSố dư khả dụng\n120.000 VND\nNgân hàng Mẫu"],
  ["Salio la chini","Salio la akaunti *4410 ni chini ya kiwango.\nSalio\nKSh 120.00\nBenki ya Mfano"],
  ["Maria sent you a request","Maria Lopez sent you a request for $35.00 with Zelle. Log in to pay from your account ending in 4410. Example Bank"],
  ["Low balance","Account\tAvailable balance\tThreshold\nChecking ...4410\t$24.10\t$100.00\nExample Bank, Member FDIC"],
  ] as const).map(([subject, text]): WrittenMail => ({ name: `a notice without a movement: ${subject}`, from: BANK, subject, text, says: null })),
  // Movements with a balance or an announcement
  { name: "a direct debit paid, with the next one announced", from: BANK, subject: "Direct debit paid", text: "A direct debit of £30.00 to OCTOPUS ENERGY was paid from your account ending in 4410 on 18 November 2025.\nThe next payment of £30.00 is scheduled for 18 December 2025.\nExample Bank plc", says: says("30.00", "gbp") },
  { name: "a card paid off, with what may be spent", from: BANK, subject: "Payment received", text: "Thank you for your payment of $100.00 to your credit card ending in 4410.\nPayment date: November 18, 2025\nAvailable credit\n$900.00\nExample Bank, Member FDIC", says: says("100.00", "usd", "in") },
  { name: "a wage, with what may be spent", from: BANK, subject: "Gutschrift auf Ihrem Konto", text: "Auf Ihrem Konto **4410 wurden 2.100,00 EUR gutgeschrieben.\nAuftraggeber: MUSTER GMBH\nVerfügbarer Rahmen\n3.100,00 EUR\nIhre Bank", says: says("2100.00", "eur", "in") },
  { name: "Japanese: a card used, with what may be used", from: BANK, subject: "カードご利用のお知らせ", text: "カード（末尾4410）のご利用がありました。\nご利用日時：2025/11/18 10:22\nご利用金額\n3,200円\nご利用可能額\n96,800円\n〇〇カード", says: says("3200", "jpy") },
  // Scripts without blanks
  ...([
  ["Thai, a bill", "ชำระบิล 890.00 บาท จากบัญชี x4410 ให้ผู้รับชำระเงิน การประปา วันที่ 18/11/2568 คงเหลือ 1,000.00 บาท", says("890.00", "thb")],
  ["Thai, money in", "มีเงินโอนเข้าบัญชี x4410 จำนวน 300.00 บาท จากผู้โอน นางสาว มะลิ วันที่ 18/11/2568 คงเหลือ 1,300.00 บาท", says("300.00", "thb", "in")],
  ["Thai, cash from a deposit account", "ถอนเงิน 1,000.00 บาท จากบัญชีเงินฝาก x4410 ที่เครื่อง ATM วันที่ 18/11/2568 คงเหลือ 300.00 บาท", says("1000.00", "thb")],
  ["Chinese, given back to a payer", "您尾号4410的储蓄卡11月18日向付款方退还押金转账支出300.00元，余额700.00元。【某某银行】", says("300.00", "cny")],
  ["Chinese, paid by a wallet", "您尾号4410的储蓄卡11月18日10:22支付宝消费支出人民币45.00元，余额700.00元。【某某银行】", says("45.00", "cny")],
  ["Chinese, a deposit", "您尾号4410的账户11月18日ATM存款500.00元，余额1,200.00元。【某某银行】", says("500.00", "cny", "in")],
  ["Japanese, a wage", "給与のお振込がありました。\n入金額：250,000円\n入金先口座：普通 ****4410\n振込依頼人：カ）サクラ\n〇〇銀行", says("250000", "jpy", "in")],
  ["Japanese, cash", "ATMでのお引き出しがありました。\nお引出し金額：20,000円\n口座：普通 ****4410\n〇〇銀行", says("20000", "jpy")],
  ["Korean, money in below the account that it left", "[가나은행]\n출금계좌 홍길동 ***-5678\n입금 70,000원\n계좌 ***-4410\n잔액 170,000원", says("70000", "krw", "in")],
  ["Lao, a payment", "ທ່ານໄດ້ຊຳລະ 45,000.00 LAK ຈາກບັນຊີ xxx4410 ໃຫ້ຜູ້ຮັບເງິນ CAFE VIENTIANE ວັນທີ 18/11/2025. ຍອດເງິນຄົງເຫຼືອ 100,000.00 LAK", says("45000.00", "lak")],
  ["Khmer, cash", "អ្នកបានដកប្រាក់ 100.00 USD ពីគណនី xxx4410 ថ្ងៃទី 18/11/2025។ សមតុល្យ 50.00 USD", says("100.00", "usd")],
  ] as const).map(([name, text, said]): WrittenMail => ({ name: `a notice without blanks: ${name}`, from: BANK, subject: "Notice", text, says: said })),

];
