// The accounts and holdings that no provider feeds: kept by hand, by files, or by schedules, which are named.

import type { CryptoManual, ManualAccount } from "../overview/wire.ts";
import { printQuantity } from "../print.ts";
import { isFailing, pathOf } from "../schedules/list.tsx";
import type { Schedule, ScheduleTarget } from "../schedules/wire.ts";
import { runWords } from "../schedules/words.ts";
import { AsOf, Balance } from "./cells.tsx";

interface ByHandProps {
  readonly manual: readonly ManualAccount[];
  readonly holdings: readonly CryptoManual[];
  readonly schedules: readonly Schedule[];
}

/** A table of all of them; nothing where there are none. */
export function ByHand({ manual, holdings, schedules }: ByHandProps) {
  if (manual.length + holdings.length === 0) return null;
  return (
    <section aria-labelledby="by-hand">
      <h2 id="by-hand">By hand, by files and by schedules</h2>
      <p class="hint">
        <a href="/">Import a file</a> brings an account its transactions; a <a href="/schedules">schedule</a> sets its balance by itself.
      </p>
      <table class="keys accounts">
        <caption class="hidden">Accounts that no provider feeds</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th class="number" scope="col">
              Balance
            </th>
            <th scope="col">Fed by</th>
          </tr>
        </thead>
        <tbody>
          {manual.map((one) => (
            <tr id={`manual-${one.id}`}>
              <th scope="row">
                {one.display_name || one.name}
                {one.status === "closed" ? <small>closed</small> : null}
              </th>
              <td class="number">
                <Balance amount={one.balance} currency={one.currency} asOf={one.balance_as_of ?? null} />
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
                <FedBy schedules={schedules.filter(({ target }) => "crypto_manual_id" in target && target.crypto_manual_id === one.id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FedBy({ schedules }: { readonly schedules: readonly Schedule[] }) {
  if (schedules.length === 0) return <>you and your files</>;
  return (
    <>
      {schedules.map((schedule) => (
        <p>
          <a href={pathOf(schedule.id)}>{schedule.name}</a>
          <small class={isFailing(schedule) ? "failing" : undefined}>{schedule.last_run === null ? "not run yet" : runWords(schedule.last_run)}</small>
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
