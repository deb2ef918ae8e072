// The month as OFX: version 1 (SGML, values never closed) and version 2 (XML).

import { CURRENCY, dayParts, decimal, latin1, utf8, type Entry, type Month } from "../truth.ts";
import type { Writer } from "./writer.ts";

export const OFX_ACCOUNT = "0000202051";
const SGML =
  "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nSECURITY:NONE\r\nENCODING:USASCII\r\nCHARSET:1252\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n";
const XML =
  '<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n';

interface Spelling {
  readonly closed: boolean;
  readonly end: string;
  /** The fields of a booking's text. */
  readonly text: (entry: Entry) => readonly (readonly [string, string])[];
}

/** The document without its header. */
export function ofxBody(rows: Month, { closed, end, text }: Spelling): string {
  const value = (name: string, content: string) =>
    `<${name}>${content.replaceAll("&", "&amp;")}${closed ? `</${name}>` : ""}`;
  const booking = (entry: Entry) => [
    "<STMTTRN>",
    value("TRNTYPE", entry.cents < 0 ? "DEBIT" : "CREDIT"),
    value("DTPOSTED", dayParts(entry).join("")),
    value("TRNAMT", decimal(entry.cents)),
    value("FITID", entry.reference),
    ...text(entry).map(([name, content]) => value(name, content)),
    ...(entry.original === null
      ? []
      : [
          "<ORIGCURRENCY>",
          value("CURRATE", entry.original.rate),
          value("CURSYM", entry.original.currency),
          "</ORIGCURRENCY>",
        ]),
    "</STMTTRN>",
  ];
  const [first, last] = [rows[0], rows.at(-1)];
  const period =
    first === undefined || last === undefined
      ? []
      : [value("DTSTART", dayParts(first).join("")), value("DTEND", dayParts(last).join(""))];
  const balance =
    last === undefined
      ? []
      : [
          "<LEDGERBAL>",
          value("BALAMT", decimal(last.balance)),
          value("DTASOF", dayParts(last).join("")),
          "</LEDGERBAL>",
        ];
  return [
    "<OFX>",
    "<SIGNONMSGSRSV1>",
    "<SONRS>",
    "<STATUS>",
    value("CODE", "0"),
    value("SEVERITY", "INFO"),
    "</STATUS>",
    value("DTSERVER", "20240401"),
    value("LANGUAGE", "ENG"),
    "</SONRS>",
    "</SIGNONMSGSRSV1>",
    "<BANKMSGSRSV1>",
    "<STMTTRNRS>",
    value("TRNUID", "1"),
    "<STATUS>",
    value("CODE", "0"),
    value("SEVERITY", "INFO"),
    "</STATUS>",
    "<STMTRS>",
    value("CURDEF", CURRENCY),
    "<BANKACCTFROM>",
    value("BANKID", "12030000"),
    value("ACCTID", OFX_ACCOUNT),
    value("ACCTTYPE", "CHECKING"),
    "</BANKACCTFROM>",
    "<BANKTRANLIST>",
    ...period,
    ...rows.flatMap(booking),
    "</BANKTRANLIST>",
    ...balance,
    "</STMTRS>",
    "</STMTTRNRS>",
    "</BANKMSGSRSV1>",
    "</OFX>",
    "",
  ].join(end);
}

const split: Spelling["text"] = ({ payee, purpose }) => [
  ["NAME", payee],
  ["MEMO", purpose],
];
const common = { format: "ofx", witness: "reference", answers: {} } as const;

export const OFX: readonly Writer[] = [
  {
    ...common,
    name: "ofx, SGML",
    text: "payee and purpose",
    write: (rows) => latin1(SGML + ofxBody(rows, { closed: false, end: "\r\n", text: split })),
  },
  {
    ...common,
    name: "ofx, XML on one line",
    text: "payee and purpose",
    write: (rows) => utf8(XML + ofxBody(rows, { closed: true, end: "", text: split })),
  },
  {
    ...common,
    name: "ofx, payee only",
    text: "payee",
    write: (rows) =>
      utf8(
        XML + ofxBody(rows, { closed: true, end: "\n", text: ({ payee }) => [["NAME", payee]] }),
      ),
  },
];
