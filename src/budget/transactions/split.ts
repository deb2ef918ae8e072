// POST and DELETE /transactions/split/{id} (gaps.md 3.6, D12). A split hides the transaction behind its
// parts; unsplitting deletes the parts and shows it again as it was.

import * as z from "zod";
import { ERRORS_MAX, NOTES_CHARS_MAX, PAYEE_CHARS_MAX, SPLIT_PARTS_MAX } from "../../limits.ts";
import { ok, type Result } from "../../value/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type Problem } from "../problem.ts";
import { writingConverter } from "../rates/store.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { partRows, unsplittable, wrongSum, type Part, type Splitting } from "./parts.ts";
import { EVERYTHING, presentOne } from "./present.ts";
import { loadReferences, unknownReferences } from "./references.ts";
import type { TransactionRow } from "./row.ts";
import { TRANSACTION } from "./schemas.ts";
import {
  addTags,
  deleteTransactions,
  findTransaction,
  insertTransactions,
  nextId,
  partIds,
  setSplitParent,
  tagsOf,
} from "./store.ts";

const PART = z
  .strictObject({
    amount: wire.amount,
    payee: wire.text(0, PAYEE_CHARS_MAX).optional(),
    date: wire.day.optional(),
    category_id: wire.id.nullable().optional(),
    notes: wire.text(0, NOTES_CHARS_MAX).nullable().optional(),
    tag_ids: wire.tagIds.optional(),
  })
  .meta({ id: "SplitPart" });

const BODY = z.strictObject({
  child_transactions: z.array(PART, "must be a list of child transactions").min(2).max(SPLIT_PARTS_MAX),
});

export const SPLIT_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/transactions/split/{id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Split a transaction into 2 to 500 parts that sum to its amount",
    params: wire.idPath,
    body: BODY,
    example: {
      child_transactions: [
        { amount: "62.50", notes: "Food", tag_ids: [1] },
        { amount: 17.5, payee: "Pharmacy", category_id: null },
      ],
    },
    status: 201,
    response: TRANSACTION,
    failures: [400, 413],
    handle: (context, { params, body }) => split(context, params.id, body.child_transactions),
  }),
  route({
    method: "DELETE",
    path: "/transactions/split/{id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Undo a split: delete the parts of this transaction and show it again",
    params: wire.idPath,
    status: 204,
    failures: [400],
    handle: (context, { params }) => unsplit(context, params.id),
  }),
];

function split(context: Context, id: number, parts: readonly Part[]): Result<object, Problem> {
  const { sql, now } = context;
  const row = findTransaction(sql, id);
  if (row === null) return unknown(id);
  const because = unsplittable(row);
  if (because !== null) {
    const group = row.group_parent_id === null ? {} : { group_parent_id: row.group_parent_id };
    return refuse("invalid request", {
      errMsg: `Transaction ${id} ${because}, so it cannot be split.`,
      transaction_id: id,
      ...group,
    });
  }
  const references = loadReferences(sql, parts);
  const errors = parts.flatMap((part, index) =>
    unknownReferences(part, references, { child_transactions_index: index }),
  );
  const sum = wrongSum(row, parts);
  if (sum !== null) errors.push(sum);
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));

  const splitting = { primary: readBudget(sql).primary_currency, convert: writingConverter(context), now };
  insertParts(context, [{ whole: row, tags: tagsOf(sql, [id]).get(id) ?? [], parts }], splitting);
  setSplitParent(sql, id, true, now);
  return presentOne(sql, id, EVERYTHING);
}

/** A transaction that is in the table, its tags, and the parts that replace it. */
export interface Split {
  readonly whole: TransactionRow;
  readonly tags: readonly number[];
  readonly parts: readonly Part[];
}

/** Writes the parts of splits that have been checked; whoever calls this marks the wholes as split. */
export function insertParts({ sql }: Pick<Context, "sql">, splits: readonly Split[], splitting: Splitting): void {
  let id = nextId(sql);
  const rows: TransactionRow[] = [];
  const tags: (readonly [number, number])[] = [];
  for (const { whole, tags: inherited, parts } of splits) {
    for (const [index, part] of parts.entries())
      for (const tag of part.tag_ids ?? inherited) tags.push([id + index, tag]);
    rows.push(...partRows(whole, parts, id, splitting));
    id += parts.length;
  }
  insertTransactions(sql, rows);
  addTags(sql, tags);
}

function unsplit({ sql, now }: Context, id: number): Result<undefined, Problem> {
  const row = findTransaction(sql, id);
  if (row === null) return unknown(id);
  if (row.is_split_parent === 0) {
    const parent = row.split_parent_id === null ? "" : `: it is a part of ${row.split_parent_id}`;
    return refuse("invalid request", {
      errMsg: `Transaction ${id} has not been split${parent}.`,
      transaction_id: id,
    });
  }
  deleteTransactions(sql, partIds(sql, [id]));
  setSplitParent(sql, id, false, now);
  return ok(undefined);
}

/** The documents answer an unknown id 400 here, not 404. */
function unknown(id: number): { readonly ok: false; readonly error: Problem } {
  return refuse("invalid request", {
    errMsg: `There is no transaction with the id ${id}.`,
    error: "Invalid Transaction ID",
    transaction_id: id,
  });
}
