// /recurring on the wire, also as /recurring_items (gaps.md, D6). Version 2 only reads;
// /api/recurring writes.

import * as z from "zod";
import { ok } from "../../platform/result.ts";
import { notFound } from "../../platform/api/problem.ts";
import { aliasOf } from "../../platform/api/route.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { tooManyExpected } from "./bound.ts";
import { ITEM, listQuery, presentItems, RANGE_QUERY, readRange } from "./present.ts";
import { findItem, isReviewed, listItems } from "./store.ts";

const LIST = route({
  method: "GET",
  path: "/recurring",
  scope: "recurring:read",
  tag: "recurring items",
  summary: "Recurring items, with what they expect and have found in a range",
  query: listQuery(false),
  response: z.strictObject({ recurring_items: z.array(ITEM) }),
  failures: [400],
  handle: ({ sql, now }, { query }) => {
    const items = listItems(sql, query.include_suggested);
    const range = readRange(query, now);
    const many = tooManyExpected(items.filter(isReviewed), range.start, range.end);
    return many ?? ok({ recurring_items: presentItems(sql, items, range) });
  },
});

const ONE = route({
  method: "GET",
  path: "/recurring/{id}",
  scope: "recurring:read",
  tag: "recurring items",
  summary: "One recurring item, also a suggested one",
  params: wire.idPath,
  query: RANGE_QUERY,
  response: ITEM,
  failures: [400, 404],
  handle: ({ sql, now }, { params: { id }, query }) => {
    const item = findItem(sql, id);
    if (item === null) return notFound("recurring item", id);
    return ok(presentItems(sql, [item], readRange(query, now))[0]);
  },
});

export const RECURRING_ROUTES: readonly Route[] = [
  LIST,
  ONE,
  aliasOf(LIST, "/recurring_items"),
  aliasOf(ONE, "/recurring_items/{id}"),
];
