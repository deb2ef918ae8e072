// Attaches and removes files of transactions. Order of writes: before a file is removed, its bytes
// are kept, then the removal is stored and sent. Before one is attached, its bytes are in the bucket
// already. If the Worker dies, the transaction's files show whether the request was carried out.

import * as z from "zod";
import { KEPT_FILES_TRIES_MAX } from "../../../platform/limits.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { putBack, refuse } from "../records/answers.ts";
import type { BondRoom } from "../records/bonds.ts";
import { RECORD_GONE } from "../records/gone.ts";
import {
  currentIds,
  markName,
  markRecordSent,
  markRecordWaiting,
  readRecord,
  settleRecord,
  type RecordRow,
} from "../records/store.ts";
import type { ReadTransaction } from "../service.ts";
import { findCurrentId, findEntry, markCannotUndo } from "../store.ts";
import { addKept, nameKept } from "./kept.ts";

const fileSchema = z.object({
  id: z.int(),
  name: z.string(),
  type: z.string().nullish(),
  size: z.number().nullish(),
  notes: z.string().nullish(),
});
const filesSchema = z.array(fileSchema);
const wantedSchema = z.object({
  transaction_id: z.int(),
  name: z.string(),
  type: z.string(),
  notes: z.string().nullable(),
  key: z.string(),
});

const NOT_KEPT = "The file is no longer kept, so it cannot come back.";
const NOT_COPIED = "The service did not hand the file over before it was removed, so it is gone.";

/** The transaction of a file, and its files. */
interface Read {
  readonly transaction: ReadTransaction;
  readonly files: z.output<typeof filesSchema>;
}

/** Attaches or removes one file; returns the reason if the service does not answer. */
export async function sendFile(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const read = await readFiles(room, row);
  if (read === null) return refuse(room.sql, row, [RECORD_GONE]);
  if ("kind" in read) return read;
  return row.action === "create" ? attach(room, row, read) : remove(room, row, read);
}

/** Looks at a file whose answer was lost, and settles it as done or not. */
export async function lookAtFile(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql } = room;
  const read = await readFiles(room, row);
  if (read !== null && "kind" in read) return read;
  const { kept, put } = readRecord(row);
  const files = read?.files ?? [];
  if (row.action === "delete") {
    if (files.some(({ id }) => id === findFileId(room, row))) markRecordWaiting(sql, row.id);
    else settleRemoved(room, row, typeof kept["key"] === "string");
    return null;
  }
  const before: unknown[] = Array.isArray(kept["before"]) ? kept["before"] : [];
  const made = files.find(
    ({ id, name, type, size }) =>
      !before.includes(id) &&
      (name === put["name"] || (type === put["type"] && size === put["size"])),
  );
  if (made !== undefined) settleRecord(sql, row.id, { made: made.id, effect: true });
  else if (read === null) return refuse(sql, row, [RECORD_GONE]);
  else markRecordWaiting(sql, row.id);
  return null;
}

async function attach(
  room: BondRoom,
  row: RecordRow,
  { transaction, files }: Read,
): Promise<NoAnswer | null> {
  const { sql } = room;
  const wanted = wantedSchema.safeParse(readRecord(row).wanted);
  const stored = wanted.success ? await room.files.bucket.get(wanted.data.key) : null;
  if (!wanted.success || stored === null)
    return refuse(sql, row, [{ field: null, message: NOT_KEPT }]);
  const { name, type, notes } = wanted.data;
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const size = Math.ceil(bytes.byteLength / 1000);
  markRecordSent(sql, row, {
    kept: { before: files.map(({ id }) => id), payee: transaction.fields.payee },
    put: { transaction_id: transaction.id, name, type, size },
    name,
  });
  const reply = await room.files.attach(transaction.id, { name, type, notes, bytes });
  if (reply.kind === "not taken")
    return refuse(sql, row, [{ field: null, message: `It was not attached: ${reply.message}.` }]);
  if (reply.kind !== "attached") return putBack(sql, row, reply);
  if (reply.id !== null) settleRecord(sql, row.id, { made: reply.id, effect: true });
  return null;
}

async function remove(
  room: BondRoom,
  row: RecordRow,
  { transaction, files }: Read,
): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const id = findFileId(room, row);
  const file = files.find((one) => one.id === id);
  if (file === undefined) return refuse(sql, row, [RECORD_GONE]);
  markName(sql, row.id, file.name);
  const key = await keepBytes(room, row, id);
  if (typeof key === "object" && key !== null) return key;
  const { name, type = null, notes = null } = file;
  const facts = { transaction_id: transaction.id, name, type: type ?? "", notes, key };
  const kept = { ...facts, payee: transaction.fields.payee };
  markRecordSent(sql, row, { kept, put: { transaction_id: transaction.id }, name });
  const reply = await records.removeAt(`/transactions/attachments/${id}`);
  if (reply.kind === "refused")
    return refuse(
      sql,
      row,
      reply.status === 404 ? [RECORD_GONE] : [{ field: null, message: reply.message }],
    );
  if (reply.kind !== "deleted") return putBack(sql, row, reply);
  settleRemoved(room, row, key !== null);
  return null;
}

/** Keeps a copy; null if the service does not hand it over. A person's removal does not fail then. */
async function keepBytes(
  { sql, chance, files }: BondRoom,
  row: RecordRow,
  id: number,
): Promise<string | NoAnswer | null> {
  const found = await files.download(id);
  if (found.kind === "none") return null;
  if (found.kind !== "bytes") {
    const tries = findEntry(sql, row.change)?.failures ?? 0;
    return found.kind === "unknown" && tries >= KEPT_FILES_TRIES_MAX ? null : found;
  }
  const key = nameKept(files.connection, row.id);
  addKept(sql, { key, bytes: found.bytes.byteLength, record: row.id }, chance.now());
  await files.bucket.put(key, found.bytes);
  return key;
}

function settleRemoved({ sql }: BondRoom, row: RecordRow, isKept: boolean): void {
  sql.transaction(() => {
    settleRecord(sql, row.id, { effect: true });
    if (!isKept) markCannotUndo(sql, row.change, NOT_COPIED);
  });
}

/** Null: the transaction is not there. */
async function readFiles(
  { sql, service }: BondRoom,
  row: RecordRow,
): Promise<Read | NoAnswer | null> {
  const { transaction_id: transaction } = readRecord(row).wanted;
  const reply = await service.one(findCurrentId(sql, Number(transaction)));
  if (reply.kind === "gone") return null;
  if (reply.kind !== "read") return reply;
  const files = filesSchema.safeParse(reply.transaction.whole["files"] ?? []);
  return { transaction: reply.transaction, files: files.success ? files.data : [] };
}

function findFileId({ sql }: BondRoom, row: RecordRow): number {
  return currentIds(sql, row.change)("file", Number(row.record));
}
