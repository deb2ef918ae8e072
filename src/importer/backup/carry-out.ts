// Carries out the steps of a restore, one at a time, from the position that is stored. A table's file
// is read on from where it was as long as the object lives; after a kill it is read from its start to
// that line.

import {
  ATTACHMENT_BYTES_MAX,
  BACKUP_RATIO_MAX,
  READING_CHARS_MAX,
  RESTORED_CHARS,
  TABLE_PAGE_ROWS_MAX,
  MAIL_BYTES_MAX,
  UPLOAD_BYTES_MAX,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { raiseSequences, writeRows, type TableRow } from "../../platform/sql/tables.ts";
import { ArchiveFault, unpackWhole, type ZipMember } from "../../platform/zip.ts";
import { markUse } from "../erase.ts";
import { DOCUMENTS, storeDocument } from "../imports/documents.ts";
import { HeldBytes } from "../imports/held-bytes.ts";
import { storeMail } from "../inbox/mail-store.ts";
import { checkMember, openMember, type Backup } from "./archive.ts";
import { readLines, readRow } from "./lines.ts";
import type { Links, OwnBudget, Reply } from "./own-budget.ts";
import type { FileStep, Step } from "./plan.ts";
import { adaptRow, separateTexts, type Adaption } from "./rows.ts";
import { finish, moveTo, type RestoreRow } from "./store.ts";
import { IMPORTER_TABLES, TEXTS_OF_ROWS } from "./tables.ts";

/** What steps work with. */
export interface RestoreRoom {
  readonly sql: Sql;
  readonly bucket: R2Bucket;
  readonly connection: string;
  readonly budget: OwnBudget;
  readonly backup: Backup;
  readonly steps: readonly Step[];
  readonly adaption: Adaption;
  /** Gives each receipt address of the backup a new secret. */
  readonly renewAddresses: () => Promise<void>;
  readonly now: () => number;
}

/** The lines of a table's file that was begun. */
interface OpenLines {
  readonly restore: number;
  readonly step: number;
  line: number;
  readonly lines: AsyncGenerator<string>;
  /** Read, and not stored yet. */
  ahead: string | null;
}

/** One restore's way through its steps. */
export class Carrier {
  #open: OpenLines | null = null;
  #links: Links | null = null;
  /** For all files, one after the other. */
  readonly #held = new HeldBytes();

  /** One step, or a part of one with its position stored; throws ArchiveFault for a damaged file. */
  async advance(room: RestoreRoom, row: RestoreRow): Promise<Reply> {
    const step = room.steps[row.step];
    if (step === undefined) return { kind: "refused", message: "The backup has another plan now." };
    switch (step.kind) {
      case "check": {
        const fault = await checkMember(room.backup, step.member);
        return this.#after(room, row, fault === null ? DONE : refused(fault));
      }
      case "begin": {
        const { parts, person } = room.backup.manifest;
        const steps = parts.budget?.steps ?? 1;
        return this.#after(room, row, await room.budget.begin(steps, person.id));
      }
      case "budget rows":
        return step.links
          ? this.#linkRows(room, row, step)
          : this.#lines(room, row, step.member, async (rows) =>
              room.budget.store(step.table, rows, false),
            );
      case "rows":
        return this.#lines(room, row, step.member, async (rows) =>
          storeHere(room, step.table, rows),
        );
      case "attachment": {
        const bytes = await whole(room.backup, step.member, ATTACHMENT_BYTES_MAX);
        return this.#after(room, row, await room.budget.storeFile(step.key, bytes));
      }
      case "document":
      case "mail":
      case "reading":
        return this.#after(
          room,
          row,
          await storeFile(room, { ...step, kind: step.kind }, this.#held),
        );
      case "finish":
        return this.#finish(room, row);
    }
  }

  #after({ sql }: RestoreRoom, { id, step }: RestoreRow, reply: Reply): Reply {
    if (reply.kind === "done") moveTo(sql, id, step + 1, 0);
    return reply;
  }

  /** Sends the rows once more that refer to rows of the same table, which are all there now. */
  async #linkRows(
    room: RestoreRoom,
    row: RestoreRow,
    { table, member }: { readonly table: string; readonly member: ZipMember },
  ): Promise<Reply> {
    this.#links ??= await room.budget.listLinks();
    if (this.#links === null)
      return { kind: "no answer", message: "the budget did not say how its rows refer" };
    const columns = this.#links[table];
    if (columns === undefined) return this.#after(room, row, DONE);
    return this.#lines(room, row, member, async (rows) => {
      const referring = referencesIn(rows, columns);
      return referring.length === 0 ? DONE : room.budget.store(table, referring, true);
    });
  }

  /** Stores the next rows of a table's file. */
  async #lines(
    room: RestoreRoom,
    row: RestoreRow,
    member: ZipMember,
    store: (rows: readonly TableRow[]) => Promise<Reply>,
  ): Promise<Reply> {
    const open = await this.#linesAt(room, row, member);
    const { rows, read, isEnd, fault } = await nextRows(open);
    if (fault !== null)
      return refused(`Line ${row.line + read} of ${member.name} in the backup is not a row.`);
    const reply = rows.length === 0 ? DONE : await store(rows);
    if (reply.kind !== "done") {
      this.#open = null;
      return reply.kind === "refused"
        ? refused(`${member.name} from line ${row.line + 1} of the backup: ${reply.message}`)
        : reply;
    }
    open.line = row.line + read;
    if (isEnd) this.#open = null;
    moveTo(room.sql, row.id, isEnd ? row.step + 1 : row.step, isEnd ? 0 : open.line);
    return DONE;
  }

  async #linesAt(
    { backup }: RestoreRoom,
    { id, step, line }: RestoreRow,
    member: ZipMember,
  ): Promise<OpenLines> {
    const known = this.#open;
    if (known?.restore === id && known.step === step && known.line === line) return known;
    const lines = readLines(openMember(backup, member));
    for (let skipped = 0; skipped < line; skipped += 1) await lines.next();
    const open: OpenLines = { restore: id, step, line, lines, ahead: null };
    this.#open = open;
    return open;
  }

  async #finish(room: RestoreRoom, row: RestoreRow): Promise<Reply> {
    const { parts } = room.backup.manifest;
    await room.renewAddresses();
    const reply = await room.budget.finish(parts.budget?.sequences ?? {});
    if (reply.kind !== "done") return reply;
    room.sql.transaction(() => {
      raiseSequences(room.sql, IMPORTER_TABLES, parts.importer.sequences);
      moveTo(room.sql, row.id, room.steps.length, 0);
      finish(room.sql, row.id, "done", room.now());
    });
    return DONE;
  }
}

const DONE: Reply = { kind: "done" };

function refused(message: string): Reply {
  return { kind: "refused", message };
}

/** The rows that refer to others of their table, with their ids and these references alone. */
export function referencesIn(rows: readonly TableRow[], columns: readonly string[]): TableRow[] {
  return rows
    .filter((row) => columns.some((column) => row[column] != null))
    .map((row) =>
      Object.fromEntries(["id", ...columns].map((column) => [column, row[column] ?? null])),
    );
}

async function nextRows(
  open: OpenLines,
): Promise<{
  readonly rows: readonly TableRow[];
  readonly read: number;
  readonly isEnd: boolean;
  readonly fault: "not a row" | null;
}> {
  const rows: TableRow[] = [];
  let chars = 0;
  for (;;) {
    const next = open.ahead === null ? await open.lines.next() : { done: false, value: open.ahead };
    open.ahead = null;
    if (next.done === true) return { rows, read: rows.length, isEnd: true, fault: null };
    const line = next.value;
    const isFull = rows.length === TABLE_PAGE_ROWS_MAX || chars + line.length > RESTORED_CHARS;
    if (isFull && rows.length > 0) {
      open.ahead = line;
      return { rows, read: rows.length, isEnd: false, fault: null };
    }
    const row = readRow(line);
    if (row === null) return { rows, read: rows.length + 1, isEnd: false, fault: "not a row" };
    rows.push(row);
    chars += line.length;
  }
}

/** Stores rows in this connection's own database. */
function storeHere(
  { sql, adaption }: RestoreRoom,
  table: string,
  rows: readonly TableRow[],
): Reply {
  if (!IMPORTER_TABLES.includes(table)) return refused("this version knows no such table");
  const adapted: TableRow[] = [];
  for (const [index, row] of rows.entries()) {
    const one = adaptRow(table, row, adaption);
    if (isFault(one)) return refused(`row ${index + 1} cannot be stored: ${one.fault}.`);
    adapted.push(one);
  }
  const stored = sql.atomically(() => {
    if (table !== "rows") return writeRows(sql, table, adapted);
    const { rows: alone, texts } = separateTexts(adapted);
    const wrote = writeRows(sql, table, alone);
    return wrote.ok ? writeRows(sql, TEXTS_OF_ROWS, texts) : wrote;
  });
  return stored.ok
    ? DONE
    : refused(`row ${stored.error.index + 1} cannot be stored: ${stored.error.message}.`);
}

function isFault(row: TableRow | { readonly fault: string }): row is { readonly fault: string } {
  return typeof row["fault"] === "string" && Object.keys(row).length === 1;
}

/** Stores a file under the hash of its bytes, or a reading under its name. */
async function storeFile(
  { backup, bucket, connection }: RestoreRoom,
  step: FileStep & { readonly kind: "document" | "mail" | "reading" },
  held: HeldBytes,
): Promise<Reply> {
  if (step.kind === "reading") {
    const bytes = await whole(backup, step.member, 4 * READING_CHARS_MAX);
    await bucket.put(`mail/${connection}/readings/${step.key}`, bytes);
    return DONE;
  }
  if (step.kind === "document") await markUse(bucket, connection, step.key);
  const pieces = openMember(backup, step.member);
  const stored =
    step.kind === "mail"
      ? await storeMail(bucket, connection, pieces, MAIL_BYTES_MAX, held)
      : await storeDocument(bucket, pieces, DOCUMENTS, UPLOAD_BYTES_MAX, held);
  return stored.ok && stored.value.sha256 === step.key
    ? DONE
    : refused(`${step.member.name} in the backup is not the file that its name says.`);
}

async function whole(
  { file, buffer }: Backup,
  member: ZipMember,
  bytesMax: number,
): Promise<Uint8Array> {
  return unpackWhole(file, member, bytesMax, BACKUP_RATIO_MAX, buffer);
}

/** Whether a fault is the backup's own. */
export function isDamage(thrown: unknown): boolean {
  return thrown instanceof ArchiveFault;
}
