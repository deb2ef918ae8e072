// The profile: name and address, password, passkeys, and signed-in browsers.

import { InputField } from "../ui/fields.tsx";
import { DataTable, Fact, hidden } from "../ui/table.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "../../platform/limits.ts";
import { describeBrowser } from "../../oauth/people/agent.ts";
import type { PasskeyListing } from "../../oauth/passkeys/store.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import type { SessionRow } from "../../oauth/people/store.ts";
import { PASSKEY_SCRIPT, Passkeys, type AddingPasskey } from "./passkeys.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert, Shell } from "../ui/shell.tsx";

interface AccountProps {
  readonly session: Session;
  readonly sessions: readonly SessionRow[];
  readonly passkeys: readonly PasskeyListing[];
  readonly adding: AddingPasskey;
  /** Whether the person can be deleted here. */
  readonly mayDelete: boolean;
  readonly isAdministrator: boolean;
  readonly alert?: string | null;
  /** What was just done, in a sentence. */
  readonly done?: string | null;
}

/** The whole page. */
export function AccountPage({
  session,
  sessions,
  passkeys,
  adding,
  mayDelete,
  isAdministrator,
  alert = null,
  done = null,
}: AccountProps) {
  return (
    <Shell title="Profile" current="/account" scripts={[PASSKEY_SCRIPT]}>
      <h1>Profile</h1>
      <Alert message={alert} />
      {done === null ? null : <p role="status">{done}</p>}
      <dl class="facts">
        <Fact term="Name">{session.name}</Fact>
        <Fact term="E-mail address (not verified)">{session.email}</Fact>
        <Fact term="User ID">{String(session.userId)}</Fact>
      </dl>
      {isAdministrator ? (
        <p>
          You administrate this deployment: <a href="/administrator">people, storage and faults</a>.
        </p>
      ) : null}
      {session.hasPassword ? (
        <PasswordForm email={session.email} />
      ) : (
        <p>You sign in with a one-time link from the terminal. You have no password.</p>
      )}
      {adding === null && passkeys.length === 0 && !session.hasPassword ? null : (
        <Passkeys passkeys={passkeys} adding={adding} />
      )}
      <Sessions sessions={sessions} current={session.id} />
      {mayDelete ? (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete your profile</h2>
          <p>
            <a href="/account/delete">See what would be deleted</a> before you decide.
          </p>
        </section>
      ) : null}
    </Shell>
  );
}

function PasswordForm({ email }: { readonly email: string }) {
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p class="hint">
        A new password signs you out in every other browser. Your passkeys, developer tokens and
        OAuth clients keep working.
      </p>
      <form class="row-form" method="post" action="/account/password">
        <input type="email" name="email" value={email} autocomplete="username" readonly hidden />
        <InputField
          label="Current password"
          name="current"
          type="password"
          required
          autocomplete="current-password"
        />
        <InputField
          label={`New password (at least ${PASSWORD_CHARS_MIN} characters)`}
          name="password"
          type="password"
          required
          minlength={PASSWORD_CHARS_MIN}
          maxlength={PASSWORD_CHARS_MAX}
          autocomplete="new-password"
        />
        <button type="submit">Change password</button>
      </form>
    </section>
  );
}

function Sessions({
  sessions,
  current,
}: {
  readonly sessions: readonly SessionRow[];
  readonly current: number;
}) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed-in browsers</h2>
      <DataTable
        class="keys"
        caption="Browsers where you are signed in"
        columns={["Browser", "Signed in", "Last used", hidden("Sign out")]}
      >
        {sessions.map((one) => (
          <tr>
            <th scope="row">{describeBrowser(one.agent)}</th>
            <td data-label="signed in">
              <Moment at={one.created_at} />
            </td>
            <td data-label="last used">
              <Moment at={one.last_used_at} />
            </td>
            <td>
              {one.id === current ? (
                "this browser"
              ) : (
                <PostButton action={`/account/sessions/${one.id}/end`} label="Sign out" />
              )}
            </td>
          </tr>
        ))}
      </DataTable>
      {sessions.length > 1 ? (
        <p class="actions">
          <ConfirmButton
            label="Sign out all other browsers…"
            ask="You will have to sign in again in every browser except this one."
            action="/account/sessions/end"
            confirm="Sign out"
          />
        </p>
      ) : null}
    </section>
  );
}
