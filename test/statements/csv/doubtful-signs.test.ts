// Signs that few rows leave open, and letters that mean other sides at other banks.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

/** The ids of the questions and the amounts of a file of these lines. */
async function readLines(lines: readonly string[], answers: Record<string, string> = {}) {
  const { survey, rows } = await read(new TextEncoder().encode(lines.join("\n")), answers);
  return { asked: survey.questions.map(({ id }) => id), amounts: rows.map(({ amount }) => amount) };
}

describe("signs that few rows leave open", () => {
  test("a few negative rows of a card without a telling word may be payments, so they are asked", async () => {
    const lines = [
      "Date,Merchant,Amount,Card number",
      "2026-08-14,Eva Keller,-170.26,",
      "2026-08-20,Eva Keller,-767.63,",
      "2026-08-21,Eva Keller,-700.66,",
    ];

    expect((await readLines(lines)).asked).toEqual(["sign"]);
    expect((await readLines(lines, { sign: "turned" })).amounts).toEqual([
      1_702_600, 7_676_300, 7_006_600,
    ]);
  });

  test("one row in and one out are asked about if the row without a minus is a purchase", async () => {
    const lines = [
      "날짜,거래구분,적요,이용금액",
      '2025-03-06,체크카드,체크카드 파리바게뜨 부산,"215,250"',
      '2025-03-07,인터넷뱅킹,인터넷뱅킹 김철수,"-685,990"',
    ];

    expect((await readLines(lines)).asked).toEqual(["sign"]);
  });

  test("a pharmacy of a name that begins like a word for wages is no income", async () => {
    const shops = ["Nhà thuốc Long Châu", "Cà phê Trung Nguyên", "Siêu thị Co.opmart"];
    const lines = [
      "Ngày giao dịch;Diễn giải;Số tiền",
      ...Array.from(
        { length: 18 },
        (_, i) => `${i + 1}.07.2026;${shops[i % 3] ?? ""};${40_000 + i * 700}`,
      ),
      "19.07.2026;Nguyễn Văn Hùng;-900000",
      "20.07.2026;Nguyễn Văn Hùng;-800000",
    ];

    expect((await readLines(lines)).asked).toEqual(["sign"]);
  });

  test("the letters of sides are those that the label spells, not the debits of other banks", async () => {
    const lines = [
      "Datum transakcije;Opis transakcije;Breme/Dobro;Znesek",
      "6.4.2024;Dvig na bankomatu;B;111,63",
      "16.4.2024;Elektro Celje;B;26,07",
      "17.4.2024;Vračilo Lekarna;D;50,04",
    ];

    expect(await readLines(lines)).toEqual({ asked: [], amounts: [-1_116_300, -260_700, 500_400] });
  });
});
