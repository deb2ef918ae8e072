// Rows that are not booked though no list has their words: below an unknown heading, and in a status
// column that only the balances show.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const BOOKED = [
  "2026-01-02,Shop A,-10.00,90.00",
  "2026-01-03,Acme,50.00,140.00",
  "2026-01-04,Shop B,-20.00,120.00",
];

async function readFates(lines: readonly string[], answers = {}) {
  const { survey, rows } = await read(lines.join("\n"), answers);
  return {
    asked: survey.questions.map(({ id }) => id),
    pending: rows.filter(({ pending }) => pending).map(({ description }) => description),
    booked: rows.filter(({ pending }) => !pending).length,
  };
}

describe("rows below a heading that nobody knows", () => {
  const HEADER = "Date,Description,Amount,Balance";
  const section = (below: readonly string[]) => [HEADER, ...BOOKED, "", "Zorblish", ...below];

  test("they are pending without a question where their balance is empty", async () => {
    const fates = await readFates(section([HEADER, "2026-01-05,Shop C,-5.00,"]));

    expect(fates).toEqual({ asked: [], pending: ["Shop C"], booked: 3 });
  });

  test("they are pending without a question where the balance stands still", async () => {
    const fates = await readFates(
      section(["2026-01-05,Shop C,-5.00,120.00", "2026-01-06,Shop D,-7.00,120.00"]),
    );

    expect(fates).toEqual({ asked: [], pending: ["Shop C", "Shop D"], booked: 3 });
  });

  test("they are booked without a question where the balance moves with them", async () => {
    const fates = await readFates(section(["2026-01-05,Shop C,-5.00,115.00"]));

    expect(fates).toEqual({ asked: [], pending: [], booked: 4 });
  });

  const plain = [
    "Date,Description,Amount",
    "2026-01-02,Shop A,-10.00",
    "2026-01-03,Acme,50.00",
    "2026-01-04,Shop B,-20.00",
    "Zorblish",
    "Date,Description,Amount",
    "2026-01-05,Shop C,-5.00",
  ];

  test("without balances they are asked about once, and are pending until the answer", async () => {
    expect(await readFates(plain)).toEqual({
      asked: ["section:zorblish"],
      pending: ["Shop C"],
      booked: 3,
    });
  });

  test.each([
    ["booked", { asked: [], pending: [], booked: 4 }],
    ["pending", { asked: [], pending: ["Shop C"], booked: 3 }],
  ])("the answer %s settles them", async (answer, fates) => {
    expect(await readFates(plain, { "section:zorblish": answer })).toEqual(fates);
  });

  test("a line that comes again on each page is no heading", async () => {
    const page = ["Zorblish", ...BOOKED.map((line) => line.replace("2026-01", "2026-02"))];
    const lines = [...BOOKED, ...page, ...page.map((line) => line.replace("2026-02", "2026-03"))];
    const withoutBalance = [HEADER, ...lines].map((line) => line.replace(/,[^,]*$/, ""));

    expect(await readFates(withoutBalance)).toEqual({ asked: [], pending: [], booked: 9 });
  });

  test.each(["Hangende transaksies", "Óbókaðar færslur", "Movimientos no confirmados"])(
    "the heading %s is known",
    async (heading) => {
      const lines = plain.map((line) => (line === "Zorblish" ? heading : line));

      expect(await readFates(lines)).toEqual({ asked: [], pending: ["Shop C"], booked: 3 });
    },
  );
});

describe("a status column that its label does not name", () => {
  test("a word on whose rows the balance stands still is pending", async () => {
    const fates = await readFates([
      "Date,Description,Amount,Balance,Zorb",
      ...BOOKED.map((line) => `${line},Flib`),
      "2026-01-05,Shop C,-5.00,120.00,Glub",
      "2026-01-06,Shop D,-7.00,120.00,Glub",
    ]);

    expect(fates).toEqual({ asked: [], pending: ["Shop C", "Shop D"], booked: 3 });
  });

  test("a column of nothing but known words for a status is one", async () => {
    const fates = await readFates([
      "Date,Description,Amount,Zorb",
      "2026-01-02,Shop A,-10.00,Booked",
      "2026-01-03,Acme,50.00,Booked",
      "2026-01-04,Shop B,-20.00,Frátekið",
    ]);

    expect(fates).toEqual({ asked: [], pending: ["Shop B"], booked: 2 });
  });

  test("a word for booked after a negation is pending", async () => {
    const fates = await readFates([
      "Date,Description,Amount,Status",
      "2026-01-02,Shop A,-10.00,Selesai",
      "2026-01-04,Shop B,-20.00,Belum juga selesai",
      "2026-01-04,Shop C,-20.00,Henüz tamamlandı",
    ]);

    expect(fates).toMatchObject({ pending: ["Shop C"] });
  });
});
