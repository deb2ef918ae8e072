// What a person is shown of an import's matches and decides about them: rows that look like what is already there, transfers
// between own accounts, and what is no longer pending. Deciding writes here; what it means for the budget is a job of the queue.

import type { Sql } from "../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ImportProblem } from "../problem.ts";
import { MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { foreseeUndo, type UndoForeseen } from "../undo/inherit-rows.ts";
import { isUnderWay, type Job } from "./jobs.ts";
import { deleteLate, listLate, planLooks, type LateTransaction } from "../undo/late-arrivals.ts";
import {
  decideLine,
  decideOpen,
  listLookalikes,
  askAboutLookalikes,
  ALREADY_THERE,
  type Decision,
  type LookalikeRow,
} from "./lookalikes.ts";
import { parseKnown } from "./pendings.ts";
import type { Run, Runs, RunState } from "../imports/runs.ts";
import {
  dismiss,
  listTransfers,
  startAccepting,
  findTransfer,
  type SuggestedTransfer,
} from "./transfers.ts";
import { printUnits, units } from "../../money/money.ts";

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export type MatchRequest =
  | { readonly kind: "lookalikes"; readonly page: Page }
  | { readonly kind: "decide"; readonly line: number; readonly decision: Decision }
  | { readonly kind: "transfers"; readonly page: Page }
  | { readonly kind: "transfer"; readonly n: number }
  | { readonly kind: "accept"; readonly n: number; readonly category: number | null }
  | { readonly kind: "dismiss"; readonly n: number }
  | { readonly kind: "pending"; readonly page: Page }
  | { readonly kind: "delete pending"; readonly transaction: number }
  | { readonly kind: "undo" }
  | { readonly kind: "late"; readonly page: Page }
  | { readonly kind: "look for late" }
  | { readonly kind: "delete late" };

/** Requests that only read. */
const READS: readonly MatchRequest["kind"][] = [
  "lookalikes",
  "transfers",
  "transfer",
  "pending",
  "undo",
  "late",
];

/** Whether the request only reads. */
export function isRead(request: MatchRequest): boolean {
  return READS.includes(request.kind);
}

/** The job whose end is waited for a moment before the request is answered; null where nothing is to be done in the budget. */
export function toJob(
  request: MatchRequest,
  run: Run,
): readonly [kind: Job["kind"], subject: number] | null {
  if (request.kind === "accept") return ["group", request.n];
  if (request.kind === "delete pending") return ["delete pending", request.transaction];
  if (request.kind === "look for late") return ["find late", run.seq];
  return request.kind === "transfers" ? ["find transfers", run.seq] : null;
}

/** The request that is answered once the job is over, with how things are by then; null for the answer as it was. */
export function answeredBy(request: MatchRequest): MatchRequest | null {
  if (request.kind === "accept") return { kind: "transfer", n: request.n };
  if (request.kind === "look for late")
    return { kind: "late", page: { limit: MATCHES_PAGE_MAX, offset: 0 } };
  return request.kind === "transfers" ? request : null;
}

/** A transaction that was pending and is no longer in the bank's list; `amount` as in the service. */
export interface NoLongerPending {
  readonly transaction_id: number;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  readonly state: "pending" | "deleting" | "deleted" | "posted";
  readonly problem: string | null;
}

export type MatchAnswer =
  | { readonly lookalikes: readonly LookalikeRow[]; readonly has_more: boolean }
  | {
      readonly transfers: readonly SuggestedTransfer[];
      readonly has_more: boolean;
      readonly looking: boolean;
    }
  | { readonly transfer: SuggestedTransfer }
  | { readonly no_longer_pending: readonly NoLongerPending[]; readonly has_more: boolean }
  | {
      readonly late: readonly LateTransaction[];
      readonly has_more: boolean;
      readonly looking: boolean;
    }
  | UndoForeseen
  | { readonly decided: true };

const DECIDABLE: readonly RunState[] = ["question", "preview"];

/** Answers or carries out a request about an import's matches. */
export function match(
  sql: Sql,
  runs: Runs,
  run: Run,
  request: MatchRequest,
  now: number,
): Result<MatchAnswer, ImportProblem> {
  switch (request.kind) {
    case "lookalikes": {
      const { rows, has_more } = paged(request.page, (limit, offset) =>
        listLookalikes(sql, run.seq, limit, offset),
      );
      return ok({ lookalikes: rows, has_more });
    }
    case "decide":
      return decide(sql, runs, run, request.line, request.decision);
    case "transfers": {
      const { rows, has_more } = paged(request.page, (limit, offset) =>
        listTransfers(sql, run.seq, limit, offset),
      );
      return ok({ transfers: rows, has_more, looking: isUnderWay(sql, "find transfers", run.seq) });
    }
    case "transfer": {
      const transfer = findTransfer(sql, run.seq, request.n);
      return transfer === null
        ? err({ kind: "no such match", what: "transfer", n: request.n })
        : ok({ transfer });
    }
    case "accept":
    case "dismiss": {
      const { n } = request;
      const before = findTransfer(sql, run.seq, n);
      if (before === null) return err({ kind: "no such match", what: "transfer", n });
      const moved =
        request.kind === "accept"
          ? startAccepting(sql, run.seq, n, request.category, now)
          : dismiss(sql, run.seq, n);
      return moved
        ? ok({ transfer: findTransfer(sql, run.seq, n) ?? before })
        : err({ kind: "decided before", what: "transfer", n, state: before.state });
    }
    case "pending": {
      const { rows, has_more } = paged(request.page, (limit, offset) =>
        listMissing(sql, run.seq, limit, offset),
      );
      return ok({ no_longer_pending: rows, has_more });
    }
    case "delete pending":
      return startDeleting(sql, run, request.transaction, now);
    case "undo":
      return ok(foreseeUndo(sql, run.seq));
    case "late":
      return ok(late(sql, run, request.page));
    case "look for late":
      if (run.state !== "undone")
        return err({
          kind: "wrong state",
          state: run.state,
          action: "looked through for late transactions",
          allowed: "undone",
        });
      planLooks(sql, run.seq, now, true);
      return ok(late(sql, run, { limit: MATCHES_PAGE_MAX, offset: 0 }));
    case "delete late":
      if (run.state !== "undone" && run.state !== "undoing")
        return err({
          kind: "wrong state",
          state: run.state,
          action: "rid of late transactions",
          allowed: "undone",
        });
      deleteLate(sql, runs, run);
      return ok({ decided: true });
  }
}

function late(sql: Sql, run: Run, page: Page) {
  const { rows, has_more } = paged(page, (limit, offset) => listLate(sql, run.seq, limit, offset));
  return { late: rows, has_more, looking: isUnderWay(sql, "find late", run.seq) };
}

function paged<Row>(
  { limit, offset }: Page,
  list: (limit: number, offset: number) => Row[],
): { rows: Row[]; has_more: boolean } {
  const rows = list(limit + 1, offset);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}

/** Decides about one row; when none is open any more, the import goes on by itself. */
function decide(
  sql: Sql,
  runs: Runs,
  run: Run,
  line: number,
  decision: Decision,
): Result<MatchAnswer, ImportProblem> {
  if (!DECIDABLE.includes(run.state))
    return err({
      kind: "wrong state",
      state: run.state,
      action: "decided about",
      allowed: DECIDABLE.join(", "),
    });
  return sql.transaction(() => {
    if (!decideLine(sql, runs, run.seq, line, decision))
      return err({ kind: "no such match", what: "lookalike", n: line });
    goOn(sql, runs, run);
    return ok({ decided: true });
  });
}

/** Answers the question about all rows that are open; the import goes on. */
export function decideAll(sql: Sql, runs: Runs, run: Run, decision: Decision): void {
  sql.transaction(() => {
    decideOpen(sql, runs, run.seq, decision);
    goOn(sql, runs, run);
  });
}

function goOn(sql: Sql, runs: Runs, run: Run): void {
  if (run.state !== "question" || !run.questions.some((question) => question.id === ALREADY_THERE))
    return;
  const question = askAboutLookalikes(sql, run.seq);
  const next = run.options.preview ? "preview" : "posting";
  runs.change(
    run.seq,
    ["question"],
    question === null ? { questions: [], state: next } : { questions: [question] },
  );
}

function listMissing(sql: Sql, run: number, limit: number, offset: number): NoLongerPending[] {
  const rows = sql.all<{
    transaction_id: number;
    facts: string;
    state: NoLongerPending["state"];
    problem: string | null;
  }>(
    "SELECT transaction_id, facts, state, problem FROM pendings WHERE missing_in = ? ORDER BY transaction_id LIMIT ? OFFSET ?",
    run,
    limit,
    offset,
  );
  return rows.map(({ transaction_id, facts, state, problem }) => {
    const { date, amount, currency, payee } = parseKnown(facts);
    return {
      transaction_id,
      date,
      amount: printUnits(units(0 - amount)),
      currency,
      payee,
      state,
      problem,
    };
  });
}

function startDeleting(
  sql: Sql,
  run: Run,
  transaction: number,
  now: number,
): Result<MatchAnswer, ImportProblem> {
  return sql.transaction(() => {
    const found = sql.first<{ state: string }>(
      "SELECT state FROM pendings WHERE transaction_id = ? AND missing_in = ?",
      transaction,
      run.seq,
    );
    if (found === null)
      return err({ kind: "no such match", what: "pending transaction", n: transaction });
    if (found.state === "posted")
      return err({
        kind: "decided before",
        what: "pending transaction",
        n: transaction,
        state: found.state,
      });
    if (found.state === "pending") {
      sql.run(
        "UPDATE pendings SET state = 'deleting', problem = NULL WHERE transaction_id = ?",
        transaction,
      );
      sql.run(
        "INSERT OR IGNORE INTO jobs (kind, run, subject, next_attempt_at) VALUES ('delete pending', ?, ?, ?)",
        run.seq,
        transaction,
        now,
      );
    }
    return ok({ decided: true });
  });
}
