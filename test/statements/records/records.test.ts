// National records that are damaged, cut off or in another alphabet: refused with the line and what was expected, never
// half read. The files are those of test/importer/laws/print/records.ts, damaged one way each.

import { describe, expect, test } from "vitest";
import { aebText, baiText, cfonbText, codaText } from "../../importer/laws/print/records.ts";
import type { Entry } from "../../importer/laws/truth.ts";
import { detectFormat } from "../../../src/statements/read-statement.ts";
import { listOtherRecords, read, refusal } from "../reading.ts";

const entry = (day: number, cents: number, balance: number): Entry => ({
  day,
  time: "08:00:07",
  cents,
  payee: "Rail Tickets",
  purpose: "March",
  reference: `R24100${day}`,
  original: null,
  balance,
});
const ROWS = [entry(4, -350, 99_650), entry(15, 5_000, 104_650)];
const FILES = {
  coda: codaText(ROWS),
  aeb43: aebText(ROWS),
  cfonb120: cfonbText(ROWS),
  bai2: baiText(ROWS),
};
const withoutLine = (text: string, number: number) =>
  text
    .split(/(?<=\n)/)
    .filter((_, index) => index !== number - 1)
    .join("");
const changed = (text: string, from: string | RegExp, to: string) => {
  const after = text.replace(from, to);
  if (after === text) throw new Error("the text was not changed");
  return after;
};

describe.each(Object.entries(FILES))("%s", (format, text) => {
  test("is recognised by its first record, with a byte order mark and blank lines before it too", () => {
    const bytes = (content: string) => new TextEncoder().encode(content);

    expect(detectFormat(bytes(text))).toBe(format);
    expect(detectFormat(bytes(`\ufeff\r\n${text}`))).toBe(format);
  });

  test("is refused wherever it is cut off", async () => {
    const lines = text.trimEnd().split(/\r?\n/);
    for (let end = 2; end < lines.length - 1; end += 1)
      expect(await refusal(`${lines.slice(0, end).join("\n")}\n`)).toMatch(
        / is damaged after line \d+: it breaks off where a record .* was expected\. Nothing was read/,
      );
  });

  test("never gives a wrong row when a line is missing", async () => {
    const lines = text.trimEnd().split(/\r?\n/).length;
    for (let line = 2; line < lines; line += 1) {
      const survived = await read(withoutLine(text, line)).catch(() => null);
      if (survived === null) continue;
      // A text may be missing where the balances prove the amounts; anything else is a break, which is asked about.
      const amounts = survived.rows.map(({ amount }) => amount);
      const { breaks_at: broken, rows_proven: proven } = survived.proof;
      expect([amounts, proven, broken !== null]).toEqual(
        amounts.length === 2 ? [[-35_000, 500_000], 2, false] : [amounts, 0, true],
      );
    }
  });
});

describe("records of fixed width", () => {
  test.each([
    [
      "a record that is too long",
      changed(FILES.coda, "\r\n22", "X\r\n22"),
      'on line 3: found "21000100' +
        '00R2" where a record of 128 characters, not 129, was expected',
    ],
    [
      "an unknown record",
      changed(FILES.coda, "\n22", "\n52"),
      'on line 4: found "5200010000  " where a record 0, 1, 2, 3, 4, 8 or 9 was expected',
    ],
    [
      "a text of another movement",
      changed(FILES.coda, "\n230001", "\n230007"),
      "where a record of the movement 0001, like the one before, was expected",
    ],
    [
      "a damaged balance",
      changed(FILES.coda, "EUR0000000001000000", "EUR0000000001O00000"),
      'on line 2: found "000000001O00000" in record 1 where the old balance (positions 44 to 58, digits only) was expected',
    ],
    [
      "the balance of another account",
      changed(FILES.cfonb120, /07(30004 {4})00815/, "07$100816"),
      'on line 6: found "30004 00816 00010205133 EUR" where a record of the account 30004 00815 00010205133 EUR was expected',
    ],
    [
      "a balance without its sign",
      changed(
        FILES.cfonb120,
        /0000001000000?\{|00000000010000\{|0000000010000\{/,
        "00000000100000",
      ),
      "in record",
    ],
    [
      "two accounts without a balance between them",
      changed(FILES.aeb43, /\n33/, "\n11"),
      "where a record 22, 23, 24 or 33 was expected",
    ],
    [
      "an unknown record",
      changed(FILES.aeb43, "\n22", "\n27"),
      'on line 2: found "27    123424" where a record 11, 22, 23, 24, 33 or 88 was expected',
    ],
  ])("%s refuses the file", async (_, text, part) => {
    if (part !== "in record") expect(await refusal(text)).toContain(part);
    else expect(await refusal(text)).toContain("is damaged on line");
  });

  test("sums and counts that contradict a movement refuse the file when the balances do, too", async () => {
    const wrong = changed(FILES.aeb43, "100000000000350", "100000000000351");

    expect(await refusal(wrong)).toContain(
      "The AEB 43 file is damaged on line 6: record 33 has 1 debits of 3.50, the movements are 1 of 3.51.",
    );
    expect(
      await refusal(changed(FILES.coda, "000000000003500040324", "000000000003510040324")),
    ).toContain("record 9 has debits of 3.50, the movements have 3.51");
  });

  test("a movement whose digits are damaged is rejected where no total contradicts", async () => {
    const { records, proof } = await read(
      changed(FILES.cfonb120, "0000000000035}", "000000000O035}"),
    );

    expect(listOtherRecords(records)).toEqual([
      'rejected 2: found "000000000O035}" where an amount of 13 digits and a last digit with its sign ({, A to I, }, J to R) with 2 decimals was expected',
    ]);
    expect(proof.rows_proven).toBe(0);
  });

  test("records in EBCDIC, a mainframe's alphabet, are refused by name", async () => {
    const ebcdic: Readonly<Record<string, number>> = { " ": 0x40, E: 0xc5, U: 0xe4, R: 0xd9 };
    const bytes = Uint8Array.from(
      FILES.cfonb120.replace(/[\r\n]/g, "").replace(/[^\dEUR ]/g, " "),
      (char) => ebcdic[char] ?? 0xf0 + Number(char),
    );

    expect(await refusal(bytes)).toContain("in EBCDIC, the alphabet of mainframes");
  });
});

describe("comma records", () => {
  test.each([
    [
      "an unknown record",
      changed(FILES.bai2, "\n49", "\n47"),
      "where a record 01, 02, 03, 16, 49, 88, 98 or 99 was expected",
    ],
    [
      "a movement outside an account",
      changed(FILES.bai2, "\n03,0975312468", "\n16,0975312468"),
      "where a record 03 (an account) was expected",
    ],
    [
      "a day that does not exist",
      changed(FILES.bai2, "1,240304,", "1,240231,"),
      'on line 2: found "240231" where the day of the group (YYMMDD) was expected',
    ],
    [
      "a damaged balance",
      changed(FILES.bai2, "010,+100000", "010,+1000O0"),
      'on line 3: found "+1000O0" where an amount of type 010 was expected',
    ],
    [
      "an amount that no total knows",
      changed(FILES.bai2, "16,455,350", "16,455,351"),
      "record 49 has a control total of",
    ],
  ])("%s refuses the file", async (_, text, part) => {
    expect(await refusal(text)).toContain(part);
  });
});

test.each([
  [
    "a CSV whose first column counts",
    "01,Coffee,2024-03-04,-3.50\n02,Salary,2024-03-15,50.00\n03,Rent,2024-03-16,-7.00\n",
  ],
  [
    "a CSV of numbers",
    "00000050324539050000;2024-03-04;-3.50\n00000050324539050001;2024-03-05;-4.50\n",
  ],
])("%s is no record", (_, text) => {
  expect(detectFormat(new TextEncoder().encode(text))).toBe("csv");
});
