// The transaction that a charge was matched with and the evidence, or the candidates with a button
// for each, and the undo.

import { PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printAmount, printDay, printTime } from "../ui/print.ts";
import type { ReceiptShown, Transaction } from "./wire.ts";

interface MeetingProps {
  readonly message: string;
  readonly receipt: ReceiptShown;
  readonly transactions: readonly Transaction[];
}

/** Nothing if there is no match and no candidate. */
export function Meeting({ message, receipt, transactions }: MeetingProps) {
  const { state, match, transaction_id, next_attempt_at } = receipt;
  const candidates = state === "matched" ? [] : (match?.candidates ?? []);
  const one = transaction_id === null ? [] : [transaction_id];
  const matched = match?.transactions ?? [];
  const mine = matched.length > 0 ? matched : one;
  return (
    <>
      {mine.map((id) => (
        <p class="read">
          {"Transaction: "}
          <TransactionText id={id} transactions={transactions} />
        </p>
      ))}
      {(candidates.length > 0 && state !== "inserted") ||
      match === null ||
      match.evidence.length === 0 ? null : (
        <ul class="why evidence" aria-label="Evidence">
          {match.evidence.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
      {candidates.length === 0 ? null : (
        <Candidates
          message={message}
          receipt={receipt}
          transactions={transactions}
          candidates={candidates}
        />
      )}
      {state !== "waiting" || next_attempt_at === null ? null : (
        <p class="hint">
          {"Tributary looks for the bank transaction after every import, and next at "}
          <time datetime={next_attempt_at}>{printTime(next_attempt_at)}</time>.
        </p>
      )}
    </>
  );
}

type CandidatesProps = MeetingProps & {
  readonly candidates: NonNullable<NonNullable<ReceiptShown["match"]>["candidates"]>;
};

function Candidates({ message, receipt, transactions, candidates }: CandidatesProps) {
  return (
    <section aria-label="Possible transactions">
      <h3>{writeHeading(receipt.state, candidates.length)}</h3>
      <ul class="candidates">
        {candidates.map(({ transactions: ids, evidence }) => (
          <li>
            {ids.map((id) => (
              <p>
                <TransactionText id={id} transactions={transactions} />
              </p>
            ))}
            <small>{evidence.join("; ")}</small>
            <Choose message={message} receipt={receipt.id} transactions={ids} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function writeHeading(state: ReceiptShown["state"], count: number): string {
  if (state === "inserted") return "Another transaction that may be the same purchase";
  return count === 1 ? "Possible transaction" : "Possible transactions";
}

function Choose({
  message,
  receipt,
  transactions,
}: {
  readonly message: string;
  readonly receipt: number;
  readonly transactions: readonly number[];
}) {
  return (
    <form
      class="actions"
      method="post"
      action={useTarget(`/inbox/${encodeURIComponent(message)}/match`)}
    >
      <input type="hidden" name="receipt" value={String(receipt)} />
      <input type="hidden" name="transactions" value={transactions.join(",")} />
      <button class="primary" type="submit" name="is_it" value="yes">
        {transactions.length > 1 ? "Match these" : "Match this one"}
      </button>
      <button type="submit" name="is_it" value="no">
        {transactions.length > 1 ? "Not these" : "Not this one"}
      </button>
    </form>
  );
}

/** A transaction in one line. */
export function TransactionText({
  id,
  transactions,
}: {
  readonly id: number;
  readonly transactions: readonly Transaction[];
}) {
  const found = transactions.find((one) => one.id === id);
  if (found === undefined) return <>{`transaction ${id}`}</>;
  return (
    <>
      <time datetime={found.date}>{printDay(found.date)}</time>
      {`, ${printAmount(found.amount, found.currency)} ${found.currency.toUpperCase()}, ${found.payee || "no payee"} (transaction ${id})`}
    </>
  );
}

interface ActProps {
  readonly message: string;
  readonly receipt: ReceiptShown;
}

/** The button that undoes what the charge changed in the budget. */
export function TakeBack({ message, receipt }: ActProps) {
  return (
    <>
      <Parts message={message} receipt={receipt} />
      <div class="actions">
        <Act
          message={message}
          receipt={receipt}
          act="undo"
          label={receipt.state === "matched" ? "Undo the match" : "Undo and remove from the budget"}
        />
      </div>
    </>
  );
}

/** The button that searches for the transaction again, if nothing else must be settled first. */
export function LookAgain({ message, receipt }: ActProps) {
  const { state, reason, total, currency, date } = receipt;
  const fits =
    state === "waiting" ||
    (state === "review" && (reason === "no_match" || reason === "several_matches"));
  return fits && total !== null && currency !== null && date !== null ? (
    <Act message={message} receipt={receipt} act="look" label="Search again" />
  ) : null;
}

/** The transaction split into parts by item: offered, in progress, or done. */
function Parts({ message, receipt }: ActProps) {
  const { split, parts } = receipt;
  if (split?.state === "doing" || split?.state === "undoing")
    return (
      <p class="hint">
        {split.state === "doing" ? "Splitting the transaction by item." : "Undoing the split."}
      </p>
    );
  const shown = split?.state === "done" ? split.parts : parts;
  if (shown === null) return null;
  const done = split?.state === "done";
  return (
    <details class="parts" open={split !== null}>
      <summary>{done ? `Split into ${shown.length} parts by item` : "Split by item"}</summary>
      {split?.said ? (
        <p class="caution">{`${done ? "The split was not undone" : "Not split"}: ${split.said}`}</p>
      ) : null}
      <ul>
        {shown.map(({ name, amount }) => (
          <li>{`${name}: ${printAmount(amount, receipt.currency)}`}</li>
        ))}
      </ul>
      <p class="hint">
        Tax, shipping, tip and discount are shared among the items. Each part gets the transaction’s
        category, which you can change in the budget.
      </p>
      <div class="actions">
        <Act
          message={message}
          receipt={receipt}
          act={done ? "unsplit" : "split"}
          label={done ? "Undo the split" : `Split into ${shown.length} parts`}
        />
      </div>
    </details>
  );
}

function Act({
  message,
  receipt,
  act,
  label,
}: ActProps & { readonly act: "undo" | "look" | "split" | "unsplit"; readonly label: string }) {
  return (
    <PostButton
      action={useTarget(`/inbox/${encodeURIComponent(message)}/${act}`)}
      label={label}
      fields={{ receipt: String(receipt.id) }}
    />
  );
}
