// Dates in every order and language banks print; a day that does not exist is none.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DATE_ORDERS,
  createDateReader,
  readDate,
  readTime,
  type DateOrder,
} from "../../../src/statements/csv/dates/dates.ts";
import { read } from "./reading.ts";

// prettier-ignore
const READ: readonly (readonly [string, DateOrder, string])[] = [
  ["2024-02-29", "ymd", "2024-02-29"], ["2024-1-5", "dmy", "2024-01-05"], ["20240105", "dmy", "2024-01-05"], ["2024/01/05", "mdy", "2024-01-05"], ["2024.01.05.", "ymd", "2024-01-05"],
  ["2024:01:05", "ymd", "2024-01-05"], ["2024年1月5日", "ymd", "2024-01-05"], ["05/01/2024", "dmy", "2024-01-05"], ["01/05/2024", "mdy", "2024-01-05"], ["5.1.24", "dmy", "2024-01-05"],
  ["24/01/05", "ymd", "2024-01-05"], ["05012024", "dmy", "2024-01-05"], ["240105", "ymd", "2024-01-05"], ["05-Jan-2024", "dmy", "2024-01-05"], ["05JAN24", "mdy", "2024-01-05"],
  ["Jan 5, 2024", "dmy", "2024-01-05"], ["5. Januar 2024", "dmy", "2024-01-05"], ["5 de enero de 2024", "dmy", "2024-01-05"], ["05 févr. 2024", "dmy", "2024-02-05"], ["5 marca 2024", "dmy", "2024-03-05"],
  ["5 мая 2024", "dmy", "2024-05-05"], ["5 Ağustos 2024", "dmy", "2024-08-05"], ["Mon, 05 Jan 2024", "dmy", "2024-01-05"], ["2024-01-05T23:59:59Z", "ymd", "2024-01-05"],
  ["2024-01-05T23:30:00-08:00", "ymd", "2024-01-05"], ["02.08.2017 01:51", "dmy", "2017-08-02"], ["2025-12-31-21.35.45.616362", "ymd", "2025-12-31"], ["20240105123001", "ymd", "2024-01-05"],
  ["04/17/2023 as of 04/15/2023", "mdy", "2023-04-17"], ["07.01.2026 г.", "dmy", "2026-01-07"], ["07.01.2026 г. 12:30", "dmy", "2026-01-07"], ["29 Mac 2024", "dmy", "2024-03-29"],
  ["31 Ogo 2026", "dmy", "2026-08-31"], ["29 ม.ค. 2569", "dmy", "2026-01-29"], ["5 มกราคม พ.ศ. 2569", "dmy", "2026-01-05"], ["22nd Nov 2026", "dmy", "2026-11-22"], ["Nov 22nd, 2026", "dmy", "2026-11-22"],
  ["1º de março de 2026", "dmy", "2026-03-01"], ["1er février 2026", "dmy", "2026-02-01"], ["2026 m. sausio 7 d.", "dmy", "2026-01-07"], ["2026. gada 7. janvāris", "dmy", "2026-01-07"],
  ["29 thg 3, 2024", "mdy", "2024-03-29"], ["Ngày 29 tháng 3 năm 2024", "mdy", "2024-03-29"], ["22 בנובמבר 2026", "dmy", "2026-11-22"], ["22 नवंबर 2026", "dmy", "2026-11-22"], ["7 травня 2026 р.", "dmy", "2026-05-07"],
  ["5. listopadu 2026", "dmy", "2026-11-05"], ["5 Νοεμβρίου 2026", "dmy", "2026-11-05"], ["2026-11-22T10:11:12.123+0530", "dmy", "2026-11-22"], ["2026-11-22T10:11:12+02:00[Europe/Paris]", "dmy", "2026-11-22"],
  [" 2024-01-05 ", "ymd", "2024-01-05"], ["31/12/69", "dmy", "2069-12-31"], ["31/12/80", "dmy", "1980-12-31"],
];
const REFUSED: readonly (readonly [string, DateOrder])[] = [
  ["2023-02-29", "ymd"],
  ["2026-02-30", "ymd"],
  ["1900-02-29", "ymd"],
  ["2024-13-01", "ymd"],
  ["2024-00-10", "ymd"],
  ["31/12/2024", "mdy"],
  ["12/31/2024", "dmy"],
  ["45296", "ymd"],
  ["1704412800", "ymd"],
  ["", "ymd"],
  ["pending", "ymd"],
  ["0000-00-00", "ymd"],
  ["9999-12-31", "ymd"],
  ["2024-W01-5", "ymd"],
  ["٢٠٢٤-01-05", "ymd"],
  ["2024-01-05\0", "ymd"],
  ["12:31:46", "ymd"],
  ["1,234.56", "dmy"],
  ["10.000", "dmy"],
  ["05 Foo 2024", "dmy"],
  ["2024-01-05 and more", "ymd"],
];

describe("notations of dates", () => {
  test.each(READ)("the date %j, %s, is read", (text, order, day) => {
    expect(readDate(text, order)).toBe(day);
  });

  test.each(REFUSED)("the text %j, %s, is not a date", (text, order) => {
    expect(readDate(text, order)).toBeNull();
  });

  test("the time of day is read if a bank prints one", () => {
    expect(
      [
        "10/12/2018 05:08 PM",
        "2017-12-01 01:23:58.0",
        "06:50 AM",
        "12:15 am",
        "16:08:11",
        "",
        "noon",
      ].map(readTime),
    ).toEqual(["17:08", "01:23:58", "06:50", "00:15", "16:08:11", null, null]);
  });
});

test.each([
  ["113/03/05", "2024-03-05"],
  ["令和6年3月5日", "2024-03-05"],
  ["令和元年5月1日", "2019-05-01"],
  ["R6.03.05", "2024-03-05"],
  ["H31.04.30", "2019-04-30"],
  ["民國113年3月5日", "2024-03-05"],
  ["05/03/2567", "2024-03-05"],
  ["2567-03-05 10:11", "2024-03-05"],
  ["1402/12/15", "2024-03-05"],
  ["14021215", "2024-03-05"],
  ["1403/12/30", "2025-03-20"],
  ["1402/12/30", null],
  ["1404/13/01", null],
  ["24/08/1445", "2024-03-05"],
  ["1448/06/12", "2026-11-22"],
  ["R8.11.22", "2026-11-22"],
  ["115/11/22", "2026-11-22"],
  ["555/03/05", null],
  ["113.05", null],
  ["R63.05", null],
  ["05/03/2924", null],
])("the date %s, in a calendar of another era, is %s", (text, day) => {
  expect(readDate(text, "dmy")).toBe(day);
});

describe("readers of many dates", () => {
  const day = fc.record({
    y: fc.integer({ min: 2020, max: 2027 }),
    m: fc.integer({ min: 1, max: 13 }),
    d: fc.integer({ min: 1, max: 31 }),
  });
  const two = (number: number) => String(number).padStart(2, "0");
  const text = fc.oneof(
    day.chain(({ y, m, d }) =>
      fc.constantFrom(
        `${two(d)}/${two(m)}/${y}`,
        `${y}-${two(m)}-${two(d)}`,
        `${two(d)}.${two(m)}.${two(y % 100)}`,
        `${y}${two(m)}${two(d)}`,
      ),
    ),
    fc.constantFrom("", "pending", "31/02/2026", "2026-13-01", "5 March 2026"),
  );
  /** The same few texts come back in any order, as in a file that is sorted by something else. */
  const column = fc
    .array(text, { minLength: 1, maxLength: 6 })
    .chain((some) => fc.array(fc.constantFrom(...some), { minLength: 1, maxLength: 40 }));

  test("a reader of many dates reads each one as if alone, in any order", () => {
    fc.assert(
      fc.property(column, fc.constantFrom(...DATE_ORDERS), (texts, order) => {
        const reader = createDateReader(order);

        expect(texts.map((one) => reader(one))).toEqual(texts.map((one) => readDate(one, order)));
      }),
    );
  });

  test("a reader of many dates keeps its days over more texts than it caches", () => {
    const reader = createDateReader("ymd");
    const texts = Array.from(
      { length: 9_000 },
      (_, at) => `${2000 + (at % 25)}-${two(1 + (at % 12))}-${two(1 + (at % 28))} 1${at % 10}:00`,
    );

    expect([...texts, ...texts].map((one) => reader(one))).toEqual(
      [...texts, ...texts].map((one) => readDate(one, "ymd")),
    );
  });

  test("a statement out of chronological order gives every row its own day", async () => {
    const { rows } = await read(
      "Date,Description,Amount\n2026-10-01,A,-1\n2026-10-02,B,-2\n2026-10-01,C,-3\n2026-10-01,D,-4\n2026-10-05,E,5\n",
    );

    expect(rows.map(({ date }) => date)).toEqual([
      "2026-10-01",
      "2026-10-02",
      "2026-10-01",
      "2026-10-01",
      "2026-10-05",
    ]);
  });
});
