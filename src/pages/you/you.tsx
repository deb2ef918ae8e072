// The person: who they are here, their password and passkeys, the browsers they are signed in with.

import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "../../platform/limits.ts";
import { browserOf } from "../../oauth/people/agent.ts";
import type { PasskeyListing } from "../../oauth/passkeys/store.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import type { SessionRow } from "../../oauth/people/store.ts";
import { PASSKEY_SCRIPT, Passkeys, type AddingPasskey } from "./passkeys.tsx";
import { Moment } from "../ui/print-time.tsx";
import { Alert, AskOnce, Shell } from "../ui/shell.tsx";

interface AccountProps {
  readonly session: Session;
  readonly sessions: readonly SessionRow[];
  readonly passkeys: readonly PasskeyListing[];
  readonly adding: AddingPasskey;
  /** Whether the person can be deleted here. */
  readonly mayDelete: boolean;
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
  alert = null,
  done = null,
}: AccountProps) {
  return (
    <Shell title="Account" current="/account" scripts={[PASSKEY_SCRIPT]}>
      <h1>Account</h1>
      <Alert message={alert} />
      {done === null ? null : <p role="status">{done}</p>}
      <dl class="facts">
        <div>
          <dt>Name</dt>
          <dd>{session.name}</dd>
        </div>
        <div>
          <dt>E-mail address, not verified</dt>
          <dd>{session.email}</dd>
        </div>
        <div>
          <dt>User id</dt>
          <dd>{String(session.userId)}</dd>
        </div>
      </dl>
      {session.hasPassword ? (
        <PasswordForm email={session.email} />
      ) : (
        <p>You sign in by a one-time link from the terminal; there is no password.</p>
      )}
      {adding === null && passkeys.length === 0 && !session.hasPassword ? null : (
        <Passkeys passkeys={passkeys} adding={adding} />
      )}
      <Sessions sessions={sessions} current={session.id} />
      {mayDelete ? (
        <section aria-labelledby="delete">
          <h2 id="delete">Delete your account</h2>
          <p>
            <a href="/account/delete">See what would be deleted</a>, and decide then.
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
        A new password signs every other browser out. Passkeys, developer tokens and clients stay.
      </p>
      <form class="row-form" method="post" action="/account/password">
        <input type="email" name="email" value={email} autocomplete="username" readonly hidden />
        <label class="field">
          <span>Password now</span>
          <input name="current" type="password" required autocomplete="current-password" />
        </label>
        <label class="field">
          <span>{`New password, ${PASSWORD_CHARS_MIN} characters or more`}</span>
          <input
            name="password"
            type="password"
            required
            minlength={PASSWORD_CHARS_MIN}
            maxlength={PASSWORD_CHARS_MAX}
            autocomplete="new-password"
          />
        </label>
        <button type="submit">Change it</button>
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
      <h2 id="sessions">Signed in</h2>
      <table class="keys">
        <caption class="hidden">Browsers that are signed in</caption>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Since</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span class="hidden">Sign out</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((one) => (
            <tr>
              <th scope="row">{browserOf(one.agent)}</th>
              <td data-label="since">
                <Moment at={one.created_at} />
              </td>
              <td data-label="last used">
                <Moment at={one.last_used_at} />
              </td>
              <td>
                {one.id === current ? (
                  "this browser"
                ) : (
                  <form method="post" action={`/account/sessions/${one.id}/end`}>
                    <button type="submit">Sign it out</button>
                  </form>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sessions.length > 1 ? (
        <p class="actions">
          <AskOnce
            label="Sign all others out…"
            ask="Every browser but this one has to sign in again."
            action="/account/sessions/end"
            confirm="Sign them out"
          />
        </p>
      ) : null}
    </section>
  );
}
