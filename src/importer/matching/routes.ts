// /api/imports/{id}/lookalikes, /transfers, /pending, /late, and a forecast of undoing: the matches
// of an import's rows, and the decisions about them.

import * as z from "zod";
import { MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { parseJson } from "../../platform/json.ts";
import type { ImportProblem } from "../problem.ts";
import { ID, route, whole, type Principal, type Row } from "../route.ts";
import type { Matching } from "./feature.ts";
import { DECISIONS } from "./lookalikes.ts";
import type { MatchAnswer, MatchRequest, Page } from "./matching.ts";
import {
  DECIDED,
  LATE,
  LOOKALIKES,
  PENDING,
  TRANSFER,
  TRANSFERS,
  TRANSFERS_OF,
  UNDO_FORESEEN,
} from "./wire.ts";

const NUMBER_MAX = 1_000_000_000;
const PAGE = z.object({
  limit: z
    .string()
    .default("100")
    .pipe(whole("limit", 1, MATCHES_PAGE_MAX)),
  offset: z
    .string()
    .default("0")
    .pipe(whole("offset", 0, NUMBER_MAX)),
});
const BY_NUMBER = ID.extend({ n: whole("n", 1, Number.MAX_SAFE_INTEGER) });

const EVERYBODY = { by: "everybody", tag: "matches" } as const;

/** A list of one kind of match. */
const list = (
  kind: Extract<MatchRequest, { readonly page: Page }>["kind"],
  summary: string,
  response: z.ZodType,
): Row<Matching> =>
  route({
    method: "GET",
    path: `/imports/{id}/${kind}`,
    ...EVERYBODY,
    summary,
    params: ID,
    query: PAGE,
    status: 200,
    response,
    failures: [400, 404],
    handle: async (matching: Matching, { params: { id }, query }) =>
      answer(matching, id, { kind, page: query }),
  });

/** An action on the import as a whole. */
const act = (
  method: "GET" | "POST",
  path: `/imports/{id}/${string}`,
  kind: "undo" | "look for late" | "delete late",
  summary: string,
  response: z.ZodType,
): Row<Matching> =>
  route({
    method,
    path,
    ...EVERYBODY,
    summary,
    params: ID,
    status: 200,
    response,
    failures: method === "GET" ? [404] : [404, 409],
    handle: async (matching: Matching, { params: { id } }) => answer(matching, id, { kind }),
  });

const PENDING_DECISIONS = [
  ["delete", "Delete a transaction that is no longer pending"],
  ["keep", "Keep a transaction that is no longer pending, and take it off the list"],
] as const;

export const MATCHING_ROUTES: readonly Row<Matching>[] = [
  list("lookalikes", "List the rows that look like transactions of the budget", LOOKALIKES),
  list("transfers", "List the transfers between own accounts", TRANSFERS),
  route({
    method: "GET",
    path: "/transfers",
    ...EVERYBODY,
    summary: "List the transfers that one transaction is, or may be, a side of",
    query: z.object({ transaction: whole("transaction", 1, Number.MAX_SAFE_INTEGER) }),
    status: 200,
    response: TRANSFERS_OF,
    failures: [400],
    handle: async (matching: Matching, { query: { transaction } }) =>
      ok({ transfers: matching.transfersOf(transaction) }),
  }),
  list("pending", "List what was pending and is no longer in the bank's list", PENDING),
  list("late", "List transactions that came after the import was undone", LATE),
  ...DECISIONS.map((decision) =>
    route({
      method: "POST",
      path: `/imports/{id}/lookalikes/{line}/${decision}`,
      ...EVERYBODY,
      summary: `Decide about a row that looks like a transaction: ${decision}`,
      params: ID.extend({ line: whole("line", 1, NUMBER_MAX) }),
      status: 200,
      response: DECIDED,
      failures: [400, 404, 409],
      handle: async (matching: Matching, { params: { id, line } }) =>
        answer(matching, id, { kind: "decide", line, decision }),
    }),
  ),
  route({
    method: "POST",
    path: "/imports/{id}/transfers/{n}/accept",
    ...EVERYBODY,
    summary: "Accept a transfer: group its sides, or categorize both",
    params: BY_NUMBER,
    body: z.strictObject({
      category_id: z
        .int()
        .positive()
        .max(2 ** 31 - 1)
        .optional(),
    }),
    mayBeEmpty: true,
    wrongBody: () => ({
      field: "/body",
      message:
        "The body is empty, or {category_id: <id>} to categorize both sides instead of grouping them.",
    }),
    example: {},
    status: 200,
    response: TRANSFER,
    failures: [400, 404, 409],
    handle: async (matching: Matching, { params: { id, n }, body }, { principal }) =>
      answer(matching, id, { kind: "accept", n, category: body.category_id ?? null }, principal),
  }),
  route({
    method: "POST",
    path: "/imports/{id}/transfers/{n}/dismiss",
    ...EVERYBODY,
    summary: "Dismiss a transfer",
    params: BY_NUMBER,
    status: 200,
    response: TRANSFER,
    failures: [400, 404, 409],
    handle: async (matching: Matching, { params: { id, n } }, { principal }) =>
      answer(matching, id, { kind: "dismiss", n }, principal),
  }),
  ...PENDING_DECISIONS.map(([decision, summary]) =>
    route({
      method: "POST",
      path: `/imports/{id}/pending/{transaction}/${decision}`,
      ...EVERYBODY,
      summary,
      params: ID.extend({ transaction: whole("transaction", 1, Number.MAX_SAFE_INTEGER) }),
      status: 200,
      response: DECIDED,
      failures: [400, 404, 409],
      handle: async (matching: Matching, { params: { id, transaction } }) =>
        answer(matching, id, { kind: `${decision} pending`, transaction }),
    }),
  ),
  act(
    "GET",
    "/imports/{id}/undo",
    "undo",
    "Show what undoing an import would do; nothing is changed",
    UNDO_FORESEEN,
  ),
  act(
    "POST",
    "/imports/{id}/late/look",
    "look for late",
    "Look for transactions that came after the import was undone",
    LATE,
  ),
  act("POST", "/imports/{id}/late/delete", "delete late", "Delete them", DECIDED),
];

async function answer(
  matching: Matching,
  id: string,
  request: MatchRequest,
  principal: Principal | null = null,
): Promise<Result<object, ImportProblem>> {
  const answered = await matching.answer(id, request, principal);
  return answered.ok ? ok(toApi(answered.value)) : answered;
}

function toApi(value: MatchAnswer): object {
  if ("transfer" in value) return value.transfer;
  if (!("lookalikes" in value)) return value;
  const lookalikes = value.lookalikes.map(({ item, ...rest }) => ({
    ...rest,
    item: parseJson(item),
  }));
  return { lookalikes, has_more: value.has_more };
}
