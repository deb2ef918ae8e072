// Transfers between a person's accounts: the section on the page of one transaction, with the other
// side and the evidence, and the page on which a person chooses the other side.

import { OFFERED_TRANSFER_DAYS } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { printAmount, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, hidden, numeric } from "../ui/table.tsx";
import { BackToOne, Lead } from "./lead.tsx";
import { isTransfer } from "./provenance.ts";
import { nameAccount, nameCategory, type Names } from "./read-names.ts";
import type { OwnTransfer } from "./read-one.ts";
import { Amount } from "./rows.tsx";
import { Section } from "./section.tsx";
import { findObstacle } from "./standing.ts";
import type { Part, Transaction } from "./wire.ts";

interface TransferProps {
  readonly transaction: Transaction;
  /** The group that the transaction belongs to, or null. */
  readonly above: Transaction | null;
  readonly transfers: readonly OwnTransfer[];
  readonly names: Names;
  readonly back: string;
  readonly formKey: string;
}

/** Both sides of a transfer, or the other side that was found for it; nothing if there is none. */
export function TransferSection(props: TransferProps) {
  const { transaction, above, transfers } = props;
  const group = [transaction, above].find((one) => one !== null && isTransfer(one)) ?? null;
  if (group !== null) return <Accepted {...props} group={group} />;
  const open = transfers.filter(({ state }) => state === "suggested" || state === "accepting");
  if (open.length === 0 || above !== null) return null;
  return (
    <Section id="transfer" title="Is this a transfer between your accounts?">
      {open.map((transfer) => (
        <Suggested {...props} transfer={transfer} />
      ))}
    </Section>
  );
}

function Accepted({
  transaction,
  transfers,
  names,
  back,
  formKey,
  group,
}: TransferProps & { readonly group: Transaction }) {
  const sides = group.children ?? [];
  const ids = sides.map(({ id }) => id);
  const evidence = transfers.find(
    ({ debit, credit }) =>
      ids.includes(debit.transaction_id) && ids.includes(credit.transaction_id),
  )?.evidence;
  const action = useTarget(`/transactions/${group.id}/ungroup`);
  return (
    <Section id="transfer" title="Transfer between your accounts">
      <ul class="sides">
        {[...sides]
          .sort((a, b) => Number(b.amount) - Number(a.amount))
          .map((side) => (
            <li>
              <Side side={side} isShown={side.id === transaction.id} names={names} back={back} />
            </li>
          ))}
      </ul>
      {evidence === undefined ? null : <p class="hint">{evidence.join(" ")}</p>}
      <form method="post" action={action}>
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="to" value={String(ids[0] ?? "")} />
        <p class="hint">
          In lists and budgets only the difference counts. If it is no transfer, both sides are
          shown again with the categories that they had.
        </p>
        <button type="submit" id="not-transfer">
          Not a transfer
        </button>
      </form>
    </Section>
  );
}

function Side({
  side,
  isShown,
  names,
  back,
}: {
  readonly side: Part;
  readonly isShown: boolean;
  readonly names: Names;
  readonly back: string;
}) {
  const query = back === "" ? "" : `?back=${encodeURIComponent(back)}`;
  return (
    <>
      {`${Number(side.amount) > 0 ? "From" : "To"} ${nameAccount(names, side)}, ${printDay(side.date)}, ${printAmount(side.amount, side.currency)} ${side.currency.toUpperCase()}: `}
      {isShown ? (
        <strong>{side.payee || "No payee"}</strong>
      ) : (
        <a href={`/transactions/${side.id}${query}`}>{side.payee || "No payee"}</a>
      )}
      {side.category_id == null ? null : (
        <small>{` ${nameCategory(names, side.category_id)}`}</small>
      )}
    </>
  );
}

function Suggested({
  transaction,
  transfer,
  back,
  formKey,
}: TransferProps & { readonly transfer: OwnTransfer }) {
  const { debit, credit, evidence, problem, state, n } = transfer;
  const other = debit.transaction_id === transaction.id ? credit : debit;
  const action = useTarget(`/transactions/${transaction.id}/transfer`);
  const obstacle = findObstacle(transaction);
  return (
    <div class="suggested">
      <p>
        {`${other === debit ? "From" : "To"} ${other.account.name}, ${printDay(other.date)}, ${printAmount(other.amount, other.currency)} ${other.currency.toUpperCase()}: `}
        <a href={`/transactions/${other.transaction_id}`}>{other.payee || "No payee"}</a>
      </p>
      <p class="hint">{evidence.join(" ")}</p>
      {obstacle === null && problem !== null ? (
        <p class="refused">The two could not be grouped. Perhaps the other side cannot be.</p>
      ) : null}
      {obstacle === null ? null : <p class="hint">{obstacle.words}</p>}
      {state === "accepting" ? (
        <p role="status">It is being grouped…</p>
      ) : (
        <form class="actions" method="post" action={action}>
          <input type="hidden" name="back" value={back} />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="import" value={transfer.import} />
          <input type="hidden" name="n" value={String(n)} />
          {obstacle === null ? (
            <button class="primary" type="submit" id={`accept-${n}`} name="do" value="accept">
              Accept transfer
            </button>
          ) : null}
          <button type="submit" id={`dismiss-${n}`} name="do" value="dismiss">
            Not a transfer
          </button>
        </form>
      )}
    </div>
  );
}

interface ChooseProps {
  readonly transaction: Transaction;
  readonly offers: readonly Transaction[];
  readonly names: Names;
  readonly back: string;
  readonly formKey: string;
  readonly alert?: string | null;
}

/** The page on which the other side is chosen. */
export function TransferPage({
  transaction,
  offers,
  names,
  back,
  formKey,
  alert = null,
}: ChooseProps) {
  const isOut = Number(transaction.amount) > 0;
  return (
    <Shell title="Transfer" current="/transactions">
      <BackToOne transaction={transaction} back={back} />
      <h1 class="file">{isOut ? "Where did the money go?" : "Where did the money come from?"}</h1>
      <Lead transaction={transaction} names={names} />
      <Alert message={alert} />
      {offers.length === 0 ? (
        <p>
          {`No transaction of the opposite amount was found in your other accounts within ${OFFERED_TRANSFER_DAYS} days. Import that account's file first.`}
        </p>
      ) : (
        <Choices
          transaction={transaction}
          offers={offers}
          names={names}
          back={back}
          formKey={formKey}
        />
      )}
    </Shell>
  );
}

function Choices({ transaction, offers, names, back, formKey }: ChooseProps) {
  return (
    <form method="post" action={useTarget(`/transactions/${transaction.id}/transfer`)}>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={formKey} />
      <p>
        {`Opposite amounts in your other accounts within ${OFFERED_TRANSFER_DAYS} days, the nearest first. Both are then shown as one transfer, which neither earns nor spends.`}
      </p>
      <DataTable
        class="ledger picks"
        caption="Possible other sides"
        columns={["Date", "Payee", "Category", "Account", numeric("Amount"), hidden("Choose")]}
      >
        {offers.map((one) => (
          <tr>
            <td class="date">{printDay(one.date)}</td>
            <th scope="row" class="payee">
              <a href={`/transactions/${one.id}`}>{one.payee || "No payee"}</a>
            </th>
            <td class="category">{nameCategory(names, one.category_id)}</td>
            <td class="account">{nameAccount(names, one)}</td>
            <Amount transaction={one} currency={names.currency} />
            <td class="choose">
              <button
                type="submit"
                id={`other-${one.id}`}
                name="other"
                value={String(one.id)}
                aria-label={`This one: ${one.payee || "No payee"}, ${nameAccount(names, one)}, ${printDay(one.date)}`}
              >
                This one
              </button>
            </td>
          </tr>
        ))}
      </DataTable>
    </form>
  );
}
