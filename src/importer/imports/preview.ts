// Reads a document again under other answers, for the user to look at: its first rows, the results
// of all rows, and what is proven. It stores and posts nothing; the rows are made by the same steps
// as in an import.

import {
  CSV_COLUMNS_MAX,
  CUT_CELL_CHARS,
  PREVIEW_RECORDS_MAX,
  PREVIEW_ROWS,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { parseCurrency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { findDoubts, questionOfDoubts } from "../../statements/doubts.ts";
import { setsMoney } from "../../statements/settings.ts";
import type { Tally } from "../../statements/record-counts.ts";
import type {
  Answers,
  DocumentSource,
  Layout,
  Question,
  StatementRecord,
} from "../../statements/statement.ts";
import { normalize } from "./item.ts";
import { fit } from "../../platform/text.ts";
import type { Run } from "./runs.ts";

/**
 * A row as an import of the document would have it; an item's amount is the service's, positive is
 * a debit.
 */
export interface PreviewRow {
  readonly line: number;
  readonly state: "waiting" | "rejected" | "skipped";
  readonly item: {
    readonly date: Day;
    readonly amount: string;
    readonly currency: string | null;
    readonly payee: string;
    readonly original_name: string;
    readonly notes: string | null;
  } | null;
  readonly reason: string | null;
  readonly raw: readonly string[];
}

export interface LayoutPreview {
  readonly import: string;
  readonly document: string;
  readonly layout: Layout;
  /** The questions that would still be asked. */
  readonly questions: readonly Question[];
  readonly rows: readonly PreviewRow[];
  readonly counts: {
    readonly read: number;
    readonly transactions: number;
    readonly rejected: number;
    readonly skipped: number;
  };
  /** False if the document is longer than the part that was read. */
  readonly whole: boolean;
}

/**
 * Reads the run's document as an import with these answers would; or returns why it would be
 * refused.
 */
export async function readPreview(
  source: DocumentSource,
  run: Run,
  answers: Answers,
  today: Day,
): Promise<Result<LayoutPreview, string>> {
  const { readStatement, surveyStatement } = await import("../../statements/read-statement.ts");
  const surveyed = await surveyStatement(source, { answers: {}, recall: () => answers, today });
  if (!surveyed.ok) return err(surveyed.error.message);
  const { layout, plan, questions } = surveyed.value;
  const counts = { read: 0, transactions: 0, rejected: 0, skipped: 0 };
  const rows: PreviewRow[] = [];
  let { proof } = layout;
  let tally: Tally | null = null;
  let whole = true;
  for await (const slice of readStatement(source, plan, 0)) {
    for (const record of slice.records) {
      const row = toPreviewRow(record, run, layout);
      counts.read += 1;
      counts[row.state === "waiting" ? "transactions" : row.state] += 1;
      if (rows.length < PREVIEW_ROWS) rows.push(row);
    }
    ({ proof, tally } = slice);
    if (counts.read >= PREVIEW_RECORDS_MAX) {
      whole = false;
      break;
    }
  }
  const doubts =
    whole && tally !== null
      ? findDoubts(tally, proof).filter(({ kind }) => kind !== "balances" || !setsMoney(answers))
      : [];
  const asked =
    doubts.length === 0 || tally === null
      ? questions
      : [...questions, questionOfDoubts(doubts, tally)];
  return ok({
    import: run.id,
    document: source.name,
    layout: { ...layout, proof: whole ? proof : layout.proof },
    questions: asked,
    rows,
    counts,
    whole,
  });
}

const NO_CURRENCY = must(parseCurrency("eur"), "a currency");

function toPreviewRow(record: StatementRecord, run: Run, layout: Layout): PreviewRow {
  if (record.kind !== "transaction")
    return {
      line: record.line,
      state: record.kind,
      item: null,
      reason: record.reason,
      raw: cut(record.cells),
    };
  const { line, cells, pending } = record.row;
  const currency =
    record.row.currency ?? run.options.currency ?? layout.currency ?? run.account?.currency ?? null;
  const account = { id: run.account?.id ?? 0, currency: currency ?? NO_CURRENCY };
  const { date, amount, payee, original_name, notes } = normalize(record.row, {
    run: run.id,
    account,
    currency: run.options.currency,
  }).item;
  const left = pending && !run.options.include_pending;
  const reason = left ? "pending: its date, amount or text may still change" : null;
  return {
    line,
    state: left ? "skipped" : "waiting",
    item: { date, amount, currency, payee, original_name, notes },
    reason,
    raw: cut(cells),
  };
}

function cut(cells: readonly string[]): readonly string[] {
  return cells.slice(0, CSV_COLUMNS_MAX).map((cell) => fit(cell, CUT_CELL_CHARS));
}
