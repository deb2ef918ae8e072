// Features of camt documents beyond one bank's example: encodings, refusals, invalid entries,
// collective bookings, balances that do not fit, and the same booking in another message.

import { describe, expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import { recognisesCamt } from "../../../src/statements/camt/camt.ts";
import { identityKey } from "../../../src/importer/imports/external-id.ts";
import { normalize } from "../../../src/importer/imports/item.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import { documentOf, TODAY } from "../csv/reading.ts";
import {
  account,
  balance,
  printRow,
  bytesOf,
  details,
  entry,
  message,
  onlyRow,
  read,
  refusal,
  type Kind,
} from "./reading.ts";

const IBAN = "DE87500500000000123456";
const SIMPLE = message(
  "053",
  2,
  `${account(IBAN)}\n${entry("-3.50", "2024-02-01", "<AddtlNtryInf>Café Müller</AddtlNtryInf>")}`,
);

function utf16(text: string, little: boolean, mark: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * (text.length + (mark ? 1 : 0)));
  const view = new DataView(bytes.buffer);
  const marked = mark ? `\ufeff${text}` : text;
  for (let index = 0; index < marked.length; index += 1)
    view.setUint16(2 * index, marked.charCodeAt(index), little);
  return bytes;
}

const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("encodings of camt documents", () => {
  const declared = (encoding: string) => SIMPLE.replace("UTF-8", encoding);
  test.each([
    ["UTF-8 with a mark", bytesOf(`\ufeff${SIMPLE}`)],
    ["UTF-16, little end first, with a mark", utf16(declared("UTF-16"), true, true)],
    ["UTF-16, big end first, with a mark", utf16(declared("UTF-16"), false, true)],
    ["UTF-16 without a mark", utf16(declared("UTF-16"), true, false)],
    ["UTF-16 without a mark, big end first", utf16(declared("UTF-16"), false, false)],
    ["ISO-8859-1, declared", latin1(declared("ISO-8859-1"))],
    ["UTF-8 that is declared as UTF-16", bytesOf(declared("UTF-16"))],
    ["Windows-1252 that is declared as UTF-8", latin1(SIMPLE)],
    ["no declaration", bytesOf(SIMPLE.replace(/^<\?xml.*\n/, ""))],
    ["line ends of carriage returns alone", bytesOf(SIMPLE.replaceAll("\n", "\r"))],
    ["line ends of Windows", bytesOf(SIMPLE.replaceAll("\n", "\r\n"))],
  ])("a document is read in its encoding: %s", async (what, bytes) => {
    const row = await onlyRow(bytes);

    expect(recognisesCamt(bytes.subarray(0, 4096))).toBe(true);
    expect(row.description).toBe("Café Müller");
    expect(row.line).toBe(what === "no declaration" ? 6 : 7);
  });

  test("an unknown encoding is refused", async () => {
    expect(await refusal(declared("EBCDIC-XX"))).toContain('"EBCDIC-XX"');
  });
});

describe("the replacement character U+FFFD", () => {
  const entries = (texts: readonly string[]) =>
    message(
      "053",
      2,
      `${account(IBAN)}${texts.map((text) => entry("-1.00", "2024-02-01", `<AddtlNtryInf>${text}</AddtlNtryInf>`)).join("\n")}`,
    );

  test.each([
    ["UTF-8", bytesOf],
    ["UTF-16, little end first", (text: string) => utf16(text, true, true)],
    ["UTF-16, big end first", (text: string) => utf16(text, false, true)],
  ] as const)(
    "a replacement character that the bank itself prints is an ordinary letter, in %s",
    async (_, print) => {
      const { records, rows } = await read(print(entries(["Caf\ufffd", "Tea"])));

      expect(records.map(({ kind }) => kind)).toEqual(["transaction", "transaction"]);
      expect(rows[0]?.description).toBe("Caf\ufffd");
    },
  );

  test("a replacement character for half a UTF-16 letter rejects only its entry", async () => {
    for (const little of [true, false]) {
      const { records } = await read(
        utf16(entries(["Tea \ud83d", "Tea", "\udc75 Tea", "Tea \ud83d\udc75"]), little, true),
      );

      expect(records.map(({ kind }) => kind)).toEqual([
        "rejected",
        "transaction",
        "rejected",
        "transaction",
      ]);
    }
  });
});

describe("refused camt documents", () => {
  test.each([
    [
      "a DOCTYPE",
      SIMPLE.replace("<Document", '<!DOCTYPE x [<!ENTITY a "b">]>\n<Document'),
      /line 2 a document type/,
    ],
    [
      "a DOCTYPE in small letters behind a comment",
      SIMPLE.replace("<Document", "<!-- a -->\n<!doctype x>\n<Document"),
      /line 3 a document type/,
    ],
    [
      "a tag closed by another name",
      SIMPLE.replace("</Amt>", "</Amount>"),
      /line 7 <\/Amount> was found where <Amt> of line 7/,
    ],
    ["text around the document", `${SIMPLE}and more`, /line 11 there is text outside/],
    ["a tag within a tag", SIMPLE.replace("<Sts>", "<Sts <b>"), /line 7 the tag "<Sts <b>/],
    ["a closing tag too many", `${SIMPLE}</Document>`, /<\/Document> closes no open tag/],
    [
      "another message",
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.03"><CstmrCdtTrfInitn></CstmrCdtTrfInitn></Document>',
      /pain\.001\.001\.03; expected an account statement \(camt\.052/,
    ],
    ["another document", "<rss></rss>", /an XML document <rss>/],
    [
      "a name that is part of every object",
      message("053", 2, `${account(IBAN)}<constructor>1</constructor>`),
      /statement on line 5 cannot be read/,
    ],
  ])("a document is refused with the reason: %s", async (_, xml, message_) => {
    expect(await refusal(xml)).toMatch(message_);
  });

  test("a document that is cut off is refused with the position, wherever it is cut", async () => {
    const end = SIMPLE.lastIndexOf("</Document>") + "</Document>".length;
    for (let cut = SIMPLE.indexOf("<Document") + 1; cut < end; cut += 1) {
      expect(await refusal(SIMPLE.slice(0, cut))).toMatch(
        /cut off: it ends on line \d+ inside <.*>, which begins on line \d+/,
      );
    }
    expect(await refusal(SIMPLE.slice(0, SIMPLE.indexOf("<AddtlNtryInf>") + 16))).toContain(
      "ends on line 7 inside <AddtlNtryInf>, which begins on line 7",
    );
  });

  test("an ISO 20022 message of another kind is not read as CSV", async () => {
    const survey = await surveyStatement(
      documentOf(
        '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"></Document>',
      ),
      { answers: {}, recall: () => ({}), today: TODAY },
    );

    expect(survey.ok ? "" : survey.error.message).toContain("pain.002.001.03");
  });
});

describe("camt entries", () => {
  const fate = async (xml: string, kind: Kind = "053") => {
    const { records } = await read(
      message(
        kind,
        2,
        `${account(IBAN)}${entry("-1.00", "2024-01-01", "<AcctSvcrRef>OK</AcctSvcrRef>")}${xml}`,
      ),
    );
    const [, record] = records;
    if (record === undefined) return "nothing";
    return record.kind === "transaction"
      ? printRow(record.row)
      : `${record.kind}: ${record.reason}`;
  };
  const one = entry("-1.00", "2024-02-01", "<AddtlNtryInf>Text</AddtlNtryInf>");

  test.each([
    ["as it is", one, "2024-02-01 -1.00 EUR Text []"],
    ["no side", one.replace("DBIT", ""), 'rejected: CdtDbtInd is ""; expected CRDT or DBIT.'],
    [
      "a side of another language",
      one.replace("DBIT", "SOLL"),
      'rejected: CdtDbtInd is "SOLL"; expected CRDT or DBIT.',
    ],
    ["no amount", one.replace("1.00", ""), "rejected: There is no amount."],
    ["a comma", one.replace("1.00", "1,00"), 'rejected: "1,00" is not an amount.'],
    [
      "a sign on the amount",
      one.replace("1.00", "-1.00"),
      'rejected: "-1.00" has a sign; the direction belongs in CdtDbtInd.',
    ],
    [
      "a fifth decimal",
      one.replace("1.00", "1.00001"),
      'rejected: "1.00001" has more than four decimals.',
    ],
    [
      "five decimals, the last zero",
      one.replace("1.00", "1.00010"),
      "2024-02-01 -1.0001 EUR Text []",
    ],
    ["a point at the end", one.replace("1.00", "1."), "2024-02-01 -1.00 EUR Text []"],
    ["a point at the beginning", one.replace("1.00", ".5"), "2024-02-01 -0.50 EUR Text []"],
    ["an exponent", one.replace("1.00", "1e3"), 'rejected: "1e3" is not an amount.'],
    [
      "more than we hold",
      one.replace("1.00", "9999999999999999"),
      'rejected: "9999999999999999" is too large an amount.',
    ],
    [
      "a currency nobody knows",
      one.replace("EUR", "QQQ"),
      'rejected: "QQQ" is not a known currency.',
    ],
    ["no currency of its own", one.replace(' Ccy="EUR"', ""), "2024-02-01 -1.00 EUR Text []"],
    [
      "a day that does not exist",
      one.replace("<BookgDt><Dt>2024-02-01", "<BookgDt><Dt>2024-02-30"),
      "rejected: The booking date does not exist.",
    ],
    [
      "a day printed in another way",
      one.replace("<BookgDt><Dt>2024-02-01", "<BookgDt><Dt>01.02.2024"),
      "rejected: The booking date does not exist.",
    ],
    [
      "no dates",
      one.replace(/<BookgDt>.*<\/ValDt>/, ""),
      "rejected: There is no booking date and no value date, and the statement covers more than one day.",
    ],
    [
      "no status in a statement",
      one.replace("<Sts>BOOK</Sts>", ""),
      "2024-02-01 -1.00 EUR Text []",
    ],
    [
      "a status nobody knows",
      one.replace("BOOK", "WAIT"),
      'rejected: The status "WAIT" is neither booked (BOOK) nor pending (PDNG).',
    ],
    [
      "information",
      one.replace("BOOK", "INFO"),
      "skipped: For information only (INFO); nothing is booked on the account.",
    ],
    [
      "a name that is part of every object",
      one.replace("<AddtlNtryInf>", "<__proto__>1</__proto__><AddtlNtryInf>"),
      "rejected: The entry cannot be parsed: it is too long or contains invalid names.",
    ],
    [
      "a name that every object has",
      one.replace("<AddtlNtryInf>", "<toString>1</toString><AddtlNtryInf>"),
      "2024-02-01 -1.00 EUR Text []",
    ],
    ["an entry in a comment", `<!-- ${one} -->`, "nothing"],
    ["an entry in CDATA", `<X><![CDATA[${one}]]></X>`, "nothing"],
  ])("an entry is read or rejected: %s", async (_, xml, expected) => {
    expect(await fate(xml)).toBe(expected);
  });

  test("an entry without a status is rejected in a report of the day, since it may be pending", async () => {
    expect(await fate(one.replace("<Sts>BOOK</Sts>", ""), "052")).toMatch(
      /^rejected: There is no status/,
    );
  });

  test("words such as NOTPROVIDED are not references", async () => {
    const row = await onlyRow(
      message(
        "053",
        2,
        `${account(IBAN)}${entry("-1.00", "2024-02-01", `<AcctSvcrRef>NOTPROVIDED</AcctSvcrRef>${details("<Refs><EndToEndId>NOTPROVIDED</EndToEndId><MndtId>NONREF</MndtId></Refs>")}`)}`,
      ),
    );

    expect([row.reference, row.facts["end_to_end_id"], row.facts["mandate_id"]]).toEqual([
      null,
      undefined,
      undefined,
    ]);
  });
});

describe("collective bookings", () => {
  const part = (amount: string, side = "", currency = "EUR") =>
    `<Amt Ccy="${currency}">${amount}</Amt>${side === "" ? "" : `<CdtDbtInd>${side}</CdtDbtInd>`}<RltdPties><Dbtr><Nm>D${amount}</Nm></Dbtr><Cdtr><Nm>C${amount}</Nm></Cdtr></RltdPties>`;
  const rows = async (total: string, ...parts: readonly string[]) =>
    (
      await read(
        message(
          "053",
          4,
          `${account(IBAN)}${entry(total, "2024-02-01", `<AcctSvcrRef>B</AcctSvcrRef>${details(...parts)}<AddtlNtryInf>Batch</AddtlNtryInf>`)}`,
        ),
      )
    ).rows.map(printRow);

  test.each([
    [
      "adding up",
      "-3.00",
      [part("1.00"), part("2.00")],
      ["2024-02-01 -1.00 EUR C1.00 [B/1]", "2024-02-01 -2.00 EUR C2.00 [B/2]"],
    ],
    [
      "adding up by their sides",
      "-1.00",
      [part("3.00", "DBIT"), part("2.00", "CRDT")],
      ["2024-02-01 -3.00 EUR C3.00 [B/1]", "2024-02-01 2.00 EUR D2.00 [B/2]"],
    ],
    [
      "all on the other side",
      "-3.00",
      [part("1.00", "CRDT"), part("2.00", "CRDT")],
      ["2024-02-01 -1.00 EUR C1.00 [B/1]", "2024-02-01 -2.00 EUR C2.00 [B/2]"],
    ],
    [
      "adding up only against their sides",
      "-3.00",
      [part("1.00", "CRDT"), part("2.00", "DBIT")],
      ["2024-02-01 -3.00 EUR Batch [B]"],
    ],
    ["a hundredth off", "-3.01", [part("1.00"), part("2.00")], ["2024-02-01 -3.01 EUR Batch [B]"]],
    [
      "in another currency",
      "-3.00",
      [part("1.00", "", "USD"), part("2.00", "", "USD")],
      ["2024-02-01 -3.00 EUR Batch [B]"],
    ],
    [
      "one without an amount",
      "-3.00",
      [part("3.00"), "<Refs><EndToEndId>E</EndToEndId></Refs>"],
      ["2024-02-01 -3.00 EUR Batch [B]"],
    ],
    [
      "the instructed amounts are what adds up",
      "3.00",
      ["1.00", "2.00"].map(
        (amount) =>
          `<Amt Ccy="EUR">9.99</Amt><AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls>`,
      ),
      ["2024-02-01 1.00 EUR Batch [B/1]", "2024-02-01 2.00 EUR Batch [B/2]"],
    ],
    ["a single one that differs", "-3.00", [part("9.00")], ["2024-02-01 -3.00 EUR C9.00 [B]"]],
  ])("a collective booking is read or rejected: %s", async (_, total, parts, expected) => {
    expect(await rows(total, ...parts)).toEqual(expected);
  });
});

describe("camt balances", () => {
  const statement = (
    opening: string,
    closing: string,
    amounts: readonly string[],
    more = "",
    id = "S",
  ) =>
    `${account(IBAN, "EUR", id)}${more}\n${balance("OPBD", opening)}\n${balance("CLBD", closing)}\n${amounts.map((amount) => entry(amount, "2024-02-01")).join("\n")}`;
  const proven = async (kind: Kind, ...statements: readonly string[]) =>
    (await read(message(kind, 2, ...statements))).layout;

  test("days that all statements cover are reported once", async () => {
    const days = (from: string, to: string) =>
      `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`;
    const { why } = await proven(
      "053",
      statement("9.00", "8.00", ["-1.00"], days("2024-02-02", "2024-02-02")),
      statement("10.00", "9.00", ["-1.00"], days("2024-02-01", "2024-02-01"), "T"),
    );

    expect(why.filter((sentence) => sentence.includes("covers"))).toEqual([
      "It covers the days from 2024-02-01 to 2024-02-02.",
    ]);
  });

  test("the warnings about a year of statements with gaps stay readable", async () => {
    const { why } = await proven(
      "053",
      ...Array.from({ length: 100 }, (_, index) =>
        statement(
          `${index * 7 + 10}.00`,
          `${index * 7 + 9}.00`,
          ["-1.00"],
          "<CpyDplctInd>COPY</CpyDplctInd>",
          `S${index}`,
        ),
      ),
    );

    expect(why.length).toBeLessThan(50);
    expect(why.at(-1)).toContain("more sentences");
  });
});

describe("the same bookings in several messages", () => {
  const identity = async (row: StatementRow) =>
    identityKey(
      normalize(row, { run: "r", account: { id: 1, currency: "eur" }, currency: null }).identity,
    );
  const booked = [
    entry(
      "-3.00",
      "2024-02-01",
      `<AcctSvcrRef>A1</AcctSvcrRef>${details("<RltdPties><Cdtr><Nm>Shop</Nm></Cdtr></RltdPties>")}`,
    ),
    entry(
      "5.00",
      "2024-02-01",
      `<AcctSvcrRef>A2</AcctSvcrRef>${details('<Amt Ccy="EUR">2.00</Amt>', '<Amt Ccy="EUR">3.00</Amt>')}`,
    ),
    entry(
      "-7.00",
      "2024-02-01",
      details(
        "<RltdPties><Cdtr><Nm>Ohne Referenz</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Text</Ustrd></RmtInf>",
      ),
    ),
  ];

  test("a report, a statement and a notification give the same bookings the same ids", async () => {
    const keys = async (kind: Kind, version: number, entries: readonly string[]) =>
      Promise.all(
        (await read(message(kind, version, `${account(IBAN)}${entries.join("\n")}`))).rows.map(
          identity,
        ),
      );
    const statement = await keys("053", 2, booked);

    expect(new Set(statement).size).toBe(4);
    expect(await keys("052", 6, booked)).toEqual(statement);
    expect(
      await keys(
        "054",
        8,
        booked.map((one) => one.replace("<Sts>BOOK</Sts>", "<Sts><Cd>BOOK</Cd></Sts>")),
      ),
    ).toEqual(statement);
  });

  test("a second equal fee of the day does not change the first one's id", async () => {
    const fee = entry("-1.00", "2024-02-01", "<AcctSvcrRef>FEE</AcctSvcrRef>");
    const early = await read(message("052", 2, `${account(IBAN)}${fee}`));
    const late = await read(message("053", 2, `${account(IBAN)}${fee}${fee}`));
    const keys = await Promise.all([...early.rows, ...late.rows].map(identity));

    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });
});

describe("recognition of camt documents", () => {
  test("a document after a SOAP envelope and a long comment is found and read in both passes", async () => {
    const inner = SIMPLE.replace(/^<\?xml.*\n/, "");
    const soap = `<?xml version="1.0"?>\n<!-- ${"licence ".repeat(100)} -->\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\n${inner}</soap:Body></soap:Envelope>`;
    const source = documentOf(soap);
    const survey = await surveyStatement(source, { answers: {}, recall: () => ({}), today: TODAY });
    if (!survey.ok) throw new Error(survey.error.message);
    const rows: string[] = [];
    for await (const slice of readStatement(source, survey.value.plan, 0))
      rows.push(
        ...slice.records.map((record) =>
          record.kind === "transaction" ? printRow(record.row) : record.kind,
        ),
      );

    expect(survey.value.layout).toMatchObject({ format: "camt", account: IBAN });
    expect(rows).toEqual(["2024-02-01 -3.50 EUR Café Müller []"]);
  });

  test("rows name their account only if the file has several", async () => {
    const other = "DE02500105170137075030";
    const two = await read(
      message(
        "053",
        2,
        `${account(IBAN)}${entry("1.00", "2024-02-01")}`,
        `${account(other)}${entry("2.00", "2024-02-01")}`,
      ),
    );
    const one = await read(SIMPLE);

    expect([two.accounts, two.rows.map((row) => row.account), two.layout.account]).toEqual([
      [IBAN, other],
      [IBAN, other],
      null,
    ]);
    expect([one.accounts, one.rows.map((row) => row.account), one.layout.account]).toEqual([
      [],
      [null],
      IBAN,
    ]);
  });
});
