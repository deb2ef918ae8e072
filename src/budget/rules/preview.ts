// POST /api/rules/preview: what a rule would change among the transactions of the budget. Nothing
// is written. The changes themselves are made through the journal, so that they can be undone.

import * as z from "zod";
import { DRY_RUN_ROWS_MAX } from "../../platform/limits.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import { STATUSES } from "../transactions/schemas.ts";
import * as wire from "../wire.ts";
import { toState } from "./api.ts";
import type { Values } from "./dry-run.ts";
import { runDry, type Changed } from "./run-dry.ts";
import { BODY } from "./schemas.ts";
import { listRules, type StoredRule } from "./store.ts";

const PREVIEW = z.strictObject({
  rule: BODY,
  id: wire.id.optional(),
  first: wire.flag.optional(),
  limit: z.int().min(1).max(DRY_RUN_ROWS_MAX).optional(),
});
const LIMIT = 50;

const VALUES = z.strictObject({
  payee: z.string().optional(),
  category_id: z.int().nullable().optional(),
  notes: z.string().nullable().optional(),
  tag_ids: z.array(z.int()).optional(),
  status: z.enum(STATUSES).optional(),
});
const DRY_RUN = z.strictObject({
  counts: z.strictObject({
    would_change: z.int(),
    already: z.int(),
    decided: z.int(),
    split_only: z.int(),
  }),
  decided_by: z.array(z.strictObject({ rule_id: z.int(), count: z.int() })),
  transactions: z.array(
    z.strictObject({
      id: z.int(),
      date: wire.DAY_OUT,
      payee: z.string(),
      original_name: z.string().nullable(),
      amount: wire.AMOUNT_OUT,
      currency: z.string(),
      before: VALUES,
      after: VALUES,
    }),
  ),
  has_more: z.boolean(),
});

export const PREVIEW_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/rules/preview",
    scope: null,
    tag: "rules",
    summary: "What a rule would change among all transactions; nothing is written",
    body: PREVIEW,
    example: {
      rule: { match: { payee: { how: "contains", text: "aldi" } }, set: { category_id: 2 } },
      first: true,
    },
    response: DRY_RUN,
    failures: [400, 404, 413],
    handle: preview,
  }),
];

function preview(
  context: Context,
  { body }: { readonly body: z.output<typeof PREVIEW> },
): Result<z.input<typeof DRY_RUN>, Problem> {
  const { sql } = context;
  const stored = listRules(sql);
  const own = body.id === undefined ? undefined : stored.find(({ id }) => id === body.id);
  if (body.id !== undefined && own === undefined) return notFound("rule", body.id);
  const state = toState(context, body.rule, own?.criteria);
  if (!state.ok) return state;
  const rule = { ...state.value, id: own?.id ?? 0 };
  const earlier = stored.filter((one) => one.enabled && one.id !== rule.id && runsBefore(one));
  const limit = body.limit ?? LIMIT;
  const { counts, decidedBy, changed } = runDry(sql, rule, earlier, limit);
  return ok({
    counts: {
      would_change: counts.change,
      already: counts.already,
      decided: counts.decided,
      split_only: counts["split only"],
    },
    decided_by: [...decidedBy].map(([rule_id, count]) => ({ rule_id, count })),
    transactions: changed.map(showChanged),
    has_more: counts.change > changed.length,
  });

  /** A new rule runs after those of its priority. */
  function runsBefore({ id, priority }: StoredRule): boolean {
    if (body.first === true) return false;
    return (
      priority < rule.priority || (priority === rule.priority && (rule.id === 0 || id < rule.id))
    );
  }
}

function showChanged({ row, verdict }: Changed): z.input<typeof DRY_RUN>["transactions"][number] {
  const { id, date, payee, original_name, amount, currency } = row;
  return {
    id,
    date,
    payee,
    original_name,
    amount: printUnits(amount),
    currency,
    before: showValues(verdict.before),
    after: showValues(verdict.after),
  };
}

function showValues({ tag_ids: tags, ...others }: Values): z.input<typeof VALUES> {
  return { ...others, ...(tags !== undefined && { tag_ids: [...tags] }) };
}
