// The work in the budget between imports: it looks for transfers, deletes a transaction that is no
// longer pending, and looks for rows that arrived after an undo. A job is stored before its request
// leaves, and deleted once its effect is stored. If the Worker dies in between, the job is repeated:
// a second deletion is answered 404.

import type { Sql } from "../../platform/sql/sql.ts";
import { effectTable } from "../../platform/outbox/table.ts";
import { queueService } from "../posting/paced-service.ts";
import type { Tools } from "../tools.ts";
import type { DeleteReply } from "../posting/client.ts";
import type { Chance, Rules, Step } from "../../platform/outbox/effect.ts";
import { type Drained } from "../posting/drain.ts";
import { lookForLate, nextLook, ON_REQUEST } from "../undo/late-arrivals.ts";
import type { Runs } from "../imports/runs.ts";
import type { SeekService, TransferSearch } from "./find-transfers.ts";

/** The service as jobs see it. */
export interface JobService extends SeekService {
  remove(ids: readonly number[]): Promise<DeleteReply>;
}

export interface Job {
  readonly id: number;
  readonly kind: "find transfers" | "delete pending" | "find late";
  readonly run: number;
  /** A run or a transaction. */
  readonly subject: number;
  readonly cursor: string | null;
  readonly days: number | null;
  readonly failures: number;
  readonly next_attempt_at: number;
}

const WAITING = effectTable<Job>("jobs", ({ id }) => id);

/** When the next job is due; null where none waits. */
export function jobsDueAt(sql: Sql): number | null {
  return WAITING.dueAt(sql);
}

/**
 * The job that is due, one that the user waits for first; others only while the queue is `idle`.
 */
export function dueJob(sql: Sql, now: number, idle: boolean): Job | null {
  const waitedFor = "kind = 'delete pending'";
  return sql.first<Job>(
    `SELECT * FROM jobs WHERE next_attempt_at <= ? AND (? OR ${waitedFor}) ORDER BY ${waitedFor} DESC, id LIMIT 1`,
    now,
    idle,
  );
}

/**
 * Whether such a job is still to be done. Of "find late", only jobs that the user requested count.
 */
export function isUnderWay(sql: Sql, kind: Job["kind"], subject: number): boolean {
  const asked = "(kind <> 'find late' OR cursor = ?)";
  return (
    sql.first(
      `SELECT 1 FROM jobs WHERE kind = ? AND subject = ? AND ${asked}`,
      kind,
      subject,
      ON_REQUEST,
    ) !== null
  );
}

/** All jobs are due now. */
export function hurryJobs(sql: Sql): void {
  WAITING.hurry(sql);
}

/**
 * How jobs are attempted: by the queue, which knows whether anybody waits for something else.
 * `transfers` keeps in memory what one step leaves to the next.
 */
export const jobRules = (transfers: TransferSearch): Rules<Tools, Job, Worked> => ({
  failures: WAITING.failures,
  send: ({ sql, runs, upstream, pace, chance }, job) =>
    workStep({ sql, runs, service: queueService(upstream, pace), chance, transfers }, job),
  settle: ({ sql, chance }, { id }, worked) => {
    if (worked.kind === "done") sql.run("DELETE FROM jobs WHERE id = ?", id);
    else if (worked.kind === "later")
      sql.run(
        "UPDATE jobs SET failures = 0, cursor = ?, next_attempt_at = ? WHERE id = ?",
        worked.cursor,
        chance.now() + worked.delay,
        id,
      );
    else
      sql.run("UPDATE jobs SET failures = 0, next_attempt_at = ? WHERE id = ?", chance.now(), id);
  },
  putOff: WAITING.putOff,
  fault: ({ kind, subject }, thrown) => ({
    event: "import job failed",
    kind,
    subject,
    error: String(thrown),
  }),
  whileSignedOut: "back off",
});

type Worked =
  | { readonly kind: "done" | "moved" }
  | { readonly kind: "later"; readonly cursor: string; readonly delay: number };

interface JobTools {
  readonly sql: Sql;
  readonly runs: Runs;
  readonly service: JobService;
  readonly chance: Chance;
  readonly transfers: TransferSearch;
}

async function workStep(
  { sql, runs, service, chance, transfers }: JobTools,
  job: Job,
): Promise<Step<Worked>> {
  switch (job.kind) {
    case "find transfers": {
      const next = await transfers.seek(sql, job, service, chance.now());
      if (next.kind === "end") return { kind: "done" };
      if (next.kind !== "next") return next;
      sql.run("UPDATE jobs SET cursor = ?, days = ? WHERE id = ?", next.cursor, next.days, job.id);
      return { kind: "moved" };
    }
    case "find late": {
      const run = runs.bySeq(job.run);
      if (run?.state !== "undone") return { kind: "done" };
      const now = chance.now();
      const failed = await lookForLate(sql, runs, run, service, { cursor: job.cursor, now });
      if (failed !== null) return failed;
      const next = nextLook(job.cursor);
      return next === null ? { kind: "done" } : { kind: "later", ...next };
    }
    case "delete pending":
      return deletePending(sql, runs, job, service);
  }
}

async function deletePending(
  sql: Sql,
  runs: Runs,
  job: Job,
  service: JobService,
): Promise<Drained> {
  const isWanted = () =>
    sql.first(
      "SELECT 1 FROM pendings WHERE transaction_id = ? AND state = 'deleting'",
      job.subject,
    ) !== null;
  if (!isWanted()) return { kind: "done" };
  const reply = await service.remove([job.subject]);
  if (reply.kind === "refused" && reply.status !== 404) {
    sql.run(
      "UPDATE pendings SET state = 'pending', problem = ? WHERE transaction_id = ? AND state = 'deleting'",
      reply.message,
      job.subject,
    );
    return { kind: "done" };
  }
  if (reply.kind !== "deleted" && reply.kind !== "refused") return reply;
  sql.transaction(() => {
    if (!isWanted()) return;
    const owners = sql.all<{ run: number; seq: number }>(
      "UPDATE pendings SET state = 'deleted', problem = NULL WHERE transaction_id = ? RETURNING run, seq",
      job.subject,
    );
    for (const { run, seq } of owners) {
      const reason = "deleted, as asked: it is no longer pending and was not posted";
      const left = sql.all(
        "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq = ? AND state = 'inserted' RETURNING seq",
        reason,
        run,
        seq,
      );
      runs.count(run, { inserted: -left.length, skipped: left.length });
    }
  });
  return { kind: "done" };
}
