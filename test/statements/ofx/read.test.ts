// How OFX is read, behaviour by behaviour.

import { describe, expect, test } from "vitest";
import { isOfx } from "../../../src/statements/ofx/read.ts";
import { listOtherRecords, read, refusal } from "../reading.ts";
import { bank, booking, printRow, SGML_HEADER, statement, XML_HEADER } from "./reading.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);
const BODY = bank([booking("20240305 -12.50 F1 Grocer"), booking("20240306 1000.00 F2 Employer")]);
const ROWS = ["2024-03-05 -12.50 Grocer | Grocer", "2024-03-06 1000.00 Employer | Employer"];
const body = BODY.slice(SGML_HEADER.length);

describe("headers and markup of OFX", () => {
  const SPELLINGS: readonly (readonly [string, string])[] = [
    ["as the standard has it", BODY],
    ["no header at all", body],
    ["blank lines before it", `\r\n\r\n${BODY}`],
    [
      "on one line",
      `OFXHEADER:100 DATA:OFXSGML VERSION:102 SECURITY:NONE ENCODING:USASCII CHARSET:1252 COMPRESSION:NONE OLDFILEUID:NONE NEWFILEUID:NONE ${body}`,
    ],
    [
      "run together",
      `OFXHEADER:100DATA:OFXSGMLVERSION:102SECURITY:NONEENCODING:USASCIICHARSET:1252COMPRESSION:NONEOLDFILEUID:NONENEWFILEUID:NONE${body}`,
    ],
    ["with blanks behind the colons", BODY.replaceAll(/^([A-Z]+):/gm, "$1: ")],
    ["without its first line", `DATA:OFXSGML\nENCODING:UTF-8\n${body}`],
    ["of XML over unclosed values", `${XML_HEADER}${body}`],
    ["CRLF", BODY.replaceAll("\n", "\r\n")],
    ["CR", BODY.replaceAll("\n", "\r")],
    ["all on one line", BODY.replaceAll("\n", "")],
    ["tags in lower case", BODY.replaceAll(/<\/?[A-Z0-9.]+>/g, (tag) => tag.toLowerCase())],
    ["a byte order mark", `\ufeff${BODY}`],
    [
      "garbage before it",
      `HTTP/1.1 200 OK\nContent-Type: application/x-ofx\n\n<<>> & \u0000 ${BODY}`,
    ],
    ["two documents on end, one empty", `${bank([])}\n${BODY}`],
    ["a namespace", BODY.replace("<OFX>", '<OFX xmlns="http://ofx.net/types/2003/04">')],
    ["prefixes", BODY.replaceAll(/<(\/?)([A-Z0-9]+)>/g, "<$1ofx:$2>")],
    ["comments", BODY.replaceAll("<NAME>", "<!-- <TRNAMT>99 --><NAME>")],
    [
      "no wrapping around the statement",
      body.slice(body.indexOf("<STMTRS>"), body.indexOf("</STMTRS>") + 9),
    ],
    ["records that are never closed", BODY.replaceAll("</STMTTRN>", "")],
    ["nothing closed behind the list", BODY.slice(0, BODY.indexOf("</BANKTRANLIST>") + 15)],
  ];

  test.each(SPELLINGS)("an OFX file is read: %s", async (_, text) => {
    const { rows, records } = await read(text);

    expect(rows.map(printRow)).toEqual(ROWS);
    expect(records.length).toBe(2);
  });

  test("a mention of OFX in a text does not make it an OFX document", () => {
    expect(isOfx(utf8("Date,Text,Amount\n2024-03-01,Export as OFX or QFX,1.00\n"))).toBe(false);
    expect(isOfx(utf8("OFXHEADER:100"))).toBe(true);
    expect(isOfx(utf16(BODY))).toBe(true);
  });

  test("entities that a document declares are never expanded, and nothing is fetched", async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE OFX [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>${body.replace("Grocer", "Grocer &b; &x;")}`;
    const { rows } = await read(bomb);

    expect(rows[0]?.payee).toBe("Grocer &b; &x;");
  });
});

describe("character encodings of OFX", () => {
  const TEXT = bank([booking("20240305 -12.50 F1 Café Müller")]);

  test.each([
    ["UTF-8 under CHARSET:1252", utf8(TEXT), "utf-8"],
    ["UTF-8 under USASCII and CHARSET:NONE", utf8(TEXT.replace("1252", "NONE")), "utf-8"],
    ["Latin-1 under USASCII", latin(TEXT), "windows-1252"],
    ["UTF-16", utf16(TEXT), "utf-16le"],
    [
      "Latin-1 under a wrong ENCODING:UTF-8",
      latin(TEXT.replace("USASCII", "UTF-8")),
      "windows-1252",
    ],
    [
      "Latin-1 in XML that says so",
      latin(TEXT.replace(SGML_HEADER, '<?xml version="1.0" encoding="ISO-8859-1"?>')),
      "windows-1252",
    ],
  ] as const)("a text is read in its encoding: %s", async (_, bytes, encoding) => {
    const { rows, survey } = await read(bytes);

    expect(rows[0]?.payee).toBe("Café Müller");
    expect(survey.layout.encoding).toBe(encoding);
  });

  test("a file cut within a character, and one with a reported broken character, are still UTF-8", async () => {
    const cut = utf8(bank([booking("20240305 -12.50 F1 Köln"), booking("20240306 -1.00 F2 Grün")]));
    const broken = utf8(
      bank([booking("20240305 -12.50 F1 Köln"), booking("20240306 -1.00 F2 Gr@n")]).replace(
        "USASCII",
        "UTF-8",
      ),
    );

    expect(
      (await read(cut.subarray(0, cut.lastIndexOf(0xc3) + 1))).rows.map((row) => row.payee),
    ).toEqual(["Köln"]);
    expect(
      (await read(broken.map((byte) => (byte === 64 ? 0xc3 : byte)))).rows.map((row) => row.payee),
    ).toEqual(["Köln", "Gr\ufffdn"]);
  });
});

describe("dates of OFX", () => {
  test.each([
    ["20240305", "2024-03-05", null],
    ["202403051430", "2024-03-05", "14:30"],
    ["20240305143015", "2024-03-05", "14:30:15"],
    ["20240305143015.123", "2024-03-05", "14:30:15"],
    ["20240305000000", "2024-03-05", null],
    ["20240305120000", "2024-03-05", null],
    ["20240305000000.000[-5:EST]", "2024-03-05", null],
    ["20240305233000[-8:PST]", "2024-03-05", "23:30:00"],
    ["20240305003000.000[+5.5:IST]", "2024-03-05", "00:30:00"],
    ["20240305100000[-03:BRT", "2024-03-05", "10:00:00"],
    ["2024-03-05", "2024-03-05", null],
    ["2024-03-05T10:11:12Z", "2024-03-05", "10:11:12"],
    ["25/03/2024", "2024-03-25", null],
    ["03/25/2024", "2024-03-25", null],
  ])("the date %s is the printed day, in any zone", async (printed, day, time) => {
    const { rows } = await read(bank([booking(`${printed} -1.00 A Tea`)]));

    expect([rows[0]?.date, rows[0]?.time]).toEqual([day, time]);
  });

  test.each(["20240230", "20241301", "2024030", "05032024", "20240305x", "240305", "yesterday"])(
    "the text %s is not a date, and its record is rejected",
    async (printed) => {
      const { records } = await read(bank([booking(`${printed} -1.00 A Tea`)]));

      expect(listOtherRecords(records)).toEqual([
        `rejected 14: DTPOSTED "${printed}" is not a date; expected one such as 20240305`,
      ]);
    },
  );

  test("the order of day and month is asked about if the year is last and nothing decides", async () => {
    const text = bank([booking("05/03/2024 -1.00 A Tea")]);
    const { survey } = await read(text);

    expect(survey.questions.map(({ id }) => id)).toEqual(["date_order"]);
    expect((await read(text, { date_order: "mdy" })).rows[0]?.date).toBe("2024-05-03");
    expect((await read(text, { date_order: "dmy" })).rows[0]?.date).toBe("2024-03-05");
  });

  test("a missing posting date is replaced by the customer's, and a time that all share is ignored", async () => {
    const { rows } = await read(
      bank(
        ["05", "06", "07"].map((day) =>
          booking(`00000000 -1.00 A${day} Tea`, `<DTUSER>202403${day}083000`),
        ),
      ),
    );

    expect(rows.map((row) => `${row.date} ${row.time ?? "no time"}`)).toEqual([
      "2024-03-05 no time",
      "2024-03-06 no time",
      "2024-03-07 no time",
    ]);
  });
});

describe("amounts of OFX", () => {
  test.each([
    ["-12.5", -125_000],
    ["-12,50", -125_000],
    ["+12.00", 120_000],
    ["1,234.56", 12_345_600],
    ["1.234,56", 12_345_600],
    ["- 12.00", -120_000],
    ["1 234,56", 12_345_600],
    ["-.50", -5_000],
    ["+00000000000007.9500", 79_500],
    ["-12.3400000", -123_400],
    ["100", 1_000_000],
    ["$120.00", 1_200_000],
    ["0.125", 1_250],
  ])("the amount %s is read", async (printed, units) => {
    const { rows } = await read(
      bank([
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20240305<TRNAMT>${printed}<FITID>A<NAME>Tea</STMTTRN>`,
      ]),
    );

    expect(rows[0]?.amount).toBe(units);
  });

  test.each([
    ["", "the amount is empty"],
    ["abc", '"abc" is not an amount'],
    ["1.23456", 'the amount "1.23456" has more than four decimals'],
    ["12.50.00", '"12.50.00" is not an amount'],
    ["9999999999999999", 'the amount "9999999999999999" is too large'],
  ])('the amount "%s" is rejected', async (printed, reason) => {
    const { records } = await read(
      bank([
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>20240305<TRNAMT>${printed}<FITID>A<NAME>Tea</STMTTRN>`,
      ]),
    );

    expect(listOtherRecords(records)).toEqual([`rejected 14: ${reason}`]);
  });

  test("1.500 alone is asked about, unless another amount or a currency without decimals answers it", async () => {
    const alone = bank([booking("20240305 -1.500 A Rent")]);
    const { survey } = await read(alone);
    const beside = await read(
      bank([booking("20240305 -1.500 A Rent"), booking("20240306 -2,50 B Tea")]),
    );
    const yen = await read(bank([booking("20240305 -1,500 A Rent")], "", "<ACCTID>1", "JPY"));

    expect(survey.questions.map(({ id }) => id)).toEqual(["decimal_mark"]);
    expect((await read(alone, { decimal_mark: "," })).rows[0]?.amount).toBe(-15_000_000);
    expect((await read(alone, { decimal_mark: "." })).rows[0]?.amount).toBe(-15_000);
    expect(beside.rows.map((row) => row.amount)).toEqual([-15_000_000, -25_000]);
    expect(yen.rows[0]?.amount).toBe(-15_000_000);
  });
});

const typed = (type: string, amount: string, id: string) =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>20240305<TRNAMT>${amount}<FITID>${id}<NAME>Tea</STMTTRN>`;

describe("types and signs of OFX", () => {
  test("unsigned amounts under debits and credits are asked about", async () => {
    const text = bank([
      typed("DEBIT", "5.00", "A"),
      typed("CREDIT", "9.00", "B"),
      typed("OTHER", "1.00", "C"),
    ]);
    const { survey } = await read(text);
    const byType = await read(text, { sign_by_type: "by_type" });

    expect(survey.questions.map(({ id }) => id)).toEqual(["sign_by_type"]);
    expect(byType.rows.map((row) => row.amount)).toEqual([-50_000, 90_000]);
    expect(listOtherRecords(byType.records)).toEqual([
      'rejected 16: the type "OTHER" does not tell whether 1.00 is money in or money out',
    ]);
    expect(
      (await read(text, { sign_by_type: "as_printed" })).rows.map((row) => row.amount),
    ).toEqual([50_000, 90_000, 10_000]);
  });

  test("a file with one statement of each kind raises both questions, and both answers settle it", async () => {
    const text = `${SGML_HEADER}<OFX>${statement([typed("DEBIT", "5.00", "A"), typed("CREDIT", "9.00", "B")])}${statement([typed("DEBIT", "5.00", "A"), typed("CREDIT", "-9.00", "B")], "", "<ACCTID>2")}</OFX>`;
    const answered = await read(text, { sign: "turned", sign_by_type: "by_type" });

    expect((await read(text)).survey.questions.map(({ id }) => id)).toEqual([
      "sign_by_type",
      "sign",
    ]);
    expect(answered.survey.questions).toEqual([]);
    expect(answered.rows.map((row) => row.amount)).toEqual([-50_000, 90_000, -50_000, 90_000]);
  });
});

describe("texts of OFX", () => {
  test.each([
    ["NAME and MEMO", "<NAME>Shop<MEMO>Card 12", "Shop", "Shop Card 12", "Card 12"],
    [
      "MEMO goes on where NAME was cut",
      "<NAME>A long name cut at thirty-two c<MEMO>A long name cut at thirty-two characters",
      "A long name cut at thirty-two c",
      "A long name cut at thirty-two characters",
      "A long name cut at thirty-two characters",
    ],
    ["MEMO repeats NAME", "<NAME>Shop<MEMO>Shop", "Shop", "Shop", null],
    ["MEMO alone", "<MEMO>PIX recebido", "PIX recebido", "PIX recebido", null],
    [
      "a PAYEE",
      "<PAYEE><NAME>Landlord<ADDR1>Street<CITY>Town<STATE>X<POSTALCODE>1<PHONE>1</PAYEE><MEMO>Rent",
      "Landlord",
      "Landlord Rent",
      "Rent",
    ],
    [
      "EXTDNAME goes on",
      "<NAME>Very long<EXTDNAME>Very long name<MEMO>x",
      "Very long name",
      "Very long name x",
      "x",
    ],
    ["MEMO on several lines", "<NAME>Shop<MEMO>one<MEMO>two", "Shop", "Shop one two", "one two"],
    ["escaped twice", "<NAME>B&amp;amp;Q", "B&Q", "B&amp;Q", null],
    ["a cheque without text", "<CHECKNUM>1042", "Check 1042", "CHECK 1042", null],
  ])("payee and notes are read: %s", async (_, fields, payee, description, notes) => {
    const { rows } = await read(
      bank([`<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20240305<TRNAMT>-5.00<FITID>A${fields}</STMTTRN>`]),
    );

    expect([rows[0]?.payee, rows[0]?.description, rows[0]?.notes]).toEqual([
      payee,
      description,
      notes,
    ]);
  });

  test("all other printed fields are kept as facts", async () => {
    const { rows } = await read(
      bank([
        booking(
          "20240305 -10.00 A Hotel",
          "<DTUSER>20240303<DTAVAIL>20240306<CHECKNUM>7<REFNUM>R9<SRVRTID>S1<SIC>7011<BANKACCTTO><BANKID>1<ACCTID>998877<ACCTTYPE>SAVINGS</BANKACCTTO><ORIGCURRENCY><CURRATE>1.25<CURSYM>EUR</ORIGCURRENCY>",
        ),
      ]),
    );

    expect(rows[0]?.facts).toEqual({
      type: "DEBIT",
      transaction_date: "2024-03-03",
      value_date: "2024-03-06",
      check_number: "7",
      reference_number: "R9",
      server_id: "S1",
      merchant_code: "7011",
      counterparty_account: "998877",
      original_amount: "-8.00",
      original_currency: "EUR",
      rate: "1.25",
    });
    expect(rows[0]?.currency).toBe("usd");
  });

  test("an original amount that is not exact is rounded to its currency's decimals", async () => {
    const original = async (rate: string, code: string) =>
      (
        await read(
          bank([
            booking(
              "20240305 -10.00 A Hotel",
              `<ORIGCURRENCY><CURRATE>${rate}<CURSYM>${code}</ORIGCURRENCY>`,
            ),
          ]),
        )
      ).rows[0]?.facts["original_amount"];

    expect(await original("1.5", "EUR")).toBe("-6.67");
    expect(await original("0,0066", "JPY")).toBe("-1515");
    expect(await original("0", "EUR")).toBe(undefined);
  });

  test("CURRENCY means that the amount itself is in another currency", async () => {
    const { rows } = await read(
      bank([
        booking("20240305 -10.00 A Hotel", "<CURRENCY><CURRATE>0.9<CURSYM>CHF</CURRENCY>"),
        booking("20240305 -10.00 B Tea", "<CURRENCY><CURRATE>1.0<CURSYM>USD</CURRENCY>"),
      ]),
    );

    expect(rows.map((row) => [row.currency, row.facts["rate"]])).toEqual([
      ["chf", "0.9"],
      ["usd", undefined],
    ]);
  });
});

describe("ids of OFX", () => {
  const references = async (lines: readonly string[]) =>
    (await read(bank(lines.map((line) => booking(line))))).rows.map((row) => row.reference);

  test("missing and empty ids, zeros and counters identify nothing", async () => {
    expect(
      await references([
        "20240305 -1.00  Tea",
        "20240305 -1.00 0000 Cake",
        "20240306 -1.00 NONE Pie",
        "20240306 -1.00 A7 Jam",
      ]),
    ).toEqual([null, null, null, "A7"]);
    expect(
      await references(["20240305 -1.00 1 Tea", "20240306 -1.00 2 Cake", "20240307 -1.00 3 Pie"]),
    ).toEqual([null, null, null]);
    expect(
      await references([
        "20240307 -1.00 002 Pie",
        "20240306 -1.00 001 Cake",
        "20240305 -1.00 000 Tea",
      ]),
    ).toEqual([null, null, null]);
    expect(await references(["20240305 -1.00 101 Tea", "20240306 -1.00 102 Cake"])).toEqual([
      "101",
      "102",
    ]);
  });

  test("a correction of an earlier file is asked about", async () => {
    const text = bank([
      booking("20240307 -1.50 C Tea", "<CORRECTFITID>OLD<CORRECTACTION>REPLACE"),
      booking("20240307 -2.00 D Cake", "<CORRECTFITID>OLDER<CORRECTACTION>DELETE"),
    ]);
    const { survey, records } = await read(text);

    expect(survey.questions.map(({ id }) => id)).toEqual(["corrections:OLD"]);
    expect(listOtherRecords(records)).toEqual([
      "rejected 15: deletes the transaction OLDER, which is not in this file: if it is in the budget, delete it there",
    ]);
    expect((await read(text, { "corrections:OLD": "take" })).rows.length).toBe(1);
    expect((await read(text, { "corrections:OLD": "leave_out" })).rows.length).toBe(0);
  });
});

describe("accounts and statements of OFX", () => {
  const other = "<BANKID>10020030<ACCTID>555<ACCTTYPE>SAVINGS";

  test("one account is named by its number, and several are named on each row", async () => {
    const one = await read(bank([booking("20240305 -1.00 A Tea")]));
    const two = await read(
      `${SGML_HEADER}<OFX>${statement([booking("20240305 -1.00 A Tea")])}${statement([booking("20240306 -2.00 A Cake")], "", other)}</OFX>`,
    );

    expect([one.survey.layout.account, one.survey.accounts, one.rows[0]?.account]).toEqual([
      "123456789",
      [],
      null,
    ]);
    expect([
      two.survey.layout.account,
      two.survey.accounts,
      two.rows.map((row) => row.account),
    ]).toEqual([null, ["123456789", "555"], ["123456789", "555"]]);
  });

  test("two accounts of one bank and type share their layout; another bank does not", async () => {
    const [a, b, c] = await Promise.all([
      read(bank([booking("20240305 -1.00 A Tea")])),
      read(
        bank([booking("20240405 -3.00 Z Jam")], "", "<BANKID>10020030<ACCTID>42<ACCTTYPE>CHECKING"),
      ),
      read(bank([booking("20240305 -1.00 A Tea")]).replace("Test Bank", "Other Bank")),
    ]);

    expect(a.survey.layout.fingerprint).toBe(b.survey.layout.fingerprint);
    expect(a.survey.layout.fingerprint).not.toBe(c.survey.layout.fingerprint);
  });

  test("pending bookings are read as pending", async () => {
    const { rows } = await read(
      bank(
        [booking("20240305 -1.00 A Tea")],
        "<BANKTRANLISTP><DTASOF>20240306<STMTTRNP><TRNTYPE>DEBIT<DTTRAN>20240306<DTEXPIRE>20240310<TRNAMT>-4.00<NAME>Cake</STMTTRNP></BANKTRANLISTP>",
      ),
    );

    expect(rows.map((row) => [printRow(row), row.pending])).toEqual([
      ["2024-03-05 -1.00 Tea | Tea", false],
      ["2024-03-06 -4.00 Cake | Cake", true],
    ]);
  });
});

describe("balances of OFX", () => {
  const ledger = (amount: string, day: string) =>
    `<LEDGERBAL><BALAMT>${amount}<DTASOF>${day}</LEDGERBAL><AVAILBAL><BALAMT>9999<DTASOF>${day}</AVAILBAL>`;

  test("a balance among the bookings is not a movement, and proves them", async () => {
    const right = await read(
      bank(
        [
          booking("20240301 100.00 A SALDO ANTERIOR"),
          booking("20240305 -1.00 B Tea"),
          booking("20240305 99.00 C SALDO TOTAL DISPONÍVEL DIA"),
        ],
        ledger("99.00", "20240331"),
      ),
    );
    const wrong = await read(
      bank(
        [booking("20240301 100.00 A Saldo Anterior"), booking("20240305 -1.00 B Tea")],
        ledger("98.00", "20240331"),
      ),
    );

    expect(right.rows.map(printRow)).toEqual(["2024-03-05 -1.00 Tea | Tea"]);
    expect(right.proof).toEqual({
      kind: "opening and closing balance",
      rows_checked: 1,
      rows_proven: 1,
      breaks_at: null,
    });
    expect([wrong.proof.rows_proven, wrong.proof.breaks_at]).toEqual([0, 16]);
  });

  test("consecutive statements of one account prove the later one", async () => {
    const months = (closing: string) =>
      `${SGML_HEADER}<OFX>${statement([booking("20240305 -1.00 A Tea")], ledger("99.00", "20240331"))}${statement([booking("20240405 -4.00 B Cake")], ledger(closing, "20240430"), undefined, "USD", "<DTSTART>20240401<DTEND>20240430")}</OFX>`;

    expect((await read(months("95.00"))).proof).toEqual({
      kind: "opening and closing balance",
      rows_checked: 1,
      rows_proven: 1,
      breaks_at: null,
    });
    expect((await read(months("94.00"))).proof.breaks_at).toBe(17);
  });
});

describe("balances that prove nothing", () => {
  const ledger = (amount: string, day: string) =>
    `<LEDGERBAL><BALAMT>${amount}<DTASOF>${day}</LEDGERBAL>`;

  test("a balance of the day of download is not the opening of the next statement", async () => {
    const text = `${SGML_HEADER}<OFX>${statement([booking("20240305 -1.00 A Tea")], ledger("50.00", "20240520"))}${statement([booking("20240405 -4.00 B Cake")], ledger("50.00", "20240520"), undefined, "USD", "<DTSTART>20240401<DTEND>20240430")}</OFX>`;

    expect((await read(text)).proof.kind).toBe("none");
  });

  test("a balance in which the file breaks off is not shown", async () => {
    const text = bank([booking("20240305 -1.00 A Tea")], ledger("1234.00", "20240331"));
    const { survey } = await read(text.slice(0, text.indexOf("34.00")));

    expect(survey.layout.why.filter((why) => /balance/.test(why))).toEqual([]);
  });
});

describe("refused OFX files and records", () => {
  const signon = (status: string) =>
    `${SGML_HEADER}<OFX><SIGNONMSGSRSV1><SONRS>${status}<DTSERVER>20240331<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1></OFX>`;

  test.each([
    [
      "a failed sign-on",
      signon(
        "<STATUS><CODE>15500<SEVERITY>ERROR<MESSAGE>Password &amp; name do not match</STATUS>",
      ),
      /did not return a statement: "Password & name do not match" \(status 15500\)/,
    ],
    [
      "an error without words",
      signon("<STATUS><CODE>2003<SEVERITY>ERROR</STATUS>"),
      /"Account not found" \(status 2003\)/,
    ],
    ["a sign-on alone", signon("<STATUS><CODE>0<SEVERITY>INFO</STATUS>"), /holds no statement/],
    [
      "an empty list",
      bank([], "<LEDGERBAL><BALAMT>12.00<DTASOF>20240331</LEDGERBAL>"),
      /The statement of account 123456789 has no transactions from 2024-03-01 to 2024-03-31; its balance is 12.00\. There is nothing to import/,
    ],
    [
      "a request",
      `${SGML_HEADER}<OFX><BANKMSGSRQV1><STMTTRNRQ><TRNUID>1<STMTRQ></STMTRQ></STMTTRNRQ></BANKMSGSRQV1></OFX>`,
      /a program's request to a bank/,
    ],
    [
      "a list of accounts",
      `${SGML_HEADER}<OFX><SIGNUPMSGSRSV1><ACCTINFORS><ACCTINFO><BANKACCTINFO><BANKACCTFROM><BANKID>1<ACCTID>77<ACCTTYPE>CHECKING</BANKACCTFROM></BANKACCTINFO></ACCTINFO></ACCTINFORS></SIGNUPMSGSRSV1></OFX>`,
      /list of 1 accounts \(77\)/,
    ],
    ["a header alone", SGML_HEADER, /holds no statement/],
    [
      "a file cut before its first record",
      bank([booking("20240305 -1.00 A Tea")]).split("<STMTTRN>")[0] ?? "",
      /breaks off before its first transaction/,
    ],
  ])("an OFX file is refused with the reason: %s", async (_, text, message) => {
    expect(await refusal(text)).toMatch(message);
  });
});
