// A tagged statement (OFX, QIF, camt, MT940) taken apart into its records: what stands before them, each with what it
// says, what stands between and behind. Knows of a format only where a record begins and ends.

import type { StatementRecord } from "../../../../src/statements/statement.ts";

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

/** A document as read. */
export interface Said {
  readonly records: readonly StatementRecord[];
  readonly account: string | null;
}

/** The pieces of a text, with what the records on their lines say. */
export function taggedOf(format: TaggedFormat, text: string, { records, account }: Said): Tagged {
  const pieces: Piece[] = [];
  let at = 0;
  let line = 1;
  const lines = (part: string) =>
    part.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n").length - 1;
  for (const match of text.matchAll(RECORD[format])) {
    // An account or a category stands in a block of its own.
    if (format === "qif" && !(/^[TU]/m.test(match[0]) && /^D *\d/m.test(match[0]))) continue;
    const before = text.slice(at, match.index);
    pieces.push({ text: before, says: null });
    const first = line + lines(before);
    const last = first + lines(match[0].trimEnd());
    const within = records.filter((record) => lineOf(record) >= first && lineOf(record) <= last);
    pieces.push({ text: match[0], says: within.flatMap((record) => saysOf(record, account)) });
    at = match.index + match[0].length;
    line = first + lines(match[0]);
  }
  pieces.push({ text: text.slice(at), says: null });
  return { format, pieces };
}

function lineOf(record: StatementRecord): number {
  return record.kind === "transaction" ? record.row.line : record.line;
}

/**
 * "123456 2024-03-28 -125000", one of a transaction, none of anything else; `account`: the only one
 * of the document.
 */
export function saysOf(record: StatementRecord, account: string | null): string[] {
  return record.kind === "transaction"
    ? [`${record.row.account ?? account ?? ""} ${record.row.date} ${record.row.amount}`.trim()]
    : [];
}

/** Whether its records are of several accounts: then their places matter. */
export function severalAccounts(tagged: Tagged): boolean {
  return new Set(saidBy(tagged).map((one) => one.split(" ").slice(0, -2).join(" "))).size > 1;
}

export function textOf({ pieces }: Tagged): string {
  return pieces.map(({ text }) => text).join("");
}

export function saidBy({ pieces }: Tagged): string[] {
  return pieces.flatMap(({ says }) => says ?? []).toSorted();
}
