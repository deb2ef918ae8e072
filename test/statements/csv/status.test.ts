// Whether a row is booked: words of a status column in forty languages, a word nobody knows, and sections of rows that
// are not booked yet.

import { describe, expect, test } from "vitest";
import { read } from "./reading.ts";

const FOOT = ["2026-01-29,Shop B,-20.00,Posted", "2026-01-28,Acme,100.00,Posted"];

async function readWord(word: string) {
  const { survey, rows, records } = await read(
    ["Date,Description,Amount,Status", `2026-01-30,Shop A,-10.00,${word}`, ...FOOT].join("\n"),
  );
  const row = rows.find(({ description }) => description === "Shop A");
  const pending = row?.pending === true ? "pending" : "booked";
  const said = row === undefined ? "void" : pending;
  return { word, said, asked: survey.questions.length, records: records.length };
}

const PENDING =
  "Scheduled Bill Pay|Upcoming|In process|Awaiting posting|Reserved|Vorgemerkt|Geplant|En attente|Prévu|In attesa|Prevista|Reservado|Programado|Pendiente|Agendado|Gereserveerd|Gepland|Reserverat|Planerad|Reservert|Planlagt|Reserveret|Varaus|Odottaa|Oczekująca|Zaplanowana|Čekající|Plánovaná|Čaká na zaúčtovanie|Függőben|Tervezett|În așteptare|Programată|Чакащо|На чекању|Na čekanju|V obdelavi|Ootel|Rezervēts|Rezervuota|Í bið|В обработке|Запланирован|В обробці|Εκκρεμεί|Beklemede|Tertunda|Đang xử lý|รอดำเนินการ|ממתין|معلق|लंबित|处理中|處理中|処理中|대기중|Auth";

test.each(PENDING.split("|"))(
  "a row with the status %s is pending and nothing is asked",
  async (word) => {
    expect(await readWord(word)).toMatchObject({ said: "pending", asked: 0 });
  },
);

const VOID =
  "Declined|Reversed|Returned|Failed|Cancelled|Abgelehnt|Zurückgewiesen|Refusé|Rejeté|Rifiutato|Respinto|Rechazada|Devuelto|Recusada|Geweigerd|Nekad|Avvist|Afvist|Hylätty|Odrzucona|Zamítnuto|Zamietnuté|Elutasítva|Respinsă|Отказано|Odbijeno|Zavrnjeno|Tagasi lükatud|Noraidīts|Atmesta|Hafnað|Отклонён|Відхилено|Απορρίφθηκε|Reddedildi|Ditolak|Bị từ chối|ปฏิเสธ|נדחה|مرفوض|失败|失敗|거절";

test.each(VOID.split("|"))(
  "a row with the status %s is left out and nothing is asked",
  async (word) => {
    expect(await readWord(word)).toMatchObject({ said: "void", asked: 0, records: 3 });
  },
);

const BOOKED =
  "Posted|Completed|Cleared|Settled|Booked|Paid|Success|Gebucht|Verbucht|Abgerechnet|Comptabilisé|Effectué|Contabilizzato|Eseguito|Contabilizado|Liquidado|Realizada|Efetivado|Geboekt|Verwerkt|Bokfört|Bokført|Bogført|Kirjattu|Zaksięgowana|Zrealizowana|Zaúčtováno|Zrealizovaná|Teljesült|Könyvelt|Finalizat|Procesat|Осчетоводено|Proknjiženo|Izvršeno|Knjiženo|Töödeldud|Apstrādāts|Įvykdyta|Bókað|Исполнено|Проведено|Виконано|Ολοκληρώθηκε|Tamamlandı|Berhasil|Selesai|Thành công|สำเร็จ|בוצע|مكتمل|सफल|成功|交易成功|完了|確定|완료|정상";

test.each(BOOKED.split("|"))(
  "a row with the status %s is booked and nothing is asked",
  async (word) => {
    expect(await readWord(word)).toMatchObject({ said: "booked", asked: 0 });
  },
);

describe("a word in a status column that nobody knows", () => {
  const LINES = [
    "Date,Description,Amount,Status",
    "2026-01-30,Shop A,-10.00,Zorblish",
    "2026-01-29,Shop B,-20.00,Posted",
    "2026-01-28,Acme,100.00,Posted",
    "2026-01-27,Shop C,-30.00,Zorblish",
  ].join("\n");

  test("the question names the word, with the rows as examples, and is put once", async () => {
    const { survey } = await read(LINES);

    expect(survey.questions).toMatchObject([
      {
        id: "status:zorblish",
        ask: "Is a row with “Zorblish” in “Status” booked?",
        choices: [
          {
            value: "booked",
            label: "Yes, the money has moved",
            example: "2026-01-30 Shop A -10.00; 2026-01-27 Shop C -30.00",
          },
          {
            value: "pending",
            label: "Not yet, it is pending",
            example: "2026-01-30 Shop A -10.00; 2026-01-27 Shop C -30.00",
          },
          {
            value: "void",
            label: "No, it was declined or reversed",
            example: "2026-01-30 Shop A -10.00; 2026-01-27 Shop C -30.00",
          },
        ],
      },
    ]);
  });

  test("each answer is followed: booked, pending, or left out with the reason", async () => {
    const answered = async (value: string) => {
      const { survey, rows, records } = await read(LINES, { "status:zorblish": value });
      const left = records.flatMap((one) => (one.kind === "skipped" ? [one.reason] : []));
      return {
        asked: survey.questions.length,
        pending: rows.filter(({ pending }) => pending).length,
        left,
      };
    };

    expect(await answered("booked")).toEqual({ asked: 0, pending: 0, left: [] });
    expect(await answered("pending")).toEqual({ asked: 0, pending: 2, left: [] });
    expect(await answered("void")).toEqual({
      asked: 0,
      pending: 0,
      left: ['Not carried out: "Zorblish".', 'Not carried out: "Zorblish".'],
    });
  });

  test("a running balance that moves with the rows answers it", async () => {
    const { survey, rows } = await read(
      [
        "Date,Description,Amount,Balance,Status",
        "2026-01-27,Shop C,-30.00,970.00,Zorblish",
        "2026-01-28,Acme,100.00,1070.00,Posted",
        "2026-01-29,Shop B,-20.00,1050.00,Posted",
        "2026-01-30,Shop A,-10.00,1040.00,Zorblish",
      ].join("\n"),
    );

    expect(survey.questions).toEqual([]);
    expect(rows.map(({ pending }) => pending)).toEqual([false, false, false, false]);
  });

  test("a word that most rows have means booked, and the layout says so", async () => {
    const { survey, rows } = await read(
      [
        "Date,Description,Amount,Status",
        "2026-01-28,Acme,100.00,Zorblish",
        "2026-01-29,Shop B,-20.00,Zorblish",
        "2026-01-30,Shop A,-10.00,Zorblish",
        "2026-01-31,Shop D,-11.00,Pending",
      ].join("\n"),
    );

    expect(survey.questions).toEqual([]);
    expect(survey.layout.why).toContain("Rows with “Zorblish”, as most are, are booked.");
    expect(rows.map(({ pending }) => pending)).toEqual([false, false, false, true]);
  });

  test("marks, numbers and dates in a column of cleared rows ask nothing", async () => {
    const { survey, rows } = await read(
      [
        "Date,Description,Amount,Cleared",
        "2026-01-28,Acme,100.00,x",
        "2026-01-29,Shop B,-20.00,R",
        "2026-01-30,Shop A,-10.00,2026-01-30",
        "2026-01-31,Shop D,-11.00,",
      ].join("\n"),
    );

    expect(survey.questions).toEqual([]);
    expect(rows).toHaveLength(4);
  });
});

describe("a section of rows that are not booked", () => {
  const BOOKED_ROWS = [
    "Data;Operazione;Importo;Saldo",
    "27/01/2026;Negozio C;-30,00;970,00",
    "28/01/2026;Acme;100,00;1.070,00",
    "29/01/2026;Negozio B;-20,00;1.050,00",
  ];

  test.each([
    "Operazioni non contabilizzate",
    "Vorgemerkte Umsätze",
    "Vorgemerkte Umsätze (nicht gebucht):",
    "Not yet booked",
    "Pending transactions",
    "Transactions not yet posted",
    "Opérations non comptabilisées",
    "Movimientos pendientes de contabilizar",
    "Movimentos por contabilizar",
    "Nog niet geboekt",
    "Ej bokförda transaktioner",
    "Operacje niezaksięgowane",
    "Nezaúčtované transakce",
    "Ожидают обработки",
  ])("rows below “%s” are pending", async (heading) => {
    const { rows } = await read(
      [
        ...BOOKED_ROWS,
        "",
        heading,
        "30/01/2026;Negozio A;-10,00;",
        "31/01/2026;Negozio D;-5,00;",
      ].join("\n"),
    );

    expect(rows.map(({ pending }) => pending)).toEqual([false, false, false, true, true]);
  });

  test("rows under another header below such a heading are pending, or left out as pending", async () => {
    const { rows, records } = await read(
      [
        ...BOOKED_ROWS,
        ";;;",
        ";;Operazioni non contabilizzate;",
        ";Data;Descrizione;Importo",
        ";30/01/2026;Negozio A;-10,00",
        ";31/01/2026;Negozio D;-5,00",
      ].join("\n"),
    );

    expect(rows.filter(({ pending }) => !pending).map(({ description }) => description)).toEqual([
      "Negozio C",
      "Acme",
      "Negozio B",
    ]);
    expect(records.filter(({ kind }) => kind === "rejected")).toEqual([]);
  });

  test("a heading of booked rows ends the section", async () => {
    const { rows } = await read(
      [
        "Datum;Buchungstext;Betrag",
        "Vorgemerkte Umsätze",
        "30.01.2026;Laden A;-10,00",
        "Gebuchte Umsätze",
        "29.01.2026;Laden B;-20,00",
        "28.01.2026;Acme;100,00",
      ].join("\n"),
    );

    expect(rows.map(({ pending }) => pending)).toEqual([true, false, false]);
  });
});

test("a row whose status is the Slovak or Czech word for reserved is pending", async () => {
  const text = [
    "Dátum;Popis;Suma;Stav",
    "05.03.2026;Obchod;-12,50;Rezervované",
    "04.03.2026;Platba;-7,20;Rezervovaná",
    "03.03.2026;Mzda;900,00;Zaúčtované",
    "02.03.2026;Nájom;-300,00;Zaúčtované",
  ].join("\n");
  const { rows, survey } = await read(`${text}\n`);

  expect(survey.questions).toEqual([]);
  expect(rows.map(({ pending }) => pending)).toEqual([true, true, false, false]);
});
