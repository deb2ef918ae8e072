// Balances, available credit, limits, announced transfers and requests to pay in move no money. The
// tests cover the lines and cells in which banks print them, in every language with words for
// movements.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument, type AlertMail } from "./alert-document.ts";

interface StandingAlert {
  readonly name: string;
  readonly subject: string;
  readonly sentence: string;
  readonly label: string;
  readonly amount: string;
}

const FROM = ["Example Bank Alerts", "alerts@examplebank.example"] as const;

/** The same alert in the layouts that banks use. */
function layoutsOf({
  subject,
  sentence,
  label,
  amount,
}: StandingAlert): readonly (readonly [layout: string, mail: AlertMail])[] {
  const cells = (...texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<td>${text}</td>`).join("")}</tr>`;
  const toMail = (body: Omit<AlertMail, "subject" | "from">): AlertMail => ({
    subject,
    from: FROM,
    ...body,
  });
  return [
    ["on one line", toMail({ text: `${sentence}\n\n${label}: ${amount}\n` })],
    ["on the next line", toMail({ text: `${sentence}\n\n${label}\n${amount}\n` })],
    ["below an empty line", toMail({ text: `${sentence}\n\n${label}:\n\n${amount}\n\n` })],
    ["in one row", toMail({ html: `<p>${sentence}</p><table>${cells(label, amount)}</table>` })],
    [
      "in one row with a colon of its own",
      toMail({ html: `<p>${sentence}</p><table>${cells(label, ":", amount)}</table>` }),
    ],
    [
      "in the row below",
      toMail({ html: `<p>${sentence}</p><table>${cells(label)}${cells(amount)}</table>` }),
    ],
    [
      "in a column below its head",
      toMail({
        html: `<p>${sentence}</p><table>${cells("Card", label)}${cells("**** 4410", amount)}</table>`,
      }),
    ],
    [
      "in blocks of their own",
      toMail({
        html: `<div><p>${sentence}</p><div>${label}</div><div><b>${amount}</b></div></div>`,
      }),
    ],
  ];
}

// prettier-ignore
const STANDING: readonly StandingAlert[] = [
  { name: "available credit, English", subject: "Available credit alert", sentence: "Your available credit is low.", label: "Available Credit", amount: "$770.37" },
  { name: "approaching the credit limit", subject: "Approaching Credit Limit", sentence: "We wanted to let you know that the available credit for your credit card is below the level you set.", label: "Credit available", amount: "$0.01" },
  { name: "a credit limit increased", subject: "Your credit limit has been increased", sentence: "Good news: your credit card ending in 4410 has a higher credit limit.", label: "New credit limit", amount: "$5,000.00" },
  { name: "a low balance", subject: "Low balance alert", sentence: "The balance of your account ending in 4410 has fallen below the amount you set.", label: "Current balance", amount: "£12.10" },
  { name: "remaining credit line", subject: "Credit line update", sentence: "Here is what remains of your line of credit **4410.", label: "Remaining line of credit", amount: "CAD 1,204.00" },
  { name: "Spanish: available credit", subject: "Alerta de crédito disponible", sentence: "Tu crédito disponible es bajo.", label: "Crédito disponible", amount: "$770.37" },
  { name: "Spanish: limit", subject: "Tu límite de crédito aumentó", sentence: "El límite de crédito de tu tarjeta *4410 cambió.", label: "Nuevo límite de crédito", amount: "$45,000.00 MXN" },
  { name: "Portuguese: available", subject: "Crédito disponível", sentence: "O limite disponível do seu cartão final 4410 está baixo.", label: "Crédito disponível", amount: "R$ 120,00" },
  { name: "French: available", subject: "Crédit disponible", sentence: "Votre crédit disponible est faible sur la carte **4410.", label: "Crédit disponible", amount: "77,37 €" },
  { name: "German: available", subject: "Verfügbarer Kredit", sentence: "Ihr verfügbarer Kreditrahmen für die Karte **4410 ist niedrig.", label: "Verfügbarer Kreditrahmen", amount: "77,37 EUR" },
  { name: "German: low balance", subject: "Kontostand niedrig", sentence: "Ihr Guthaben auf dem Konto **4410 hat den Grenzwert unterschritten.", label: "Guthaben", amount: "12,10 EUR" },
  { name: "Italian: available", subject: "Credito disponibile", sentence: "Il credito disponibile della carta *4410 è basso.", label: "Credito disponibile", amount: "77,37 €" },
  { name: "Dutch: available", subject: "Beschikbaar krediet", sentence: "Je beschikbare krediet op je kaart *4410 is laag.", label: "Beschikbaar krediet", amount: "€ 77,37" },
  { name: "Swedish: available", subject: "Kvar att använda", sentence: "Du har snart inget kvar av krediten på ditt kort *4410.", label: "Kvar av krediten", amount: "770,37 SEK" },
  { name: "Polish: available", subject: "Dostępny limit", sentence: "Dostępny limit karty kredytowej *4410 jest niski.", label: "Dostępny limit kredytowy", amount: "770,37 PLN" },
  { name: "Turkish: available", subject: "Kullanılabilir limit", sentence: "4410 ile biten kartınızın kullanılabilir limiti azaldı.", label: "Kullanılabilir kredi limiti", amount: "770,37 TL" },
  { name: "Russian: available", subject: "Доступный кредит", sentence: "Доступный кредитный лимит по карте *4410 почти исчерпан.", label: "Доступный кредитный лимит", amount: "770,37 RUB" },
  { name: "Japanese: a limit changed", subject: "ご利用限度額変更のお知らせ", sentence: "カード（末尾4410）のご利用限度額を変更いたしました。", label: "変更後のご利用限度額", amount: "2,200,000円" },
  { name: "Japanese: what may be used", subject: "ご利用可能額のお知らせ", sentence: "カード（末尾4410）のご利用可能額が少なくなりました。", label: "ご利用可能額", amount: "12,000円" },
  { name: "Chinese: available credit", subject: "可用额度提醒", sentence: "您尾号4410的信用卡可用额度不足。", label: "可用额度", amount: "770.37元" },
  { name: "Chinese: a limit of payments changed", subject: "支付限额调整", sentence: "您尾号4410的账户支付限额已调整。", label: "支付限额", amount: "5,000.00元" },
  { name: "Korean: a limit of withdrawals", subject: "출금한도 변경 안내", sentence: "계좌 ***-4410의 출금한도가 변경되었습니다.", label: "출금한도", amount: "1,000,000원" },
  { name: "Thai: available credit", subject: "แจ้งวงเงินคงเหลือ", sentence: "วงเงินเครดิตของบัตร x4410 เหลือน้อย", label: "วงเงินเครดิตคงเหลือ", amount: "770.37 บาท" },
  { name: "Arabic: available credit", subject: "الرصيد المتاح", sentence: "الحد الائتماني المتاح لبطاقتك **4410 منخفض.", label: "الحد الائتماني المتاح", amount: "770.37 SAR" },
  { name: "Hindi: available credit", subject: "उपलब्ध क्रेडिट", sentence: "आपके क्रेडिट कार्ड XX4410 की उपलब्ध क्रेडिट सीमा कम है।", label: "उपलब्ध क्रेडिट सीमा", amount: "₹770.37" },
  { name: "Vietnamese: available credit", subject: "Hạn mức khả dụng", sentence: "Hạn mức tín dụng khả dụng của thẻ *4410 còn thấp.", label: "Hạn mức khả dụng", amount: "770,370 VND" },
  { name: "Indonesian: available limit", subject: "Sisa limit kartu kredit", sentence: "Sisa limit kartu kredit Anda *4410 hampir habis.", label: "Sisa limit", amount: "Rp770.370" },
  { name: "English: a transfer scheduled", subject: "Transfer scheduled", sentence: "You scheduled a transfer from your account ending in 4410.", label: "Transfer amount", amount: "$500.00" },
  { name: "English: please pay in", subject: "Action needed on your account", sentence: "Please deposit the missing amount into your account ending in 4410 by Friday.", label: "Amount to deposit", amount: "$45.00" },
  { name: "Japanese: a transfer booked ahead, please pay in", subject: "振込予約受付のお知らせ", sentence: "下記のお振込みの予約を受け付けました。\n振込指定日：2025/11/28\n※振込資金は、振込指定日の前日までに普通預金口座へご入金ください。", label: "振込金額", amount: "2,401,000円" },
  { name: "Japanese: not enough for a debit, please pay in", subject: "お引き落とし口座へのご入金のお願い", sentence: "お引き落としができるよう、口座へのご入金をお願いいたします。", label: "不足額", amount: "5,400円" },
  { name: "German: please pay in", subject: "Bitte Konto ausgleichen", sentence: "Bitte zahlen Sie den fehlenden Betrag auf Ihr Konto **4410 ein.", label: "Fehlender Betrag", amount: "45,00 EUR" },
  { name: "German: a transfer set for a day", subject: "Terminüberweisung erfasst", sentence: "Ihre Terminüberweisung vom Konto **4410 wird am 28.11.2025 ausgeführt.", label: "Betrag", amount: "500,00 EUR" },
  { name: "French: please pay in", subject: "Votre compte est à découvert", sentence: "Veuillez approvisionner votre compte **4410 avant le 28/11/2025.", label: "Montant à verser", amount: "45,00 €" },
  { name: "French: a transfer set for a day", subject: "Virement programmé", sentence: "Votre virement depuis le compte **4410 sera effectué le 28/11/2025.", label: "Montant", amount: "500,00 €" },
  { name: "Spanish: please pay in", subject: "Saldo insuficiente", sentence: "Por favor, deposita el importe que falta en tu cuenta *4410.", label: "Importe a depositar", amount: "45,00 €" },
  { name: "Spanish: a transfer set for a day", subject: "Transferencia programada", sentence: "Programaste una transferencia desde tu cuenta *4410 para el 28/11/2025.", label: "Monto", amount: "$500.00 MXN" },
  { name: "Italian: a transfer set for a day", subject: "Bonifico programmato", sentence: "Il bonifico dal conto *4410 verrà eseguito il 28/11/2025.", label: "Importo", amount: "500,00 EUR" },
  { name: "Dutch: a transfer set for a day", subject: "Overboeking gepland", sentence: "Je overboeking van rekening *4410 wordt uitgevoerd op 28-11-2025.", label: "Bedrag", amount: "€ 500,00" },
  { name: "Chinese: please deposit", subject: "余额不足提醒", sentence: "您尾号4410的账户余额不足，请及时存入扣款金额。", label: "应存入金额", amount: "450.00元" },
  { name: "Korean: please pay in", subject: "입금 요청 안내", sentence: "결제계좌 ***-4410 잔액이 부족합니다. 아래 금액을 입금해 주세요.", label: "입금하실 금액", amount: "45,000원" },
  { name: "Thai: please pay in", subject: "แจ้งยอดเงินไม่เพียงพอ", sentence: "กรุณานำเงินฝากเข้าบัญชี x4410 ก่อนวันที่ 28/11/2568", label: "จำนวนเงินที่ต้องฝาก", amount: "450.00 บาท" },
  { name: "Polish: please pay in", subject: "Brak środków na koncie", sentence: "Prosimy o wpłatę brakującej kwoty na konto *4410.", label: "Kwota do wpłaty", amount: "45,00 PLN" },
  { name: "Turkish: please pay in", subject: "Hesabınızda yeterli bakiye yok", sentence: "Lütfen eksik tutarı 4410 ile biten hesabınıza yatırınız.", label: "Yatırılması gereken tutar", amount: "450,00 TL" },
  { name: "Russian: please pay in", subject: "Пополните счёт", sentence: "Пожалуйста, внесите недостающую сумму на счёт *4410.", label: "Сумма к внесению", amount: "450,00 RUB" },
];

describe("alerts without a movement", () => {
  for (const standing of STANDING) {
    test.each(layoutsOf(standing))(
      `an alert without a movement makes no receipt: ${standing.name}, %s`,
      async (_layout, mail) => {
        const { receipts } = await readByReaders(alertDocument(mail));

        expect(
          receipts
            .filter(({ kind }) => kind !== "not a transaction")
            .map(({ kind, total, incoming }) => [kind, incoming, total?.value]),
        ).toEqual([]);
      },
    );
  }
});

describe("balances printed with a movement", () => {
  test.each<readonly [name: string, text: string, way: "in" | "out", total: string]>([
    [
      "the balance stands below it",
      "You spent $20.00 at CORNER CAFE with your card ending in 4410 on November 18, 2025.\n\nAvailable credit:\n\n$770.37\n\nExample Bank, Member FDIC",
      "out",
      "20.00",
    ],
    [
      "the balance stands in the next row",
      "A purchase was made with your card ending in 4410.\nAmount\n$20.00\nMerchant\nCORNER CAFE\nAvailable credit\n$770.37\nExample Bank, Member FDIC",
      "out",
      "20.00",
    ],
    [
      "the notice asks for something else",
      "Please be informed that a deposit of $20.00 was made to your account ending in 4410 on November 18, 2025. Please check your balance. Example Bank, Member FDIC",
      "in",
      "20.00",
    ],
    [
      "the notice prints a limit in Japanese",
      "カード（末尾4410）のご利用がありました。\nご利用日：2025/11/18\nご利用金額：2,000円\nご利用先：サクラショップ\nご利用可能額：98,000円\nご確認ください。〇〇銀行",
      "out",
      "2000",
    ],
    [
      "the notice asks to check money that came in",
      "お客さまの口座に振込入金がありました。ご確認ください。\n振込依頼人：ヤマダタロウ\n入金額：20,000円\n口座：普通 ****4410\n〇〇銀行",
      "in",
      "20000",
    ],
  ])(
    "a balance printed with a movement does not change it: %s",
    async (_name, text, way, total) => {
      const { receipts } = await readByReaders(
        alertDocument({ subject: "Account alert", from: FROM, text }),
      );

      expect(
        receipts.map((one) => [one.kind, one.incoming ? "in" : "out", one.total?.value]),
      ).toEqual([["bank alert", way, total]]);
    },
  );
});

describe("days after the day of sending", () => {
  const read = async (text: string) =>
    (await readByReaders(alertDocument({ subject: "Account alert", from: FROM, text }))).receipts;

  test("a later day in an uncertain sentence means that the movement is still to come", async () => {
    for (const text of [
      "Your transfer of $500.00 from account ending in 4410 to JOHN SMITH is all set for November 28, 2025. Member FDIC",
      "Payment of £500.00 from your account ending in 4410, to go on 28/11/2025. Your bank",
    ])
      expect((await read(text)).map(({ kind }) => kind)).toEqual(["not a transaction"]);
  });

  test("a later day in the row of a certain movement is a doubt", async () => {
    const [receipt] = await read(
      "Bonifico disposto dal conto *4410.\nImporto: 500,00 EUR\nBeneficiario: MARIO ROSSI\nData di esecuzione: 28/11/2025\nLa tua banca",
    );

    expect([
      receipt?.kind,
      receipt?.total?.value,
      receipt?.doubts.map(({ reason }) => reason),
    ]).toEqual(["bank alert", "500.00", ["ambiguous_date"]]);
  });

  test("a later day elsewhere in the alert is not the day of the movement", async () => {
    const [receipt] = await read(
      "You spent $20.00 at CORNER CAFE with your card ending in 4410. Your statement closes on December 5, 2025. Member FDIC",
    );

    expect([receipt?.total?.value, receipt?.date, receipt?.doubts]).toEqual(["20.00", null, []]);
  });
});

test.each([
  ["Your credit card ending in 4410 has $770.37 of available credit remaining. Example Bank"],
  ["As of November 18 you have $770.37 left to spend on your card ending in 4410. Example Bank"],
  ["Auf Ihrer Karte **4410 sind noch 770,37 EUR verfügbar. Ihre Bank"],
  ["Il vous reste 770,37 € de crédit disponible sur votre carte **4410. Votre banque"],
  ["Aún tienes 770,37 € de crédito disponible en tu tarjeta *4410. Tu banco"],
])("an amount before the words for available credit moves nothing: %s", async (text) => {
  const { receipts } = await readByReaders(
    alertDocument({ subject: "Credit alert", from: FROM, text }),
  );

  expect(receipts.map(({ kind }) => kind).filter((kind) => kind !== "not a transaction")).toEqual(
    [],
  );
});

test("a bank's message with only balances and limits is not a transaction, even with a payment in its subject", async () => {
  for (const [subject, text] of [
    [
      "Your payment limit",
      "Here are the limits of your card ending in 4410.\nDaily limit: $5,000.00\nAvailable balance: $210.00\nYour bank",
    ],
    [
      "支付限额",
      "您尾号4410的账户信息如下。\n支付限额：5,000.00元\n可用额度：770.37元\n【某某银行】",
    ],
  ] as const)
    expect(
      (await readByReaders(alertDocument({ subject, from: FROM, text }))).receipts
        .map(({ kind }) => kind)
        .filter((kind) => kind !== "not a transaction"),
    ).toEqual([]);
});

describe("rows of how often and of the first time, in a message of 20 November", () => {
  async function movesIn(
    subject: string,
    rows: readonly string[],
    shop?: string,
  ): Promise<readonly unknown[]> {
    const from = shop === undefined ? FROM : (["", shop] as const);
    const text = ["Dear Ada,", "", ...rows].join("\n");
    const { receipts } = await readByReaders(alertDocument({ subject, from, text }));
    return receipts
      .filter(({ kind }) => kind !== "not a transaction")
      .map(({ total }) => total?.value);
  }

  test("describe what is still to come if that day is ahead", async () => {
    const donation = ["Total: £25.00", "Frequency: monthly", "First payment: 1 December 2025"];
    const gym = ["Gesamtbetrag: 39,90 EUR", "Turnus: monatlich", "Erste Zahlung: 01.12.2025"];
    const transfer = [
      "Type: Transfer to another bank",
      "From account: ****2280",
      "To: Oak Lettings",
    ];
    const monthly = ["Amount: £480.00", "Frequency: monthly", "First transfer: 30/12/2025"];

    expect([
      await movesIn("Your donation", [...donation, "Visa ending 1234"], "hello@lantern.example"),
      await movesIn("Ihre Bestellung", [...gym, "Zahlung per Lastschrift"], "info@puls.example"),
      await movesIn("Transfer confirmation", [...transfer, ...monthly]),
    ]).toEqual([[], [], []]);
  });

  test("describe a purchase that was paid, though what was bought begins later", async () => {
    const order = [
      "Thank you for your order.",
      "",
      "Frequency: monthly",
      "Starts: 1 December 2025",
    ];
    const policy = [
      "Bezahlter Betrag: 120,00 EUR",
      "Turnus: jährlich",
      "Erste Zahlung: 01.12.2025",
    ];

    expect([
      await movesIn(
        "Your order",
        [...order, "Total: £25.00", "Visa ending 1234"],
        "hi@leaf.example",
      ),
      await movesIn(
        "Zahlungsbestätigung",
        ["wir haben Ihre Zahlung erhalten.", ...policy],
        "info@eiche.example",
      ),
    ]).toEqual([["25.00"], ["120.00"]]);
  });

  test("describe a payment that was made if that day is today or past", async () => {
    const donation = [
      "Thank you for your monthly gift.",
      "",
      "Amount: £25.00",
      "Frequency: monthly",
    ];
    const order = [
      "Your standing order was paid today.",
      "",
      "Amount: £400.00",
      "To: Oak Lettings",
    ];

    expect([
      await movesIn("Thank you for your donation", [...donation, "First payment: 20/11/2025"]),
      await movesIn("Standing order paid", [
        ...order,
        "Frequency: monthly",
        "First payment: 01/03/2024",
      ]),
    ]).toEqual([["25.00"], ["400.00"]]);
  });
});
