// Reads the data for the page of the budget through the documented interface, so that it works with
// any service: the budget's currency, its periods, its categories and two summaries. Only the
// embedded service says what happens to money that is left.

import type { Period } from "../../budget/budgets/periods.ts";
import { addDays, type Day } from "../../money/day.ts";
import { BUDGET_PLOT_PERIODS } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readCategories } from "../categories/calls.ts";
import type { CategoryTree } from "../categories/wire.ts";
import { read, readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { meSchema } from "../ui/wire.ts";
import { buildBudget, toPeriod, type Budget, type PeriodOfLine } from "./model.ts";
import { choosePeriod, listPeriodsUpTo, type Wanted } from "./period.ts";
import {
  automationsSchema,
  enteredSchema,
  settingsSchema,
  summarySchema,
  type Automation,
  type Settings,
  type Summary,
} from "./wire.ts";

type Calls = Pick<Variables, "api" | "service" | "frame">;

/** The data that does not depend on the period. */
export interface Basis {
  readonly currency: string;
  readonly settings: Settings;
  readonly tree: CategoryTree;
}

/** A category's last periods. */
export type History = ReadonlyMap<number, readonly PeriodOfLine[]>;

/** The amounts that people entered, by category. */
export type Entered = ReadonlyMap<number, { readonly amount: number; readonly currency: string }>;

/** The budget of a period. */
export interface Found extends Basis {
  /**
   * The amounts that people entered; null with a remote service, which does not distinguish them.
   */
  readonly entered: Entered | null;
  readonly period: Period;
  readonly budget: Budget;
}

/** The refusal if the connection was authorized without access to the budget. */
const NOT_ALLOWED =
  "The budgeting service does not let this connection see the budget. Authorize the connection again and allow it.";

/** Reads the currency, the period settings and the categories. */
export async function readBasis({ service }: Calls): Promise<Result<Basis, Refusal>> {
  const [me, settings, tree] = await Promise.all([
    readService(service, "/me", meSchema),
    readService(service, "/budgets/settings", settingsSchema),
    readCategories(service),
  ]);
  if (!me.ok) return me;
  if (!settings.ok)
    return settings.error.status === 403 ? err({ status: 403, message: NOT_ALLOWED }) : settings;
  if (!tree.ok) return tree;
  const currency = me.value.primary_currency.toLowerCase();
  return ok({ currency, settings: settings.value, tree: tree.value });
}

/** Reads the budget of the period that is asked for. */
export async function readBudget(
  calls: Calls,
  wanted: Wanted,
  today: Day,
  showsQuiet: boolean,
): Promise<Result<Found, Refusal>> {
  const basis = await readBasis(calls);
  if (!basis.ok) return basis;
  const { settings, tree } = basis.value;
  const first = choosePeriod(settings.periods, wanted, today);
  const [found, entered] = await Promise.all([
    readAligned(calls, first),
    readEntered(calls, first.start),
  ]);
  if (!found.ok) return found;
  const { period, summary } = found.value;
  const budget = buildBudget(summary, tree, settings, showsQuiet);
  return ok({ ...basis.value, period, entered, budget });
}

/**
 * Reads the amounts that people entered for the period that starts on the day; null with a remote
 * service.
 */
async function readEntered({ api, frame }: Calls, start: Day): Promise<Entered | null> {
  if (frame.remote !== null) return null;
  const path = `/api/budgets?start_date=${start}&end_date=${start}`;
  const found = await read(api, path, enteredSchema);
  return found.ok
    ? new Map(found.value.budgets.map(({ category_id: id, ...amount }) => [id, amount]))
    : null;
}

interface Aligned {
  readonly period: Period;
  readonly summary: Summary;
}

/**
 * Reads the summary of the period. If the service's periods differ from ours, its own period around
 * our first day is read; the occurrences of any category show it.
 */
async function readAligned(calls: Calls, period: Period): Promise<Result<Aligned, Refusal>> {
  const summary = await readSummary(calls, period, {
    include_totals: "true",
    include_rollover_pool: "true",
    include_past_budget_dates: "true",
  });
  if (!summary.ok || summary.value.aligned) return withPeriod(summary, period);
  const around = { start: addDays(period.start, -62), end: addDays(period.end, 62) };
  const wide = await readSummary(calls, around, {});
  if (!wide.ok) return wide;
  const own = (wide.value.categories[0]?.occurrences ?? []).find(
    ({ start_date: start, end_date: end }) => start <= period.start && period.start <= end,
  );
  if (own === undefined) return withPeriod(summary, period);
  const theirs = { start: own.start_date, end: own.end_date };
  const again = await readSummary(calls, theirs, {
    include_totals: "true",
    include_rollover_pool: "true",
    include_past_budget_dates: "true",
  });
  return withPeriod(again, theirs);
}

function withPeriod(summary: Result<Summary, Refusal>, period: Period): Result<Aligned, Refusal> {
  return summary.ok ? ok({ period, summary: summary.value }) : summary;
}

function readSummary(
  { service }: Pick<Calls, "service">,
  { start, end }: Period,
  more: Readonly<Record<string, string>>,
): Promise<Result<Summary, Refusal>> {
  const query = new URLSearchParams({
    start_date: start,
    end_date: end,
    include_exclude_from_budgets: "true",
    include_occurrences: "true",
    ...more,
  });
  return readService(service, `/summary?${query.toString()}`, summarySchema);
}

/** Reads each category's periods up to this one, the oldest first; empty if they cannot be read. */
export async function readHistory(
  calls: Calls,
  { settings, tree }: Basis,
  last: Period,
): Promise<History> {
  const periods = listPeriodsUpTo(settings.periods, last, BUDGET_PLOT_PERIODS);
  const start = periods[0]?.start ?? last.start;
  const found = await readSummary(calls, { start, end: last.end }, {});
  if (!found.ok) return new Map();
  const directions = new Map(
    tree.flatMap(({ children, ...top }) =>
      [top, ...(children ?? [])].map(({ id }) => [id, { is_income: top.is_income }] as const),
    ),
  );
  return new Map(
    found.value.categories.map(({ category_id: id, occurrences = [] }) => {
      const direction = directions.get(id) ?? { is_income: false };
      return [id, occurrences.map((one) => toPeriod(direction, one))];
    }),
  );
}

/** Reads what happens to each category at the end of a period; null with a remote service. */
export async function readAutomations({
  api,
  frame,
}: Calls): Promise<ReadonlyMap<number, Automation> | null> {
  if (frame.remote !== null) return null;
  const found = await read(api, "/api/budgets/categories", automationsSchema);
  return found.ok ? new Map(found.value.categories.map((one) => [one.category_id, one])) : null;
}
