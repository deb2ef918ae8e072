// Where a charge meets the budget: the transaction that it is and what speaks for it, or those that it may be, each with a button
// to say so; and the way back.

import { useTarget } from "../frame.tsx";
import { printAmount, printDay, printTime } from "../print.ts";
import type { ReceiptShown, Transaction } from "./wire.ts";

interface MeetingProps {
  readonly message: string;
  readonly receipt: ReceiptShown;
  readonly transactions: readonly Transaction[];
}

/** Nothing where there is nothing to say yet. */
export function Meeting({ message, receipt, transactions }: MeetingProps) {
  const { state, match, transaction_id, next_attempt_at } = receipt;
  const candidates = state === "review" || state === "waiting" ? (match?.candidates ?? []) : [];
  return (
    <>
      {transaction_id === null ? null : (
        <p class="read">
          {"In the budget: "}
          <TransactionText id={transaction_id} transactions={transactions} />
        </p>
      )}
      {candidates.length > 0 || match === null || match.evidence.length === 0 ? null : (
        <ul class="why evidence" aria-label="What speaks for it">
          {match.evidence.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      {candidates.length === 0 ? null : <Candidates message={message} receipt={receipt} transactions={transactions} candidates={candidates} />}
      {state !== "waiting" || next_attempt_at === null ? null : (
        <p class="hint">
          {"The bank’s row is looked for after every import, and next "}
          <time datetime={next_attempt_at}>{printTime(next_attempt_at)}</time>.
        </p>
      )}
    </>
  );
}

type CandidatesProps = MeetingProps & { readonly candidates: NonNullable<ReceiptShown["match"]>["candidates"] };

function Candidates({ message, receipt, transactions, candidates }: CandidatesProps) {
  return (
    <section aria-label="Transactions that it may be">
      <h3>{candidates.length === 1 ? "A transaction that it may be" : "Transactions that it may be"}</h3>
      <ul class="candidates">
        {candidates.map(({ transactions: ids, evidence }) => {
          const [only, second] = ids;
          return (
            <li>
              {ids.map((id) => (
                <p>
                  <TransactionText id={id} transactions={transactions} />
                </p>
              ))}
              <small>{evidence.join("; ")}</small>
              {only === undefined || second !== undefined ? (
                <p class="hint">Several together: nothing is decided here; each stays as it is.</p>
              ) : (
                <Choose message={message} receipt={receipt.id} transaction={only} />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Choose({ message, receipt, transaction }: { readonly message: string; readonly receipt: number; readonly transaction: number }) {
  return (
    <form class="actions" method="post" action={useTarget(`/inbox/${encodeURIComponent(message)}/match`)}>
      <input type="hidden" name="receipt" value={String(receipt)} />
      <input type="hidden" name="transaction_id" value={String(transaction)} />
      <button class="primary" type="submit" name="is_it" value="yes">
        It is this one
      </button>
      <button type="submit" name="is_it" value="no">
        It is not
      </button>
    </form>
  );
}

function TransactionText({ id, transactions }: { readonly id: number; readonly transactions: readonly Transaction[] }) {
  const found = transactions.find((one) => one.id === id);
  if (found === undefined) return <>{`transaction ${id}`}</>;
  return (
    <>
      <time datetime={found.date}>{printDay(found.date)}</time>
      {`, ${printAmount(found.amount, found.currency)} ${found.currency.toUpperCase()}, ${found.payee || "no payee"} (transaction ${id})`}
    </>
  );
}

/** Undoes what the charge did in the budget. */
export function TakeBack({ message, receipt }: { readonly message: string; readonly receipt: ReceiptShown }) {
  return (
    <form class="actions" method="post" action={useTarget(`/inbox/${encodeURIComponent(message)}/undo`)}>
      <input type="hidden" name="receipt" value={String(receipt.id)} />
      <button type="submit">{receipt.state === "matched" ? "Undo: it is not that transaction" : "Undo: take it out of the budget"}</button>
    </form>
  );
}
