// Reads the stored document of an import again under other settings, or under answers to questions
// that were asked after it had been read. Everything from the first reading is deleted in the
// transaction that puts the import back to its beginning. The settings are remembered for the
// layout, as on its own page.

import type { Sql } from "../../platform/sql/sql.ts";
import { AS_READ } from "../../statements/doubts.ts";
import { isSetting, readDelimiter, settingColumn } from "../../statements/settings.ts";
import type { Answers } from "../../statements/statement.ts";
import { recall, remember } from "../layouts/remembered-answers.ts";
import { forgetReading } from "./readings.ts";
import type { Run, Runs } from "./runs.ts";
import type { RunState } from "./states.ts";

const FROM: readonly RunState[] = ["question", "preview"];

/** Puts a run that waits for a person back to its beginning; false if it does not wait for one. */
export function readAgain(sql: Sql, runs: Runs, run: Run, settings: Answers, now: number): boolean {
  return sql.transaction(() => {
    const kept = Object.entries(run.answers).filter(([id]) => id !== AS_READ && !isSetting(id));
    if (!beginAgain(sql, runs, run, Object.fromEntries(kept))) return false;
    const fingerprint = run.layout?.fingerprint;
    if (fingerprint !== undefined) {
      const remembered = recall(sql, fingerprint, null);
      sql.run(
        "DELETE FROM remembered WHERE fingerprint = ? AND scope = '' AND question LIKE 'set:%'",
        fingerprint,
      );
      remember(sql, { fingerprint, account: null }, keepFitting(settings, remembered), now);
    }
    return true;
  });
}

/** Puts a run back to its beginning with these answers; false if it does not wait for a person. */
export function beginAgain(sql: Sql, runs: Runs, run: Run, answers: Answers): boolean {
  const changed = runs.change(run.seq, FROM, {
    state: "received",
    answers,
    questions: [],
    reading: null,
    read_next: 0,
    read_done: false,
    balances: null,
    compared_to: null,
    failures: 0,
    next_attempt_at: null,
    error: null,
  });
  if (changed) forgetRows(sql, runs, run);
  return changed;
}

/** The settings without those of columns if another delimiter makes other columns. */
function keepFitting(settings: Answers, before: Answers): Answers {
  if (readDelimiter(settings) === readDelimiter(before)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([id]) => settingColumn(id) === null));
}

function forgetRows(sql: Sql, runs: Runs, run: Run): void {
  const { seq, read, duplicate, rejected, skipped } = run;
  // A row that was read wrongly must not count as known.
  sql.run(
    `DELETE FROM claims WHERE external_id IN
       (SELECT item ->> '$.external_id' FROM lookalikes l JOIN rows r USING (run, seq) JOIN row_texts USING (run, seq)
        WHERE l.run = ? AND r.state = 'duplicate')`,
    seq,
  );
  sql.run("DELETE FROM lookalikes WHERE run = ?", seq);
  sql.run("DELETE FROM updates WHERE run = ? AND state = 'planned'", seq);
  sql.run("DELETE FROM rows WHERE run = ?", seq);
  sql.run("DELETE FROM row_texts WHERE run = ?", seq);
  forgetReading(sql, run);
  runs.count(seq, { read: -read, duplicate: -duplicate, rejected: -rejected, skipped: -skipped });
}
