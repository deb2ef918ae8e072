// A connection's imports: documents become runs, are shown, answered, confirmed and undone. The
// alarm's work on them is in posting/queue.ts.

import {
  IDEMPOTENCY_KEEP_MS,
  LEDGER_IMPORTS_MAX,
  SMALL_DOCUMENT_BYTES,
  SURVEY_WAIT_MS,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { AS_READ, LEAVE } from "../../statements/doubts.ts";
import type { Answers, Question } from "../../statements/statement.ts";
import { chosen, followOrNot, setFollowing, type BalanceChoices } from "../balances/choose.ts";
import { listStated, listUnfollowed, type StatedBalance } from "../balances/store.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import { shown } from "../posting/next-import.ts";
import type { ImportProblem } from "../problem.ts";
import { beginUndo } from "../undo/undo.ts";
import { listPurchaseDated, setAccountDate, type AccountDate } from "./account-dates.ts";
import { findAccount } from "./accounts.ts";
import { checkAnswers, namesNewAccount } from "./answers.ts";
import { makeRun, newRunId, type Arrival } from "./arrival.ts";
import { listRows, type ImportRow, type RowState } from "./rows.ts";
import type { Import, RunOptions, WaitingPage } from "./runs.ts";
import { UNDOABLE, type RunState } from "./states.ts";
import { storeAnswers } from "./store-answers.ts";

const CONFIRMED: readonly RunState[] = ["posting", "waiting", "done"];

/** One connection's imports. */
export class Imports implements Feature {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /**
   * Creates the runs that will import a stored document, one for each file in it, in one
   * transaction. The same idempotency key and document give the same runs. `account` is the account
   * as the caller named it, by id or name.
   */
  async receive(sent: Arrival, account: string | null): Promise<Result<Import[], ImportProblem>> {
    const named = await this.#accountNamed(account);
    if (!named.ok) return named;
    const now = Date.now();
    const upload = sent.upload ?? (sent.pieces.length > 1 ? newRunId(now) : null);
    const arrival = { ...sent, upload, options: { ...sent.options, ...named.value } };
    const { idempotency_key: key } = arrival;
    const request = JSON.stringify([arrival.document.sha256, arrival.asked]);
    const ids = arrival.pieces.map(() => newRunId(now));
    const taken = this.#core.sql.transaction(() => {
      if (key !== null) {
        this.#core.sql.run(
          "DELETE FROM idempotency WHERE created_at < ?",
          now - IDEMPOTENCY_KEEP_MS,
        );
        const before = this.#core.sql.first<{ request: string; run: string }>(
          "SELECT request, run FROM idempotency WHERE key = ?",
          key,
        );
        if (before !== null) return before;
        this.#core.sql.run(
          "INSERT INTO idempotency (key, request, run, created_at) VALUES (?, ?, ?, ?)",
          key,
          request,
          ids.join(" "),
          now,
        );
      }
      for (const [index, piece] of arrival.pieces.entries())
        makeRun(this.#core.runs, must(ids[index], "each piece has an id"), piece, arrival, now);
      return null;
    });
    if (taken !== null && taken.request !== request)
      return err({ kind: "idempotency key reused", key: key ?? "" });
    await this.#core.arm();
    const until = Date.now() + SURVEY_WAIT_MS;
    const seen: Import[] = [];
    for (const id of taken?.run.split(" ") ?? ids) seen.push(await this.#surveyed(id, until));
    return ok(seen);
  }

  hurry(): void {
    this.#core.runs.hurry();
  }

  /** The accounts whose balance statements never set. */
  unfollowed(): readonly number[] {
    return listUnfollowed(this.#core.sql);
  }

  /** The balances that imports state of an account, or the latest of each account. */
  stated(account: number | null): readonly StatedBalance[] {
    return listStated(this.#core.sql, account);
  }

  /** Says whether later statements set an account's balance. */
  follow(account: number, follows: boolean): ReturnType<typeof setFollowing> {
    return setFollowing(this.#core.sql, account, follows);
  }

  /** The accounts whose transactions have the purchase date. */
  purchaseDated(): readonly number[] {
    return listPurchaseDated(this.#core.sql);
  }

  /** Says which date the account's later transactions have. */
  dateBy(account: number, date: AccountDate): ReturnType<typeof setAccountDate> {
    return setAccountDate(this.#core.sql, account, date);
  }

  get(id: string): Import | null {
    const run = this.#core.runs.byId(id);
    return run === null ? null : this.#core.show(run);
  }

  /** The imports that schedules made, newest first. */
  idsOfSchedules(): string[] {
    return this.#core.runs.idsByDoor("schedule", LEDGER_IMPORTS_MAX);
  }

  /** Newest first; those read under one layout, those that a search finds, or all. */
  list(
    limit: number,
    offset: number,
    { layout = null, search = "" }: { layout?: string | null; search?: string } = {},
  ): { imports: Import[]; has_more: boolean } {
    const { runs: all } = this.#core;
    const runs =
      search === "" ? all.page(limit + 1, offset, layout) : all.search(search, limit + 1, offset);
    return { imports: shown(this.#core.runs, runs.slice(0, limit)), has_more: runs.length > limit };
  }

  /** The imports that wait for the user, newest first; `total` counts those of all pages. */
  waiting(limit: number, offset: number): WaitingPage {
    return this.#core.runs.waiting(limit, offset);
  }

  rows(
    id: string,
    state: RowState | null,
    limit: number,
    offset: number,
  ): { rows: ImportRow[]; has_more: boolean } | null {
    const run = this.#core.runs.byId(id);
    if (run === null) return null;
    return listRows(this.#core.sql, run.seq, state, limit, offset);
  }

  /**
   * Server-sent events: the Import object now and after each change, until it no longer changes by
   * itself.
   */
  events(id: string): Response | null {
    const run = this.#core.runs.byId(id);
    return run === null ? null : this.#core.events.open(this.#core.show(run));
  }

  /** Stores answers to questions; once all are answered, reading continues. */
  async answer(id: string, answers: Answers): Promise<Result<Import, ImportProblem>> {
    const come = await this.#accountsCome(this.#core.runs.byId(id)?.questions ?? [], answers);
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state !== "question")
      return err({
        kind: "wrong state",
        state: run.state,
        action: "answered",
        allowed: "question",
      });
    const checked = checkAnswers(run.questions, answers, come);
    if (!checked.ok) return checked;
    if (answers[AS_READ] === LEAVE) return this.undo(id);
    storeAnswers(this.#core.sql, this.#core.runs, run, answers, Date.now());
    return this.#changed(run.seq);
  }

  /** The ids of the open accounts, if an answer names one that is not among the choices. */
  async #accountsCome(
    questions: readonly Question[],
    answers: Answers,
  ): Promise<readonly string[]> {
    if (!namesNewAccount(questions, answers)) return [];
    const listed = await this.#core.accounts();
    return listed.kind === "accounts"
      ? listed.accounts.filter(({ closed }) => !closed).map(({ id }) => String(id))
      : [];
  }

  /** Posts a previewed import; `choices`: account id -> what to do with its stated balance. */
  async confirm(id: string, choices: BalanceChoices = {}): Promise<Result<Import, ImportProblem>> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    // A repeated request whose first response was lost.
    if (CONFIRMED.includes(run.state)) return ok(this.#core.show(run));
    if (run.state !== "preview")
      return err({
        kind: "wrong state",
        state: run.state,
        action: "confirmed",
        allowed: "preview",
      });
    const balances = chosen(run, choices);
    if (!balances.ok) return balances;
    this.#core.sql.transaction(() => {
      for (const [account, choice] of Object.entries(choices))
        followOrNot(this.#core.sql, Number(account), choice);
      this.#core.runs.change(run.seq, ["preview"], { state: "posting", balances: balances.value });
    });
    return this.#changed(run.seq);
  }

  /**
   * Undoes exactly what the run inserted. Rows that were never posted are dropped, and its answers
   * are forgotten.
   */
  async undo(id: string): Promise<Result<Import, ImportProblem>> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state === "undoing" || run.state === "undone") return ok(this.#core.show(run));
    if (!UNDOABLE.includes(run.state)) {
      return err({
        kind: "wrong state",
        state: run.state,
        action: "undone",
        allowed: UNDOABLE.join(", "),
      });
    }
    beginUndo(this.#core.sql, this.#core.runs, run, UNDOABLE);
    return this.#changed(run.seq);
  }

  /**
   * Marks a failed import as seen, so that it no longer waits for the user; it stays in the list.
   */
  async dismiss(id: string): Promise<Result<Import, ImportProblem>> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const { state } = run;
    if (state !== "failed")
      return err({ kind: "wrong state", state, action: "dismissed", allowed: "failed" });
    if (run.dismissed_at === null)
      this.#core.runs.change(run.seq, ["failed"], { dismissed_at: Date.now() });
    return this.#changed(run.seq);
  }

  /** The account by its id; if the service cannot be asked just now, still by its name. */
  async #accountNamed(
    named: string | null,
  ): Promise<Result<Pick<RunOptions, "account" | "account_named">, ImportProblem>> {
    if (named === null) return ok({ account: null, account_named: null });
    const listed = await this.#core.accounts();
    if (listed.kind !== "accounts") return ok({ account: null, account_named: named });
    const known = findAccount(named, listed.accounts);
    return known.ok ? ok({ account: known.value.id, account_named: null }) : known;
  }

  async #changed(seq: number): Promise<Result<Import, ImportProblem>> {
    await this.#core.arm();
    this.#core.announce(seq);
    return ok(this.#core.show(must(this.#core.runs.bySeq(seq), "the run exists")));
  }

  /**
   * Waits a moment for the survey (of a small file, for its reading), so that an unreadable file is
   * refused at once.
   */
  async #surveyed(id: string, until: number): Promise<Import> {
    const seen = () => this.#core.show(must(this.#core.runs.byId(id), "the run exists"));
    const undecided = ({ state, document }: Import) =>
      state === "received" || (state === "reading" && document.bytes <= SMALL_DOCUMENT_BYTES);
    while (undecided(seen()) && Date.now() < until)
      await this.#core.events.next(id, until - Date.now());
    return seen();
  }
}
