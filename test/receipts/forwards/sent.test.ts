// Dates above forwards and in Date headers. The dates of all languages come from the runtime's own
// calendar data.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDay, type Day } from "../../../src/money/day.ts";
import { readSentAt } from "../../../src/receipts/forwards/sent.ts";

const LOCALES =
  "en-US en-GB de de-AT fr fr-CA es es-MX it nl pt pt-BR da nb sv fi is et lv lt pl cs sk sl hr hu ro tr ru uk bg el ca id vi ja zh-CN zh-TW ko he ar-EG".split(
    " ",
  );
const STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: "full", timeStyle: "short" },
  { dateStyle: "long", timeStyle: "medium" },
  { dateStyle: "medium", timeStyle: "short" },
  {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
  },
  { weekday: "long", day: "numeric", month: "long", year: "numeric" },
];

test.each(LOCALES)("every day as %s writes it is read as that day, in any style", (locale) => {
  const language = locale === "nb" ? "no" : locale.slice(0, 2);
  const noon = fc
    .integer({ min: 0, max: 3_650 })
    .map((days) => Date.UTC(2020, 0, 1 + days, 12, 34, 56));
  fc.assert(
    fc.property(noon, fc.constantFrom(...STYLES), (instant, style) => {
      const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(instant);
      expect([text, readSentAt(text, { languages: [language] })?.day]).toEqual([
        text,
        new Date(instant).toISOString().slice(0, 10),
      ]);
    }),
  );
});

test("without a language no date is read as another day", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_650 }),
      fc.constantFrom(...LOCALES),
      fc.constantFrom(...STYLES),
      (days, locale, style) => {
        const instant = Date.UTC(2020, 0, 1 + days, 12, 34, 56);
        const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" }).format(instant);
        expect([new Date(instant).toISOString().slice(0, 10), undefined]).toContain(
          readSentAt(text)?.day,
        );
      },
    ),
    { numRuns: 1_000 },
  );
});

test.each([
  ["26. listopada 2021. u 14:25:08", "hr", "2021-10-26"],
  ["26 listopada 2021 o 14:25", "pl", "2021-11-26"],
  ["26. listopadu 2021 v 14:25", "cs", "2021-11-26"],
  ["26 листопада 2021 р. о 14:25", "uk", "2021-11-26"],
])("the date %s in %s is read as %s", (text, language, day) => {
  expect(readSentAt(text, { languages: [language] })?.day).toBe(day);
});

test("a month name that two languages use for different months is not read without other evidence", () => {
  expect(readSentAt("27. lis 2021.")).toBeNull();
  expect(readSentAt("sri, 27. lis 2021. u 09:31")?.day).toBe("2021-10-27");
  expect(readSentAt("sob., 27 lis 2021 o 09:31")?.day).toBe("2021-11-27");
});

describe("instants of a forward's date", () => {
  test.each([
    ["Wed, 3 Nov 2021 15:51:30 +0100", Date.UTC(2021, 10, 3, 14, 51, 30)],
    ["Mon, 02 Nov 2026 23:30:00 -0500", Date.UTC(2026, 10, 3, 4, 30)],
    ["3 Nov 2021 15:51 GMT", Date.UTC(2021, 10, 3, 15, 51)],
    ["3 Nov 2021 15:51:00 EST", Date.UTC(2021, 10, 3, 20, 51)],
    ["Tuesday, November 2, 2021, 09:26:50 PM GMT+1", Date.UTC(2021, 10, 2, 20, 26, 50)],
    ["Tuesday, November 2, 2021 at 12:26 PM GMT+1", Date.UTC(2021, 10, 2, 11, 26)],
    ["2022年9月19日月曜日 17:55:44 -0400", Date.UTC(2022, 8, 19, 21, 55, 44)],
  ])(
    "an instant is known if the zone is a number or one the standard names: %s",
    (text, instant) => {
      expect(readSentAt(text)?.instant).toBe(instant);
    },
  );

  test.each([
    "25 October 2021 at 11:17:21 EEST",
    "26. Oktober 2021 um 14:25:08 OESZ",
    "2021. november 2., kedd 09:26:50 CET",
    "Oct 27, 2021 at 9:31 AM",
  ])("an instant is not guessed from another zone: %s", (text) => {
    expect(readSentAt(text)).toMatchObject({
      instant: null,
      minute: Number(/:(\d\d)/.exec(text)?.[1]),
    });
  });
});

describe("days in numbers alone", () => {
  const notAfter = parseDay("2023-06-01") as Day;
  test.each([
    ["05/06/2023", { notAfter, languages: ["en"] }, "2023-05-06"],
    ["28/10/2021 12:46", {}, "2021-10-28"],
    ["10/28/2021 12:46", {}, "2021-10-28"],
    ["27. 10. 2021 v 9:31", {}, "2021-10-27"],
    ["02.10.2021", {}, "2021-10-02"],
    ["2016-11-17 15:36:14", {}, "2016-11-17"],
    ["Sat 13/09/25 2:57 pm", {}, "2025-09-13"],
    ["02/10/2023 16:52", { languages: ["it"] }, "2023-10-02"],
    ["02/10/2023 4:52 PM", { languages: ["en"], notAfter }, "2023-02-10"],
    ["02/10/2023 4:52 PM", { languages: ["en"] }, null],
    ["02/11/2026 14:05", { languages: ["en"], notAfter: parseDay("2026-11-03") }, "2026-11-02"],
    ["02/11/2026 14:05", { languages: ["en"], notAfter: parseDay("2026-11-20") }, null],
    ["02/10/2023", {}, null],
    ["31/02/2023", {}, null],
    ["mar. 27/05/2025", { languages: ["fr"] }, "2025-05-27"],
    ["27/10/2564 09:31", { languages: ["th"] }, "2021-10-27"],
  ] as const)("the day %s with %o is read as %s", (text, hints, day) => {
    expect(readSentAt(text, hints)?.day ?? null).toBe(day);
  });
});
