// A dry run by the database: what `judge` (dry-run.ts) says of each transaction, as statements that
// count the verdicts and find the newest transactions that would change. Pure.

import { DRY_RUN_VALUES_MAX } from "../../platform/limits.ts";
import type { Bindable } from "../../platform/sql/sql.ts";
import { LOWER, matchCriteria, NumberedValues, TEXTS, type Lowered } from "./conditions.ts";
import { decides, listProperties, type Property } from "./dry-run.ts";
import type { Actions, Rule } from "./matcher.ts";

/** A statement and its values. */
export interface Statement {
  readonly text: string;
  readonly values: readonly Bindable[];
}

/** Split and grouped transactions are left out, since they no longer are as they arrived. */
export const IS_WHOLE =
  "t.split_parent_id IS NULL AND t.is_split_parent = 0 AND t.is_group_parent = 0 AND t.group_parent_id IS NULL";

/** The verdicts as numbers; any other number is the id of the earlier rule that decides. */
const VERDICTS = { change: 0, already: -1, "split only": -2 } as const;

/** Counts the transactions of each verdict; null if the database cannot decide all. */
export function countVerdicts(rule: Rule, earlier: readonly Rule[]): Statement | null {
  const { from, finish } = judgeRows(rule, earlier);
  // Grouping would sort all transactions.
  const counts = Object.entries(VERDICTS).map(
    ([kind, verdict]) => `coalesce(sum(verdict = ${verdict}), 0) AS "${kind}"`,
  );
  return finish(
    `SELECT ${counts.join(", ")}, coalesce(sum(verdict > 0), 0) AS decided FROM ${from}`,
  );
}

/**
 * Counts the transactions that each earlier rule decides, as { rule, count }, the rule with the
 * newest one first. Null if the database cannot decide all.
 */
export function countDecided(rule: Rule, earlier: readonly Rule[]): Statement | null {
  const { from, finish } = judgeRows(rule, earlier);
  return finish(`SELECT verdict AS rule, count(*) AS count FROM ${from} WHERE verdict > 0
    GROUP BY verdict ORDER BY max(date || printf('%016d', id)) DESC`);
}

/**
 * Finds the newest transactions that would change. If they are few, reading them in their order
 * would pass nearly all others: then they are sorted.
 */
export function findChanged(
  rule: Rule,
  earlier: readonly Rule[],
  columns: string,
  { most, areFew }: { readonly most: number; readonly areFew: boolean },
): Statement | null {
  const values = new NumberedValues();
  const match = matchCriteria(rule.criteria, values);
  const judged = judgeProperties(rule, earlier, values, LOWER);
  const changes = judged.map(({ decider, changes: does }) => `(${does} AND ${decider} IS NULL)`);
  const conditions = [...match.conditions, IS_WHOLE, `(${changes.join(" OR ")})`];
  const order = areFew ? "+t.date DESC, +t.id DESC" : "t.date DESC, t.id DESC";
  const text = `SELECT ${columns} FROM transactions t WHERE ${conditions.join(" AND ")}
    ORDER BY ${order} LIMIT ${values.bind(most)}`;
  return finishStatement(text, values, [match, ...judged]);
}

/** The verdict, date and id of each transaction that the rule matches, to select from. */
function judgeRows(
  rule: Rule,
  earlier: readonly Rule[],
): { readonly from: string; readonly finish: (text: string) => Statement | null } {
  const values = new NumberedValues();
  const match = matchCriteria(rule.criteria, values);
  const judged = judgeProperties(rule, earlier, values, LOWERED);
  const own = listProperties(rule.actions);
  const deciding = earlier.filter((one) => own.some((property) => decides(one, property)));
  const lowered = listTexts(deciding).map((column) => `${LOWER[column]} AS ${column}_lower`);
  // The limits keep the steps apart. Otherwise the database would compute a column again wherever
  // it is named.
  const matched = `SELECT ${[...COLUMNS, ...lowered].join(", ")} FROM transactions t
    WHERE ${[...match.conditions, IS_WHOLE].join(" AND ")} LIMIT -1`;
  const columns = ["t.date", "t.id", ...judged.flatMap(nameColumns)];
  const from = `(SELECT ${chooseVerdict(judged)} AS verdict, date, id
    FROM (SELECT ${columns.join(", ")} FROM (${matched}) t LIMIT -1))`;
  return { from, finish: (text) => finishStatement(text, values, [match, ...judged]) };
}

function finishStatement(
  text: string,
  values: NumberedValues,
  parts: readonly { readonly isExact: boolean }[],
): Statement | null {
  const list = values.list();
  const isDecided = list.length <= DRY_RUN_VALUES_MAX && parts.every(({ isExact }) => isExact);
  return isDecided ? { text, values: list } : null;
}

/** The columns that are judged. */
const COLUMNS = [
  "t.id",
  "t.date",
  "t.amount",
  "t.payee",
  "t.category_id",
  "t.notes",
  "t.status",
  "t.is_pending",
  "t.manual_account_id",
  "t.linked_account_id",
];

/** Computed once for each transaction, however many rules compare them. */
const LOWERED: Lowered = {
  payee: "t.payee_lower",
  original_name: "t.original_name_lower",
  notes: "t.notes_lower",
};

function listTexts(rules: readonly Rule[]) {
  return TEXTS.filter((column) => rules.some(({ criteria }) => criteria[column] !== undefined));
}

/** What becomes of one property that the rule sets. */
interface Judged {
  /** The id of the earlier rule that decides it; NULL if none does. */
  readonly decider: string;
  /** Whether the rule's value is another one. */
  readonly changes: string;
  readonly isExact: boolean;
}

function judgeProperties(
  rule: Rule,
  earlier: readonly Rule[],
  values: NumberedValues,
  lowered: Lowered,
): Judged[] {
  return listProperties(rule.actions).map((property) => {
    const matches = earlier
      .filter((one) => decides(one, property))
      .map(({ id, criteria }) => ({ id, ...matchCriteria(criteria, values, lowered) }));
    const cases = matches.map(
      ({ id, conditions }) => `WHEN ${conditions.join(" AND ") || "TRUE"} THEN ${id}`,
    );
    return {
      decider: cases.length === 0 ? "NULL" : `CASE ${cases.join(" ")} END`,
      changes: findChange(property, rule.actions, values),
      isExact: matches.every(({ isExact }) => isExact),
    };
  });
}

function findChange(property: Property, actions: Actions, values: NumberedValues): string {
  const { tag_ids: tags = [] } = actions;
  switch (property) {
    case "payee":
    case "notes":
    case "category_id":
      return `t.${property} IS NOT ${values.bind(actions[property] ?? null)}`;
    case "reviewed":
      return "(t.status = 'unreviewed' AND t.is_pending = 0)";
    case "tag_ids":
      return `(SELECT count(*) FROM transaction_tags g WHERE g.transaction_id = t.id
        AND g.tag_id IN (SELECT value FROM json_each(${values.bind(JSON.stringify(tags))}))) < ${new Set(tags).size}`;
  }
}

function nameColumns({ decider, changes }: Judged, index: number): string[] {
  return [`${decider} AS decider${index}`, `${changes} AS changes${index}`];
}

function chooseVerdict(judged: readonly Judged[]): string {
  if (judged.length === 0) return String(VERDICTS["split only"]);
  const changes = judged.map((_, index) => `(changes${index} AND decider${index} IS NULL)`);
  const deciders = judged.map((_, index) => `decider${index}`);
  return `CASE WHEN ${changes.join(" OR ")} THEN ${VERDICTS.change}
    ELSE coalesce(${[...deciders, VERDICTS.already].join(", ")}) END`;
}
