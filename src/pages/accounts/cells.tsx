// Cells of the account tables: a balance with its age, and a status in words.

import { BALANCE_OLD_DAYS } from "../../platform/limits.ts";
import { isDebt } from "../../money/debt.ts";
import { roundToUnits } from "../overview/lines.ts";
import { printBalance } from "../ui/print.ts";
import { Moment } from "../ui/moment.tsx";
import { statusWaits, statusWords } from "./words.ts";

interface BalanceProps {
  /** As the service prints it: for a debt, the amount owed. */
  readonly amount: string;
  readonly currency: string;
  readonly type: string;
  readonly asOf: string | null;
}

/** An amount in its currency, whether it is owed, and its date. */
export function Balance({ amount, currency, type, asOf }: BalanceProps) {
  const units = roundToUnits(amount);
  return (
    <>
      {`${units === null ? amount : printBalance(units, currency)} ${currency.toUpperCase()}${owedWords(type, units)}`}
      <AsOf at={asOf} />
    </>
  );
}

function owedWords(type: string, units: number | null): string {
  if (!isDebt(type) || units === 0) return "";
  return units !== null && units < 0 ? " (paid ahead)" : " owed";
}

/** The date of a balance, and whether it is outdated. */
export function AsOf({ at }: { readonly at: string | null }) {
  const since = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(since)) return <small>date unknown</small>;
  return (
    <small>
      {"as of "}
      <Moment at={since} />
      {Date.now() - since > BALANCE_OLD_DAYS * 86_400_000 ? (
        <span class="old">, outdated</span>
      ) : null}
    </small>
  );
}

/** Why the last update failed; null shows nothing. */
export function LastFault({ reason }: { readonly reason: string | null | undefined }) {
  return reason == null ? null : (
    <p class="warning">
      <strong>Last update: </strong>
      {reason}
    </p>
  );
}

/** A status in words. One that needs a person stands out. */
export function Status({ status }: { readonly status: string }) {
  return statusWaits(status) === null ? (
    <>{statusWords(status)}</>
  ) : (
    <strong class="failing">{statusWords(status)}</strong>
  );
}
