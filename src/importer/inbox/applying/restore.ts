// Restores a transaction that a receipt enriched: removes the receipt's line from the notes, its
// facts from the metadata, and the edits that it transferred. Everything that the user, or another
// receipt of the same transaction, has written since stays.

import type { Sql } from "../../../platform/sql/sql.ts";
import type { Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { Present } from "../../posting/transaction.ts";
import type { InboxTools } from "../job-tools.ts";
import { changeApplication, listApplicationsOn, type ApplicationRow } from "./applications.ts";
import {
  readOwnMetadata,
  readSavedValues,
  type PreviousValues,
  type SavedValues,
  type WrittenValues,
} from "./saved-values.ts";

/** Restores the transaction; returns null when that is done, or nothing was written. */
export async function restoreTransaction(
  tools: InboxTools,
  transaction: number,
  application: ApplicationRow,
): Promise<Refused | NoAnswer | null> {
  const saved = readSavedValues(application);
  if (saved === null) return null;
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.present(transaction);
  if (now.kind === "refused")
    return now.status === 404 ? null : { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  const restored = restoreFields(now, saved.written, saved.previous);
  const reply =
    Object.keys(restored).length === 0
      ? ({ kind: "updated" } as const)
      : await service.update(transaction, JSON.stringify(restored));
  if (reply.kind !== "updated") return reply;
  rewriteLaterApplications(tools.sql, transaction, application, saved);
  return null;
}

/** Returns the fields of PUT /transactions/{id}; empty if others have changed all of them since. */
export function restoreFields(
  now: Present,
  written: WrittenValues,
  previous: PreviousValues,
): Readonly<Record<string, unknown>> {
  const notes = removeLine(now.notes, written.notes, previous.notes);
  const addedTags = (written.tag_ids ?? []).filter((id) => !previous.tag_ids.includes(id));
  return {
    ...(notes !== now.notes && { notes }),
    ...(written.category_id !== undefined &&
      now.category_id === written.category_id && { category_id: previous.category_id }),
    ...(now.tag_ids.some((id) => addedTags.includes(id)) && {
      tag_ids: now.tag_ids.filter((id) => !addedTags.includes(id)),
    }),
    ...(readOwnMetadata(now)["receipt"] === readOwnMetadata(written)["receipt"] && {
      custom_metadata: restoreFacts(now.custom_metadata, previous.custom_metadata),
    }),
  };
}

/**
 * Removes from the notes the line that the receipt appended, wherever it is now. If the user has
 * changed that line, the notes are returned as they are.
 */
export function removeLine(
  now: string | null,
  written: string | undefined,
  previous: string | null,
): string | null {
  if (written === undefined || now === null) return now;
  if (now === written) return previous;
  const line = written.slice(previous === null || previous === "" ? 0 : previous.length + 1);
  const at = `\n${now}\n`.indexOf(`\n${line}\n`);
  if (line === "" || at < 0) return now;
  const rest = [now.slice(0, Math.max(0, at - 1)), now.slice(at + line.length + 1)]
    .filter((part) => part !== "")
    .join("\n");
  return rest === "" ? null : rest;
}

const RECEIPT_FACTS: readonly string[] = ["receipt", "order_number", "card"];

/** Replaces the receipt's facts by those that the metadata had before the receipt. */
function restoreFacts(
  now: Present["custom_metadata"],
  previous: Present["custom_metadata"],
): Readonly<Record<string, unknown>> | null {
  const before = readOwnMetadata({ custom_metadata: previous });
  const facts = { ...readOwnMetadata({ custom_metadata: now }) };
  for (const name of RECEIPT_FACTS) {
    if (name in before) facts[name] = before[name];
    else delete facts[name];
  }
  const metadata = { ...now };
  if (Object.keys(facts).length === 0) delete metadata["tributary"];
  else metadata["tributary"] = facts;
  return Object.keys(metadata).length === 0 && previous === null ? null : metadata;
}

/**
 * If a later receipt was applied on top of this one, rewrites its saved values as if this one had
 * never been there. Undoing the later receipt then restores the state before both.
 */
function rewriteLaterApplications(
  sql: Sql,
  transaction: number,
  { id }: ApplicationRow,
  { written, previous }: SavedValues,
): void {
  for (const later of listApplicationsOn(sql, transaction)) {
    const saved = later.id === id ? null : readSavedValues(later);
    if (saved === null) continue;
    const isOnTop =
      readOwnMetadata(saved.previous)["receipt"] === readOwnMetadata(written)["receipt"];
    if (!isOnTop) continue;
    const laterNotes =
      saved.written.notes === undefined
        ? {}
        : { notes: removeLine(saved.written.notes, written.notes, previous.notes) ?? "" };
    changeApplication(sql, later.id, {
      put: JSON.stringify({ ...saved.written, ...laterNotes }),
      before: JSON.stringify({
        ...saved.previous,
        notes: removeLine(saved.previous.notes, written.notes, previous.notes),
        custom_metadata: restoreFacts(saved.previous.custom_metadata, previous.custom_metadata),
      }),
    });
  }
}
