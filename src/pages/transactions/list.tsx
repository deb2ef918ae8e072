// The page of all transactions: a view that its address describes, fifty rows of it, and the links
// to the rows before and after.

import { useContext } from "hono/jsx";
import type { ShownChange } from "../../importer/changes/wire.ts";
import type { Day } from "../../money/day.ts";
import { FrameContext, useTarget } from "../ui/frame.tsx";
import { plural, printAmount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { BulkForm } from "./bulk-form.tsx";
import { EditRow, type OpenRow } from "./edit-row.tsx";
import { Chips, Filters } from "./filters.tsx";
import { findLarge } from "./large.ts";
import { LastChange, LeftBehind } from "./last-change.tsx";
import { listSwaps, readQuery, type ListContext } from "./list-context.ts";
import { OfferBar, OfferRow, type Offer } from "./offer.tsx";
import type { PageState } from "./page-state.ts";
import { hereAddress, isClear, pageAddress, viewAddress, type View } from "./query.ts";
import type { LedgerPage, Totals } from "./read-ledger.ts";
import type { Names } from "./read-names.ts";
import { SavedViews, type SavedView } from "./views.tsx";
import { countColumns, TransactionTable } from "./rows.tsx";

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
  readonly state: PageState;
  /** The last change, if it was not long ago. */
  readonly change: ShownChange | null;
  readonly views: readonly SavedView[];
  /** The row that is open for editing. */
  readonly open: OpenRow | null;
  /** The row that was just corrected, with the rule that it asks for. */
  readonly offer?: Offer | null;
  readonly alert?: string | null;
  /** By transaction the balance of the account after it, where it is known. */
  readonly balances?: ReadonlyMap<number, string>;
}

/** The whole page. */
export function Transactions(props: TransactionsProps) {
  const { view, names, page, today, alert = null } = props;
  return (
    <Shell title="Transactions" current="/transactions" scripts={["/list.js"]}>
      <h1>Transactions</h1>
      {page === null ? null : <TotalsLine totals={page.totals} currency={names.currency} />}
      {view.complaints.map((sentence) => (
        <Alert message={sentence} />
      ))}
      <Filters view={view} names={names} today={today} large={findLarge(page?.rows ?? [])} />
      <Chips view={view} names={names} />
      <SavedViews view={view} views={props.views} />
      <div id="list">
        <Alert message={alert} />
        {page === null || !isClear(view) ? null : <Found {...props} page={page} />}
      </div>
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

type FoundProps = TransactionsProps & { readonly page: LedgerPage };

function Found(props: FoundProps) {
  const { view, page, wider, state, change, offer = null } = props;
  const here = hereAddress(view);
  const list: ListContext = {
    here,
    swap: listSwaps(page.totals),
    formKey: crypto.randomUUID(),
    hasRules: useContext(FrameContext).remote === null,
  };
  const query = readQuery(here);
  const href = (id: number) =>
    `/transactions/${id}${query === "" ? "" : `?back=${encodeURIComponent(query)}`}`;
  const isEmpty = page.rows.length === 0;
  return (
    <>
      <LeftBehind state={state} rows={page.rows} href={href} />
      {isEmpty ? (
        <Nothing view={view} page={page} wider={wider} />
      ) : (
        <Rows {...props} list={list} href={href} />
      )}
      {offer === null || page.rows.some(({ id }) => id === offer.row.id) ? null : (
        <OfferBar offer={offer} names={props.names} list={list} />
      )}
      <LastChange change={change} state={state} list={list} />
      {isEmpty ? null : <BulkForm list={list} names={props.names} page={page} />}
      <Searched view={view} page={page} />
      <Turn view={view} page={page} />
      {isEmpty ? null : <More view={view} />}
    </>
  );
}

interface RowsProps extends FoundProps {
  readonly list: ListContext;
  readonly href: (id: number) => string;
}

function Rows({ page, names, open, offer = null, list, href, balances = new Map() }: RowsProps) {
  const ids = page.rows.map(({ id }) => id);
  const columns = countColumns({ list, balances });
  const action = useTarget("/transactions/bulk");
  return (
    <>
      <form id="review" method="post" action={action} data-swap={list.swap} hidden>
        <input type="hidden" name="key" value={list.formKey} />
        <input type="hidden" name="back" value={readQuery(list.here)} />
        <input type="hidden" name="do" value="change" />
        <input type="hidden" name="review" value="reviewed" />
      </form>
      <label class="tick selecting">
        <input type="checkbox" id="selecting" />
        <span>Select</span>
      </label>
      <TransactionTable
        rows={page.rows}
        names={names}
        caption="Transactions, newest first"
        href={href}
        list={list}
        balances={balances}
        instead={(row) => {
          if (row.id !== open?.transaction.id) return null;
          const at = ids.indexOf(row.id);
          const neighbours = { previous: ids[at - 1] ?? 0, next: ids[at + 1] ?? 0 };
          const place = { list, columns, neighbours, href: href(row.id) };
          return <EditRow open={open} names={names} {...place} />;
        }}
        after={(row) =>
          row.id === offer?.row.id ? (
            <OfferRow offer={offer} names={names} list={list} columns={columns} />
          ) : null
        }
      />
    </>
  );
}

function More({ view }: Pick<TransactionsProps, "view">) {
  return (
    <p class="more">
      <a href={viewAddress(view.typed, {}, "/transactions.csv")} download>
        Download as CSV
      </a>
      <button class="quiet with-scripts" type="button" id="show-keys" data-keys="">
        Keys
      </button>
    </p>
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
