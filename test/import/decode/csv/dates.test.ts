// Dates in every order and language banks print; a day that does not exist is none.

import { describe, expect, test } from "vitest";
import { readDate, readTime, type DateOrder } from "../../../../src/import/decode/csv/dates.ts";

const READ: readonly (readonly [string, DateOrder, string])[] = [
  ["2024-02-29", "ymd", "2024-02-29"], ["2024-1-5", "dmy", "2024-01-05"], ["20240105", "dmy", "2024-01-05"], ["2024/01/05", "mdy", "2024-01-05"], ["2024.01.05.", "ymd", "2024-01-05"],
  ["2024:01:05", "ymd", "2024-01-05"], ["2024年1月5日", "ymd", "2024-01-05"], ["05/01/2024", "dmy", "2024-01-05"], ["01/05/2024", "mdy", "2024-01-05"], ["5.1.24", "dmy", "2024-01-05"],
  ["24/01/05", "ymd", "2024-01-05"], ["05012024", "dmy", "2024-01-05"], ["240105", "ymd", "2024-01-05"], ["05-Jan-2024", "dmy", "2024-01-05"], ["05JAN24", "mdy", "2024-01-05"],
  ["Jan 5, 2024", "dmy", "2024-01-05"], ["5. Januar 2024", "dmy", "2024-01-05"], ["5 de enero de 2024", "dmy", "2024-01-05"], ["05 févr. 2024", "dmy", "2024-02-05"], ["5 marca 2024", "dmy", "2024-03-05"],
  ["5 мая 2024", "dmy", "2024-05-05"], ["5 Ağustos 2024", "dmy", "2024-08-05"], ["Mon, 05 Jan 2024", "dmy", "2024-01-05"], ["2024-01-05T23:59:59Z", "ymd", "2024-01-05"],
  ["2024-01-05T23:30:00-08:00", "ymd", "2024-01-05"], ["02.08.2017 01:51", "dmy", "2017-08-02"], ["2025-12-31-21.35.45.616362", "ymd", "2025-12-31"], ["20240105123001", "ymd", "2024-01-05"],
  [" 2024-01-05 ", "ymd", "2024-01-05"], ["31/12/69", "dmy", "2069-12-31"], ["31/12/80", "dmy", "1980-12-31"],
];
const REFUSED: readonly (readonly [string, DateOrder])[] = [
  ["2023-02-29", "ymd"], ["2026-02-30", "ymd"], ["1900-02-29", "ymd"], ["2024-13-01", "ymd"], ["2024-00-10", "ymd"], ["31/12/2024", "mdy"], ["12/31/2024", "dmy"], ["45296", "ymd"],
  ["1704412800", "ymd"], ["", "ymd"], ["pending", "ymd"], ["0000-00-00", "ymd"], ["9999-12-31", "ymd"], ["2024-W01-5", "ymd"], ["٢٠٢٤-01-05", "ymd"], ["2024-01-05\0", "ymd"],
  ["12:31:46", "ymd"], ["1,234.56", "dmy"], ["10.000", "dmy"], ["05 Foo 2024", "dmy"], ["2024-01-05 and more", "ymd"],
];

describe("dates", () => {
  test.each(READ)("%j, %s, is read", (text, order, day) => {
    expect(readDate(text, order)).toBe(day);
  });

  test.each(REFUSED)("%j, %s, is no date", (text, order) => {
    expect(readDate(text, order)).toBeNull();
  });

  test("the time of day is read where a bank prints one", () => {
    expect(["10/12/2018 05:08 PM", "2017-12-01 01:23:58.0", "06:50 AM", "12:15 am", "16:08:11", "", "noon"].map(readTime)).toEqual(["17:08", "01:23:58", "06:50", "00:15", "16:08:11", null, null]);
  });
});
