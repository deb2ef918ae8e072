// Limits of every format: a file with too much is refused with its count, before it is too much for
// memory, for an import's storage, or for a person who has to answer. No number is a measurement of
// time.

import { describe, expect, test } from "vitest";
import { surveyStatement } from "../../src/statements/read-statement.ts";
import {
  LAYOUT_SENTENCES_MAX,
  OFX_AGGREGATES_MAX,
  OFX_VALUES_MAX,
  SQL_TEXT_CHARS_MAX,
  STATEMENT_ACCOUNTS_MAX,
  TAGGED_LINES_MAX,
  WHOLE_RECORDS_MAX,
} from "../../src/platform/limits.ts";
import { account, entry } from "./camt/reading.ts";
import { documentOf, TODAY } from "./csv/reading.ts";
import { bank, booking, statement } from "./ofx/reading.ts";

const OPTIONS = { answers: {}, recall: () => ({}), today: TODAY };

const survey = (content: string) => surveyStatement(documentOf(content), OPTIONS);

async function refusal(content: string): Promise<string> {
  const found = await survey(content);
  return found.ok ? "read" : found.error.message;
}

const times = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join("");

const OFX = (inner: string) =>
  `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>${inner}</BANKMSGSRSV1></OFX>\n`;

/** A file of so many accounts in each format. */
const ACCOUNTS: readonly (readonly [string, (count: number) => string])[] = [
  [
    "OFX",
    (count) =>
      OFX(
        times(count, (at) =>
          statement(
            [booking(`20240305 -1.00 ID${at} Tea`)],
            "",
            `<BANKID>1<ACCTID>${at}<ACCTTYPE>CHECKING`,
          ),
        ),
      ),
  ],
  [
    "camt",
    (count) =>
      `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>${times(count, (at) => `<Stmt><Id>${at}</Id>${account(`ACC${at}`)}${entry("-1.00", "2024-02-01")}</Stmt>`)}</BkToCstmrStmt></Document>`,
  ],
  [
    "MT940",
    (count) =>
      times(
        count,
        (at) =>
          `:20:S\n:25:ACC${at}\n:28C:1/1\n:60F:C240301EUR10,00\n:61:2403050305D1,00NTRFNONREF\n:86:Tea\n:62F:C240331EUR9,00\n-\n`,
      ),
  ],
  [
    "QIF",
    (count) =>
      times(
        count,
        (at) => `!Account\nNAcc ${at}\nTBank\n^\n!Type:Bank\nD2024-03-05\nT-1.00\nPTea\n^\n`,
      ),
  ],
  // Of the column's first thousand rows few differ, as of one's own accounts.
  [
    "CSV",
    (count) =>
      `Date,Account number,Payee,Amount\n${"2024-03-05,ACC-1000,Tea,-1.00\n".repeat(1_000)}${times(count, (at) => `2024-03-05,ACC-${1000 + at},Tea,-1.00\n`)}`,
  ],
];

describe("accounts in one file", () => {
  test.each(ACCOUNTS)(
    "a file in %s is read with the maximum number of accounts",
    async (_, file) => {
      const found = await survey(file(STATEMENT_ACCOUNTS_MAX));

      expect(found.ok && found.value.accounts.length).toBe(STATEMENT_ACCOUNTS_MAX);
    },
  );

  test.each(ACCOUNTS)(
    "a file in %s with one account too many is refused with the remedy",
    async (_, file) => {
      expect(await refusal(file(STATEMENT_ACCOUNTS_MAX + 1))).toMatch(
        /more than 200 accounts.*Export fewer accounts at once/,
      );
    },
  );

  test.each(ACCOUNTS.filter(([name]) => name !== "CSV"))(
    "a file in %s with 5,000 accounts is refused as quickly",
    async (_, file) => {
      expect(await refusal(file(5_000))).toContain("more than 200 accounts");
    },
    15_000,
  );
});

test("10,000 statements of one account are read in time", async () => {
  const found = await survey(
    OFX(times(10_000, (at) => statement([booking(`20240305 -1.00 ID${at} Tea`)]))),
  );

  expect(found.ok).toBe(true);
}, 15_000);

test("the warnings of a reading fit an import, regardless of their number", async () => {
  const corrected = times(3_000, (at) =>
    booking(`20240305 -1.00 ID${at} Tea`, `<CORRECTFITID>ID${at - 1}<CORRECTACTION>REPLACE`),
  );
  const found = await survey(bank([booking("20240305 -1.00 ID-1 Tea"), corrected]));

  const why = found.ok ? found.value.layout.why : [];
  expect(why).toHaveLength(LAYOUT_SENTENCES_MAX);
  expect(why.at(-1)).toMatch(/^And 2,9\d\d more\.$/);
});

test("names of accounts, banks and columns are cut to the stored length", async () => {
  const long = "x".repeat(60_000);
  const found = await survey(
    `Date,Payee,Amount,${times(7, (at) => `${at}${long},`)}\n2024-03-05,Tea,-1.00\n2024-03-15,Tea,-2.00\n`,
  );
  const named = await survey(
    bank(
      [booking("20240305 -1.00 ID1 Tea")],
      "",
      `<BANKID>1<ACCTID>${long}<ACCTTYPE>CHECKING`,
    ).replace("Test Bank", long),
  );

  expect(JSON.stringify(found.ok && found.value.layout).length).toBeLessThan(10_000);
  expect(JSON.stringify(found.ok && found.value.plan).length).toBeLessThan(SQL_TEXT_CHARS_MAX / 3);
  expect(JSON.stringify(named.ok && named.value.layout).length).toBeLessThan(10_000);
});

describe("documents that are read completely", () => {
  const RECORD = ":61:2403050305D1,00N\n";
  const mt940 = (records: number) =>
    `:20:S\n:25:ACC\n:28C:1/1\n:60F:C240301EUR10,00\n${RECORD.repeat(records)}:62F:C240331EUR9,00\n-\n`;

  test("the maximum number of records is read, and one more is refused", async () => {
    const most = await survey(mt940(WHOLE_RECORDS_MAX));

    expect(most.ok).toBe(true);
    expect(await refusal(mt940(WHOLE_RECORDS_MAX + 1))).toContain(
      "100,001 records; at most 100,000 can be read in this format",
    );
  });

  test.each([
    ["MT940", `${mt940(1)}${"x\n".repeat(TAGGED_LINES_MAX)}`],
    ["MT940 whose lines CR ends", `${mt940(1)}${"x\r".repeat(TAGGED_LINES_MAX)}`],
    ["QIF", `!Type:Bank\nD2024-03-05\nT-1.00\n^\n${"^\n".repeat(TAGGED_LINES_MAX)}`],
  ])("a document with more than the maximum number of lines is refused: %s", async (_, content) => {
    expect(await refusal(content)).toContain("more than 600,000 lines");
  });

  test.each([
    ["values", "<A>1".repeat(OFX_VALUES_MAX + 1)],
    ["aggregates", "<STMTTRN>".repeat(OFX_AGGREGATES_MAX + 1)],
    ["nested values without any end", "<A>".repeat(OFX_VALUES_MAX + 100)],
  ])("an OFX document with more than the maximum number of %s is refused", async (_, inner) => {
    expect(await refusal(bank([inner]))).toContain("elements; a statement has fewer");
  });

  test("headers that repeat within an MT940 message count by their length", async () => {
    const found = await survey(
      `:20:S\n${":25:1\n".repeat(200_000)}${":60F:C240301EUR1,00\n:62F:C240301EUR1,00\n".repeat(20_000)}:60F:C240301EUR10,00\n${RECORD}:62F:C240331EUR9,00\n-\n`,
    );

    expect(found.ok).toBe(true);
  }, 15_000);
});
