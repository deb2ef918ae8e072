// Manual accounts and holdings: those that no provider updates, with the schedules that do.

import { FieldError, describeControl } from "../ui/fields.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { isDebt } from "../../money/debt.ts";
import { useTarget } from "../ui/frame.tsx";
import { unitsOf } from "../overview/lines.ts";
import type { CryptoManual, ManualAccount } from "../overview/wire.ts";
import { printBalance, printQuantity } from "../ui/print.ts";
import { isFailing, pathOf } from "../schedules/list.tsx";
import type { Schedule, ScheduleTarget } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { AsOf, Balance } from "./cells.tsx";
import type { UnconfirmedBalance } from "./wire.ts";

interface ByHandProps {
  readonly manual: readonly ManualAccount[];
  readonly holdings: readonly CryptoManual[];
  readonly schedules: readonly Schedule[];
  readonly unconfirmed: readonly UnconfirmedBalance[];
  /** Why a balance was not set, and whose; null if none was refused. */
  readonly refused: { readonly account: number; readonly message: string } | null;
}

/** A table of all of them; nothing if there are none. */
export function ByHand({ manual, holdings, schedules, unconfirmed, refused }: ByHandProps) {
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
          <tr id={`manual-${one.id}`}>
            <th scope="row">
              {one.display_name || one.name}
              {one.status === "closed" ? <small>closed</small> : null}
            </th>
            <td class="number">
              <Balance
                amount={one.balance}
                currency={one.currency}
                type={one.type}
                asOf={one.balance_as_of ?? null}
              />
              <Unconfirmed
                balance={
                  unconfirmed.find((balance) => balance.manual_account_id === one.id) ?? null
                }
              />
              <SetBalance
                account={one}
                refused={refused?.account === one.id ? refused.message : null}
              />
            </td>
            <td>
              <FedBy schedules={schedules.filter(({ target }) => manualOf(target) === one.id)} />
            </td>
          </tr>
        ))}
        {holdings.map((one) => (
          <tr id={`holding-${one.id}`}>
            <th scope="row">
              {one.display_name || one.name}
              {one.institution_name ? <small>{one.institution_name}</small> : null}
            </th>
            <td class="number">
              {`${printQuantity(one.balance)} ${one.symbol.toUpperCase()}`}
              <AsOf at={one.balance_as_of ?? null} />
            </td>
            <td>
              <FedBy
                schedules={schedules.filter(
                  ({ target }) =>
                    "crypto_manual_id" in target && target.crypto_manual_id === one.id,
                )}
              />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/**
 * A debt's balance that an update of Tributary changed without being certain: its old and new
 * value, and a button to confirm it.
 */
function Unconfirmed({ balance }: { readonly balance: UnconfirmedBalance | null }) {
  const target = useTarget(`/accounts/manual/${balance?.manual_account_id ?? 0}/confirm`);
  if (balance === null) return null;
  const [before, now] = [balance.balance_before, balance.balance].map((amount) =>
    printBalance(unitsOf(amount) ?? 0, balance.currency),
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
        <div class="field">
          <label
            for={id}
          >{`${isDebt(account.type) ? "Amount owed now" : "Balance now"}, in ${account.currency.toUpperCase()}`}</label>
          <input
            id={id}
            name="balance"
            required
            inputmode="decimal"
            maxlength={30}
            autocomplete="off"
            {...describeControl(id, refused, `${id}-help`)}
          />
          <FieldError id={id} error={refused} />
          <small id={`${id}-help`}>
            A number such as 1250.50. Later transactions change the balance from there.
          </small>
        </div>
        <button class="primary" type="submit">
          Set balance
        </button>
      </form>
    </details>
  );
}

function FedBy({ schedules }: { readonly schedules: readonly Schedule[] }) {
  if (schedules.length === 0) return <>you and your imports</>;
  return (
    <>
      {schedules.map((schedule) => (
        <p>
          <a href={pathOf(schedule.id)}>{schedule.name}</a>
          <small class={isFailing(schedule) ? "failing" : undefined}>
            {schedule.last_run === null ? "not run yet" : runWords(schedule.last_run)}
          </small>
        </p>
      ))}
    </>
  );
}

/** The manual account that a schedule writes to; null for a holding. */
function manualOf(target: ScheduleTarget): number | null {
  if ("manual_account_id" in target) return target.manual_account_id;
  if ("history" in target) return target.history;
  return "statement" in target ? target.statement : null;
}
