// The matches of imports, and the decisions about them.

import { JOB_WAIT_MS } from "../../platform/limits.ts";
import { err, type Result } from "../../platform/result.ts";
import { noteRefusedTransfer } from "../changes/decisions/note.ts";
import type { Changes } from "../changes/feature.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import type { Run } from "../imports/runs.ts";
import type { ImportProblem } from "../problem.ts";
import type { Principal } from "../route.ts";
import { hurryJobs, isUnderWay } from "./jobs.ts";
import {
  answeredBy,
  isRead,
  toJob,
  match,
  type MatchAnswer,
  type MatchRequest,
} from "./matching.ts";
import { findTransfer, listTransfersOf } from "./transfers.ts";

/** The matches of a connection's imports. */
export class Matching implements Feature {
  readonly #core: Core;
  readonly #changes: Pick<Changes, "acceptTransfer" | "nameBy">;

  constructor(core: Core, changes: Pick<Changes, "acceptTransfer" | "nameBy">) {
    this.#core = core;
    this.#changes = changes;
  }

  /** Answers a request about an import's matches, after a short wait for the job that it starts. */
  async answer(
    id: string,
    request: MatchRequest,
    principal: Principal | null,
  ): Promise<Result<MatchAnswer, ImportProblem>> {
    const { sql, runs, events } = this.#core;
    const run = runs.byId(id);
    if (run === null) return err({ kind: "no such import", id });
    const done =
      request.kind === "dismiss"
        ? await this.#dismiss(run, request, principal)
        : match({ sql, runs, run, now: Date.now() }, request);
    if (done.ok && request.kind === "accept")
      await this.#changes.acceptTransfer(request, principal);
    const job = toJob(request, run);
    if (!done.ok || (isRead(request) && job === null)) return done;
    await this.#core.arm();
    this.#core.announce(run.seq);
    const until = Date.now() + JOB_WAIT_MS;
    const waits = () => job !== null && isUnderWay(sql, ...job) && Date.now() < until;
    while (waits()) await events.next(id, until - Date.now());
    const after = answeredBy(request);
    return after === null ? done : match({ sql, runs, run, now: Date.now() }, after);
  }

  /** Refusing a transfer is an entry of the journal, once. */
  async #dismiss(
    run: Run,
    request: Extract<MatchRequest, { readonly kind: "dismiss" }>,
    principal: Principal | null,
  ): Promise<Result<MatchAnswer, ImportProblem>> {
    const { sql, runs } = this.#core;
    const by = await this.#changes.nameBy(principal);
    const now = Date.now();
    return sql.atomically(() => {
      const before = findTransfer(sql, run.seq, request.n)?.state;
      const done = match({ sql, runs, run, now }, request);
      if (done.ok && before === "suggested") noteRefusedTransfer(sql, request.n, by, now);
      return done;
    });
  }

  /** The accepted and suggested transfers that a transaction is a side of. */
  transfersOf(transaction: number) {
    return listTransfersOf(this.#core.sql, transaction);
  }

  hurry(): void {
    hurryJobs(this.#core.sql);
  }
}
