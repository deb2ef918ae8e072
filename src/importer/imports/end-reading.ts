// Ends the reading: every record of the document is stored, and it is decided whether the reading
// can be trusted.

import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import { evidenceIn } from "../balances/evidence.ts";
import { findDoubts, mustBeShown, questionOfDoubts, type Doubt } from "../../statements/doubts.ts";
import { setsMoney } from "../../statements/settings.ts";
import type { Layout } from "../../statements/statement.ts";
import type { Tally } from "../../statements/record-counts.ts";
import { withPreviewIfForeign } from "./foreign-currency.ts";
import { recall } from "../layouts/remembered-answers.ts";
import type { Found } from "./readings.ts";
import { listRows } from "./rows.ts";
import type { Run, Runs } from "./runs.ts";

/**
 * Ends the reading when the last record is stored: the import fails, asks about a doubtful reading,
 * is compared or posted.
 */
export function endReading(sql: Sql, runs: Runs, run: Run, at: number, found: Found): void {
  const { tally, stated } = found;
  const now = must(runs.bySeq(run.seq), "the run exists");
  const late = found.asked.filter(({ id }) => run.answers[id] === undefined);
  if (late.length > 0) {
    runs.change(run.seq, ["reading"], { state: "question", questions: late, read_done: true });
    return;
  }
  const error = unreadable(sql, now);
  const doubts = error === null ? [...found.doubts, ...doubtsIn(sql, now, tally)] : [];
  // In a preview the user sees where the balances do not fit, and confirms; without one, ask.
  const balances = error === null ? evidenceIn(sql, now, stated) : [];
  const asked = run.options.preview ? doubts.filter(({ kind }) => kind !== "balances") : doubts;
  const unproven = error === null && now.layout !== null ? warnOfPaper(now.layout, tally) : [];
  const foreign = withPreviewIfForeign(sql, now);
  const options = unproven.length === 0 ? foreign : { ...foreign, preview: true };
  if (asked.length > 0) {
    const questions = [questionOfDoubts(doubts, tally)];
    runs.change(run.seq, ["reading"], {
      state: "question",
      questions,
      balances,
      read_done: true,
      options,
    });
    return;
  }
  const layout = must(now.layout, "a run that is read has a layout");
  const warnings = [...doubts.map(({ sentence }) => sentence), ...unproven];
  const shown =
    warnings.length === 0
      ? layout
      : { ...layout, warnings: [...(layout.warnings ?? []), ...warnings] };
  // A preview is compared with the budget before it is shown; any other import when it is about to
  // be posted.
  const next = options.preview ? "reading" : "posting";
  const state = error !== null ? "failed" : next;
  const finished_at = error === null ? null : at;
  runs.change(run.seq, ["reading"], {
    state,
    layout: shown,
    balances,
    read_done: true,
    error,
    options,
    finished_at,
  });
}

/** The warning about rows that must be shown before they are imported. */
function warnOfPaper({ format, proof }: Layout, tally: Tally): string[] {
  const reason = mustBeShown(format, tally, proof);
  return reason === null ? [] : [reason];
}

/** Formats that another program wrote for us, with exact amounts. */
const EXACT_FORMATS: readonly string[] = ["items", "feed"];

/**
 * The reasons to doubt the reading. If the user has set how amounts are read, they were warned of
 * the balances then.
 */
function doubtsIn(sql: Sql, { layout, options }: Run, tally: Tally): readonly Doubt[] {
  if (layout === null || EXACT_FORMATS.includes(layout.format)) return [];
  const doubts = findDoubts(tally, layout.proof);
  const set = doubts.length > 0 && setsMoney(recall(sql, layout.fingerprint, options.account));
  return set ? doubts.filter(({ kind }) => kind !== "balances") : doubts;
}

/**
 * Why the document has nothing to import, or null. A file without a readable row is refused as a
 * whole.
 */
function unreadable(sql: Sql, run: Run): string | null {
  const header = run.layout?.header_line ?? null;
  if (run.read === 0)
    return `The file has ${header === null ? "no rows" : `a header on line ${header} and no rows below it`}; transactions were expected.`;
  if (run.rejected === 0 || run.rejected + run.skipped < run.read) return null;
  const [first] = listRows(sql, run.seq, "rejected", 1, 0).rows;
  return `None of the file's ${run.read} rows can be read as a transaction. Line ${first?.line ?? 0}: ${first?.reason ?? ""}`;
}
