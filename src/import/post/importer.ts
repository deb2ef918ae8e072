// The Importer object, one per connection: its runs, rows, batches and learned layouts (what it gives out is in
// access.ts). Its alarm is the queue. The alarm never throws (the platform would drop it after six tries): what fails
// is kept in rows with the time of the next attempt, and the object sets the alarm again when it wakes and rows wait.

import { readConfig, type Env } from "../../config.ts";
import { upstreamOf } from "../../connect/upstream.ts";
import { ALARM_STEPS_MAX, ALARM_WORK_MS_MAX, IDEMPOTENCY_KEEP_MS, READ_FAULTS_MAX, RETRY_DELAY_MS_MAX, SMALL_DOCUMENT_BYTES, SURVEY_WAIT_MS } from "../../limits.ts";
import { must } from "../../value/assert.ts";
import { dayOfInstant } from "../../value/day.ts";
import { base32 } from "../../value/digest.ts";
import { err, ok, type Result } from "../../value/result.ts";
import { openDocument } from "../accept/documents.ts";
import type { Answers } from "../decode/statement.ts";
import { breathe, post, read, survey, undo, type OpenReader, type Tools } from "../pipeline.ts";
import type { ImportProblem } from "../problem.ts";
import { checkAnswers } from "./answers.ts";
import { listAccounts, type AccountListed, type NoAnswer, type Refused } from "./client.ts";
import type { Drained } from "./drain.ts";
import { Access } from "./access.ts";
import { reporting } from "./pace.ts";
import { backoffDelay } from "./retry.ts";
import { Events } from "./events.ts";
import { forget, remember } from "./memory.ts";
import { listRows, type ImportRow, type RowState } from "./rows.ts";
import { importOf, Runs, type DocumentRef, type Import, type Run, type RunOptions, type RunState } from "./runs.ts";
import { ableRuns, isDue } from "./turns.ts";

/** A document at the door. */
export interface Arrival {
  readonly door: string;
  readonly document: DocumentRef;
  readonly options: RunOptions;
  readonly idempotency_key: string | null;
  /** The parameters as they were sent: what must be the same when the key comes again. */
  readonly asked: string;
}

const CONFIRMED: readonly RunState[] = ["posting", "waiting", "done"];
const UNDOABLE: readonly RunState[] = ["received", "reading", "question", "preview", "posting", "waiting", "done", "failed"];

/** One connection's imports. */
export class Importer extends Access {
  readonly #runs: Runs;
  readonly #events = new Events();
  #reader: OpenReader | null = null;
  #working: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#runs = new Runs(this.sql);
  }

  /** Takes a document that is already stored: the run that will import it. The same key and file give the same run. */
  async receive(arrival: Arrival): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const now = Date.now();
    const { idempotency_key: key } = arrival;
    const request = JSON.stringify([arrival.document.sha256, arrival.asked]);
    const id = newRunId(now);
    const taken = this.sql.transaction(() => {
      if (key !== null) {
        this.sql.run("DELETE FROM idempotency WHERE created_at < ?", now - IDEMPOTENCY_KEEP_MS);
        const before = this.sql.first<{ request: string; run: string }>("SELECT request, run FROM idempotency WHERE key = ?", key);
        if (before !== null) return before;
        this.sql.run("INSERT INTO idempotency (key, request, run, created_at) VALUES (?, ?, ?, ?)", key, request, id, now);
      }
      this.#runs.create({ id, door: arrival.door, document: arrival.document, options: arrival.options, now });
      return null;
    });
    if (taken !== null && taken.request !== request) return err({ kind: "idempotency key reused", key: key ?? "" });
    const run = taken?.run ?? id;
    await this.#arm();
    return ok(await this.#surveyed(run));
  }

  /** The heartbeat: sets the alarm again, should the platform have dropped it while something waits. */
  async wake(): Promise<void> {
    if (this.created && (await this.ctx.storage.getAlarm()) === null) await this.#arm();
  }

  async get(id: string): Promise<Import | null> {
    await this.open();
    const run = this.#runs.byId(id);
    return run === null ? null : importOf(run);
  }

  async list(limit: number, offset: number): Promise<{ imports: Import[]; has_more: boolean }> {
    await this.open();
    const runs = this.#runs.page(limit + 1, offset);
    return { imports: runs.slice(0, limit).map(importOf), has_more: runs.length > limit };
  }

  async rows(id: string, state: RowState | null, limit: number, offset: number): Promise<{ rows: ImportRow[]; has_more: boolean } | null> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return null;
    return listRows(this.sql, run.seq, state, limit, offset);
  }

  /** Server-sent events: the Import object now and at each change, until it can change no more by itself. */
  async events(id: string): Promise<Response | null> {
    await this.open();
    const run = this.#runs.byId(id);
    return run === null ? null : this.#events.open(importOf(run));
  }

  /** Settles questions; all open ones settled, reading goes on. */
  async answer(id: string, answers: Answers): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state !== "question") return err({ kind: "wrong state", state: run.state, action: "answered", allowed: "question" });
    const checked = checkAnswers(run.questions, answers);
    if (!checked.ok) return checked;
    const all = { ...run.answers, ...answers };
    const open = run.questions.filter((question) => all[question.id] === undefined);
    this.sql.transaction(() => {
      if (run.layout !== null) remember(this.sql, run.layout.fingerprint, run.options.account, answers, Date.now());
      this.#runs.change(run.seq, ["question"], { answers: all, questions: open, state: open.length > 0 ? "question" : "received" });
    });
    return this.#changed(run.seq);
  }

  /** Posts what was only shown so far. */
  async confirm(id: string): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    // A repeat whose first answer was lost.
    if (CONFIRMED.includes(run.state)) return ok(importOf(run));
    if (run.state !== "preview") return err({ kind: "wrong state", state: run.state, action: "confirmed", allowed: "preview" });
    this.#runs.change(run.seq, ["preview"], { state: "posting" });
    return this.#changed(run.seq);
  }

  /** Takes back exactly what the run inserted; what it never posted is dropped, its answers are forgotten. */
  async undo(id: string): Promise<Result<Import, ImportProblem>> {
    await this.open();
    const run = this.#runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    if (run.state === "undoing" || run.state === "undone") return ok(importOf(run));
    if (!UNDOABLE.includes(run.state)) {
      return err({ kind: "wrong state", state: run.state, action: "undone", allowed: UNDOABLE.join(", ") });
    }
    this.sql.transaction(() => {
      if (run.layout !== null) forget(this.sql, run.layout.fingerprint, run.options.account);
      this.#runs.change(run.seq, UNDOABLE, { state: "undoing", failures: 0, next_attempt_at: null, error: null });
    });
    return this.#changed(run.seq);
  }

  /** The accounts statements can go to, as the budget lists them now. */
  async accounts(): Promise<{ kind: "accounts"; accounts: AccountListed[] } | Refused | NoAnswer> {
    const { upstream, pace } = this.#tools();
    if ((await pace()) > 0) return { kind: "unknown", message: "the service's quota for this minute is used up" };
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
      const until = Date.now() + ALARM_WORK_MS_MAX;
      for (let count = 0; count < ALARM_STEPS_MAX && Date.now() < until; count += 1) {
        const run = this.#due(Date.now());
        if (run === null) break;
        await this.#step(run);
        await breathe();
      }
    } catch (error) {
      console.error(JSON.stringify({ event: "importer alarm failed", error: String(error) }));
    } finally {
      await this.#arm();
    }
  }

  #due(now: number): Run | null {
    return ableRuns(this.#runs.active()).find((run) => isDue(run, now)) ?? null;
  }

  async #step(run: Run): Promise<void> {
    try {
      this.#recordWait(run, await this.#advance(run));
    } catch (error) {
      console.error(JSON.stringify({ event: "import step failed", import: run.id, state: run.state, error: String(error) }));
      this.#reader = null;
      this.#recordFault(run);
    }
    this.#announce(run.seq);
  }

  async #advance(run: Run): Promise<Drained> {
    const tools = this.#tools();
    switch (run.state) {
      case "received":
        return survey(tools, run, dayOfInstant(Date.now()));
      case "reading":
        this.#reader = await read(tools, run, this.#reader);
        return { kind: "moved" };
      case "posting":
      case "waiting":
        if (run.next_attempt_at !== null) this.#runs.change(run.seq, [run.state], { state: "posting", next_attempt_at: null });
        return post(tools, run);
      case "undoing":
        return undo(tools, run);
      case "question":
      case "preview":
      case "done":
      case "failed":
      case "undone":
        throw new Error(`Invariant broken: nothing to do for an import that is ${run.state}`);
    }
  }

  /** A fault of ours: kept, said, tried again later, never a reason to lose the alarm. What cannot be read fails in the end. */
  #recordFault(run: Run): void {
    const reading: readonly RunState[] = ["received", "reading"];
    if (reading.includes(run.state) && run.failures + 1 >= READ_FAULTS_MAX) {
      const error = "The importer itself failed on this file, again and again. The file is kept; nothing of it was posted.";
      this.#runs.change(run.seq, reading, { state: "failed", error, finished_at: Date.now(), next_attempt_at: null });
      return;
    }
    const delay = backoffDelay(run.failures + 1, Math.random());
    this.#recordWait(run, { kind: "wait", delay, reason: "a fault of the importer itself; it is tried again" });
  }

  #recordWait(run: Run, drained: Drained): void {
    const posting = run.state === "posting" || run.state === "waiting";
    const from: readonly RunState[] = posting ? ["posting", "waiting"] : [run.state];
    if (drained.kind === "wait" || drained.kind === "unauthorized") {
      const delay = drained.kind === "wait" ? drained.delay : RETRY_DELAY_MS_MAX;
      const next_attempt_at = Date.now() + delay;
      const state = posting ? "waiting" : run.state;
      this.#runs.change(run.seq, from, { state, failures: run.failures + 1, next_attempt_at, error: drained.reason });
    } else if (drained.kind === "moved" && (run.next_attempt_at !== null || (posting && run.failures > 0))) {
      this.#runs.change(run.seq, from, { next_attempt_at: null, error: null, failures: 0 });
    }
  }

  async #changed(seq: number): Promise<Result<Import, ImportProblem>> {
    await this.#arm();
    this.#announce(seq);
    return ok(importOf(must(this.#runs.bySeq(seq), "the run exists")));
  }

  #announce(seq: number): void {
    const run = this.#runs.bySeq(seq);
    if (run !== null) this.#events.send(importOf(run));
  }

  /** Waits a moment for the survey (of a small file, for its reading), so that what nobody can read is refused at once. */
  async #surveyed(id: string): Promise<Import> {
    const seen = () => importOf(must(this.#runs.byId(id), "the run exists"));
    const until = Date.now() + SURVEY_WAIT_MS;
    const undecided = ({ state, document }: Import) =>
      state === "received" || (state === "reading" && document.bytes <= SMALL_DOCUMENT_BYTES);
    while (undecided(seen()) && Date.now() < until) await this.#events.next(id, until - Date.now());
    return seen();
  }

  /** Sets the alarm for whatever is due first; the last write of whoever calls it. */
  async #arm(): Promise<void> {
    const able = ableRuns(this.#runs.active());
    if (able.length === 0) return;
    const now = Date.now();
    await this.ctx.storage.setAlarm(Math.max(now, Math.min(...able.map((run) => run.next_attempt_at ?? now))));
  }

  #upstream() {
    return upstreamOf(readConfig(this.env), this.ctx);
  }

  #tools(): Tools {
    const upstream = this.#upstream();
    const host = upstream.paced ? new URL(upstream.base).host : null;
    const name = this.ctx.id.name ?? this.ctx.id.toString();
    const pace = host === null ? null : this.env.PACE.getByName(host);
    return {
      sql: this.sql,
      runs: this.#runs,
      upstream: pace === null ? upstream : { ...upstream, fetch: reporting(upstream.fetch, (until) => pace.close(until)) },
      chance: { now: () => Date.now(), random: () => Math.random() },
      pace: async () => (pace === null ? 0 : pace.ask(name)),
      document: (sha256, fileName, bytes) => openDocument(this.env.DOCUMENTS, sha256, fileName, bytes),
    };
  }
}

/** Time-ordered and never the same twice, even after the object was reset: it tells our transactions from others'. */
function newRunId(now: number): string {
  return `${now.toString(36)}${base32(crypto.getRandomValues(new Uint8Array(5)))}`;
}
