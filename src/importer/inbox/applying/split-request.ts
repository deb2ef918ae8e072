// The user's requests to split a receipt's transaction by its items, and to join the parts again.
// They are stored here and carried out by split.ts. Nothing here calls the service.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { ImportProblem } from "../../problem.ts";
import type { ReceiptRow } from "../rows.ts";
import { record } from "../store.ts";
import { listApplications } from "./applications.ts";
import { computeSplitParts, type SplitShare } from "./split-parts.ts";

/** The split of a receipt's transaction (table `receipt_splits`). */
export interface SplitRow {
  readonly receipt: number;
  readonly transaction_id: number;
  /** "doing" is to be split, "undoing" is to be joined; "failed" was refused and is not split. */
  readonly state: "doing" | "done" | "undoing" | "failed";
  /** The parts to send, as JSON (SplitShare). */
  readonly parts: string;
  /** The parts in the service's answer, as JSON (SplitPart); null if it showed none. */
  readonly children: string | null;
  /** A sentence for the user that says why the service refused. */
  readonly said: string | null;
  /** The number of attempts that failed in a row. */
  readonly failures: number;
}

const SHARES = z.array(z.object({ name: z.string(), amount: z.string() }));

export function findSplit(sql: Sql, receipt: number): SplitRow | null {
  return sql.first<SplitRow>("SELECT * FROM receipt_splits WHERE receipt = ?", receipt);
}

/** Reads the column `parts`. */
export function readShares({ parts }: Pick<SplitRow, "parts">): SplitShare[] {
  return readJson(SHARES, parts);
}

/** Stores the user's request to split. Runs inside a database transaction; safe to repeat. */
export function requestSplit(sql: Sql, row: ReceiptRow, now: number): Result<null, ImportProblem> {
  const earlier = findSplit(sql, row.id);
  if (earlier !== null && earlier.state !== "failed") return ok(null);
  const [application, second] = listApplications(sql, row.id);
  if (
    (row.state !== "matched" && row.state !== "inserted") ||
    application?.state !== "doing" ||
    application.transaction_id === null
  ) {
    return err({
      kind: "wrong message state",
      state: row.state,
      action: "split",
      allowed: "matched, inserted, by this receipt itself",
    });
  }
  const parts = second === undefined ? computeSplitParts(row) : null;
  if (parts === null)
    return err({
      kind: "invalid",
      field: "/body/receipt",
      message:
        "The receipt's items, with tax, shipping, tip and discount, do not make its total, or are fewer than two.",
    });
  sql.run(
    `INSERT OR REPLACE INTO receipt_splits (receipt, transaction_id, state, parts, next_attempt_at)
     VALUES (?, ?, 'doing', ?, ?)`,
    row.id,
    application.transaction_id,
    JSON.stringify(parts),
    now,
  );
  record(
    sql,
    {
      message: row.message,
      receipt: row.id,
      who: "person",
      what: `to be split into ${parts.length} parts`,
    },
    now,
  );
  return ok(null);
}

/** Stores the user's request to join. Runs inside a database transaction; safe to repeat. */
export function requestJoin(sql: Sql, row: ReceiptRow, now: number): Result<null, ImportProblem> {
  const split = findSplit(sql, row.id);
  if (split === null)
    return err({
      kind: "wrong message state",
      state: row.state,
      action: "joined again",
      allowed: "split",
    });
  if (split.state === "failed") deleteSplit(sql, row.id);
  else
    sql.run(
      `UPDATE receipt_splits
       SET state = 'undoing', said = NULL, failures = 0, next_attempt_at = ? WHERE receipt = ?`,
      now,
      row.id,
    );
  record(
    sql,
    { message: row.message, receipt: row.id, who: "person", what: "to be one transaction again" },
    now,
  );
  return ok(null);
}

export function deleteSplit(sql: Sql, receipt: number): void {
  sql.run("DELETE FROM receipt_splits WHERE receipt = ?", receipt);
}
