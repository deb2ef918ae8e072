// The page of all transactions: a view that its address describes, fifty rows of it, and the links
// to the rows before and after.

import type { Day } from "../../money/day.ts";
import { plural, printAmount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { Chips, Filters } from "./filters.tsx";
import { isClear, pageAddress, viewAddress, type View } from "./query.ts";
import type { LedgerPage, Totals } from "./read-ledger.ts";
import type { Names } from "./read-names.ts";
import { TransactionTable } from "./rows.tsx";

/** How many rows a view has without one of its filters. */
export interface Wider {
  readonly words: string;
  readonly href: string;
  readonly count: number;
}

export interface TransactionsProps {
  readonly view: View;
  readonly names: Names;
  /** Null if the view was not read: its address is wrong, or it was refused. */
  readonly page: LedgerPage | null;
  /** For an empty view: what dropping one filter would show. */
  readonly wider: readonly Wider[];
  readonly today: Day;
  readonly alert?: string | null;
}

/** The whole page. */
export function Transactions({ view, names, page, wider, today, alert = null }: TransactionsProps) {
  return (
    <Shell title="Transactions" current="/transactions">
      <h1>Transactions</h1>
      {page === null ? null : <TotalsLine totals={page.totals} currency={names.currency} />}
      <Alert message={alert} />
      {view.complaints.map((sentence) => (
        <Alert message={sentence} />
      ))}
      <Filters view={view} names={names} today={today} />
      <Chips view={view} names={names} />
      {page === null || !isClear(view) ? null : (
        <Found view={view} names={names} page={page} wider={wider} />
      )}
    </Shell>
  );
}

function TotalsLine({
  totals,
  currency,
}: {
  readonly totals: Totals | null;
  readonly currency: string | null;
}) {
  if (totals === null) return null;
  const unit = currency === null ? "" : ` ${currency.toUpperCase()}`;
  const [out, into] = [printAmount(totals.out, currency), printAmount(`-${totals.in}`, currency)];
  // Of nothing there is no sign, and nothing to say.
  const flows = [
    ...(out.startsWith("0") ? [] : [`${out}${unit} out`]),
    ...(into.startsWith("0") ? [] : [`${into}${unit} in`]),
  ];
  return (
    <p class="lead totals" id="totals">
      {plural(totals.count, "transaction")}
      {flows.map((flow) => (
        <>
          {", "}
          <span class="flow">{flow}</span>
        </>
      ))}
    </p>
  );
}

function Found({
  view,
  names,
  page,
  wider,
}: Pick<TransactionsProps, "view" | "names" | "wider"> & { readonly page: LedgerPage }) {
  const { typed, cursor } = view;
  const here = cursor === null ? viewAddress(typed) : pageAddress(typed, cursor);
  const query = here.split("?")[1] ?? "";
  const href = (id: number) =>
    `/transactions/${id}${query === "" ? "" : `?back=${encodeURIComponent(query)}`}`;
  return (
    <>
      {page.rows.length === 0 ? (
        <Nothing view={view} page={page} wider={wider} />
      ) : (
        <TransactionTable
          rows={page.rows}
          names={names}
          caption="Transactions, newest first"
          href={href}
        />
      )}
      <Searched view={view} page={page} />
      <Turn view={view} page={page} />
      {page.rows.length === 0 ? null : (
        <p class="more">
          <a href={viewAddress(typed, {}, "/transactions.csv")} download>
            Download as CSV
          </a>
        </p>
      )}
    </>
  );
}

function Nothing({
  view,
  page,
  wider,
}: Pick<TransactionsProps, "view" | "wider"> & { readonly page: LedgerPage }) {
  if (view.cursor !== null)
    return (
      <p>
        There are no more transactions here. <a href={viewAddress(view.typed)}>See the newest</a>
      </p>
    );
  if (view.typed.size === 0)
    return (
      <section class="step">
        <p class="sentence">Nothing here yet</p>
        <p>
          <a href="/">Import your bank’s files</a> to see your transactions.
        </p>
      </section>
    );
  if (page.searchedTo !== null) return <p>No transaction found so far.</p>;
  return (
    <section class="step">
      <p class="sentence">No transaction matches all filters</p>
      {wider.length === 0 ? (
        <p>
          <a href="/transactions">See all transactions</a>
        </p>
      ) : (
        <ul class="wider">
          {wider.map(({ words, href, count }) => (
            <li>
              <a href={href}>{`${plural(count, "transaction")} without ${words}`}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A search that was cut short says how far it came. */
function Searched({ view, page }: { readonly view: View; readonly page: LedgerPage }) {
  if (page.searchedTo === null || page.older === null) return null;
  return (
    <p class="searched">
      {`Searched back to ${printDay(page.searchedTo)} · `}
      <a href={pageAddress(view.typed, { side: "before", at: page.older })}>Search further</a>
    </p>
  );
}

function Turn({ view, page }: { readonly view: View; readonly page: LedgerPage }) {
  const older = page.searchedTo === null ? page.older : null;
  if (page.newer === null && older === null) return null;
  return (
    <nav class="pager" aria-label="More of this list">
      {page.newer === null ? (
        <span />
      ) : (
        <a href={pageAddress(view.typed, { side: "after", at: page.newer })} rel="prev">
          ← Newer
        </a>
      )}
      {older === null ? (
        <span />
      ) : (
        <a href={pageAddress(view.typed, { side: "before", at: older })} rel="next">
          Older →
        </a>
      )}
    </nav>
  );
}
