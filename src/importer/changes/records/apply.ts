// Carries the records of an entry out, one after the other. Order of writes: the records of a kind
// are read, then what is about to leave is stored with what was there, then it is sent, then the
// answer is stored. If the Worker dies after it was stored, the record is looked for before anything
// else is sent.

import { CHANGE_RECORDS_STEP } from "../../../platform/limits.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Fault, Refused } from "../../posting/client.ts";
import { decideTransfer, isForgotten } from "../decisions/transfers.ts";
import { decideReceipt } from "../decisions/receipts.ts";
import { lookAtBond, sendBond, type BondRoom } from "./bonds.ts";
import {
  isBondKind,
  isDecisionKind,
  KINDS,
  parseRecord,
  type Facts,
  type RecordKind,
} from "./kinds.ts";
import { RECORD_GONE } from "./gone.ts";
import { describeAccountLosses, describeLosses } from "./losses.ts";
import { isMadeOf, toCreateBody, toFactsAtFirst } from "./made.ts";
import {
  judgeFacts,
  listChangedFacts,
  listFactDifferences,
  pickFacts,
  planFacts,
  toPutBody,
  type WantedFacts,
} from "./plan.ts";
import { renumber, type CurrentId } from "./renumber.ts";
import type { ReadRecord } from "./service.ts";
import {
  currentIds,
  findRecord,
  markLosses,
  markName,
  markRecordSent,
  listRecords,
  markRecordWaiting,
  markRefused,
  nameCurrent,
  readFacts,
  readRecord,
  settleRecord,
  type FactRefusal,
  type RecordRow,
} from "./store.ts";

/** The storage and the service that a step works with. */
export type RecordRoom = BondRoom;

/** The records of a kind as they were read, with what they are named by. */
interface Reading {
  readonly row: RecordRow;
  /** The name of the record with the id of today. */
  readonly record: string;
  readonly list: readonly ReadRecord[];
  /** The categories that budgets are named by. */
  readonly categories: readonly ReadRecord[];
  readonly current: CurrentId;
  /** Whether what depends on a deleted record may lose it. */
  readonly mayForce: boolean;
}

const GROUP_GONE: FactRefusal = { field: "group_id", message: "There is no such group." };
const IN_USE = "It is in use, so it is not deleted.";
const NOT_ALL_DONE: FactRefusal = {
  field: null,
  message: "It was not deleted, since not all else of this change could be done.",
};

/**
 * Writes some of the records that wait, all of one kind; the reason if the service does not answer.
 * `mayForce`: whether all else of the entry is done.
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
  const { start } = parseRecord(first.record);
  const batch = rows
    .filter(({ kind, record }) => kind === first.kind && parseRecord(record).start === start)
    .slice(0, CHANGE_RECORDS_STEP);
  const read = await readLists(room, first.kind, start);
  if (!("list" in read)) return leave(room, batch, read);
  for (const row of batch) {
    const current = currentIds(room.sql, row.change);
    const record = nameCurrent(row.kind, row.record, current);
    const failed = await sendOne(room, { ...read, row, record, current, mayForce });
    if (failed !== null) return failed;
  }
  return null;
}

/** Looks at a record whose answer was lost, and settles it as written or not. */
export async function lookAtRecord(room: RecordRoom, row: RecordRow): Promise<NoAnswer | null> {
  if (isBondKind(row.kind)) return lookAtBond(room, row);
  const { sql } = room;
  const { start } = parseRecord(row.record);
  const read = await readLists(room, row.kind, start);
  if (!("list" in read)) return leave(room, [row], read);
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

const NO_AMOUNT: Facts = { amount: null, currency: null, notes: null };

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

async function readLists(
  { records }: RecordRoom,
  kind: RecordKind,
  start: string | null,
): Promise<Pick<Reading, "list" | "categories"> | Refused | NoAnswer> {
  const found = await records.list(kind, start);
  if (found.kind !== "list") return found;
  if (kind !== "budget") return { list: found.records, categories: [] };
  const categories = await records.list("category", null);
  if (categories.kind !== "list") return categories;
  return { list: found.records, categories: categories.records };
}

/** Records that cannot be read are refused, or looked at later. */
function leave(
  { sql }: RecordRoom,
  rows: readonly RecordRow[],
  reply: Refused | NoAnswer,
): NoAnswer | null {
  if (reply.kind !== "refused") return reply;
  sql.transaction(() => {
    for (const { id } of rows)
      settleRecord(sql, id, { refused: [{ field: null, message: reply.message }], effect: false });
  });
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
  const put = kind === "budget" ? wholeAmount(plan.put, now) : plan.put;
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

async function sendDelete(room: RecordRoom, reading: Reading): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const { row, record, list, mayForce } = reading;
  const { kind } = row;
  const { id } = parseRecord(record);
  const found = list.find((one) => one.record === record);
  if (found === undefined) return refuse(sql, row, [RECORD_GONE]);
  const { wanted } = readRecord(row);
  const conflicts = listFactDifferences(kind, readFacts(wanted["expected"]), found.fields);
  const isForced = wanted["force"] === true;
  if (conflicts.length > 0 || (isForced && !mayForce)) {
    markName(sql, row.id, found.name);
    const refused = conflicts.length > 0 ? [] : [NOT_ALL_DONE];
    settleRecord(sql, row.id, { conflicts, refused, effect: false });
    return null;
  }
  const inUse = kind === "manual_account" ? await records.hasTransactions(id) : false;
  if (typeof inUse !== "boolean")
    return inUse.kind === "refused" ? refuse(sql, row, toRefusals(kind, inUse)) : inUse;
  if (inUse && !isForced)
    return refuse(sql, row, [{ field: null, message: "There are transactions in it." }]);
  markRecordSent(sql, row, { kept: found.whole, put: {}, name: found.name });
  if (kind === "manual_account" && isForced)
    markLosses(sql, row.id, describeAccountLosses(inUse, wanted["with_items"] === true));
  return deleteRecord(room, row, id, isForced);
}

/** Without force the service says what depends on it, which goes into the journal. */
async function deleteRecord(
  room: RecordRoom,
  row: RecordRow,
  id: number,
  isForced: boolean,
): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const { wanted } = readRecord(row);
  const first = await records.remove(
    row.kind,
    id,
    row.kind === "manual_account" ? toQuery(wanted) : "",
  );
  const reply =
    first.kind === "in use" && isForced
      ? await forceRemove(room, row, id, first.dependents)
      : first;
  if (reply.kind === "in use")
    return refuse(sql, row, [{ field: null, message: IN_USE, dependents: reply.dependents }]);
  if (reply.kind === "refused")
    return refuse(sql, row, reply.status === 404 ? [RECORD_GONE] : toRefusals(row.kind, reply));
  if (reply.kind !== "deleted") return putBack(sql, row, reply);
  settleRecord(sql, row.id, { effect: true });
  return null;
}

async function forceRemove(
  { sql, records }: RecordRoom,
  row: RecordRow,
  id: number,
  dependents: Readonly<Record<string, number>>,
) {
  markLosses(sql, row.id, describeLosses(row.kind, dependents));
  return records.remove(row.kind, id, "?force=true");
}

/** What goes with an account. */
function toQuery({ with_items: items, with_history: history }: Facts): string {
  return `?delete_items=${items === true}&delete_balance_history=${history === true}`;
}

/** Only after "unknown" the service may have written it. */
function putBack(sql: Sql, row: RecordRow, reply: NoAnswer): NoAnswer {
  if (reply.kind !== "unknown") markRecordWaiting(sql, row.id);
  return reply;
}

function refuse(sql: Sql, row: RecordRow, refused: readonly FactRefusal[]): null {
  settleRecord(sql, row.id, { refused, effect: false });
  return null;
}

function toRefusals(kind: RecordKind, { faults, message }: Refused): FactRefusal[] {
  const named = (faults ?? []).map(({ property, message: why }: Fault) => ({
    field: property !== null && KINDS[kind].fields.includes(property) ? property : null,
    message: why,
  }));
  return named.length === 0 ? [{ field: null, message }] : named;
}

/** What the sentence of the change says of a category: whether it is a group, and where it goes. */
function describeMove(
  list: readonly ReadRecord[],
  found: ReadRecord | undefined,
  put: Facts,
): Facts {
  const group = list.find(({ record }) => record === String(put["group_id"]));
  return { is_group: found?.whole["is_group"] ?? false, moved_to: group?.name ?? null };
}

/** An amount is written with its currency, and with its notes. */
function wholeAmount(put: Facts, now: Facts): Facts {
  if (Object.keys(put).length === 0) return put;
  const { amount = now["amount"], currency = now["currency"], notes = now["notes"] } = put;
  if (amount === null) return { amount };
  return { amount, ...(currency !== null && { currency }), notes };
}

/** Whether it is to be in a group that does not exist. */
function isWithoutGroup({ group_id: group }: Facts, known: readonly string[]): boolean {
  return group != null && !known.includes(JSON.stringify(group));
}

/** What the change has made so far. */
function listMade(sql: Sql, { change }: RecordRow): string[] {
  return listRecords(sql, change).flatMap(({ made }) => (made === null ? [] : [String(made)]));
}

/** Null if it no longer exists. */
function nameOne(
  { row, record, categories }: Reading,
  found: ReadRecord | undefined,
): string | null {
  if (row.kind !== "budget") return found?.name ?? null;
  const category = String(parseRecord(record).id);
  return categories.find((one) => one.record === category)?.name ?? null;
}

/** What is wanted, without what the service refused already. */
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

/** What a record of an undo takes back names what is lost. */
export function listRecordLosses(sql: Sql, row: RecordRow): readonly string[] {
  if (row.action === "delete") return row.effect === 1 ? readRecord(row).losses : [];
  const source = row.undoes === null ? null : findRecord(sql, row.undoes);
  return source?.action === "delete" ? readRecord(source).losses : [];
}
