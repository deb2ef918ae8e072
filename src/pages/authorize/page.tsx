// The page that asks whether an app may access a budget: who asks, what it may do, and which budget
// it is for. Opening the page agrees to nothing. The app chooses none of its words except its name.

import { RadioChoice } from "../ui/fields.tsx";
import type { AuthorizationRequest } from "../../oauth/server/authorization.ts";
import { SCOPE_WORDS } from "../../platform/credentials/scope-words.ts";
import { Alert, Shell } from "../ui/shell.tsx";

export interface Choice {
  readonly accountId: number;
  readonly name: string;
}

interface QuestionProps {
  readonly request: AuthorizationRequest;
  /** The request's query, to be read again with the answer. */
  readonly query: string;
  /** The proof that the form is ours. */
  readonly form: string;
  readonly person: { readonly name: string; readonly email: string };
  readonly accounts: readonly Choice[];
  readonly alert?: string | null;
}

/** The question, with a form for the answer. */
export function Consent({ request, query, form, person, accounts, alert = null }: QuestionProps) {
  const { client, redirectUri } = request;
  return (
    <Shell title={`Allow access for ${client.name}?`} current={null} signedIn={false}>
      <h1>{`Allow “${client.name}” to access your budget?`}</h1>
      <p class="lead">{`You are signed in as ${person.name} (${person.email}).`}</p>
      <Alert message={alert} />
      <form class="stack consent" method="post" action="/oauth/authorize">
        <Hidden query={query} form={form} />
        <section aria-labelledby="may">
          <h2 id="may">It will be able to</h2>
          <ul>
            {client.scopes.map((scope) => (
              <li>{SCOPE_WORDS[scope]}</li>
            ))}
          </ul>
        </section>
        {accounts.length === 0 ? (
          <Alert message="You have no budget to give it access to." />
        ) : (
          <Accounts accounts={accounts} chosen={only(accounts)} />
        )}
        <p class="hint">
          {`You will return to ${describeAddress(redirectUri)}. `}
          {client.kind === "public"
            ? "Any app can claim this name. Continue only if you started this in an app that you trust."
            : "Continue only if you came from there just now."}
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

interface WhichBudgetProps extends QuestionProps {
  /** The current budget of this session. */
  readonly current: number | null;
}

/** The only question for our own client: signing in has agreed to the rest. */
export function WhichBudget({
  query,
  form,
  person,
  accounts,
  current,
  alert = null,
}: WhichBudgetProps) {
  return (
    <Shell title="Which budget?" current={null} signedIn={false}>
      <h1>Which budget?</h1>
      <p class="lead">{`You are signed in as ${person.name} (${person.email}). Tributary will import into the budget that you choose.`}</p>
      <Alert message={alert} />
      <form class="stack consent" method="post" action="/oauth/authorize">
        <Hidden query={query} form={form} />
        <Accounts accounts={accounts} chosen={only(accounts) ?? current} />
        <p class="actions">
          <button class="primary" type="submit" name="decision" value="allow">
            Continue
          </button>
          <button type="submit" name="decision" value="deny" formnovalidate>
            Not now
          </button>
        </p>
      </form>
    </Shell>
  );
}

function Hidden({ query, form }: Pick<QuestionProps, "query" | "form">) {
  return (
    <>
      <input type="hidden" name="request" value={query} />
      <input type="hidden" name="form" value={form} />
    </>
  );
}

/** The only budget; with several, none is chosen for the person. */
function only(accounts: readonly Choice[]): number | null {
  const [first, ...more] = accounts;
  return first === undefined || more.length > 0 ? null : first.accountId;
}

function Accounts({
  accounts,
  chosen,
}: Pick<QuestionProps, "accounts"> & { readonly chosen: number | null }) {
  return (
    <fieldset>
      <legend>Budget</legend>
      {accounts.map(({ accountId, name }) => (
        <RadioChoice
          name="account"
          value={String(accountId)}
          required
          checked={accountId === chosen}
          label={name}
        />
      ))}
    </fieldset>
  );
}

/** A request that can neither be shown nor sent back: the address that it names may be a trap. */
export function AuthorizationRefused({ message }: { readonly message: string }) {
  return (
    <Shell title="This request cannot continue" current={null} signedIn={false}>
      <h1>This request cannot continue</h1>
      <Alert message={message} />
      <p>
        You were not sent back to the app, because it may not be the app that sent you here. Nothing
        was changed.
      </p>
    </Shell>
  );
}

/** An address for a person: its host, or that it is on their own computer. */
function describeAddress(redirectUri: string): string {
  const { protocol, hostname, host } = new URL(redirectUri);
  if (protocol !== "http:" && protocol !== "https:")
    return `the app on this device that opens ${protocol} addresses`;
  return protocol === "http:" && hostname !== "" ? `a program on this computer (${host})` : host;
}
