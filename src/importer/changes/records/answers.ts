// Stores how the service refused a record, or that it did not answer.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Fault, Refused } from "../../posting/client.ts";
import { KINDS, type RecordKind } from "./kinds.ts";
import { markRecordWaiting, settleRecord, type FactRefusal, type RecordRow } from "./store.ts";

/** Returns the missing answer. The record waits again, unless the service may have written it. */
export function putBack(sql: Sql, row: RecordRow, reply: NoAnswer): NoAnswer {
  if (reply.kind !== "unknown") markRecordWaiting(sql, row.id);
  return reply;
}

/** Settles a record that was not written, with the reasons. */
export function refuse(sql: Sql, row: RecordRow, refused: readonly FactRefusal[]): null {
  settleRecord(sql, row.id, { refused, effect: false });
  return null;
}

/** The reasons of a refusal, each with its field if the kind has such a field. */
export function toRefusals(kind: RecordKind, { faults, message }: Refused): FactRefusal[] {
  const named = (faults ?? []).map(({ property, message: why }: Fault) => ({
    field: property !== null && KINDS[kind].fields.includes(property) ? property : null,
    message: why,
  }));
  return named.length === 0 ? [{ field: null, message }] : named;
}
