// Workbooks of several sheets: which of them are the statement, and which accounts they belong to.

import { expect, test } from "vitest";
import { readStatement, surveyStatement } from "../../../src/statements/read-statement.ts";
import { documentOf, TODAY } from "../csv/reading.ts";
import { printRow, readDocument, refusalOf } from "./reading.ts";
import { workbookOf, type Put } from "./xlsx-writing.ts";

const HEADER = ["Date", "Description", "Amount"];
const march: readonly (readonly Put[])[] = [
  HEADER,
  [{ day: "2026-03-02" }, "Coffee", -4.5],
  [{ day: "2026-03-17" }, "Salary", 2500],
];
const april: readonly (readonly Put[])[] = [
  HEADER,
  [{ day: "2026-04-02" }, "Tea", -3.5],
  [{ day: "2026-04-17" }, "Salary", 2500],
];
const iban = (account: string, rows: readonly (readonly Put[])[]): readonly (readonly Put[])[] => [
  ["IBAN", account],
  [],
  ...rows,
];
const MARCH = ["2026-03-02 -4.50 Coffee", "2026-03-17 2500.00 Salary"];
const APRIL = ["2026-04-02 -3.50 Tea", "2026-04-17 2500.00 Salary"];

test("the one sheet that is a statement is read, and the others are named", async () => {
  const { rows, layout, questions } = await readDocument(
    await workbookOf([
      { name: "Terms", rows: [["These are our terms."], ["Valid from 2026-01-01"]] },
      { name: "Transactions", rows: march },
      { name: "Empty", rows: [] },
      { name: "Lists", state: "hidden", rows: april },
    ]),
  );

  expect(rows.map(printRow)).toEqual(MARCH);
  expect(questions).toEqual([]);
  expect(layout.why[0]).toContain('the sheet "Transactions" is read');
  expect(layout.why[1]).toBe(
    'Not read, because they are not statements: "Terms", "Empty", "Lists" (hidden).',
  );
});

test("a hidden sheet is read if no other has any content", async () => {
  const { rows } = await readDocument(
    await workbookOf([
      { name: "Cover", rows: [] },
      { name: "Data", state: "veryHidden", rows: march },
    ]),
  );

  expect(rows.map(printRow)).toEqual(MARCH);
});

test("several statements without accounts are asked about, with every right answer among the choices", async () => {
  const file = await workbookOf([
    { name: "March", rows: march },
    { name: "April", rows: april },
  ]);
  const asked = await readDocument(file);
  const [question] = asked.questions;
  const one = await readDocument(file, { sheets: "one" });
  const each = await readDocument(file, { sheets: "each" });
  const only = await readDocument(file, { sheets: "only:April" });

  expect(asked.questions).toHaveLength(1);
  expect(question?.id).toBe("sheets");
  expect(question?.choices.map(({ value }) => value)).toEqual([
    "one",
    "each",
    "only:March",
    "only:April",
  ]);
  expect(one.rows.map(printRow)).toEqual([...MARCH, ...APRIL]);
  expect([one.accounts, one.rows[0]?.account]).toEqual([[], null]);
  expect(each.accounts).toEqual(["March", "April"]);
  expect(each.rows.map(({ account }) => account)).toEqual(["March", "March", "April", "April"]);
  expect(only.rows.map(printRow)).toEqual(APRIL);
  expect([...one.questions, ...each.questions, ...only.questions]).toEqual([]);
});

test("sheets that each name an account of their own need no question, but sheets of one account do", async () => {
  const own = await readDocument(
    await workbookOf([
      { name: "a", rows: iban("DE89370400440532013000", march) },
      { name: "b", rows: iban("NL91ABNA0417164300", april) },
    ]),
  );
  const same = await readDocument(
    await workbookOf([
      { name: "a", rows: iban("DE89370400440532013000", march) },
      { name: "b", rows: iban("DE89370400440532013000", april) },
    ]),
  );

  expect(own.accounts).toEqual(["DE89370400440532013000", "NL91ABNA0417164300"]);
  expect(own.rows.map(({ account }) => account?.slice(0, 2))).toEqual(["DE", "DE", "NL", "NL"]);
  expect(own.questions).toEqual([]);
  expect(same.questions.map(({ id }) => id)).toEqual(["sheets"]);
});

test("sheets of different layouts have their own questions and answers", async () => {
  const file = await workbookOf([
    {
      name: "Card",
      rows: [
        ["Date", "Merchant", "Charge"],
        ["03/04/2026", "A", 4],
        ["05/04/2026", "B", 5],
      ],
    },
    {
      name: "Abroad",
      rows: [
        ["Date", "Text", "Amount"],
        ["06/04/2026", "C", 6],
        ["07/05/2026", "D", 7],
      ],
    },
  ]);
  const asked = await readDocument(file, { sheets: "one" });
  const ids = asked.questions.map(({ id }) => id);
  const answered = await readDocument(file, {
    sheets: "one",
    date_order: "dmy",
    "date_order@Abroad": "mdy",
    "sign@Abroad": "turned",
  });

  expect(ids).toEqual(["date_order", "date_order@Abroad", "sign@Abroad"]);
  expect(answered.questions).toEqual([]);
  expect(answered.rows.map(printRow)).toEqual([
    "2026-04-03 -4.00 A",
    "2026-04-05 -5.00 B",
    "2026-06-04 -6.00 C",
    "2026-07-05 -7.00 D",
  ]);
});

test("an answer is remembered for the layouts, regardless of the sheets' names", async () => {
  const survey = async (file: Uint8Array, recalled: Record<string, string>) => {
    let asked = "";
    const found = await surveyStatement(documentOf(file), {
      answers: {},
      recall: (fingerprint) => ((asked = fingerprint), recalled),
      today: TODAY,
    });
    if (!found.ok) throw new Error(found.error.message);
    return { ...found.value, asked };
  };
  const first = await survey(
    await workbookOf([
      { name: "March", rows: march },
      { name: "April", rows: april },
    ]),
    {},
  );
  const next = await survey(
    await workbookOf([
      { name: "May", rows: march },
      { name: "June", rows: april },
    ]),
    { sheets: "one" },
  );

  expect(first.asked).toBe(first.layout.fingerprint);
  expect(next.layout.fingerprint).toBe(first.layout.fingerprint);
  expect(next.questions).toEqual([]);
});

test("reading resumes at any record, across sheets", async () => {
  const many = (month: string): readonly (readonly Put[])[] => [
    HEADER,
    ...Array.from({ length: 1_200 }, (_, index): readonly Put[] => [
      { day: `2026-${month}-${String(1 + (index % 28)).padStart(2, "0")}` },
      `Row ${index}`,
      index % 7 === 0 ? 5 : -1,
    ]),
  ];
  const file = await workbookOf([
    { name: "a", rows: many("03") },
    { name: "b", rows: many("04") },
  ]);
  const whole = await readDocument(file, { sheets: "one" });
  const survey = await surveyStatement(documentOf(file), {
    answers: { sheets: "one" },
    recall: () => ({}),
    today: TODAY,
  });
  if (!survey.ok) throw new Error(survey.error.message);

  expect(whole.records).toHaveLength(2_400);
  for (const from of [0, 1, 999, 1_000, 1_199, 1_200, 1_201, 2_399, 2_400]) {
    const records = [];
    let next = from;
    for await (const slice of readStatement(documentOf(file), survey.value.plan, from)) {
      records.push(...slice.records);
      expect(slice.next).toBe(next + slice.records.length);
      next = slice.next;
    }
    expect(records, `from ${from}`).toEqual(whole.records.slice(from));
  }
});

test("the largest sheet explains the refusal if no sheet is a statement", async () => {
  expect(
    await refusalOf(
      await workbookOf([
        {
          name: "Prices",
          rows: [
            ["Item", "Price"],
            ["A", 1],
            ["B", 2],
          ],
        },
        { name: "x", rows: [["y"]] },
      ]),
    ),
  ).toMatch(/no sheet is a statement\. "Prices"/);
});
