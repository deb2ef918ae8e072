// The Importer's queue: which import is worked on next, and what becomes of it when it has to wait. What fails is kept in
// rows with the time of the next attempt; nothing here throws, since the platform drops an alarm after six faults.

import { ALARM_STEPS_MAX, ALARM_WORK_MS_MAX, READ_FAULTS_MAX } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { dayOfInstant } from "../../money/day.ts";
import {
  compareForPreview,
  post,
  read,
  survey,
  undo,
  workOnJob,
  type OpenReader,
} from "../imports/pipeline.ts";
import { breathe, type Tools } from "../tools.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import type { Feature } from "../feature.ts";
import { MissingDocument } from "../imports/documents.ts";
import type { Drained } from "./drain.ts";
import { delay, dueJob, jobsDueAt, type Job } from "../matching/jobs.ts";
import { failReading, isReading } from "../imports/fail.ts";
import type { Run, Runs, RunState } from "../imports/runs.ts";
import { ableRuns, isDue } from "./next-import.ts";

const NOT_READ =
  "The importer itself failed on this file, again and again. The file is kept; nothing of it was posted.";
const GONE =
  "The stored file is missing, so it cannot be read. Upload it again; nothing of it was posted.";

export interface QueueParts {
  readonly runs: Runs;
  readonly tools: () => Tools;
  /** What the connection itself has to do, before each step. It never throws. */
  readonly chores: () => Promise<void>;
  /** Tells who watches that an import has changed. */
  readonly announce: (seq: number) => void;
  /** What features have to do beside imports. */
  readonly features: readonly Pick<Feature, "work" | "dueAt">[];
}

export class Queue {
  readonly #parts: QueueParts;
  #reader: OpenReader | null = null;
  /** The run that posted last: those that post take turns. */
  #posted = 0;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Works on what is due, for as long as one alarm may take. */
  async work(): Promise<void> {
    const until = Date.now() + ALARM_WORK_MS_MAX;
    for (let count = 0; count < ALARM_STEPS_MAX && Date.now() < until; count += 1) {
      await this.#parts.chores();
      // A mail or a balance takes a moment, an import may take hours: neither waits for the other.
      let worked = false;
      for (const feature of this.#parts.features) if (await feature.work?.()) worked = true;
      const run = this.#due(Date.now());
      const job = dueJob(this.#parts.tools().sql, Date.now(), run === null);
      if (job !== null) await this.#work(job);
      else if (run !== null) await this.#step(run);
      else if (!worked) break;
      await breathe();
    }
  }

  /** When the next import, job or step of a feature is due; null where none waits. */
  dueAt(now: number): number | null {
    const due = ableRuns(this.#parts.runs.active()).map((run) => run.next_attempt_at ?? now);
    const job = jobsDueAt(this.#parts.tools().sql);
    if (job !== null) due.push(job);
    for (const feature of this.#parts.features) {
      const at = feature.dueAt?.() ?? null;
      if (at !== null) due.push(at);
    }
    return due.length === 0 ? null : Math.min(...due);
  }

  async #work(job: Job): Promise<void> {
    const tools = this.#parts.tools();
    try {
      await workOnJob(tools, job);
    } catch (error) {
      logFault({
        event: "import job failed",
        kind: job.kind,
        subject: job.subject,
        error: String(error),
      });
      delay(tools.sql, job, tools.chance);
    }
    this.#parts.announce(job.run);
  }

  #due(now: number): Run | null {
    return ableRuns(this.#parts.runs.active(), this.#posted).find((run) => isDue(run, now)) ?? null;
  }

  async #step(run: Run): Promise<void> {
    try {
      this.#recordWait(run, await this.#advance(run));
    } catch (error) {
      logFault({
        event: "import step failed",
        import: run.id,
        state: run.state,
        error: String(error),
      });
      this.#reader = null;
      await this.#recordFault(run, error);
    }
    this.#parts.announce(run.seq);
  }

  async #advance(run: Run): Promise<Drained> {
    const tools = this.#parts.tools();
    switch (run.state) {
      case "received":
        return survey(tools, run, dayOfInstant(Date.now()));
      case "reading":
        if (run.read_done) return compareForPreview(tools, run);
        this.#reader = await read(tools, run, this.#reader);
        return { kind: "moved" };
      case "posting":
      case "waiting":
        this.#posted = run.seq;
        if (run.next_attempt_at !== null)
          this.#parts.runs.change(run.seq, [run.state], {
            state: "posting",
            next_attempt_at: null,
          });
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
  async #recordFault(run: Run, error: unknown): Promise<void> {
    const { sql, runs, isStored } = this.#parts.tools();
    const missing = error instanceof MissingDocument;
    if (isReading(run) && (missing || run.failures + 1 >= READ_FAULTS_MAX)) {
      const kept = !missing && (await isStored(run.document.sha256));
      failReading(sql, runs, run, kept ? NOT_READ : GONE, Date.now());
      return;
    }
    const delay = backoffDelay(run.failures + 1, Math.random());
    this.#recordWait(run, {
      kind: "wait",
      delay,
      reason: "a fault of the importer itself; it is tried again",
    });
  }

  #recordWait(run: Run, drained: Drained): void {
    const { runs } = this.#parts;
    const posting = run.state === "posting" || run.state === "waiting";
    const from: readonly RunState[] = posting ? ["posting", "waiting"] : [run.state];
    if (drained.kind === "wait" || drained.kind === "unauthorized") {
      const delay =
        drained.kind === "wait" ? drained.delay : backoffDelay(run.failures + 1, Math.random());
      const next_attempt_at = Date.now() + delay;
      const state = posting ? "waiting" : run.state;
      runs.change(run.seq, from, {
        state,
        failures: run.failures + 1,
        next_attempt_at,
        error: drained.reason,
      });
    } else if (
      drained.kind === "moved" &&
      (run.next_attempt_at !== null || (posting && run.failures > 0))
    ) {
      runs.change(run.seq, from, { next_attempt_at: null, error: null, failures: 0 });
    }
  }
}
