// Lists what somebody changed in a transaction after a receipt was matched with it. When the receipt is
// detached, these changes stay (inbox/applying/restore.ts), and the undo names them.

import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { listApplications, type ApplicationRow } from "../../inbox/applying/applications.ts";
import { removeLine } from "../../inbox/applying/restore.ts";
import { readSavedValues } from "../../inbox/applying/saved-values.ts";
import { isSameFact, type FactConflict } from "../records/plan.ts";
import type { ChangeService, ReadTransaction } from "../service.ts";

/** The fields that will differ from those before the match; or why the service does not answer. */
export async function listSince(
  { sql, service }: { readonly sql: Sql; readonly service: ChangeService },
  receipt: number,
): Promise<FactConflict[] | NoAnswer> {
  const all: FactConflict[] = [];
  for (const application of listApplications(sql, receipt)) {
    const { how, transaction_id: id } = application;
    if (how !== "enrich" || id === null) continue;
    const reply = await service.one(id);
    if (reply.kind === "read") all.push(...compare(application, reply.transaction));
    else if (reply.kind !== "gone") return reply;
  }
  return all;
}

function compare(application: ApplicationRow, { fields }: ReadTransaction): FactConflict[] {
  const saved = readSavedValues(application);
  if (saved === null) return [];
  const { written, previous } = saved;
  const notes = typeof fields.notes === "string" ? fields.notes : null;
  const left = removeLine(notes, written.notes, previous.notes);
  const { category_id: category } = fields;
  const isOther =
    written.category_id !== undefined &&
    category !== written.category_id &&
    category !== previous.category_id;
  return [
    ...(written.notes === undefined || isSameFact(left, previous.notes)
      ? []
      : [{ field: "notes", was: written.notes, now: left, set: previous.notes }]),
    ...(isOther
      ? [
          {
            field: "category_id",
            was: written.category_id,
            now: category,
            set: previous.category_id,
          },
        ]
      : []),
  ];
}
