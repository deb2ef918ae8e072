// Notices that list several movements, and rows whose values stand above their labels.

import { describe, expect, test } from "vitest";
import { readByReaders } from "../../../src/receipts/read-mail.ts";
import { alertDocument } from "./alert-document.ts";

async function read(lines: readonly string[], subject = ""): Promise<readonly unknown[]> {
  const from = ["Northwind Bank", "alerts@northwindbank.example"] as const;
  const { receipts } = await readByReaders(
    alertDocument({ from, subject, text: lines.join("\n") }),
  );
  return receipts
    .filter(({ kind }) => kind !== "not a transaction")
    .map(({ incoming, total, merchant }) =>
      [incoming ? "+" : "-", total?.value, " ", merchant?.value].join(""),
    );
}

describe("a notice that lists several movements", () => {
  test("in the same words gives each, also two of the same amount on its day", async () => {
    const told = (amount: string, what: string): string =>
      `***7120 had a transaction of ($${amount}). Description: ACH Debit ${what}. Date: Nov 04, 2025`;
    const lines = ["Transaction alert from Northwind Bank.", "", told("88.10", "CITY WATER")];
    const text = [...lines, told("20.00", "PENSION PLAN"), told("20.00", "PENSION PLAN")];

    const found = await read([text.slice(0, 2).join("\n"), text.slice(2).join(" ")]);

    expect(found).toEqual(["-88.10 CITY WATER", "-20.00 PENSION PLAN", "-20.00 PENSION PLAN"]);
  });

  test("with the shop in brackets above each amount gives each", async () => {
    const block = (shop: string, amount: string): readonly string[] => [
      "Large purchase",
      "",
      "An amount larger than $0.00 was spent from your 4471 Everyday account.",
      "",
      `(${shop})`,
      "",
      `$${amount}`,
      "",
    ];

    const found = await read([
      ...block("GARDEN DEPOT #12", "61.20"),
      ...block("RIVER CAFE", "9.75"),
    ]);

    expect(found).toEqual(["-61.20 GARDEN DEPOT #12", "-9.75 RIVER CAFE"]);
  });

  test("with each amount behind its time, and the shop below it, gives each", async () => {
    const found = await read([
      "以下是您的信用卡账户变动信息",
      "可用额度",
      "¥41,206.83",
      "预借现金可用额度",
      "¥20,000.00",
      "2026/11/24 您的消费明细如下:",
      "12:36:52\tCNY 268.00",
      "尾号6621 消费 粤小馆天河店",
      "21:04:11\tCNY 35.50",
      "尾号6621 消费 全家便利店",
    ]);

    expect(found).toEqual(["-268.00 粤小馆天河店", "-35.50 全家便利店"]);
  });

  test("behind their times gives those that were made, and none that was refused", async () => {
    const found = await read([
      "Powiadomienie e-mail - 2025-11-02",
      "Czas\tOpis operacji",
      "05:40\tSaldo rach. 42109862 w dniu 2025-11-01. Dostepne 812,40 PLN",
      "06:10\tPrzelew wych. z rach. 85270738 na rach. 7116...796001 " +
        "kwota 640,00 PLN dla SZKOLA JEZYKOWA; Dost. 172,40 PLN",
      "07:52\tOdmowa autoryzacji 4838***3703: BRAK SRODKOW. SHOP ONLINE. Kwota: 95,00 PLN.",
    ]);

    expect(found).toEqual(["-640.00 SZKOLA JEZYKOWA"]);
  });

  test.each(["1. ", "1) ", "(1)  ", "#1: "])(
    "behind numbers such as %j gives each, and nothing of the balance and the offers below them",
    async (first) => {
      const number = (at: number): string => first.replace("1", String(at));

      const found = await read([
        "These were posted to your account ****5102:",
        "",
        `${number(1)}Card purchase`,
        "   Where:   HARBOUR HARDWARE",
        "   Amount:  $64.17",
        "",
        `${number(2)}Pre-authorized debit`,
        "   Payee:   MAPLE INSURANCE",
        "   Amount:  $118.42",
        "",
        `${number(3)}Direct deposit`,
        "   Amount:  $1,842.66",
        "   From:    RIVER SCHOOL PAYROLL",
        "",
        "Available balance: $3,906.71",
        "",
        "Members who round up purchases put away $31.00 a month.",
      ]);

      expect(found).toEqual([
        "-64.17 HARBOUR HARDWARE",
        "-118.42 MAPLE INSURANCE",
        "+1842.66 RIVER SCHOOL PAYROLL",
      ]);
    },
  );

  test("with a sign behind each number gives each its way", async () => {
    const found = await read([
      "Gisteren werden deze verrichtingen geboekt op je rekening BE00 **** **** 0226.",
      "",
      "(1)  - 23,80 EUR",
      "     Bancontact-betaling met kaart **** 1947",
      "",
      "(2)  + 150,00 EUR",
      "     Instantoverschrijving van",
      "     JORIS WILLEMSEN",
      "",
      "Nog te boeken kaartreserveringen: 38,15 EUR",
    ]);

    expect(found).toEqual(["-23.80 ", "+150.00 JORIS WILLEMSEN"]);
  });

  test("with a sign before each amount at the end of its lines gives each", async () => {
    const found = await read([
      "Your end of day summary for the account ****0871:",
      "",
      "MARKET 1294 PARRAMATTA",
      "Visa purchase\t-£84.35",
      "",
      "MEDICAL BENEFITS",
      "Direct credit\t+£42.85",
      "",
      "PRIYA NAIDOO",
      'Payment, "netball fees"\t+£30.00',
      "",
      "Closing balance\t£2,757.21",
    ]);

    expect(found.map((one) => String(one).split(" ")[0])).toEqual(["-84.35", "+42.85", "+30.00"]);
  });

  test("with signs gives a debit and its reversal, which come to nothing", async () => {
    const found = await read([
      "Activity of your account ****0871:",
      "Card purchase, MARKET\t-£12.40",
      "Card refund, MARKET\t+£12.40",
      "You can round up each purchase by £1.00.",
    ]);

    expect(found.map((one) => String(one).split(" ")[0])).toEqual(["-12.40", "+12.40"]);
  });

  test("with signs keeps the doubt about a day", async () => {
    const { receipts } = await readByReaders(
      alertDocument({
        from: ["Northwind Bank", "alerts@northwindbank.example"],
        subject: "Your day",
        text: [
          "Activity of your account ****0871:",
          "03/04/2025\tCard purchase, MARKET\t-84.35 CAD",
          "03/04/2025\tCard purchase, BAKERY\t-3.10 CAD",
        ].join("\n"),
      }),
    );

    const reasons = receipts.flatMap(({ doubts }) => doubts.map(({ reason }) => reason));
    expect([receipts.length, reasons.includes("ambiguous_date")]).toEqual([2, true]);
  });

  test("with signs gives what was refused no movement", async () => {
    const found = await read([
      "Activity of your card ****0871:",
      "Card purchase, MARKET\t-£84.35",
      "Card purchase declined, GAMES\t-£20.00",
      "Card purchase, BAKERY\t-£3.10",
    ]);

    expect(found.map((one) => String(one).split(" ")[0])).toEqual(["-84.35", "-3.10"]);
  });

  test.each([
    ["is to come", ["21/11/2025\tStanding order\t-£40.00", "22/11/2025\tDirect debit\t-£83.17"]],
    ["is a change of prices", ["Monthly fee\t+£1.00", "Card payments abroad\t-£0.50"]],
    ["is of a portfolio", ["ACME LTD\t+£12.00", "CORNER PLC\t-£3.00"]],
  ])("with signs claims nothing where it %s", async (_, lines) => {
    expect(await read(["From your account ****0871:", "", ...lines])).toEqual([]);
  });

  test("with signs is one payout where they lead from its sum to what was paid", async () => {
    const found = await read([
      "We sent your sales to your account ****0871:",
      "Sales\t£720.00",
      "Payment commission\t-£71.20",
      "Transfer fee\t-£6.20",
      "Credited to your account\t£642.60",
    ]);

    expect(found).toHaveLength(1);
  });

  test("with signs that is not read to its end asks", async () => {
    const { receipts } = await readByReaders(
      alertDocument({
        from: ["Northwind Bank", "alerts@northwindbank.example"],
        subject: "Your day",
        text: [
          "Your account ****0871:",
          "Card purchase, MARKET\t-£84.35",
          "BAKERY\t-£3.10",
          "Before £5.00, now £4.00",
          "TAXI\t-£9.00",
        ].join("\n"),
      }),
    );

    expect(receipts.map(({ doubts }) => doubts.length > 0)).toEqual([true]);
  });

  test("is one payment where the numbered parts come to its amount", async () => {
    const goods = await read([
      "You paid $20.00 at Corner Shop with your card ending in 4471:",
      "",
      "1. Blue mug, paid $12.00",
      "2. Red mug, paid $8.00",
    ]);
    const claim = await read([
      "We have credited $30.00 to your account ending 1234.",
      "",
      "1) Claim A",
      "   Date: 12/11/2025",
      "   Paid: $10.00",
      "2) Claim B",
      "   Date: 13/11/2025",
      "   Paid: $20.00",
    ]);

    expect([goods, claim]).toEqual([["-20.00 Corner Shop"], ["+30.00 "]]);
  });

  test("is no list where the numbers are of steps", async () => {
    const found = await read([
      "You spent $12.40 at RIVER CAFE with your card ending in 4471 on 3 November 2025.",
      "",
      "To pay in instalments:",
      "1. Open the app",
      "2. Choose a purchase of more than $50.00",
    ]);

    expect(found).toEqual(["-12.40 RIVER CAFE"]);
  });

  test("gives a movement once that its first line tells before the text", async () => {
    const told = "You spent $14.20 at RIVER CAFE with your card ending in 4471 on 3 November 2025.";

    expect(await read([told, "", "Hello Pat,", told])).toEqual(["-14.20 RIVER CAFE"]);
  });
});

describe("rows of an alert", () => {
  test("tell of its movement, and not what a sentence below them explains or offers", async () => {
    const rows = [
      "Where\tMORIARTY'S DINGLE",
      "Amount\t€63.47",
      "When\t03/11/2025",
      "Card\t**** 3308",
    ];

    const explained = await read([
      "A contactless purchase has been made:",
      ...rows,
      "",
      "Stamp duty: the yearly charge is 12 cent per ATM withdrawal, capped at €2.50.",
    ]);
    const offered = await read([
      "You made a purchase:",
      ...rows,
      "",
      "You paid less? Until 31/12/2026 a purchase of €5.00 was paid back to every new member.",
    ]);
    const inTwoLanguages = await read([
      "แจ้งผลการชำระเงิน (สำเร็จ)",
      "วันที่ทำรายการ\t:\t03/11/2025",
      "จำนวนเงิน (บาท)\t:\t312.44",
      "เลขที่รายการ\t:\t0163272005",
      "Bill payment",
      "Transaction Date\t:\t03/11/2025",
      "Amount (THB)\t:\t312.44",
      "สินเชื่อ (กู้เท่าที่จำเป็นและชำระคืนไหว) แลกส่วนลด 100 บาท ถึง 31/12/2026",
    ]);

    expect([explained, offered, inTwoLanguages]).toEqual([
      ["-63.47 MORIARTY'S DINGLE"],
      ["-63.47 MORIARTY'S DINGLE"],
      ["-312.44 "],
    ]);
  });

  test("beside a sentence of another movement are not silently left out", async () => {
    const { receipts } = await readByReaders(
      alertDocument({
        from: ["Northwind Bank", "alerts@northwindbank.example"],
        subject: "Card alert",
        text: [
          "You made a purchase:",
          "Where\tRIVER CAFE",
          "Amount\t£12.40",
          "Date\t11/18/2025",
          "Card\t**** 4471",
          "",
          "A fee of £1.20 was charged on 11/18/2025.",
        ].join("\n"),
      }),
    );

    expect(receipts.map(({ doubts }) => doubts.map(({ reason }) => reason))).toEqual([
      ["conflicting_totals"],
    ]);
  });

  test("whose values stand above their labels are read by them", async () => {
    const found = await read([
      "Your credit card's balance has changed as below:",
      "- 12.50 USD",
      "Changed Amount",
      "Corner Books",
      "Transaction Content",
      "24/08/2025 20:04:24",
      "Time",
      "VISA *8506",
      "Card",
      "914.20 USD",
      "Available Limit",
    ]);

    expect(found).toEqual(["-12.50 Corner Books"]);
  });

  test("three on a line are read by their labels", async () => {
    const found = await read([
      "Debit transaction",
      "Amount: USD 41.20",
      "Account: 116*****50 Merchant: CORNER BOOKS Balance: 914.20 USD",
    ]);

    expect(found).toEqual(["-41.20 CORNER BOOKS"]);
  });
});

describe("the currency of an alert", () => {
  test("is the country's whose two languages it is written in", async () => {
    const text = [
      "Défilez vers le bas pour le français.",
      "A transaction was charged to your account ending in 6234.",
      "",
      "February 04, 2025",
      "CORNER STORE # 1319",
      "$3.62",
    ].join("\n");
    const from = ["Capital One", "capitalone@notification.capitalone.com"] as const;
    const { receipts } = await readByReaders(alertDocument({ from, subject: "", text }));

    expect(receipts.map(({ currency, merchant }) => [currency, merchant?.value])).toEqual([
      ["cad", "CORNER STORE # 1319"],
    ]);
  });

  test("is named in a column of its table", async () => {
    const text = [
      "Transacciones en su tarjeta: ****-****-****-9282",
      "Fecha\tReferencia\tMonto\tMoneda\tComercio\tEstado",
      "16/01/2025 22:31:15\t11721252\t40.00\tDOLAR ESTADOS UNIDOS\tLA CALI SAN JOSE\tAprobada",
    ].join("\n");
    const from = ["Banco de Costa Rica", "mensajero@bancobcr.com"] as const;
    const subject = "Notificación de transacciones";
    const { receipts } = await readByReaders(alertDocument({ from, subject, text }));

    expect(receipts.map(({ currency, total }) => [currency, total?.value])).toEqual([
      ["usd", "40.00"],
    ]);
  });
});
