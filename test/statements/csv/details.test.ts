// The rows below a collective booking are not transactions, and none of their content is lost.

import { expect, test } from "vitest";
import { readCsv } from "../../../src/statements/csv/read.ts";
import { SLICE_RECORDS } from "../../../src/statements/format.ts";
import type { StatementRecord } from "../../../src/statements/statement.ts";
import { describeRow, documentOf, read } from "./reading.ts";

const HEADER = "Datum;Buchungstext;Betrag Detail;Belastung;Gutschrift;Saldo\n";
const BOOKING =
  "15.03.2024;Sammelauftrag (2);;300,00;;700,00\n;Muster AG;100,00;;;\n;Hans Beispiel;200,00;;;\n";
const OTHER = "18.03.2024;Laden;;20,00;;680,00\n19.03.2024;Lohn;;;1000,00;1680,00\n";

test("details without a date are notes of the booking above, with their amounts, and are reported", async () => {
  const { rows, records, survey } = await read(HEADER + BOOKING + OTHER);

  expect(rows.map((row) => `${describeRow(row)} | ${row.notes ?? ""}`)).toEqual([
    "2024-03-15 -300.00 Sammelauftrag (2) | Muster AG 100.00; Hans Beispiel 200.00",
    "2024-03-18 -20.00 Laden | ",
    "2024-03-19 1000.00 Lohn | ",
  ]);
  expect(
    records.map((record) =>
      record.kind === "transaction"
        ? record.kind
        : `${record.kind} ${record.line} ${record.reason}`,
    ),
  ).toEqual([
    "transaction",
    "skipped 3 A detail of the booking above; kept in its notes.",
    "skipped 4 A detail of the booking above; kept in its notes.",
    "transaction",
    "transaction",
  ]);
  expect(survey.layout.why).toContain(
    "Rows without an amount below a booking are its details: the booking is the transaction, and its notes keep the details.",
  );
});

test("details that repeat the date belong only to the booking with their reference", async () => {
  const file =
    "Buchungsdatum;Beschreibung;Transaktions-Nr.;Einzelbetrag;Belastung;Gutschrift;Saldo\n15.03.2024;Sammelauftrag;TX4711;;300,00;;700,00\n15.03.2024;Muster AG;TX4711;-300,00;;;\n16.03.2024;Hinweis;TX9999;;;;\n18.03.2024;Laden;TX4712;;20,00;;680,00\n";
  const { rows } = await read(file);

  expect(rows.map(({ notes }) => notes)).toEqual(["Muster AG -300.00", null]);
});

test("details beyond the displayed number are counted", async () => {
  const { rows } = await read(
    `${HEADER}15.03.2024;Sammelauftrag (30);;300,00;;700,00\n${Array.from({ length: 30 }, (_, at) => `;Nummer ${at};10,00;;;\n`).join("")}${OTHER}`,
  );

  expect(rows[0]?.notes).toMatch(/^Nummer 0 10\.00; .*Nummer 11 10\.00; \.\.\. \(30 details\)$/);
});

test("a booking is passed on with its details, regardless of slices and resumption", async () => {
  const many =
    HEADER +
    Array.from(
      { length: SLICE_RECORDS },
      (_, at) =>
        `15.03.2024;Auftrag ${at};;1,00;;${5000 - at},00\n;Detail A${at};0,40;;;\n;Detail B${at};0,60;;;\n`,
    ).join("");
  const { survey, records } = await read(many);

  const again: StatementRecord[] = [];
  for (let next = 0, ends = false; !ends;) {
    ends = true;
    for await (const slice of readCsv(documentOf(many), survey.plan, next)) {
      expect(slice.records.length).toBeLessThanOrEqual(SLICE_RECORDS);
      again.push(...slice.records);
      ends = slice.next === next + slice.records.length && slice.records.length === 0;
      next = slice.next;
      break;
    }
  }
  expect(again).toEqual(records);
  const notes = records.flatMap((record) =>
    record.kind === "transaction" ? [record.row.notes] : [],
  );
  expect(notes).toEqual(
    Array.from({ length: SLICE_RECORDS }, (_, at) => `Detail A${at} 0.40; Detail B${at} 0.60`),
  );
});
