// The table of transactions. On a phone a row is a card of two lines, by the sheet alone.

import type { Child } from "hono/jsx";
import { useTarget } from "../ui/frame.tsx";
import { printAmount, printDay } from "../ui/print.ts";
import { printChosen } from "./bulk.ts";
import type { ListContext } from "./list-context.ts";
import { stateAddress } from "./page-state.ts";
import { hasReceipt, isTransfer, readProvenance } from "./provenance.ts";
import { nameAccount, nameCategory, nameTag, type Names } from "./read-names.ts";
import { printBase } from "./base.ts";
import type { Part, Transaction } from "./wire.ts";

interface RowsProps {
  readonly rows: readonly Transaction[];
  readonly names: Names;
  readonly caption: string;
  /** Makes the address of a transaction's page. */
  readonly href: (id: number) => string;
  /** Given if rows can be selected and edited; otherwise they are only shown. */
  readonly list?: ListContext;
  /** What is shown in place of a row; null for the row itself. */
  readonly instead?: (row: Transaction) => Child;
  /** What is shown after a row. */
  readonly after?: (row: Transaction) => Child;
  /** The account's balance after each transaction, by id; empty if it is unknown. */
  readonly balances?: ReadonlyMap<number, string>;
}

const PLAIN_COLUMNS = 5;

/** How many columns the table has. */
export function countColumns({ list, balances }: Pick<RowsProps, "list" | "balances">): number {
  const hasBalance = balances !== undefined && balances.size > 0;
  return PLAIN_COLUMNS + (list === undefined ? 0 : 1) + (hasBalance ? 1 : 0);
}

/** The transactions as a table. */
export function TransactionTable(props: RowsProps) {
  const { rows, caption, list, instead, after, balances } = props;
  return (
    <table class="ledger" data-rules={list?.hasRules === true ? "yes" : undefined}>
      <caption class="hidden">{caption}</caption>
      <thead>
        <tr>
          {list === undefined ? null : (
            <th scope="col" class="select">
              <input
                class="with-scripts"
                type="checkbox"
                id="select-page"
                aria-label="Select all on this page"
              />
            </th>
          )}
          <th scope="col">Date</th>
          <th scope="col">Payee</th>
          <th scope="col">Category</th>
          <th scope="col">Account</th>
          <th scope="col" class="number">
            Amount
          </th>
          {balances === undefined || balances.size === 0 ? null : (
            <th scope="col" class="number">
              Balance
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <>
            {instead?.(row) ?? <Row transaction={row} {...props} />}
            {after?.(row)}
          </>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<RowsProps, "names" | "href" | "balances"> {
  readonly transaction: Transaction;
  readonly list?: ListContext | undefined;
}

function Row({ transaction, names, href, list, balances }: RowProps) {
  const { id, date, payee, notes } = transaction;
  const original = transaction.original_name ?? "";
  return (
    <tr id={`row-${id}`}>
      {list === undefined ? null : <SelectCell transaction={transaction} />}
      <td class="date">
        <time datetime={date}>{printDay(date)}</time>
      </td>
      <th scope="row" class="payee">
        <a id={`payee-${id}`} href={href(id)}>
          {payee || "No payee"}
        </a>
        <Marks transaction={transaction} names={names} isInList={list !== undefined} />
        {original === "" || original === payee ? null : <small class="original">{original}</small>}
        {notes ? <small class="notes">{notes}</small> : null}
      </th>
      <CategoryCell transaction={transaction} names={names} list={list} />
      <td class="account">{nameAccount(names, transaction)}</td>
      <Amount transaction={transaction} currency={names.currency} />
      {balances === undefined || balances.size === 0 ? null : (
        <td class="number running">{balances.get(id) ?? ""}</td>
      )}
    </tr>
  );
}

function SelectCell({ transaction }: Pick<RowProps, "transaction">) {
  const { id } = transaction;
  return (
    <td class="select">
      <input
        type="checkbox"
        form="bulk"
        name="id"
        id={`select-${id}`}
        value={printChosen(transaction)}
        aria-label={`Select ${nameRow(transaction)}`}
      />
    </td>
  );
}

/** A transaction in a label: "ALDI, 5 Nov 2026, −5.25". */
export function nameRow({ payee, date, amount, currency }: Part): string {
  return `${payee || "No payee"}, ${printDay(date)}, ${printAmount(amount, currency)}`;
}

/** The category; in the list it opens the row for editing. */
function CategoryCell({
  transaction,
  names,
  list,
}: Pick<RowProps, "transaction" | "names" | "list">) {
  const { id, category_id: category } = transaction;
  const isNone = category == null && transaction.is_split_parent !== true;
  const words = transaction.is_split_parent === true ? "Split" : nameCategory(names, category);
  return (
    <td class={isNone ? "category none" : "category"}>
      {list === undefined ? (
        words
      ) : (
        <a
          id={`edit-${id}`}
          class="edit"
          href={stateAddress(list.here, { edit: id }, `#row-${id}`)}
          data-swap={list.swap}
          title="Edit this row"
        >
          {words}
        </a>
      )}
    </td>
  );
}

/** The amount in its own currency, and in the budget's where that is another. */
export function Amount({
  transaction: { amount, currency, to_base: base },
  currency: own,
}: {
  readonly transaction: Pick<Part, "amount" | "currency" | "to_base">;
  readonly currency: string | null;
}) {
  const printed = printAmount(amount, currency);
  const isForeign = own !== null && own !== currency;
  const converted = isForeign ? printBase(base) : null;
  return (
    <td class={printed.startsWith("+") ? "number amount in" : "number amount"}>
      {printed}
      {isForeign || own === null ? ` ${currency.toUpperCase()}` : ""}
      {converted === null || own === null ? null : (
        <small>{`${printAmount(converted, own)} ${own.toUpperCase()}`}</small>
      )}
    </td>
  );
}

interface MarksProps {
  readonly transaction: Transaction;
  readonly names: Names;
  readonly isInList: boolean;
}

/** Small words about a transaction. */
function Marks({ transaction, names, isInList }: MarksProps) {
  const { status, tag_ids: tags } = transaction;
  const isPending = transaction.is_pending === true;
  const asksReview = status === "unreviewed" && !isPending;
  const marks = [
    isPending ? "pending" : null,
    status === "delete_pending" ? "withdrawn by the bank" : null,
    hasReceipt(transaction) ? "receipt" : null,
    transaction.split_parent_id == null ? null : "part of a split",
    describeGroup(transaction),
    transaction.recurring_id == null ? null : "recurring",
  ].filter((mark) => mark !== null);
  const source = describeSource(transaction);
  const named = (tags ?? []).map((tag) => nameTag(names, tag));
  if (marks.length + named.length === 0 && source === null && !asksReview) return null;
  return (
    <span class="marks">
      {" "}
      {asksReview ? <ReviewMark transaction={transaction} isInList={isInList} /> : null}
      {marks.map((mark) => (
        <span class={mark === "pending" ? "mark asks" : "mark"}>{mark}</span>
      ))}
      {named.map((tag) => (
        <span class="mark tag">{tag}</span>
      ))}
      {source === null ? null : <span class="mark source">{source}</span>}
    </span>
  );
}

/** In the list a button that marks the transaction as reviewed (its form is in list.tsx). */
function ReviewMark({ transaction, isInList }: Omit<MarksProps, "names">) {
  if (!isInList) return <span class="mark asks">to review</span>;
  const { id } = transaction;
  return (
    <button
      class="mark asks"
      type="submit"
      form="review"
      name="id"
      value={printChosen(transaction)}
      id={`review-${id}`}
      title="Mark as reviewed"
      data-focus={`payee-${id}`}
    >
      to review<span class="hidden">{`: mark as reviewed ${nameRow(transaction)}`}</span>
    </button>
  );
}

function describeGroup(transaction: Transaction): string | null {
  if (transaction.is_group_parent !== true) return null;
  return isTransfer(transaction) ? "transfer" : "group";
}

function describeSource(transaction: Transaction): string | null {
  const { run, message, isLinked } = readProvenance(transaction);
  if (run !== null) return "import";
  if (message !== null) return "mail";
  return isLinked ? "bank" : null;
}

/** The target of a form about one transaction. */
export function useTransactionTarget(id: number): string {
  return useTarget(`/transactions/${id}`);
}
