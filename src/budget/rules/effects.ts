// Which rules set fields of which transactions when these arrived. The page of rules counts them,
// and the filter source=rule:ID finds them.

import { inParts } from "../../platform/sql/list-chunks.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** Stores the rules of transactions that were just inserted, by the transactions' ids. */
export function recordEffects(
  sql: Sql,
  ruled: Iterable<readonly [transaction: number, rules: readonly number[]]>,
): void {
  const pairs = [...ruled].flatMap(([id, rules]) => rules.map((rule) => [rule, id] as const));
  if (pairs.length === 0) return;
  for (const part of inParts(pairs))
    sql.run(
      "INSERT OR IGNORE INTO transaction_rules (rule_id, transaction_id) SELECT value ->> 0, value ->> 1 FROM json_each(?)",
      part,
    );
}

/** Forgets the rules of transactions that are deleted. */
export function forgetRulesOf(sql: Sql, transactions: readonly number[]): void {
  sql.run(
    "DELETE FROM transaction_rules WHERE transaction_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(transactions),
  );
}

/** Forgets the effects of rules that are deleted. */
export function forgetEffectsOf(sql: Sql, rules: readonly number[]): void {
  sql.run(
    "DELETE FROM transaction_rules WHERE rule_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(rules),
  );
}

/** How many transactions a rule has changed. */
export interface Effects {
  readonly count: number;
  /** When the newest of these transactions arrived, in milliseconds since 1970; null for none. */
  readonly last: number | null;
}

/** Counts the transactions that a rule has changed and that still exist. */
export function readEffects(sql: Sql, rule: number): Effects {
  const count = sql.count("transaction_rules WHERE rule_id = ?", rule);
  if (count === 0) return { count, last: null };
  // The newest transaction has the highest id.
  const newest = sql.first<{ created_at: number }>(
    `SELECT created_at FROM transactions
     WHERE id = (SELECT max(transaction_id) FROM transaction_rules WHERE rule_id = ?)`,
    rule,
  );
  return { count, last: newest?.created_at ?? null };
}

/** Lists the rules that set fields of a transaction, ascending. */
export function listRulesOf(sql: Sql, transaction: number): number[] {
  return sql
    .all<{ rule_id: number }>(
      "SELECT rule_id FROM transaction_rules WHERE transaction_id = ? ORDER BY rule_id",
      transaction,
    )
    .map((row) => row.rule_id);
}

/** Lists the rules of each of these transactions; those without rules are absent. */
export function readRulesOfEach(sql: Sql, transactions: readonly number[]): Map<number, number[]> {
  const rows = sql.all<{ transaction_id: number; rule_id: number }>(
    `SELECT r.transaction_id, r.rule_id FROM json_each(?) j
     CROSS JOIN transaction_rules r ON r.transaction_id = j.value ORDER BY r.rule_id`,
    JSON.stringify(transactions),
  );
  const grouped = Map.groupBy(rows, (row) => row.transaction_id);
  return new Map([...grouped].map(([id, own]) => [id, own.map((row) => row.rule_id)]));
}
