// Runs a rule dry over all transactions, the newest first: it writes nothing. The database counts
// and finds what would change. If it cannot decide a criterion as rules do, every transaction is
// judged here, a step at a time.

import { must } from "../../platform/assert.ts";
import { DRY_RUN_STEP_ROWS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { TransactionRow } from "../transactions/row.ts";
import { readTagIds } from "../transactions/store.ts";
import { matchCriteria, NumberedValues } from "./conditions.ts";
import { countDecided, countVerdicts, findChanged, IS_WHOLE } from "./count-dry.ts";
import { judge, type Subject, type Verdict } from "./dry-run.ts";
import type { Rule } from "./matcher.ts";

/** A transaction that would change. */
export interface Changed {
  readonly row: Row;
  readonly verdict: Verdict & { readonly kind: "change" };
}

/** What the rule would do: everything is counted, and the newest that would change are listed. */
export interface DryRun {
  readonly counts: Readonly<Record<Verdict["kind"], number>>;
  /** For each earlier rule, how many transactions it decides. */
  readonly decidedBy: ReadonlyMap<number, number>;
  readonly changed: readonly Changed[];
}

type Row = Omit<Subject, "tag_ids"> & Pick<TransactionRow, "id" | "date" | "currency">;
type Judged = { readonly row: Row; readonly verdict: Verdict };

/** Runs a rule dry, given the enabled rules before it; at most `most` transactions are listed. */
export function runDry(sql: Sql, rule: Rule, earlier: readonly Rule[], most: number): DryRun {
  return countAll(sql, rule, earlier, most) ?? judgeAll(sql, rule, earlier, most);
}

/** Null if the database cannot decide. */
function countAll(sql: Sql, rule: Rule, earlier: readonly Rule[], most: number): DryRun | null {
  const verdicts = countVerdicts(rule, earlier);
  const deciders = countDecided(rule, earlier);
  if (verdicts === null || deciders === null) return null;
  const counts = must(
    sql.first<DryRun["counts"]>(verdicts.text, ...verdicts.values),
    "sums are one row",
  );
  const rows = listRows(sql, rule, earlier, { most, count: counts.change });
  if (rows === null) return null;
  const decided =
    counts.decided === 0
      ? []
      : sql.all<{ rule: number; count: number }>(deciders.text, ...deciders.values);
  return {
    counts,
    decidedBy: new Map(decided.map(({ rule: id, count }) => [id, count])),
    changed: [...judgeRows(sql, rule, earlier, rows)].flatMap(toChanged),
  };
}

/** The newest of `count` transactions that would change; null if the database cannot decide. */
function listRows(
  sql: Sql,
  rule: Rule,
  earlier: readonly Rule[],
  { most, count }: { readonly most: number; readonly count: number },
): readonly Row[] | null {
  if (count === 0) return [];
  const extent = { most: Math.min(most, count), areFew: count < most * WALKED_SHARE };
  const changed = findChanged(rule, earlier, COLUMNS, extent);
  return changed === null ? null : sql.all<Row>(changed.text, ...changed.values);
}

/** The list is read in its order if it has so many times more transactions than are wanted. */
const WALKED_SHARE = 8;

/** Judges every transaction that may match. */
function judgeAll(sql: Sql, rule: Rule, earlier: readonly Rule[], most: number): DryRun {
  const counts = { change: 0, already: 0, decided: 0, "split only": 0 };
  const decidedBy = new Map<number, number>();
  const changed: Changed[] = [];
  for (const rows of walk(sql, rule)) {
    for (const judged of judgeRows(sql, rule, earlier, rows)) {
      const { verdict } = judged;
      counts[verdict.kind] += 1;
      if (verdict.kind === "decided")
        decidedBy.set(verdict.by, (decidedBy.get(verdict.by) ?? 0) + 1);
      if (changed.length < most) changed.push(...toChanged(judged));
    }
  }
  return { counts, decidedBy, changed };
}

function toChanged({ row, verdict }: Judged): Changed[] {
  return verdict.kind === "change" ? [{ row, verdict }] : [];
}

const COLUMNS =
  "id, date, currency, payee, original_name, notes, amount, manual_account_id, linked_account_id, category_id, status, is_pending";

/** The transactions that the rule may match, newest first, a step at a time. */
function* walk(sql: Sql, rule: Rule): Generator<readonly Row[]> {
  let last: Row | undefined;
  for (;;) {
    const values = new NumberedValues();
    const { conditions } = matchCriteria(rule.criteria, values);
    const rows: Row[] = sql.all<Row>(
      `SELECT ${COLUMNS} FROM transactions t
       WHERE ${[...conditions, IS_WHOLE, ...findOlder(last, values)].join(" AND ")}
       ORDER BY t.date DESC, t.id DESC LIMIT ${values.bind(DRY_RUN_STEP_ROWS)}`,
      ...values.list(),
    );
    yield rows;
    last = rows.at(-1);
    if (rows.length < DRY_RUN_STEP_ROWS) return;
  }
}

function findOlder(last: Row | undefined, values: NumberedValues): string[] {
  if (last === undefined) return [];
  const [date, id] = [values.bind(last.date), values.bind(last.id)];
  return [`t.date <= ${date} AND (t.date, t.id) < (${date}, ${id})`];
}

/** The transactions that the rule matches, with their verdicts. */
function* judgeRows(
  sql: Sql,
  rule: Rule,
  earlier: readonly Rule[],
  rows: readonly Row[],
): Generator<Judged> {
  const ids = rows.map(({ id }) => id);
  const tags =
    rule.actions.tag_ids === undefined ? new Map<number, number[]>() : readTagIds(sql, ids);
  for (const row of rows) {
    const own = (tags.get(row.id) ?? []).toSorted((a, b) => a - b);
    const verdict = judge(rule, earlier, { ...row, tag_ids: own });
    if (verdict !== null) yield { row, verdict };
  }
}
