// Import keys, which scripts use to send files to this budget. A key is shown once.

import { InputField } from "../ui/fields.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import { ConfirmButton, CopyableText } from "../ui/buttons.tsx";
import { KEY_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Key, NewKey } from "../ui/wire.ts";

interface KeysProps {
  readonly keys: readonly Key[];
  /** The new key: its text is known only now. */
  readonly made?: NewKey | null;
  readonly alert?: string | null;
  /** The origin of this deployment, for the example. */
  readonly origin: string;
}

/** The keys, and a form for another. */
export function Keys({ keys, made = null, alert = null, origin }: KeysProps) {
  return (
    <Shell title="Import keys" current="/keys" scripts={["/copy.js"]}>
      <h1>Import keys</h1>
      <p class="lead">
        With an import key, a script can send files to this budget and see the result. It cannot do
        anything else. A tool in a terminal can also <a href="/tool">sign in with a code</a>.
      </p>
      <Alert message={alert} />
      {made === null ? null : <Made made={made} origin={origin} />}
      <form class="row-form" method="post" action={useTarget("/keys")}>
        <InputField
          label="Name of the key"
          name="label"
          required
          maxlength={KEY_LABEL_CHARS_MAX}
          autocomplete="off"
          placeholder="nightly export"
        />
        <button class={made === null ? "primary" : undefined} type="submit">
          Create key
        </button>
      </form>
      {keys.length === 0 ? <p>You have no import keys.</p> : <KeyTable keys={keys} />}
    </Shell>
  );
}

function Made({ made, origin }: { readonly made: NewKey; readonly origin: string }) {
  return (
    <section class="made" aria-labelledby="made">
      <h2 id="made">{`Key “${made.label}”`}</h2>
      <p>Copy it now. It will not be shown again.</p>
      <CopyableText id="key" text={made.token} />
      <pre>
        <code>{`curl -H "Authorization: Bearer ${made.token}" \\\n  --data-binary @statement.csv "${origin}/api/imports?account=Checking"`}</code>
      </pre>
    </section>
  );
}

function KeyTable({ keys }: { readonly keys: readonly Key[] }) {
  return (
    <DataTable
      class="keys"
      caption="Import keys"
      columns={["Name", "May", "Created", "Last used", hidden("Revoke")]}
    >
      {keys.map((key) => (
        <tr>
          <th scope="row">{key.label}</th>
          <td data-label="may">{key.reads ? "send, read transactions" : "send"}</td>
          <td data-label="created">
            <Moment at={Date.parse(key.created_at)} />
          </td>
          <td data-label="last used">
            {key.last_used_at ? <Moment at={Date.parse(key.last_used_at)} /> : "never"}
          </td>
          <td>
            <ConfirmButton
              label="Revoke…"
              ask={`Scripts and apps that use “${key.label}” will be refused immediately.`}
              action={useTarget(`/keys/${encodeURIComponent(key.id)}/revoke`)}
              confirm="Revoke"
            />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
