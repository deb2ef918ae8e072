// Signing up: a person and their first budget account. What was wrong is said above the form, and what was typed
// stays in it, but for the password.

import {
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
} from "../../platform/limits.ts";
import type { SignUpForm } from "../../oauth/sign-in/sign-in.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { Alert, Shell } from "../ui/shell.tsx";

interface SignUpProps {
  readonly next: string;
  readonly refusal?: string | null;
  readonly typed?: Omit<SignUpForm, "password"> | null;
  /** Who invited them, and to which budget; null where nobody did, or it is not known any more. */
  readonly invitedBy?: { readonly budget: string; readonly invitedBy: string } | null;
}

/** The form. */
export function SignUp({ next, refusal = null, typed = null, invitedBy = null }: SignUpProps) {
  return (
    <Shell title="Sign up" current={null} signedIn={false}>
      <h1>Sign up</h1>
      {invitedBy === null ? null : (
        <p>{`${invitedBy.invitedBy} invites you to the budget “${invitedBy.budget}”. You accept it after signing up.`}</p>
      )}
      <p class="lead">
        You get a budget account of your own, and can make more or be invited to others’.
      </p>
      <Alert message={refusal} />
      <form class="stack" method="post" action="/sign-up">
        <input type="hidden" name="next" value={next} />
        <label class="field">
          <span>E-mail address</span>
          <input
            name="email"
            type="email"
            required
            autocomplete="username"
            value={typed?.email ?? ""}
          />
        </label>
        <label class="field">
          <span>Your name</span>
          <input
            name="name"
            required
            maxlength={PERSON_NAME_CHARS_MAX}
            autocomplete="name"
            value={typed?.name ?? ""}
          />
        </label>
        <label class="field">
          <span>{`Password, ${PASSWORD_CHARS_MIN} characters or more`}</span>
          <input
            name="password"
            type="password"
            required
            minlength={PASSWORD_CHARS_MIN}
            maxlength={PASSWORD_CHARS_MAX}
            autocomplete="new-password"
          />
        </label>
        <label class="field">
          <span>Name of the budget</span>
          <input
            name="budget"
            required
            maxlength={PERSON_NAME_CHARS_MAX}
            autocomplete="off"
            value={typed?.budget ?? "My budget"}
          />
        </label>
        <CurrencyField chosen={typed?.currency ?? "usd"} />
        <p class="hint">
          No e-mail is sent to the address: nobody checks that it is yours, and a forgotten password
          cannot be replaced.
        </p>
        <p class="actions">
          <button class="primary" type="submit">
            Sign up
          </button>
          <a href={`/sign-in?next=${encodeURIComponent(next)}`}>Sign in instead</a>
        </p>
      </form>
    </Shell>
  );
}

/** What is shown in the form's place where nobody comes in without an invitation. */
export function ByInvitationOnly({ next }: { readonly next: string }) {
  return (
    <Shell title="By invitation only" current={null} signedIn={false}>
      <h1>By invitation only</h1>
      <p class="lead">New people come in here by invitation only.</p>
      <p>
        Ask somebody who has a budget here to invite you. They make an invitation in the portal,
        under People, and send you its link: it opens the form to sign up, works for one address and
        for seven days.
      </p>
      <p class="actions">
        <a class="button primary" href={`/sign-in?next=${encodeURIComponent(next)}`}>
          Sign in
        </a>
      </p>
    </Shell>
  );
}

/** The choice of a budget's primary currency. */
export function CurrencyField({ chosen }: { readonly chosen: string }) {
  return (
    <label class="field">
      <span>Primary currency</span>
      <select name="currency">
        {CURRENCIES.map((currency) => (
          <option value={currency} selected={currency === chosen}>
            {currency.toUpperCase()}
          </option>
        ))}
      </select>
    </label>
  );
}
