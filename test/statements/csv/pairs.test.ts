// Two columns of amounts that are filled alternately are money out and money in, under any labels.
// The labels tell the sides apart, else the balance, else a question. No row of either side is left
// out.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeRow, describeFate, read } from "./reading.ts";

/** "73.31" out as -73.31; the file's own column order decides where each stands. */
interface Side {
  readonly out: string;
  readonly into: string;
}

/** Labels of money out and money in that both begin with a word for "amount", and some in words we do not know. */
const NAMED: Readonly<Record<string, Side>> = {
  Italian: { out: "Importo di addebito", into: "Importo di accredito" },
  Spanish: { out: "Importe cargado", into: "Importe abonado" },
  Portuguese: { out: "Valor debitado", into: "Valor creditado" },
  French: { out: "Montant débité", into: "Montant crédité" },
  German: { out: "Betrag Belastung", into: "Betrag Gutschrift" },
  "German compounds": { out: "Belastungsbetrag EUR", into: "Gutschriftsbetrag EUR" },
  Dutch: { out: "Bedrag afgeschreven", into: "Bedrag bijgeschreven" },
  Swedish: { out: "Debiterat belopp", into: "Krediterat belopp" },
  Polish: { out: "Kwota obciążenia rachunku", into: "Kwota uznania rachunku" },
  Czech: { out: "Částka odepsaná z účtu", into: "Částka připsaná na účet" },
  Hungarian: { out: "Terhelt összeg", into: "Jóváírt összeg" },
  Romanian: { out: "Suma debitată", into: "Suma creditată" },
  Russian: { out: "Сумма по дебету", into: "Сумма по кредиту" },
  Greek: { out: "Ποσό χρέωσης", into: "Ποσό πίστωσης" },
  Turkish: { out: "Borç tutarı (TL)", into: "Alacak tutarı (TL)" },
  Indonesian: { out: "Uang Keluar", into: "Uang Masuk" },
  Danish: { out: "Debiteret beløb", into: "Krediteret beløb" },
  Norwegian: { out: "Beløp ut", into: "Beløp inn" },
  Finnish: { out: "Veloitettu määrä", into: "Hyvitetty määrä" },
  Slovak: { out: "Odpísaná suma", into: "Pripísaná suma" },
  Croatian: { out: "Iznos isplate", into: "Iznos uplate" },
  Slovene: { out: "Znesek v breme", into: "Znesek v dobro" },
  Serbian: { out: "Износ задужења", into: "Износ одобрења" },
  Bulgarian: { out: "Сума дебит", into: "Сума кредит" },
  Ukrainian: { out: "Сума видатку", into: "Сума надходження" },
  Estonian: { out: "Summa deebet", into: "Summa kreedit" },
  Latvian: { out: "Summa debets", into: "Summa kredīts" },
  Icelandic: { out: "Upphæð út", into: "Upphæð inn" },
  Catalan: { out: "Import carregat", into: "Import abonat" },
  Galician: { out: "Importe cargado en conta", into: "Importe ingresado" },
  Albanian: { out: "Shuma e debituar", into: "Shuma e kredituar" },
  Vietnamese: { out: "Số tiền chi", into: "Số tiền thu" },
  Thai: { out: "จำนวนเงินถอน", into: "จำนวนเงินฝาก" },
  Japanese: { out: "お支払金額(円)", into: "お預り金額(円)" },
  Korean: { out: "출금금액(원)", into: "입금금액(원)" },
  Chinese: { out: "交易金额(支出)", into: "交易金额(收入)" },
  Arabic: { out: "المبلغ المدين", into: "المبلغ الدائن" },
  Hebrew: { out: "סכום חובה", into: "סכום זכות" },
  Malay: { out: "Amaun Keluar", into: "Amaun Masuk" },
  Macedonian: { out: "Износ на долгува", into: "Износ на побарува" },
  English: { out: "Amount withdrawn", into: "Amount deposited" },
  "English, the side first": { out: "Outgoing amount", into: "Incoming amount" },
};

const ROWS: readonly (readonly [day: string, text: string, cents: number])[] = [
  ["13.03.2026", "GAMMA CAFE 930", -8208],
  ["14.03.2026", "BETA FUEL 467", -1249],
  ["16.03.2026", "EPSILON TEL 622", -7391],
  ["17.03.2026", "NORTHWIND 851", 124149],
  ["18.03.2026", "ALPHA MARKET 155", -8530],
  ["20.03.2026", "DELTA RENT 340", -8169],
  ["21.03.2026", "ALPHA MARKET 977", -2381],
  ["23.03.2026", "ALPHA MARKET 298", 11496],
];
const SAID = ROWS.map(
  ([day, text, cents]) => `${day.split(".").toReversed().join("-")} ${printed(cents, ".")} ${text}`,
);

function printed(cents: number, mark: string): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
}

interface Habit {
  readonly into: boolean;
  readonly balance: boolean;
  /** The cell on the side that does not move. */
  readonly nothing: string;
  readonly newestFirst: boolean;
}

/** The rows with `first` and `second` as labels of two columns; `into`: money in stands in the first. */
function file(
  first: string,
  second: string,
  { into, balance, nothing, newestFirst }: Habit,
): string {
  let total = 500_000;
  const lines = ROWS.map(([day, text, cents]) => {
    total += cents;
    const amount = printed(Math.abs(cents), ",");
    const sides = cents > 0 === into ? [amount, nothing] : [nothing, amount];
    return [day, text, ...sides, ...(balance ? [printed(total, ",")] : [])].join(";");
  });
  const header = ["Datum", "Text", first, second, ...(balance ? ["Saldo"] : [])].join(";");
  return `${[header, ...(newestFirst ? lines.toReversed() : lines)].join("\n")}\n`;
}

const habit: fc.Arbitrary<Habit> = fc.record({
  into: fc.boolean(),
  balance: fc.boolean(),
  nothing: fc.constantFrom("", "0,00", "-"),
  newestFirst: fc.boolean(),
});

describe("pairs of columns whose labels name their sides", () => {
  test.each(Object.entries(NAMED))(
    "the labels name the sides in %s, with or without a balance, in either order of the columns",
    async (_, { out, into: word }) => {
      await fc.assert(
        fc.asyncProperty(habit, async (how) => {
          const { survey, rows, records } = await read(
            how.into ? file(word, out, how) : file(out, word, how),
          );

          expect(survey.questions).toEqual([]);
          expect(rows.map(describeRow).toSorted()).toEqual(SAID.toSorted());
          expect(records).toHaveLength(ROWS.length);
        }),
        { numRuns: 12 },
      );
    },
  );
});

describe("pairs of columns whose labels name no sides", () => {
  test.each([
    ["labels in words nobody knows", "Zorp", "Blimt"],
    ["labels that both say amount", "Betrag A", "Betrag B"],
    ["two labels that are the same", "Amount", "Amount"],
  ])("the balance tells the two sides apart: %s", async (_, first, second) => {
    await fc.assert(
      fc.asyncProperty(habit, async (how) => {
        const { survey, rows } = await read(file(first, second, { ...how, balance: true }));

        expect(survey.questions).toEqual([]);
        expect(rows.map(describeRow).toSorted()).toEqual(SAID.toSorted());
      }),
      { numRuns: 12 },
    );
  });

  test("the question names the columns by the header's words and shows a row of each with its result", async () => {
    const { survey } = await read(
      file("Zorp", "Blimt", { into: true, balance: false, nothing: "", newestFirst: false }),
    );

    expect(survey.questions).toMatchObject([
      {
        id: "money_out",
        ask: "Which column is money out, “Zorp” or “Blimt”?",
        note: "Each row has an amount in one of the two columns, and no balance shows which is which.",
        choices: [
          {
            value: "2",
            label: "“Zorp” is money out, “Blimt” is money in",
            example: "2026-03-17 NORTHWIND 851: 1,241.49 out; 2026-03-13 GAMMA CAFE 930: 82.08 in",
          },
          {
            value: "3",
            label: "“Blimt” is money out, “Zorp” is money in",
            example: "2026-03-13 GAMMA CAFE 930: 82.08 out; 2026-03-17 NORTHWIND 851: 1,241.49 in",
          },
        ],
      },
    ]);
  });

  test("one of the answers is right for every row", async () => {
    await fc.assert(
      fc.asyncProperty(
        habit,
        fc.constantFrom(
          ["Zorp", "Blimt"] as const,
          ["Betrag A", "Betrag B"] as const,
          ["", ""] as const,
        ),
        async (how, [first, second]) => {
          const text = file(first, second, { ...how, balance: false });
          const { survey } = await read(text);
          const answered = await read(text, { money_out: how.into ? "3" : "2" });

          expect(survey.questions.map(({ id }) => id)).toEqual(["money_out"]);
          expect(answered.survey.questions).toEqual([]);
          expect(answered.rows.map(describeRow).toSorted()).toEqual(SAID.toSorted());
        },
      ),
      { numRuns: 30 },
    );
  });

  test("a remembered answer about the sign of one column does not apply to two columns", async () => {
    const text = file("Zorp", "Blimt", {
      into: true,
      balance: false,
      nothing: "",
      newestFirst: false,
    });

    expect((await read(text, { sign: "turned" })).survey.questions.map(({ id }) => id)).toEqual([
      "money_out",
    ]);
  });
});

test("the amount is the column filled on every row, not one of two filled alternately", async () => {
  const { survey, rows } = await read(
    "Date,Text,Amount,Miles earned,Miles spent\n2026-03-13,A,-10.00,5.00,\n2026-03-14,B,-20.00,,3.00\n2026-03-15,C,-30.00,7.00,\n2026-03-16,D,40.00,,2.00\n2026-03-17,E,-50.00,5.00,\n",
  );

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, -20, -30, 40, -50]);
});

test("an unsigned amount takes its side from two columns that repeat it", async () => {
  const { survey, rows } = await read(
    "Fecha;Concepto;Importe;Importe cargado;Importe abonado\n13.03.2026;A;10,00;10,00;\n14.03.2026;B;20,00;;20,00\n15.03.2026;C;30,00;30,00;\n16.03.2026;D;40,00;40,00;\n",
  );

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, 20, -30, -40]);
});

test("a row with amounts on both sides is rejected with the reason, and the others are read", async () => {
  const { records, rows } = await read(
    "Date,Text,Debit,Credit\n2026-03-13,A,10.00,\n2026-03-14,B,3.00,4.00\n2026-03-15,C,,30.00\n2026-03-16,D,5.00,\n",
  );

  expect(rows.map(describeRow)).toEqual([
    "2026-03-13 -10.00 A",
    "2026-03-15 30.00 C",
    "2026-03-16 -5.00 D",
  ]);
  expect(records.map(describeFate)).toEqual([
    "2 transaction",
    "3 rejected",
    "4 transaction",
    "5 transaction",
  ]);
  expect(records[1]).toMatchObject({ reason: 'The row has amounts in both "Debit" and "Credit".' });
});

test("a column whose label may be a fee is money out where it fills what money in leaves empty", async () => {
  const { survey, rows } = await read(
    "Data;Descrizione;Spese;Entrate\n13.03.2026;A;10,00;\n14.03.2026;B;;20,00\n15.03.2026;C;30,00;\n16.03.2026;D;40,00;\n",
  );

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, 20, -30, -40]);
});

describe("one side known, the other by its cells", () => {
  test("an unknown column that is never filled with money out is money in", async () => {
    const { survey, rows, records } = await read(
      "Date,Text,Charges,Blimt\n2026-03-13,A,10.00,\n2026-03-14,B,0.00,\n2026-03-15,C,,30.00\n2026-03-16,D,5.00,\n",
    );

    expect(survey.questions).toEqual([]);
    expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, 0, 30, -5]);
    expect(records).toHaveLength(4);
  });

  test("one row of money out beside an empty column of money in is money out", async () => {
    const { rows } = await read("Date,Text,Zorp,Credit\n2026-03-13,A,10.00,\n");

    expect(rows.map((row) => row.amount / 10_000)).toEqual([-10]);
  });

  test("a column that is filled on a few rows is not the one side where another is fuller", async () => {
    const { rows } = await read(
      "Date,Text,Gastos,Cargo MXN,Depositos MXN\n2026-03-13,A,,10.00,0.00\n2026-03-14,B,1.00,20.00,0.00\n2026-03-15,C,,0.00,30.00\n2026-03-16,D,,5.00,0.00\n",
    );

    expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, -20, 30, -5]);
  });

  test("long numbers of which none repeats are references, no amounts", async () => {
    const { rows } = await read(
      "Date,Text,Flub,Amount,Frob\n2026-03-13,A,3862071226,-10.00,5380959301\n2026-03-14,B,6134631206,20.00,1116469950\n2026-03-15,C,2599954948,-30.00,6885149043\n",
    );

    expect(rows.map((row) => row.amount / 10_000)).toEqual([-10, 20, -30]);
  });

  test("a pair that prints 0 for nothing is no number with a comma", async () => {
    const { rows, records } = await read(
      "Date,Text,Debit,Credit\n2026-03-13,A,10.25,0\n2026-03-14,B,0,271.35\n2026-03-15,C,5.10,0\n",
    );

    expect(rows.map((row) => row.amount / 10_000)).toEqual([-10.25, 271.35, -5.1]);
    expect(records).toHaveLength(3);
  });
});
