// The rows of manual accounts and holdings: those that no provider updates, with the schedules that
// do.

import { DescribedInput } from "../ui/fields.tsx";
import { Moment } from "../ui/moment.tsx";
import { isDebt } from "../../money/debt.ts";
import { useTarget } from "../ui/frame.tsx";
import { roundToUnits } from "../overview/lines.ts";
import type { CryptoManual, ManualAccount } from "../overview/wire.ts";
import { printBalance, printQuantity } from "../ui/print.ts";
import { isFailing, schedulePath } from "../schedules/list.tsx";
import type { Schedule } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { AsOf, Balance } from "./cells.tsx";
import type { Mark } from "./marks.ts";
import type { UnconfirmedBalance } from "./wire.ts";

/** A manual account in its list. */
export function ManualRow({
  account,
  mark,
  lastImport,
  unconfirmed,
  isSetByStatements,
  refused,
  schedules,
}: {
  readonly account: ManualAccount;
  readonly mark: Mark | undefined;
  readonly lastImport: LastImport | undefined;
  readonly unconfirmed: UnconfirmedBalance | undefined;
  readonly isSetByStatements: boolean;
  readonly refused: string | null;
  readonly schedules: readonly Schedule[];
}) {
  return (
    <tr id={`manual-${account.id}`}>
      <th scope="row">
        <a href={`/accounts/manual/${account.id}`}>{account.display_name || account.name}</a>
        {account.status === "closed" ? <small>closed</small> : null}
        <small>
          <a href={`/transactions?account=manual:${account.id}`}>Transactions</a>
        </small>
      </th>
      <td class="number">
        <Balance
          amount={account.balance}
          currency={account.currency}
          type={account.type}
          asOf={account.balance_as_of ?? null}
        />
        {unconfirmed === undefined ? null : <Unconfirmed balance={unconfirmed} />}
        <SetBalance account={account} refused={refused} />
      </td>
      <td data-label="Statement">
        <StatementMark mark={mark} />
      </td>
      <td data-label="Last import">
        {lastImport === undefined ? (
          <span class="none">none</span>
        ) : (
          <a href={`/imports/${encodeURIComponent(lastImport.id)}`}>
            <Moment at={Date.parse(lastImport.at)} />
          </a>
        )}
      </td>
      <td data-label="Updated by">
        <UpdatedBy schedules={schedules} />
        {account.status === "closed" ? null : (
          <ByStatements account={account} isSet={isSetByStatements} />
        )}
      </td>
    </tr>
  );
}

/** The newest import into an account. */
export interface LastImport {
  readonly id: string;
  readonly at: string;
}

function StatementMark({ mark }: { readonly mark: Mark | undefined }) {
  if (mark === undefined) return <span class="none">none</span>;
  return (
    <a class={`statement-mark ${mark.is}`} href={mark.href}>
      {mark.words}
    </a>
  );
}

/** Whether statements set the balance, and the button that changes that. */
function ByStatements({
  account,
  isSet,
}: {
  readonly account: ManualAccount;
  readonly isSet: boolean;
}) {
  const name = account.display_name || account.name;
  return (
    <form
      class="by-statements"
      method="post"
      action={useTarget(`/accounts/manual/${account.id}/statements`)}
    >
      <input type="hidden" name="set" value={isSet ? "no" : "yes"} />
      <small>
        {isSet ? "Statements set its balance." : "Statements never change its balance."}
      </small>
      <button class="quiet" type="submit">
        {isSet ? "Never set it" : "Let statements set it"}
        <span class="hidden">{`: the balance of ${name}`}</span>
      </button>
    </form>
  );
}

/** A holding of crypto in its list. */
export function HoldingRow({
  holding,
  schedules,
}: {
  readonly holding: CryptoManual;
  readonly schedules: readonly Schedule[];
}) {
  return (
    <tr id={`holding-${holding.id}`}>
      <th scope="row">
        {holding.display_name || holding.name}
        {holding.institution_name ? <small>{holding.institution_name}</small> : null}
      </th>
      <td class="number">
        {`${printQuantity(holding.balance)} ${holding.symbol.toUpperCase()}`}
        <AsOf at={holding.balance_as_of ?? null} />
      </td>
      <td />
      <td />
      <td data-label="Updated by">
        <UpdatedBy schedules={schedules} />
      </td>
    </tr>
  );
}

/**
 * A debt's balance that an update of Tributary changed without being certain: its old and new
 * value, and a button to confirm it.
 */
function Unconfirmed({ balance }: { readonly balance: UnconfirmedBalance }) {
  const target = useTarget(`/accounts/manual/${balance.manual_account_id}/confirm`);
  const [before, now] = [balance.balance_before, balance.balance].map((amount) =>
    printBalance(roundToUnits(amount) ?? 0, balance.currency),
  );
  const currency = balance.currency.toUpperCase();
  const change =
    before === now
      ? `The balance of ${now} ${currency} was not changed.`
      : `The balance was changed from ${before} ${currency} to ${now} ${currency}.`;
  return (
    <form class="warning" method="post" action={target}>
      <p>{`An earlier version of Tributary lowered this debt with each purchase. ${change} Compare it with what you really owe.`}</p>
      <button type="submit" aria-label={`Balance is correct: ${balance.name}`}>
        Balance is correct
      </button>
    </form>
  );
}

function SetBalance({
  account,
  refused,
}: {
  readonly account: ManualAccount;
  readonly refused: string | null;
}) {
  const id = `balance-${account.id}`;
  const name = account.display_name || account.name;
  return (
    <details class="ask-once" open={refused !== null}>
      <summary>
        Set balance<span class="hidden">{` of ${name}`}</span>
      </summary>
      <form method="post" action={useTarget(`/accounts/manual/${account.id}/balance`)}>
        <input type="hidden" name="was" value={account.balance} />
        <input type="hidden" name="key" value={crypto.randomUUID()} />
        <DescribedInput
          id={id}
          label={`${isDebt(account.type) ? "Amount owed now" : "Balance now"}, in ${account.currency.toUpperCase()}`}
          error={refused}
          help="A number such as 1250.50. Later transactions change the balance from there."
          name="balance"
          required
          inputmode="decimal"
          maxlength={30}
        />
        <button class="primary" type="submit">
          Set balance
        </button>
      </form>
    </details>
  );
}

function UpdatedBy({ schedules }: { readonly schedules: readonly Schedule[] }) {
  if (schedules.length === 0) return <>you and your imports</>;
  return (
    <>
      {schedules.map((schedule) => (
        <p>
          <a href={schedulePath(schedule.id)}>{schedule.name}</a>
          <small class={isFailing(schedule) ? "failing" : undefined}>
            {schedule.last_run === null ? "not run yet" : runWords(schedule.last_run)}
          </small>
        </p>
      ))}
    </>
  );
}
