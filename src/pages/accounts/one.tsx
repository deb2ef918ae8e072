// The page of one account: its balance and history, its transactions, where its data comes from, and
// for a manual account the comparison with a statement and the forms that change it.

import type { Child } from "hono/jsx";
import { isDebt } from "../../money/debt.ts";
import type { Month } from "../../money/month.ts";
import { DescribedInput } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { Fact } from "../ui/table.tsx";
import type { LedgerPage } from "../transactions/read-ledger.ts";
import type { Names } from "../transactions/read-names.ts";
import { TransactionTable } from "../transactions/rows.tsx";
import { Balance } from "./cells.tsx";
import { Closing, EditForm, type EditState } from "./edit-form.tsx";
import { HistoryPlot } from "./history-plot.tsx";
import type { One, OneFacts } from "./read-one.ts";
import { Reconcile, type ReconcileProps } from "./reconcile-section.tsx";
import { DataSources } from "./data-sources.tsx";
import { statusWords, typeWords } from "./words.ts";
import type { OneManual } from "./wire.ts";

/** The parts that only a manual account has. */
export interface ManualParts {
  readonly reconcile: ReconcileProps;
  readonly edit: EditState;
  readonly follows: boolean;
  readonly byPurchase: boolean;
  readonly closeError: string | null;
  readonly valueError: string | null;
  readonly formKey: string;
}

export interface OneProps {
  readonly facts: OneFacts;
  readonly page: LedgerPage | null;
  readonly names: Names;
  readonly manual: ManualParts | null;
  /** What was just done, in words. */
  readonly done: string | null;
  readonly alert: string | null;
  readonly current: Month;
  readonly today: string;
}

/** The name of an account on its page. */
export function nameOne({ account }: One): string {
  return account.display_name || account.name;
}

/** The whole page. */
export function OneAccount(props: OneProps) {
  const { facts, page, names, manual, current, today, alert } = props;
  const { one } = facts;
  const name = nameOne(one);
  const all = `/transactions?account=${one.kind}:${one.account.id}`;
  return (
    <Shell title={name} current="/accounts" scripts={["/plots.js"]}>
      <p class="origin">
        <a href="/accounts">← Accounts</a>
      </p>
      <Alert message={alert} />
      <Head {...props} name={name} />
      {facts.unread.map((sentence) => (
        <p class="warning">{sentence}</p>
      ))}
      <HistoryPlot one={one} primary={facts.primary} history={facts.history} current={current} />
      {manual === null ? null : <Reconcile {...manual.reconcile} />}
      <section class="one-account" id="rows" aria-labelledby="rows-title">
        <h2 id="rows-title">Newest transactions</h2>
        {page === null || page.rows.length === 0 ? (
          <p>
            {page === null ? "The transactions could not be read." : "No transactions yet."}{" "}
            {page === null ? null : <a href="/">Import files</a>}
          </p>
        ) : (
          <>
            <TransactionTable
              rows={page.rows}
              names={names}
              caption={`Newest transactions of ${name}`}
              href={(id) =>
                `/transactions/${id}?back=${encodeURIComponent(`account=${one.kind}:${one.account.id}`)}`
              }
            />
            <p>
              <a href={all}>{`See all transactions of ${name}`}</a>
            </p>
          </>
        )}
      </section>
      <DataSources facts={facts} manual={manual} />
      {one.kind !== "manual" || manual === null ? null : (
        <>
          <EditForm account={one.account} state={manual.edit} formKey={manual.formKey} />
          <Closing account={one.account} today={today} error={manual.closeError} />
        </>
      )}
    </Shell>
  );
}

function Head({ facts: { one }, name, done, manual, today }: OneProps & { readonly name: string }) {
  const { account } = one;
  const asOf = one.kind === "manual" ? one.account.balance_as_of : one.account.balance_last_update;
  const bank = account.institution_name ?? null;
  return (
    <div id="head">
      <h1>{name}</h1>
      {done === null ? null : (
        <p class="saved" role="status">
          {done}
        </p>
      )}
      <p class="one-balance">
        <strong class="number">
          <Balance
            amount={account.balance}
            currency={account.currency}
            type={account.type}
            asOf={asOf ?? null}
          />
        </strong>
      </p>
      <dl class="facts">
        <Fact term="Type">
          {typeWords(account.type)}
          {"subtype" in account && account.subtype ? `, ${account.subtype}` : ""}
        </Fact>
        {bank === null ? null : <Fact term="Bank">{bank}</Fact>}
        <Fact term="Status">{describeStatus(one)}</Fact>
        <Fact term="Updated by">
          {one.kind === "linked" ? "your bank" : "you and your imports"}
        </Fact>
      </dl>
      {one.kind !== "manual" || manual === null || one.account.status === "closed" ? null : (
        <SetValue account={one.account} today={today} error={manual.valueError} />
      )}
    </div>
  );
}

function describeStatus(one: One): Child {
  if (one.kind === "linked") return statusWords(one.account.status);
  return one.account.status === "closed"
    ? `closed on ${printDay(one.account.closed_on ?? "")}`
    : "open";
}

function SetValue({
  account,
  today,
  error,
}: {
  readonly account: OneManual;
  readonly today: string;
  readonly error: string | null;
}) {
  return (
    <details class="ask-once" open={error !== null}>
      <summary id="value-open">Set the balance</summary>
      <form
        method="post"
        action={useTarget(`/accounts/manual/${account.id}/value`)}
        data-swap="head reconcile"
      >
        <DescribedInput
          id="value"
          label={`${isDebt(account.type) ? "Amount owed" : "Balance"} today, in ${account.currency.toUpperCase()}`}
          error={error}
          help="Later transactions change it from there. For a statement of an earlier day, compare below."
          name="value"
          required
          inputmode="decimal"
          maxlength={30}
        />
        <input type="hidden" name="was" value={account.balance} />
        <input type="hidden" name="day" value={today} />
        <button class="primary" type="submit" id="value-save">
          Set balance
        </button>
      </form>
    </details>
  );
}
