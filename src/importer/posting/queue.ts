// The Importer's queue: which import is worked on next, and when it is tried again if it has to
// wait. Failures are stored with the time of the next attempt. Nothing here throws, since the
// platform drops an alarm after six faults.

import { READ_FAULTS_MAX } from "../../platform/limits.ts";
import type { PlanLimits } from "../../platform/plan-limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { compareForPreview, post, survey, undo } from "../imports/pipeline.ts";
import { read, type OpenReader } from "../imports/read-rows.ts";
import { breathe, type Tools } from "../tools.ts";
import type { Rules } from "../../platform/outbox/effect.ts";
import { attempt, earliest } from "../../platform/outbox/runner.ts";
import type { Feature } from "../feature.ts";
import { MissingDocument } from "../imports/documents.ts";
import type { Drained } from "./drain.ts";
import { TransferSearch } from "../matching/find-transfers.ts";
import { dueJob, jobRules, jobsDueAt } from "../matching/jobs.ts";
import { failReading, isReading } from "../imports/fail.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { POSTING, type RunState } from "../imports/states.ts";
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
  /** Notes, before a document is read, that this connection uses it. */
  readonly markUse?: (sha256: string) => Promise<void>;
  /** What features have to do beside imports. */
  readonly features: readonly Pick<Feature, "work" | "dueAt">[];
  /** How much one alarm does. */
  readonly limits: Pick<PlanLimits, "alarmSteps" | "alarmWorkMs">;
}

export class Queue {
  readonly #parts: QueueParts;
  #reader: OpenReader | null = null;
  /** The run that posted last: those that post take turns. */
  #posted = 0;
  readonly #transfers = new TransferSearch();
  readonly #jobs = jobRules(this.#transfers);

  /** How a step of an import is attempted. */
  readonly #imports: Rules<Tools, Run, { readonly kind: "moved" | "done" }> = {
    failures: ({ failures }) => failures,
    send: (tools, run) => this.#advance(tools, run),
    settle: ({ runs }, run, { kind }) => {
      const waited =
        run.next_attempt_at !== null || (POSTING.includes(run.state) && run.failures > 0);
      if (kind === "moved" && waited)
        runs.change(run.seq, statesOf(run), { next_attempt_at: null, error: null, failures: 0 });
    },
    putOff: ({ runs }, run, next_attempt_at, { message }) => {
      const state = POSTING.includes(run.state) ? "waiting" : run.state;
      const failures = run.failures + 1;
      runs.change(run.seq, statesOf(run), { state, failures, next_attempt_at, error: message });
    },
    fault: ({ id, state }, thrown) => ({
      event: "import step failed",
      import: id,
      state,
      error: String(thrown),
    }),
    settleFault: (_, run, thrown) => this.#endReading(run, thrown),
    whileSignedOut: "back off",
  };

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** Works on what is due, for as long as one alarm may take. */
  async work(): Promise<void> {
    const until = Date.now() + this.#parts.limits.alarmWorkMs;
    for (let count = 0; count < this.#parts.limits.alarmSteps && Date.now() < until; count += 1) {
      await this.#parts.chores();
      // A mail or a balance takes a moment, an import may take hours: neither waits for the other.
      let worked = false;
      for (const feature of this.#parts.features) if (await feature.work?.()) worked = true;
      const run = this.#due(Date.now());
      const job = dueJob(this.#parts.tools().sql, Date.now(), run === null);
      if (job !== null) {
        await attempt(this.#jobs, this.#parts.tools(), job);
        this.#parts.announce(job.run);
      } else if (run !== null) {
        this.#transfers.forget();
        await attempt(this.#imports, this.#parts.tools(), run);
        this.#parts.announce(run.seq);
      } else if (!worked) break;
      await breathe();
    }
  }

  /** When the next import, job or step of a feature is due; null where none waits. */
  dueAt(now: number): number | null {
    const { runs, tools, features } = this.#parts;
    return earliest([
      ...ableRuns(runs.active()).map((run) => run.next_attempt_at ?? now),
      jobsDueAt(tools().sql),
      ...features.map((feature) => feature.dueAt?.() ?? null),
    ]);
  }

  #due(now: number): Run | null {
    return ableRuns(this.#parts.runs.active(), this.#posted).find((run) => isDue(run, now)) ?? null;
  }

  async #advance(tools: Tools, run: Run): Promise<Drained> {
    switch (run.state) {
      case "received":
        await this.#parts.markUse?.(run.document.sha256);
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

  /** What cannot be read, because the importer itself fails at it again and again, fails in the end. */
  async #endReading(run: Run, error: unknown): Promise<boolean> {
    this.#reader = null;
    const { sql, runs, isStored } = this.#parts.tools();
    const missing = error instanceof MissingDocument;
    if (!isReading(run) || !(missing || run.failures + 1 >= READ_FAULTS_MAX)) return false;
    const kept = !missing && (await isStored(run.document.sha256));
    failReading(sql, runs, run, kept ? NOT_READ : GONE, Date.now());
    return true;
  }
}

/** A run that posts may be waiting by the time that its step has ended, and the other way round. */
function statesOf({ state }: Run): readonly RunState[] {
  return POSTING.includes(state) ? POSTING : [state];
}
