// The sign-up page: a person and their first budget. A refused form keeps its content except the
// password.

import { CurrencyOptions, Field, InputField } from "../ui/fields.tsx";
import {
  PASSWORD_CHARS_MAX,
  PASSWORD_CHARS_MIN,
  PERSON_NAME_CHARS_MAX,
} from "../../platform/limits.ts";
import type { SignUpForm } from "../../oauth/sign-in/sign-in.ts";
import { Alert, Shell } from "../ui/shell.tsx";

interface SignUpProps {
  readonly next: string;
  /** The first person's pass (oauth/sign-in/first-pass.ts); empty without one. */
  readonly pass?: string;
  readonly refusal?: string | null;
  readonly typed?: Omit<SignUpForm, "password"> | null;
  /** The invitation that brought them; null if there is none, or it is no longer valid. */
  readonly invitedBy?: { readonly budget: string; readonly invitedBy: string } | null;
}

/** The form. */
export function SignUp(props: SignUpProps) {
  const { next, pass = "", refusal = null, typed = null, invitedBy = null } = props;
  return (
    <Shell title="Sign up" current={null} signedIn={false}>
      <h1>Sign up</h1>
      {invitedBy === null ? null : (
        <p>{`${invitedBy.invitedBy} invited you to the budget “${invitedBy.budget}”. You can accept after you sign up.`}</p>
      )}
      <p class="lead">
        You get your own budget. Later you can create more, or join somebody else’s by invitation.
      </p>
      <Alert message={refusal} />
      <form class="stack" method="post" action="/sign-up">
        <input type="hidden" name="next" value={next} />
        {pass === "" ? null : <input type="hidden" name="first" value={pass} />}
        <PersonFields typed={typed} />
        <p class="hint">
          No e-mail is sent to this address. It is not verified, and a forgotten password cannot be
          reset.
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

function PersonFields({ typed }: { readonly typed: SignUpProps["typed"] }) {
  return (
    <>
      <InputField
        label="E-mail address"
        name="email"
        type="email"
        required
        autocomplete="username"
        value={typed?.email ?? ""}
      />
      <InputField
        label="Your name"
        name="name"
        required
        maxlength={PERSON_NAME_CHARS_MAX}
        autocomplete="name"
        value={typed?.name ?? ""}
      />
      <InputField
        label={`Password (at least ${PASSWORD_CHARS_MIN} characters)`}
        name="password"
        type="password"
        required
        minlength={PASSWORD_CHARS_MIN}
        maxlength={PASSWORD_CHARS_MAX}
        autocomplete="new-password"
      />
      <InputField
        label="Budget name"
        name="budget"
        required
        maxlength={PERSON_NAME_CHARS_MAX}
        autocomplete="off"
        value={typed?.budget ?? "My budget"}
      />
      <CurrencyField chosen={typed?.currency ?? "usd"} />
    </>
  );
}

/** Shown instead of the form if sign-up needs an invitation. */
export function ByInvitationOnly({ next }: { readonly next: string }) {
  return (
    <Shell title="By invitation only" current={null} signedIn={false}>
      <h1>By invitation only</h1>
      <p class="lead">You need an invitation to sign up here.</p>
      <p>
        Ask somebody who has a budget here to invite you. They create an invitation on their People
        page and send you the link. The link opens the sign-up form. It works for one e-mail
        address, for seven days.
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
    <Field label="Primary currency">
      <select name="currency">
        <CurrencyOptions chosen={chosen} />
      </select>
    </Field>
  );
}
