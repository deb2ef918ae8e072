// The page of one category or group over time: the spent and budgeted amounts of each of the last
// periods, with links to the transactions.

import { Hono } from "hono";
import type { Period } from "../../budget/budgets/periods.ts";
import { dayOfInstant } from "../../money/day.ts";
import type { CategoryTree } from "../categories/wire.ts";
import { Hatching } from "../plots/budget-bar.tsx";
import { ColumnPlot, Legend, type ColumnGroup } from "../plots/columns.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { param } from "../ui/calls.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId } from "../ui/form.ts";
import { printBalance } from "../ui/print.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Shell } from "../ui/shell.tsx";
import type { PeriodOfLine } from "./model.ts";
import {
  budgetAddress,
  choosePeriod,
  chooseNoun,
  printPeriod,
  printShort,
  readWanted,
  transactionsAddress,
} from "./period.ts";
import { readBasis, readHistory } from "./read-budget.ts";

/** To be mounted under the routes of the budget, which check the sign-in. */
export const categoryOverTime = new Hono<PageEnv>();

categoryOverTime.get("/budget/category/:id{[0-9]{1,15}}", async (c) => {
  const id = parseId(param(c, "id"));
  const basis = await readBasis(c.var);
  if (!basis.ok) return refusalPage(c, basis.error);
  const { settings, tree, currency } = basis.value;
  const category = findCategory(tree, id);
  if (category === null)
    return refusalPage(c, { status: 404, message: "This category no longer exists." });
  const wanted = readWanted((name) => c.req.query(name));
  const last = choosePeriod(settings.periods, wanted, dayOfInstant(Date.now()));
  const history = await readHistory(c.var, basis.value, last);
  const shown = { category, periods: history.get(id) ?? [], last, currency };
  c.header("cache-control", "no-store");
  return c.html(<CategoryPage {...shown} />);
});

interface Named {
  readonly id: number;
  readonly name: string;
  readonly group: string | null;
  readonly isIncome: boolean;
}

function findCategory(tree: CategoryTree, id: number): Named | null {
  for (const { children, ...top } of tree)
    for (const one of [top, ...(children ?? [])])
      if (one.id === id)
        return {
          id,
          name: one.name,
          group: one.id === top.id ? null : top.name,
          isIncome: top.is_income,
        };
  return null;
}

interface CategoryPageProps {
  readonly category: Named;
  readonly periods: readonly PeriodOfLine[];
  /** The last period that is shown. */
  readonly last: Period;
  readonly currency: string;
}

function CategoryPage({ category, periods, last, currency }: CategoryPageProps) {
  const { id, name, group, isIncome } = category;
  const noun = chooseNoun(last);
  const isQuiet = periods.every(({ spent, budgeted }) => spent === 0 && budgeted === null);
  const did = isIncome ? "received" : "spent";
  return (
    <Shell title={`${name} over time`} current="/budget">
      <Hatching />
      <p class="origin">
        <a href={`${budgetAddress(last)}#row-${id}`}>← Budget</a>
      </p>
      <h1>{group === null ? name : `${group} · ${name}`}</h1>
      <p class="lead">{summarize(category, periods, currency, noun)}</p>
      {isQuiet ? (
        <p>
          {`Nothing was ${did} or budgeted here in the last ${periods.length} ${noun}s. `}
          <a href={`/transactions?category=${id}`}>See all its transactions</a>
        </p>
      ) : (
        <>
          <Legend
            items={[
              { kind: "solid", words: did },
              { kind: "mark", words: "budgeted" },
            ]}
          />
          <ColumnPlot
            title={`${name} by ${noun}, ${currency.toUpperCase()}`}
            groups={periods.map((one) => toGroup(category, one, currency))}
            kinds={["solid"]}
          />
          <PeriodTable category={category} periods={periods} currency={currency} />
        </>
      )}
    </Shell>
  );
}

function summarize(
  { isIncome }: Named,
  periods: readonly PeriodOfLine[],
  currency: string,
  noun: string,
): string {
  const past = periods.slice(0, -1);
  if (past.length === 0) return "";
  const sum = past.reduce((total, { spent }) => total + spent, 0);
  const mean = Math.round(sum / past.length / 100) * 100;
  return `${isIncome ? "Received" : "Spent"} on average ${printBalance(mean, currency)} ${currency.toUpperCase()} a ${noun}, in the last ${past.length} full ${noun}s.`;
}

function toGroup({ id, isIncome }: Named, one: PeriodOfLine, currency: string): ColumnGroup {
  const budgeted =
    one.budgeted === null ? "not budgeted" : `budgeted ${printBalance(one.budgeted, currency)}`;
  const did = `${isIncome ? "received" : "spent"} ${printBalance(one.spent, currency)}`;
  return {
    label: printShort(one),
    title: `${printPeriod(one)}: ${did}, ${budgeted}`,
    href: transactionsAddress(id, one),
    values: [one.spent],
    mark: one.budgeted,
  };
}

function PeriodTable({
  category: { id, name, isIncome },
  periods,
  currency,
}: Omit<CategoryPageProps, "last">) {
  return (
    <DataTable
      class="plot-table"
      caption={`${name}, the newest first`}
      columns={[
        "When",
        numeric("Budgeted"),
        numeric(isIncome ? "Received" : "Spent"),
        numeric("Difference"),
      ]}
    >
      {[...periods].reverse().map((one) => (
        <tr>
          <th scope="row">
            <a href={`${budgetAddress(one)}#row-${id}`}>{printPeriod(one)}</a>
          </th>
          <td class="number">
            {one.budgeted === null ? "" : printBalance(one.budgeted, currency)}
          </td>
          <td class="number">
            <a href={transactionsAddress(id, one)}>{printBalance(one.spent, currency)}</a>
          </td>
          <td class="number">
            {one.budgeted === null ? "" : printBalance(one.budgeted - one.spent, currency)}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
