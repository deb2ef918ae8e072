// /api/recurring: creates, changes and dismisses recurring items, which version 2 only reads. The
// object is version 2's, plus the bounds of a flexible amount and the next expected day. PUT
// accepts the answer of a GET.

import * as z from "zod";
import { RECURRING_ITEMS_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { printUnits } from "../../money/money.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import { findTransaction } from "../transactions/store.ts";
import * as wire from "../wire.ts";
import { applyOverrides, applyToNamed, applyToStored, assign } from "./apply.ts";
import { tooManyExpected } from "./bound.ts";
import { CREATE, EXAMPLE, OWN_ITEM, UPDATE } from "./body.ts";
import { blankState, changedState, type Change } from "./change.ts";
import { dismiss } from "./dismissals.ts";
import { nextExpected } from "./matches.ts";
import { listQuery, presentItems, RANGE_QUERY, readRange, type Range } from "./present.ts";
import { isPlain } from "./recognize.ts";
import {
  countItems,
  deleteItem,
  findItem,
  insertItem,
  isReviewed,
  listItems,
  updateItem,
  type RecurringItem,
} from "./store.ts";

export const RECURRING_OWN_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/recurring",
    scope: null,
    tag: "recurring items",
    summary: "All recurring items, suggested ones included",
    query: listQuery(true),
    response: z.strictObject({ recurring_items: z.array(OWN_ITEM) }),
    failures: [400],
    handle: (context, { query }) => {
      const items = listItems(context.sql, query.include_suggested);
      const range = readRange(query, context.now);
      const many = tooManyExpected(items.filter(isReviewed), range.start, range.end);
      return many ?? ok({ recurring_items: answerOne(context, items, range) });
    },
  }),
  route({
    method: "POST",
    path: "/recurring",
    scope: null,
    tag: "recurring items",
    summary: "Make a recurring item, of criteria or of a transaction",
    body: CREATE,
    example: EXAMPLE,
    status: 201,
    response: OWN_ITEM,
    failures: [400, 413],
    handle: (context, { body }) => create(context, body),
  }),
  route({
    method: "GET",
    path: "/recurring/{id}",
    scope: null,
    tag: "recurring items",
    summary: "One recurring item",
    params: wire.idPath,
    query: RANGE_QUERY,
    response: OWN_ITEM,
    failures: [400, 404],
    handle: (context, { params: { id }, query }) => one(context, id, readRange(query, context.now)),
  }),
  route({
    method: "PUT",
    path: "/recurring/{id}",
    scope: null,
    tag: "recurring items",
    summary: "Change a recurring item, or make a suggested one a reviewed one",
    params: wire.idPath,
    body: UPDATE,
    example: { status: "reviewed", overrides: { payee: "Rent" } },
    response: OWN_ITEM,
    failures: [400, 404, 413],
    handle: (context, { params: { id }, body }) => change(context, id, body),
  }),
  route({
    method: "DELETE",
    path: "/recurring/{id}",
    scope: null,
    tag: "recurring items",
    summary: "Delete or dismiss a recurring item; its like is not suggested again",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql, now }, { params: { id } }) => {
      const item = findItem(sql, id);
      if (item === null) return notFound("recurring item", id);
      dismiss(sql, item, now);
      deleteItem(sql, id, now);
      return ok(undefined);
    },
  }),
];

type CreateBody = z.output<typeof CREATE>;

function create(context: Context, body: CreateBody): Result<object, Problem> {
  const { sql, now, caller } = context;
  if (countItems(sql) >= RECURRING_ITEMS_MAX) {
    const errMsg = `There are ${RECURRING_ITEMS_MAX} recurring items, the most there can be.`;
    return refuse("invalid body", { errMsg });
  }
  const transactionId = body.transaction_id ?? null;
  const transaction = transactionId === null ? null : findTransaction(sql, transactionId);
  if (transactionId !== null && (transaction === null || !isPlain(transaction)))
    return unusable(transactionId, transaction !== null);
  const state = changedState(context, blankState(context, transaction), {
    status: "reviewed",
    ...body,
  });
  if (!state.ok) return state;
  const source = transaction === null ? "manual" : "transaction";
  const id = insertItem(sql, state.value, source, caller.userId, now);
  const item = must(findItem(sql, id), "an inserted recurring item is found");
  if (item.status === "reviewed") {
    applyToStored(sql, item, now);
    // The transaction it was made of is its own, also where the criteria were changed on the way.
    if (transaction !== null) assign(sql, [transaction.id], item, now);
  }
  return one(context, id, readRange({}, now));
}

function unusable(id: number, exists: boolean): { readonly ok: false; readonly error: Problem } {
  return refuse("invalid body", {
    errMsg: exists
      ? `transaction_id is ${id}, but that transaction is pending or part of a split or group.`
      : `transaction_id is ${id}, but there is no such transaction.`,
    error: "Invalid Transaction ID",
    invalid_property: "transaction_id",
  });
}

function change(context: Context, id: number, body: Change): Result<object, Problem> {
  const { sql, now } = context;
  const before = findItem(sql, id);
  if (before === null) return notFound("recurring item", id);
  const state = changedState(context, before, body);
  if (!state.ok) return state;
  updateItem(sql, id, state.value, now);
  const item = must(findItem(sql, id), "an updated recurring item is found");
  if (item.status === "reviewed") {
    if (before.status === "suggested") applyToNamed(sql, item, now);
    else applyOverrides(sql, id, before, item, now);
    applyToStored(sql, item, now);
  }
  return one(context, id, readRange({}, now));
}

function one(context: Context, id: number, range: Range): Result<object, Problem> {
  const item = findItem(context.sql, id);
  return item === null
    ? notFound("recurring item", id)
    : ok(must(answerOne(context, [item], range)[0], "an item is shown"));
}

/** The objects of our own interface. */
function answerOne(
  { sql, now }: Context,
  items: readonly RecurringItem[],
  range: Range,
): z.input<typeof OWN_ITEM>[] {
  const today = dayOfInstant(now);
  return presentItems(sql, items, range).map((object, index) => {
    const item = must(items[index], "each item is shown once");
    const bound = (amount: RecurringItem["amount_max"]) =>
      item.amount_max === null || amount === null ? null : printUnits(amount);
    return {
      ...object,
      transaction_criteria: {
        ...object.transaction_criteria,
        amount_min: bound(item.amount),
        amount_max: bound(item.amount_max),
      },
      next_expected_date: nextExpected(item, today),
    };
  });
}
