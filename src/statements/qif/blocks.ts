// The lines of a QIF file become blocks of records: what a header ("!Type:Bank", "!Account") begins, and in it the records
// that "^" ends. Programs leave headers out, misspell them, forget the last "^". Nothing of a record is interpreted here.

import { folded } from "../charset.ts";

export interface QifRecord {
  /** The line of its first field, from 1. */
  readonly line: number;
  /** Code and value of each line. */
  readonly fields: readonly { readonly code: string; readonly value: string }[];
  /** Its lines as printed. */
  readonly cells: readonly string[];
  /** Whether "^" or a header followed; a file's last record may be cut off, or only lack its "^". */
  readonly closed: boolean;
  /** Whether the "^" before it is missing: it was parted from the record before by its own date and amount. */
  readonly parted?: boolean;
}

export type BlockKind = "bank" | "card" | "cash" | "other" | "investment" | "account" | "list";

export interface Block {
  /** What the header says: "Bank", "Invst", "Cat"; "" where there is none. */
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

/** What a line that begins a block says; null for a field. "Type:Bank" without its "!" counts where no record is open. */
export function headerOf(
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

/** The blocks of a file; a record before any header is in a block of its own. */
export function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: { name: string; kind: BlockKind; line: number; records: QifRecord[] }[] = [];
  let record: { line: number; fields: { code: string; value: string }[]; cells: string[] } | null =
    null;
  const close = (closed: boolean) => {
    if (record !== null) blocks.at(-1)?.records.push(...partedRecords({ ...record, closed }));
    record = null;
  };
  const last = lastFilled(lines);
  lines.forEach((raw, at) => {
    const line = raw.trimStart();
    if (line.trim() === "") return;
    const header = headerOf(line, record !== null);
    if (header !== null) {
      close(true);
      if (header.kind !== "option")
        blocks.push({ name: header.name, kind: header.kind, line: at + 1, records: [] });
    } else if (line.startsWith("^")) {
      close(true);
    } else {
      if (blocks.length === 0) blocks.push({ name: "", kind: "bank", line: at + 1, records: [] });
      record ??= { line: at + 1, fields: [], cells: [] };
      // The line at the file's end may be cut: its field is kept apart by being the last.
      record.fields.push({ code: line.charAt(0), value: folded(line.slice(1)) });
      record.cells.push(raw);
      if (at === last) close(false);
    }
  });
  return blocks;
}

const DATE = /^["']?\d{1,4} ?[/.\-'] ?\d{1,2} ?[/.\-'] ?\d{1,4}["']?$/;
const AMOUNT = /^[-+($£€]{0,3}[\d.,' ]*\d[)-]?$/;

/** Several records whose "^" between them is missing: each begins with the same field and has one date and one amount. */
function partedRecords(record: QifRecord): readonly QifRecord[] {
  const { fields, cells, line, closed } = record;
  const lead = fields[0]?.code;
  if (lead !== "D" && lead !== "T") return [record];
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
    ...(at > 0 ? { parted: true } : {}),
  }));
}

function lastFilled(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== "");
}
