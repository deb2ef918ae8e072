// /transactions/group in version 1 (gaps.md 2b and 5): a group is found by itself or by any of its
// members.

import * as z from "zod";
import {
  GROUP_MEMBERS_MAX,
  LEGACY_NOTES_CHARS_MAX,
  LEGACY_PAYEE_CHARS_MAX,
} from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { groupTransactions, ungroup } from "../transactions/group.ts";
import { findTransaction } from "../transactions/store.ts";
import { LEGACY_TRANSACTION, NAMED_SCOPES, presentLegacy } from "./transaction-object.ts";
import { legacyWording } from "./transaction-wording.ts";

const GROUP = z
  .object({
    date: wire.day,
    payee: wire.text(0, LEGACY_PAYEE_CHARS_MAX),
    transactions: z.array(wire.id, "must be a list of ids").min(2).max(GROUP_MEMBERS_MAX),
    category_id: wire.id.nullable().optional(),
    notes: wire.text(0, LEGACY_NOTES_CHARS_MAX).nullable().optional(),
    tags: legacy.optional(wire.tagIds),
  })
  .meta({ id: "LegacyTransactionGroup" });

export const LEGACY_GROUP_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/transactions/group",
    scope: "transactions:read",
    alsoScopes: NAMED_SCOPES,
    tag: "transactions",
    summary: "The group that a transaction is, or belongs to, with its members",
    documents404: true,
    query: z.object({ transaction_id: wire.textId }),
    response: LEGACY_TRANSACTION,
    handle: (context, { query }) => answerOne(context, query.transaction_id),
  }),
  legacyRoute({
    method: "POST",
    path: "/transactions/group",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Show 2 to 500 transactions as one; the id of the group",
    body: GROUP,
    example: { date: "2026-11-20", payee: "Weekend trip", transactions: [1, 2], tags: [2] },
    response: z.int(),
    handle: (context, { body: { transactions: ids, tags, ...form } }) =>
      groupTransactions(context, { ...form, ids, tag_ids: tags }, legacyWording(false)),
  }),
  legacyRoute({
    method: "DELETE",
    path: "/transactions/group/{transaction_id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Undo a group; the ids of its members, which stay",
    documents404: true,
    params: z.object({ transaction_id: wire.textId }),
    response: z.strictObject({ transactions: z.array(z.int()) }),
    handle: (context, { params: { transaction_id: id } }) => {
      if (findTransaction(context.sql, id) === null) return notFound("transaction", id);
      const members = ungroup(context, id);
      return members === null
        ? refuse("invalid request", { errMsg: `Transaction ${id} is not a group.` })
        : ok({ transactions: members });
    },
  }),
];

function answerOne(
  { sql }: Context,
  id: number,
): Result<z.input<typeof LEGACY_TRANSACTION>, Problem> {
  const row = findTransaction(sql, id);
  if (row === null) return notFound("transaction", id);
  const group = row.group_parent_id === null ? row : findTransaction(sql, row.group_parent_id);
  if (group?.is_group_parent !== 1)
    return refuse("invalid request", {
      errMsg: `Transaction ${id} is not a group, nor does it belong to one.`,
    });
  return ok(must(presentLegacy(sql, [group], false)[0], "a row is shown as one object"));
}
