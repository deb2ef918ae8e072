// Incoming webhooks: the addresses that other programs send to. The last refusal is shown with
// each.

import { AccountOptions, DescribedField, DescribedInput } from "../ui/fields.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import { ConfirmButton } from "../ui/buttons.tsx";
import { HOOK_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import { accountName } from "../ui/client.ts";
import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert } from "../ui/shell.tsx";
import type { Refused } from "../ui/refused-form.ts";
import type { Account } from "../ui/wire.ts";
import type { RefusedForm } from "./refused-forms.ts";
import type { Hook } from "./wire.ts";

interface IncomingProps {
  readonly hooks: readonly Hook[];
  readonly accounts: readonly Account[];
}

/** A table of incoming webhooks. */
export function IncomingTable({
  hooks,
  accounts,
  refused,
}: IncomingProps & { readonly refused: RefusedForm | null }) {
  return (
    <DataTable
      class="keys"
      caption="Incoming webhooks"
      columns={["Name", "Checked by", "Account", "Last used", hidden("Change or revoke")]}
    >
      {hooks.map((hook) => (
        <tr>
          <th scope="row">
            <a href={`/webhooks/hooks/${hook.id}`}>{hook.label}</a>
            {hook.refused_at === null ? null : (
              <p class="hint">
                {"Last refused "}
                <Moment at={Date.parse(hook.refused_at)} />
                {`: ${hook.refusal ?? ""}`}
              </p>
            )}
          </th>
          <td data-label="checked by">
            {hook.check === "signature" ? "signature" : "secret address only"}
          </td>
          <td data-label="account">{accountWords(hook.account_id, accounts)}</td>
          <td data-label="last used">
            {hook.last_used_at === null ? "never" : <Moment at={Date.parse(hook.last_used_at)} />}
          </td>
          <td>
            <div class="actions">
              <Rotate hook={hook} refused={refused?.form === hook.id ? refused.refused : null} />
              <ConfirmButton
                label="Revoke…"
                of={hook.label}
                ask={`“${hook.label}” will be refused immediately. Everything it sent before stays.`}
                action={useTarget(`/webhooks/hooks/${hook.id}/revoke`)}
                confirm="Revoke"
              />
            </div>
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

/**
 * Gives an incoming webhook a new secret or address. The old one works for one more day, unless
 * somebody else has it.
 */
function Rotate({
  hook: { id, label, check },
  refused,
}: {
  readonly hook: Hook;
  readonly refused: Refused | null;
}) {
  const what = check === "signature" ? "secret" : "address";
  const keyError = refused?.errors.get("key") ?? null;
  // A webhook that is checked by its address has no control for a key, so a refused key goes to the
  // alert.
  const message = refused?.message ?? (check === "address" ? keyError : null);
  return (
    <details class="ask-once" open={refused !== null}>
      <summary aria-label={`New ${what}… ${label}`}>{`New ${what}…`}</summary>
      <form method="post" action={useTarget(`/webhooks/hooks/${id}/rotate`)}>
        <Alert message={message} />
        {check === "signature" ? <SenderKey id={`hook-${id}-key`} error={keyError} /> : null}
        <label class="choice">
          <input
            type="checkbox"
            name="at_once"
            value="yes"
            checked={refused?.typed.get("at_once") === "yes"}
          />
          <span>{`Stop accepting the old ${what} now, because somebody else has it. Otherwise it works for one more day.`}</span>
        </label>
        <button type="submit">{`Create new ${what}`}</button>
      </form>
    </details>
  );
}

function SenderKey({ id, error }: { readonly id: string; readonly error: string | null }) {
  return (
    <DescribedInput
      id={id}
      label="Key from the sender (whsec_ or whpk_), if you have one"
      error={error}
      name="key"
      type="password"
      spellcheck={false}
    />
  );
}

function accountWords(id: number | null, accounts: readonly Account[]): string {
  if (id === null) return "chosen in each call";
  const account = accounts.find((one) => one.id === String(id));
  return account === undefined ? "one that no longer exists" : accountName(account);
}

/** The form that creates one. */
export function NewIncoming({
  accounts,
  refused,
}: Pick<IncomingProps, "accounts"> & { readonly refused: Refused | null }) {
  const was = (name: string) => refused?.typed.get(name) ?? "";
  const error = (name: string) => refused?.errors.get(name) ?? null;
  return (
    <details open={refused !== null}>
      <summary>Create an incoming webhook</summary>
      <form method="post" action={useTarget("/webhooks/hooks")}>
        <Alert message={refused?.message ?? null} />
        <DescribedInput
          id="hook-label"
          label="Name"
          error={error("label")}
          name="label"
          required
          maxlength={HOOK_LABEL_CHARS_MAX}
          placeholder="cash register"
          value={was("label")}
        />
        <DescribedField
          id="hook-check"
          label="How to check the sender"
          error={error("check")}
          control={(described) => (
            <select id="hook-check" name="check" {...described}>
              <option value="signature">Signature (Standard Webhooks)</option>
              <option value="address" selected={was("check") === "address"}>
                Secret address only
              </option>
            </select>
          )}
        />
        <SenderKey id="hook-key" error={error("key")} />
        <DescribedField
          id="hook-account"
          label="Account"
          error={error("account_id")}
          control={(described) => (
            <select id="hook-account" name="account_id" {...described}>
              <option value="">Chosen in each call</option>
              <AccountOptions accounts={accounts} chosen={was("account_id")} />
            </select>
          )}
        />
        <button type="submit">Create webhook</button>
      </form>
    </details>
  );
}
