// The plots below the budget: spending by category against the mean of the periods before, and
// income against spending. Every bar leads to its transactions or its category.

import type { Period } from "../../budget/budgets/periods.ts";
import { BUDGET_PLOT_PERIODS } from "../../platform/limits.ts";
import type { CategoryTree } from "../categories/wire.ts";
import { ColumnPlot, Legend, type ColumnGroup } from "../plots/columns.tsx";
import { SortedBars, type BarRow } from "../plots/sorted-bars.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { printBalance } from "../ui/print.ts";
import { listLeaves, type Budget, type Line } from "./model.ts";
import { budgetAddress, chooseNoun, printPeriod, printShort } from "./period.ts";
import type { History } from "./read-budget.ts";
import { computeMeanSpent } from "./suggest.ts";

/** Spending of the period by category, the largest first, against the mean of the periods before. */
export function SpendingBars({
  budget,
  period,
  currency,
}: {
  readonly budget: Budget;
  readonly period: Period;
  readonly currency: string;
}) {
  const rows = listLeaves(budget)
    .filter(({ isIncome }) => !isIncome)
    .map((line) => toBarRow(line, currency))
    .filter(({ value, compared }) => value > 0 || (compared ?? 0) > 0);
  if (rows.length === 0) return null;
  const noun = chooseNoun(period);
  return (
    <section aria-labelledby="spending-plot">
      <h2 id="spending-plot">{`Spending by category, ${currency.toUpperCase()}`}</h2>
      <Legend
        items={[
          { kind: "solid", words: `this ${noun}` },
          { kind: "mark", words: `mean of the last 3 ${noun}s` },
        ]}
      />
      <SortedBars
        caption={`Spending by category in ${printPeriod(period)} against the mean of the last 3 ${noun}s`}
        columns={["Category", `This ${noun}`, "Mean"]}
        rows={rows}
      />
    </section>
  );
}

function toBarRow(line: Line, currency: string): BarRow {
  const mean = computeMeanSpent(line, currency);
  return {
    name: line.name,
    href: `/budget/category/${line.id}`,
    value: line.spent,
    text: printBalance(line.spent, currency),
    compared: mean,
    comparedText: mean === null ? "" : printBalance(mean, currency),
    words: describeComparison(line.spent, mean, currency),
  };
}

function describeComparison(spent: number, mean: number | null, currency: string): string {
  if (mean === null || spent === mean) return "";
  const difference = printBalance(Math.abs(spent - mean), currency);
  return spent > mean ? `${difference} more` : `${difference} less`;
}

/** Income and spending of one period. */
export interface Flow {
  readonly period: Period;
  readonly income: number;
  readonly spending: number;
}

/** Sums up all categories by period, without those that are left out of totals. Pure. */
export function sumFlows(history: History, tree: CategoryTree): readonly Flow[] {
  const leaves = tree.flatMap(({ children, ...top }) =>
    (top.is_group ? (children ?? []) : [top]).map((one) => ({
      id: one.id,
      isIncome: top.is_income,
      isCounted: !top.exclude_from_totals,
    })),
  );
  const flows = new Map<string, Flow>();
  for (const { id, isIncome, isCounted } of leaves)
    for (const { start, end, spent } of history.get(id) ?? []) {
      const before = flows.get(start) ?? { period: { start, end }, income: 0, spending: 0 };
      const amount = isCounted ? spent : 0;
      flows.set(start, {
        ...before,
        income: before.income + (isIncome ? amount : 0),
        spending: before.spending + (isIncome ? 0 : amount),
      });
    }
  return [...flows.values()].sort((a, b) => a.period.start.localeCompare(b.period.start));
}

/** Income and spending of the last periods, with a line for the difference. */
export function FlowPlot({
  flows,
  currency,
}: {
  readonly flows: readonly Flow[];
  readonly currency: string;
}) {
  const first = flows.findIndex(({ income, spending }) => income !== 0 || spending !== 0);
  const last = flows.at(-1);
  if (first < 0 || last === undefined) return null;
  const shown = flows.slice(Math.min(first, flows.length - 2 < 0 ? 0 : flows.length - 2));
  const noun = chooseNoun(last.period);
  const title = `Income and spending, the last ${shown.length} ${noun}s, ${currency.toUpperCase()}`;
  const groups = shown.map(({ period, income, spending }): ColumnGroup => {
    const print = (amount: number) => printBalance(amount, currency);
    const difference = income - spending;
    return {
      label: printShort(period),
      title: `${printPeriod(period)}: income ${print(income)}, spending ${print(spending)}, difference ${print(difference)}`,
      href: budgetAddress(period),
      values: [income, spending],
      line: difference,
    };
  });
  return (
    <section aria-labelledby="flow-plot">
      <h2 id="flow-plot">Income and spending</h2>
      <Legend
        items={[
          { kind: "hatched", words: "income" },
          { kind: "solid", words: "spending" },
          { kind: "line", words: "difference" },
        ]}
      />
      <ColumnPlot title={title} groups={groups} kinds={["hatched", "solid"]} />
      <FlowTable flows={shown} currency={currency} title={title} />
      <p class="hint">{`The last ${BUDGET_PLOT_PERIODS} ${noun}s. Transactions without a category, and categories that are left out of totals, are not in it.`}</p>
    </section>
  );
}

function FlowTable({
  flows,
  currency,
  title,
}: {
  readonly flows: readonly Flow[];
  readonly currency: string;
  readonly title: string;
}) {
  return (
    <details>
      <summary>Show as a table</summary>
      <DataTable
        class="plot-table"
        caption={title}
        columns={["When", numeric("Income"), numeric("Spending"), numeric("Difference")]}
      >
        {[...flows].reverse().map(({ period, income, spending }) => (
          <tr>
            <th scope="row">
              <a href={budgetAddress(period)}>{printPeriod(period)}</a>
            </th>
            <td class="number">{printBalance(income, currency)}</td>
            <td class="number">{printBalance(spending, currency)}</td>
            <td class="number">{printBalance(income - spending, currency)}</td>
          </tr>
        ))}
      </DataTable>
    </details>
  );
}
