// The head of the budget: the period with arrows to its neighbours, and one sentence that sums up
// the money to budget.

import type { Child } from "hono/jsx";
import type { Period, PeriodSettings } from "../../budget/budgets/periods.ts";
import { printBalance } from "../ui/print.ts";
import type { Pot } from "./model.ts";
import { findNeighbours, findMonth, chooseNoun, printPeriod } from "./period.ts";
import { describePot } from "./words.ts";

/** The name of the period between the arrows, a link to the current one, and a picker. */
export function PeriodHead({
  period,
  settings,
  isCurrent,
}: {
  readonly period: Period;
  readonly settings: PeriodSettings;
  readonly isCurrent: boolean;
}) {
  const { before, after } = findNeighbours(settings, period);
  const month = findMonth(period);
  const noun = chooseNoun(period);
  return (
    <div class="period-head">
      <h1>
        <span class="hidden">Budget, </span>
        {printPeriod(period)}
      </h1>
      <nav class="period-arrows" aria-label="Periods of the budget">
        {before === null ? null : (
          <a
            class="button"
            id="period-before"
            href={before}
            rel="prev"
            aria-label={`Previous ${noun}`}
          >
            ‹
          </a>
        )}
        {after === null ? null : (
          <a class="button" id="period-after" href={after} rel="next" aria-label={`Next ${noun}`}>
            ›
          </a>
        )}
        {isCurrent ? null : <a id="period-now" href="/budget">{`This ${noun}`}</a>}
      </nav>
      {month === null ? null : (
        <details class="period-picker">
          <summary>Another month</summary>
          <form method="get" action="/budget">
            <label class="field">
              <span>Month</span>
              <input type="month" id="period-month" name="month" value={month} required />
            </label>
            <button type="submit">Show</button>
          </form>
        </details>
      )}
    </div>
  );
}

/** "Income 5,221.00 (received 2,610.00) + carried over 312.00 − budgeted 4,900.00 = 633.00 left". */
export function PotSentence({
  pot,
  currency,
  hasSettings,
}: {
  readonly pot: Pot;
  readonly currency: string;
  readonly hasSettings: boolean;
}) {
  const print = (amount: number) => printBalance(amount, currency);
  const isOver = pot.left < 0;
  return (
    <section id="pot" data-figure class={isOver ? "pot over" : "pot"} aria-label="Left to budget">
      <p class="pot-left">
        <strong>{describePot(pot, currency)}</strong>
      </p>
      <p class="pot-parts">
        <span>
          <a href="#income">Income</a>
          {` ${print(pot.income)} (${describeIncome(pot, print)})`}
        </span>
        <Part sign={pot.pool < 0 ? "−" : "+"}>
          {hasSettings ? <a href="/budget/settings">carried over</a> : "carried over"}
          {` ${print(Math.abs(pot.pool))}`}
        </Part>
        <Part sign="−">
          <a href="#spending">budgeted</a>
          {` ${print(pot.budgeted)}`}
        </Part>
        <Part sign="=">{print(pot.left)}</Part>
      </p>
    </section>
  );
}

/** The income that counts, and the other figure in words. */
function describeIncome(
  { option, planned, received }: Pot,
  print: (amount: number) => string,
): string {
  switch (option) {
    case "activity":
      return `received; ${print(planned)} expected`;
    case "budgeted":
      return `expected; ${print(received)} received`;
    case "max":
      return `${print(planned)} expected, ${print(received)} received; the larger counts`;
  }
}

function Part({ sign, children }: { readonly sign: string; readonly children?: Child }) {
  return (
    <span>
      {` ${sign} `}
      {children}
    </span>
  );
}
