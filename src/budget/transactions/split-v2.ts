// POST and DELETE /transactions/split/{id} on the wire (gaps.md 3.6).

import * as z from "zod";
import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX, SPLIT_PARTS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { EVERYTHING, presentOne } from "./present.ts";
import { TRANSACTION } from "./schemas.ts";
import { splitTransaction, unsplitTransactions } from "./split.ts";

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
  child_transactions: z
    .array(PART, "must be a list of child transactions")
    .min(2)
    .max(SPLIT_PARTS_MAX),
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
    handle: (context, { params: { id }, body }) => {
      const parts = splitTransaction(context, id, body.child_transactions);
      return parts.ok ? presentOne(context.sql, id, EVERYTHING) : parts;
    },
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
    handle: (context, { params }) => {
      const parts = unsplitTransactions(context, [params.id]);
      return parts.ok ? ok(undefined) : parts;
    },
  }),
];
