// Outgoing webhooks: the addresses that are notified of events, their status, and the buttons for
// them.

import { describeControl, DescribedInput, FieldError } from "../ui/fields.tsx";
import { DataTable, hidden } from "../ui/table.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { EVENTS } from "../../importer/webhooks/sending/notify.ts";
import { ENDPOINT_LABEL_CHARS_MAX, SOURCE_URL_CHARS_MAX } from "../../platform/limits.ts";
import { useTarget } from "../ui/frame.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert } from "../ui/shell.tsx";
import type { Refused } from "../ui/refused-form.ts";
import type { Endpoint } from "./wire.ts";

/** A table of outgoing webhooks. */
export function OutgoingTable({ endpoints }: { readonly endpoints: readonly Endpoint[] }) {
  return (
    <DataTable
      class="keys"
      caption="Outgoing webhooks"
      columns={["Name", "Address", "Status", hidden("Change or remove")]}
    >
      {endpoints.map((endpoint) => (
        <tr>
          <th scope="row">
            <a href={`/webhooks/endpoints/${endpoint.id}`}>{endpoint.label}</a>
          </th>
          <td data-label="address">{endpoint.url}</td>
          <td data-label="status">
            <EndpointState endpoint={endpoint} />
          </td>
          <td>
            <EndpointActions endpoint={endpoint} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function EndpointState({
  endpoint: { enabled, said, failing_since: failing, delivered_at: delivered },
}: {
  readonly endpoint: Endpoint;
}) {
  if (!enabled) return <strong>{`Off. ${said ?? ""}`}</strong>;
  if (failing !== null) {
    return (
      <strong>
        {"Failing since "}
        <Moment at={Date.parse(failing)} />
      </strong>
    );
  }
  if (delivered === null) return <>nothing sent yet</>;
  return (
    <>
      {"delivered "}
      <Moment at={Date.parse(delivered)} />
    </>
  );
}

function EndpointActions({ endpoint: { id, label, enabled } }: { readonly endpoint: Endpoint }) {
  const path = `/webhooks/endpoints/${id}`;
  return (
    <div class="actions">
      {enabled ? (
        <Act action={`${path}/test`} label="Send test" of={label} />
      ) : (
        <Act action={`${path}/enable`} label="Turn on" of={label} />
      )}
      {enabled ? <Act action={`${path}/disable`} label="Turn off" of={label} /> : null}
      <ConfirmButton
        label="New secret…"
        of={label}
        ask="For one day, messages are signed with both secrets."
        action={useTarget(`${path}/rotate`)}
        confirm="Create new secret"
      />
      <ConfirmButton
        label="Remove…"
        of={label}
        ask={`“${label}” will receive no more messages, and its list of deliveries is deleted.`}
        action={useTarget(`${path}/remove`)}
        confirm="Remove"
      />
    </div>
  );
}

/** A button that does one thing to one webhook or delivery. */
export function Act({
  action,
  label,
  of,
}: {
  readonly action: string;
  readonly label: string;
  readonly of: string;
}) {
  return <PostButton action={useTarget(action)} label={label} ariaLabel={`${label}: ${of}`} />;
}

/** The form that creates one. */
export function NewOutgoing({ refused }: { readonly refused: Refused | null }) {
  const was = (name: string) => refused?.typed.get(name) ?? "";
  const error = (name: string) => refused?.errors.get(name) ?? null;
  const ticked = refused === null ? null : was("events").split(" ");
  return (
    <details open={refused !== null}>
      <summary>Create an outgoing webhook</summary>
      <form method="post" action={useTarget("/webhooks/endpoints")}>
        <Alert message={refused?.message ?? null} />
        <DescribedInput
          id="endpoint-label"
          label="Name"
          error={error("label")}
          name="label"
          required
          maxlength={ENDPOINT_LABEL_CHARS_MAX}
          placeholder="my script"
          value={was("label")}
        />
        <DescribedInput
          id="endpoint-url"
          label="Address"
          error={error("url")}
          name="url"
          type="url"
          required
          maxlength={SOURCE_URL_CHARS_MAX}
          placeholder="https://example.com/webhooks"
          value={was("url")}
        />
        <fieldset {...describeControl("endpoint-events", error("events"))}>
          <legend>Events</legend>
          {EVENTS.map(({ type, words }) => (
            <label>
              <input
                type="checkbox"
                name="events"
                value={type}
                checked={ticked === null || ticked.includes(type)}
              />
              {` ${words}`}
            </label>
          ))}
          <FieldError id="endpoint-events" error={error("events")} />
        </fieldset>
        <button type="submit">Create webhook</button>
      </form>
    </details>
  );
}
