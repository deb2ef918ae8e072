// POST /api/rules/foresee: what the rules, and after them the recurring items, will make of
// transactions that are about to be inserted. It takes the steps of the insert and writes nothing.

import * as z from "zod";
import { DRY_RUN_ROWS_MAX } from "../../platform/limits.ts";
import { ok } from "../../platform/result.ts";
import { listCategories } from "../categories/store.ts";
import { loadRecognizer } from "../recurring/apply.ts";
import { recognizedNew } from "../recurring/recognize.ts";
import { route, type Context, type Route } from "../route.ts";
import { decide, readDefaults, toRow } from "../transactions/draft.ts";
import { INSERT_ITEM, type InsertItem } from "../transactions/schemas.ts";
import { listRules, type StoredRule } from "./store.ts";

const NAMED = z.strictObject({ id: z.int(), name: z.string() });
const BY = z.strictObject({ id: z.int(), name: z.string().nullable() }).nullable();
const FORESEEN = z.strictObject({
  payee: z.string(),
  category: NAMED.nullable(),
  payee_rule: BY,
  category_rule: BY,
  recurring_id: z.int().nullable(),
});

export const FORESEE_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/rules/foresee",
    scope: null,
    tag: "rules",
    summary: "What all rules will set on new transactions, and which rule; nothing is written",
    body: z.strictObject({
      transactions: z
        .array(INSERT_ITEM, "must be a list of transactions")
        .min(1)
        .max(DRY_RUN_ROWS_MAX),
    }),
    example: { transactions: [{ date: "2026-11-20", amount: "5.25", payee: "ALDI SUED 42" }] },
    response: z.strictObject({ transactions: z.array(FORESEEN) }),
    failures: [400, 413],
    handle: (context, { body }) => ok({ transactions: foresee(context, body.transactions) }),
  }),
];

function foresee(context: Context, items: readonly InsertItem[]): z.input<typeof FORESEEN>[] {
  const { sql } = context;
  const defaults = readDefaults(context);
  const rules = listRules(sql).filter(({ enabled }) => enabled);
  const recognizer = loadRecognizer(sql);
  const names = new Map(listCategories(sql).map(({ id, name }) => [id, name] as const));
  return items.map((item) => {
    const decision = decide(rules, item);
    // Nothing is converted: a preview does not show the budget's currency.
    const ruled = toRow(item, decision?.outcome ?? null, defaults, (amount) => amount);
    const row = recognizedNew(recognizer, ruled);
    const findRule = (property: "payee" | "category_id") =>
      row[property] === ruled[property] ? showRule(rules, decision?.ruleIds ?? [], property) : null;
    const name = row.category_id === null ? undefined : names.get(row.category_id);
    return {
      payee: row.payee,
      category:
        row.category_id === null || name === undefined ? null : { id: row.category_id, name },
      payee_rule: findRule("payee"),
      category_rule: findRule("category_id"),
      recurring_id: row.recurring_id,
    };
  });
}

/** The first of the deciding rules that sets the property; null if none does. */
function showRule(
  rules: readonly StoredRule[],
  deciding: readonly number[],
  property: "payee" | "category_id",
): z.input<typeof BY> {
  const first = rules.find(
    ({ id, actions }) => deciding.includes(id) && actions[property] !== undefined,
  );
  return first === undefined ? null : { id: first.id, name: first.name };
}
