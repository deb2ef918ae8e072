// Filling all amounts at once: the menu, the preview of a fill, and the page of a period without
// any amount. A proposal is a form with amounts that a person could also type.

import type { Period } from "../../budget/budgets/periods.ts";
import { DataTable, numeric } from "../ui/table.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printBalance } from "../ui/print.ts";
import type { Cells } from "./cells.ts";
import { listLeaves, type Budget } from "./model.ts";
import { budgetAddress, chooseNoun, printPeriod } from "./period.ts";
import { FILLS, proposeFill, type Fill, type Proposed } from "./suggest.ts";
import { printField } from "./words.ts";

interface FillProps {
  readonly period: Period;
  readonly budget: Budget;
}

/** The name of each fill, with the period's noun. */
function labelFill(fill: Fill, noun: string): string {
  switch (fill) {
    case "copy-empty":
      return `Copy last ${noun} into what is empty`;
    case "copy":
      return `Copy all of last ${noun}`;
    case "mean":
      return `Fill from the mean of the last 3 ${noun}s`;
    case "clear":
      return "Clear all amounts";
  }
}

/** The links to the proposals; none for a period without categories. */
export function FillMenu({ period, budget }: FillProps) {
  if (listLeaves(budget).length === 0) return null;
  const noun = chooseNoun(period);
  return (
    <details class="fills" id="fills">
      <summary>Fill in amounts</summary>
      <ul class="plain">
        {Object.keys(FILLS)
          .filter((fill) => fill in FILLS)
          .map((fill) => (
            <li>
              <a
                href={`${budgetAddress(period, { fill })}#proposal`}
                id={`fill-${fill}`}
                data-swap="main"
                data-focus="proposal-title"
              >
                {labelFill(fill as Fill, noun)}
              </a>
            </li>
          ))}
      </ul>
    </details>
  );
}

/** The preview of a fill: each amount before and after, with the button that applies them. */
export function Proposal({
  period,
  budget,
  fill,
  cells,
  currency,
  formKey,
}: FillProps & {
  readonly fill: Fill;
  readonly cells: Cells;
  readonly currency: string;
  readonly formKey: string;
}) {
  const action = useTarget("/budget");
  // Amounts in other currencies were entered by a person and stay.
  const proposed = proposeFill(budget, fill, currency).filter(
    ({ line, amount }) => amount === null || cells.get(line.id)?.foreign == null,
  );
  const title = `${labelFill(fill, chooseNoun(period))}?`;
  return (
    <section class="made" id="proposal" aria-labelledby="proposal-title">
      <h2 id="proposal-title" tabindex={-1}>
        {title}
      </h2>
      {proposed.length === 0 ? (
        <p>
          There is nothing to change. <a href={budgetAddress(period)}>Back to the budget</a>
        </p>
      ) : (
        <form method="post" action={action} data-swap="main" data-focus="undo">
          <input type="hidden" name="start" value={period.start} />
          <input type="hidden" name="key" value={formKey} />
          <p>{`Nothing is saved yet. ${plural(proposed.length, "amount")} would change:`}</p>
          <ProposedTable proposed={proposed} cells={cells} currency={currency} />
          <p class="actions">
            <button class="primary" type="submit" id="accept">
              {`Accept ${plural(proposed.length, "change")}`}
            </button>
            <a href={budgetAddress(period)}>Cancel</a>
          </p>
        </form>
      )}
    </section>
  );
}

function ProposedTable({
  proposed,
  cells,
  currency,
}: {
  readonly proposed: readonly Proposed[];
  readonly cells: Cells;
  readonly currency: string;
}) {
  return (
    <DataTable
      class="proposed"
      caption="The amounts before and after"
      columns={["Category", numeric("Now"), numeric("Then")]}
    >
      {proposed.map(({ line, amount }) => (
        <tr>
          <th scope="row">{line.name}</th>
          <td class="number">{cells.get(line.id)?.was || "none"}</td>
          <td class="number">
            {amount === null ? "none" : printBalance(amount, currency)}
            <input type="hidden" name={`was.${line.id}`} value={cells.get(line.id)?.was ?? ""} />
            <input
              type="hidden"
              name={`amount.${line.id}`}
              value={amount === null ? "" : printField(amount, currency)}
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/** The ways to begin in a period without any amount; nothing if there is an amount. */
export function EmptyBudget({ period, budget }: FillProps) {
  const leaves = listLeaves(budget);
  if (leaves.length === 0)
    return (
      <section class="step">
        <p class="sentence">A budget needs categories</p>
        <p>
          <a href="/categories/first-set">Start with a set of categories</a>, or{" "}
          <a href="/categories">make your own</a>.
        </p>
      </section>
    );
  if (leaves.some(({ budgeted }) => budgeted !== null)) return null;
  const noun = chooseNoun(period);
  const hasSpent = leaves.some(({ past }) => past.some(({ spent }) => spent > 0));
  const hasBudget = leaves.some(({ past }) => past.at(-1)?.budgeted != null);
  return (
    <section class="step" aria-labelledby="empty">
      <p class="sentence" id="empty">{`Nothing is budgeted for ${printPeriod(period)} yet`}</p>
      <p class="actions">
        {hasSpent ? (
          <a
            class="button"
            href={`${budgetAddress(period, { fill: "mean" })}#proposal`}
            data-swap="main"
            data-focus="proposal-title"
          >
            {`Fill from my last 3 ${noun}s`}
          </a>
        ) : null}
        {hasBudget ? (
          <a
            class="button"
            href={`${budgetAddress(period, { fill: "copy" })}#proposal`}
            data-swap="main"
            data-focus="proposal-title"
          >
            {`Copy last ${noun}`}
          </a>
        ) : null}
        <span>{hasSpent || hasBudget ? "or type amounts below." : "Type amounts below."}</span>
      </p>
    </section>
  );
}
