// How a plan is shown to a person: the columns with their roles, the sign in a word, the shape of
// the dates. Nothing here decides.

import type { Columns } from "../columns/columns.ts";
import { dateParts, type DateOrder } from "../dates/dates.ts";
import { moneyColumns } from "../amounts/money.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import type { Profile } from "../columns/profile.ts";
import type { Layout } from "../../statement.ts";

/** A column by its label in quotes, or by its number. */
export function nameColumn(profiles: readonly Profile[], index: number): string {
  const label = profiles[index]?.label ?? "";
  return label === "" ? `column ${index + 1}` : `"${label}"`;
}

/** The role of every column as the plan uses it. */
export function describeColumns(
  columns: Columns,
  plan: CsvPlan,
  ignored: (column: number) => boolean,
): Layout["columns"] {
  const named = new Map<number, string>();
  columns.roles.forEach((role, index) => named.set(index, role ?? "not used"));
  for (const index of plan.description) named.set(index, "description");
  for (const index of plan.payee) named.set(index, "payee");
  if (plan.balance >= 0) named.set(plan.balance, "balance");
  const [date] = plan.dates.columns;
  if (date !== undefined) named.set(date, "date");
  if (plan.money.kind === "pair") {
    if (plan.money.debit >= 0) named.set(plan.money.debit, "debit");
    if (plan.money.credit >= 0) named.set(plan.money.credit, "credit");
  } else for (const column of moneyColumns(plan.money)) named.set(column, "amount");
  if (plan.money.kind === "side" || plan.money.kind === "worded")
    named.set(plan.money.side, "side");
  return columns.profiles.map((profile) => ({
    index: profile.index,
    label: profile.label,
    role: ignored(profile.index)
      ? "ignored"
      : (named.get(profile.index) ?? "not used").replaceAll("_", " "),
  }));
}

/** How money out is printed, in the words of a layout. */
export function nameSign(plan: MoneyPlan): string {
  if (plan.kind === "pair") return "separate columns";
  if (plan.kind === "side" || plan.kind === "worded") return "flag column";
  if (plan.kind === "marked") return "money in is marked";
  if (plan.kind === "told") return "positive, except payments and credits";
  return plan.factor === 1 ? "negative" : "positive";
}

/** How the dates look, "DD.MM.YYYY", from one of them. */
export function describeDateFormat(sample: string, order: DateOrder): string | null {
  const parts = dateParts(sample);
  if (parts === null) return null;
  const [a, b, c] = parts.digits;
  const yearPart = (digits: number) => (digits === 4 ? "YYYY" : "YY");
  if (a === 4) return ["YYYY", "MM", "DD"].join(parts.separator);
  if (b === 0) return ["DD", "MMM", yearPart(c)].join(parts.separator);
  if (a === 0) return `MMM DD ${yearPart(c)}`;
  const names: Readonly<Record<DateOrder, readonly string[]>> = {
    dmy: ["DD", "MM", yearPart(c)],
    mdy: ["MM", "DD", yearPart(c)],
    ymd: ["YY", "MM", "DD"],
  };
  return names[order].join(parts.separator);
}
