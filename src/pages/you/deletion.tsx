// The pages before something is deleted for good: what goes, what stays, what to type, and what to show once more.

import type { Account } from "../../oauth/people/accounts.ts";
import type { DeletionPlan, NamedAccount } from "../../oauth/people/deletion.ts";
import { planText } from "../../oauth/people/deletion-forms.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import { PASSKEY_SCRIPT, PasskeyButton } from "./passkeys.tsx";
import { plural } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";

interface PageProps {
  readonly session: Session;
  readonly hasPasskey: boolean;
  readonly alert?: string | null;
}

const NO_EXPORT =
  "There is no export of a whole budget. What you want to keep, fetch first: through the API, with a token from the portal.";

/** Before a budget account is deleted. */
export function DeleteBudget({
  session,
  account,
  others,
  hasPasskey,
  alert = null,
}: PageProps & { readonly account: Account; readonly others: number }) {
  return (
    <Shell title={`Delete ${account.name}`} current="/portal" scripts={[PASSKEY_SCRIPT]}>
      <h1>{`Delete “${account.name}”`}</h1>
      <Alert message={alert} />
      <p>
        Everything in this budget account is deleted for good: accounts, transactions with their
        files, categories, rules, budgets and history.
      </p>
      <ul>
        <li>
          {others === 0
            ? "Nobody else is in it."
            : `${plural(others, "other person", "other people")} lose it too.`}
        </li>
        <li>
          Every token, app and invitation for it is refused from that moment on. The data itself is
          gone some minutes later.
        </li>
        <li>{NO_EXPORT}</li>
      </ul>
      <form class="stack" method="post" action={`/portal/budgets/${account.accountId}/delete`}>
        <label class="field">
          <span>{`Type its name: ${account.name}`}</span>
          <input name="typed" required autocomplete="off" />
        </label>
        <Proof session={session} hasPasskey={hasPasskey} />
        <Buttons label="Delete this budget" hasPasskey={hasPasskey} back="/portal/budgets" />
      </form>
    </Shell>
  );
}

/** Before a person is deleted. */
export function DeletePerson({
  session,
  plan,
  clients,
  hasPasskey,
  alert = null,
}: PageProps & { readonly plan: DeletionPlan; readonly clients: number }) {
  return (
    <Shell title="Delete your account" current="/account" scripts={[PASSKEY_SCRIPT]}>
      <h1>Delete your account</h1>
      <Alert message={alert} />
      <Accounts
        title="These budget accounts are yours alone and are deleted with everything in them"
        accounts={plan.deleted}
      />
      <Accounts
        title="These budget accounts go on without you; what you entered stays in them, without your name"
        accounts={plan.left}
      />
      <Accounts
        title="You are the last owner of these, with others in them: make somebody else an owner first, or delete them"
        accounts={plan.blocked}
      />
      <p>
        Your password, your passkeys and every browser’s sign-in are deleted
        {clients === 0
          ? ""
          : `, and ${plural(clients, "OAuth client", "OAuth clients")} that you registered, with every access they have`}
        . The address can then be signed up with anew.
      </p>
      <p>{NO_EXPORT}</p>
      {plan.blocked.length > 0 ? (
        <p>
          <a href="/portal/people">People</a>, <a href="/portal/budgets">budget accounts</a>
        </p>
      ) : (
        <form class="stack" method="post" action="/account/delete">
          <input type="hidden" name="plan" value={planText(plan)} />
          <label class="field">
            <span>{`Type your address: ${session.email}`}</span>
            <input name="typed" required autocomplete="off" />
          </label>
          <Proof session={session} hasPasskey={hasPasskey} />
          <Buttons label="Delete my account" hasPasskey={hasPasskey} back="/account" />
        </form>
      )}
    </Shell>
  );
}

/** After a person was deleted. */
export function Goodbye() {
  return (
    <Shell title="Deleted" current={null} signedIn={false}>
      <h1>Your account is deleted</h1>
      <p>
        Nobody can sign in as you any more. The data of budget accounts that were yours alone is
        gone some minutes from now.
      </p>
      <p>
        <a href="/sign-up">Sign up anew</a>
      </p>
    </Shell>
  );
}

function Accounts({
  title,
  accounts,
}: {
  readonly title: string;
  readonly accounts: readonly NamedAccount[];
}) {
  if (accounts.length === 0) return null;
  return (
    <>
      <p>{`${title}:`}</p>
      <ul>
        {accounts.map(({ accountId, name }) => (
          <li>
            <strong>{name}</strong>
            {` (id ${accountId})`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Proof({ session, hasPasskey }: Omit<PageProps, "alert">) {
  if (!session.hasPassword)
    return hasPasskey ? null : <p>This works within ten minutes of signing in.</p>;
  return (
    <>
      <input
        type="email"
        name="email"
        value={session.email}
        autocomplete="username"
        readonly
        hidden
      />
      <label class="field">
        <span>Your password</span>
        <input name="password" type="password" required autocomplete="current-password" />
      </label>
    </>
  );
}

function Buttons({
  label,
  hasPasskey,
  back,
}: {
  readonly label: string;
  readonly hasPasskey: boolean;
  readonly back: string;
}) {
  return (
    <p class="actions">
      <button class="danger" type="submit">
        {label}
      </button>
      {hasPasskey ? (
        <PasskeyButton
          danger
          label={`${label}, with a passkey`}
          options="/account/confirm/options"
        />
      ) : null}
      <a href={back}>Keep it</a>
    </p>
  );
}
