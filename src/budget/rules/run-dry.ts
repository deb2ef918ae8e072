// Runs a rule dry over all transactions, the newest first, a step at a time: it writes nothing.
// Split and grouped transactions are left out, since they no longer are as they arrived.

import { DRY_RUN_STEP_ROWS } from "../../platform/limits.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import type { TransactionRow } from "../transactions/row.ts";
import { readTagIds } from "../transactions/store.ts";
import { judge, type Subject, type Verdict } from "./dry-run.ts";
import type { Criteria, Rule, TextTest } from "./matcher.ts";

/** A transaction that would change. */
export interface Changed {
  readonly row: Row;
  readonly verdict: Verdict & { readonly kind: "change" };
}

/** What the rule would do: everything is counted, and the newest that would change are listed. */
export interface DryRun {
  readonly counts: Readonly<Record<"change" | "already" | "decided" | "split only", number>>;
  /** For each earlier rule, how many transactions it decides. */
  readonly decidedBy: ReadonlyMap<number, number>;
  readonly changed: readonly Changed[];
}

type Row = Omit<Subject, "tag_ids"> & Pick<TransactionRow, "id" | "date" | "currency">;

/** Runs a rule dry, given the enabled rules before it; at most `most` transactions are listed. */
export function runDry(sql: Sql, rule: Rule, earlier: readonly Rule[], most: number): DryRun {
  const counts = { change: 0, already: 0, decided: 0, "split only": 0 };
  const decidedBy = new Map<number, number>();
  const changed: Changed[] = [];
  for (const { row, tags } of walk(sql, rule)) {
    const verdict = judge(rule, earlier, { ...row, tag_ids: tags });
    if (verdict === null) continue;
    counts[verdict.kind] += 1;
    if (verdict.kind === "decided") decidedBy.set(verdict.by, (decidedBy.get(verdict.by) ?? 0) + 1);
    if (verdict.kind === "change" && changed.length < most) changed.push({ row, verdict });
  }
  return { counts, decidedBy, changed };
}

const COLUMNS =
  "id, date, currency, payee, original_name, notes, amount, manual_account_id, linked_account_id, category_id, status, is_pending";
const WHOLE =
  "split_parent_id IS NULL AND is_split_parent = 0 AND is_group_parent = 0 AND group_parent_id IS NULL";

function* walk(
  sql: Sql,
  rule: Rule,
): Generator<{ readonly row: Row; readonly tags: readonly number[] }> {
  const { where, values } = narrow(rule.criteria);
  let place: readonly Bindable[] | null = null;
  for (;;) {
    const rows: Row[] = sql.all<Row>(
      `SELECT ${COLUMNS} FROM transactions t WHERE ${WHOLE}${where}
       ${place === null ? "" : "AND t.date <= ? AND (t.date, t.id) < (?, ?)"}
       ORDER BY t.date DESC, t.id DESC LIMIT ?`,
      ...values,
      ...(place ?? []),
      DRY_RUN_STEP_ROWS,
    );
    const tags =
      rule.actions.tag_ids === undefined
        ? new Map<number, number[]>()
        : readTagIds(
            sql,
            rows.map(({ id }) => id),
          );
    for (const row of rows) yield { row, tags: (tags.get(row.id) ?? []).toSorted((a, b) => a - b) };
    const last = rows.at(-1);
    if (last === undefined || rows.length < DRY_RUN_STEP_ROWS) return;
    place = [last.date, last.date, last.id];
  }
}

/** The criteria that SQL can check, so that the database leaves out most rows. */
function narrow(criteria: Criteria): {
  readonly where: string;
  readonly values: readonly Bindable[];
} {
  const conditions: (readonly [string, Bindable])[] = [];
  const { amount_min: min, amount_max: max, sign } = criteria;
  for (const column of ["manual_account_id", "linked_account_id"] as const)
    if (criteria[column] !== undefined) conditions.push([`t.${column} = ?`, criteria[column]]);
  if (min !== undefined) conditions.push(["abs(t.amount) >= ?", min]);
  if (max !== undefined) conditions.push(["abs(t.amount) <= ?", max]);
  if (sign !== undefined) conditions.push([`t.amount ${sign === "debit" ? ">" : "<"} ?`, 0]);
  for (const column of ["payee", "original_name", "notes"] as const) {
    const part = findPlainPart(criteria[column]);
    if (part !== null) conditions.push([`instr(lower(t.${column}), ?) > 0`, part]);
  }
  return {
    where: conditions.map(([condition]) => ` AND ${condition}`).join(""),
    values: conditions.map(([, value]) => value),
  };
}

/**
 * The longest part of a text that SQLite and the rules fold to lower case alike: ASCII only,
 * without i and k, which are also the lower case of two letters beyond ASCII. Null if it is short.
 */
function findPlainPart(test: TextTest | undefined): string | null {
  const parts = (test?.text.toLowerCase() ?? "").split(/[^\x20-\x7e]|[ik]/);
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), "");
  return longest.length < 2 ? null : longest;
}
