// The pages before something is deleted permanently: what goes, what stays, and what to enter to
// confirm.

import { InputField } from "../ui/fields.tsx";
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

const KEEP_IT =
  "To keep your data, download it first: “Your data” in the settings has everything in one file.";

/** Before a budget is deleted. */
export function DeleteBudget({
  session,
  account,
  others,
  hasPasskey,
  alert = null,
}: PageProps & { readonly account: Account; readonly others: number }) {
  return (
    <Shell title={`Delete ${account.name}`} current="/portal/budgets" scripts={[PASSKEY_SCRIPT]}>
      <h1>{`Delete “${account.name}”`}</h1>
      <Alert message={alert} />
      <p>
        This permanently deletes everything in this budget: accounts, transactions and their
        attachments, categories, rules, budgeted amounts and balance history.
      </p>
      <ul>
        <li>
          {others === 0
            ? "Nobody else uses this budget."
            : `${plural(others, "other person", "other people")} will lose access to it too.`}
        </li>
        <li>
          Its developer tokens, apps and invitations stop working immediately. The data is erased a
          few minutes later.
        </li>
        <li>{KEEP_IT}</li>
      </ul>
      <form class="stack" method="post" action={`/portal/budgets/${account.accountId}/delete`}>
        <InputField
          label={`To confirm, type the budget’s name: ${account.name}`}
          name="typed"
          required
          autocomplete="off"
        />
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
    <Shell title="Delete your profile" current="/account" scripts={[PASSKEY_SCRIPT]}>
      <h1>Delete your profile</h1>
      <Alert message={alert} />
      <Accounts
        title="Only you use these budgets. They will be deleted with everything in them"
        accounts={plan.deleted}
      />
      <Accounts
        title="Other people use these budgets too. They stay, with everything you entered, but without your name"
        accounts={plan.left}
      />
      <Accounts
        title="You are the only owner of these shared budgets. First make somebody else an owner, or delete the budget"
        accounts={plan.blocked}
      />
      <p>
        {
          "Your password and your passkeys will be deleted, and you will be signed out in every browser. "
        }
        {clients === 0
          ? null
          : `${plural(clients, "OAuth client", "OAuth clients")} that you registered will be deleted too, and lose access to every budget. `}
        Afterwards you can sign up again with the same e-mail address.
      </p>
      <p>{KEEP_IT}</p>
      {plan.blocked.length > 0 ? (
        <p>
          <a href="/portal/people">People</a>, <a href="/portal/budgets">budgets</a>
        </p>
      ) : (
        <form class="stack" method="post" action="/account/delete">
          <input type="hidden" name="plan" value={planText(plan)} />
          <InputField
            label={`To confirm, type your e-mail address: ${session.email}`}
            name="typed"
            required
            autocomplete="off"
          />
          <Proof session={session} hasPasskey={hasPasskey} />
          <Buttons label="Delete my profile" hasPasskey={hasPasskey} back="/account" />
        </form>
      )}
    </Shell>
  );
}

/** After a person was deleted. */
export function Goodbye() {
  return (
    <Shell title="Deleted" current={null} signedIn={false}>
      <h1>Your profile has been deleted</h1>
      <p>
        Nobody can sign in as you any more. The budgets that only you used will be erased in a few
        minutes.
      </p>
      <p>
        <a href="/sign-up">Sign up again</a>
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
            {` (ID ${accountId})`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Proof({ session, hasPasskey }: Omit<PageProps, "alert">) {
  if (!session.hasPassword)
    return hasPasskey ? null : <p>You can do this only within ten minutes of signing in.</p>;
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
      <InputField
        label="Your password"
        name="password"
        type="password"
        required
        autocomplete="current-password"
      />
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
          label={`${label} with a passkey`}
          options="/account/confirm/options"
        />
      ) : null}
      <a href={back}>Cancel</a>
    </p>
  );
}
