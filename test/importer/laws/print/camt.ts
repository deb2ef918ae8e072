// The month as camt: a statement (053) with the bank's references or without, a report of the day (052) and a
// notification (054) of the same bookings.

import {
  before,
  CURRENCY,
  decimal,
  IBAN,
  isoDay,
  utf16,
  utf8,
  type Entry,
  type Month,
} from "../truth.ts";
import type { Writer } from "./writer.ts";

const MESSAGES = {
  "052": ["BkToCstmrAcctRpt", "Rpt"],
  "053": ["BkToCstmrStmt", "Stmt"],
  "054": ["BkToCstmrDbtCdtNtfctn", "Ntfctn"],
} as const;

interface Habit {
  readonly kind: keyof typeof MESSAGES;
  readonly version: number;
  readonly prefix: string;
  readonly references: boolean;
  readonly purpose: boolean;
  readonly end: string;
}

/** The message. */
export function camtText(
  rows: Month,
  { kind, version, prefix, references, purpose, end }: Habit,
): string {
  const [element, statement] = MESSAGES[kind];
  const name = (tag: string) => `${prefix}${tag}`;
  const tag = (tagged: string, content: string, attribute = "") =>
    `<${name(tagged)}${attribute}>${content}</${name(tagged)}>`;
  const amount = (cents: number) =>
    tag("Amt", decimal(Math.abs(cents)), ` Ccy="${CURRENCY}"`) +
    tag("CdtDbtInd", cents < 0 ? "DBIT" : "CRDT");
  const person = (text: string) => (version >= 8 ? tag("Pty", tag("Nm", text)) : tag("Nm", text));
  const entry = (one: Entry) => {
    const status = version >= 8 ? tag("Sts", tag("Cd", "BOOK")) : tag("Sts", "BOOK");
    const instructed =
      one.original === null
        ? ""
        : tag(
            "AmtDtls",
            tag(
              "InstdAmt",
              tag("Amt", decimal(Math.abs(one.original.cents)), ` Ccy="${one.original.currency}"`) +
                tag(
                  "CcyXchg",
                  tag("SrcCcy", one.original.currency) + tag("XchgRate", one.original.rate),
                ),
            ),
          );
    const remittance = purpose ? tag("RmtInf", tag("Ustrd", one.purpose)) : "";
    const details = tag(
      "TxDtls",
      instructed +
        tag("RltdPties", tag(one.cents < 0 ? "Cdtr" : "Dbtr", person(one.payee))) +
        remittance,
    );
    const reference = references ? tag("AcctSvcrRef", one.reference) : "";
    return tag(
      "Ntry",
      amount(one.cents) +
        status +
        tag("BookgDt", tag("Dt", isoDay(one))) +
        tag("ValDt", tag("Dt", isoDay(one))) +
        reference +
        tag("NtryDtls", details),
    );
  };
  const [first, last] = [rows[0], rows.at(-1)];
  const balance = (code: string, cents: number, one: Entry) =>
    tag(
      "Bal",
      tag("Tp", tag("CdOrPrtry", tag("Cd", code))) +
        amount(cents) +
        tag("Dt", tag("Dt", isoDay(one))),
    );
  const balances =
    kind === "054" || first === undefined || last === undefined
      ? []
      : [balance("OPBD", before(first), first), balance("CLBD", last.balance, last)];
  const head =
    tag("Id", `S${first?.reference ?? ""}`) +
    tag("CreDtTm", "2024-04-01T06:00:00+01:00") +
    tag("Acct", tag("Id", tag("IBAN", IBAN)) + tag("Ccy", CURRENCY));
  const namespace = ` xmlns${prefix === "" ? "" : `:${prefix.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.${String(version).padStart(2, "0")}"`;
  const group = tag("GrpHdr", tag("MsgId", "M1") + tag("CreDtTm", "2024-04-01T06:00:00+01:00"));
  return [
    '<?xml version="1.0"?>',
    `<${name("Document")}${namespace}>`,
    `<${name(element)}>`,
    group,
    `<${name(statement)}>`,
    head,
    ...balances,
    ...rows.map(entry),
    `</${name(statement)}>`,
    `</${name(element)}>`,
    `</${name("Document")}>`,
    "",
  ].join(end);
}

const STATEMENT: Habit = {
  kind: "053",
  version: 2,
  prefix: "",
  references: true,
  purpose: true,
  end: "\n",
};
const common = { format: "camt", answers: {}, text: "payee and purpose" } as const;

export const CAMT: readonly Writer[] = [
  {
    ...common,
    name: "camt, statement",
    witness: "reference",
    write: (rows) => utf8(camtText(rows, STATEMENT)),
  },
  {
    ...common,
    name: "camt, statement of version 8 in UTF-16, with a prefix",
    witness: "reference",
    write: (rows) =>
      utf16(camtText(rows, { ...STATEMENT, version: 8, prefix: "n0:", end: "\r\n" })),
  },
  {
    ...common,
    name: "camt, report on one line",
    witness: "reference",
    write: (rows) => utf8(camtText(rows, { ...STATEMENT, kind: "052", version: 6, end: "" })),
  },
  {
    ...common,
    name: "camt, notification",
    witness: "reference",
    write: (rows) => utf8(camtText(rows, { ...STATEMENT, kind: "054", version: 4 })),
  },
  {
    ...common,
    name: "camt, without references",
    witness: null,
    write: (rows) => utf8(camtText(rows, { ...STATEMENT, references: false })),
  },
  {
    ...common,
    name: "camt, payee only",
    text: "payee",
    witness: null,
    write: (rows) => utf8(camtText(rows, { ...STATEMENT, references: false, purpose: false })),
  },
];
