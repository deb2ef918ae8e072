// /transactions on the wire: the rows of the route table, and the answers in the documents'
// wrappers.

import * as z from "zod";
import type { JsonText } from "../../platform/api/json-text.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { tooManyChars, tooManyChildren, tooMuchText } from "./bound.ts";
import { deleteBatch, deleteOne } from "./delete.ts";
import { plannedFilter, selectCategories } from "./find.ts";
import { insertAnswer, minimalAnswer, wantsMinimal } from "./insert-answer.ts";
import { insertBatch } from "./insert.ts";
import { readPlainInsert } from "./plain-insert.ts";
import { EVERYTHING, PLAIN, present, presentOne, type Shown } from "./present.ts";
import type { Filter } from "./filter.ts";
import { countListedChars, writeList } from "./list-text.ts";
import * as schema from "./schemas.ts";
import { findTransaction, readListedPage, readPage, readTagIds } from "./store.ts";
import { updateBatch } from "./update.ts";

const INSERT_EXAMPLE = {
  transactions: [
    {
      date: "2026-11-20",
      amount: "4.50",
      payee: "Corner Café",
      manual_account_id: 1,
      external_id: "2026-11-20:0001",
    },
    {
      date: "2026-11-20",
      amount: -2100,
      payee: "Employer",
      currency: "usd",
      notes: "November",
      tag_ids: [1],
    },
  ],
  apply_rules: true,
  skip_duplicates: true,
};

export const TRANSACTION_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/transactions",
    scope: "transactions:read",
    tag: "transactions",
    summary: "Transactions, newest first, filtered and paged",
    query: schema.LIST_QUERY,
    response: schema.LIST_ANSWER,
    failures: [400],
    handle: (context, { query }) => list(context, query),
  }),
  route({
    method: "POST",
    path: "/transactions",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Insert 1 to 500 transactions, all or none; duplicates are skipped and named",
    body: schema.INSERT_BODY,
    readPlain: readPlainInsert,
    example: INSERT_EXAMPLE,
    status: 201,
    response: schema.INSERT_ANSWER,
    failures: [400, 413],
    handle: (context, { body, sent }) => {
      const inserted = insertBatch(context, body);
      return inserted.ok ? ok({ ...inserted.value, sent }) : inserted;
    },
    finish: async ({ request }, done) =>
      wantsMinimal(request) ? minimalAnswer(done) : insertAnswer(done),
    headers: ({ request }) => ({
      "Preference-Applied": wantsMinimal(request) ? "return=minimal" : "",
    }),
  }),
  route({
    method: "GET",
    path: "/transactions/{id}",
    scope: "transactions:read",
    tag: "transactions",
    summary: "One transaction with metadata, children and files",
    params: wire.idPath,
    query: schema.ONE_QUERY,
    response: schema.TRANSACTION,
    failures: [400, 404],
    handle: (context, { params, query }) => presentOne(context.sql, params.id, shownBy(query)),
  }),
  route({
    method: "PUT",
    path: "/transactions",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Change 1 to 500 transactions, all or none",
    body: schema.BULK_UPDATE_BODY,
    example: { transactions: [{ id: 1, notes: "With Ann" }] },
    response: schema.UPDATE_ANSWER,
    failures: [400, 413],
    handle: (context, { body }) => {
      const changes = body.transactions.map((item, index) => ({ id: item.id, index, item }));
      const updated = updateBatch(context, changes, true);
      return updated.ok
        ? ok({ transactions: present(context.sql, updated.value, PLAIN) })
        : updated;
    },
  }),
  route({
    method: "PUT",
    path: "/transactions/{id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Change one transaction",
    params: wire.idPath,
    query: schema.UPDATE_QUERY,
    body: schema.UPDATE_ITEM,
    example: { payee: "Corner Café", additional_tag_ids: [1] },
    response: schema.TRANSACTION,
    failures: [400, 404, 413],
    handle: (context, { params: { id }, query, body }) => {
      if (findTransaction(context.sql, id) === null) return notFound("transaction", id);
      const updated = updateBatch(context, [{ id, index: null, item: body }], query.update_balance);
      return updated.ok ? presentOne(context.sql, id, EVERYTHING) : updated;
    },
  }),
  route({
    method: "DELETE",
    path: "/transactions",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Delete 1 to 500 transactions, all or none",
    body: schema.DELETE_BODY,
    example: { ids: [1] },
    status: 204,
    failures: [400, 404, 413],
    handle: (context, { body }) => deleteBatch(context, body.ids),
  }),
  route({
    method: "DELETE",
    path: "/transactions/{id}",
    scope: "transactions:write",
    tag: "transactions",
    summary: "Delete one transaction",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: (context, { params: { id } }) => {
      const row = findTransaction(context.sql, id);
      return row === null ? notFound("transaction", id) : deleteOne(context, row);
    },
  }),
];

function list(
  { sql }: Context,
  query: z.output<typeof schema.LIST_QUERY>,
): Result<z.input<typeof schema.LIST_ANSWER> | JsonText, Problem> {
  const filter = plannedFilter(sql, {
    ...query,
    manual_account_ids: query.manual_account_ids ?? query.manual_account_id,
    linked_account_ids: query.linked_account_ids ?? query.linked_account_id,
    category_ids: selectCategories(sql, query.category_id),
  });
  const shown = shownBy(query);
  if (!shown.metadata && !shown.children && !shown.files)
    return listPlain(sql, filter, query.limit, query.offset);
  const rows = readPage(sql, filter, query.limit + 1, query.offset, query.include_metadata);
  const page = rows.slice(0, query.limit);
  const many = tooMuchText(page) ?? (query.include_children ? tooManyChildren(sql, page) : null);
  return (
    many ?? ok({ transactions: present(sql, page, shown), has_more: rows.length > query.limit })
  );
}

function listPlain(
  sql: Sql,
  filter: Filter,
  limit: number,
  offset: number,
): Result<JsonText, Problem> {
  const rows = readListedPage(sql, filter, limit + 1, offset);
  const page = rows.slice(0, limit);
  const tags = () =>
    readTagIds(
      sql,
      page.map(([id]) => id),
    );
  return (
    tooManyChars(page.map(countListedChars)) ?? ok(writeList(page, tags(), rows.length > limit))
  );
}

function shownBy(query: z.output<typeof schema.ONE_QUERY>): Shown {
  return {
    metadata: query.include_metadata,
    children: query.include_children,
    files: query.include_files,
  };
}
