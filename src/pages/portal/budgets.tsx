// The budgets that a person can access: which is current, renaming, creating, leaving.

import { DataTable, hidden } from "../ui/table.tsx";
import { InputField } from "../ui/fields.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { PERSON_NAME_CHARS_MAX } from "../../platform/limits.ts";
import type { Account } from "../../oauth/people/accounts.ts";
import { Portal, type PortalFrame } from "./tokens.tsx";

import { CurrencyField } from "../sign-in/sign-up.tsx";

/** The list, and a form for another. */
export function Budgets(frame: PortalFrame) {
  return (
    <Portal {...frame} title="Budgets" part="/portal/budgets">
      {frame.accounts.length === 0 ? <p>You have no budgets yet.</p> : <AccountTable {...frame} />}
      <section aria-labelledby="another">
        <h2 id="another">Create another budget</h2>
        <form class="row-form" method="post" action="/portal/budgets">
          <InputField
            label="Name"
            name="name"
            required
            maxlength={PERSON_NAME_CHARS_MAX}
            autocomplete="off"
          />
          <CurrencyField chosen={frame.current?.currency ?? "usd"} />
          <button type="submit">Create</button>
        </form>
      </section>
    </Portal>
  );
}

function AccountTable({ accounts, current }: PortalFrame) {
  return (
    <DataTable
      class="keys"
      caption="Budgets"
      columns={["Name", "ID", "Currency", "Your role", hidden("Actions")]}
    >
      {accounts.map((account) => (
        <tr>
          <th scope="row">{account.name}</th>
          <td data-label="ID">{String(account.accountId)}</td>
          <td>{account.currency.toUpperCase()}</td>
          <td data-label="your role">{account.role}</td>
          <td>
            <Actions account={account} isCurrent={account.accountId === current?.accountId} />
          </td>
        </tr>
      ))}
    </DataTable>
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
        <PostButton
          action="/portal/current"
          label="Use this budget"
          ariaLabel={`Use ${name}`}
          fields={{ account: String(accountId), back: "/portal/budgets" }}
        />
      )}
      <details class="ask-once">
        <summary aria-label={`Rename ${name}`}>Rename…</summary>
        <form method="post" action={`/portal/budgets/${accountId}/rename`}>
          <InputField
            label="New name"
            name="name"
            required
            maxlength={PERSON_NAME_CHARS_MAX}
            autocomplete="off"
            value={name}
          />
          <p class="actions">
            <button type="submit">Rename</button>
          </p>
        </form>
      </details>
      <ConfirmButton
        label="Leave…"
        of={name}
        ask={`You will lose access to “${name}”, and your developer tokens for it stop working immediately.`}
        action={`/portal/budgets/${accountId}/leave`}
        confirm="Leave"
      />
      {account.role === "owner" ? (
        <a href={`/portal/budgets/${accountId}/delete`} aria-label={`Delete ${name}`}>
          Delete…
        </a>
      ) : null}
    </div>
  );
}
