// GET /transactions and /transactions/{id} in version 1 (service-v1.md, Endpoints; gaps.md 2b and
// 5): the list of a range of days, by default the current month; pending transactions only on
// request.

import * as z from "zod";
import { OFFSET_MAX, PAGE_ROWS_DEFAULT, PAGE_ROWS_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { withMembers } from "../categories/store.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Context, Route } from "../route.ts";
import * as wire from "../wire.ts";
import { tooManyChildren, tooMuchText } from "../transactions/bound.ts";
import type { ListQuery } from "../transactions/filter.ts";
import { plannedFilter } from "../transactions/find.ts";
import { findTransaction, readPage } from "../transactions/store.ts";
import { LEGACY_TRANSACTION, NAMED_SCOPES, presentLegacy } from "./transaction-object.ts";

const LIST = z.object({
  tag_id: wire.textId.optional(),
  recurring_id: wire.textId.optional(),
  linked_account_id: wire.textId.optional(),
  category_id: wire.textId.optional(),
  asset_id: wire.textId.optional(),
  group_id: wire.textId.optional().meta({ deprecated: true }),
  is_group: legacy.textFlag.optional(),
  status: z.enum(["cleared", "uncleared"]).optional(),
  start_date: wire.day.optional(),
  end_date: wire.day.optional(),
  debit_as_negative: legacy.textDebitAsNegative,
  pending: legacy.textFlag.default(false),
  offset: wire.textInteger(0, OFFSET_MAX).default(0),
  limit: wire.textInteger(1, PAGE_ROWS_MAX).default(PAGE_ROWS_DEFAULT),
});
type ListAsked = z.output<typeof LIST>;

const ANSWER = z.strictObject({ transactions: z.array(LEGACY_TRANSACTION), has_more: z.boolean() });

export const LEGACY_TRANSACTION_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/transactions",
    scope: "transactions:read",
    alsoScopes: NAMED_SCOPES,
    tag: "transactions",
    summary:
      "Transactions of a range of days or of the current month, newest first, filtered and paged",
    documents404: true,
    query: LIST,
    response: ANSWER,
    handle: (context, { query }) => list(context, query),
  }),
  legacyRoute({
    method: "GET",
    path: "/transactions/{transaction_id}",
    scope: "transactions:read",
    alsoScopes: NAMED_SCOPES,
    tag: "transactions",
    summary: "One transaction",
    documents404: true,
    params: z.object({ transaction_id: wire.textId }),
    query: z.object({ debit_as_negative: legacy.textDebitAsNegative }),
    response: LEGACY_TRANSACTION,
    handle: ({ sql }, { params: { transaction_id: id }, query }) => {
      const row = findTransaction(sql, id);
      if (row === null) return notFound("transaction", id);
      const [shown] = presentLegacy(sql, [row], query.debit_as_negative);
      return ok(must(shown, "a row is shown as one object"));
    },
  }),
];

function list({ sql, now }: Context, query: ListAsked): Result<z.input<typeof ANSWER>, Problem> {
  const range = parseRange(query, now);
  if (!range.ok) return range;
  // Elsewhere a 0 leaves accounts of that kind out; here it is an id that none has.
  if (query.asset_id === 0 || query.linked_account_id === 0)
    return ok({ transactions: [], has_more: false });
  const filter = plannedFilter(
    sql,
    toFilter(query, range.value, (id) => withMembers(sql, id)),
  );
  const rows = readPage(sql, filter, query.limit + 1, query.offset, true);
  const page = rows.slice(0, query.limit);
  const transactions = () => presentLegacy(sql, page, query.debit_as_negative);
  return (
    tooMuchText(page) ??
    tooManyChildren(sql, page) ??
    ok({ transactions: transactions(), has_more: rows.length > query.limit })
  );
}

interface Range {
  readonly start: Day;
  readonly end: Day;
}

/** The requested days: both ends or neither. A single end is documented as a 404. */
function parseRange(
  { start_date: start, end_date: end }: ListAsked,
  now: number,
): Result<Range, Problem> {
  if (start === undefined && end === undefined) return ok(legacy.currentMonth(now));
  if (start === undefined || end === undefined)
    return refuse("not found", {
      errMsg: "Both start_date and end_date must be given, or neither.",
    });
  if (start <= end) return ok({ start, end });
  return refuse("invalid query", {
    errMsg: `start_date must not be after end_date, ${end}; found ${start}.`,
  });
}

/**
 * The query as the store's filter; `members` are the categories that a category or group id means.
 */
function toFilter(
  query: ListAsked,
  { start, end }: Range,
  members: (id: number) => number[],
): ListQuery {
  return {
    start_date: start,
    end_date: end,
    manual_account_ids: query.asset_id === undefined ? undefined : [query.asset_id],
    linked_account_ids:
      query.linked_account_id === undefined ? undefined : [query.linked_account_id],
    recurring_id: query.recurring_id,
    category_ids: query.category_id === undefined ? undefined : members(query.category_id),
    tag_id: query.tag_id,
    is_group_parent: query.is_group,
    group_parent_id: query.group_id,
    // A transaction that its bank withdrew awaits the user, as an unreviewed one does.
    is_reviewed: query.status === undefined ? undefined : query.status === "cleared",
    include_pending: query.pending,
    include_split_parents: false,
    include_group_children: query.group_id !== undefined,
  };
}
