// Signing in. Opening a link's address does not use the link up, so that a prefetch or a preview of it
// does no harm: the page posts it, at once by script, with a button where there are no scripts.

import { Alert, Shell } from "./shell.tsx";

/** The page behind a one-time link. */
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

/** What everybody sees who has not signed in. */
export function SignInNeeded({ local, refusal = null }: { readonly local: boolean; readonly refusal?: string | null }) {
  return (
    <Shell title="Sign in" current={null} signedIn={false}>
      <h1>Sign in</h1>
      <Alert message={refusal} />
      {local ? (
        <>
          <p>This page opens with a one-time link from the terminal:</p>
          <pre>
            <code>npm start</code>
          </pre>
          <p>
            prints one when Tributary starts. While it runs, the same command in a second terminal prints a fresh one. A
            link works once and for 15 minutes; the browser then stays signed in for 30 days.
          </p>
        </>
      ) : (
        <p>Nobody can sign in to this address yet.</p>
      )}
    </Shell>
  );
}
