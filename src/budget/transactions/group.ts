// /transactions/group (gaps.md 3.7, D16, D17). A group stands in the lists for its members, which keep
// everything they have, their accounts' balances included; ungrouping shows them again.

import * as z from "zod";
import { ERRORS_MAX, GROUP_MEMBERS_MAX, NOTES_CHARS_MAX, PAYEE_CHARS_MAX } from "../../limits.ts";
import { units } from "../../value/money.ts";
import { ok, type Result } from "../../value/result.ts";
import { readBudget } from "../me/store.ts";
import { notFound, refuse, type ErrorItem, type Problem } from "../problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { dissolveGroups, joinGroup } from "./membership.ts";
import { EVERYTHING, PLAIN, present, presentOne } from "./present.ts";
import { loadReferences, unknownReferences } from "./references.ts";
import { NO_PAYEE, type TransactionRow } from "./row.ts";
import { TRANSACTION } from "./schemas.ts";
import { addTags, childrenOf, findTransaction, findTransactions, insertTransactions, nextId } from "./store.ts";
import { sharedCategory, totalOf, ungroupable, type Total } from "./total.ts";

const BODY = z
  .strictObject({
    ids: z.array(wire.id, "must be a list of ids").min(2).max(GROUP_MEMBERS_MAX),
    date: wire.day,
    payee: wire.text(0, PAYEE_CHARS_MAX),
    category_id: wire.id.nullable().optional(),
    notes: wire.text(0, NOTES_CHARS_MAX).nullable().optional(),
    status: z.enum(["reviewed", "unreviewed"]).optional(),
    tag_ids: wire.tagIds.optional(),
  })
  .meta({ id: "TransactionGroup" });
type Body = z.output<typeof BODY>;

export const GROUP_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/transactions/group",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Show 2 to 500 transactions as one",
    body: BODY,
    example: { ids: [1, 2], date: "2026-11-20", payee: "Weekend trip", notes: "With Ann", tag_ids: [2] },
    status: 201,
    response: TRANSACTION,
    failures: [400, 413],
    handle: (context, { body }) => group(context, body),
  }),
  route({
    method: "GET",
    path: "/transactions/group/{id}",
    scope: "transactions:read",
    tag: "transactions",
    summary: "The members of a group, in the order of their ids",
    params: wire.idPath,
    status: 200,
    response: z.strictObject({ transactions: z.array(TRANSACTION) }),
    failures: [400, 404],
    handle: ({ sql }, { params: { id } }) =>
      isGroup(findTransaction(sql, id))
        ? ok({ transactions: present(sql, childrenOf(sql, [id], false), PLAIN) })
        : notFound("group", id),
  }),
  route({
    method: "DELETE",
    path: "/transactions/group/{id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Undo a group; its members stay",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql, now }, { params: { id } }) => {
      if (!isGroup(findTransaction(sql, id))) return notFound("group", id);
      dissolveGroups(sql, [id], now);
      return ok(undefined);
    },
  }),
];

function isGroup(row: TransactionRow | null): boolean {
  return row?.is_group_parent === 1;
}

function group(context: Context, body: Body): Result<object, Problem> {
  const { sql, now } = context;
  const rows = new Map(findTransactions(sql, body.ids).map((row) => [row.id, row]));
  const errors = [
    ...body.ids.flatMap((id, index) => memberFaults(id, index, body.ids, rows.get(id))),
    ...unknownReferences(body, loadReferences(sql, [body]), {}),
  ];
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));

  const members = [...rows.values()];
  const total = totalOf(members, readBudget(sql).primary_currency);
  if (total === null) {
    return refuse("invalid body", {
      errMsg: "The members' total would leave the range of amounts.",
      invalid_property: "ids",
    });
  }
  const id = nextId(sql);
  insertTransactions(sql, [{ ...groupRow(body, members, total, now), id }]);
  joinGroup(sql, body.ids, id, now);
  addTags(sql, (body.tag_ids ?? []).map((tag) => [id, tag] as const));
  return presentOne(sql, id, EVERYTHING);
}

function memberFaults(
  id: number,
  index: number,
  ids: readonly number[],
  row: TransactionRow | undefined,
): ErrorItem[] {
  const at = { error: "Invalid Transaction ID", ids_index: index, transaction_id: id };
  if (ids.indexOf(id) !== index) return [{ errMsg: `ids[${index}] repeats the id ${id}.`, ...at }];
  if (row === undefined) return [{ errMsg: `There is no transaction with the id ${id}.`, ...at }];
  const because = ungroupable(row);
  if (because === null) return [];
  const grouped = row.group_parent_id === null ? {} : { group_parent_id: row.group_parent_id };
  return [{ errMsg: `Transaction ${id} ${because}, so it cannot be grouped.`, ...at, ...grouped }];
}

function groupRow(
  body: Body,
  members: readonly TransactionRow[],
  total: Total,
  now: number,
): Omit<TransactionRow, "id"> {
  const payee = body.payee || NO_PAYEE;
  const reviewed = members.every(({ status }) => status === "reviewed");
  return {
    ...total,
    date: body.date,
    payee,
    original_name: payee,
    category_id: body.category_id === undefined ? sharedCategory(members) : body.category_id,
    notes: body.notes || null,
    status: body.status ?? (reviewed ? "reviewed" : "unreviewed"),
    is_pending: 0,
    manual_account_id: null,
    linked_account_id: null,
    recurring_id: null,
    external_id: null,
    source: "api",
    is_split_parent: 0,
    split_parent_id: null,
    is_group_parent: 1,
    group_parent_id: null,
    balance_moved: units(0),
    created_at: now,
    updated_at: now,
    linked_metadata: null,
    custom_metadata: null,
  };
}
