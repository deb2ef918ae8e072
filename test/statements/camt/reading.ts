// How the tests read camt documents, and the parts the synthetic ones are built from.

import { must } from "../../../src/platform/assert.ts";
import { printUnits } from "../../../src/money/money.ts";
import { readCamt } from "../../../src/statements/camt/camt.ts";
import type { StatementRow } from "../../../src/statements/statement.ts";
import type { WholeStatement } from "../../../src/statements/whole-document.ts";

export interface CamtReading extends WholeStatement {
  readonly rows: readonly StatementRow[];
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}

/** Reads; throws with the refusal where there is one. */
export async function read(content: string | Uint8Array): Promise<CamtReading> {
  const whole = await readCamt(bytesOf(content));
  if (!whole.ok) throw new Error(`refused: ${whole.error.message}`);
  return {
    ...whole.value,
    rows: whole.value.records.flatMap((record) =>
      record.kind === "transaction" ? [record.row] : [],
    ),
  };
}

/** The message with which a document is refused; throws where it is read. */
export async function refusal(content: string | Uint8Array): Promise<string> {
  const whole = await readCamt(bytesOf(content));
  if (whole.ok) throw new Error("it was not refused");
  return whole.error.message;
}

/** The only row of a document. */
export async function onlyRow(content: string | Uint8Array): Promise<StatementRow> {
  const { rows, records } = await read(content);
  if (rows.length !== 1 || records.length !== 1)
    throw new Error(`${rows.length} rows of ${records.length} records: ${JSON.stringify(records)}`);
  return must(rows[0], "there is one");
}

/** A row as "2024-03-28 -12.50 EUR payee [reference]". */
export function printRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.currency?.toUpperCase() ?? "-"} ${row.payee} [${row.reference ?? ""}]${row.pending ? " pending" : ""}`;
}

const MESSAGES = {
  "052": ["BkToCstmrAcctRpt", "Rpt"],
  "053": ["BkToCstmrStmt", "Stmt"],
  "054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

export type Kind = keyof typeof MESSAGES;

/** A message of one or several statements' inner XML. */
export function message(kind: Kind, version: number, ...statements: readonly string[]): string {
  const [element, statement] = MESSAGES[kind];
  const name = version === 1 ? `${element}V01` : element;
  const inner = statements.map((one) => `<${statement}>\n${one}\n</${statement}>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${String(version).padStart(2, "0")}">
<${name}>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2024-03-01T06:00:00+01:00</CreDtTm></GrpHdr>
${inner}
</${name}>
</Document>
`;
}

/** The head of a statement of an IBAN. */
export function account(iban: string, currency = "EUR", id = "S1"): string {
  return `<Id>${id}</Id><CreDtTm>2024-03-01T06:00:00+01:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id>${currency === "" ? "" : `<Ccy>${currency}</Ccy>`}</Acct>`;
}

/** A balance: "OPBD", "100.00" or "-100.00". */
export function balance(
  code: string,
  amount: string,
  currency = "EUR",
  day = "2024-02-29",
): string {
  const side = amount.startsWith("-") ? "DBIT" : "CRDT";
  return `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount.replace("-", "")}</Amt><CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
}

/** An entry: "-12.50", a day, what stands behind the dates. */
export function entry(amount: string, day: string, rest = "", currency = "EUR"): string {
  const side = amount.startsWith("-") ? "DBIT" : "CRDT";
  return `<Ntry><Amt Ccy="${currency}">${amount.replace("-", "")}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${rest}</Ntry>`;
}

/** A detail within NtryDtls. */
export function details(...inner: readonly string[]): string {
  return `<NtryDtls>${inner.map((one) => `<TxDtls>${one}</TxDtls>`).join("\n")}</NtryDtls>`;
}
