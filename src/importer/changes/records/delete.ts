// Deletes a record, unless somebody changed it or something depends on it. Order of writes: the
// record is stored with all its values, then the deletion is sent. What is lost with it is stored
// before a deletion is forced.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { putBack, refuse, toRefusals } from "./answers.ts";
import { RECORD_GONE } from "./gone.ts";
import { parseRecord, type Facts } from "./kinds.ts";
import { describeAccountLosses, describeLosses } from "./losses.ts";
import { listFactDifferences } from "./plan.ts";
import type { Reading, RecordRoom } from "./reading.ts";
import {
  markLosses,
  markName,
  markRecordSent,
  readFacts,
  readRecord,
  settleRecord,
  type FactRefusal,
  type RecordRow,
} from "./store.ts";

const IN_USE = "It is in use, so it is not deleted.";
const NOT_ALL_DONE: FactRefusal = {
  field: null,
  message: "It was not deleted, since not all else of this change could be done.",
};

/** Sends the deletion of a record; the reason if the service does not answer. */
export async function sendDelete(room: RecordRoom, reading: Reading): Promise<NoAnswer | null> {
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

/**
 * The first request is without force, so that the service names what depends on the record. The
 * journal keeps that.
 */
async function deleteRecord(
  room: RecordRoom,
  row: RecordRow,
  id: number,
  isForced: boolean,
): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const { wanted } = readRecord(row);
  const query = row.kind === "manual_account" ? toQuery(wanted) : "";
  const first = await records.remove(row.kind, id, query);
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

/** Whether the transactions and the balance history are deleted with the account. */
function toQuery({ with_items: items, with_history: history }: Facts): string {
  return `?delete_items=${items === true}&delete_balance_history=${history === true}`;
}
