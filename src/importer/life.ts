// When a connection's object works: its alarm takes the earliest due time of the list, then lets each
// feature do a step (posting/queue.ts).
//
// The alarm never throws (the platform would drop it after six tries) unless it cannot be set
// again; after a fault it rests a while (alarm-rest.ts). Whoever leaves work to do sets the alarm
// as the last write. The tables are created by the first call of somebody who may create them,
// never for a credential with a made-up connection.

import { logFault } from "../platform/log.ts";
import { err, type Result } from "../platform/result.ts";
import { earliest } from "../platform/outbox/runner.ts";
import { isCreated, migrate } from "../platform/sql/migrate.ts";
import { findConfiguredToken } from "./connection/configured.ts";
import type { AccessToken, NoToken } from "./connection/connection.ts";
import { NOT_CONNECTED } from "./connection/fault-words.ts";
import type { Core } from "./core.ts";
import { eraseStep, isErasing, markUse } from "./erase.ts";
import type { Features } from "./features.ts";
import { correctSchedules, correctTimes } from "./imports/stored-times.ts";
import { Pause } from "./posting/alarm-rest.ts";
import { Queue } from "./posting/queue.ts";
import { baseline } from "./baseline.ts";
import { steps } from "./schema.ts";

/** The tables and the alarm of one connection. */
export class Life {
  readonly #ctx: DurableObjectState;
  readonly #core: Core;
  readonly #features: Features;
  readonly #queue: Queue;
  readonly #pause = new Pause();
  readonly #isConfigured: boolean;
  /** Whether this object was ever used. */
  #created = false;
  #working: Promise<void> | null = null;

  constructor(ctx: DurableObjectState, core: Core, features: Features) {
    this.#ctx = ctx;
    this.#core = core;
    this.#features = features;
    this.#isConfigured = findConfiguredToken(core.connection, core.config) !== null;
    this.#queue = new Queue({
      runs: core.runs,
      tools: core.tools,
      chores: async () => this.#note(await core.credentials.work()),
      announce: core.announce,
      markUse: (sha256) => markUse(core.bucket, core.connection, sha256),
      features: features.all,
      limits: core.config.limits,
    });
  }

  /** Whether this object was ever used. */
  get created(): boolean {
    return this.#created;
  }

  /** Whether there may be a connection here: it was used before, or it is the configured one. */
  isThere(): boolean {
    return this.#created || this.#isConfigured;
  }

  /**
   * The heartbeat: sets the alarm again, in case the platform dropped it while work waits, or a
   * kill left it too late.
   */
  async wake(): Promise<void> {
    if (!this.#created) return;
    correctSchedules(this.#core.sql, Date.now());
    const due = this.#dueAt(Date.now());
    if (due === null) return;
    const alarm = await this.#ctx.storage.getAlarm();
    if (alarm === null || alarm > due) await this.arm();
  }

  /** Does what is due, once at a time. */
  async alarm(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
    await this.#working;
  }

  async #work(): Promise<void> {
    const { backups, endpoints } = this.#features;
    try {
      if (isErasing(this.#ctx.storage)) {
        await this.#erase();
        return;
      }
      await this.open();
      correctTimes(this.#core.sql, Date.now());
      if (backups.restores.isRestoring()) {
        this.#note(await this.#core.credentials.work());
        await backups.restores.work();
        return;
      }
      this.#note(endpoints.send());
      await this.#queue.work();
      this.#note(endpoints.send());
    } catch (error) {
      logFault({ event: "importer alarm failed", error: String(error) });
      this.#pause.failed();
    } finally {
      this.#pause.end(Date.now(), Math.random());
      await this.arm();
    }
  }

  async #erase(): Promise<void> {
    const { sql, bucket, connection, credentials, config } = this.#core;
    const { limits } = config;
    for (let step = 0; step < limits.alarmSteps; step += 1) {
      this.#note(await credentials.work());
      const owed = credentials.dueAt();
      const owes = owed !== null;
      const room = { storage: this.#ctx.storage, sql, bucket, connection, owes };
      if (!(await eraseStep(room))) {
        this.#created = false;
        return;
      }
      if (owed !== null && owed > Date.now()) return;
    }
  }

  #note(wentWell: boolean): void {
    if (!wentWell) this.#pause.failed();
  }

  /** Sets the alarm for what is due next. */
  async arm(): Promise<void> {
    const now = Date.now();
    const due = this.#dueAt(now);
    if (due !== null) await this.#ctx.storage.setAlarm(this.#pause.after(Math.max(now, due), now));
  }

  #dueAt(now: number): number | null {
    if (!this.#created) return null;
    if (isErasing(this.#ctx.storage)) return this.#core.credentials.dueAt() ?? now;
    correctTimes(this.#core.sql, now);
    const { restores } = this.#features.backups;
    const work = restores.isRestoring() ? restores.dueAt() : this.#queue.dueAt(now);
    return earliest([work, this.#core.credentials.dueAt()]);
  }

  /** The connection has tokens again: waiting work is tried at once. */
  async resume(): Promise<void> {
    for (const feature of this.#features.all) feature.hurry?.();
    await this.arm();
  }

  /** Ends all keys and addresses. */
  end(): void {
    this.#core.sql.transaction(() => {
      for (const feature of this.#features.all) feature.end?.();
    });
  }

  /** What an object that was used before does when it is made again. */
  async reopen(): Promise<void> {
    if (!isCreated(this.#core.sql)) return;
    await this.#migrate();
    await this.wake();
  }

  /** Creates the tables on the first call of somebody who may create them. */
  async open(): Promise<void> {
    if (!this.#created) await this.#ctx.blockConcurrencyWhile(() => this.#migrate());
  }

  async #migrate(): Promise<void> {
    await migrate(this.#core.sql, steps, Date.now(), baseline);
    this.#created = true;
  }

  /** The access token, as `ask` gets it; it reports at once that the token is gone. */
  async token(
    ask: (core: Core) => Promise<Result<AccessToken, NoToken>>,
  ): Promise<Result<AccessToken, NoToken>> {
    const token: Result<AccessToken, NoToken> = this.isThere()
      ? await ask(this.#core)
      : err({ kind: "unauthorized", message: NOT_CONNECTED });
    if (!token.ok && this.#created) await this.arm();
    return token;
  }
}
