// What a row of the accounts' tables says: a balance with how old it is, a status in words.

import { BALANCE_OLD_DAYS } from "../../limits.ts";
import { unitsOf } from "../overview/lines.ts";
import { printBalance } from "../print.ts";
import { Moment } from "../print-time.tsx";
import { statusWaits, statusWords } from "./words.ts";

/** An amount in its currency, and since when it is so. */
export function Balance({ amount, currency, asOf }: { readonly amount: string; readonly currency: string; readonly asOf: string | null }) {
  const units = unitsOf(amount);
  return (
    <>
      {`${units === null ? amount : printBalance(units, currency)} ${currency.toUpperCase()}`}
      <AsOf at={asOf} />
    </>
  );
}

/** Since when something is so, and that it is old where it is. */
export function AsOf({ at }: { readonly at: string | null }) {
  const since = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(since)) return <small>it is not said of when</small>;
  return (
    <small>
      {"as of "}
      <Moment at={since} />
      {Date.now() - since > BALANCE_OLD_DAYS * 86_400_000 ? <span class="old">, old</span> : null}
    </small>
  );
}

/** A status in words; one that waits for a person stands out. */
export function Status({ status }: { readonly status: string }) {
  return statusWaits(status) === null ? <>{statusWords(status)}</> : <strong class="failing">{statusWords(status)}</strong>;
}
