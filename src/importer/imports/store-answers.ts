// Stores the user's answers and continues the import. The answers were checked before (answers.ts).

import type { Sql } from "../../platform/sql/sql.ts";
import { AS_READ } from "../../statements/doubts.ts";
import type { Answers, Question } from "../../statements/statement.ts";
import { ALREADY_THERE, DECISIONS } from "../matching/lookalikes.ts";
import { decideAll } from "../matching/matching.ts";
import { remember } from "../layouts/remembered-answers.ts";
import { isAccountQuestion } from "./accounts.ts";
import { beginAgain } from "./read-again.ts";
import type { Run, Runs } from "./runs.ts";

/**
 * Stores answers to a run's questions. After the last one it is surveyed again, or continues where
 * it asked.
 */
export function storeAnswers(sql: Sql, runs: Runs, run: Run, answers: Answers, now: number): void {
  const decision = DECISIONS.find((one) => one === answers[ALREADY_THERE]);
  if (decision !== undefined) {
    decideAll(sql, runs, run, decision);
    return;
  }
  const all = { ...run.answers, ...answers };
  if (answers[AS_READ] !== undefined) {
    // Every row is stored: it continues where the question was asked.
    const state = run.options.preview ? "reading" : "posting";
    runs.change(run.seq, ["question"], { answers: all, questions: [], state });
    return;
  }
  const open = run.questions.filter((question) => all[question.id] === undefined);
  sql.transaction(() => {
    if (run.layout !== null)
      remember(
        sql,
        { fingerprint: run.layout.fingerprint, account: run.options.account },
        answers,
        now,
        run.questions,
      );
    answerAlike(sql, runs, run, answers);
    // Questions that only the whole document could show: it is read again once all are answered.
    if (run.read_done) {
      if (open.length === 0) beginAgain(sql, runs, run, all);
      else runs.change(run.seq, ["question"], { answers: all, questions: open });
      return;
    }
    // This answer changes the examples of the other open questions, so the document is surveyed
    // again.
    const waits = open.length > 0 && open.every(({ id }) => isAccountQuestion(id));
    runs.change(run.seq, ["question"], {
      answers: all,
      questions: waits ? open : [],
      state: waits ? "question" : "received",
    });
  });
}

/**
 * Other files of the same layout and account that ask the same are read again: what was just
 * remembered answers them as well.
 */
function answerAlike(sql: Sql, runs: Runs, run: Run, answers: Answers): void {
  if (run.layout === null) return;
  const isAnswered = ({ id }: Question) => answers[id] !== undefined && !isAccountQuestion(id);
  for (const other of runs.asking(run.layout.fingerprint))
    if (
      other.seq !== run.seq &&
      other.options.account === run.options.account &&
      other.questions.some(isAnswered)
    )
      beginAgain(sql, runs, other, other.answers);
}
