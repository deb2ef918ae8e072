// Merges the transaction inserted for a receipt into one that came another way than by an import
// here. The user decides it; ours is then deleted and the other one enriched. The user's edits of
// ours move to the other one (carry-over.ts). If they cannot move, both transactions stay.

import type { Sql } from "../../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { parseKnown } from "../../matching/pendings.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { ImportProblem } from "../../problem.ts";
import type { ReceiptRow } from "../rows.ts";
import { changeReceipt } from "../change-state.ts";
import { record } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { collectEdits } from "./carry-over.ts";
import { listFiles } from "./files.ts";
import {
  changeApplication,
  CHOSEN_BY_PERSON,
  findFirstApplication,
  listApplicationsOn,
  type ApplicationRow,
} from "./applications.ts";
import { awaitsRow } from "./bank-row.ts";

/** Replaces the inserted transaction by this one. Runs inside a database transaction. */
export function mergeInto(
  sql: Sql,
  row: ReceiptRow,
  transaction: number,
  now: number,
): Result<null, ImportProblem> {
  const application = findFirstApplication(sql, row.id);
  if (
    application?.state !== "doing" ||
    application.how !== "insert" ||
    application.transaction_id === null ||
    !awaitsRow(sql, application.transaction_id)
  ) {
    return err({
      kind: "wrong message state",
      state: row.state,
      action: "matched",
      allowed: "waiting, review, or inserted without the bank's row",
    });
  }
  const invalid = (message: string) =>
    err({ kind: "invalid", field: "/body/transaction_id", message } as const);
  if (application.transaction_id === transaction) return invalid("It is that transaction already.");
  if (listApplicationsOn(sql, transaction).length > 0)
    return invalid(`The transaction ${transaction} has another receipt.`);
  sql.run(
    "DELETE FROM match_rejections WHERE receipt = ? AND transaction_id = ?",
    row.id,
    transaction,
  );
  sql.run("DELETE FROM rivals WHERE receipt = ?", row.id);
  changeApplication(sql, application.id, {
    state: "undoing",
    instead: transaction,
    failures: 0,
    next_attempt_at: now,
  });
  const match = JSON.stringify({ transaction_id: transaction, evidence: [CHOSEN_BY_PERSON] });
  changeReceipt(sql, row.id, ["inserted"], {
    state: "waiting",
    match,
    transaction_id: null,
    next_attempt_at: now,
    decided_at: now,
  });
  const what = `it is transaction ${transaction}; the one that was inserted for it goes`;
  record(sql, { message: row.message, receipt: row.id, who: "person", what }, now);
  return ok(null);
}

/**
 * Checks that our transaction may be deleted, and stores the user's edits of it. Returns null if it
 * may, otherwise the obstacle.
 */
export async function prepareMerge(
  tools: InboxTools,
  application: ApplicationRow,
  own: number,
): Promise<Refused | NoAnswer | null> {
  const service = queueService(tools.upstream, tools.pace);
  const replacement = await service.present(application.instead ?? 0);
  if (replacement.kind === "refused")
    return replacement.status === 404
      ? refused("that transaction is not there any more")
      : { kind: "unknown", message: replacement.message };
  if (replacement.kind !== "present") return replacement;
  if (replacement.split || replacement.group !== null)
    return refused("that transaction was split or grouped");
  const inserted = await service.present(own);
  if (inserted.kind === "refused")
    return inserted.status === 404 ? null : { kind: "unknown", message: inserted.message };
  if (inserted.kind !== "present") return inserted;
  if (inserted.split || inserted.group !== null)
    return refused("the one that was inserted for it was split or grouped since");
  const listed = await listFiles(tools.upstream, own);
  if (listed.kind !== "files")
    return listed.kind === "refused" ? { kind: "unknown", message: listed.message } : listed;
  if (listed.files.some(({ name }) => name !== application.file))
    return refused("the one that was inserted for it has files of its own");
  const facts = tools.sql.first<{ facts: string }>(
    "SELECT facts FROM pendings WHERE transaction_id = ?",
    own,
  )?.facts;
  const notes = facts === undefined ? null : parseKnown(facts).notes;
  changeApplication(tools.sql, application.id, {
    carried: JSON.stringify(collectEdits(inserted, notes)),
  });
  return null;
}

function refused(message: string): Refused {
  return { kind: "refused", status: 400, message, named: new Map() };
}
