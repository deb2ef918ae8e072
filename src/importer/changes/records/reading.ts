// Reads the records of a kind before one of them is written or looked at.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Refused } from "../../posting/client.ts";
import type { BondRoom } from "./bonds.ts";
import type { Facts, RecordKind } from "./kinds.ts";
import type { CurrentId } from "./renumber.ts";
import type { ReadRecord } from "./service.ts";
import { listRecords, settleRecord, type RecordRow } from "./store.ts";

/** The storage and the service that a step works with. */
export type RecordRoom = BondRoom;

/** The records of a kind as they were read, and the record that is written. */
export interface Reading {
  readonly row: RecordRow;
  /** The name of the record, with its current id. */
  readonly record: string;
  readonly list: readonly ReadRecord[];
  /** The categories, whose names the budgeted amounts have in the journal. */
  readonly categories: readonly ReadRecord[];
  readonly current: CurrentId;
  /** Whether a record may be deleted that others depend on. */
  readonly mayForce: boolean;
}

/** The facts of a month without a budgeted amount. */
export const NO_AMOUNT: Facts = { amount: null, currency: null, notes: null };

/** The records of a kind; for budgeted amounts, the categories as well. */
export async function readLists(
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

/** If the records cannot be read: a refusal settles them, without an answer they wait. */
export function leaveUnread(
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

/** The ids of the records that the change has created so far. */
export function listMade(sql: Sql, { change }: RecordRow): string[] {
  return listRecords(sql, change).flatMap(({ made }) => (made === null ? [] : [String(made)]));
}
