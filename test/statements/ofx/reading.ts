// OFX documents for the tests, and how a row is shown.

import { printUnits } from "../../../src/money/money.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";

/** A row as "2024-03-28 -12.50 payee | description". */
export function printRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.payee} | ${row.description}`;
}

export const SGML_HEADER =
  "OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE\nOLDFILEUID:NONE\nNEWFILEUID:NONE\n\n";
export const XML_HEADER =
  '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';
const SIGNON =
  "<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20240331<LANGUAGE>ENG<FI><ORG>Test Bank<FID>1234</FI></SONRS></SIGNONMSGSRSV1>\n";

/** A bank statement of one account around these bookings; each on its line, from line 14 on. */
export function bank(
  bookings: readonly string[],
  behind = "",
  account = "<BANKID>10020030<ACCTID>123456789<ACCTTYPE>CHECKING",
  currency = "USD",
): string {
  return `${SGML_HEADER}<OFX>${SIGNON}<BANKMSGSRSV1>${statement(bookings, behind, account, currency)}</BANKMSGSRSV1></OFX>\n`;
}

/** One STMTTRNRS. */
export function statement(
  bookings: readonly string[],
  behind = "",
  account = "<BANKID>10020030<ACCTID>123456789<ACCTTYPE>CHECKING",
  currency = "USD",
  period = "<DTSTART>20240301<DTEND>20240331",
): string {
  return `<STMTTRNRS><TRNUID>0<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}<BANKACCTFROM>${account}</BANKACCTFROM><BANKTRANLIST>${period}\n\n${bookings.map((one) => `${one}\n`).join("")}</BANKTRANLIST>${behind}</STMTRS></STMTTRNRS>`;
}

/** One STMTTRN: "20240305 -12.50 ID1 Name" and further fields. */
export function booking(line: string, further = ""): string {
  const [date = "", amount = "", id = "", ...name] = line.split(" ");
  return `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${name.join(" ")}${further}</STMTTRN>`;
}
