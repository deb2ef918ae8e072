// Looks for a record in the budget if the answer to its request was lost.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { lookAtFile } from "../files/send.ts";
import { lookAtBond } from "./bonds.ts";
import { RECORD_GONE } from "./gone.ts";
import { isBondKind, parseRecord, type Facts } from "./kinds.ts";
import { isMadeOf, toFactsAtFirst } from "./made.ts";
import { judgeFacts } from "./plan.ts";
import { leaveUnread, listMade, NO_AMOUNT, readLists, type RecordRoom } from "./reading.ts";
import type { ReadRecord } from "./service.ts";
import {
  currentIds,
  markRecordWaiting,
  nameCurrent,
  readRecord,
  settleRecord,
  type RecordRow,
} from "./store.ts";

/** Looks at a record whose answer was lost, and settles it as written or not. */
export async function lookAtRecord(room: RecordRoom, row: RecordRow): Promise<NoAnswer | null> {
  if (isBondKind(row.kind)) return lookAtBond(room, row);
  if (row.kind === "file") return lookAtFile(room, row);
  const { sql } = room;
  const { start } = parseRecord(row.record);
  const read = await readLists(room, row.kind, start);
  if (!("list" in read)) return leaveUnread(room, [row], read);
  const current = currentIds(sql, row.change);
  const record = nameCurrent(row.kind, row.record, current);
  const now = read.list.find((one) => one.record === record);
  if (row.action === "create") lookAtCreated(sql, row, read.list);
  else if (row.action === "delete" && now === undefined)
    settleRecord(sql, row.id, { effect: true });
  else if (row.action === "delete") markRecordWaiting(sql, row.id);
  else lookAtEdit(sql, row, row.kind === "budget" ? (now?.fields ?? NO_AMOUNT) : now?.fields);
  return null;
}

function lookAtEdit(sql: Sql, row: RecordRow, now: Facts | undefined): void {
  if (now === undefined)
    return settleRecord(sql, row.id, { refused: [RECORD_GONE], effect: false });
  const { kept, put, conflicts } = readRecord(row);
  const looked = judgeFacts(row.kind, kept, put, now);
  if (looked === null) return markRecordWaiting(sql, row.id);
  const { changed, conflicts: since } = looked;
  const effect = changed.length > 0;
  settleRecord(sql, row.id, { done: changed, conflicts: [...conflicts, ...since], effect });
}

function lookAtCreated(sql: Sql, row: RecordRow, list: readonly ReadRecord[]): void {
  const { kept, put } = readRecord(row);
  const before = Array.isArray(kept["before"]) ? kept["before"] : [];
  const others = listMade(sql, row);
  const made = list.find(
    (one) =>
      !before.includes(one.record) && !others.includes(one.record) && isMadeOf(row.kind, one, put),
  );
  if (made === undefined) markRecordWaiting(sql, row.id);
  else
    settleRecord(sql, row.id, {
      made: Number(made.record),
      kept: { ...kept, first: toFactsAtFirst(row.kind, put) },
      effect: true,
    });
}
