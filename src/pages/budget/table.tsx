// The tables of the budget: income, then spending by group, with sums. On a phone the style sheet
// makes each row a card; the roles keep it a table for screen readers. Elements that a saved amount
// changes have an id and data-figure: public/budget.js replaces them.

import type { Child } from "hono/jsx";
import type { Period } from "../../budget/budgets/periods.ts";
import { BudgetBar } from "../plots/budget-bar.tsx";
import { describeControl, FieldError } from "../ui/fields.tsx";
import { plural, printBalance } from "../ui/print.ts";
import type { Cell, Cells } from "./cells.ts";
import { findOwnAmount, type Budget, type Line, type Section, type Sums } from "./model.ts";
import { budgetAddress, printPeriod, transactionsAddress } from "./period.ts";
import { describeState } from "./words.ts";

/** What every row needs to know. */
export interface TableContext {
  readonly period: Period;
  readonly currency: string;
  readonly cells: Cells;
  /** Whether the period is over, so that nothing more is expected in it. */
  readonly hasEnded: boolean;
  /** The row that is open, with its settings below; null for none. */
  readonly open: number | null;
  /** The content below an open row. */
  readonly below: (line: Line) => Child;
  readonly hasRecurring: boolean;
}

interface BudgetTableProps {
  readonly context: TableContext;
  readonly title: string;
  readonly id: "income" | "spending";
  readonly sections: readonly Section[];
  readonly sums: Sums;
  /** Rows after the sections, for money without a category. */
  readonly more?: Child;
}

/** One table, of income or of spending. */
export function BudgetTable({ context, title, id, sections, sums, more = null }: BudgetTableProps) {
  const isIncome = id === "income";
  if (sections.length === 0 && more === null) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class="budget" role="table" aria-labelledby={id}>
        <thead role="rowgroup">
          <tr role="row">
            <Heading>Category</Heading>
            <Heading number>Budgeted</Heading>
            <Heading number>{isIncome ? "Received" : "Spent"}</Heading>
            <Heading number>Still expected</Heading>
            <Heading number>{isIncome ? "To come" : "Left"}</Heading>
            <td role="cell" class="bar-cell" aria-hidden="true" />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sections.map((section) => (
            <SectionRows
              section={section}
              context={context}
              isOnly={sections.length === 1 && more === null}
            />
          ))}
          {more}
        </tbody>
        <tfoot role="rowgroup">
          <SumRow context={context} sums={sums} id={id} />
        </tfoot>
      </table>
    </section>
  );
}

function Heading({
  number = false,
  children,
}: {
  readonly number?: boolean;
  readonly children?: Child;
}) {
  return (
    <th role="columnheader" scope="col" class={number ? "number" : undefined}>
      {children}
    </th>
  );
}

function SectionRows({
  section,
  context,
  isOnly,
}: {
  readonly section: Section;
  readonly context: TableContext;
  readonly isOnly: boolean;
}) {
  const { group, members } = section;
  return (
    <>
      {group === null ? null : <GroupRow section={section} group={group} context={context} />}
      {group === null && !isOnly ? (
        <tr role="row" class="group plain-group">
          <th role="rowheader" scope="row">
            Without a group
          </th>
          <td role="cell" colspan={5} />
        </tr>
      ) : null}
      {members.map((line) => (
        <LineRow line={line} context={context} />
      ))}
    </>
  );
}

function GroupRow({
  section,
  group,
  context,
}: {
  readonly section: Section;
  readonly group: Line;
  readonly context: TableContext;
}) {
  const { currency } = context;
  const own = findOwnAmount(section);
  const together = section.members.reduce((sum, { budgeted }) => sum + (budgeted ?? 0), 0);
  return (
    <>
      <tr role="row" id={`row-${group.id}`} class="group">
        <NameCell line={group} context={context} />
        <td role="cell" class="number budgeted" id={`sum-${group.id}`} data-figure>
          {group.budgeted === null ? "" : printBalance(group.budgeted, currency)}
          {own === null ? null : (
            <small>{`${printBalance(own - together, currency)} of it for the whole group`}</small>
          )}
        </td>
        <FigureCells line={group} context={context} />
      </tr>
      <Below line={group} context={context} />
    </>
  );
}

function LineRow({ line, context }: { readonly line: Line; readonly context: TableContext }) {
  const cell = context.cells.get(line.id);
  return (
    <>
      <tr role="row" id={`row-${line.id}`} class="item">
        <NameCell line={line} context={context} />
        <td role="cell" class="number budgeted">
          {cell === undefined ? null : <AmountField line={line} cell={cell} context={context} />}
        </td>
        <FigureCells line={line} context={context} />
      </tr>
      <Below line={line} context={context} />
    </>
  );
}

function NameCell({ line, context }: { readonly line: Line; readonly context: TableContext }) {
  const { period, open } = context;
  const isOpen = open === line.id;
  return (
    <th role="rowheader" scope="row" class="name">
      <a id={`name-${line.id}`} href={`/budget/category/${line.id}`}>
        {line.name}
      </a>
      <a
        class="open-row"
        id={`open-${line.id}`}
        href={`${budgetAddress(period, isOpen ? {} : { edit: String(line.id) })}#row-${line.id}`}
        data-swap="budget-form continue"
        aria-label={`${isOpen ? "Close" : describeClosed(line)}: ${line.name}`}
        aria-expanded={isOpen ? "true" : "false"}
      >
        {isOpen ? "Close" : describeClosed(line)}
      </a>
      {line.notes === "" ? null : <small class="notes">{line.notes}</small>}
    </th>
  );
}

function describeClosed({ isGroup }: Line): string {
  return isGroup ? "More" : "Suggest";
}

/**
 * The field of an amount, with the stored one, the reason of a refusal, and the converted amount.
 */
export function AmountField({
  line,
  cell,
  context: { currency, period },
}: {
  readonly line: Line;
  readonly cell: Cell;
  readonly context: Pick<TableContext, "currency" | "period">;
}) {
  const id = `amount-${line.id}`;
  return (
    <>
      <input type="hidden" id={`was-${line.id}`} name={`was.${line.id}`} value={cell.was} />
      <input
        id={id}
        class="amount-field"
        name={`amount.${line.id}`}
        value={cell.text}
        {...(cell.automatic !== "" && { placeholder: cell.automatic })}
        inputmode="decimal"
        autocomplete="off"
        aria-label={`Budgeted for ${line.name}, ${printPeriod(period)}${cell.foreign === null ? "" : `, in ${cell.foreign.toUpperCase()}`}`}
        {...describeControl(id, cell.error)}
      />
      <span id={`about-${line.id}`} data-figure>
        {cell.foreign === null || line.budgeted === null ? null : (
          <small>
            {`${cell.foreign.toUpperCase()} = ${printBalance(line.budgeted, currency)} ${currency.toUpperCase()}`}
          </small>
        )}
        <FieldError id={id} error={cell.error} />
      </span>
    </>
  );
}

function FigureCells({ line, context }: { readonly line: Line; readonly context: TableContext }) {
  const { period, currency, hasEnded, hasRecurring } = context;
  const { words, warning, tone } = describeState(line, hasEnded, currency);
  const expected = line.expected === 0 ? "" : printBalance(line.expected, currency);
  const limit = line.left === null ? null : line.carried + (line.budgeted ?? 0);
  return (
    <>
      <td role="cell" class="number spent">
        {line.spent === 0 ? (
          <span class="nothing">{printBalance(0, currency)}</span>
        ) : (
          <a href={transactionsAddress(line.id, period)}>{printBalance(line.spent, currency)}</a>
        )}
      </td>
      <td role="cell" class="number expected">
        {hasRecurring && expected !== "" ? <a href="/recurring">{expected}</a> : expected}
      </td>
      <td role="cell" class={`number left ${tone}`} id={`left-${line.id}`} data-figure>
        <strong>{words}</strong>
        {warning === null ? null : <small class="soon">{warning}</small>}
        <Carried line={line} currency={currency} />
      </td>
      <td role="cell" class="bar-cell" id={`bar-${line.id}`} data-figure aria-hidden="true">
        {limit === null ? null : (
          <BudgetBar spent={line.spent} expected={hasEnded ? 0 : line.expected} limit={limit} />
        )}
      </td>
    </>
  );
}

/** The amount carried over, since Left is carried over + budgeted - spent. */
function Carried({
  line: { carried },
  currency,
}: {
  readonly line: Line;
  readonly currency: string;
}) {
  if (carried === 0) return null;
  const amount = printBalance(Math.abs(carried), currency);
  return (
    <small>{carried > 0 ? `${amount} of it carried over` : `${amount} overspent before`}</small>
  );
}

function Below({ line, context }: { readonly line: Line; readonly context: TableContext }) {
  if (context.open !== line.id) return null;
  return (
    <tr role="row" class="editing">
      <td role="cell" colspan={6}>
        {context.below(line)}
      </td>
    </tr>
  );
}

function SumRow({
  context: { currency, hasEnded },
  sums,
  id,
}: {
  readonly context: TableContext;
  readonly sums: Sums;
  readonly id: string;
}) {
  const isIncome = id === "income";
  const print = (amount: number) => printBalance(amount, currency);
  const isQuiet = sums.budgeted === 0 && sums.spent === 0 && sums.carried === 0;
  const standing = { ...sums, isIncome, left: isQuiet ? null : sums.left };
  const { words, warning, tone } = describeState(standing, hasEnded, currency);
  return (
    <tr role="row" class="sum" id={`sums-${id}`} data-figure>
      <th role="rowheader" scope="row" class="name">
        {isIncome ? "All income" : "All spending"}
      </th>
      <td role="cell" class="number budgeted">
        {print(sums.budgeted)}
      </td>
      <td role="cell" class="number spent">
        {print(sums.spent)}
      </td>
      <td role="cell" class="number expected">
        {sums.expected === 0 ? "" : print(sums.expected)}
      </td>
      <td role="cell" class={`number left ${tone}`}>
        <strong>{words}</strong>
        {warning === null ? null : <small class="soon">{warning}</small>}
      </td>
      <td role="cell" class="bar-cell" aria-hidden="true" />
    </tr>
  );
}

/**
 * Transactions without a category, and categories outside the budget. Without these rows the sums
 * would look wrong.
 */
export function OtherRows({
  budget: { uncategorized, outside },
  context: { period, currency },
}: {
  readonly budget: Pick<Budget, "uncategorized" | "outside">;
  readonly context: Pick<TableContext, "period" | "currency">;
}) {
  const { spent, received, count } = uncategorized;
  return (
    <ul class="plain other-rows">
      {count === 0 ? null : (
        <li id="uncategorized">
          <a href={transactionsAddress(0, period)}>
            {plural(count, "transaction")} without a category
          </a>
          {`: ${printBalance(spent, currency)} out`}
          {received === 0 ? "" : `, ${printBalance(received, currency)} in`}
          {". They count in no budget until they have one."}
        </li>
      )}
      {outside.map((line) => (
        <li>
          <a href={transactionsAddress(line.id, period)}>{line.name}</a>
          {`, not in the budget: ${describeOutside(line, currency)}`}
        </li>
      ))}
    </ul>
  );
}

function describeOutside({ spent, isIncome }: Line, currency: string): string {
  const isOut = isIncome ? spent < 0 : spent >= 0;
  return `${printBalance(Math.abs(spent), currency)} ${isOut ? "out" : "in"}`;
}
