// A charge paid in cash can be inserted into a cash account at once, because no bank transaction
// will come for it.

import { isForCash } from "../../importer/imports/cash-account.ts";
import { useTarget } from "../ui/frame.tsx";
import type { Account } from "../ui/wire.ts";
import type { ReceiptShown } from "./wire.ts";

interface CashProps {
  readonly message: string;
  readonly receipt: ReceiptShown;
  readonly accounts: readonly Account[];
}

/** The button for it, with a choice if there are several cash accounts. */
export function Cash({ message, receipt, accounts }: CashProps) {
  const forCash = accounts.filter(isForCash);
  const asked = receipt.reason === "paid_in_cash";
  const [only, second] = forCash;
  if (only === undefined)
    return asked ? (
      <p class="hint">
        You have no cash account yet (type cash, subtype “physical cash”). Create one, or choose
        another account below.
      </p>
    ) : null;
  return (
    <form method="post" action={useTarget(`/inbox/${encodeURIComponent(message)}/import`)}>
      <input type="hidden" name="receipt" value={String(receipt.id)} />
      <input type="hidden" name="cash" value="yes" />
      {second === undefined ? (
        <input type="hidden" name="account_id" value={only.id} />
      ) : (
        <select name="account_id" aria-label="Cash account">
          {forCash.map((account) => (
            <option value={account.id}>{account.display_name ?? account.name}</option>
          ))}
        </select>
      )}
      <button class={asked ? "primary" : ""} type="submit">
        {second === undefined
          ? `Paid in cash: insert into ${only.display_name ?? only.name}`
          : "Paid in cash: insert into this account"}
      </button>
    </form>
  );
}
