// QIF, Quicken's interchange format, which hundreds of programs and banks write in their own ways.
// Read whole: blocks become registers, and each record becomes one row. The format fixes neither
// the order of day and month nor the decimal mark. All values of the file decide together, or a
// question is asked.

import { err, ok, type Result } from "../../platform/result.ts";
import { printUnits, units } from "../../money/money.ts";
import { parseAmount } from "../amounts.ts";
import { decodeTagged, splitLines, tooManyLines } from "../charset.ts";
import { proveBalances, type Balanced } from "../balances.ts";
import type { Unreadable } from "../statement.ts";
import { wholeFormat, type WholePlan, type WholeStatement } from "../whole-document.ts";
import { findRegisters, type Register } from "./accounts.ts";
import { splitBlocks, parseHeader, type Block, type QifRecord } from "./blocks.ts";
import { interpretRecord, type Interpreted } from "./contents.ts";
import { readRecord, type ReadRecord } from "./rows.ts";
import { decideSign } from "./sign.ts";
import { createDayReader, decideOptions, type ReadingOptions } from "./values.ts";

const HEAD_LINES_MAX = 400;

/** Whether the first bytes are QIF: a header, or dates and amounts in records that end with "^". */
export function isQif(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1")
    .decode(head)
    .replaceAll("\0", "")
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "");
  const lines = splitLines(text)
    .slice(0, HEAD_LINES_MAX)
    .map((line) => line.trim());
  const filled = lines.filter((line) => line !== "" && line !== "^");
  const header = filled[0] === undefined ? null : parseHeader(filled[0], false);
  if (header !== null && (lines.length > 1 || filled[0]?.startsWith("!") === true)) return true;
  if (lines.some((line) => /^!(Type\s?:|Account$|Option:|Clear:)/i.test(line))) return true;
  return (
    lines.includes("^") &&
    filled.some((line) => /^D["']?\s?\d{1,4}[/.\-']/.test(line)) &&
    filled.some((line) => /^[TU][-+($£€ ]{0,3}[\d.,]/.test(line))
  );
}

export const qif = wholeFormat(isQif, readQif);

/** Reads a QIF file; refuses one without transactions or with too many lines. */
export async function readQif(
  bytes: Uint8Array,
  { answers, today }: WholePlan,
): Promise<Result<WholeStatement, Unreadable>> {
  const decoded = await decodeTagged(bytes);
  const large = tooManyLines(decoded.text);
  if (large !== null) return err(large);
  const blocks = splitBlocks(splitLines(decoded.text));
  const registers = findRegisters(blocks).filter(({ block }) => block.records.length > 0);
  if (registers.length === 0) return err(refuseEmpty(blocks));
  const cut = findCutRecord(registers, decoded.text);
  const contents = registers.map(({ block }) =>
    block.records.map((record) => interpretRecord(record, block.kind === "investment")),
  );
  const values = collectValues(contents, cut);
  const manner = decideOptions(values.dates, values.amounts, { answers, today });
  const cards = contents.filter((_, place) => registers[place]?.block.kind === "card");
  const sign = decideSign(cards, manner, answers);
  const readDay = createDayReader(manner, today);
  const labels = labelRegisters(registers);
  const read = registers.map((register, place): ReadRegister => {
    const { block } = register;
    const own = {
      ...manner,
      label: labels.several.length > 0 ? (labels.names[place] ?? null) : null,
      investment: block.kind === "investment",
      turned: sign.reversed && block.kind === "card",
      today,
      readDay,
    };
    const reads = (contents[place] ?? []).map((one, at) =>
      readRecord(one, own, { first: at === 0, cut: one.record === cut }),
    );
    return { register, label: labels.names[place] ?? "", reads };
  });
  const { proof, why } = proveRegisters(read, manner);
  const whys = [
    describeKinds(registers),
    decoded.why,
    ...manner.why,
    ...sign.why,
    ...describeLists(blocks),
    ...describeSeparated(registers),
    ...describeUneven(read),
    ...why,
  ];
  return ok({
    shape: describeShape(registers),
    layout: {
      ...describeLayout(decoded.encoding, manner, sign.reversed),
      account: labels.only,
      proof,
      why: whys,
    },
    questions: [...manner.questions, ...sign.questions],
    accounts: labels.several,
    records: read.flatMap(({ reads }) => reads.map(({ record }) => record)),
  });
}

function describeLayout(
  encoding: string,
  { order, mark }: ReadingOptions,
  turned: boolean,
): Omit<WholeStatement["layout"], "account" | "proof" | "why"> {
  return {
    format: "qif",
    bank: null,
    encoding,
    delimiter: null,
    header_line: null,
    columns: [],
    date_format: { dmy: "DD/MM/YYYY", mdy: "MM/DD/YYYY", ymd: "YYYY-MM-DD" }[order],
    decimal_mark: mark,
    sign: turned ? "positive" : "negative",
    currency: null,
  };
}

interface ReadRegister {
  readonly register: Register;
  readonly label: string;
  readonly reads: readonly ReadRecord[];
}

/** The texts that decide how all values are read: dates by register, and all amounts. */
function collectValues(
  registers: readonly (readonly Interpreted[])[],
  cut: QifRecord | null,
): { dates: readonly (readonly string[])[]; amounts: readonly string[] } {
  const amounts: string[] = [];
  const dates = registers.map((records) =>
    records.flatMap(({ record, contents }) => {
      if (record === cut) return [];
      for (const amount of contents.amounts) amounts.push(amount);
      for (const { amount } of contents.splits) amounts.push(amount);
      amounts.push(contents.commission);
      return contents.dates;
    }),
  );
  return { dates, amounts: amounts.filter((amount) => amount !== "") };
}

/**
 * The file's last record if it may be cut off. Without "^" it is complete only if its last line is
 * complete and it has every field that all others have; then the program just forgot the "^".
 */
function findCutRecord(registers: readonly Register[], text: string): QifRecord | null {
  const all = registers.flatMap(({ block }) => block.records);
  const last = all.at(-1);
  if (last === undefined || last.closed) return null;
  const codes = (record: QifRecord) => new Set(record.fields.map(({ code }) => code));
  const [first, ...others] = all.slice(0, -1).map(codes);
  if (first === undefined || !/[\r\n]\s*$/.test(text.slice(-64))) return last;
  const own = codes(last);
  const common = [...first].filter((code) => others.every((set) => set.has(code)));
  return common.every((code) => own.has(code)) ? null : last;
}

/** The names of the registers' accounts: as the file names them, else their headers' types. */
function labelRegisters(registers: readonly Register[]): {
  names: readonly string[];
  only: string | null;
  several: readonly string[];
} {
  const names = registers.map(({ account, block }) => account?.name ?? (block.name || "Bank"));
  const several = [...new Set(names)];
  const named = registers.some(({ account }) => account !== null);
  return several.length > 1
    ? { names, only: null, several }
    : { names, only: named ? (several[0] ?? null) : null, several: [] };
}

function describeKinds(registers: readonly Register[]): string {
  const kinds = [...new Set(registers.map(({ block }) => block.name))];
  if (kinds.length === 1 && kinds[0] === "")
    return "The file has no header and is read as QIF: lines of one letter and a value, and records that end with ^.";
  const named = kinds.filter((kind) => kind !== "").slice(0, 6);
  const list = named.length === 0 ? "" : ` (${named.join(", ")})`;
  return `The file is QIF${list}; negative amounts are money out.`;
}

const LISTS_SHOWN = 8;

/** Counts what else is in the file: categories, classes, securities, prices. */
function describeLists(blocks: readonly Block[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind, name, records } of blocks)
    if (kind === "list" && records.length > 0)
      counts.set(name, (counts.get(name) ?? 0) + records.length);
  if (counts.size === 0) return [];
  return [
    `The file also holds lists, which are not transactions: ${[...counts]
      .slice(0, LISTS_SHOWN)
      .map(([name, count]) => `${name} (${count})`)
      .join(", ")}.`,
  ];
}

function describeSeparated(registers: readonly Register[]): string[] {
  const parted = registers.flatMap(({ block }) =>
    block.records.filter((record) => record.separated === true),
  );
  const [first] = parted;
  return first === undefined
    ? []
    : [
        `${parted.length} ${parted.length === 1 ? "record lacks" : "records lack"} the "^" before ${parted.length === 1 ? "it" : "them"} (the first on line ${first.line}); each has its own date and amount.`,
      ];
}

function describeUneven(read: readonly ReadRegister[]): string[] {
  const lines = read.flatMap(({ reads }) =>
    reads.flatMap(({ uneven, record }) =>
      uneven && record.kind === "transaction" ? [record.row.line] : [],
    ),
  );
  const [first] = lines;
  if (first === undefined) return [];
  return [
    `The parts of ${lines.length} split ${lines.length === 1 ? "transaction do" : "transactions do"} not add up to ${lines.length === 1 ? "it" : "them"} (the first on line ${first}); the whole counts.`,
  ];
}

/**
 * Proves registers that begin with their opening balance and have a printed balance. The printed
 * balance is that of the last statement and may be older than the register. So it proves the rows
 * if it fits, and is only mentioned otherwise.
 */
function proveRegisters(
  read: readonly ReadRegister[],
  manner: ReadingOptions,
): { proof: WholeStatement["layout"]["proof"]; why: readonly string[] } {
  const balanced: Balanced[] = [];
  const why: string[] = [];
  for (const { register, label, reads } of read) {
    const opening = reads.find((one) => one.opening !== null)?.opening ?? null;
    const printed = register.account?.balance ?? "";
    const closing = printed === "" ? "" : parseAmount(printed, manner.mark);
    if (
      opening === null ||
      typeof closing === "string" ||
      reads.some(({ record }) => record.kind === "rejected")
    )
      continue;
    const amounts = reads.flatMap(({ record }) =>
      record.kind === "transaction" ? [record.row.amount] : [],
    );
    const end = amounts.reduce<number>((all, amount) => all + amount, opening);
    if (end === closing) balanced.push({ opening, closing, amounts, line: register.block.line });
    else if (Number.isSafeInteger(end))
      why.push(
        `The printed balance of ${label} is ${printUnits(closing, 2)}; its register ends with ${printUnits(units(end), 2)}.`,
      );
  }
  return { proof: proveBalances(balanced), why };
}

function refuseEmpty(blocks: readonly Block[]): Unreadable {
  const lists = blocks
    .filter(({ records }) => records.length > 0)
    .map(
      ({ name, kind, records }) => `${records.length} of ${kind === "account" ? "accounts" : name}`,
    );
  const what =
    lists.length === 0 ? "no records" : `lists (${lists.slice(0, LISTS_SHOWN).join(", ")})`;
  return {
    reason: "empty",
    message: `The QIF file holds ${what} but no transactions. Export the account's register.`,
  };
}

/** Identifies a program's files by their kinds of registers and fields. */
function describeShape(registers: readonly Register[]): string {
  const kinds = [...new Set(registers.map(({ block }) => block.name.toLowerCase()))].sort();
  const codes = new Set(
    registers
      .flatMap(({ block }) =>
        block.records.slice(0, 200).flatMap(({ fields }) => fields.map(({ code }) => code)),
      )
      .filter((code) => /[A-Z$%]/.test(code)),
  );
  const named = registers.some(({ account }) => account !== null);
  return ["qif", ...kinds, named ? "named" : "unnamed", [...codes].sort().join("")].join("|");
}
