// A person's settings for a layout win over the file, contrary evidence in the file is a warning,
// and nothing changes without a setting.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settingColumn, columnSetting, settingsFault } from "../../../src/statements/settings.ts";
import { surveyCsv } from "../../../src/statements/csv/survey.ts";
import { describeRow, documentOf, describeFate, read, readRefusal, TODAY } from "./reading.ts";

const DAYS = "Date,Description,Amount\n13/03/2024,Shop,-12.00\n05/03/2024,Employer,13.00\n";
const BALANCE =
  "Date,Description,Amount,Balance\n2024-01-15,Shop,-20.00,80.00\n2024-01-16,Kiosk,-5.50,74.50\n2024-01-17,Refund,10.00,84.50\n2024-01-18,Cafe,-4.50,80.00\n";

const warningsOf = async (file: string, answers: Record<string, string>) =>
  (await read(file, answers)).survey.layout.warnings ?? [];

describe("the setting of the date order", () => {
  test("a set date order wins over the file's own dates, which are rejected and counted in a warning", async () => {
    const { survey, records } = await read(DAYS, { "set:date_order": "mdy" });

    expect(records.map(describeFate)).toEqual(["2 rejected", "3 transaction"]);
    expect(survey.layout.warnings).toEqual([
      "Dates are set to month first; 1 of the 2 dates that were checked do not exist in this order.",
    ]);
    expect(survey.layout.why).toContain("Dates are month first, as set.");
  });

  test("a set date order wins over weaker evidence, which is shown", async () => {
    const file = "Date,Description,Amount\n01.02.2024,Shop,-12.00\n03.02.2024,Employer,13.00\n";
    const { survey, rows } = await read(file, { "set:date_order": "mdy" });

    expect(rows.map((row) => row.date)).toEqual(["2024-01-02", "2024-03-02"]);
    expect(survey.layout.warnings).toEqual([
      "Dates are set to month first; the file says otherwise. Dates are day first: no bank puts the month first between dots.",
    ]);
  });

  test("a set date order settles an open order without a question or a warning", async () => {
    const { survey, rows } = await read(
      "Date,Description,Amount\n04/03/2024,Shop,-12.00\n05/03/2024,Employer,13.00\n",
      { "set:date_order": "mdy" },
    );

    expect([survey.questions, survey.layout.warnings]).toEqual([[], undefined]);
    expect(rows[0]?.date).toBe("2024-04-03");
  });

  test("a set date order causes no warning if the dates show their parts themselves", async () => {
    expect(await warningsOf(BALANCE, { "set:date_order": "dmy" })).toEqual([]);
    expect((await read(BALANCE, { "set:date_order": "dmy" })).rows[0]?.date).toBe("2024-01-15");
  });

  test("a remembered date order yields to a file that proves another, with a warning", async () => {
    const survey = await surveyCsv(documentOf(DAYS), {
      answers: {},
      recall: () => ({ date_order: "mdy" }),
      today: TODAY,
    });

    expect(survey.ok && survey.value.plan.dates.order).toBe("dmy");
    expect(survey.ok && survey.value.layout.warnings).toEqual([
      'The question "date order" was answered differently for an earlier file; this file shows its own answer and is read that way. Dates are day first: some would not exist otherwise.',
    ]);
  });
});

describe("the setting of the decimal mark", () => {
  test("a set decimal mark wins over amounts that can be read in one way only", async () => {
    const { survey, records } = await read(BALANCE, { "set:decimal_mark": "," });

    expect(records.every((record) => record.kind === "rejected")).toBe(true);
    expect(survey.layout.warnings?.[0]).toBe(
      "Decimals are set to follow a comma; the file says otherwise. Decimals follow a dot.",
    );
  });

  test("a set decimal mark removes the question", async () => {
    const file = "Date,Description,Amount\n2024-01-15,A,-1.500\n2024-01-16,B,2.750\n";
    const { survey, rows } = await read(file, { "set:decimal_mark": "," });

    expect([survey.questions, survey.layout.warnings]).toEqual([[], undefined]);
    expect(rows.map(describeRow)).toEqual(["2024-01-15 -1500.00 A", "2024-01-16 2750.00 B"]);
  });
});

describe("the setting of the sign", () => {
  test("a set sign wins over the balance, with a warning of what the balance proves and where the proof fails", async () => {
    const { survey, rows, proof } = await read(BALANCE, { "set:sign": "turned" });

    expect(rows.map((row) => row.amount)).toEqual([200_000, 55_000, -100_000, 45_000]);
    expect(survey.layout.warnings).toEqual([
      "Positive amounts are money out, as set; with the other reading the running balance would prove 3 of 3 rows.",
    ]);
    expect(proof).toEqual({
      kind: "running balance",
      rows_checked: 3,
      rows_proven: 0,
      breaks_at: 3,
      breaks: 3,
      break_lines: [3, 4, 5],
    });
    expect(survey.layout.proof).toEqual(proof);
  });

  test("a set sign that the balance proves changes nothing and causes no warning", async () => {
    const plain = await read(BALANCE);
    const set = await read(BALANCE, { "set:sign": "as_printed" });

    expect(set.rows).toEqual(plain.rows);
    expect(set.proof).toEqual(plain.proof);
    expect(set.survey.layout.warnings).toBeUndefined();
  });

  test("a set sign removes the question if nothing else decides it", async () => {
    const file =
      "Date,Description,Amount\n2024-01-15,Xyz,20.00\n2024-01-16,Abc,5.50\n2024-01-17,Def,10.00\n";
    expect((await read(file)).survey.questions.map(({ id }) => id)).toEqual(["sign"]);
    const { survey, rows } = await read(file, { "set:sign": "turned" });

    expect([survey.questions, survey.layout.warnings]).toEqual([[], undefined]);
    expect(rows.map((row) => row.amount)).toEqual([-200_000, -55_000, -100_000]);
  });

  test("the sign of two columns is reversed by exchanging them", async () => {
    const file = "Date,Description,Debit,Credit\n2024-01-15,A,3.00,\n2024-01-16,B,,4.00\n";

    expect((await read(file, { "set:sign": "turned" })).rows.map((row) => row.amount)).toEqual([
      30_000, -40_000,
    ]);
    expect((await read(file, { "set:sign": "as_printed" })).rows.map((row) => row.amount)).toEqual([
      -30_000, 40_000,
    ]);
  });

  test("a sign set by a column of words is refused with a warning if no such column exists", async () => {
    const { survey, rows } = await read(BALANCE, { "set:sign": "flag" });

    expect(rows.map((row) => row.amount)).toEqual([-200_000, -55_000, 100_000, -45_000]);
    expect(survey.layout.warnings).toEqual([
      "The settings say that a column marks debit or credit, but no column does.",
    ]);
  });
});

describe("the setting of the columns", () => {
  const WIDE =
    "Date,Value date,Who,What,Amount,Total\n2024-01-15,2024-01-14,Corner Shop,Milk,-3.00,-30.00\n2024-01-16,2024-01-12,Employer,Wage,4.00,40.00\n";

  test("each column takes the role that is set, regardless of its label", async () => {
    const set = {
      [columnSetting(0)]: "value_date",
      [columnSetting(1)]: "date",
      [columnSetting(2)]: "notes",
      [columnSetting(3)]: "payee",
      [columnSetting(5)]: "amount",
    };
    const { rows, survey } = await read(WIDE, set);

    expect(
      rows.map((row) => [row.date, row.amount, row.payee, row.notes, row.facts["value_date"]]),
    ).toEqual([
      ["2024-01-14", -300_000, "Milk", "Corner Shop", "2024-01-15"],
      ["2024-01-12", 400_000, "Wage", "Employer", "2024-01-16"],
    ]);
    expect(survey.layout.columns.map(({ role }) => role)).toEqual([
      "value date",
      "date",
      "notes",
      "payee",
      "other amount",
      "amount",
    ]);
    expect(survey.layout.warnings).toBeUndefined();
  });

  test("ignored columns count as empty, and are reported", async () => {
    const { rows, survey } = await read(WIDE, {
      [columnSetting(2)]: "ignore",
      [columnSetting(5)]: "ignore",
    });

    expect(rows.map((row) => row.description)).toEqual(["Milk", "Wage"]);
    expect(survey.layout.columns.map(({ role }) => role)).toEqual([
      "date",
      "value date",
      "ignored",
      "description",
      "amount",
      "ignored",
    ]);
    expect(survey.layout.why).toContain('"Who" is read as "ignored", as set.');
  });

  test("columns set as money out and in are used even next to a column called amount", async () => {
    const file =
      "Date,What,Amount,One,Other\n2024-01-15,A,-3.00,3.00,\n2024-01-16,B,4.00,,4.00\n2024-01-17,C,5.00,,\n2024-01-18,D,6.00,,\n";
    const { rows, survey } = await read(file, {
      [columnSetting(3)]: "credit",
      [columnSetting(4)]: "debit",
    });

    expect(rows.map((row) => row.amount)).toEqual([30_000, -40_000]);
    expect(survey.layout.sign).toBe("separate columns");
  });

  test("a column whose content does not fit its set role causes a warning, and its rows are rejected", async () => {
    const { survey, records } = await read(WIDE, { [columnSetting(3)]: "amount" });

    expect(records.every((record) => record.kind === "rejected")).toBe(true);
    expect(survey.layout.warnings).toContain(
      '"What" is set to be "amount"; what it holds does not look like that.',
    );
  });

  test("columns set against the balance cause a warning of what the balance would prove", async () => {
    const file = BALANCE.replace("Balance", "Balance,Other").replaceAll(
      /(\d\d\.\d\d)\n/g,
      "$1,7.00\n",
    );
    const { survey } = await read(file, { [columnSetting(4)]: "amount" });

    expect(survey.layout.warnings).toEqual([
      "Without the set columns the running balance would prove 3 of 3 rows; with them it proves 0.",
    ]);
  });

  test("set columns without a date or an amount are refused, and the settings are named", async () => {
    const survey = await surveyCsv(documentOf(BALANCE), {
      answers: { [columnSetting(0)]: "ignore" },
      recall: () => ({}),
      today: TODAY,
    });

    expect(survey.ok ? "" : survey.error.message).toContain("No column holds dates");
    expect(survey.ok ? "" : survey.error.message).toContain(
      "Columns of this layout are set by hand",
    );
    expect(await readRefusal("Date,Payee\n2024-01-15,A\n2024-01-16,B\n")).not.toContain(
      "set by hand",
    );
  });
});

describe("the setting of the currency", () => {
  test("a set currency applies to every row, with a warning if the file names another", async () => {
    const file =
      "Date,Description,Amount,Currency\n2024-01-15,Shop,-12.00,EUR\n2024-01-16,Employer,13.00,USD\n";
    const { rows, survey } = await read(file, { "set:currency": "chf" });

    expect(rows.map((row) => row.currency)).toEqual(["chf", "chf"]);
    expect(survey.layout.warnings).toEqual(["The currency is set to CHF; the file names several."]);
    expect(await warningsOf(file.replace("USD", "EUR"), { "set:currency": "chf" })).toEqual([
      "The currency is set to CHF; the file says EUR.",
    ]);
    expect(await warningsOf(file.replace("USD", "EUR"), { "set:currency": "eur" })).toEqual([]);
  });
});

test("a set delimiter is the only one that is tried, and one that gives no table is named and not used", async () => {
  const file =
    "Day|Text|Amount\n2026-04-11|Tea,2026-04-01,5.00,cup|-2.50\n2026-04-12|Bun,2026-04-02,6.00,box|-1.20\n";
  const as = (choice: string) => read(file, { "set:delimiter": choice });
  const found = await read(file, {});
  const [pipe, comma, tab] = [await as("pipe"), await as("comma"), await as("tab")];

  const facts = ({ rows }: typeof found) => rows.map(({ date, amount }) => [date, amount / 10_000]);
  const printed = [
    ["2026-04-11", -2.5],
    ["2026-04-12", -1.2],
  ];
  expect([found, pipe, tab].map(facts)).toEqual([printed, printed, printed]);
  expect(facts(comma).map(([date]) => date)).toEqual(["2026-04-01", "2026-04-02"]);
  expect(pipe.survey.layout.why).toContain("Fields are separated by vertical bar, as set.");
  expect(comma.survey.layout.fingerprint).toBe(found.survey.layout.fingerprint);
  expect(comma.survey.layout.delimiter).toBe(",");
  expect(tab.survey.layout.warnings).toEqual([
    "With the delimiter that is set, no row has a date and an amount; the file was read with the vertical bar.",
  ]);
});

test("settings do not change the fingerprint, and unknown settings change nothing", async () => {
  const plain = await read(BALANCE);
  const set = await read(BALANCE, { "set:sign": "turned", [columnSetting(1)]: "ignore" });
  expect(set.survey.layout.fingerprint).toBe(plain.survey.layout.fingerprint);

  const nothing = fc.dictionary(
    fc.constantFrom(
      "set:date_order",
      "set:sign",
      "set:currency",
      "set:column:0",
      "set:column:999",
      "set:column:01",
      "set:column:-1",
      "set:",
      "__proto__",
    ),
    fc
      .string({ maxLength: 3 })
      .filter((text) => !["dmy", "mdy", "ymd"].includes(text) && !/^[a-z]{3}$/i.test(text)),
  );
  await fc.assert(
    fc.asyncProperty(nothing, async (answers) => {
      const { rows, survey } = await read(BALANCE, answers);
      expect(rows).toEqual(plain.rows);
      expect(survey.layout).toEqual(plain.survey.layout);
    }),
    { numRuns: 60 },
  );
});

test("invalid settings are refused with the reason", () => {
  expect(
    settingsFault(
      {
        "set:date_order": "dmy",
        "set:column:2": "ignore",
        "set:column:1": "payee",
        "set:column:0": "payee",
      },
      3,
    ),
  ).toBeNull();
  expect(settingsFault({ "set:date_order": "today" }, 3)).toBe(
    '"today" is not an answer to "set:date_order".',
  );
  expect(settingsFault({ "set:column:3": "payee" }, 3)).toBe(
    "There is no column 4; the layout has 3.",
  );
  expect(settingsFault({ "set:column:0": "amount", "set:column:1": "amount" }, 3)).toBe(
    "Columns 1 and 2 are both set as the amount; only one can be.",
  );
  expect(settingsFault({ "set:column:0": "salary" }, 3)).toBe(
    '"salary" is not a role that a column can have.',
  );
  expect(settingsFault({ "set:currency": "euro" }, 3)).toBe('"euro" is not a currency code.');
  expect(settingsFault({ "set:colour": "red" }, 3)).toBe('There is no setting "set:colour".');
  expect(
    ["set:column:0", "set:column:255", "set:column:256", "set:column:00", "column:1"].map(
      settingColumn,
    ),
  ).toEqual([0, 255, null, null, null]);
});
