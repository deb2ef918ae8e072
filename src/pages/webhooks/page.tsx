// The page of webhooks: incoming ones, which other programs send to, and outgoing ones, which are
// notified of events. Addresses and secrets are shown once, when they are created. Every control is
// a form.

import { CopyableText } from "../ui/buttons.tsx";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Account } from "../ui/wire.ts";
import { OutgoingTable, NewOutgoing } from "./outgoing.tsx";
import { IncomingTable, NewIncoming } from "./incoming.tsx";
import type { RefusedForm } from "./refused-forms.ts";
import type { Endpoint, Hook, Made } from "./wire.ts";

interface WebhooksProps {
  readonly hooks: readonly Hook[];
  readonly endpoints: readonly Endpoint[];
  readonly accounts: readonly Account[];
  /** What was just created: its address or secret is known only now. */
  readonly made?: Made | null;
  readonly alert?: string | null;
  /** The refused form, with its input. */
  readonly refused?: RefusedForm | null;
}

/** The whole page. */
export function Webhooks({
  hooks,
  endpoints,
  accounts,
  made = null,
  alert = null,
  refused = null,
}: WebhooksProps) {
  return (
    <Shell title="Webhooks" current="/webhooks" scripts={["/copy.js"]}>
      <h1>Webhooks</h1>
      <p class="lead">
        Other programs can send transactions and balances to Tributary, and be notified of events in
        it.
      </p>
      <Alert message={alert} />
      {made === null ? null : <JustMade made={made} />}
      <section aria-labelledby="hooks">
        <h2 id="hooks">Incoming webhooks</h2>
        <p>
          A program sends transactions or a balance to the address of an incoming webhook.
          Transactions become an import, which you can undo.
        </p>
        {hooks.length === 0 ? (
          <p>You have no incoming webhooks.</p>
        ) : (
          <IncomingTable hooks={hooks} accounts={accounts} refused={refused} />
        )}
        <NewIncoming
          accounts={accounts}
          refused={refused?.form === "hook" ? refused.refused : null}
        />
      </section>
      <section aria-labelledby="endpoints">
        <h2 id="endpoints">Outgoing webhooks</h2>
        <p>
          Tributary sends a signed message to the address of an outgoing webhook. The message has no
          amounts or names. Tributary tries again for a day until it is delivered.
        </p>
        {endpoints.length === 0 ? (
          <p>You have no outgoing webhooks.</p>
        ) : (
          <OutgoingTable endpoints={endpoints} />
        )}
        <NewOutgoing refused={refused?.form === "endpoint" ? refused.refused : null} />
      </section>
    </Shell>
  );
}

function JustMade({ made }: { readonly made: Made }) {
  return (
    <section class="made" aria-labelledby="made">
      <h2 id="made">{made.title}</h2>
      <p>Copy it now. It will not be shown again.</p>
      {made.shown.map(({ name, text }, index) => (
        <CopyableText
          id={`made-${index}`}
          text={text}
          before={`${name}: `}
          ariaLabel={`Copy the ${name.toLowerCase()}`}
        />
      ))}
    </section>
  );
}
