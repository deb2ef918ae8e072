// Splits the lines of a QIF file into blocks and records. A header ("!Type:Bank", "!Account")
// begins a block, "^" ends a record. Programs leave headers out, misspell them, or forget the last
// "^". Fields are not interpreted here.

import { foldBlanks } from "../charset.ts";

export interface QifRecord {
  /** The line of its first field, from 1. */
  readonly line: number;
  /** The code and value of each line. */
  readonly fields: readonly { readonly code: string; readonly value: string }[];
  /** Its lines as printed. */
  readonly cells: readonly string[];
  /** Whether "^" or a header follows. Without it, the file's last record may be cut off. */
  readonly closed: boolean;
  /** Set when the "^" before it is missing, and its own date and amount separate it. */
  readonly separated?: boolean;
}

export type BlockKind = "bank" | "card" | "cash" | "other" | "investment" | "account" | "list";

export interface Block {
  /** The header's type: "Bank", "Invst", "Cat"; "" without a header. */
  readonly name: string;
  readonly kind: BlockKind;
  readonly line: number;
  readonly records: readonly QifRecord[];
}

// prettier-ignore
const KINDS: Readonly<Record<string, BlockKind>> = {
  bank: "bank", ccard: "card", cash: "cash", otha: "other", othl: "other", oths: "other", invst: "investment", port: "investment", invest: "investment", investment: "investment",
  cat: "list", category: "list", class: "list", memorized: "list", memtxn: "list", security: "list", prices: "list", price: "list", budget: "list", tag: "list", tax: "list",
  template: "list", invitem: "list", customer: "list", vendor: "list", employee: "list", paymeth: "list", payee: "list", creditcard: "card", bills: "list", sched: "list",
};
const HEADER = /^!?\s{0,4}Type\s{0,4}:\s{0,4}(.{0,40})$/i;
const BARE_HEADER = /^!\s{0,4}(Account|Option|Clear|[A-Z][A-Za-z]{0,20})\s{0,4}(:.{0,40})?$/i;

/**
 * Parses a line that begins a block; null for a field. "Type:Bank" without "!" counts between
 * records.
 */
export function parseHeader(
  line: string,
  open: boolean,
): { name: string; kind: BlockKind | "option" } | null {
  const text = line.trim();
  const name = text.startsWith("!") || !open ? HEADER.exec(text)?.[1] : undefined;
  if (name !== undefined) {
    const key = name.toLowerCase().replace(/[^a-z]/g, "");
    return { name: name.trim(), kind: Object.hasOwn(KINDS, key) ? (KINDS[key] ?? "bank") : "bank" };
  }
  const bare = text.startsWith("!") ? BARE_HEADER.exec(text)?.[1]?.toLowerCase() : undefined;
  if (bare === "account") return { name: "Account", kind: "account" };
  return bare === undefined ? null : { name: bare, kind: "option" };
}

/** Splits a file into blocks; records before any header form a block of their own. */
export function splitBlocks(lines: readonly string[]): readonly Block[] {
  const blocks: { name: string; kind: BlockKind; line: number; records: QifRecord[] }[] = [];
  let record: { line: number; fields: { code: string; value: string }[]; cells: string[] } | null =
    null;
  const close = (closed: boolean) => {
    const records = blocks.at(-1)?.records;
    if (record !== null && records !== undefined)
      for (const one of separateRecords({ ...record, closed })) records.push(one);
    record = null;
  };
  const last = lastFilledLine(lines);
  lines.forEach((raw, at) => {
    const line = raw.trimStart();
    if (line.trim() === "") return;
    const isField = record !== null && !line.startsWith("!");
    const header = isField ? null : parseHeader(line, record !== null);
    if (header !== null) {
      close(true);
      if (header.kind !== "option")
        blocks.push({ name: header.name, kind: header.kind, line: at + 1, records: [] });
    } else if (line.startsWith("^")) {
      close(true);
    } else {
      if (blocks.length === 0) blocks.push({ name: "", kind: "bank", line: at + 1, records: [] });
      record ??= { line: at + 1, fields: [], cells: [] };
      // The file's last line may be cut off, so its record counts as not closed.
      record.fields.push({ code: line.charAt(0), value: foldBlanks(line.slice(1)) });
      record.cells.push(raw);
      if (at === last) close(false);
    }
  });
  return blocks;
}

const DATE = /^["']?\d{1,4} ?[/.\-'] ?\d{1,2} ?[/.\-'] ?\d{1,4}["']?$/;
const AMOUNT = /^[-+($£€]{0,3}[\d.,' ]*\d[)-]?$/;

/**
 * Separates records whose "^" is missing: each must begin with the same field and have exactly one
 * date and one amount.
 */
function separateRecords(record: QifRecord): readonly QifRecord[] {
  const { fields, cells, line, closed } = record;
  const lead = fields[0]?.code;
  if ((lead !== "D" && lead !== "T") || !comesAgain(record, lead)) return [record];
  const starts = fields.flatMap(({ code, value }, at) =>
    code === lead && (lead === "D" ? DATE : AMOUNT).test(value) ? [at] : [],
  );
  if (starts.length < 2) return [record];
  const parts = starts.map((from, at) => ({ from, fields: fields.slice(from, starts[at + 1]) }));
  const count = (part: (typeof parts)[number], code: string, shape: RegExp) =>
    part.fields.filter((field) => field.code === code && shape.test(field.value)).length;
  if (!parts.every((part) => count(part, "D", DATE) === 1 && count(part, "T", AMOUNT) === 1))
    return [record];
  return parts.map((part, at) => ({
    line: line + part.from,
    fields: part.fields,
    cells: cells.slice(part.from, part.from + part.fields.length),
    closed: closed || at < parts.length - 1,
    ...(at > 0 ? { separated: true } : {}),
  }));
}

/** Whether several fields have the code. */
function comesAgain({ fields }: QifRecord, wanted: string): boolean {
  let found = 0;
  for (const { code } of fields) if (code === wanted) found += 1;
  return found > 1;
}

function lastFilledLine(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "");
}
