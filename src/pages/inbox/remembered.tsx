// What Tributary learned from a person's decisions about mail: trusted senders, the addresses that
// receipts are made out to, and corrections. Each can be removed.

import { DataTable, hidden } from "../ui/table.tsx";
import { useTarget } from "../ui/frame.tsx";
import { accountName } from "../ui/client.ts";
import { Moment } from "../ui/moment.tsx";
import type { Account, LearnedFor, Trusted } from "../ui/wire.ts";

interface AcceptedProps {
  readonly connection: string;
  readonly trusted: readonly Trusted[];
}

const KIND_WORDS: Readonly<Record<Trusted["kind"], string>> = {
  sender: "sends receipts",
  forwarder: "forwards receipts",
  recipient: "is your own address",
};

/** The trusted senders and the person's own addresses: a section of the page of connections. */
export function AcceptedSection({ connection, trusted }: AcceptedProps) {
  return (
    <section id="accepted" aria-labelledby="accepted-title">
      <h2 id="accepted-title">Trusted senders</h2>
      <p>
        Anybody who knows an address can send to it. A receipt is inserted automatically only if you
        have accepted one from its sender before. A forwarded receipt is matched automatically only
        if you have accepted one from the person who forwards it. Each time, the sender’s mail
        domain must have signed the message. You are asked once about each address other than yours
        that receipts are made out to.
      </p>
      {trusted.length === 0 ? (
        <p class="hint">
          You have no trusted senders yet. When you accept a receipt in the inbox, its sender
          becomes trusted.
        </p>
      ) : (
        <DataTable
          class="keys"
          caption="Trusted senders"
          columns={["Sender or address", "Role", "Since", hidden("Remove")]}
        >
          {trusted.map(({ id, kind, who, since, message }) => (
            <tr>
              <th scope="row" class="file">
                {who}
              </th>
              <td>{KIND_WORDS[kind]}</td>
              <td data-label="since">
                <Moment at={Date.parse(since)} />
                {message === null ? null : (
                  <>
                    {", because of "}
                    <a href={`/inbox/${encodeURIComponent(message)}`}>a message</a>
                  </>
                )}
              </td>
              <td>
                <details class="ask-once">
                  <summary aria-label={`Remove ${who}`}>Remove…</summary>
                  <form method="post" action={`/trusted/${id}/remove`}>
                    <input type="hidden" name="connection" value={connection} />
                    <p>{`You will be asked about ${kind === "recipient" ? "receipts made out to" : "mail from"} ${who} again, including receipts that are waiting for a bank transaction now. Your earlier decisions and the budget stay as they are.`}</p>
                    <button class="danger" type="submit">
                      Remove
                    </button>
                  </form>
                </details>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

interface RememberedProps {
  readonly message: string;
  readonly remembered: readonly LearnedFor[];
  readonly accounts: readonly Account[];
}

/** The remembered corrections for a message's senders, on its page; nothing if there are none. */
export function RememberedPanel({ message, remembered, accounts }: RememberedProps) {
  if (remembered.length === 0) return null;
  const target = useTarget(`/inbox/${encodeURIComponent(message)}/forget`);
  return (
    <section class="panel" aria-labelledby="remembered">
      <h2 id="remembered">Remembered corrections</h2>
      <p class="hint">{`You made these corrections before. They are applied to every message from ${remembered.map(({ domain }) => domain).join(", ")}. If you forget one, nothing in the budget changes.`}</p>
      {remembered.map(({ domain, fields }) => (
        <ul class="plain" aria-label={`For ${domain}`}>
          {fields.map(({ field, value, at }) => (
            <li>
              <form class="remembered" method="post" action={target}>
                <input type="hidden" name="domain" value={domain} />
                <input type="hidden" name="field" value={field} />
                <span>
                  {`${shown(field, value, accounts)}, since `}
                  <Moment at={Date.parse(at)} />
                </span>
                <button
                  type="submit"
                  aria-label={`Forget the ${field.replace("_", " ")} of ${domain}`}
                >
                  Forget
                </button>
              </form>
            </li>
          ))}
        </ul>
      ))}
    </section>
  );
}

function shown(
  field: LearnedFor["fields"][number]["field"],
  value: string,
  accounts: readonly Account[],
): string {
  switch (field) {
    case "merchant":
      return `Merchant: “${value}”`;
    case "currency":
      return `Currency, when only a symbol such as $ is given: ${value.toUpperCase()}`;
    case "account":
      return `Account: ${nameAccount(value, accounts)}`;
    case "cash_account":
      return `Account, when paid in cash: ${nameAccount(value, accounts)}`;
  }
}

function nameAccount(value: string, accounts: readonly Account[]): string {
  const account = accounts.find(({ id }) => id === value);
  return account === undefined ? "one that no longer exists" : `“${accountName(account)}”`;
}
