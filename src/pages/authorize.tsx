// Letting an app in: who asks, what it may do, which budget it is for. Nothing is agreed to by opening this page, and
// nothing in it is the app's to word but its name.

import type { AuthorizationRequest } from "../oauth/server/authorization.ts";
import { SCOPE_WORDS } from "./scope-words.ts";
import { Alert, Shell } from "./shell.tsx";

export interface Choice {
  readonly accountId: number;
  readonly name: string;
}

interface ConsentProps {
  readonly request: AuthorizationRequest;
  /** The request's query, to be read again when the form comes back. */
  readonly query: string;
  /** The proof that the form is ours. */
  readonly form: string;
  readonly person: { readonly name: string; readonly email: string };
  readonly accounts: readonly Choice[];
  readonly alert?: string | null;
}

/** The question, with a form for the answer. */
export function Consent({ request, query, form, person, accounts, alert = null }: ConsentProps) {
  const { client, redirectUri } = request;
  return (
    <Shell title={`Let ${client.name} in?`} current={null} signedIn={false}>
      <h1>{`Let “${client.name}” into your budget?`}</h1>
      <p class="lead">{`You are signed in as ${person.name} (${person.email}).`}</p>
      <Alert message={alert} />
      <form class="stack consent" method="post" action="/oauth/authorize">
        <input type="hidden" name="request" value={query} />
        <input type="hidden" name="form" value={form} />
        <section aria-labelledby="may">
          <h2 id="may">It will be able to</h2>
          <ul>
            {client.scopes.map((scope) => (
              <li>{SCOPE_WORDS[scope]}</li>
            ))}
          </ul>
        </section>
        {accounts.length === 0 ? (
          <Alert message="You have no budget that it could be let into." />
        ) : (
          <Accounts accounts={accounts} />
        )}
        <p class="hint">
          {`The answer is sent to ${placeOf(redirectUri)}. `}
          {client.kind === "public"
            ? "Anybody can make an app that says it is this one: go on only if you have just asked for it in an app you trust."
            : "Go on only if you have just come from there."}
        </p>
        <p class="actions">
          {accounts.length === 0 ? null : (
            <button class="primary" type="submit" name="decision" value="allow">
              Allow
            </button>
          )}
          <button type="submit" name="decision" value="deny" formnovalidate>
            Deny
          </button>
        </p>
      </form>
    </Shell>
  );
}

function Accounts({ accounts }: Pick<ConsentProps, "accounts">) {
  return (
    <fieldset>
      <legend>Into which budget?</legend>
      {accounts.map(({ accountId, name }) => (
        <label class="choice">
          <input type="radio" name="account" value={String(accountId)} required checked={accounts.length === 1} />
          <span>
            <strong>{name}</strong>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A request that cannot be put before anybody, nor be sent back: the address it names may be a trap. */
export function AuthorizationRefused({ message }: { readonly message: string }) {
  return (
    <Shell title="This cannot go on" current={null} signedIn={false}>
      <h1>This cannot go on</h1>
      <Alert message={message} />
      <p>You were not sent back to the app, since it is not certain that it was the app that sent you. Nothing was changed.</p>
    </Shell>
  );
}

/** Where an address is, for a person: its host, or that it is on their own machine. */
function placeOf(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== "http:" && protocol !== "https:") return `the app on this device that opens ${protocol} addresses`;
  return protocol === "http:" && hostname !== "" ? `a program on this machine (${host})` : host;
}
