import { expect, describe, test } from "vitest";
import { readBankFile } from "../../src/sources/ecb/bank-file.ts";
import { mergeSeries, readSeries } from "../../src/budget/rates/series.ts";
import { RATES_FILE_BYTES_MAX, RATES_MAX, RATES_ZIP_RATIO_MAX } from "../../src/platform/limits.ts";
import { CURRENCIES } from "../../src/money/currency.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay } from "../../src/money/day.ts";
import { bankXml, dailyCsv, historyCsv, zipOf, type Days } from "./bank-files.ts";
import { expectLinear } from "../growth.ts";

const read = async (file: string | Uint8Array) =>
  readBankFile(typeof file === "string" ? new TextEncoder().encode(file) : file);

const refused = async (file: string | Uint8Array): Promise<string> => {
  const result = await read(file);
  return result.ok ? `accepted: ${JSON.stringify(result.value)}` : result.error;
};

const DAYS: Days = {
  "2026-11-20": { USD: "1.0853", JPY: "163.55", GBP: "0.8331" },
  "2026-11-19": { USD: "1.08", JPY: "163.1", GBP: "0.8329" },
  "1999-01-04": { USD: "1.1789", JPY: "133.73", GBP: "0.7111" },
};
const RATES = [
  ["usd", "2026-11-20", "1.0853"],
  ["jpy", "2026-11-20", "163.55"],
  ["gbp", "2026-11-20", "0.8331"],
  ["usd", "2026-11-19", "1.08"],
  ["jpy", "2026-11-19", "163.1"],
  ["gbp", "2026-11-19", "0.8329"],
  ["usd", "1999-01-04", "1.1789"],
  ["jpy", "1999-01-04", "133.73"],
  ["gbp", "1999-01-04", "0.7111"],
];

describe("the central bank's files", () => {
  test("the bank's files give the same rates as XML, as CSV, and in a ZIP archive", async () => {
    const whole = { ok: true, value: { days: 3, rates: RATES } };

    expect(await read(bankXml(DAYS))).toEqual(whole);
    expect(await read(historyCsv(DAYS))).toEqual(whole);
    expect(await read(await zipOf(historyCsv(DAYS)))).toEqual(whole);
    expect(await read(await zipOf(historyCsv(DAYS), { method: "stored" }))).toEqual(whole);
    expect(await read(await zipOf(bankXml(DAYS)))).toEqual(whole);
    expect(await read(`\uFEFF${historyCsv(DAYS).replaceAll("\n", "\r\n")}`)).toEqual(whole);
    expect(await read(bankXml(DAYS).replaceAll("'", '"'))).toEqual(whole);
  });

  test("the bank's file of one day writes its date in words in the CSV form", async () => {
    for (const [spelled, day] of [
      ["21 November 2026", "2026-11-21"],
      ["2 January 2027", "2027-01-02"],
      ["02 January 2027", "2027-01-02"],
      ["29 February 2028", "2028-02-29"],
    ] as const) {
      expect(await read(dailyCsv(spelled, { USD: "1.0853", CHF: "0.9376" }))).toEqual({
        ok: true,
        value: {
          days: 1,
          rates: [
            ["usd", day, "1.0853"],
            ["chf", day, "0.9376"],
          ],
        },
      });
    }
  });

  test("the bank's files may hold unknown currencies, and days on which a currency has no rate", async () => {
    const days = {
      "2001-01-02": { USD: "0.9423", SKK: "43.9", CYP: "0.57" },
      "2000-12-29": { CYP: "0.57" },
    };

    for (const file of [bankXml(days), historyCsv(days)])
      expect(await read(file)).toEqual({
        ok: true,
        value: { days: 2, rates: [["usd", "2001-01-02", "0.9423"]] },
      });
  });
});

describe("refused rates files", () => {
  test.each([
    ["nothing", "", 'CSV: its first line begins with ""'],
    ["a page", "<!DOCTYPE html><html></html>", "declaration"],
    ["another root", "<rates><Cube time='2026-11-20'/></rates>", "begins with <rates>"],
    [
      "an entity",
      bankXml(DAYS).replace("<gesmes:Envelope", "<!ENTITY a 'b'><gesmes:Envelope"),
      "declaration",
    ],
    ["a cut file", bankXml(DAYS).slice(0, -20), "it is cut off"],
    ["a file cut in a tag", bankXml(DAYS).slice(0, 500), "it is cut off"],
    ["an envelope without days", bankXml({}), "no Cube with a time"],
    ["a day that is none", bankXml({ "2026-02-30": { USD: "1" } }), "2026-02-30"],
    [
      "a rate that is none",
      bankXml({ "2026-11-20": { USD: "1,08" } }),
      "the rate of USD on 2026-11-20",
    ],
    ["a rate of nought", bankXml({ "2026-11-20": { USD: "0" } }), "the rate of USD on 2026-11-20"],
    ["a code that is none", bankXml({ "2026-11-20": { usd: "1.08" } }), "not a currency code"],
    [
      "a rate outside of days",
      bankXml({}).replace("<Cube>", "<Cube><Cube currency='USD' rate='1'/>"),
      "outside of any day",
    ],
    [
      "a rate behind its day",
      bankXml(DAYS).replace("\t</Cube>\n</g", "<Cube currency='CHF' rate='1'/></Cube></g"),
      "outside of any day",
    ],
    ["a day twice", bankXml(DAYS).replace("1999-01-04", "2026-11-20"), "two Cubes of 2026-11-20"],
    [
      "a currency twice on a day",
      bankXml(DAYS).replace("currency='JPY'", "currency='USD'"),
      "two rates of USD on 2026-11-20",
    ],
    [
      "crossed tags",
      bankXml(DAYS).replace("</gesmes:name>", "</gesmes:nam>"),
      "closes what is not open",
    ],
    ["more behind the end", `${bankXml(DAYS)}<Cube/>`, "goes on after its envelope"],
    ["an attribute twice", bankXml(DAYS).replace("time=", "time='2026-11-20' time="), "twice"],
    [
      "an attribute that is cut",
      bankXml(DAYS).replace("rate='1.0853'", "rate='1.0853"),
      "not a tag that rates have",
    ],
    ["a table of other things", "Day,USD\n2026-11-20,1.08\n", 'not with "Date"'],
    ["a header without currencies", "Date\n2026-11-20\n", "names no currency"],
    ["a header in words", "Date,Dollar\n2026-11-20,1.08\n", '"Dollar"'],
    ["a currency twice", "Date,USD,USD\n2026-11-20,1.08,1.08\n", "named twice"],
    ["no days", "Date,USD,\n", "no line with a day"],
    [
      "a line that is short",
      "Date,USD,JPY\n2026-11-20,1.08\n",
      "line 2 has 1 rates for 2 currencies",
    ],
    [
      "a line that is long",
      "Date,USD\n2026-11-20,1.08,1.09\n",
      "line 2 has 2 rates for 1 currencies",
    ],
    ["an empty cell", "Date,USD,JPY\n2026-11-20,,163\n", "the rate of USD in line 2"],
    ["a negative rate", "Date,USD\n2026-11-20,-1.08\n", "the rate of USD in line 2"],
    [
      "a month that is none",
      "Date, USD\n21 Novembre 2026, 1.08\n",
      '"21 Novembre 2026", which is not a day',
    ],
    [
      "a line without end",
      `Date,USD\n2026-11-20,1${",1".repeat(20_000)}`,
      "line 2 has more than 20000 characters",
    ],
    ["the same day twice", "Date,USD\n2026-11-20,1\n2026-11-20,2\n", "line 3 repeats 2026-11-20"],
  ])("a rates file is refused with the reason: %s", async (_, file, reason) => {
    expect(await refused(file)).toContain(reason);
  });

  test("a rates file of bytes that are not text is refused", async () => {
    expect(await refused(Uint8Array.of(0x44, 0xff, 0xfe))).toBe("The file is not UTF-8 text.");
  });

  test.each([
    ["cut", async (whole: Uint8Array) => whole.slice(0, -30), "it was cut"],
    ["only its first letters", async () => Uint8Array.of(0x50, 0x4b, 3, 4), "it was cut"],
    ["of two files", async () => zipOf("Date", { files: 2 }), "2 files instead of one"],
    ["encrypted", async () => zipOf("Date", { flags: 1 }), "encrypted"],
    ["with another checksum", async () => zipOf(historyCsv(DAYS), { checksum: 7 }), "checksum"],
    ["longer than it says", async () => zipOf(historyCsv(DAYS), { size: 20 }), "length"],
    ["shorter than it says", async () => zipOf(historyCsv(DAYS), { size: 400 }), "length"],
    [
      "damaged",
      async (whole: Uint8Array) => whole.map((byte, at) => (at > 60 && at < 80 ? 0xff : byte)),
      "length",
    ],
  ])("a rates file is refused if it is an archive that is %s", async (_, make, reason) => {
    expect(await refused(await make(await zipOf(historyCsv(DAYS))))).toContain(reason);
  });

  test("an archive that would unpack to too much is refused before it is unpacked", async () => {
    const zeros = new Uint8Array(RATES_ZIP_RATIO_MAX * 20_000);

    expect(await refused(await zipOf(zeros))).toContain(`more than ${RATES_ZIP_RATIO_MAX} times`);
    const huge = await zipOf(historyCsv(DAYS), { size: RATES_FILE_BYTES_MAX + 1 });
    expect(await refused(huge)).toContain(`more than ${RATES_FILE_BYTES_MAX}`);
  });

  test("hostile text takes time proportional to its length", async () => {
    for (const text of [
      "<".repeat(1e6),
      "<a ".repeat(3e5),
      `<gesmes:Envelope ${"a='".repeat(3e5)}>`,
      `Date${",".repeat(1e6)}`,
      `Date,USD${"\n".repeat(1e6)}`,
      `<${" ".repeat(1e6)}`,
      "<!--".repeat(3e5),
    ])
      await expectLinear(text.length, async (size) =>
        expect(await refused(text.slice(0, size))).toContain("The file does not hold the bank's"),
      );
  });
});

describe("a currency's series of rates", () => {
  const day = (text: string) => must(parseDay(text), "a day");

  test("a series is sorted by day, and a later rate of a day replaces the earlier", () => {
    const first = mergeSeries("", [
      ["usd", day("2026-11-20"), "1.2"],
      ["usd", day("2026-11-18"), "1.1"],
    ]);

    expect(first).toBe("2026-11-18 1.1\n2026-11-20 1.2\n");
    const second = mergeSeries(first, [
      ["usd", day("2026-11-20"), "1.25"],
      ["usd", day("2026-11-19"), "1.15"],
    ]);
    expect(second).toBe("2026-11-18 1.1\n2026-11-19 1.15\n2026-11-20 1.25\n");
    expect(readSeries("usd", `${second}nonsense\n2026-02-30 1\n2026-11-21 x\n`)).toEqual([
      ["usd", "2026-11-18", "1.1"],
      ["usd", "2026-11-19", "1.15"],
      ["usd", "2026-11-20", "1.25"],
    ]);
  });
});

test("a rates file holds at most 500,000 rates in any form, and 24 MiB", async () => {
  const codes = CURRENCIES.filter((code) => code !== "eur").slice(0, 125);
  const days = (count: number): Days =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
        Object.fromEntries(codes.map((code) => [code.toUpperCase(), "1"])),
      ]),
    );
  expect(codes.length * 4_000).toBe(RATES_MAX);

  for (const fileOf of [bankXml, historyCsv]) {
    expect(await read(fileOf(days(4_000)))).toMatchObject({ ok: true, value: { days: 4_000 } });
    expect(await refused(fileOf(days(4_001)))).toContain(`more than ${RATES_MAX} rates`);
  }
  const padded = (bytes: number) => bankXml({ "2026-11-20": { USD: "1.08" } }).padEnd(bytes, "\n");
  expect(await read(padded(RATES_FILE_BYTES_MAX))).toMatchObject({ ok: true });
  expect(await refused(padded(RATES_FILE_BYTES_MAX + 1))).toContain(
    `more than ${RATES_FILE_BYTES_MAX} bytes`,
  );
});
