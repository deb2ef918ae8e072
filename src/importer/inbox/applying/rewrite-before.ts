// What a receipt wrote onto a transaction that was there is taken off it again: its own line of the notes, its own facts, and what it
// brought along. Whatever a person, or the receipt beside it, has written since stays as it is.

import type { Sql } from "../../../platform/sql/sql.ts";
import type { Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Present } from "../../posting/transaction.ts";
import type { InboxTools } from "../job-tools.ts";
import { ownMetadata, type PreviousValues, type WrittenValues } from "./carry-out.ts";
import { changeApplication, listApplicationsOn, type ApplicationRow } from "./applications.ts";

/** Puts back what was there before the receipt; null when it is, or there is nothing to put back. */
export async function restoreTransaction(
  tools: InboxTools,
  transaction: number,
  application: ApplicationRow,
): Promise<Refused | NoAnswer | null> {
  if (application.put === null || application.before === null) return null;
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.present(transaction);
  if (now.kind === "refused")
    return now.status === 404 ? null : { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  const [put, before]: [WrittenValues, PreviousValues] = [
    JSON.parse(application.put),
    JSON.parse(application.before),
  ];
  const restored = restoreFields(now, put, before);
  const reply =
    Object.keys(restored).length === 0
      ? ({ kind: "updated" } as const)
      : await service.update(transaction, JSON.stringify(restored));
  if (reply.kind !== "updated") return reply;
  rewriteLaterApplications(tools.sql, transaction, application, put, before);
  return null;
}

/** The fields of PUT /transactions/{id}; none where all of it is somebody else's by now. */
export function restoreFields(
  now: Present,
  put: WrittenValues,
  before: PreviousValues,
): Readonly<Record<string, unknown>> {
  const notes = removeLine(now.notes, put.notes, before.notes);
  const tags =
    put.tag_ids === undefined ? [] : put.tag_ids.filter((id) => !before.tag_ids.includes(id));
  return {
    ...(notes !== now.notes && { notes }),
    ...(put.category_id !== undefined &&
      now.category_id === put.category_id && { category_id: before.category_id }),
    ...(now.tag_ids.some((id) => tags.includes(id)) && {
      tag_ids: now.tag_ids.filter((id) => !tags.includes(id)),
    }),
    ...(ownMetadata(now)["receipt"] === ownMetadata(put)["receipt"] && {
      custom_metadata: restoreFacts(now.custom_metadata, before.custom_metadata),
    }),
  };
}

/** The notes without what the receipt appended, wherever that stands by now; as they are where it was changed. */
export function removeLine(
  now: string | null,
  put: string | undefined,
  before: string | null,
): string | null {
  if (put === undefined || now === null) return now;
  if (now === put) return before;
  const written = put.slice(before === null || before === "" ? 0 : before.length + 1);
  const at = `\n${now}\n`.indexOf(`\n${written}\n`);
  if (written === "" || at < 0) return now;
  const rest = [now.slice(0, Math.max(0, at - 1)), now.slice(at + written.length + 1)]
    .filter((part) => part !== "")
    .join("\n");
  return rest === "" ? null : rest;
}

const RECEIPT_FACTS: readonly string[] = ["receipt", "order_number", "card"];

/** Without the receipt's facts; those that were there before it, as they were. */
function restoreFacts(
  now: Present["custom_metadata"],
  before: Present["custom_metadata"],
): Readonly<Record<string, unknown>> | null {
  const old = before === null ? {} : ownMetadata({ custom_metadata: before });
  const kept = { ...ownMetadata({ custom_metadata: now ?? {} }) };
  for (const name of RECEIPT_FACTS) {
    if (name in old) kept[name] = old[name];
    else delete kept[name];
  }
  const rest = { ...now };
  if (Object.keys(kept).length === 0) delete rest["tributary"];
  else rest["tributary"] = kept;
  return Object.keys(rest).length === 0 && before === null ? null : rest;
}

/** A receipt that wrote behind this one found this one's words and facts: what it finds once it is taken back too is what was there before both. */
function rewriteLaterApplications(
  sql: Sql,
  transaction: number,
  { id }: ApplicationRow,
  put: WrittenValues,
  before: PreviousValues,
): void {
  for (const later of listApplicationsOn(sql, transaction)) {
    if (later.id === id || later.put === null || later.before === null) continue;
    const [theirs, found]: [WrittenValues, PreviousValues] = [
      JSON.parse(later.put),
      JSON.parse(later.before),
    ];
    if (
      ownMetadata({ custom_metadata: found.custom_metadata ?? {} })["receipt"] !==
      ownMetadata(put)["receipt"]
    )
      continue;
    const notes = removeLine(found.notes, put.notes, before.notes);
    const written =
      theirs.notes === undefined
        ? undefined
        : (removeLine(theirs.notes, put.notes, before.notes) ?? "");
    changeApplication(sql, later.id, {
      put: JSON.stringify({ ...theirs, ...(written !== undefined && { notes: written }) }),
      before: JSON.stringify({
        ...found,
        notes,
        custom_metadata: restoreFacts(found.custom_metadata, before.custom_metadata),
      }),
    });
  }
}
