// One bank connection: its status, the messages of its server, its accounts, and the buttons to
// update, reconnect or remove it.

import { DescribedField } from "../ui/fields.tsx";
import { DataTable, hidden, numeric } from "../ui/table.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { SIMPLEFIN_TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { useContext } from "hono/jsx";
import { FrameContext, useTarget } from "../ui/frame.tsx";
import type { LinkedAccount } from "../overview/wire.ts";
import { Moment } from "../ui/moment.tsx";

import { LastFault, Balance, Status } from "./cells.tsx";
import type { BankConnection } from "./wire.ts";
import { needsLink } from "./words.ts";

interface BankProps {
  readonly bank: BankConnection;
  readonly accounts: readonly LinkedAccount[];
  /** Why a setup token was refused; null if none was. */
  readonly refused: string | null;
}

/** One connection with its accounts. */
export function Bank({
  bank: { id, host, state, reason, messages, ...times },
  accounts,
  refused,
}: BankProps) {
  const path = `/accounts/banks/${encodeURIComponent(id)}`;
  const isBroken = state === "failed" || accounts.some(({ status }) => needsLink(status));
  return (
    <article class="connection" id={`bank-${id}`} aria-labelledby={`bank-${id}-name`}>
      <h3 id={`bank-${id}-name`}>{host}</h3>
      <p class="hint">{state === "open" ? <Updates {...times} /> : STATE_WORDS[state]}</p>
      <LastFault reason={reason} />
      <Messages host={host} messages={messages} />
      {accounts.length === 0 ? (
        <p>
          {state === "open"
            ? "The bank has not reported any accounts yet."
            : "This connection has no accounts."}
        </p>
      ) : (
        <LinkedTable accounts={accounts} />
      )}
      <div class="actions">
        {state === "open" && accounts.length > 0 ? (
          <PostButton
            action={useTarget(`${path}/fetch`)}
            label="Update now"
            ariaLabel={`Update ${host} now`}
          />
        ) : null}
        <details class="ask-once" open={isBroken || refused !== null}>
          <summary aria-label={`Enter a new setup token for ${host}`}>
            Enter a new setup token
          </summary>
          <form method="post" action={useTarget(`${path}/token`)}>
            <p>{`The accounts stay and continue to update. ${host} shows a setup token once, where you manage your connections.`}</p>
            <SetupToken id={`token-${id}`} refused={refused} />
            <button class={isBroken ? "primary" : undefined} type="submit">
              Reconnect
            </button>
          </form>
        </details>
        <ConfirmButton
          label="Remove…"
          of={host}
          ask="Tributary deletes its access and stops updating. The accounts and their transactions stay."
          action={useTarget(`${path}/remove`)}
          confirm="Remove connection"
        />
      </div>
    </article>
  );
}

/** The field for a setup token. It is always empty. */
export function SetupToken({
  id,
  refused,
}: {
  readonly id: string;
  readonly refused: string | null;
}) {
  return (
    <DescribedField
      id={id}
      label="Setup token"
      error={refused}
      help="A setup token works once. It is stored encrypted and never shown again."
      control={(described) => (
        <textarea
          id={id}
          name="token"
          required
          maxlength={SIMPLEFIN_TOKEN_CHARS_MAX}
          rows={3}
          autocomplete="off"
          spellcheck={false}
          {...described}
        />
      )}
    />
  );
}

const STATE_WORDS = {
  claiming: "Connecting with the setup token.",
  failed: "Not connected.",
} as const;

function Messages({ host, messages }: Pick<BankConnection, "host" | "messages">) {
  if (messages.length === 0) return null;
  return (
    <>
      <p class="hint">{`Messages from ${host}:`}</p>
      <ul class="why">
        {messages.map((message) => (
          <li>{message}</li>
        ))}
      </ul>
    </>
  );
}

function Updates({
  answered_at: answered,
  next_at: next,
}: Pick<BankConnection, "answered_at" | "next_at">) {
  return (
    <>
      {answered === null ? (
        "Connected; no answer yet"
      ) : (
        <>
          {"Last updated "}
          <Moment at={Date.parse(answered)} />
        </>
      )}
      {next === null ? null : (
        <>
          {"; next update "}
          <Moment at={Date.parse(next)} />
        </>
      )}
      .
    </>
  );
}

/** A table of linked accounts. */
export function LinkedTable({ accounts }: Pick<BankProps, "accounts">) {
  const isOwn = useContext(FrameContext).remote === null;
  return (
    <DataTable
      class="keys accounts"
      caption="Accounts"
      columns={["Account", numeric("Balance"), "Status", ...(isOwn ? [hidden("Remove")] : [])]}
    >
      {accounts.map((account) => (
        <tr id={`linked-${account.id}`}>
          <th scope="row">
            <a href={`/accounts/linked/${account.id}`}>{account.display_name || account.name}</a>
            <Institution of={account} />
          </th>
          <td class="number">
            <LinkedBalance account={account} />
          </td>
          <td>
            <Status status={account.status} />
            {account.last_import == null ? null : (
              <small>
                {"last import "}
                <Moment at={Date.parse(account.last_import)} />
              </small>
            )}
          </td>
          {isOwn ? <RemoveCell account={account} /> : null}
        </tr>
      ))}
    </DataTable>
  );
}

function RemoveCell({ account }: { readonly account: LinkedAccount }) {
  return (
    <td>
      <ConfirmButton
        label="Remove…"
        of={account.display_name || account.name}
        ask="The account is removed from the budget. Its transactions and balance history stay. It will not come back automatically."
        action={useTarget(`/accounts/linked/${account.id}/remove`)}
        confirm="Remove account"
      />
    </td>
  );
}

function Institution({
  of: { name, display_name: shown, institution_name: institution },
}: {
  readonly of: LinkedAccount;
}) {
  return institution && !(shown || name).includes(institution) ? (
    <small>{institution}</small>
  ) : null;
}

/** The balance of a bank's account; unknown until the bank has reported one. */
export function LinkedBalance({ account }: { readonly account: LinkedAccount }) {
  return account.balance_last_update == null && account.last_import == null ? (
    <>unknown</>
  ) : (
    <Balance
      amount={account.balance}
      currency={account.currency}
      type={account.type}
      asOf={account.balance_last_update ?? null}
    />
  );
}
