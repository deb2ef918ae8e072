// A transaction is split by its receipt's items, when a person asks for it, and made one again. Order of writes: what is to be sent
// is stored, then the request leaves. Killed anywhere, the transaction is read first: parts that are what was sent are ours. Parts
// that a person has changed since are never taken apart: the split stays, and that is said.

import type { Sql } from "../../../platform/sql/sql.ts";
import { makeOutbox } from "../../../platform/outbox/runner.ts";
import { effectTable } from "../../../platform/outbox/table.ts";
import { parseUnits } from "../../../money/money.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import type { Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { SplitPart, SplitRead } from "../../posting/transaction.ts";
import type { ImportProblem } from "../../problem.ts";
import type { ReceiptRow } from "../rows.ts";
import { receiptById, record } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { toAmount } from "./item.ts";
import { listApplications } from "./applications.ts";
import { computeSplitParts, type SplitShare } from "./split-parts.ts";

export interface SplitRow {
  readonly receipt: number;
  readonly transaction_id: number;
  readonly state: "doing" | "done" | "undoing" | "failed";
  readonly parts: string;
  readonly children: string | null;
  readonly said: string | null;
  readonly failures: number;
}

type SplitProblem = Refused | NoAnswer | null;

/** What came of it is in its row already. */
interface Stored {
  readonly kind: "stored";
}

export function findSplit(sql: Sql, receipt: number): SplitRow | null {
  return sql.first<SplitRow>("SELECT * FROM receipt_splits WHERE receipt = ?", receipt);
}

/** A person asks for it. Runs inside a transaction; safe to repeat. */
export function requestSplit(sql: Sql, row: ReceiptRow, now: number): Result<null, ImportProblem> {
  const before = findSplit(sql, row.id);
  if (before !== null && before.state !== "failed") return ok(null);
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
    "INSERT OR REPLACE INTO receipt_splits (receipt, transaction_id, state, parts, next_attempt_at) VALUES (?, ?, 'doing', ?, ?)",
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

/** A person asks for one transaction again. Runs inside a transaction; safe to repeat. */
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
      "UPDATE receipt_splits SET state = 'undoing', said = NULL, failures = 0, next_attempt_at = ? WHERE receipt = ?",
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

const WAITING = effectTable<SplitRow>("receipt_splits", ({ receipt }) => receipt, {
  key: "receipt",
});

/** The transactions that are to be split, or to be one again. */
export const SPLITS = makeOutbox<InboxTools, SplitRow, Refused | Stored>({
  ...WAITING,
  send: async (tools, split) =>
    (await (split.state === "doing"
      ? splitTransaction(tools, split)
      : joinParts(tools, split.receipt))) ?? { kind: "stored" },
  settle: (tools, split, outcome) => {
    if (outcome.kind === "refused")
      storeResult(tools, split, {
        state: split.state === "doing" ? "failed" : "done",
        said: outcome.message,
      });
  },
  fault: ({ receipt }, thrown) => ({
    event: "a transaction could not be split",
    receipt,
    error: String(thrown),
  }),
});

async function splitTransaction(tools: InboxTools, split: SplitRow): Promise<SplitProblem> {
  const row = receiptById(tools.sql, split.receipt);
  if (row === null || (row.state !== "matched" && row.state !== "inserted")) {
    // It is being taken back, which looks at the split first.
    tools.sql.run(
      "UPDATE receipt_splits SET next_attempt_at = NULL WHERE receipt = ?",
      split.receipt,
    );
    return null;
  }
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.parts(split.transaction_id);
  if (now.kind !== "read") return now;
  const parts: SplitShare[] = JSON.parse(split.parts);
  const done = (read: SplitRead) =>
    storeResult(tools, split, { state: "done", said: null, children: read.parts });
  if (now.split) {
    if (!isSent(now.parts, parts)) return refused("the transaction was split otherwise already");
    done(now);
    return null;
  }
  const whole = toAmount(row);
  const amount = parseUnits(now.amount);
  if (
    whole === null ||
    !amount.ok ||
    amount.value !== whole.amount ||
    now.currency !== whole.currency
  )
    return refused(
      `the transaction is not of the receipt's amount, but ${now.amount} ${now.currency.toUpperCase()}`,
    );
  const answer = await service.split(
    split.transaction_id,
    JSON.stringify({
      child_transactions: parts.map((part) => ({ amount: part.amount, notes: part.name })),
    }),
  );
  if (answer.kind !== "read") return answer;
  if (answer.parts !== null) done(answer);
  else {
    const read = await service.parts(split.transaction_id);
    if (read.kind !== "read") return read;
    done(read);
  }
  return null;
}

function storeResult(
  { sql, chance }: InboxTools,
  { receipt, parts }: SplitRow,
  {
    state,
    said,
    children,
  }: Pick<SplitRow, "state" | "said"> & { readonly children?: readonly SplitPart[] | null },
): void {
  sql.transaction(() => {
    const list = children === undefined || children === null ? null : JSON.stringify(children);
    const changed = sql.run(
      "UPDATE receipt_splits SET state = ?, said = ?, children = COALESCE(?, children), failures = 0, next_attempt_at = NULL WHERE receipt = ?",
      state,
      said,
      list,
      receipt,
    );
    const row = receiptById(sql, receipt);
    const count: SplitShare[] = JSON.parse(parts);
    if (changed > 0 && row !== null)
      record(
        sql,
        {
          message: row.message,
          receipt,
          who: "match",
          what: said ?? `its transaction is split into ${count.length} parts`,
        },
        chance.now(),
      );
  });
}

/** Makes the receipt's transaction one again; null where it is, refused where a person has changed the parts since. */
export async function joinParts(tools: InboxTools, receipt: number): Promise<SplitProblem> {
  const split = findSplit(tools.sql, receipt);
  if (split === null) return null;
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.parts(split.transaction_id);
  if (now.kind === "refused" && now.status !== 404)
    return { kind: "unknown", message: now.message };
  if (now.kind !== "read" && now.kind !== "refused") return now;
  if (now.kind === "read" && now.split && split.state !== "failed") {
    if (!isUntouched(now.parts, split))
      return refused("its parts were changed since, so it stays split");
    const freed = await service.dissolve("split", split.transaction_id);
    if (freed.kind !== "deleted" && freed.kind !== "refused") return freed;
  }
  tools.sql.transaction(() => {
    deleteSplit(tools.sql, receipt);
    const row = receiptById(tools.sql, receipt);
    if (row !== null)
      record(
        tools.sql,
        {
          message: row.message,
          receipt,
          who: "match",
          what: "its parts are one transaction again",
        },
        tools.chance.now(),
      );
  });
  return null;
}

export function deleteSplit(sql: Sql, receipt: number): void {
  sql.run("DELETE FROM receipt_splits WHERE receipt = ?", receipt);
}

function refused(message: string): Refused {
  return { kind: "refused", status: 400, message, named: new Map() };
}

function isUntouched(now: readonly SplitPart[] | null, { parts, children }: SplitRow): boolean {
  if (children === null) return isSent(now, JSON.parse(parts));
  const before: SplitPart[] = JSON.parse(children);
  return now !== null && isSameSet(now.map(toComparable), before.map(toComparable));
}

function toComparable({ id, date, amount, payee, notes, category_id, tag_ids }: SplitPart): string {
  return JSON.stringify([
    id,
    date,
    normalizeAmount(amount),
    payee,
    notes,
    category_id,
    tag_ids.toSorted((a, b) => a - b),
  ]);
}

function isSent(now: readonly SplitPart[] | null, parts: readonly SplitShare[]): boolean {
  return (
    now !== null &&
    isSameSet(
      now.map(({ amount, notes }) => JSON.stringify([normalizeAmount(amount), notes])),
      parts.map(({ amount, name }) => JSON.stringify([normalizeAmount(amount), name])),
    )
  );
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return (
    some.length === others.length && some.toSorted().join("\n") === others.toSorted().join("\n")
  );
}

function normalizeAmount(amount: string): string {
  const parsed = parseUnits(amount);
  return parsed.ok ? String(parsed.value) : amount;
}
