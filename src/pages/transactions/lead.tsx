// The beginning of the pages of one transaction: the link back, and the line with its amount, day
// and account.

import { printAmount, printDay } from "../ui/print.ts";
import { printBase } from "./base.ts";
import { nameAccount, type Names } from "./read-names.ts";
import type { Transaction } from "./wire.ts";

/** The link to the page of the transaction. */
export function BackToOne({
  transaction: { id, payee },
  back,
}: {
  readonly transaction: Transaction;
  readonly back: string;
}) {
  return (
    <p class="origin">
      <a href={`/transactions/${id}${backQuery(back)}`}>{`← ${payee || "Transaction"}`}</a>
    </p>
  );
}

/** The query that keeps the list that the person came from. */
export function backQuery(back: string): string {
  return back === "" ? "" : `?back=${encodeURIComponent(back)}`;
}

/**
 * The line with the amount (also in the budget's currency, if that differs), the day and the
 * account.
 */
export function Lead({
  transaction,
  names,
}: {
  readonly transaction: Transaction;
  readonly names: Names;
}) {
  const { amount, currency, to_base: base, date } = transaction;
  const own = names.currency;
  const printed = printAmount(amount, currency);
  const converted = own === null || own === currency ? null : printBase(base);
  return (
    <p class="lead">
      <strong class={printed.startsWith("+") ? "flow in" : "flow"}>
        {`${printed} ${currency.toUpperCase()}`}
      </strong>
      {converted === null || own === null
        ? null
        : ` (${printAmount(converted, own)} ${own.toUpperCase()})`}
      {" · "}
      <time datetime={date}>{printDay(date)}</time>
      {` · ${nameAccount(names, transaction)}`}
    </p>
  );
}
