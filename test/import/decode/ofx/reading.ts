// How the tests read an OFX document: text or bytes through both passes, as the importer does.

import { printUnits } from "../../../../src/value/money.ts";
import { readStatement, surveyStatement, type StatementPlan } from "../../../../src/import/decode/decode.ts";
import type { Survey } from "../../../../src/import/decode/format.ts";
import type { Answers, Proof, StatementRecord, StatementRow } from "../../../../src/import/decode/statement.ts";
import { documentOf, TODAY } from "../csv/reading.ts";

export interface Reading {
  readonly survey: Survey<StatementPlan>;
  readonly records: readonly StatementRecord[];
  readonly rows: readonly StatementRow[];
  readonly proof: Proof;
}

/** Surveys and reads; throws with the refusal where there is one. */
export async function read(content: string | Uint8Array, answers: Answers = {}): Promise<Reading> {
  const source = documentOf(content);
  const survey = await surveyStatement(source, { answers, recall: () => ({}), today: TODAY });
  if (!survey.ok) throw new Error(`refused: ${survey.error.message}`);
  const records: StatementRecord[] = [];
  let { proof } = survey.value.layout;
  for await (const slice of readStatement(source, survey.value.plan, 0)) {
    records.push(...slice.records);
    proof = slice.proof;
  }
  return { survey: survey.value, records, rows: rowsOf(records), proof };
}

export function rowsOf(records: readonly StatementRecord[]): StatementRow[] {
  return records.flatMap((record) => (record.kind === "transaction" ? [record.row] : []));
}

/** The message with which a document is refused; throws where it is read. */
export async function refusal(content: string | Uint8Array): Promise<string> {
  const survey = await surveyStatement(documentOf(content), { answers: {}, recall: () => ({}), today: TODAY });
  if (survey.ok) throw new Error("it was not refused");
  return survey.error.message;
}

/** A row as "2024-03-28 -12.50 payee | description". */
export function brief(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.payee} | ${row.description}`;
}

/** The reasons of the records that are no transactions: "rejected 12: the amount is empty". */
export function fates(records: readonly StatementRecord[]): string[] {
  return records.flatMap((record) => (record.kind === "transaction" ? [] : [`${record.kind} ${record.line}: ${record.reason}`]));
}

export const SGML_HEADER = "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n";
export const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
const SIGNON = "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20240331<LANGUAGE>ENG<FI><ORG>Test Bank<FID>1234</FI></SONRS></SIGNONMSGSRSV1>\n";

/** A bank statement of one account around these bookings; each on its line, from line 14 on. */
export function bank(bookings: readonly string[], behind = "", account = "<BANKID>10020030<ACCTID>123456789<ACCTTYPE>CHECKING", currency = "USD"): string {
  return `${SGML_HEADER}<OFX>${SIGNON}<BANKMSGSRSV1>${statement(bookings, behind, account, currency)}</BANKMSGSRSV1></OFX>\n`;
}

/** One STMTTRNRS. */
export function statement(bookings: readonly string[], behind = "", account = "<BANKID>10020030<ACCTID>123456789<ACCTTYPE>CHECKING", currency = "USD", period = "<DTSTART>20240301<DTEND>20240331"): string {
  return `<STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}<BANKACCTFROM>${account}</BANKACCTFROM><BANKTRANLIST>${period}\n\n${bookings.map((one) => `${one}\n`).join("")}</BANKTRANLIST>${behind}</STMTRS></STMTTRNRS>`;
}

/** One STMTTRN: "20240305 -12.50 ID1 Name" and further fields. */
export function booking(line: string, further = ""): string {
  const [date = "", amount = "", id = "", ...name] = line.split(" ");
  return `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${name.join(" ")}${further}</STMTTRN>`;
}
