// /api/views: the saved views of the list of transactions, for people alone.

import * as z from "zod";
import { VIEW_NAME_CHARS_MAX, VIEW_QUERY_CHARS_MAX, VIEWS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import { done, ID, parseId, route, type Row } from "../route.ts";
import type { Views } from "./feature.ts";

const VIEWS_ROW = { tag: "views", by: "people", noStore: true } as const;

const VIEW = z
  .object({ id: z.int(), name: z.string(), query: z.string() })
  .meta({ id: "SavedView" });
export const VIEW_LIST = z.object({ views: z.array(VIEW).max(VIEWS_MAX) });
const VIEW_BODY = z.strictObject({
  name: z.string().trim().min(1).max(VIEW_NAME_CHARS_MAX),
  query: z
    .string()
    .max(VIEW_QUERY_CHARS_MAX)
    .regex(/^[^?#\s]*$/, { error: "query is the filters of an address, without ? and #." }),
});

export const VIEW_ROUTES: readonly Row<Views>[] = [
  route({
    method: "GET",
    path: "/views",
    ...VIEWS_ROW,
    summary: "List the saved views of the transactions",
    status: 200,
    response: VIEW_LIST,
    failures: [],
    handle: async (views: Views) => ok({ views: views.list() }),
  }),
  route({
    method: "POST",
    path: "/views",
    ...VIEWS_ROW,
    summary: "Save filters of the transactions as a view; one of the same name is replaced",
    body: VIEW_BODY,
    example: { name: "Groceries this year", query: "category=2&from=2026-01-01" },
    status: 201,
    response: VIEW,
    failures: [400, 409],
    handle: async (views: Views, { body: { name, query } }) => views.save(name, query),
  }),
  route({
    method: "DELETE",
    path: "/views/{id}",
    ...VIEWS_ROW,
    summary: "Delete a saved view",
    params: ID,
    status: 204,
    failures: [404],
    handle: async (views: Views, { params: { id } }) =>
      done(parseId(id) > 0 && views.remove(parseId(id)), { kind: "no such view", id }),
  }),
];
