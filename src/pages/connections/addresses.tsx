// The receipt addresses of the session's connection: a section of the page of connections.

import { CopyableText } from "../ui/buttons.tsx";
import { AccountOptions, Field, InputField } from "../ui/fields.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import { ADDRESS_GRACE_DAYS_DEFAULT, ADDRESS_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import { accountName } from "../ui/client.ts";
import { Programs } from "../inbox/mail-programs.tsx";
import { Moment } from "../ui/moment.tsx";
import type { Account, AddressList, ReceiptAddress } from "../ui/wire.ts";

/** How many days an old address may stay valid, with the words for it. */
const GRACES = [
  [0, "no longer"],
  [1, "for a day"],
  [ADDRESS_GRACE_DAYS_DEFAULT, "for seven days"],
  [30, "for thirty days"],
] as const;

export interface AddressesProps {
  /** Sent with each form: the form is refused once the session works with another connection. */
  readonly connection: string;
  readonly list: AddressList;
  /** The accounts that receipts can be inserted into right away. */
  readonly accounts: readonly Account[];
  /** The origin of this deployment, and whether it is a developer's computer. */
  readonly origin: string;
  readonly local: boolean;
}

/** The addresses, a form for another, and instructions for mail programs. */
export function AddressesSection({ connection, list, accounts, origin, local }: AddressesProps) {
  return (
    <section id="addresses" aria-labelledby="addresses-title">
      <h2 id="addresses-title">Receipt addresses</h2>
      <p>
        Send or forward receipts to one of these e-mail addresses to add them to this budget.
        Anybody who knows an address can send to it, so use a separate one for each shop or mailbox.
      </p>
      <p>
        You find the messages in the <a href="/inbox">inbox</a>. For each address you choose whether
        a receipt waits for its bank transaction or is inserted right away.
      </p>
      {list.message === null ? null : <p class="hint">{list.message}</p>}
      {list.addresses.length === 0 ? null : (
        <AddressTable connection={connection} addresses={list.addresses} accounts={accounts} />
      )}
      {list.offered ? <NewAddress connection={connection} /> : null}
      {list.offered ? (
        <Programs
          origin={origin}
          tryOut={
            local ? (list.addresses.find(({ address }) => address !== null)?.address ?? null) : null
          }
        />
      ) : null}
    </section>
  );
}

function NewAddress({ connection }: { readonly connection: string }) {
  return (
    <form class="row-form" method="post" action="/addresses">
      <input type="hidden" name="connection" value={connection} />
      <InputField
        label="Who will use this address"
        name="label"
        required
        maxlength={ADDRESS_LABEL_CHARS_MAX}
        autocomplete="off"
        placeholder="the grocer"
      />
      <button type="submit">Create address</button>
    </form>
  );
}

interface TableProps extends Pick<AddressesProps, "connection" | "accounts"> {
  readonly addresses: readonly ReceiptAddress[];
}

function AddressTable({ connection, addresses, accounts }: TableProps) {
  return (
    <DataTable
      class="keys"
      caption="Receipt addresses"
      columns={["Sender", "Address", "Receipts", "Last used", hidden("Change or revoke")]}
    >
      {addresses.map((address) => (
        <tr>
          <th scope="row">{address.label}</th>
          <td>
            <Text id={`address-${address.id}`} text={address.address} label={address.label} />
            {address.earlier.map((earlier) => (
              <p class="hint">
                {`Also ${earlier.address ?? "an earlier address"}, until `}{" "}
                <Moment at={Date.parse(earlier.ends_at)} />
              </p>
            ))}
          </td>
          <td>
            <Options connection={connection} address={address} accounts={accounts} />
          </td>
          <td data-label="last used">
            {address.last_used_at === null ? (
              "never"
            ) : (
              <Moment at={Date.parse(address.last_used_at)} />
            )}
          </td>
          <td>
            <Rotate connection={connection} address={address} />
            <Revoke connection={connection} address={address} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function Text({
  id,
  text,
  label,
}: {
  readonly id: string;
  readonly text: string | null;
  readonly label: string;
}) {
  if (text === null)
    return <p class="hint">This address can no longer be shown. Change it to get a new one.</p>;
  return <CopyableText id={id} text={text} ariaLabel={`Copy the address for ${label}`} />;
}

/** The handling of an address's receipts in words, and a form to change it. */
function Options({
  connection,
  address,
  accounts,
}: Pick<AddressesProps, "connection" | "accounts"> & { readonly address: ReceiptAddress }) {
  const account = accounts.find(({ id }) => id === String(address.account_id));
  const into =
    address.account_id === null
      ? ""
      : `, into ${account === undefined ? "an account that no longer exists" : accountName(account)}`;
  return (
    <details class="ask-once">
      <summary
        aria-label={`Receipts from ${address.label}`}
      >{`${address.mode === "insert" || address.cash ? "insert right away" : "wait for the bank transaction"}${into}`}</summary>
      <form method="post" action={`/addresses/${address.id}/options`}>
        <input type="hidden" name="connection" value={connection} />
        <Field label="If a receipt arrives before its bank transaction">
          <select name="mode">
            <option value="wait" selected={address.mode === "wait"}>
              wait for the bank transaction
            </option>
            <option value="insert" selected={address.mode === "insert"}>
              insert it right away, and merge it with the bank transaction later
            </option>
          </select>
        </Field>
        <Field label="Account">
          <select name="account_id">
            <option value="">No account</option>
            <AccountOptions accounts={accounts} chosen={String(address.account_id)} />
          </select>
        </Field>
        <p class="hint">To insert receipts right away, choose an account.</p>
        <button type="submit">Save</button>
      </form>
    </details>
  );
}

function Rotate({
  connection,
  address,
}: {
  readonly connection: string;
  readonly address: ReceiptAddress;
}) {
  return (
    <details class="ask-once">
      <summary aria-label={`Change the address for ${address.label}`}>Change…</summary>
      <form method="post" action={`/addresses/${address.id}/rotate`}>
        <input type="hidden" name="connection" value={connection} />
        <p>You get a new address for “{address.label}”. It works immediately.</p>
        <Field label="Keep accepting mail at the old address">
          <select name="grace_days">
            {GRACES.map(([days, words]) => (
              <option value={String(days)} selected={days === ADDRESS_GRACE_DAYS_DEFAULT}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <button type="submit">Change address</button>
      </form>
    </details>
  );
}

function Revoke({
  connection,
  address,
}: {
  readonly connection: string;
  readonly address: ReceiptAddress;
}) {
  return (
    <details class="ask-once">
      <summary aria-label={`Revoke the address for ${address.label}`}>Revoke…</summary>
      <form method="post" action={`/addresses/${address.id}/revoke`}>
        <input type="hidden" name="connection" value={connection} />
        <p>{`Mail to the address for “${address.label}” will be refused immediately.`}</p>
        <button class="danger" type="submit">
          Revoke
        </button>
      </form>
    </details>
  );
}
