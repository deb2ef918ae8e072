// One change: what each transaction was before and after it, what was left as it is, and the button
// that undoes it.

import type { ShownDetail } from "../../importer/changes/wire.ts";
import { Moment } from "../ui/moment.tsx";
import { plural, printAmount, printCount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable } from "../ui/table.tsx";
import { describeState, UndoButton } from "./list.tsx";
import { countLeftRecords, LeftRecords, Records } from "./records.tsx";
import { FIELD_NAMES, printValue, type Names } from "./values.ts";

interface ChangePageProps {
  readonly detail: ShownDetail;
  readonly names: Names;
  /** The one-time id of the form. */
  readonly formKey: string;
  readonly alert?: string | null;
  /** How many rows each of its lists shows. */
  readonly rows?: number;
}

type Item = ShownDetail["items"][number];

/** How many rows a list shows at first, and by which factor the link "more" raises that. */
const CHANGE_ROWS = 100;
const ROWS_FACTOR = 10;

/** How often the page of a change that is under way is loaded again without scripts. */
const REFRESH_SECONDS = 5;

/** The page of a change. */
export function ChangePage({
  detail,
  names,
  formKey,
  alert = null,
  rows = CHANGE_ROWS,
}: ChangePageProps) {
  const { change } = detail;
  const items = detail.items.filter(({ changed }) => changed);
  const records = detail.records.filter(({ changed }) => changed);
  const isWaiting = change.state === "applying" || change.state === "undoing";
  return (
    <Shell title={change.sentence} current="/changes" refresh={isWaiting ? REFRESH_SECONDS : null}>
      <h1>{change.sentence}</h1>
      <p class="origin">
        <Moment at={Date.parse(change.at)} />
        {` by ${change.who.name || "you"}${change.from === null ? "" : `, from ${change.from}`}: ${describeState(change)}.`}
        <Relations detail={detail} />
      </p>
      <OfImport change={change} />
      {change.cannot_undo === null ? null : <p class="hint">{change.cannot_undo}</p>}
      <Alert message={alert} />
      {change.problem === null ? null : (
        <p class="warning" role="status">{`It is tried again by itself: ${change.problem}.`}</p>
      )}
      <UndoButton change={change} formKey={formKey} />
      <Left detail={detail} names={names} rows={rows} />
      <Lost detail={detail} rows={rows} />
      {items.length + records.length === 0 && change.import === null ? (
        <p>It changed nothing.</p>
      ) : null}
      <Items items={items.slice(0, rows)} names={names} />
      <Records records={records.slice(0, rows)} names={names} />
      <MoreRows change={change.id} rows={rows} count={countLongest(detail)} />
      <p>
        <a href="/changes">All changes</a>
      </p>
    </Shell>
  );
}

/** Leads to the import with all its rows. */
function OfImport({ change }: Pick<ShownDetail, "change">) {
  if (change.import === null) return null;
  return (
    <p>
      <a href={`/imports/${encodeURIComponent(change.import)}`}>See the import and its rows</a>
    </p>
  );
}

function Relations({ detail: { change } }: { readonly detail: ShownDetail }) {
  return (
    <>
      {change.undoes === null ? null : (
        <>
          {" "}
          <a href={`/changes/${change.undoes}`}>See the change that it undoes</a>.
        </>
      )}
      {change.undone_by === null ? null : (
        <>
          {" "}
          <a href={`/changes/${change.undone_by}`}>See its undo</a>.
        </>
      )}
    </>
  );
}

/** How many rows the longest list of the page has. */
function countLongest({ items, records, conflicts, refused, ...rest }: ShownDetail): number {
  const changed = [items, records].map((all) => all.filter((one) => one.changed).length);
  const left = [conflicts, refused, rest.record_conflicts, rest.record_refused, rest.not_restored];
  return Math.max(...changed, ...left.map(({ length }) => length));
}

/** The link to the rows that are left out, with their number. */
function MoreRows({
  change,
  rows,
  count,
}: {
  readonly change: number;
  readonly rows: number;
  readonly count: number;
}) {
  if (count <= rows) return null;
  const more = Math.min(count, rows * ROWS_FACTOR);
  return (
    <p>
      {`The first ${printCount(rows)} of ${printCount(count)} are shown. `}
      <a id="more-rows" href={`/changes/${change}?rows=${more}`}>{`Show ${printCount(more)}`}</a>
    </p>
  );
}

interface LeftProps {
  readonly detail: ShownDetail;
  readonly names: Names;
  readonly rows: number;
}

/** What somebody else changed, and what was refused: it is as it was. */
function Left({ detail, names, rows }: LeftProps) {
  const { conflicts, refused, items } = detail;
  const ids = new Set([...conflicts, ...refused].map(({ id }) => id));
  const count = countLeftRecords(detail);
  if (ids.size + count === 0) return null;
  const lefts = [
    ...(ids.size === 0 ? [] : [plural(ids.size, "transaction")]),
    ...(count === 0 ? [] : [count === 1 ? "1 other entry" : `${count} other entries`]),
  ];
  const nameOf = (id: number) =>
    nameItem(
      items.find((item) => item.id === id),
      id,
    );
  return (
    <section class="warning" aria-labelledby="left">
      <h2 id="left">{`Left as it is: ${lefts.join(" and ")}`}</h2>
      <ul class="why">
        {conflicts.slice(0, rows).map(({ id, field, now, set }) => (
          <li>
            <TransactionLink id={id} name={nameOf(id)} />
            {`: ${FIELD_NAMES[field]} changed since. Now “${printValue(field, now, names)}”; this change wanted “${printValue(field, set, names)}”.`}
          </li>
        ))}
        {refused.slice(0, rows).map(({ id, field, message }) => (
          <li>
            {field === null ? nameOf(id) : <TransactionLink id={id} name={nameOf(id)} />}
            {`: ${field === null ? "" : `${FIELD_NAMES[field]}: `}${message}`}
          </li>
        ))}
        <LeftRecords detail={detail} names={names} rows={rows} />
      </ul>
    </section>
  );
}

/** The losses that an undo of a deletion does not bring back. */
function Lost({ detail, rows }: Omit<LeftProps, "names">) {
  const { not_restored: losses } = detail;
  if (losses.length === 0) return null;
  const isDone = detail.change.undoes !== null;
  return (
    <section class="warning" aria-labelledby="lost">
      <h2 id="lost">{isDone ? "What did not come back" : "What an undo cannot bring back"}</h2>
      <ul class="why">
        {losses.slice(0, rows).map((loss) => (
          <li>{loss}</li>
        ))}
      </ul>
    </section>
  );
}

function Items({ items, names }: { readonly items: readonly Item[]; readonly names: Names }) {
  if (items.length === 0) return null;
  return (
    <DataTable
      class="keys journal"
      caption="Transactions before and after"
      columns={["Transaction", "Field", "Before", "After"]}
    >
      {items.flatMap((item) =>
        item.kind === "edit"
          ? item.fields.map(({ field, before, after, undone }) => (
              <tr>
                <ItemCell item={item} />
                <td data-label="Field">{FIELD_NAMES[field]}</td>
                <td data-label="Before">{printValue(field, before, names)}</td>
                <td data-label="After">
                  {printValue(field, after, names)}
                  {undone ? <small>undone since</small> : null}
                </td>
              </tr>
            ))
          : [
              <tr>
                <ItemCell item={item} />
                <td data-label="Field">Transaction</td>
                <td data-label="Before">{item.kind === "delete" ? "there" : "deleted"}</td>
                <td data-label="After">{item.kind === "delete" ? "deleted" : "there again"}</td>
              </tr>,
            ],
      )}
    </DataTable>
  );
}

function ItemCell({ item }: { readonly item: Item }) {
  const { label } = item;
  return (
    <th scope="row">
      {item.kind === "delete" ? (
        nameItem(item, item.id)
      ) : (
        <TransactionLink id={item.current_id} name={nameItem(item, item.id)} />
      )}
      {label === null ? null : (
        <small>
          {`${printDay(label.date)}, ${printAmount(label.amount, label.currency)} ${label.currency.toUpperCase()}`}
        </small>
      )}
    </th>
  );
}

function TransactionLink({ id, name }: { readonly id: number; readonly name: string }) {
  return <a href={`/transactions/${id}`}>{name}</a>;
}

function nameItem(item: Item | undefined, id: number): string {
  const payee = item?.label?.payee ?? "";
  return payee === "" ? `Transaction ${id}` : payee;
}
