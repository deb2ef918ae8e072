// The page for an address that nothing answers: it leads to the overview and to a search.

import type { Handler } from "hono";
import { useContext } from "hono/jsx";
import type { PageEnv } from "./context.ts";
import { InputField } from "./fields.tsx";
import { FrameContext } from "./frame.tsx";
import { HOME } from "./return-path.ts";
import { Shell } from "./shell.tsx";

const SEARCH_CHARS_MAX = 100;

/** Answers every address that no page has: a page for a browser, a line for a program. */
export const answerNotFound: Handler<PageEnv> = (c) =>
  c.req.header("accept")?.includes("text/html") === true
    ? c.html(<NotFound signedIn={c.get("session") !== null} />, 404)
    : c.text("404 Not Found", 404);

function NotFound({ signedIn }: { readonly signedIn: boolean }) {
  return (
    <Shell title="Not found" current={null} signedIn={signedIn}>
      <h1>Not found</h1>
      <p class="lead">There is nothing at this address.</p>
      <WaysOn signedIn={signedIn} />
    </Shell>
  );
}

function WaysOn({ signedIn }: { readonly signedIn: boolean }) {
  const { connected } = useContext(FrameContext);
  if (!signedIn)
    return (
      <p>
        <a href="/sign-in">Sign in</a>
      </p>
    );
  if (!connected)
    return (
      <p>
        Go to your <a href="/connections">connections</a>.
      </p>
    );
  return (
    <>
      <form class="row-form" role="search" method="get" action="/transactions">
        <InputField
          label="Search your transactions"
          name="q"
          type="search"
          required
          maxlength={SEARCH_CHARS_MAX}
        />
        <button type="submit">Search</button>
      </form>
      <p>
        <a href={HOME}>Go to the overview</a>
      </p>
    </>
  );
}
