// POST /transactions in version 1 (service-v1.md, Endpoints; gaps.md 2b, 3.11 and 5), by version
// 2's insert. Expenses may be negative. A transaction is uncleared by default. A balance moves only
// if skip_balance_update is false.

import * as z from "zod";
import { BATCH_ROWS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import type { Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import { dropUnused } from "../tags/store.ts";
import * as wire from "../wire.ts";
import { insertBatch } from "../transactions/insert.ts";
import type { InsertItem } from "../transactions/schemas.ts";
import { parseIds, PROPERTIES, tagsNamed } from "./transaction-form.ts";
import { legacyWording, prefixPlace } from "./transaction-wording.ts";

const INSERT_ITEM = z
  .object({ date: wire.day, amount: wire.roundedAmount, ...PROPERTIES })
  .meta({ id: "LegacyTransactionInsert" });

const INSERT = z.object({
  transactions: z.array(INSERT_ITEM, "must be a list of transactions").min(1).max(BATCH_ROWS_MAX),
  apply_rules: legacy.flag(false),
  skip_duplicates: legacy.flag(false),
  check_for_recurring: legacy.flag(false),
  debit_as_negative: legacy.debitAsNegative,
  skip_balance_update: legacy.flag(true),
});
type Insert = z.output<typeof INSERT>;

export const LEGACY_INSERT_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "POST",
    path: "/transactions",
    scope: "transactions:write",
    tag: "transactions",
    summary:
      "Insert 1 to 500 transactions, all or none; the ids of those that were not there already",
    faults: "error list",
    body: INSERT,
    example: {
      transactions: [
        {
          date: "2026-11-20",
          amount: "4.50",
          payee: "Corner Café",
          asset_id: 1,
          tags: [1, "Coffee"],
        },
      ],
      skip_duplicates: true,
    },
    response: z.strictObject({ ids: z.array(z.int()) }),
    handle: (context, { body }) => insert(context, body),
  }),
];

function insert(context: Context, body: Insert): Result<{ readonly ids: number[] }, Problem> {
  const named = tagsNamed(
    context,
    body.transactions.flatMap(({ tags }) => tags ?? []),
  );
  if (!named.ok) return named;
  const items = body.transactions.map((item) =>
    toInsert(item, body.debit_as_negative, named.value.ids),
  );
  const done = insertBatch(
    context,
    { ...body, transactions: items },
    legacyWording(body.debit_as_negative),
  );
  if (!done.ok) return err({ ...done.error, errors: done.error.errors.map(prefixPlace) });
  // Tags that only skipped transactions would have are not created.
  dropUnused(context.sql, named.value.made);
  return ok({ ids: done.value.rows.map(({ id }) => id) });
}

function toInsert(
  { asset_id, tags, amount, status: asked = "unreviewed", ...item }: z.output<typeof INSERT_ITEM>,
  turn: boolean,
  tagIds: ReadonlyMap<string, number>,
): InsertItem {
  return {
    ...item,
    amount: legacy.applySign(amount, turn),
    status: asked,
    manual_account_id: asset_id,
    tag_ids: parseIds(tags, tagIds),
  };
}
