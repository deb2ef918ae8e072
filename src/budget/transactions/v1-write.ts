// What version 1 writes to transactions (service-v1.md, Endpoints; gaps.md 2b, 3.11 and 5): inserting, changing, splitting
// and unsplitting, by the functions that version 2 calls. Amounts may come with expenses negative; a balance moves only
// where skip_balance_update is false; tags are ids or names, and a new name is a new tag.

import * as z from "zod";
import {
  BATCH_ROWS_MAX,
  EXTERNAL_ID_CHARS_MAX,
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
  SPLIT_PARTS_MAX,
  TAG_IDS_MAX,
  TAG_NAME_CHARS_MAX,
} from "../../limits.ts";
import { must } from "../../value/assert.ts";
import { err, ok, type Result } from "../../value/result.ts";
import { currency, debitAsNegative, status, turned } from "../legacy-wire.ts";
import { legacyRoute } from "../legacy.ts";
import { changesNothing, notFound, refuse, type Problem } from "../problem.ts";
import type { Context, Route } from "../route.ts";
import { idsOfNames, dropUnused } from "../tags/store.ts";
import * as wire from "../wire.ts";
import { deleteBatch } from "./delete.ts";
import { insertBatch } from "./insert.ts";
import type { TransactionRow } from "./row.ts";
import type { InsertItem, UpdateItem } from "./schemas.ts";
import { splitTransaction, unsplitTransactions } from "./split.ts";
import { findTransaction } from "./store.ts";
import { updateBatch } from "./update.ts";
import { legacyWording, placed } from "./v1-wording.ts";

const optionalId = wire.id.nullable().optional();
const payee = wire.text(0, PAYEE_CHARS_MAX).optional();
const notes = wire.text(0, NOTES_CHARS_MAX).nullable().optional();
const TAG = z.union(
  [wire.id, wire.text(1, TAG_NAME_CHARS_MAX)],
  `must be a tag id, or a name of 1 to ${TAG_NAME_CHARS_MAX} characters`,
);
type Tag = z.output<typeof TAG>;

const PROPERTIES = {
  category_id: optionalId,
  payee,
  currency: currency.optional(),
  asset_id: optionalId,
  linked_account_id: optionalId,
  recurring_id: optionalId,
  notes,
  status: status.optional(),
  // An empty one identifies nothing, as in version 2.
  external_id: wire
    .text(0, EXTERNAL_ID_CHARS_MAX)
    .transform((value) => (value === "" ? null : value))
    .nullable()
    .optional(),
  tags: z.array(TAG, "must be a list of tag ids and names").max(TAG_IDS_MAX).nullable().optional(),
};
const INSERT_ITEM = z
  .object({ date: wire.day, amount: wire.amount, ...PROPERTIES })
  .meta({ id: "LegacyTransactionInsert" });
const CHANGE = z
  .object({ date: wire.day.optional(), amount: wire.amount.optional(), ...PROPERTIES })
  .meta({ id: "LegacyTransactionUpdate" });
const PART = z
  .object({ amount: wire.amount, payee, date: wire.day.optional(), category_id: optionalId, notes })
  .meta({ id: "LegacySplitPart" });

const skipBalanceUpdate = wire.flag.default(true);
const INSERT = z.object({
  transactions: z.array(INSERT_ITEM, "must be a list of transactions").min(1).max(BATCH_ROWS_MAX),
  apply_rules: wire.flag.default(false),
  skip_duplicates: wire.flag.default(false),
  check_for_recurring: wire.flag.default(false),
  debit_as_negative: debitAsNegative,
  skip_balance_update: skipBalanceUpdate,
});
type Insert = z.output<typeof INSERT>;
const UPDATE = z.object({
  transaction: CHANGE.optional(),
  split: z.array(PART, "must be a list of parts").min(2).max(SPLIT_PARTS_MAX).optional(),
  debit_as_negative: debitAsNegative,
  skip_balance_update: skipBalanceUpdate,
});
type Update = z.output<typeof UPDATE>;
const UNSPLIT = z.object({
  parent_ids: z.array(wire.id, "must be a list of ids").min(1).max(BATCH_ROWS_MAX),
  remove_parents: wire.flag.default(false),
});

const IDS = z.array(z.int());
const UPDATED = z.strictObject({ updated: z.literal(true), split: IDS.optional() });

export const LEGACY_TRANSACTION_WRITE_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "POST",
    path: "/transactions",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Insert 1 to 500 transactions, all or none; the ids of those that were not there already",
    faults: "error list",
    body: INSERT,
    example: {
      transactions: [{ date: "2026-11-20", amount: "4.50", payee: "Corner Café", asset_id: 1, tags: [1, "Coffee"] }],
      skip_duplicates: true,
    },
    response: z.strictObject({ ids: IDS }),
    handle: (context, { body }) => insert(context, body),
  }),
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
    summary: "Undo splits, all or none, on request deleting the transactions as well; the ids of what is deleted",
    body: UNSPLIT,
    example: { parent_ids: [1] },
    response: IDS,
    handle: (context, { body }) => unsplit(context, body.parent_ids, body.remove_parents),
  }),
];

function insert(context: Context, body: Insert): Result<{ readonly ids: number[] }, Problem> {
  const { sql, now } = context;
  const named = idsOfNames(sql, body.transactions.flatMap(({ tags }) => namesIn(tags)), now);
  const items = body.transactions.map((item) => toInsert(item, body.debit_as_negative, named.ids));
  const done = insertBatch(context, { ...body, transactions: items }, legacyWording(body.debit_as_negative));
  if (!done.ok) return err({ ...done.error, errors: done.error.errors.map(placed) });
  // What only skipped transactions would have carried is not made.
  dropUnused(sql, named.made);
  return ok({ ids: done.value.rows.map(({ id }) => id) });
}

function toInsert(
  { asset_id, tags, amount, status: asked = "unreviewed", ...item }: z.output<typeof INSERT_ITEM>,
  turn: boolean,
  tagIds: ReadonlyMap<string, number>,
): InsertItem {
  return { ...item, amount: turned(amount, turn), status: asked, manual_account_id: asset_id, tag_ids: idsOf(tags, tagIds) };
}

function update(context: Context, id: number, body: Update): Result<z.input<typeof UPDATED>, Problem> {
  const { transaction = {}, split } = body;
  const row = findTransaction(context.sql, id);
  if (row === null) return notFound("transaction", id);
  const isChanged = Object.keys(transaction).length > 0;
  if (!isChanged && split === undefined) return changesNothing("property of transaction, or split");
  if (isChanged) {
    const changed = change(context, row, transaction, body);
    if (!changed.ok) return changed;
  }
  if (split === undefined) return ok({ updated: true });
  const turn = body.debit_as_negative;
  const parts = split.map((part) => ({ ...part, amount: turned(part.amount, turn) }));
  const made = splitTransaction(context, id, parts, legacyWording(turn));
  if (!made.ok) return err({ ...made.error, errors: made.error.errors.map(placed) });
  return ok({ updated: true, split: made.value });
}

function change(
  context: Context,
  before: TransactionRow,
  transaction: z.output<typeof CHANGE>,
  { debit_as_negative: turn, skip_balance_update }: Update,
): Result<unknown, Problem> {
  const { ids } = idsOfNames(context.sql, namesIn(transaction.tags), context.now);
  const item = toChange(transaction, turn, ids);
  const imported = importedFault(before, item);
  if (imported !== null) return imported;
  return updateBatch(context, [{ id: before.id, index: null, item }], !skip_balance_update, legacyWording(turn));
}

function toChange(
  { asset_id, tags, amount, ...item }: z.output<typeof CHANGE>,
  turn: boolean,
  tagIds: ReadonlyMap<string, number>,
): UpdateItem {
  return {
    ...item,
    ...(amount !== undefined && { amount: turned(amount, turn) }),
    ...(asset_id !== undefined && { manual_account_id: asset_id }),
    ...(tags !== undefined && { tag_ids: idsOf(tags, tagIds) }),
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

function unsplit(context: Context, ids: readonly number[], removeParents: boolean): Result<number[], Problem> {
  const parts = unsplitTransactions(context, ids);
  if (!parts.ok || !removeParents) return parts;
  const removed = deleteBatch(context, ids);
  return removed.ok ? ok([...parts.value, ...ids]) : removed;
}

function namesIn(tags: readonly Tag[] | null | undefined): string[] {
  return (tags ?? []).filter((tag) => typeof tag === "string");
}

/** Each tag once; `named` has the id of every name. */
function idsOf(tags: readonly Tag[] | null | undefined, named: ReadonlyMap<string, number>): number[] {
  return [...new Set((tags ?? []).map((tag) => (typeof tag === "number" ? tag : must(named.get(tag), "a name that is asked for has a tag"))))];
}
