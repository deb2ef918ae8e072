// Hooks: what other programs send to. What a hook sent wrong the last time stands beside it.

import { HOOK_LABEL_CHARS_MAX } from "../../limits.ts";
import { nameOf } from "../client.ts";
import { useTarget } from "../frame.tsx";
import { Moment } from "../print-time.tsx";
import { AskOnce } from "../shell.tsx";
import type { Account } from "../wire.ts";
import type { Hook } from "./wire.ts";

interface HooksProps {
  readonly hooks: readonly Hook[];
  readonly accounts: readonly Account[];
}

/** The hooks, a row each. */
export function HookTable({ hooks, accounts }: HooksProps) {
  return (
    <table class="keys">
      <caption class="hidden">Hooks</caption>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Known by</th>
          <th scope="col">Account</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span class="hidden">Change or revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {hooks.map((hook) => (
          <tr>
            <th scope="row">
              <a href={`/webhooks/hooks/${hook.id}`}>{hook.label}</a>
              {hook.refused_at === null ? null : (
                <p class="hint">
                  {"Refused "}
                  <Moment at={Date.parse(hook.refused_at)} />
                  {`: ${hook.refusal ?? ""}`}
                </p>
              )}
            </th>
            <td data-label="known by">{hook.check === "signature" ? "its signature" : "the address alone"}</td>
            <td data-label="account">{accountWords(hook.account_id, accounts)}</td>
            <td data-label="last used">{hook.last_used_at === null ? "never" : <Moment at={Date.parse(hook.last_used_at)} />}</td>
            <td>
              <div class="actions">
                <Rotate hook={hook} />
                <AskOnce label="Revoke…" of={hook.label} ask={`What “${hook.label}” sends is refused from then on. What it sent stays.`} action={useTarget(`/webhooks/hooks/${hook.id}/revoke`)} confirm="Revoke it" />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Another secret or address for a hook; what it had is taken for a day, unless somebody else has it. */
function Rotate({ hook: { id, label, check } }: { readonly hook: Hook }) {
  const what = check === "signature" ? "secret" : "address";
  return (
    <details class="ask-once">
      <summary aria-label={`New ${what}… ${label}`}>{`New ${what}…`}</summary>
      <form method="post" action={useTarget(`/webhooks/hooks/${id}/rotate`)}>
        {check === "signature" ? <SenderKey /> : null}
        <label class="choice">
          <input type="checkbox" name="at_once" value="yes" />
          <span>{`The ${what} before ends now: somebody else has it. Else it is taken for another day.`}</span>
        </label>
        <button type="submit">Make it</button>
      </form>
    </details>
  );
}

function SenderKey() {
  return (
    <label class="field">
      <span>Key the sender gave you (whsec_ or whpk_), if it did</span>
      <input name="key" type="password" autocomplete="off" spellcheck={false} />
    </label>
  );
}

function accountWords(id: number | null, accounts: readonly Account[]): string {
  if (id === null) return "each call says it";
  const account = accounts.find((one) => one.id === String(id));
  return account === undefined ? "one that is not there" : nameOf(account);
}

/** The form that makes one. */
export function NewHook({ accounts }: Pick<HooksProps, "accounts">) {
  return (
    <details>
      <summary>Make a hook</summary>
      <form method="post" action={useTarget("/webhooks/hooks")}>
        <label class="field">
          <span>What sends to it</span>
          <input name="label" required maxlength={HOOK_LABEL_CHARS_MAX} autocomplete="off" placeholder="the till" />
        </label>
        <label class="field">
          <span>How it is known</span>
          <select name="check">
            <option value="signature">By its signature (Standard Webhooks)</option>
            <option value="address">By the secret address alone</option>
          </select>
        </label>
        <SenderKey />
        <label class="field">
          <span>Account</span>
          <select name="account_id">
            <option value="">each call says it</option>
            {accounts.map((account) => (
              <option value={account.id}>{`${nameOf(account)} (${account.currency.toUpperCase()})`}</option>
            ))}
          </select>
        </label>
        <button type="submit">Make the hook</button>
      </form>
    </details>
  );
}
