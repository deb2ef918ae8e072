// Takes the text of a CSV document apart: its delimiter, its rows, the years of its dates and its
// table, with the name of its layout.

import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { SurveyOptions } from "../format.ts";
import { readDelimiter } from "../settings.ts";
import type { DocumentSource, Unreadable } from "../statement.ts";
import { normalLabel } from "./columns/labels.ts";
import { addYear, findYearless, type FoundYears, type ShortYears } from "./dates/without-year.ts";
import { readHead, readHeadText, refuseHead, type Head } from "./head.ts";
import { classifyCell } from "./shape/cells.ts";
import type { Dialect } from "./shape/dialect.ts";
import type { Encoding } from "./shape/encoding.ts";
import { findDialect, nameDelimiter, type DialectFinding } from "./shape/find-dialect.ts";
import { findRegion, type Region } from "./shape/region.ts";
import { joinTables, type Joined } from "./shape/tables.ts";

/** How the text of a document that we wrote ourselves is taken apart. */
export interface KnownText {
  readonly encoding: Encoding;
  readonly dialect: Dialect;
}

/** A document's table in one encoding. */
export interface OpenedText extends Joined {
  readonly asPrinted: Head;
  readonly dialect: Dialect;
  readonly fingerprint: string;
  /** The answers that the layout remembers. */
  readonly remembered: Awaited<ReturnType<SurveyOptions["recall"]>>;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly yearless: FoundYears | null;
}

/** The document taken apart in one way, and its table. */
interface Table {
  readonly found: DialectFinding;
  readonly asPrinted: Head;
  readonly yearless: FoundYears | null;
  readonly joined: Joined;
}

/** Takes a document's text apart, or says why it has no table. */
export async function openText(
  source: DocumentSource,
  known: KnownText | null,
  encoding: Encoding,
  { today, answers, recall }: SurveyOptions,
): Promise<Result<OpenedText, Unreadable>> {
  const headText = await readHeadText(source, encoding);
  if (headText.text.trim() === "")
    return err({
      reason: "empty",
      message: `The file ${source.bytes === 0 ? "is empty" : "holds only blanks"}; a statement was expected.`,
    });
  const takeApart = (found: DialectFinding) =>
    findTable(found, readHead(source, encoding, found, headText), (rows) =>
      known === null ? findYearless(rows, source.name, today, answers) : null,
    );
  const detected = takeApart(
    known === null ? findDialect(headText.text) : { dialect: known.dialect, skip: 0, why: "" },
  );
  if (!detected.ok) return detected;
  // The layout is named by the file as it was found, so that what is set for it is found again.
  const { region, head } = detected.value.joined;
  const fingerprint = await computeFingerprint(region, head);
  const remembered = await recall(fingerprint);
  const set = known === null ? readDelimiter({ ...remembered, ...answers }) : null;
  const { table, warnings } = chooseTable(
    detected.value,
    set === null ? null : takeApart(findDialect(headText.text, set)),
  );
  const { joined, asPrinted, yearless, found } = table;
  const reasons = [encoding.why, found.why, yearless?.why ?? ""].filter((why) => why !== "");
  const { dialect } = found;
  return ok({
    ...joined,
    asPrinted,
    dialect,
    fingerprint,
    remembered,
    reasons,
    warnings,
    yearless,
  });
}

function findTable(
  found: DialectFinding,
  read: Head,
  findYears: (rows: Head["rows"]) => FoundYears | null,
): Result<Table, Unreadable> {
  const unreadable = refuseHead(read);
  if (unreadable !== null) return err(unreadable);
  const yearless = findYears(read.rows);
  const asPrinted = yearless === null ? read : completeHead(read, yearless.years);
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
  return ok({ found, asPrinted, yearless, joined });
}

function completeHead(head: Head, years: ShortYears): Head {
  async function* rest(): AsyncGenerator<readonly (readonly string[])[]> {
    for await (const rows of head.rest()) yield rows.map((row) => addYear(row, years));
  }
  return { ...head, rows: head.rows.map((row) => addYear(row, years)), rest };
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
