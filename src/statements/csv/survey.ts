// The survey pass looks at the head of the document whole and makes a plan of it. It reads on
// beyond the head only while more rows could still decide something: whether day or month comes
// first, or the decimal mark. Every decision leaves a sentence in `why`; what stays open becomes
// one question each.

import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Survey, SurveyOptions } from "../format.ts";
import { readDelimiter } from "../settings.ts";
import type { DocumentSource, StatementRecord, Unreadable } from "../statement.ts";
import { normalLabel } from "./columns/labels.ts";
import { makePlan } from "./decisions/make-plan.ts";
import { readHead, readHeadText, refuseHead, type Head } from "./head.ts";
import type { CsvPlan } from "./plan.ts";
import { RowReader } from "./rows/row-reader.ts";
import { classifyCell } from "./shape/cells.ts";
import type { Dialect } from "./shape/dialect.ts";
import { detectEncoding, type Encoding } from "./shape/encoding.ts";
import { findDialect, nameDelimiter, type DialectFinding } from "./shape/find-dialect.ts";
import { findRegion, type Region } from "./shape/region.ts";
import { joinTables } from "./shape/tables.ts";

export type CsvSurvey = Survey<CsvPlan>;

const SAMPLE_FIRST = 20;
const SAMPLE_ODD = 20;

/** How the text of a document that we wrote ourselves is taken apart. */
export interface KnownText {
  readonly encoding: Encoding;
  readonly dialect: Dialect;
}

/**
 * Says how to read a CSV document, or why it cannot be read. `known` is how the text of a document
 * that we wrote ourselves is taken apart; without it both are found.
 */
export async function surveyCsv(
  source: DocumentSource,
  options: SurveyOptions,
  known: KnownText | null = null,
): Promise<Result<CsvSurvey, Unreadable>> {
  const encoding = known?.encoding ?? (await detectEncoding(source));
  const headText = await readHeadText(source, encoding);
  if (headText.text.trim() === "")
    return err({
      reason: "empty",
      message: `The file ${source.bytes === 0 ? "is empty" : "holds only blanks"}; a statement was expected.`,
    });
  const takeApart = (found: DialectFinding) =>
    findTable(found, readHead(source, encoding, found, headText));
  const detected = takeApart(
    known === null ? findDialect(headText.text) : { dialect: known.dialect, skip: 0, why: "" },
  );
  if (!detected.ok) return detected;
  // The layout is named by the file as it was found, so that what is set for it is found again.
  const { region, head } = detected.value.joined;
  const fingerprint = await computeFingerprint(region, head);
  const remembered = await options.recall(fingerprint);
  const set = known === null ? readDelimiter({ ...remembered, ...options.answers }) : null;
  const { table, warnings } = chooseTable(
    detected.value,
    set === null ? null : takeApart(findDialect(headText.text, set)),
  );
  const made = await makePlan({
    ...table.joined,
    encoding,
    dialect: table.found.dialect,
    fingerprint,
    today: options.today,
    answers: { given: options.answers, remembered },
    reasons: [encoding.why, table.found.why].filter((why) => why !== ""),
  });
  if (!made.ok) return made;
  const { layout, plan } = made.value;
  const sample = readSample(table.asPrinted, plan);
  if (warnings.length === 0) return ok({ ...made.value, sample });
  const all = [...warnings, ...(layout.warnings ?? [])];
  return ok({ ...made.value, layout: { ...layout, warnings: all }, sample });
}

/** The document taken apart in one way, and its table. */
interface Table {
  readonly found: DialectFinding;
  readonly asPrinted: Head;
  readonly joined: ReturnType<typeof joinTables>;
}

function findTable(found: DialectFinding, asPrinted: Head): Result<Table, Unreadable> {
  const unreadable = refuseHead(asPrinted);
  if (unreadable !== null) return err(unreadable);
  const table = findRegion(asPrinted.rows);
  if (table === null)
    return err({
      reason: "not a statement",
      message: `No header and no row with a date and an amount were found in the first ${asPrinted.rows.length} lines with content; a bank statement has both.`,
    });
  const joined = joinTables(asPrinted, table);
  const { region } = joined;
  if (region.data.length === 0 && region.labels.every((label) => classifyCell(label) === "empty"))
    return err({
      reason: "not a statement",
      message: "No row has a date and an amount; a bank statement was expected.",
    });
  return ok({ found, asPrinted, joined });
}

/**
 * The table with the set delimiter; null if none is set. If that gives no table, the detected one
 * is read and the setting is named, since a failed import could not be read again.
 */
function chooseTable(
  detected: Table,
  set: Result<Table, Unreadable> | null,
): { readonly table: Table; readonly warnings: readonly string[] } {
  if (set === null) return { table: detected, warnings: [] };
  const { delimiter } = detected.found.dialect;
  if (!set.ok || set.value.joined.region.data.length === 0)
    return {
      table: detected,
      warnings: [
        `With the delimiter that is set, no row has a date and an amount; the file was read with the ${nameDelimiter(delimiter)}.`,
      ],
    };
  const [less, more] = [set.value, detected].map(({ joined }) => joined.region.data.length);
  const isWorse = (less ?? 0) < (more ?? 0);
  return {
    table: set.value,
    warnings: isWorse
      ? [
          `The delimiter is set to the ${nameDelimiter(set.value.found.dialect.delimiter)}; with the ${nameDelimiter(delimiter)} more rows have a date and an amount.`,
        ]
      : [],
  };
}

/** A name for the layout: the same for every file with these labels, or columns of these shapes. */
async function computeFingerprint(region: Region, head: Head): Promise<string> {
  const first = head.rows[region.data[0] ?? region.first] ?? [];
  const kinds = first.map(classifyCell).map((kind) => (kind === "empty" ? "text" : kind));
  const shape =
    region.header >= 0
      ? region.labels.map(normalLabel).join("|").replace(/\|+$/, "")
      : `shapes:${kinds.join("|")}`;
  return `csv:${hex(await sha256(shape)).slice(0, 32)}`;
}

/** The first records, and after them the first odd ones. */
function readSample(head: Head, plan: CsvPlan): readonly StatementRecord[] {
  const reader = new RowReader(plan);
  const first: StatementRecord[] = [];
  const odd: StatementRecord[] = [];
  head.rows.forEach((cells, index) => {
    const line = head.lines[index] ?? 0;
    if (line < plan.first_line || odd.length >= SAMPLE_ODD) return;
    const record = reader.read(cells, line, head.broken.get(index), false);
    if (first.length < SAMPLE_FIRST) first.push(record);
    else if (record.kind !== "transaction" || record.row.pending || record.row.amount === 0)
      odd.push(record);
  });
  return [...first, ...odd];
}
