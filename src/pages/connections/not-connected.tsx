// The page for an authorization that failed. The way back is a button, never a redirect, so that no
// browser goes in circles.

import { Alert, Shell } from "../ui/shell.tsx";
import type { Words } from "./words.ts";

interface NotConnectedProps {
  readonly words: Words;
  readonly signedIn: boolean;
  /** The page that the person wanted. */
  readonly next: string;
  /** The connection that was to be authorized again; null for a new one. */
  readonly connection: string | null;
  /** Whether another attempt can help. */
  readonly canRetry: boolean;
}

/** Why nothing was connected. */
export function NotConnected({ words, signedIn, next, connection, canRetry }: NotConnectedProps) {
  return (
    <Shell title={words.title} current={signedIn ? "/connections" : null} signedIn={signedIn}>
      <h1>{words.title}</h1>
      {words.status === 200 ? <p>{words.message}</p> : <Alert message={words.message} />}
      <div class="actions">
        {canRetry ? (
          <form method="post" action="/connect">
            <input type="hidden" name="next" value={next} />
            {connection === null ? null : (
              <input type="hidden" name="connection" value={connection} />
            )}
            <button type="submit">Try again</button>
          </form>
        ) : null}
        <a href={signedIn ? "/connections" : "/sign-in"}>
          {signedIn ? "Back to connections" : "Back to sign-in"}
        </a>
      </div>
    </Shell>
  );
}
