// The names of the fields of records as a person reads them, in sentences and on pages. Pure.

import { parseDay, splitDay } from "../../../money/day.ts";
import { MONTH_NAMES } from "../../../money/month.ts";
import { isDecisionKind, isSettingsKind, KINDS, parseRecord, type RecordKind } from "./kinds.ts";

const FACT_NAMES: Readonly<Record<string, string>> = {
  name: "name",
  description: "description",
  background_color: "colour",
  text_color: "colour of the text",
  archived: "archived",
  group_id: "group",
  is_income: "income",
  exclude_from_budget: "left out of the budget",
  exclude_from_totals: "left out of the totals",
  collapsed: "folded",
  institution_name: "bank",
  display_name: "shown name",
  type: "type",
  subtype: "kind",
  balance: "balance",
  balance_as_of: "day of the balance",
  currency: "currency",
  status: "open or closed",
  closed_on: "closed on",
  external_id: "reference",
  custom_metadata: "further details",
  exclude_from_transactions: "hidden from new transactions",
  priority: "order",
  enabled: "switched on",
  match: "conditions",
  set: "what it sets",
  category_id: "category",
  amount: "amount",
  notes: "note",
  rollover_option: "what happens to what is left",
  auto_budget_type: "what is budgeted by itself",
  auto_budget_amount: "amount budgeted by itself",
  start_date: "first day",
  budget_period_granularity: "length of a period",
  budget_period_quantity: "number of these in a period",
  budget_period_anchor_date: "first day of a period",
  budget_use_last_day_of_month: "last day of the month",
  budget_income_option: "which income counts",
  budget_rollover_left_to_budget: "carrying over what is left to budget",
  budget_hide_no_activity: "hiding quiet categories",
  auto_review_transaction_on_creation: "new transactions count as reviewed",
  decision: "decision",
  transactions: "transactions",
};

/** The field's name inside a sentence. */
export function nameFact(field: string): string {
  return FACT_NAMES[field] ?? field;
}

/** "400.00", "1,250.50", "0.0125": two decimals at least; "none" if there is no amount. */
export function printFactAmount(value: unknown): string {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string" || text === "") return "none";
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (found === null) return text;
  const [, sign, whole = "0", decimals = ""] = found;
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const rest = decimals.replace(/0+$/, "").padEnd(2, "0");
  return `${sign === "-" ? "−" : ""}${grouped}.${rest}`;
}

/** "November 2026" for a period that starts with a month, else "the period from 15 November 2026". */
export function printPeriod(start: string): string {
  const day = parseDay(start);
  if (day === null) return start;
  const { year, month, day: date } = splitDay(day);
  const named = `${MONTH_NAMES[month - 1] ?? ""} ${year}`;
  return date === 1 ? named : `the period from ${date} ${named}`;
}

/** "category Groceries", "budget of Groceries for November 2026", "account Checking". */
export function nameWithKind(kind: RecordKind, record: string, name: string): string {
  const { start } = parseRecord(record);
  if (kind === "budget" && start !== null)
    return `budget of ${name === "" ? "a category" : name} for ${printPeriod(start)}`;
  const { word } = KINDS[kind];
  if (isSettingsKind(kind)) return word;
  if (isDecisionKind(kind) || kind === "rollover") return `${word} of ${name}`;
  return name === "" ? `a ${word}` : `${word} ${name}`;
}
