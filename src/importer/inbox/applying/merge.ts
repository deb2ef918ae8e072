// A receipt's own transaction gives way to the one that came another way than by an import here: a person says so, ours is deleted,
// theirs is enriched. What a person made of ours meanwhile goes along (carry-over.ts); where that cannot be, both stay.

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
  awaitsRow,
  changeApplication,
  CHOSEN_BY_PERSON,
  findFirstApplication,
  listApplicationsOn,
  type ApplicationRow,
} from "./applications.ts";

/** A person says that what was inserted for the receipt is this transaction. Runs inside a transaction. */
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
  const refuse = (message: string) =>
    err({ kind: "invalid", field: "/body/transaction_id", message } as const);
  if (application.transaction_id === transaction) return refuse("It is that transaction already.");
  if (listApplicationsOn(sql, transaction).length > 0)
    return refuse(`The transaction ${transaction} has another receipt.`);
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

/** Whether ours may go, before anything of it does; keeps what goes along. Null where it may. */
export async function prepareMerge(
  tools: InboxTools,
  application: ApplicationRow,
  own: number,
): Promise<Refused | NoAnswer | null> {
  const service = queueService(tools.upstream, tools.pace);
  const there = await service.present(application.instead ?? 0);
  if (there.kind === "refused")
    return there.status === 404
      ? refused("that transaction is not there any more")
      : { kind: "unknown", message: there.message };
  if (there.kind !== "present") return there;
  if (there.split || there.group !== null) return refused("that transaction was split or grouped");
  const now = await service.present(own);
  if (now.kind === "refused")
    return now.status === 404 ? null : { kind: "unknown", message: now.message };
  if (now.kind !== "present") return now;
  if (now.split || now.group !== null)
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
  const inserted = facts === undefined ? null : parseKnown(facts).notes;
  changeApplication(tools.sql, application.id, {
    carried: JSON.stringify(collectEdits(now, inserted)),
  });
  return null;
}

function refused(message: string): Refused {
  return { kind: "refused", status: 400, message, named: new Map() };
}
