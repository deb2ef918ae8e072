// This month on the overview, the last imports, and the first steps of a new budget.

import { printUnits, units } from "../../money/money.ts";
import { nameImport } from "../import/name.ts";
import { plural, printAmount, printBalance, printDay, printMonth, printTime } from "../ui/print.ts";
import type { Import } from "../ui/wire.ts";
import type { Expected, ThisMonth } from "./this-month.ts";

/** This month's money in, out and left, the overspent categories, and the next expected items. */
export function MonthSection({
  found,
  primary,
}: {
  readonly found: ThisMonth;
  readonly primary: string;
}) {
  const { month, next, left } = found;
  const href = (direction: string) => `/transactions?month=${month}&direction=${direction}`;
  return (
    <section aria-labelledby="this-month">
      <h2 id="this-month">{`This month, ${printMonth(month)}`}</h2>
      <dl class="figures">
        <div>
          <dd>
            <a href={href("in")}>{printAmount(printUnits(units(0 - found.in)), primary)}</a>
          </dd>
          <dt>{`in, ${primary.toUpperCase()}`}</dt>
        </div>
        <div>
          <dd>
            <a href={href("out")}>{printAmount(printUnits(units(found.out)), primary)}</a>
          </dd>
          <dt>out</dt>
        </div>
        {left === null ? null : (
          <div>
            <dd>
              <a href={`/budget?month=${month}`}>{printBalance(left, primary)}</a>
            </dd>
            <dt>left of the budget</dt>
          </div>
        )}
      </dl>
      {left === null ? (
        <p class="hint">
          <a href={`/budget?month=${month}`}>Make a budget</a> to see what is left of it.
        </p>
      ) : null}
      <Over found={found} primary={primary} />
      <Next items={next} />
    </section>
  );
}

function Over({
  found: { over, month },
  primary,
}: {
  readonly found: ThisMonth;
  readonly primary: string;
}) {
  if (over.length === 0) return null;
  return (
    <ul class="newest">
      {over.map(({ id, name, by }) => (
        <li>
          <a href={`/transactions?category=${id}&month=${month}`}>{name}</a>
          <span class="failing">{`over by ${printBalance(by, primary)}`}</span>
        </li>
      ))}
    </ul>
  );
}

function Next({ items }: { readonly items: readonly Expected[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>Expected next</h3>
      <ul class="newest">
        {items.map(({ name, date, amount, currency }) => (
          <li>
            <a href="/recurring">{name}</a>
            <span>{`${printAmount(amount, currency)} ${currency.toUpperCase()}`}</span>
            <time datetime={date}>{printDay(date)}</time>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The newest imports; nothing if there are none. */
export function LastImports({ imports }: { readonly imports: readonly Import[] }) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="last-imports">
      <h2 id="last-imports">Last imports</h2>
      <ul class="newest">
        {imports.map((run) => (
          <li>
            <a href={`/imports/${encodeURIComponent(run.id)}`}>{nameImport(run)}</a>
            <a href={`/transactions?source=import:${encodeURIComponent(run.id)}`}>
              {plural(run.counts.inserted, "new transaction")}
            </a>
            <time datetime={run.created_at}>{printTime(run.created_at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface Step {
  readonly label: string;
  readonly href: string;
  readonly link: string;
  readonly done: boolean;
}

/** The three steps of a new budget, the next one with its button; nothing once all are done. */
export function FirstSteps({
  hasAccounts,
  month,
}: {
  readonly hasAccounts: boolean;
  readonly month: ThisMonth | null;
}) {
  const steps: readonly Step[] = [
    { label: "Import a bank statement", href: "/", link: "Import files", done: hasAccounts },
    {
      label: "Choose categories",
      href: "/categories",
      link: "Add categories",
      done: month?.hasCategories ?? true,
    },
    {
      label: "Plan the month",
      href: "/budget",
      link: "Open the budget",
      done: month === null || month.left !== null,
    },
  ];
  // With accounts and categories, a budget is optional.
  if (steps.slice(0, 2).every(({ done }) => done)) return null;
  const next = steps.findIndex(({ done }) => !done);
  return (
    <section class="step" aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <ol class="first-steps">
        {steps.map(({ label, href, link, done }, index) => (
          <li>
            {done ? <strong>{`${label} ✓`}</strong> : <span>{label}</span>}
            {done ? <span class="hidden"> (done)</span> : null}{" "}
            {done ? null : (
              <a href={href} class={index === next ? "button primary" : undefined}>
                {link}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
