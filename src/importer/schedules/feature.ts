// The schedules of a connection: made, changed, shown, run. When they run is the alarm's (run.ts).
// A person's request is taken as JSON text, since each source has its own settings. Secrets are
// stored and never returned.

import type { Resealed } from "../../platform/sealing/resealed.ts";
import { JOB_WAIT_MS, SCHEDULE_RUNS_KEPT, SCHEDULES_MAX } from "../../platform/limits.ts";
import type { Fetching } from "../../sources/fetching.ts";
import { internetFetching, neverAskedBy } from "../../sources/internet.ts";
import { findSourceByType } from "../../sources/sources.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { createSealer, type Sealer } from "../../platform/sealing/seal.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import { parseJson } from "../../platform/json.ts";
import { notify as notifyAll } from "../webhooks/sending/notify.ts";
import { newRunId } from "../imports/arrival.ts";
import { queueService } from "../posting/paced-service.ts";
import type { ImportProblem } from "../problem.ts";
import { Claims } from "./claims.ts";
import { schedulesDueAt, workOnSchedules } from "./run.ts";
import type { ScheduleFailing, ScheduleTools } from "./run-tools.ts";
import { shownRun, shownSchedule, type Schedule } from "./schedule.ts";
import {
  keepSecrets,
  openSecrets,
  resealSecrets,
  SCHEDULE_PURPOSE,
  sealSecrets,
  secretNames,
} from "./secrets.ts";
import {
  addSchedule,
  allSchedules,
  changeSchedule,
  endSchedules,
  hurrySchedules,
  removeSchedule,
  runById,
  listRuns,
  scheduleById,
  wishRun,
} from "./store.ts";
import { importReading } from "./statement.ts";
import { checkChange, checkNewSchedule, type Wish } from "./check-request.ts";

const POLL_MS = 30;

/** A connection's schedules. */
export class Schedules implements Feature {
  readonly #core: Core;
  readonly #fetching: Fetching;
  readonly #neverAsked: (address: string) => string | null;
  readonly #claims: Claims;
  #scheduleSealer: Promise<Sealer> | null = null;

  constructor(core: Core) {
    const { config } = core;
    this.#core = core;
    this.#fetching = internetFetching(config);
    this.#neverAsked = neverAskedBy(config);
    this.#claims = new Claims({
      sql: core.sql,
      sealer: () => this.#sealer(),
      connection: core.connection,
    });
  }

  /** By name. */
  list(): object[] {
    return allSchedules(this.#core.sql).map((schedule) => this.#shown(schedule));
  }

  /** A schedule with its runs, the newest first; null where there is none. */
  get(id: string): object | null {
    const found = scheduleById(this.#core.sql, id);
    return found === null
      ? null
      : {
          ...this.#shown(found),
          runs: listRuns(this.#core.sql, id, SCHEDULE_RUNS_KEPT).map(shownRun),
        };
  }

  /** Makes one of the JSON text that a person sent. */
  async create(text: string): Promise<Result<object, ImportProblem>> {
    const id = newRunId(Date.now());
    return this.#keep(checkNewSchedule(parseJson(text), id, Date.now()), (wish) =>
      addSchedule(this.#core.sql, wish.schedule)
        ? null
        : { kind: "too many", message: `A connection has at most ${SCHEDULES_MAX} schedules.` },
    );
  }

  /** Changes what the JSON text names. */
  async change(id: string, text: string): Promise<Result<object, ImportProblem>> {
    const before = scheduleById(this.#core.sql, id);
    if (before === null) return err({ kind: "no such schedule", id });
    const wish = checkChange(before, secretNames(this.#core.sql, id), parseJson(text), Date.now());
    return this.#keep(wish, ({ schedule, changes }) => {
      const now = scheduleById(this.#core.sql, id);
      // While its account was asked for it was removed, changed, switched off by itself, or became due.
      if (now === null) return { kind: "no such schedule", id };
      if (!isSame(now, before))
        return {
          kind: "not offered",
          message: "The schedule was changed at the same time; look at it, and try again.",
        };
      const claimed =
        now.next_due_at !== before.next_due_at && schedule.next_due_at === before.next_due_at;
      changeSchedule(
        this.#core.sql,
        claimed ? { ...schedule, next_due_at: now.next_due_at } : schedule,
        changes,
        Date.now(),
      );
      return null;
    });
  }

  remove(id: string): boolean {
    return removeSchedule(this.#core.sql, id);
  }

  /** Runs it now, also where it is off, and waits a moment for what comes of it: the run. */
  async run(id: string): Promise<Result<object, ImportProblem>> {
    const schedule = scheduleById(this.#core.sql, id);
    if (schedule === null) return err({ kind: "no such schedule", id });
    const run = wishRun(this.#core.sql, schedule, Date.now());
    await this.#core.arm();
    const until = Date.now() + JOB_WAIT_MS;
    const seen = () => runById(this.#core.sql, run);
    while (seen()?.state === "waiting" && seen()?.fault === null && Date.now() < until)
      await scheduler.wait(POLL_MS);
    const shown = seen();
    return shown === null ? err({ kind: "no such schedule", id }) : ok(shownRun(shown));
  }

  async reseal(): Promise<Resealed> {
    return resealSecrets(this.#core.sql, await this.#sealer(), this.#core.connection);
  }

  /** One step; false where nothing is due. */
  async work(): Promise<boolean> {
    const { sql, chance, upstream, pace } = this.#core.tools();
    const { ask } = queueService(upstream, pace);
    const notify = ({ schedule, failures, stopped }: ScheduleFailing) =>
      notifyAll(sql, { type: "schedule.failed", subject: schedule, data: { failures, stopped } });
    const statement: ScheduleTools["statement"] = (schedule, told, take) =>
      importReading({ sql, bucket: this.#core.bucket }, schedule, told, chance.now(), take);
    const secrets = (schedule: string) =>
      openSecrets(sql, () => this.#sealer(), this.#core.connection, schedule);
    return workOnSchedules({
      sql,
      chance,
      ask,
      fetching: this.#fetching,
      source: findSourceByType,
      secrets,
      statement,
      notify,
    });
  }

  dueAt(): number | null {
    return schedulesDueAt(this.#core.sql);
  }

  hurry(): void {
    hurrySchedules(this.#core.sql);
  }

  end(): void {
    endSchedules(this.#core.sql, Date.now());
  }

  async #keep(
    wish: Result<Wish, ImportProblem>,
    store: (wish: Wish) => ImportProblem | null,
  ): Promise<Result<object, ImportProblem>> {
    if (!wish.ok) return wish;
    const { schedule, source, secrets } = wish.value;
    const unasked = this.#unaskedAddress(wish.value);
    if (unasked !== null) return err(unasked);
    const missing = await this.#missingAccount(schedule);
    if (missing !== null) return err(missing);
    const prepared =
      secrets === null || source.prepare === null
        ? ok(secrets)
        : await source.prepare(secrets, {
            fetching: this.#fetching,
            once: this.#claims.once(schedule.id),
          });
    if (!prepared.ok)
      return err({
        kind: "invalid",
        field: "/body/source/secrets",
        message: prepared.error.message,
      });
    const sealed =
      prepared.value === null
        ? null
        : await sealSecrets(
            await this.#sealer(),
            this.#core.connection,
            schedule.id,
            prepared.value,
          );
    const problem = this.#core.sql.transaction(() => {
      const refused = store(wish.value);
      if (refused === null && sealed !== null) keepSecrets(this.#core.sql, schedule.id, sealed);
      return refused;
    });
    if (problem !== null) return err(problem);
    await this.#core.arm();
    return ok(
      this.#shown(must(scheduleById(this.#core.sql, schedule.id), "the schedule was just stored")),
    );
  }

  /** Which address is never asked by this deployment, whatever its name stands for; null where each may be. */
  #unaskedAddress({ source, schedule, secrets }: Wish): ImportProblem | null {
    for (const { at, url } of source.addresses(schedule.settings, secrets ?? {})) {
      const why = this.#neverAsked(url);
      if (why !== null) return { kind: "invalid", field: `/body/source${at}`, message: why };
    }
    return null;
  }

  /** Why the target cannot be; null where it can, or the service cannot be asked: then each run looks again. */
  async #missingAccount({ target }: Schedule): Promise<ImportProblem | null> {
    const ids: Readonly<Record<string, unknown>> = { ...target };
    const field = ["manual_account_id", "history", "statement"].find((name) => name in ids);
    if (field === undefined) return null;
    const id = ids[field];
    const listed = await this.#core.accounts();
    if (
      listed.kind !== "accounts" ||
      listed.accounts.some((account) => account.id === id && !account.closed)
    )
      return null;
    return {
      kind: "invalid",
      field: `/body/target/${field}`,
      message: `There is no open account ${String(id)}.`,
    };
  }

  #shown(schedule: Schedule) {
    const [last = null] = listRuns(this.#core.sql, schedule.id, 1);
    return shownSchedule(schedule, secretNames(this.#core.sql, schedule.id), last, Date.now());
  }

  #sealer(): Promise<Sealer> {
    return (this.#scheduleSealer ??= createSealer(this.#core.config, SCHEDULE_PURPOSE));
  }
}

/**
 * Whether a schedule is still as a person, or its own stopping, left it: what is made of one and
 * stored over another would join address and secrets of two.
 */
function isSame(one: Schedule, other: Schedule): boolean {
  const [a, b] = [one, other].map(({ name, cron, timezone, enabled, type, settings, target }) =>
    JSON.stringify([name, cron, timezone, enabled, type, settings, target]),
  );
  return a === b;
}
