// A person's decision which transaction a receipt is, or is not. The inbox carries it out by itself
// (inbox/applying), so the decision is done once it is stored. Taking it back detaches the receipt by
// the inbox's own undo, and asks again what was asked before.

import * as z from "zod";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Result } from "../../../platform/result.ts";
import { ok } from "../../../platform/result.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { listApplications } from "../../inbox/applying/applications.ts";
import { chooseTransactions, rejectTransactions } from "../../inbox/applying/choose.ts";
import { startTakingBack } from "../../inbox/applying/take-back.ts";
import { changeReceipt } from "../../inbox/change-state.ts";
import type { MessageRow, ReceiptRow } from "../../inbox/rows.ts";
import { messageBySeq, receiptById } from "../../inbox/store.ts";
import { explain, type ImportProblem } from "../../problem.ts";
import type { BondRoom } from "../records/bonds.ts";
import type { Facts } from "../records/kinds.ts";
import { isSameFact, type FactConflict } from "../records/plan.ts";
import {
  findRecord,
  readFacts,
  readRecord,
  settleRecord,
  type RecordRow,
} from "../records/store.ts";
import { findCurrentId, markCannotUndo } from "../store.ts";
import { listSince } from "./since.ts";

/** What is decided about a receipt, and about which transactions. */
export interface ReceiptDecision {
  readonly decision: "open" | "accepted" | "refused";
  readonly transactions: readonly number[];
}

const decisionSchema = z.object({
  decision: z.enum(["open", "accepted", "refused"]),
  transactions: z.array(z.int()).default([]),
});
/** What the receipt was before it was decided. */
const keptSchema = z.object({
  state: z.enum(["waiting", "review", "inserted"]),
  reason: z.string().nullable(),
  detail: z.string().nullable(),
  match: z.string().nullable(),
  mode: z.string(),
  decided_at: z.int().nullable(),
  settle_until: z.int().nullable(),
  rival: z.string().nullable(),
});

const GONE = "It is no longer in the inbox.";
const MERGED =
  "What was added for the receipt was deleted for the bank’s transaction, and does not come back. The receipt’s page can still detach it.";
const BUSY: NoAnswer = { kind: "unknown", message: "the receipt is still being taken back" };

/** Stores the decision, or what became of it; the reason if the inbox is not done with the last one. */
export async function decideReceipt(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql, chance } = room;
  const { wanted } = readRecord(row);
  const [was, set] = [readDecision(sql, wanted["was"]), readDecision(sql, wanted["set"])];
  const receipt = receiptById(sql, Number(row.record));
  if (was === null || set === null || receipt === null) return refuse(sql, row, GONE);
  const asked = set.decision === "open" ? was : set;
  const before = findDecision(sql, receipt, asked.transactions);
  if (isSameFact(before, set)) return settle(sql, row, { effect: false });
  const isAsSeen = isSameFact(before, was) || (was.decision === "open" && isUndecided(before));
  if (!isAsSeen)
    return settle(sql, row, { conflicts: listConflicts(was, before, set), effect: false });
  if (listApplications(sql, receipt.id).some(({ state }) => state === "undoing")) return BUSY;
  const isDetached = set.decision === "open" && was.decision === "accepted";
  const since = isDetached ? await listSince(room, receipt.id) : [];
  if ("kind" in since) return since;
  sql.transaction(() => {
    const kept = describeKept(sql, receipt);
    const done =
      set.decision === "open"
        ? reopen(sql, row, receipt, was, chance.now())
        : decide(sql, receipt, set, chance.now());
    if (!done.ok) return refuse(sql, row, explain(done.error));
    noteDone(sql, row, { before, set, kept, since });
    return null;
  });
  return null;
}

/** What is decided about these transactions now. */
export function findDecision(
  sql: Sql,
  receipt: ReceiptRow,
  transactions: readonly number[],
): ReceiptDecision {
  const begun = listApplications(sql, receipt.id).filter(
    ({ state, how, instead }) => (state === "doing" && how === "enrich") || instead !== null,
  );
  const ids = begun.flatMap(({ instead, transaction_id: id }) => instead ?? id ?? []);
  const matched =
    ids.length === 0 && receipt.state === "matched" && receipt.transaction_id !== null
      ? [receipt.transaction_id]
      : ids;
  if (matched.length > 0) return { decision: "accepted", transactions: sort(matched) };
  return isRejected(sql, receipt.id, transactions)
    ? { decision: "refused", transactions: sort(transactions) }
    : { decision: "open", transactions: [] };
}

/** How a person knows the receipt: "REWE, 23.10 EUR". */
export function nameReceipt({ merchant, total, currency }: ReceiptRow): string {
  const amount = total === null ? "" : (total / 10_000).toFixed(2);
  const money = [amount, (currency ?? "").toUpperCase()].filter((part) => part !== "").join(" ");
  return [merchant ?? "an unknown shop", money].filter((part) => part !== "").join(", ");
}

/** Carries out what a person decided. */
export function decide(
  sql: Sql,
  receipt: ReceiptRow,
  { decision, transactions }: ReceiptDecision,
  now: number,
): Result<null, ImportProblem> {
  const message = messageBySeq(sql, receipt.message);
  if (message === null) return { ok: false, error: { kind: "no such message", id: "" } };
  return (decision === "accepted" ? chooseTransactions : rejectTransactions)(
    sql,
    message,
    receipt.id,
    transactions,
    now,
  );
}

/** What the receipt is now, to be put back. */
export function describeKept(sql: Sql, receipt: ReceiptRow): Facts {
  const { state, reason, detail, match, mode, decided_at, settle_until } = receipt;
  const rival = sql.first<{ match: string | null }>(
    "SELECT match FROM rivals WHERE receipt = ?",
    receipt.id,
  );
  const of: MessageRow["id"] | null = messageBySeq(sql, receipt.message)?.id ?? null;
  const shown = { state, reason, detail, match, mode, decided_at, settle_until };
  return { ...shown, rival: rival?.match ?? null, of };
}

/** Stores that it is decided, with what was there before. */
export function noteDone(
  sql: Sql,
  row: RecordRow,
  {
    before,
    set,
    kept,
    since = [],
  }: {
    readonly before: ReceiptDecision;
    readonly set: ReceiptDecision;
    readonly kept: Facts;
    /** What stays as somebody changed it. */
    readonly since?: readonly FactConflict[];
  },
): void {
  const fields = ["decision", "transactions"] as const;
  const done = fields
    .filter((field) => !isSameFact(before[field], set[field]))
    .map((field) => ({ field, before: before[field], after: set[field] }));
  settleRecord(sql, row.id, { done, effect: true, kept, conflicts: since });
  if (set.decision === "accepted" && kept["state"] === "inserted")
    markCannotUndo(sql, row.change, MERGED);
}

/** Detaches the receipt, or forgets the refusal: what was asked before is asked again. */
function reopen(
  sql: Sql,
  row: RecordRow,
  receipt: ReceiptRow,
  { decision, transactions }: ReceiptDecision,
  now: number,
): Result<null, ImportProblem> {
  if (decision === "accepted") startTakingBack(sql, receipt.id, now);
  const source = row.undoes === null ? null : findRecord(sql, row.undoes);
  const kept = keptSchema.safeParse(source === null ? null : readRecord(source).kept);
  if (decision === "refused") forgetRejections(sql, receipt.id, transactions);
  else
    // It is proposed again, and never made by itself.
    sql.run(
      "UPDATE match_rejections SET again = 1 WHERE receipt = ? AND transaction_id IN (SELECT value FROM json_each(?))",
      receipt.id,
      JSON.stringify(transactions),
    );
  if (kept.success && kept.data.state !== "inserted") putBack(sql, receipt.id, kept.data, now);
  if (kept.success)
    sql.run("UPDATE rivals SET match = ? WHERE receipt = ?", kept.data.rival, receipt.id);
  return ok(null);
}

function putBack(sql: Sql, id: number, kept: z.output<typeof keptSchema>, now: number): void {
  const { state, rival: _, ...rest } = kept;
  sql.run(
    `UPDATE receipts SET reason = ?, detail = ?, match = ?, mode = ?, decided_at = ?, settle_until = ?
     WHERE id = ? AND state IN ('review','waiting')`,
    rest.reason,
    rest.detail,
    rest.match,
    rest.mode,
    rest.decided_at,
    rest.settle_until,
    id,
  );
  const from = state === "waiting" ? "review" : "waiting";
  const next_attempt_at = state === "waiting" ? now : null;
  if (!changeReceipt(sql, id, [from], { state, next_attempt_at }))
    changeReceipt(sql, id, [state === "inserted" ? from : state], { next_attempt_at });
}

function isRejected(sql: Sql, receipt: number, transactions: readonly number[]): boolean {
  const [first, second] = transactions;
  if (first === undefined) return false;
  return second === undefined
    ? sql.first(
        "SELECT 1 FROM match_rejections WHERE receipt = ? AND transaction_id = ? AND again = 0",
        receipt,
        first,
      ) !== null
    : sql.first(
        "SELECT 1 FROM set_rejections WHERE receipt = ? AND transactions = ?",
        receipt,
        JSON.stringify(sort(transactions)),
      ) !== null;
}

function forgetRejections(sql: Sql, receipt: number, transactions: readonly number[]): void {
  const [first, second] = transactions;
  if (second === undefined)
    sql.run(
      "DELETE FROM match_rejections WHERE receipt = ? AND transaction_id = ?",
      receipt,
      first ?? 0,
    );
  else
    sql.run(
      "DELETE FROM set_rejections WHERE receipt = ? AND transactions = ?",
      receipt,
      JSON.stringify(sort(transactions)),
    );
}

function isUndecided({ decision }: ReceiptDecision): boolean {
  return decision !== "accepted";
}

function listConflicts(was: ReceiptDecision, now: ReceiptDecision, set: ReceiptDecision) {
  return [{ field: "decision", was: was.decision, now: now.decision, set: set.decision }];
}

function readDecision(sql: Sql, value: unknown): ReceiptDecision | null {
  const read = decisionSchema.safeParse(readFacts(value));
  if (!read.success) return null;
  const { decision, transactions } = read.data;
  return { decision, transactions: sort(transactions.map((id) => findCurrentId(sql, id))) };
}

function sort(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

function settle(sql: Sql, { id }: RecordRow, settled: Parameters<typeof settleRecord>[2]): null {
  settleRecord(sql, id, settled);
  return null;
}

function refuse(sql: Sql, row: RecordRow, message: string): null {
  return settle(sql, row, { refused: [{ field: null, message }], effect: false });
}
