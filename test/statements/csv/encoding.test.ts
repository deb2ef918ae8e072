// Bytes to text: the code page with the plausible letters, not the first that decodes.

import { describe, expect, test } from "vitest";
import { describeRow, documentOf, describeFate, read } from "./reading.ts";
import { detectEncoding } from "../../../src/statements/csv/shape/encoding.ts";

/** A text in a single-byte code page, by asking the decoder for each byte. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const byteOf = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Uint8Array.from(text, (char) => byteOf.get(char) ?? 63);
}

const WESTERN =
  "Date,Payee,Amount\n2024-01-15,Café Müller €,-3.00\n2024-01-16,Straße Àngel,-4.00\n";
const CASES: readonly (readonly [string, string, string])[] = [
  ["windows-1252", WESTERN, "Café Müller €"],
  ["iso-8859-15", WESTERN, "Café Müller €"],
  ["macintosh", WESTERN, "Café Müller €"],
  [
    "windows-1250",
    "Date,Payee,Amount\n2024-01-15,Żabka Łódź świeży,-3.00\n2024-01-16,Příbram žluťoučký kůň,4.00\n",
    "Żabka Łódź świeży",
  ],
  [
    "iso-8859-2",
    "Date,Payee,Amount\n2024-01-15,Żabka Łódź świeży,-3.00\n2024-01-16,Příbram žluťoučký kůň,4.00\n",
    "Żabka Łódź świeży",
  ],
  [
    "windows-1251",
    "Дата,Имя,Сумма\n2024-01-15,Магазин Продукты,-3.00\n2024-01-16,Зарплата,4.00\n",
    "Магазин Продукты",
  ],
  [
    "koi8-r",
    "Дата,Имя,Сумма\n2024-01-15,Магазин Продукты,-3.00\n2024-01-16,Зарплата,4.00\n",
    "Магазин Продукты",
  ],
];

describe("character encodings of CSV files", () => {
  test.each(CASES)(
    "the encoding %s is recognized by its letters",
    async (encoding, text, payee) => {
      const { rows } = await read(encoded(text, encoding));

      expect(rows[0]?.description).toBe(payee);
      expect(rows.length).toBe(2);
    },
  );

  test('a file whose only foreign letter is a pound sign before numbers is Western, not "Ł"', async () => {
    const { rows } = await read(
      encoded("Date,Payee,Amount\n2024-01-15,Shop,-£3.00\n2024-01-16,Work,£4.00\n", "windows-1252"),
    );

    expect(rows.map(describeRow)).toEqual(["2024-01-15 -3.00 Shop", "2024-01-16 4.00 Work"]);
  });

  test("Shift_JIS and GB18030 are distinguished", async () => {
    const japanese = Uint8Array.of(
      0x93,
      0xfa,
      0x95,
      0x74,
      0x2c,
      0x8e,
      0x78,
      0x95,
      0xa5,
      0x90,
      0xe6,
      0x2c,
      0x8b,
      0xe0,
      0x8a,
      0x7a,
      10,
      ...new TextEncoder().encode("2024-01-05,"),
      0x83,
      0x52,
      0x83,
      0x93,
      0x83,
      0x72,
      0x83,
      0x6a,
      0x2c,
      0x2d,
      0x33,
      0x30,
      0x30,
      10,
    );
    const chinese = Uint8Array.of(
      0xc8,
      0xd5,
      0xc6,
      0xda,
      0x2c,
      0xb6,
      0xd4,
      0xb7,
      0xbd,
      0x2c,
      0xbd,
      0xf0,
      0xb6,
      0xee,
      10,
      ...new TextEncoder().encode("2024-01-05,"),
      0xd6,
      0xa7,
      0xb8,
      0xb6,
      0xb1,
      0xa6,
      0x2c,
      0x2d,
      0x33,
      0x30,
      0x30,
      10,
    );

    expect((await detectEncoding(documentOf(japanese))).name).toBe("shift_jis");
    expect((await detectEncoding(documentOf(chinese))).name).toBe("gb18030");
    expect((await read(japanese)).rows.map(describeRow)).toEqual(["2024-01-05 -300.00 コンビニ"]);
    expect((await read(chinese)).rows.map(describeRow)).toEqual(["2024-01-05 -300.00 支付宝"]);
  });

  test.each(["utf-16le", "utf-16be", "utf-32le"])(
    "the encoding %s is recognized without help",
    async (name) => {
      const width = name === "utf-32le" ? 4 : 2;
      const text = name === "utf-32le" ? `\ufeff${WESTERN}` : WESTERN;
      const bytes = new Uint8Array(text.length * width);
      const view = new DataView(bytes.buffer);
      Array.from(text).forEach((char, index) => {
        if (width === 4) view.setUint32(index * 4, char.charCodeAt(0), true);
        else view.setUint16(index * 2, char.charCodeAt(0), name === "utf-16le");
      });

      expect((await read(bytes)).rows.map(describeRow)).toEqual([
        "2024-01-15 -3.00 Café Müller €",
        "2024-01-16 -4.00 Straße Àngel",
      ]);
    },
  );

  test("a U+FFFD that is in the file is ordinary text", async () => {
    const { rows, survey } = await read(
      "Date,Payee,Amount\n2024-01-15,B\ufffdcker,-3.00\n2024-01-16,M\ufffdller,4.00\n",
    );

    expect(survey.layout.encoding).toBe("utf-8");
    expect(rows.map((row) => row.payee)).toEqual(["B\ufffdcker", "M\ufffdller"]);
  });

  test("one late byte that is not UTF-8 rejects its row and becomes no letter", async () => {
    const lines = Array.from(
      { length: 30_000 },
      (_, index) => `2024-01-${String(13 + (index % 15))},Café ${index},-3.00\n`,
    ).join("");
    const bytes = new TextEncoder().encode(`Date,Payee,Amount\n${lines}2024-01-28,X,-1.00\n`);
    bytes[bytes.length - 8] = 0xe9;

    const { records, rows } = await read(bytes);

    expect(rows.length).toBe(30_000);
    expect(records.filter((record) => record.kind !== "transaction").map(describeFate)).toEqual([
      "30002 rejected",
    ]);
    expect(rows.some((row) => row.payee.includes("\ufffd"))).toBe(false);
  });

  test("a file that is ASCII for long and Latin-1 at its end is read as Latin-1", async () => {
    const lines = "2024-01-15,Shop,-3.00\n".repeat(30_000);
    const bytes = encoded(`Date,Payee,Amount\n${lines}2024-01-28,Müller,-1.00\n`, "windows-1252");

    const { rows, survey } = await read(bytes);

    expect(survey.layout.encoding).toBe("windows-1252");
    expect(rows.at(-1)?.payee).toBe("Müller");
  });
});
