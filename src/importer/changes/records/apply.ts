// Sends the records of an entry, one after the other. Order of writes: the records of a kind are
// read, then the request and the previous values are stored, then it is sent, then the answer is
// stored. If the Worker dies after the request was stored, look.ts looks for the record before
// anything else is sent.

import { CHANGE_RECORDS_STEP } from "../../../platform/limits.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Refused } from "../../posting/client.ts";
import { decideReceipt } from "../decisions/receipts.ts";
import { decideTransfer, isForgotten } from "../decisions/transfers.ts";
import { sendFile } from "../files/send.ts";
import { putBack, refuse, toRefusals } from "./answers.ts";
import { sendBond } from "./bonds.ts";
import { sendDelete } from "./delete.ts";
import { RECORD_GONE } from "./gone.ts";
import { isBondKind, isDecisionKind, parseRecord, type Facts } from "./kinds.ts";
import { toCreateBody } from "./made.ts";
import { listChangedFacts, pickFacts, planFacts, toPutBody, type WantedFacts } from "./plan.ts";
import {
  leaveUnread,
  listMade,
  NO_AMOUNT,
  readLists,
  type Reading,
  type RecordRoom,
} from "./reading.ts";
import { renumber, type CurrentId } from "./renumber.ts";
import type { ReadRecord } from "./service.ts";
import {
  currentIds,
  markName,
  markRecordSent,
  markRecordWaiting,
  markRefused,
  nameCurrent,
  readFacts,
  readRecord,
  settleRecord,
  type FactRefusal,
  type RecordRow,
} from "./store.ts";

const GROUP_GONE: FactRefusal = { field: "group_id", message: "There is no such group." };

/**
 * Writes some of the waiting records, all of one kind; returns the reason if the service does not
 * answer. `mayForce`: whether everything else in the entry is done.
 */
export async function sendRecords(
  room: RecordRoom,
  rows: readonly RecordRow[],
  mayForce: boolean,
): Promise<NoAnswer | null> {
  const [first] = rows;
  if (first === undefined) return null;
  if (isBondKind(first.kind))
    return isForgotten(room.sql, readRecord(first))
      ? refuse(room.sql, first, [RECORD_GONE])
      : sendBond(room, first);
  if (isDecisionKind(first.kind))
    return first.kind === "transfer" ? decideTransfer(room, first) : decideReceipt(room, first);
  if (first.kind === "file") return sendFile(room, first);
  const { start } = parseRecord(first.record);
  const batch = rows
    .filter(({ kind, record }) => kind === first.kind && parseRecord(record).start === start)
    .slice(0, CHANGE_RECORDS_STEP);
  const read = await readLists(room, first.kind, start);
  if (!("list" in read)) return leaveUnread(room, batch, read);
  for (const row of batch) {
    const current = currentIds(room.sql, row.change);
    const record = nameCurrent(row.kind, row.record, current);
    const failed = await sendOne(room, { ...read, row, record, current, mayForce });
    if (failed !== null) return failed;
  }
  return null;
}

function sendOne(room: RecordRoom, reading: Reading): Promise<NoAnswer | null> {
  const { action } = reading.row;
  if (action === "create") return sendCreate(room, reading);
  return action === "edit" ? sendEdit(room, reading) : sendDelete(room, reading);
}

async function sendEdit({ sql, records }: RecordRoom, reading: Reading): Promise<NoAnswer | null> {
  const { row, record, list, current } = reading;
  const { kind } = row;
  const { id, start } = parseRecord(record);
  const found = list.find((one) => one.record === record);
  const name = nameOne(reading, found);
  if (found === undefined && (kind !== "budget" || name === null))
    return refuse(sql, row, [RECORD_GONE]);
  const now = found?.fields ?? NO_AMOUNT;
  const plan = planFacts(kind, readWanted(row, current), now);
  const put = kind === "budget" ? completeAmount(plan.put, now) : plan.put;
  const body = Object.keys(put).length === 0 ? null : toPutBody(kind, put, now);
  if (body === null) {
    markName(sql, row.id, name ?? "");
    settleRecord(sql, row.id, { conflicts: plan.conflicts, effect: false });
    return null;
  }
  const { conflicts } = plan;
  const kept = { ...now, ...describeMove(list, found, put) };
  const write = (facts: Facts) =>
    start === null
      ? records.edit(kind, id, facts)
      : records.budget({ category_id: id, start_date: start, ...facts });
  markRecordSent(sql, row, { kept, put, name: name ?? "", conflicts });
  const reply = await write(body);
  if (reply.kind === "refused") return afterRefusal(sql, { row, now, put, reply });
  if (reply.kind !== "written") return putBack(sql, row, reply);
  const done = listChangedFacts(kind, now, put, reply.fields);
  settleRecord(sql, row.id, { done, effect: done.length > 0 });
  return null;
}

/**
 * After a refusal: a person's edit is not saved at all, and their form shows the reasons. An undo is
 * sent again without the fields that were refused.
 */
function afterRefusal(
  sql: Sql,
  {
    row,
    now,
    put,
    reply,
  }: { readonly row: RecordRow; readonly now: Facts; readonly put: Facts; readonly reply: Refused },
): null {
  const refused = toRefusals(row.kind, reply);
  const named = new Set(refused.map(({ field }) => field));
  const rest = Object.keys(put).filter((field) => !named.has(field));
  const isPart = !named.has(null) && row.kind !== "budget" && row.kind !== "rule";
  const left = isPart ? toPutBody(row.kind, pickFacts(put, rest), now) : null;
  const all = [...readRecord(row).refused, ...refused];
  if (row.undoes === null || left === null || rest.length === 0) return refuse(sql, row, all);
  sql.transaction(() => {
    markRefused(sql, row.id, all);
    markRecordWaiting(sql, row.id);
  });
  return null;
}

async function sendCreate(
  { sql, records }: RecordRoom,
  reading: Reading,
): Promise<NoAnswer | null> {
  const { row, list, current } = reading;
  const full = toCreateBody(row.kind, renumberFacts(readRecord(row).wanted, current), list);
  const isLost = isWithoutGroup(full, [...list.map((one) => one.record), ...listMade(sql, row)]);
  const { group_id: _, ...free } = full;
  const body = isLost ? free : full;
  const name = typeof body["name"] === "string" ? body["name"] : "";
  if (isLost && row.undoes === null) {
    markName(sql, row.id, name);
    return refuse(sql, row, [GROUP_GONE]);
  }
  if (isLost) markRefused(sql, row.id, [GROUP_GONE]);
  const kept = { before: list.map(({ record }) => record) };
  markRecordSent(sql, row, { kept, put: body, name });
  const reply = await records.create(row.kind, body);
  if (reply.kind === "refused") return refuse(sql, row, toRefusals(row.kind, reply));
  if (reply.kind !== "created") return putBack(sql, row, reply);
  const { record, fields } = reply.record;
  const first = { ...kept, first: { ...fields, ...body } };
  settleRecord(sql, row.id, { made: Number(record), kept: first, effect: true });
  return null;
}

/**
 * Facts for the change's sentence about a category: whether it is a group, and the group it moves
 * to.
 */
function describeMove(
  list: readonly ReadRecord[],
  found: ReadRecord | undefined,
  put: Facts,
): Facts {
  const group = list.find(({ record }) => record === String(put["group_id"]));
  return { is_group: found?.whole["is_group"] ?? false, moved_to: group?.name ?? null };
}

/** An amount is always written with its currency and its notes. */
function completeAmount(put: Facts, now: Facts): Facts {
  if (Object.keys(put).length === 0) return put;
  const { amount = now["amount"], currency = now["currency"], notes = now["notes"] } = put;
  if (amount === null) return { amount };
  return { amount, ...(currency !== null && { currency }), notes };
}

/** Whether the record is to be in a group that does not exist. */
function isWithoutGroup({ group_id: group }: Facts, known: readonly string[]): boolean {
  return group != null && !known.includes(JSON.stringify(group));
}

/** The name of the record in the journal; null if it no longer exists. */
function nameOne(
  { row, record, categories }: Reading,
  found: ReadRecord | undefined,
): string | null {
  if (row.kind !== "budget") return found?.name ?? null;
  const category = String(parseRecord(record).id);
  return categories.find((one) => one.record === category)?.name ?? null;
}

/** The wanted facts, without those that the service has refused already. */
function readWanted(row: RecordRow, current: CurrentId): WantedFacts {
  const { wanted, refused } = readRecord(row);
  const { was, set } = wanted;
  const open = Object.entries(readFacts(set)).filter(
    ([name]) => !refused.some(({ field }) => field === name),
  );
  return {
    was: renumberFacts(readFacts(was), current),
    set: renumberFacts(Object.fromEntries(open), current),
  };
}

function renumberFacts(facts: Facts, current: CurrentId): Facts {
  return readFacts(renumber(facts, current));
}
