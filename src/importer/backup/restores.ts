// Restores a backup into this connection and its budget. Both must be empty, and nothing else is
// written to either until it is done. The archive is in the bucket; the alarm carries out its plan.
// If the object is killed, the next alarm goes on from the stored position. If it cannot be
// restored, what was written is cleared away again.
//
// A restore begins with two writes: its row is stored here, then a request opens the budget for it.
// If the object is killed between the two, the plan's first step sends that request; the budget
// accepts it twice.

import {
  BACKUP_CLEARED_STEP,
  RESTORE_TRIES_MAX,
  RESTORE_WORK_MS_MAX,
} from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Core } from "../core.ts";
import { rangesAt } from "../imports/documents.ts";
import type { ImportProblem } from "../problem.ts";
import { breathe } from "../tools.ts";
import { openBackup, type Backup } from "./archive.ts";
import { Carrier, isDamage, type RestoreRoom } from "./carry-out.ts";
import { names } from "./layout.ts";
import { OwnBudget, type Reply } from "./own-budget.ts";
import { planRestore, type Step } from "./plan.ts";
import {
  addRestore,
  beginClearing,
  dropRestore,
  finish,
  finishedWithArchive,
  forgetArchive,
  isRestoring,
  lastRestore,
  openRestore,
  putOff,
  uploadPlace,
  type RestoreRow,
} from "./store.ts";
import { IMPORTER_TABLES, TEXTS_OF_ROWS } from "./tables.ts";
import { toApi, type ShownRestore } from "./wire.ts";
import { SCHEMA_STEPS } from "./version.ts";

/** A backup that was sent, in the bucket. */
export interface StoredBackup {
  readonly sha256: string;
  readonly bytes: number;
}

/** The restoring of backups into a connection. */
export class Restores {
  readonly #core: Core;
  readonly #renewAddresses: () => Promise<void>;
  readonly #carrier = new Carrier();
  /** The archive of the restore that is under way, and what is to do: planning looks at every name. */
  #opened: {
    readonly restore: number;
    readonly backup: Backup;
    readonly steps: readonly Step[];
  } | null = null;

  constructor(core: Core, renewAddresses: () => Promise<void>) {
    this.#core = core;
    this.#renewAddresses = renewAddresses;
  }

  /** Whether a backup is being restored, and nothing else may be written. */
  isRestoring(): boolean {
    return isRestoring(this.#core.sql);
  }

  /** The newest restore. */
  last(): ShownRestore | null {
    const row = lastRestore(this.#core.sql);
    return row === null ? null : toApi(row);
  }

  /** Begins to restore; the same backup again goes on, or was done already. */
  async begin(stored: StoredBackup): Promise<Result<ShownRestore, ImportProblem>> {
    const { sql } = this.#core;
    const last = lastRestore(sql);
    const isSame = last?.sha256 === stored.sha256;
    if (last !== null && (last.state === "working" || last.state === "clearing")) {
      if (isSame) return ok(toApi(last));
      await this.#deleteUpload(stored);
      return err({ kind: "restoring" });
    }
    if (last !== null && isSame && last.state === "done") {
      await this.#deleteUpload(stored);
      return ok(toApi(last));
    }
    const begun = await this.#begin(stored);
    if (!begun.ok) await this.#deleteUpload(stored);
    return begun;
  }

  async #begin(stored: StoredBackup): Promise<Result<ShownRestore, ImportProblem>> {
    const { sql, tools, arm } = this.#core;
    const backup = await openBackup(this.#ranges(stored));
    if (!backup.ok) return unfit(backup.error);
    const { parts, person } = backup.value.manifest;
    if (parts.budget === null || tools().upstream.own === undefined) return unfit(ELSEWHERE);
    if (parts.importer.steps > SCHEMA_STEPS) return unfit(NEWER);
    const filled = IMPORTER_TABLES.find((table) => sql.count(table) > 0);
    if (filled !== undefined) return err({ kind: "not empty", table: filled });
    if (isRestoring(sql)) return err({ kind: "restoring" });
    const row = addRestore(sql, {
      ...stored,
      archive: uploadPlace(this.#core.connection) + stored.sha256,
      steps: planRestore(backup.value).length,
      created_at: Date.now(),
    });
    const told = await new OwnBudget(tools().upstream).begin(parts.budget.steps, person.id);
    if (told.kind === "refused") {
      dropRestore(sql, row.id);
      return unfit(told.message);
    }
    await arm();
    return ok(toApi(row));
  }

  /** Gives the restore up that is under way: what was written is cleared away. */
  async cancel(): Promise<ShownRestore | null> {
    const row = openRestore(this.#core.sql);
    if (row?.state === "working") beginClearing(this.#core.sql, row.id, "It was stopped.");
    await this.#core.arm();
    return this.last();
  }

  /** Restores for as long as one alarm may take. It never throws. */
  async work(): Promise<void> {
    const until = Date.now() + RESTORE_WORK_MS_MAX;
    while (Date.now() < until) {
      const row = openRestore(this.#core.sql);
      if (row === null || (row.next_attempt_at ?? 0) > Date.now()) return;
      const reply = await this.#step(row).catch((thrown: unknown): Reply => faultOf(row, thrown));
      this.#settle(row, reply);
      await breathe();
    }
  }

  /** When the restore goes on; null if none is under way. */
  dueAt(): number | null {
    const row = openRestore(this.#core.sql);
    return row === null ? null : (row.next_attempt_at ?? Date.now());
  }

  /** When to delete the archive of a finished restore; null if no such archive is left. */
  tidyAt(): number | null {
    return finishedWithArchive(this.#core.sql) === null ? null : Date.now();
  }

  /** Deletes the archive of a finished restore; false if none is left. It never throws. */
  async tidy(): Promise<boolean> {
    const row = finishedWithArchive(this.#core.sql);
    if (row?.archive == null) return false;
    try {
      await this.#core.bucket.delete(row.archive);
      forgetArchive(this.#core.sql, row.id);
      return true;
    } catch (error) {
      logFault({ event: "restored archive not deleted", error: String(error) });
      return false;
    }
  }

  async #step(row: RestoreRow): Promise<Reply> {
    if (row.state === "clearing") return this.#clear(row);
    return this.#carrier.advance(await this.#room(row), row);
  }

  #settle(row: RestoreRow, reply: Reply): void {
    const { sql } = this.#core;
    const isLast = row.failures + 1 >= RESTORE_TRIES_MAX && row.state === "working";
    if (reply.kind === "refused" || (reply.kind === "no answer" && isLast))
      beginClearing(sql, row.id, reply.message);
    else if (reply.kind === "no answer")
      putOff(
        sql,
        row.id,
        reply.message,
        Date.now() + backoffDelay(row.failures + 1, Math.random()),
      );
  }

  async #room(row: RestoreRow): Promise<RestoreRoom> {
    const { sql, bucket, connection, tools } = this.#core;
    const { backup, steps } = await this.#openOnce(row);
    const { person, parts } = backup.manifest;
    return {
      sql,
      bucket,
      connection,
      backup,
      budget: new OwnBudget(tools().upstream),
      steps,
      adaption: {
        connection,
        person: person.id,
        userId: sql.first<{ user_id: number }>("SELECT user_id FROM connection")?.user_id ?? 1,
        hasDocument: (sha256) => backup.members.has(names.document(sha256)),
        withoutSecrets: new Set(parts.importer.schedules_without_secrets),
      },
      renewAddresses: this.#renewAddresses,
      now: Date.now,
    };
  }

  async #openOnce(row: RestoreRow) {
    if (this.#opened?.restore === row.id) return this.#opened;
    const opened = await openBackup(this.#ranges(row));
    if (!opened.ok) throw new Error(opened.error);
    const backup = opened.value;
    this.#opened = { restore: row.id, backup, steps: planRestore(backup) };
    return this.#opened;
  }

  /** Clears away what a restore wrote, a part at a time. */
  async #clear(row: RestoreRow): Promise<Reply> {
    const { sql, bucket, connection, tools } = this.#core;
    const told = await new OwnBudget(tools().upstream).abandon();
    if (told.kind === "no answer") return told;
    const { objects } = await bucket.list({
      prefix: `mail/${connection}/`,
      limit: BACKUP_CLEARED_STEP,
    });
    if (objects.length > 0) {
      await bucket.delete(objects.map(({ key }) => key));
      return { kind: "done" };
    }
    sql.transaction(() => {
      for (const table of [...IMPORTER_TABLES, TEXTS_OF_ROWS, "address_secrets"])
        sql.run(`DELETE FROM ${table}`);
      finish(sql, row.id, "failed", Date.now());
    });
    this.#opened = null;
    return { kind: "done" };
  }

  #ranges({ sha256, bytes }: StoredBackup) {
    const { bucket, connection } = this.#core;
    return rangesAt(bucket, uploadPlace(connection) + sha256, bytes);
  }

  async #deleteUpload({ sha256 }: StoredBackup): Promise<void> {
    await this.#core.bucket.delete(uploadPlace(this.#core.connection) + sha256);
  }
}

const ELSEWHERE =
  "Only a backup of a budget that was at Tributary itself can be restored, and only into such a budget.";
const NEWER =
  "The backup was made by a newer Tributary than this one. Restore it there, or update this one first.";

function unfit(message: string): Result<never, ImportProblem> {
  return err({ kind: "unfit backup", message });
}

function faultOf(row: RestoreRow, thrown: unknown): Reply {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  if (isDamage(thrown)) return { kind: "refused", message: `The backup is damaged: ${message}.` };
  logFault({ event: "restore step failed", step: row.step, error: message });
  return { kind: "no answer", message: "a fault of Tributary itself; it is tried again" };
}
