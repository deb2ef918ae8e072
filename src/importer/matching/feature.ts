// What imports were found to be like, and what is decided about it.

import { JOB_WAIT_MS } from "../../platform/limits.ts";
import { err, type Result } from "../../platform/result.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import type { ImportProblem } from "../problem.ts";
import { hurryJobs, isUnderWay } from "./jobs.ts";
import {
  answeredBy,
  isRead,
  toJob,
  match,
  type MatchAnswer,
  type MatchRequest,
} from "./matching.ts";

/** The matches of a connection's imports. */
export class Matching implements Feature {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  /** What an import looks like others by, and what is decided about it; waits a moment for what has to be done in the budget. */
  async answer(id: string, request: MatchRequest): Promise<Result<MatchAnswer, ImportProblem>> {
    const run = this.#core.runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const done = match(this.#core.sql, this.#core.runs, run, request, Date.now());
    const job = toJob(request, run);
    if (!done.ok || (isRead(request) && job === null)) return done;
    await this.#core.arm();
    this.#core.announce(run.seq);
    const until = Date.now() + JOB_WAIT_MS;
    const waits = () => job !== null && isUnderWay(this.#core.sql, ...job) && Date.now() < until;
    while (waits()) await this.#core.events.next(id, until - Date.now());
    const now = answeredBy(request);
    return now === null ? done : match(this.#core.sql, this.#core.runs, run, now, Date.now());
  }

  hurry(): void {
    hurryJobs(this.#core.sql);
  }
}
