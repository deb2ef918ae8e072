// The Importer object, one per connection: its runs, rows and batches. Its mail is in inbox/inboxed.ts, its schedules in
// schedules/scheduled.ts, what it learned of layouts in learned.ts; whose budget it is, with the tokens, in connected.ts; what it
// gives out, in access.ts; what its alarm does, in queue.ts. The alarm never throws (the platform would drop it after
// six tries) unless it cannot be set again; after a fault it rests a while (alarm-rest.ts). The object sets it when it wakes and something waits.

import { readConfig } from "../config.ts";
import { upstreamOf } from "./connection/upstream.ts";
import {
  IDEMPOTENCY_KEEP_MS,
  JOB_WAIT_MS,
  SMALL_DOCUMENT_BYTES,
  SURVEY_WAIT_MS,
} from "../platform/limits.ts";
import { logFault } from "../platform/log.ts";
import { must } from "../platform/assert.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { hasDocument, openDocument } from "./imports/documents.ts";
import { AS_READ, LEAVE } from "../statements/doubts.ts";
import type { Answers, Question } from "../statements/statement.ts";
import { chosen, followOrNot, type BalanceChoices } from "./balances/choose.ts";
import { balancesDueAt, hurryBalances, workOnBalances } from "./webhooks/receiving/balances.ts";
import { hurryReceipts } from "./inbox/store.ts";
import type { Tools } from "./tools.ts";
import type { ImportProblem } from "./problem.ts";
import { Scheduled } from "./schedules/scheduled.ts";
import { hurrySchedules } from "./schedules/store.ts";
import { correctSchedules, correctTimes } from "./imports/stored-times.ts";
import { makeRun, newRunId, type Arrival } from "./imports/arrival.ts";
import { checkAnswers, namesNewAccount } from "./imports/answers.ts";
import { listAccounts, type AccountListed, type NoAnswer, type Refused } from "./posting/client.ts";
import { CLOCK } from "./connection/connected.ts";
import { Events } from "./imports/events.ts";
import { hurryJobs, isUnderWay } from "./matching/jobs.ts";
import {
  answeredBy,
  isRead,
  jobOf,
  match,
  type MatchAnswer,
  type MatchRequest,
} from "./matching/matching.ts";
import { reporting } from "./posting/pace.ts";
import { Pause } from "./posting/alarm-rest.ts";
import { Queue } from "./posting/queue.ts";
import { listRows, type ImportRow, type RowState } from "./imports/rows.ts";
import { Runs, type Import, type Run, type RunState, type WaitingPage } from "./imports/runs.ts";
import { storeAnswers } from "./imports/store-answers.ts";
import { shown } from "./posting/next-import.ts";
import { beginUndo } from "./undo/undo.ts";

const POSTING: readonly RunState[] = ["posting", "waiting"];
const CONFIRMED = [...POSTING, "done"];
const UNDOABLE: readonly RunState[] = [
  "received",
  "reading",
  "question",
  "preview",
  "posting",
  "waiting",
  "done",
  "failed",
];

/** One connection's imports. */
export class Importer extends Scheduled {
  readonly #runs: Runs;
  readonly #events = new Events();
  readonly #queue: Queue;
  readonly #pause = new Pause();
  #working: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#runs = new Runs(this.sql);
    const chores = async () => this.#note(await this.credentials.work());
    const announce = (seq: number) => this.#announce(seq);
    const inbox = {
      work: () => this.#short(),
      dueAt: () => firstOf([this.inboxDueAt(), balancesDueAt(this.sql)]),
    };
    const schedules = {
      work: () => this.workOnSchedules(this.#tools()),
      dueAt: () => this.schedulesDueAt(),
    };
    this.#queue = new Queue({
      runs: this.#runs,
      tools: () => this.#tools(),
      chores,
      announce,
      inbox,
      schedules,
    });
  }

  /**
   * Takes a document that is already stored: the runs that will import it, one a file in it, made in one transaction.
   * The same key and document give the same runs.
   */
  async receive(arrival: Arrival): Promise<Result<Import[], ImportProblem>> {
    await this.open();
    const now = Date.now();
    const { idempotency_key: key } = arrival;
    const request = JSON.stringify([arrival.document.sha256, arrival.asked]);
    const ids = arrival.pieces.map(() => newRunId(now));
    const taken = this.sql.transaction(() => {
      if (key !== null) {
        this.sql.run("DELETE FROM idempotency WHERE created_at < ?", now - IDEMPOTENCY_KEEP_MS);
        const before = this.sql.first<{ request: string; run: string }>(
          "SELECT request, run FROM idempotency WHERE key = ?",
          key,
        );
        if (before !== null) return before;
        this.sql.run(
          "INSERT INTO idempotency (key, request, run, created_at) VALUES (?, ?, ?, ?)",
          key,
          request,
          ids.join(" "),
          now,
        );
      }
      for (const [index, piece] of arrival.pieces.entries())
        makeRun(this.#runs, must(ids[index], "each piece has an id"), piece, arrival, now);
      return null;
    });
    if (taken !== null && taken.request !== request)
      return err({ kind: "idempotency key reused", key: key ?? "" });
    await this.arm();
    const until = Date.now() + SURVEY_WAIT_MS;
    const seen: Import[] = [];
    for (const id of taken?.run.split(" ") ?? ids) seen.push(await this.#surveyed(id, until));
    return ok(seen);
  }

  /** The heartbeat: sets the alarm again, should the platform have dropped it while something waits, or a kill left it too late. */
  async wake(): Promise<void> {
    if (!this.created) return;
    correctSchedules(this.sql, Date.now());
    const due = this.#dueAt(Date.now());
    if (due === null) return;
    const alarm = await this.ctx.storage.getAlarm();
    if (alarm === null || alarm > due) await this.arm();
  }

  async get(id: string): Promise<Import | null> {
    await this.open();
    const run = this.#runs.byId(id);
    return run === null ? null : this.#show(run);
  }

  /** Newest first; those read under one layout, or all. */
  async list(
    limit: number,
    offset: number,
    layout: string | null = null,
  ): Promise<{ imports: Import[]; has_more: boolean }> {
    await this.open();
    const runs = this.#runs.page(limit + 1, offset, layout);
    return { imports: shown(this.#runs, runs.slice(0, limit)), has_more: runs.length > limit };
  }

  /** The imports that wait for a person, newest first; `total` counts those of every page. */
  async waiting(limit: number, offset: number): Promise<WaitingPage> {
    await this.open();
    return this.#runs.waiting(limit, offset);
  }

  async rows(
    id: string,
    state: RowState | null,
    limit: number,
    offset: number,
  ): Promise<{ rows: ImportRow[]; has_more: boolean } | null> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return null;
    return listRows(this.sql, run.seq, state, limit, offset);
  }

  /** Server-sent events: the Import object now and at each change, until it can change no more by itself. */
  async events(id: string): Promise<Response | null> {
    await this.open();
    const run = this.#runs.byId(id);
    return run === null ? null : this.#events.open(this.#show(run));
  }

  /** Settles questions; all open ones settled, reading goes on. */
  async answer(id: string, answers: Answers): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const come = await this.#accountsCome(this.#runs.byId(id)?.questions ?? [], answers);
    const run = this.#runs.byId(id);
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
    storeAnswers(this.sql, this.#runs, run, answers, Date.now());
    return this.#changed(run.seq);
  }

  /** The ids of the open accounts, where an answer names one that is not among the choices put. */
  async #accountsCome(
    questions: readonly Question[],
    answers: Answers,
  ): Promise<readonly string[]> {
    if (!namesNewAccount(questions, answers)) return [];
    const listed = await this.accounts();
    return listed.kind === "accounts"
      ? listed.accounts.filter(({ closed }) => !closed).map(({ id }) => String(id))
      : [];
  }

  /** Posts what was only shown so far; `choices`: account id -> what is to be done with its stated balance. */
  async confirm(id: string, choices: BalanceChoices = {}): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    // A repeat whose first answer was lost.
    if (CONFIRMED.includes(run.state)) return ok(this.#show(run));
    if (run.state !== "preview")
      return err({
        kind: "wrong state",
        state: run.state,
        action: "confirmed",
        allowed: "preview",
      });
    const balances = chosen(run, choices);
    if (!balances.ok) return balances;
    this.sql.transaction(() => {
      for (const [account, choice] of Object.entries(choices))
        followOrNot(this.sql, Number(account), choice);
      this.#runs.change(run.seq, ["preview"], { state: "posting", balances: balances.value });
    });
    return this.#changed(run.seq);
  }

  /** Takes back exactly what the run inserted; what it never posted is dropped, its answers are forgotten. */
  async undo(id: string): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state === "undoing" || run.state === "undone") return ok(this.#show(run));
    if (!UNDOABLE.includes(run.state)) {
      return err({
        kind: "wrong state",
        state: run.state,
        action: "undone",
        allowed: UNDOABLE.join(", "),
      });
    }
    beginUndo(this.sql, this.#runs, run, UNDOABLE);
    return this.#changed(run.seq);
  }

  /** Marks an import that failed as seen, so that it no longer waits for a person; it stays in the list. */
  async dismiss(id: string): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const { state } = run;
    if (state !== "failed")
      return err({ kind: "wrong state", state, action: "dismissed", allowed: "failed" });
    if (run.dismissed_at === null)
      this.#runs.change(run.seq, ["failed"], { dismissed_at: Date.now() });
    return this.#changed(run.seq);
  }

  /** What an import looks like others by, and what is decided about it; waits a moment for what has to be done in the budget. */
  async matching(id: string, request: MatchRequest): Promise<Result<MatchAnswer, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const done = match(this.sql, this.#runs, run, request, Date.now());
    const job = jobOf(request, run);
    if (!done.ok || (isRead(request) && job === null)) return done;
    await this.arm();
    this.#announce(run.seq);
    const until = Date.now() + JOB_WAIT_MS;
    const waits = () => job !== null && isUnderWay(this.sql, ...job) && Date.now() < until;
    while (waits()) await this.#events.next(id, until - Date.now());
    const now = answeredBy(request);
    return now === null ? done : match(this.sql, this.#runs, run, now, Date.now());
  }

  /** The accounts statements can go to, as the budget lists them now. */
  override async accounts(): Promise<
    { kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer
  > {
    await this.open();
    const { upstream, pace } = this.#tools();
    if ((await pace()) > 0)
      return { kind: "unknown", message: "the service's quota for this minute is used up" };
    return listAccounts(upstream);
  }

  protected override async woken(): Promise<void> {
    await this.wake();
  }

  override async alarm(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    await this.#working;
  }

  async #work(): Promise<void> {
    try {
      await this.open();
      correctTimes(this.sql, Date.now());
      this.#note(this.sendNotices());
      await this.#queue.work();
      this.#note(this.sendNotices());
    } catch (error) {
      logFault({ event: "importer alarm failed", error: String(error) });
      this.#pause.failed();
    } finally {
      this.#pause.end(Date.now(), Math.random());
      await this.arm();
    }
  }

  #note(wentWell: boolean): void {
    if (!wentWell) this.#pause.failed();
  }

  /** A step of what takes a moment: a mail, or a balance that came by a hook. False where nothing is due; it never throws. */
  async #short(): Promise<boolean> {
    const tools = this.#tools();
    const hadMail = await this.workOnInbox(tools);
    return (await workOnBalances(tools)) || hadMail;
  }

  async #changed(seq: number): Promise<Result<Import, ImportProblem>> {
    await this.arm();
    this.#announce(seq);
    return ok(this.#show(must(this.#runs.bySeq(seq), "the run exists")));
  }

  #show = (run: Run): Import => must(shown(this.#runs, [run])[0], "a run is shown");

  #announce(seq: number): void {
    const run = this.#runs.bySeq(seq);
    if (run === null) return;
    // Those that wait for it show why, and until when.
    const behind = this.#runs
      .active()
      .filter((other) => other.seq !== seq && POSTING.includes(other.state));
    for (const one of shown(this.#runs, [run, ...behind])) this.#events.send(one);
  }

  /** Waits a moment for the survey (of a small file, for its reading), so that what nobody can read is refused at once. */
  async #surveyed(id: string, until: number): Promise<Import> {
    const seen = () => this.#show(must(this.#runs.byId(id), "the run exists"));
    const undecided = ({ state, document }: Import) =>
      state === "received" || (state === "reading" && document.bytes <= SMALL_DOCUMENT_BYTES);
    while (undecided(seen()) && Date.now() < until) await this.#events.next(id, until - Date.now());
    return seen();
  }

  /** Sets the alarm for whatever is due first; the last write of whoever calls it. */
  protected override async arm(): Promise<void> {
    const now = Date.now();
    const due = this.#dueAt(now);
    if (due !== null) await this.ctx.storage.setAlarm(this.#pause.after(Math.max(now, due), now));
  }

  #dueAt(now: number): number | null {
    correctTimes(this.sql, now);
    return firstOf([this.#queue.dueAt(now), this.credentials.dueAt(), this.noticesDueAt()]);
  }

  /** There are tokens again: what waits is tried at once. */
  protected override async resume(): Promise<void> {
    this.#runs.hurry();
    hurryJobs(this.sql);
    hurryReceipts(this.sql);
    hurrySchedules(this.sql);
    hurryBalances(this.sql);
    await this.arm();
  }

  #tools(): Tools {
    const upstream = upstreamOf(readConfig(this.env), this.ctx, this.credentials);
    const pace = upstream.paced ? this.env.PACE.getByName(new URL(upstream.base).host) : null;
    return {
      sql: this.sql,
      runs: this.#runs,
      upstream:
        pace === null
          ? upstream
          : { ...upstream, fetch: reporting(upstream.fetch, (until) => pace.close(until)) },
      chance: CLOCK,
      pace: async () => (pace === null ? 0 : pace.ask(this.name)),
      document: (sha256, fileName, bytes) =>
        openDocument(this.env.DOCUMENTS, sha256, fileName, bytes),
      isStored: (sha256) => hasDocument(this.env.DOCUMENTS, sha256),
    };
  }
}

function firstOf(due: readonly (number | null)[]): number | null {
  const some = due.filter((at) => at !== null);
  return some.length === 0 ? null : Math.min(...some);
}
