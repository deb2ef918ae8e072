// "Always Groceries for this payee": the rule that a correction suggests, the other transactions
// that it would change, and saving all of it as one change. Values that a person set by hand are
// left as they are.

import { DRY_RUN_ROWS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { findByHand } from "./dry-run.tsx";
import { NEW, placeLast, readCorrections, readDryRun, readOrigin, readRules } from "./read.ts";
import { findSame, saveRule, type SavedRule, type Written } from "./save.ts";
import type { DryRow, Rule, RuleBody } from "./wire.ts";

type Ways = Pick<Variables, "api" | "service">;

/** The rule of a correction, and the other transactions that it would change. */
export interface Always {
  readonly body: RuleBody;
  readonly rules: readonly Rule[];
  /** The stored rule that does the same; null if there is none. */
  readonly same: Rule | null;
  readonly rows: readonly DryRow[];
  /** Whether it would change more transactions than one step can. */
  readonly isMore: boolean;
}

/** Reads the rule that sets a category for all transactions like one, and what it would change. */
export async function readAlways(
  ways: Ways,
  transaction: number,
  category: number,
): Promise<Result<Always, Refusal>> {
  const [origin, rules, corrections] = await Promise.all([
    readOrigin(ways, transaction),
    readRules(ways.api),
    readCorrections(ways.api),
  ]);
  if (!origin.ok) return origin;
  if (!rules.ok) return rules;
  const { match } = origin.value;
  const body = { ...NEW, name: null, match, set: { category_id: category } };
  const same = findSame(rules.value, body, null);
  const tried = placeLast(body, same, rules.value);
  const run = await readDryRun(ways.api, tried, {
    id: same?.id ?? null,
    isFirst: true,
    most: DRY_RUN_ROWS_MAX,
  });
  if (!run.ok) return run;
  const rows = run.value.transactions.filter((row) => findByHand(row, corrections) === null);
  return ok({ body, rules: rules.value, same, rows, isMore: run.value.has_more });
}

/** A rule to save from a correction. */
export interface AlwaysSave {
  readonly transaction: number;
  readonly category: number;
  readonly key: string;
  /** Fields that are written as well, of transactions that the rule then need not change. */
  readonly also?: readonly Written[];
}

/** Saves the rule and makes its changes, as one entry of the journal. */
export async function saveAlways(
  ways: Ways,
  { transaction, category, key, also = [] }: AlwaysSave,
): Promise<Result<SavedRule, Refusal>> {
  const found = await readAlways(ways, transaction, category);
  if (!found.ok) return found;
  const { body, rules, same } = found.value;
  const written = new Set(also.map(({ id }) => id));
  const rows = [...also, ...found.value.rows.filter(({ id }) => !written.has(id))];
  return saveRule(ways.api, rules, { key, body, rule: same, isFirst: true, rows });
}
