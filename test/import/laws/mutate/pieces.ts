// A tagged statement (OFX, QIF, camt, MT940) taken apart into its records: what stands before them, each with what it
// says, what stands between and behind. Knows of a format only where a record begins and ends.

import type { StatementRecord } from "../../../../src/import/decode/statement.ts";

export interface Piece {
  readonly text: string;
  /** What it says where it is a record: "2024-03-28 -125000", none or several. Null: text around the records. */
  readonly says: readonly string[] | null;
}

export type TaggedFormat = "ofx" | "qif" | "camt" | "mt940";

export interface Tagged {
  readonly format: TaggedFormat;
  readonly pieces: readonly Piece[];
}

/** Where records are; each match is one. */
const RECORD: Readonly<Record<TaggedFormat, RegExp>> = {
  ofx: /<STMTTRN>(?:(?!<STMTTRN>|<\/BANKTRANLIST>|<INVBANKTRAN>|<\/INVBANKTRAN>)[\s\S])*/gi,
  camt: /<((?:\w+:)?)Ntry>[\s\S]*?<\/\1Ntry>/g,
  qif: /(?:^[^!^\r\n][^\r\n]*(?:\r\n|\r|\n))+\^/gm,
  mt940: /^:61:(?:(?!^:6[0-9]|^:61:|^-\}?|^\{)[\s\S])*/gm,
};

/** The pieces of a text, with what the records on their lines say. */
export function taggedOf(format: TaggedFormat, text: string, records: readonly StatementRecord[]): Tagged {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 1;
  const lines = (part: string) => part.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n").length - 1;
  for (const match of text.matchAll(RECORD[format])) {
    const before = text.slice(at, match.index);
    pieces.push({ text: before, says: null });
    const first = line + lines(before);
    const last = first + lines(match[0].trimEnd());
    const within = records.filter((record) => lineOf(record) >= first && lineOf(record) <= last);
    pieces.push({ text: match[0], says: within.flatMap(saysOf) });
    at = match.index + match[0].length;
    line = first + lines(match[0]);
  }
  pieces.push({ text: text.slice(at), says: null });
  return { format, pieces };
}

function lineOf(record: StatementRecord): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

/** "2024-03-28 -125000", one of a transaction, none of anything else. */
export function saysOf(record: StatementRecord): string[] {
  return record.kind === "transaction" ? [`${record.row.account ?? ""} ${record.row.date} ${record.row.amount}`.trim()] : [];
}

export function textOf({ pieces }: Tagged): string {
  return pieces.map(({ text }) => text).join("");
}

export function saidBy({ pieces }: Tagged): string[] {
  return pieces.flatMap(({ says }) => says ?? []).toSorted();
}
