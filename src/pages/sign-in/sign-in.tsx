// The sign-in pages: by e-mail and password, by passkey (with scripts), and on a developer's
// computer by a one-time link. Opening a link does not use it up, so that a prefetch does no harm.
// The page posts it, at once with scripts, otherwise by a button.

import { TokenForm } from "../connections/token-form.tsx";
import { InputField } from "../ui/fields.tsx";
import { useContext } from "hono/jsx";
import type { Remote } from "../ui/context.ts";
import { FrameContext } from "../ui/frame.tsx";
import { PASSKEY_SCRIPT, PasskeyButton } from "../you/passkeys.tsx";
import { HOME } from "../ui/return-path.ts";
import { Alert, Shell } from "../ui/shell.tsx";

/** The page of a one-time link. */
export function SignInLink({ link }: { readonly link: string }) {
  return (
    <Shell title="Sign in" current={null} signedIn={false} scripts={["/sign-in.js"]}>
      <h1>Sign in</h1>
      <form id="sign-in" method="post" action="/sign-in">
        <input type="hidden" name="link" value={link} />
        <p>This link works once.</p>
        <button class="primary" type="submit">
          Open Tributary
        </button>
      </form>
    </Shell>
  );
}

interface SignInProps {
  readonly local: boolean;
  readonly refusal?: string | null;
  /** The path to continue with. */
  readonly next?: string;
  readonly email?: string;
}

/** The page for everybody who has not signed in. */
export function SignInNeeded({ local, refusal = null, next = HOME, email = "" }: SignInProps) {
  return (
    <Shell title="Sign in" current={null} signedIn={false} scripts={[PASSKEY_SCRIPT]}>
      <h1>Sign in</h1>
      <p class="lead">
        Tributary brings your bank statements, receipts and balances into a budget, and shows you
        how each figure got there.
      </p>
      <Alert message={refusal} />
      <WayIn next={next} email={email} />
      {local ? <ByLink /> : null}
    </Shell>
  );
}

/** With a remote service, people sign in there. */
function WayIn(props: { readonly next: string; readonly email: string }) {
  const { remote } = useContext(FrameContext);
  return remote === null ? (
    <ByPassword {...props} />
  ) : (
    <ByService remote={remote} next={props.next} />
  );
}

/** Connects a remote service, through its own pages or with one of its developer tokens. */
export function ByService({
  remote: { host, hasOAuth },
  next,
}: {
  readonly remote: Remote;
  readonly next: string;
}) {
  return (
    <>
      {hasOAuth ? (
        <form class="stack" method="post" action="/connect">
          <input type="hidden" name="next" value={next} />
          <p>{`Your budget is at ${host}. Sign in there and allow Tributary to import into one of your budgets.`}</p>
          <button class="primary" type="submit">{`Connect ${host}`}</button>
        </form>
      ) : (
        <p>{`Your budget is at ${host}.`}</p>
      )}
      <section class={hasOAuth ? "panel" : undefined} aria-labelledby="by-token">
        <h2 id="by-token">{hasOAuth ? "Or use a developer token" : "Use a developer token"}</h2>
        <TokenForm of={host} next={next} />
        <p class="hint">
          The token is stored encrypted and used for this budget only. A browser that signs in with
          a token stays signed in for one day.
        </p>
      </section>
    </>
  );
}

function ByPassword({ next, email }: { readonly next: string; readonly email: string }) {
  return (
    <>
      <form class="stack" method="post" action="/sign-in">
        <input type="hidden" name="next" value={next} />
        <InputField
          label="E-mail address"
          name="email"
          type="email"
          required
          autocomplete="username"
          value={email}
        />
        <InputField
          label="Password"
          name="password"
          type="password"
          required
          autocomplete="current-password"
        />
        <p class="actions">
          <button class="primary" type="submit">
            Sign in
          </button>
          <PasskeyButton
            label="Sign in with a passkey"
            options="/sign-in/passkey/options"
            fields="email"
          />
          <a href={`/sign-up?next=${encodeURIComponent(next)}`}>Sign up</a>
        </p>
      </form>
    </>
  );
}

function ByLink() {
  return (
    <section class="panel" aria-labelledby="by-link">
      <h2 id="by-link">The demo budget</h2>
      <p>Open it with a one-time link from the terminal:</p>
      <pre>
        <code>npm start</code>
      </pre>
      <p>
        prints a link when Tributary starts. While Tributary runs, the same command in a second
        terminal prints a new link. A link works once, within 15 minutes. The browser then stays
        signed in for 30 days.
      </p>
    </section>
  );
}
