// Manual accounts and holdings: those that no provider updates, with the schedules that do.

import { DescribedInput } from "../ui/fields.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { isDebt } from "../../money/debt.ts";
import { useTarget } from "../ui/frame.tsx";
import { roundToUnits } from "../overview/lines.ts";
import type { CryptoManual, ManualAccount } from "../overview/wire.ts";
import { printBalance, printQuantity } from "../ui/print.ts";
import { isFailing, schedulePath } from "../schedules/list.tsx";
import type { Schedule, ScheduleTarget } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { AsOf, Balance } from "./cells.tsx";
import type { UnconfirmedBalance } from "./wire.ts";

interface ManualAccountsProps {
  readonly manual: readonly ManualAccount[];
  readonly holdings: readonly CryptoManual[];
  readonly schedules: readonly Schedule[];
  readonly unconfirmed: readonly UnconfirmedBalance[];
  readonly neverSet: readonly number[];
  /** Why a balance was not set, and whose; null if none was refused. */
  readonly refused: { readonly account: number; readonly message: string } | null;
}

/** A table of all of them; nothing if there are none. */
export function ManualAccounts({
  manual,
  holdings,
  schedules,
  unconfirmed,
  neverSet,
  refused,
}: ManualAccountsProps) {
  if (manual.length + holdings.length === 0) return null;
  return (
    <section aria-labelledby="by-hand">
      <h2 id="by-hand">Manual accounts</h2>
      <p class="hint">
        <a href="/">Import a file</a> to add transactions, or use a{" "}
        <a href="/schedules">schedule</a> to update a balance automatically.
      </p>
      <DataTable
        class="keys accounts"
        caption="Manual accounts"
        columns={["Account", numeric("Balance"), "Updated by"]}
      >
        {manual.map((one) => (
          <ManualRow
            account={one}
            unconfirmed={unconfirmed.find((balance) => balance.manual_account_id === one.id)}
            isSetByStatements={!neverSet.includes(one.id)}
            refused={refused?.account === one.id ? refused.message : null}
            schedules={schedules.filter(({ target }) => manualAccountId(target) === one.id)}
          />
        ))}
        {holdings.map((one) => (
          <HoldingRow
            holding={one}
            schedules={schedules.filter(
              ({ target }) => "crypto_manual_id" in target && target.crypto_manual_id === one.id,
            )}
          />
        ))}
      </DataTable>
    </section>
  );
}

function ManualRow({
  account,
  unconfirmed,
  isSetByStatements,
  refused,
  schedules,
}: {
  readonly account: ManualAccount;
  readonly unconfirmed: UnconfirmedBalance | undefined;
  readonly isSetByStatements: boolean;
  readonly refused: string | null;
  readonly schedules: readonly Schedule[];
}) {
  return (
    <tr id={`manual-${account.id}`}>
      <th scope="row">
        <a href={`/transactions?account=manual:${account.id}`}>
          {account.display_name || account.name}
        </a>
        {account.status === "closed" ? <small>closed</small> : null}
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
      <td data-label="Updated by">
        <UpdatedBy schedules={schedules} />
        {account.status === "closed" ? null : (
          <ByStatements account={account} isSet={isSetByStatements} />
        )}
      </td>
    </tr>
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
      <button
        class="quiet"
        type="submit"
        aria-label={
          isSet ? `Never set the balance of ${name}` : `Let statements set the balance of ${name}`
        }
      >
        {isSet ? "Never set it" : "Let statements set it"}
      </button>
    </form>
  );
}

function HoldingRow({
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
      <summary aria-label={`Set the balance of ${name}`}>Set balance</summary>
      <form method="post" action={useTarget(`/accounts/manual/${account.id}/balance`)}>
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

/** The manual account that a schedule writes to; null for a holding. */
function manualAccountId(target: ScheduleTarget): number | null {
  if ("manual_account_id" in target) return target.manual_account_id;
  if ("history" in target) return target.history;
  return "statement" in target ? target.statement : null;
}
