// /api/changes: the journal of what people changed, for people alone.

import * as z from "zod";
import { CHANGES_PAGE_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { ImportProblem } from "../problem.ts";
import { found, ID, parseId, route, whole, type Row } from "../route.ts";
import { notFound, type Changes } from "./feature.ts";
import {
  CHANGE_ANSWER,
  CHANGE_BODY,
  CHANGE_DETAIL,
  CHANGE_LIST,
  CORRECTION_LIST,
  UNDO_BODY,
  type ShownAnswer,
} from "./wire.ts";

const CHANGES_ROW = { tag: "changes", by: "people", noStore: true } as const;
const LIST_QUERY = z.object({
  transaction: whole("transaction", 1, Number.MAX_SAFE_INTEGER).optional(),
  limit: whole("limit", 1, CHANGES_PAGE_MAX).default(50),
  before: whole("before", 1, Number.MAX_SAFE_INTEGER).default(Number.MAX_SAFE_INTEGER),
});

export const CHANGE_ROUTES: readonly Row<Changes>[] = [
  route({
    method: "POST",
    path: "/changes",
    ...CHANGES_ROW,
    summary:
      "Change or delete transactions as one step; what somebody else changed since is left as it is",
    body: CHANGE_BODY,
    example: {
      key: "2026-11-21-a7f3",
      transactions: [{ id: 1, was: { category_id: null }, set: { category_id: 2 } }],
    },
    status: 201,
    response: CHANGE_ANSWER,
    failures: [400, 409],
    handle: async (changes: Changes, { body }, { principal }) =>
      toResponse(await changes.change(body, principal)),
  }),
  route({
    method: "GET",
    path: "/changes",
    ...CHANGES_ROW,
    summary:
      "List the changes, or those of one transaction, the newest first; before is the id of the last one shown",
    query: LIST_QUERY,
    status: 200,
    response: CHANGE_LIST,
    failures: [400],
    handle: async (changes: Changes, { query: { limit, before, transaction } }) =>
      ok(changes.list(limit, before, transaction ?? null)),
  }),
  route({
    method: "GET",
    path: "/changes/corrections",
    ...CHANGES_ROW,
    summary: "List what people set by hand, each field of a transaction once, the newest first",
    status: 200,
    response: CORRECTION_LIST,
    failures: [],
    handle: async (changes: Changes) => ok({ corrections: changes.corrections() }),
  }),
  route({
    method: "GET",
    path: "/changes/{id}",
    ...CHANGES_ROW,
    summary: "Show a change with each transaction before and after",
    params: ID,
    status: 200,
    response: CHANGE_DETAIL,
    failures: [404],
    handle: async (changes: Changes, { params: { id } }) =>
      found(changes.get(parseId(id)), notFound(id)),
  }),
  route({
    method: "POST",
    path: "/changes/{id}/undo",
    ...CHANGES_ROW,
    summary: "Undo a change; what was changed since is left and named. An undo can be undone",
    params: ID,
    body: UNDO_BODY,
    mayBeEmpty: true,
    status: 201,
    response: CHANGE_ANSWER,
    failures: [400, 404, 409],
    handle: async (changes: Changes, { params: { id }, body }, { principal }) =>
      toResponse(await changes.undo(parseId(id), body.key ?? null, principal)),
  }),
];

/** 202 if the change goes on after the answer. */
export function toResponse(
  answer: Result<ShownAnswer, ImportProblem>,
): Result<Response, ImportProblem> {
  if (!answer.ok) return answer;
  const { change } = answer.value;
  const headers = { "cache-control": "no-store", location: `/api/changes/${change.id}` };
  const status = change.state === "applying" ? 202 : 201;
  return ok(Response.json(answer.value, { status, headers }));
}
