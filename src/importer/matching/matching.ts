// What the user sees and decides about an import's matches: lookalikes, transfers between own
// accounts, and transactions that are no longer pending. Decisions are stored here; a job of the
// queue carries them out in the budget.

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
import type { Run, Runs } from "../imports/runs.ts";
import type { RunState } from "../imports/states.ts";
import {
  dismiss,
  listTransfers,
  findTransfer,
  type SuggestedTransfer,
  type TransferState,
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
  | { readonly kind: "keep pending"; readonly transaction: number }
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

/**
 * The job to wait for, for a moment, before the request is answered; null if nothing is done in the
 * budget.
 */
export function toJob(
  request: MatchRequest,
  run: Run,
): readonly [kind: Job["kind"], subject: number] | null {
  if (request.kind === "delete pending") return ["delete pending", request.transaction];
  if (request.kind === "look for late") return ["find late", run.seq];
  return request.kind === "transfers" ? ["find transfers", run.seq] : null;
}

/** The request whose answer shows the state after the job; null for the answer as it was. */
export function answeredBy(request: MatchRequest): MatchRequest | null {
  if (request.kind === "accept") return { kind: "transfer", n: request.n };
  if (request.kind === "look for late")
    return { kind: "late", page: { limit: MATCHES_PAGE_MAX, offset: 0 } };
  return request.kind === "transfers" ? request : null;
}

/**
 * A transaction that was pending and is no longer in the bank's list; `amount` as in the service.
 */
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

interface Context {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly run: Run;
  readonly now: number;
}

type Answer = Result<MatchAnswer, ImportProblem>;

/** Answers or carries out a request about an import's matches. */
export function match(context: Context, request: MatchRequest): Answer {
  const { sql, run, now } = context;
  switch (request.kind) {
    case "lookalikes": {
      const { rows, has_more } = paged(sql, run, request.page, listLookalikes);
      return ok({ lookalikes: rows, has_more });
    }
    case "decide":
      return decide(context, request.line, request.decision);
    case "transfers": {
      const { rows, has_more } = paged(sql, run, request.page, listTransfers);
      return ok({ transfers: rows, has_more, looking: isUnderWay(sql, "find transfers", run.seq) });
    }
    case "transfer":
      return changeTransfer(context, request.n, () => true);
    case "accept":
      return changeTransfer(context, request.n, (state) => state !== "dismissed");
    case "dismiss":
      return changeTransfer(context, request.n, () => dismiss(sql, run.seq, request.n));
    case "pending": {
      const { rows, has_more } = paged(sql, run, request.page, listMissing);
      return ok({ no_longer_pending: rows, has_more });
    }
    case "delete pending":
      return startDeleting(sql, run, request.transaction, now);
    case "keep pending":
      return keepPending(sql, run, request.transaction);
    case "undo":
      return ok(foreseeUndo(sql, run.seq));
    case "late":
      return ok(late(sql, run, request.page));
    case "look for late":
    case "delete late":
      return changeLate(context, request.kind);
  }
}

/** Returns the changed transfer, or an error if it does not exist or the change came too late. */
function changeTransfer(
  { sql, run }: Context,
  n: number,
  change: (state: TransferState) => boolean,
): Answer {
  const before = findTransfer(sql, run.seq, n);
  if (before === null) return err({ kind: "no such match", what: "transfer", n });
  return change(before.state)
    ? ok({ transfer: findTransfer(sql, run.seq, n) ?? before })
    : err({ kind: "decided before", what: "transfer", n, state: before.state });
}

function changeLate(
  { sql, runs, run, now }: Context,
  kind: "look for late" | "delete late",
): Answer {
  const { state } = run;
  const [action, states]: [string, RunState[]] =
    kind === "look for late"
      ? ["looked through for late transactions", ["undone"]]
      : ["rid of late transactions", ["undone", "undoing"]];
  if (!states.includes(state))
    return err({ kind: "wrong state", state, action, allowed: "undone" });
  if (kind === "delete late") {
    deleteLate(sql, runs, run);
    return ok({ decided: true });
  }
  planLooks(sql, run.seq, now, true);
  return ok(late(sql, run, { limit: MATCHES_PAGE_MAX, offset: 0 }));
}

function late(sql: Sql, run: Run, page: Page) {
  const { rows, has_more } = paged(sql, run, page, listLate);
  return { late: rows, has_more, looking: isUnderWay(sql, "find late", run.seq) };
}

function paged<Row>(
  sql: Sql,
  run: Run,
  { limit, offset }: Page,
  list: (sql: Sql, run: number, limit: number, offset: number) => Row[],
): { rows: Row[]; has_more: boolean } {
  const rows = list(sql, run.seq, limit + 1, offset);
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}

/** Decides about one row; when no row is open any more, the import continues by itself. */
function decide({ sql, runs, run }: Context, line: number, decision: Decision): Answer {
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
    continueImport(sql, runs, run);
    return ok({ decided: true });
  });
}

/** Answers the question for all rows that are open; the import continues. */
export function decideAll(sql: Sql, runs: Runs, run: Run, decision: Decision): void {
  sql.transaction(() => {
    decideOpen(sql, runs, run.seq, decision);
    continueImport(sql, runs, run);
  });
}

function continueImport(sql: Sql, runs: Runs, run: Run): void {
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

/** Takes a transaction off the list: it stays pending until a later file books it or misses it. */
function keepPending(sql: Sql, run: Run, transaction: number): Answer {
  const found = sql.first<{ state: string; missing_in: number | null }>(
    "SELECT state, missing_in FROM pendings WHERE transaction_id = ? AND (missing_in = ? OR missing_in IS NULL)",
    transaction,
    run.seq,
  );
  const [what, n] = ["pending transaction", transaction] as const;
  if (found === null) return err({ kind: "no such match", what, n });
  if (found.state !== "pending")
    return err({ kind: "decided before", what, n, state: found.state });
  sql.run(
    "UPDATE pendings SET missing_in = NULL, problem = NULL WHERE transaction_id = ?",
    transaction,
  );
  return ok({ decided: true });
}

function startDeleting(sql: Sql, run: Run, transaction: number, now: number): Answer {
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
