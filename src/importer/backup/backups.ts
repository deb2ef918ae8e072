// The backups of a connection: what one says of it, the ones that are made by themselves, and the
// restoring of one (restores.ts).

import { TABLE_PAGE_CHARS_MAX, TABLE_PAGE_ROWS_MAX } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { earliest } from "../../platform/outbox/runner.ts";
import { readSequences, readTablePage, type TablePage } from "../../platform/sql/tables.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import type { Core } from "../core.ts";
import type { Feature } from "../feature.ts";
import { exportBackup } from "./export.ts";
import {
  beginKept,
  dropKept,
  failKept,
  findKept,
  findUseless,
  forgetKept,
  listKept,
  putStream,
  readPlan,
  setPlan,
  settleKept,
} from "./kept.ts";
import type { Manifest } from "./layout.ts";
import { Restores } from "./restores.ts";
import { Sending } from "./sending.ts";
import { IMPORTER_TABLES, TEXTS_OF_ROWS } from "./tables.ts";
import { readTarget, sendNewest } from "./target.ts";
import { SCHEMA_STEPS } from "./version.ts";
import { listToApi, type KeptList, type ShownRestore } from "./wire.ts";

const BOUNDS = { rows: TABLE_PAGE_ROWS_MAX, chars: TABLE_PAGE_CHARS_MAX };

/** The backups of a connection. */
export class Backups implements Feature {
  readonly #core: Core;
  readonly restores: Restores;
  readonly sending: Sending;

  constructor(core: Core, renewAddresses: () => Promise<void>) {
    this.#core = core;
    this.restores = new Restores(core, renewAddresses);
    this.sending = new Sending(core);
  }

  /** What the manifest of a backup says of this connection. */
  part(): Manifest["parts"]["importer"] {
    const { sql } = this.#core;
    return {
      steps: SCHEMA_STEPS,
      tables: [...IMPORTER_TABLES],
      sequences: readSequences(sql, IMPORTER_TABLES),
      schedules_without_secrets: sql
        .all<{ schedule: string }>("SELECT DISTINCT schedule FROM schedule_secrets")
        .map(({ schedule }) => schedule),
    };
  }

  page(table: string, after: TablePage["next"]): TablePage {
    return IMPORTER_TABLES.includes(table)
      ? readTablePage(this.#core.sql, table, after, BOUNDS, table === "rows" ? TEXTS_OF_ROWS : null)
      : { rows: [], next: null };
  }

  /** The newest restore. */
  last(): ShownRestore | null {
    return this.restores.last();
  }

  async cancel(): Promise<ShownRestore | null> {
    return this.restores.cancel();
  }

  kept(): KeptList {
    const { sql } = this.#core;
    return listToApi(readPlan(sql), listKept(sql), readTarget(sql));
  }

  /** Makes backups every so many days; null makes none any more. */
  async plan(days: number | null): Promise<KeptList> {
    setPlan(this.#core.sql, days, Date.now());
    await this.#core.arm();
    return this.kept();
  }

  /** Sends the newest backup to the address once more; false if there is no backup, or no address. */
  async sendNow(): Promise<boolean> {
    const begun = sendNewest(this.#core.sql, Date.now());
    await this.#core.arm();
    return begun;
  }

  /** The key of a backup in the bucket. */
  findKey(id: number): string | null {
    return findKept(this.#core.sql, id)?.key ?? null;
  }

  async drop(id: number): Promise<boolean> {
    const dropped = dropKept(this.#core.sql, id);
    await this.#core.arm();
    return dropped;
  }

  dueAt(): number | null {
    const { sql } = this.#core;
    const useless = findUseless(sql) === null ? null : Date.now();
    const planned = readPlan(sql)?.due_at ?? null;
    return earliest([useless, this.restores.tidyAt(), planned, this.sending.dueAt()]);
  }

  /** Deletes what is not needed, or makes the backup that is due. It never throws. */
  async work(): Promise<boolean> {
    if (await this.restores.tidy()) return true;
    if (this.sending.begin()) return true;
    const useless = findUseless(this.#core.sql);
    if (useless !== null) return this.#delete(useless.id, useless.key);
    const plan = readPlan(this.#core.sql);
    if (plan === null || plan.due_at > Date.now()) return false;
    await this.#make();
    return true;
  }

  /** The connection ends: nothing can be read any more. */
  end(): void {
    setPlan(this.#core.sql, null, Date.now());
    this.sending.drop();
  }

  /** Seals the address of backups again. */
  async reseal(): Promise<Resealed> {
    return this.sending.reseal();
  }

  async #make(): Promise<void> {
    const { sql, bucket, connection, tools } = this.#core;
    const row = beginKept(sql, connection, Date.now());
    const tables = {
      backupPart: async () => this.part(),
      backupPage: async (table: string, after: TablePage["next"]) => this.page(table, after),
    };
    try {
      const source = { connection, tables, upstream: tools().upstream, bucket };
      const { zip } = await exportBackup(source, new Date());
      settleKept(sql, row.id, await putStream(bucket, row.key, zip), Date.now());
      sendNewest(sql, Date.now());
    } catch (error) {
      logFault({ event: "backup not made", error: String(error) });
      failKept(sql, row.id, "The last backup could not be made.", Date.now());
    }
  }

  async #delete(id: number, key: string): Promise<boolean> {
    try {
      await this.#core.bucket.delete(key);
      forgetKept(this.#core.sql, id);
      return true;
    } catch (error) {
      logFault({ event: "backup not deleted", error: String(error) });
      return false;
    }
  }
}
