// /transactions/group on the wire (gaps.md 3.7, D16).

import * as z from "zod";
import { GROUP_MEMBERS_MAX, NOTES_CHARS_MAX, PAYEE_CHARS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import { notFound } from "../../platform/api/problem.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { groupTransactions, ungroup } from "./group.ts";
import { EVERYTHING, PLAIN, present, presentOne } from "./present.ts";
import { TRANSACTION } from "./schemas.ts";
import { listChildren, findTransaction } from "./store.ts";

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

export const GROUP_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/transactions/group",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Show 2 to 500 transactions as one",
    body: BODY,
    example: {
      ids: [1, 2],
      date: "2026-11-20",
      payee: "Weekend trip",
      notes: "With Ann",
      tag_ids: [2],
    },
    status: 201,
    response: TRANSACTION,
    failures: [400, 413],
    handle: (context, { body }) => {
      const made = groupTransactions(context, body);
      return made.ok ? presentOne(context.sql, made.value, EVERYTHING) : made;
    },
  }),
  route({
    method: "GET",
    path: "/transactions/group/{id}",
    scope: "transactions:read",
    tag: "transactions",
    summary: "The members of a group, in the order of their ids",
    params: wire.idPath,
    response: z.strictObject({ transactions: z.array(TRANSACTION) }),
    failures: [400, 404],
    handle: ({ sql }, { params: { id } }) =>
      findTransaction(sql, id)?.is_group_parent === 1
        ? ok({ transactions: present(sql, listChildren(sql, [id], false), PLAIN) })
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
    handle: (context, { params: { id } }) =>
      ungroup(context, id) === null ? notFound("group", id) : ok(undefined),
  }),
];
