// Splits a transaction by its receipt's items when the user asks for it, and joins the parts again.
// Order of writes: the parts are stored, then the request leaves. If the Worker dies in between,
// the transaction is read first, and parts like the stored ones are ours. If the user has changed a
// part since, the parts are not joined, and the history says so.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import { makeOutbox } from "../../../platform/outbox/runner.ts";
import { effectTable } from "../../../platform/outbox/table.ts";
import { parseUnits } from "../../../money/money.ts";
import type { Refused } from "../../posting/client.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { queueService } from "../../posting/paced-service.ts";
import type { SplitPart, SplitRead } from "../../posting/transaction.ts";
import { receiptById, record } from "../store.ts";
import type { InboxTools } from "../job-tools.ts";
import { toAmount } from "./item.ts";
import type { SplitShare } from "./split-parts.ts";
import { deleteSplit, findSplit, readShares, type SplitRow } from "./split-request.ts";

/** The column `children`. */
const PARTS = z.array(
  z.object({
    id: z.number(),
    date: z.string(),
    amount: z.string(),
    payee: z.string(),
    notes: z.string().nullable(),
    category_id: z.number().nullable(),
    tag_ids: z.array(z.number()),
  }),
);

/** Why splitting or joining is not done; null when it is. */
type SplitProblem = Refused | NoAnswer | null;

/** The result is stored in the row already. */
interface Stored {
  readonly kind: "stored";
}

const WAITING = effectTable<SplitRow>("receipt_splits", ({ receipt }) => receipt, {
  key: "receipt",
});

/** The transactions that are to be split, or joined again. */
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
    // The receipt is being taken back, which joins the parts first.
    tools.sql.run(
      "UPDATE receipt_splits SET next_attempt_at = NULL WHERE receipt = ?",
      split.receipt,
    );
    return null;
  }
  const service = queueService(tools.upstream, tools.pace);
  const now = await service.parts(split.transaction_id);
  if (now.kind !== "read") return now;
  const parts = readShares(split);
  const storeDone = (read: SplitRead) =>
    storeResult(tools, split, { state: "done", said: null, children: read.parts });
  if (now.split) {
    if (!isSent(now.parts, parts)) return refused("the transaction was split otherwise already");
    storeDone(now);
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
  if (answer.parts !== null) storeDone(answer);
  else {
    const read = await service.parts(split.transaction_id);
    if (read.kind !== "read") return read;
    storeDone(read);
  }
  return null;
}

function storeResult(
  { sql, chance }: InboxTools,
  split: SplitRow,
  {
    state,
    said,
    children,
  }: Pick<SplitRow, "state" | "said"> & { readonly children?: readonly SplitPart[] | null },
): void {
  const { receipt } = split;
  sql.transaction(() => {
    const stored = children === undefined || children === null ? null : JSON.stringify(children);
    const changed = sql.run(
      `UPDATE receipt_splits
       SET state = ?, said = ?, children = COALESCE(?, children), failures = 0,
         next_attempt_at = NULL
       WHERE receipt = ?`,
      state,
      said,
      stored,
      receipt,
    );
    const row = receiptById(sql, receipt);
    const { length } = readShares(split);
    if (changed > 0 && row !== null)
      record(
        sql,
        {
          message: row.message,
          receipt,
          who: "match",
          what: said ?? `its transaction is split into ${length} parts`,
        },
        chance.now(),
      );
  });
}

/** Joins the parts of the receipt's transaction; refused if the user has changed a part since. */
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
    const dissolved = await service.dissolve("split", split.transaction_id);
    if (dissolved.kind !== "deleted" && dissolved.kind !== "refused") return dissolved;
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

function refused(message: string): Refused {
  return { kind: "refused", status: 400, message, named: new Map() };
}

function isUntouched(now: readonly SplitPart[] | null, split: SplitRow): boolean {
  if (split.children === null) return isSent(now, readShares(split));
  const before = readJson(PARTS, split.children);
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
