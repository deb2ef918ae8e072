// PUT /transactions/{transaction_id} and POST /transactions/unsplit in version 1 (gaps.md 2b, 3.11
// and 5), by version 2's changes and splits. Expenses may be negative; a balance moves only if
// skip_balance_update is false.

import * as z from "zod";
import { BATCH_ROWS_MAX, SPLIT_PARTS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { changesNothing, notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { deleteBatch } from "../transactions/delete.ts";
import type { TransactionRow } from "../transactions/row.ts";
import type { UpdateItem } from "../transactions/schemas.ts";
import { splitTransaction, unsplitTransactions } from "../transactions/split.ts";
import { findTransaction } from "../transactions/store.ts";
import { updateBatch } from "../transactions/update.ts";
import { parseIds, notes, optionalId, payee, PROPERTIES, tagsNamed } from "./transaction-form.ts";
import { legacyWording, prefixPlace } from "./transaction-wording.ts";

const CHANGE = z
  .object({
    date: legacy.optional(wire.day),
    amount: legacy.optional(wire.roundedAmount),
    ...PROPERTIES,
  })
  .meta({ id: "LegacyTransactionUpdate" });
const PART = z
  .object({
    amount: wire.roundedAmount,
    payee,
    date: legacy.optional(wire.day),
    category_id: optionalId,
    notes,
  })
  .meta({ id: "LegacySplitPart" });

const UPDATE = z.object({
  transaction: legacy.optional(CHANGE),
  split: legacy.optional(z.array(PART, "must be a list of parts").min(2).max(SPLIT_PARTS_MAX)),
  debit_as_negative: legacy.debitAsNegative,
  skip_balance_update: legacy.flag(true),
});
type Update = z.output<typeof UPDATE>;
const UNSPLIT = z.object({
  parent_ids: z.array(wire.id, "must be a list of ids").min(1).max(BATCH_ROWS_MAX),
  remove_parents: legacy.flag(false),
});

const IDS = z.array(z.int());
const UPDATED = z.strictObject({ updated: z.literal(true), split: IDS.optional() });

export const LEGACY_UPDATE_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "PUT",
    path: "/transactions/{transaction_id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Change a transaction, split it, or both in this order",
    documents404: true,
    params: z.object({ transaction_id: wire.textId }),
    body: UPDATE,
    example: { transaction: { payee: "Corner Café", tags: ["Coffee"] } },
    response: UPDATED,
    handle: (context, { params, body }) => update(context, params.transaction_id, body),
  }),
  legacyRoute({
    method: "POST",
    path: "/transactions/unsplit",
    scope: "transactions:write",
    tag: "transactions",
    summary:
      "Undo splits, all or none, on request deleting the transactions as well; the ids of what is deleted",
    body: UNSPLIT,
    example: { parent_ids: [1] },
    response: IDS,
    handle: (context, { body }) => unsplit(context, body.parent_ids, body.remove_parents),
  }),
];

function update(
  context: Context,
  id: number,
  body: Update,
): Result<z.input<typeof UPDATED>, Problem> {
  const { transaction = null, split } = body;
  const row = findTransaction(context.sql, id);
  if (row === null) return notFound("transaction", id);
  const isChanged =
    transaction !== null && Object.values(transaction).some((value) => value !== undefined);
  if (!isChanged && split === undefined) return changesNothing("property of transaction, or split");
  if (isChanged) {
    const changed = change(context, row, transaction, body);
    if (!changed.ok) return changed;
  }
  if (split === undefined) return ok({ updated: true });
  const turn = body.debit_as_negative;
  const parts = split.map((part) => ({ ...part, amount: legacy.applySign(part.amount, turn) }));
  const made = splitTransaction(context, id, parts, legacyWording(turn));
  if (!made.ok) return err({ ...made.error, errors: made.error.errors.map(prefixPlace) });
  return ok({ updated: true, split: made.value });
}

function change(
  context: Context,
  before: TransactionRow,
  transaction: z.output<typeof CHANGE>,
  { debit_as_negative: turn, skip_balance_update }: Update,
): Result<unknown, Problem> {
  const named = tagsNamed(context, transaction.tags ?? []);
  if (!named.ok) return named;
  const item = toChange(transaction, turn, named.value.ids);
  const imported = importedFault(before, item);
  if (imported !== null) return imported;
  return updateBatch(
    context,
    [{ id: before.id, index: null, item }],
    !skip_balance_update,
    legacyWording(turn),
  );
}

function toChange(
  { asset_id, tags, amount, ...item }: z.output<typeof CHANGE>,
  turn: boolean,
  tagIds: ReadonlyMap<string, number>,
): UpdateItem {
  return {
    ...item,
    ...(amount !== undefined && { amount: legacy.applySign(amount, turn) }),
    ...(asset_id !== undefined && { manual_account_id: asset_id }),
    ...(tags !== undefined && { tag_ids: parseIds(tags, tagIds) }),
  };
}

/** Amount and currency of what was imported from a linked account are its bank's (gaps.md 3.11). */
function importedFault(before: TransactionRow, item: UpdateItem): ReturnType<typeof refuse> | null {
  if (before.source !== "linked") return null;
  const changed = (["amount", "currency"] as const).filter(
    (property) => item[property] !== undefined && item[property] !== before[property],
  );
  if (changed.length === 0) return null;
  return refuse("invalid body", {
    errMsg: `${changed.join(" and ")} of transaction ${before.id} cannot be changed: it was imported from a linked account.`,
  });
}

function unsplit(
  context: Context,
  ids: readonly number[],
  removeParents: boolean,
): Result<number[], Problem> {
  const parts = unsplitTransactions(context, ids);
  if (!parts.ok || !removeParents) return parts;
  const removed = deleteBatch(context, ids);
  return removed.ok ? ok([...parts.value, ...ids]) : removed;
}
