// The page of the budget in one period. All amounts are fields of one form, so that it works
// without scripts; public/budget.js saves a field with Enter and moves to the next one.

import type { Child } from "hono/jsx";
import { findPeriod } from "../../budget/budgets/periods.ts";
import { addDays, type Day } from "../../money/day.ts";
import { Hatching } from "../plots/budget-bar.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Cells } from "./cells.ts";
import { EmptyBudget, FillMenu, Proposal } from "./fill.tsx";
import { PeriodHead, PotSentence } from "./head.tsx";
import { listLeaves, type Line } from "./model.ts";
import { CONTINUE_FORM, OpenRow } from "./open-row.tsx";
import { budgetAddress, printPeriod } from "./period.ts";
import { FlowPlot, SpendingBars, sumFlows } from "./plots.tsx";
import type { Found, History } from "./read-budget.ts";
import type { Fill } from "./suggest.ts";
import { BudgetTable, OtherRows, type TableContext } from "./table.tsx";
import type { Automation } from "./wire.ts";

export interface BudgetPageProps {
  readonly found: Found;
  readonly history: History;
  /** What happens to categories at the end of a period; null with a remote service. */
  readonly automations: ReadonlyMap<number, Automation> | null;
  readonly cells: Cells;
  readonly today: Day;
  /** The row that is open. */
  readonly open: number | null;
  /** The fill that is proposed. */
  readonly fill: Fill | null;
  readonly formKey: string;
  readonly alerts: readonly string[];
  /** The change that was just made, with its Undo. */
  readonly done: Child;
}

/** The whole page. */
export function BudgetPage(props: BudgetPageProps) {
  const { found, automations, cells, fill, formKey, alerts, done } = props;
  const { period, budget, currency, settings } = found;
  const isCurrent = period.start <= props.today && props.today <= period.end;
  const hasSettings = automations !== null;
  return (
    <Shell title={`Budget, ${printPeriod(period)}`} current="/budget" scripts={["/budget.js"]}>
      <Hatching />
      <PeriodHead period={period} settings={settings.periods} isCurrent={isCurrent} />
      <div id="budget-done" data-figure role="status">
        {done}
      </div>
      <div id="budget-alerts" data-figure>
        {alerts.map((message) => (
          <Alert message={message} />
        ))}
      </div>
      <PotSentence pot={budget.pot} currency={currency} hasSettings={hasSettings} />
      {fill === null ? (
        <EmptyBudget period={period} budget={budget} />
      ) : (
        <Proposal
          period={period}
          budget={budget}
          fill={fill}
          cells={cells}
          currency={currency}
          formKey={formKey}
        />
      )}
      <AmountsForm {...props} />
      <More found={found} hasSettings={hasSettings} />
      <SpendingBars budget={budget} period={period} currency={currency} />
      <FlowPlot flows={sumFlows(props.history, found.tree)} currency={currency} />
    </Shell>
  );
}

function makeContext({ found, automations, cells, today, open }: BudgetPageProps): TableContext {
  const { period, budget, currency, settings } = found;
  const nextName = printPeriod(findPeriod(settings.periods, addDays(period.end, 1)));
  const below = (line: Line) => {
    const cell = cells.get(line.id);
    const automation = automations === null ? null : (automations.get(line.id) ?? "nothing");
    return cell === undefined ? null : (
      <OpenRow
        line={line}
        cell={cell}
        pot={budget.pot}
        context={{ period, currency }}
        automation={automation}
        next={nextName}
      />
    );
  };
  return {
    period,
    currency,
    cells,
    hasEnded: period.end < today,
    open,
    below,
    hasRecurring: automations !== null,
  };
}

function AmountsForm(props: BudgetPageProps) {
  const { found, open, formKey, automations } = props;
  const { period, budget } = found;
  const action = useTarget("/budget");
  const context = makeContext(props);
  if (listLeaves(budget).length === 0) return null;
  return (
    <>
      <form id="budget-form" class="budget-form" method="post" action={action} autocomplete="off">
        {/* Enter in a field presses the first button of the form, which must not be a suggestion's. */}
        <button class="hidden" type="submit" tabindex={-1} aria-hidden="true">
          Save
        </button>
        <input type="hidden" name="start" value={period.start} />
        <input type="hidden" id="budget-key" name="key" value={formKey} />
        <BudgetTable
          context={context}
          title="Income"
          id="income"
          sections={budget.income}
          sums={budget.incomeSums}
        />
        <BudgetTable
          context={context}
          title="Spending"
          id="spending"
          sections={budget.spending}
          sums={budget.spendingSums}
        />
        <OtherRows budget={budget} context={context} />
        <p class="actions save-all">
          <button class="primary" type="submit" id="save-amounts">
            Save amounts
          </button>
          <span class="hint with-scripts">Enter saves and goes down. Sums such as 3*45 work.</span>
        </p>
      </form>
      {automations === null ? null : <ContinueForm period={period} open={open} />}
    </>
  );
}

/** The form that the open row's controls for the end of the period belong to. */
function ContinueForm({ period, open }: Pick<Found, "period"> & Pick<BudgetPageProps, "open">) {
  return (
    <form id={CONTINUE_FORM} method="post" action={useTarget("/budget/continue")}>
      <input type="hidden" name="key" value={crypto.randomUUID()} />
      <input type="hidden" name="start" value={period.start} />
      <input type="hidden" name="category" value={open === null ? "" : String(open)} />
    </form>
  );
}

function More({ found, hasSettings }: { readonly found: Found; readonly hasSettings: boolean }) {
  const { period, budget } = found;
  return (
    <div class="budget-more">
      <FillMenu period={period} budget={budget} />
      {budget.quiet === 0 ? null : (
        <a href={budgetAddress(period, { all: "yes" })}>
          {`Show ${plural(budget.quiet, "category", "categories")} without budget and activity`}
        </a>
      )}
      {hasSettings ? <a href="/budget/settings">Periods and the pot</a> : null}
    </div>
  );
}
