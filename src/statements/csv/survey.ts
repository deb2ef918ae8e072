// The survey pass: the head of the document is looked at whole, and a plan is made of it; reading goes
// on beyond the head only while more rows could still decide something (day or month first, decimal
// mark). Every decision leaves a sentence in `why`; what stays open becomes one question each.

import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { CSV_CELL_CHARS_MAX, CSV_COLUMNS_MAX } from "../../platform/limits.ts";
import { kindOf } from "./shape/cells.ts";
import { findDialect } from "./shape/find-dialect.ts";
import { detectEncoding, type Encoding } from "./shape/encoding.ts";
import { normalLabel } from "./columns/labels.ts";
import { makePlan } from "./decisions/make-plan.ts";
import type { CsvPlan } from "./plan.ts";
import { isBlankLine } from "./read.ts";
import { findRegion, type Region } from "./shape/region.ts";
import { rowReader } from "./rows/row-reader.ts";
import { joinTables } from "./shape/tables.ts";
import { textBlocks } from "./shape/text.ts";
import { tokenizer, type Batch, type Dialect } from "./shape/tokenize.ts";
import type { Survey, SurveyOptions } from "../format.ts";
import type { DocumentSource, StatementRecord, Unreadable } from "../statement.ts";

export type CsvSurvey = Survey<CsvPlan>;

/** The rows at the head of the document, and how to go on reading behind them. */
export interface Head {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly broken: ReadonlyMap<number, string>;
  /** Whether the head is the whole document. */
  readonly whole: boolean;
  /** The rows behind the head, read from the document as they are asked for. */
  readonly rest: () => AsyncGenerator<readonly (readonly string[])[]>;
  /** A record that does not end within the head: the line it begins on and why. */
  readonly endless: { readonly line: number; readonly quoted: boolean } | null;
}

const HEAD_CHARS = 128 * 1024;
const HEAD_ROWS_MAX = 1_000;
const SAMPLE_FIRST = 20;
const SAMPLE_ODD = 20;

/** How the text of a document that we wrote ourselves is taken apart. */
export interface KnownText {
  readonly encoding: Encoding;
  readonly dialect: Dialect;
}

/** Looks at a CSV document and says how to read it, or why it cannot be read; `known` saves looking for its dialect. */
export async function surveyCsv(
  source: DocumentSource,
  options: SurveyOptions,
  known: KnownText | null = null,
): Promise<Result<CsvSurvey, Unreadable>> {
  const encoding = known?.encoding ?? (await detectEncoding(source));
  const { text, whole } = await headText(source, encoding);
  if (text.trim() === "")
    return err({
      reason: "empty",
      message: `The file ${source.bytes === 0 ? "is empty" : "holds nothing but blanks"}; a statement was expected.`,
    });
  const found = known === null ? findDialect(text) : { dialect: known.dialect, skip: 0, why: "" };
  const asPrinted = readHead(source, encoding, found.dialect, text, whole, found.skip);
  const unreadable = refuse(asPrinted);
  if (unreadable !== null) return err(unreadable);
  const table = findRegion(asPrinted.rows);
  if (table === null) {
    return err({
      reason: "not a statement",
      message: `No header and no row with a date and an amount were found in the first ${asPrinted.rows.length} lines with content; a bank statement has both.`,
    });
  }
  const { head, region, holders } = joinTables(asPrinted, table);
  if (region.data.length === 0 && region.labels.every((label) => kindOf(label) === "empty")) {
    return err({
      reason: "not a statement",
      message: "No row has a date and an amount; a bank statement was expected.",
    });
  }
  const fingerprint = await fingerprintOf(region, head);
  const recalled = await options.recall(fingerprint);
  const made = await makePlan({
    head,
    region,
    holders,
    encoding,
    dialect: found.dialect,
    fingerprint,
    today: options.today,
    told: options.answers,
    recalled,
    whys: [encoding.why, found.why].filter((why) => why !== ""),
  });
  if (!made.ok) return made;
  return ok({ ...made.value, sample: sampleOf(asPrinted, made.value.plan) });
}

async function headText(
  source: DocumentSource,
  encoding: Parameters<typeof textBlocks>[1],
): Promise<{ text: string; whole: boolean }> {
  let text = "";
  for await (const block of textBlocks(source, encoding)) {
    if (text.length >= HEAD_CHARS) return { text, whole: false };
    text += block;
  }
  return { text, whole: true };
}

function readHead(
  source: DocumentSource,
  encoding: Parameters<typeof textBlocks>[1],
  dialect: Dialect,
  text: string,
  whole: boolean,
  skip: number,
): Head {
  const tokens = tokenizer(dialect, 0);
  const rows: string[][] = [];
  const lines: number[] = [];
  const broken = new Map<number, string>();
  const take = (batch: Batch) => {
    batch.rows.forEach((row, index) => {
      const line = batch.lines[index] ?? 0;
      if (
        (skip > 0 && line <= skip) ||
        rows.length >= HEAD_ROWS_MAX ||
        (row.length === 1 && isBlankLine(row[0] ?? ""))
      )
        return;
      const fault = batch.broken.get(index);
      if (fault !== undefined) broken.set(rows.length, fault);
      rows.push(row);
      lines.push(line);
    });
  };
  take(tokens.push(text));
  if (whole) take(tokens.end());
  const held = tokens.rest();
  const endless = held.chars > CSV_CELL_CHARS_MAX ? { line: held.line, quoted: held.quoted } : null;
  const all = whole && rows.length < HEAD_ROWS_MAX;
  async function* rest(): AsyncGenerator<readonly (readonly string[])[]> {
    const again = tokenizer(dialect, 0);
    for await (const block of textBlocks(source, encoding)) yield again.push(block).rows;
    yield again.end().rows;
  }
  return { rows, lines, broken, whole: all, rest, endless };
}

/** What no plan can be made of, said before any further work. */
function refuse(head: Head): Unreadable | null {
  const [first] = head.rows;
  if (head.endless !== null && head.rows.length < 3) {
    const { line, quoted } = head.endless;
    return {
      reason: "malformed",
      message: quoted
        ? `Line ${line} opens a quotation mark that does not close within ${CSV_CELL_CHARS_MAX} characters; a statement's cells are shorter.`
        : `Line ${line} is longer than ${CSV_CELL_CHARS_MAX} characters; a statement has one short line for each transaction.`,
    };
  }
  if (first === undefined)
    return {
      reason: "malformed",
      message:
        "No line with content was found at the beginning of the file; a bank statement was expected.",
    };
  const [fault] = head.broken.values();
  if (fault !== undefined && head.rows.length - head.broken.size < 1)
    return {
      reason: "malformed",
      message: `Line ${head.lines[0] ?? 1} cannot be taken apart: ${fault}.`,
    };
  const wide = head.rows.findIndex((row) => row.length > CSV_COLUMNS_MAX);
  if (
    wide >= 0 &&
    head.rows.filter((row) => row.length > CSV_COLUMNS_MAX).length * 2 >= head.rows.length
  ) {
    return {
      reason: "too large",
      message: `Line ${head.lines[wide] ?? 1} has ${head.rows[wide]?.length ?? 0} columns; at most ${CSV_COLUMNS_MAX} are read.`,
    };
  }
  return null;
}

/** A name for the layout: the same for every file with these labels, or columns of these shapes. */
async function fingerprintOf(region: Region, head: Head): Promise<string> {
  const first = head.rows[region.data[0] ?? region.first] ?? [];
  const shape =
    region.header >= 0
      ? region.labels.map(normalLabel).join("|").replace(/\|+$/, "")
      : `shapes:${first
          .map(kindOf)
          .map((kind) => (kind === "empty" ? "text" : kind))
          .join("|")}`;
  return `csv:${hex(await sha256(shape)).slice(0, 32)}`;
}

function sampleOf(head: Head, plan: CsvPlan): readonly StatementRecord[] {
  const read = rowReader(plan);
  const first: StatementRecord[] = [];
  const odd: StatementRecord[] = [];
  head.rows.forEach((cells, index) => {
    const line = head.lines[index] ?? 0;
    if (line < plan.first_line || odd.length >= SAMPLE_ODD) return;
    const record = read(cells, line, head.broken.get(index), false);
    if (first.length < SAMPLE_FIRST) first.push(record);
    else if (record.kind !== "transaction" || record.row.pending || record.row.amount === 0)
      odd.push(record);
  });
  return [...first, ...odd];
}
