// The table of transactions. On a phone a row is a card of two lines, by the sheet alone.

import { useTarget } from "../ui/frame.tsx";
import { printAmount, printDay } from "../ui/print.ts";
import { DataTable, numeric } from "../ui/table.tsx";
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
}

/** The transactions as a table. */
export function TransactionTable({ rows, names, caption, href }: RowsProps) {
  return (
    <DataTable
      class="ledger"
      caption={caption}
      columns={["Date", "Payee", "Category", "Account", numeric("Amount")]}
    >
      {rows.map((row) => (
        <Row transaction={row} names={names} href={href(row.id)} />
      ))}
    </DataTable>
  );
}

interface RowProps {
  readonly transaction: Transaction;
  readonly names: Names;
  readonly href: string;
}

function Row({ transaction, names, href }: RowProps) {
  const { id, date, payee, notes, category_id: category } = transaction;
  const original = transaction.original_name ?? "";
  return (
    <tr id={`row-${id}`}>
      <td class="date">
        <time datetime={date}>{printDay(date)}</time>
      </td>
      <th scope="row" class="payee">
        <a id={`payee-${id}`} href={href}>
          {payee || "No payee"}
        </a>
        <Marks transaction={transaction} names={names} />
        {original === "" || original === payee ? null : <small class="original">{original}</small>}
        {notes ? <small class="notes">{notes}</small> : null}
      </th>
      <td class={category == null ? "category none" : "category"}>
        {transaction.is_split_parent === true ? "Split" : nameCategory(names, category)}
      </td>
      <td class="account">{nameAccount(names, transaction)}</td>
      <Amount transaction={transaction} currency={names.currency} />
    </tr>
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

/** Small words about a transaction. */
function Marks({ transaction, names }: Omit<RowProps, "href">) {
  const { status, tag_ids: tags } = transaction;
  const isPending = transaction.is_pending === true;
  const marks = [
    status === "unreviewed" && !isPending ? "to review" : null,
    isPending ? "pending" : null,
    status === "delete_pending" ? "withdrawn by the bank" : null,
    hasReceipt(transaction) ? "receipt" : null,
    transaction.split_parent_id == null ? null : "part of a split",
    describeGroup(transaction),
    transaction.recurring_id == null ? null : "recurring",
  ].filter((mark) => mark !== null);
  const source = describeSource(transaction);
  const named = (tags ?? []).map((tag) => nameTag(names, tag));
  if (marks.length + named.length === 0 && source === null) return null;
  return (
    <span class="marks">
      {" "}
      {marks.map((mark) => (
        <span class={mark === "to review" || mark === "pending" ? "mark asks" : "mark"}>
          {mark}
        </span>
      ))}
      {named.map((tag) => (
        <span class="mark tag">{tag}</span>
      ))}
      {source === null ? null : <span class="mark source">{source}</span>}
    </span>
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
