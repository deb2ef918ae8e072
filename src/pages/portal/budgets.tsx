// The budget accounts a person has access to: which is current, another name, another account, leaving.

import { PERSON_NAME_CHARS_MAX } from "../../platform/limits.ts";
import type { Account } from "../../oauth/people/accounts.ts";
import { Head, Portal, type PortalFrame } from "./portal.tsx";
import { AskOnce } from "../ui/shell.tsx";
import { CurrencyField } from "../sign-in/sign-up.tsx";

/** The list, and a form for another. */
export function Budgets(frame: PortalFrame) {
  return (
    <Portal {...frame} title="Budget accounts" part="/portal/budgets">
      {frame.accounts.length === 0 ? <p>You have none yet.</p> : <AccountTable {...frame} />}
      <section aria-labelledby="another">
        <h2 id="another">Make another</h2>
        <form class="row-form" method="post" action="/portal/budgets">
          <label class="field">
            <span>Name</span>
            <input name="name" required maxlength={PERSON_NAME_CHARS_MAX} autocomplete="off" />
          </label>
          <CurrencyField chosen={frame.current?.currency ?? "usd"} />
          <button type="submit">Make it</button>
        </form>
      </section>
    </Portal>
  );
}

function AccountTable({ accounts, current }: PortalFrame) {
  return (
    <table class="keys">
      <caption class="hidden">Budget accounts</caption>
      <Head columns={["Name", "Id", "Currency", "You are", "What to do"]} />
      <tbody>
        {accounts.map((account) => (
          <tr>
            <th scope="row">{account.name}</th>
            <td data-label="id">{String(account.accountId)}</td>
            <td>{account.currency.toUpperCase()}</td>
            <td data-label="you are">{account.role}</td>
            <td>
              <Actions account={account} isCurrent={account.accountId === current?.accountId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actions({
  account,
  isCurrent,
}: {
  readonly account: Account;
  readonly isCurrent: boolean;
}) {
  const { accountId, name } = account;
  return (
    <div class="choices">
      {isCurrent ? (
        <span>current</span>
      ) : (
        <form method="post" action="/portal/current">
          <input type="hidden" name="account" value={String(accountId)} />
          <input type="hidden" name="back" value="/portal/budgets" />
          <button type="submit" aria-label={`Make ${name} current`}>
            Make it current
          </button>
        </form>
      )}
      <details class="ask-once">
        <summary aria-label={`Rename ${name}`}>Rename…</summary>
        <form method="post" action={`/portal/budgets/${accountId}/rename`}>
          <label class="field">
            <span>New name</span>
            <input
              name="name"
              required
              maxlength={PERSON_NAME_CHARS_MAX}
              autocomplete="off"
              value={name}
            />
          </label>
          <p class="actions">
            <button type="submit">Rename it</button>
          </p>
        </form>
      </details>
      <AskOnce
        label="Leave…"
        of={name}
        ask={`You lose access to “${name}”, and your tokens for it are refused from then on.`}
        action={`/portal/budgets/${accountId}/leave`}
        confirm="Leave it"
      />
      {account.role === "owner" ? (
        <a href={`/portal/budgets/${accountId}/delete`} aria-label={`Delete ${name}`}>
          Delete…
        </a>
      ) : null}
    </div>
  );
}
